//! What a style sheet defines and uses.

use std::collections::BTreeMap;

use super::colours;

/// The custom properties and literal colours of a sheet, with their lines.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sheet {
    /// Custom properties that it gives a value, with the first line.
    pub(super) defined: BTreeMap<String, usize>,
    /// Custom properties whose value it takes, with the first line.
    pub(super) used: BTreeMap<String, usize>,
    pub(super) colours: Vec<Colour>,
}

/// A colour that is not a custom property.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Colour {
    pub(super) text: String,
    pub(super) line: usize,
    /// Whether there is a comment on its line.
    pub(super) is_explained: bool,
}

impl Sheet {
    pub(super) fn of(css: &str) -> Self {
        let plain = blanked(css);
        let mut sheet = Self::default();
        for (start, declaration) in declarations(&plain) {
            let Some((name, value)) = declaration.split_once(':') else {
                continue;
            };
            let line_at = |byte: usize| 1 + plain.get(..byte).unwrap_or_default().matches('\n').count();
            let begin = start + name.len() + 1;
            if let (name, true) = (name.trim(), name.trim().starts_with("--")) {
                let line = line_at(start + declaration.len() - declaration.trim_start().len());
                sheet.defined.entry(name.to_owned()).or_insert(line);
            }
            for (at, _) in value.match_indices("var(") {
                let name = value.get(at + 4..).unwrap_or_default().trim_start();
                let name = name.split([',', ')', ' ', '\n']).next().unwrap_or_default();
                sheet.used.entry(name.to_owned()).or_insert(line_at(begin + at));
            }
            for (at, text) in colours::literal(value) {
                let line = line_at(begin + at);
                let written = css.lines().nth(line - 1).unwrap_or_default();
                sheet.colours.push(Colour {
                    text: text.to_owned(),
                    line,
                    is_explained: written.contains("/*"),
                });
            }
        }
        sheet
    }
}

/// Returns the text between the punctuation of rules that can be a declaration, each with its place: what a brace
/// opens after it is a selector.
fn declarations(plain: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    plain.match_indices(['{', '}', ';']).filter_map(move |(at, mark)| {
        let found = plain.get(start..at).map(|text| (start, text));
        start = at + 1;
        found.filter(|_| mark != "{")
    })
}

/// Returns the sheet with spaces for its comments and strings, so that places stay the same.
fn blanked(css: &str) -> String {
    let mut plain = without_comments(css);
    let quotes: Vec<usize> = plain.match_indices('"').map(|(at, _)| at).collect();
    for pair in quotes.chunks_exact(2) {
        if let [open, close] = pair {
            let inside = open + 1..*close;
            let blank = blank(plain.get(inside.clone()).unwrap_or_default());
            plain.replace_range(inside, &blank);
        }
    }
    plain
}

/// Returns the sheet with spaces for its comments.
pub(super) fn without_comments(css: &str) -> String {
    let mut plain = css.to_owned();
    let mut from = 0;
    while let Some(open) = plain.get(from..).and_then(|rest| rest.find("/*")) {
        let open = from + open;
        let close = plain.get(open..).and_then(|rest| rest.find("*/"));
        from = close.map_or(plain.len(), |close| open + close + 2);
        let blank = blank(plain.get(open..from).unwrap_or_default());
        plain.replace_range(open..from, &blank);
    }
    plain
}

/// Returns as many bytes of white space, with the same lines.
fn blank(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_declarations_count() {
        let css = "/* var(--no) red */\n#bad:not(.red) > a:hover {\n  content: \"#fff; var(--no)\";\n}\n\
            @media (max-width: 1px) {\n  b {\n    --a: 1px;\n    margin: calc(-1 * var(--a)) var( --b, 2px);\n  }\n}\n";
        let sheet = Sheet::of(css);
        let names = |map: &BTreeMap<String, usize>| map.clone().into_iter().collect::<Vec<_>>();
        assert_eq!(names(&sheet.defined), [("--a".to_owned(), 7)]);
        assert_eq!(names(&sheet.used), [("--a".to_owned(), 8), ("--b".to_owned(), 8)]);
        assert_eq!(sheet.colours, []);
    }

    #[test]
    fn colours_have_their_lines_and_whether_a_comment_explains_them() {
        let sheet = Sheet::of("a {\n  color: red;\n  fill: #FFF; /* paper */\n  margin: 0}\n");
        let colours: Vec<_> = sheet
            .colours
            .iter()
            .map(|one| (one.text.as_str(), one.line, one.is_explained))
            .collect();
        assert_eq!(colours, [("red", 2, false), ("#FFF", 3, true)]);
    }
}
