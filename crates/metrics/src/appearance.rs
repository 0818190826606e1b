//! How single formulas look when TeX sets them.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use texlens_vocabulary::{Outcome, Score};

use crate::cdm::{RenderedFormula, RenderedPair, Variant};
use crate::layout::{Layout, LayoutPair};
use crate::metric::Evidence;

/// The reason for an undefined score without the appearance of both formulas, with instructions.
pub(crate) const NOT_TYPESET: &str =
    "not typeset yet: use \"Typeset\" in the app, or give the command --typeset, or Python tex=True";

/// Reports whether a score is undefined because the formulas were not typeset.
#[must_use]
pub fn lacks_appearance(score: &Score) -> bool {
    matches!(&score.outcome, Outcome::Undefined { reason } if reason.starts_with(NOT_TYPESET))
}

/// A formula as TeX sets it: what the metrics of its appearance need. What could not be set has the reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Appearance {
    /// The boxes of the formula's tokens by the variants of character detection matching.
    pub boxes: BTreeMap<Variant, Result<RenderedFormula, String>>,
    /// The formula's glyphs and rules.
    pub layout: Result<Layout, String>,
}

impl Default for Appearance {
    /// Returns the appearance of an empty formula.
    fn default() -> Self {
        Self {
            boxes: BTreeMap::new(),
            layout: Ok(Layout::default()),
        }
    }
}

/// Appearances by the LaTeX of the formulas.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Appearances(pub HashMap<String, Appearance>);

impl Appearances {
    /// Adds the appearances of two formulas to the evidence, if both are known. A blank formula is known. Boxes that
    /// the evidence already has stay.
    pub fn add_to(&self, evidence: &mut Evidence, reference: &str, prediction: &str) {
        let blank = Appearance::default();
        let of = |latex: &str| match self.0.get(latex) {
            None if latex.trim().is_empty() => Some(blank.clone()),
            known => known.cloned(),
        };
        let (Some(reference), Some(prediction)) = (of(reference), of(prediction)) else {
            return;
        };
        for variant in [Variant::Unimernet, Variant::OmniDocBench] {
            let side = |side: &Appearance| side.boxes.get(&variant).and_then(|boxes| boxes.clone().ok());
            evidence.glyph_boxes.entry(variant).or_insert_with(|| RenderedPair {
                reference: side(&reference),
                prediction: side(&prediction),
            });
        }
        evidence.layouts = Some(LayoutPair {
            reference: reference.layout,
            prediction: prediction.layout,
        });
    }
}
