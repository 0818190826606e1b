//! Number a formula.

use super::made::{Made, article};
use crate::article::display;
use crate::edit::{Change, Expect};
use crate::requirement::LabelAsk;
use crate::topics::Topic;
use texlens_stats::Choices;

/// Turn a displayed formula into a numbered equation with a label.
pub(super) fn number(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |plan| plan.is_numbered = false);
    let equation = article.equation;
    let key = format!("eq:{}", equation.slug);
    let is_named = choices.chance(2, 3);
    let asked = if is_named {
        format!("the label {key}")
    } else {
        "a label".to_owned()
    };
    let instruction = format!("Make the displayed formula a numbered equation with {asked}.");
    let open = article.locate(&article.display, "\\[");
    let close = article.locate(&article.display, "\\]");
    let changes = open.zip(close).map(|(open, close)| {
        vec![Change {
            range: open.start..close.end,
            expect: Expect::Equation {
                tex: equation.tex.to_owned(),
                label: if is_named { LabelAsk::Named(key) } else { LabelAsk::Any },
            },
            text: display(equation, true, &article.style).trim().to_owned(),
        }]
    });
    Made::new(article, instruction, changes)
}
