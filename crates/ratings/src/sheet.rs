//! The file of one rater: the questions and, as far as they are given, the answers.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Response};
use crate::error::SheetError;
use crate::limits::MAX_JSON;
use crate::scale::Scale;
use crate::study::{Study, Subject, Task};

/// A rater's sheet. It is blind: it names no system, no formula and no score, and does not say which questions are
/// checks. The same file holds the answers, so that a person can stop, save and go on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// [`Sheet::FORMAT`].
    pub format: String,
    /// [`Sheet::VERSION`].
    pub version: u32,
    /// [`Study::hash`] of the study.
    pub study: String,
    /// Number of the rater, from 1. Nothing else tells who it is.
    pub rater: u32,
    /// The title of the study.
    pub title: String,
    /// The scale of the answers.
    pub scale: Scale,
    /// The text to read first; paragraphs are separated by empty lines.
    pub instructions: String,
    /// The questions, in the order in which they are asked.
    pub questions: Vec<Question>,
    /// The answers so far, in the order in which they were first given.
    #[serde(default)]
    pub answers: Vec<Answer>,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// LaTeX of the reference.
    pub reference: String,
    /// LaTeX of the version, or of the left and the right one.
    pub shown: Vec<String>,
}

impl Sheet {
    /// The value of `format`.
    pub const FORMAT: &str = "texlens-rating-sheet";
    /// The value of `version`.
    pub const VERSION: u32 = 1;

    /// Makes the empty sheet of a rater, or `None` if the study has no such rater. A caller that makes all sheets
    /// calculates [`Study::hash`] once.
    #[must_use]
    pub fn of(study: &Study, hash: &str, rater: u32) -> Option<Self> {
        let tasks = study.tasks_of(rater)?;
        Some(Self {
            format: Self::FORMAT.to_owned(),
            version: Self::VERSION,
            study: hash.to_owned(),
            rater,
            title: study.title.clone(),
            scale: study.scale,
            instructions: study.instructions.clone(),
            questions: tasks.iter().filter_map(|task| question(study, task)).collect(),
            answers: Vec::new(),
        })
    }

    /// Reads a sheet to go on with it.
    ///
    /// # Errors
    /// If the JSON is not a sheet, is too large or is inconsistent.
    pub fn read(json: &str) -> Result<Self, SheetError> {
        if json.len() > MAX_JSON {
            return Err(SheetError::TooLarge { bytes: json.len() });
        }
        let sheet: Self = serde_json::from_str(json).map_err(|error| SheetError::NotASheet(error.to_string()))?;
        if sheet.format != Self::FORMAT {
            return Err(SheetError::NotASheet(format!("its format is {:?}", sheet.format)));
        }
        if sheet.version != Self::VERSION {
            return Err(SheetError::Version(sheet.version));
        }
        for question in &sheet.questions {
            if question.shown.len() != sheet.scale.versions() {
                return Err(SheetError::Damaged("a question does not fit the scale".to_owned()));
            }
        }
        for answer in &sheet.answers {
            sheet.check(answer.question, &answer.answer)?;
        }
        Ok(sheet)
    }

    /// Writes the sheet with its answers as JSON. The name of a file for it is [`Sheet::file_name`].
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).map_or_else(|_| String::new(), |json| json + "\n")
    }

    /// Returns the name of the sheet's file, such as `sheet-07.json`, with as many digits as the number of raters has,
    /// but at least two.
    #[must_use]
    pub fn file_name(rater: u32, raters: u32) -> String {
        let digits = raters.to_string().len().max(2);
        format!("sheet-{rater:0digits$}.json")
    }

    /// Returns the answer to a question, counted from 1.
    #[must_use]
    pub fn answer(&self, question: u32) -> Option<&Answer> {
        // A later answer replaces an earlier one.
        self.answers.iter().rev().find(|answer| answer.question == question)
    }

    /// Returns the number of questions with an answer.
    #[must_use]
    pub fn answered(&self) -> usize {
        let answered: HashSet<u32> = self.answers.iter().map(|answer| answer.question).collect();
        answered.len()
    }

    /// Reports whether every question has an answer.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.answered() == self.questions.len()
    }

    /// Returns the first question without an answer after the given one, then from the beginning; `None` if every
    /// question has one. With 0, the search starts at the first question.
    #[must_use]
    pub fn next_open(&self, after: u32) -> Option<u32> {
        let last = u32::try_from(self.questions.len()).unwrap_or(u32::MAX);
        let answered: HashSet<u32> = self.answers.iter().map(|answer| answer.question).collect();
        let is_open = |question: &u32| !answered.contains(question);
        (after.saturating_add(1)..=last)
            .chain(1..=after.min(last))
            .find(is_open)
    }

    /// Sets the answer to a question. An earlier answer keeps its place in the order.
    ///
    /// # Errors
    /// If there is no such question, or the scale does not have the answer. Then nothing changes.
    pub fn set(&mut self, question: u32, answer: Response, seconds: Option<f64>) -> Result<(), SheetError> {
        self.check(question, &answer)?;
        let seconds = seconds.filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
        let answer = Answer {
            question,
            answer,
            seconds,
        };
        match self.answers.iter_mut().rev().find(|known| known.question == question) {
            Some(known) => *known = answer,
            None => self.answers.push(answer),
        }
        Ok(())
    }

    /// Removes the answer to a question, if there is one.
    pub fn clear(&mut self, question: u32) {
        self.answers.retain(|answer| answer.question != question);
    }

    fn check(&self, question: u32, answer: &Response) -> Result<(), SheetError> {
        let place = usize::try_from(question).ok().and_then(|number| number.checked_sub(1));
        if place.is_none_or(|place| place >= self.questions.len()) {
            return Err(SheetError::NoQuestion(question));
        }
        if !answer.is_on(self.scale) {
            return Err(SheetError::NotOnScale(answer.to_string()));
        }
        Ok(())
    }
}

fn question(study: &Study, task: &Task) -> Option<Question> {
    let (reference, mut shown) = match task.subject {
        Subject::Pair(pair) => {
            let pair = study.pairs.get(pair)?;
            let versions = pair.versions.iter().map(|version| version.prediction.clone());
            (pair.reference.clone(), versions.collect::<Vec<_>>())
        }
        Subject::Check(check) => {
            let check = study.checks.get(check)?;
            (check.reference.clone(), check.versions.clone())
        }
    };
    if task.is_swapped {
        shown.reverse();
    }
    Some(Question { reference, shown })
}
