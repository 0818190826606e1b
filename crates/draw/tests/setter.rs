//! Drawings of LaTeX, with the native engine.

#![cfg(feature = "native")]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use texlens_draw::{Frame, MarkKind, Setter, Typeset};
use texlens_tex::{Compiler, Use};

static COMPILER: LazyLock<Compiler> = LazyLock::new(|| {
    let given = std::env::var_os("TEXLENS_TEX").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"));
    Compiler::open(&folder, &[Use::Dvi, Use::DocumentDvi]).unwrap()
});

const FRAME: Frame<'static> = Frame {
    prelude: "",
    before: "\\begin{displaymath}\n",
    after: "\n\\end{displaymath}",
};

fn codes(set: &Typeset) -> Vec<u32> {
    let marks = set.pages.iter().flat_map(|page| &page.marks);
    marks
        .filter_map(|mark| match mark.kind {
            MarkKind::Glyph { code, .. } => Some(code),
            MarkKind::Rule { .. } => None,
        })
        .collect()
}

#[test]
fn every_font_of_the_preamble_is_drawn() {
    let setter = Setter::new(&COMPILER);
    let body = "Text, \\emph{emphasised}, \\textbf{bold}, \\texttt{code}, \\textsf{sans}, \\textsc{Small}, \\textsl{slanted}, \
        \\textbf{\\textit{both}}, \\textbf{\\textsc{Bold}}, \\texttt{\\textsc{Code}}, \\textsf{\\textbf{\\textsl{sans}}}, {\\tiny tiny} {\\Huge huge} \\copyright\\ \\texteuro\\ \
        $x^{2_i} \\mathbb{R} \\mathfrak{g} \\mathcal{A} \\mathscr{L} \\bm{v} \\mathbf{A} \\leqslant \\sum \\int \\Gamma \\aleph \
        \\left\\{\\frac{a}{b}\\right. \\sqrt[3]{\\frac{a}{\\frac{b}{c}}} \\widehat{abc}$\\section{Heading}\\footnote{Note}";
    let set = setter.body(body).unwrap();
    assert!(set.compilation.compiles, "{:?}", set.compilation);
    for page in &set.pages {
        assert!(page.undrawn().is_empty(), "{:?}", page.undrawn());
    }
    assert_eq!(set.pages.len(), 1);
    let svg = set.pages[0].to_svg(set.pages[0].bounds().unwrap(), "g");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
    assert!(svg.matches("<use ").count() > 100 && svg.contains("<rect "));
}

#[test]
fn a_float_does_not_move_the_text_below_it() {
    let setter = Setter::new(&COMPILER);
    let set = setter.body("\\begin{figure}X\\end{figure}\nText.").unwrap();
    let places: Vec<f64> = set.pages[0].marks.iter().map(|mark| mark.y).collect();
    // The figure and the text; \textfloatsep is 20 points.
    assert!((places[1] - places[0]).abs() < 40.0, "{places:?}");
}

/// Returns the places of the glyphs in the PDF file of a body.
fn printed(body: &str) -> Vec<(f64, f64)> {
    let set = Setter::new(&COMPILER).body(body).unwrap();
    let places = set.pages[0].marks.iter().filter_map(|mark| match mark.kind {
        MarkKind::Glyph { printed, .. } => Some(printed),
        MarkKind::Rule { .. } => None,
    });
    places.collect()
}

#[test]
fn glyphs_are_printed_where_a_program_that_adds_the_numbers_of_the_file_puts_them() {
    let places = printed(
        "\\pagestyle{empty}\\begin{displaymath}\\left(d(\\mathbf e_1^\\vee)\\right)_p=\\mathbf e_1^\\vee\\end{displaymath}",
    );
    // pdfTeX's file has these numbers. At 300 dots per inch, the third sum lies exactly between two columns of pixels:
    // the nearest number would be below, poppler's is not.
    let sums = [275.22, 275.22 + 3.875, 275.22 + 3.875 + 5.185];
    for (place, sum) in places.iter().zip(sums) {
        assert!((place.0 - sum).abs() < 1e-9, "{place:?} is not {sum}");
    }
    assert!(places[2].0 * (300.0 / 72.0) >= 1184.5);
}

#[test]
fn a_rule_ends_the_text_of_the_file_and_a_colour_does_not() {
    let places = printed(
        "\\pagestyle{empty}\\begin{displaymath}\\frac{a+b}{c}=\\dim_{e'(u')}\\mathcal{F}\\otimes\\textcolor{red}{\\otimes}\\otimes\\end{displaymath}",
    );
    // pdfTeX's file has these numbers. The rule precedes the fourth glyph, whose place is given from the corner.
    let start = 259.48 + 16.977 + 27.121 + 3.78 + 2.695 + 3.113 + 4.71 + 2.695 + 5.272;
    let advances = [0.0, 0.7187 + 0.322, 0.7778 + 0.222, 0.7778];
    let products = advances.iter().scan(start, |sum, advance| {
        *sum += advance * 9.9626;
        Some((*sum, 635.747 + 6.834))
    });
    let expected: Vec<(f64, f64)> = std::iter::once((259.48, 635.747)).chain(products).collect();
    let actual = [&places[3..4], &places[places.len() - 4..]].concat();
    for (actual, expected) in actual.iter().zip(&expected) {
        let distance = (actual.0 - expected.0).abs().max((actual.1 - expected.1).abs());
        assert!(distance < 1e-9, "{actual:?} is not {expected:?}");
    }
}

#[test]
fn texts_are_set_apart_from_each_other() {
    let setter = Setter::new(&COMPILER);
    let texts = [
        "a",
        "\\def\\x{b}\\x",
        "c_{",
        "\\undefined d",
        "e",
        "\\end{displaymath}",
        "\\x",
        "f",
    ];
    let sets = setter.texts(&texts, FRAME).unwrap();
    assert_eq!(sets.len(), texts.len());
    for (index, letter) in [(0, 'a'), (1, 'b'), (4, 'e'), (7, 'f')] {
        assert_eq!(codes(&sets[index]), [u32::from(letter)], "{}", texts[index]);
        assert!(sets[index].compilation.compiles);
    }
    for faulty in [2, 3, 5, 6] {
        let compilation = &sets[faulty].compilation;
        assert!(!compilation.compiles, "{}: {compilation:?}", texts[faulty]);
        let ranges = compilation
            .errors
            .iter()
            .filter_map(|error| error.diagnostic.range.as_ref());
        for range in ranges {
            assert!(texts[faulty].get(range.clone()).is_some(), "{compilation:?}");
        }
    }
}

#[cfg(feature = "png")]
#[test]
fn pixels_have_the_size_and_the_colours_of_the_drawing() {
    let setter = Setter::new(&COMPILER);
    let set = setter
        .body("\\pagestyle{empty}\\textcolor{red}{\\rule{72bp}{36bp}}")
        .unwrap();
    let page = &set.pages[0];
    let area = page.bounds().unwrap();
    let pixels = page.to_pixels(area, 144.0).unwrap();
    assert_eq!((pixels.width, pixels.height), (144, 72));
    assert_eq!(pixels.rgb[72 * 36], [255, 0, 0]);
    let png = page.to_png(area, 144.0).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    assert!(page.to_png(area, 1e9).is_err());
}

#[test]
fn a_document_is_drawn_with_its_own_preamble_and_judged_as_for_pdf() {
    let setter = Setter::new(&COMPILER);
    let drivers = "\\usepackage{graphicx,xcolor,hyperref,geometry,tikz}";
    let text = |body: &str| {
        let preamble = format!("\\documentclass[11pt]{{article}}{drivers}\\pagestyle{{empty}}");
        format!("{preamble}\\begin{{document}}{body}\\end{{document}}")
    };
    let set = |text: &str| {
        let whole = 0..text.len();
        setter.prediction(text, std::slice::from_ref(&whole)).unwrap()
    };
    let good = set(&text("\\textcolor{red}{T}\\url{E}\\newpage X"));
    assert!(good.compilation.compiles, "{:?}", good.compilation);
    assert_eq!(good.pages.len(), 2);
    assert_eq!(codes(&good), [u32::from(b'T'), u32::from(b'E'), u32::from(b'X')]);
    // A text that asks for PDF is judged for PDF.
    let asks = set(&text("\\ifnum\\pdfoutput=0 \\undefined\\fi X"));
    assert!(asks.compilation.compiles, "{:?}", asks.compilation);
    assert_eq!(codes(&asks), [u32::from(b'X')]);
}

#[test]
fn a_prediction_is_drawn_by_the_runs_that_judge_it() {
    let setter = Setter::new(&COMPILER);
    let text = "A \\foo{} page.\n@misc{key, title={Work}}";
    let whole = 0..text.len();
    let set = setter.prediction(text, std::slice::from_ref(&whole)).unwrap();
    let [error] = set.compilation.errors.as_slice() else {
        panic!("{:?}", set.compilation);
    };
    assert_eq!(error.diagnostic.range, Some(2..6), "the place is in the prediction");
    assert_eq!((set.pages.len(), set.compilation.pages), (1, 1));
    let letters = codes(&set)
        .iter()
        .filter_map(|code| char::from_u32(*code))
        .collect::<String>();
    assert!(
        letters.contains("Work"),
        "BibTeX entries become a bibliography: {letters}"
    );
}

#[test]
fn no_text_changes_how_another_one_is_set() {
    let setter = Setter::new(&COMPILER);
    let frame = Frame {
        prelude: "\\pagestyle{empty}",
        before: "$",
        after: "$",
    };
    let texts = [
        r"!\gdef\alpha{\beta}a",
        r"\alpha",
        r"{\globaldefs=1 \def\beta{!}}",
        r"\beta",
        r"\expandafter\xdef\csname hat\endcsname#1{#1}",
        r"\hat{a}",
        r"\catcode`\!=\active \global\let!\gamma",
        r"!",
    ];
    let together = setter.texts(&texts, frame).unwrap();
    for (text, set) in texts.iter().zip(together) {
        let alone = setter.framed(text, frame).unwrap();
        assert_eq!(codes(&set), codes(&alone), "{text}");
        assert_eq!(set.compilation.compiles, alone.compilation.compiles, "{text}");
    }
}
