//! What scoring one sample of many gives.

use serde::Serialize;
use serde_json::Value;
use texlens_dataset::Syntax;
use texlens_evaluate::{Kind, Text};
use texlens_metrics::Evidence;
use texlens_native::Findings;

use super::scoring::Means;
use crate::answers::Rule;

/// The place of a sample in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Place {
    /// The number of a line, from 1.
    Line(usize),
    /// The number of a row, from 0.
    Row(u64),
}

impl Place {
    /// Returns the number from 0.
    pub(super) fn row(self) -> u64 {
        match self {
            Self::Line(line) => (line as u64).saturating_sub(1),
            Self::Row(row) => row,
        }
    }
}

/// A sample that was scored, or the reason why it was not.
pub(super) struct Done<T> {
    pub(super) place: Place,
    /// Null if there is none.
    pub(super) id: Value,
    /// `None` if it is not known.
    pub(super) kind: Option<Kind>,
    pub(super) outcome: Result<T, String>,
    /// Number of texts around whose LaTeX something was removed.
    pub(super) stripped: usize,
}

/// How samples are scored, for all threads.
#[derive(Clone, Copy)]
pub(super) struct Scoring<'m> {
    pub(super) means: &'m Means,
    pub(super) rule: Rule,
    pub(super) default_kind: Kind,
}

impl Scoring<'_> {
    /// Scores a sample of one reference and one prediction. Returns the number of texts from which something was removed.
    pub(super) fn score(&self, kind: Kind, texts: [&str; 2], evidence: Evidence) -> (Result<Findings, String>, usize) {
        let [reference, prediction] = texts.map(|text| self.rule.read(text, Syntax::Auto));
        let stripped = usize::from(reference.is_stripped) + usize::from(prediction.is_stripped);
        let (reference, prediction) = (Text::from(&*reference.text), Text::from(&*prediction.text));
        let findings = self.means.score(kind, &reference, &prediction, evidence);
        (findings.map_err(|error| error.to_string()), stripped)
    }

    /// Scores the pages of a document.
    pub(super) fn score_pages(&self, pages: &[[&str; 2]], evidence: Evidence) -> (Result<Findings, String>, usize) {
        let answers: Vec<_> = pages
            .iter()
            .map(|page| page.map(|text| self.rule.read(text, Syntax::Auto)))
            .collect();
        let stripped = answers.iter().flatten().filter(|answer| answer.is_stripped).count();
        let reference = Text::document(answers.iter().map(|[reference, _]| &*reference.text));
        let prediction = Text::document(answers.iter().map(|[_, prediction]| &*prediction.text));
        let findings = self.means.score(Kind::Document, &reference, &prediction, evidence);
        (findings.map_err(|error| error.to_string()), stripped)
    }
}
