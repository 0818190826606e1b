//! The BLEU of pdf-parse-bench.
//!
//! # What it measures
//! How many of the prediction's runs of one to four LaTeX tokens are also in the reference.
//!
//! # Formula
//! NLTK's BLEU with method1, as `bleu`, rounded to four decimals. Dollar signs are removed. The tokens are `\letters`,
//! runs of ASCII letters and digits, and the single characters `{}()[]|_^=+-*/\,.<>` and the apostrophe.
//!
//! # Example
//! ```text
//! reference: $a + b = c$
//! prediction: $a + b = d$
//! score: 0.6687 = (4/5 * 3/4 * 2/3 * 1/2) ^ (1/4)
//! ```
//!
//! 4 of the 5 tokens are in the reference, 3 of the 4 pairs, 2 of the 3 runs of three, 1 of the 2 runs of four.
//!
//! # Range and direction
//! 0 to 1 (equal); higher is better.
//!
//! # Edge cases
//! Equal formulas: 1. No common token otherwise: 0.
//!
//! # Deviations from the paper
//! The code of the paper is followed; later versions of the benchmark have no such metric. For equal formulas of fewer
//! than four tokens, the code gives 0.18 to 0.56, and 0 if there is no token. Here a formula scores 1 against itself.
//!
//! # Source
//! pdf-parse-bench (Horn and Keuper 2025), its code of December 2025.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::text::bleu::{self, NltkSmoothing};
use crate::text::intern::Interned;
use crate::text::pdf_parse_bench::{clean, round, tokens};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &PdfParseBenchBleu;

pub(super) static INFO: Info = Info {
    id: "pdf_parse_bench_bleu",
    name: "BLEU (pdf-parse-bench)",
    about: "Runs of one to four LaTeX tokens in common, as pdf-parse-bench counts them.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Text],
    source: "pdf-parse-bench",
    limits: "Characters outside its list vanish, among them & : ; ! ~ % and everything beyond ASCII.",
    headline: None,
    parameters: &[],
};

struct PdfParseBenchBleu;

impl Metric for PdfParseBenchBleu {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let [reference, prediction] = [input.reference.source, input.prediction.source].map(clean);
        let tokens = Interned::of(tokens(&reference), tokens(&prediction));
        let counts = bleu::nltk_counts(input, &tokens.reference, &tokens.prediction);
        let value = round(bleu::nltk(&counts, NltkSmoothing::Method1));
        Score::value_of(INFO.id, value, Vec::new()).saying(counts.summary())
    }
}
