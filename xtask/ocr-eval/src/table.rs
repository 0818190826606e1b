//! What was measured beside the scores, as a table on a terminal.

use comfy_table::{Table, presets};

use crate::reader::Measured;

/// Time per page and characters read inside figures, a row for each column.
pub(crate) fn times(measured: &[Measured]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.add_row([
        "",
        "reading, s a page",
        "typesetting, ms a page",
        "slowest page, ms",
        "characters in figures",
    ]);
    for column in measured {
        table.add_row([
            column.column.name().to_owned(),
            number(mean(&column.reading), 2),
            number(column.typesetting_ms(), 2),
            column.slowest(),
            column.characters_in_figures(),
        ]);
    }
    table
}

impl Measured {
    /// Mean over pages, from glyphs or words to LaTeX.
    pub(crate) fn typesetting_ms(&self) -> Option<f64> {
        mean(&self.typesetting).map(|seconds| 1e3 * seconds)
    }

    fn slowest(&self) -> String {
        let page = |(seconds, id): &(f64, String)| format!("{:.1} ({id})", 1e3 * seconds);
        self.slowest.as_ref().map_or_else(|| "-".to_owned(), page)
    }

    /// Mean over pages, from the image to LaTeX; none where glyphs were given.
    pub(crate) fn page_seconds(&self) -> Option<f64> {
        Some(mean(&self.reading)? + mean(&self.typesetting)?)
    }

    pub(crate) fn characters_in_figures(&self) -> String {
        if self.figure_pages == 0 {
            return "-".to_owned();
        }
        self.in_figures.to_string()
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A number with as many decimals; a dash for none.
pub(crate) fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}
