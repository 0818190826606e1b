//! A definition by cases.

use super::part::{Part, Setting};
use crate::requirement::{Cases, Requirement};

pub(super) fn part(setting: &mut Setting<'_>) -> Part {
    let cases = &setting.topic.cases;
    let indent = setting.style.indent;
    let described: Vec<String> = cases
        .branches
        .iter()
        .map(|(value, when)| format!("{value} if {when}"))
        .collect();
    let ask = format!(
        "Define {} by cases in a displayed formula:\n{}",
        cases.left,
        described.join("\n")
    );
    let branches = cases
        .branches
        .iter()
        .map(|(value, when)| ((*value).to_owned(), (*when).to_owned()));
    let requirement = Requirement::Cases(Cases {
        left: cases.left.to_owned(),
        branches: branches.collect(),
    });
    let lines: Vec<String> = cases
        .branches
        .iter()
        .map(|(value, when)| format!("{indent}{value} & \\text{{if }} {when}"))
        .collect();
    let latex = format!(
        "\\[\n{} = \\begin{{cases}}\n{}\n\\end{{cases}}\n\\]\n",
        cases.left,
        lines.join(" \\\\\n")
    );
    Part {
        packages: vec!["amsmath"],
        ..Part::new(ask, requirement, latex)
    }
}
