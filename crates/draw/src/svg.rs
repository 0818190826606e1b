//! Drawings as SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use texlens_dvi::Colour;

use crate::drawing::{Drawing, MarkKind};
use crate::outline::{Bounds, Outline, Segment};

impl Drawing {
    /// Writes an SVG of an area, in points. Each glyph stands once and is used at its places. Text is drawn in the
    /// colour of the surrounding text (`currentColor`) unless the page colours it.
    ///
    /// `prefix` starts the ids of the glyphs: it must differ between the drawings of one document.
    #[must_use]
    pub fn to_svg(&self, area: Bounds, prefix: &str) -> String {
        let mut glyphs: BTreeMap<(&str, u32), (usize, String)> = BTreeMap::new();
        let mut body = String::new();
        for mark in &self.marks {
            let fill = match mark.colour {
                Colour::BLACK => String::new(),
                Colour([red, green, blue]) => format!(" fill=\"#{red:02x}{green:02x}{blue:02x}\""),
            };
            let (x, y) = (mark.x - area.x0, mark.y - area.y0);
            match &mark.kind {
                MarkKind::Rule { width, height } => {
                    let top = y - height;
                    let _ = write!(
                        body,
                        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{fill}/>",
                        number(x),
                        number(top),
                        number(*width),
                        number(*height)
                    );
                }
                MarkKind::Glyph { name, font, code, size } => {
                    let Some(outline) = font.as_ref().and_then(|font| font.glyph(*code)) else {
                        continue;
                    };
                    if outline.segments.is_empty() {
                        continue;
                    }
                    let next = glyphs.len();
                    let (id, _) = glyphs.entry((name, *code)).or_insert_with(|| (next, path(outline)));
                    let _ = write!(
                        body,
                        "<use href=\"#{prefix}{id}\" transform=\"matrix({scale} 0 0 -{scale} {} {})\"{fill}/>",
                        number(x),
                        number(y),
                        scale = number(size / 1000.0)
                    );
                }
            }
        }
        let mut shapes: Vec<&(usize, String)> = glyphs.values().collect();
        shapes.sort();
        let shapes = shapes
            .iter()
            .map(|(id, path)| format!("<path id=\"{prefix}{id}\" d=\"{path}\"/>"));
        let (width, height) = (number(area.x1 - area.x0), number(area.y1 - area.y0));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" \
             viewBox=\"0 0 {width} {height}\" fill=\"currentColor\"><defs>{}</defs>{body}</svg>",
            shapes.collect::<String>()
        )
    }
}

/// Formats a length with four decimals at most: a few millionths of an inch.
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn path(outline: &Outline) -> String {
    let mut path = String::new();
    for segment in &outline.segments {
        let _ = match segment {
            Segment::Move((x, y)) => {
                let close = if path.is_empty() { "" } else { "Z" };
                write!(path, "{close}M{x} {y}")
            }
            Segment::Line((x, y)) => write!(path, "L{x} {y}"),
            Segment::Curve((a, b), (c, d), (x, y)) => write!(path, "C{a} {b} {c} {d} {x} {y}"),
        };
    }
    path + "Z"
}
