//! TeXBLEU as an earlier version of its authors' code computes it.
//!
//! # What it measures
//! How many of the prediction's runs of one to four tokens are in the reference at the same place.
//!
//! # Formula
//! A space is put before every backslash that does not follow one. The tokens are those of the authors'
//! `tokenizer.json`, which you provide. Each token is joined with its number, so that an n-gram matches only the n-gram
//! at the same place. The value is `BP · (p1 p2 p3 p4)^(1/4)`, where p_n is the share of the prediction's n-grams that
//! match. `BP = exp(1 - r/c)` for a prediction of c tokens that is shorter than the reference of r tokens, else 1. If
//! one p_n is 0, the value is 0. There are no vectors.
//!
//! # Example
//! ```text
//! reference: a+b+c=d
//! prediction: a+b+c=e
//! tokeniser: tiny
//! score: 0.809 = (6/7 * 5/6 * 4/5 * 3/4) ^ (1/4)
//! ```
//!
//! In the small tokeniser of the tests, every character is a token here. Only the last one differs, so one n-gram of
//! each length does not match.
//!
//! # Range and direction
//! 0 to 1 (equal); higher is better.
//!
//! # Edge cases
//! Equal tokens: 1. Other formulas without a matching n-gram of each length, among them all of fewer than four tokens:
//! 0. No token on one side: 0. Unknown characters are one and the same token. Without the tokeniser: undefined.
//!
//! # Deviations from the paper
//! This is not the paper's metric: it has neither vectors nor a distance of tokens. It is the only released code that
//! uses the published tokeniser, and with that tokeniser it gives the same values. There is one exception: for equal
//! formulas of fewer than four tokens, the released code gives 0. Here a formula scores 1 against itself. The released
//! code fails on an empty prediction.
//!
//! # Source
//! `bin/metric.py` of TeXBLEU's repository.

use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::text::bleu::{Counts, NltkSmoothing, ORDER, nltk};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &TexbleuOld;

pub(super) static INFO: Info = Info {
    id: "texbleu_old",
    name: "TeXBLEU, earlier released code",
    about: "How many runs of one to four tokens are the same at the same place, by the authors' tokeniser.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Text, Need::Tokeniser],
    source: "TeXBLEU, earlier released code",
    limits: "One token more or less shifts all that follows. If no run of four tokens is the same, the value is 0, however \
             much else agrees.",
    headline: None,
    parameters: &[],
};

struct TexbleuOld;

impl Metric for TexbleuOld {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let Some(tokeniser) = &input.evidence.tokeniser else {
            return Score::undefined(
                INFO.id,
                "the tokenizer.json of TeXBLEU's authors is not part of texlens; on the command line, --texbleu-tokenizer \
                 names the file; in the app, choose it in the settings of the metrics",
            );
        };
        let [reference, prediction] =
            [input.reference, input.prediction].map(|outline| tokeniser.formula_tokens(outline.source));
        let pairs = reference.iter().zip(&prediction);
        let same: Vec<bool> = pairs.map(|(a, b)| a.entry == b.entry).collect();
        let is_equal = reference.len() == prediction.len() && same.iter().all(|same| *same);
        let lengths: [usize; ORDER] = std::array::from_fn(|order| order + 1);
        let matches = |n: usize| same.windows(n).filter(|run| run.iter().all(|same| *same)).count();
        let counts = Counts {
            matches: lengths.map(|n| matches(n) as f64),
            totals: lengths.map(|n| (prediction.len() + 1).saturating_sub(n) as f64),
            prediction: prediction.len() as f64,
            reference: reference.len() as f64,
            different: f64::from(u8::from(!is_equal)),
        };
        let different = reference.iter().zip(&prediction).filter(|(a, b)| a.entry != b.entry);
        let spans = different.flat_map(|(a, b)| {
            [(Side::Reference, a), (Side::Prediction, b)].map(|(side, token)| {
                let note = "not the token at this place on the other side".to_owned();
                Span::new(side, token.range.clone(), SpanKind::Different, note)
            })
        });
        let value = nltk(&counts, NltkSmoothing::None);
        let summary = counts.summary_saying("at the same place in the reference");
        Score::value_of(INFO.id, value, spans.collect()).saying(summary)
    }
}
