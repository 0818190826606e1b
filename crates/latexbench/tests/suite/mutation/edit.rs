//! Violations of edit tasks: edits that were not made, that were made in part, or that changed something else.

use fastrand::Rng;
use texlens_latexbench::{Edit, Item, Task};

use super::{Rule, between, once, swap_lines, without_line};

fn edit(item: &Item) -> &Edit {
    match &item.task {
        Task::Edit(edit) => edit,
        _ => unreachable!(),
    }
}

/// Returns the base with all changes but one.
fn all_but_one(item: &Item, rng: &mut Rng) -> Option<String> {
    let mut edit = edit(item).clone();
    if edit.changes.len() < 2 {
        return None;
    }
    edit.changes.remove(rng.usize(..edit.changes.len()));
    Some(edit.reference())
}

/// Returns the reference with another text in one change.
fn other_change(item: &Item, rng: &mut Rng, other: fn(&str) -> Option<String>) -> Option<String> {
    let mut edit = edit(item).clone();
    if edit.changes.is_empty() {
        return None;
    }
    let at = rng.usize(..edit.changes.len());
    edit.changes[at].text = other(&edit.changes[at].text)?;
    Some(edit.reference())
}

/// Replaces a string in a sentence of the introduction, where no edit is made.
fn in_introduction(text: &str, from: &str, to: &str) -> Option<String> {
    let introduction = between(text, "\\label{sec:introduction}\n", "\n\n")?;
    once(text, introduction, &once(introduction, from, to)?)
}

pub(crate) const RULES: &[Rule] = &[
    Rule {
        name: "nothing was done",
        apply: |item, _, _| Some(edit(item).base.clone()),
    },
    Rule {
        name: "one change was forgotten",
        apply: |item, _, rng| all_but_one(item, rng),
    },
    Rule {
        name: "change with another letter",
        apply: |item, _, rng| {
            // A key of the author's choice may have any letters.
            if edit(item).instruction.contains("a label") {
                return None;
            }
            other_change(item, rng, |text| {
                let at = text.rfind(|c: char| c.is_ascii_alphanumeric())?;
                let other = if text[at..].starts_with('q') { "k" } else { "q" };
                Some(format!("{}{other}{}", &text[..at], &text[at + 1..]))
            })
        },
    },
    Rule {
        name: "change made twice",
        apply: |item, _, rng| other_change(item, rng, |text| Some(format!("{text} {text}"))),
    },
    Rule {
        name: "text removed in place of changed",
        apply: |item, _, rng| other_change(item, rng, |_| Some(String::new())),
    },
    Rule {
        name: "needed package forgotten",
        apply: |item, _, _| {
            let mut edit = edit(item).clone();
            edit.adds_package.take()?;
            Some(edit.reference())
        },
    },
    Rule {
        name: "unrelated package",
        apply: |_, text, _| once(text, "\\begin{document}", "\\usepackage{setspace}\n\\begin{document}"),
    },
    Rule {
        name: "package removed",
        apply: |_, text, _| without_line(text, "\\usepackage{graphicx}"),
    },
    Rule {
        name: "packages in another order",
        apply: |item, text, _| {
            // A package that the edit adds may stand anywhere.
            if edit(item).adds_package.is_some() {
                return None;
            }
            swap_lines(text, "\\usepackage{graphicx}", "\\usepackage{booktabs}")
        },
    },
    Rule {
        name: "other option of the class",
        apply: |_, text, _| once(text, "[11pt]", "[10pt]").or_else(|| once(text, "[a4paper]", "[letterpaper]")),
    },
    Rule {
        name: "title corrected",
        apply: |_, text, _| once(text, "\\title{", "\\title{The "),
    },
    Rule {
        name: "comment removed",
        apply: |_, text, _| without_line(text, "% "),
    },
    Rule {
        name: "word replaced",
        apply: |_, text, _| in_introduction(text, " a ", " one "),
    },
    Rule {
        name: "sentence removed",
        apply: |_, text, _| {
            without_line(text, "was used throughout").or_else(|| without_line(text, "gives an overview"))
        },
    },
    Rule {
        name: "blank line added",
        apply: |_, text, _| once(text, "\\maketitle\n", "\\maketitle\n\n"),
    },
    Rule {
        name: "spaces cleaned up",
        apply: |_, text, _| super::all(text, ".  ", ". "),
    },
    Rule {
        name: "spaces at ends of lines removed",
        apply: |_, text, _| super::all(text, " \n", "\n"),
    },
    Rule {
        name: "tabs replaced",
        apply: |_, text, _| super::all(text, "\t", "    "),
    },
    Rule {
        name: "placement changed",
        apply: |_, text, _| {
            once(text, "\\begin{figure}[t]", "\\begin{figure}[b]")
                .or_else(|| once(text, "\\begin{table}[ht]", "\\begin{table}[h]"))
        },
    },
    Rule {
        name: "non-breaking space lost",
        apply: |_, text, _| once(text, "Section~", "Section "),
    },
    Rule {
        name: "label before its caption",
        apply: |_, text, _| {
            let key = between(text, "\\label{fig:", "}")?;
            swap_lines(text, "\\caption{", &format!("\\label{{fig:{key}}}"))
        },
    },
    Rule {
        name: "rule of the table lost",
        apply: |_, text, _| without_line(text, "\\bottomrule"),
    },
    Rule {
        name: "plain rule in the table",
        apply: |_, text, _| once(text, "\\midrule", "\\hline"),
    },
    Rule {
        name: "text after the document",
        apply: |_, text, _| Some(format!("{text}% edited\n")),
    },
    Rule {
        name: "excerpt only",
        apply: |item, _, _| {
            let change = edit(item).changes.first()?;
            Some(change.text.clone())
        },
    },
    Rule {
        name: "reference broken",
        apply: |_, text, _| once(text, "\\ref{sec:method}", "\\ref{sec:methods}"),
    },
];
