//! Chat completions of `OpenAI` and compatible servers.

use serde_json::{Value, json};

use super::adaptation::{Adaptation, Optional, Streaming, Structured};
use super::body::{Pictures, put};
use super::reply::{Reply, Usage, name, tokens};
use crate::{Call, Endpoint, Expected, Failure, HttpRequest, Role};

pub(super) fn request(endpoint: &Endpoint, call: &Call, adaptation: &Adaptation) -> HttpRequest {
    let has_system = !call.system.is_empty();
    let system = has_system.then(|| json!({"role": "system", "content": call.system}));
    let pictures = Pictures::of(call);
    let picture = |media: &str, data: String| json!({"type": "image_url", "image_url": {"url": format!("data:{media};base64,{data}")}});
    let text = |text: &str| json!({"type": "text", "text": text});
    let turns = pictures.contents(call, picture, text).map(|(turn, parts)| {
        let role = match turn.role {
            Role::User => "user",
            Role::Model => "assistant",
        };
        // Not every server understands a text in parts.
        let content = if turn.pictures.is_empty() {
            turn.text.as_str().into()
        } else {
            Value::Array(parts)
        };
        json!({"role": role, "content": content})
    });
    let mut body = json!({
        "model": endpoint.model(),
        "messages": system.into_iter().chain(turns).collect::<Vec<_>>(),
    });
    let parameters = &call.parameters;
    let limit = if adaptation.completion_tokens {
        "max_completion_tokens"
    } else {
        "max_tokens"
    };
    put(&mut body, limit, Some(parameters.max_output_tokens));
    put(
        &mut body,
        "temperature",
        adaptation.keep(Optional::Temperature, parameters.temperature),
    );
    put(&mut body, "top_p", adaptation.keep(Optional::TopP, parameters.top_p));
    put(
        &mut body,
        "frequency_penalty",
        adaptation.keep(Optional::FrequencyPenalty, parameters.frequency_penalty),
    );
    put(&mut body, "seed", adaptation.keep(Optional::Seed, parameters.seed));
    if let Expected::Json(schema) = &call.expected {
        let format = match adaptation.structured {
            Structured::Schema => Some(
                json!({"type": "json_schema", "json_schema": {"name": schema.name(), "strict": true, "schema": schema.for_provider()}}),
            ),
            Structured::Json => Some(json!({"type": "json_object"})),
            Structured::Prompt => None,
        };
        put(&mut body, "response_format", format);
    }
    put(
        &mut body,
        "stream",
        (adaptation.streaming != Streaming::Off).then_some(true),
    );
    let has_usage = adaptation.streaming == Streaming::WithUsage;
    put(
        &mut body,
        "stream_options",
        has_usage.then(|| json!({"include_usage": true})),
    );
    let url = format!("{}/chat/completions", endpoint.base());
    pictures.post(url, ("authorization", "Bearer "), &[], &body)
}

pub(super) fn read(body: &Value) -> Reply {
    let usage = body.get("usage").and_then(|usage| {
        Some(Usage {
            input: tokens(usage, "prompt_tokens")?,
            output: tokens(usage, "completion_tokens")?,
        })
    });
    Reply {
        said: said(body),
        usage,
        model: body.get("model").and_then(Value::as_str).map(name),
    }
}

fn said(body: &Value) -> Result<String, Failure> {
    let malformed = |what: &str| Failure::Malformed {
        message: what.to_owned(),
    };
    let choice = body
        .pointer("/choices/0")
        .ok_or_else(|| malformed("it has no choices[0]"))?;
    let message = choice
        .get("message")
        .ok_or_else(|| malformed("it has no choices[0].message"))?;
    if let Some(refusal) = message.get("refusal").and_then(Value::as_str) {
        return Err(Failure::refused(refusal));
    }
    match choice.get("finish_reason").and_then(Value::as_str) {
        Some("length") => {
            return Err(Failure::Cut {
                text: text(message).unwrap_or_default(),
            });
        }
        Some("content_filter") => {
            return Err(Failure::refused("its filter stopped the answer"));
        }
        _ => {}
    }
    text(message).ok_or_else(|| malformed("choices[0].message.content is not a text"))
}

fn text(message: &Value) -> Option<String> {
    match message.get("content")? {
        Value::String(text) => Some(text.clone()),
        // Some servers answer in parts.
        Value::Array(parts) => Some(parts.iter().filter_map(|part| part.get("text")?.as_str()).collect()),
        _ => None,
    }
}
