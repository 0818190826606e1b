//! Section headings.

use std::ops::Range;

use crate::token::{Token, TokenKind};

/// The level of a heading, ordered from the outermost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// `\section`
    Section,
    /// `\subsection`
    Subsection,
    /// `\subsubsection`
    Subsubsection,
}

impl Level {
    fn of_command(command: &str) -> Option<Self> {
        match command {
            "\\section" => Some(Self::Section),
            "\\subsection" => Some(Self::Subsection),
            "\\subsubsection" => Some(Self::Subsubsection),
            _ => None,
        }
    }
}

/// A heading, starred or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The level of the heading.
    pub level: Level,
    /// Byte range of the title, between the braces.
    pub title: Range<usize>,
    /// Byte range from the command to the closing brace.
    pub range: Range<usize>,
}

/// Reports whether the token is a heading command.
pub(crate) fn is_heading(source: &str, token: &Token) -> bool {
    token.kind == TokenKind::Command && Level::of_command(token.text(source)).is_some()
}

/// Returns all headings with a title in braces, in order. A title whose brace is never closed ends with its line.
pub(crate) fn headings(source: &str, tokens: &[Token]) -> Vec<Heading> {
    tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.kind == TokenKind::Command)
        .filter_map(|(index, token)| {
            let level = Level::of_command(token.text(source))?;
            let after = &tokens[index + 1..];
            let open = title_open(source, after)?;
            let (title, end) = title_range(source, &after[open..])?;
            Some(Heading {
                level,
                title,
                range: token.start..end,
            })
        })
        .collect()
}

/// Returns the index of the brace that opens the title, past a star and a short title in brackets. The search ends at
/// the end of the paragraph or at the next heading, so that all searches together make one pass over the source.
fn title_open(source: &str, after: &[Token]) -> Option<usize> {
    let mut in_brackets = false;
    for (index, token) in after.iter().enumerate() {
        match token.kind {
            TokenKind::GroupOpen if !in_brackets => return Some(index),
            TokenKind::Whitespace | TokenKind::Comment => {}
            TokenKind::ParagraphBreak => return None,
            TokenKind::Text if in_brackets => in_brackets = !token.text(source).ends_with(']'),
            TokenKind::Text => {
                let text = token.text(source).trim_start_matches('*');
                if text.starts_with('[') {
                    in_brackets = !text.ends_with(']');
                } else if !text.is_empty() {
                    return None;
                }
            }
            _ if in_brackets && !is_heading(source, token) => {}
            _ => return None,
        }
    }
    None
}

/// Returns the byte range of the title in the group at the start of `group`, and the end of the heading.
fn title_range(source: &str, group: &[Token]) -> Option<(Range<usize>, usize)> {
    let open = group.first()?;
    let mut depth = 0_usize;
    let mut line_end = None;
    for token in group {
        match token.kind {
            TokenKind::GroupOpen => depth += 1,
            TokenKind::GroupClose => {
                depth -= 1;
                if depth == 0 {
                    return Some((open.end..token.start, token.end));
                }
            }
            TokenKind::Whitespace if line_end.is_none() && token.text(source).contains('\n') => {
                line_end = Some(token.start);
            }
            TokenKind::ParagraphBreak => {
                line_end.get_or_insert(token.start);
                break;
            }
            _ if is_heading(source, token) => {
                line_end.get_or_insert(token.start);
                break;
            }
            _ => {}
        }
    }
    let end = line_end.unwrap_or(source.len());
    Some((open.end..end, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::lex;

    fn titles(source: &str) -> Vec<(Level, &str)> {
        headings(source, &lex(source))
            .into_iter()
            .map(|h| (h.level, &source[h.title]))
            .collect()
    }

    #[test]
    fn plain_starred_and_with_short_title() {
        assert_eq!(
            titles("\\section{A}\\subsection*{B {c}}\n\\subsubsection[D e]{F}\\section*[\\it g]{H}"),
            [
                (Level::Section, "A"),
                (Level::Subsection, "B {c}"),
                (Level::Subsubsection, "F"),
                (Level::Section, "H")
            ]
        );
    }

    #[test]
    fn an_unclosed_title_ends_with_its_line() {
        assert_eq!(
            titles("\\section{A b\nText.\n\\section{C}"),
            [(Level::Section, "A b"), (Level::Section, "C")]
        );
        assert_eq!(titles("\\section{A b"), [(Level::Section, "A b")]);
    }

    #[test]
    fn comments_verbatim_and_titles_without_braces_do_not_count() {
        assert_eq!(
            titles("% \\section{A}\n\\verb|\\section{B}| \\section C \\section\n\n{D} \\sectionmark{E}"),
            []
        );
    }

    #[test]
    fn an_empty_title_is_a_heading() {
        assert_eq!(titles("\\section{}"), [(Level::Section, "")]);
    }
}
