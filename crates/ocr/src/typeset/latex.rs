//! LaTeX that records which glyphs it was written for.

use std::fmt;
use std::ops::{Add, AddAssign, Deref, Range};

use texlens_vocabulary::Origin;

/// LaTeX under construction. It dereferences to `str`, and appended LaTeX keeps its glyphs. Two values are equal if
/// their texts are equal.
#[derive(Debug, Clone, Default)]
pub(super) struct Latex {
    text: String,
    /// Sorted by the start of their ranges.
    origins: Vec<Origin>,
}

/// A glyph of the page, by its index, with its confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Source {
    pub(super) glyph: u32,
    pub(super) confidence: f32,
}

impl Latex {
    /// Creates LaTeX that stands for all the given glyphs together.
    pub(super) fn of(text: impl Into<String>, sources: impl IntoIterator<Item = Source>) -> Self {
        let text = text.into();
        let origin = |source: Source| Origin {
            range: 0..text.len(),
            glyph: source.glyph,
            confidence: source.confidence,
        };
        let origins = sources.into_iter().map(origin).collect();
        Self { text, origins }
    }

    /// Joins several parts with `between` between each two.
    pub(super) fn join(parts: impl IntoIterator<Item = Self>, between: &str) -> Self {
        let both = |all: Self, part| all + between + part;
        parts.into_iter().reduce(both).unwrap_or_default()
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn into_parts(self) -> (String, Vec<Origin>) {
        (self.text, self.origins)
    }

    /// Returns a part of the LaTeX, or all of it if the range does not lie in the text.
    pub(super) fn slice(mut self, range: Range<usize>) -> Self {
        let Some(text) = self.text.get(range.clone()) else {
            return self;
        };
        self.text = text.to_owned();
        self.origins.retain_mut(|origin| {
            origin.range = clipped(&origin.range, &range);
            !origin.range.is_empty()
        });
        self
    }

    /// Removes the white space at both ends.
    pub(super) fn trimmed(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        let end = start + self.text.trim().len();
        self.slice(start..end)
    }

    /// Removes the last character.
    pub(super) fn pop(&mut self) {
        if let Some((end, _)) = self.text.char_indices().next_back() {
            *self = std::mem::take(self).slice(0..end);
        }
    }

    /// Replaces the text. The characters that both texts share at their start and end keep their glyphs. The new text
    /// between them stands for all glyphs of the text that it replaces.
    pub(super) fn rewrite(&mut self, text: impl Into<String>) {
        let text = text.into();
        let same = |(a, b): &(char, char)| a == b;
        let length = |pairs: &mut dyn Iterator<Item = (char, char)>| pairs.map(|(c, _)| c.len_utf8()).sum::<usize>();
        let prefix = length(&mut self.text.chars().zip(text.chars()).take_while(same));
        let tails = self.text[prefix..].chars().rev().zip(text[prefix..].chars().rev());
        let suffix = length(&mut tails.take_while(same));
        let old = std::mem::take(self);
        let end = old.text.len() - suffix;
        let middle = text.get(prefix..text.len() - suffix).unwrap_or_default();
        *self = old.clone().slice(0..prefix)
            + Self::of(middle, old.clone().slice(prefix..end).sources())
            + old.slice(end..end + suffix);
    }

    /// Returns the glyphs that the LaTeX was written for.
    pub(super) fn sources(&self) -> Vec<Source> {
        let source = |origin: &Origin| Source {
            glyph: origin.glyph,
            confidence: origin.confidence,
        };
        self.origins.iter().map(source).collect()
    }
}

/// Returns a `\label` command that stands for the printed glyphs.
pub(super) fn label(label: &str, printed: impl IntoIterator<Item = Source>) -> Latex {
    Latex::of(format!("\\label{{{label}}}"), printed)
}

/// Returns the part of `inner` that lies in `outer`, relative to the start of `outer`.
fn clipped(inner: &Range<usize>, outer: &Range<usize>) -> Range<usize> {
    let clip = |at: usize| at.clamp(outer.start, outer.end) - outer.start;
    clip(inner.start)..clip(inner.end)
}

impl Deref for Latex {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Latex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Latex {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// Creates LaTeX that stands for no glyph.
impl From<&str> for Latex {
    fn from(text: &str) -> Self {
        Self::of(text, [])
    }
}

/// Creates LaTeX that stands for no glyph.
impl From<String> for Latex {
    fn from(text: String) -> Self {
        Self::of(text, [])
    }
}

impl AddAssign for Latex {
    fn add_assign(&mut self, other: Self) {
        let by = self.text.len();
        self.text.push_str(&other.text);
        self.origins.extend(other.origins.into_iter().map(|origin| Origin {
            range: origin.range.start + by..origin.range.end + by,
            ..origin
        }));
    }
}

impl AddAssign<&str> for Latex {
    fn add_assign(&mut self, text: &str) {
        self.text.push_str(text);
    }
}

impl<T> Add<T> for Latex
where
    Self: AddAssign<T>,
{
    type Output = Self;

    fn add(mut self, other: T) -> Self {
        self += other;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `text` with a separate glyph for each character, numbered from `first`.
    fn read(text: &str, first: u32) -> Latex {
        let source = |glyph| Source { glyph, confidence: 0.5 };
        let chars = text.chars().zip(first..);
        chars.fold(Latex::default(), |all, (c, glyph)| all + Latex::of(c, [source(glyph)]))
    }

    /// Returns each character with its glyphs.
    fn glyphs(latex: &Latex) -> Vec<(char, Vec<u32>)> {
        let of = |at: usize| {
            let covers = |origin: &&Origin| origin.range.contains(&at);
            latex.origins.iter().filter(covers).map(|origin| origin.glyph).collect()
        };
        latex.char_indices().map(|(at, c)| (c, of(at))).collect()
    }

    #[test]
    fn what_is_appended_keeps_its_glyphs() {
        let latex = Latex::from("\\a{") + read("xy", 7) + "}";
        assert_eq!(latex.as_str(), "\\a{xy}");
        assert_eq!(
            glyphs(&latex)[2..],
            [('{', vec![]), ('x', vec![7]), ('y', vec![8]), ('}', vec![])]
        );
        assert_eq!(glyphs(&latex.slice(4..6)), [('y', vec![8]), ('}', vec![])]);
        assert_eq!(glyphs(&(read(" é ", 1)).trimmed()), [('é', vec![2])]);
    }

    #[test]
    fn what_is_rewritten_stands_for_the_glyphs_it_replaces() {
        let mut latex = read("[12],", 0);
        latex.rewrite("[c],");
        assert_eq!(
            glyphs(&latex),
            [('[', vec![0]), ('c', vec![1, 2]), (']', vec![3]), (',', vec![4])]
        );
        let mut latex = read("aa", 0);
        latex.rewrite("aaa");
        assert_eq!(glyphs(&latex), [('a', vec![0]), ('a', vec![1]), ('a', vec![])]);
        latex.rewrite("");
        assert_eq!(glyphs(&latex), []);
        let mut latex = read("word-", 0);
        latex.pop();
        assert_eq!(glyphs(&latex).len(), 4);
    }
}
