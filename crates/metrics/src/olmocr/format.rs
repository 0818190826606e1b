//! The test `format`.

use super::error::LoadError;
use super::fields::Fields;
use super::ratio::{partial_ratio, threshold};
use super::text::{find_from, normalise};
use super::verdict::{Verdict, quoted};
use crate::python::is_space;

/// A text that must be in a certain style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Format {
    /// The text, normalised.
    pub text: String,
    /// The required style.
    pub style: Style,
    /// Whether case matters.
    pub case_sensitive: bool,
}

/// A style of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// A heading of any level.
    Heading,
    /// Bold text.
    Bold,
    /// Italic text.
    Italic,
}

impl Format {
    pub(super) fn from_fields(fields: &mut Fields) -> Result<Self, LoadError> {
        let text = fields.required_text("text")?;
        let name = fields.required("format")?;
        let style = match name.as_str() {
            "heading" => Style::Heading,
            "bold" => Style::Bold,
            "italic" => Style::Italic,
            _ => return Err(LoadError::UnknownFormat { name }),
        };
        Ok(Self {
            text,
            style,
            case_sensitive: fields.flag("case_sensitive", true)?,
        })
    }

    /// Passes if the text is similar to a run in this style, or to a part of one.
    pub(super) fn run(&self, markdown: &str, max_diffs: usize) -> Verdict {
        let case = |text: String| {
            if self.case_sensitive { text } else { text.to_lowercase() }
        };
        let text = case(self.text.clone());
        let needed = threshold(max_diffs, text.chars().count());
        let runs = self.style.runs(markdown);
        let is_like = |run: &&str| partial_ratio(&text, &case(normalise(run))) >= needed;
        let name = self.style.name();
        if runs.iter().any(is_like) {
            return Verdict::pass(format!(
                "{} is in one of the {} runs of {name}",
                quoted(&self.text),
                runs.len()
            ));
        }
        Verdict::fail(format!(
            "{} is in none of the {} runs of {name}",
            quoted(&self.text),
            runs.len()
        ))
    }
}

impl Style {
    const fn name(self) -> &'static str {
        match self {
            Self::Heading => "headings",
            Self::Bold => "bold",
            Self::Italic => "italics",
        }
    }

    /// Returns the texts in this style, as written in Markdown or HTML. Linear time.
    fn runs(self, markdown: &str) -> Vec<&str> {
        match self {
            Self::Heading => [markdown_headings(markdown), elements(markdown, "h", true)].concat(),
            Self::Bold => [
                marked(markdown, "**"),
                marked(markdown, "__"),
                elements(markdown, "b", false),
                elements(markdown, "strong", false),
            ]
            .concat(),
            Self::Italic => [
                single_marked(markdown, b'*'),
                single_marked(markdown, b'_'),
                elements(markdown, "i", false),
                elements(markdown, "em", false),
            ]
            .concat(),
        }
    }
}

/// Returns the texts between two marks: the first and the second, the third and the fourth, and so on.
fn marked<'m>(markdown: &'m str, mark: &str) -> Vec<&'m str> {
    let pieces: Vec<&str> = markdown.split(mark).collect();
    let closed = pieces.len().saturating_sub(1);
    let inside = pieces.into_iter().take(closed).skip(1);
    inside.step_by(2).collect()
}

/// Returns the texts between a start tag and the next end tag of the same name. If `numbered`, the names have any
/// level. As in the official tool, the name of the start tag may continue: `<b` also begins `<br>`.
fn elements<'m>(markdown: &'m str, name: &str, numbered: bool) -> Vec<&'m str> {
    let page = markdown.to_ascii_lowercase();
    let is_level = |at: usize| page.as_bytes().get(at).is_some_and(|byte| (b'1'..=b'6').contains(byte));
    // The place after the name, and after the level.
    let named = |prefix: &str, from: usize| {
        let tag = format!("{prefix}{name}");
        let mut at = from;
        loop {
            let start = find_from(&page, at, &tag)?;
            at = start + tag.len();
            if !numbered || is_level(at) {
                return Some((start, at + usize::from(numbered)));
            }
        }
    };
    let ending = |from: usize| {
        let mut at = from;
        loop {
            let (start, end) = named("</", at)?;
            if page.as_bytes().get(end) == Some(&b'>') {
                return Some((start, end + 1));
            }
            at = end;
        }
    };
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some((_, tag)) = named("<", at) {
        let Some(inside) = find_from(&page, tag, ">").map(|close| close + 1) else {
            break;
        };
        let Some((end, after)) = ending(inside) else { break };
        runs.extend(markdown.get(inside..end));
        at = after;
    }
    runs
}

/// Returns the headings: up to six `#` at the start of a line, white space, and the rest of the line. The white space
/// may contain line breaks.
fn markdown_headings(markdown: &str) -> Vec<&str> {
    let mut headings = Vec::new();
    let mut rest = markdown;
    loop {
        match heading(rest) {
            Some((heading, after)) => {
                headings.push(heading);
                rest = after;
            }
            None => match rest.split_once('\n') {
                Some((_, after)) => rest = after,
                None => return headings,
            },
        }
    }
}

/// Returns the heading that begins here, and the lines after it.
fn heading(text: &str) -> Option<(&str, &str)> {
    let marked = text.trim_start_matches('#');
    if !(1..=6).contains(&(text.len() - marked.len())) {
        return None;
    }
    let content = marked.trim_start_matches(is_space);
    if content.len() == marked.len() {
        return None;
    }
    if content.is_empty() {
        // Only white space follows, up to the end of the page: the heading is its last character that is not a line
        // break.
        let (at, c) = marked.char_indices().skip(1).filter(|(_, c)| *c != '\n').last()?;
        return marked.get(at..at + c.len_utf8()).map(|heading| (heading, ""));
    }
    Some(content.split_once('\n').unwrap_or((content, "")))
}

/// Returns the texts between marks that are not doubled: the first and the second, the third and the fourth, and so on.
fn single_marked(markdown: &str, mark: u8) -> Vec<&str> {
    let bytes = markdown.as_bytes();
    let is_mark = |at: Option<usize>| at.and_then(|at| bytes.get(at)) == Some(&mark);
    let single = |at: &usize| is_mark(Some(*at)) && !is_mark(at.checked_sub(1)) && !is_mark(Some(at + 1));
    let places: Vec<usize> = memchr::memchr_iter(mark, bytes).filter(single).collect();
    let pairs = places.chunks_exact(2);
    pairs
        .filter_map(|pair| match pair {
            [open, close] => markdown.get(open + 1..*close),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found_in_markdown_and_html() {
        let markdown = "# One\n\ntext # none\n## \n**Two**\n####### seven\n<H2 class='x'>Three</h2> <b>four</b> *five* _six_ __seven__";
        assert_eq!(Style::Heading.runs(markdown), ["One", "**Two**", "Three"]);
        assert_eq!(Style::Bold.runs(markdown), ["Two", "seven", "four"]);
        assert_eq!(Style::Italic.runs(markdown), ["five", "six"]);
        assert_eq!(Style::Heading.runs("#no\n# \t \n"), [" "]);
        assert_eq!(Style::Bold.runs("****a** __b"), ["",]);
        assert_eq!(Style::Bold.runs("a<br>b<b>c</b></strong>"), ["b<b>c"]);
    }
}
