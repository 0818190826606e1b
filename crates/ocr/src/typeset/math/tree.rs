//! The tree of a formula.

use texlens_vocabulary::{BBox, Style};

use super::super::latex::{Latex, Source};
use super::super::mark::{Extent, Mark, bounds};
use super::super::symbols::{self, Class};

/// A part of a formula with its scripts.
#[derive(Debug, Clone)]
pub(super) struct Node<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) bbox: BBox,
    /// The baseline of the row in which the node stands.
    pub(super) baseline: f32,
    /// The em, in pixels.
    pub(super) size: f32,
    /// The glyphs behind the LaTeX of the node itself, without those of the nodes in it.
    pub(super) sources: Vec<Source>,
    /// Superscript, or upper limit.
    pub(super) sup: Vec<Node<'a>>,
    /// Subscript, or lower limit.
    pub(super) sub: Vec<Node<'a>>,
}

#[derive(Debug, Clone)]
pub(super) enum Kind<'a> {
    Glyph(Mark<'a>),
    /// Adjacent upright letters.
    Name(Latex),
    /// Numerator and denominator.
    Fraction(Vec<Node<'a>>, Vec<Node<'a>>),
    /// The upper and the lower number, and the delimiters.
    Binomial(Vec<Node<'a>>, Vec<Node<'a>>, [&'a str; 2]),
    /// Index and radicand.
    Root(Vec<Node<'a>>, Vec<Node<'a>>),
    /// A command with one argument: an accent, or a line over or under.
    Command(&'static str, Vec<Node<'a>>),
    /// Nodes to which scripts are attached as a whole.
    Group(Vec<Node<'a>>),
    /// A relation with a formula over it; a formula under it is the relation's subscript.
    Overset(Vec<Node<'a>>, Box<Node<'a>>),
    Array(Array<'a>),
    /// An empty node, to which scripts before a symbol are attached.
    Empty,
}

/// The setting of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// Cells in text style.
    Usual,
    /// Cells in script style, columns a thick space apart: `smallmatrix`.
    Small,
    /// One column in script style: `\substack`.
    Stack,
}

/// Rows of cells between delimiters.
#[derive(Debug, Clone)]
pub(super) struct Array<'a> {
    pub(super) setting: Size,
    /// The left delimiter; empty for none.
    pub(super) left: &'a str,
    pub(super) right: &'a str,
    /// The column specification, where it differs from that of an environment for these delimiters.
    pub(super) preamble: Option<String>,
    pub(super) rows: Vec<Vec<Vec<Node<'a>>>>,
}

impl<'a> Node<'a> {
    pub(super) fn glyph(mark: Mark<'a>) -> Self {
        Self {
            bbox: mark.bbox,
            baseline: mark.baseline,
            size: mark.size,
            sources: mark.source().into_iter().collect(),
            kind: Kind::Glyph(mark),
            sup: vec![],
            sub: vec![],
        }
    }

    pub(super) fn new(kind: Kind<'a>, bbox: BBox, baseline: f32, size: f32) -> Self {
        Self {
            kind,
            bbox,
            baseline,
            size,
            sources: vec![],
            sup: vec![],
            sub: vec![],
        }
    }

    /// Returns the node with further glyphs behind its LaTeX.
    pub(super) fn read_from(mut self, sources: impl IntoIterator<Item = Source>) -> Self {
        self.sources.extend(sources);
        self
    }

    /// Makes another glyph part of this one. The baseline is that of the lower glyph.
    pub(super) fn absorb(&mut self, other: Self) {
        self.bbox = self.bbox.union(&other.bbox);
        self.baseline = self.baseline.max(other.baseline);
        self.sources.extend(other.sources);
    }

    /// Returns LaTeX for the node itself, with its glyphs.
    pub(super) fn own(&self, latex: impl Into<String>) -> Latex {
        Latex::of(latex, self.sources.iter().copied())
    }

    pub(super) fn mark(&self) -> Option<&Mark<'a>> {
        match &self.kind {
            Kind::Glyph(mark) => Some(mark),
            _ => None,
        }
    }

    pub(super) fn symbol(&self) -> &'a str {
        self.mark().map_or("", |mark| mark.symbol)
    }

    pub(super) fn class(&self) -> Class {
        match &self.kind {
            Kind::Glyph(mark) => symbols::class(mark.symbol),
            Kind::Overset(..) => Class::Relation,
            _ => Class::Ordinary,
        }
    }

    /// Reports whether the node is a delimiter, a large operator or made of several parts. The em of such a node says
    /// little about its level.
    pub(super) fn is_tall(&self) -> bool {
        match &self.kind {
            Kind::Glyph(mark) => mark.bbox.height() > 1.1 * self.size && symbols::hangs(mark.symbol),
            Kind::Fraction(..) | Kind::Array(..) | Kind::Binomial(..) => true,
            _ => false,
        }
    }

    /// Reports whether the node is an upright letter that may be part of a name.
    pub(super) fn is_upright_letter(&self) -> bool {
        self.mark()
            .is_some_and(|mark| mark.is_letter() && matches!(mark.style, Style::Roman))
    }

    /// Returns the bounding box of the node and its scripts.
    pub(super) fn outline(&self) -> BBox {
        self.sup
            .iter()
            .chain(&self.sub)
            .fold(self.bbox, |all, node| all.union(&node.outline()))
    }
}

/// Returns the bounding box of all nodes.
pub(super) fn around(nodes: &[Node<'_>]) -> BBox {
    bounds(nodes.iter().map(|node| &node.bbox))
}
