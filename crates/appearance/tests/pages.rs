//! The pages of two texts with their differences marked, with the native engine.

#![cfg(feature = "native")]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use texlens_appearance::page_pictures;
use texlens_draw::{Drawing, Setter};
use texlens_tex::{Compiler, Use};
use texlens_vocabulary::{Drawn, DrawnPage};

static COMPILER: LazyLock<Compiler> = LazyLock::new(|| {
    let given = std::env::var_os("TEXLENS_TEX").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"));
    Compiler::open(&folder, &[Use::Dvi]).unwrap()
});

fn set(latex: &str) -> Vec<Drawing> {
    let whole = 0..latex.len();
    let set = Setter::new(&COMPILER).prediction(latex, std::slice::from_ref(&whole));
    set.unwrap().pages
}

fn compared(reference: &str, prediction: &str) -> [Vec<DrawnPage>; 2] {
    page_pictures(Some(&set(reference)), Some(&set(prediction)), 9, "t").map(Option::unwrap)
}

fn unmatched(pages: &[DrawnPage]) -> usize {
    let marked = |page: &DrawnPage| page.svg.matches(&format!("class=\"{}\"", Drawn::UNMATCHED)).count();
    assert!(pages.iter().all(|page| marked(page) == page.unmatched));
    pages.iter().map(|page| page.unmatched).sum()
}

/// Enough words for a few lines.
const TEXT: &str = "The energy of a wave is proportional to its frequency, and the factor is the same for all waves. It \
    was found from the spectrum of a black body, which no earlier law could explain at both of its ends.";

#[test]
fn glyphs_that_the_other_side_lacks_are_marked_wherever_lines_break() {
    let [a, b] = compared(TEXT, TEXT);
    assert_eq!((unmatched(&a), unmatched(&b)), (0, 0));

    // The letters e, n and l are in both words.
    let [a, b] = compared(TEXT, &TEXT.replace("energy", "enrgy"));
    assert_eq!((unmatched(&a), unmatched(&b)), (1, 0));

    // A longer sentence breaks all lines after it at other places.
    let [a, b] = compared(TEXT, &format!("Thus, $h$ times: {TEXT}"));
    assert_eq!(unmatched(&a), 0);
    assert_eq!(unmatched(&b), "Thus,htimes:".len());

    // The same letters in another font.
    let [a, b] = compared(TEXT, &TEXT.replace("wave is", "\\textbf{wave} is"));
    assert_eq!((unmatched(&a), unmatched(&b)), (4, 4));
}

#[test]
fn text_on_another_page_is_the_same_text() {
    let [a, b] = compared(&format!("{TEXT}\n\n{TEXT}"), &format!("{TEXT}\n\n\\newpage\n{TEXT}"));
    assert_eq!((a.len(), b.len()), (1, 2));
    assert_eq!((unmatched(&a), unmatched(&b)), (0, 0));
}

#[test]
fn a_side_alone_is_drawn_without_marks() {
    let [none, pages] = page_pictures(None, Some(&set(TEXT)), 9, "t");
    assert!(none.is_none());
    let pages = pages.unwrap();
    assert_eq!(unmatched(&pages), 0);
    let [left, top, right, bottom] = pages[0].ink.unwrap();
    assert!(0.1 < left && left < 0.3 && 0.7 < right && right < 0.9, "{left} {right}");
    assert!(0.1 < top && top < bottom && bottom < 1.0, "{top} {bottom}");
    assert!((pages[0].aspect - 8.5 / 11.0).abs() < 1e-9);
}

#[test]
fn only_the_first_pages_are_drawn() {
    let pages = set("a\\newpage b\\newpage c");
    let [_, drawn] = page_pictures(None, Some(&pages), 2, "t");
    assert_eq!(drawn.unwrap().len(), 2);
}

#[test]
fn text_beyond_the_paper_is_drawn() {
    let pages = set("\\hspace{-20cm}\\mbox{far left}");
    let [_, drawn] = page_pictures(None, Some(&pages), 1, "t");
    let [left, ..] = drawn.unwrap()[0].ink.unwrap();
    assert!(left.abs() < 1e-9, "{left}");
}
