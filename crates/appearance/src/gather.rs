//! Everything that the metrics need to know of the appearance of formulas.

use std::collections::HashMap;

use texlens_draw::{DrawError, Setter};
use texlens_metrics::cdm::Variant;
use texlens_metrics::{Appearance, Appearances};

use crate::cdm::boxes;
use crate::layout::{Look, looks};

/// What is wanted of the appearance of formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The boxes of character detection matching.
    pub boxes: bool,
    /// The glyphs and rules.
    pub layouts: bool,
}

/// Sets formulas and returns what is wanted of their appearance, by their LaTeX.
///
/// # Errors
///
/// If the engine cannot be run. What is wrong with a formula is in the result.
pub fn appearances(setter: &Setter<'_>, formulas: &[&str], wanted: Wanted) -> Result<Appearances, DrawError> {
    Ok(gather(setter, formulas, wanted)?.0)
}

/// Sets formulas once, and returns what is wanted of their appearance together with their looks, by their LaTeX.
/// Without layouts there are no looks.
///
/// # Errors
///
/// If the engine cannot be run. What is wrong with a formula is in the result.
pub fn gather(
    setter: &Setter<'_>,
    formulas: &[&str],
    wanted: Wanted,
) -> Result<(Appearances, HashMap<String, Look>), DrawError> {
    let mut all = Appearances::default();
    let mut found = HashMap::new();
    let mut add = |formula: &str, layout| {
        let appearance = Appearance {
            layout,
            ..Appearance::default()
        };
        all.0.insert(formula.to_owned(), appearance);
    };
    if wanted.layouts {
        for (formula, look) in formulas.iter().zip(looks(setter, formulas)?) {
            add(formula, look.layout.clone());
            found.insert((*formula).to_owned(), look);
        }
    } else {
        for formula in formulas {
            add(formula, Err("it was not typeset".to_owned()));
        }
    }
    if wanted.boxes {
        let variants = [Variant::Unimernet, Variant::OmniDocBench];
        let requests: Vec<(Variant, &str)> = variants
            .iter()
            .flat_map(|variant| formulas.iter().map(|formula| (*variant, *formula)))
            .collect();
        for ((variant, formula), boxes) in requests.iter().zip(boxes(setter, &requests)?) {
            if let Some(appearance) = all.0.get_mut(*formula) {
                let boxes = boxes.map_err(|reason| reason.to_string());
                appearance.boxes.insert(*variant, boxes);
            }
        }
    }
    Ok((all, found))
}
