//! What a judge is asked about the samples: as a person types it ([`Form`]), as it would be sent ([`Plan`]), and what was said
//! ([`Verdicts`]). No browser in here.

mod form;
mod plan;
mod rounds;
mod verdicts;

pub use form::{Again, Field, Form, Problem, Scale, Which};
pub use plan::{Plan, Question, Suspicion};
pub use rounds::Rounds;
pub use verdicts::Verdicts;
