//! Drawings as SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use texlens_dvi::Colour;

use crate::drawing::{Drawing, MarkKind};
use crate::outline::{Bounds, Outline, Segment};

/// How a drawing is written as SVG.
#[derive(Clone, Copy)]
pub struct SvgStyle<'a> {
    /// The start of the ids of the glyphs: it must differ between the drawings of one document.
    pub prefix: &'a str,
    /// The length that one `em` of the surrounding text stands for, in points; `None` for a width and height in points.
    pub em: Option<f64>,
    /// The CSS class of each mark, by its index in [`Drawing::marks`].
    pub class: &'a dyn Fn(usize) -> Option<&'static str>,
}

impl Drawing {
    /// Writes an SVG of an area, in points, with its size in points; see [`Drawing::to_svg_in`].
    ///
    /// `prefix` starts the ids of the glyphs: it must differ between the drawings of one document.
    #[must_use]
    pub fn to_svg(&self, area: Bounds, prefix: &str) -> String {
        self.to_svg_in(
            area,
            SvgStyle {
                prefix,
                em: None,
                class: &|_| None,
            },
        )
    }

    /// Writes an SVG of an area, in points. Each glyph stands once and is used at its places. Text is drawn in the
    /// colour of the surrounding text (`currentColor`) unless the page colours it.
    #[must_use]
    pub fn to_svg_in(&self, area: Bounds, style: SvgStyle<'_>) -> String {
        let SvgStyle { prefix, em, class } = style;
        let mut glyphs: BTreeMap<(&str, u32), (usize, String)> = BTreeMap::new();
        let mut body = String::new();
        for (index, mark) in self.marks.iter().enumerate() {
            let mut fill = match mark.colour {
                Colour::BLACK => String::new(),
                Colour([red, green, blue]) => format!(" fill=\"#{red:02x}{green:02x}{blue:02x}\""),
            };
            if let Some(class) = class(index) {
                let _ = write!(fill, " class=\"{class}\"");
            }
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
                MarkKind::Glyph {
                    name, font, code, size, ..
                } => {
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
        let size = [area.x1 - area.x0, area.y1 - area.y0];
        let [width, height] = size.map(number);
        let [shown_width, shown_height] = size.map(|length| match em {
            Some(em) => format!("{}em", number(length / em)),
            None => format!("{}pt", number(length)),
        });
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width}\" height=\"{shown_height}\" \
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
