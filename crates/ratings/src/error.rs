//! Errors of studies and sheets, with advice.

use crate::limits::{MAX_ANSWERS, MAX_GROUPS, MAX_JSON, MAX_PAIRS, MAX_RATERS, MAX_TEXT};

/// The reason why a study cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DesignError {
    /// There is nothing to rate.
    #[error("there are no pairs to rate; name an evaluation or a list with formulas that have predictions")]
    NoPairs,
    /// A system that has no predictions.
    #[error("there is no system {0:?}; there are {1}")]
    NoSystem(String, String),
    /// A number is 0.
    #[error("{0} is 0; at least 1 is needed")]
    Zero(&'static str),
    /// More ratings of a pair than raters.
    #[error(
        "each pair needs {each} different raters, and there are {raters} in a group; take more raters, fewer ratings or fewer groups"
    )]
    TooFewRaters {
        /// Ratings of each pair.
        each: usize,
        /// Raters of a group.
        raters: usize,
    },
    /// Raters that cannot be divided into groups of the same size.
    #[error("{raters} raters cannot be divided into {groups} groups of the same size; take a multiple of {groups}")]
    Groups {
        /// Number of raters.
        raters: usize,
        /// Number of groups.
        groups: usize,
    },
    /// More than a limit.
    #[error("{found} {what} are too many; the limit is {limit}")]
    TooMany {
        /// Plural of the thing.
        what: &'static str,
        /// The number.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// More checks in a sheet than there are.
    #[error("{wanted} attention checks for each rater are too many; there are {there}")]
    Checks {
        /// The wanted number.
        wanted: usize,
        /// The number of different checks.
        there: usize,
    },
    /// Choices between systems, with a single system.
    #[error(
        "a choice needs two systems with different predictions of the same formula; add another system, or let people rate"
    )]
    OneSystem,
    /// A text is too long.
    #[error("the {what} of {id} has {bytes} bytes, the limit is {max}; leave it out", max = MAX_TEXT)]
    TooLong {
        /// The text.
        what: &'static str,
        /// Id of the pair.
        id: String,
        /// Its size.
        bytes: usize,
    },
}

impl DesignError {
    pub(crate) fn pairs(found: usize) -> Self {
        Self::TooMany {
            what: "pairs",
            found,
            limit: MAX_PAIRS,
        }
    }

    pub(crate) fn raters(found: usize) -> Self {
        Self::TooMany {
            what: "raters",
            found,
            limit: MAX_RATERS,
        }
    }

    pub(crate) fn groups(found: usize) -> Self {
        Self::TooMany {
            what: "groups",
            found,
            limit: MAX_GROUPS,
        }
    }

    pub(crate) fn answers(found: usize) -> Self {
        Self::TooMany {
            what: "answers",
            found,
            limit: MAX_ANSWERS,
        }
    }
}

/// The reason why a file is not a study.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// The file is too large.
    #[error("the file has {bytes} bytes, the limit is {max}", max = MAX_JSON)]
    TooLarge {
        /// Size of the file.
        bytes: usize,
    },
    /// The file is something else.
    #[error("the file is not a study ({0}); name the study.json that `texlens ratings make` has written")]
    NotAStudy(String),
    /// Another version has written the file.
    #[error("the study has version {0} of the format, which this texlens does not read; use the one that wrote it")]
    Version(u32),
    /// Parts of the file do not fit together.
    #[error("the study is damaged: {0}; take the file that `texlens ratings make` has written")]
    Damaged(String),
}

/// The reason why a file is not a sheet, or why an answer is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// The file is too large.
    #[error("the file has {bytes} bytes, the limit is {max}", max = MAX_JSON)]
    TooLarge {
        /// Size of the file.
        bytes: usize,
    },
    /// The file is something else.
    #[error(
        "the file is not a sheet with ratings ({0}); take the file that was given to the rater or saved by the app"
    )]
    NotASheet(String),
    /// Another version has written the file.
    #[error("the sheet has version {0} of the format, which this texlens does not read; use the one that wrote it")]
    Version(u32),
    /// Parts of the file do not fit together.
    #[error("the sheet is damaged: {0}; take the file that was given to the rater")]
    Damaged(String),
    /// The sheet has no such question.
    #[error("there is no question {0}")]
    NoQuestion(u32),
    /// The scale does not have the answer.
    #[error("{0} is not on the scale")]
    NotOnScale(String),
}
