//! TeXBLEU as the paper describes it, with a LaTeX tokeniser and vectors of texlens.
//!
//! # What it measures
//! How similar the tokens of two formulas are on average, when the first is compared with the first, the second with
//! the second, and so on.
//!
//! # Formula
//! The distance of two tokens is `(cosDist(e1, e2)^alpha + tanh(beta |p1 - p2|)) / 2` for their vectors e and positions
//! p. sim_n is 1 minus the mean distance over the tokens of all n-grams; the i-th n-gram of one side is compared with
//! the i-th of the other, up to the end of the shorter side. It is 0 if there are none. The value is the geometric mean
//! of sim_1 to sim_N, each at least 1e-10. N = 3, alpha = 2 and beta = 0.1 are settings with the paper's values.
//!
//! The tokeniser has 30,000 entries. A command, `\begin{name}` and `\end{name}` are one token each. Runs of letters are
//! split by byte-pair encoding; white space and comments are dropped. The vectors represent which tokens occur among
//! the same neighbours in openly licensed texts (`models/texbleu`).
//!
//! # Example
//! ```text
//! reference: \alpha+\beta=1
//! prediction: \alpha\beta=1
//! model: texbleu.bin
//! score: 0.629
//! ```
//!
//! The missing `+` moves all later tokens: `\beta` is compared with `+`, `=` with `\beta`, and `1` with `=`. The
//! vectors are in the model.
//!
//! # Range and direction
//! 0 to 1; higher is better.
//!
//! # Edge cases
//! No token on either side: 1; on one side: 0. Fewer tokens than N on both sides: n-grams up to the length of the
//! longer side are compared. Fewer on one side: nearly 0, because there is no n-gram to compare with. Equal tokens have
//! the distance 0. For different tokens of which one has no vector, the cosine is 0. Without the model, or without the
//! file that `texbleu.tokenizer` names: undefined.
//!
//! # Deviations from the paper
//! The tokeniser and the vectors are those of texlens. The authors have published theirs in part: `tokenizer.json` of
//! their repository has 30,000 entries, in which a backslash is a separate token (`\`, `sqrt`). The file for the
//! vectors, which the paper fine-tunes from GPT-2's, is empty there. Values therefore differ from those of the paper.
//!
//! With `texbleu.tokenizer`, the tokens are those of a `tokenizer.json` that you provide. With the published one, tokens
//! are the paper's. Vectors remain those of texlens: a token has the vector of the same text, and after a backslash that
//! of the command; some tokens, such as `}{`, have none. `texbleu.vectors` = `none` uses published parts only.
//!
//! The paper's table II omits the tokeniser or the positions. `texbleu.tokenizer` = `characters` and `texbleu.position` =
//! `none` do this here. The paper does not say which tokens take the place of its own, nor whether the distance is still
//! halved without positions; here it is not. `docs/texbleu.md` compares the variants.
//!
//! Algorithm 1 compares the token at place i with the token at place i. So, to the letter, p1 = p2, and the half of the
//! distance that depends on positions is always 0. This is the default, `texbleu.position` = `index`. With `relative`,
//! a position is a percentage of the length of its side, so that the term depends on a difference in length; this
//! reading is that of texlens. Weights are uniform, because the paper leaves them open. To the letter, sim_n is 0 for
//! an n of which neither side has an n-gram, so that `\Gamma` scores nearly 0 against itself. Here such an n is omitted
//! from the mean.
//!
//! # Source
//! TeXBLEU: Automatic Metric for Evaluate LaTeX Format, Algorithm 1 and equations 1 to 4.

use std::ops::Range;

use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};
use crate::settings::{AnyParameter, Choice, Parameter, Settings};
use crate::texbleu::{LoadedTokeniser, TexbleuModel, TokeniserChoice, in_place};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Texbleu;

/// The length of the longest n-grams.
pub static MAX_N: Parameter<usize> = Parameter {
    name: "texbleu.max_n",
    default: 3,
    about: "Longest n-gram that is compared, 1 to 16.",
};

/// The power of the cosine distance.
pub static ALPHA: Parameter<f64> = Parameter {
    name: "texbleu.alpha",
    default: 2.0,
    about: "The power that the cosine distance of two tokens is raised to.",
};

/// The weight of a difference of positions.
pub static BETA: Parameter<f64> = Parameter {
    name: "texbleu.beta",
    default: 0.1,
    about: "The weight of a difference of positions; without effect unless texbleu.position is relative.",
};

/// The definition of a position.
pub static POSITION: Parameter<Choice> = Parameter {
    name: "texbleu.position",
    default: Choice {
        chosen: "index",
        options: &["index", RELATIVE, NONE],
    },
    about: "Whether a position is the place of the token, as in the paper, or that place in percent of the length of its side; \
            none omits positions from the distance.",
};

/// The tokens that are compared.
pub static TOKENISER: Parameter<TokeniserChoice> = Parameter {
    name: "texbleu.tokenizer",
    default: TokeniserChoice::Texlens,
    about: "The tokens: those of texlens, single characters, or those of a tokenizer.json that you provide, named by its SHA-256.",
};

/// The vectors of the tokens.
pub static VECTORS: Parameter<Choice> = Parameter {
    name: "texbleu.vectors",
    default: Choice {
        chosen: "texlens",
        options: &["texlens", NONE],
    },
    about: "The vectors of the tokens; with none, all different tokens have the same distance.",
};

const RELATIVE: &str = "relative";
const NONE: &str = "none";

pub(super) static INFO: Info = Info {
    id: "texbleu",
    name: "TeXBLEU",
    about: "How similar the tokens of both formulas are, each compared with the one at the same place.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Text, Need::TexbleuModel],
    source: "TeXBLEU",
    limits: "Tokens beyond the end of the other side are not compared: a formula that is cut off, or followed by \
             anything, scores 1. One token more or less shifts all that follows. A wrong symbol of the same kind costs little.",
    headline: Some(Headline {
        label: "TeXBLEU, as published",
        places: &[(Kind::Formula, 5)],
    }),
    parameters: &[&MAX_N, &ALPHA, &BETA, &POSITION, &TOKENISER, &VECTORS],
};

struct Texbleu;

impl Metric for Texbleu {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let Some(model) = &input.evidence.texbleu else {
            return Score::undefined(
                INFO.id,
                "the TeXBLEU model is not loaded; it comes with texlens as texbleu.bin",
            );
        };
        let loaded = input.evidence.tokeniser.as_deref();
        let tokeniser = match (input.settings.get(&TOKENISER), loaded) {
            (TokeniserChoice::Texlens, _) => Tokeniser::Texlens,
            (TokeniserChoice::Characters, _) => Tokeniser::Characters,
            (TokeniserChoice::File(sum), Some(loaded)) if loaded.sum() == sum => Tokeniser::Loaded(loaded),
            (TokeniserChoice::File(sum), _) => {
                let reason = format!(
                    "the tokenizer.json with the SHA-256 {sum} is not loaded; on the command line, --texbleu-tokenizer \
                     names the file; in the app, choose it again in the settings of the metrics"
                );
                return Score::undefined(INFO.id, reason);
            }
        };
        let [reference, prediction] =
            [input.reference, input.prediction].map(|outline| tokeniser.tokens(model, outline.source));
        if reference.is_empty() || prediction.is_empty() {
            return of_nothing(&reference, &prediction);
        }
        let distance = Distance {
            model: (input.settings.get(&VECTORS).chosen != NONE).then_some(model),
            alpha: input.settings.get(&ALPHA),
            beta: input.settings.get(&BETA),
            positions: Positions::of(
                input.settings.get(&POSITION).chosen,
                [reference.len(), prediction.len()],
            ),
        };
        let distances = distance.of_all(&reference, &prediction);
        // A length for which neither side has an n-gram is irrelevant.
        let longest = reference.len().max(prediction.len());
        let max_n = input.settings.get(&MAX_N).min(longest);
        let value = in_place(&distances, max_n).value;
        let equal = distances.iter().filter(|distance| **distance == 0.0).count();
        let mut summary = format!(
            "{equal} of the first {} tokens are the same; the reference has {}, the prediction {}",
            distances.len(),
            reference.len(),
            prediction.len()
        );
        if distances.len() < max_n {
            summary += &format!("; runs of {max_n} tokens are compared and the shorter side has none");
        }
        if let Some(variant) = variant(input.settings) {
            summary += &format!("; variant {variant}");
        }
        let spans = [(Side::Reference, &reference), (Side::Prediction, &prediction)];
        let spans = spans
            .into_iter()
            .flat_map(|(side, tokens)| spans_of(side, tokens, &distances));
        Score::value_of(INFO.id, value, spans.collect()).saying(summary)
    }
}

/// Returns the id of the variant of the metric that these settings choose, for example
/// `texbleu[position=none,tokenizer=characters]`; `None` for the defaults. A tokeniser from a file is named by its
/// SHA-256.
#[must_use]
pub fn variant(settings: &Settings) -> Option<String> {
    let changed = |parameter: &&&dyn AnyParameter| settings.value(**parameter) != parameter.default();
    let mut changes: Vec<String> = (INFO.parameters.iter().filter(changed))
        .map(|parameter| {
            let name = parameter.name().trim_start_matches("texbleu.");
            format!("{name}={}", settings.value(*parameter))
        })
        .collect();
    changes.sort();
    (!changes.is_empty()).then(|| format!("{}[{}]", INFO.id, changes.join(",")))
}

fn of_nothing(reference: &[Token<'_>], prediction: &[Token<'_>]) -> Score {
    let both = reference.is_empty() && prediction.is_empty();
    let (value, summary) = if both {
        (1.0, "neither side has a token")
    } else {
        (0.0, "one side has no token")
    };
    Score::value_of(INFO.id, value, Vec::new()).saying(summary)
}

/// A token of a formula.
struct Token<'a> {
    /// The text by which two tokens are the same.
    text: &'a str,
    /// The place in the formula.
    range: Range<usize>,
    /// The vector in the model of texlens, if it has one.
    entry: Option<u32>,
}

/// What splits a formula into tokens.
enum Tokeniser<'a> {
    Texlens,
    Characters,
    Loaded(&'a LoadedTokeniser),
}

impl Tokeniser<'_> {
    fn tokens<'a>(&self, model: &TexbleuModel, latex: &'a str) -> Vec<Token<'a>> {
        match self {
            Self::Loaded(tokeniser) => loaded_tokens(tokeniser, model, latex),
            Self::Texlens => {
                let token = |token: crate::texbleu::TexbleuToken<'a>| Token {
                    text: token.text,
                    range: token.start..token.start + token.text.len(),
                    entry: token.entry,
                };
                model.tokens(latex).into_iter().map(token).collect()
            }
            // Comments and white space are no tokens here, either.
            Self::Characters => (model.tokens(latex).into_iter())
                .flat_map(|token| {
                    let places = token.text.char_indices();
                    places.map(move |(at, c)| token.start + at..token.start + at + c.len_utf8())
                })
                .map(|range| {
                    let text = latex.get(range.clone()).unwrap_or_default();
                    let entry = model.entry(text);
                    Token { text, range, entry }
                })
                .collect(),
        }
    }
}

/// Returns the tokens of a `tokenizer.json`. The vectors of its authors are not published, so a token has the vector of
/// the same text in the model of texlens; after a backslash, that of the command. Unknown tokens are the same token.
fn loaded_tokens<'a>(tokeniser: &LoadedTokeniser, model: &TexbleuModel, latex: &'a str) -> Vec<Token<'a>> {
    let mut tokens: Vec<Token<'a>> = Vec::new();
    for token in tokeniser.formula_tokens(latex) {
        let range = token.range;
        let text = latex.get(range.clone()).unwrap_or_default();
        let is_name = (tokens.last()).is_some_and(|last| last.range.end == range.start && last.text.ends_with('\\'));
        let command = range.start.checked_sub(1).filter(|_| is_name);
        let command = command.and_then(|start| model.entry(latex.get(start..range.end)?));
        let is_unknown = token.entry == tokeniser.unknown();
        tokens.push(Token {
            text: if is_unknown { UNKNOWN } else { text },
            range,
            entry: command.or_else(|| model.entry(text)).filter(|_| !is_unknown),
        });
    }
    tokens
}

/// The text of all unknown tokens.
const UNKNOWN: &str = "[UNK]";

/// The distance of two tokens, equation 1.
struct Distance<'a> {
    /// The vectors; `None` if all different tokens have the same distance.
    model: Option<&'a TexbleuModel>,
    alpha: f64,
    beta: f64,
    positions: Positions,
}

/// The difference of the positions of two tokens at the same place.
enum Positions {
    /// Positions have no part in the distance.
    Omitted,
    /// Equal places are equal positions.
    Index,
    /// A position is a percentage; these are the percentages of each side that one place makes up.
    Relative([f64; 2]),
}

impl Positions {
    fn of(chosen: &str, lengths: [usize; 2]) -> Self {
        match chosen {
            NONE => Self::Omitted,
            RELATIVE => Self::Relative(lengths.map(|length| 100.0 / length as f64)),
            _ => Self::Index,
        }
    }
}

impl Distance<'_> {
    /// Returns the distances of tokens at equal places, up to the end of the shorter side.
    fn of_all(&self, reference: &[Token<'_>], prediction: &[Token<'_>]) -> Vec<f64> {
        let pairs = reference.iter().zip(prediction).enumerate();
        pairs
            .map(|(place, (a, b))| match self.positions {
                Positions::Omitted => self.meaning(a, b),
                Positions::Index => self.meaning(a, b) / 2.0,
                Positions::Relative([of_a, of_b]) => {
                    let difference = place as f64 * (of_a - of_b).abs();
                    (self.meaning(a, b) + (self.beta * difference).tanh()) / 2.0
                }
            })
            .collect()
    }

    fn meaning(&self, a: &Token<'_>, b: &Token<'_>) -> f64 {
        if a.text == b.text {
            return 0.0;
        }
        let entries = self.model.zip(a.entry.zip(b.entry));
        let cosine = entries.map_or(0.0, |(model, (a, b))| model.cosine(a, b));
        libm::pow((1.0 - cosine).max(0.0), self.alpha)
    }
}

/// Returns the places at which the tokens differ, and the tokens beyond the end of the other side.
fn spans_of(side: Side, tokens: &[Token<'_>], distances: &[f64]) -> Vec<Span> {
    let (compared, beyond) = tokens.split_at(distances.len().min(tokens.len()));
    let different = compared.iter().zip(distances).filter(|(_, distance)| **distance > 0.0);
    let mut spans: Vec<Span> = different
        .map(|(token, distance)| {
            let note = format!("distance {distance:.2} to the token at this place on the other side");
            Span::new(side, token.range.clone(), SpanKind::Different, note)
        })
        .collect();
    if let (Some(first), Some(last)) = (beyond.first(), beyond.last()) {
        let range = first.range.start..last.range.end;
        let note = "not compared: the other side ends before";
        spans.push(Span::new(side, range, SpanKind::Ignored, note));
    }
    spans
}
