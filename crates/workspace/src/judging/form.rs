//! The form with which a person asks a judge.

use serde::{Deserialize, Serialize};
use texlens_evaluate::Judged;
use texlens_judge::{Protocol, Record, RunSettings};

use super::model::{ModelForm, Problem, budget};

/// The judge form as typed: the endpoint, the questions and the budget. The form outlives the page, so it does not
/// contain the API key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Form {
    /// The model that is asked.
    pub judge: ModelForm,
    /// The scale of the scores.
    pub scale: Scale,
    /// Whether to ask about the shown sample only.
    pub shown_only: bool,
    /// The formulas and tables to ask about.
    pub which: Which,
    /// Whether the judge looks for the formulas in the prediction, page by page. Otherwise rules match them.
    pub matched_by_judge: bool,
    /// Number of times each question is asked.
    pub repeats: u32,
    /// Whether each question is also asked with the two texts in the other order.
    pub swapped: bool,
    /// The questions to ask again although they were answered before.
    pub again: Again,
    /// Whether the report contains the requests and answers.
    pub keeps_transcript: bool,
    /// The budget in dollars.
    pub budget: String,
}

/// A choice of questions to ask again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// No question: earlier answers are used.
    #[default]
    None,
    /// Questions without a valid answer.
    Invalid,
    /// All questions: the run is repeated.
    All,
}

impl Again {
    /// Returns whether to ask a question again whose earlier answer is `known`.
    #[must_use]
    pub fn asks(self, known: &Record) -> bool {
        match self {
            Self::None => false,
            Self::Invalid => known.is_invalid(),
            Self::All => true,
        }
    }
}

/// A selection of formulas and tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// Formulas and tables.
    #[default]
    All,
    /// Inline formulas.
    Inline,
    /// Displayed formulas.
    Display,
    /// Tables.
    Tables,
}

impl Which {
    /// Returns whether the selection includes an item.
    #[must_use]
    pub fn admits(self, what: Judged) -> bool {
        match self {
            Self::All => true,
            Self::Inline => what == Judged::Inline,
            Self::Display => what == Judged::Display,
            Self::Tables => what == Judged::Table,
        }
    }
}

/// Instructions with a scale: a set of protocols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// The protocols of texlens, which give the reasons before the score.
    #[default]
    Texlens,
    /// The protocols of pdf-parse-bench as used in the paper.
    PdfParseBench2025,
    /// The protocols in the repository of pdf-parse-bench today.
    PdfParseBench2026,
}

impl Scale {
    /// All scales.
    pub const ALL: [Self; 3] = [Self::Texlens, Self::PdfParseBench2025, Self::PdfParseBench2026];

    /// Returns the prefix of the protocols' names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Texlens => "texlens",
            Self::PdfParseBench2025 => "pdf_parse_bench_2025",
            Self::PdfParseBench2026 => "pdf_parse_bench_2026",
        }
    }

    /// Returns the protocols for formulas and tables that exist.
    #[must_use]
    pub fn protocols(self) -> Vec<Protocol> {
        let names = ["formula", "table"].map(|task| format!("{}_{task}", self.name()));
        names.iter().filter_map(|name| Protocol::named(name)).collect()
    }
}

impl Default for Form {
    fn default() -> Self {
        Self {
            judge: ModelForm::default(),
            scale: Scale::default(),
            shown_only: true,
            which: Which::default(),
            matched_by_judge: false,
            repeats: 1,
            swapped: false,
            again: Again::default(),
            keeps_transcript: false,
            budget: "1".to_owned(),
        }
    }
}

impl Form {
    /// Returns the protocols of the scale.
    #[must_use]
    pub fn protocols(&self) -> Vec<Protocol> {
        self.scale.protocols()
    }

    /// Returns the settings of a run.
    ///
    /// # Errors
    /// Returns the problem if the form is not valid.
    pub fn settings(&self) -> Result<RunSettings, Problem> {
        let mut settings = self.judge.settings(budget(&self.budget)?)?;
        settings.keep_transcript = self.keeps_transcript;
        let protocols = self.protocols();
        let attempts = protocols.iter().filter_map(Protocol::attempts).max();
        let timeout_ms = protocols.iter().filter_map(Protocol::timeout_ms).max();
        settings.attempts = attempts.unwrap_or(settings.attempts);
        settings.timeout_ms = timeout_ms.unwrap_or(settings.timeout_ms);
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::judging::Field;

    fn form() -> Form {
        Form {
            judge: ModelForm {
                model: "a-model".to_owned(),
                input: "1".to_owned(),
                output: "2".to_owned(),
                ..ModelForm::default()
            },
            ..Form::default()
        }
    }

    #[test]
    fn a_run_needs_a_model_and_a_budget() {
        assert!(form().settings().is_ok());
        let budget = "-1".to_owned();
        let problem = Form { budget, ..form() }.settings().unwrap_err();
        assert_eq!(problem.field, Field::Budget);
        assert_eq!(Form::default().settings().unwrap_err().field, Field::Endpoint);
    }

    #[test]
    fn a_form_of_another_version_is_read() {
        assert_eq!(serde_json::from_str::<Form>("{}").unwrap(), Form::default());
        let kept = serde_json::to_string(&form()).unwrap();
        assert_eq!(serde_json::from_str::<Form>(&kept).unwrap(), form());
    }
}
