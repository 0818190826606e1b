//! Reports with texts: what is judged comes from them, and they are written again with the verdicts.

use std::collections::HashSet;
use std::path::Path;

use texlens_evaluate::{Evaluation, JudgeRun, SampleResult};
use texlens_judge::judging::{JudgeItem, Subject, formula_items, items_of_pairs, table_items};
use texlens_report::{Assets, JudgeInput, add_judge, from_html, read_judge_input, to_html};

use crate::failure::Failure;
use crate::input::read_text;

/// A report in either of its forms.
pub(super) enum Report {
    /// Scores of a dataset.
    Scores { json: String, input: JudgeInput },
    /// A page.
    Page(Box<Evaluation>),
}

impl Report {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let text = read_text(path)?;
        if text.trim_start().starts_with('{') {
            let input = read_judge_input(&text)?;
            return Ok(Self::Scores { json: text, input });
        }
        Ok(Self::Page(Box::new(from_html(&text)?)))
    }

    /// What earlier judges have said.
    pub(super) fn earlier(&self) -> &[JudgeRun] {
        match self {
            Self::Scores { input, .. } => &input.judge,
            Self::Page(evaluation) => &evaluation.judge,
        }
    }

    /// Formulas and tables of every sample and system.
    pub(super) fn items(&self) -> Result<Vec<JudgeItem>, Failure> {
        let mut items = Vec::new();
        match self {
            Self::Scores { input, .. } => {
                for sample in &input.texts {
                    for (system, prediction) in &sample.predictions {
                        let subject = Subject {
                            id: &sample.id,
                            document: &sample.document,
                            kind: sample.kind,
                            system,
                            reference: &sample.reference,
                            prediction: prediction.as_deref().unwrap_or_default(),
                        };
                        items.extend(formula_items(&subject)?);
                        items.extend(table_items(&subject)?);
                    }
                }
            }
            Self::Page(evaluation) => {
                let documents: HashSet<&str> = evaluation
                    .samples
                    .iter()
                    .filter_map(|sample| Some(sample.page_of.as_ref()?.document.as_str()))
                    .collect();
                // A document whose pages are samples is judged page by page.
                for sample in evaluation
                    .samples
                    .iter()
                    .filter(|sample| !documents.contains(sample.id.as_str()))
                {
                    items.extend(of_sample(sample)?);
                }
            }
        }
        Ok(items)
    }

    /// The report with a run.
    pub(super) fn with(self, run: &JudgeRun, katex: Option<&Path>) -> Result<String, Failure> {
        match self {
            Self::Scores { json, .. } => Ok(add_judge(&json, run)?),
            Self::Page(mut evaluation) => {
                evaluation.judge.push(run.clone());
                let assets = match katex {
                    Some(folder) => super::super::evaluate::assets(Some(folder))?,
                    None => Assets::default(),
                };
                Ok(to_html(&evaluation, &assets)?)
            }
        }
    }
}

/// Of a sample with a reference that a system was asked about. Pairs that were matched before are taken as they are.
fn of_sample(sample: &SampleResult) -> Result<Vec<JudgeItem>, Failure> {
    let (Some(reference), Some(prediction)) = (&sample.reference, &sample.prediction) else {
        return Ok(Vec::new());
    };
    let document = sample.page_of.as_ref().map_or(&sample.id, |page| &page.document);
    let subject = Subject {
        id: &sample.id,
        document,
        kind: sample.kind,
        system: &prediction.system,
        reference,
        prediction: &prediction.latex,
    };
    let mut items = if sample.formulas.is_empty() {
        formula_items(&subject)?
    } else {
        items_of_pairs(&subject, &sample.formulas)
    };
    items.extend(table_items(&subject)?);
    Ok(items)
}
