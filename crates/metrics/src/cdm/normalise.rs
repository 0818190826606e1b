//! The normalisation of the tokeniser's token string before it is typeset.

use std::sync::LazyLock;

use regex_lite::Regex;

use super::commands::Role;
use super::tokens::{MAX_BYTES, TokensError, matching_brace};
use super::variant::Variant;
use crate::python::{is_space, pattern, strip};

/// Normalises a token string: a formula as the official tokeniser prints it, with single spaces between the tokens.
///
/// Tokens that are typeset as one are joined. Dots and function names are spelled out. Colours and everything that
/// cannot be coloured are removed. Arguments get the braces that TeX lets one omit. The result has a space at both
/// ends. Tables (`tabular`) are not handled, because formulas have none.
///
/// Time is quadratic in the number of tokens at worst, and linear in practice.
///
/// # Errors
///
/// Fails if the string is longer than [`MAX_BYTES`]. It also fails where the official tools fail, because an argument
/// or a closing brace is missing. They treat such a formula as one that cannot be typeset.
pub fn normalise(tokenised: &str, variant: Variant) -> Result<String, TokensError> {
    if tokenised.len() > MAX_BYTES {
        return Err(TokensError::TooLong { bytes: tokenised.len() });
    }
    let mut text = strip(tokenised)
        .replace("\\pmatrix", "\\mypmatrix")
        .replace("\\matrix", "\\mymatrix");
    for name in ["\\raggedright", "\\arraybackslash", "\\lowercase", "\\uppercase"] {
        text = text.replace(name, "");
    }
    let rules: &Rules = &RULES;
    text = rewrite(text, &rules.space, compact);
    text = rewrite(text, &rules.array, |found| {
        found
            .replacen("\\begin{array} ", "<s>", 1)
            .replace(' ', "")
            .replacen("<s>", "\\begin{array} ", 1)
    });
    text = match variant {
        Variant::Unimernet => {
            let padded = format!(" {text} ");
            rewrite(spell_out_words(&padded), &rules.string, compact_and_space)
        }
        Variant::OmniDocBench => {
            let glued = rewrite(text, &rules.not_sign, compact);
            spell_out_omnidocbench(format!(" {glued} "))
        }
    };
    text = rewrite(text, &rules.big_sign, compact_and_space);
    text = rewrite(text, &rules.big_command, compact_and_space);
    text = text.replace("\\operatorname *", "\\operatorname");
    text = text.replace("\\lefteqn", "").replace("\\footnote ", "^ ");
    text = rewrite(text, &rules.acute, compact_and_space);
    text = rewrite(text, &rules.parbox, compact);
    text = rewrite(text, &rules.raisebox, |found| {
        let glued = compact(found);
        format!("{} {{", glued.strip_suffix('{').unwrap_or(&glued))
    });
    text = rewrite(text, &rules.char_code, |found| {
        let glued = compact(found);
        let inner = glued.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
        format!("{{ {} }}", inner.unwrap_or(&glued))
    });
    text = match variant {
        Variant::Unimernet => rewrite(text, &rules.rule, compact),
        Variant::OmniDocBench => rewrite(text, &rules.not_command, compact_and_space),
    };
    text = rewrite(text, &rules.special_rule, compact);
    text = rewrite(text, &rules.colour, |_| String::new());
    let tokens = with_braces(text.split(' ').collect())?;
    Ok(tokens.join(" "))
}

struct Rules {
    space: Regex,
    array: Regex,
    string: Regex,
    not_sign: Regex,
    not_command: Regex,
    big_sign: Regex,
    big_command: Regex,
    acute: Regex,
    parbox: Regex,
    raisebox: Regex,
    char_code: Regex,
    rule: Regex,
    special_rule: Regex,
    colour: Regex,
}

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    space: pattern(r"\\[hv]space \{ [.0-9a-z ]+ \}"),
    array: pattern(r"\\begin\{array\} \{ [lrc ]+ \}"),
    string: pattern(r"\\string [^ ]+ "),
    not_sign: pattern(r"\\not [<>+=\-]"),
    not_command: pattern(r"\\not [\\=<>][^ ]+ "),
    big_sign: pattern(r"\\[Bb]igg?[glrm]? [(){}|\[\]] "),
    big_command: pattern(r"(?s)\\[Bb]igg?[glrm]? \\.*? "),
    acute: pattern(r"\\' [^{] "),
    parbox: pattern(r"\\parbox \{[^{]+\}"),
    raisebox: pattern(r"\\raisebox \{[^{]+\} [\[\]0-9 exptcm]+\{"),
    char_code: pattern(r"\{ \\char[0-9' ]+\}"),
    rule: pattern(r"\\rule \{[ .0-9a-z]+\} \{[ .0-9a-z]+\}"),
    special_rule: pattern(r"\\specialrule \{[ .0-9a-z]+\} \{[ .0-9a-z]+\} \{[ .0-9a-z]+\}"),
    colour: pattern(r"\\(?:colorbox|color|textcolor|cellcolor)[ \[\]RGBrgb]+\{ [A-Za-z 0-9,!]+ \} "),
});

/// Finds all matches first and then replaces each of them everywhere, like the official tools.
fn rewrite(mut text: String, pattern: &Regex, replacement: impl Fn(&str) -> String) -> String {
    let found: Vec<String> = pattern
        .find_iter(&text)
        .map(|found| found.as_str().to_owned())
        .collect();
    for found in found {
        if text.contains(&found) {
            text = text.replace(&found, &replacement(&found));
        }
    }
    text
}

fn compact(found: &str) -> String {
    found.replace(' ', "")
}

fn compact_and_space(found: &str) -> String {
    compact(found) + " "
}

/// Spells out dots, dashes and function names between white space, like UniMERNet.
fn spell_out_words(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = if is_space(c) {
            c.len_utf8()
        } else {
            rest.find(is_space).unwrap_or(rest.len())
        };
        let (word, after) = rest.split_at(end);
        match spelled_word(word) {
            Some(letters) => spelled += &letters,
            None => spelled += word,
        }
        rest = after;
    }
    spelled
}

fn spelled_word(word: &str) -> Option<String> {
    let dots = [
        "…",
        "\\ldots",
        "\\hdots",
        "\\cdots",
        "\\dddot",
        "\\dots",
        "\\dotsc",
        "\\dotsi",
        "\\dotsm",
        "\\dotso",
        "\\dotsb",
        "\\mathellipsis",
    ];
    let functions = [
        "ex", "ln", "lg", "cot", "mod", "min", "max", "ker", "hom", "sec", "scs", "csc", "deg", "arg", "log", "dim",
        "exp", "sin", "cos", "tan", "tanh", "cosh", "sinh", "coth", "arcsin", "arccos", "arctan",
    ];
    if dots.contains(&word) {
        return Some(". . .".to_owned());
    }
    match word {
        "--" => return Some("- -".to_owned()),
        "---" => return Some("- - -".to_owned()),
        "\\bmod" | "\\pmod" => return Some(upright("mod")),
        _ => {}
    }
    let name = word.strip_prefix('\\')?;
    functions.contains(&name).then(|| upright(name))
}

/// Spells out the few names that OmniDocBench spells out. Its replacement includes the spaces on both sides, so the
/// second of two equal names in a row stays.
fn spell_out_omnidocbench(mut text: String) -> String {
    for dots in ["ldots", "cdots", "dots", "dotsb"] {
        text = text.replace(&format!(" \\{dots} "), " . . . ");
    }
    for name in ["log", "exp", "sin", "cos", "tan", "tanh", "cosh", "sinh"] {
        text = text.replace(&format!(" \\{name} "), &format!(" {} ", upright(name)));
    }
    text
}

/// Returns an upright name, for example `\mathrm { s i n }`.
fn upright(name: &str) -> String {
    let letters: Vec<String> = name.chars().map(String::from).collect();
    format!("\\mathrm {{ {} }}", letters.join(" "))
}

/// Puts braces around arguments that have none.
fn with_braces(mut tokens: Vec<&str>) -> Result<Vec<&str>, TokensError> {
    let mut at = 0;
    while let Some(token) = tokens.get(at).copied() {
        match Role::of(token) {
            Role::Accent | Role::Font => brace_nested(&mut tokens, at)?,
            Role::Extensible => {
                let argument = match token_at(&tokens, at + 1, token)? {
                    "[" => matching_brace(&tokens, at + 1, ["[", "]"])? + 1,
                    _ => at + 1,
                };
                brace(&mut tokens, argument, token)?;
            }
            Role::Bar | Role::Stack => {
                brace(&mut tokens, at + 1, token)?;
                let second = matching_brace(&tokens, at + 1, ["{", "}"])? + 1;
                brace(&mut tokens, second, token)?;
            }
            _ => {}
        }
        at += 1;
    }
    Ok(tokens)
}

/// Puts braces around one argument of `command`.
fn brace(tokens: &mut Vec<&str>, argument: usize, command: &str) -> Result<(), TokensError> {
    let token = token_at(tokens, argument, command)?;
    if token != "{" {
        tokens.splice(argument..=argument, ["{", token, "}"]);
    }
    Ok(())
}

/// Puts braces around the argument of a command of one argument, and around the arguments of such commands that follow
/// it directly and are its argument.
fn brace_nested<'a>(tokens: &mut Vec<&'a str>, at: usize) -> Result<(), TokensError> {
    let is_nested = |token: &&&str| matches!(Role::of(token), Role::Accent | Role::Font);
    let commands: Vec<&'a str> = tokens.iter().skip(at).take_while(is_nested).copied().collect();
    let argument = at + commands.len();
    let token = token_at(tokens, argument, commands.last().copied().unwrap_or_default())?;
    let (inner, end) = if token == "{" {
        let end = matching_brace(tokens, argument, ["{", "}"])?;
        if commands.len() == 1 {
            return Ok(());
        }
        (tokens.get(argument + 1..end).unwrap_or_default().to_vec(), end)
    } else {
        (vec![token], argument)
    };
    let opened = commands.iter().flat_map(|command| [*command, "{"]);
    let closed = commands.iter().map(|_| "}");
    let braced: Vec<&str> = opened.chain(inner).chain(closed).collect();
    tokens.splice(at..=end, braced);
    Ok(())
}

fn token_at<'a>(tokens: &[&'a str], at: usize, command: &str) -> Result<&'a str, TokensError> {
    tokens.get(at).copied().ok_or_else(|| TokensError::MissingArgument {
        command: command.to_owned(),
        at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalised(tokenised: &str, variant: Variant) -> String {
        let text = normalise(tokenised, variant).unwrap();
        text.trim().to_owned()
    }

    #[test]
    fn arguments_get_their_braces() {
        for (tokenised, expected) in [
            ("\\hat x", "\\hat { x }"),
            ("\\hat \\bar { x y }", "\\hat { \\bar { x y } }"),
            ("\\frac 1 2", "\\frac { 1 } { 2 }"),
            ("\\sqrt [ 3 ] x", "\\sqrt [ 3 ] { x }"),
            ("\\sqrt x", "\\sqrt { x }"),
            ("\\frac { 1 } { 2 }", "\\frac { 1 } { 2 }"),
        ] {
            assert_eq!(normalised(tokenised, Variant::Unimernet), expected);
            assert_eq!(normalised(tokenised, Variant::OmniDocBench), expected);
        }
    }

    #[test]
    fn the_variants_spell_out_different_words() {
        let tokenised = "\\max \\ldots \\ldots \\sin x";
        assert_eq!(
            normalised(tokenised, Variant::Unimernet),
            "\\mathrm { m a x } . . . . . . \\mathrm { s i n } x"
        );
        assert_eq!(
            normalised(tokenised, Variant::OmniDocBench),
            "\\max . . . \\ldots \\mathrm { s i n } x"
        );
    }

    #[test]
    fn signs_in_parts_are_glued_and_colours_removed() {
        let unimernet = |text| normalised(text, Variant::Unimernet);
        assert_eq!(unimernet("\\big ( x \\Big \\rangle y"), "\\big( x \\Big\\rangle y");
        assert_eq!(unimernet("\\hspace { 1 . 5 c m } x"), "\\hspace{1.5cm} x");
        assert_eq!(
            unimernet("\\begin{array} { l c r } x \\end{array}"),
            "\\begin{array} {lcr} x \\end{array}"
        );
        assert_eq!(unimernet("\\color { r e d } x"), "x");
        assert_eq!(unimernet("\\textcolor [ r g b ] { 0 , 1 , 0 } x"), "x");
        assert_eq!(unimernet("\\rule { 1 p t } { 2 p t } x"), "\\rule{1pt}{2pt} x");
        assert_eq!(unimernet("\\not = x"), "\\not = x");
        assert_eq!(normalised("\\not = x", Variant::OmniDocBench), "\\not= x");
        assert_eq!(normalised("\\not \\in x", Variant::OmniDocBench), "\\not\\in x");
    }

    #[test]
    fn what_the_official_tools_fail_on_is_an_error() {
        for broken in ["\\frac { 1", "\\hat { x", "\\sqrt [ 3 x"] {
            let error = normalise(broken, Variant::Unimernet).unwrap_err();
            assert!(!error.to_string().is_empty());
        }
        let long = "x ".repeat(MAX_BYTES);
        assert!(matches!(
            normalise(&long, Variant::Unimernet),
            Err(TokensError::TooLong { .. })
        ));
    }
}
