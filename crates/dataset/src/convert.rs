//! Conversion of the output of parsers to LaTeX, which the metrics compare. docs/import.md lists every rule.

mod blocks;
mod delimiters;
mod dialect;
mod doctags;
mod escape;
mod formula;
mod html;
mod inline;
mod label;
mod markdown;
mod marks;
mod mathml;
mod protect;
mod signs;
mod table;
mod tree;
mod unicode;

use std::borrow::Cow;

use texlens_latex::{Markup, Outline};
use texlens_vocabulary::Kind;

use crate::syntax::Syntax;

pub(crate) use blocks::{Block, Run, TableBody, TableCell, Words, to_latex as blocks_to_latex};

/// Converts a text to LaTeX. Text that is already LaTeX stays unchanged. A sample that is a formula loses the
/// delimiters around it.
///
/// Never fails: unrecognised parts count as text. Takes linear time in the length of the text, except for tables, whose
/// cells are limited.
#[must_use]
pub fn to_latex(text: &str, syntax: Syntax, kind: Kind) -> Cow<'_, str> {
    if matches!(syntax, Syntax::Latex | Syntax::Html | Syntax::Mathml) {
        return convert(text, syntax, kind);
    }
    match dialect::without_marks(text) {
        Cow::Borrowed(text) => convert(text, syntax, kind),
        Cow::Owned(text) => Cow::Owned(convert(&text, syntax, kind).into_owned()),
    }
}

/// Converts a text to LaTeX if it is DocTags, as some models write them. Any other text stays unchanged.
///
/// ```
/// use texlens_dataset::doctags_to_latex;
///
/// let latex = doctags_to_latex("<doctag><text>Tides</text></doctag>".to_owned());
/// assert_eq!(latex.trim(), "Tides");
/// assert_eq!(doctags_to_latex("x < y".to_owned()), "x < y");
/// ```
#[must_use]
pub fn doctags_to_latex(text: String) -> String {
    match doctags::is_doctags(&text) {
        true => doctags::to_latex(&text),
        false => text,
    }
}

/// Converts a text without the marks of parsers.
fn convert(text: &str, syntax: Syntax, kind: Kind) -> Cow<'_, str> {
    if syntax == Syntax::Auto && doctags::is_doctags(text) {
        let latex = doctags::to_latex(text);
        return Cow::Owned(convert(&latex, Syntax::Latex, kind).into_owned());
    }
    let syntax = match syntax {
        Syntax::Auto => guess(text, kind),
        syntax => syntax,
    };
    if kind == Kind::Formula {
        return formula::to_latex(text, syntax);
    }
    match syntax {
        Syntax::Latex | Syntax::Auto => Cow::Borrowed(text),
        Syntax::Markdown if is_latex(text) => Cow::Borrowed(text),
        Syntax::Mathpix if text.contains(DOCUMENT) => Cow::Borrowed(text),
        Syntax::Markdown | Syntax::Mathpix => Cow::Owned(markdown::to_latex(text)),
        Syntax::Html | Syntax::Mathml => Cow::Owned(html::to_latex(text)),
        Syntax::Plain => Cow::Owned(markdown::plain_to_latex(text)),
    }
}

/// Guesses the syntax of a text whose syntax is not given.
fn guess(text: &str, kind: Kind) -> Syntax {
    let start = text.trim_start();
    let begins = |tag: &str| {
        start
            .get(..tag.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(tag))
    };
    if begins("<math") {
        Syntax::Mathml
    } else if ["<!doctype", "<html", "<body", "<div", "<table", "<p>"]
        .into_iter()
        .any(begins)
    {
        Syntax::Html
    } else if kind == Kind::Formula || is_latex(text) {
        Syntax::Latex
    } else if signs::has_markdown(text) {
        Syntax::Markdown
    } else {
        Syntax::Plain
    }
}

/// The start of the body of a LaTeX document.
const DOCUMENT: &str = "\\begin{document}";

/// Reports whether a text that could be Markdown is LaTeX. LaTeX has fewer signs of Markdown than of LaTeX, and some
/// structure that only LaTeX has.
fn is_latex(text: &str) -> bool {
    if Markup::guess(text) == Markup::Markdown {
        return false;
    }
    let outline = Outline::of(text);
    // Commands for references also occur in Markdown.
    let is_plain = || Markup::guess(&text.replace('\\', " ")) == Markup::Latex;
    !(outline.headings().is_empty()
        && outline.figures().is_empty()
        && outline.captions().is_empty()
        && outline.bibliography().is_empty())
        || text.contains(DOCUMENT)
        || (!(outline.citations().is_empty() && outline.references().is_empty()) && is_plain())
}
