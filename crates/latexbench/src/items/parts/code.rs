//! A program.

use super::part::{Part, Setting};
use crate::requirement::{Code, Requirement};

pub(super) fn part(setting: &mut Setting<'_>) -> Part {
    let lines = setting.topic.code;
    let ask = format!(
        "Print this program word for word in a verbatim environment:\n{}",
        lines.join("\n")
    );
    let requirement = Requirement::Code(Code {
        lines: lines.map(str::to_owned).to_vec(),
    });
    let latex = format!("\\begin{{verbatim}}\n{}\n\\end{{verbatim}}\n", lines.join("\n"));
    Part::new(ask, requirement, latex)
}
