//! The form with which a person asks a judge.

use serde::{Deserialize, Serialize};
use texlens_evaluate::Judged;
use texlens_judge::cost::{Money, Price, PriceTable};
use texlens_judge::{Account, ApiKey, Endpoint, Protocol, ProtocolError, Provider, Record, RunError, RunSettings};

/// The judge form as typed: the endpoint, the questions and the budget. The form outlives the page, so it does not
/// contain the API key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Form {
    /// The provider, which determines the form of requests.
    pub provider: Provider,
    /// The address of the endpoint. If empty, the provider's own address is used.
    pub base: String,
    /// The name of the model.
    pub model: String,
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
    /// Price of prompt tokens in dollars per million. If empty, the price table decides.
    pub input: String,
    /// Price of answer tokens in dollars per million. If empty, the price table decides.
    pub output: String,
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
            provider: Provider::OpenAi,
            base: String::new(),
            model: String::new(),
            scale: Scale::default(),
            shown_only: true,
            which: Which::default(),
            matched_by_judge: false,
            repeats: 1,
            swapped: false,
            again: Again::default(),
            keeps_transcript: false,
            input: String::new(),
            output: String::new(),
            budget: "1".to_owned(),
        }
    }
}

/// A field or group of fields of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The endpoint: address and model.
    Endpoint,
    /// The API key.
    Key,
    /// The prices of tokens.
    Price,
    /// The budget.
    Budget,
}

/// A problem with a field, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The field.
    pub field: Field,
    /// A message that says what is wrong and what to do.
    pub message: String,
}

impl Problem {
    fn new(field: Field, message: &str) -> Self {
        Self {
            field,
            message: crate::brought::Refusal::new("", message).reason,
        }
    }
}

impl From<RunError> for Problem {
    fn from(error: RunError) -> Self {
        let field = match error {
            RunError::NoPrice { .. } => Field::Price,
            RunError::Range { .. } => Field::Endpoint,
        };
        Self::new(field, &error.to_string())
    }
}

impl From<ProtocolError> for Problem {
    fn from(error: ProtocolError) -> Self {
        Self::new(Field::Endpoint, &error.to_string())
    }
}

impl Form {
    /// Returns the address of the endpoint.
    #[must_use]
    pub fn address(&self) -> &str {
        match self.base.trim() {
            "" => self.provider.default_base(),
            base => base,
        }
    }

    /// Returns the endpoint.
    ///
    /// # Errors
    /// Returns the problem if the address or the model's name is not valid.
    pub fn endpoint(&self) -> Result<Endpoint, Problem> {
        Endpoint::new(self.provider, self.address(), &self.model)
            .map_err(|error| Problem::new(Field::Endpoint, &error.to_string()))
    }

    /// Returns the protocols of the scale.
    #[must_use]
    pub fn protocols(&self) -> Vec<Protocol> {
        self.scale.protocols()
    }

    /// Returns the price of tokens, as typed or from the price table, or `None` if neither gives one.
    ///
    /// # Errors
    /// Returns the problem if what was typed is not a price.
    pub fn price(&self) -> Result<Option<Price>, Problem> {
        let typed = [&self.input, &self.output].map(|text| text.trim());
        if typed == ["", ""] {
            return Ok(self
                .endpoint()
                .ok()
                .and_then(|endpoint| PriceTable::default().price(&endpoint)));
        }
        let number = |text: &str| text.parse().ok();
        let price = number(typed[0])
            .zip(number(typed[1]))
            .and_then(|(input, output)| Price::per_million(input, output));
        match price {
            Some(price) => Ok(Some(price)),
            None => Err(Problem::new(
                Field::Price,
                "enter both prices in dollars per million tokens, for example 0.25 and 2, or leave both empty",
            )),
        }
    }

    /// Returns the prices from the table, or 0 for a local server, in dollars per million tokens read and written.
    #[must_use]
    pub fn listed_price(&self) -> Option<[f64; 2]> {
        if self.endpoint().is_ok_and(|endpoint| endpoint.is_local()) {
            return Some([0.0, 0.0]);
        }
        let table = PriceTable::default();
        table
            .find(self.provider, self.model.trim())
            .map(|entry| [entry.input, entry.output])
    }

    /// Returns the budget.
    ///
    /// # Errors
    /// Returns the problem if what was typed is not an amount of money.
    pub fn budget(&self) -> Result<Money, Problem> {
        let budget = self.budget.trim().parse().ok().and_then(Money::dollars);
        budget.ok_or_else(|| Problem::new(Field::Budget, "enter the budget in dollars, for example 1 or 0.50"))
    }

    /// Returns the settings of a run.
    ///
    /// # Errors
    /// Returns the problem if the form is not valid.
    pub fn settings(&self) -> Result<RunSettings, Problem> {
        let endpoint = self.endpoint()?;
        let (price, budget) = (self.price()?, self.budget()?);
        if price.is_none() {
            return Err(Problem::new(
                Field::Price,
                "the price of this model is unknown, so the budget cannot be enforced: enter the prices of a million tokens",
            ));
        }
        let mut settings = RunSettings::new(endpoint);
        settings.price = price;
        settings.keep_transcript = self.keeps_transcript;
        settings.budget = Some(budget);
        let protocols = self.protocols();
        let attempts = protocols.iter().filter_map(Protocol::attempts).max();
        let timeout_ms = protocols.iter().filter_map(Protocol::timeout_ms).max();
        settings.attempts = attempts.unwrap_or(settings.attempts);
        settings.timeout_ms = timeout_ms.unwrap_or(settings.timeout_ms);
        Ok(settings)
    }

    /// Returns the account with the API key. Local servers need no key.
    ///
    /// # Errors
    /// Returns the problem if the key is missing, contains characters that a header cannot contain, or would be visible
    /// to others.
    pub fn account(&self, typed: &str) -> Result<Account, Problem> {
        let endpoint = self.endpoint()?;
        let needs_none = endpoint.is_local() || !endpoint.is_encrypted();
        let key = match typed.trim() {
            "" if needs_none => None,
            "" => {
                return Err(Problem::new(Field::Key, "enter your API key for this provider"));
            }
            typed => Some(
                ApiKey::new(typed)
                    .ok_or_else(|| Problem::new(Field::Key, "the key contains invalid characters; copy it again"))?,
            ),
        };
        Account::new(&endpoint, key).map_err(|error| Problem::new(Field::Key, &error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn form() -> Form {
        Form {
            model: "a-model".to_owned(),
            input: "1".to_owned(),
            output: "2".to_owned(),
            ..Form::default()
        }
    }

    #[test]
    fn each_part_says_what_is_wrong_with_it() {
        assert!(form().settings().is_ok());
        let wrong = |form: Form| form.settings().unwrap_err().field;
        let base = "not an address".to_owned();
        assert_eq!(wrong(Form { base, ..form() }), Field::Endpoint);
        let input = "cheap".to_owned();
        assert_eq!(wrong(Form { input, ..form() }), Field::Price);
        let [input, output] = [String::new(), String::new()];
        assert_eq!(
            wrong(Form {
                input,
                output,
                ..form()
            }),
            Field::Price
        );
        let budget = "-1".to_owned();
        assert_eq!(wrong(Form { budget, ..form() }), Field::Budget);
    }

    #[test]
    fn only_a_local_server_does_without_a_key() {
        assert_eq!(form().account("").unwrap_err().field, Field::Key);
        let local = Form {
            base: "http://localhost:11434/v1".to_owned(),
            ..form()
        };
        assert!(!local.account("").unwrap().has_key());
        assert!(form().account("sk-1").unwrap().has_key());
    }

    #[test]
    fn a_key_that_others_would_see_is_refused() {
        let remote = Form {
            base: "http://10.0.0.1/v1".to_owned(),
            ..form()
        };
        assert!(remote.account("").is_ok());
        assert_eq!(remote.account("sk-1").unwrap_err().field, Field::Key);
        let key = "sk-0123456789abcdef";
        let model = key.to_owned();
        let problem = Form { model, ..form() }.account(key).unwrap_err();
        assert!(
            problem.field == Field::Key && !problem.message.contains(key),
            "{problem:?}"
        );
    }

    #[test]
    fn a_form_of_another_version_is_read() {
        assert_eq!(serde_json::from_str::<Form>("{}").unwrap(), Form::default());
    }
}
