//! Asking a judge about samples: the form as typed ([`Form`]), the requests before they are sent ([`Plan`]), and the
//! results ([`Verdicts`]). This module does not depend on a browser.

mod form;
mod model;
mod plan;
mod rounds;
mod verdicts;

pub use form::{Again, Form, Scale, Which};
pub use model::{Field, ModelForm, Problem, budget};
pub use plan::{Plan, Question, Suspicion};
pub use rounds::Rounds;
pub use verdicts::Verdicts;
