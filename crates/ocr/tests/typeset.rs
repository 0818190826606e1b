//! Tests the typesetter on glyphs set by hand, on parts of real pages, and on any input.
#![allow(clippy::unwrap_used)]

#[path = "typeset/algorithm.rs"]
mod algorithm;
#[path = "typeset/bibliography.rs"]
mod bibliography;
#[path = "typeset/code.rs"]
mod code;
mod invariants;
#[path = "typeset/origins.rs"]
mod origins;
#[path = "typeset/text.rs"]
mod text;

use texlens_ocr::typeset::typeset;
use texlens_ocr::{BBox, Glyph, PageGlyphs, Rule, Style, TokenKind};

/// A page on which glyphs are set one after the other, each half an em wide.
#[derive(Default)]
struct Sheet {
    page: PageGlyphs,
    x: f32,
    y: f32,
    size: f32,
}

const EM: f32 = 20.0;
const SPACE: f32 = 0.33 * EM;

impl Sheet {
    fn new() -> Self {
        let page = PageGlyphs {
            width: 1000.0,
            height: 1400.0,
            ..PageGlyphs::default()
        };
        Self {
            page,
            x: 100.0,
            y: 300.0,
            size: EM,
        }
    }

    fn at(mut self, x: f32, y: f32) -> Self {
        (self.x, self.y) = (x, y);
        self
    }

    fn size(mut self, size: f32) -> Self {
        self.size = size;
        self
    }

    fn skip(mut self, x: f32) -> Self {
        self.x += x;
        self
    }

    fn shift(mut self, y: f32) -> Self {
        self.y += y;
        self
    }

    fn glyph(mut self, symbol: &str, style: Style) -> Self {
        let size = self.size;
        let tall = symbol.chars().all(|c| c.is_uppercase() || "bdfhklt()[]".contains(c)) || symbol.starts_with('\\');
        let deep = symbol.chars().all(|c| "gpqy()[],;".contains(c));
        let high = if symbol == "." || symbol == "," {
            0.1
        } else if tall {
            0.69
        } else {
            0.43
        };
        self.page.glyphs.push(Glyph {
            symbol: symbol.to_owned(),
            style,
            x: self.x,
            y: self.y,
            width: 0.5 * size,
            height: high * size,
            depth: if deep { 0.2 * size } else { 0.0 },
            size,
            // Such positions are not those of TeX.
            confidence: 0.99,
        });
        self.x += 0.5 * size;
        self
    }

    /// Sets words, separated by spaces.
    fn text(mut self, text: &str, style: Style) -> Self {
        for c in text.chars() {
            self = if c == ' ' {
                self.skip(SPACE)
            } else {
                self.glyph(&c.to_string(), style)
            };
        }
        self
    }

    /// Sets the glyphs of a formula, by symbol; letters are math italic.
    fn math(mut self, symbols: &str) -> Self {
        for symbol in symbols.split(' ') {
            let italic = symbol.chars().all(char::is_alphabetic) || symbol.starts_with("\\alpha");
            self = self.glyph(symbol, if italic { Style::MathItalic } else { Style::Roman });
        }
        self
    }

    /// Sets a script raised by `up`, in em (a subscript if negative), then continues on the line.
    fn script(self, up: f32, symbols: &str) -> Self {
        let (y, size) = (self.y, self.size);
        let mut sheet = self.shift(-up * size).size(0.7 * size).math(symbols);
        (sheet.y, sheet.size) = (y, size);
        sheet
    }

    fn rule(mut self, x0: f32, y: f32, x1: f32) -> Self {
        self.page.rules.push(Rule {
            bbox: BBox {
                x0,
                y0: y,
                x1,
                y1: y + 1.0,
            },
        });
        self
    }

    fn latex(&self) -> String {
        typeset(&self.page).latex
    }
}

/// Sets lines of running text from the given position down, so that the page has a column.
fn paragraph(mut sheet: Sheet, x: f32, y: f32, lines: usize) -> Sheet {
    for i in 0..lines {
        sheet = sheet
            .at(x, y + 24.0 * i as f32)
            .text("words that fill a line of text from edge to edge xx", Style::Roman);
    }
    sheet
}

#[test]
fn an_empty_page_is_an_empty_text() {
    let recognition = typeset(&PageGlyphs::default());
    assert_eq!(recognition.latex, "");
    assert!(recognition.tokens.is_empty());
}

#[test]
fn words_come_from_gaps_and_styles_from_runs() {
    let sheet = Sheet::new()
        .text("one ", Style::Roman)
        .text("two three", Style::Italic)
        .skip(SPACE)
        .text("four", Style::Bold);
    assert_eq!(sheet.latex(), "one \\emph{two three} \\textbf{four}\n");
}

#[test]
fn special_characters_are_escaped() {
    let sheet = Sheet::new().text("50% of A&B #1", Style::Roman);
    assert_eq!(sheet.latex(), "50\\% of A\\&B \\#1\n");
}

#[test]
fn ligatures_quotes_dashes_and_accents() {
    let mut sheet = Sheet::new();
    for symbol in ["“", "e", "ffi", "c", "i", "e", "n", "t", "”", "---", "c", "a", "f", "e"] {
        sheet = sheet.glyph(symbol, Style::Roman);
    }
    let accent = Sheet::new()
        .at(sheet.x - 0.5 * EM, sheet.y)
        .glyph("acc:acute", Style::Roman)
        .page
        .glyphs
        .remove(0);
    sheet.page.glyphs.push(Glyph {
        height: 0.69 * EM,
        depth: -0.5 * EM,
        ..accent
    });
    assert_eq!(sheet.latex(), "``efficient''---caf\\'e\n");
}

#[test]
fn hyphens_at_line_ends_are_dropped_unless_the_page_knows_the_compound() {
    let sheet = paragraph(Sheet::new(), 100.0, 300.0, 2);
    let sheet = sheet
        .at(100.0, 348.0)
        .text("a well-known fact and some more words of a transla-", Style::Roman);
    let sheet = sheet
        .at(100.0, 372.0)
        .text("tion that goes on until the line is full with well-", Style::Roman);
    let sheet = sheet.at(100.0, 396.0).text("known words", Style::Roman);
    let latex = sheet.latex();
    assert!(latex.contains("a translation that"), "{latex}");
    assert!(latex.contains("with well-known words"), "{latex}");
    assert_eq!(latex.lines().count(), 1, "{latex}");
}

#[test]
fn indentation_starts_a_paragraph() {
    let sheet = paragraph(Sheet::new(), 100.0, 300.0, 3);
    let sheet = sheet
        .at(130.0, 372.0)
        .text("here a paragraph starts and it goes on to the end", Style::Roman);
    let sheet = paragraph(sheet, 100.0, 396.0, 2);
    let latex = sheet.latex();
    assert_eq!(latex.matches("\n\n").count(), 1, "{latex}");
    assert!(latex.contains("\n\nhere a paragraph starts"), "{latex}");
}

#[test]
fn headings_have_a_level_and_no_number() {
    let sheet = Sheet::new()
        .at(100.0, 200.0)
        .size(1.4 * EM)
        .text("2", Style::Bold)
        .skip(EM)
        .text("Main part", Style::Bold);
    let sheet = paragraph(sheet.size(EM), 100.0, 260.0, 4);
    let sheet = sheet
        .at(100.0, 400.0)
        .size(1.2 * EM)
        .text("2.1", Style::Bold)
        .skip(EM)
        .text("Detail", Style::Bold);
    let sheet = paragraph(sheet.size(EM), 100.0, 440.0, 4);
    let recognition = typeset(&sheet.page);
    assert!(
        recognition
            .latex
            .starts_with("\\section{Main part}\\label{sec:section_2}\n\nwords"),
        "{}",
        recognition.latex
    );
    assert!(
        recognition
            .latex
            .contains("\n\n\\subsection{Detail}\\label{sec:section_2.1}\n\nwords"),
        "{}",
        recognition.latex
    );
    let headings: Vec<&str> = recognition
        .tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Heading)
        .map(|token| &recognition.latex[token.range.clone()])
        .collect();
    assert_eq!(headings, ["Main part", "Detail"]);
}

#[test]
fn scripts_nest() {
    let sheet = Sheet::new()
        .text("let ", Style::Roman)
        .math("x")
        .script(-0.15, "i")
        .script(0.4, "2")
        .text(" and ", Style::Roman);
    let sheet = sheet
        .math("e")
        .shift(-0.4 * EM)
        .size(0.7 * EM)
        .math("y")
        .shift(-0.25 * EM)
        .size(0.5 * EM)
        .math("n");
    assert_eq!(sheet.latex(), "let $x_i^2$ and $e^{y^n}$\n");
}

#[test]
fn formulas_take_in_what_belongs_to_them() {
    let sheet = Sheet::new()
        .text("for ", Style::Roman)
        .math("f ( x ) =")
        .skip(0.28 * EM)
        .math("2 x")
        .text(", and (", Style::Roman);
    let sheet = sheet
        .math("x \\in")
        .skip(0.28 * EM)
        .math("A")
        .text(") in 3 parts.", Style::Roman);
    assert_eq!(sheet.latex(), "for $f(x)=2x$, and ($x\\in A$) in 3 parts.\n");
}

#[test]
fn a_rule_between_two_rows_is_a_fraction() {
    let sheet = paragraph(Sheet::new(), 100.0, 300.0, 3);
    let sheet = sheet.at(300.0, 410.0).math("y =").skip(5.0);
    let x = sheet.x;
    let sheet = sheet
        .at(x, 396.0)
        .math("a + b")
        .at(x + EM * 0.5, 424.0)
        .math("c")
        .rule(x, 404.5, x + 1.5 * EM);
    let sheet = paragraph(sheet, 100.0, 470.0, 3);
    assert!(
        sheet.latex().contains("\n\\[\ny=\\frac{a+b}{c}\n\\]\n"),
        "{}",
        sheet.latex()
    );
}

#[test]
fn a_rule_at_a_radical_sign_is_a_root() {
    let mut sheet = Sheet::new().text("so ", Style::Roman);
    let (x, y) = (sheet.x, sheet.y);
    sheet.page.glyphs.push(Glyph {
        symbol: "\\sqrt".to_owned(),
        style: Style::Roman,
        x,
        y: y - 0.8 * EM,
        width: 0.8 * EM,
        height: 0.04 * EM,
        depth: 0.96 * EM,
        size: EM,
        confidence: 1.0,
    });
    let sheet = sheet
        .skip(0.8 * EM)
        .math("a b")
        .rule(x + 0.8 * EM, y - 0.84 * EM, x + 1.8 * EM)
        .text(" holds", Style::Roman);
    assert_eq!(sheet.latex(), "so $\\sqrt{ab}$ holds\n");
}

#[test]
fn two_columns_are_read_one_after_the_other() {
    let sheet = paragraph(Sheet::new(), 50.0, 300.0, 8);
    let width = sheet.x - 50.0;
    let sheet = paragraph(sheet, 50.0 + width + 40.0, 300.0, 8);
    let sheet = sheet
        .at(50.0, 492.0)
        .text("left ends.", Style::Roman)
        .at(50.0 + width + 40.0, 492.0)
        .text("right ends.", Style::Roman);
    let latex = sheet.latex();
    let (left, right) = (latex.find("left ends").unwrap(), latex.find("right ends").unwrap());
    assert!(
        left < right && latex[left..right].matches("words that").count() == 8,
        "{latex}"
    );
}

#[test]
fn a_word_that_sticks_out_of_its_column_stays_in_one_piece() {
    let sheet = paragraph(Sheet::new(), 50.0, 300.0, 20);
    let width = sheet.x - 50.0;
    let sheet = paragraph(sheet, 50.0 + width + 40.0, 312.0, 20);
    let latex = sheet
        .at(50.0 + width, 300.0 + 9.0 * 24.0)
        .text("oversticking", Style::Roman)
        .latex();
    let end = latex.find("xxoversticking").unwrap_or_default();
    assert_eq!(latex[..end].matches("words that").count(), 10, "{latex}");
}

#[test]
fn page_numbers_and_running_heads_are_left_out() {
    let sheet = paragraph(
        Sheet::new()
            .at(100.0, 60.0)
            .text("Some Author and Other", Style::Italic)
            .skip(200.0)
            .text("17", Style::Roman),
        100.0,
        200.0,
        6,
    );
    let sheet = sheet.at(480.0, 1350.0).text("17", Style::Roman);
    let latex = sheet.latex();
    assert!(!latex.contains("17") && !latex.contains("Author"), "{latex}");
}

/// Returns a part of a real page from lines "symbol style x y width height depth size" and "rule x0 y0 x1 y1".
fn real_page(lines: &str) -> PageGlyphs {
    let mut page = PageGlyphs::default();
    for line in lines.lines().filter(|line| !line.starts_with("# ")) {
        let fields: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| fields[i].parse::<f32>().unwrap();
        match fields[0] {
            "page" => (page.width, page.height) = (number(1), number(2)),
            "rule" => page.rules.push(Rule {
                bbox: BBox {
                    x0: number(1),
                    y0: number(2),
                    x1: number(3),
                    y1: number(4),
                },
            }),
            symbol => page.glyphs.push(Glyph {
                symbol: symbol.to_owned(),
                style: serde_json::from_str(&format!("\"{}\"", fields[1])).unwrap(),
                x: number(2),
                y: number(3),
                width: number(4),
                height: number(5),
                depth: number(6),
                size: number(7),
                confidence: 1.0,
            }),
        }
    }
    page
}

#[test]
fn a_page_in_two_columns() {
    let latex = typeset(&real_page(include_str!("typeset/columns.txt"))).latex;
    let expected = [
        "rate density of small planets with long orbital periods.\n\nSections~\\ref{sec:section_2} and \\ref{sec:section_3} provide",
        "the methods used in this \\textsl{Article}. Readers looking to \\emph{implement} a population",
        "our results---the inferred population",
        "\n\n\\section{The likelihood method}\\label{sec:section_2}\n\nThe first ingredient",
        "\n\\begin{eqnarray}\n\\hat{\\Gamma}_{\\boldsymbol{\\theta}}(\\boldsymbol{w}) & = & Q_{\\mathrm{c}}(\\boldsymbol{w})\\,\\Gamma_{\\boldsymbol{\\theta}}(\\boldsymbol{w}) \\label{eq:equation_3}\n\\end{eqnarray}\nwhere $Q_{\\mathrm{c}}(\\boldsymbol{w})$ is the detection efficiency",
        "We haven't yet discussed any specific functional form for $\\Gamma_{\\boldsymbol{\\theta}}(\\boldsymbol{w})$ and",
    ];
    for part in expected {
        assert!(latex.contains(part), "{part:?} is not in\n{latex}");
    }
}

#[test]
fn matrices_and_numbered_displays() {
    let latex = typeset(&real_page(include_str!("typeset/matrices.txt"))).latex;
    let expected = [
        "\\begin{equation}\n\\mathbf{T}=\\left[T_a\\quad T_h\\right]^T=\\mathbf{K}(\\mathbf{x}_r-\\mathbf{x})\n\\label{eq:equation_3}\n\\end{equation}\nwhere $\\mathbf{x}_r$ is the desired",
        "\\mathbf{K}=\\begin{bmatrix} k_{00} & k_{01} & k_{02} & k_{03} \\\\ k_{10} & k_{11} & k_{12} & k_{13} \\end{bmatrix}.",
        "\\begin{bmatrix} 950.0 & 175.0 & 185.0 & 50.0 \\\\ 45.0 & 290.0 & 60.0 & 26.0 \\end{bmatrix}",
        "\n\n\\section{Data Measurement}\\label{sec:section_4}\n\n",
    ];
    for part in expected {
        assert!(latex.contains(part), "{part:?} is not in\n{latex}");
    }
}

#[test]
fn footnotes_stand_at_their_marks() {
    let latex = typeset(&real_page(include_str!("typeset/footnote.txt"))).latex;
    assert!(
        latex.contains("seems reasonable.\\footnote{One can look at various blockchain use cases"),
        "{latex}"
    );
    assert!(
        latex.contains("(``Starcraft on the blockchain'') and one week"),
        "{latex}"
    );
}

#[test]
fn baselines_and_widths_may_be_a_little_off() {
    let mut page = real_page(include_str!("typeset/columns.txt"));
    let exact = typeset(&page).latex;
    for (i, glyph) in page.glyphs.iter_mut().enumerate() {
        let wobble = [0.8, -0.5, 0.3, -0.9, 0.6][i % 5];
        glyph.y += wobble;
        glyph.width *= 1.0 + 0.04 * wobble;
        glyph.size *= 1.0 - 0.05 * wobble;
    }
    assert_eq!(typeset(&page).latex, exact);
}
