//! Algorithms (`\begin{algorithm}` of packages algorithm and algorithm2e). The caption begins with a bold name and a
//! number. Below it stands one statement a line, with bold keywords, indented by nesting, perhaps with line numbers.
//! The output uses the commands of algpseudocode, which sets the same keywords.

use texlens_vocabulary::{Style, TokenKind};

use super::block::{Algorithm, Block};
use super::caption;
use super::row::Row;
use super::view::View;
use crate::typeset::document::Document;
use crate::typeset::references::{self, split_number};
use crate::typeset::text::{self, Piece};
use crate::typeset::words::Segment;

/// Upper bound of the distance from one line to the next, relative to the leading of the column.
const FARTHEST: f32 = 1.45;
/// The same bound below the caption, where there may be a rule.
const BELOW_CAPTION: f32 = 1.8;
/// Upper bound of the white space, in em, between the end of a full line and the margin.
const FULL: f32 = 3.0;
/// Differences of indentation below this, in em, do not count.
const LEVEL: f32 = 0.4;

/// Maximum depth of blocks of statements; deeper blocks are written as plain statements.
const MAX_DEPTH: usize = 40;

/// A keyword that opens a block of statements.
struct Keyword {
    printed: &'static str,
    /// The commands before and after the block.
    begin: &'static str,
    end: &'static str,
    /// The number of arguments of `begin`.
    arguments: usize,
}

const fn keyword_of(printed: &'static str, begin: &'static str, end: &'static str, arguments: usize) -> Keyword {
    Keyword {
        printed,
        begin,
        end,
        arguments,
    }
}

/// Keywords; the first one that fits counts.
const KEYWORDS: &[Keyword] = &[
    keyword_of("for all", "\\ForAll", "\\EndFor", 1),
    keyword_of("foreach", "\\ForAll", "\\EndFor", 1),
    keyword_of("for", "\\For", "\\EndFor", 1),
    keyword_of("while", "\\While", "\\EndWhile", 1),
    keyword_of("if", "\\If", "\\EndIf", 1),
    keyword_of("loop", "\\Loop", "\\EndLoop", 0),
    keyword_of("repeat", "\\Repeat", "\\Until{}", 0),
    keyword_of("procedure", "\\Procedure", "\\EndProcedure", 2),
    keyword_of("function", "\\Function", "\\EndFunction", 2),
];
/// Words after the condition of a block.
const CLOSERS: &[&str] = &["do", "then"];
/// Keywords before the condition of another branch.
const BRANCHES: &[&str] = &["else if", "elseif", "elsif", "elif"];

/// Whether the row begins the caption of an algorithm.
pub(super) fn begins(row: &Row<'_>) -> bool {
    number(&row.pieces()).is_some()
}

/// Returns the number in a caption such as `Algorithm 2`.
fn number(pieces: &[Piece]) -> Option<String> {
    let [name, number, ..] = pieces else { return None };
    let (number, after) = split_number(&number.latex)?;
    let is_bold = name.style.is_some_and(Style::is_bold);
    let is_name = name.latex.as_str() == "Algorithm" && matches!(after, "" | ":" | ".");
    (is_bold && is_name).then(|| number.to_owned())
}

/// Whether the row continues the algorithm above it.
pub(super) fn goes_on(view: &View<'_, '_>) -> bool {
    let Some(Block::Algorithm(Algorithm { rows, .. })) = view.blocks.last() else {
        return false;
    };
    let steps = rows.windows(2).skip(1).filter_map(|pair| match pair {
        [above, below] => Some(below.line.baseline - above.line.baseline),
        _ => None,
    });
    let leading = steps.fold(view.column.leading, f32::max).min(1.6 * view.column.leading);
    let reach = if rows.len() == 1 { BELOW_CAPTION } else { FARTHEST };
    // Below numbered lines, a row that begins left of their text is a line only if it has a number.
    let edge = text_edge(rows);
    let is_text =
        is_numbered(rows) && view.row.line.bbox.x0 < edge - LEVEL * view.body.size && !has_number(view.row, edge);
    view.gap_above() < reach * leading && !is_text
}

/// Adds a row to the algorithm above it or begins one with the row. `right` is the margin of the column.
pub(super) fn add<'a>(blocks: &mut Vec<Block<'a>>, row: Row<'a>, goes_on: bool, right: f32) {
    match blocks.last_mut() {
        Some(Block::Algorithm(algorithm)) if goes_on => algorithm.rows.push(row),
        _ => blocks.push(Block::Algorithm(Algorithm { rows: vec![row], right })),
    }
}

/// Returns the x at which the text after the line number of a row begins.
fn line_number(row: &Row<'_>) -> Option<f32> {
    let [first, second, ..] = row.segments.as_slice() else {
        return None;
    };
    let symbols = first.symbols();
    let digits = symbols.trim_end_matches([':', '.']);
    let is_number = (1..4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    (is_number && second.bbox().x0 - first.bbox().x1 > 0.2 * row.line.size).then(|| second.bbox().x0)
}

/// Whether a segment stands left of the text of numbered lines: a line number, perhaps a misread one.
fn has_number(row: &Row<'_>, edge: f32) -> bool {
    row.segments.len() > 1 && row.segments.first().is_some_and(|first| first.bbox().x1 < edge)
}

/// Whether the lines have numbers.
fn is_numbered(rows: &[Row<'_>]) -> bool {
    let numbered = rows.iter().filter(|row| line_number(row).is_some()).count();
    numbered > 0 && 3 * numbered >= rows.len()
}

/// Returns the x of the leftmost text after line numbers.
fn text_edge(rows: &[Row<'_>]) -> f32 {
    rows.iter().filter_map(line_number).fold(f32::INFINITY, f32::min)
}

/// A statement.
struct Line {
    indent: f32,
    pieces: Vec<Piece>,
}

/// Writes an algorithm.
pub(super) fn write(algorithm: &Algorithm<'_>, document: &mut Document) {
    let Algorithm { rows, right } = algorithm;
    let goes_on = |(above, row): &(&Row<'_>, &Row<'_>)| {
        is_full(above, *right) && line_number(row).is_none() && keyword(&row.pieces()).is_empty()
    };
    let head = 1 + rows.iter().zip(rows.iter().skip(1)).take_while(goes_on).count();
    let (head, body) = rows.split_at(head.min(rows.len()));
    document.writer.next_block();
    document.writer.raw("\\begin{algorithm}\n");
    write_caption(head, document);
    if !body.is_empty() {
        write_body(body, *right, document);
    }
    document.writer.raw("\\end{algorithm}");
    document.writer.next_block();
}

/// Whether a row leaves no room for another word.
fn is_full(row: &Row<'_>, right: f32) -> bool {
    row.line.bbox.x1 > right - FULL * row.line.size
}

fn write_caption(rows: &[Row<'_>], document: &mut Document) {
    let pieces = text::join_lines(rows.iter().map(Row::pieces), &document.vocabulary);
    let Some(number) = number(&pieces) else { return };
    let is_stop = |piece: &Piece| !piece.spaced && matches!(piece.latex.as_str(), ":" | ".");
    let stop = usize::from(pieces.get(2).is_some_and(is_stop));
    caption::write_with_label(pieces, 2 + stop, &format!("alg:algorithm_{number}"), document);
}

fn write_body(rows: &[Row<'_>], right: f32, document: &mut Document) {
    let is_numbered = is_numbered(rows);
    let lines = lines(rows, is_numbered, right, document);
    let numbers = if is_numbered { "[1]" } else { "" };
    document.writer.raw(&format!("\\begin{{algorithmic}}{numbers}\n"));
    let has_ends = lines.iter().any(|line| keyword(&line.pieces).starts_with("end"));
    let mut body = Body {
        document,
        open: Vec::new(),
        has_ends,
    };
    for line in lines {
        body.statement(line);
    }
    body.close_from(0);
    document.writer.raw("\\end{algorithmic}\n");
}

/// Returns the statements in the rows. A row without a line number continues the statement above it; if lines have no
/// numbers, a row after a full line does.
fn lines(rows: &[Row<'_>], is_numbered: bool, right: f32, document: &Document) -> Vec<Line> {
    let edge = text_edge(rows);
    let mut lines: Vec<(f32, Vec<Vec<Piece>>)> = Vec::new();
    let mut was_full = false;
    for row in rows {
        let has_number = is_numbered && has_number(row, edge);
        let bars = row
            .segments
            .iter()
            .skip(usize::from(has_number))
            .take_while(|first| is_bar(first));
        let segments = row
            .segments
            .get(usize::from(has_number) + bars.count()..)
            .unwrap_or_default();
        let pieces = text::pieces(segments, &row.line);
        let starts = !keyword(&pieces).is_empty() || if is_numbered { has_number } else { !was_full };
        was_full = is_full(row, right);
        match lines.last_mut() {
            Some((_, parts)) if !starts => parts.push(pieces),
            _ => lines.push((
                segments.first().map_or(0.0, |first| first.bbox().x0 / row.line.size),
                vec![pieces],
            )),
        }
    }
    let joined = |(indent, parts)| Line {
        indent,
        pieces: references::link(text::join_lines(parts, &document.vocabulary)),
    };
    lines.into_iter().map(joined).collect()
}

/// Whether the segment is a line down the side of a block, as algorithm2e draws it, that was read as bars.
fn is_bar(segment: &Segment<'_>) -> bool {
    let symbols = segment.symbols();
    !symbols.is_empty() && symbols.bytes().all(|b| b == b'|')
}

/// Returns the bold words that a statement begins with, in small letters.
fn keyword(pieces: &[Piece]) -> String {
    let bold = pieces
        .iter()
        .take_while(|piece| piece.style.is_some_and(Style::is_bold));
    let words: Vec<String> = bold.map(|piece| piece.latex.to_lowercase()).collect();
    words.join(" ")
}

/// An open block of statements.
struct Open {
    keyword: &'static Keyword,
    indent: f32,
}

struct Body<'d> {
    document: &'d mut Document,
    open: Vec<Open>,
    /// Whether the ends of blocks are printed; otherwise indentation shows them.
    has_ends: bool,
}

impl Body<'_> {
    fn statement(&mut self, line: Line) {
        let words = keyword(&line.pieces);
        if !self.has_ends {
            let is_branch = words.starts_with("el") || words.starts_with("until");
            self.close_indented(line.indent + if is_branch { LEVEL } else { -LEVEL });
        }
        let opening = KEYWORDS.iter().find(|keyword| begins_with(&words, keyword.printed));
        if words.starts_with("end") {
            self.end(&words, line.pieces);
        } else if words.starts_with("el") && self.close_inside("\\If") {
            self.branch(&words, line.pieces);
        } else if begins_with(&words, "until") && self.close_inside("\\Repeat") {
            self.open.pop();
            self.command("\\Until", Some(strip(line.pieces, 1)));
        } else if let Some(keyword) = opening.filter(|_| self.open.len() < MAX_DEPTH) {
            self.begin(keyword, line);
        } else {
            self.plain(&words, line.pieces);
        }
    }

    /// Writes a statement that opens no block.
    fn plain(&mut self, words: &str, mut pieces: Vec<Piece>) {
        let (command, taken) = match words {
            "require:" => ("\\Require ", 1),
            "ensure:" => ("\\Ensure ", 1),
            words if begins_with(words, "return") => ("\\State \\Return ", 1),
            _ => ("\\State ", 0),
        };
        self.indent();
        self.document.writer.raw(command);
        pieces.drain(..taken.min(pieces.len()));
        let (pieces, comment) = split_comment(pieces);
        self.document.writer.text(&pieces, Style::Roman);
        self.end_line(&comment);
    }

    /// Writes a statement that opens a block.
    fn begin(&mut self, keyword: &'static Keyword, line: Line) {
        let words = keyword.printed.split(' ').count();
        match keyword.arguments {
            0 => self.command(keyword.begin, None),
            1 => self.command(keyword.begin, Some(strip(line.pieces, words))),
            _ => {
                let (signature, comment) = split_comment(line.pieces);
                let Some((name, arguments)) = split_signature(&signature) else {
                    return self.plain("", signature);
                };
                self.indent();
                self.document.writer.raw(keyword.begin);
                self.argument(&name);
                self.argument(&arguments);
                self.end_line(&comment);
            }
        }
        self.open.push(Open {
            keyword,
            indent: line.indent,
        });
    }

    /// Writes `else` or `else if`, which stand at the level of their block.
    fn branch(&mut self, words: &str, mut pieces: Vec<Piece>) {
        let block = self.open.pop();
        let condition = BRANCHES.iter().find(|branch| begins_with(words, branch));
        let rest = match condition {
            Some(branch) => {
                self.command("\\ElsIf", Some(strip(pieces, branch.split(' ').count())));
                Vec::new()
            }
            None => {
                self.command("\\Else", None);
                pieces.split_off(1.min(pieces.len()))
            }
        };
        self.open.extend(block);
        if !rest.is_empty() {
            self.plain("", rest);
        }
    }

    /// Closes the innermost block of the printed name, or the innermost block if the end has no name.
    fn end(&mut self, words: &str, pieces: Vec<Piece>) {
        let name = words.trim_start_matches("end").trim_matches([' ', ';', '.']);
        let named = KEYWORDS.iter().find(|keyword| keyword.printed == name);
        let is_meant = |open: &Open| named.is_none_or(|named| open.keyword.end == named.end);
        match self.open.iter().rposition(is_meant) {
            Some(at) => self.close_from(at),
            None => self.plain("", pieces),
        }
    }

    /// Closes the blocks inside the innermost block that begins with this command. Returns whether there is one.
    fn close_inside(&mut self, begin: &str) -> bool {
        let at = self.open.iter().rposition(|open| open.keyword.begin == begin);
        if let Some(at) = at {
            self.close_from(at + 1);
        }
        at.is_some()
    }

    /// Closes the blocks that are indented farther than `indent`.
    fn close_indented(&mut self, indent: f32) {
        let at = self.open.iter().position(|open| open.indent > indent);
        self.close_from(at.unwrap_or(self.open.len()));
    }

    fn close_from(&mut self, at: usize) {
        while self.open.len() > at {
            if let Some(open) = self.open.pop() {
                self.command(open.keyword.end, None);
            }
        }
    }

    /// Writes a command on a separate line, with its condition and the comment after it.
    fn command(&mut self, command: &str, condition: Option<Vec<Piece>>) {
        self.indent();
        self.document.writer.raw(command);
        let (condition, comment) = match condition {
            Some(pieces) => {
                let (condition, comment) = split_comment(pieces);
                (Some(condition), comment)
            }
            None => (None, Vec::new()),
        };
        if let Some(condition) = condition {
            self.argument(&condition);
        }
        self.end_line(&comment);
    }

    fn argument(&mut self, pieces: &[Piece]) {
        self.document.writer.raw("{");
        self.document.writer.text(pieces, Style::Roman);
        self.document.writer.raw("}");
    }

    fn end_line(&mut self, comment: &[Piece]) {
        if !comment.is_empty() {
            self.document.writer.raw("\\Comment");
            self.argument(comment);
        }
        self.document.writer.raw("\n");
    }

    /// Writes two spaces for each level.
    fn indent(&mut self) {
        let spaces = "  ".repeat(self.open.len());
        self.document.writer.raw(&spaces);
    }
}

/// Splits `procedure f(x, y)` into the name and the arguments.
fn split_signature(pieces: &[Piece]) -> Option<(Vec<Piece>, Vec<Piece>)> {
    let [_, name, arguments @ ..] = pieces else { return None };
    let mut name = name.clone();
    name.style = Some(Style::Roman);
    let mut arguments = arguments.to_vec();
    if let Some(first) = arguments.first_mut() {
        let inner = first.latex.strip_prefix("$(").map(|rest| format!("${rest}"));
        let inner = inner.or_else(|| first.latex.strip_prefix('(').map(str::to_owned))?;
        first.latex.rewrite(inner);
    }
    if let Some(last) = arguments.last_mut() {
        let inner = last.latex.strip_suffix(")$").map(|rest| format!("{rest}$"));
        let inner = inner.or_else(|| last.latex.strip_suffix(')').map(str::to_owned))?;
        last.latex.rewrite(inner);
    }
    // A formula cannot be empty.
    arguments.retain(|piece| !matches!(piece.latex.as_str(), "" | "$" | "$$"));
    Some((vec![name], arguments))
}

fn begins_with(words: &str, name: &str) -> bool {
    words
        .strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Returns a condition without the keyword of `count` words before it and the keyword after it.
fn strip(mut pieces: Vec<Piece>, count: usize) -> Vec<Piece> {
    pieces.drain(..count.min(pieces.len()));
    let end = pieces.iter().position(is_comment).unwrap_or(pieces.len());
    let last = end
        .checked_sub(1)
        .and_then(|last| pieces.get(last).map(|piece| (last, piece)));
    let closer =
        last.filter(|(_, piece)| piece.style.is_some_and(Style::is_bold) && CLOSERS.contains(&piece.latex.as_str()));
    if let Some((at, _)) = closer {
        pieces.remove(at);
    }
    pieces
}

/// Whether the piece is the sign that begins a comment.
fn is_comment(piece: &Piece) -> bool {
    piece.kind == TokenKind::InlineMath && piece.latex.as_str() == "$\\triangleright$"
}

/// Returns the pieces before and after the sign of a comment.
fn split_comment(mut pieces: Vec<Piece>) -> (Vec<Piece>, Vec<Piece>) {
    let at = pieces.iter().position(is_comment).unwrap_or(pieces.len());
    let mut comment = pieces.split_off(at);
    if !comment.is_empty() {
        comment.remove(0);
    }
    (pieces, comment)
}
