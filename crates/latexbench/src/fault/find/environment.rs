//! Wrong Env: a figure in a table environment.

use std::ops::Range;

use texlens_latex::Table;

use crate::finding::Flaw;
use crate::view::View;

/// Finds a table float with an image and without a tabular.
pub(super) fn find(view: &View<'_>) -> Option<Flaw> {
    let table = view.outline.tables().iter().find(|table| is_figure(view, table))?;
    Some(Flaw {
        range: table.range.clone(),
        message: "An image without a tabular stands in a table environment, so its caption prints \"Table\"".to_owned(),
        advice: "Use the figure environment".to_owned(),
    })
}

/// Reports whether the content of a table float is that of a figure.
pub(super) fn is_figure(view: &View<'_>, table: &Table) -> bool {
    table.tabulars.is_empty() && has_image(view, &table.range)
}

fn has_image(view: &View<'_>, range: &Range<usize>) -> bool {
    let mut commands = view.commands_in(range).iter();
    commands.any(|command| command.name == "\\includegraphics")
}
