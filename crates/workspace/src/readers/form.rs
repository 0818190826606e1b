//! The form with which a person asks a model to read.

use serde::{Deserialize, Serialize};
use texlens_judge::RunSettings;
use texlens_readers::{
    ANSWER_TIMEOUT_MS, CORRECTIONS, Chosen, DEFAULT_PAGES, Granularity, LONGEST_SIDES, MAX_COMPLETIONS, MAX_PAGES,
    Prompt,
};

use crate::judging::{ModelForm, Problem, budget};

/// The form as typed. It outlives the page, so it contains no API key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReaderForm {
    /// The model.
    pub model: ModelForm,
    /// The name of the system in the results; empty for the model's name.
    pub system: String,
    /// The pages that are read.
    pub which: WhichPages,
    /// The person's own prompt; `None` for TexOCR's.
    pub prompt: Option<String>,
    /// The pages of a request.
    pub granularity: Granularity,
    /// Maximum number of pages of a request.
    pub pages_per_request: String,
    /// Longest side of a picture in pixels; empty for pictures as they are.
    pub longest_side: String,
    /// Temperature. If empty, the provider chooses.
    pub temperature: String,
    /// Maximum number of tokens of an answer.
    pub max_output_tokens: String,
    /// Number of answers to each request.
    pub completions: String,
    /// The budget in dollars.
    pub budget: String,
}

/// A choice of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhichPages {
    /// The shown page.
    #[default]
    Shown,
    /// All pages.
    All,
}

/// A field of the form, beside those of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReaderField {
    /// The prompt.
    Prompt,
    /// The number of pages of a request.
    PagesPerRequest,
    /// The longest side.
    LongestSide,
    /// The temperature.
    Temperature,
    /// The number of tokens.
    MaxOutputTokens,
    /// The number of completions.
    Completions,
}

/// A problem with the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReaderProblem {
    /// With the fields of the model, or with the budget.
    Model(Problem),
    /// With another field.
    Field(ReaderField),
    /// No page can be read.
    NoPages,
}

/// What a valid form asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct ReaderOrder {
    /// The settings of the run.
    pub settings: RunSettings,
    /// The name of the system in the results.
    pub system: String,
    /// The prompt.
    pub prompt: Prompt,
    /// The parameters of the model.
    pub chosen: Chosen,
    /// The pages of a request.
    pub granularity: Granularity,
    /// Maximum number of pages of a request.
    pub pages_per_request: usize,
    /// Longest side of a picture in pixels; `None` for pictures as they are.
    pub longest_side: Option<u32>,
}

impl Default for ReaderForm {
    fn default() -> Self {
        Self {
            model: ModelForm::default(),
            system: String::new(),
            which: WhichPages::default(),
            prompt: None,
            granularity: Granularity::default(),
            pages_per_request: DEFAULT_PAGES.to_string(),
            longest_side: String::new(),
            temperature: String::new(),
            max_output_tokens: Chosen::default().max_output_tokens.to_string(),
            completions: "1".to_owned(),
            budget: "1".to_owned(),
        }
    }
}

impl ReaderForm {
    /// Returns what the form asks for.
    ///
    /// # Errors
    /// Returns the problem if the form is not valid.
    pub fn order(&self) -> Result<ReaderOrder, ReaderProblem> {
        let model = budget(&self.budget).and_then(|budget| self.model.settings(budget));
        let settings = RunSettings {
            corrections: CORRECTIONS,
            timeout_ms: ANSWER_TIMEOUT_MS,
            is_streamed: true,
            ..model.map_err(ReaderProblem::Model)?
        };
        let prompt = match &self.prompt {
            None => Prompt::all().into_iter().next(),
            Some(own) => Prompt::own("own", own.trim()).ok(),
        };
        let system = match self.system.trim() {
            "" => settings.endpoint.model(),
            given => given,
        };
        Ok(ReaderOrder {
            system: system.to_owned(),
            settings,
            prompt: prompt.ok_or(ReaderProblem::Field(ReaderField::Prompt))?,
            chosen: Chosen {
                max_output_tokens: typed(&self.max_output_tokens, ReaderField::MaxOutputTokens, |given| {
                    *given > 0
                })?,
                temperature: optional(&self.temperature, ReaderField::Temperature, |given| {
                    (0.0..=2.0).contains(given)
                })?,
                seed: None,
                completions: typed(&self.completions, ReaderField::Completions, |given| {
                    (1..=MAX_COMPLETIONS).contains(given)
                })?,
            },
            granularity: self.granularity,
            pages_per_request: typed(&self.pages_per_request, ReaderField::PagesPerRequest, |given| {
                (1..=MAX_PAGES).contains(given)
            })?,
            longest_side: optional(&self.longest_side, ReaderField::LongestSide, |given| {
                LONGEST_SIDES.contains(given)
            })?,
        })
    }
}

impl ReaderProblem {
    /// Returns the problem with the fields of the model or with the budget.
    #[must_use]
    pub fn of_model(&self) -> Option<&Problem> {
        match self {
            Self::Model(problem) => Some(problem),
            Self::Field(_) | Self::NoPages => None,
        }
    }

    /// Reports whether the problem is with a field.
    #[must_use]
    pub fn is_of(&self, field: ReaderField) -> bool {
        *self == Self::Field(field)
    }
}

fn typed<T: std::str::FromStr>(
    text: &str,
    field: ReaderField,
    is_in_range: impl Fn(&T) -> bool,
) -> Result<T, ReaderProblem> {
    let given = text.trim().parse().ok().filter(is_in_range);
    given.ok_or(ReaderProblem::Field(field))
}

fn optional<T: std::str::FromStr>(
    text: &str,
    field: ReaderField,
    is_in_range: impl Fn(&T) -> bool,
) -> Result<Option<T>, ReaderProblem> {
    match text.trim() {
        "" => Ok(None),
        text => typed(text, field, is_in_range).map(Some),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn form() -> ReaderForm {
        ReaderForm {
            model: ModelForm {
                base: "http://localhost:1/v1".to_owned(),
                model: "m".to_owned(),
                ..ModelForm::default()
            },
            ..ReaderForm::default()
        }
    }

    #[test]
    fn each_problem_belongs_to_its_field() {
        let order = form().order().unwrap();
        assert_eq!((order.prompt.name.as_str(), order.settings.corrections), ("texocr", 0));
        assert!(order.settings.is_streamed && order.longest_side.is_none());
        type Edit = fn(&mut ReaderForm);
        let cases: [(Edit, ReaderField); 6] = [
            (|form| form.prompt = Some(" ".to_owned()), ReaderField::Prompt),
            (|form| form.temperature = "2.5".to_owned(), ReaderField::Temperature),
            (|form| form.longest_side = "9".to_owned(), ReaderField::LongestSide),
            (
                |form| form.pages_per_request = "21".to_owned(),
                ReaderField::PagesPerRequest,
            ),
            (
                |form| form.max_output_tokens = "0".to_owned(),
                ReaderField::MaxOutputTokens,
            ),
            (|form| form.completions = "x".to_owned(), ReaderField::Completions),
        ];
        for (edit, field) in cases {
            let mut form = form();
            edit(&mut form);
            assert_eq!(form.order().unwrap_err(), ReaderProblem::Field(field));
        }
        let own = ReaderForm {
            prompt: Some(" Read this. ".to_owned()),
            ..form()
        };
        assert_eq!(own.order().unwrap().prompt.text(), "Read this.");
        assert_eq!(order.system, "m");
        assert!(ReaderForm::default().order().unwrap_err().of_model().is_some());
    }

    #[test]
    fn a_form_of_another_version_is_read() {
        assert_eq!(serde_json::from_str::<ReaderForm>("{}").unwrap(), ReaderForm::default());
    }
}
