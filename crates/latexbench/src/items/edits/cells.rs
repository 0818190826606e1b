//! Change a cell of a table, or add a row.

use super::made::{Made, article};
use crate::edit::{Change, Expect};
use crate::topics::Topic;
use texlens_stats::Choices;

/// Change one cell.
pub(super) fn change(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let row = topic.table.rows[choices.below(article.rows)];
    let column = 1 + choices.below(2);
    let value = choices.pick(["n/a", "12.5", "730", "0.018", "unknown"]);
    let instruction = format!(
        "In the table, change the value in the column {} of the row {} from {} to {value}.",
        topic.table.header[column], row[0], row[column]
    );
    // The row begins with its name; the cells before the column follow.
    let line = article.locate(&article.table, &row.join(" & "));
    let changes = line.map(|line| {
        let start = line.start + row[..column].iter().map(|cell| cell.len() + " & ".len()).sum::<usize>();
        vec![Change::text(start..start + row[column].len(), value)]
    });
    Made::new(article, instruction, changes)
}

/// Add a row at the end.
pub(super) fn add_row(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let name = choices.pick(["Control", "Reference", "Mean", "Blank"]);
    let values = choices.pick([["1.5", "20"], ["0.9", "7"], ["310", "2.5"], ["64", "8"]]);
    let cells = [name, values[0], values[1], "new"];
    let instruction = format!(
        "Add a row at the end of the table, with the cells {}.",
        cells.join(", ")
    );
    let last = topic.table.rows[article.rows - 1].join(" & ");
    let changes = article.locate(&article.table, &last).map(|last| {
        let end = last.end + " \\\\".len();
        vec![Change {
            range: end..end,
            expect: Expect::Row {
                cells: cells.map(str::to_owned).to_vec(),
            },
            text: format!("\n{}{} \\\\", article.style.indent, cells.join(" & ")),
        }]
    });
    Made::new(article, instruction, changes)
}
