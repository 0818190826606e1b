//! The pages that a model can read.

use std::rc::Rc;

use texlens_readers::Page;

use crate::brought::{Draft, Given};
use crate::naming;
use crate::picture::Picture;

/// A page of the samples that a model can read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadablePage {
    /// The case, with the document that it is part of.
    pub page: Page,
    /// The image.
    pub picture: Rc<Picture>,
    /// What a further sample of the case has, without a prediction.
    pub draft: Draft,
}

impl ReadablePage {
    /// Returns the sample of the case with the prediction of a system.
    #[must_use]
    pub fn read_by(&self, system: &str, latex: String) -> Draft {
        Draft {
            predictions: vec![Given {
                name: naming::read_by(&self.draft.name, system),
                system: system.to_owned(),
                latex,
            }],
            ..self.draft.clone()
        }
    }
}
