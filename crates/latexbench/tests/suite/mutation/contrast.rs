//! Faults in clean documents, planted by string operations of their own.

use super::{Rule, all, between, once, without_line};

/// Rules by the name of the fault that each of them plants.
pub(crate) const RULES: &[(&str, Rule)] = &[
    (
        "Package Missing (graphicx)",
        Rule {
            name: "line removed",
            apply: |_, text, _| {
                without_line(text, "\\usepackage{graphicx}").filter(|text| text.contains("\\includegraphics"))
            },
        },
    ),
    (
        "Package Missing (graphicx)",
        Rule {
            name: "line commented out",
            apply: |_, text, _| once(text, "\\usepackage{graphicx}", "%\\usepackage{graphicx}"),
        },
    ),
    (
        "Package Missing (graphicx)",
        Rule {
            name: "name removed from a list",
            apply: |_, text, _| once(text, "{graphicx,", "{"),
        },
    ),
    (
        "Package Missing (graphicx)",
        Rule {
            name: "name misspelt as another package",
            apply: |_, text, _| once(text, "\\usepackage{graphicx}", "\\usepackage{graphpap}"),
        },
    ),
    (
        "Wrong Env (figure->table)",
        Rule {
            name: "environment renamed",
            apply: |_, text, _| all(text, "{figure}", "{table}"),
        },
    ),
    (
        "Wrong Env (figure->table)",
        Rule {
            name: "starred environment",
            apply: |_, text, _| all(text, "{figure}", "{table*}"),
        },
    ),
    (
        "Illegal Sectioning (chapter in article)",
        Rule {
            name: "first section",
            apply: |_, text, _| once(text, "\\section{", "\\chapter{").filter(|text| text.contains("{article}")),
        },
    ),
    (
        "Illegal Sectioning (chapter in article)",
        Rule {
            name: "chapter without a number",
            apply: |_, text, _| {
                once(text, "\\section{Results}", "\\chapter*{Results}").filter(|text| text.contains("{article}"))
            },
        },
    ),
    (
        "Illegal Sectioning (chapter in article)",
        Rule {
            name: "additional chapter",
            apply: |_, text, _| {
                once(
                    text,
                    "\\end{document}",
                    "\\chapter{Outlook}\nMore data will follow.\n\\end{document}",
                )
                .filter(|text| text.contains("{article}"))
            },
        },
    ),
    (
        "Illegal Sectioning (chapter in article)",
        Rule {
            name: "other class without chapters",
            apply: |_, text, _| once(text, "{report}", "{article}"),
        },
    ),
    (
        "Label Mismatch",
        Rule {
            name: "label in capitals",
            apply: |_, text, _| once(text, "\\label{fig:", "\\label{Fig:"),
        },
    ),
    (
        "Label Mismatch",
        Rule {
            name: "label removed",
            apply: |_, text, _| without_line(text, "\\label{tab:"),
        },
    ),
    (
        "Label Mismatch",
        Rule {
            name: "typing error in a reference",
            apply: |_, text, rng| {
                let key = between(text, "\\ref{", "}")?;
                let at = rng.usize(5..key.len());
                once(
                    text,
                    &format!("\\ref{{{key}}}"),
                    &format!("\\ref{{{}{}}}", &key[..at], &key[at + 1..]),
                )
            },
        },
    ),
    (
        "Label Mismatch",
        Rule {
            name: "two labels with one key",
            apply: |_, text, _| {
                let key = between(text, "\\label{fig:", "}")?;
                once(text, "\\label{sec:results}", &format!("\\label{{fig:{key}}}"))
            },
        },
    ),
    (
        "Label Mismatch",
        Rule {
            name: "reference to a section in place of a table",
            apply: |_, text, _| {
                let key = between(text, "\\ref{tab:", "}")?;
                once(text, &format!("\\ref{{tab:{key}}}"), "\\ref{sec:method}")
                    .filter(|text| text.contains("{article}"))
            },
        },
    ),
    (
        "Booktabs Downgrade",
        Rule {
            name: "all rules",
            apply: |_, text, _| {
                let text = once(text, "\\toprule", "\\hline")?;
                once(&once(&text, "\\midrule", "\\hline")?, "\\bottomrule", "\\hline")
            },
        },
    ),
    (
        "Booktabs Downgrade",
        Rule {
            name: "last rule",
            apply: |_, text, _| once(text, "\\bottomrule", "\\hline"),
        },
    ),
    (
        "Booktabs Downgrade",
        Rule {
            name: "first rule",
            apply: |_, text, _| once(text, "\\toprule", "\\hline\\hline"),
        },
    ),
    (
        "Booktabs Downgrade",
        Rule {
            name: "rule lost",
            apply: |_, text, _| without_line(text, "\\midrule"),
        },
    ),
];
