//! The content of a page as the file states it: glyphs, rules, drawings, images and links.

use hayro::kurbo::Rect;
pub use texlens_symbols::Outline;
pub use texlens_vocabulary::Target;

/// An axis-parallel box on the page, in points; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// Left edge.
    pub x0: f64,
    /// Top edge.
    pub y0: f64,
    /// Right edge.
    pub x1: f64,
    /// Bottom edge.
    pub y1: f64,
}

impl Area {
    /// Returns the width.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.x1 - self.x0
    }

    /// Returns the height.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.y1 - self.y0
    }

    pub(crate) fn holds(&self, x: f64, y: f64) -> bool {
        (self.x0..=self.x1).contains(&x) && (self.y0..=self.y1).contains(&y)
    }
}

impl From<Rect> for Area {
    fn from(Rect { x0, y0, x1, y1 }: Rect) -> Self {
        Self { x0, y0, x1, y1 }
    }
}

/// A font of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Font {
    /// The PostScript name without the prefix of a subset; empty if the file states none.
    pub name: String,
    /// Whether the description of the font calls it monospaced.
    pub is_fixed: bool,
    /// Whether the description of the font calls it italic.
    pub is_italic: bool,
}

/// A character of a font. Every glyph on the page shows one.
#[derive(Debug, Clone, PartialEq)]
pub struct Character {
    /// Index in [`Content::fonts`]; `None` if the font cannot be found in the resources of the page.
    pub font: Option<usize>,
    /// The code that selects the character in a text of the file.
    pub code: u32,
    /// The glyph's name in the font program.
    pub name: Option<String>,
    /// The characters that the glyph stands for, by the map of the font or by the glyph's name.
    pub unicode: Option<String>,
    /// The drawing of the glyph.
    pub shape: Shape,
}

/// The drawing of a character.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// There is no ink, as in a space.
    Blank,
    /// The glyph is an outline.
    Outline {
        /// Its measures.
        outline: Outline,
        /// The number of closed curves: those around ink and those around holes.
        contours: usize,
    },
    /// The glyph is a bitmap or a small drawing (a font of type 3).
    Drawing,
}

/// Whether a glyph can be seen on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// The glyph can be seen.
    Visible,
    /// The glyph is not painted, or with a colour that cannot be seen.
    Unpainted,
    /// The glyph is outside of the page or of the part that is shown.
    Outside,
    /// An image or a filled area lies on the glyph.
    Covered,
}

/// A glyph on the page. Lengths are in points from the upper left corner of the page as it is shown; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedGlyph {
    /// Index in [`Content::characters`].
    pub character: usize,
    /// x of the reference point, on the baseline.
    pub x: f64,
    /// y of the baseline.
    pub y: f64,
    /// The em of the font.
    pub size: f64,
    /// The em of the font along and across the line, as x and y of each: the matrix from em to points.
    pub matrix: [f64; 4],
    /// The advance width.
    pub advance: f64,
    /// The direction of the text in degrees clockwise, above -180 and at most 180; 0 for ordinary text.
    pub direction: f64,
    /// Red, green and blue.
    pub colour: [u8; 3],
    /// Whether the glyph can be seen.
    pub visibility: Visibility,
    /// Index in [`Content::marks`] of the innermost marked content that contains the glyph.
    pub mark: Option<usize>,
}

/// Marked content: a part of the page that the file names. Tagged files name every part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The tag, for example `P`, `Span` or `Artifact`.
    pub tag: String,
    /// The kind of an artifact, for example `Pagination` for running heads and page numbers.
    pub artifact: Option<String>,
    /// The text that the part stands for (`ActualText`).
    pub text: Option<String>,
    /// The number by which the structure tree refers to the part (`MCID`).
    pub id: Option<u32>,
    /// Index in [`Content::marks`] of the marked content around it.
    pub within: Option<usize>,
}

/// A link of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The part of the page that leads there.
    pub area: Area,
    /// The place or address to which it leads.
    pub target: Target,
}

/// A named place on a page, in points from the upper left corner of the page as it is shown; y grows downwards. hyperref
/// names the places of headings, equations and entries of the bibliography.
#[derive(Debug, Clone, PartialEq)]
pub struct Anchor {
    /// The name, for example `section.3` or `cite.Knuth84`.
    pub name: String,
    /// x of the place.
    pub x: f64,
    /// y of the place, usually a line above what it names.
    pub y: f64,
    /// The level of its bookmark: 0 for those of sections, 1 for those of subsections, -1 for those above sections.
    pub level: Option<i8>,
}

/// The content of a page, in the order in which it is painted. Lengths are in points.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Content {
    /// Width of the page as it is shown.
    pub width: f64,
    /// Height of the page as it is shown.
    pub height: f64,
    /// The fonts.
    pub fonts: Vec<Font>,
    /// The characters that occur on the page.
    pub characters: Vec<Character>,
    /// The glyphs.
    pub glyphs: Vec<PlacedGlyph>,
    /// Horizontal and vertical lines.
    pub rules: Vec<Area>,
    /// The boxes of curves and other paths that are neither lines nor filled rectangles.
    pub drawings: Vec<Area>,
    /// The boxes of images.
    pub images: Vec<Area>,
    /// The marked content, each part before those in it.
    pub marks: Vec<Mark>,
    /// Links to named places of the file and to addresses.
    pub links: Vec<Link>,
    /// Named places.
    pub anchors: Vec<Anchor>,
    /// Whether content beyond [`Limits::content`](crate::Limits::content) was left out.
    pub is_cut_off: bool,
}
