use std::ops::Range;

use maud::{Markup, PreEscaped, html};
use texlens_evaluate::{Formula, FormulaPair, SampleResult};

use super::anchors::{self, permalink};
use crate::formula::{FormulaError, Renderer};

/// Maximum number of pairs that are rendered for each sample; the others are in the sources.
const MAX_PAIRS: usize = 500;

/// Writes the formulas of both sides: those that differ side by side, the others once. `id` is that of the sample.
pub(super) fn section(sample: &SampleResult, id: &str, renderer: &Renderer) -> Markup {
    let numbered = (1..).zip(&sample.formulas).take(MAX_PAIRS);
    let (same, different): (Vec<_>, Vec<_>) = numbered.partition(|(_, pair)| pair.exact);
    let prediction = sample
        .prediction
        .as_ref()
        .map_or("", |prediction| prediction.latex.as_str());
    let texts = Texts {
        reference: sample.reference.as_deref().unwrap_or_default(),
        prediction,
        renderer,
        id,
    };
    html! {
        @if !sample.formulas.is_empty() {
            h3 { "Formulas" }
            @if sample.formulas.len() > MAX_PAIRS {
                p.note { "The first " (MAX_PAIRS) " of " (sample.formulas.len()) " are shown." }
            }
            @if !different.is_empty() { (texts.table(&different)) }
            @if !same.is_empty() {
                details {
                    summary { (count(same.len(), "formula")) " the same" }
                    ul.same { @for (number, pair) in same { (texts.item(number, pair)) } }
                }
            }
        }
    }
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

struct Texts<'a> {
    reference: &'a str,
    prediction: &'a str,
    renderer: &'a Renderer,
    /// The id of the sample.
    id: &'a str,
}

/// A pair with its number in the sample.
type Numbered<'a> = (usize, &'a FormulaPair);

impl Texts<'_> {
    fn table(&self, pairs: &[Numbered<'_>]) -> Markup {
        html! {
            table.formulas {
                caption { (count(pairs.len(), "formula")) " different" }
                thead { tr { th scope="col" { "Reference" } th scope="col" { "Prediction" } } }
                tbody {
                    @for (number, pair) in pairs { tr id=(anchors::of_formula(self.id, *number)) {
                        td data-side="Reference" { (self.link(*number)) (self.side(self.reference, pair.reference.as_ref(), "not in the reference")) }
                        td data-side="Prediction" {
                            (self.side(self.prediction, pair.prediction.as_ref(), "not in the prediction"))
                            @if let Some(remark) = pair.found.remark() { p.note { (remark) } }
                        }
                    } }
                }
            }
        }
    }

    fn link(&self, number: usize) -> Markup {
        permalink(&anchors::of_formula(self.id, number), &format!("formula {number}"))
    }

    /// Writes a pair of equal formulas in the form of the prediction.
    fn item(&self, number: usize, pair: &FormulaPair) -> Markup {
        html! {
            @if let Some(formula) = &pair.prediction {
                li id=(anchors::of_formula(self.id, number)) {
                    (self.link(number)) (self.shown(self.prediction, formula))
                    @if let Some(remark) = pair.found.remark() { p.note { (remark) } }
                }
            }
        }
    }

    fn side(&self, source: &str, formula: Option<&Formula>, absent: &str) -> Markup {
        html! {
            @match formula {
                None => p.absent { (absent) },
                Some(formula) => (self.shown(source, formula)),
            }
        }
    }

    /// Writes a rendered formula with its source below.
    fn shown(&self, source: &str, formula: &Formula) -> Markup {
        html! {
            @match self.renderer.render(source, formula) {
                Ok(markup) => {
                    div.rendered { (PreEscaped(markup)) }
                    code { (formula.latex) }
                },
                Err(error) => (failed(formula, &error)),
            }
        }
    }
}

/// Writes the source with the position of the error in place of the formula.
fn failed(formula: &Formula, error: &FormulaError) -> Markup {
    let latex = formula.latex.as_str();
    let part = |range: Range<usize>| latex.get(range).unwrap_or_default();
    html! {
        code {
            @match error {
                FormulaError::Syntax { range: Some(place), .. } => {
                    (part(0..place.start)) mark { (pointed(part(place.clone()))) } (part(place.end..latex.len()))
                },
                _ => (latex),
            }
        }
        p.failed { "Not rendered: " (error) }
    }
}

/// Returns the text of the position, or a caret for a position between two characters.
fn pointed(place: &str) -> &str {
    if place.is_empty() { "‸" } else { place }
}
