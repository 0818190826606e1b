//! Tests algorithms: a caption, then one statement per line, with bold keywords.

use texlens_ocr::Style;

use super::{EM, Sheet, paragraph};

/// Sets words; `*` marks bold words, `$` symbols of formulas.
fn set(mut sheet: Sheet, line: &str) -> Sheet {
    for word in line.split(' ') {
        sheet = match (word.strip_prefix('*'), word.strip_prefix('$')) {
            (Some(bold), _) => sheet.text(bold, Style::Bold),
            (_, Some(symbol)) => sheet.math(symbol),
            _ => sheet.text(word, Style::Roman),
        };
        sheet = sheet.skip(super::SPACE);
    }
    sheet
}

/// Typesets lines with their indentation in em and, optionally, numbers to their left.
fn algorithm(caption: &str, lines: &[(f32, &str)], is_numbered: bool) -> String {
    let mut sheet = set(paragraph(Sheet::new(), 100.0, 100.0, 4).at(100.0, 240.0), caption);
    for (i, (indent, line)) in lines.iter().enumerate() {
        let y = 270.0 + 24.0 * i as f32;
        if is_numbered {
            sheet = sheet.at(100.0, y).text(&format!("{}:", i + 1), Style::Roman);
        }
        sheet = set(sheet.at(140.0 + indent * EM, y), line);
    }
    paragraph(sheet, 100.0, 330.0 + 24.0 * lines.len() as f32, 4).latex()
}

#[test]
fn blocks_of_statements_nest() {
    let lines = [
        (0.0, "*while $x do"),
        (1.0, "*if $y holds *then"),
        (2.0, "halve it"),
        (1.0, "*else"),
        (2.0, "*return $x"),
        (1.0, "*end *if"),
        (0.0, "*end *while"),
    ];
    let latex = algorithm("*Algorithm *2 Some method", &lines, true);
    let expected = "\\begin{algorithm}
\\caption{Some method}
\\label{alg:algorithm_2}
\\begin{algorithmic}[1]
\\While{$x$ do}
  \\If{$y$ holds}
    \\State halve it
  \\Else
    \\State \\Return $x$
  \\EndIf
\\EndWhile
\\end{algorithmic}
\\end{algorithm}

words";
    assert!(latex.contains(expected), "{latex}");
}

#[test]
fn without_ends_indentation_closes_blocks() {
    let lines = [
        (0.0, "*for each $x *do"),
        (1.0, "*if it holds *then"),
        (2.0, "halve it"),
        (0.0, "stop"),
    ];
    let latex = algorithm("*Algorithm *1 Some method", &lines, false);
    let expected = "\\begin{algorithmic}
\\For{each $x$}
  \\If{it holds}
    \\State halve it
  \\EndIf
\\EndFor
\\State stop
\\end{algorithmic}
";
    assert!(latex.contains(expected), "{latex}");
}

#[test]
fn what_does_not_match_is_a_statement() {
    let lines = [(0.0, "*end *for"), (0.0, "*else"), (0.0, "*repeat"), (1.0, "it")];
    let latex = algorithm("*Algorithm *1 Some method", &lines, true);
    let expected = "\\State \\textbf{end for}\n\\State \\textbf{else}\n\\Repeat\n  \\State it\n\\Until{}\n";
    assert!(latex.contains(expected), "{latex}");
}
