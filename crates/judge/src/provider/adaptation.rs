//! Adaptation to features that a server does not support. Servers that speak the same form support different parts of
//! it. If a server refuses a part, later requests omit it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{Call, Endpoint, Expected, Provider};

/// The way in which the server is asked to follow the schema. The answer is validated in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Structured {
    /// The server is not asked; only the prompt states the form of the answer.
    Prompt,
    /// The server is asked for JSON of any form.
    Json,
    /// The server receives the schema.
    #[default]
    Schema,
}

/// Whether and how an answer comes piece by piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Streaming {
    /// The answer comes as a whole.
    #[default]
    Off,
    /// The answer is streamed; the server is not asked for the number of tokens.
    Plain,
    /// The answer is streamed, with the number of tokens at its end.
    WithUsage,
}

/// A parameter that a server may refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Optional {
    /// [`Parameters::temperature`](crate::Parameters::temperature).
    Temperature,
    /// [`Parameters::top_p`](crate::Parameters::top_p).
    TopP,
    /// [`Parameters::frequency_penalty`](crate::Parameters::frequency_penalty).
    FrequencyPenalty,
    /// [`Parameters::seed`](crate::Parameters::seed).
    Seed,
}

impl Optional {
    const ALL: [Self; 4] = [Self::Temperature, Self::TopP, Self::FrequencyPenalty, Self::Seed];

    /// Returns the name that providers and reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Temperature => "temperature",
            Self::TopP => "top_p",
            Self::FrequencyPenalty => "frequency_penalty",
            Self::Seed => "seed",
        }
    }

    fn is_in(self, call: &Call) -> bool {
        let parameters = &call.parameters;
        match self {
            Self::Temperature => parameters.temperature.is_some(),
            Self::TopP => parameters.top_p.is_some(),
            Self::FrequencyPenalty => parameters.frequency_penalty.is_some(),
            Self::Seed => parameters.seed.is_some(),
        }
    }
}

/// The form of requests to one server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adaptation {
    /// The way in which the server is asked to follow the schema.
    pub structured: Structured,
    /// Parameters that requests omit.
    pub without: BTreeSet<Optional>,
    /// Whether the provider's form can ask for JSON of any form.
    pub has_json: bool,
    /// Whether the limit of the answer is called `max_completion_tokens`, as `OpenAI`'s newer models require, and not
    /// `max_tokens`, which other servers support.
    pub completion_tokens: bool,
    /// Whether and how answers are streamed.
    pub streaming: Streaming,
}

impl Adaptation {
    /// Returns the form of the first request to a server.
    #[must_use]
    pub fn to(endpoint: &Endpoint, structured: Structured) -> Self {
        let without = match endpoint.provider() {
            Provider::OpenAi | Provider::Gemini => BTreeSet::new(),
            // Anthropic's form has neither.
            Provider::Anthropic => BTreeSet::from([Optional::FrequencyPenalty, Optional::Seed]),
        };
        Self {
            structured,
            without,
            has_json: endpoint.provider() != Provider::Anthropic,
            completion_tokens: endpoint.host() == "api.openai.com",
            streaming: Streaming::Off,
        }
    }

    /// Returns the form with answers that are streamed, or not.
    #[must_use]
    pub fn streamed(mut self, is_streamed: bool) -> Self {
        self.streaming = if is_streamed {
            Streaming::WithUsage
        } else {
            Streaming::Off
        };
        self
    }

    /// Returns the parameter's value, unless requests omit it.
    pub(super) fn keep<T>(&self, parameter: Optional, value: Option<T>) -> Option<T> {
        value.filter(|_| !self.without.contains(&parameter))
    }

    /// Omits the part that a server's refusal names. Returns `None` if it names nothing that can be omitted.
    pub(crate) fn after(&self, refusal: &str, call: &Call) -> Option<Self> {
        let refusal = refusal.to_ascii_lowercase().replace(['_', ' ', '-'], "");
        let names = |names: &[&str]| names.iter().any(|name| refusal.contains(name));
        let mut next = self.clone();
        if names(&["maxtokens"]) && names(&["maxcompletiontokens"]) && !self.completion_tokens {
            next.completion_tokens = true;
            return Some(next);
        }
        if names(&["maxcompletiontokens"]) && self.completion_tokens {
            next.completion_tokens = false;
            return Some(next);
        }
        if names(&["streamoptions", "includeusage"]) && self.streaming == Streaming::WithUsage {
            next.streaming = Streaming::Plain;
            return Some(next);
        }
        // Some providers let only some accounts stream some models.
        if names(&["stream"]) && self.streaming != Streaming::Off {
            next.streaming = Streaming::Off;
            return Some(next);
        }
        let parameter = Optional::ALL.into_iter().find(|parameter| {
            let name = parameter.name().replace('_', "");
            parameter.is_in(call) && !self.without.contains(parameter) && refusal.contains(&name)
        });
        if let Some(parameter) = parameter {
            next.without.insert(parameter);
            return Some(next);
        }
        let is_structured = matches!(call.expected, Expected::Json(_)) && self.structured > Structured::Prompt;
        let format = [
            "responseformat",
            "schema",
            "outputconfig",
            "outputformat",
            "structuredoutput",
            "responsemimetype",
            "jsonmode",
            "grammar",
        ];
        if is_structured && names(&format) {
            next.structured = match self.structured {
                Structured::Schema if self.has_json => Structured::Json,
                Structured::Schema => Structured::Prompt,
                Structured::Json | Structured::Prompt => Structured::Prompt,
            };
            return Some(next);
        }
        None
    }
}
