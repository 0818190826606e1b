//! A theorem, lemma or proposition.

use super::part::{Part, Setting};
use crate::requirement::{LabelAsk, Requirement, Statement, Target};

pub(super) fn part(setting: &mut Setting<'_>) -> Part {
    let statement = &setting.topic.statement;
    let environment = statement.kind.to_lowercase();
    let prefix = match statement.kind {
        "Lemma" => "lem",
        "Proposition" => "prop",
        _ => "thm",
    };
    let key = format!("{prefix}:main");
    let proof = setting.choices.chance(1, 2);
    let asked = if proof {
        " Add a proof in a proof environment."
    } else {
        ""
    };
    let ask = format!(
        "State this {environment} in an environment that \\newtheorem defines, with the label {key}: {}{asked}",
        statement.text
    );
    let requirement = Requirement::Statement(Statement {
        name: statement.kind.to_owned(),
        text: statement.text.to_owned(),
        proof,
        label: LabelAsk::Named(key.clone()),
    });
    let mut latex = format!(
        "\\begin{{{environment}}}\n{}\\label{{{key}}}\n{}\n\\end{{{environment}}}\n",
        setting.style.indent, statement.text
    );
    if proof {
        latex += &format!("\\begin{{proof}}\n{}\n\\end{{proof}}\n", statement.proof);
    }
    Part {
        packages: vec!["amsthm"],
        preamble: format!("\\newtheorem{{{environment}}}{{{}}}\n", statement.kind),
        mention: Some((
            format!("{}~\\ref{{{key}}} is the main result.", statement.kind),
            Target::Statement(statement.kind.to_owned()),
        )),
        ..Part::new(ask, requirement, latex)
    }
}
