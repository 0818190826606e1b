//! Mathematical formula mismatches.
//!
//! # Description
//! “Formulas frequently contain incorrect symbols, missing or mismatched delimiters, or improper inline/display
//! classification, resulting in invalid or non-compilable expressions.”
//!
//! # Rule
//! At least `formula_mismatch.min_formulas` formulas are wrong. A formula is wrong if
//! - its symbols or their positions differ from the reference's, whatever the notation: `x^2` and `x^{2}`,
//!   `\frac{a}{b}` and `a/b`, `\lvert x\rvert` and `|x|` are equal, `x` and `\mathbf{x}` are not;
//! - it is missing, unless the text around it is missing too; or only the prediction has it;
//! - it stands in the text without delimiters, unless it is a number;
//! - it is inline and should be displayed, or displayed and should be inline;
//! - its delimiters, braces or `\left` and `\right` do not match in the prediction.
//!
//! A formula that is part of a larger one, or is split into several, is correct if its symbols are. If the sample is a
//! formula, only the symbols and the marks count; it may have delimiters or none.
//!
//! # Source
//! TexOCR, table 3 and figures 5 and 6.

use texlens_latex::{Fault, TokenKind, is_display_environment, lex};
use texlens_metrics::{Kind, Parameter, Span, prints_alike};

use super::model::ErrorTypeInfo;
use super::quote::{counted, listed};
use super::rule::{Judged, found_if};
use super::sides::{Sides, different, environment_of, extra, missing};
use crate::model::{Formula, FormulaPair, Found};

/// Smallest number of formulas.
pub(super) static MIN_FORMULAS: Parameter<usize> = Parameter {
    name: "formula_mismatch.min_formulas",
    default: 1,
    about: "Smallest number of wrong formulas in a sample.",
};

pub(super) static INFO: ErrorTypeInfo = ErrorTypeInfo {
    id: "formula_mismatch",
    name: "Mathematical Formula Mismatches",
    short: "Formulas",
    about: "A formula has wrong symbols or delimiters, is missing, or is inline in place of displayed or the reverse.",
    rule: "A formula (or formula_mismatch.min_formulas) has other symbols, however it is written, is missing or too many, has no delimiters, \
           is inline where it should be displayed or the reverse, or has marks that do not match.",
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    parameters: &[&MIN_FORMULAS],
};

/// The kinds of mismatches, in the order in which they are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Differs,
    Missing,
    Extra,
    Undelimited,
    ShouldBeInline,
    ShouldBeDisplayed,
    Unmatched,
}

impl Fate {
    const ALL: [Self; 7] = [
        Self::Differs,
        Self::Missing,
        Self::Extra,
        Self::Undelimited,
        Self::ShouldBeInline,
        Self::ShouldBeDisplayed,
        Self::Unmatched,
    ];

    /// Returns the predicate of the sentence for `count` formulas.
    const fn of(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::Differs, 1) => "differs",
            (Self::Differs, _) => "differ",
            (Self::Missing, 1) => "is missing",
            (Self::Missing, _) => "are missing",
            (Self::Extra, 1) => "is not in the reference",
            (Self::Extra, _) => "are not in the reference",
            (Self::Undelimited, 1) => "has no delimiters",
            (Self::Undelimited, _) => "have no delimiters",
            (Self::ShouldBeInline, 1) => "is displayed and should be inline",
            (Self::ShouldBeInline, _) => "are displayed and should be inline",
            (Self::ShouldBeDisplayed, 1) => "is inline and should be displayed",
            (Self::ShouldBeDisplayed, _) => "are inline and should be displayed",
            (Self::Unmatched, 1) => "has a mark without its partner",
            (Self::Unmatched, _) => "have marks without their partners",
        }
    }
}

/// A wrong formula.
struct Mismatch<'a> {
    fate: Fate,
    /// LaTeX for the quotation.
    latex: &'a str,
    spans: Vec<Span>,
}

pub(super) fn judge(sides: &Sides<'_>) -> Judged {
    let of_pairs = sides.formulas.iter().filter_map(|pair| of_pair(pair, sides));
    let of_marks = sides.faults.iter().filter_map(|fault| of_mark(fault, sides));
    let mismatches: Vec<Mismatch<'_>> = of_pairs.chain(of_marks).collect();
    if mismatches.len() < sides.settings.get(&MIN_FORMULAS).max(1) {
        return found_if(&[], Vec::new());
    }
    let told = Fate::ALL.into_iter().filter_map(|fate| tell(fate, &mismatches));
    let said: Vec<String> = told.collect();
    found_if(&said, mismatches.into_iter().flat_map(|one| one.spans).collect())
}

fn tell(fate: Fate, mismatches: &[Mismatch<'_>]) -> Option<String> {
    let of_fate = mismatches.iter().filter(|one| one.fate == fate);
    let latex: Vec<&str> = of_fate.map(|one| one.latex).collect();
    let count = latex.len();
    let told = || format!("{} {}: {}.", counted(count, "formula"), fate.of(count), listed(&latex));
    (count > 0).then(told)
}

fn of_pair<'a>(pair: &'a FormulaPair, sides: &Sides<'_>) -> Option<Mismatch<'a>> {
    match (&pair.reference, &pair.prediction) {
        (None, None) => None,
        (Some(reference), None) => {
            let is_told = sides.is_in_missing_text(&reference.range);
            (!is_told).then(|| Mismatch {
                fate: Fate::Missing,
                latex: &reference.latex,
                spans: vec![missing(&reference.range, "no such formula in the prediction")],
            })
        }
        (None, Some(prediction)) => Some(Mismatch {
            fate: Fate::Extra,
            latex: &prediction.latex,
            spans: vec![extra(&prediction.range, "no such formula in the reference")],
        }),
        (Some(reference), Some(prediction)) => {
            let fate = fate(pair, reference, prediction, sides)?;
            Some(Mismatch {
                fate,
                latex: &reference.latex,
                spans: different(&reference.range, &prediction.range, fate.of(1)).into(),
            })
        }
    }
}

fn fate(pair: &FormulaPair, reference: &Formula, prediction: &Formula, sides: &Sides<'_>) -> Option<Fate> {
    if pair.found == Found::Undelimited {
        return (!is_number(&reference.latex)).then_some(Fate::Undelimited);
    }
    if !pair.exact && !prints_alike(&reference.latex, &prediction.latex) {
        return Some(Fate::Differs);
    }
    let whole = matches!(pair.found, Found::Equal | Found::Aligned | Found::Moved);
    match (reference.display, prediction.display) {
        (false, true) if whole && !sides.is_formula => Some(Fate::ShouldBeInline),
        (true, false) if whole && !sides.is_formula => Some(Fate::ShouldBeDisplayed),
        _ => (open_lefts(&prediction.latex) != open_lefts(&reference.latex)).then_some(Fate::Unmatched),
    }
}

/// Reports whether a formula may also stand in the text, as `$12.5$` may.
fn is_number(latex: &str) -> bool {
    latex
        .chars()
        .all(|c| c.is_ascii_digit() || c.is_whitespace() || ".,;:%()+-".contains(c))
}

/// Counts the `\left` and `\right` without a partner. Normalisation drops them.
fn open_lefts(latex: &str) -> usize {
    let tokens = lex(latex);
    let commands = tokens.iter().filter(|token| token.kind == TokenKind::Command);
    let (mut open, mut lost) = (0_usize, 0);
    for command in commands {
        match command.text(latex) {
            "\\left" => open += 1,
            "\\right" if open == 0 => lost += 1,
            "\\right" => open -= 1,
            _ => {}
        }
    }
    open + lost
}

/// Returns the mismatch of an unmatched delimiter. Within a formula, an unmatched mark already makes the symbols
/// differ.
fn of_mark<'a>(fault: &Fault<'a>, sides: &Sides<'a>) -> Option<Mismatch<'a>> {
    let is_delimiter = match environment_of(fault.found) {
        Some(name) => is_display_environment(name),
        None => matches!(fault.found, "$" | "$$" | "\\(" | "\\)" | "\\[" | "\\]"),
    };
    is_delimiter.then(|| Mismatch {
        fate: Fate::Unmatched,
        latex: sides.prediction_text(&(fault.range.start..sides.prediction.source.len())),
        spans: vec![extra(&fault.range, fault.to_string())],
    })
}
