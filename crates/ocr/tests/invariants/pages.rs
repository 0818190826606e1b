//! Pages made from bytes, for tests and for the fuzzer.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use texlens_ocr::{Anchor, BBox, Glyph, Link, PageGlyphs, Rule, Style, Target};

/// The manifest of the bundled model, which names all symbols that the model knows.
const MODEL: &str = include_str!("../../../../models/glyph-detector.json");

/// Styles that all glyphs have, and some that only letters have.
const STYLES: [Style; 8] = [
    Style::Roman,
    Style::MathItalic,
    Style::Bold,
    Style::Italic,
    Style::Typewriter,
    Style::SmallCaps,
    Style::Calligraphic,
    Style::Blackboard,
];

/// Names of places in PDF files.
const NAMES: [&str; 8] = [
    "cite.Knuth84",
    "cite.1",
    "cite.2",
    "section.1",
    "subsection.1.1",
    "section*.3",
    "chapter.1",
    "page.1",
];

/// Lengths that no page has.
const STRANGE: [f32; 8] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -3.0, 1e-30, 1e30, 9e5];

/// Returns the names of the model's symbols, and strings that are no symbols.
pub(crate) fn symbols() -> &'static [String] {
    static SYMBOLS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let model: serde_json::Value = serde_json::from_str(MODEL).unwrap();
        let names = model["symbols"].as_array().unwrap().iter();
        let names = names.map(|symbol| symbol["name"].as_str().unwrap().to_owned());
        let others = ["", "é", "—", "a b", "\u{0}"].map(str::to_owned);
        names.chain(others).collect::<BTreeSet<_>>().into_iter().collect()
    });
    &SYMBOLS
}

/// Returns a page made from any bytes, eight for each glyph; one in 32 is a rule instead, one in 64 a figure, and one
/// in 64 a link with a place. Most
/// positions are on lines, as on real pages.
pub(crate) fn page(bytes: &[u8]) -> PageGlyphs {
    let symbols = symbols();
    let mut page = PageGlyphs {
        width: 1000.0,
        height: 1300.0,
        ..PageGlyphs::default()
    };
    for chunk in bytes.chunks_exact(8) {
        let &[a, b, x, y, fine, size, extent, more] = chunk else {
            continue;
        };
        let number = usize::from(a) << 8 | usize::from(b);
        let strange = |at: u8, usual: f32| {
            let is_strange = more > 250 && more % 5 == at;
            if is_strange {
                STRANGE[usize::from(fine % 8)]
            } else {
                usual
            }
        };
        let (x, size) = (
            strange(0, 4.0 * f32::from(x)),
            strange(1, [20.0, 14.0, 10.0, 28.0][usize::from(size % 4)]),
        );
        let shift = [0.0, 0.0, -8.0, 5.0][usize::from(fine % 4)] + f32::from(fine / 64);
        let y = strange(2, 24.0 * f32::from(y % 48) + shift);
        let extent = f32::from(extent % 16);
        if number % 32 == 7 {
            let (x1, y1) = (x + 8.0 * extent, y + f32::from(more % 3));
            page.rules.push(Rule {
                bbox: BBox { x0: x, y0: y, x1, y1 },
            });
            continue;
        }
        if number % 64 == 9 {
            let (x1, y1) = (x + 24.0 * extent, y + 8.0 * f32::from(more));
            page.figures.push(BBox { x0: x, y0: y, x1, y1 });
            continue;
        }
        if number % 64 == 11 {
            let name = NAMES[usize::from(more) % NAMES.len()].to_owned();
            let (x1, y1) = (x + 8.0 * extent, y + 20.0);
            page.links.push(Link {
                bbox: BBox { x0: x, y0: y, x1, y1 },
                target: if fine % 2 == 0 {
                    Target::Place(name.clone())
                } else {
                    Target::Uri(format!("https://{name}"))
                },
            });
            page.anchors.push(Anchor {
                name,
                x,
                y,
                level: fine.checked_sub(200).and_then(|level| i8::try_from(level % 9).ok()),
            });
            continue;
        }
        page.glyphs.push(Glyph {
            symbol: symbols[number % symbols.len()].clone(),
            style: STYLES[usize::from(more % 8)],
            x,
            y,
            width: strange(3, 6.0 + extent),
            height: if more % 7 == 0 { 0.0 } else { 8.0 + extent },
            depth: strange(
                4,
                if more % 7 == 0 {
                    5.0 * extent
                } else {
                    f32::from(more % 6)
                },
            ),
            size,
            confidence: f32::from(fine) / 200.0,
        });
    }
    page
}
