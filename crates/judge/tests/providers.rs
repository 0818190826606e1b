//! Requests and responses in the forms of the three providers.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::borrow::Cow;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use texlens_judge::{
    Account, Adaptation, ApiKey, CacheKey, Call, Endpoint, Failure, HttpRequest, Order, Picture, PictureFormat,
    Protocol, Provider, Structured, Usage, provider,
};

fn endpoint(provider: Provider) -> Endpoint {
    Endpoint::new(provider, provider.default_base(), "some/model").unwrap()
}

fn account(of: Provider, key: Option<&str>) -> Account {
    Account::new(&endpoint(of), key.and_then(ApiKey::new)).unwrap()
}

fn call(protocol: &str) -> Call {
    Protocol::named(protocol)
        .unwrap()
        .call(&[("reference", "x"), ("prediction", "y")], Order::AsWritten)
        .unwrap()
}

fn request(of: Provider, protocol: &str, structured: Structured) -> (HttpRequest, Value) {
    let endpoint = endpoint(of);
    let request = provider::request(&endpoint, &call(protocol), &Adaptation::to(&endpoint, structured));
    let body = serde_json::from_str(&request.body.to_string()).unwrap();
    (request, body)
}

fn read(of: Provider, status: u16, body: &Value) -> texlens_judge::Reply {
    provider::read(of, &account(of, None).received(status, [], body.to_string().as_bytes()))
}

#[test]
fn chat_completions_have_their_form() {
    let (request, body) = request(Provider::OpenAi, "pdf_parse_bench_2026_table", Structured::Schema);
    assert_eq!(request.url, "https://api.openai.com/v1/chat/completions");
    assert_eq!(body["model"], "some/model");
    assert_eq!(body["messages"][0]["role"], "user", "its source has no system message");
    let (_, ours) = self::request(Provider::OpenAi, "texlens_table", Structured::Schema);
    assert_eq!(ours["messages"][0]["role"], "system");
    assert_eq!(ours["messages"][1]["role"], "user");
    assert_eq!(body["max_completion_tokens"], 2_000);
    assert_eq!(
        (&body["temperature"], &body["top_p"], &body["frequency_penalty"]),
        (&json!(0.0), &json!(1.0), &json!(0.3))
    );
    let format = &body["response_format"];
    assert_eq!(
        (&format["type"], &format["json_schema"]["strict"]),
        (&json!("json_schema"), &json!(true))
    );
    assert_eq!(format["json_schema"]["schema"]["additionalProperties"], false);
    let headers = account(Provider::OpenAi, Some("secret")).headers(&request);
    assert!(headers.contains(&("authorization".to_owned(), "Bearer secret".to_owned())));

    let local = Endpoint::new(Provider::OpenAi, "http://localhost:8000/v1", "m").unwrap();
    let request = provider::request(
        &local,
        &call("pdf_parse_bench_2026_formula"),
        &Adaptation::to(&local, Structured::Schema),
    );
    let body: Value = serde_json::from_str(&request.body.to_string()).unwrap();
    assert_eq!(body["max_tokens"], 2_000);
    assert_eq!(body.get("response_format"), None, "a bare number has no schema");
}

#[test]
fn messages_have_their_form() {
    let (request, body) = request(Provider::Anthropic, "pdf_parse_bench_2026_table", Structured::Schema);
    assert_eq!(request.url, "https://api.anthropic.com/v1/messages");
    assert_eq!(body.get("system"), None, "its source has no system message");
    let (_, ours) = self::request(Provider::Anthropic, "texlens_table", Structured::Schema);
    assert!(ours["system"].is_string());
    assert_eq!(body["messages"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&body["max_tokens"], &body["temperature"]),
        (&json!(2_000), &json!(0.0))
    );
    assert_eq!(body.get("frequency_penalty"), None);
    assert_eq!(body["output_config"]["format"]["type"], "json_schema");
    let headers = account(Provider::Anthropic, Some("secret")).headers(&request);
    for (name, value) in [
        ("x-api-key", "secret"),
        ("anthropic-version", "2023-06-01"),
        ("anthropic-dangerous-direct-browser-access", "true"),
    ] {
        assert!(headers.contains(&(name.to_owned(), value.to_owned())), "{name}");
    }
    let base = Endpoint::new(Provider::Anthropic, "https://api.anthropic.com", "m").unwrap();
    let request = provider::request(
        &base,
        &call("texlens_formula"),
        &Adaptation::to(&base, Structured::Prompt),
    );
    assert_eq!(request.url, "https://api.anthropic.com/v1/messages");
    assert!(!request.body.to_string().contains("output_config"));
}

#[test]
fn generate_content_has_its_form() {
    let (request, body) = request(Provider::Gemini, "pdf_parse_bench_2026_table", Structured::Schema);
    assert_eq!(
        request.url,
        "https://generativelanguage.googleapis.com/v1beta/models/some%2Fmodel:generateContent"
    );
    assert_eq!(body.get("systemInstruction"), None, "its source has no system message");
    let (_, ours) = self::request(Provider::Gemini, "texlens_table", Structured::Schema);
    assert!(ours["systemInstruction"]["parts"][0]["text"].is_string());
    assert_eq!(body["contents"][0]["role"], "user");
    let generation = &body["generationConfig"];
    assert_eq!(
        (&generation["maxOutputTokens"], &generation["topP"]),
        (&json!(2_000), &json!(1.0))
    );
    assert_eq!(generation["responseMimeType"], "application/json");
    assert_eq!(generation["responseJsonSchema"]["type"], "object");
    let headers = account(Provider::Gemini, Some("secret")).headers(&request);
    assert!(headers.contains(&("x-goog-api-key".to_owned(), "secret".to_owned())));
    assert!(!request.url.contains("secret"));
}

#[test]
fn pictures_stand_before_the_text_in_each_form() {
    let data = b"a picture";
    let picture = Picture {
        sha256: hex::encode(Sha256::digest(data)),
        format: PictureFormat::Png,
        width: 10,
        height: 20,
        bytes: data.len() as u64,
    };
    let mut call = call("texlens_formula");
    let key = |call: &Call| CacheKey::of(&endpoint(Provider::OpenAi), call);
    let without = key(&call);
    call.turns[0].pictures = vec![picture.clone(), picture.clone()];
    assert_ne!(key(&call), without);
    let text = call.turns[0].text.clone();
    for (of, content, first) in [
        (
            Provider::OpenAi,
            "/messages/1/content",
            json!({"type": "image_url", "image_url": {"url": "data:image/png;base64,YSBwaWN0dXJl"}}),
        ),
        (
            Provider::Anthropic,
            "/messages/0/content",
            json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "YSBwaWN0dXJl"}}),
        ),
        (
            Provider::Gemini,
            "/contents/0/parts",
            json!({"inlineData": {"mimeType": "image/png", "data": "YSBwaWN0dXJl"}}),
        ),
    ] {
        let endpoint = endpoint(of);
        let adaptation = Adaptation::to(&endpoint, Structured::Prompt).streamed(true);
        let request = provider::request(&endpoint, &call, &adaptation);
        assert!(request.is_streamed && request.body.pictures().count() == 2);
        let sent = request.body.filled(|_| Ok(Cow::from(&data[..]))).unwrap();
        let body: Value = serde_json::from_str(&sent).unwrap();
        let parts = body.pointer(content).and_then(Value::as_array).unwrap();
        assert_eq!((&parts[0], &parts[1]), (&first, &first), "{of:?}");
        assert_eq!(parts[2]["text"], text.as_str(), "{of:?}");
        let is_streamed = body["stream"] == true || request.url.contains("streamGenerateContent");
        assert!(is_streamed, "{of:?}");
        assert!(request.body.to_string().contains(&picture.sha256));
    }
}

#[test]
fn answers_are_read_with_what_they_took() {
    let openai = json!({"model": "m-1", "choices": [{"finish_reason": "stop", "message": {"content": "yes"}}], "usage": {"prompt_tokens": 3, "completion_tokens": 4}});
    let anthropic = json!({"model": "m-1", "stop_reason": "end_turn", "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "yes"}],
        "usage": {"input_tokens": 1, "cache_read_input_tokens": 2, "output_tokens": 4}});
    let gemini = json!({"modelVersion": "m-1", "candidates": [{"finishReason": "STOP", "content": {"parts": [{"text": "hm", "thought": true}, {"text": "yes"}]}}],
        "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 1, "thoughtsTokenCount": 3}});
    for (of, body) in [
        (Provider::OpenAi, openai),
        (Provider::Anthropic, anthropic),
        (Provider::Gemini, gemini),
    ] {
        let reply = read(of, 200, &body);
        assert_eq!(reply.said.as_deref(), Ok("yes"), "{of:?}");
        assert_eq!(reply.usage, Some(Usage { input: 3, output: 4 }), "{of:?}");
        assert_eq!(reply.model.as_deref(), Some("m-1"));
    }
}

#[test]
fn answers_that_ended_early_or_were_refused_are_no_answers() {
    let openai = |reason: &str| json!({"choices": [{"finish_reason": reason, "message": {"content": "{}"}}]});
    let anthropic = |reason: &str| json!({"stop_reason": reason, "content": [{"type": "text", "text": "{}"}]});
    let gemini =
        |reason: &str| json!({"candidates": [{"finishReason": reason, "content": {"parts": [{"text": "{}"}]}}]});
    for (of, body) in [
        (Provider::OpenAi, openai("length")),
        (Provider::Anthropic, anthropic("max_tokens")),
        (Provider::Gemini, gemini("MAX_TOKENS")),
    ] {
        assert_eq!(read(of, 200, &body).said, Err(Failure::Cut { text: "{}".to_owned() }));
    }
    for (of, body) in [
        (Provider::OpenAi, openai("content_filter")),
        (
            Provider::OpenAi,
            json!({"choices": [{"message": {"content": null, "refusal": "no"}}]}),
        ),
        (Provider::Anthropic, anthropic("refusal")),
        (Provider::Gemini, gemini("SAFETY")),
        (Provider::Gemini, json!({"promptFeedback": {"blockReason": "OTHER"}})),
    ] {
        assert!(
            matches!(read(of, 200, &body).said, Err(Failure::Refused { .. })),
            "{body}"
        );
    }
    for of in Provider::ALL {
        for body in [
            json!({}),
            json!([]),
            json!("yes"),
            json!({"choices": [], "content": 1, "candidates": [{}]}),
        ] {
            assert!(
                matches!(read(of, 200, &body).said, Err(Failure::Malformed { .. })),
                "{of:?} {body}"
            );
        }
        let page = account(Provider::OpenAi, None).received(200, [], b"<html>Sign in</html>");
        assert!(matches!(provider::read(of, &page).said, Err(Failure::Malformed { .. })));
    }
}

#[test]
fn refusals_are_told_apart() {
    let error = |message: &str| json!({"error": {"message": message}});
    let of = |status, body: &Value| read(Provider::OpenAi, status, body).said.unwrap_err();
    assert!(matches!(of(401, &error("no")), Failure::Unauthorised { .. }));
    assert!(matches!(of(404, &error("no")), Failure::NotFound { .. }));
    assert!(matches!(
        of(429, &error("slow")),
        Failure::RateLimited {
            retry_after_ms: None,
            ..
        }
    ));
    assert!(matches!(
        of(429, &json!({"error": {"message": "x", "code": "insufficient_quota"}})),
        Failure::NoCredit { .. }
    ));
    assert!(matches!(
        of(400, &error("Your credit balance is too low")),
        Failure::NoCredit { .. }
    ));
    assert!(matches!(
        of(529, &error("overloaded")),
        Failure::Server { status: 529, .. }
    ));
    assert!(matches!(of(307, &json!({})), Failure::Redirected { status: 307 }));
    assert!(matches!(
        of(400, &error("API key not valid. Please pass a valid API key.")),
        Failure::Unauthorised { .. }
    ));
    let gemini = json!({"error": {"code": 429, "message": "quota", "status": "RESOURCE_EXHAUSTED", "details": [{"retryDelay": "2.5s"}]}});
    let failure = read(Provider::Gemini, 429, &gemini).said.unwrap_err();
    assert_eq!(
        failure,
        Failure::RateLimited {
            message: "quota".to_owned(),
            retry_after_ms: Some(2_500)
        }
    );
    let plain = provider::read(
        Provider::OpenAi,
        &account(Provider::OpenAi, None).received(502, [], b"Bad gateway"),
    );
    assert!(matches!(plain.said, Err(Failure::Server { message, .. }) if message == "Bad gateway"));
}
