//! The replacements in the text of a formula before it is parsed.

use std::borrow::Cow;

/// The maximum number of replacements of each kind.
const MAX_REPLACEMENTS: usize = 300;

/// The environments that are read as `aligned`, with and without a star.
const ALIGNED: [&str; 5] = ["split", "align", "alignedat", "alignat", "eqnarray"];

/// Returns the text that is parsed: the last line without its comment, labels and delimiters. Environments have names
/// that the parser knows. If there is no environment, line breaks are spaces. Groups that start with `\rm` are
/// arguments of `\mathrm`.
pub(super) fn prepare(latex: &str) -> String {
    let renamed = rename_environments(latex, &ALIGNED, "aligned");
    let renamed = rename_environments(&renamed, &["smallmatrix"], "matrix");
    let line = last_line(&renamed);
    let line = line.strip_prefix('%').unwrap_or(line);
    let line = line.split('%').next().unwrap_or_default();
    let mut text = line
        .replace("\\~", " ")
        .replacen("\\>", " ", MAX_REPLACEMENTS)
        .replacen('$', " ", MAX_REPLACEMENTS);
    remove_labels(&mut text);
    if !["matrix", "cases", "array", "begin"]
        .iter()
        .any(|word| text.contains(word))
    {
        text = text.replacen("\\\\", "\\,", MAX_REPLACEMENTS);
    }
    text.push(' ');
    for _ in 0..MAX_REPLACEMENTS {
        // In turns, since one pattern can be part of another.
        let found = ["{\\rm", "{ \\rm", "\\rm{"].map(|pattern| replace_first(&mut text, pattern, "\\mathrm{"));
        if found == [false; 3] {
            break;
        }
    }
    text
}

/// Returns the text after the last line break that has text after it.
fn last_line(text: &str) -> &str {
    let breaks = ['\r', '\u{2028}', '\u{2029}'];
    let ended = text.strip_suffix(breaks).unwrap_or(text);
    ended.rsplit(breaks).next().unwrap_or_default()
}

/// Replaces the first occurrence. Returns whether there is one.
fn replace_first(text: &mut String, pattern: &str, replacement: &str) -> bool {
    let Some(at) = text.find(pattern) else { return false };
    text.replace_range(at..at + pattern.len(), replacement);
    true
}

/// Removes `\label` with its argument.
fn remove_labels(text: &mut String) {
    const LABEL: &str = "\\label{";
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.as_str();
    for _ in 0..MAX_REPLACEMENTS {
        let Some((before, after)) = rest.split_once(LABEL) else {
            break;
        };
        let Some((_, tail)) = after.split_once('}') else { break };
        kept += before;
        rest = tail;
    }
    kept += rest;
    *text = kept;
}

/// Renames environments, with or without a star. An environment inside one that is renamed keeps its name.
fn rename_environments<'a>(latex: &'a str, names: &[&str], new_name: &str) -> Cow<'a, str> {
    const BEGIN: &str = "\\begin{";
    if !latex.contains(BEGIN) {
        return Cow::Borrowed(latex);
    }
    let mut renamed = String::with_capacity(latex.len());
    let mut rest = latex;
    // Names without an end in the rest of the text.
    let mut unended: Vec<&str> = Vec::new();
    while let Some((before, after)) = rest.split_once(BEGIN) {
        renamed += before;
        let environment = names.iter().find_map(|name| {
            let body = after_name(after, name)?;
            Some((*name, body))
        });
        let found = environment
            .filter(|(name, _)| !unended.contains(name))
            .and_then(|(name, body)| {
                let end = body_and_rest(body, name);
                if end.is_none() {
                    unended.push(name);
                }
                end
            });
        if let Some((body, tail)) = found {
            renamed += &format!("\\begin{{{new_name}}}{body}\\end{{{new_name}}}");
            rest = tail;
        } else {
            renamed += BEGIN;
            rest = after;
        }
    }
    Cow::Owned(renamed + rest)
}

/// Returns the text after `name}` or `name*}`.
fn after_name<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(name)?;
    rest.strip_prefix('*').unwrap_or(rest).strip_prefix('}')
}

/// Splits a text at the first end of an environment that has at least one character before it.
fn body_and_rest<'a>(text: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    const END: &str = "\\end{";
    text.match_indices(END)
        .filter(|(at, _)| *at > 0)
        .find_map(|(at, _)| Some((text.get(..at)?, after_name(text.get(at + END.len()..)?, name)?)))
}

#[cfg(test)]
mod tests {
    use super::prepare;

    #[test]
    fn environments_get_names_that_the_parser_knows() {
        for (latex, prepared) in [
            ("\\begin{align*}a\\end{align}", "\\begin{aligned}a\\end{aligned} "),
            ("\\begin{align}\\end{align}", "\\begin{align}\\end{align} "),
            (
                "\\begin{align}\\begin{split}a\\end{split}\\end{align}",
                "\\begin{aligned}\\begin{split}a\\end{split}\\end{aligned} ",
            ),
            (
                "\\begin{split}\\begin{smallmatrix}a\\end{smallmatrix}",
                "\\begin{split}\\begin{matrix}a\\end{matrix} ",
            ),
            ("\\begin{gather}a\\end{gather}", "\\begin{gather}a\\end{gather} "),
        ] {
            assert_eq!(prepare(latex), prepared);
        }
    }

    #[test]
    fn comments_labels_and_breaks_go() {
        for (latex, prepared) in [
            ("a%b", "a "),
            ("%a%b", "a "),
            ("a\\label{eq:x}b$c", "ab c "),
            ("a\\\\b", "a\\,b "),
            (
                "\\begin{matrix}a\\\\b\\end{matrix}",
                "\\begin{matrix}a\\\\b\\end{matrix} ",
            ),
            ("{\\rm a}{ \\rm b}\\rm{c}", "\\mathrm{ a}\\mathrm{ b}\\mathrm{c} "),
            ("a\rb\r", "b "),
        ] {
            assert_eq!(prepare(latex), prepared);
        }
    }
}
