//! Violations of generation tasks. The references contain nothing that was not asked for, except sentences around the
//! parts, so that each lost part breaks a requirement.

use fastrand::Rng;
use texlens_latexbench::{Item, Requirement, Task};

use super::{Rule, all, between, line, once, rows, swap_lines, without_line};

fn instruction(item: &Item) -> &str {
    match &item.task {
        Task::Generation(generation) => &generation.instruction,
        _ => "",
    }
}

fn requirements(item: &Item) -> &[Requirement] {
    match &item.task {
        Task::Generation(generation) => &generation.requirements,
        _ => &[],
    }
}

/// Renames a label and its references to another key, if the task names the key.
fn renamed_label(item: &Item, text: &str) -> Option<String> {
    let key = between(text, "\\label{", "}")?;
    instruction(item)
        .contains(&format!("the label {key}"))
        .then(|| text.replace(&format!("{{{key}}}"), "{other:key}"))
}

fn other_row(text: &str, rng: &mut Rng, change: fn(&str) -> Option<String>) -> Option<String> {
    let rows = rows(text);
    let row = *rng.choice(&rows)?;
    once(text, row, &change(row)?)
}

/// Returns a row with its second and third cell exchanged.
fn swapped_cells(row: &str) -> Option<String> {
    let cells: Vec<&str> = row.split(" & ").collect();
    let [first, second, third, rest @ ..] = cells.as_slice() else {
        return None;
    };
    (second != third).then(|| [&[*first, *third, *second], rest].concat().join(" & "))
}

/// Exchanges the first two items of a list.
fn swapped_items(text: &str) -> Option<String> {
    let items: Vec<&str> = text
        .lines()
        .filter(|line| line.trim_start().starts_with("\\item"))
        .collect();
    let [first, second, ..] = items.as_slice() else {
        return None;
    };
    swap_lines(text, first, second)
}

fn without_environment(text: &str, name: &str) -> Option<String> {
    let start = text.find(&format!("\\begin{{{name}}}"))?;
    let end = format!("\\end{{{name}}}");
    let end = text.find(&end)? + end.len();
    Some(format!("{}{}", &text[..start], &text[end..]))
}

fn twice(text: &str, name: &str) -> Option<String> {
    let start = text.find(&format!("\\begin{{{name}}}"))?;
    let end = format!("\\end{{{name}}}");
    let end = text.find(&end)? + end.len();
    let copy = text[start..end].replace("\\label{", "\\label{copy-");
    Some(format!("{}\n{copy}{}", &text[..end], &text[end..]))
}

/// The first number in a formula or text, changed.
fn changed_digit(text: &str) -> Option<String> {
    let at = text.find(|c: char| c.is_ascii_digit())?;
    let digit = if text[at..].starts_with('7') { "3" } else { "7" };
    Some(format!("{}{digit}{}", &text[..at], &text[at + 1..]))
}

pub(crate) const RULES: &[Rule] = &[
    Rule {
        name: "no caption",
        apply: |_, text, _| without_line(text, "\\caption{"),
    },
    Rule {
        name: "no label in a float",
        apply: |_, text, _| {
            let key = between(text, "\\label{fig:", "}")?;
            without_line(text, &format!("\\label{{fig:{key}}}"))
        },
    },
    Rule {
        name: "no label in a table",
        apply: |_, text, _| without_line(text, "\\label{tab:"),
    },
    Rule {
        name: "label before caption",
        apply: |_, text, _| swap_lines(text, "\\caption{", "\\label{fig:"),
    },
    Rule {
        name: "label before caption in a table",
        apply: |_, text, _| swap_lines(text, "\\caption{", "\\label{tab:"),
    },
    Rule {
        name: "another key than the one asked for",
        apply: |item, text, _| renamed_label(item, text),
    },
    Rule {
        name: "other caption",
        apply: |_, text, _| once(text, "\\caption{", "\\caption{New: "),
    },
    Rule {
        name: "figure in a table environment",
        apply: |_, text, _| all(text, "{figure}", "{table}"),
    },
    Rule {
        name: "other image",
        apply: |_, text, _| once(text, "{figures/", "{figures/other-"),
    },
    Rule {
        name: "no image",
        apply: |_, text, _| without_line(text, "\\includegraphics"),
    },
    Rule {
        name: "no toprule",
        apply: |_, text, _| without_line(text, "\\toprule"),
    },
    Rule {
        name: "hline for midrule",
        apply: |_, text, _| once(text, "\\midrule", "\\hline"),
    },
    Rule {
        name: "hline for all rules",
        apply: |_, text, _| {
            let text = all(text, "\\toprule", "\\hline")?;
            all(&all(&text, "\\midrule", "\\hline")?, "\\bottomrule", "\\hline")
        },
    },
    Rule {
        name: "vertical lines",
        apply: |_, text, _| text.contains("\\toprule").then(|| text.replace("{lrrl}", "{l|rr|l}")),
    },
    Rule {
        name: "lost row",
        apply: |_, text, rng| {
            let rows = rows(text);
            without_line(text, rng.choice(&rows)?)
        },
    },
    Rule {
        name: "other value in a row",
        apply: |_, text, rng| other_row(text, rng, changed_digit),
    },
    Rule {
        name: "cells exchanged",
        apply: |_, text, rng| other_row(text, rng, swapped_cells),
    },
    Rule {
        name: "lost cell",
        apply: |_, text, rng| other_row(text, rng, |row| once(row, " & ", " ")),
    },
    Rule {
        name: "no number",
        apply: |_, text, _| all(text, "{equation}", "{equation*}"),
    },
    Rule {
        name: "a number that was not asked for",
        apply: |_, text, _| {
            if text.contains("cases") || text.contains("matrix") {
                return None;
            }
            all(&all(text, "\\[", "\\begin{equation}")?, "\\]", "\\end{equation}")
        },
    },
    Rule {
        name: "displayed in place of inline",
        apply: |item, text, _| {
            let asked = instruction(item).contains("inline formula");
            let formula = between(text, "$", "$").filter(|_| asked)?;
            once(text, &format!("${formula}$"), &format!("\\[{formula}\\]"))
        },
    },
    Rule {
        name: "other symbol in a formula",
        apply: |_, text, _| {
            let body = between(text, "\\begin{equation}", "\\end{equation}").or_else(|| between(text, "\\[", "\\]"))?;
            once(text, body, &once(body, "=", "<")?)
        },
    },
    Rule {
        name: "lines of a derivation joined",
        apply: |_, text, _| {
            let body = between(text, "\\begin{align", "\\end{align")?;
            once(text, body, &once(body, "\\\\\n", "\n")?)
        },
    },
    Rule {
        name: "no numbers in a derivation",
        apply: |_, text, _| all(text, "{align}", "{align*}"),
    },
    Rule {
        name: "numbers in a derivation",
        apply: |_, text, _| all(text, "{align*}", "{align}"),
    },
    Rule {
        name: "no alignment",
        apply: |_, text, _| {
            let body = between(text, "\\begin{align", "\\end{align")?;
            once(text, body, &body.replace('&', ""))
        },
    },
    Rule {
        name: "lost item",
        apply: |_, text, _| without_line(text, "\\item"),
    },
    Rule {
        name: "numbers for bullets",
        apply: |_, text, _| all(text, "{itemize}", "{enumerate}"),
    },
    Rule {
        name: "bullets for numbers",
        apply: |_, text, _| all(text, "{enumerate}", "{itemize}"),
    },
    Rule {
        name: "items exchanged",
        apply: |_, text, _| swapped_items(text),
    },
    Rule {
        name: "additional item",
        apply: |_, text, _| once(text, "\\item", "\\item Begin early\n\\item"),
    },
    Rule {
        name: "lost case",
        apply: |_, text, _| without_line(text, "& \\text{if }"),
    },
    Rule {
        name: "other condition of a case",
        apply: |_, text, _| once(text, "\\text{if } ", "\\text{if } 2 "),
    },
    Rule {
        name: "other brackets",
        apply: |_, text, _| all(text, "{bmatrix}", "{pmatrix}").or_else(|| all(text, "{pmatrix}", "{vmatrix}")),
    },
    Rule {
        name: "matrix in the text",
        apply: |_, text, _| {
            let is_matrix = text.contains("matrix}");
            all(&all(text, "\\[", "\\(")?, "\\]", "\\)").filter(|_| is_matrix)
        },
    },
    Rule {
        name: "document for a snippet",
        apply: |_, text, _| {
            (!text.contains("\\begin{document}")).then(|| format!("\\begin{{document}}\n{text}\\end{{document}}\n"))
        },
    },
    Rule {
        name: "other entry of a matrix",
        apply: |_, text, _| {
            let body = between(text, "matrix}\n", "\\end")?;
            once(text, body, &changed_digit(body)?)
        },
    },
    Rule {
        name: "lost line of a program",
        apply: |_, text, _| {
            let program = between(text, "\\begin{verbatim}\n", "\\end{verbatim}")?;
            once(text, program, &without_line(program, "    ")?)
        },
    },
    Rule {
        name: "program outside of verbatim",
        apply: |_, text, _| all(text, "{verbatim}", "{quote}"),
    },
    Rule {
        name: "lost footnote",
        apply: |_, text, _| {
            let note = between(text, "\\footnote{", "}")?;
            once(text, &format!("\\footnote{{{note}}}"), "")
        },
    },
    Rule {
        name: "other footnote",
        apply: |_, text, _| once(text, "\\footnote{", "\\footnote{perhaps "),
    },
    Rule {
        name: "document in place of a snippet",
        apply: |item, text, _| {
            matches!(requirements(item).first(), Some(Requirement::Snippet(_))).then(|| {
            format!("\\documentclass{{article}}\n\\usepackage{{amsmath,graphicx,booktabs}}\n\\begin{{document}}\n{text}\\end{{document}}\n")
        })
        },
    },
    Rule {
        name: "lost package",
        // The class amsart loads some packages itself.
        apply: |_, text, _| without_line(text, "\\usepackage{").filter(|text| !text.contains("{amsart}")),
    },
    Rule {
        name: "other class",
        apply: |_, text, _| once(text, "\\documentclass{", "\\documentclass{scr"),
    },
    Rule {
        name: "title not printed",
        apply: |_, text, _| without_line(text, "\\maketitle"),
    },
    Rule {
        name: "other title",
        apply: |_, text, _| once(text, "\\title{", "\\title{On "),
    },
    Rule {
        name: "no author",
        apply: |_, text, _| without_line(text, "\\author{"),
    },
    Rule {
        name: "no abstract",
        apply: |_, text, _| without_environment(text, "abstract"),
    },
    Rule {
        name: "other abstract",
        apply: |_, text, _| once(text, "\\begin{abstract}\n", "\\begin{abstract}\nBriefly: "),
    },
    Rule {
        name: "lost section",
        apply: |_, text, _| without_line(text, "\\section{Introduction}"),
    },
    Rule {
        name: "section as a subsection",
        apply: |_, text, _| once(text, "\\section{", "\\subsection{"),
    },
    Rule {
        name: "no table of contents",
        apply: |_, text, _| without_line(text, "\\tableofcontents"),
    },
    Rule {
        name: "lost entry of the bibliography",
        apply: |_, text, _| without_line(text, "\\bibitem{"),
    },
    Rule {
        name: "entry not cited",
        apply: |_, text, _| without_line(text, "\\cite{"),
    },
    Rule {
        name: "citation of another key",
        apply: |_, text, _| once(text, "\\cite{", "\\cite{x"),
    },
    Rule {
        name: "no reference",
        apply: |_, text, _| {
            let keys = text.matches("\\ref{").count();
            (keys > 0).then(|| without_line(text, "\\ref{")).flatten()
        },
    },
    Rule {
        name: "reference in another section",
        apply: |_, text, _| {
            let (start, end) = line(text, "~\\ref{")?;
            let sentence = &text[start..end];
            once(
                &once(text, sentence, "")?,
                "\\end{document}",
                &format!("{sentence}\\end{{document}}"),
            )
        },
    },
    Rule {
        name: "bare tabular in a float",
        apply: |_, text, _| {
            let is_bare = text.trim_start().starts_with("\\begin{tabular}");
            is_bare.then(|| format!("\\begin{{table}}\n{text}\\end{{table}}\n"))
        },
    },
    Rule {
        name: "reference without a label",
        apply: |_, text, _| once(text, "\\ref{", "\\ref{my-"),
    },
    Rule {
        name: "forbidden command",
        apply: |item, text, _| {
            let Some(Requirement::Forbidden(forbidden)) = requirements(item).last() else {
                return None;
            };
            let argument = match forbidden.names[0].as_str() {
                "\\newcommand" => "{\\unit}{m}",
                "\\hline" => "",
                _ => "\n",
            };
            let place = if argument.is_empty() {
                "\\bottomrule"
            } else {
                "\\end{document}"
            };
            once(text, place, &format!("{}{argument}\n{place}", forbidden.names[0]))
        },
    },
    Rule {
        name: "package that was not allowed",
        apply: |item, text, _| {
            let is_limited = instruction(item).contains("and no others");
            is_limited
                .then(|| once(text, "\\begin{document}", "\\usepackage{xcolor}\n\\begin{document}"))
                .flatten()
        },
    },
    Rule {
        name: "no proof",
        apply: |_, text, _| without_environment(text, "proof"),
    },
    Rule {
        name: "theorem without its definition",
        apply: |_, text, _| without_line(text, "\\newtheorem"),
    },
    Rule {
        name: "other name of a theorem",
        apply: |_, text, _| {
            let name = between(text, "\\newtheorem{", "}")?;
            let (start, end) = line(text, "\\newtheorem{")?;
            Some(format!(
                "{}\\newtheorem{{{name}}}{{Remark}}\n{}",
                &text[..start],
                &text[end..]
            ))
        },
    },
    Rule {
        name: "group that is not closed",
        apply: |_, text, _| once(text, "}\n", "\n"),
    },
    Rule {
        name: "environment that is not closed",
        apply: |_, text, _| without_line(text, "\\end{"),
    },
    Rule {
        name: "second figure",
        apply: |_, text, _| twice(text, "figure"),
    },
    Rule {
        name: "second table",
        apply: |_, text, _| twice(text, "table"),
    },
    Rule {
        name: "no answer",
        apply: |_, _, rng| Some(format!("I cannot do that ({}).", rng.u16(..))),
    },
];
