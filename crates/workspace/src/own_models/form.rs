//! The form with which a model that a person brings reads.

use serde::{Deserialize, Serialize};

use super::summary::{ModelOffer, ModelSummary};
use crate::readers::WhichPages;

/// Most tokens of a text until a person changes it. As `DEFAULT_TOKENS` of `texlens-image-to-text`, which the app's module
/// does not contain.
const DEFAULT_TOKENS: usize = 256;

/// Most tokens that may be asked for. As `MOST_TOKENS` there.
const MOST_TOKENS: usize = 8192;

/// Most beams. As `MOST_BEAMS` there.
const MOST_BEAMS: usize = 16;

/// Most characters of a prompt. As `LONGEST` of the prompts there.
const MOST_PROMPT: usize = 10_000;

/// What a model reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnReads {
    /// The whole page.
    #[default]
    Page,
    /// The formulas on lines of their own, where the built-in OCR finds them, which reads the rest.
    Displayed,
    /// All formulas.
    Formulas,
}

impl OwnReads {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Page, Self::Displayed, Self::Formulas];
}

/// The form as typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnForm {
    /// The number of the model; `None` for the first one that can be run.
    #[serde(skip)]
    pub model: Option<u32>,
    /// The number format; empty for the usual one of the model.
    #[serde(skip)]
    pub dtype: String,
    /// The name of the system in the results; empty for the model's name.
    #[serde(skip)]
    pub system: String,
    /// The pages that are read.
    pub which: WhichPages,
    /// What is read of them.
    pub reads: OwnReads,
    /// Most tokens of a text.
    pub tokens: String,
    /// The number of beams; empty for the model's own.
    pub beams: String,
    /// What a model that takes a prompt is asked to do; empty for its own instruction.
    #[serde(skip)]
    pub prompt: String,
}

impl Default for OwnForm {
    fn default() -> Self {
        Self {
            model: None,
            dtype: String::new(),
            system: String::new(),
            which: WhichPages::All,
            reads: OwnReads::Page,
            tokens: DEFAULT_TOKENS.to_string(),
            beams: String::new(),
            prompt: String::new(),
        }
    }
}

/// A field of the form in which a number is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnField {
    /// Most tokens.
    Tokens,
    /// The number of beams.
    Beams,
    /// What the model is asked to do.
    Prompt,
}

/// A problem with the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnProblem {
    /// There is no model that can be run.
    NoModel,
    /// The model does not have this number format, or it cannot be run in a browser.
    Dtype,
    /// With a field.
    Field(OwnField),
}

/// What a valid form asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnOrder {
    /// The name of the system in the results.
    pub system: String,
    /// What is read of each page.
    pub reads: OwnReads,
    /// The number format.
    pub dtype: String,
    /// Most tokens of a text.
    pub tokens: usize,
    /// The number of beams; `None` for the model's own.
    pub beams: Option<usize>,
    /// What the model is asked to do; `None` for its own instruction, or if it takes no prompt.
    pub prompt: Option<String>,
}

impl OwnForm {
    /// Returns what the form asks of a model. `usual` is the name of the system in the results if no other is typed.
    ///
    /// # Errors
    /// If the form is not valid.
    pub fn order(&self, usual: &str, summary: &ModelSummary) -> Result<OwnOrder, OwnProblem> {
        if !summary.can_run() {
            return Err(OwnProblem::NoModel);
        }
        let offer = match self.dtype.as_str() {
            "" => summary.usual(),
            dtype => summary.offer(dtype),
        };
        let offer = offer.filter(|offer| ModelOffer::is_usable(offer));
        let prompt = Some(self.prompt.trim()).filter(|prompt| !prompt.is_empty());
        let prompt = prompt.filter(|_| summary.prompt.is_some());
        if prompt.is_some_and(|prompt| prompt.chars().count() > MOST_PROMPT) {
            return Err(OwnProblem::Field(OwnField::Prompt));
        }
        let system = match self.system.trim() {
            "" => usual.to_owned(),
            given => given.to_owned(),
        };
        Ok(OwnOrder {
            system,
            reads: self.reads,
            dtype: offer.ok_or(OwnProblem::Dtype)?.dtype.clone(),
            tokens: number(&self.tokens, MOST_TOKENS).ok_or(OwnProblem::Field(OwnField::Tokens))?,
            beams: match self.beams.trim() {
                "" => None,
                typed => Some(number(typed, MOST_BEAMS).ok_or(OwnProblem::Field(OwnField::Beams))?),
            },
            prompt: prompt.map(str::to_owned),
        })
    }
}

fn number(typed: &str, most: usize) -> Option<usize> {
    typed.trim().parse().ok().filter(|number| (1..=most).contains(number))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn summary() -> ModelSummary {
        let offer = |dtype: &str, memory: u64| ModelOffer {
            dtype: dtype.to_owned(),
            bytes: memory / 2,
            memory,
            graphs: Vec::new(),
            problems: Vec::new(),
        };
        ModelSummary {
            offers: vec![offer("fp32", 8 << 30), offer("q8", 1 << 20)],
            ..ModelSummary::default()
        }
    }

    #[test]
    fn a_form_asks_for_what_the_model_has() {
        let order = OwnForm::default().order("m", &summary()).unwrap();
        assert_eq!(
            (order.system.as_str(), order.dtype.as_str(), order.tokens, order.beams),
            ("m", "q8", 256, None)
        );
        let form = OwnForm {
            system: " m, q8 ".to_owned(),
            tokens: "8192".to_owned(),
            beams: "3".to_owned(),
            ..OwnForm::default()
        };
        let order = form.order("m", &summary()).unwrap();
        assert_eq!(
            (order.system.as_str(), order.tokens, order.beams),
            ("m, q8", 8192, Some(3))
        );
    }

    #[test]
    fn each_problem_is_named() {
        type Edit = fn(&mut OwnForm);
        let summary = ModelSummary {
            prompt: Some("Read.".to_owned()),
            ..summary()
        };
        let cases: [(Edit, OwnProblem); 6] = [
            (|form| form.dtype = "fp32".to_owned(), OwnProblem::Dtype),
            (|form| form.dtype = "q4".to_owned(), OwnProblem::Dtype),
            (|form| form.tokens = "0".to_owned(), OwnProblem::Field(OwnField::Tokens)),
            (
                |form| form.tokens = "8193".to_owned(),
                OwnProblem::Field(OwnField::Tokens),
            ),
            (|form| form.beams = "17".to_owned(), OwnProblem::Field(OwnField::Beams)),
            (
                |form| form.prompt = "x".repeat(10_001),
                OwnProblem::Field(OwnField::Prompt),
            ),
        ];
        for (edit, problem) in cases {
            let mut form = OwnForm::default();
            edit(&mut form);
            assert_eq!(form.order("m", &summary), Err(problem));
        }
        let broken = ModelSummary {
            problems: vec!["no".to_owned()],
            ..summary
        };
        assert_eq!(OwnForm::default().order("m", &broken), Err(OwnProblem::NoModel));
    }

    #[test]
    fn only_a_model_that_takes_a_prompt_gets_one() {
        let prompts = |prompt: &str, own: Option<&str>| {
            let form = OwnForm {
                prompt: prompt.to_owned(),
                ..OwnForm::default()
            };
            let summary = ModelSummary {
                prompt: own.map(str::to_owned),
                ..summary()
            };
            form.order("m", &summary).unwrap().prompt
        };
        assert_eq!(prompts(" Read it. ", Some("Read.")).as_deref(), Some("Read it."));
        assert_eq!(prompts(" ", Some("Read.")), None);
        assert_eq!(prompts("Read it.", None), None);
    }

    #[test]
    fn a_stored_form_has_no_model() {
        let form = OwnForm {
            model: Some(3),
            dtype: "q8".to_owned(),
            tokens: "9".to_owned(),
            ..OwnForm::default()
        };
        let stored: OwnForm = serde_json::from_str(&serde_json::to_string(&form).unwrap()).unwrap();
        assert_eq!(
            (stored.model, stored.dtype.as_str(), stored.tokens.as_str()),
            (None, "", "9")
        );
        assert_eq!(serde_json::from_str::<OwnForm>("{}").unwrap(), OwnForm::default());
    }
}
