//! Convert a table to booktabs.

use super::made::{Made, article};
use crate::article::{Article, Rules, tabular};
use crate::edit::{Change, Expect};
use crate::topics::Topic;
use texlens_stats::Choices;

/// The package is not loaded, and the table has vertical lines.
pub(super) fn with_package(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |plan| {
        plan.rules = Rules::Boxed;
        plan.packages.retain(|package| *package != "booktabs");
    });
    let instruction = format!(
        "Convert the table with the label tab:{} to booktabs and remove its vertical lines. Load the package that this \
         needs.",
        topic.table.slug
    );
    let changes = changes(&article);
    let made = Made::new(article, instruction, changes)?;
    Some(Made {
        adds_package: Some("booktabs".to_owned()),
        ..made
    })
}

/// The package is loaded already, so that only the rules change.
pub(super) fn without_package(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |plan| plan.rules = Rules::Lines);
    let instruction = format!(
        "Use the rules of booktabs in the table with the label tab:{}.",
        topic.table.slug
    );
    let changes = changes(&article);
    Made::new(article, instruction, changes)
}

fn changes(article: &Article) -> Option<Vec<Change>> {
    let values = &article.topic.table;
    let begin = article.locate(&article.table, "\\begin{tabular}")?;
    let end = article.locate(&article.table, "\\end{tabular}")?;
    let header = values.header.map(str::to_owned).to_vec();
    let rows = values
        .rows
        .iter()
        .take(article.rows)
        .map(|row| row.map(str::to_owned).to_vec());
    let text = tabular(values, article.rows, Rules::Booktabs, article.style.indent);
    Some(vec![Change {
        range: begin.start..end.end,
        expect: Expect::Booktabs {
            columns: "lrrl".to_owned(),
            cells: std::iter::once(header).chain(rows).collect(),
        },
        text: text.trim().to_owned(),
    }])
}
