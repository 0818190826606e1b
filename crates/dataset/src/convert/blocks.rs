//! Blocks of a document, as parsers list them, and their LaTeX.

use std::borrow::Cow;

use super::table::{Cell, tabular};
use super::{delimiters, escape, html, label, markdown, marks};

/// A text in the markup of its parser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Words {
    /// Markdown that may hold several blocks.
    Markdown(String),
    /// Markdown within a paragraph. Its start begins no block: `1. Introduction` is no list.
    Line(String),
    /// Text without markup, perhaps with formulas between delimiters.
    Plain(String),
    /// HTML.
    Html(String),
    /// Text and formulas of one line, apart, neither with delimiters.
    Runs(Vec<Run>),
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Run {
    Text(String),
    Formula(String),
}

/// A block of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// The title of the document.
    Title(Words),
    /// A heading. Level 1 is a section.
    Heading {
        level: u64,
        words: Words,
    },
    Paragraph(Words),
    /// An item of a list, with the number of lists around its own.
    Item {
        is_numbered: bool,
        depth: usize,
        words: Words,
    },
    /// A displayed formula, with or without delimiters.
    Formula(String),
    Table {
        body: TableBody,
        captions: Vec<Words>,
        notes: Vec<Words>,
    },
    Figure {
        captions: Vec<Words>,
        notes: Vec<Words>,
    },
    /// A caption that no table or figure holds. It belongs to the one next to it, if there is one.
    Caption(Words),
    Code {
        text: String,
        captions: Vec<Words>,
    },
    Footnote(Words),
}

/// The content of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TableBody {
    /// A table in some markup.
    Words(Words),
    Rows(Vec<Vec<TableCell>>),
}

/// A cell that may span several rows and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TableCell {
    pub(crate) words: Words,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// Commands for headings by level. Deeper levels have the last one.
const HEADINGS: [&str; 4] = ["section", "subsection", "subsubsection", "paragraph"];

/// What a picture is in LaTeX.
const PICTURE: &str = "\\includegraphics{image}";

/// LaTeX allows four lists inside each other.
const MAX_LIST_DEPTH: usize = 3;

/// Returns the LaTeX of blocks, in their order. Takes linear time in the length of the texts.
pub(crate) fn to_latex(blocks: Vec<Block>) -> String {
    let mut writer = Writer::default();
    for block in with_captions(blocks) {
        writer.write(block);
    }
    writer.close_lists(0);
    html::tidy(&writer.out)
}

/// Gives captions to the tables and figures next to them that have none. A caption that names its kind goes to one of
/// this kind. A table is preferred below its caption, a figure above.
fn with_captions(blocks: Vec<Block>) -> Vec<Block> {
    let mut joined: Vec<Block> = Vec::with_capacity(blocks.len());
    let mut rest = blocks.into_iter().peekable();
    while let Some(block) = rest.next() {
        let Block::Caption(caption) = block else {
            joined.push(block);
            continue;
        };
        let kind = label::kind(&inline(&caption));
        let below = rest.peek_mut().and_then(|next| free_captions(next, kind));
        let above = joined.last_mut().and_then(|last| free_captions(last, kind));
        let place = match (above, below) {
            (Some((above, false)), _) => above,
            (_, Some((below, _))) | (Some((below, true)), None) => below,
            (None, None) => {
                joined.push(Block::Paragraph(caption));
                continue;
            }
        };
        place.push(caption);
    }
    joined
}

/// Returns the captions of a table or a figure without a caption, and whether it is a table. Returns `None` if it has a
/// caption or is not of the kind.
fn free_captions(block: &mut Block, kind: Option<label::Kind>) -> Option<(&mut Vec<Words>, bool)> {
    let (captions, is_table) = match block {
        Block::Table { captions, .. } => (captions, true),
        Block::Figure { captions, .. } => (captions, false),
        _ => return None,
    };
    let fits = kind.is_none_or(|kind| (kind == label::Kind::Table) == is_table);
    (fits && captions.is_empty()).then_some((captions, is_table))
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The open lists, from the outermost: whether each is numbered.
    lists: Vec<bool>,
}

impl Writer {
    fn write(&mut self, block: Block) {
        if let Block::Item {
            is_numbered,
            depth,
            words,
        } = block
        {
            return self.item(is_numbered, depth.min(MAX_LIST_DEPTH).min(self.lists.len()), &words);
        }
        self.close_lists(0);
        match block {
            Block::Title(words) => {
                let title = inline(&words);
                if !title.is_empty() {
                    self.block(&format!("\\title{{{title}}}\n\\maketitle"));
                }
            }
            Block::Heading { level, words } => {
                let index = usize::try_from(level.saturating_sub(1)).unwrap_or(usize::MAX);
                let command = HEADINGS[index.min(HEADINGS.len() - 1)];
                let title = inline(&words);
                if !title.is_empty() {
                    self.block(&format!("\\{command}{{{title}}}"));
                }
            }
            Block::Paragraph(words) | Block::Caption(words) => self.block(&latex(&words)),
            Block::Formula(given) => match delimiters::displayed(&given) {
                Some(formula) => self.block(&formula),
                None => self.block(&latex(&Words::Line(given))),
            },
            Block::Table { body, captions, notes } => self.table(body, &captions, &notes),
            Block::Figure { captions, notes } => {
                self.float("figure", PICTURE, &captions, &notes);
            }
            Block::Code { text, captions } => {
                for caption in &captions {
                    self.block(&latex(caption));
                }
                if !text.trim().is_empty() {
                    let mut code = String::new();
                    escape::code(&text, &mut code);
                    self.block(&code);
                }
            }
            Block::Footnote(words) => {
                let note = inline(&words);
                if !note.is_empty() {
                    self.block(&format!("\\footnotetext{{{note}}}"));
                }
            }
            Block::Item { .. } => {}
        }
    }

    fn block(&mut self, latex: &str) {
        let latex = latex.trim();
        if !latex.is_empty() {
            self.out.push_str(latex);
            self.out.push_str("\n\n");
        }
    }

    fn item(&mut self, is_numbered: bool, depth: usize, words: &Words) {
        let item = latex(words);
        if item.trim().is_empty() {
            return;
        }
        self.close_lists(depth + 1);
        if self.lists.get(depth).is_some_and(|open| *open != is_numbered) {
            self.close_lists(depth);
        }
        if self.lists.len() == depth {
            self.out.push_str(&format!("\\begin{{{}}}\n", list_name(is_numbered)));
            self.lists.push(is_numbered);
        }
        self.out.push_str(&format!("\\item {}\n", item.trim()));
    }

    /// Closes lists until this number of them is open.
    fn close_lists(&mut self, depth: usize) {
        while self.lists.len() > depth {
            if let Some(is_numbered) = self.lists.pop() {
                self.out.push_str(&format!("\\end{{{}}}\n", list_name(is_numbered)));
            }
            if self.lists.is_empty() {
                self.out.push('\n');
            }
        }
    }

    fn table(&mut self, body: TableBody, captions: &[Words], notes: &[Words]) {
        let latex = match body {
            TableBody::Words(words) => latex(&words),
            TableBody::Rows(rows) => {
                // The parser states the covered cells, too: no more empty cells than these are needed.
                let mut room = rows.iter().map(Vec::len).sum::<usize>() + 256;
                let cell = |cell: TableCell| Cell {
                    latex: inline(&cell.words),
                    columns: cell.columns,
                    rows: cell.rows,
                };
                let rows: Vec<Vec<Cell>> = rows
                    .into_iter()
                    .map(|row| row.into_iter().map(cell).collect())
                    .collect();
                if rows.is_empty() {
                    String::new()
                } else {
                    tabular(rows, |_| 'l', &mut room)
                }
            }
        };
        // A table whose content was not read is only a picture.
        let body = if latex.trim().is_empty() { PICTURE } else { latex.trim() };
        self.float("table", body, captions, notes);
    }

    /// Writes a table or a figure, in a float if it has a caption: a caption cannot stand outside. The caption of a
    /// table comes first.
    fn float(&mut self, environment: &str, body: &str, captions: &[Words], notes: &[Words]) {
        let captions: Vec<String> = captions.iter().map(inline).filter(|text| !text.is_empty()).collect();
        let caption = captions.join(" ");
        if caption.is_empty() {
            self.block(body);
        } else {
            let caption = format!("\\caption{{{}}}", label::without(&caption));
            let (first, second) = if environment == "table" {
                (caption.as_str(), body)
            } else {
                (body, caption.as_str())
            };
            let parts = [first, second].join("\n");
            self.block(&format!(
                "\\begin{{{environment}}}\n{}\n\\end{{{environment}}}",
                parts.trim()
            ));
        }
        for note in notes {
            self.block(&latex(note));
        }
    }
}

fn list_name(is_numbered: bool) -> &'static str {
    if is_numbered { "enumerate" } else { "itemize" }
}

/// Returns the LaTeX of a text.
fn latex(words: &Words) -> String {
    match words {
        Words::Markdown(text) => markdown::to_latex(text),
        Words::Line(text) => markdown::line_to_latex(text),
        Words::Plain(text) => markdown::plain_to_latex(&printed(text)),
        Words::Html(text) => html::to_latex(text),
        Words::Runs(runs) => {
            let mut out = String::new();
            for run in runs {
                match run {
                    Run::Text(text) => marks::write(&printed(text), &[], &mut out),
                    Run::Formula(formula) => out.push_str(&delimiters::inline(formula)),
                }
            }
            one_line(&out)
        }
    }
}

/// Returns a text without markup with its braces escaped: they are printed, unless the text has LaTeX in it.
fn printed(text: &str) -> Cow<'_, str> {
    if text.contains(['{', '}']) && !text.contains(['\\', '$']) {
        Cow::Owned(text.replace('{', "\\{").replace('}', "\\}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns the LaTeX of a text as one line, for an argument.
fn inline(words: &Words) -> String {
    one_line(&latex(words))
}

/// Replaces white space by single blanks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Words {
        Words::Line(text.to_owned())
    }

    fn figure() -> Block {
        Block::Figure {
            captions: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn table() -> Block {
        Block::Table {
            body: TableBody::Words(Words::Html("<table><tr><td>a</td></tr></table>".to_owned())),
            captions: Vec::new(),
            notes: vec![line("*note*")],
        }
    }

    const TABULAR: &str = "\\begin{tabular}{l}\n\\hline\na \\\\\n\\hline\n\\end{tabular}";

    #[test]
    fn captions_belong_to_what_is_next_to_them() {
        let float = |blocks: Vec<Block>| to_latex(blocks);
        let of_figure = "\\begin{figure}\n\\includegraphics{image}\n\\caption{Tides.}\n\\end{figure}";
        assert_eq!(
            float(vec![figure(), Block::Caption(line("Figure 1: Tides."))]),
            of_figure
        );
        assert_eq!(float(vec![Block::Caption(line("Fig. 1. Tides.")), figure()]), of_figure);
        // The caption of a table stands above it, even if a figure is above the caption.
        assert_eq!(
            float(vec![figure(), Block::Caption(line("Table 2 Tides.")), table()]),
            format!(
                "\\includegraphics{{image}}\n\n\\begin{{table}}\n\\caption{{Tides.}}\n{TABULAR}\n\\end{{table}}\n\n\\textit{{note}}"
            )
        );
        assert_eq!(float(vec![Block::Caption(line("Alone"))]), "Alone");
    }

    #[test]
    fn items_form_lists() {
        let item = |is_numbered, depth, text| Block::Item {
            is_numbered,
            depth,
            words: line(text),
        };
        assert_eq!(
            to_latex(vec![
                item(false, 0, "a"),
                item(true, 1, "b"),
                item(false, 0, "c"),
                item(true, 9, "d"),
                item(true, 0, "e")
            ]),
            "\\begin{itemize}\n\\item a\n\\begin{enumerate}\n\\item b\n\\end{enumerate}\n\\item c\n\\begin{enumerate}\n\\item d\n\
             \\end{enumerate}\n\\end{itemize}\n\n\\begin{enumerate}\n\\item e\n\\end{enumerate}"
        );
    }

    #[test]
    fn formulas_are_displayed_with_any_delimiters() {
        let formula = |text: &str| to_latex(vec![Block::Formula(text.to_owned())]);
        for text in ["x^2", "$$\nx^2\n$$", "\\[x^2\\]", "$x^2$", "\\(x^2\\)"] {
            assert_eq!(formula(text), "\\[x^2\\]", "{text}");
        }
        assert_eq!(formula("\\begin{align}a\\end{align}"), "\\begin{align}a\\end{align}");
        assert_eq!(
            formula("$$\\begin{array}{l}a\n\nb\\end{array}$$"),
            "\\[\\begin{array}{l}a\nb\\end{array}\\]"
        );
        assert_eq!(formula("where $x$ is *y*"), "where $x$ is \\textit{y}");
        assert_eq!(formula(" "), "");
    }

    #[test]
    fn braces_of_a_printed_text_are_printed() {
        let plain = |text: &str| to_latex(vec![Block::Paragraph(Words::Plain(text.to_owned()))]);
        assert_eq!(plain("{ a, b } @c"), "\\{ a, b \\} @c");
        assert_eq!(plain("\\textbf{a} and $b_{1}$"), "\\textbf{a} and $b_{1}$");
        let runs = [Run::Text("{a} ".to_owned()), Run::Formula("b_{1}".to_owned())];
        let line = Block::Paragraph(Words::Runs(runs.to_vec()));
        assert_eq!(to_latex(vec![line]), "\\{a\\} $b_{1}$");
    }

    #[test]
    fn the_start_of_a_line_begins_no_block() {
        for (text, latex) in [
            ("1. Introduction", "1. Introduction"),
            ("# of *samples*", "\\# of \\textit{samples}"),
            ("- dash", "- dash"),
            ("**Abstract** text", "\\textbf{Abstract} text"),
            ("[1]: A. Author", "[1]: A. Author"),
            ("[^1]: note", "[\\textasciicircum{}1]: note"),
            ("> 5 % of\n\n  $a_1 * b$", "> 5 \\% of $a_1 * b$"),
            ("```", "```"),
            ("---", "---"),
        ] {
            assert_eq!(to_latex(vec![Block::Paragraph(line(text))]), latex, "{text}");
        }
    }
}
