//! Escaping of text for LaTeX.

/// Writes text and escapes characters that have a meaning in LaTeX. Commands (`\alpha`, `\textbf{...}`) and braces
/// stay, since parsers write LaTeX into their text.
pub(super) fn text(text: &str, out: &mut String) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.peek() {
                Some(next) if next.is_ascii_alphabetic() || "%&#_${}\\ ,;!\"'`^~=.".contains(*next) => {
                    out.push('\\');
                    out.push(*next);
                    chars.next();
                }
                _ => out.push_str("\\textbackslash{}"),
            },
            '{' | '}' => out.push(c),
            c => verbatim(c, out),
        }
    }
}

/// Writes text as it is printed, with all characters of LaTeX escaped, as for code.
pub(super) fn literal(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' => out.push_str("\\{"),
            '}' => out.push_str("\\}"),
            c => verbatim(c, out),
        }
    }
}

fn verbatim(c: char, out: &mut String) {
    match c {
        '%' | '&' | '#' | '_' | '$' => {
            out.push('\\');
            out.push(c);
        }
        '^' => out.push_str("\\textasciicircum{}"),
        '~' => out.push_str("\\textasciitilde{}"),
        '\u{a0}' => out.push('~'),
        '\u{200b}'..='\u{200d}' | '\u{feff}' => {}
        // Ligatures of the font, which text from PDFs may keep.
        '\u{fb00}' => out.push_str("ff"),
        '\u{fb01}' => out.push_str("fi"),
        '\u{fb02}' => out.push_str("fl"),
        '\u{fb03}' => out.push_str("ffi"),
        '\u{fb04}' => out.push_str("ffl"),
        c => out.push(c),
    }
}

/// Writes lines as a verbatim environment.
pub(super) fn code(text: &str, out: &mut String) {
    out.push_str("\\begin{verbatim}\n");
    // Only this text cannot stand in the environment.
    out.push_str(&text.replace("\\end{verbatim}", "\\end {verbatim}"));
    if !text.ends_with('\n') {
        out.push('\n');
    }
    out.push_str("\\end{verbatim}");
}

#[cfg(test)]
mod tests {
    #[test]
    fn special_characters() {
        let shown = |given: &str, write: fn(&str, &mut String)| {
            let mut out = String::new();
            write(given, &mut out);
            out
        };
        assert_eq!(
            shown("50 % of a_b & \\textbf{c} \\% \\", super::text),
            "50 \\% of a\\_b \\& \\textbf{c} \\% \\textbackslash{}"
        );
        assert_eq!(
            shown("\\x{1}^~", super::literal),
            "\\textbackslash{}x\\{1\\}\\textasciicircum{}\\textasciitilde{}"
        );
    }
}
