//! A derivation in aligned lines.

use super::part::{Part, Setting};
use crate::requirement::{Derivation, LabelAsk, Requirement};

/// A number on each line.
pub(super) fn numbered(setting: &mut Setting<'_>) -> Part {
    let lines = setting.topic.derivation.len();
    part(
        setting,
        "with a number on each line",
        lines,
        ["\\begin{align}", "\\end{align}"],
    )
}

/// No numbers.
pub(super) fn unnumbered(setting: &mut Setting<'_>) -> Part {
    part(setting, "without numbers", 0, ["\\begin{align*}", "\\end{align*}"])
}

/// One number for all lines.
pub(super) fn once(setting: &mut Setting<'_>) -> Part {
    let ends = ["\\begin{equation}\n\\begin{aligned}", "\\end{aligned}\n\\end{equation}"];
    part(setting, "with one number for all lines together", 1, ends)
}

fn part(setting: &Setting<'_>, how: &str, numbers: usize, [begin, end]: [&str; 2]) -> Part {
    let indent = setting.style.indent;
    let lines: Vec<String> = setting
        .topic
        .derivation
        .iter()
        .map(|line| line.replace('&', ""))
        .collect();
    let ask = format!(
        "Display this derivation {how}, its relations aligned below each other:\n{}",
        lines.join("\n")
    );
    let requirement = Requirement::Derivation(Derivation {
        lines,
        numbers,
        label: LabelAsk::None,
    });
    let separator = format!(" \\\\\n{indent}");
    let latex = format!(
        "{begin}\n{indent}{}\n{end}\n",
        setting.topic.derivation.join(&separator)
    );
    Part {
        packages: vec!["amsmath"],
        ..Part::new(ask, requirement, latex)
    }
}
