//! Theorem-like blocks. `\newtheorem` and `amsthm` set a name, a number and perhaps a note before the text, and
//! vertical space around the block. The text of plain theorems is in italics; proofs end with a box.

use texlens_vocabulary::Style;

use super::base_style::main_style;
use super::block::{Block, Paragraph, Theorem};
use super::row::Row;
use super::{display, paragraph};
use crate::typeset::document::Document;
use crate::typeset::text::{self, Piece};

/// Names of theorem-like blocks, and the environments of the standard preamble that set them.
const NAMES: &[(&str, &str)] = &[
    ("Theorem", "theorem"),
    ("Lemma", "lemma"),
    ("Proposition", "proposition"),
    ("Corollary", "corollary"),
    ("Definition", "definition"),
    ("Remark", "remark"),
    ("Example", "example"),
];
/// Names of such blocks without an environment in the standard preamble.
const OTHER_NAMES: [&str; 14] = [
    "Assumption",
    "Axiom",
    "Claim",
    "Conjecture",
    "Condition",
    "Criterion",
    "Exercise",
    "Fact",
    "Hypothesis",
    "Notation",
    "Observation",
    "Problem",
    "Property",
    "Question",
];
/// Maximum number of pieces in a note.
const LONGEST_NOTE: usize = 30;
/// Symbols that `\qed` sets.
const BOXES: &[&str] = &["$\\square$", "$\\Box$", "$\\blacksquare$", "$\\qedsymbol$"];

/// The name, number and note of a theorem, with the number of pieces that they take.
#[derive(Debug)]
struct Head {
    environment: &'static str,
    number: Option<String>,
    /// The range of the pieces of the note, including the parentheses.
    note: Option<(usize, usize)>,
    pieces: usize,
}

/// Gathers theorems and proofs with the blocks that belong to them.
pub(super) fn gather(blocks: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut out: Vec<Block<'_>> = Vec::with_capacity(blocks.len());
    let mut blocks = blocks.into_iter().peekable();
    while let Some(block) = blocks.next() {
        let Some(environment) = environment(&block) else {
            out.push(block);
            continue;
        };
        let is_proof = environment == "proof";
        let is_italic = is_italic(&block);
        let mut inner = vec![block];
        let mut is_closed = false;
        loop {
            let is_done = is_proof && inner.last().is_some_and(ends_with_box);
            let goes_on = |next: &Block<'_>| {
                if is_proof {
                    proof_goes_on(next)
                } else {
                    goes_on(next, is_italic)
                }
            };
            is_closed |= is_done;
            match blocks.next_if(|next| !is_done && goes_on(next)) {
                Some(next) => inner.push(next),
                None => break,
            }
        }
        if let Some(Block::Display(rows)) = inner.last_mut().filter(|_| is_proof) {
            display::take_box(rows);
        }
        if is_proof && !is_closed {
            // Without a box, only the first paragraph certainly belongs to the proof.
            let rest = inner.split_off(1);
            out.push(Block::Theorem(Theorem {
                environment,
                blocks: inner,
            }));
            out.extend(rest);
            continue;
        }
        out.push(Block::Theorem(Theorem {
            environment,
            blocks: inner,
        }));
    }
    out
}

/// Whether the row begins with the head of a theorem.
pub(super) fn begins(row: &Row<'_>) -> bool {
    head(&row.pieces()).is_some()
}

/// Whether the row begins with the head of a theorem-like block, also of one that the standard preamble lacks: a name
/// and a number.
pub(super) fn is_head(row: &Row<'_>) -> bool {
    let pieces = row.pieces();
    let first = pieces.first().map(|first| first.latex.as_str()).unwrap_or_default();
    let is_named = OTHER_NAMES.contains(&first) && pieces.get(1).is_some_and(|piece| number(&piece.latex).is_some());
    is_named || head(&pieces).is_some()
}

/// Returns the environment that the block begins.
fn environment(block: &Block<'_>) -> Option<&'static str> {
    let Block::Paragraph(paragraph) = block else {
        return None;
    };
    let pieces: Vec<Piece> = paragraph.rows.iter().take(2).flat_map(|row| row.pieces()).collect();
    head(&pieces)
        .filter(|_| paragraph.label.is_none())
        .map(|head| head.environment)
}

/// Whether the next block is part of a theorem: a display, a paragraph that continues a sentence, or italics like those
/// of the theorem.
fn goes_on(block: &Block<'_>, is_italic: bool) -> bool {
    match block {
        Block::Display(_) => true,
        Block::Paragraph(paragraph) if paragraph.continues => environment(block).is_none(),
        Block::Paragraph(_) | Block::List(_) => is_italic && self::is_italic(block) && environment(block).is_none(),
        _ => false,
    }
}

fn proof_goes_on(block: &Block<'_>) -> bool {
    matches!(block, Block::Display(_) | Block::Paragraph(_) | Block::List(_)) && environment(block).is_none()
}

/// Whether most words of the block are in italics.
fn is_italic(block: &Block<'_>) -> bool {
    let rows = block.leaves().into_iter().filter_map(|leaf| leaf.text_rows()).flatten();
    let styles: Vec<Style> = rows
        .flat_map(|row| row.pieces())
        .filter_map(|piece| piece.style)
        .collect();
    let italic = styles
        .iter()
        .filter(|style| matches!(style, Style::Italic | Style::Slanted))
        .count();
    5 * italic > 3 * styles.len()
}

fn ends_with_box(block: &Block<'_>) -> bool {
    if let Block::Display(rows) = block {
        return display::ends_with_box(rows);
    }
    let rows = block.leaves().pop().and_then(Block::text_rows).unwrap_or_default();
    let last = rows.last().and_then(|row| row.pieces().pop());
    last.is_some_and(|piece| BOXES.contains(&piece.latex.as_str()))
}

/// Returns the head that the pieces begin with. Its style is one in which running text does not begin a sentence.
fn head(pieces: &[Piece]) -> Option<Head> {
    let first = pieces
        .first()
        .filter(|first| first.style.is_some_and(|style| style != Style::Roman))?;
    let name = first.latex.trim_end_matches(['.', ':']);
    if name == "Proof" && name.len() < first.latex.len() {
        return Some(Head {
            environment: "proof",
            number: None,
            note: None,
            pieces: 1,
        });
    }
    let (_, environment) = NAMES.iter().find(|(known, _)| *known == name)?;
    let number = pieces.get(1).and_then(|piece| number(&piece.latex));
    let mut head = Head {
        environment,
        pieces: 1 + usize::from(number.is_some()),
        number,
        note: None,
    };
    let is_over = pieces
        .get(head.pieces - 1)
        .is_some_and(|piece| piece.latex.ends_with(['.', ':']));
    if pieces
        .get(head.pieces)
        .is_some_and(|piece| !is_over && piece.latex.starts_with('('))
    {
        let end = pieces
            .iter()
            .take(head.pieces + LONGEST_NOTE)
            .skip(head.pieces)
            .position(closes_note)?;
        head.note = Some((head.pieces, head.pieces + end + 1));
        head.pieces += end + 1;
    }
    let is_stop = |piece: &Piece| !piece.spaced && matches!(piece.latex.as_str(), "." | ":" | ").");
    head.pieces += usize::from(pieces.get(head.pieces).is_some_and(is_stop));
    Some(head)
}

fn closes_note(piece: &Piece) -> bool {
    piece.latex.trim_end_matches(['.', ':']).ends_with(')')
}

/// Returns the number in `3`, `2.1.` or `A.1:`.
fn number(printed: &str) -> Option<String> {
    let number = printed.trim_end_matches(['.', ':']);
    let is_number = number.len() < 8
        && number.bytes().any(|b| b.is_ascii_digit())
        && number
            .bytes()
            .all(|b| b.is_ascii_digit() || b == b'.' || b.is_ascii_uppercase());
    is_number.then(|| number.to_owned())
}

impl Theorem<'_> {
    pub(super) fn write(&self, document: &mut Document) {
        document.writer.next_block();
        document.writer.raw(&format!("\\begin{{{}}}", self.environment));
        for (i, block) in self.blocks.iter().enumerate() {
            match block {
                Block::Paragraph(paragraph) if i == 0 => write_first(paragraph, document),
                block => block.write(document),
            }
        }
        document.writer.next_line();
        document.writer.raw(&format!("\\end{{{}}}", self.environment));
        document.writer.next_block();
    }
}

/// Writes the note and the label from the head of a theorem, then the text.
fn write_first(paragraph: &Paragraph<'_>, document: &mut Document) {
    let mut pieces = paragraph.pieces(document);
    let Some(head) = head(&pieces) else { return };
    if let Some(note) = head.note.and_then(|(start, end)| pieces.get(start..end)) {
        let note = without_parentheses(note.to_vec());
        let style = main_style(&note);
        document.writer.optional(&note, style);
    }
    document.writer.next_line();
    if let Some(number) = &head.number {
        let named = pieces.get(..2).unwrap_or_default();
        let label = format!("thm:{}_{number}", head.environment);
        document.writer.label(&label, text::sources(named));
        document.writer.raw("\n");
    }
    pieces.drain(..head.pieces.min(pieces.len()));
    if head.environment == "proof" {
        pieces.pop_if(|last| BOXES.contains(&last.latex.as_str()));
    }
    let style = main_style(&pieces);
    paragraph::write_in(pieces, style, document);
}

fn without_parentheses(mut note: Vec<Piece>) -> Vec<Piece> {
    if let Some(first) = note.first_mut() {
        let end = first.latex.len();
        first.latex = std::mem::take(&mut first.latex).slice(1..end);
    }
    if let Some(last) = note.last_mut() {
        let end = last.latex.trim_end_matches(['.', ':']).len().saturating_sub(1);
        last.latex = std::mem::take(&mut last.latex).slice(0..end);
    }
    note.retain(|piece| !piece.latex.is_empty());
    note
}
