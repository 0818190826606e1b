//! Anthropic's Messages API.

use serde_json::{Value, json};

use super::adaptation::{Adaptation, Optional, Streaming, Structured};
use super::body::{Pictures, put};
use super::reply::{Reply, Usage, name, tokens};
use crate::{Call, Endpoint, Expected, Failure, HttpRequest, Role};

/// Version of the API.
const VERSION: &str = "2023-06-01";

/// Header that a page of another origin must send, or the service does not answer it.
const BROWSER: &str = "anthropic-dangerous-direct-browser-access";

pub(super) fn request(endpoint: &Endpoint, call: &Call, adaptation: &Adaptation) -> HttpRequest {
    let pictures = Pictures::of(call);
    let picture = |media: &str, data: String| json!({"type": "image", "source": {"type": "base64", "media_type": media, "data": data}});
    let text = |text: &str| json!({"type": "text", "text": text});
    let turns = pictures.contents(call, picture, text).map(|(turn, parts)| {
        let role = match turn.role {
            Role::User => "user",
            Role::Model => "assistant",
        };
        let content = if turn.pictures.is_empty() {
            turn.text.as_str().into()
        } else {
            Value::Array(parts)
        };
        json!({"role": role, "content": content})
    });
    let parameters = &call.parameters;
    let mut body = json!({
        "model": endpoint.model(),
        "max_tokens": parameters.max_output_tokens,
        "messages": turns.collect::<Vec<_>>(),
    });
    put(
        &mut body,
        "system",
        Some(call.system.as_str()).filter(|system| !system.is_empty()),
    );
    put(
        &mut body,
        "temperature",
        adaptation.keep(Optional::Temperature, parameters.temperature),
    );
    put(&mut body, "top_p", adaptation.keep(Optional::TopP, parameters.top_p));
    if let Expected::Json(schema) = &call.expected {
        let is_given = adaptation.structured == Structured::Schema;
        let format = is_given.then(|| json!({"format": {"type": "json_schema", "schema": schema.for_provider()}}));
        put(&mut body, "output_config", format);
    }
    put(
        &mut body,
        "stream",
        (adaptation.streaming != Streaming::Off).then_some(true),
    );
    let headers = [("anthropic-version", VERSION), (BROWSER, "true")];
    // Users give the service's address with or without the version.
    let base = endpoint.base();
    let path = if base.ends_with("/v1") {
        "messages"
    } else {
        "v1/messages"
    };
    pictures.post(format!("{base}/{path}"), ("x-api-key", ""), &headers, &body)
}

pub(super) fn read(body: &Value) -> Reply {
    let usage = body.get("usage").and_then(|usage| {
        let cached = ["cache_creation_input_tokens", "cache_read_input_tokens"]
            .map(|name| tokens(usage, name).unwrap_or_default());
        Some(Usage {
            input: cached.iter().fold(tokens(usage, "input_tokens")?, |sum, tokens| {
                sum.saturating_add(*tokens)
            }),
            output: tokens(usage, "output_tokens")?,
        })
    });
    Reply {
        said: said(body),
        usage,
        model: body.get("model").and_then(Value::as_str).map(name),
    }
}

fn said(body: &Value) -> Result<String, Failure> {
    let content = body.get("content").and_then(Value::as_array);
    let content = content.ok_or_else(|| Failure::Malformed {
        message: "it has no content".to_owned(),
    })?;
    let text: String = content.iter().filter_map(|part| part.get("text")?.as_str()).collect();
    match body.get("stop_reason").and_then(Value::as_str) {
        Some("max_tokens" | "model_context_window_exceeded") => Err(Failure::Cut { text }),
        Some("refusal") => Err(Failure::refused(&text)),
        _ => Ok(text),
    }
}
