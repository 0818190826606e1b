//! A run of LaTeXBench before and while it is asked: the form as typed ([`BenchForm`]) and the requests ([`BenchPlan`]).
//! This module does not depend on a browser.

mod form;
mod items;
mod plan;
mod run;

pub use form::{BenchForm, BenchProblem, ModelRole, Parameter};
pub use items::{BenchItems, BenchOrigin};
pub use plan::{BenchAsking, BenchPlan, JudgeStage};
pub use run::{LabelledRun, ShownAnswer, ShownRun, ShownVerdict};
