//! Booktabs Downgrade: lines of plain LaTeX in a document that uses booktabs.

use crate::check::booktabs_flaw;
use crate::finding::Flaw;
use crate::grid::Grid;
use crate::view::View;

/// Finds `\hline` in a document that loads booktabs, or a table whose rules of booktabs are incomplete.
pub(super) fn find(view: &View<'_>) -> Option<Flaw> {
    let is_loaded = view.loads("booktabs");
    view.outline
        .tables()
        .iter()
        .flat_map(|table| &table.tabulars)
        .find_map(|tabular| {
            let grid = Grid::of(view, &tabular.body);
            booktabs_flaw(&grid, &tabular.range).or_else(|| {
                let line = grid.rule("\\hline").filter(|_| is_loaded)?;
                Some(Flaw {
                    range: line.range.clone(),
                    message: "The document loads booktabs, but this table has \\hline".to_owned(),
                    advice: "Use \\toprule, \\midrule and \\bottomrule".to_owned(),
                })
            })
        })
}
