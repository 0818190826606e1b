//! Everything that the metrics need to know of the appearance of formulas.

use texlens_draw::{DrawError, Setter};
use texlens_metrics::cdm::Variant;
use texlens_metrics::{Appearance, Appearances};

use crate::cdm::boxes;
use crate::layout::layouts;

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
    let layouts = match wanted.layouts {
        true => layouts(setter, formulas)?,
        false => vec![Err("it was not typeset".to_owned()); formulas.len()],
    };
    let mut all = Appearances::default();
    for (formula, layout) in formulas.iter().zip(layouts) {
        let appearance = Appearance {
            layout,
            ..Appearance::default()
        };
        all.0.insert((*formula).to_owned(), appearance);
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
    Ok(all)
}
