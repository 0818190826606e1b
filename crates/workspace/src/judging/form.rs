//! What a person says of a judge.

use serde::{Deserialize, Serialize};
use texlens_evaluate::Judged;
use texlens_judge::cost::{Money, Price, PriceTable};
use texlens_judge::{Account, ApiKey, Endpoint, Protocol, ProtocolError, Provider, Record, RunError, RunSettings};

/// Whom to ask, what, and for how much, as it is typed. The key is not in it: what is here outlives the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Form {
    /// In whose form.
    pub provider: Provider,
    /// Where; empty for the provider's own address.
    pub base: String,
    /// Which model.
    pub model: String,
    /// On which scale.
    pub scale: Scale,
    /// About the shown sample only.
    pub shown_only: bool,
    /// About what of it.
    pub which: Which,
    /// Whether the judge looks for the formulas in the prediction, page by page; otherwise rules do.
    pub matched_by_judge: bool,
    /// How often each question is asked.
    pub repeats: u32,
    /// Whether each is asked once more with the two texts in the other order.
    pub swapped: bool,
    /// Which questions are asked that were answered before.
    pub again: Again,
    /// Whether what is sent and what comes back is kept in the report.
    pub keeps_transcript: bool,
    /// Dollars per million tokens of the prompt; empty for the table's.
    pub input: String,
    /// Dollars per million tokens of the answer; empty for the table's.
    pub output: String,
    /// Dollars, at most.
    pub budget: String,
}

/// Which questions are asked once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// None: what was answered before is used.
    #[default]
    None,
    /// Those without a valid answer.
    Invalid,
    /// All: the run is repeated.
    All,
}

impl Again {
    /// Whether what is known of a question is not used.
    #[must_use]
    pub fn asks(self, known: &Record) -> bool {
        match self {
            Self::None => false,
            Self::Invalid => known.is_invalid(),
            Self::All => true,
        }
    }
}

/// Some of what a sample has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// Formulas and tables.
    #[default]
    All,
    /// Formulas within lines.
    Inline,
    /// Formulas on lines of their own.
    Display,
    /// Tables.
    Tables,
}

impl Which {
    /// Whether something is part of it.
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

/// Instructions with a scale: protocols that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Ours: reasons before the score.
    #[default]
    Texlens,
    /// The paper's.
    PdfParseBench2025,
    /// That of the paper's repository today.
    PdfParseBench2026,
}

impl Scale {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Texlens, Self::PdfParseBench2025, Self::PdfParseBench2026];

    /// What its protocols' names begin with.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Texlens => "texlens",
            Self::PdfParseBench2025 => "pdf_parse_bench_2025",
            Self::PdfParseBench2026 => "pdf_parse_bench_2026",
        }
    }

    /// Its protocols for formulas and tables, as far as there are any.
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

/// A part of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Where and which model.
    Endpoint,
    /// The key.
    Key,
    /// What tokens cost.
    Price,
    /// What may be spent.
    Budget,
}

/// What is wrong with a part, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// With which.
    pub field: Field,
    /// What, and what to do.
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
    /// The address that is asked.
    #[must_use]
    pub fn address(&self) -> &str {
        match self.base.trim() {
            "" => self.provider.default_base(),
            base => base,
        }
    }

    /// Whose model.
    ///
    /// # Errors
    /// If the address or the name is none.
    pub fn endpoint(&self) -> Result<Endpoint, Problem> {
        Endpoint::new(self.provider, self.address(), &self.model)
            .map_err(|error| Problem::new(Field::Endpoint, &error.to_string()))
    }

    /// In which words.
    #[must_use]
    pub fn protocols(&self) -> Vec<Protocol> {
        self.scale.protocols()
    }

    /// What a token costs: as typed, or by the table; none where neither says.
    ///
    /// # Errors
    /// If what was typed is no price.
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
                "give both prices as dollars per million tokens, for example 0.25 and 2, or leave both empty",
            )),
        }
    }

    /// Dollars per million tokens read and written, where nothing else is typed.
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

    /// What may be spent.
    ///
    /// # Errors
    /// If it is no amount.
    pub fn budget(&self) -> Result<Money, Problem> {
        let budget = self.budget.trim().parse().ok().and_then(Money::dollars);
        budget.ok_or_else(|| {
            Problem::new(
                Field::Budget,
                "give the most that may be spent in dollars, for example 1 or 0.50",
            )
        })
    }

    /// What a run is run with.
    ///
    /// # Errors
    /// What is wrong with the form.
    pub fn settings(&self) -> Result<RunSettings, Problem> {
        let endpoint = self.endpoint()?;
        let (price, budget) = (self.price()?, self.budget()?);
        if price.is_none() {
            return Err(Problem::new(
                Field::Price,
                "no price is known for this model, so no budget can be held: give what a million tokens cost",
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

    /// The account that asks, with the key where one is needed: local servers do without.
    ///
    /// # Errors
    /// If the key is missing, holds what a header cannot, or would be seen by others.
    pub fn account(&self, typed: &str) -> Result<Account, Problem> {
        let endpoint = self.endpoint()?;
        let needs_none = endpoint.is_local() || !endpoint.is_encrypted();
        let key =
            match typed.trim() {
                "" if needs_none => None,
                "" => {
                    return Err(Problem::new(
                        Field::Key,
                        "give the key of your account with this provider",
                    ));
                }
                typed => Some(ApiKey::new(typed).ok_or_else(|| {
                    Problem::new(Field::Key, "the key holds characters that no key has; copy it again")
                })?),
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
