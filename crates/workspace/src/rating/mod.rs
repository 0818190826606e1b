//! Ratings of formulas by people, as the page shows them: the form of a study, the study without its texts, and a sheet
//! that is being answered.

mod form;
mod sheet;
mod study;

pub use form::{FormField, StudyForm, StudyProblem};
pub use sheet::{OpenSheet, Place, response_of_key};
pub use study::{AnswerFile, HeldStudy};
