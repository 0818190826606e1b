//! Checks that the page's code has no sentences of its own: these are in `words` of `crates/workspace/src`, one module
//! for each screen, where they are found, corrected and translated.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::command::step;
use crate::paths;

/// The code of the page.
const PAGE: &str = "src";
/// Names that browsers give to keys and to kinds of dragged data.
const NAMES: [&str; 8] = ["Enter", "Escape", "Home", "End", "Delete", "Tab", "Backspace", "Files"];
/// Functions and macros whose text only developers and browsers read.
const NOT_SHOWN: [&str; 7] = [
    "expect",
    "panic",
    "unreachable",
    "assert",
    "debug_assert",
    "classes",
    "closest",
];
/// Attributes of elements that only browsers read.
const HIDDEN: [&str; 2] = ["class", "rel"];

/// Fails with every sentence and label in the code of the page.
pub(crate) fn check() -> Result<()> {
    step("looking for sentences outside of `words`");
    let mut found = Vec::new();
    for path in sources(&paths::root().join(PAGE))? {
        let code = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let shown = paths::shown(&path);
        let sentences = sentences(&code).with_context(|| shown.clone())?;
        found.extend(sentences.iter().map(|(line, text)| format!("{shown}:{line}: {text}")));
    }
    ensure!(
        found.is_empty(),
        "move these sentences to the module of their screen in crates/workspace/src/words:\n{}",
        found.join("\n")
    );
    Ok(())
}

fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            sources.extend(self::sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
    sources.sort();
    Ok(sources)
}

/// Returns the sentences of a source file, each with its line.
fn sentences(code: &str) -> Result<Vec<(usize, String)>> {
    let tokens = code
        .parse::<TokenStream>()
        .map_err(|error| anyhow::anyhow!("{error}"))?;
    let mut found = Vec::new();
    collect(tokens, &mut found);
    Ok(found)
}

fn collect(tokens: TokenStream, found: &mut Vec<(usize, String)>) {
    // The names and signs before the current token: `class =`, `. expect`, `#`.
    let mut before: [String; 2] = Default::default();
    let mut is_test = false;
    for token in tokens {
        let shown = match &token {
            TokenTree::Group(group) => {
                let is_attribute = before.contains(&"#".to_owned()) && group.delimiter() == Delimiter::Bracket;
                if is_attribute {
                    is_test |= group.stream().to_string().replace(' ', "") == "cfg(test)";
                } else if is_test && group.delimiter() == Delimiter::Brace {
                    is_test = false;
                } else if !before.iter().any(|name| NOT_SHOWN.contains(&name.as_str())) {
                    collect(group.stream(), found);
                }
                String::new()
            }
            TokenTree::Literal(literal) => {
                let is_hidden = before[1] == "=" && HIDDEN.contains(&before[0].as_str());
                let text = syn::parse2::<syn::LitStr>(TokenStream::from(token.clone()));
                if let Ok(text) = text.map(|text| text.value())
                    && !is_hidden
                    && is_sentence(&text)
                {
                    found.push((literal.span().start().line, text));
                }
                String::new()
            }
            other => other.to_string(),
        };
        before = [std::mem::take(&mut before[1]), shown];
    }
}

/// Whether people read the text: several words, or a word with a capital letter.
fn is_sentence(text: &str) -> bool {
    let is_word =
        |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1 && !word.contains(['{', '=', ';']);
    let words: Vec<&str> = text.split_whitespace().filter(is_word).collect();
    let is_label = |word: &str| {
        let mut letters = word.chars();
        let starts = letters.next().is_some_and(char::is_uppercase);
        starts && letters.all(|c| c.is_lowercase() || ".,:?!\u{2026}".contains(c)) && !NAMES.contains(&word)
    };
    match words[..] {
        [] => false,
        [word] => is_label(word),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(code: &str) -> Vec<String> {
        sentences(code).unwrap().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn sentences_are_found_in_macros_and_attributes_of_elements() {
        let code = r#"fn a() -> Html { html! { <p class="dim wide" title="Close this">{"Nothing to send."}</p> } }"#;
        assert_eq!(texts(code), ["Close this", "Nothing to send."]);
        assert_eq!(
            sentences("\n\nconst A: &str = \"Undo\";").unwrap(),
            [(3, "Undo".to_owned())]
        );
    }

    #[test]
    fn names_and_what_developers_read_are_no_sentences() {
        let code = r#"
            //! Two words.
            #[error("no such file")]
            fn a() { b("role"); c("ArrowDown"); d("Enter"); e.expect("the page has a body"); f("\u{2026}"); }
            fn g() { html! { <p rel="next prev" class={classes!("tall row", "Wide")} style={format!("width: {w}px")}>{" "}</p> } }
            #[cfg(test)]
            mod tests { const T: &str = "some words"; }
        "#;
        assert_eq!(texts(code), Vec::<String>::new());
    }
}
