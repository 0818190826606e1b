//! Character detection matching, compared with the official tools on the boxes that they made.

use serde_json::Value;
use texlens_metrics::cdm::{
    Generator, Matching, RenderedFormula, RenderedPair, Rules, Samples, Variant, match_formulas, normalise, tokens,
};

use crate::cdm::{VARIANTS, score};
use crate::gold::{gold, gold_json, text};

fn variant(line: &Value) -> (Variant, &'static str) {
    let index = usize::from(text(line, "variant") == "omnidocbench");
    VARIANTS[index]
}

fn rendered(side: &Value) -> Option<RenderedFormula> {
    serde_json::from_value(side.clone()).ok()
}

#[test]
fn token_strings_and_tokens_equal_the_official_ones() {
    for line in gold("cdm-boxes.jsonl") {
        let (variant, id) = variant(&line);
        for side in ["ref_render", "pred_render"] {
            let rendered = &line[side];
            let (Some(tokenised), Some(expected)) = (rendered["tokenized"].as_str(), rendered["normalized"].as_str())
            else {
                continue;
            };
            let normalised = normalise(tokenised, variant);
            assert_eq!(normalised.as_deref(), Ok(expected), "{} {id} {side}", line["id"]);
            match rendered["all_tokens"].as_array() {
                Some(expected) => {
                    let expected: Vec<_> = expected.iter().map(|token| token.as_str().unwrap()).collect();
                    assert_eq!(
                        tokens(&normalised.unwrap()).unwrap().tokens,
                        expected,
                        "{} {id} {side}",
                        line["id"]
                    );
                }
                None => continue,
            }
        }
    }
}

#[test]
fn scores_and_pairs_equal_the_official_ones() {
    let lines = gold("cdm-boxes.jsonl");
    for line in &lines {
        let (variant, id) = variant(line);
        let result = &line["result"];
        let pair = RenderedPair {
            reference: rendered(&line["ref_render"]),
            prediction: rendered(&line["pred_render"]),
        };
        let value = score(id, variant, Some(pair.clone())).value();
        if text(line, "status").starts_with("gt_invalid") {
            assert_eq!(value, None, "{}", line["id"]);
            continue;
        }
        assert_eq!(value, result["f1"].as_f64(), "{} {id}", line["id"]);
        let (Some(reference), Some(prediction)) = (pair.reference, pair.prediction) else {
            continue;
        };
        if text(line, "status") == "ok" {
            let matching = match_formulas(&reference, &prediction, variant).unwrap();
            check_matching(&matching, result, &line["id"]);
        }
    }
}

/// Where the official score depends on no seed, all samples give the official score.
#[test]
fn all_samples_change_only_scores_that_depend_on_the_seed() {
    for line in gold("cdm-boxes.jsonl") {
        let (variant, _) = variant(&line);
        let (Some(reference), Some(prediction)) = (rendered(&line["ref_render"]), rendered(&line["pred_render"]))
        else {
            continue;
        };
        let (Some(official), Some(seeds)) = (line["result"]["f1"].as_f64(), line["f1_over_12_other_seeds"].as_array())
        else {
            continue;
        };
        let rules = Rules {
            samples: Samples::Exhaustive,
            ..Rules::from(variant)
        };
        let exhaustive = match_formulas(&reference, &prediction, rules).unwrap().f1();
        let lowest = seeds.iter().filter_map(Value::as_f64).fold(official, f64::min);
        if seeds.iter().all(|seed| seed.as_f64() == Some(official)) {
            assert_eq!(exhaustive, official, "{} {variant:?}", line["id"]);
        } else {
            assert!(exhaustive >= lowest, "{} {variant:?}: {exhaustive}", line["id"]);
        }
    }
}

fn check_matching(matching: &Matching, result: &Value, id: &Value) {
    let number = |key: &str| result[key].as_f64().unwrap();
    assert_eq!(matching.recall(), number("recall"), "{id}");
    assert_eq!(matching.precision(), number("precision"), "{id}");
    assert_eq!(Some(matching.matches() as u64), result["n_match"].as_u64(), "{id}");
    let total: f64 = matching.pairs.iter().map(|pair| pair.cost).sum();
    assert!((total - number("total_cost")).abs() < 2e-6, "{id}: {total}");
    let list = |key: &str| result[key].as_array().unwrap().clone();
    let pairs: Vec<Value> = matching
        .pairs
        .iter()
        .map(|pair| [pair.reference, pair.prediction].as_slice().into())
        .collect();
    assert_eq!(pairs, list("matches"), "{id}");
    let flags = |flag: fn(&texlens_metrics::cdm::Pair) -> bool| -> Vec<Value> {
        matching.pairs.iter().map(|pair| flag(pair).into()).collect()
    };
    assert_eq!(flags(|pair| pair.fits), list("geo_inlier"), "{id}");
    assert_eq!(flags(|pair| pair.is_match()), list("inlier"), "{id}");
}

#[test]
fn draws_equal_numpys() {
    let Some(gold) = gold_json("pcg64-choice.json") else {
        return;
    };
    for sequence in gold["choice"].as_array().unwrap() {
        let number = |key: &str| u32::try_from(sequence[key].as_u64().unwrap()).unwrap();
        let mut random = Generator::seeded_42();
        for draw in sequence["draws"].as_array().unwrap() {
            let drawn: Vec<Value> = random
                .choice(number("n"), number("size"))
                .into_iter()
                .map(Value::from)
                .collect();
            assert_eq!(
                &drawn,
                draw.as_array().unwrap(),
                "{} of {}",
                sequence["size"],
                sequence["n"]
            );
        }
    }
}
