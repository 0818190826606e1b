//! BLEU as in sacreBLEU.
//!
//! # What it measures
//! How many of the prediction's runs of one to four tokens are also in the reference, with the tokens and the smoothing
//! of comparable published values.
//!
//! # Formula
//! `BP · (p1 ... pN)^(1/N)`, as for `bleu`. N is 4, or the length of the prediction's longest n-gram if that is less.
//! `sacrebleu.tokenize` selects the tokeniser. The k-th length without a match has the precision
//! `1 / (2^k · n-grams of the prediction)`. Over a corpus, the counts are summed first, and N is 4.
//!
//! # Example
//! ```text
//! reference: The cat sat on the mat.
//! prediction: The cat sat on a mat.
//! score: 0.489 = (6/7 * 4/6 * 2/5 * 1/4) ^ (1/4)
//! ```
//!
//! The full stop is a token, so the prediction has seven.
//!
//! # Range and direction
//! 0 to 1 (equal), which is 1 % of the library's value; higher is better.
//!
//! # Edge cases
//! Equal texts, and a corpus of equal texts: 1. No common token otherwise: 0. A corpus that has no run of four tokens
//! and is not fully right: 0.
//!
//! # Deviations from the paper
//! The paper has neither smoothing nor an effective order; both are sacreBLEU's defaults for sentences. For equal texts
//! without a token, and for a corpus of equal texts without a run of four, the library gives 0. Here both score 1.
//!
//! # Source
//! Post 2018, A Call for Clarity in Reporting BLEU Scores; sacreBLEU 2.6.

use texlens_vocabulary::{Kind, Score};

use crate::compare::read_text;
use crate::metric::{Direction, Group, Info, Input, Metric, Need, Pooled};
use crate::python::{is_space, words};
use crate::settings::{Choice, Parameter, Settings};
use crate::text::bleu::{self, Counts};
use crate::text::intern::Interned;
use crate::text::sacrebleu::{mteval_13a, mteval_v14_international};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &SacreBleu;

/// The tokeniser.
pub static TOKENIZE: Parameter<Choice> = Parameter {
    name: "sacrebleu.tokenize",
    default: Choice {
        chosen: "13a",
        options: &["13a", "intl", "char", "none"],
    },
    about: "The tokeniser: 13a (ASCII punctuation split off), intl (Unicode punctuation and symbols), char, or none (white space).",
};

pub(super) static INFO: Info = Info {
    id: "sacrebleu",
    name: "BLEU (sacreBLEU)",
    about: "Runs of one to four tokens in common, with a penalty for brevity, by sacreBLEU's rules.",
    group: Group::Text,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "Post 2018; sacreBLEU",
    limits: "The tokeniser was made for English prose: it separates a command from its backslash and keeps letters that stand together, so `ab` for `a b` is as wrong as any other word.",
    headline: None,
    parameters: &[&TOKENIZE],
};

struct SacreBleu;

impl Metric for SacreBleu {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        self.measure(input).0
    }

    fn pooled(&self) -> Option<&dyn Pooled> {
        Some(self)
    }
}

impl Pooled for SacreBleu {
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>) {
        let counts = counts(input);
        let value = bleu::sacrebleu(&counts, true);
        let score = Score::value_of(INFO.id, value, Vec::new()).saying(counts.summary());
        (score, counts.to_vec())
    }

    fn value(&self, sums: &[f64], _: &Settings) -> Option<f64> {
        Some(bleu::sacrebleu(&Counts::from_sums(sums)?, false))
    }
}

fn counts(input: &Input<'_>) -> Counts {
    let texts = [input.reference, input.prediction].map(read_text);
    let texts = texts.each_ref().map(AsRef::as_ref);
    match input.settings.get(&TOKENIZE).chosen {
        "char" => {
            let [reference, prediction] = texts.map(|text| {
                let characters = text.chars().filter(|c| !is_space(*c));
                characters.map(u32::from).collect::<Vec<_>>()
            });
            Counts::of(input, &reference, &prediction)
        }
        "none" => counts_of_words(input, texts),
        "intl" => counts_of_words(
            input,
            texts.map(mteval_v14_international).each_ref().map(String::as_str),
        ),
        _ => counts_of_words(input, texts.map(mteval_13a).each_ref().map(String::as_str)),
    }
}

fn counts_of_words(input: &Input<'_>, [reference, prediction]: [&str; 2]) -> Counts {
    let tokens = Interned::of(words(reference), words(prediction));
    Counts::of(input, &tokens.reference, &tokens.prediction)
}
