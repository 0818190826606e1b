//! A vision model that reads the pages of the samples: the form as typed ([`ReaderForm`]) and the requests
//! ([`ReaderPlan`]). This module does not depend on a browser.

mod form;
mod pages;
mod plan;

pub use form::{ReaderField, ReaderForm, ReaderOrder, ReaderProblem, WhichPages};
pub use pages::ReadablePage;
pub use plan::{PreparedUnit, ReadPages, ReaderPlan};
