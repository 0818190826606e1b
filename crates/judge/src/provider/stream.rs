//! Streamed answers, put together to the body that the provider would have sent at once. So an answer is read in one
//! place, streamed or not.

use serde_json::{Value, json};

use super::body::put;
use crate::Provider;

/// An answer as far as it has come.
#[derive(Debug)]
pub(crate) struct Assembled {
    provider: Provider,
    text: String,
    refusal: Option<String>,
    /// The reason for which the answer ended, in the provider's word.
    ended: Option<Value>,
    model: Option<Value>,
    usage: Option<Value>,
    /// The object that says why the prompt was blocked (Gemini).
    blocked: Option<Value>,
    error: Option<Value>,
}

impl Assembled {
    pub(crate) fn new(provider: Provider) -> Self {
        Self {
            provider,
            text: String::new(),
            refusal: None,
            ended: None,
            model: None,
            usage: None,
            blocked: None,
            error: None,
        }
    }

    /// Returns the text that has come.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Takes an event. What is not understood is skipped, as providers add kinds of events.
    pub(crate) fn take(&mut self, event: &Value) {
        if let Some(error) = event.get("error").filter(|error| !error.is_null()) {
            self.error = Some(error.clone());
        }
        match self.provider {
            Provider::OpenAi => self.take_openai(event),
            Provider::Anthropic => self.take_anthropic(event),
            Provider::Gemini => self.take_gemini(event),
        }
    }

    fn take_openai(&mut self, event: &Value) {
        self.keep(event, "model", "usage");
        let Some(choice) = event.pointer("/choices/0") else {
            return;
        };
        self.add(choice.pointer("/delta/content"));
        if let Some(refusal) = choice.pointer("/delta/refusal").and_then(Value::as_str) {
            *self.refusal.get_or_insert_default() += refusal;
        }
        self.end(choice.get("finish_reason"));
    }

    fn take_anthropic(&mut self, event: &Value) {
        if let Some(message) = event.get("message") {
            self.keep(message, "model", "usage");
        }
        self.add(event.pointer("/delta/text"));
        self.end(event.pointer("/delta/stop_reason"));
        // The tokens of the answer come at its end, those of the prompt at its beginning.
        if let (Some(usage), Some(Value::Object(last))) = (&mut self.usage, event.get("usage")) {
            for (name, count) in last.iter().filter(|(_, count)| !count.is_null()) {
                put(usage, name, Some(count.clone()));
            }
        }
    }

    fn take_gemini(&mut self, event: &Value) {
        self.keep(event, "modelVersion", "usageMetadata");
        // Every event may have ratings of the prompt.
        if let Some(blocked) = event.get("promptFeedback")
            && blocked.get("blockReason").is_some()
        {
            self.blocked = Some(blocked.clone());
        }
        let Some(candidate) = event.pointer("/candidates/0") else {
            return;
        };
        let parts = candidate.pointer("/content/parts").and_then(Value::as_array);
        let is_thought = |part: &&Value| part.get("thought").and_then(Value::as_bool).unwrap_or_default();
        for part in parts.into_iter().flatten().filter(|part| !is_thought(part)) {
            self.add(part.get("text"));
        }
        self.end(candidate.get("finishReason"));
    }

    fn add(&mut self, text: Option<&Value>) {
        self.text += text.and_then(Value::as_str).unwrap_or_default();
    }

    fn end(&mut self, reason: Option<&Value>) {
        if let Some(reason) = reason.filter(|reason| !reason.is_null()) {
            self.ended = Some(reason.clone());
        }
    }

    fn keep(&mut self, event: &Value, model: &str, usage: &str) {
        let given = |name: &str| event.get(name).filter(|value| !value.is_null()).cloned();
        self.model = given(model).or(self.model.take());
        self.usage = given(usage).or(self.usage.take());
    }

    /// Ends the answer as one that has reached its limit.
    pub(crate) fn cut(&mut self) {
        let reason = match self.provider {
            Provider::OpenAi => "length",
            Provider::Anthropic => "max_tokens",
            Provider::Gemini => "MAX_TOKENS",
        };
        self.ended = Some(reason.into());
    }

    /// Returns status and body of the whole answer; `None` if it has not come to its end.
    pub(crate) fn finish(self) -> Option<(u16, Value)> {
        if let Some(error) = self.error {
            let status = error.get("code").and_then(Value::as_u64);
            let status = status.and_then(|status| u16::try_from(status).ok());
            let status = status.filter(|status| (400..600).contains(status));
            return Some((status.unwrap_or(SERVER_ERROR), json!({"error": error})));
        }
        if self.ended.is_none() && self.blocked.is_none() {
            return None;
        }
        let Self { text, ended, .. } = self;
        let (mut body, model, usage) = match self.provider {
            Provider::OpenAi => {
                let message = json!({"content": text, "refusal": self.refusal});
                let body = json!({"choices": [{"finish_reason": ended, "message": message}]});
                (body, "model", "usage")
            }
            Provider::Anthropic => {
                let body = json!({"content": [{"type": "text", "text": text}], "stop_reason": ended});
                (body, "model", "usage")
            }
            Provider::Gemini => {
                let candidate = json!({"finishReason": ended, "content": {"parts": [{"text": text}]}});
                let mut body = json!({"candidates": [candidate]});
                put(&mut body, "promptFeedback", self.blocked);
                (body, "modelVersion", "usageMetadata")
            }
        };
        put(&mut body, model, self.model);
        put(&mut body, usage, self.usage);
        Some((200, body))
    }
}

/// The status of an error in a stream, which has begun with a success.
const SERVER_ERROR: u16 = 500;
