//! Tests the typesetter on any input: its output balances and names its glyphs, and takes bounded time.
//! `PROPTEST_CASES=100000` tries more pages; in `fuzz/`, a fuzzer chooses them.
#![allow(clippy::unwrap_used)]

mod invariants;
#[path = "invariants/pages.rs"]
mod pages;

use proptest::prelude::*;
use texlens_ocr::{BBox, Glyph, PageGlyphs, Rule, Style};

use invariants::check_page;
use pages::{page, symbols};

fn any_length() -> impl Strategy<Value = f32> {
    prop_oneof![8 => -50.0f32..700.0, 4 => 0.0f32..30.0, 1 => Just(0.0), 1 => any::<f32>()]
}

fn any_glyph() -> impl Strategy<Value = Glyph> {
    let styles = [
        Style::Roman,
        Style::MathItalic,
        Style::Bold,
        Style::Italic,
        Style::Typewriter,
        Style::Blackboard,
    ];
    let place = (any_length(), any_length(), any_length());
    let extent = (any_length(), any_length(), any_length());
    let look = (prop::sample::select(symbols()), prop::sample::select(styles.to_vec()));
    (look, place, extent, any::<f32>()).prop_map(
        |((symbol, style), (x, y, size), (width, height, depth), confidence)| Glyph {
            symbol,
            style,
            x,
            y,
            width,
            height,
            depth,
            size,
            confidence,
        },
    )
}

fn any_box() -> impl Strategy<Value = BBox> {
    let lengths = (any_length(), any_length(), any_length(), any_length());
    lengths.prop_map(|(x0, y0, x1, y1)| BBox { x0, y0, x1, y1 })
}

proptest! {
    #[test]
    fn glyphs_anywhere(
        glyphs in prop::collection::vec(any_glyph(), 0..200),
        rules in prop::collection::vec(any_box(), 0..20),
        figures in prop::collection::vec(any_box(), 0..20),
        size in (any_length(), any_length()),
    ) {
        let rules = rules.into_iter().map(|bbox| Rule { bbox }).collect();
        check_page(&PageGlyphs { width: size.0, height: size.1, glyphs, rules, figures, ..PageGlyphs::default() });
    }

    #[test]
    fn glyphs_on_many_lines(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        check_page(&page(&bytes));
    }

    #[test]
    fn glyphs_of_one_line(bytes in prop::collection::vec((any::<u16>(), any::<[u8; 4]>()), 0..60)) {
        let chunk = |(symbol, [x, fine, extent, more]): (u16, [u8; 4])| {
            let [a, b] = symbol.to_be_bytes();
            [a, b, x / 4, 9, fine, fine / 16, extent, more]
        };
        let bytes: Vec<u8> = bytes.into_iter().flat_map(chunk).collect();
        check_page(&page(&bytes));
    }
}

/// Failures that the fuzzer found, as bytes of [`page`].
const FOUND: &[&[u8]] = &[
    // A title page whose authors are a line without a word.
    b"\xc5\xc5\0\xc5\xc5b\x04\xc5\x85\xc5\xc5\x9a\x99\x99\x99\x99\x99\x99\x01\0\xf5\xff\xff\xff\xff",
    // A brace before rows of three columns, one more than `cases` has.
    b"\x0b\xff\xff\xff\xff\xff\xff\xff\xff\x10\0\xff\xff\xff\x0b\x0b\xfa&\0\xff\xe6\xff\xff\x15\xff\xff\xff\xff\xff\xff\x1c\0",
];

#[test]
fn what_was_wrong_once() {
    for bytes in FOUND {
        check_page(&page(bytes));
    }
}

#[test]
fn noise_of_any_density_takes_bounded_time() {
    // All glyphs on one line, a few lines, many lines: a quadratic algorithm would take hours here.
    for spread in [1.0f32, 40.0, 3000.0] {
        let mut page = PageGlyphs {
            width: 3000.0,
            height: 3000.0,
            ..PageGlyphs::default()
        };
        for i in 0..15_000u32 {
            let noise = |salt: u32| {
                (i.wrapping_mul(2_654_435_761).wrapping_add(salt).wrapping_mul(40_503) >> 8) as f32 % 1000.0 / 1000.0
            };
            let symbols = ["a", "(", ")", "\\sum", "\\sqrt", "=", "{-ext", "acc:hat", ".", "2"];
            page.glyphs.push(Glyph {
                symbol: symbols[i as usize % symbols.len()].to_owned(),
                style: Style::MathItalic,
                x: noise(1) * spread,
                y: noise(2) * spread,
                width: 8.0,
                height: 8.0,
                depth: noise(3) * 20.0,
                size: 10.0 + 5.0 * noise(4),
                confidence: 1.0,
            });
        }
        page.rules = (0..5000)
            .map(|i| Rule {
                bbox: BBox {
                    x0: 0.0,
                    y0: i as f32,
                    x1: 50.0,
                    y1: i as f32 + 1.0,
                },
            })
            .collect();
        check_page(&page);
    }
}
