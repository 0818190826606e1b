//! Spaces that TeX would not have put there itself: what is between two symbols, less what their classes ask for (The
//! TeXbook, chapter 18: the table of spacing, appendix G, rule 20).

use super::super::symbols::{self, Class};
use super::tree::{Kind, Node};
use super::{Setting, Style};

/// Classes of atoms (The TeXbook, chapter 17).
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

/// The table of spacing: 1 thin, 2 medium, 3 thick; negative where there is none in scripts. Rows are left atoms in the
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

/// Thin, medium and thick in em.
const WIDTHS: [f32; 4] = [0.0, 3.0 / 18.0, 4.0 / 18.0, 5.0 / 18.0];

/// Spaces that an author writes, by the least width in em that is taken for one.
const COMMANDS: [(f32, &str); 7] = [
    (1.6, "\\qquad "),
    (0.7, "\\quad "),
    (0.305, "\\ "),
    (0.25, "\\;"),
    (0.195, "\\:"),
    (0.1, "\\,"),
    (-0.15, ""),
];

/// Space after scripts (`\scriptspace`), in em of 10 pt.
const AFTER_SCRIPTS: f32 = 0.05;
/// Space at both ends of a fraction (`\nulldelimiterspace`).
const BESIDE_FRACTION: f32 = 0.12;

/// The class of every node of a row, after binary operators without operands have become ordinary (appendix G, rules 5
/// and 6).
pub(super) fn atoms(nodes: &[Node<'_>]) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = nodes.iter().map(atom).collect();
    for i in 0..atoms.len() {
        let before = i.checked_sub(1).and_then(|i| atoms.get(i)).copied();
        let after = atoms.get(i + 1).copied();
        let unary = matches!(
            before,
            None | Some(Atom::Bin | Atom::Op | Atom::Rel | Atom::Open | Atom::Punct)
        ) || matches!(after, None | Some(Atom::Rel | Atom::Close | Atom::Punct));
        if let Some(atom) = atoms.get_mut(i).filter(|atom| **atom == Atom::Bin && unary) {
            *atom = Atom::Ord;
        }
    }
    atoms
}

fn atom(node: &Node<'_>) -> Atom {
    match &node.kind {
        Kind::Name(name) if symbols::operator_name(name).is_some() => Atom::Op,
        Kind::Array(..) => Atom::Inner,
        _ => match node.class() {
            Class::Ordinary | Class::Fence => Atom::Ord,
            Class::LargeOperator => Atom::Op,
            Class::Binary => Atom::Bin,
            Class::Relation => Atom::Rel,
            Class::Opening => Atom::Open,
            Class::Closing => Atom::Close,
            Class::Punctuation => Atom::Punct,
        },
    }
}

/// What TeX puts between two atoms, in em.
pub(super) fn expected(left: Atom, right: Atom, style: Style) -> f32 {
    let entry = TABLE[left as usize][right as usize];
    if entry < 0 && style == Style::Script {
        return 0.0;
    }
    WIDTHS[usize::from(entry.unsigned_abs())]
}

/// What stands between two neighbours of a row beyond their boxes, in em: at least and at most, for it is not known
/// whether an italic correction was added.
pub(super) fn gap(left: &Node<'_>, right: &Node<'_>, at: Setting) -> (f32, f32) {
    let size = left.size.max(right.size).max(f32::MIN_POSITIVE);
    let gap = (extent(right).0 - extent(left).1) / size - lead(right, at);
    (gap - trail(left, at), gap)
}

/// The command for the space before the right one of two neighbours.
pub(super) fn command(left: (&Node<'_>, Atom), right: (&Node<'_>, Atom), at: Setting) -> &'static str {
    let due = expected(left.1, right.1, at.style);
    let (least, most) = gap(left.0, right.0, at);
    let excess = if least > due {
        least - due
    } else if most < due {
        most - due
    } else {
        0.0
    };
    // Binary operators may have been given an empty operand, and their spaces and those of relations stretch and shrink.
    let elastic = due > WIDTHS[1] || is_binary(left.0) || is_binary(right.0);
    if elastic && excess < COMMANDS[1].0 {
        return "";
    }
    let command = COMMANDS.iter().find(|(least, _)| excess >= *least);
    command.map_or("\\!", |(_, command)| command)
}

fn is_binary(node: &Node<'_>) -> bool {
    node.class() == Class::Binary
}

/// Left and right edge of the box that TeX makes of a node: accents stick out of it.
fn extent(node: &Node<'_>) -> (f32, f32) {
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

/// Space that belongs to the start of a node.
fn lead(node: &Node<'_>, at: Setting) -> f32 {
    match node.kind {
        Kind::Fraction(..) => BESIDE_FRACTION * at.em / node.size.max(1.0),
        _ => 0.0,
    }
}

/// Space that belongs to the end of a node.
fn trail(node: &Node<'_>, at: Setting) -> f32 {
    let size = node.size.max(f32::MIN_POSITIVE);
    let last = |row: &[Node<'_>]| row.last().map_or(0.0, |last| trail(last, at) * last.size / size);
    if !node.sup.is_empty() || !node.sub.is_empty() {
        return AFTER_SCRIPTS * at.em / size + last(&node.sup).max(last(&node.sub));
    }
    match &node.kind {
        Kind::Fraction(..) => BESIDE_FRACTION * at.em / size,
        Kind::Array(array) if array.right.is_empty() => BESIDE_FRACTION * at.em / size,
        Kind::Glyph(mark) => symbols::italic_correction(mark.symbol, mark.style),
        Kind::Command(_, body) => last(body),
        _ => 0.0,
    }
}

/// Whether a space of this many em is a thin one.
pub(super) fn is_thin(gap: f32) -> bool {
    (0.1..0.24).contains(&gap)
}

/// Room between the boxes of two nodes, in em of the first.
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
