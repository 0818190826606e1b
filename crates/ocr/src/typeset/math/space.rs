//! Spaces that TeX would not add itself: the space between two symbols, less the space that their classes require. See
//! The TeXbook, chapter 18 (the table of spacing) and appendix G, rule 20.

use texlens_vocabulary::Style as Look;

use super::super::mark::Extent;
use super::super::symbols::{self, Class};
use super::italic;
use super::limits;
use super::setting::{Setting, Style};
use super::tree::{Kind, Node, Size};

/// The class of an atom (The TeXbook, chapter 17).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Atom {
    Ord,
    Op,
    Bin,
    Rel,
    Open,
    Close,
    Punct,
    Inner,
}

/// The table of spacing: 1 thin, 2 medium, 3 thick; negative where scripts have no space. Rows are left atoms in the
/// order of [`Atom`], columns right atoms.
const TABLE: [[i8; 8]; 8] = [
    [0, 1, -2, -3, 0, 0, 0, -1],
    [1, 1, 0, -3, 0, 0, 0, -1],
    [-2, -2, 0, 0, -2, 0, 0, -2],
    [-3, -3, 0, 0, -3, 0, 0, -3],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 1, -2, -3, 0, 0, 0, -1],
    [-1, -1, 0, -1, -1, -1, -1, -1],
    [-1, 1, -2, -3, -1, 0, -1, -1],
];

/// Widths of no space and of thin, medium and thick spaces, in em.
const WIDTHS: [f32; 4] = [0.0, 3.0 / 18.0, 4.0 / 18.0, 5.0 / 18.0];

/// Spaces that an author writes, by the least width that counts as one where positions are inexact, in em.
const COMMANDS: [(f32, &str); 7] = [
    (1.6, "\\qquad "),
    (0.7, "\\quad "),
    (0.305, "\\ "),
    (0.25, "\\;"),
    (0.195, "\\:"),
    (0.1, "\\,"),
    (-0.15, ""),
];

/// Space in a script up to which none is written where positions are inexact, in em: authors rarely space scripts.
const SCRIPT_SPACE: f32 = 0.305;

/// Spaces that an author writes, by their widths in em. If two fit, the first is used.
const EXACT: [(Unit, f32, &str); 15] = [
    (Unit::Own, 3.0 / 18.0, "\\,"),
    (Unit::Own, -3.0 / 18.0, "\\!"),
    (Unit::Text, 1.0, "\\quad "),
    (Unit::Text, 2.0, "\\qquad "),
    (Unit::Own, 5.0 / 18.0, "\\;"),
    (Unit::Text, 1.0 / 3.0, "\\ "),
    (Unit::Own, 4.0 / 18.0, "\\:"),
    (Unit::Own, 6.0 / 18.0, "\\,\\,"),
    (Unit::Own, -6.0 / 18.0, "\\!\\!"),
    (Unit::Text, 0.5, "\\enspace "),
    (Unit::Text, 2.0 / 3.0, "\\ \\ "),
    (Unit::Own, 10.0 / 18.0, "\\;\\;"),
    (Unit::Text, 1.0 + 3.0 / 18.0, "\\quad\\,"),
    (Unit::Text, 1.0 + 5.0 / 18.0, "\\quad\\;"),
    (Unit::Text, 1.0 + 1.0 / 3.0, "\\quad\\ "),
];
/// The unit of a width. Spaces in mathematical units shrink with the symbols; others do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Own,
    Text,
}
/// Largest ratio of the mathematical unit of scripts to that of their size: the fonts of scripts are wider.
const SCRIPT_UNIT: f32 = 1.17;
/// Largest deviation from such a width, in em.
pub(super) const HAIR: f32 = 0.02;
/// Largest number of quads in a space; wider spaces do not fit on a page.
const MAX_QUADS: f32 = 40.0;

/// Space after scripts (`\scriptspace`), in em of 10 pt.
const AFTER_SCRIPTS: f32 = 0.05;
/// Space at both ends of a fraction (`\nulldelimiterspace`), in em.
const BESIDE_FRACTION: f32 = 0.12;

/// The class of a node towards its neighbours. The delimiters of `\left` and `\right` have one class towards their
/// contents and the class of the whole towards the outside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Faces {
    pub(super) left: Atom,
    pub(super) right: Atom,
    /// Space before the node beyond that of its classes, in em.
    pub(super) lead: f32,
    pub(super) trail: f32,
}

impl From<Atom> for Faces {
    fn from(atom: Atom) -> Self {
        Self {
            left: atom,
            right: atom,
            lead: 0.0,
            trail: 0.0,
        }
    }
}

impl Faces {
    /// Returns the faces after binary operators without operands have become ordinary (appendix G, rules 5 and 6).
    /// `before` is the resulting class of the node before, `after` the class of the next one.
    pub(super) fn between(self, before: Option<Atom>, after: Option<Atom>) -> Self {
        let is_unary = matches!(
            before,
            None | Some(Atom::Bin | Atom::Op | Atom::Rel | Atom::Open | Atom::Punct)
        ) || matches!(after, None | Some(Atom::Rel | Atom::Close | Atom::Punct));
        if self.left == Atom::Bin && is_unary {
            Self {
                left: Atom::Ord,
                right: Atom::Ord,
                ..self
            }
        } else {
            self
        }
    }
}

/// Returns the faces of `\bmod`: a binary operator with 5 units on both sides (plain TeX).
pub(super) fn modulus(style: Style) -> Faces {
    let space = if style == Style::Script { 5.0 / 18.0 } else { 1.0 / 18.0 };
    Faces {
        lead: space,
        trail: space,
        ..Atom::Bin.into()
    }
}

/// Returns the classes of the nodes of a row.
pub(super) fn faces(nodes: &[Node<'_>]) -> Vec<Faces> {
    nodes.iter().map(|node| atom(node).into()).collect()
}

pub(super) fn atom(node: &Node<'_>) -> Atom {
    match &node.kind {
        Kind::Name(name) if symbols::operator_name(name).is_some() => Atom::Op,
        Kind::Glyph(mark) if matches!(mark.symbol, "!" | "?") => Atom::Close,
        Kind::Array(array) if array.setting == Size::Usual => Atom::Inner,
        _ => match node.class() {
            Class::Ordinary | Class::Fence => Atom::Ord,
            Class::LargeOperator => Atom::Op,
            Class::Binary => Atom::Bin,
            Class::Relation => Atom::Rel,
            Class::Opening => Atom::Open,
            Class::Closing => Atom::Close,
            Class::Punctuation => Atom::Punct,
            Class::Inner => Atom::Inner,
        },
    }
}

/// Returns the space that TeX puts between two atoms, in em.
pub(super) fn expected(left: Atom, right: Atom, style: Style) -> f32 {
    let entry = TABLE[left as usize][right as usize];
    if entry < 0 && style == Style::Script {
        return 0.0;
    }
    WIDTHS[usize::from(entry.unsigned_abs())]
}

/// Returns the space between the boxes of two neighbours in a row, in em, as the least and the largest value: it is
/// unknown whether an italic correction was added.
pub(super) fn gap(left: &Node<'_>, right: &Node<'_>, at: Setting) -> (f32, f32) {
    let size = em_between(left, right, at);
    let gap = (extent(right).0 - extent(left).1 - lead(right, at) * right.size) / size - kern(left, right);
    let trail = |is_sure| end(left, at, is_sure) * left.size / size;
    (gap - trail(false), gap - trail(true))
}

/// Returns the em of the spaces between two nodes. In scripts, operators are larger than their row.
fn em_between(left: &Node<'_>, right: &Node<'_>, at: Setting) -> f32 {
    let is_larger = |node: &Node<'_>| at.style == Style::Script && node.class() == Class::LargeOperator;
    let size = match (is_larger(left), is_larger(right)) {
        (true, false) => right.size,
        (false, true) => left.size,
        _ => left.size.max(right.size),
    };
    size.max(f32::MIN_POSITIVE)
}

/// Returns the kern that the mathematical italic of Computer Modern has between two letters, in em, where it is as
/// large as a space.
fn kern(left: &Node<'_>, right: &Node<'_>) -> f32 {
    let is_bare = left.sup.is_empty() && left.sub.is_empty();
    let is_italic = |node: &Node<'_>| node.mark().is_some_and(|mark| mark.style == Look::MathItalic);
    match (left.symbol(), right.symbol()) {
        ("d", "f") if is_bare && is_italic(left) && is_italic(right) => -3.0 / 18.0,
        _ => 0.0,
    }
}

/// Reports whether the spaces around operations are narrower than their natural width, as in a display that is too
/// wide.
pub(super) fn is_shrunk(nodes: &[Node<'_>], faces: &[Faces], at: Setting) -> bool {
    let mut before: Option<Faces> = None;
    let settled: Vec<Faces> = (0..nodes.len().min(faces.len()))
        .map(|i| {
            let after = faces.get(i + 1).map(|faces| faces.left);
            let own = faces[i].between(before.map(|faces| faces.right), after);
            before = Some(own);
            own
        })
        .collect();
    let pairs = nodes.windows(2).zip(settled.windows(2));
    let around_operations = pairs.filter_map(|(nodes, faces)| match (nodes, faces) {
        ([a, b], [x, y]) if x.right == Atom::Bin || y.left == Atom::Bin => Some(gap(a, b, at).1),
        _ => None,
    });
    let (mut tight, mut natural, mut is_between) = (0, 0, false);
    for gap in around_operations {
        is_between |= (0.03..WIDTHS[2] - 0.03).contains(&gap);
        if gap < WIDTHS[2] - 0.03 {
            tight += 1
        } else {
            natural += 1
        }
    }
    tight > natural && (is_between || tight > 3)
}

/// Returns the space that TeX itself puts between two neighbours, in em.
pub(super) fn due(left: Faces, right: Faces, style: Style) -> f32 {
    left.trail + expected(left.right, right.left, style) + right.lead
}

/// Reports whether TeX may stretch or shrink the space between two neighbours.
pub(super) fn is_elastic(left: Faces, right: Faces, at: Setting) -> bool {
    !at.is_rigid && expected(left.right, right.left, at.style) > WIDTHS[1]
}

/// Returns how much wider a gap is than the space that is due; 0 if both can be equal.
pub(super) fn excess((least, most): (f32, f32), due: f32) -> f32 {
    if least > due {
        least - due
    } else if most < due {
        most - due
    } else {
        0.0
    }
}

/// Reports whether an exactly known gap is the space that is due, with an italic correction or without it; that of other
/// fonts differs a little.
fn is_natural(space: (f32, f32), due: f32, at: Setting) -> bool {
    let slack = HAIR + 0.15 * (space.1 - space.0);
    let is_due = |due: f32| excess(space, due).abs() < slack;
    is_due(due) || at.style == Style::Script && is_due(due * SCRIPT_UNIT)
}

/// Returns the index in `EXACT` of the space that an author wrote beside the space that is due. If the italic correction
/// is uncertain, it is added rather than not.
fn written((least, most): (f32, f32), due: f32, size: f32, at: Setting) -> Option<usize> {
    let of = |space: f32| {
        let is_width = |width: f32| (space - due - width).abs() < HAIR;
        EXACT.iter().position(|(unit, width, _)| match unit {
            Unit::Text => is_width(width * at.em / size),
            Unit::Own => is_width(*width) || at.style == Style::Script && is_width(width * SCRIPT_UNIT),
        })
    };
    of(least).or_else(|| of(most))
}

/// The rank of a gap that no spaces explain.
pub(super) const UNKNOWN: u8 = 3;

/// Ranks the readings of an exactly known gap, the likelier the lower: the space that is due, with one space of the
/// author, with several, or none of these.
pub(super) fn rank(space: (f32, f32), due: f32, (left, right): (&Node<'_>, &Node<'_>), at: Setting) -> u8 {
    let written = written(space, due, em_between(left, right, at), at);
    match written.and_then(|index| EXACT.get(index)) {
        _ if is_natural(space, due, at) => 0,
        Some((_, _, command)) if command.matches('\\').count() == 1 => 1,
        Some(_) => 2,
        None => UNKNOWN,
    }
}

/// Returns the command for the space before the right one of two neighbours.
pub(super) fn command(left: (&Node<'_>, Faces), right: (&Node<'_>, Faces), at: Setting) -> &'static str {
    let size = em_between(left.0, right.0, at);
    let mut space = gap(left.0, right.0, at);
    let due = due(left.1, right.1, at.style);
    // An operation at the start of a formula has its spaces if an empty operand was written before it.
    let is_cut = |node: &Node<'_>, faces: Faces| is_binary(node) && faces.left != Atom::Bin;
    let is_cut = at.style != Style::Script && (is_cut(left.0, left.1) || is_cut(right.0, right.1));
    if at.is_exact && !is_elastic(left.1, right.1, at) && !is_cut {
        if is_natural(space, due, at) {
            return "";
        }
        if let Some((_, _, command)) = written(space, due, size, at).and_then(|index| EXACT.get(index)) {
            return command;
        }
    }
    if !at.is_exact {
        space.0 -= 0.02;
    }
    let excess = excess(space, due);
    // Binary operators may have an empty operand, and their spaces and those of relations stretch and shrink.
    let is_elastic = due > WIDTHS[1] || is_binary(left.0) || is_binary(right.0);
    if is_elastic && excess < COMMANDS[1].0 {
        return "";
    }
    if !at.is_exact && at.style == Style::Script && excess.abs() < SCRIPT_SPACE {
        return "";
    }
    // Authors seldom space the contents of bars and brackets, and the places of thin bars are the least certain.
    let is_inside = matches!(left.0.class(), Class::Opening | Class::Fence)
        || matches!(right.0.class(), Class::Closing | Class::Fence);
    if !at.is_exact && is_inside && excess.abs() < COMMANDS[3].0 {
        return "";
    }
    let command = COMMANDS.iter().find(|(least, _)| excess >= *least);
    command.map_or("\\!", |(_, command)| command)
}

/// Returns the commands for the spaces that an author wrote at the start and at the end of a numerator or denominator.
/// TeX centres it (The TeXbook, appendix G, rule 15), so they show where positions are exact.
pub(super) fn around_part(fraction: &Node<'_>, part: &[Node<'_>], at: Setting) -> [&'static str; 2] {
    let (Some(first), Some(last)) = (part.first(), part.last()) else {
        return [""; 2];
    };
    let size = first.size.max(f32::MIN_POSITIVE);
    let before = (extent(first).0 - fraction.bbox.x0) / size - lead(first, at);
    let behind = (fraction.bbox.x1 - extent(last).1) / size;
    let shift = (before - behind, before - behind + trail(last, at) * last.size / size);
    if !at.is_exact || is_natural(shift, 0.0, at) {
        return [""; 2];
    }
    let of = |shift: (f32, f32)| {
        let index = written(shift, 0.0, size, at).filter(|_| shift.0 > 0.0);
        index.and_then(|index| EXACT.get(index)).map_or("", |space| space.2)
    };
    [of(shift), of((-shift.1, -shift.0))]
}

/// Returns the commands for a space of some quads.
pub(super) fn skip(quads: f32) -> String {
    let whole = (quads + 0.3).floor().clamp(0.0, MAX_QUADS);
    let rest = quads - whole;
    let own = COMMANDS.iter().find(|(least, _)| rest >= *least);
    let pairs = "\\qquad ".repeat((whole / 2.0) as usize);
    let single = if whole % 2.0 > 0.5 { "\\quad " } else { "" };
    pairs + single + own.map_or("", |(_, command)| command)
}

fn is_binary(node: &Node<'_>) -> bool {
    node.class() == Class::Binary
}

/// Returns the left and right edges of the box that TeX makes of a node; accents stick out of it.
pub(super) fn extent(node: &Node<'_>) -> (f32, f32) {
    let own = match &node.kind {
        Kind::Command(_, body) if !body.is_empty() => body
            .iter()
            .map(extent)
            .fold((f32::INFINITY, f32::NEG_INFINITY), |all, one| {
                (all.0.min(one.0), all.1.max(one.1))
            }),
        _ => (node.bbox.x0, node.bbox.x1),
    };
    let scripts = node.sup.iter().chain(&node.sub);
    scripts
        .map(extent)
        .fold(own, |all, one| (all.0.min(one.0), all.1.max(one.1)))
}

/// Returns the space that belongs to the start of a node, in em of the node.
pub(super) fn lead(node: &Node<'_>, at: Setting) -> f32 {
    match node.kind {
        Kind::Fraction(..) => BESIDE_FRACTION * at.em / node.size.max(1.0),
        Kind::Array(ref array) if array.setting == Size::Small => WIDTHS[1] * at.em / node.size.max(1.0),
        _ => 0.0,
    }
}

/// Returns the space that belongs to the end of a node, in em of the node.
pub(super) fn trail(node: &Node<'_>, at: Setting) -> f32 {
    end(node, at, false)
}

/// Returns the space at the end of a node, in em of the node; if `is_sure`, without italic corrections.
fn end(node: &Node<'_>, at: Setting, is_sure: bool) -> f32 {
    let size = node.size.max(f32::MIN_POSITIVE);
    let last = |row: &[Node<'_>]| row.last().map_or(0.0, |last| end(last, at, is_sure) * last.size / size);
    if !node.sup.is_empty() || !node.sub.is_empty() {
        let after = if limits::are_stacked(node) { 0.0 } else { AFTER_SCRIPTS };
        let edge = extent(node).1;
        let reach = |row: &[Node<'_>]| match row.last() {
            Some(script) => (extent(script).1 - edge) / size + last(row),
            None => f32::NEG_INFINITY,
        };
        return after * at.em / size + reach(&node.sup).max(reach(&node.sub)).max(0.0);
    }
    match &node.kind {
        Kind::Fraction(..) => BESIDE_FRACTION * at.em / size,
        Kind::Array(array) if array.setting == Size::Small => {
            let ends = array.rows.iter().filter_map(|row| row.last());
            WIDTHS[1] * at.em / size + ends.map(|cell| last(cell)).fold(0.0, f32::max)
        }
        Kind::Array(array) if array.right.is_empty() => BESIDE_FRACTION * at.em / size,
        Kind::Glyph(_) | Kind::Name(_) if is_sure => 0.0,
        Kind::Glyph(mark) => {
            let correction = italic::correction(mark.symbol, mark.style, node.bbox.height() > TALL * node.size);
            correction * italic::growth(correction, node.size / at.em)
        }
        Kind::Command(_, body) => last(body),
        Kind::Name(_) => trail_of_name(node),
        _ => 0.0,
    }
}

/// Returns the italic correction of the last letter of a name, in em.
pub(super) fn trail_of_name(node: &Node<'_>) -> f32 {
    let Kind::Name(name) = &node.kind else { return 0.0 };
    let letter = name.len().checked_sub(1).and_then(|at| name.get(at..));
    italic::correction(letter.unwrap_or_default(), Look::Roman, false)
}

/// Least height of a large operator of displays, in em.
const TALL: f32 = 1.6;

/// Reports whether a delimiter, an ordinary symbol or punctuation follows without the italic correction. Mathematics
/// adds the correction to the last letter of a word; text inside mathematics does not.
pub(super) fn is_uncorrected(nodes: &[Node<'_>], i: usize) -> bool {
    let (Some(word), Some(next)) = (nodes.get(i), nodes.get(i + 1)) else {
        return false;
    };
    let is_bare = word.sup.is_empty() && word.sub.is_empty();
    let is_close = matches!(atom(next), Atom::Open | Atom::Close | Atom::Ord | Atom::Punct);
    is_bare && is_close && ((next.bbox.x0 - word.bbox.x1) / word.size).abs() < HAIR
}

/// Reports whether a space of this width, in em, is a thin one.
pub(super) fn is_thin(gap: f32) -> bool {
    (0.1..0.24).contains(&gap)
}

/// Returns the space between the boxes of two nodes, in em of the first.
pub(super) fn room(left: &Node<'_>, right: &Node<'_>) -> f32 {
    (right.bbox.x0.min(extent(right).0) - left.outline().x1) / left.size.max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_that_of_appendix_g() {
        assert_eq!(expected(Atom::Ord, Atom::Rel, Style::Text), 5.0 / 18.0);
        assert_eq!(expected(Atom::Ord, Atom::Rel, Style::Script), 0.0);
        assert_eq!(expected(Atom::Ord, Atom::Op, Style::Script), 3.0 / 18.0);
        assert_eq!(expected(Atom::Close, Atom::Bin, Style::Display), 4.0 / 18.0);
        assert_eq!(expected(Atom::Open, Atom::Inner, Style::Display), 0.0);
    }
}
