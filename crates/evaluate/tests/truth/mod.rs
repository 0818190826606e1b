//! Matching truth: known pages rewritten as parsers write them, with the place of every formula of the reference in
//! what comes out. Nothing here uses the matching that it measures; places follow from the writing.

#![allow(dead_code, reason = "the example and the test each use a part")]
#![allow(unreachable_pub, reason = "a module of two programs")]

mod styles;
mod unicode;

use std::fmt;
use std::ops::Range;

use fastrand::Rng;
use texlens_evaluate::{Formula, Markup, extract_formulas};

use styles::Writer;

/// How a page is rewritten. Headings, lists and bold text become Markdown in all but the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// LaTeX as it is, but `\(…\)` and `\[…\]` for every delimiter.
    Latex,
    /// Markdown with `$` and `$$`.
    Markdown,
    /// A blank between any two tokens.
    Spaced,
    /// Eight of a hundred symbols changed, dropped or doubled.
    Errors,
    /// LaTeX without delimiters.
    Undelimited,
    /// No delimiters, and Unicode for commands.
    Unicode,
    /// Words before or after inline formulas taken into them, and neighbouring inline formulas into one.
    WithText,
    /// Neighbouring displays in one.
    Merged,
    /// Displays in several, line by line or at a relation.
    Split,
    /// Blocks in another order, as columns and floats are read.
    Moved,
    /// Three of ten formulas left out.
    Dropped,
    /// Some of everything.
    Mixed,
}

impl Style {
    /// All of them.
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

/// A page, what a parser makes of it, and where each formula of the page is in that.
#[derive(Debug, Clone)]
pub struct Case {
    /// LaTeX of the page.
    pub reference: String,
    /// Its formulas in order.
    pub formulas: Vec<Formula>,
    /// What the parser says.
    pub prediction: String,
    /// For each formula of the reference its bytes in the prediction, without delimiters, from the first part to the
    /// last; none if it was dropped.
    pub truth: Vec<Option<Range<usize>>>,
    /// For each formula of the reference whether the style did to it what it is named for: only these are counted.
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

/// How many formulas were matched, and how many of these rightly.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Formulas of the reference that the prediction has.
    pub present: usize,
    /// Formulas of the reference that were matched with something.
    pub matched: usize,
    /// Those matched with what they are.
    pub right: usize,
}

impl Tally {
    /// Adds a case: `places` has for each formula of the reference the bytes of the prediction it was matched with. A
    /// match is right if at least half of it, delimiters aside, is the formula, and it holds at least half of it.
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

    /// Share of the matches that are right; NaN if there are none.
    pub fn precision(&self) -> f64 {
        self.right as f64 / self.matched as f64
    }

    /// Share of the formulas that are matched rightly.
    pub fn recall(&self) -> f64 {
        self.right as f64 / self.present as f64
    }

    /// Harmonic mean of both.
    pub fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.matched + self.present) as f64
    }
}

fn agree(truth: &Range<usize>, place: &Range<usize>) -> bool {
    let common = truth.end.min(place.end).saturating_sub(truth.start.max(place.start));
    2 * common >= truth.len() && 2 * common >= place.len() && common > 0
}

/// A piece of the prediction without the delimiters and blanks at its ends.
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
