//! Formulas and tables of samples, as items for a judge.

use texlens_evaluate::{
    Formula, FormulaPair, InputError, Judged, Kind, SampleTexts, formula_pairs, formula_pairs_of, single_formula_pair,
    table_pairs,
};

use crate::matching::{Matched, MatchedFormula, PageMatching, without_delimiters};

/// A sample with the prediction of one system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject<'a> {
    /// The id of the sample.
    pub id: &'a str,
    /// The document of the sample; the sample's own id if it belongs to none.
    pub document: &'a str,
    /// The kind of the sample.
    pub kind: Kind,
    /// Name of the system. Judges never see it.
    pub system: &'a str,
    /// Reference LaTeX.
    pub reference: &'a str,
    /// The system's prediction; empty if there is none.
    pub prediction: &'a str,
}

impl<'a> Subject<'a> {
    /// Returns the sample with the prediction of each system.
    pub fn of_texts(sample: &'a SampleTexts) -> impl Iterator<Item = Self> {
        sample.predictions.iter().map(|(system, prediction)| Self {
            id: &sample.id,
            document: &sample.document,
            kind: sample.kind,
            system,
            reference: &sample.reference,
            prediction: prediction.as_deref().unwrap_or_default(),
        })
    }
}

/// A formula or table of the reference and its counterpart in the prediction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeItem {
    /// The sample's id, followed by `#` and the number of the formula, or by `#t` and the number of the table. For a
    /// sample that is a formula, the sample's id alone.
    pub id: String,
    /// The document of the sample.
    pub document: String,
    /// The system that made the prediction.
    pub system: String,
    /// The kind of the item.
    pub what: Judged,
    /// LaTeX of the reference, without delimiters.
    pub reference: String,
    /// LaTeX of the prediction; `None` if the prediction has no counterpart.
    pub prediction: Option<String>,
    /// Whether both have the same tokens after normalisation.
    pub has_same_tokens: bool,
    /// The reason why the counterpart is unknown, if a model had to find it and gave no valid answer. Such an item has
    /// no score.
    pub unmatched: Option<String>,
}

impl JudgeItem {
    /// Returns the texts for a prompt.
    pub(super) fn texts(&self) -> [(&str, &str); 2] {
        [
            ("reference", &self.reference),
            ("prediction", self.prediction.as_deref().unwrap_or_default()),
        ]
    }

    /// Makes an item from a pair of matched formulas. Returns `None` if the pair has no reference. `id` is used
    /// unchanged.
    #[must_use]
    pub fn of_pair(subject: &Subject<'_>, id: String, pair: &FormulaPair) -> Option<Self> {
        let reference = pair.reference.as_ref()?;
        let prediction = pair
            .prediction
            .as_ref()
            .filter(|prediction| !prediction.latex.trim().is_empty());
        Some(Self {
            id,
            document: subject.document.to_owned(),
            system: subject.system.to_owned(),
            what: if reference.display {
                Judged::Display
            } else {
                Judged::Inline
            },
            reference: reference.latex.clone(),
            prediction: prediction.map(|prediction| prediction.latex.clone()),
            has_same_tokens: pair.exact && prediction.is_some(),
            unmatched: None,
        })
    }
}

/// Returns an item for each formula of a sample's reference, matched with the prediction by [`formula_pairs_of`].
/// Formulas that occur only in the prediction are not items.
///
/// # Errors
/// If a text is too long.
pub fn formula_items(subject: &Subject<'_>) -> Result<Vec<JudgeItem>, InputError> {
    let pairs = formula_pairs_of(subject.kind, subject.reference, subject.prediction)?;
    Ok(items_of_pairs(subject, &pairs))
}

/// Returns the items of formula pairs that are already matched; see [`formula_items`].
#[must_use]
pub fn items_of_pairs(subject: &Subject<'_>, pairs: &[FormulaPair]) -> Vec<JudgeItem> {
    let pairs = pairs.iter().filter(|pair| pair.reference.is_some());
    let items = pairs.enumerate().filter_map(|(index, pair)| {
        let id = match subject.kind {
            Kind::Formula => subject.id.to_owned(),
            Kind::Page | Kind::Document => format!("{}#{}", subject.id, index + 1),
        };
        JudgeItem::of_pair(subject, id, pair)
    });
    items.collect()
}

/// Starts the paper's matching of a page or document. The caller drives it until it is done; [`matched_items`] makes
/// items from its result.
///
/// # Errors
/// If a text is too long.
pub fn page_matching(subject: &Subject<'_>) -> Result<PageMatching, InputError> {
    let formulas = formulas_of(subject.reference)?;
    let with_delimiters = |formula: Formula| {
        subject
            .reference
            .get(formula.range)
            .unwrap_or(&formula.latex)
            .to_owned()
    };
    Ok(PageMatching::new(
        formulas.into_iter().map(with_delimiters).collect(),
        subject.prediction,
    ))
}

/// Returns an item for each formula of a sample's reference, with the text that the paper's matching found for it,
/// without delimiters.
///
/// # Errors
/// If a text is too long.
pub fn matched_items(subject: &Subject<'_>, matched: &Matched) -> Result<Vec<JudgeItem>, InputError> {
    let mut items = Vec::new();
    for (index, (formula, found)) in formulas_of(subject.reference)?
        .into_iter()
        .zip(&matched.formulas)
        .enumerate()
    {
        let text = match found {
            MatchedFormula::Text(text) => Some(without_delimiters(text).1).filter(|text| !text.is_empty()),
            MatchedFormula::Missing | MatchedFormula::Failed => None,
        };
        let pair = text
            .map(|text| single_formula_pair(&formula.latex, text))
            .transpose()?
            .flatten();
        let has_failed = *found == MatchedFormula::Failed;
        items.push(JudgeItem {
            id: format!("{}#{}", subject.id, index + 1),
            document: subject.document.to_owned(),
            system: subject.system.to_owned(),
            what: if formula.display {
                Judged::Display
            } else {
                Judged::Inline
            },
            reference: formula.latex,
            prediction: text.map(str::to_owned),
            has_same_tokens: pair.is_some_and(|pair| pair.exact),
            unmatched: has_failed.then(|| "the model gave no valid answer when it matched the formulas".to_owned()),
        });
    }
    Ok(items)
}

/// Returns the formulas of a reference, in order.
fn formulas_of(reference: &str) -> Result<Vec<Formula>, InputError> {
    Ok(formula_pairs(reference, "")?
        .into_iter()
        .filter_map(|pair| pair.reference)
        .collect())
}

/// Returns an item for each table of a sample's reference, matched with those of the prediction by [`table_pairs`].
///
/// # Errors
/// If a text is too long.
pub fn table_items(subject: &Subject<'_>) -> Result<Vec<JudgeItem>, InputError> {
    if subject.kind == Kind::Formula {
        return Ok(Vec::new());
    }
    let pairs = table_pairs(subject.reference, subject.prediction)?;
    let item = |(index, pair): (usize, texlens_evaluate::TablePair)| JudgeItem {
        id: format!("{}#t{}", subject.id, index + 1),
        document: subject.document.to_owned(),
        system: subject.system.to_owned(),
        what: Judged::Table,
        has_same_tokens: pair
            .prediction
            .as_ref()
            .is_some_and(|prediction| *prediction == pair.reference),
        reference: pair.reference,
        prediction: pair.prediction,
        unmatched: None,
    };
    Ok(pairs.into_iter().enumerate().map(item).collect())
}
