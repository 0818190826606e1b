//! Replaces parts of LaTeX that was written already.

use std::ops::Range;

use texlens_vocabulary::Recognition;

/// A part of the text and what stands there instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) latex: String,
}

/// Replaces parts. Of parts that overlap, only the first is replaced. Tokens and origins of replaced text are those of
/// the text that stands there instead. Takes O(n log e) time for a text of length n and e parts.
pub(super) fn apply(recognition: &mut Recognition, mut edits: Vec<Edit>) {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut latex = String::with_capacity(recognition.latex.len());
    // The parts before and after, each with its place in the new text.
    let mut replaced: Vec<(Range<usize>, Range<usize>)> = Vec::with_capacity(edits.len());
    let mut end = 0;
    for edit in edits {
        let Some(before) = recognition.latex.get(end..edit.range.start) else {
            continue;
        };
        if recognition.latex.get(edit.range.clone()).is_none() {
            continue;
        }
        latex.push_str(before);
        let start = latex.len();
        latex.push_str(&edit.latex);
        end = edit.range.end;
        replaced.push((edit.range, start..latex.len()));
    }
    if replaced.is_empty() {
        return;
    }
    latex.push_str(recognition.latex.get(end..).unwrap_or_default());
    let moved = |range: &Range<usize>| place(&replaced, range.start, false)..place(&replaced, range.end, true);
    let mut end = 0;
    recognition.tokens.retain_mut(|token| {
        token.range = moved(&token.range);
        token.range.start = token.range.start.max(end);
        end = end.max(token.range.end);
        !token.range.is_empty()
    });
    let mut last = 0..0;
    recognition.origins.retain_mut(|origin| {
        origin.range = moved(&origin.range);
        if origin.range != last {
            origin.range.start = origin.range.start.max(last.end);
        }
        let is_kept = !origin.range.is_empty();
        if is_kept {
            last = origin.range.clone();
        }
        is_kept
    });
    recognition.latex = latex;
}

/// Returns the new place of a boundary. Within a replaced part, a start becomes that of the part, and an end its end.
fn place(replaced: &[(Range<usize>, Range<usize>)], at: usize, is_end: bool) -> usize {
    let next = replaced.partition_point(|(old, _)| old.start < at);
    let Some((old, new)) = next.checked_sub(1).and_then(|last| replaced.get(last)) else {
        return at;
    };
    if at >= old.end {
        new.end + (at - old.end)
    } else if is_end {
        new.end
    } else {
        new.start
    }
}

#[cfg(test)]
mod tests {
    use texlens_vocabulary::{BBox, Origin, Token, TokenKind};

    use super::*;

    fn edit(range: Range<usize>, latex: &str) -> Edit {
        Edit {
            range,
            latex: latex.to_owned(),
        }
    }

    #[test]
    fn tokens_and_origins_stay_with_their_text() {
        let token = |range| Token {
            range,
            bbox: BBox::default(),
            kind: TokenKind::Text,
            confidence: 1.0,
        };
        let origin = |range| Origin {
            range,
            glyph: 0,
            confidence: 1.0,
        };
        let mut recognition = Recognition {
            latex: "see \\cite{1,12} and 3".to_owned(),
            tokens: vec![token(0..3), token(4..15), token(16..19), token(20..21)],
            origins: vec![origin(0..1), origin(10..11), origin(10..11), origin(20..21)],
            ..Recognition::default()
        };
        let edits = vec![edit(12..14, "Li"), edit(10..11, "Knuth"), edit(13..14, "overlaps")];
        apply(&mut recognition, edits);
        assert_eq!(recognition.latex, "see \\cite{Knuth,Li} and 3");
        let texts: Vec<&str> = recognition
            .tokens
            .iter()
            .map(|token| recognition.latex_of(token))
            .collect();
        assert_eq!(texts, ["see", "\\cite{Knuth,Li}", "and", "3"]);
        let origins: Vec<&str> = recognition
            .origins
            .iter()
            .map(|origin| &recognition.latex[origin.range.clone()])
            .collect();
        assert_eq!(origins, ["s", "Knuth", "Knuth", "3"]);
    }

    #[test]
    fn nothing_is_replaced_outside_of_the_text() {
        let mut recognition = Recognition {
            latex: "ab".to_owned(),
            ..Recognition::default()
        };
        apply(&mut recognition, vec![edit(1..7, "x"), edit(0..1, "y")]);
        assert_eq!(recognition.latex, "yb");
    }
}
