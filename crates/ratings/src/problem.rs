//! What is wrong with the files that came back.

use serde::Serialize;

/// A problem of a file, a rater or an answer. Its text says what was done about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "problem", rename_all = "snake_case")]
pub enum Problem {
    /// A file is not a sheet.
    #[error("{file}: {reason}")]
    Unreadable {
        /// Name of the file.
        file: String,
        /// The reason, with advice.
        reason: String,
    },
    /// A sheet of another study, or of this study before it was changed.
    #[error("{file}: the sheet belongs to another study, so it is left out; name the study.json that was made with it")]
    OtherStudy {
        /// Name of the file.
        file: String,
    },
    /// The study has no such rater.
    #[error("{file}: the study has no rater {rater}, so the sheet is left out; correct the number in the file")]
    NoRater {
        /// Name of the file.
        file: String,
        /// Number of the rater.
        rater: u32,
    },
    /// Two files of the same rater.
    #[error("rater {rater} has several files; {kept} counts, and {other} adds answers that it lacks")]
    SameRater {
        /// Number of the rater.
        rater: u32,
        /// The file with more answers; of equals, the later one.
        kept: String,
        /// The other file.
        other: String,
    },
    /// Two files of a rater, or two answers in one, differ.
    #[error("rater {rater}, question {question}: the answers {kept} and {other} differ; {kept} counts")]
    Conflict {
        /// Number of the rater.
        rater: u32,
        /// Number of the question.
        question: u32,
        /// The answer that counts.
        kept: String,
        /// The other answer.
        other: String,
    },
    /// The rater has no such question.
    #[error("{file}: rater {rater} has no question {question}, so the answer is left out")]
    NoQuestion {
        /// Name of the file.
        file: String,
        /// Number of the rater.
        rater: u32,
        /// Number of the question.
        question: u32,
    },
    /// An answer that the scale does not have.
    #[error("{file}: rater {rater}, question {question}: {answer} is not on the scale, so the answer is left out")]
    NotOnScale {
        /// Name of the file.
        file: String,
        /// Number of the rater.
        rater: u32,
        /// Number of the question.
        question: u32,
        /// The answer.
        answer: String,
    },
    /// An entry that is not an answer.
    #[error("{file}: answer {number} cannot be read, so it is left out")]
    Damaged {
        /// Name of the file.
        file: String,
        /// Number of the entry, from 1.
        number: usize,
    },
    /// An attention check that was not passed.
    #[error("rater {rater}, question {question}: the attention check expects {expected}, and the answer is {answer}")]
    FailedCheck {
        /// Number of the rater.
        rater: u32,
        /// Number of the question.
        question: u32,
        /// The answers that pass.
        expected: String,
        /// The answer.
        answer: String,
    },
    /// A rater whose answers do not count.
    #[error("rater {rater} is excluded: {failed} of {checks} answered attention checks were not passed")]
    Excluded {
        /// Number of the rater.
        rater: u32,
        /// Number of checks that were not passed.
        failed: usize,
        /// Number of checks with an answer.
        checks: usize,
    },
}
