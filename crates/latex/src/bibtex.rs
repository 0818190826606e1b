//! Fields of BibTeX entries.

use std::ops::Range;

use crate::bibliography::BibEntry;

/// A field of an entry, `name = value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BibField {
    /// Byte range of the name. The case is unspecified.
    pub name: Range<usize>,
    /// Byte ranges of the pieces that `#` joins, without the braces or quotation marks around them. Usually one.
    pub value: Vec<Range<usize>>,
}

impl BibEntry {
    /// Returns the fields of a BibTeX entry in source order; a `\bibitem` has none. As in BibTeX, a brace counts even
    /// after a backslash. A value without an end extends to the end of the entry. `source` is the text in which the
    /// entry was found.
    #[must_use]
    pub fn fields(&self, source: &str) -> Vec<BibField> {
        let entry = source.get(self.range.clone()).unwrap_or_default();
        let Some(open) = entry.starts_with('@').then(|| entry.find('{')).flatten() else {
            return Vec::new();
        };
        let start = self.key.as_ref().map_or(self.range.start + open + 1, |key| key.end);
        let mut fields = Fields {
            source: source.as_bytes(),
            at: start,
            end: self.range.end,
        };
        std::iter::from_fn(|| fields.next_field()).collect()
    }
}

/// Reads one field after another. Every character that the reader looks for is ASCII, so it stops at character
/// boundaries only.
struct Fields<'a> {
    source: &'a [u8],
    at: usize,
    end: usize,
}

impl Fields<'_> {
    fn next_field(&mut self) -> Option<BibField> {
        loop {
            self.skip(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b'}'));
            let name = self.take(|byte| !matches!(byte, b'=' | b',' | b'{' | b'}' | b'"'));
            match self.peek()? {
                b'=' => {
                    self.at += 1;
                    let value = self.value();
                    return Some(BibField {
                        name: self.trimmed(name),
                        value,
                    });
                }
                // This character does not belong to a field.
                _ => self.at += 1,
            }
        }
    }

    fn value(&mut self) -> Vec<Range<usize>> {
        let mut pieces = Vec::new();
        loop {
            self.skip(|byte| byte.is_ascii_whitespace());
            match self.peek() {
                Some(b'{') => pieces.push(self.delimited(b'}')),
                Some(b'"') => pieces.push(self.delimited(b'"')),
                _ => pieces.push(self.take(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b',' | b'}' | b'#'))),
            }
            self.skip(|byte| byte.is_ascii_whitespace());
            if self.peek() != Some(b'#') {
                return pieces;
            }
            self.at += 1;
        }
    }

    /// Returns the range between the opening mark at the current position and `close` outside all braces.
    fn delimited(&mut self, close: u8) -> Range<usize> {
        self.at += 1;
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            let here = self.at;
            self.at += 1;
            match byte {
                _ if byte == close && depth == 0 => return start..here,
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        start..self.end.max(start)
    }

    fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied().filter(|_| self.at < self.end)
    }

    fn skip(&mut self, is_skipped: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&is_skipped) {
            self.at += 1;
        }
    }

    fn take(&mut self, is_taken: impl Fn(u8) -> bool) -> Range<usize> {
        let start = self.at;
        self.skip(is_taken);
        start..self.at
    }

    fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let bytes = self.source.get(range.clone()).unwrap_or_default();
        let start = range.start + (bytes.len() - bytes.trim_ascii_start().len());
        start..start + bytes.trim_ascii().len()
    }
}

#[cfg(test)]
mod tests {
    use crate::Outline;

    fn fields(source: &str) -> Vec<(&str, Vec<&str>)> {
        let outline = Outline::of(source);
        let entry = &outline.bibliography()[0];
        let field = |field: super::BibField| {
            let value = field.value.into_iter().map(|piece| &source[piece]);
            (&source[field.name], value.collect())
        };
        entry.fields(source).into_iter().map(field).collect()
    }

    #[test]
    fn values_in_braces_in_quotes_and_bare() {
        assert_eq!(
            fields(
                "@article{a_1, author = {M{\\\"u}ller and {X, Y}},\n Title=\"Say {\"}no{\"}\", year = 2015, month=jan}"
            ),
            [
                ("author", vec!["M{\\\"u}ller and {X, Y}"]),
                ("Title", vec!["Say {\"}no{\"}"]),
                ("year", vec!["2015"]),
                ("month", vec!["jan"]),
            ]
        );
        assert_eq!(
            fields("@misc{k, note = jan # \"~5\" # {é}}"),
            [("note", vec!["jan", "~5", "é"])]
        );
    }

    #[test]
    fn what_is_missing_does_not_hide_the_rest() {
        assert_eq!(
            fields("@misc{title = {A} year = 1}"),
            [("title", vec!["A"]), ("year", vec!["1"])],
            "neither key nor comma"
        );
        assert_eq!(fields("@misc{k, title = {A {b}"), [("title", vec!["A {b}"])], "no end");
        assert_eq!(
            fields("@misc{k, title = , year=1}"),
            [("title", vec![""]), ("year", vec!["1"])]
        );
        assert_eq!(fields("@misc{k, junk {x} , y = {z}}"), [("y", vec!["z"])]);
        assert!(fields("@misc{k}").is_empty());
        assert!(fields("\\bibitem{k} a = {b}").is_empty());
    }

    #[test]
    fn some_entries_stand_for_no_work() {
        let works = |source: &str| Outline::of(source).bibliography()[0].is_work(source);
        assert!(works("@Book{2}") && works("\\bibitem{a} A.") && works("@misc{title={A}}"));
        assert!(!works("@String{x = \"y\"}") && !works("@comment {x}") && !works("@PREAMBLE{x}"));
    }
}
