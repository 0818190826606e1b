//! Reports with texts: the source of the judged items, and the output with the verdicts.

use std::path::Path;

use texlens_evaluate::{
    Evaluation, FormulaPair, JudgeRun, Kind, PackedBoard, Problem, SampleResult, Unit, ValueTable, units,
};
use texlens_judge::judging::{JudgeItem, Subject, formula_items, items_of_pairs, page_matching, table_items};
use texlens_report::{
    Assets, JudgeInput, MAX_BYTES, add_judge, from_html, item_values, read_item_values, read_judge_input, to_html,
};

use super::error::JudgeError;
use crate::asking::Session;
use crate::commands::evaluate::assets;
use crate::failure::Failure;
use crate::input::read_text;

/// A report as JSON or as HTML.
pub(in crate::commands) enum Report {
    /// Scores of a dataset, as JSON.
    Scores { json: String, input: JudgeInput },
    /// A page, as HTML.
    Page(Box<Page>),
}

/// A report as a page, with its boards.
pub(in crate::commands) struct Page {
    evaluation: Evaluation,
    boards: Vec<PackedBoard>,
}

impl Report {
    pub(in crate::commands) fn read(path: &Path) -> Result<Self, Failure> {
        let text = read_text(path, MAX_BYTES as u64)?;
        if text.trim_start().starts_with('{') {
            let input = read_judge_input(&text)?;
            return Ok(Self::Scores { json: text, input });
        }
        let evaluation = from_html(&text)?;
        let boards = evaluation.boards();
        Ok(Self::Page(Box::new(Page { evaluation, boards })))
    }

    /// Returns the runs of earlier judges.
    pub(in crate::commands) fn earlier(&self) -> &[JudgeRun] {
        match self {
            Self::Scores { input, .. } => &input.judge,
            Self::Page(page) => &page.evaluation.judge,
        }
    }

    /// Returns the metrics of the report's formulas.
    pub(in crate::commands) fn metrics(&self) -> Result<ValueTable, Failure> {
        Ok(match self {
            Self::Scores { json, .. } => read_item_values(json)?.table,
            Self::Page(page) => item_values(&page.evaluation).table,
        })
    }

    /// Returns every sample of every system, with its formula pairs if they are already matched.
    pub(in crate::commands) fn subjects<'a>(&'a self) -> Vec<(Subject<'a>, &'a [FormulaPair])> {
        match self {
            Self::Scores { input, .. } => {
                let of_sample = |sample| Subject::of_texts(sample).map(|subject| (subject, &[][..]));
                input.texts.iter().flat_map(of_sample).collect()
            }
            Self::Page(page) => {
                let samples = &page.evaluation.samples;
                let sample = |place: u32| samples.get(place as usize);
                let units = units(&page.boards, |place| sample(place).map(|sample| sample.id.as_str()));
                let subject = |unit: Unit<'a>| match unit.sample {
                    Some(place) => {
                        let sample = sample(place)?;
                        Some((subject_of_sample(&unit, sample)?, sample.formulas.as_slice()))
                    }
                    None => Some((subject_of_unit(&unit)?, &[][..])),
                };
                units.into_iter().filter_map(subject).collect()
            }
        }
    }

    /// Returns the report with a run added.
    pub(super) fn with(self, run: &JudgeRun, katex: Option<&Path>) -> Result<String, Failure> {
        match self {
            Self::Scores { json, .. } => Ok(add_judge(&json, run)?),
            Self::Page(page) => {
                let mut evaluation = page.evaluation;
                evaluation.add_judge(run.clone());
                let assets = match katex {
                    Some(folder) => assets(Some(folder))?,
                    None => Assets::default(),
                };
                Ok(to_html(&evaluation, &assets)?)
            }
        }
    }
}

/// Makes the subject of a sample that has a reference and a prediction.
fn subject_of_sample<'a>(unit: &Unit<'a>, sample: &'a SampleResult) -> Option<Subject<'a>> {
    let prediction = sample.prediction.as_ref()?;
    Some(Subject {
        id: unit.id,
        document: unit.document,
        kind: sample.kind,
        system: &prediction.system,
        reference: sample.reference.as_deref()?,
        prediction: &prediction.latex,
    })
}

/// Makes the subject of a sample without a prediction of the system.
fn subject_of_unit<'a>(unit: &Unit<'a>) -> Option<Subject<'a>> {
    Some(Subject {
        id: unit.id,
        document: unit.document,
        kind: unit.kind,
        system: unit.system,
        reference: unit.reference?,
        prediction: "",
    })
}

/// Returns formulas and tables, matched by rules. Formula pairs that are already matched are used unchanged.
pub(super) fn items(subjects: &[(Subject<'_>, &[FormulaPair])]) -> Result<Vec<JudgeItem>, Failure> {
    let mut items = Vec::new();
    for (subject, pairs) in subjects {
        match pairs {
            [] => items.extend(formula_items(subject)?),
            pairs => items.extend(items_of_pairs(subject, pairs)),
        }
        items.extend(table_items(subject)?);
    }
    Ok(items)
}

/// Items, the calls by which they were matched, and the problems.
type MatchedItems = (Vec<JudgeItem>, Vec<usize>, Vec<Problem>);

/// Returns formulas matched by the model, page by page, and tables matched by rules. Returns `None` in a dry run, where
/// only the first calls are known.
pub(super) fn matched_items(
    subjects: &[(Subject<'_>, &[FormulaPair])],
    session: &mut Session,
    is_dry_run: bool,
) -> Result<Option<MatchedItems>, Failure> {
    let is_page = |subject: &Subject<'_>| subject.kind != Kind::Formula;
    let pages = subjects
        .iter()
        .map(|(subject, _)| subject)
        .filter(|subject| is_page(subject));
    let mut pages = pages
        .map(|subject| Ok((subject, page_matching(subject)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let mut calls = Vec::new();
    while pages.iter().any(|(_, page)| !page.is_done()) {
        let mut asked = Vec::with_capacity(pages.len());
        for (_, page) in &pages {
            let needed = page.calls().map_err(JudgeError::Protocol)?;
            asked.push(
                needed
                    .into_iter()
                    .map(|call| session.run.add(call))
                    .collect::<Vec<usize>>(),
            );
        }
        if is_dry_run {
            return Ok(None);
        }
        session.drive()?;
        if let Some(stopped) = session.run.stopped() {
            return Err(JudgeError::Unmatched(stopped.to_string()).into());
        }
        for ((_, page), asked) in pages.iter_mut().zip(&asked) {
            let answer = |call: &usize| session.run.record(*call)?.answer().cloned();
            page.answered(&asked.iter().map(answer).collect::<Vec<_>>());
        }
        calls.extend(asked.into_iter().flatten());
    }
    let (mut items, mut problems) = (Vec::new(), Vec::new());
    for (subject, page) in pages {
        let matched = page.result();
        problems.extend(matched.problems.iter().map(|message| Problem {
            sample: subject.id.to_owned(),
            system: Some(subject.system.to_owned()),
            message: message.clone(),
        }));
        items.extend(texlens_judge::judging::matched_items(subject, &matched)?);
        items.extend(table_items(subject)?);
    }
    for (subject, _) in subjects.iter().filter(|(subject, _)| !is_page(subject)) {
        items.extend(formula_items(subject)?);
    }
    Ok(Some((items, calls, problems)))
}
