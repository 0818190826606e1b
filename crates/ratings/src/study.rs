//! A study: everything that is asked, of whom, and what is hidden from the raters.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::StudyError;
use crate::limits::{MAX_ANSWERS, MAX_JSON, MAX_PAIRS, MAX_RATERS, MAX_TEXT};
use crate::scale::Scale;

/// A study. Only the person who runs it has this file: it names the systems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Study {
    /// [`Study::FORMAT`].
    pub format: String,
    /// [`Study::VERSION`].
    pub version: u32,
    /// The title that raters see. It should not name a system.
    pub title: String,
    /// The seed of the assignment.
    pub seed: u64,
    /// The scale of all answers.
    pub scale: Scale,
    /// Number of raters of each pair, in each group.
    pub each: u32,
    /// The text that raters read before they begin; paragraphs are separated by empty lines.
    pub instructions: String,
    /// The groups of raters. Every rater is in one group.
    pub groups: Vec<Group>,
    /// The pairs.
    pub pairs: Vec<Pair>,
    /// Questions with a known answer.
    pub checks: Vec<Check>,
    /// What each rater is asked, in this order. The first list is that of rater 1.
    pub tasks: Vec<Vec<Task>>,
}

/// A group of raters. Raters are numbers; who they are stands nowhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Name of the group.
    pub name: String,
    /// Numbers of its raters, from 1.
    pub raters: Vec<u32>,
}

/// A reference and the version, or the two versions, that people compare with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// Id of the formula, as in the evaluation.
    pub id: String,
    /// LaTeX of the reference.
    pub reference: String,
    /// One version for ratings, two for choices.
    pub versions: Vec<Version>,
}

/// A system's version of a formula.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// Name of the system.
    pub system: String,
    /// LaTeX of the prediction.
    pub prediction: String,
}

/// An attention check: a question whose answer is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// LaTeX of the reference.
    pub reference: String,
    /// LaTeX of the one or two versions.
    pub versions: Vec<String>,
    /// The answers that pass.
    pub expected: Expected,
}

/// The answers to a check that pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    /// Ratings from the first to the second number.
    Ratings(i64, i64),
    /// The choice of the version with this index.
    Version(usize),
}

/// A question for a rater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The subject of the question.
    #[serde(flatten)]
    pub subject: Subject,
    /// Whether the second version is on the left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_swapped: bool,
}

/// The subject of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The index of a pair.
    Pair(usize),
    /// The index of a check.
    Check(usize),
}

impl Study {
    /// The value of `format`.
    pub const FORMAT: &str = "texlens-rating-study";
    /// The value of `version`.
    pub const VERSION: u32 = 1;
    /// The name of the file.
    pub const FILE: &str = "study.json";

    /// Reads a study from JSON and checks it.
    ///
    /// # Errors
    /// If the JSON is not a study, is too large or is inconsistent.
    pub fn read(json: &str) -> Result<Self, StudyError> {
        if json.len() > MAX_JSON {
            return Err(StudyError::TooLarge { bytes: json.len() });
        }
        let study: Self = serde_json::from_str(json).map_err(|error| StudyError::NotAStudy(error.to_string()))?;
        if study.format != Self::FORMAT {
            return Err(StudyError::NotAStudy(format!("its format is {:?}", study.format)));
        }
        if study.version != Self::VERSION {
            return Err(StudyError::Version(study.version));
        }
        study.check()?;
        Ok(study)
    }

    /// Writes the study as JSON. The same study gives the same bytes on every machine.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).map_or_else(|_| String::new(), |json| json + "\n")
    }

    /// Returns the SHA-256 of the study in hexadecimal. Each sheet has it, so that no answer is counted for another
    /// study. White space of the file does not matter.
    #[must_use]
    pub fn hash(&self) -> String {
        hex::encode(Sha256::digest(serde_json::to_vec(self).unwrap_or_default()))
    }

    /// Returns the number of raters.
    #[must_use]
    pub fn raters(&self) -> u32 {
        u32::try_from(self.tasks.len()).unwrap_or(u32::MAX)
    }

    /// Returns the tasks of a rater, or `None` if the study has no such rater.
    #[must_use]
    pub fn tasks_of(&self, rater: u32) -> Option<&[Task]> {
        let place = usize::try_from(rater).ok()?.checked_sub(1)?;
        self.tasks.get(place).map(Vec::as_slice)
    }

    /// Returns the systems in alphabetical order.
    #[must_use]
    pub fn systems(&self) -> Vec<&str> {
        let versions = self.pairs.iter().flat_map(|pair| &pair.versions);
        let mut systems: Vec<&str> = versions.map(|version| version.system.as_str()).collect();
        systems.sort_unstable();
        systems.dedup();
        systems
    }

    /// Checks that everything fits together and is within the limits.
    fn check(&self) -> Result<(), StudyError> {
        let damaged = |detail: String| Err(StudyError::Damaged(detail));
        let answers: usize = self.tasks.iter().map(Vec::len).sum();
        if self.pairs.len() > MAX_PAIRS || self.tasks.len() > MAX_RATERS || answers > 2 * MAX_ANSWERS {
            return damaged("it is beyond the limits of a study".to_owned());
        }
        for (index, pair) in self.pairs.iter().enumerate() {
            let texts = pair
                .versions
                .iter()
                .flat_map(|version| [&version.system, &version.prediction]);
            if texts
                .chain([&pair.id, &pair.reference])
                .any(|text| text.len() > MAX_TEXT)
            {
                return damaged(format!("a text of pair {} is too long", index + 1));
            }
            if pair.versions.len() != self.scale.versions() {
                return damaged(format!("pair {} has {} versions", index + 1, pair.versions.len()));
            }
        }
        for (index, check) in self.checks.iter().enumerate() {
            let fits = match (check.expected, self.scale.range()) {
                (Expected::Ratings(..), Some(_)) => true,
                (Expected::Version(version), None) => version < self.scale.versions(),
                _ => false,
            };
            if !fits || check.versions.len() != self.scale.versions() {
                return damaged(format!("check {} does not fit the scale", index + 1));
            }
        }
        for (index, tasks) in self.tasks.iter().enumerate() {
            let mut seen = Vec::with_capacity(tasks.len());
            for task in tasks {
                match task.subject {
                    Subject::Pair(pair) if pair < self.pairs.len() => seen.push(pair),
                    Subject::Check(check) if check < self.checks.len() => {}
                    _ => return damaged(format!("rater {} is asked about nothing", index + 1)),
                }
            }
            seen.sort_unstable();
            if seen.windows(2).any(|two| two.first() == two.last()) {
                return damaged(format!("rater {} is asked twice about a pair", index + 1));
            }
        }
        let mut raters: Vec<u32> = self
            .groups
            .iter()
            .flat_map(|group| group.raters.iter().copied())
            .collect();
        raters.sort_unstable();
        if !raters.iter().copied().eq(1..=self.raters()) {
            return damaged("its raters are not in one group each".to_owned());
        }
        Ok(())
    }
}
