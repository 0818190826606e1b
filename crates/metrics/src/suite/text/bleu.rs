//! BLEU as in NLTK.
//!
//! # What it measures
//! How many of the prediction's runs of one to four tokens are also in the reference.
//!
//! # Formula
//! `BP · (p1 p2 p3 p4)^(1/4)`. p_n is the share of the prediction's n-grams that are in the reference, each counted at
//! most as often as it occurs there. `BP = exp(1 - r/c)` for a prediction of c tokens that is shorter than the
//! reference of r tokens, else 1. Tokens are words between white space (`bleu.tokens`). If no n-gram of a length
//! matches, a tenth of one counts (`bleu.smoothing`, method1 of Chen and Cherry 2014). Over a corpus, the counts are
//! summed first.
//!
//! # Example
//! ```text
//! reference: the cat sat on the mat
//! prediction: the cat sat on a mat
//! score: 0.537 = (5/6 * 3/5 * 2/4 * 1/3) ^ (1/4)
//! ```
//!
//! 5 of the 6 words are in the reference, 3 of the 5 pairs, 2 of the 4 runs of three, 1 of the 3 runs of four.
//!
//! # Range and direction
//! 0 to 1 (equal); higher is better.
//!
//! # Edge cases
//! Equal texts: 1. No common token otherwise: 0. There is no effective order: a wrong prediction of fewer than four
//! tokens counts as having one n-gram of each length.
//!
//! # Deviations from the paper
//! The paper has no smoothing and is for corpora. Without smoothing, the value is 0 where NLTK gives about 1e-77. For
//! equal texts of fewer than four tokens, NLTK gives 0.18 to 0.56, and 0 for two empty ones. Here a text, or a corpus,
//! scores 1 against itself.
//!
//! # Source
//! Papineni et al. 2002; `nltk.translate.bleu_score` of NLTK 3.10.

use texlens_vocabulary::{Kind, Score};

use crate::compare::read_text;
use crate::metric::{Direction, Group, Info, Input, Metric, Need, Pooled};
use crate::python::words;
use crate::settings::{Choice, Parameter, Settings};
use crate::text::bleu::{self, Counts, NltkSmoothing};
use crate::text::intern::Interned;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Bleu;

/// The definition of a token.
pub static TOKENS: Parameter<Choice> = Parameter {
    name: "bleu.tokens",
    default: Choice {
        chosen: "whitespace",
        options: &["whitespace", "characters"],
    },
    about: "Tokens: words between white space, or characters with the white space.",
};

/// The treatment of an n-gram length without a match.
pub static SMOOTHING: Parameter<Choice> = Parameter {
    name: "bleu.smoothing",
    default: Choice {
        chosen: "method1",
        options: &["method1", "none"],
    },
    about: "Where no n-gram of some length matches: a tenth of one counts, or the value is 0.",
};

pub(super) static INFO: Info = Info {
    id: "bleu",
    name: "BLEU (NLTK)",
    about: "Runs of one to four tokens in common, with a penalty for brevity, by NLTK's rules.",
    group: Group::Text,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "Papineni et al. 2002; NLTK",
    limits: "Formulas have few white spaces, so a formula is often one token, right or wrong.",
    headline: None,
    parameters: &[&TOKENS, &SMOOTHING],
};

struct Bleu;

impl Metric for Bleu {
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

impl Pooled for Bleu {
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>) {
        let counts = counts(input);
        let value = bleu::nltk(&counts, smoothing(input.settings));
        let score = Score::value_of(INFO.id, value, Vec::new()).saying(counts.summary());
        (score, counts.to_vec())
    }

    fn value(&self, sums: &[f64], settings: &Settings) -> Option<f64> {
        Some(bleu::nltk(&Counts::from_sums(sums)?, smoothing(settings)))
    }
}

fn counts(input: &Input<'_>) -> Counts {
    let [reference, prediction] = &[input.reference, input.prediction].map(read_text);
    if input.settings.get(&TOKENS).chosen == "characters" {
        let characters = |text: &str| text.chars().map(u32::from).collect::<Vec<_>>();
        bleu::nltk_counts(input, &characters(reference), &characters(prediction))
    } else {
        let tokens = Interned::of(words(reference), words(prediction));
        bleu::nltk_counts(input, &tokens.reference, &tokens.prediction)
    }
}

fn smoothing(settings: &Settings) -> NltkSmoothing {
    if settings.get(&SMOOTHING).chosen == "none" {
        NltkSmoothing::None
    } else {
        NltkSmoothing::Method1
    }
}
