//! Records what the interpreter paints.

use std::collections::HashMap;

use hayro::hayro_interpret::font::{Glyph, GlyphRun, OutlineGlyph};
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};
use hayro::hayro_syntax::object::Dict;
use hayro::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape as _, Vec2};

use super::fonts::{self, Fonts};
use super::marks;
use super::outline::{self, EM};
use crate::content::{Area, Character, Content, PlacedGlyph, Shape, Visibility};

/// Thickness up to which a filled rectangle is a line, in points.
const THICK: f64 = 4.0;
/// Least ratio of the length of a line to its thickness.
const SLENDER: f64 = 2.0;
/// Opacity below which nothing can be seen.
const FAINT: f32 = 0.05;
/// Opacity above which nothing below can be seen.
const OPAQUE: f32 = 0.95;
/// Lightness from which a colour cannot be seen on white paper.
const WHITE: u8 = 0xf8;
/// Maximum number of images and filled areas that are compared with the glyphs below them.
const MAX_COVERS: usize = 200;
/// Deviation of a line from the horizontal or vertical, in points.
const STRAIGHT: f64 = 0.05;

/// Records the content of a page.
pub(super) struct Reader<'a> {
    fonts: Fonts<'a>,
    shown: Rect,
    /// The parts of the page that are shown, from the outermost to the innermost.
    clips: Vec<Rect>,
    /// The nested groups: their opacities multiplied, and whether all are painted without masks and blending.
    groups: Vec<(f32, bool)>,
    characters: HashMap<(u128, u32), usize>,
    covers: Vec<Cover>,
    /// The marked content around what is painted, from the outermost to the innermost; `None` for what has no room.
    marks: Vec<Option<usize>>,
    /// Number of pieces of content that may still be recorded.
    left: usize,
    content: Content,
}

/// An image or a filled area, which may lie on glyphs or behind them.
struct Cover {
    area: Rect,
    /// The number of glyphs that were painted before.
    glyphs: usize,
    is_white: bool,
    is_image: bool,
    /// Whether a glyph was painted on it, or lies under it.
    has_text: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(fonts: Fonts<'a>, shown: Rect, limit: usize) -> Self {
        Self {
            fonts,
            shown,
            clips: Vec::new(),
            groups: Vec::new(),
            characters: HashMap::new(),
            covers: Vec::new(),
            marks: Vec::new(),
            left: limit,
            content: Content {
                width: shown.width(),
                height: shown.height(),
                ..Content::default()
            },
        }
    }

    /// Returns the content.
    pub(super) fn finish(mut self) -> Content {
        self.cover();
        Content {
            fonts: self.fonts.shown(),
            ..self.content
        }
    }

    /// Decides which glyphs lie under others' ink, and which white ones have nothing dark behind them.
    fn cover(&mut self) {
        let Content { glyphs, characters, .. } = &mut self.content;
        let middle = |glyph: &PlacedGlyph| {
            let (x, y) = match characters.get(glyph.character).map(|character| character.shape) {
                Some(Shape::Outline { outline, .. }) => {
                    let [left, bottom, right, top] = outline.ink;
                    ((left + right) / 2.0, (bottom + top) / 2.0)
                }
                _ => (0.2, 0.2),
            };
            let (sin, cos) = glyph.direction.to_radians().sin_cos();
            let (x, y) = (x * glyph.size, -y * glyph.size);
            Point::new(glyph.x + x * cos - y * sin, glyph.y + x * sin + y * cos)
        };
        self.covers.sort_by(|a, b| b.area.area().total_cmp(&a.area.area()));
        self.covers.truncate(MAX_COVERS);
        for (index, glyph) in glyphs.iter_mut().enumerate() {
            if glyph.visibility != Visibility::Visible {
                continue;
            }
            let at = middle(glyph);
            let mut is_covered = false;
            let mut is_on_colour = false;
            for cover in self.covers.iter_mut().filter(|cover| cover.area.contains(at)) {
                is_covered |= cover.glyphs > index;
                is_on_colour |= !cover.is_white;
                cover.has_text = true;
            }
            if is_covered {
                glyph.visibility = Visibility::Covered;
            } else if is_white(glyph.colour) && !is_on_colour {
                glyph.visibility = Visibility::Unpainted;
            }
        }
        // Bars of a chart, neither the background of text nor what hides it.
        let is_shape = |cover: &&Cover| !cover.has_text && !cover.is_white && !cover.is_image;
        let shapes = self.covers.iter().filter(is_shape).map(|cover| Area::from(cover.area));
        self.content.drawings.extend(shapes);
    }

    /// Reports whether one more piece of content may be recorded.
    fn take(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left = self.left.saturating_sub(1);
        self.content.is_cut_off |= !is_left;
        is_left
    }

    fn clip(&self) -> Rect {
        self.clips.last().copied().unwrap_or(self.shown)
    }

    /// Returns the opacity of what is painted with this one, and whether it hides everything below it.
    fn opacity(&self, own: f32, blend_mode: BlendMode, has_mask: bool) -> (f32, bool) {
        let (opacity, is_plain) = self.groups.last().copied().unwrap_or((1.0, true));
        let opacity = opacity * own;
        let is_plain = is_plain && blend_mode == BlendMode::Normal && !has_mask;
        (opacity, is_plain && opacity > OPAQUE)
    }

    /// Returns the character of an outline.
    fn character(&mut self, glyph: &OutlineGlyph) -> usize {
        let key = (glyph.identifier().cache_key(), glyph.char_code());
        if let Some(known) = self.characters.get(&key) {
            return *known;
        }
        let font = self.fonts.find(glyph);
        let path = glyph.outline();
        let begins = |element: &&PathEl| matches!(element, PathEl::MoveTo(_));
        let shape = outline::measured(&path).map_or(Shape::Blank, |outline| Shape::Outline {
            outline,
            contours: path.elements().iter().filter(begins).count(),
        });
        let character = Character {
            font,
            code: glyph.char_code(),
            name: font.and_then(|font| self.fonts.name(font, glyph.glyph_id())),
            unicode: glyph.as_unicode().map(fonts::text),
            shape,
        };
        let index = self.content.characters.len();
        self.content.characters.push(character);
        self.characters.insert(key, index);
        index
    }

    /// Records a rectangle: a line if it is slender, otherwise an area that may cover others.
    fn fill(&mut self, rect: Rect, colour: [u8; 3], is_opaque: bool) {
        let rect = rect.intersect(self.clip());
        let (width, height) = (rect.width(), rect.height());
        let (thin, long) = (width.min(height), width.max(height));
        if thin <= THICK && long >= SLENDER * thin && long > 0.0 {
            if self.take() && !is_white(colour) {
                self.content.rules.push(rect.into());
            }
        } else if is_opaque && rect.area() > 0.0 && self.take() {
            self.covers.push(Cover {
                area: rect,
                glyphs: self.content.glyphs.len(),
                is_white: is_white(colour),
                is_image: false,
                has_text: false,
            });
        }
    }

    /// Records the lines of a stroked path, or the path as a drawing if it has others.
    fn stroke(&mut self, path: &BezPath, transform: Affine, line_width: f64, colour: [u8; 3]) {
        let [a, b, c, d, ..] = transform.as_coeffs();
        let thickness = line_width * (a * d - b * c).abs().sqrt();
        let path = transform * path.clone();
        let Some(lines) = straight(&path) else {
            return self.drawing(path.bounding_box(), colour);
        };
        for (from, to) in lines {
            // A line as thick as it is long is a dot or a part of a drawing.
            let rect = Rect::from_points(from, to);
            let half = thickness.max(0.1) / 2.0;
            let rect = if rect.width() >= rect.height() {
                rect.inflate(0.0, half)
            } else {
                rect.inflate(half, 0.0)
            };
            self.fill(rect, colour, false);
        }
    }

    /// Records a path with curves. White ones may hide things; they are not seen themselves.
    fn drawing(&mut self, bounds: Rect, colour: [u8; 3]) {
        let bounds = bounds.intersect(self.clip());
        if !is_white(colour) && bounds.is_finite() && bounds.width() >= 0.0 && bounds.height() >= 0.0 && self.take() {
            self.content.drawings.push(bounds.into());
        }
    }
}

/// Reports whether a colour cannot be seen on white paper.
fn is_white(colour: [u8; 3]) -> bool {
    colour.iter().all(|share| *share >= WHITE)
}

/// Returns the lines of a path if all of them are horizontal or vertical.
fn straight(path: &BezPath) -> Option<Vec<(Point, Point)>> {
    let mut lines = Vec::new();
    let (mut start, mut at) = (Point::ZERO, Point::ZERO);
    for element in path.elements() {
        let to = match *element {
            PathEl::MoveTo(to) => {
                (start, at) = (to, to);
                continue;
            }
            PathEl::LineTo(to) => to,
            PathEl::ClosePath => start,
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => return None,
        };
        let Vec2 { x, y } = to - at;
        if x.abs() > STRAIGHT && y.abs() > STRAIGHT {
            return None;
        }
        if x != 0.0 || y != 0.0 {
            lines.push((at, to));
        }
        at = to;
    }
    Some(lines)
}

/// Returns the colour and the opacity of a paint. A pattern counts as grey.
fn colour(paint: &Paint<'_>) -> ([u8; 3], f32) {
    match paint {
        Paint::Color(colour) => {
            let colour = colour.to_rgba();
            let [red, green, blue, _] = colour.to_rgba8();
            ([red, green, blue], colour.components()[3])
        }
        Paint::Pattern(_) => ([0x80; 3], 1.0),
    }
}

impl<'a> Device<'a> for Reader<'a> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, draw_mode: &DrawMode) {
        let (colour, opacity) = colour(&props.paint);
        let (opacity, _) = self.opacity(opacity, props.blend_mode, props.soft_mask.is_some());
        if opacity < FAINT {
            return;
        }
        match draw_mode {
            DrawMode::Stroke(stroke) => self.stroke(path, props.transform, stroke.line_width.into(), colour),
            DrawMode::Fill(_) | DrawMode::FillAndStroke(..) => {
                self.drawing((props.transform * path.clone()).bounding_box(), colour);
            }
            DrawMode::Invisible => {}
        }
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, draw_mode: &DrawMode) {
        let [_, b, c, ..] = props.transform.as_coeffs();
        let is_upright = b.abs() < 1e-6 && c.abs() < 1e-6;
        let (colour, opacity) = colour(&props.paint);
        match draw_mode {
            DrawMode::Fill(_) if is_upright => {
                let (opacity, is_opaque) = self.opacity(opacity, props.blend_mode, props.soft_mask.is_some());
                if opacity >= FAINT {
                    self.fill(props.transform.transform_rect_bbox(*rect), colour, is_opaque);
                }
            }
            _ => self.draw_path(&rect.to_path(0.1), props, draw_mode),
        }
    }

    fn push_clip_path(&mut self, clip_path: &ClipPath) {
        let inner = self.clip().intersect(clip_path.path.bounding_box());
        self.clips.push(inner);
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, blend_mode: BlendMode) {
        let (before, is_plain) = self.groups.last().copied().unwrap_or((1.0, true));
        let is_plain = is_plain && mask.is_none() && blend_mode == BlendMode::Normal;
        self.groups.push((before * opacity, is_plain));
    }

    fn pop_transparency_group(&mut self) {
        self.groups.pop();
    }

    fn draw_glyph_run(&mut self, glyph_run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, draw_mode: &DrawMode) {
        let (colour, opacity) = colour(&props.paint);
        let (opacity, _) = self.opacity(opacity, props.blend_mode, props.soft_mask.is_some());
        let is_painted = !matches!(draw_mode, DrawMode::Invisible) && opacity >= FAINT;
        for glyph in glyph_run.glyphs() {
            let matrix = props.transform * glyph.transform();
            let (advance, character) = match &**glyph {
                Glyph::Outline(outline) => (outline.advance_width(), self.character(outline)),
                Glyph::Type3(drawn) => {
                    let index = self.content.characters.len();
                    let character = *self.characters.entry((0, drawn.char_code())).or_insert(index);
                    if character == index {
                        self.content.characters.push(Character {
                            font: None,
                            code: drawn.char_code(),
                            name: None,
                            unicode: drawn.as_unicode().map(fonts::text),
                            shape: Shape::Drawing,
                        });
                    }
                    (drawn.advance_width(), character)
                }
            };
            let [a, b, c, d, x, y] = matrix.as_coeffs();
            let (along, up) = (Vec2::new(a, b) * EM, Vec2::new(c, d) * EM);
            // The outlines of a font that leans, and of one that is stretched, have the height of the upright one.
            let size = (along.cross(up) / along.hypot()).abs();
            if ![x, y, size].iter().all(|length| length.is_finite()) || size <= 0.0 || !self.take() {
                continue;
            }
            let visibility = if !is_painted {
                Visibility::Unpainted
            } else if !self.clip().inflate(size, size).contains(Point::new(x, y)) {
                Visibility::Outside
            } else {
                Visibility::Visible
            };
            self.content.glyphs.push(PlacedGlyph {
                character,
                x,
                y,
                size,
                matrix: [along.x, along.y, up.x, up.y],
                advance: f64::from(advance.unwrap_or_default()) / EM * along.hypot(),
                direction: along.atan2().to_degrees(),
                colour,
                visibility,
                mark: self.marks.last().copied().flatten(),
            });
        }
    }

    fn begin_marked_content(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        let within = self.marks.last().copied().flatten();
        let index = self.content.marks.len();
        let mark = self.take().then(|| {
            self.content.marks.push(marks::mark(tag, properties, within));
            index
        });
        self.marks.push(mark);
    }

    fn end_marked_content(&mut self) {
        self.marks.pop();
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        // The unit square, stretched to the size of the image in its own pixels.
        let size = Rect::new(0.0, 0.0, image.width().into(), image.height().into());
        let area = props.transform.transform_rect_bbox(size).intersect(self.clip());
        let (opacity, is_opaque) = self.opacity(1.0, props.blend_mode, props.soft_mask.is_some());
        if let Image::Stencil(stencil) = &image
            && image.width() == 1
            && image.height() == 1
        {
            // dvips draws lines as stencils of one pixel.
            let mut painted = None;
            stencil.with_stencil(
                |ink, paint| painted = ink.data.first().filter(|ink| **ink > 0).map(|_| colour(paint)),
                None,
            );
            if let Some((colour, of_paint)) = painted.filter(|(_, of_paint)| opacity * of_paint >= FAINT) {
                self.fill(area, colour, is_opaque && of_paint > OPAQUE);
            }
            return;
        }
        if area.area() <= 0.0 || opacity < FAINT || !self.take() {
            return;
        }
        let is_whole = match &image {
            Image::Raster(image) => !["SMask", "Mask"]
                .iter()
                .any(|key| image.stream().dict().contains_key(key)),
            Image::Stencil(_) => false,
        };
        if is_opaque && is_whole {
            self.covers.push(Cover {
                area,
                glyphs: self.content.glyphs.len(),
                is_white: false,
                is_image: true,
                has_text: false,
            });
        }
        self.content.images.push(area.into());
    }
}
