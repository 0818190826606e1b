//! One sample's row of a board: the result of every system's prediction.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use texlens_latex::Markup;
use texlens_metrics::Need;
use texlens_vocabulary::{Compilation, Kind, Score, Side};

use crate::formula_tags::add_formula_tags;
use crate::input::{InputError, Parsed, check_length};
use crate::matching::extract_formulas;
use crate::missing::is_missing;
use crate::scorer::{Detail, Scored, Scorer};
use crate::text::Text;

/// One sample with the scores of every system.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleScores {
    /// Identifies the sample.
    pub id: String,
    /// The document that the sample comes from; the sample's own id if there is none.
    pub document: String,
    /// A number that samples share if their references are the same part of the same text, for example the same page at
    /// several resolutions; `None` if this is unknown.
    pub content: Option<u64>,
    /// Tags: names and values.
    pub tags: BTreeMap<String, String>,
    /// The TeX engine's verdict on the reference; `None` if the engine did not run.
    pub reference_compilation: Option<Compilation>,
    /// The scores in the order of the systems.
    pub systems: Vec<SystemScores>,
}

/// A page, a document or a formula with its texts, which are scored together.
#[derive(Debug, Clone)]
pub struct Sample<'t> {
    /// Identifies the sample.
    pub id: String,
    /// The document that the sample comes from; the sample's own id if there is none.
    pub document: String,
    /// Tags: names and values.
    pub tags: BTreeMap<String, String>,
    /// The pages of the reference, or the reason why it cannot be used.
    pub reference: Result<Vec<&'t str>, String>,
    /// The predictions in the order of the systems.
    pub predictions: Vec<Predicted<'t>>,
}

/// A system's prediction for a sample.
#[derive(Debug, Clone)]
pub struct Predicted<'t> {
    /// Its pages; a missing page is `None`.
    pub pages: Vec<Option<&'t str>>,
    /// The reason why an existing prediction counts as missing.
    pub problem: Option<String>,
}

/// The result of one system's prediction for a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemScores {
    /// Number of missing predictions, which are scored as empty: at most one, or one for each page of a document. A
    /// formula that the prediction of its page lacks is missing, too.
    pub missing: usize,
    /// Whether the system has a prediction for the whole sample. A formula is covered if its page is.
    pub is_covered: bool,
    /// The reason why an existing prediction counts as missing.
    pub problem: Option<String>,
    /// The scores, or the reason why the reference cannot be used.
    pub outcome: Result<Scored, String>,
}

impl SystemScores {
    /// Creates the result of a scored prediction, of which `missing` pages are missing.
    #[must_use]
    pub fn of(missing: usize, outcome: Result<Scored, String>) -> Self {
        Self {
            missing,
            is_covered: missing == 0,
            problem: None,
            outcome,
        }
    }

    /// Scores a system's prediction, given as its pages; a missing page is `None`. `problem` is the reason why an
    /// existing prediction cannot be read, if so. `compile` returns the engine's verdict on a text, if there is an
    /// engine. A prediction that is too long to be scored counts as missing.
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

    /// Returns the score of a metric, if the sample could be scored.
    #[must_use]
    pub fn score(&self, metric: &str) -> Option<&Score> {
        self.outcome.as_ref().ok()?.score(metric)
    }
}

impl SampleScores {
    /// Scores a sample for every system. `compile` returns the engine's verdict on a text, if there is an engine; it is
    /// asked for what the scorer's metrics need. A formula gets [tags of its own](crate::formula_tags), too.
    #[must_use]
    pub fn assess(scorer: &Scorer<'_>, sample: Sample<'_>, compile: impl Fn(&Text<'_>) -> Option<Compilation>) -> Self {
        let kind = scorer.kind();
        let is_compiled = scorer.needs(Need::Compilation) && kind != Kind::Formula;
        let compile = |text: &Text<'_>| is_compiled.then(|| compile(text)).flatten();
        let text = sample.reference.map(|pages| joined(kind, &pages));
        let is_reference_compiled = scorer.needs(Need::ReferenceCompilation);
        let of_reference = text.as_ref().ok().filter(|_| is_reference_compiled).and_then(compile);
        let parsed = text.as_ref().map_err(String::clone).and_then(|text| {
            let parsed = Parsed::of(Side::Reference, text).map_err(|error| error.to_string())?;
            Ok(parsed.with_compilation(of_reference.as_ref()))
        });
        let score = |prediction: Predicted<'_>| match &parsed {
            Ok(reference) => SystemScores::assess(scorer, reference, &prediction.pages, prediction.problem, compile),
            Err(why) => SystemScores::of(0, Err(why.clone())),
        };
        let systems = sample.predictions.into_iter().map(score).collect();
        let mut tags = sample.tags;
        if let (Kind::Formula, Ok(text)) = (kind, &text)
            && let [formula] = extract_formulas(text.latex(), Markup::Latex).as_slice()
        {
            add_formula_tags(&mut tags, formula);
        }
        Self {
            id: sample.id,
            document: sample.document,
            content: text.as_ref().ok().map(|text| Self::content_of(&text.latex())),
            tags,
            systems,
            reference_compilation: of_reference,
        }
    }

    /// Returns the number of a reference, or of a part of one, for [`content`](Self::content). It is compared within one
    /// run only.
    #[must_use]
    pub fn content_of(part: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        part.hash(&mut hasher);
        hasher.finish()
    }

    /// Reports whether every system has a prediction for the whole sample.
    #[must_use]
    pub fn is_common(&self) -> bool {
        self.systems.iter().all(|system| system.is_covered)
    }
}

/// Returns the text that stands for a prediction of `pages` missing pages.
pub(super) fn empty(pages: usize) -> Text<'static> {
    Text::with_pages("", &vec![0..0; pages])
}

/// Returns the text of a sample from the texts of its pages.
#[must_use]
pub fn joined<'a>(kind: Kind, pages: &[&'a str]) -> Text<'a> {
    match (kind, pages) {
        (Kind::Page | Kind::Formula, [page]) => Text::from(*page),
        _ => Text::document(pages.iter().copied()),
    }
}
