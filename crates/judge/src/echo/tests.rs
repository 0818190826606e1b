use base64::prelude::*;
use proptest::prelude::*;
use serde_json::json;

use super::*;

const KEY: &str = "sk-Ab3dE6gH9jK2mN5pQ8sT";

fn each(key: &str, as_text: impl Fn(char) -> String) -> String {
    key.chars().map(as_text).collect()
}

/// Returns the key in many encodings that a server may use.
pub(crate) fn encodings(key: &str) -> Vec<(&'static str, String)> {
    let json = each(key, |c| format!("\\u{:04x}", u32::from(c)));
    let base64 = |text: &str| BASE64_STANDARD_NO_PAD.encode(text);
    let base64_in_address = |text: &str| BASE64_URL_SAFE_NO_PAD.encode(text);
    vec![
        ("as it is", key.to_owned()),
        ("with other words", format!("Bearer {key}, is wrong")),
        ("escapes of JSON", json.clone()),
        ("escaped twice", json.replace('\\', "\\\\")),
        ("escaped three times", json.replace('\\', "\\\\\\\\")),
        ("one escape", key.replacen('d', "\\u0064", 1)),
        (
            "escapes of programming languages",
            each(key, |c| format!("\\x{:02X}", u32::from(c))),
        ),
        ("octal escapes", each(key, |c| format!("\\{:03o}", u32::from(c)))),
        ("braced escapes", each(key, |c| format!("\\u{{{:x}}}", u32::from(c)))),
        ("percent", each(key, |c| format!("%{:02X}", u32::from(c)))),
        ("percent of percent", each(key, |c| format!("%25{:02X}", u32::from(c)))),
        ("percent units", each(key, |c| format!("%u{:04x}", u32::from(c)))),
        ("mail", each(key, |c| format!("={:02X}", u32::from(c)))),
        ("references", each(key, |c| format!("&#{};", u32::from(c)))),
        (
            "hexadecimal references",
            each(key, |c| format!("&#x{:x};", u32::from(c))),
        ),
        (
            "references of references",
            each(key, |c| format!("&amp;#{};", u32::from(c))),
        ),
        ("named references between", each(key, |c| format!("{c}&zwj;"))),
        ("base64", base64(key)),
        ("base64 of the header", base64(&format!("Bearer {key}"))),
        ("base64 one later", base64_in_address(&format!("x{key}"))),
        ("base64 two later", base64_in_address(&format!("xy{key}"))),
        ("base64 after a word", format!("token/{}", base64(key))),
        ("base64 in lines", each(&base64(key), |c| format!("{c}\r\n"))),
        ("base64 twice", base64(&base64(key))),
        ("base64 of escapes", base64(&json)),
        ("hexadecimal", hex::encode(key)),
        (
            "hexadecimal in pairs",
            each(key, |c| format!("0x{:02X}, ", u32::from(c))),
        ),
        ("hexadecimal after a digit", format!("a{}", hex::encode(key))),
        ("hexadecimal of base64", hex::encode(base64(key))),
        ("codes", each(key, |c| format!("{}, ", u32::from(c)))),
        ("backwards", key.chars().rev().collect()),
        ("capitals", key.to_uppercase()),
        ("small", key.to_lowercase()),
        ("spaced", each(key, |c| format!("{c} "))),
        ("zero-width", each(key, |c| format!("{c}\u{200b}\u{2060}"))),
        ("lines", each(key, |c| format!("{c}\n"))),
        (
            "wide",
            each(key, |c| {
                if c.is_ascii_graphic() {
                    char::from_u32(u32::from(c) + 0xFEE0).unwrap().into()
                } else {
                    c.into()
                }
            }),
        ),
        ("most of it", key[..key.len() - 4].to_owned()),
        ("the end of it", key[6..].to_owned()),
        ("eight of it", format!("{}...", &key[..9])),
    ]
}

#[test]
fn a_key_is_found_however_it_is_written() {
    let echo = Echo::new(KEY);
    for (how, text) in encodings(KEY) {
        assert!(echo.is_in(&text), "{how}: {text}");
        let removed = echo.removed_from(&text);
        assert!(!echo.is_in(&removed) && removed.contains(REMOVED), "{how}: {removed}");
        let body = json!({"error": {"message": text}, "id": 1}).to_string();
        let (text, json) = echo.removed_from_body(&body);
        assert!(!echo.is_in(&text) && text.contains(REMOVED), "{how}: {text}");
        assert_eq!(json.unwrap()["id"], 1, "{how}: the rest stays");
        let (text, _) = echo.removed_from_body(&body[..body.len() - 1]);
        assert!(!echo.is_in(&text), "{how}: {text}");
    }
}

#[test]
fn the_rest_of_an_answer_that_names_the_key_stays() {
    let echo = Echo::new(KEY);
    let escaped = each(KEY, |c| format!("\\u{:04x}", u32::from(c)));
    let answer = format!(r#"{{"analysis": "with {escaped}", "score": 9}}"#);
    let body = json!({"message": {"content": answer}}).to_string();
    let (_, json) = echo.removed_from_body(&body);
    assert_eq!(
        json.unwrap()["message"]["content"],
        json!({"analysis": format!("with {REMOVED}"), "score": 9}).to_string()
    );
}

#[test]
fn a_key_in_pieces_is_found() {
    let echo = Echo::new(KEY);
    let (first, rest) = KEY.split_at(7);
    let (second, third) = rest.split_at(7);
    for body in [
        json!({"a": first, "b": second, "c": third}),
        json!({"content": [{"type": "text", "text": first}, {"type": "text", "text": second}]}),
        json!([first, [second], {"x": third}]),
        json!({"message": {"content": json!({"errors": [first, second], "score": 3}).to_string()}}),
        json!({"message": {"content": format!("So: {}.", json!({"analysis": first, "z": second}))}}),
        json!({first: 1, second: 2, third: 3}),
        json!({KEY: "name"}),
        json!({"codes": KEY.bytes().collect::<Vec<u8>>()}),
    ] {
        let (text, _) = echo.removed_from_body(&body.to_string());
        assert!(text.contains(REMOVED), "{body}: {text}");
        assert!(!echo.is_in(&text), "{text}");
    }
    let (text, json) = echo.removed_from_body(&format!(r#"{{"a": "{KEY}", "a": "x"}}"#));
    assert_eq!((text.as_str(), json), (r#"{"a":"x"}"#, Some(json!({"a": "x"}))));
}

#[test]
fn digits_of_a_key_are_no_numbers_of_a_response() {
    let echo = Echo::new("key-12345678901234567890");
    let body = r#"{"usage": {"prompt_tokens": 12345678901, "completion_tokens": 0.12345678, "total": 1234567}}"#;
    let (_, json) = echo.removed_from_body(body);
    assert_eq!(
        json.unwrap(),
        json!({"usage": {"prompt_tokens": null, "completion_tokens": null, "total": 1234567}})
    );
}

#[test]
fn only_what_gives_the_key_away_is_replaced() {
    let echo = Echo::new(KEY);
    let removed = echo.removed_from(&format!(
        "Incorrect API key provided: {KEY}. See https://host/keys?a=b%20c."
    ));
    assert_eq!(
        removed,
        "Incorrect API key provided: [key removed]. See https://host/keys?a=b%20c."
    );
    for harmless in [
        "sk-Ab3d...Q8sT",
        "Ab3dE6g and Q8sT",
        "sk-",
        "nothing of it",
        r"\frac{a}{b} = \sum_{i=1}^{n} a_i",
    ] {
        assert_eq!(echo.removed_from(harmless), harmless);
        assert_eq!(
            echo.removed_from_body(&json!([harmless]).to_string()).0,
            json!([harmless]).to_string()
        );
    }
}

#[test]
fn keys_that_are_words_and_short_keys_leave_texts_alone() {
    let answer = "An API key is required, x is not; the studio of llama.";
    for key in ["x", "key", "EMPTY", "sk-no-key-required", "is-not"] {
        let removed = Echo::new(key).removed_from(answer);
        assert!(!removed.contains(REMOVED) || key.len() > 5, "{key}: {removed}");
    }
    assert_eq!(Echo::new("sk-no-key-required").removed_from(answer), answer);
    assert_eq!(
        Echo::new("sk-no-key-required").removed_from("not sk-no-key-required!"),
        "not [key removed]!"
    );
    // A key with hardly any letters: signs count, too.
    let echo = Echo::new("p@$$-w0!?");
    assert_eq!(echo.removed_from("with p@$$-w0!?"), "with [key removed]");
    assert_eq!(echo.removed_from("with p w0"), "with p w0");
}

#[test]
fn hostile_texts_are_quickly_done_with() {
    let echo = Echo::new(KEY);
    for text in [
        "\\".repeat(1 << 18),
        "\\\\u0073%25".repeat(25_000),
        "&amp;".repeat(50_000),
        "Ab3d".repeat(1 << 16),
        "[".repeat(1 << 18),
        format!("[{}\"\"]", "\"\\\\u0041[1]\",".repeat(15_000)),
    ] {
        let start = std::time::Instant::now();
        let (text, _) = echo.removed_from_body(&text);
        assert!(!text.is_empty());
        // Far longer than the search takes, even without optimisation and beside other tests.
        assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
    }
}

proptest! {
    #[test]
    fn no_text_panics_or_keeps_the_key(text in any::<String>(), tail in any::<String>(), from in 0..12_usize, length in 10..12_usize) {
        let echo = Echo::new(KEY);
        let whole = format!("{text}{}{tail}", &KEY[from..from + length]);
        let removed = echo.removed_from(&whole);
        prop_assert!(!echo.is_in(&removed));
        prop_assert!(removed.contains(REMOVED));
        let (body, _) = echo.removed_from_body(&json!({"a": whole, "b": [text]}).to_string());
        prop_assert!(!echo.is_in(&body));
    }

    #[test]
    fn escapes_of_any_kind_do_not_panic(text in r#"[\\%=&#xu0-9a-f{};]{0,40}"#) {
        let _ = decode::unescaped(text.as_bytes());
        let _ = Echo::new(KEY).removed_from(&text);
    }
}
