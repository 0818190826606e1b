use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use serde_json::Value;
use texlens_metrics::suite::texbleu_released::{distances, similarity, space_commands};
use texlens_metrics::texbleu::{Gpt2, Gpt2Vocabulary, TexbleuModel, Vectors, in_place};
use texlens_metrics::{Evidence, Score, Settings, SpanKind};

use crate::gold::{gold, text};
use crate::{score, score_given, spans};

const FILES: [&str; 3] = ["formulas.jsonl", "repo-formulas.jsonl", "pages.jsonl"];

/// The model that is supplied with texlens.
pub(crate) static BUNDLED: LazyLock<Evidence> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/texbleu.bin");
    let mut evidence = Evidence::default();
    evidence.texbleu = Some(Arc::new(TexbleuModel::parse(&fs::read(path).unwrap()).unwrap()));
    evidence
});

/// A table of made-up vectors for the numbers of GPT-2's tokens. The expected values were calculated with it.
static MADE_UP: LazyLock<Vectors> = LazyLock::new(|| {
    let value = |index: u64| {
        let mut x = index.wrapping_add(0x9E37_79B9_7F4A_7C15);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^= x >> 31;
        ((x >> 40) as f64 / f64::from(1 << 23) - 1.0 + 0.4) as f32
    };
    Vectors::new(64, (0..50_257 * 64).map(value).collect()).unwrap()
});

fn scored(settings: &[(&str, &str)], reference: &str, prediction: &str) -> Score {
    let mut all = Settings::default();
    for (name, value) in settings {
        all.set(name, value).unwrap();
    }
    score_given(&BUNDLED, &all, "texbleu", reference, prediction)
}

fn value(reference: &str, prediction: &str) -> f64 {
    scored(&[], reference, prediction).value().unwrap()
}

fn ids(line: &Value, side: &str) -> Vec<u32> {
    let ids = line["scores"]["texbleu"][side].as_array().unwrap();
    ids.iter()
        .map(|id| u32::try_from(id.as_u64().unwrap()).unwrap())
        .collect()
}

#[test]
fn the_released_arithmetic_on_one_pair() {
    // The formulas are \frac{1}{2} and \frac{4}{2}.
    let reference = [3467, 31944, 90, 16, 18477, 17, 92];
    let prediction = [3467, 31944, 90, 19, 18477, 17, 92];
    for (max_n, expected) in [(2, 0.9278), (3, 0.9207)] {
        let value = similarity(&MADE_UP, &reference, &prediction, max_n);
        assert!((value - expected).abs() < 1e-12, "{max_n}: {value}");
    }
    assert!((similarity(&MADE_UP, &reference, &reference[..3], 2) - 1.0).abs() < 1e-12);
    assert!((similarity(&MADE_UP, &reference, &[], 2)).abs() < 1e-12);
    assert!((similarity(&MADE_UP, &[], &[], 2) - 1.0).abs() < 1e-12);
    assert!(
        (similarity(&MADE_UP, &[3467], &[31944], 2)).abs() < 1e-4,
        "no pair of tokens, as released"
    );
    assert!((similarity(&MADE_UP, &[3467], &[3467], 2) - 1.0).abs() < 1e-12);
}

#[test]
fn the_released_arithmetic_on_the_gold() {
    for file in FILES {
        for line in gold(file) {
            let expected = &line["scores"]["texbleu"];
            let (reference, prediction) = (ids(&line, "gpt2_ids_ref"), ids(&line, "gpt2_ids_pred"));
            if reference == prediction {
                continue;
            }
            for (key, max_n) in [
                ("texbleu_new_metric_synth_maxn2", 2),
                ("texbleu_new_metric_synth_maxn3", 3),
            ] {
                let value = similarity(&MADE_UP, &reference, &prediction, max_n);
                let Some(expected) = expected[key].as_f64() else {
                    // The released code fails on a side without tokens.
                    assert!(reference.is_empty() || prediction.is_empty(), "{}", line["id"]);
                    continue;
                };
                assert!(
                    (value - expected).abs() < 1e-4 + 1e-9,
                    "{} {key}: {value}, not {expected}",
                    line["id"]
                );
            }
            let Some(similarities) = expected["synth_sim_n123"].as_array() else {
                continue;
            };
            let compared = in_place(&distances(&MADE_UP, &reference, &prediction), 3);
            for (value, expected) in compared.similarities.iter().zip(similarities) {
                let expected = expected.as_f64().unwrap();
                assert!(
                    (value - expected).abs() < 1e-6,
                    "{}: {value}, not {expected}",
                    line["id"]
                );
            }
        }
    }
}

#[test]
fn a_space_is_put_before_commands() {
    for file in FILES {
        for line in gold(file) {
            for (side, spaced) in [("ref", "spaced_ref"), ("pred", "spaced_pred")] {
                assert_eq!(
                    space_commands(text(&line, side)),
                    text(&line["scores"]["texbleu"], spaced)
                );
            }
        }
    }
    assert_eq!(space_commands("\\a  \\b{\\\\}\n\\c"), " \\a  \\b{ \\ \\}\n \\c");
}

/// GPT-2's vocabulary is not part of the repository; the environment variable `TEXLENS_GPT2_VOCABULARY` may name a
/// file.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn tokens_equal_those_of_gpt2() {
    let Some(path) = std::env::var_os("TEXLENS_GPT2_VOCABULARY") else {
        eprintln!("skipped: set TEXLENS_GPT2_VOCABULARY to a vocab.json or r50k_base.tiktoken");
        return;
    };
    let vocabulary = Gpt2Vocabulary::parse(&fs::read(path).unwrap()).unwrap();
    for file in FILES {
        for line in gold(file) {
            for (side, expected) in [("spaced_ref", "gpt2_ids_ref"), ("spaced_pred", "gpt2_ids_pred")] {
                let tokens = vocabulary.tokens(text(&line["scores"]["texbleu"], side));
                assert_eq!(tokens, ids(&line, expected), "{} {side}", line["id"]);
            }
        }
    }
}

/// Returns the single bytes as in GPT-2's `vocab.json`, in its order, with made-up vectors.
pub(crate) fn small_gpt2() -> Gpt2 {
    Gpt2::new(single_bytes(), MADE_UP.clone()).unwrap()
}

/// Returns the single bytes with vectors of two numbers: those that are given, and (1, 1) for all others.
pub(crate) fn gpt2_with(given: &[(char, [f32; 2])]) -> Arc<Gpt2> {
    let vocabulary = single_bytes();
    let mut table = vec![1.0; 2 * 256];
    for (c, vector) in given {
        let [id] = vocabulary.tokens(&c.to_string())[..] else {
            panic!("{c} is not one token")
        };
        table[2 * id as usize..][..2].copy_from_slice(vector);
    }
    Arc::new(Gpt2::new(vocabulary, Vectors::new(2, table).unwrap()).unwrap())
}

fn single_bytes() -> Gpt2Vocabulary {
    let is_itself = |byte: &u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    let (printable, others): (Vec<u8>, Vec<u8>) = (0..=u8::MAX).partition(is_itself);
    let written = printable
        .into_iter()
        .map(char::from)
        .chain(('\u{100}'..).take(others.len()));
    let object: serde_json::Map<String, Value> = written
        .zip(0..)
        .map(|(c, id)| (c.to_string(), Value::from(id)))
        .collect();
    Gpt2Vocabulary::parse(Value::from(object).to_string().as_bytes()).unwrap()
}

#[test]
fn the_released_metric_with_tables_that_somebody_provides() {
    let mut evidence = Evidence::default();
    evidence.gpt2 = Some(Arc::new(small_gpt2()));
    let value = |settings: &[(&str, &str)], reference, prediction| {
        let mut all = Settings::default();
        for (name, value) in settings {
            all.set(name, value).unwrap();
        }
        score_given(&evidence, &all, "texbleu_released", reference, prediction)
            .value()
            .unwrap()
    };
    assert!(
        (value(&[], "\\alpha", "\\alpha + anything") - 1.0).abs() < 1e-12,
        "as released"
    );
    let changed = value(&[], "x+1", "x-1");
    assert!(
        changed < 1.0 && (changed * 1e4 - (changed * 1e4).round()).abs() < 1e-9,
        "rounded: {changed}"
    );
    assert!(
        value(&[("texbleu_released.max_n", "1")], "x+1", "x-1") > changed,
        "the middle is in more pairs"
    );
    assert!((value(&[], "", "") - 1.0).abs() < 1e-12);
    assert!(value(&[], "x", "").abs() < 1e-12);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn values_stay_in_their_range(
        reference in r"(\\frac|\\left|\\sin|[ab1{}^_/()|\[\] \\é%]){0,20}",
        prediction in r"(\\frac|\\le|\\text|[ab1{}^_/()|\[\] \\é%]){0,20}",
    ) {
        for id in ["texbleu", "texbleu_aligned"] {
            let value = score_given(&BUNDLED, &Settings::default(), id, &reference, &prediction).value().unwrap();
            prop_assert!((0.0..=1.0 + 1e-12).contains(&value), "{} {}", id, value);
        }
        let same = score_given(&BUNDLED, &Settings::default(), "texbleu_aligned", &reference, &reference).value().unwrap();
        prop_assert!((same - 1.0).abs() < 1e-12, "{}", same);
    }
}

#[test]
fn undefined_without_tables() {
    for id in ["texbleu", "texbleu_aligned", "texbleu_old", "texbleu_released"] {
        let score = score(id, "x", "x");
        assert_eq!(score.value(), None, "{id}");
    }
}

#[test]
fn equal_formulas_score_1_whatever_their_spacing() {
    assert!((value("\\frac{a}{b}", "\\frac {a} {b} % note") - 1.0).abs() < 1e-12);
    assert!((value("", " ") - 1.0).abs() < 1e-12);
    assert!((value("x", "")).abs() < 1e-12);
}

#[test]
fn commands_are_compared_as_wholes() {
    // There are four tokens, of which one is different.
    let score = scored(&[], "\\alpha+\\beta=1", "\\alpha+\\gamma=1");
    assert_eq!(
        spans(&score, "\\alpha+\\beta=1", "\\alpha+\\gamma=1")
            .iter()
            .map(|(_, kind, text)| (*kind, *text))
            .collect::<Vec<_>>(),
        [(SpanKind::Different, "\\beta"), (SpanKind::Different, "\\gamma")]
    );
    assert!(score.value().unwrap() < 1.0);
    assert!(
        value("x\\leq y", "x\\le y") > value("x\\leq y", "x+y"),
        "tokens used alike are nearer"
    );
}

#[test]
fn what_only_one_side_has_is_not_seen() {
    let reference = "a+b+c=0";
    let looping = "a+b+c=0=0=0=0";
    let score = scored(&[], reference, looping);
    assert!(
        (score.value().unwrap() - 1.0).abs() < 1e-12,
        "as the paper's algorithm has it"
    );
    assert_eq!(score.spans.len(), 1);
    assert_eq!(
        (score.spans[0].kind, &looping[score.spans[0].range.clone()]),
        (SpanKind::Ignored, "=0=0=0")
    );
}

#[test]
fn settings_change_the_distance() {
    let with_pairs = |a, b| scored(&[("texbleu.max_n", "2")], a, b).value().unwrap();
    let with = |settings: &[(&str, &str)], prediction| scored(settings, "a+b+c=0", prediction).value().unwrap();
    assert!(with(&[("texbleu.max_n", "1")], "a+b+c=1") > with(&[], "a-b+c=0"));
    assert!(
        with(&[("texbleu.beta", "9")], "a+b") - 1.0 < 1e-12,
        "positions are equal by the letter"
    );
    let relative = ("texbleu.position", "relative");
    assert!(with(&[relative], "a+b+c") < 1.0, "and differ where lengths do");
    assert!(with(&[relative, ("texbleu.beta", "0")], "a+b+c") > with(&[relative], "a+b+c"));
    assert!(with(&[("texbleu.alpha", "1")], "a+b\\cdot c=0") < with(&[("texbleu.alpha", "4")], "a+b\\cdot c=0"));
    // Two tokens have no n-gram of three: if neither side has one, none is compared.
    assert!((value("-x", "-x") - 1.0).abs() < 1e-12);
    assert_eq!(value("-x", "-y"), with_pairs("-x", "-y"));
    assert!(value("-x+1", "-x") < 1e-3);
}
