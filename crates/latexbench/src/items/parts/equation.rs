//! A formula.

use super::part::{Part, Setting};
use crate::article::display;
use crate::requirement::{Equation, LabelAsk, Place, Requirement, Target};
use crate::topics;

fn chosen(setting: &mut Setting<'_>) -> &'static topics::Equation {
    &setting.topic.equations[setting.choices.below(setting.topic.equations.len())]
}

/// A numbered equation with a label.
pub(super) fn numbered(setting: &mut Setting<'_>) -> Part {
    let equation = chosen(setting);
    let key = format!("eq:{}", equation.slug);
    let is_named = setting.is_document || setting.choices.chance(1, 2);
    let asked = if is_named {
        format!("the label {key}")
    } else {
        "a label".to_owned()
    };
    let ask = format!(
        "Write {} as a numbered equation with {asked}: {}",
        equation.name, equation.tex
    );
    let requirement = Requirement::Equation(Equation {
        tex: equation.tex.to_owned(),
        place: Place::Numbered,
        label: if is_named {
            LabelAsk::Named(key.clone())
        } else {
            LabelAsk::Any
        },
    });
    Part {
        mention: Some((
            format!("Equation~(\\ref{{{key}}}) is {}.", equation.name),
            Target::Equation,
        )),
        ..Part::new(ask, requirement, display(equation, true, &setting.style))
    }
}

/// A displayed formula without a number.
pub(super) fn unnumbered(setting: &mut Setting<'_>) -> Part {
    let equation = chosen(setting);
    let ask = format!("Display {} without a number: {}", equation.name, equation.tex);
    let requirement = Requirement::Equation(Equation {
        tex: equation.tex.to_owned(),
        place: Place::Unnumbered,
        label: LabelAsk::None,
    });
    Part::new(ask, requirement, display(equation, false, &setting.style))
}

/// A formula in a sentence.
pub(super) fn inline(setting: &mut Setting<'_>) -> Part {
    let equation = chosen(setting);
    let ask = format!(
        "Write a sentence that contains {} as an inline formula: {}",
        equation.name, equation.tex
    );
    let requirement = Requirement::Equation(Equation {
        tex: equation.tex.to_owned(),
        place: Place::Inline,
        label: LabelAsk::None,
    });
    let latex = format!("The calculation rests on {}, ${}$.\n", equation.name, equation.tex);
    Part::new(ask, requirement, latex)
}
