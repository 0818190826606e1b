//! Plain text, as other programs read it from a page. Without sizes, styles and places, only words and numbers show the
//! kind of a paragraph.

use texlens_vocabulary::{BBox, Style};

use super::look::Looks;
use super::number::Number;
use super::{caption, heading};
use crate::typeset::document::Document;
use crate::typeset::latex::Latex;
use crate::typeset::text::{self, Piece};
use crate::typeset::{references, symbols};

/// Maximum number of words in a heading.
const LONGEST_HEADING: usize = 12;
/// Headings without a number (`\section*` in classes and in the sources of authors).
const UNNUMBERED: &[&str] = &[
    "abstract",
    "acknowledgements",
    "acknowledgments",
    "bibliography",
    "conclusion",
    "conclusions",
    "discussion",
    "introduction",
    "references",
];

/// Returns the words of a line.
pub(crate) fn pieces(line: &str) -> Vec<Piece> {
    let piece = |word: &str| Piece::without_glyphs(&word.chars().map(character).collect::<String>());
    line.split_whitespace().map(piece).collect()
}

fn character(c: char) -> String {
    let latex = symbols::text_latex(c.encode_utf8(&mut [0; 4])).into_owned();
    let name = latex.strip_prefix('\\').unwrap_or_default();
    let is_word = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic());
    if is_word { latex + "{}" } else { latex }
}

/// Writes a paragraph: a heading, a caption, or text with its references and citations.
pub(crate) fn write(lines: Vec<Vec<Piece>>, document: &mut Document) {
    let title = title(&lines);
    let pieces = text::join_lines(lines, &document.vocabulary);
    if let Some((number, skip)) = title {
        let title = heading::Title {
            command: Looks::default().command(number.as_ref().map_or(1, |number| number.level(false))),
            number: number.map(|number| number.text.into()),
            latex: Latex::join(pieces.into_iter().skip(skip).map(|piece| piece.latex), " "),
            bbox: BBox::default(),
            confidence: 1.0,
        };
        title.write(document);
    } else if let Some(caption) = caption::caption(&pieces) {
        caption.write(pieces, document);
    } else {
        document.writer.next_block();
        let pieces = references::link_among(pieces, &mut document.targets);
        document.writer.text(&pieces, Style::Roman);
    }
}

/// Returns the number of a heading and the number of pieces that it takes. A heading stands on a separate line and ends
/// without a full stop.
fn title(lines: &[Vec<Piece>]) -> Option<(Option<Number>, usize)> {
    let [line] = lines else { return None };
    let [first, rest @ ..] = line.as_slice() else {
        return None;
    };
    let is_short = line.len() <= LONGEST_HEADING;
    let is_sentence = line
        .last()
        .is_some_and(|last| last.latex.ends_with(['.', ',', ';', ':']));
    if rest.is_empty() {
        let is_known = UNNUMBERED.contains(&first.latex.to_lowercase().as_str());
        return is_known.then_some((None, 0));
    }
    let is_capital = rest
        .first()
        .is_some_and(|word| word.latex.starts_with(char::is_uppercase));
    let number = Number::parse(&first.latex)?;
    (is_short && !is_sentence && is_capital).then_some((Some(number), 1))
}

#[cfg(test)]
mod tests {
    use crate::typeset::typeset_text;

    fn written(paragraphs: &[&[&str]]) -> String {
        let lines = |lines: &&[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        typeset_text(&paragraphs.iter().map(lines).collect::<Vec<Vec<String>>>())
    }

    #[test]
    fn words_and_numbers_make_headings_captions_and_references() {
        let page: &[&[&str]] = &[
            &["Abstract"],
            &["We give 50% of a re-", "sult [1, 3] in Figure 2."],
            &["2.1 Main Results"],
            &["Figure 2: The plot."],
            &["3 Apples were eaten by us."],
        ];
        assert_eq!(
            written(page),
            "\\section{Abstract}\n\nWe give 50\\% of a result \\cite{1,3} in Figure~\\ref{fig:figure_2}.\n\n\
             \\subsection{Main Results}\\label{sec:section_2.1}\n\n\
             \\begin{figure}\n\\centering\n\\includegraphics{figure_2}\n\\caption{The plot.}\n\\label{fig:figure_2}\n\
             \\end{figure}\n\n3 Apples were eaten by us.\n"
        );
    }

    #[test]
    fn lines_behind_the_heading_of_a_bibliography_are_entries() {
        let page: &[&[&str]] = &[
            &["As in [2]."],
            &["References"],
            &[
                "[1] A. Miller. Some rings. Wiley, 2001.",
                "[2] B. Costa. On gaps. Annals of",
                "Numbers, 3:1-9, 1999.",
            ],
        ];
        assert_eq!(
            written(page),
            "As in \\cite{2}.\n\n\\section{References}\n\n\
             @book{1,\n  author = {Miller, A.},\n  title = {Some rings},\n  publisher = {Wiley},\n  year = {2001}\n}\n\n\
             @article{2,\n  author = {Costa, B.},\n  title = {On gaps},\n  journal = {Annals of Numbers},\n  \
             volume = {3},\n  pages = {1--9},\n  year = {1999}\n}\n"
        );
    }

    #[test]
    fn characters_of_tex_are_escaped() {
        assert_eq!(
            written(&[&["a_b \\ {x} ^ <"]]),
            "a\\_b \\textbackslash{} \\{x\\} \\textasciicircum{} \\textless{}\n"
        );
        assert_eq!(written(&[]), "");
    }
}
