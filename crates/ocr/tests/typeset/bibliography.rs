//! Tests bibliographies: lists with labels and lists with hanging indentation, over several pages, and the citations
//! that refer to them.

use texlens_ocr::Style;
use texlens_ocr::typeset::typeset_document;

use super::{EM, Sheet, paragraph};

/// Sets the lines of a list from the given height on, each with its indentation in em.
fn list(mut sheet: Sheet, y: f32, lines: &[(f32, &str)]) -> Sheet {
    for (i, (indent, line)) in lines.iter().enumerate() {
        sheet = sheet
            .at(100.0 + indent * EM, y + 24.0 * i as f32)
            .text(line, Style::Roman);
    }
    sheet
}

fn heading(sheet: Sheet, y: f32) -> Sheet {
    sheet
        .at(100.0, y)
        .size(1.2 * EM)
        .text("References", Style::Bold)
        .size(EM)
}

#[test]
fn labels_are_keys() {
    let sheet = list(
        heading(paragraph(Sheet::new(), 100.0, 100.0, 8), 340.0),
        400.0,
        &[
            (0.0, "[1]  A. Miller and B. Costa. On gaps. Annals of"),
            (1.7, "Numbers, 3(4):10--20, 1999."),
            (0.0, "[2]  C. Weber. Some rings. Wiley, 2001."),
        ],
    );
    let latex = sheet.latex();
    let expected = "\\section{References}\n\n\
        @article{1,\n  author = {Miller, A. and Costa, B.},\n  title = {On gaps},\n  journal = {Annals of Numbers},\n  \
        volume = {3},\n  number = {4},\n  pages = {10--20},\n  year = {1999}\n}\n\n\
        @book{2,\n  author = {Weber, C.},\n  title = {Some rings},\n  publisher = {Wiley},\n  year = {2001}\n}\n";
    assert!(latex.ends_with(expected), "{latex}");
}

#[test]
fn entries_go_over_pages_and_are_cited_by_all_names_printed() {
    let cited = "as found by Adams, Murray, \\& Lee (2009) long ago";
    let first = paragraph(Sheet::new(), 100.0, 100.0, 8)
        .at(100.0, 292.0)
        .text(&cited.replace("\\&", "&"), Style::Roman);
    let first = list(
        heading(first, 340.0),
        400.0,
        &[(0.0, "Adams, R., Murray, I., & Lee, D. 2009, Nature, 3,")],
    );
    let second = list(
        Sheet::new(),
        100.0,
        &[
            (1.0, "14"),
            (0.0, "Weber, C. 2001, Nature, 5, 9"),
            (0.0, "Xu, C. 2002, Nature, 6, 10"),
        ],
    );
    let pages: Vec<String> = typeset_document(&[first.page, second.page])
        .into_iter()
        .map(|page| page.latex)
        .collect();
    let [first, second] = pages.as_slice() else {
        unreachable!("two pages")
    };
    assert!(first.contains("\\citet{Adams_Murray_Lee_2009}"), "{first}");
    assert!(first.contains("@article{Adams_Murray_Lee_2009,"), "{first}");
    assert!(first.contains("pages = {14}"), "{first}");
    assert!(second.starts_with("@article{Weber_2001,"), "{second}");
}

#[test]
fn a_numbered_list_is_no_bibliography() {
    let sheet = list(
        paragraph(Sheet::new(), 100.0, 100.0, 8),
        340.0,
        &[
            (0.0, "1.  one thing"),
            (0.0, "2.  another thing"),
            (0.0, "3.  a third"),
            (0.0, "4.  a fourth"),
        ],
    );
    assert!(!sheet.latex().contains('@'));
}
