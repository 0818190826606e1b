//! The parts of a text and their positions.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use crate::argument::Groups;
use crate::bibliography::{BibEntry, bibliography};
use crate::caption::{Caption, captions};
use crate::float::{Figure, Table, floats};
use crate::formula::{Formula, formulas};
use crate::heading::{Heading, headings};
use crate::lexer::lex_pages;
use crate::reference::{Citation, Label, Reference, references};
use crate::sentence::plain_sentences;
use crate::token::{Token, TokenKind};
use crate::tree::Tree;

/// The parts of a LaTeX text. An outline is made once for a text and shared by all its users. Tokens are read when it
/// is made; every other list is, when it is first asked for, since many metrics need none of them.
///
/// Each list is in the order of the text. Comments, verbatim text and BibTeX entries contribute nothing to the lists,
/// except that the entries themselves are listed. Nor does text that TeX does not read ([`TokenKind::Comment`]).
#[derive(Debug, Clone)]
pub struct Outline<'a> {
    /// The text.
    pub source: &'a str,
    /// All tokens of the text, in order.
    pub tokens: Vec<Token>,
    headings: OnceLock<Vec<Heading>>,
    formulas: OnceLock<Vec<Formula>>,
    floats: OnceLock<Floats>,
    keys: OnceLock<Keys>,
    bibliography: OnceLock<Vec<BibEntry>>,
    /// The text as TeX reads it, where it differs from the source.
    read: OnceLock<Option<String>>,
}

/// What the groups of a text decide on.
#[derive(Debug, Clone)]
struct Floats {
    tables: Vec<Table>,
    figures: Vec<Figure>,
    captions: Vec<Caption>,
}

/// The commands that name a key.
#[derive(Debug, Clone)]
struct Keys {
    labels: Vec<Label>,
    references: Vec<Reference>,
    citations: Vec<Citation>,
}

/// A heading and the text up to the next heading of any level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section<'a> {
    /// The heading, or `None` for the text before the first heading.
    pub heading: Option<&'a Heading>,
    /// Byte range of the text.
    pub body: Range<usize>,
}

impl<'a> Outline<'a> {
    /// Parses a text in linear time. Never fails.
    #[must_use]
    pub fn of(source: &'a str) -> Self {
        Self::of_pages(source, &[])
    }

    /// Parses a document whose pages have the given byte ranges, in order. A page may end with its own
    /// `\end{document}`; parsing then continues with the next page.
    #[must_use]
    pub fn of_pages(source: &'a str, pages: &[Range<usize>]) -> Self {
        Self {
            source,
            tokens: lex_pages(source, pages),
            headings: OnceLock::new(),
            formulas: OnceLock::new(),
            floats: OnceLock::new(),
            keys: OnceLock::new(),
            bibliography: OnceLock::new(),
            read: OnceLock::new(),
        }
    }

    /// Returns the headings.
    #[must_use]
    pub fn headings(&self) -> &[Heading] {
        self.headings.get_or_init(|| headings(self.source, &self.tokens))
    }

    /// Returns the formulas, inline and displayed.
    #[must_use]
    pub fn formulas(&self) -> &[Formula] {
        self.formulas.get_or_init(|| formulas(self.source, &self.tokens))
    }

    /// Returns the tables, floating or not.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.floats().tables
    }

    /// Returns the figures.
    #[must_use]
    pub fn figures(&self) -> &[Figure] {
        &self.floats().figures
    }

    /// Returns the captions, also those outside floats.
    #[must_use]
    pub fn captions(&self) -> &[Caption] {
        &self.floats().captions
    }

    /// Returns the labels, also those in formulas.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.keys().labels
    }

    /// Returns the references to labels.
    #[must_use]
    pub fn references(&self) -> &[Reference] {
        &self.keys().references
    }

    /// Returns the citations in the text.
    #[must_use]
    pub fn citations(&self) -> &[Citation] {
        &self.keys().citations
    }

    /// Returns the entries of the bibliography: BibTeX entries and `\bibitem`s.
    #[must_use]
    pub fn bibliography(&self) -> &[BibEntry] {
        self.bibliography
            .get_or_init(|| bibliography(self.source, &self.tokens))
    }

    fn floats(&self) -> &Floats {
        self.floats.get_or_init(|| {
            let groups = Groups::of(self.source, &self.tokens);
            let (tables, figures) = floats(self.source, &self.tokens, &groups);
            Floats {
                tables,
                figures,
                captions: captions(self.source, &self.tokens, &groups),
            }
        })
    }

    fn keys(&self) -> &Keys {
        self.keys.get_or_init(|| {
            let (labels, references, citations) = references(self.source, &self.tokens);
            Keys {
                labels,
                references,
                citations,
            }
        })
    }

    /// Returns the text before the first heading, then one section for each heading.
    #[must_use]
    pub fn sections(&self) -> Vec<Section<'_>> {
        let starts = self.headings().iter().map(|heading| heading.range.start);
        let ends = starts.chain([self.source.len()]);
        let headings = std::iter::once(None).chain(self.headings().iter().map(Some));
        headings
            .zip(ends)
            .map(|(heading, end)| Section {
                heading,
                body: heading.map_or(0, |heading| heading.range.end)..end,
            })
            .collect()
    }

    /// Returns the text as TeX reads it. Text that TeX skips is replaced by spaces, and comments after `%` are kept.
    /// The result has as many bytes as the source, so byte ranges of the source apply to it.
    #[must_use]
    pub fn read(&self) -> &str {
        let read = || match blanked(self.source, &self.tokens, |token| is_passed_over(self.source, token)) {
            Cow::Borrowed(_) => None,
            Cow::Owned(read) => Some(read),
        };
        self.read.get_or_init(read).as_deref().unwrap_or(self.source)
    }

    /// Does the same as [`Outline::read()`], but also replaces comments by spaces.
    #[must_use]
    pub fn uncommented(&self) -> Cow<'a, str> {
        blanked(self.source, &self.tokens, |token| token.kind == TokenKind::Comment)
    }

    /// Reports whether TeX skips the token for another reason than a comment after `%`.
    #[must_use]
    pub fn is_passed_over(&self, token: &Token) -> bool {
        is_passed_over(self.source, token)
    }

    /// Returns the nesting of the text.
    #[must_use]
    pub fn tree(&self) -> Tree<'a> {
        Tree::from_parts(self.source, &self.tokens, self.formulas())
    }

    /// Returns the sentences without commands or mathematics in the running text of `body`, as byte ranges in order.
    #[must_use]
    pub fn plain_sentences(&self, body: Range<usize>) -> Vec<Range<usize>> {
        plain_sentences(self.source, &self.tokens, self.formulas(), body)
    }

    /// Returns the captions that start in `range`. With the range of a table or figure, these are its captions.
    #[must_use]
    pub fn captions_in(&self, range: &Range<usize>) -> &[Caption] {
        starting_in(self.captions(), range, |caption| caption.range.start)
    }

    /// Returns the labels that start in `range`.
    #[must_use]
    pub fn labels_in(&self, range: &Range<usize>) -> &[Label] {
        starting_in(self.labels(), range, |label| label.range.start)
    }
}

fn is_passed_over(source: &str, token: &Token) -> bool {
    // A comment after `%` has one line. A longer token that starts with `%` is the text after the end of the document.
    let is_comment = |text: &str| text.starts_with('%') && !text.contains('\n');
    token.kind == TokenKind::Comment && !is_comment(token.text(source))
}

/// Returns a text in which the tokens selected by `is_blank` are replaced by spaces.
fn blanked<'a>(source: &'a str, tokens: &[Token], is_blank: impl Fn(&Token) -> bool) -> Cow<'a, str> {
    if !tokens.iter().any(&is_blank) {
        return Cow::Borrowed(source);
    }
    let mut read = String::with_capacity(source.len());
    for token in tokens.iter().filter(|token| is_blank(token)) {
        read.push_str(source.get(read.len()..token.start).unwrap_or_default());
        read.extend(std::iter::repeat_n(' ', token.range().len()));
    }
    read.push_str(source.get(read.len()..).unwrap_or_default());
    Cow::Owned(read)
}

/// Returns the items of `list` that start in `range`. `list` is sorted by start.
fn starting_in<'a, T>(list: &'a [T], range: &Range<usize>, start: impl Fn(&T) -> usize) -> &'a [T] {
    let first = list.partition_point(|item| start(item) < range.start);
    let last = list.partition_point(|item| start(item) < range.end);
    list.get(first..last).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_cover_the_text_around_the_headings() {
        let source = "lead \\section{A} a \\subsection{B} b";
        let outline = Outline::of(source);
        let sections = outline.sections();
        let bodies: Vec<_> = sections.iter().map(|section| &source[section.body.clone()]).collect();
        assert_eq!(bodies, ["lead ", " a ", " b"]);
        assert!(sections[0].heading.is_none());
        assert_eq!(&source[sections[2].heading.unwrap().title.clone()], "B");
    }

    #[test]
    fn captions_and_labels_belong_to_the_float_they_stand_in() {
        let source = "\\label{a}\\begin{table}\\caption{A}\\label{b}\\end{table}\\caption{B}";
        let outline = Outline::of(source);
        let range = &outline.tables()[0].range;
        assert_eq!(outline.captions_in(range), &outline.captions()[..1]);
        assert_eq!(outline.labels_in(range), &outline.labels()[1..]);
    }

    #[test]
    fn what_is_not_read_is_blank() {
        let source = "a% é\nb\\iffalse $c$\\fi d\\end{document}\ne";
        let outline = Outline::of(source);
        assert_eq!(outline.uncommented(), "a    \nb                d\\end{document}  ");
        assert_eq!(outline.read(), "a% é\nb                d\\end{document}  ");
        assert_eq!(outline.read().len(), source.len());
        assert!(outline.formulas().is_empty());
        assert_eq!(Outline::of("a $b$").read(), "a $b$");
    }

    #[test]
    fn an_empty_text_has_one_empty_section() {
        assert_eq!(
            Outline::of("").sections(),
            [Section {
                heading: None,
                body: 0..0
            }]
        );
    }
}
