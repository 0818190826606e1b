//! Shifts of scripts. A single symbol shifts its scripts less than a box, which braces or `\left` and `\right` make
//! (The TeXbook, appendix G, rule 18). The parameters are those of Computer Modern.

use super::super::mark::Extent;
use super::tree::Node;

/// Shifts of superscripts of a symbol, in em of the symbol: in displays, in text, cramped, and with the fonts of
/// scripts.
const SUP: [f32; 5] = [0.413, 0.363, 0.289, 0.431, 0.286];
/// Shifts of subscripts of a symbol, alone and beside a superscript, in em of the symbol.
const SUB: [f32; 2] = [0.15, 0.247];
/// Distances of scripts from the top and the bottom of a box, in em of the scripts, for scripts and for scripts of
/// scripts.
const SUP_DROP: [f32; 2] = [0.353, 0.494];
const SUB_DROP: [f32; 2] = [0.071, 0.1];
/// Height of letters without ascenders, in em.
const X_HEIGHT: f32 = 0.431;
/// Largest deviation from such a shift, in em.
const HAIR: f32 = 0.02;

/// Reports whether the scripts of a symbol are where those of a box would be. The box encloses the symbol and the nodes
/// before it. Returns `None` if this cannot be decided. Positions must be exact.
pub(super) fn is_boxed(enclosed: &[Node<'_>], symbol: &Node<'_>) -> Option<bool> {
    let size = symbol.size.max(f32::MIN_POSITIVE);
    let bbox = enclosed
        .iter()
        .fold(symbol.bbox, |all, node| all.union(&node.outline()));
    let (height, depth) = ((symbol.baseline - bbox.y0) / size, (bbox.y1 - symbol.baseline) / size);
    let near = |a: f32, b: f32| (a - b).abs() < HAIR;
    if let Some(script) = level(&symbol.sup) {
        let shift = (symbol.baseline - script.baseline) / size;
        let lowest = symbol
            .sup
            .iter()
            .map(|node| node.outline().y1)
            .fold(script.baseline, f32::max);
        let clearance = (lowest - script.baseline) / size + 0.25 * X_HEIGHT;
        let ratio = script.size / size;
        let of_box = SUP_DROP.map(|drop| (height - drop * ratio).max(SUP[2]));
        let of_symbol = SUP.iter().any(|up| near(shift, *up)) || near(shift, clearance);
        return choose(of_symbol, of_box.iter().any(|up| near(shift, *up)));
    }
    let script = level(&symbol.sub)?;
    let shift = (script.baseline - symbol.baseline) / size;
    let highest = symbol
        .sub
        .iter()
        .map(|node| node.outline().y0)
        .fold(script.baseline, f32::min);
    let clearance = (script.baseline - highest) / size - 0.8 * X_HEIGHT;
    let ratio = script.size / size;
    let of_box = SUB_DROP.map(|drop| depth + drop * ratio);
    let of_symbol = SUB.iter().any(|down| near(shift, *down)) || near(shift, clearance);
    choose(of_symbol, of_box.iter().any(|down| near(shift, *down)))
}

fn choose(of_symbol: bool, of_box: bool) -> Option<bool> {
    (of_symbol != of_box).then_some(of_box)
}

/// Returns a node that shows on which baseline a row stands.
fn level<'n, 'a>(row: &'n [Node<'a>]) -> Option<&'n Node<'a>> {
    row.iter().find(|node| !node.is_tall() && node.bbox.height() > 0.0)
}
