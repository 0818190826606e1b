//! Move a label behind its caption.

use std::ops::Range;

use super::made::{Made, article};
use crate::article::{Article, CaptionForm};
use crate::edit::{Change, Expect};
use crate::requirement::LabelAsk;
use crate::topics::Topic;
use texlens_stats::Choices;

/// In a figure.
pub(super) fn figure(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |plan| plan.figure = CaptionForm::LabelBefore);
    let key = format!("fig:{}", article.picture.slug);
    let changes = changes(&article, &article.figure, &key, article.picture.caption);
    Made::new(article, instruction(&key), changes)
}

/// In a table.
pub(super) fn table(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |plan| plan.table = CaptionForm::LabelBefore);
    let key = format!("tab:{}", topic.table.slug);
    let changes = changes(&article, &article.table, &key, topic.table.caption);
    Made::new(article, instruction(&key), changes)
}

fn instruction(key: &str) -> String {
    format!("The label {key} stands before its caption. Move it immediately after the caption.")
}

fn changes(article: &Article, float: &Range<usize>, key: &str, caption: &str) -> Option<Vec<Change>> {
    let label = article.locate(float, &format!("\\label{{{key}}}"))?;
    let command = article.locate(float, &format!("\\caption{{{caption}}}"))?;
    let indent = article.style.indent;
    Some(vec![Change {
        range: label.start..command.end,
        expect: Expect::Caption {
            text: caption.to_owned(),
            label: LabelAsk::Named(key.to_owned()),
        },
        text: format!("\\caption{{{caption}}}\n{indent}\\label{{{key}}}"),
    }])
}
