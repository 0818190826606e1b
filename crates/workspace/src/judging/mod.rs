//! Asking a judge about samples: the form as typed ([`Form`]), the requests before they are sent ([`Plan`]), and the
//! results ([`Verdicts`]). This module does not depend on a browser.

mod form;
mod plan;
mod rounds;
mod verdicts;

pub use form::{Again, Field, Form, Problem, Scale, Which};
pub use plan::{Plan, Question, Suspicion};
pub use rounds::Rounds;
pub use verdicts::Verdicts;
