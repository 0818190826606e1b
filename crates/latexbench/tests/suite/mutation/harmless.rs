//! Harmless variants: other ways to write the same, which no checker may blame.

use texlens_latexbench::{Edit, Item, Task};

use super::{Rule, all, between, line, once};

fn instruction(item: &Item) -> &str {
    match &item.task {
        Task::Generation(generation) => &generation.instruction,
        Task::Edit(edit) => &edit.instruction,
        Task::Contrast(_) => "",
    }
}

fn is_document(text: &str) -> bool {
    text.contains("\\begin{document}")
}

/// Reports whether more packages are allowed than the reference loads.
fn is_open(item: &Item, text: &str) -> bool {
    is_document(text) && !instruction(item).contains("and no others")
}

fn in_table(text: &str, from: &str, to: &str) -> Option<String> {
    let table = between(text, "\\begin{tabular}", "\\end{tabular}")?;
    once(text, table, &table.replace(from, to)).filter(|_| table.contains(from))
}

/// Writes all `\usepackage` lines of a document as one.
fn merged_packages(text: &str) -> Option<String> {
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| between(line, "\\usepackage{", "}"))
        .collect();
    let first = line(text, "\\usepackage{").filter(|_| names.len() > 1)?;
    let others: String = text
        .lines()
        .filter(|line| !line.starts_with("\\usepackage{"))
        .map(|line| format!("{line}\n"))
        .collect();
    Some(format!(
        "{}\\usepackage{{{}}}\n{}",
        &text[..first.0],
        names.join(", "),
        &others[first.0..]
    ))
}

/// Variants of generation tasks.
pub(crate) const GENERATION: &[Rule] = &[
    Rule {
        name: "in a Markdown fence",
        apply: |_, text, _| Some(format!("```latex\n{text}```\n")),
    },
    Rule {
        name: "in a fence with words before it",
        apply: |_, text, _| Some(format!("Here it is:\n\n```latex\n{text}```\n")),
    },
    Rule {
        name: "comment at the start",
        apply: |_, text, _| Some(format!("% a \\figure of \\label{{none}}\n{text}")),
    },
    Rule {
        name: "comment at the end of a line",
        apply: |_, text, _| once(text, "\\caption{", "% the caption\n  \\caption{"),
    },
    Rule {
        name: "more blank lines",
        apply: |_, text, _| is_document(text).then(|| text.replace("\n\n", "\n\n\n")),
    },
    Rule {
        name: "no indentation",
        apply: |_, text, _| {
            let has_program = text.contains("verbatim");
            (!has_program).then(|| text.lines().map(|line| format!("{}\n", line.trim_start())).collect())
        },
    },
    Rule {
        name: "Windows line breaks",
        apply: |_, text, _| (!text.contains("verbatim")).then(|| text.replace('\n', "\r\n")),
    },
    Rule {
        name: "equation* for brackets",
        apply: |_, text, _| {
            all(&all(text, "\\[", "\\begin{equation*}")?, "\\]", "\\end{equation*}").filter(|_| !is_document(text))
        },
    },
    Rule {
        name: "dollars for brackets",
        apply: |_, text, _| all(&all(text, "\\[", "$$")?, "\\]", "$$"),
    },
    Rule {
        name: "parentheses for dollars",
        apply: |_, text, _| {
            let formula = between(text, "$", "$")?;
            once(text, &format!("${formula}$"), &format!("\\({formula}\\)"))
        },
    },
    Rule {
        name: "full stop after a formula",
        apply: |_, text, _| {
            let end = if text.contains("\n\\end{equation}") {
                "\n\\end{equation}"
            } else {
                "\n\\]"
            };
            let is_matrix = text.contains("matrix");
            once(text, end, &format!(".{end}")).filter(|_| !is_matrix && !text.contains("\\end{cases}"))
        },
    },
    Rule {
        name: "label at the end of the equation",
        apply: |_, text, _| {
            let key = between(text, "\\label{eq:", "}")?;
            let label = format!("\\label{{eq:{key}}}");
            let without = super::without_line(text, &label)?;
            once(&without, "\\end{equation}", &format!("{label}\n\\end{{equation}}"))
        },
    },
    Rule {
        name: "other placement of floats",
        apply: |_, text, _| {
            once(text, "\\begin{figure}", "\\begin{figure}%\n")
                .or_else(|| once(text, "\\begin{table}[t]", "\\begin{table}[!htbp]"))
        },
    },
    Rule {
        name: "more options of the image",
        apply: |_, text, _| once(text, "\\includegraphics[", "\\includegraphics[keepaspectratio, "),
    },
    Rule {
        name: "options of the image in another order",
        apply: |_, text, _| {
            let width = between(text, "\\includegraphics[", "]")?;
            once(text, &format!("[{width}]"), &format!("[{width},angle=0]"))
        },
    },
    Rule {
        name: "ending of the image",
        apply: |_, text, _| {
            let name = between(text, "{figures/", "}")?;
            once(text, &format!("{{figures/{name}}}"), &format!("{{figures/{name}.pdf}}"))
        },
    },
    Rule {
        name: "other key where none is asked for",
        apply: |item, text, _| {
            let key = between(text, "\\label{", "}")?;
            (!instruction(item).contains(&format!("label {key}")))
                .then(|| text.replace(&format!("{{{key}}}"), "{my_label}"))
        },
    },
    Rule {
        name: "label within the caption",
        apply: |_, text, _| {
            let (start, end) = line(text, "\\label{fig:")?;
            let caption = text[..start].trim_end().strip_suffix('}')?;
            Some(format!("{caption}{}}}\n{}", text[start..end].trim(), &text[end..]))
        },
    },
    Rule {
        name: "label on the line of the caption",
        apply: |_, text, _| {
            let at = text.find("\\label{tab:")?;
            let before = text[..at].trim_end();
            before.ends_with('}').then(|| format!("{before}{}", &text[at..]))
        },
    },
    Rule {
        name: "caption without its full stop",
        apply: |_, text, _| {
            let caption = between(text, "\\caption{", "}")?;
            once(
                text,
                &format!("{{{caption}}}"),
                &format!("{{{}}}", caption.strip_suffix('.')?),
            )
        },
    },
    Rule {
        name: "short caption",
        apply: |_, text, _| once(text, "\\caption{", "\\caption[Short]{"),
    },
    Rule {
        name: "caption below the table",
        apply: |_, text, _| {
            let (start, end) = line(text, "\\label{tab:")?;
            let above = line(text, "\\caption{").filter(|caption| caption.1 == start)?;
            let lines = &text[above.0..end];
            once(
                &once(text, lines, "")?,
                "\\end{table}",
                &format!("{lines}\\end{{table}}"),
            )
        },
    },
    Rule {
        name: "bold header",
        apply: |_, text, _| {
            let header = between(text, "\\toprule\n", "\\\\")?;
            let cells: Vec<String> = header
                .split('&')
                .map(|cell| format!(" \\textbf{{{}}} ", cell.trim()))
                .collect();
            once(text, header, &cells.join("&"))
        },
    },
    Rule {
        name: "aligned source of a table",
        apply: |_, text, _| in_table(text, " & ", "    &\t"),
    },
    Rule {
        name: "no space around cells",
        apply: |_, text, _| in_table(text, " & ", "&"),
    },
    Rule {
        name: "other columns",
        apply: |_, text, _| once(text, "{lrrl}", "{@{}lccc@{}}"),
    },
    Rule {
        name: "numbers as formulas",
        apply: |_, text, rng| {
            let row = rng.choice(super::rows(text))?;
            let cells: Vec<String> = row.split(" & ").map(str::to_owned).collect();
            let number = cells
                .iter()
                .find(|cell| cell.chars().all(|c| c.is_ascii_digit() || c == '.'))?;
            once(text, row, &row.replacen(number.as_str(), &format!("${number}$"), 1))
        },
    },
    Rule {
        name: "distance after the header",
        apply: |_, text, _| once(text, "\\\\\n", "\\\\[2pt]\n").filter(|text| text.contains("tabular")),
    },
    Rule {
        name: "partial rule",
        apply: |_, text, _| {
            once(text, "\\midrule\n", "\\midrule\n\\cmidrule(lr){2-3}\n").filter(|text| text.contains("\\toprule"))
        },
    },
    Rule {
        name: "derivation without numbers by commands",
        apply: |_, text, _| {
            let lines = text.matches("\\\\\n").count();
            let text = all(text, "{align*}", "{align}").filter(|_| !is_document(text) && lines > 0)?;
            Some(
                text.replace("\\\\\n", "\\nonumber \\\\\n")
                    .replace("\n\\end{align}", " \\notag\n\\end{align}"),
            )
        },
    },
    Rule {
        name: "split for aligned",
        apply: |_, text, _| all(text, "{aligned}", "{split}"),
    },
    Rule {
        name: "cases without words",
        apply: |_, text, _| all(text, "\\text{if }", ""),
    },
    Rule {
        name: "cases with mbox",
        apply: |_, text, _| all(text, "\\text{if }", "\\mbox{for } "),
    },
    Rule {
        name: "matrix between delimiters",
        apply: |_, text, _| {
            let text = all(text, "\\begin{pmatrix}", "\\left( \\begin{matrix}")?;
            all(&text, "\\end{pmatrix}", "\\end{matrix} \\right)")
        },
    },
    Rule {
        name: "matrix with aligned columns",
        apply: |_, text, _| {
            let text = all(text, "\\begin{bmatrix}", "\\begin{bmatrix*}[r]")?;
            all(&text, "\\end{bmatrix}", "\\end{bmatrix*}")
        },
    },
    Rule {
        name: "determinant between delimiters",
        apply: |_, text, _| {
            let text = all(text, "\\begin{vmatrix}", "\\left\\lvert \\begin{matrix}")?;
            all(&text, "\\end{vmatrix}", "\\end{matrix} \\right\\rvert")
        },
    },
    Rule {
        name: "empty braces before relations",
        apply: |_, text, _| all(text, "&= ", "&{}= "),
    },
    Rule {
        name: "position of aligned lines",
        apply: |_, text, _| once(text, "\\begin{aligned}", "\\begin{aligned}[t]"),
    },
    Rule {
        name: "space and full stop after a formula",
        apply: |_, text, _| once(text, "\n\\end{equation}", "\\,.\n\\end{equation}"),
    },
    Rule {
        name: "abstract without indentation",
        apply: |_, text, _| once(text, "\\begin{abstract}\n", "\\begin{abstract}\n\\noindent "),
    },
    Rule {
        name: "theorem without its full stop",
        apply: |_, text, _| {
            let proof = text.contains("\\begin{proof}");
            let end = ["theorem", "lemma", "proposition"].map(|name| format!(".\n\\end{{{name}}}"));
            let end = end.iter().find(|end| text.contains(end.as_str()))?;
            once(text, end, &end[1..]).filter(|_| proof)
        },
    },
    Rule {
        name: "image from this folder",
        apply: |_, text, _| once(text, "{figures/", "{./figures/"),
    },
    Rule {
        name: "dash in a description",
        apply: |_, text, _| once(text, "] the ", "] -- the "),
    },
    Rule {
        name: "full stops after items",
        apply: |_, text, _| {
            let lines = text.lines().map(|line| {
                let is_item = line.trim_start().starts_with("\\item");
                format!("{line}{}\n", if is_item { "." } else { "" })
            });
            text.contains("\\item").then(|| lines.collect())
        },
    },
    Rule {
        name: "capital letter in a description",
        apply: |_, text, _| once(text, "] the ", "] The "),
    },
    Rule {
        name: "semicolons after items",
        apply: |_, text, _| {
            let items: Vec<&str> = text
                .lines()
                .filter(|line| line.trim_start().starts_with("\\item"))
                .collect();
            once(text, items.first()?, &format!("{};", items.first()?))
        },
    },
    Rule {
        name: "bold term of a description",
        apply: |_, text, _| {
            let term = between(text, "\\item [", "]")?;
            once(text, &format!("[{term}]"), &format!("[\\textbf{{{term}}}]"))
        },
    },
    Rule {
        name: "indented program",
        apply: |_, text, _| {
            let program = between(text, "\\begin{verbatim}\n", "\\end{verbatim}")?;
            let lines: String = program.lines().map(|line| format!("  {line}\n")).collect();
            once(text, program, &lines)
        },
    },
    Rule {
        name: "packages on one line",
        apply: |_, text, _| merged_packages(text),
    },
    Rule {
        name: "option of a package",
        apply: |_, text, _| once(text, "\\usepackage{graphicx}", "\\usepackage[final]{graphicx}"),
    },
    Rule {
        name: "more packages",
        apply: |item, text, _| {
            is_open(item, text)
                .then(|| once(text, "\\begin{document}", "\\usepackage{microtype}\n\\begin{document}"))?
        },
    },
    Rule {
        name: "mathtools for amsmath",
        apply: |item, text, _| {
            is_open(item, text).then(|| once(text, "\\usepackage{amsmath}", "\\usepackage{mathtools}"))?
        },
    },
    Rule {
        name: "options of the class",
        apply: |_, text, _| once(text, "\\documentclass{", "\\documentclass[11pt, a4paper]{"),
    },
    Rule {
        name: "autoref",
        apply: |item, text, _| {
            let text = is_open(item, text)
                .then(|| once(text, "\\begin{document}", "\\usepackage{hyperref}\n\\begin{document}"))??;
            once(&text, "Figure~\\ref{", "\\autoref{").or_else(|| once(&text, "Table~\\ref{", "\\autoref{"))
        },
    },
    Rule {
        name: "eqref",
        apply: |item, text, _| {
            let text = is_open(item, text)
                .then(|| once(text, "\\begin{document}", "\\usepackage{mathtools}\n\\begin{document}"))??;
            let key = between(&text, "(\\ref{eq:", "}")?.to_owned();
            once(&text, &format!("(\\ref{{eq:{key}}})"), &format!("\\eqref{{eq:{key}}}"))
        },
    },
    Rule {
        name: "title after the beginning",
        apply: |_, text, _| {
            let (start, end) = line(text, "\\title{")?;
            let title = &text[start..end];
            once(
                &once(text, title, "")?,
                "\\begin{document}\n",
                &format!("\\begin{{document}}\n{title}"),
            )
        },
    },
    Rule {
        name: "date",
        apply: |_, text, _| once(text, "\\maketitle", "\\date{\\today}\n\\maketitle"),
    },
    Rule {
        name: "labels of sections",
        apply: |_, text, _| {
            once(
                text,
                "\\section{Introduction}",
                "\\section{Introduction}\\label{sec:intro}",
            )
        },
    },
    Rule {
        name: "additional section",
        apply: |_, text, _| {
            once(
                text,
                "\\end{document}",
                "\\section{Conclusion}\nAll is well.\n\\end{document}",
            )
            .filter(|text| !text.contains("thebibliography"))
        },
    },
    Rule {
        name: "several citations",
        apply: |_, text, _| {
            let keys = between(text, "\\cite{", "}")?;
            let cites: Vec<String> = keys.split(',').map(|key| format!("\\cite{{{key}}}")).collect();
            once(text, &format!("\\cite{{{keys}}}"), &cites.join(" and "))
        },
    },
    Rule {
        name: "other environment of a theorem",
        apply: |_, text, _| {
            let name = between(text, "\\newtheorem{", "}")?;
            Some(text.replace(&format!("{{{name}}}"), "{mainresult}"))
        },
    },
    Rule {
        name: "other spaces in the formula of a theorem",
        apply: |_, text, _| {
            let name = between(text, "\\newtheorem{", "}")?;
            let begin = text.find(&format!("\\begin{{{name}}}"))?;
            let formula = between(&text[begin..], "$", "$")?;
            once(
                text,
                &format!("${formula}$"),
                &format!("${}$", formula.replace([' '], "").replace("\\", " \\")),
            )
        },
    },
    Rule {
        name: "theorem with a name",
        apply: |_, text, _| {
            let name = between(text, "\\newtheorem{", "}")?;
            once(
                text,
                &format!("\\begin{{{name}}}"),
                &format!("\\begin{{{name}}}[Main result]"),
            )
        },
    },
    Rule {
        name: "theorem numbered by section",
        apply: |_, text, _| {
            let (start, end) = line(text, "\\newtheorem{")?;
            let definition = text[start..end].trim_end();
            once(text, definition, &format!("{definition}[section]"))
        },
    },
    Rule {
        name: "quotation marks in the text",
        apply: |_, text, _| {
            once(text, "Earlier work", "``Earlier'' work")
                .or_else(|| once(text, "lists the values", "lists ``the values''"))
        },
    },
];

fn edit(item: &Item) -> &Edit {
    match &item.task {
        Task::Edit(edit) => edit,
        _ => unreachable!(),
    }
}

/// Returns the reference of an edit with a change written in another way.
fn rewritten(item: &Item, rewrite: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut edit = edit(item).clone();
    let change = edit.changes.first_mut()?;
    change.text = rewrite(&change.text)?;
    Some(edit.reference())
}

/// Variants of edits.
pub(crate) const EDIT: &[Rule] = &[
    Rule {
        name: "in a Markdown fence",
        apply: |_, text, _| Some(format!("```latex\n{text}```")),
    },
    Rule {
        name: "no line break at the end",
        apply: |_, text, _| Some(text.trim_end_matches('\n').to_owned()),
    },
    Rule {
        name: "package elsewhere in the preamble",
        apply: |item, text, _| {
            let line = format!("\\usepackage{{{}}}\n", edit(item).adds_package.as_ref()?);
            once(&once(text, &line, "")?, "\\title{", &format!("{line}\\title{{"))
        },
    },
    Rule {
        name: "package first",
        apply: |item, text, _| {
            let line = format!("\\usepackage{{{}}}\n", edit(item).adds_package.as_ref()?);
            once(&once(text, &line, "")?, "\\usepackage", &format!("{line}\\usepackage"))
        },
    },
    Rule {
        name: "package in a list",
        apply: |item, text, _| {
            let name = edit(item).adds_package.as_ref()?;
            let without = once(text, &format!("\\usepackage{{{name}}}\n"), "")?;
            once(&without, "{graphicx}", &format!("{{graphicx, {name}}}"))
        },
    },
    Rule {
        name: "package with an option",
        apply: |item, text, _| {
            let name = edit(item)
                .adds_package
                .as_ref()
                .filter(|name| *name == "hyperref" || *name == "microtype")?;
            once(
                text,
                &format!("\\usepackage{{{name}}}"),
                &format!("\\usepackage[draft]{{{name}}}"),
            )
        },
    },
    Rule {
        name: "cells of the new table aligned",
        apply: |item, _, _| {
            rewritten(item, |text| {
                all(text, " & ", "   & ").filter(|text| text.contains("tabular"))
            })
        },
    },
    Rule {
        name: "new table without outer space",
        apply: |item, _, _| rewritten(item, |text| once(text, "{lrrl}", "{@{} l r r l @{}}")),
    },
    Rule {
        name: "label on the line of the caption",
        apply: |item, _, _| {
            rewritten(item, |text| {
                let caption = between(text, "\\caption{", "}")?;
                let label = between(text, "\\label{", "}")?;
                Some(format!("\\caption{{{caption}}}\\label{{{label}}}\n"))
            })
        },
    },
    Rule {
        name: "comment between caption and label",
        apply: |item, _, _| {
            rewritten(item, |text| {
                once(text, "}\n", "}% moved\n").filter(|text| text.contains("\\caption"))
            })
        },
    },
    Rule {
        name: "other key where none is asked for",
        apply: |item, _, _| {
            rewritten(item, |text| {
                let key = between(text, "\\label{", "}").filter(|_| instruction(item).contains("a label"))?;
                once(text, key, "free:choice")
            })
        },
    },
    Rule {
        name: "row with other spaces",
        apply: |item, _, _| {
            rewritten(item, |text| {
                (!text.contains("tabular")).then(|| all(text, " & ", "&  "))?
            })
        },
    },
    Rule {
        name: "equation with its label last",
        apply: |item, _, _| {
            rewritten(item, |text| {
                let label = format!("\\label{{{}}}", between(text, "\\label{", "}")?);
                let without = super::without_line(text, &label)?;
                once(&without, "\n\\end{equation}", &format!(" {label}\n\\end{{equation}}"))
            })
        },
    },
    Rule {
        name: "other indentation of a new item",
        apply: |item, _, _| {
            rewritten(item, |text| {
                text.contains("\\item").then(|| format!("   {}", text.trim_start()))
            })
        },
    },
    Rule {
        name: "spaces in the new text",
        apply: |item, _, _| rewritten(item, |text| once(text, ". ", ".  ").filter(|text| !text.contains('\n'))),
    },
];

/// Variants of clean documents, and of documents whose fault must keep its type.
pub(crate) const CONTRAST: &[Rule] = &[
    Rule {
        name: "comment with every fault",
        apply: |_, text, _| {
            once(
                text,
                "\\maketitle",
                "\\maketitle\n% \\chapter{X} \\ref{nowhere} \\hline \\begin{table}\\includegraphics{x}\\end{table}",
            )
        },
    },
    Rule {
        name: "verbatim text with every fault",
        apply: |_, text, _| {
            once(
                text,
                "\\end{document}",
                "\\begin{verbatim}\n\\chapter{X} \\ref{nowhere}\n\\end{verbatim}\n\\end{document}",
            )
        },
    },
    Rule {
        name: "text after the document",
        apply: |_, text, _| Some(format!("{text}\\chapter{{Old}} \\ref{{gone}}\n")),
    },
    Rule {
        name: "branch that is not taken",
        apply: |_, text, _| {
            once(
                text,
                "\\end{document}",
                "\\iffalse \\chapter{Old} \\ref{gone} \\fi\n\\end{document}",
            )
        },
    },
    Rule {
        name: "option of graphicx",
        apply: |_, text, _| once(text, "\\usepackage{graphicx}", "\\usepackage[final]{graphicx}"),
    },
    Rule {
        name: "graphicx by another package",
        apply: |_, text, _| once(text, "\\usepackage{graphicx}", "\\usepackage{tikz}"),
    },
    Rule {
        name: "packages in another order",
        apply: |_, text, _| super::swap_lines(text, "\\usepackage{graphicx}", "\\usepackage{booktabs}"),
    },
    Rule {
        name: "RequirePackage",
        apply: |_, text, _| once(text, "\\usepackage{", "\\RequirePackage{"),
    },
    Rule {
        name: "wide figure",
        apply: |_, text, _| all(text, "{figure}", "{figure*}"),
    },
    Rule {
        name: "keys without prefixes",
        apply: |_, text, _| all(text, "{fig:", "{"),
    },
    Rule {
        name: "keys with other prefixes",
        apply: |_, text, _| all(text, "{tab:", "{fig:table-"),
    },
    Rule {
        name: "short names of parts",
        apply: |_, text, _| all(text, "Figure~", "Fig.~"),
    },
    Rule {
        name: "reference at the start of a line",
        apply: |_, text, _| all(text, "Figure~\\ref", "Figure\n\\ref").filter(|text| !text.contains("% See")),
    },
    Rule {
        name: "page of a part",
        apply: |_, text, _| {
            let key = between(text, "\\ref{tab:", "}")?;
            once(
                text,
                "lists the values",
                &format!("lists the values on page~\\pageref{{tab:{key}}}"),
            )
        },
    },
    Rule {
        name: "partial rules",
        apply: |_, text, _| once(text, "\\midrule\n", "\\midrule\n\\cmidrule{2-3}\n"),
    },
    Rule {
        name: "second rule in the middle",
        apply: |_, text, _| {
            let row = *super::rows(text).get(1)?;
            once(text, row, &format!("{row}\n\\midrule"))
        },
    },
    Rule {
        name: "label on the line of the caption",
        apply: |_, text, _| {
            let at = text.find("\\label{tab:")?;
            let before = text[..at].trim_end();
            before.ends_with('}').then(|| format!("{before}{}", &text[at..]))
        },
    },
    Rule {
        name: "starred section",
        apply: |_, text, _| once(text, "\\end{document}", "\\section*{Thanks}\nTo all.\n\\end{document}"),
    },
    Rule {
        name: "class with chapters",
        apply: |_, text, _| once(text, "{report}", "{book}"),
    },
    Rule {
        name: "own chapter",
        apply: |_, text, _| {
            if text.contains("\\chapter") {
                return None;
            }
            let text = once(
                text,
                "\\begin{document}",
                "\\newcommand{\\chapter}[1]{\\section{#1}}\n\\begin{document}",
            )?;
            once(&text, "\\section{Results}", "\\chapter{Results}")
        },
    },
    Rule {
        name: "label that nothing refers to",
        apply: |_, text, _| once(text, "\\begin{itemize}", "\\label{par:list}\n\\begin{itemize}"),
    },
];
