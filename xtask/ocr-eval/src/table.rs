//! The measurements other than scores, as a table for a terminal.

use comfy_table::{Table, presets};

use crate::reader::Measured;

/// Returns the time per page and the characters read inside figures, with a row for each column.
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
    /// Returns the mean time from glyphs or words to LaTeX over pages, in milliseconds.
    pub(crate) fn typesetting_ms(&self) -> Option<f64> {
        mean(&self.typesetting).map(|seconds| 1e3 * seconds)
    }

    fn slowest(&self) -> String {
        let page = |(seconds, id): &(f64, String)| format!("{:.1} ({id})", 1e3 * seconds);
        self.slowest.as_ref().map_or_else(|| "-".to_owned(), page)
    }

    /// Returns the mean time from the image to LaTeX over pages, in seconds; `None` if glyphs were given.
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

/// Formats a number with this many decimals, or a dash for `None`.
pub(crate) fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}
