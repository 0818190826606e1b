//! How formulas look when TeX sets them: the evidence of the metrics that compare appearance.
//!
//! [`appearances`] sets formulas with the TeX engine. Everything that compares them is in `texlens-metrics`.

#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub mod cdm;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod layout;
mod tokenise;

#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use layout::{drawings, layouts};
pub use tokenise::{Tokenised, tokenise};

/// What the metrics need to know of the appearance of formulas.
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
#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub fn appearances(
    setter: &texlens_draw::Setter<'_>,
    formulas: &[&str],
    wanted: Wanted,
) -> Result<texlens_metrics::Appearances, texlens_draw::DrawError> {
    use texlens_metrics::cdm::Variant;

    let layouts = match wanted.layouts {
        true => layouts(setter, formulas)?,
        false => vec![Err("it was not typeset".to_owned()); formulas.len()],
    };
    let mut all = texlens_metrics::Appearances::default();
    for (formula, layout) in formulas.iter().zip(layouts) {
        let appearance = texlens_metrics::Appearance {
            layout,
            ..texlens_metrics::Appearance::default()
        };
        all.0.insert((*formula).to_owned(), appearance);
    }
    if wanted.boxes {
        let variants = [Variant::Unimernet, Variant::OmniDocBench];
        let requests: Vec<(Variant, &str)> = variants
            .iter()
            .flat_map(|variant| formulas.iter().map(|formula| (*variant, *formula)))
            .collect();
        for ((variant, formula), boxes) in requests.iter().zip(cdm::boxes(setter, &requests)?) {
            if let Some(appearance) = all.0.get_mut(*formula) {
                let boxes = boxes.map_err(|reason| reason.to_string());
                appearance.boxes.insert(*variant, boxes);
            }
        }
    }
    Ok(all)
}
