//! Conversion of DocTags, the markup of SmolDocling and granite-docling, to LaTeX.
//!
//! An element is `<text><loc_1>...<loc_4>words</text>`; tables are in OTSL: a tag before each cell, and `<nl>` after each
//! row. `<lcel>` belongs to the cell on its left, `<ucel>` to the cell above, `<xcel>` to both. A tag that is not known is
//! text. An element that is cut off ends with the text.
//!
//! Source: docling-project/docling, `tests/data/pdf/groundtruth/*.doctags.txt`; docling-project/docling-core,
//! `docling_core/types/doc/tokens.py`.

use super::blocks::{Block, Run, TableBody, TableCell, Words, to_latex as blocks_to_latex};

const START: &str = "<doctag>";

/// Elements of a line of text.
const TEXTS: [&str; 12] = [
    "text",
    "paragraph",
    "title",
    "list_item",
    "formula",
    "footnote",
    "caption",
    "reference",
    "page_header",
    "page_footer",
    "checkbox_selected",
    "checkbox_unselected",
];

/// Elements that may hold a caption.
const HOLDERS: [&str; 5] = ["otsl", "document_index", "picture", "chart", "code"];

/// Tags that mean nothing on their own.
const SILENT: [&str; 5] = ["doctag", "page_break", "group", "smiles", "end_of_utterance"];

/// Length that no name of a tag reaches, in bytes.
const LONGEST: usize = 64;

/// Headings have their level at the end of their name.
const HEADING: &str = "section_header_level_";

/// Reports whether a text is DocTags. A token of the model may stand before its start.
pub(super) fn is_doctags(text: &str) -> bool {
    text.trim_start().trim_start_matches("<|im_start|>").starts_with(START)
}

/// Converts a document. Takes linear time.
pub(super) fn to_latex(text: &str) -> String {
    let mut reader = Reader::default();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        reader.text(before);
        match tag(from) {
            Some(tag) => {
                rest = from.get(tag.length..).unwrap_or_default();
                reader.tag(tag);
            }
            None => {
                reader.text("<");
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    reader.text(rest);
    reader.finish();
    blocks_to_latex(reader.blocks)
}

/// A tag that is known.
#[derive(Clone, Copy)]
struct Tag<'t> {
    name: &'t str,
    closes: bool,
    /// Length in bytes, with the angle brackets.
    length: usize,
}

/// Returns the tag at the start of a text.
fn tag(text: &str) -> Option<Tag<'_>> {
    let inside = text.strip_prefix('<')?;
    let (closes, inside) = inside
        .strip_prefix('/')
        .map_or((false, inside), |inside| (true, inside));
    // A code has its language between underscores, as in `<_C++_>`.
    let is_language = inside.starts_with('_');
    let is_of_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    let is_inside = |byte: u8| is_of_name(byte) || (is_language && byte.is_ascii_graphic() && byte != b'>');
    let end = inside.bytes().take(LONGEST).position(|byte| !is_inside(byte))?;
    let (name, rest) = inside.split_at(end);
    let is_known = TEXTS.contains(&name)
        || HOLDERS.contains(&name)
        || SILENT.contains(&name)
        || matches!(name, "ordered_list" | "unordered_list" | "inline" | "nl")
        || CellKind::of(name).is_some()
        || number(name, "loc_").is_some()
        || number(name, HEADING).is_some()
        || (is_language && name.len() > 2 && name.ends_with('_'));
    let length = 2 + usize::from(closes) + name.len();
    (is_known && rest.starts_with('>')).then_some(Tag { name, closes, length })
}

/// Returns the number after a prefix.
fn number(name: &str, prefix: &str) -> Option<u64> {
    name.strip_prefix(prefix)?.parse().ok()
}

/// What a tag of OTSL says about a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKind {
    Own,
    Left,
    Above,
    Both,
}

impl CellKind {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "fcel" | "ecel" | "ched" | "rhed" | "srow" => Self::Own,
            "lcel" => Self::Left,
            "ucel" => Self::Above,
            "xcel" => Self::Both,
            _ => return None,
        })
    }
}

/// An element that may hold a caption.
struct Holder {
    name: String,
    text: String,
    captions: Vec<Words>,
    rows: Vec<Vec<(CellKind, String)>>,
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// The open lists: whether each is numbered.
    lists: Vec<bool>,
    holder: Option<Holder>,
    /// The open element of text, and its text.
    open: Option<(String, String)>,
    /// The parts of an open inline group.
    inline: Option<Vec<Run>>,
}

impl Reader {
    fn text(&mut self, text: &str) {
        if let Some((_, open)) = &mut self.open {
            open.push_str(text);
        } else if let Some(holder) = &mut self.holder {
            match holder.rows.last_mut().and_then(|row| row.last_mut()) {
                Some((_, cell)) => cell.push_str(text),
                None => holder.text.push_str(text),
            }
        } else if !text.trim().is_empty() {
            self.blocks.push(Block::Paragraph(Words::Plain(text.to_owned())));
        }
    }

    fn tag(&mut self, tag: Tag<'_>) {
        let name = tag.name;
        if TEXTS.contains(&name) || name.starts_with(HEADING) {
            self.close_text();
            if !tag.closes {
                self.open = Some((name.to_owned(), String::new()));
            }
        } else if HOLDERS.contains(&name) {
            self.close_text();
            self.close_holder();
            if !tag.closes {
                self.holder = Some(Holder {
                    name: name.to_owned(),
                    text: String::new(),
                    captions: Vec::new(),
                    rows: Vec::new(),
                });
            }
        } else if let (Some(kind), Some(holder)) = (CellKind::of(name), &mut self.holder) {
            if holder.rows.is_empty() {
                holder.rows.push(Vec::new());
            }
            if let Some(row) = holder.rows.last_mut() {
                row.push((kind, String::new()));
            }
        } else if let ("nl", Some(holder)) = (name, &mut self.holder) {
            holder.rows.push(Vec::new());
        } else if name == "ordered_list" || name == "unordered_list" {
            self.close_text();
            if tag.closes {
                self.lists.pop();
            } else {
                self.lists.push(name == "ordered_list");
            }
        } else if name == "inline" {
            self.close_text();
            self.close_inline();
            self.inline = (!tag.closes).then(Vec::new);
        }
    }

    fn close_text(&mut self) {
        let Some((name, text)) = self.open.take() else { return };
        let words = Words::Plain(text.clone());
        if let (Some(holder), "caption") = (&mut self.holder, name.as_str()) {
            return holder.captions.push(words);
        }
        if let Some(runs) = &mut self.inline {
            runs.push(Run::Text(" ".to_owned()));
            runs.push(if name == "formula" {
                Run::Formula(text)
            } else {
                Run::Text(text)
            });
            return;
        }
        self.blocks.push(match name.as_str() {
            "page_header" | "page_footer" => return,
            "title" => Block::Title(words),
            "list_item" => Block::Item {
                is_numbered: self.lists.last().copied().unwrap_or_default(),
                depth: self.lists.len().saturating_sub(1),
                words,
            },
            "formula" => Block::Formula(text),
            "footnote" => Block::Footnote(words),
            "caption" => Block::Caption(words),
            name => match number(name, HEADING) {
                Some(level) => Block::Heading { level, words },
                None => Block::Paragraph(words),
            },
        });
    }

    fn close_holder(&mut self) {
        let Some(holder) = self.holder.take() else { return };
        let (captions, notes) = (holder.captions, Vec::new());
        self.blocks.push(match holder.name.as_str() {
            "code" => Block::Code {
                text: holder.text,
                captions,
            },
            "picture" | "chart" => Block::Figure { captions, notes },
            _ => Block::Table {
                body: TableBody::Rows(table(&holder.rows)),
                captions,
                notes,
            },
        });
    }

    fn close_inline(&mut self) {
        if let Some(runs) = self.inline.take() {
            self.blocks.push(Block::Paragraph(Words::Runs(runs)));
        }
    }

    fn finish(&mut self) {
        self.close_text();
        self.close_holder();
        self.close_inline();
    }
}

/// Returns the cells of a table in OTSL with their spans. Each `<lcel>` and `<ucel>` belongs to one cell.
fn table(rows: &[Vec<(CellKind, String)>]) -> Vec<Vec<TableCell>> {
    let kind = |row: usize, column: usize| rows.get(row).and_then(|row| row.get(column)).map(|(kind, _)| *kind);
    let cells = |(row, cells): (usize, &Vec<(CellKind, String)>)| {
        let own = cells.iter().enumerate().filter(|(_, (kind, _))| *kind == CellKind::Own);
        own.map(|(column, (_, text))| TableCell {
            words: Words::Plain(text.trim().to_owned()),
            columns: (column + 1..)
                .take_while(|&next| kind(row, next) == Some(CellKind::Left))
                .count()
                + 1,
            rows: (row + 1..)
                .take_while(|&next| kind(next, column) == Some(CellKind::Above))
                .count()
                + 1,
        })
        .collect()
    };
    let rows = rows.iter().enumerate();
    rows.filter(|(_, row)| !row.is_empty()).map(cells).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements() {
        for (doctags, latex) in [
            (
                "<doctag><title><loc_1>A</title>\n<page_header>x</page_header></doctag>",
                "\\title{A}\n\\maketitle",
            ),
            (
                "<doctag><section_header_level_2>A & b</section_header_level_2>",
                "\\subsection{A \\& b}",
            ),
            ("<doctag><text><loc_1><loc_2>a < b <c></text>", "a < b <c>"),
            ("<doctag><formula>x^2</formula><formula>y", "\\[x^2\\]\n\n\\[y\\]"),
            (
                "<doctag><ordered_list><list_item>a</list_item><unordered_list><list_item>b</list_item></unordered_list></ordered_list>",
                "\\begin{enumerate}\n\\item a\n\\begin{itemize}\n\\item b\n\\end{itemize}\n\\end{enumerate}",
            ),
            (
                "<doctag><picture><loc_1><caption><loc_1>Figure 1: A</caption></picture>",
                "\\begin{figure}\n\\includegraphics{image}\n\\caption{A}\n\\end{figure}",
            ),
            (
                "<doctag><code><_C++_>a < b;</code><inline><text>where</text><formula>x</formula></inline>",
                "\\begin{verbatim}\na < b;\n\\end{verbatim}\n\nwhere $x$",
            ),
            ("<doctag>stray", "stray"),
        ] {
            assert_eq!(to_latex(doctags), latex, "{doctags}");
        }
        assert!(is_doctags("\n<|im_start|><doctag>") && !is_doctags("a <doctag>"));
    }

    #[test]
    fn cells_of_otsl_span_rows_and_columns() {
        let otsl =
            "<doctag><otsl><loc_1><ched>Port<ched>Height<lcel><nl><ucel><xcel><fcel>x_1<nl><fcel>c<ecel><nl></otsl>";
        assert_eq!(
            to_latex(otsl),
            "\\begin{tabular}{lll}\n\\hline\n\\multirow{2}{*}{Port} & \\multicolumn{2}{c}{Height} \\\\\n\\hline\n & x\\_1 \\\\\nc & \\\\\n\\hline\n\\end{tabular}"
        );
    }
}
