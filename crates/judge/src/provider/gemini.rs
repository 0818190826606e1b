//! Google's `generateContent`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::adaptation::{Adaptation, Optional, Streaming, Structured};
use super::body::{Pictures, put};
use super::reply::{Reply, Usage, name, tokens};
use crate::{Call, Endpoint, Expected, Failure, HttpRequest, Role};

/// The characters that are encoded in a segment of a path: all but the unreserved ones of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

pub(super) fn request(endpoint: &Endpoint, call: &Call, adaptation: &Adaptation) -> HttpRequest {
    let pictures = Pictures::of(call);
    let picture = |media: &str, data: String| json!({"inlineData": {"mimeType": media, "data": data}});
    let text = |text: &str| json!({"text": text});
    let turns = pictures.contents(call, picture, text).map(|(turn, parts)| {
        let role = match turn.role {
            Role::User => "user",
            Role::Model => "model",
        };
        json!({"role": role, "parts": parts})
    });
    let parameters = &call.parameters;
    let mut generation = json!({"maxOutputTokens": parameters.max_output_tokens});
    put(
        &mut generation,
        "temperature",
        adaptation.keep(Optional::Temperature, parameters.temperature),
    );
    put(
        &mut generation,
        "topP",
        adaptation.keep(Optional::TopP, parameters.top_p),
    );
    put(
        &mut generation,
        "frequencyPenalty",
        adaptation.keep(Optional::FrequencyPenalty, parameters.frequency_penalty),
    );
    put(
        &mut generation,
        "seed",
        adaptation.keep(Optional::Seed, parameters.seed),
    );
    if let Expected::Json(schema) = &call.expected {
        let is_json = adaptation.structured >= Structured::Json;
        put(
            &mut generation,
            "responseMimeType",
            is_json.then_some("application/json"),
        );
        let is_given = adaptation.structured == Structured::Schema;
        put(
            &mut generation,
            "responseJsonSchema",
            is_given.then(|| schema.for_provider()),
        );
    }
    let mut body = json!({
        "contents": turns.collect::<Vec<_>>(),
        "generationConfig": generation,
    });
    let system = (!call.system.is_empty()).then(|| json!({"parts": [{"text": call.system}]}));
    put(&mut body, "systemInstruction", system);
    let model = endpoint.model().trim_start_matches("models/");
    let model = utf8_percent_encode(model, RESERVED);
    let method = match adaptation.streaming {
        Streaming::Off => "generateContent",
        Streaming::Plain | Streaming::WithUsage => "streamGenerateContent?alt=sse",
    };
    let url = format!("{}/models/{model}:{method}", endpoint.base());
    // The key goes into a header, because servers and browsers log addresses.
    pictures.post(url, ("x-goog-api-key", ""), &[], &body)
}

pub(super) fn read(body: &Value) -> Reply {
    let usage = body.get("usageMetadata").and_then(|usage| {
        let thought = tokens(usage, "thoughtsTokenCount").unwrap_or_default();
        Some(Usage {
            input: tokens(usage, "promptTokenCount")?,
            // A refused answer has no such count.
            output: tokens(usage, "candidatesTokenCount")
                .unwrap_or_default()
                .saturating_add(thought),
        })
    });
    Reply {
        said: said(body),
        usage,
        model: body.get("modelVersion").and_then(Value::as_str).map(name),
    }
}

fn said(body: &Value) -> Result<String, Failure> {
    if let Some(reason) = body.pointer("/promptFeedback/blockReason").and_then(Value::as_str) {
        return Err(Failure::refused(&format!("the prompt was blocked ({reason})")));
    }
    let candidate = body.pointer("/candidates/0").ok_or_else(|| Failure::Malformed {
        message: "it has no candidates[0]".to_owned(),
    })?;
    let parts = candidate.pointer("/content/parts").and_then(Value::as_array);
    let is_thought = |part: &&Value| part.get("thought").and_then(Value::as_bool).unwrap_or_default();
    let text = parts.map(|parts| {
        let said = parts.iter().filter(|part| !is_thought(part));
        said.filter_map(|part| part.get("text")?.as_str()).collect::<String>()
    });
    match candidate.get("finishReason").and_then(Value::as_str) {
        Some("MAX_TOKENS") => {
            return Err(Failure::Cut {
                text: text.unwrap_or_default(),
            });
        }
        Some(reason @ ("SAFETY" | "RECITATION" | "LANGUAGE" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII")) => {
            return Err(Failure::refused(&format!("its filter stopped the answer ({reason})")));
        }
        _ => {}
    }
    text.ok_or_else(|| Failure::Malformed {
        message: "candidates[0].content has no parts".to_owned(),
    })
}

/// Returns how long to wait. This provider states it in the body as `details[].retryDelay`, for example `13s`.
pub(super) fn retry_delay(error: &Value) -> Option<u64> {
    let details = error.get("details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    let seconds: f64 = delay.strip_suffix('s')?.parse().ok()?;
    (seconds >= 0.0 && seconds.is_finite()).then_some((seconds * 1_000.0).ceil() as u64)
}
