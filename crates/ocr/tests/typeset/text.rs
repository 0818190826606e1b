//! Tests running text: the glyphs of a line and the LaTeX written for them.

use texlens_ocr::Style;

use super::{EM, SPACE, Sheet};

#[test]
fn ordinals_are_raised_text() {
    let sheet = Sheet::new()
        .text("the 1", Style::Roman)
        .shift(-0.36 * EM)
        .size(0.7 * EM)
        .text("st", Style::Roman);
    let latex = sheet.shift(0.36 * EM).size(EM).text(" of May", Style::Roman).latex();
    assert_eq!(latex, "the 1\\textsuperscript{st} of May\n");
    let latex = Sheet::new()
        .text("the ", Style::Roman)
        .math("n")
        .text("th one", Style::Roman)
        .latex();
    assert_eq!(latex, "the $n$th one\n");
}

#[test]
fn web_addresses_are_urls() {
    let sheet = Sheet::new()
        .text("see ", Style::Roman)
        .text("https://a.org/b_c#d", Style::Typewriter);
    assert_eq!(
        sheet.text(" now", Style::Roman).latex(),
        "see \\url{https://a.org/b_c\\#d} now\n"
    );
}

#[test]
fn braces_beside_code_are_code() {
    let sheet = Sheet::new()
        .text("a ", Style::Roman)
        .glyph("{", Style::Roman)
        .text("x", Style::Typewriter);
    let latex = sheet.glyph("}", Style::Roman).text(" b", Style::Roman).latex();
    assert_eq!(latex, "a \\texttt{\\{x\\}} b\n");
}

#[test]
fn styles_of_sure_glyphs_stay() {
    let sheet = Sheet::new()
        .text("List", Style::Sans)
        .text("[", Style::Roman)
        .text("Data", Style::Sans);
    assert_eq!(
        sheet.text("] is", Style::Roman).latex(),
        "\\textsf{List}[\\textsf{Data}] is\n"
    );
}

#[test]
fn a_bar_with_the_space_of_a_relation_joins() {
    let sheet = Sheet::new().text("that ", Style::Roman).math("p").skip(0.28 * EM);
    let sheet = sheet.glyph("|", Style::Roman).skip(0.28 * EM).math("a").skip(SPACE);
    assert_eq!(sheet.text("or", Style::Roman).latex(), "that $p\\mid a$ or\n");
}

#[test]
fn a_number_over_a_symbol_is_one_formula() {
    let sheet = Sheet::new().text("as 1/", Style::Roman).math("N").skip(SPACE);
    assert_eq!(sheet.text("or", Style::Roman).latex(), "as $1/N$ or\n");
}

#[test]
fn names_in_other_type_are_operands() {
    let set = |style| {
        let sheet = Sheet::new()
            .text("that", Style::Roman)
            .skip(SPACE)
            .text("slot", style)
            .skip(0.28 * EM);
        let sheet = sheet.glyph("\\in", Style::Roman).skip(0.28 * EM).math("x").skip(SPACE);
        sheet.text("or so", Style::Roman).latex()
    };
    assert_eq!(set(Style::Sans), "that $\\mathsf{slot}\\in x$ or so\n");
    assert_eq!(set(Style::Roman), "that slot $\\in x$ or so\n");
}

#[test]
fn a_full_stop_without_space_joins_a_name() {
    let sheet = Sheet::new()
        .text("for ", Style::Roman)
        .math("t")
        .glyph(".", Style::Roman)
        .text("fee", Style::Italic);
    assert_eq!(sheet.text(" or", Style::Roman).latex(), "for $t.\\mathit{fee}$ or\n");
}

#[test]
fn angle_brackets_enclose_a_formula() {
    let sheet = Sheet::new()
        .text("by ", Style::Roman)
        .glyph("\\langle", Style::Roman)
        .text("go", Style::Bold);
    let sheet = sheet
        .glyph(",", Style::Roman)
        .skip(0.17 * EM)
        .math("x")
        .glyph("\\rangle", Style::Roman);
    assert_eq!(
        sheet.text(" now", Style::Roman).latex(),
        "by $\\langle\\mathbf{go},x\\rangle$ now\n"
    );
}
