//! What a checker reports.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// One of the six types of errors that the paper's judges name (appendix D).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ErrorType {
    /// A part that was asked for is missing.
    #[serde(rename = "Capability Error")]
    Capability,
    /// The LaTeX does not compile.
    #[serde(rename = "Syntax Error")]
    Syntax,
    /// A part is there but does not do what was asked, for example a reference to another part.
    #[serde(rename = "Logical Error")]
    Logical,
    /// A package is missing, or an unrelated package is loaded.
    #[serde(rename = "Package Error")]
    Package,
    /// A rule of form is broken: a label before its caption, or incomplete rules of booktabs.
    #[serde(rename = "Formatting Error")]
    Formatting,
    /// Something has changed or is there that must not be.
    #[serde(rename = "Constraint Violation")]
    Constraint,
}

impl ErrorType {
    /// Returns the paper's name of the type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Capability => "Capability Error",
            Self::Syntax => "Syntax Error",
            Self::Logical => "Logical Error",
            Self::Package => "Package Error",
            Self::Formatting => "Formatting Error",
            Self::Constraint => "Constraint Violation",
        }
    }
}

/// A reason why an answer does not pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The type of error.
    pub error_type: ErrorType,
    /// The bytes of the checked text that are wrong. If something is missing, the range is empty and stands where it
    /// could be added.
    pub range: Range<usize>,
    /// Line of the start of the range, from 1.
    pub line: usize,
    /// Column of the start of the range in characters, from 1.
    pub column: usize,
    /// What is wrong, in a sentence without its full stop.
    pub message: String,
    /// How to correct it, in a sentence without its full stop.
    pub advice: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            message,
            advice,
            ..
        } = self;
        write!(f, "{line}:{column}: {message}. {advice}.")
    }
}

/// What a rule reports, before its type of error and its line are known.
pub(crate) struct Flaw {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
    pub(crate) advice: String,
}

/// Findings on a text in the order in which they were made.
pub(crate) struct Findings<'a> {
    text: &'a str,
    list: Vec<Finding>,
}

impl<'a> Findings<'a> {
    /// Maximum number of findings on one text. Later ones are dropped, so that the time stays linear in the text.
    const MOST: usize = 100;

    pub(crate) fn on(text: &'a str) -> Self {
        Self { text, list: Vec::new() }
    }

    pub(crate) fn add(
        &mut self,
        error_type: ErrorType,
        range: Range<usize>,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) {
        if self.list.len() >= Self::MOST {
            return;
        }
        let before = self.text.get(..range.start).unwrap_or(self.text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        self.list.push(Finding {
            error_type,
            range,
            line: 1 + before.matches('\n').count(),
            column: 1 + line.chars().count(),
            message: message.into(),
            advice: advice.into(),
        });
    }

    pub(crate) fn into_list(self) -> Vec<Finding> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_has_its_line_and_column() {
        let mut findings = Findings::on("é\nüx\n");
        findings.add(ErrorType::Logical, 5..6, "This is an x", "Remove it");
        let finding = &findings.into_list()[0];
        assert_eq!(finding.to_string(), "2:2: This is an x. Remove it.");
        assert_eq!(
            serde_json::to_value(finding.error_type).ok(),
            Some(finding.error_type.name().into())
        );
    }

    #[test]
    fn findings_are_limited() {
        let mut findings = Findings::on("");
        for _ in 0..1000 {
            findings.add(ErrorType::Syntax, 0..0, "a", "b");
        }
        assert_eq!(findings.into_list().len(), Findings::MOST);
    }
}
