//! One sample's row of a board: what became of every system's prediction.

use std::collections::BTreeMap;

use texlens_vocabulary::{Compilation, Kind, Score, Side};

use crate::input::{InputError, Parsed, check_length};
use crate::missing::is_missing;
use crate::scorer::{Detail, Scored, Scorer};
use crate::text::Text;

/// One sample with the scores of every system.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleScores {
    /// Identifies the sample.
    pub id: String,
    /// The document it comes from; its own id where there is none.
    pub document: String,
    /// What else is known of it: names and values.
    pub tags: BTreeMap<String, String>,
    /// What the TeX engine says of the reference; none where it was not asked.
    pub reference_compilation: Option<Compilation>,
    /// In the order of the systems.
    pub systems: Vec<SystemScores>,
}

/// What became of one system's prediction for a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemScores {
    /// Missing predictions, which are scored as empty ones: at most one, or one for each page of a document. A formula that
    /// the prediction of its page does not have is missing, too.
    pub missing: usize,
    /// Whether the system has a prediction of all of the sample. A formula is covered if its page is.
    pub is_covered: bool,
    /// Why a prediction that is there counts as missing.
    pub problem: Option<String>,
    /// The scores, or why there are none: the reference cannot be used.
    pub outcome: Result<Scored, String>,
}

impl SystemScores {
    /// Of a prediction that was scored, of which so many pages are missing.
    #[must_use]
    pub fn of(missing: usize, outcome: Result<Scored, String>) -> Self {
        Self {
            missing,
            is_covered: missing == 0,
            problem: None,
            outcome,
        }
    }

    /// Scores a system's prediction, which comes as its pages; one that is missing is none. `problem` says why a prediction
    /// that is there cannot be read, if so. `compile` gives the engine's verdict on a text, where there is an engine. A
    /// prediction that is too long to be scored counts as missing.
    #[must_use]
    pub fn assess(
        scorer: &Scorer<'_>,
        reference: &Parsed<'_>,
        pages: &[Option<&str>],
        problem: Option<String>,
        compile: impl Fn(&Text<'_>) -> Option<Compilation>,
    ) -> Self {
        let assess = |text: &Text<'_>| {
            check_length(Side::Prediction, text.latex())?;
            let compilation = compile(text);
            let scored = scorer.assess(reference, text, compilation.as_ref(), Detail::Values)?;
            Ok(Scored { compilation, ..scored })
        };
        let text = joined(
            scorer.kind(),
            &pages.iter().map(|page| page.unwrap_or_default()).collect::<Vec<_>>(),
        );
        let references = reference.page_texts().map(Some).chain(std::iter::repeat(None));
        let missing = pages
            .iter()
            .zip(references)
            .filter(|(page, reference)| is_missing(**page, *reference));
        let missing = missing.count();
        match assess(&text) {
            Ok(scored) => Self {
                problem,
                ..Self::of(missing, Ok(scored))
            },
            Err(error @ InputError::TooLong { .. }) => {
                let outcome = assess(&empty(pages.len())).map_err(|error| error.to_string());
                Self {
                    problem: Some(error.to_string()),
                    ..Self::of(pages.len(), outcome)
                }
            }
        }
    }

    /// The score of a metric, if the sample could be scored.
    #[must_use]
    pub fn score(&self, metric: &str) -> Option<&Score> {
        self.outcome.as_ref().ok()?.score(metric)
    }
}

impl SampleScores {
    /// Whether every system has a prediction of all of it.
    #[must_use]
    pub fn is_common(&self) -> bool {
        self.systems.iter().all(|system| system.is_covered)
    }
}

/// What stands for a prediction of so many pages of which none is there.
pub(super) fn empty(pages: usize) -> Text<'static> {
    Text::with_pages("", &vec![0..0; pages])
}

/// The text of a sample from those of its pages.
#[must_use]
pub fn joined<'a>(kind: Kind, pages: &[&'a str]) -> Text<'a> {
    match (kind, pages) {
        (Kind::Page | Kind::Formula, [page]) => Text::from(*page),
        _ => Text::document(pages.iter().copied()),
    }
}
