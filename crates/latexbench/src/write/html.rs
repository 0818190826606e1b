//! What the HTML pages share. They need neither scripts nor other files.

use std::collections::BTreeSet;

/// Colours and type are those of the reports.
const STYLE: &str = concat!(
    include_str!("../../../report/src/style/tokens.css"),
    include_str!("../../../report/src/style/plot.css"),
    include_str!("page.css")
);

/// Returns a page with a title.
pub(super) fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

/// Returns a text in which each line is marked that another version does not have.
pub(super) fn marked(text: &str, versions: &[BTreeSet<&str>]) -> String {
    let line = |line: &str| match versions.iter().all(|version| version.contains(line)) {
        true => escaped(line) + "\n",
        false => format!("<mark>{}</mark>\n", escaped(line)),
    };
    text.lines().map(line).collect()
}

/// Returns a text for HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_are_marked() {
        let versions = [BTreeSet::from(["a", "b"]), BTreeSet::from(["a", "<"])];
        assert_eq!(marked("a\n<\n", &versions), "a\n<mark>&lt;</mark>\n");
        assert_eq!(marked("a\nb", &versions[..1]), "a\nb\n");
    }
}
