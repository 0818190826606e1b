//! What the three forms of MinerU's output share.
//!
//! Source: opendatalab/MinerU, `docs/en/reference/output_files.md` and
//! `mineru/backend/pipeline/pipeline_middle_json_mkcontent.py`.

use super::node::Node;
use crate::convert::{Run, Words};

/// Types of blocks outside the text: running heads, page numbers, and text in the margin.
pub(super) const FURNITURE: [&str; 8] = [
    "header",
    "footer",
    "page_number",
    "aside_text",
    "page_header",
    "page_footer",
    "page_aside_text",
    "abandon",
];

/// Punctuation that follows a formula without a blank.
const CLOSING: [char; 9] = ['.', ',', ';', ':', '!', '?', ')', ']', '}'];

/// Collects the spans of lines into runs of text and formulas.
#[derive(Default)]
pub(super) struct Runs(Vec<Run>);

impl Runs {
    /// Begins a line. A hyphen at the end of the line before it joins both, and is removed if a word goes on in lower
    /// case.
    fn begin_line(&mut self, next: &str) {
        if let Some(Run::Text(text)) = self.0.last_mut() {
            let before = text.trim_end();
            let is_word = before
                .strip_suffix('-')
                .is_some_and(|word| word.ends_with(char::is_alphabetic));
            if is_word {
                text.truncate(before.len() - usize::from(next.starts_with(char::is_lowercase)));
                return;
            }
        }
        self.text(" ");
    }

    /// Separates the next span of a line, unless it begins with closing punctuation or the last one ends with opening
    /// punctuation.
    fn separate(&mut self, next: &str) {
        let is_open = matches!(self.0.last(), Some(Run::Text(text)) if text.ends_with(['(', '[', '{']));
        if !is_open && !next.starts_with(CLOSING) {
            self.text(" ");
        }
    }

    fn text(&mut self, part: &str) {
        match self.0.last_mut() {
            Some(Run::Text(text)) => text.push_str(part),
            _ => self.0.push(Run::Text(part.to_owned())),
        }
    }

    /// Adds a span; `is_first` tells whether it begins a line.
    pub(super) fn span(&mut self, span: &Node, is_first: bool) {
        let content = span.get("content").text();
        let kind = span.get("type").text();
        let is_formula = kind == "inline_equation" || kind == "equation_inline";
        if content.trim().is_empty() {
            return;
        }
        if !self.0.is_empty() {
            let next = if is_formula { "" } else { content.trim_start() };
            if is_first {
                self.begin_line(next);
            } else {
                self.separate(next);
            }
        }
        if is_formula {
            self.0.push(Run::Formula(content.to_owned()));
        } else {
            self.text(content);
        }
    }

    /// Returns the words.
    pub(super) fn words(self) -> Words {
        Words::Runs(self.0)
    }
}
