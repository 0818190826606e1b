use texlens_report::diff::{SegmentKind, diff};
use yew::prelude::*;

/// Maximum length of the compared LaTeX of a formula, in bytes. A longer one is shown without marks.
const MAX_COMPARED: usize = 4000;

/// Renders the LaTeX of both formulas, with the tokens marked that the other side lacks.
pub(super) fn latex_diff(reference: &str, prediction: &str) -> [Html; 2] {
    if reference.len() + prediction.len() > MAX_COMPARED {
        let shown = |latex: &str| html! { {latex.get(..latex.floor_char_boundary(MAX_COMPARED)).unwrap_or_default()} };
        return [shown(reference), shown(prediction)];
    }
    let segments = diff(reference, prediction);
    let side = |latex: &str, of: SegmentKind, is_reference: bool| {
        let pieces = segments.iter().filter_map(|segment| {
            let range = if is_reference {
                &segment.reference
            } else {
                &segment.prediction
            };
            let text = latex.get(range.clone()).filter(|text| !text.is_empty())?.to_owned();
            Some(match segment.kind {
                SegmentKind::Equal => html! { {text} },
                kind if kind != of => Html::default(),
                SegmentKind::Missing => html! { <del>{text}</del> },
                SegmentKind::Extra => html! { <ins>{text}</ins> },
            })
        });
        pieces.collect::<Html>()
    };
    [
        side(reference, SegmentKind::Missing, true),
        side(prediction, SegmentKind::Extra, false),
    ]
}
