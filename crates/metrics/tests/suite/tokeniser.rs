//! Tokens of a `tokenizer.json`, compared with those of the library `tokenizers` (`tests/oracle/tokeniser.py`).

use std::fs;
use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use serde_json::{Value, json};
use texlens_metrics::suite::texbleu::variant;
use texlens_metrics::texbleu::{LoadedTokeniser, MAX_TOKENISER_BYTES, TableError};
use texlens_metrics::{Evidence, Score, Settings, SpanKind};

use crate::gold::{gold, text};
use crate::texbleu::BUNDLED;
use crate::{score_given, spans};

const SMALL: &str = include_str!("../oracle/tokenizer.json");

/// The small tokeniser of the tests.
pub(crate) static TINY: LazyLock<Arc<LoadedTokeniser>> =
    LazyLock::new(|| Arc::new(LoadedTokeniser::parse(SMALL.as_bytes()).unwrap()));

fn numbers(value: &Value) -> Vec<u32> {
    let numbers = value.as_array().unwrap().iter();
    numbers
        .map(|number| u32::try_from(number.as_u64().unwrap()).unwrap())
        .collect()
}

/// Checks the tokens of a text, their places, and the tokens after the spacing of the earlier released code.
fn check_case(tokeniser: &LoadedTokeniser, case: &Value) {
    let latex = text(case, "text");
    let tokens = tokeniser.tokens(latex);
    let entries: Vec<u32> = tokens.iter().map(|token| token.entry).collect();
    assert_eq!(entries, numbers(&case["ids"]), "{latex:?}");
    let ranges: Vec<Value> = tokens
        .iter()
        .map(|token| json!([token.range.start, token.range.end]))
        .collect();
    assert_eq!(Value::from(ranges), case["ranges"], "{latex:?}");
    let spaced: Vec<u32> = tokeniser
        .formula_tokens(latex)
        .iter()
        .map(|token| token.entry)
        .collect();
    assert_eq!(spaced, numbers(&case["spaced"]), "{latex:?}, spaced");
}

#[test]
fn tokens_equal_those_of_the_library() {
    let oracle: Value = serde_json::from_str(include_str!("../oracle/tokeniser.json")).unwrap();
    let cases = oracle["cases"].as_array().unwrap();
    assert!(cases.len() > 80);
    for case in cases {
        check_case(&TINY, case);
    }
}

/// The published tokeniser is not part of the repository; the environment variable `TEXLENS_TEXBLEU_TOKENIZER` may name
/// it, and `TEXLENS_TEXBLEU_TOKENS` a file of `tokeniser.py` with its tokens.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn tokens_and_scores_of_the_published_tokeniser() {
    let Some(path) = std::env::var_os("TEXLENS_TEXBLEU_TOKENIZER") else {
        eprintln!("skipped: set TEXLENS_TEXBLEU_TOKENIZER to the tokenizer.json of TeXBLEU's repository");
        return;
    };
    let tokeniser = Arc::new(LoadedTokeniser::parse(&fs::read(path).unwrap()).unwrap());
    if let Some(path) = std::env::var_os("TEXLENS_TEXBLEU_TOKENS") {
        let cases = fs::read_to_string(path).unwrap();
        assert!(cases.lines().count() > 1_000);
        for case in cases.lines() {
            check_case(&tokeniser, &serde_json::from_str(case).unwrap());
        }
    }
    let evidence = with(&tokeniser);
    for file in ["formulas.jsonl", "repo-formulas.jsonl", "pages.jsonl"] {
        for line in gold(file) {
            let (reference, prediction) = (text(&line, "ref"), text(&line, "pred"));
            let expected = &line["scores"]["texbleu"];
            for (latex, key) in [(reference, "tex30k_ids_ref"), (prediction, "tex30k_ids_pred")] {
                let found: Vec<u32> = tokeniser
                    .formula_tokens(latex)
                    .iter()
                    .map(|token| token.entry)
                    .collect();
                assert_eq!(found, numbers(&expected[key]), "{} {key}", line["id"]);
            }
            // The released code fails without a token, and gives 0 to equal formulas of fewer than four.
            let Some(expected) = expected["texbleu_old_bin_metric_maxn4"].as_f64() else {
                continue;
            };
            let value = score_given(&evidence, &Settings::default(), "texbleu_old", reference, prediction);
            let value = value.value().unwrap();
            let is_short = tokeniser.formula_tokens(reference).len() < 4;
            if !(is_short && (value - 1.0).abs() < 1e-12) {
                assert!(
                    (value - expected).abs() < 1e-9,
                    "{}: {value}, not {expected}",
                    line["id"]
                );
            }
        }
    }
}

fn with(tokeniser: &Arc<LoadedTokeniser>) -> Evidence {
    let mut evidence = BUNDLED.clone();
    evidence.tokeniser = Some(Arc::clone(tokeniser));
    evidence
}

fn scored(id: &str, settings: &[(&str, &str)], reference: &str, prediction: &str) -> Score {
    let mut all = Settings::default();
    for (name, value) in settings {
        all.set(name, value).unwrap();
    }
    score_given(&with(&TINY), &all, id, reference, prediction)
}

fn value(settings: &[(&str, &str)], reference: &str, prediction: &str) -> f64 {
    scored("texbleu", settings, reference, prediction).value().unwrap()
}

#[test]
fn the_tokens_of_a_file_are_compared() {
    let file = format!("sha256:{}", TINY.sum());
    let settings = [("texbleu.tokenizer", file.as_str())];
    let (reference, prediction) = ("\\frac{a}{b}+c", "\\frac{a}{d}+c");
    let score = scored("texbleu", &settings, reference, prediction);
    let marked: Vec<_> = spans(&score, reference, prediction)
        .iter()
        .map(|(_, kind, text)| (*kind, *text))
        .collect();
    assert_eq!(marked, [(SpanKind::Different, "b"), (SpanKind::Different, "d")]);
    assert!(
        score.summary.ends_with(&format!("variant texbleu[tokenizer={file}]")),
        "{}",
        score.summary
    );
    // A command is two tokens, and the name has the vector of the command.
    let near = value(&settings, "x \\leq y", "x \\le y");
    assert!(near > value(&[settings[0], ("texbleu.vectors", "none")], "x \\leq y", "x \\le y"));
    assert!(
        (value(&settings, "中", "한") - 1.0).abs() < 1e-12,
        "unknown tokens are the same"
    );
    let other = format!("sha256:{}", "0".repeat(64));
    let missing = scored("texbleu", &[("texbleu.tokenizer", &other)], "x", "x");
    assert!(missing.value().is_none());
}

#[test]
fn parts_of_the_metric_can_be_switched_off() {
    let (reference, prediction) = ("a+b+c", "a+b+d");
    let full = value(&[], reference, prediction);
    // To the letter, positions are equal: without them, the distance is twice as large.
    let without = value(
        &[("texbleu.position", "none"), ("texbleu.max_n", "1")],
        reference,
        prediction,
    );
    let with = value(&[("texbleu.max_n", "1")], reference, prediction);
    assert!(((1.0 - without) - 2.0 * (1.0 - with)).abs() < 1e-12);
    assert!(full < 1.0 && value(&[("texbleu.vectors", "none")], reference, prediction) < full);
    // One of five tokens differs, with the distance 1/2.
    let plain = value(
        &[("texbleu.vectors", "none"), ("texbleu.max_n", "1")],
        reference,
        prediction,
    );
    assert!((plain - 0.9).abs() < 1e-12, "{plain}");
    // `\alpha` has six characters.
    let characters = scored(
        "texbleu",
        &[("texbleu.tokenizer", "characters")],
        "\\alpha x % y",
        "\\alpha z",
    );
    assert!(
        characters.summary.contains("the reference has 7"),
        "{}",
        characters.summary
    );
}

#[test]
fn every_variant_has_an_id() {
    let mut settings = Settings::default();
    assert_eq!(variant(&settings), None);
    settings.set("texbleu.position", "none").unwrap();
    settings.set("texbleu.max_n", "4").unwrap();
    assert_eq!(variant(&settings).unwrap(), "texbleu[max_n=4,position=none]");
    settings.set("texbleu.max_n", "3").unwrap();
    assert_eq!(variant(&settings).unwrap(), "texbleu[position=none]");
}

#[test]
fn the_earlier_released_code() {
    let value = |reference, prediction| scored("texbleu_old", &[], reference, prediction).value().unwrap();
    assert!((value("a+b", "a + b") - 1.0).abs() < 1e-12, "equal");
    assert!((value("a", "a") - 1.0).abs() < 1e-12);
    assert!(
        value("a+b+c", "a+x+c").abs() < 1e-12,
        "no run of four tokens is the same"
    );
    assert!(value("a+b+c=d", "=a+b+c=d").abs() < 1e-12, "all tokens are moved");
    // Values of `bin/metric.py` with these tokens.
    for (reference, prediction, expected) in [
        (
            "a+b+c=d",
            "a+b+c=e",
            (6.0 / 7.0 * 5.0 / 6.0 * 4.0 / 5.0 * 3.0 / 4.0_f64).powf(0.25),
        ),
        ("a+b+c=d", "a+b+c", (1.0 - 7.0 / 5.0_f64).exp()),
        (
            "a+b+c",
            "a+b+c=d",
            (5.0 / 7.0 * 4.0 / 6.0 * 3.0 / 5.0 * 2.0 / 4.0_f64).powf(0.25),
        ),
    ] {
        assert!((value(reference, prediction) - expected).abs() < 1e-12, "{prediction}");
    }
    assert!(value("a", "").abs() < 1e-12);
    let score = scored("texbleu_old", &[], "a+b", "a-b");
    assert_eq!(score.spans.len(), 2);
}

/// Returns the small tokeniser with another value of a field, named by a JSON pointer.
fn changed(pointer: &str, value: Value) -> Result<LoadedTokeniser, String> {
    let mut file: Value = serde_json::from_str(SMALL).unwrap();
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    file.pointer_mut(parent).unwrap()[field] = value;
    LoadedTokeniser::parse(file.to_string().as_bytes()).map_err(|error| error.to_string())
}

#[test]
fn a_file_that_cannot_be_used_names_the_field() {
    for (pointer, value, told) in [
        (
            "/model/type",
            json!("WordPiece"),
            "model.type = \"WordPiece\", and only \"BPE\"",
        ),
        (
            "/pre_tokenizer",
            json!({"type": "ByteLevel"}),
            "pre_tokenizer.type = \"ByteLevel\"",
        ),
        ("/pre_tokenizer", json!(null), "pre_tokenizer.type = null"),
        ("/normalizer", json!({"type": "NFC"}), "normalizer.type = \"NFC\""),
        (
            "/post_processor",
            json!({"type": "ByteLevel"}),
            "post_processor.type = \"ByteLevel\"",
        ),
        ("/truncation", json!({"max_length": 512}), "truncation = an object"),
        ("/padding", json!({}), "padding = an object"),
        ("/model/dropout", json!(0.1), "model.dropout = 0.1"),
        ("/model/unk_token", json!(null), "model.unk_token = null"),
        ("/model/unk_token", json!("[NONE]"), "model.unk_token names \"[NONE]\""),
        (
            "/model/continuing_subword_prefix",
            json!("##"),
            "model.continuing_subword_prefix = \"##\"",
        ),
        (
            "/model/end_of_word_suffix",
            json!("</w>"),
            "model.end_of_word_suffix = \"</w>\"",
        ),
        ("/model/fuse_unk", json!(true), "model.fuse_unk = true"),
        ("/model/byte_fallback", json!(true), "model.byte_fallback = true"),
        ("/model/ignore_merges", json!(true), "model.ignore_merges = true"),
        ("/model/merges", json!(["a"]), "model.merges[0] is not two entries"),
        ("/model/merges", json!([["a", "zz"]]), "model.merges[0] names \"azz\""),
        ("/model/merges", json!(["[UNK] a"]), "model.merges[0] = \"[UNK] a\""),
        ("/model/vocab", json!([]), "is not a tokenizer.json"),
        ("/model/vocab", json!({"a": -1}), "is not a tokenizer.json"),
        (
            "/added_tokens",
            json!([{"id": 9, "content": "<s>"}]),
            "added_tokens[0].content names \"<s>\"",
        ),
        (
            "/added_tokens",
            json!([{"id": 0, "content": "[UNK]", "lstrip": true}]),
            "added_tokens[0].lstrip = true",
        ),
        (
            "/added_tokens",
            json!([{"id": 0, "content": ""}]),
            "added_tokens[0].content = \"\"",
        ),
    ] {
        let error = changed(pointer, value).unwrap_err();
        assert!(error.contains(told), "{pointer}: {error}");
        assert!(error.contains("is it"), "advice: {error}");
    }
    // Newer versions of the library write merges as lists, and a decoder does not matter.
    let pairs: Vec<Value> = serde_json::from_str::<Value>(SMALL).unwrap()["model"]["merges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|merge| match merge {
            Value::String(text) => json!(text.split(' ').collect::<Vec<_>>()),
            pair => json!(format!("{} {}", pair[0].as_str().unwrap(), pair[1].as_str().unwrap())),
        })
        .collect();
    let other = changed("/model/merges", pairs.into()).unwrap();
    assert_eq!(other.tokens("\\frac{a}{b}"), TINY.tokens("\\frac{a}{b}"));
    assert!(changed("/decoder", json!({"type": "BPEDecoder"})).is_ok());
}

#[test]
fn other_files_are_refused_with_advice() {
    let told = |bytes: &[u8]| LoadedTokeniser::parse(bytes).unwrap_err().to_string();
    let half = &SMALL.as_bytes()[..SMALL.len() / 2];
    for (bytes, expected) in [
        (&b""[..], "EOF while parsing"),
        (half, "EOF while parsing"),
        (b"{}", "missing field `model`"),
        (b"{\"!\": 0, \"\\\"\": 1}", "missing field `model`"),
        (b"\xff\xfe{", "it is not UTF-8"),
        (b"PK\x03\x04", "not a tokenizer.json"),
        (&b"[".repeat(100_000), "not a tokenizer.json"),
    ] {
        let error = told(bytes);
        assert!(
            error.contains(expected) && error.contains("is it the right file"),
            "{error}"
        );
        assert!(error.len() < 400, "{error}");
    }
    let error = LoadedTokeniser::parse(&vec![b' '; MAX_TOKENISER_BYTES + 1]).unwrap_err();
    assert!(matches!(error, TableError::TooLarge { what: "bytes", .. }), "{error}");
    let mut entries: Value = serde_json::from_str::<Value>(SMALL).unwrap()["model"]["vocab"].take();
    entries["x".repeat(257)] = json!(5);
    let long = changed("/model/vocab", entries).unwrap_err();
    assert!(long.contains("has 257 bytes in an entry and at most 256"), "{long}");
    let long = changed("/model/type", json!("x".repeat(1_000_000))).unwrap_err();
    assert!(long.len() < 400, "{long}");
}

proptest! {
    #[test]
    fn any_bytes_are_a_tokeniser_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(LoadedTokeniser::parse(&bytes).is_err());
    }

    #[test]
    fn damaged_files_are_read_or_refused(at in 0..SMALL.len(), byte in any::<u8>()) {
        let mut bytes = SMALL.as_bytes().to_vec();
        bytes[at] = byte;
        if let Ok(tokeniser) = LoadedTokeniser::parse(&bytes) {
            let tokens = tokeniser.tokens("\\frac{a}{b} + \\alpha");
            prop_assert!(!tokens.is_empty());
        }
    }

    #[test]
    fn tokens_cover_the_text_in_order(latex in "(\\PC|[\\\\{}_^ \n]|\\\\frac|\\[MASK\\]){0,30}") {
        for tokens in [TINY.tokens(&latex), TINY.formula_tokens(&latex)] {
            let mut end = 0;
            let mut covered = String::new();
            for token in tokens {
                prop_assert!(end <= token.range.start && token.range.start < token.range.end);
                end = token.range.end;
                covered += latex.get(token.range).unwrap();
            }
            // No token of the small tokeniser contains white space.
            let expected: String = latex.split_whitespace().collect();
            prop_assert_eq!(covered, expected);
        }
    }
}
