//! Turns words into LaTeX: accents, special characters, style runs, words broken over lines.

use std::collections::{HashMap, HashSet};

use texlens_vocabulary::{BBox, Style, TokenKind};

use super::latex::{Latex, Source};
use super::lines::Line;
use super::mark::{self, Mark};
use super::math;
use super::symbols::{self, Class};
use super::words::{Cell, Segment};

/// LaTeX for a word, a part of a word in one style, or a formula.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub(super) latex: Latex,
    /// `None` for formulas, which have no text style.
    pub(super) style: Option<Style>,
    /// Whether white space stands before the piece.
    pub(super) spaced: bool,
    pub(super) kind: TokenKind,
    /// LaTeX before and after the piece that stands for nothing on the page.
    pub(super) around: (&'static str, &'static str),
    pub(super) bbox: BBox,
    pub(super) confidence: f32,
}

/// Returns the pieces of a line.
pub(super) fn pieces(segments: &[Segment<'_>], line: &Line<'_>) -> Vec<Piece> {
    let of_segment = |segment: &Segment<'_>| {
        if segment.is_math {
            formula(segment, line).into_iter().collect()
        } else {
            word(segment)
        }
    };
    let mut pieces: Vec<Piece> = segments.iter().flat_map(of_segment).collect();
    settle_short_words(&mut pieces);
    pieces
}

/// Returns a formula; `None` if nothing is written for its glyphs, since an empty formula would begin a display.
fn formula(segment: &Segment<'_>, line: &Line<'_>) -> Option<Piece> {
    let marks: Vec<Mark<'_>> = segment
        .cells
        .iter()
        .flat_map(|cell| cell.marks.iter().copied())
        .collect();
    let rules: Vec<BBox> = segment
        .cells
        .iter()
        .flat_map(|cell| cell.rules.iter().copied())
        .collect();
    let mut latex = math::latex(&marks, &rules, line.size).trimmed();
    if latex.is_empty() {
        return None;
    }
    if segment.is_script() {
        // A script of the word before, or the mark of a footnote.
        let up = marks.first().is_some_and(|mark| mark.baseline < line.baseline);
        latex = Latex::from(if up { "^{" } else { "_{" }) + latex + "}";
    }
    Some(Piece {
        latex: Latex::from("$") + latex + "$",
        style: None,
        spaced: segment.spaced,
        kind: TokenKind::InlineMath,
        around: ("", ""),
        bbox: segment.bbox(),
        confidence: segment.confidence(),
    })
}

/// Returns one piece for each style in the word, and for each raised part of the word.
fn word(segment: &Segment<'_>) -> Vec<Piece> {
    let styles = styles(&segment.cells);
    let cells: Vec<(&Cell<'_>, Style)> = segment.cells.iter().zip(styles).collect();
    let parts = cells.chunk_by(|(a, style), (b, next)| style == next && a.is_script == b.is_script);
    parts
        .enumerate()
        .map(|(i, part)| piece(part, segment.spaced && i == 0))
        .collect()
}

/// Turns cells of one style into a piece.
fn piece(cells: &[(&Cell<'_>, Style)], spaced: bool) -> Piece {
    let marks = || cells.iter().flat_map(|(cell, _)| &cell.marks);
    let style = cells.first().map(|(_, style)| *style);
    let is_raised = cells.first().is_some_and(|(cell, _)| cell.is_script);
    let written = |(cell, style): &(&Cell<'_>, Style)| Latex::of(character(cell, *style), mark::sources(&cell.marks));
    let plain = || Latex::join(cells.iter().map(written), "");
    let latex = match url(cells) {
        Some(url) => Latex::of(url, mark::sources(marks())),
        None if is_raised => Latex::from("\\textsuperscript{") + plain() + "}",
        None => plain(),
    };
    let is_url = latex.starts_with(URL);
    Piece {
        latex,
        style: if is_url { Some(Style::Roman) } else { style },
        spaced,
        kind: TokenKind::Text,
        around: ("", ""),
        bbox: mark::bounds(cells.iter().map(|(cell, _)| &cell.bbox)),
        confidence: marks().map(|mark| mark.confidence).fold(1.0, f32::min),
    }
}

/// Start of the command for web addresses (package url), which sets them in typewriter type and breaks them over lines
/// without a hyphen.
const URL: &str = "\\url{";

/// Returns the command for a web address, if the word is an address that the command accepts.
fn url(cells: &[(&Cell<'_>, Style)]) -> Option<String> {
    let is_typed = cells.iter().all(|(_, style)| *style == Style::Typewriter);
    let plain: String = cells
        .iter()
        .filter_map(|(cell, _)| cell.base())
        .map(|mark| symbols::code(mark.symbol))
        .collect();
    let is_address = ["http://", "https://", "ftp://", "www."]
        .iter()
        .any(|start| plain.starts_with(start));
    let address = address(&plain).filter(|_| is_typed && is_address)?;
    Some(format!("{URL}{address}}}"))
}

/// Escapes an address so that the command accepts it in any place. Returns `None` for an address with braces,
/// backslashes or `^^`: TeX reads these as something else, beyond the end of the address.
pub(super) fn address(plain: &str) -> Option<String> {
    let is_simple = !plain.contains(['{', '}', '\\']) && !plain.contains("^^");
    is_simple.then(|| plain.replace('%', "\\%").replace('#', "\\#"))
}

/// Returns the address for a word that was written as code, as [`address`] does.
fn address_of_word(latex: &str) -> Option<String> {
    let escapes = [
        ("\\_", "_"),
        ("\\&", "&"),
        ("\\$", "$"),
        ("\\%", "%"),
        ("\\#", "#"),
        ("\\textasciitilde{}", "~"),
    ];
    let plain = escapes
        .iter()
        .fold(latex.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain));
    address(&plain)
}

/// Returns the style of each cell of a word. If glyphs are doubtful, changes of style inside a run of letters and
/// digits count as misreadings. Punctuation, whose style is hard to see, takes the style of its neighbours. A word that
/// is mostly code is all code.
fn styles(cells: &[Cell<'_>]) -> Vec<Style> {
    let style_of = |cell: &Cell<'_>| cell.base().map_or(Style::Roman, |mark| as_text(mark.style));
    let is_run = |i: &usize| {
        cells
            .get(*i)
            .and_then(Cell::base)
            .is_some_and(|mark| mark.is_letter() || mark.is_digit())
    };
    let mut styles: Vec<Style> = cells.iter().map(style_of).collect();
    if cells
        .iter()
        .flat_map(|cell| &cell.marks)
        .all(|mark| mark.confidence >= SURE)
    {
        return styles;
    }
    let mut start = 0;
    while let Some(first) = (start..cells.len()).find(is_run) {
        let end = (first..cells.len()).find(|i| !is_run(i)).unwrap_or(cells.len());
        smooth(&mut styles[first..end]);
        start = end;
    }
    let is_stop = |cell: &Cell<'_>| cell.base().is_some_and(|mark| ".,;:".contains(mark.symbol));
    let code = styles.iter().filter(|style| **style == Style::Typewriter).count();
    if 10 * code > 6 * styles.len() {
        let keeps_stop = cells.last().is_some_and(is_stop) && styles.last() == Some(&Style::Roman);
        let end = cells.len() - usize::from(keeps_stop);
        styles[..end].fill(Style::Typewriter);
        return styles;
    }
    for i in 1..cells.len().saturating_sub(1) {
        if !is_run(&i) && styles[i - 1] == styles[i + 1] {
            styles[i] = styles[i - 1];
        }
    }
    styles
}

/// Confidence from which on a glyph keeps its style.
const SURE: f32 = 0.99;
/// Words of at most this many characters say little about their style.
const SHORT: usize = 2;

/// Gives doubtful short words and numbers between words of one style that style.
fn settle_short_words(pieces: &mut [Piece]) {
    for i in 1..pieces.len().saturating_sub(1) {
        let Some([before, piece, after]) = pieces.get(i - 1..i + 2) else {
            continue;
        };
        let is_number = piece
            .latex
            .bytes()
            .all(|b| b.is_ascii_digit() || b".,-%\\".contains(&b));
        let is_short = piece.latex.len() <= SHORT || is_number;
        let is_alone = piece.spaced && after.spaced;
        let doubtful = piece.style.is_some() && piece.confidence < SURE;
        if is_short && is_alone && doubtful && before.style.is_some() && before.style == after.style {
            let style = before.style;
            if let Some(piece) = pieces.get_mut(i) {
                piece.style = style;
            }
        }
    }
}

/// Least number of letters of each style in a word of two styles.
const LEAST_RUN: usize = 3;

/// Gives all letters the most frequent style, unless the word clearly has two styles.
fn smooth(styles: &mut [Style]) {
    let mut counts: Vec<(Style, usize)> = Vec::new();
    for style in styles.iter() {
        match counts.iter_mut().find(|(known, _)| known == style) {
            Some((_, count)) => *count += 1,
            None => counts.push((*style, 1)),
        }
    }
    let Some((most, _)) = counts.into_iter().max_by_key(|(_, count)| *count) else {
        return;
    };
    let runs = || styles.chunk_by(|a, b| a == b);
    let is_split = runs().count() == 2 && runs().all(|run| run.len() >= LEAST_RUN);
    if !is_split {
        styles.fill(most);
    }
}

/// Replaces a style that text does not have by the nearest one that it has.
fn as_text(style: Style) -> Style {
    match style {
        Style::MathItalic => Style::Italic,
        Style::MathBoldItalic => Style::BoldItalic,
        Style::Calligraphic | Style::Blackboard | Style::Fraktur | Style::Script => Style::Roman,
        Style::SansBold => Style::SansBold,
        other => other,
    }
}

/// Writes a glyph of text with its accents. TeX sets accents as separate glyphs over the letter (The TeXbook, chapter
/// 9), except in fonts that have the accented letter.
fn character(cell: &Cell<'_>, style: Style) -> String {
    let Some(base) = cell.base() else { return String::new() };
    let accents = || cell.marks.iter().skip(1);
    if base.symbol == "\\imath" && accents().any(|mark| mark.symbol == "acc:dot") {
        return "i".to_owned();
    }
    let mut latex = if style == Style::Typewriter {
        typewriter(base.symbol)
    } else {
        symbols::text_latex(base.symbol).into_owned()
    };
    for command in accents().filter_map(|mark| symbols::text_accent(mark.symbol)) {
        let takes_braces = command.ends_with(|c: char| c.is_ascii_alphabetic());
        let bare = latex.chars().count() == 1 && !takes_braces;
        latex = if bare {
            format!("{command}{latex}")
        } else {
            format!("{command}{{{latex}}}")
        };
    }
    // The next letter must not become part of a control word.
    if is_control_word(&latex) {
        latex.push_str("{}");
    }
    latex
}

fn is_control_word(latex: &str) -> bool {
    latex
        .strip_prefix('\\')
        .is_some_and(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// Writes code in running text: characters that are special to TeX are escaped, all others stay as they were typed.
fn typewriter(symbol: &str) -> String {
    let code = symbols::code(symbol);
    if code.len() > 1 && code.starts_with('\\') {
        return symbols::text_latex(code).into_owned();
    }
    let escaped = |c: char| match c {
        '<' | '>' | '|' => c.to_string(),
        _ => symbols::text_latex(c.encode_utf8(&mut [0; 4])).into_owned(),
    };
    code.chars().map(escaped).collect()
}

/// First halves of English words in which both halves are words themselves: `everything`, `however`, `without`.
const JOINED: &[&str] = &[
    "any", "else", "every", "here", "how", "more", "other", "over", "some", "there", "under", "what", "when", "where",
    "with",
];

/// Words that have no capital in titles.
const SMALL: &[&str] = &[
    "a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "under", "via",
    "with",
];

/// Value of `Vocabulary::small_in_headings` above which headings are written like sentences.
const LEAST_SMALL: i32 = 2;

/// Words that stand unbroken on the pages. They tell a hyphen that broke a word from a hyphen that belongs to the word,
/// and restore the spelling of words that a class sets in capitals.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// All words, in small letters.
    words: HashSet<String>,
    /// Words that occur in capitals.
    capitals: HashSet<String>,
    /// Words that occur in small letters.
    small: HashSet<String>,
    /// Words that begin with a capital inside a sentence.
    names: HashSet<String>,
    /// Spellings of words with capitals inside, by the words in small letters.
    spelled: HashMap<String, String>,
    /// Number of heading words that begin with a small letter, less the number that begin with a capital. The first
    /// word of each heading does not count.
    small_in_headings: i32,
}

impl Vocabulary {
    pub(super) fn learn(&mut self, pieces: &[Piece]) {
        // The first and the last piece may be parts of broken words.
        for pair in pieces
            .get(..pieces.len().saturating_sub(1))
            .unwrap_or_default()
            .windows(2)
        {
            let [before, piece] = pair else { continue };
            if piece.kind != TokenKind::Text {
                continue;
            }
            let word = bare(&piece.latex);
            let letters = || piece.latex.chars().filter(|c| c.is_alphabetic());
            if letters().all(char::is_uppercase) {
                self.capitals.insert(word.clone());
            } else if letters().skip(1).any(char::is_uppercase) && !piece.latex.contains('\\') {
                let spelled = piece.latex.trim_matches(|c: char| !c.is_alphabetic());
                self.spelled.insert(word.clone(), spelled.to_owned());
            } else if !letters().any(char::is_uppercase) {
                self.small.insert(word.clone());
            } else if before.kind == TokenKind::Text
                && before.latex.ends_with(|c: char| c.is_alphanumeric() || c == ',')
            {
                self.names.insert(word.clone());
            }
            self.words.insert(word);
        }
    }

    /// Learns how the author capitalises headings, from a heading that is printed as it was written.
    pub(super) fn learn_heading(&mut self, pieces: &[Piece]) {
        let words = pieces.iter().skip(1).filter(|piece| piece.kind == TokenKind::Text);
        for piece in words.filter(|piece| !SMALL.contains(&bare(&piece.latex).as_str())) {
            self.small_in_headings += match piece.latex.chars().next() {
                Some(c) if c.is_lowercase() => 1,
                Some(c) if c.is_uppercase() => -1,
                _ => 0,
            };
        }
    }

    /// Whether headings are written like sentences, with a capital only at their beginning.
    pub(super) fn writes_sentences(&self) -> bool {
        self.small_in_headings > LEAST_SMALL
    }

    /// Returns a word of a title that a class sets in capitals as its author would write it. Acronyms and names keep
    /// their capitals: they have capitals in running text too.
    pub(super) fn without_capitals(&self, word: &str, is_first: bool) -> String {
        let plain = bare(word);
        let is_acronym = self.capitals.contains(&plain) && plain.chars().count() > 1;
        if is_acronym || word.chars().any(char::is_lowercase) || word.contains('\\') {
            return word.to_owned();
        }
        let small = word.to_lowercase();
        if let Some(spelled) = self.spelled.get(&plain) {
            return small.replacen(&plain, spelled, 1);
        }
        let is_name = self.names.contains(&plain) && !self.small.contains(&plain);
        let is_small = SMALL.contains(&plain.as_str()) || self.writes_sentences() && !is_name;
        if !is_first && is_small {
            return small;
        }
        let mut begins = true;
        let capitalised = small.chars().map(|c| {
            let first = std::mem::replace(&mut begins, !c.is_alphanumeric() && c != '\'' && c != '’');
            if first {
                c.to_uppercase().to_string()
            } else {
                c.to_string()
            }
        });
        capitalised.collect()
    }

    /// Whether a word broken after `left` is written without the hyphen.
    fn joins(&self, left: &str, right: &str) -> bool {
        let (left, right) = (bare(left.trim_end_matches('-')), bare(right));
        // TeX breaks a word that has a hyphen only at that hyphen.
        if left.contains('-') || right.contains('-') || self.words.contains(&format!("{left}-{right}")) {
            return false;
        }
        let are_words = left.len() > 3 && right.len() > 3 && self.words.contains(&left) && self.words.contains(&right);
        self.words.contains(&format!("{left}{right}")) || !are_words || JOINED.contains(&left.as_str())
    }
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase()
}

/// Joins the pieces of consecutive lines.
pub(super) fn join_lines(lines: impl IntoIterator<Item = Vec<Piece>>, vocabulary: &Vocabulary) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    for mut line in lines {
        if let (Some(last), Some(first)) = (all.last_mut(), line.first_mut()) {
            first.spaced = true;
            if last.kind == TokenKind::InlineMath && first.kind == TokenKind::InlineMath && last.is_open_formula() {
                continue_formula(last, line.remove(0));
            } else if last.is_open_url()
                && first.style == Some(Style::Typewriter)
                && let Some(address) = address_of_word(&first.latex)
            {
                continue_url(last, line.remove(0), address);
            } else if last.is_broken() && first.kind == TokenKind::Text {
                first.spaced = false;
                drop_hyphen(last, first, vocabulary);
            } else if last.kind == TokenKind::Text && last.latex.ends_with("---") {
                first.spaced = false;
            }
        }
        all.extend(line);
    }
    all.retain(|piece| !piece.latex.is_empty());
    all
}

/// Appends the second half of a word that was broken at the end of the page. The glyphs of the second half stand on
/// another page, so they are not recorded.
pub(super) fn complete(pieces: &mut [Piece], half: &Piece, vocabulary: &Vocabulary) {
    if let Some(last) = pieces.last_mut().filter(|last| last.is_broken()) {
        drop_hyphen(last, half, vocabulary);
        last.latex += half.latex.as_str();
    }
}

/// Removes a hyphen that broke a word, but not a hyphen that belongs to the word.
fn drop_hyphen(last: &mut Piece, first: &Piece, vocabulary: &Vocabulary) {
    let lower = first.latex.starts_with(|c: char| c.is_lowercase());
    let stem = last.latex.trim_end_matches('-').ends_with(|c: char| c.is_alphabetic());
    if lower && stem && vocabulary.joins(&last.latex, &first.latex) {
        last.latex.pop();
    }
}

/// Returns the glyphs of several pieces.
pub(super) fn sources(pieces: &[Piece]) -> Vec<Source> {
    pieces.iter().flat_map(|piece| piece.latex.sources()).collect()
}

impl Piece {
    /// Returns the piece without its glyphs, for a page on which they do not stand.
    pub(super) fn apart_from_glyphs(self) -> Self {
        Self {
            latex: self.latex.as_str().into(),
            ..self
        }
    }

    /// Creates a word in roman type, or a formula in dollars, that is known without its glyphs.
    pub(super) fn without_glyphs(latex: &str) -> Self {
        let is_formula = latex.starts_with('$');
        Self {
            latex: latex.into(),
            style: (!is_formula).then_some(Style::Roman),
            spaced: true,
            kind: if is_formula {
                TokenKind::InlineMath
            } else {
                TokenKind::Text
            },
            around: ("", ""),
            bbox: BBox::default(),
            confidence: 1.0,
        }
    }

    /// Whether the piece ends with a hyphen, which broke a word or belongs to it.
    pub(super) fn is_broken(&self) -> bool {
        self.kind == TokenKind::Text && self.latex.ends_with('-') && !self.latex.ends_with("--")
    }

    /// Whether the piece is a web address that may go on: package url breaks an address only after punctuation.
    fn is_open_url(&self) -> bool {
        let end = self.latex.strip_suffix('}').and_then(|url| url.chars().next_back());
        self.latex.starts_with(URL) && end.is_some_and(|last| !last.is_alphanumeric())
    }

    /// Whether the formula goes on: TeX breaks formulas only after relations and binary operations.
    fn is_open_formula(&self) -> bool {
        let body = self.latex.trim_end_matches('$').trim_end();
        let last = body.rsplit_once('\\').map_or("", |(_, name)| name);
        let is_word = !last.is_empty() && last.bytes().all(|b| b.is_ascii_alphabetic());
        let symbol = if is_word {
            body.get(body.len() - last.len() - 1..)
        } else {
            body.get(body.len().saturating_sub(1)..)
        };
        body.ends_with('-')
            || symbol.is_some_and(|symbol| {
                matches!(symbols::class(symbol), Class::Binary | Class::Relation) || symbol == "\\to"
            })
    }
}

/// Joins two halves of a web address. `address` is the second half as it is written in an address.
fn continue_url(first: &mut Piece, mut second: Piece, address: String) {
    second.latex.rewrite(address);
    first.latex.pop();
    first.latex += second.latex;
    first.latex += "}";
    first.confidence = first.confidence.min(second.confidence);
}

/// Joins two halves of a formula that was broken over lines. The box of the first half stands for both.
fn continue_formula(first: &mut Piece, second: Piece) {
    let end = first.latex.trim_end_matches('$').len();
    let start = second.latex.len() - second.latex.trim_start_matches('$').len();
    let mut body = std::mem::take(&mut first.latex).slice(0..end);
    let end = second.latex.len();
    math::join(&mut body, second.latex.slice(start..end));
    first.latex = body;
    first.confidence = first.confidence.min(second.confidence);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(lines: &[&[&str]]) -> Vec<String> {
        let lines = lines
            .iter()
            .map(|line| line.iter().map(|latex| Piece::without_glyphs(latex)).collect());
        join_lines(lines, &Vocabulary::default())
            .into_iter()
            .map(|piece| piece.latex.to_string())
            .collect()
    }

    #[test]
    fn hyphens_before_capitals_and_digits_stay() {
        assert_eq!(joined(&[&["trans-"], &["lation"]]), ["trans", "lation"]);
        assert_eq!(joined(&[&["Navier-"], &["Stokes"]]), ["Navier-", "Stokes"]);
        assert_eq!(joined(&[&["state-of-"], &["the-art"]]), ["state-of-", "the-art"]);
        assert_eq!(joined(&[&["19--"], &["20"]]), ["19--", "20"]);
    }

    #[test]
    fn two_words_of_the_page_make_a_compound() {
        let mut vocabulary = Vocabulary::default();
        vocabulary.learn(&["ing", "with", "high", "variance", "only", "without", "x"].map(Piece::without_glyphs));
        assert!(!vocabulary.joins("high-", "variance"));
        assert!(vocabulary.joins("vari-", "ance"));
    }

    #[test]
    fn addresses_are_broken_after_punctuation() {
        let typed = |latex: &str| Piece {
            style: Some(Style::Typewriter),
            ..Piece::without_glyphs(latex)
        };
        let urls = |first: &str| {
            let lines = [
                vec![Piece::without_glyphs(first)],
                vec![typed("some\\_page"), Piece::without_glyphs("and")],
            ];
            join_lines(lines, &Vocabulary::default())
                .into_iter()
                .map(|piece| piece.latex.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(urls("\\url{www.a.org/}"), ["\\url{www.a.org/some_page}", "and"]);
        assert_eq!(urls("\\url{www.a.org}").len(), 3);
        for (word, address) in [
            ("a\\%b\\#c", Some("a\\%b\\#c")),
            ("a\\{b", None),
            ("a\\textbackslash{}", None),
            ("a^^", None),
        ] {
            assert_eq!(address_of_word(word).as_deref(), address, "{word}");
        }
        let lines = [vec![Piece::without_glyphs("\\url{www.a.org/}")], vec![typed("\\{b")]];
        assert_eq!(
            join_lines(lines, &Vocabulary::default()).len(),
            2,
            "a brace is no part of an address"
        );
    }

    #[test]
    fn formulas_broken_after_an_operator_are_joined() {
        assert_eq!(joined(&[&["$a+$"], &["$b$", "c"]]), ["$a+b$", "c"]);
        assert_eq!(joined(&[&["$a\\in$"], &["$B$"]]), ["$a\\in B$"]);
        assert_eq!(joined(&[&["$a$"], &["$b$"]]), ["$a$", "$b$"]);
    }
}
