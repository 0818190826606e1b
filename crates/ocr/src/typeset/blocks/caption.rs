//! Captions (`\@makecaption`), and the float around a caption and what it describes.

use crate::page::{Kind, Style};

use super::paragraph::base_style;
use crate::typeset::document::Document;
use crate::typeset::references::{self, split_number};
use crate::typeset::table::Table;
use crate::typeset::text::Piece;

/// What a caption describes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Caption {
    pub(super) is_table: bool,
    number: String,
    /// How many pieces its name and number take.
    pieces: usize,
}

/// Whether a paragraph is a caption: it begins with a name and a number that a full stop, a colon, a bar or another
/// style sets off.
pub(super) fn caption(pieces: &[Piece]) -> Option<Caption> {
    let [first, second, rest @ ..] = pieces else {
        return None;
    };
    let is_table = match first.latex.to_lowercase().as_str() {
        "figure" | "fig." | "fig" => false,
        "table" | "tab." => true,
        _ => return None,
    };
    let (number, after) = split_number(&second.latex).or_else(|| split_roman(&second.latex))?;
    let body = rest.iter().find(|piece| piece.kind == Kind::Text);
    let styled = first.style.is_some_and(|style| style != Style::Roman)
        && first.style == second.style
        && body.is_some_and(|body| body.style != first.style);
    let bar = rest
        .first()
        .is_some_and(|piece| matches!(piece.latex.as_str(), "\\textbar{}" | "$|$" | "---" | "--"));
    let lone_stop = rest
        .first()
        .is_some_and(|piece| !piece.spaced && matches!(piece.latex.as_str(), "." | ":"));
    let is_caption = matches!(after, ":" | ".") || after.is_empty() && (styled || bar || lone_stop);
    (is_caption && !rest.is_empty()).then(|| Caption {
        is_table,
        number: number.to_owned(),
        pieces: 2 + usize::from(bar || lone_stop),
    })
}

/// A number in capital Roman digits, and what follows it in the word.
fn split_roman(word: &str) -> Option<(&str, &str)> {
    let end = word.bytes().take_while(|b| b"IVXL".contains(b)).count();
    (1..8).contains(&end).then(|| word.split_at(end))
}

impl Caption {
    /// Writes the float that the paragraph is the caption of: its tables and, if it has none and is a figure, its
    /// picture. `is_above` says that the caption stands above the tables.
    pub(super) fn write(&self, paragraph: Vec<Piece>, tables: &[Table<'_>], is_above: bool, document: &mut Document) {
        let environment = if self.is_table { "table" } else { "figure" };
        document.writer.next_block();
        document.writer.raw(&format!("\\begin{{{environment}}}\n\\centering\n"));
        if !self.is_table && tables.is_empty() {
            let number = &self.number;
            document.writer.raw(&format!("\\includegraphics{{figure_{number}}}\n"));
        }
        if is_above {
            self.write_text(paragraph, document);
            write_tables(tables, document);
        } else {
            write_tables(tables, document);
            self.write_text(paragraph, document);
        }
        document.writer.raw(&format!("\\end{{{environment}}}"));
        document.writer.next_block();
    }

    fn write_text(&self, paragraph: Vec<Piece>, document: &mut Document) {
        let text: Vec<Piece> = paragraph.into_iter().skip(self.pieces).collect();
        let base = base_style(&text);
        let label = if self.is_table { "tab:table" } else { "fig:figure" };
        document.writer.raw("\\caption{");
        document.writer.text(&references::link(text), base);
        let number = &self.number;
        document.writer.raw(&format!("}}\n\\label{{{label}_{number}}}\n"));
    }
}

pub(super) fn write_tables(tables: &[Table<'_>], document: &mut Document) {
    for table in tables {
        table.write(&mut document.writer, &document.vocabulary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::BBox;

    fn words(text: &str) -> Vec<Piece> {
        let word = |latex: &str| Piece {
            latex: latex.into(),
            style: Some(Style::Roman),
            spaced: true,
            kind: Kind::Text,
            around: ("", ""),
            bbox: BBox::default(),
            confidence: 1.0,
        };
        text.split(' ').map(word).collect()
    }

    #[test]
    fn captions_begin_with_a_name_and_a_number_set_off() {
        let number = |text: &str| caption(&words(text)).map(|caption| caption.number);
        assert_eq!(number("Figure 3: The plot"), Some("3".to_owned()));
        assert_eq!(number("Table 2.1. Values"), Some("2.1".to_owned()));
        assert_eq!(number("TABLE IV: Values"), Some("IV".to_owned()));
        assert_eq!(number("Figure 3 shows it"), None);
        assert_eq!(number("Figure 3:"), None);
    }
}
