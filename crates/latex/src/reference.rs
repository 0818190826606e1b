//! Labels, references to labels, and citations.

use std::ops::Range;

use crate::argument::{Keys, argument_open, keys};
use crate::token::{Token, TokenKind};

/// A `\label`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Byte range from the command to the closing brace.
    pub range: Range<usize>,
    /// Byte range of the key, without white space around it.
    pub key: Range<usize>,
}

/// A reference to one or several labels: `\ref`, `\eqref`, `\autoref`, `\cref`, `\crefrange` and similar commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Byte range of the command alone.
    pub command: Range<usize>,
    /// Byte range from the command to the closing brace.
    pub range: Range<usize>,
    /// Byte range of each key, in order. Never empty.
    pub keys: Vec<Range<usize>>,
}

/// A citation in the text: each command that starts with `\cite` or `\Cite`, and those of biblatex (`\parencite`,
/// `\textcite`, `\footcite`, `\autocite` and others). `\nocite` prints nothing and is not a citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// Byte range of the command alone.
    pub command: Range<usize>,
    /// Byte range from the command to the closing brace.
    pub range: Range<usize>,
    /// Byte range of each key, in order. Never empty.
    pub keys: Vec<Range<usize>>,
}

/// Commands of LaTeX, amsmath, hyperref, varioref, cleveref, nameref and subcaption with one argument.
const REFERENCES: [&str; 19] = [
    "\\ref",
    "\\eqref",
    "\\pageref",
    "\\autoref",
    "\\autopageref",
    "\\nameref",
    "\\Nameref",
    "\\fullref",
    "\\cref",
    "\\Cref",
    "\\cpageref",
    "\\Cpageref",
    "\\namecref",
    "\\nameCref",
    "\\labelcref",
    "\\vref",
    "\\Vref",
    "\\vpageref",
    "\\subref",
];

/// Commands with two arguments.
const REFERENCE_RANGES: [&str; 3] = ["\\crefrange", "\\Crefrange", "\\vrefrange"];

/// Commands of biblatex. The capitalised form and the plural count as the same command.
const CITATIONS: [&str; 6] = ["parencite", "textcite", "footcite", "autocite", "smartcite", "fullcite"];

/// Commands that start like a citation but have an argument other than keys.
const NO_CITATIONS: [&str; 2] = ["\\citestyle", "\\citetext"];

/// Returns labels, references and citations, each in order. Omits commands without a key.
pub(crate) fn references(source: &str, tokens: &[Token]) -> (Vec<Label>, Vec<Reference>, Vec<Citation>) {
    let (mut labels, mut references, mut citations) = (Vec::new(), Vec::new(), Vec::new());
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Command {
            continue;
        }
        let name = token.text(source);
        let command = token.range();
        if name == "\\label" {
            labels.extend(label(source, tokens, index));
        } else if let Some(most) = reference_arguments(name) {
            let found = arguments(source, tokens, index + 1, most);
            references.extend(found.map(|(keys, end)| Reference {
                range: command.start..end,
                command,
                keys,
            }));
        } else if let Some(most) = citation_arguments(name) {
            let found = arguments(source, tokens, index + 1, most);
            citations.extend(found.map(|(keys, end)| Citation {
                range: command.start..end,
                command,
                keys,
            }));
        }
    }
    (labels, references, citations)
}

/// Returns the maximum number of arguments with keys, if the command refers to labels.
pub(crate) fn reference_arguments(name: &str) -> Option<usize> {
    if REFERENCES.contains(&name) {
        Some(1)
    } else {
        REFERENCE_RANGES.contains(&name).then_some(2)
    }
}

/// Returns the maximum number of arguments with keys, if the command cites.
pub(crate) fn citation_arguments(name: &str) -> Option<usize> {
    let is_cite = name.starts_with("\\cite") || name.starts_with("\\Cite");
    let is_biblatex = || {
        let singular = name.strip_suffix('s').unwrap_or(name);
        CITATIONS.iter().any(|known| {
            let mut parts = singular.char_indices().skip(1);
            let first = parts
                .next()
                .is_some_and(|(_, c)| known.starts_with(c.to_ascii_lowercase()));
            first && singular.get(2..) == known.get(1..)
        })
    };
    if NO_CITATIONS.contains(&name) || !(is_cite || is_biblatex()) {
        return None;
    }
    Some(if name.ends_with("cites") { usize::MAX } else { 1 })
}

/// Returns the keys in up to `most` arguments from token `from` on, and the byte offset after the last argument.
/// Returns `None` if there is no key.
fn arguments(source: &str, tokens: &[Token], from: usize, most: usize) -> Option<(Vec<Range<usize>>, usize)> {
    let mut all = Keys {
        next: from,
        ..Keys::default()
    };
    for _ in 0..most {
        let Some(open) = argument_open(source, tokens, all.next) else {
            break;
        };
        let argument = keys(source, tokens, open);
        all.keys.extend(argument.keys);
        (all.end, all.next) = (argument.end, argument.next);
    }
    (!all.keys.is_empty()).then_some((all.keys, all.end))
}

/// Returns the label at `index`. A label is one key, even if it contains commas.
fn label(source: &str, tokens: &[Token], index: usize) -> Option<Label> {
    let (keys, end) = arguments(source, tokens, index + 1, 1)?;
    Some(Label {
        range: tokens.get(index)?.start..end,
        key: keys.first()?.start..keys.last()?.end,
    })
}

#[cfg(test)]
mod tests {
    use crate::Outline;

    #[test]
    fn labels_everywhere() {
        let source = "\\section{A}\\label{sec:a} \\[x\\label{ eq_1,b }\\] %\\label{c}\n\\label \\label{} \\label{d";
        let outline = Outline::of(source);
        let keys: Vec<_> = outline
            .labels()
            .iter()
            .map(|label| &source[label.key.clone()])
            .collect();
        assert_eq!(keys, ["sec:a", "eq_1,b", "d"]);
        assert_eq!(&source[outline.labels()[0].range.clone()], "\\label{sec:a}");
    }

    #[test]
    fn references_name_their_command_and_keys() {
        let source = "\\ref{a} \\eqref{b}\\Cref*{c, d} \\crefrange{e}{f} \\reflectbox{g} \\verb|\\ref{h}| \\ref";
        let outline = Outline::of(source);
        let found: Vec<_> = outline
            .references()
            .iter()
            .map(|reference| {
                let keys: Vec<_> = reference.keys.iter().map(|key| &source[key.clone()]).collect();
                (&source[reference.command.clone()], keys)
            })
            .collect();
        assert_eq!(
            found,
            [
                ("\\ref", vec!["a"]),
                ("\\eqref", vec!["b"]),
                ("\\Cref", vec!["c", "d"]),
                ("\\crefrange", vec!["e", "f"])
            ]
        );
        assert_eq!(&source[outline.references()[3].range.clone()], "\\crefrange{e}{f}");
    }

    #[test]
    fn citations_of_all_packages() {
        let source = "\\cite{1,2}\\citep[see][p.~3]{a}\\Citet*{b} \\citeauthor{c} \\Parencite{d} \\autocites[1]{e}[2]{f} \
                      \\nocite{x} \\citestyle{y} \\textcite \\footcite{g";
        let outline = Outline::of(source);
        let keys: Vec<Vec<_>> = outline
            .citations()
            .iter()
            .map(|citation| citation.keys.iter().map(|key| &source[key.clone()]).collect())
            .collect();
        assert_eq!(
            keys,
            [
                vec!["1", "2"],
                vec!["a"],
                vec!["b"],
                vec!["c"],
                vec!["d"],
                vec!["e", "f"],
                vec!["g"]
            ]
        );
    }
}
