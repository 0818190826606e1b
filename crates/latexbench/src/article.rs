//! Whole articles about a topic, in several styles: the bases of edits and the code of contrasts.

use std::ops::Range;

use crate::topics::{Equation, Picture, Topic, Values};
use texlens_stats::Choices;

/// How an article is written. None of these choices is an error.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// The indentation in environments.
    pub(crate) indent: &'static str,
    /// The optional argument of floats.
    pub(crate) placement: &'static str,
    /// The width of images.
    pub(crate) width: &'static str,
    /// Whether floats are centred.
    pub(crate) centred: bool,
    /// A comment in the preamble.
    pub(crate) note: &'static str,
    /// Whether some lines end in spaces and some words are two spaces apart, as in texts that people write.
    pub(crate) loose: bool,
}

impl Style {
    pub(crate) fn draw(choices: &mut Choices) -> Self {
        Self {
            indent: choices.pick(["  ", "    ", "\t", ""]),
            placement: choices.pick(["[t]", "[htbp]", "[ht]", "[!ht]", ""]),
            width: choices.pick([
                "0.8\\linewidth",
                "0.6\\textwidth",
                "\\columnwidth",
                "7cm",
                "0.75\\linewidth",
            ]),
            centred: choices.chance(4, 5),
            note: choices.pick([
                "",
                "% Second draft, figures are final.\n",
                "% Please keep the order of the packages.\n",
                "% TODO: ask the reviewers about units\n",
            ]),
            loose: choices.chance(1, 2),
        }
    }
}

/// The rules of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rules {
    /// `\toprule`, `\midrule`, `\bottomrule`
    Booktabs,
    /// `\hline` above, below and under the header.
    Lines,
    /// `\hline` between all rows, and vertical lines.
    Boxed,
}

/// Where the label of a float stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CaptionForm {
    /// After the caption, as it should be.
    LabelAfter,
    /// Before the caption, so that it takes the number of the section.
    LabelBefore,
    /// Neither caption nor label.
    None,
}

/// The parts of an article that an item chooses.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) class: &'static str,
    pub(crate) packages: Vec<&'static str>,
    /// Whether one `\usepackage` loads all packages.
    pub(crate) is_one_line: bool,
    pub(crate) rules: Rules,
    pub(crate) figure: CaptionForm,
    pub(crate) table: CaptionForm,
    pub(crate) is_numbered: bool,
    pub(crate) list: &'static str,
    /// Text after the last section.
    pub(crate) more: &'static str,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            class: "article",
            packages: vec!["graphicx", "booktabs"],
            is_one_line: false,
            rules: Rules::Booktabs,
            figure: CaptionForm::LabelAfter,
            table: CaptionForm::LabelAfter,
            is_numbered: true,
            list: "itemize",
            more: "",
        }
    }
}

/// An article and the places of its parts.
pub(crate) struct Article {
    pub(crate) topic: &'static Topic,
    pub(crate) picture: &'static Picture,
    pub(crate) equation: &'static Equation,
    pub(crate) style: Style,
    pub(crate) text: String,
    /// The byte range before `\begin{document}`.
    pub(crate) preamble: Range<usize>,
    pub(crate) figure: Range<usize>,
    pub(crate) table: Range<usize>,
    pub(crate) display: Range<usize>,
    pub(crate) list: Range<usize>,
    /// The paragraph of the second section.
    pub(crate) method: Range<usize>,
    /// The number of rows of the table below its header.
    pub(crate) rows: usize,
}

impl Article {
    /// Writes an article.
    pub(crate) fn write(topic: &'static Topic, plan: &Plan, choices: &mut Choices) -> Self {
        let style = Style::draw(choices);
        let picture = &topic.figures[choices.below(topic.figures.len())];
        let equation = &topic.equations[choices.below(topic.equations.len())];
        let rows = 3 + choices.below(3);
        let author = choices.pick(AUTHORS);
        let size = choices.pick(["", "[11pt]", "[a4paper]", "[12pt,a4paper]"]);
        let mut text = format!("\\documentclass{size}{{{}}}\n", plan.class);
        if plan.is_one_line {
            text += &format!("\\usepackage{{{}}}\n", plan.packages.join(","));
        } else {
            for package in &plan.packages {
                text += &format!("\\usepackage{{{package}}}\n");
            }
        }
        text += style.note;
        text += &format!("\n\\title{{{}}}\n\\author{{{author}}}\n\n", topic.title);
        let preamble = 0..text.len();
        let gap = if style.loose { "  " } else { " " };
        let end = if style.loose { " \n" } else { "\n" };
        let [first, second, third, fourth] = topic.introduction;
        text += "\\begin{document}\n\\maketitle\n\n";
        let level = if plan.class == "article" { "section" } else { "chapter" };
        text += &format!("\\{level}{{Introduction}}\n\\label{{sec:introduction}}\n");
        text += &format!("{first}{gap}{second}{end}{third}\n{fourth}\n");
        if plan.figure != CaptionForm::None {
            text += &format!("Figure~\\ref{{fig:{}}} gives an overview.\n", picture.slug);
        }
        text += "\n";
        let figure = push(&mut text, &figure(picture, plan.figure, &style));
        text += &format!("\n\\{level}{{{}}}\n\\label{{sec:method}}\n", topic.method_title);
        let [first, second, third, fourth] = topic.method;
        let method = push(&mut text, &format!("{first}\n{second}{gap}{third}\n{fourth}{end}"));
        text += &format!("The calculation rests on {}:\n", equation.name);
        let display = push(&mut text, &display(equation, plan.is_numbered, &style));
        text += "The procedure has these steps:\n";
        let list = push(&mut text, &list(&topic.steps, 3 + choices.below(3), plan.list, &style));
        text += &format!("\n\\{level}{{Results}}\n\\label{{sec:results}}\n");
        if plan.table != CaptionForm::None {
            text += &format!("Table~\\ref{{tab:{}}} lists the values.\n", topic.table.slug);
        }
        text += "The method of Section~\\ref{sec:method} was used throughout.\n";
        if plan.is_numbered {
            text += &format!("All values agree with Equation~(\\ref{{eq:{}}}){end}", equation.slug);
            text += "within their errors.\n";
        }
        text += "\n";
        let table = push(&mut text, &table(&topic.table, rows, plan, &style));
        text += plan.more;
        if plan.figure != CaptionForm::None {
            text += &format!(
                "\nA second look at Figure~\\ref{{fig:{}}} confirms this.\n",
                picture.slug
            );
        }
        text += "\\end{document}\n";
        Self {
            topic,
            picture,
            equation,
            style,
            text,
            preamble,
            figure,
            table,
            display,
            list,
            method,
            rows,
        }
    }

    /// Returns the first place of a string within a range.
    pub(crate) fn locate(&self, within: &Range<usize>, needle: &str) -> Option<Range<usize>> {
        let at = within.start + self.text.get(within.clone())?.find(needle)?;
        Some(at..at + needle.len())
    }

    /// Returns all places of a string in the text, in order.
    pub(crate) fn places(&self, needle: &str) -> Vec<Range<usize>> {
        self.text
            .match_indices(needle)
            .map(|(at, found)| at..at + found.len())
            .collect()
    }
}

/// Names of invented authors.
pub(crate) const AUTHORS: [&str; 8] = [
    "Mara Ilvonen",
    "Tomas Reyer",
    "Aiko Brandt",
    "Lena Okafor",
    "Paul Drenth",
    "Nadia Sorel",
    "Ivan Kestrel",
    "Ruth Amsel",
];

fn push(text: &mut String, part: &str) -> Range<usize> {
    let start = text.len();
    text.push_str(part);
    start..text.len()
}

/// Writes the beginning of a float.
fn float(name: &str, style: &Style) -> String {
    let centring = if style.centred {
        format!("{}\\centering\n", style.indent)
    } else {
        String::new()
    };
    format!("\\begin{{{name}}}{}\n{centring}", style.placement)
}

/// Writes a caption with its label.
fn caption(text: &str, key: &str, form: CaptionForm, style: &Style) -> String {
    let indent = style.indent;
    match form {
        CaptionForm::LabelAfter => format!("{indent}\\caption{{{text}}}\n{indent}\\label{{{key}}}\n"),
        CaptionForm::LabelBefore => format!("{indent}\\label{{{key}}}\n{indent}\\caption{{{text}}}\n"),
        CaptionForm::None => String::new(),
    }
}

/// Writes a figure.
pub(crate) fn figure(picture: &Picture, form: CaptionForm, style: &Style) -> String {
    format!(
        "{}{}\\includegraphics[width={}]{{figures/{}}}\n{}\\end{{figure}}\n",
        float("figure", style),
        style.indent,
        style.width,
        picture.slug,
        caption(picture.caption, &format!("fig:{}", picture.slug), form, style),
    )
}

/// Writes a tabular with the header and the first rows of some values.
pub(crate) fn tabular(values: &Values, rows: usize, rules: Rules, indent: &str) -> String {
    let columns = if rules == Rules::Boxed { "|l|r|r|l|" } else { "lrrl" };
    let [top, middle, bottom] = match rules {
        Rules::Booktabs => ["\\toprule", "\\midrule", "\\bottomrule"],
        Rules::Lines | Rules::Boxed => ["\\hline"; 3],
    };
    let mut text = format!("{indent}\\begin{{tabular}}{{{columns}}}\n{indent}{top}\n");
    text += &format!("{indent}{} \\\\\n{indent}{middle}\n", values.header.join(" & "));
    for (index, row) in values.rows.iter().take(rows).enumerate() {
        if index > 0 && rules == Rules::Boxed {
            text += &format!("{indent}\\hline\n");
        }
        text += &format!("{indent}{} \\\\\n", row.join(" & "));
    }
    text + &format!("{indent}{bottom}\n{indent}\\end{{tabular}}\n")
}

fn table(values: &Values, rows: usize, plan: &Plan, style: &Style) -> String {
    format!(
        "{}{}{}\\end{{table}}\n",
        float("table", style),
        caption(values.caption, &format!("tab:{}", values.slug), plan.table, style),
        tabular(values, rows, plan.rules, style.indent),
    )
}

/// Writes a table with booktabs, its label after its caption.
pub(crate) fn booktabs_table(values: &Values, rows: usize, style: &Style) -> String {
    table(values, rows, &Plan::default(), style)
}

/// Writes a displayed formula, with number and label or without.
pub(crate) fn display(equation: &Equation, is_numbered: bool, style: &Style) -> String {
    let indent = style.indent;
    if is_numbered {
        format!(
            "\\begin{{equation}}\n{indent}\\label{{eq:{}}}\n{indent}{}\n\\end{{equation}}\n",
            equation.slug, equation.tex
        )
    } else {
        format!("\\[\n{indent}{}\n\\]\n", equation.tex)
    }
}

/// Writes a list of the first items.
pub(crate) fn list(items: &[&str], count: usize, environment: &str, style: &Style) -> String {
    let items: String = items
        .iter()
        .take(count)
        .map(|item| format!("{}\\item {item}\n", style.indent))
        .collect();
    format!("\\begin{{{environment}}}\n{items}\\end{{{environment}}}\n")
}
