//! The answers of a sheet that came back. One damaged answer does not damage the others.

use serde::Deserialize;
use serde_json::Value;

use crate::answer::Answer;
use crate::error::SheetError;
use crate::limits::{MAX_ANSWERS, MAX_JSON};
use crate::sheet::Sheet;

/// The answers of a file, and whose they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Filled {
    /// [`Study::hash`](crate::Study::hash) of the study.
    pub study: String,
    /// Number of the rater.
    pub rater: u32,
    /// The answers, in the order of the file.
    pub answers: Vec<Answer>,
    /// Numbers of the entries of `answers`, from 1, that are not answers.
    pub damaged: Vec<usize>,
}

/// The fields of a file that matter here.
#[derive(Deserialize)]
struct Written {
    format: String,
    version: u32,
    study: String,
    rater: u32,
    #[serde(default)]
    answers: Vec<Value>,
}

impl Filled {
    /// Reads the answers of a sheet, complete or not.
    ///
    /// # Errors
    /// If the JSON is not a sheet or is too large.
    pub fn read(json: &str) -> Result<Self, SheetError> {
        if json.len() > MAX_JSON {
            return Err(SheetError::TooLarge { bytes: json.len() });
        }
        let written: Written = serde_json::from_str(json).map_err(|error| SheetError::NotASheet(error.to_string()))?;
        if written.format != Sheet::FORMAT {
            return Err(SheetError::NotASheet(format!("its format is {:?}", written.format)));
        }
        if written.version != Sheet::VERSION {
            return Err(SheetError::Version(written.version));
        }
        if written.answers.len() > MAX_ANSWERS {
            return Err(SheetError::Damaged(
                "it has more answers than any study asks for".to_owned(),
            ));
        }
        let (mut answers, mut damaged) = (Vec::with_capacity(written.answers.len()), Vec::new());
        for (number, answer) in (1..).zip(written.answers) {
            match serde_json::from_value(answer) {
                Ok(answer) => answers.push(answer),
                Err(_) => damaged.push(number),
            }
        }
        Ok(Self {
            study: written.study,
            rater: written.rater,
            answers,
            damaged,
        })
    }
}

impl From<&Sheet> for Filled {
    fn from(sheet: &Sheet) -> Self {
        Self {
            study: sheet.study.clone(),
            rater: sheet.rater,
            answers: sheet.answers.clone(),
            damaged: Vec::new(),
        }
    }
}
