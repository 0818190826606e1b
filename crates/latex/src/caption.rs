//! Captions.

use std::ops::Range;

use crate::argument::{GroupEnd, Groups, argument_open};
use crate::token::{Token, TokenKind};

/// A caption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caption {
    /// Byte range from the command to the closing brace.
    pub range: Range<usize>,
    /// Byte range of the text between the braces. A caption whose brace is never closed ends with its line.
    pub text: Range<usize>,
}

/// Returns all captions in order: `\caption`, `\captionof{…}`, `\subcaption` and `\tablecaption`, starred or not.
pub(crate) fn captions(source: &str, tokens: &[Token], groups: &Groups) -> Vec<Caption> {
    let mut lines = LineEnds::default();
    let commands = tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Command);
    let caption = |(index, command): (usize, &Token)| {
        let from = match command.text(source) {
            "\\caption" | "\\subcaption" | "\\tablecaption" => index + 1,
            "\\captionof" => groups.after(tokens, argument_open(source, tokens, index + 1)?)?,
            _ => return None,
        };
        let open = argument_open(source, tokens, from)?;
        let start = tokens.get(open)?.end;
        let (text_end, end) = match groups.end(tokens, open) {
            GroupEnd::Closed(close) => tokens.get(close).map(|brace| (brace.start, brace.end))?,
            GroupEnd::CutOff(at) => {
                let cut = tokens.get(at).map_or(source.len(), |token| token.start);
                let end = lines.after(source, start).min(cut);
                (end, end)
            }
        };
        Some(Caption {
            range: command.start..end,
            text: start..text_end,
        })
    };
    commands.filter_map(caption).collect()
}

/// Finds ends of lines for increasing positions. No line is searched twice, however many captions start in it.
#[derive(Default)]
struct LineEnds {
    last: usize,
}

impl LineEnds {
    /// Returns the end of the line that contains `from`.
    fn after(&mut self, source: &str, from: usize) -> usize {
        if self.last < from {
            let rest = source.get(from..).unwrap_or_default();
            self.last = from + rest.find('\n').unwrap_or(rest.len());
        }
        self.last
    }
}

#[cfg(test)]
mod tests {
    use crate::Outline;

    fn texts(source: &str) -> Vec<&str> {
        let outline = Outline::of(source);
        outline.captions().iter().map(|c| &source[c.text.clone()]).collect()
    }

    #[test]
    fn every_form() {
        assert_eq!(
            texts("\\caption{A {b} $c$} \\caption*[s]{D}\n\\captionof{table}[s]{E} \\subcaption{F} \\captionsetup{g}"),
            ["A {b} $c$", "D", "E", "F"]
        );
    }

    #[test]
    fn an_unclosed_caption_ends_with_its_line_or_float() {
        assert_eq!(texts("\\caption{A \\textbf{b}\nText.\n\nMore. }"), ["A \\textbf{b}"]);
        assert_eq!(
            texts("\\begin{figure}\\caption{A\\end{figure} \\caption{B}"),
            ["A", "B"]
        );
        assert_eq!(texts("\\caption{\\caption{x"), ["\\caption{x", "x"]);
        assert_eq!(texts("\\caption"), [""; 0]);
    }
}
