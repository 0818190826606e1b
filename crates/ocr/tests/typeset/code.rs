//! Tests code: `verbatim` sets it line by line in cells of one width, with space above and below.

use texlens_ocr::Style;

use super::{EM, Sheet, paragraph};

/// Sets lines of code in cells 0.525 em wide, from `y` down, 22 pixels apart.
fn code(mut sheet: Sheet, x: f32, y: f32, lines: &[&str]) -> Sheet {
    for (row, line) in lines.iter().enumerate() {
        for (column, c) in line.chars().enumerate().filter(|(_, c)| *c != ' ') {
            sheet = sheet
                .at(x + 0.525 * EM * column as f32, y + 22.0 * row as f32)
                .glyph(&c.to_string(), Style::Typewriter);
        }
    }
    sheet
}

const PROGRAM: [&str; 4] = [
    "def f(x):",
    "    if x & 1 == 0:",
    "        return {x: x_0}",
    "    return \\end{verbatim}",
];

#[test]
fn code_keeps_its_lines_and_spaces() {
    let sheet = paragraph(Sheet::new(), 100.0, 100.0, 3);
    let sheet = code(sheet, 100.0, 220.0, &PROGRAM);
    let latex = paragraph(sheet, 100.0, 340.0, 3).latex();
    let expected = "\\begin{verbatim}\ndef f(x):\n    if x & 1 == 0:\n        return {x: x_0}\n    return \\end {verbatim}\n\\end{verbatim}\n";
    assert!(latex.contains(expected), "{latex}");
}

#[test]
fn a_name_in_typewriter_type_is_no_code() {
    let sheet = paragraph(Sheet::new(), 100.0, 100.0, 2);
    let sheet = code(sheet, 100.0, 150.0, &["a_long_name"]);
    let latex = sheet.latex();
    assert!(latex.contains("\\texttt{a\\_long\\_name}"), "{latex}");
    assert!(!latex.contains("verbatim"), "{latex}");
}

#[test]
fn in_running_text_code_is_plain_and_escaped() {
    let mut sheet = Sheet::new().text("type ", Style::Roman);
    for symbol in ["a", "\\ast", "\\minus", "’", "\\alpha", "^", "<", "#"] {
        sheet = sheet.glyph(symbol, Style::Typewriter);
    }
    let latex = sheet.text(" now", Style::Roman).latex();
    assert_eq!(latex, "type \\texttt{a*-'$\\alpha$\\textasciicircum{}<\\#} now\n");
}

#[test]
fn empty_lines_stay() {
    let sheet = paragraph(Sheet::new(), 100.0, 100.0, 3);
    let sheet = code(sheet, 100.0, 220.0, &["a = 1", "", "b = 2", "c = 3"]);
    let latex = sheet.latex();
    assert!(
        latex.ends_with("\\begin{verbatim}\na = 1\n\nb = 2\nc = 3\n\\end{verbatim}\n"),
        "{latex}"
    );
}
