//! The boxes of a page's segments, to lay over an image of the page.

use std::fmt::Write as _;

use crate::page::MadePage;
use crate::picture::Picture;

/// Returns the boxes of the segments over an image as SVG without colours. Each box has the name of its kind, after `kind-`, as class
/// and the LaTeX as title.
#[must_use]
pub fn boxes_svg(page: &MadePage, picture: &Picture) -> String {
    let [width, height] = picture.size;
    let [a, b, c, d, e, f] = picture.matrix;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\
         <g transform=\"matrix({a} {d} {b} {e} {c} {f})\">"
    );
    for segment in page.segments() {
        // Writing to a text never fails.
        let _ = write!(
            svg,
            "<g class=\"kind-{}\"><title>{}</title>",
            segment.kind.name(),
            escaped(&segment.latex)
        );
        for [left, top, right, bottom] in &segment.boxes {
            let (wide, tall) = (right - left, bottom - top);
            let _ = write!(
                svg,
                "<rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{wide:.2}\" height=\"{tall:.2}\"/>"
            );
        }
        svg.push_str("</g>");
    }
    svg.push_str("</g></svg>");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_latex_is_markup() {
        assert_eq!(escaped("a<b & c>d"), "a&lt;b &amp; c&gt;d");
    }
}
