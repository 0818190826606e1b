//! Glyphs that stand for several commands. The spaces beside a glyph show which one it is (The TeXbook, chapter 18: the
//! table of spacing). A bar is ordinary, a delimiter or a relation. A colon is a relation or, as `\colon`, punctuation.
//! Upright letters are an operator, a symbol or text. A node in braces is ordinary.

use super::super::symbols::{self, Class};
use super::setting::Setting;
use super::space::{self, Atom, Faces, due, excess, gap, is_elastic};
use super::tree::{Kind, Node};

/// The way in which a node is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form {
    Usual,
    Command(&'static str),
    /// In braces, which make the node ordinary.
    Braced,
}

/// A reading of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sense {
    pub(super) faces: Faces,
    pub(super) form: Form,
}

impl Sense {
    fn new(atom: Atom, form: Form) -> Self {
        Self {
            faces: atom.into(),
            form,
        }
    }
}

/// Largest deviation of the spaces on one side of a node from those that a reading requires, in em: where positions are
/// exact, and where they are not.
const TOLERANCE: (f32, f32) = (0.025, 0.09);
/// Least improvement in fit for another reading than the usual one, where positions are inexact, in em.
const MARGIN: f32 = 0.12;
/// Largest stretch of a space in a line, in em.
const STRETCH: f32 = 0.2;
/// Space before `\colon`, and after it (amsmath), in em.
const COLON: (f32, f32) = (2.0 / 18.0, 6.0 / 18.0);

/// Width of `\;`, in em.
const THICK: f32 = 5.0 / 18.0;

/// Chooses for every node of a row the reading that fits its spaces. `usual` are the classes without regard to spaces.
/// Nodes for which `is_fixed` returns true keep their class.
pub(super) fn senses(
    nodes: &[Node<'_>],
    usual: Vec<Faces>,
    is_fixed: impl Fn(usize) -> bool,
    at: Setting,
) -> Vec<Sense> {
    let mut row = Row {
        nodes,
        faces: usual,
        settled: Vec::with_capacity(nodes.len()),
        at,
    };
    let mut forms = Vec::with_capacity(nodes.len());
    // The bar that opened a delimiter.
    let mut open: Option<&str> = None;
    for (i, node) in nodes.iter().enumerate() {
        let found = if is_fixed(i) { None } else { row.better(i) };
        let closes = open.is_some_and(|open| open == node.symbol());
        let found = found.or_else(|| closing(node).filter(|_| closes));
        if let (Some(sense), Some(faces)) = (found, row.faces.get_mut(i)) {
            *faces = sense.faces;
            match sense.faces.left {
                Atom::Open => open = Some(node.symbol()),
                Atom::Close if closes => open = None,
                _ => {}
            }
        }
        forms.push(found.map_or(Form::Usual, |sense| sense.form));
        let faces = row.effective(i, row.settled.last().copied());
        row.settled.extend(faces);
    }
    // The classes after a binary operator may have changed since it was settled.
    let mut before: Option<Faces> = None;
    let settle = |(i, form)| {
        let faces = row.effective(i, before).unwrap_or(Atom::Ord.into());
        before = Some(faces);
        Sense { faces, form }
    };
    forms.into_iter().enumerate().map(settle).collect()
}

struct Row<'r, 'a> {
    nodes: &'r [Node<'a>],
    faces: Vec<Faces>,
    /// The faces before the current node, after binary operators without operands have become ordinary.
    settled: Vec<Faces>,
    at: Setting,
}

impl Row<'_, '_> {
    fn effective(&self, i: usize, before: Option<Faces>) -> Option<Faces> {
        let after = self.faces.get(i + 1).map(|faces| faces.left);
        Some(self.faces.get(i)?.between(before.map(|faces| faces.right), after))
    }

    /// Returns the deviations of the spaces before and after a node from those that its present faces require.
    fn misfit(&self, i: usize) -> (f32, f32) {
        let before = i.checked_sub(2).and_then(|i| self.settled.get(i)).copied();
        let previous = i.checked_sub(1).and_then(|i| self.effective(i, before));
        let own = self.effective(i, previous);
        let next = self.effective(i + 1, own);
        let between = |at: usize, left: Option<Faces>, right: Option<Faces>| {
            let (a, b) = (self.nodes.get(at)?, self.nodes.get(at + 1)?);
            Some(self.off(gap(a, b, self.at), left?, right?))
        };
        (
            i.checked_sub(1).and_then(|i| between(i, previous, own)).unwrap_or(0.0),
            between(i, own, next).unwrap_or(0.0),
        )
    }

    fn off(&self, gap: (f32, f32), left: Faces, right: Faces) -> f32 {
        let excess = excess(gap, due(left, right, self.at.style));
        let is_elastic = is_elastic(left, right, self.at);
        if is_elastic && excess > 0.0 {
            (excess - STRETCH).max(0.0)
        } else if is_elastic && (left.right == Atom::Bin || right.left == Atom::Bin) {
            // The space around operations shrinks to nothing; that around relations does not shrink.
            0.0
        } else {
            excess.abs()
        }
    }

    /// Returns the first other reading that fits where the present one does not.
    fn better(&mut self, i: usize) -> Option<Sense> {
        let node = self.nodes.get(i)?;
        let present = self.faces.get(i).copied()?;
        let mut others = alternatives(node, self.nodes.get(i.wrapping_sub(1)), self.nodes.get(i + 1));
        // Braces around one symbol are rare, and slightly inexact positions look like them.
        others.retain(|sense| self.at.is_exact || sense.form != Form::Braced);
        if others.is_empty() {
            return None;
        }
        let usual = self.misfit(i);
        let found = others.into_iter().find(|sense| {
            if let Some(faces) = self.faces.get_mut(i) {
                *faces = sense.faces;
            }
            let other = self.misfit(i);
            if self.at.is_exact {
                other.0.max(other.1) < TOLERANCE.0 && usual.0.max(usual.1) > TOLERANCE.0
            } else {
                other.0.max(other.1) < TOLERANCE.1 && usual.0 + usual.1 > other.0 + other.1 + MARGIN
            }
        });
        if let Some(faces) = self.faces.get_mut(i) {
            *faces = present;
        }
        found
    }
}

/// Returns the closing sense of a bar that was opened.
fn closing(node: &Node<'_>) -> Option<Sense> {
    match node.symbol() {
        "|" => Some(Sense::new(Atom::Close, Form::Command("\\rvert"))),
        "\\|" => Some(Sense::new(Atom::Close, Form::Command("\\rVert"))),
        _ => None,
    }
}

/// Returns the readings of a glyph other than the usual one, the likeliest first.
fn alternatives(node: &Node<'_>, before: Option<&Node<'_>>, after: Option<&Node<'_>>) -> Vec<Sense> {
    let command = |atom: Atom, command: &'static str| Sense::new(atom, Form::Command(command));
    let braced = Sense::new(Atom::Ord, Form::Braced);
    if !matches!(node.kind, Kind::Glyph(_)) {
        return Vec::new();
    }
    // amsmath's arrows between statements have an additional thick space on both sides.
    let apart = |command: &'static str| Sense {
        faces: Faces {
            lead: THICK,
            trail: THICK,
            ..Atom::Rel.into()
        },
        form: Form::Command(command),
    };
    let is_digit = |node: Option<&Node<'_>>| node.and_then(Node::mark).is_some_and(|mark| mark.is_digit());
    match node.symbol() {
        ":" => {
            let colon = Faces {
                left: Atom::Punct,
                right: Atom::Ord,
                lead: COLON.0,
                trail: COLON.1,
            };
            vec![
                Sense {
                    faces: colon,
                    form: Form::Command("\\colon"),
                },
                braced,
            ]
        }
        "|" => vec![
            command(Atom::Rel, "\\mid"),
            command(Atom::Open, "\\lvert"),
            command(Atom::Close, "\\rvert"),
        ],
        "\\|" => vec![
            command(Atom::Rel, "\\parallel"),
            command(Atom::Open, "\\lVert"),
            command(Atom::Close, "\\rVert"),
        ],
        "\\backslash" => vec![command(Atom::Bin, "\\setminus")],
        "\\Longrightarrow" => vec![apart("\\implies"), braced],
        "\\Longleftarrow" => vec![apart("\\impliedby"), braced],
        "\\Longleftrightarrow" => vec![apart("\\iff"), braced],
        "\\perp" => vec![command(Atom::Ord, "\\bot")],
        "\\lhd" | "\\triangleleft" | "\\vartriangleleft" => {
            vec![
                command(Atom::Bin, "\\lhd"),
                command(Atom::Rel, "\\vartriangleleft"),
                braced,
            ]
        }
        "\\rhd" | "\\triangleright" | "\\vartriangleright" => {
            vec![
                command(Atom::Bin, "\\rhd"),
                command(Atom::Rel, "\\vartriangleright"),
                braced,
            ]
        }
        "," if is_digit(before) && is_digit(after) => vec![braced],
        _ if matches!(node.class(), Class::Binary | Class::Relation) => vec![braced],
        _ => Vec::new(),
    }
}

/// The role of upright letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Operator,
    Letters,
    /// Letters in a box of text, which their scripts show.
    Boxed,
    Text,
}

/// Returns the role of upright letters. Word spaces separate words of text. Names of functions have thin spaces or are
/// applied to something. Other letters have neither.
pub(super) fn role(nodes: &[Node<'_>], faces: &[Faces], i: usize, at: Setting) -> Option<Role> {
    let node = nodes.get(i)?;
    let Kind::Name(name) = &node.kind else { return None };
    if symbols::operator_name(name).is_some() || name.as_str() == "mod" {
        return Some(Role::Operator);
    }
    let after = nodes.get(i + 1);
    let spaces = Spaces::of(nodes, faces, i, at);
    let applied = after.is_some_and(|after| after.class() == Class::Opening);
    let bare = node.sub.is_empty() && node.sup.is_empty();
    // A word that is alone, as in the last row of cases.
    let ends = after.is_none_or(|after| matches!(after.symbol(), "." | ","));
    if bare && (i == 0 && ends && name.len() > 3 || PROSE.contains(&name.as_str())) || name.contains('-') {
        return Some(Role::Text);
    }
    let is_word = spaces.after > WORD || spaces.before > WORD && !applied;
    if bare && name.len() > 1 && is_word {
        Some(Role::Text)
    } else if at.is_exact && is_boxed(node) {
        Some(Role::Boxed)
    } else if spaces
        .of_operator
        .map_or(applied, |is_thin| is_thin && has_operand(nodes, i))
    {
        Some(Role::Operator)
    } else {
        Some(Role::Letters)
    }
}

/// Reports whether the scripts of a name begin without the italic correction of its last letter: mathematics adds it, text
/// inside mathematics does not.
fn is_boxed(node: &Node<'_>) -> bool {
    let correction = space::trail_of_name(node);
    let start = node.sup.iter().chain(&node.sub).map(|script| script.bbox.x0);
    let start = start.fold(f32::INFINITY, f32::min);
    correction > 0.0 && start.is_finite() && (start - node.bbox.x1) / node.size < 0.5 * correction
}

/// Words that are text whatever the spaces beside them.
const PROSE: &[&str] = &[
    "if",
    "otherwise",
    "else",
    "for",
    "where",
    "when",
    "whenever",
    "unless",
    "and",
    "or",
    "with",
    "such",
    "that",
    "then",
    "is",
    "are",
    "all",
    "some",
    "every",
    "any",
    "the",
    "subject",
    "since",
    "because",
];

/// Whether something follows that an operator could be applied to. A unit has a thin space before it, too.
fn has_operand(nodes: &[Node<'_>], i: usize) -> bool {
    let after = nodes.get(i + 1).map(Node::class);
    !matches!(
        after,
        None | Some(Class::Relation | Class::Closing | Class::Punctuation)
    )
}

/// Least space between words, in em.
const WORD: f32 = 0.24;

/// The spaces beside upright letters, less those that an ordinary symbol would have, in em.
struct Spaces {
    before: f32,
    after: f32,
    /// Whether the thin spaces of an operator are there; `None` if neither reading would have them.
    of_operator: Option<bool>,
}

impl Spaces {
    fn of(nodes: &[Node<'_>], faces: &[Faces], i: usize, at: Setting) -> Self {
        let beside = |i: usize, is_left: bool| {
            let (a, b) = (nodes.get(i)?, nodes.get(i + 1)?);
            let (x, y) = (*faces.get(i)?, *faces.get(i + 1)?);
            let with = |atom: Atom| match is_left {
                true => due(x, atom.into(), at.style),
                false => due(atom.into(), y, at.style),
            };
            let space = gap(a, b, at);
            // Beside an operator, a binary operation becomes ordinary and has no spaces.
            let is_telling = x.right != Atom::Bin && y.left != Atom::Bin && with(Atom::Op) > with(Atom::Ord) + 0.1;
            let half = 0.5 * (with(Atom::Op) + with(Atom::Ord));
            let is_wide = space.0 > half || !at.is_exact && space.1 > half + 0.05;
            let is_thin = is_wide && space.0 < with(Atom::Op) + 0.1;
            Some((excess(space, with(Atom::Ord)), is_telling.then_some(is_thin)))
        };
        let before = i.checked_sub(1).and_then(|i| beside(i, true));
        let after = beside(i, false);
        let thin = [before, after].into_iter().flatten().filter_map(|(_, is_thin)| is_thin);
        Self {
            before: before.map_or(0.0, |(space, _)| space),
            after: after.map_or(0.0, |(space, _)| space),
            of_operator: thin.reduce(|a, b| a && b),
        }
    }
}
