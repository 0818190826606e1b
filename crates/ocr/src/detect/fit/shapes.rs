//! What the ink of a glyph looks like in the fonts that are known: `data/shapes.tsv`, measured by
//! `models/glyph-detector/shapes.py` on pages whose true glyphs are known.

use std::collections::HashMap;
use std::sync::LazyLock;

use texlens_vocabulary::Style;

/// The fonts of a family have other proportions in scripts, so that each rank has shapes of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Rank {
    Text,
    Script,
    ScriptScript,
}

impl Rank {
    /// Returns the rank of type of a size, relative to the running text.
    pub(super) fn of(relative: f32) -> Self {
        if relative > 0.85 {
            Self::Text
        } else if relative > 0.6 {
            Self::Script
        } else {
            Self::ScriptScript
        }
    }

    /// The ranks, nearest first.
    fn or_near(self) -> [Self; 3] {
        match self {
            Self::Text => [Self::Text, Self::Script, Self::ScriptScript],
            Self::Script => [Self::Script, Self::Text, Self::ScriptScript],
            Self::ScriptScript => [Self::ScriptScript, Self::Script, Self::Text],
        }
    }
}

/// A glyph's ink and TeX's box for it, in em.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shape {
    /// The area of the ink, in em².
    pub(super) ink: f32,
    /// The centre of the ink, right of the reference point and below the baseline.
    pub(super) centre: (f32, f32),
    /// Standard deviations of the ink across and down.
    pub(super) spread: (f32, f32),
    /// The box.
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) depth: f32,
    /// Covariance of across and down, in em², if it was measured.
    pub(super) slant: Option<f32>,
}

/// The shapes of a family of fonts.
#[derive(Debug, Default)]
pub(super) struct Family {
    shapes: HashMap<&'static str, HashMap<(Style, Rank), Shape>>,
}

impl Family {
    /// Returns a glyph's shape in type of a rank, or in another size if it is not known in that one.
    pub(super) fn shape(&self, symbol: &str, style: Style, rank: Rank) -> Option<&Shape> {
        let of_symbol = self.shapes.get(symbol)?;
        rank.or_near().iter().find_map(|rank| of_symbol.get(&(style, *rank)))
    }

    /// Returns the shapes of a symbol in the styles in which it is known in type of a rank.
    pub(super) fn styles(&self, symbol: &str, rank: Rank) -> impl Iterator<Item = (Style, &Shape)> {
        let of_symbol = self.shapes.get(symbol).into_iter().flatten();
        of_symbol.filter_map(move |((style, of), shape)| (*of == rank).then_some((*style, shape)))
    }
}

/// All families.
pub(super) static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| parse(include_str!("../../../data/shapes.tsv")));

/// Unit of the numbers of the table, in em or em².
const UNIT: f32 = 1e-4;

/// Reads the table. A family begins with a line of its name alone.
fn parse(table: &'static str) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for line in table.lines() {
        match (entry(line), families.last_mut()) {
            (Some((symbol, face, shape)), Some(family)) => {
                family.shapes.entry(symbol).or_default().insert(face, shape);
            }
            _ => families.push(Family::default()),
        }
    }
    families
}

fn entry(line: &'static str) -> Option<(&'static str, (Style, Rank), Shape)> {
    let mut fields = line.split('\t');
    let (symbol, style, rank) = (fields.next()?, fields.next()?, fields.next()?);
    let rank = match rank {
        "0" => Rank::Text,
        "1" => Rank::Script,
        _ => Rank::ScriptScript,
    };
    let mut number = || Some(fields.next()?.parse::<f32>().ok()? * UNIT);
    let shape = Shape {
        ink: number()?,
        centre: (number()?, number()?),
        spread: (number()?, number()?),
        width: number()?,
        height: number()?,
        depth: number()?,
        slant: number(),
    };
    Some((symbol, (Style::named(style)?, rank), shape))
}
