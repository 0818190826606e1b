//! Small damage to a text, as OCR systems and authors cause it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use fastrand::Rng;
use texlens_latex::{Spelling, Token, TokenKind, latex_spelling, lex};

use crate::random::weighted;

/// A way to damage a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mutation {
    /// The text is unchanged.
    None,
    /// One to three tokens are deleted, doubled, swapped or replaced by other tokens of the text, or common tokens are
    /// inserted.
    Tokens,
    /// One to three characters are deleted, doubled, swapped or inserted.
    Characters,
    /// One to three commands are replaced by the Unicode character that they print.
    UnicodeSymbols,
    /// One to three non-ASCII characters are inserted.
    UnicodeText,
    /// The end is missing, from a random position.
    Truncated,
    /// Only the first or the second half of the paragraphs remains.
    Half,
    /// A line is missing.
    DroppedLine,
    /// A paragraph is missing.
    DroppedParagraph,
    /// A `}`, `\end{…}`, `\right`, `$`, `\]` or `\)` is missing.
    DroppedCloser,
    /// A piece of Markdown is inserted.
    Markdown,
    /// One to three of `% & # _ $` lose their backslash, or are inserted without one.
    Unescaped,
}

/// Weight of each mutation, relative to the sum of all.
const WEIGHTS: [(Mutation, usize); 12] = [
    (Mutation::None, 12),
    (Mutation::Tokens, 24),
    (Mutation::Characters, 18),
    (Mutation::UnicodeSymbols, 4),
    (Mutation::UnicodeText, 6),
    (Mutation::Truncated, 6),
    (Mutation::Half, 6),
    (Mutation::DroppedLine, 6),
    (Mutation::DroppedParagraph, 5),
    (Mutation::DroppedCloser, 6),
    (Mutation::Markdown, 9),
    (Mutation::Unescaped, 5),
];

/// Tokens that are in most texts, inserted at random positions.
const COMMON: [&str; 45] = [
    "\\\\",
    "&",
    "$",
    "$$",
    "{",
    "}",
    "^",
    "_",
    "^2",
    "_i",
    "~",
    "\\alpha",
    "\\frac",
    "\\sqrt",
    "\\left",
    "\\right",
    "\\left(",
    "\\right)",
    "\\mathbf",
    "\\text",
    "\\textbf",
    "\\emph{",
    "\\item",
    "\\hline",
    "\\label{a}",
    "\\ref{a}",
    "\\cite{a}",
    "\\quad",
    "\\limits",
    "\\sum",
    "\\[",
    "\\]",
    "\\(",
    "\\)",
    "\\begin{equation}",
    "\\end{equation}",
    "\\begin{itemize}",
    "\\end{itemize}",
    "\\end{tabular}",
    "\\caption{",
    "\\section{",
    "\\footnote{",
    "\\par",
    "'",
    "\n\n",
];

/// Characters with a meaning in TeX, and some without.
const ASCII: &[u8] = b"\\{}$&#^_~%[]()|'\"`<>*=+-/,.;:!?@0a";

/// Characters that OCR systems write into running text.
const BEYOND_ASCII: [char; 30] = [
    '’', '“', '”', '–', '—', '…', 'ﬁ', 'ﬂ', 'é', 'ö', '°', '×', '±', '−', '·', '•', '→', '≤', '≈', 'α', 'π', 'Δ', '′',
    '²', '\u{a0}', '\u{2009}', '\u{200b}', '中', 'И', '✓',
];

const MARKDOWN: [&str; 12] = [
    "# Results\n\n",
    "## 2.1 Data_set\n\n",
    "**bold**",
    "*emphasis*",
    "- first\n- second\n\n",
    "1. first\n2. second\n\n",
    "```latex\n",
    "```",
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n",
    "![figure](images/figure_1.png)",
    "[link](https://example.org/a_b#c)",
    "<sup>2</sup>",
];

impl Mutation {
    /// Draws a mutation by its weight.
    pub(crate) fn draw(random: &mut Rng) -> Self {
        weighted(&WEIGHTS, random).copied().unwrap_or(Self::None)
    }

    /// Returns the name in tables and files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Tokens => "tokens",
            Self::Characters => "characters",
            Self::UnicodeSymbols => "Unicode symbols",
            Self::UnicodeText => "Unicode text",
            Self::Truncated => "truncated",
            Self::Half => "half",
            Self::DroppedLine => "dropped line",
            Self::DroppedParagraph => "dropped paragraph",
            Self::DroppedCloser => "dropped closer",
            Self::Markdown => "Markdown",
            Self::Unescaped => "unescaped",
        }
    }

    /// Returns the damaged text; `None` if the text cannot be damaged in this way.
    pub(crate) fn apply(self, text: &str, random: &mut Rng) -> Option<String> {
        match self {
            Self::None => Some(text.to_owned()),
            Self::Tokens => repeated(text, random, edit_token),
            Self::Characters => repeated(text, random, edit_character),
            Self::UnicodeSymbols => repeated(text, random, command_to_character),
            Self::UnicodeText => repeated(text, random, |text, random| {
                let c = random.choice(BEYOND_ASCII)?;
                insert(text, random, &c.to_string())
            }),
            Self::Truncated => boundary(text, random)
                .and_then(|end| text.get(..end))
                .map(str::to_owned),
            Self::Half => half(text, random),
            Self::DroppedLine => drop_piece(text, "\n", random),
            Self::DroppedParagraph => drop_piece(text, "\n\n", random),
            Self::DroppedCloser => drop_closer(text, random),
            Self::Markdown => leak(text, random),
            Self::Unescaped => repeated(text, random, unescape),
        }
    }
}

/// Applies the edit one to three times, each time to the previous result.
fn repeated(text: &str, random: &mut Rng, edit: impl Fn(&str, &mut Rng) -> Option<String>) -> Option<String> {
    (0..random.usize(1..=3)).try_fold(text.to_owned(), |text, _| edit(&text, random))
}

fn edit_token(text: &str, random: &mut Rng) -> Option<String> {
    let tokens: Vec<Token> = lex(text)
        .into_iter()
        .filter(|token| token.kind != TokenKind::Whitespace)
        .collect();
    let at = random.usize(..tokens.len().max(1));
    let token = tokens.get(at)?;
    match random.u8(..5) {
        0 => replace(text, token.range(), ""),
        1 => replace(text, token.range(), &token.text(text).repeat(2)),
        2 => {
            let next = tokens.get(at + 1)?;
            let between = text.get(token.end..next.start)?;
            replace(
                text,
                token.start..next.end,
                &[next.text(text), between, token.text(text)].concat(),
            )
        }
        3 => replace(text, token.range(), random.choice(&tokens)?.text(text)),
        _ => replace(text, token.start..token.start, random.choice(COMMON)?),
    }
}

fn edit_character(text: &str, random: &mut Rng) -> Option<String> {
    let start = boundary(text, random)?;
    let mut characters = text.get(start..)?.chars();
    let first = characters.next()?;
    let end = start + first.len_utf8();
    match random.u8(..4) {
        0 => replace(text, start..end, ""),
        1 => replace(text, start..start, &first.to_string()),
        2 => {
            let second = characters.next()?;
            replace(
                text,
                start..end + second.len_utf8(),
                &String::from_iter([second, first]),
            )
        }
        _ => replace(text, start..start, &char::from(*random.choice(ASCII)?).to_string()),
    }
}

/// Characters by the command that prints them.
static SYMBOLS: LazyLock<HashMap<&'static str, char>> = LazyLock::new(|| {
    let printed = |c| match latex_spelling(c) {
        Some(Spelling::Items([command])) if command.starts_with('\\') => Some((*command, c)),
        _ => None,
    };
    ('\0'..char::MAX).filter_map(printed).collect()
});

fn command_to_character(text: &str, random: &mut Rng) -> Option<String> {
    let tokens = lex(text);
    let printed = tokens
        .iter()
        .filter_map(|token| Some((token.range(), SYMBOLS.get(token.text(text))?)));
    let (range, c) = random.choice(printed.collect::<Vec<_>>())?;
    replace(text, range, &c.to_string())
}

fn unescape(text: &str, random: &mut Rng) -> Option<String> {
    const ESCAPED: [&str; 5] = ["\\%", "\\&", "\\#", "\\_", "\\$"];
    let tokens = lex(text);
    let escaped: Vec<&Token> = tokens
        .iter()
        .filter(|token| ESCAPED.contains(&token.text(text)))
        .collect();
    match random.choice(&escaped) {
        Some(token) => replace(text, token.start..token.start + 1, ""),
        None => insert(text, random, random.clone().choice(["%", "&", "#", "_", "$"])?),
    }
}

/// Returns the first or the second half of the paragraphs.
fn half(text: &str, random: &mut Rng) -> Option<String> {
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    let (first, second) = paragraphs.split_at_checked(paragraphs.len().div_ceil(2))?;
    let half = if random.bool() { first } else { second };
    (!half.is_empty()).then(|| half.join("\n\n"))
}

fn drop_piece(text: &str, separator: &str, random: &mut Rng) -> Option<String> {
    let mut pieces: Vec<&str> = text.split(separator).collect();
    if pieces.len() < 2 {
        return None;
    }
    pieces.remove(random.usize(..pieces.len()));
    Some(pieces.join(separator))
}

fn drop_closer(text: &str, random: &mut Rng) -> Option<String> {
    let tokens = lex(text);
    let closers = tokens.iter().filter_map(|token| match token.text(text) {
        "}" | "$" | "\\right" | "\\]" | "\\)" => Some(token.range()),
        "\\end" => {
            let length = text.get(token.start..)?.find('}')? + 1;
            Some(token.start..token.start + length)
        }
        _ => None,
    });
    // A kind of closer is drawn first, because nearly all closers are braces and dollars. The second character
    // distinguishes the kinds.
    let letter = |closer: &Range<usize>| text.get(closer.clone()).and_then(|closer| closer.chars().nth(1));
    let mut kinds: Vec<Vec<Range<usize>>> = Vec::new();
    for closer in closers {
        let same = |kind: &&mut Vec<Range<usize>>| kind.first().map(letter) == Some(letter(&closer));
        match kinds.iter_mut().find(same) {
            Some(kind) => kind.push(closer),
            None => kinds.push(vec![closer]),
        }
    }
    let kind = random.choice(kinds)?;
    replace(text, random.choice(kind)?, "")
}

fn leak(text: &str, random: &mut Rng) -> Option<String> {
    let markup = random.choice(MARKDOWN)?;
    if !markup.ends_with('\n') {
        return insert(text, random, markup);
    }
    let starts: Vec<usize> = text.match_indices("\n\n").map(|(at, found)| at + found.len()).collect();
    let start = random.choice(starts).unwrap_or(0);
    replace(text, start..start, markup)
}

/// Inserts a piece before a random token.
fn insert(text: &str, random: &mut Rng, piece: &str) -> Option<String> {
    let start = random.choice(lex(text))?.start;
    replace(text, start..start, piece)
}

/// Returns a random position between characters, but not the end.
fn boundary(text: &str, random: &mut Rng) -> Option<usize> {
    random.choice(text.char_indices().map(|(at, _)| at).collect::<Vec<_>>())
}

fn replace(text: &str, range: Range<usize>, piece: &str) -> Option<String> {
    Some([text.get(..range.start)?, piece, text.get(range.end..)?].concat())
}
