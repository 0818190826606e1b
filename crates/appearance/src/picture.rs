//! Pictures of two formulas, in which matched and unmatched marks have different colours.

use std::collections::HashMap;

use texlens_draw::SvgStyle;
use texlens_metrics::layout::Placement;
use texlens_vocabulary::Drawn;

use crate::layout::{EM, Look};

/// The margin around the ink, in points: outlines reach a little beyond their bounds.
const MARGIN: f64 = 0.5;

/// Draws two formulas whose looks are known. `prefix` starts the ids of the glyphs: it must differ between the pairs of
/// one document.
#[must_use]
pub fn pictures(
    looks: &HashMap<String, Look>,
    reference: Option<&str>,
    prediction: Option<&str>,
    prefix: &str,
) -> [Option<Drawn>; 2] {
    let look = |latex: Option<&str>| latex.and_then(|latex| looks.get(latex));
    let (reference, prediction) = (look(reference), look(prediction));
    let sides = reference.zip(prediction);
    let layouts = sides.and_then(|(a, b)| a.layout.as_ref().ok().zip(b.layout.as_ref().ok()));
    let placement = layouts.and_then(|(a, b)| Placement::of(a, b));
    let of = |look: Option<&Look>, is_matched: Option<&[bool]>, side: &str| {
        look.map(|look| picture(look, is_matched, &format!("{prefix}{side}")))
    };
    let placed = placement.as_ref();
    [
        of(reference, placed.map(|placed| placed.reference.as_slice()), "r"),
        of(prediction, placed.map(|placed| placed.prediction.as_slice()), "p"),
    ]
}

fn picture(look: &Look, is_matched: Option<&[bool]>, prefix: &str) -> Drawn {
    if let Err(reason) = &look.layout {
        return Drawn::Failed(reason.clone());
    }
    let Some(ink) = look.drawing.bounds() else {
        return Drawn::Blank;
    };
    let class = |index: usize| {
        let is_matched = *is_matched?.get(index)?;
        Some(if is_matched { Drawn::MATCHED } else { Drawn::UNMATCHED })
    };
    Drawn::Svg(look.drawing.to_svg_in(
        ink.grown(MARGIN),
        SvgStyle {
            prefix,
            em: Some(EM),
            class: &class,
        },
    ))
}
