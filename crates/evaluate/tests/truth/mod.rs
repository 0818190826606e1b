//! Ground truth for the matching: known pages, rewritten in the styles of parsers, with the position of every formula
//! of the reference in the result. The positions come from the rewriting. Nothing here uses the matching that is
//! measured.

#![allow(dead_code, reason = "the example and the test each use a part")]
#![allow(unreachable_pub, reason = "a module of two programs")]

mod styles;
mod unicode;

use std::fmt;
use std::ops::Range;

use fastrand::Rng;
use texlens_evaluate::{Formula, Markup, extract_formulas};

use styles::Writer;

/// A style of rewriting a page. In every style except the first, headings, lists and bold text become Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// The LaTeX of the page, with `\(…\)` and `\[…\]` for every delimiter.
    Latex,
    /// Markdown with `$` and `$$`.
    Markdown,
    /// A blank between every two tokens.
    Spaced,
    /// 8 % of the symbols changed, dropped or doubled.
    Errors,
    /// LaTeX without delimiters.
    Undelimited,
    /// No delimiters, and Unicode characters in place of commands.
    Unicode,
    /// Inline formulas that include the word before or after them, or the next inline formula.
    WithText,
    /// Consecutive displays joined into one.
    Merged,
    /// Displays split into several, line by line or at a relation.
    Split,
    /// Blocks in another order, as columns and floats are read.
    Moved,
    /// 30 % of the formulas left out.
    Dropped,
    /// A mixture of the other styles.
    Mixed,
}

impl Style {
    /// All styles.
    pub const ALL: [Self; 12] = [
        Self::Latex,
        Self::Markdown,
        Self::Spaced,
        Self::Errors,
        Self::Undelimited,
        Self::Unicode,
        Self::WithText,
        Self::Merged,
        Self::Split,
        Self::Moved,
        Self::Dropped,
        Self::Mixed,
    ];
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Latex => "LaTeX, other delimiters",
            Self::Markdown => "Markdown",
            Self::Spaced => "blanks between tokens",
            Self::Errors => "token errors",
            Self::Undelimited => "undelimited",
            Self::Unicode => "Unicode, undelimited",
            Self::WithText => "merged with text",
            Self::Merged => "displays merged",
            Self::Split => "displays split",
            Self::Moved => "order changed",
            Self::Dropped => "formulas dropped",
            Self::Mixed => "mixed",
        })
    }
}

/// A page, the output of a parser for it, and the position of each formula of the page in the output.
#[derive(Debug, Clone)]
pub struct Case {
    /// LaTeX of the page.
    pub reference: String,
    /// The formulas of the page in order.
    pub formulas: Vec<Formula>,
    /// The output of the parser.
    pub prediction: String,
    /// For each formula of the reference, its bytes in the prediction without delimiters, from the first to the last
    /// part; `None` if it was dropped.
    pub truth: Vec<Option<Range<usize>>>,
    /// For each formula of the reference, whether the style changed it in the named way. Only these are counted.
    pub touched: Vec<bool>,
}

/// Rewrites a page. The same page, style and seed give the same case.
pub fn rewrite(reference: &str, style: Style, seed: u64) -> Case {
    let formulas = extract_formulas(reference, Markup::Latex);
    let mut writer = Writer::new(reference, &formulas, style, Rng::with_seed(seed));
    writer.page();
    let (prediction, truth, touched) = writer.finish();
    Case {
        reference: reference.to_owned(),
        formulas,
        prediction,
        truth,
        touched,
    }
}

/// Numbers of matched and correctly matched formulas.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of formulas of the reference that the prediction has.
    pub present: usize,
    /// Number of formulas of the reference that were matched.
    pub matched: usize,
    /// Number of correct matches.
    pub right: usize,
}

impl Tally {
    /// Adds a case. `places` gives for each formula of the reference the bytes of the matched passage of the
    /// prediction. A match is correct if at least half of it, without delimiters, is the formula, and it contains at
    /// least half of the formula.
    pub fn add(&mut self, case: &Case, places: &[Option<Range<usize>>]) {
        let counted = case
            .truth
            .iter()
            .zip(places)
            .zip(&case.touched)
            .filter(|(_, touched)| **touched);
        for ((truth, place), _) in counted {
            let place = place.clone().map(|place| without_delimiters(&case.prediction, place));
            self.present += usize::from(truth.is_some());
            self.matched += usize::from(place.is_some());
            self.right += usize::from(
                truth
                    .as_ref()
                    .zip(place)
                    .is_some_and(|(truth, place)| agree(truth, &place)),
            );
        }
    }

    /// Returns the share of the matches that are correct; NaN if there are no matches.
    pub fn precision(&self) -> f64 {
        self.right as f64 / self.matched as f64
    }

    /// Returns the share of the formulas that are matched correctly.
    pub fn recall(&self) -> f64 {
        self.right as f64 / self.present as f64
    }

    /// Returns the harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.matched + self.present) as f64
    }
}

fn agree(truth: &Range<usize>, place: &Range<usize>) -> bool {
    let common = truth.end.min(place.end).saturating_sub(truth.start.max(place.start));
    2 * common >= truth.len() && 2 * common >= place.len() && common > 0
}

/// Returns a piece of the prediction without the delimiters and blanks at its ends.
fn without_delimiters(text: &str, range: Range<usize>) -> Range<usize> {
    let mut inner = &text[range.clone()];
    let mut start = range.start;
    loop {
        let before = inner.len();
        let trimmed = inner.trim_start_matches(|c: char| c.is_whitespace() || c == '$');
        let trimmed = ["\\[", "\\("]
            .iter()
            .fold(trimmed, |text, open| text.strip_prefix(open).unwrap_or(text));
        start += before - trimmed.len();
        let trimmed = trimmed.trim_end_matches(|c: char| c.is_whitespace() || c == '$');
        inner = ["\\]", "\\)"]
            .iter()
            .fold(trimmed, |text, close| text.strip_suffix(close).unwrap_or(text));
        if inner.len() == before {
            return start..start + inner.len();
        }
    }
}
