//! The score of a sample: the mean over the tables of the reference.

use std::ops::Range;

use texlens_vocabulary::{Score, Side, Span, SpanKind};

use super::compared::{CellState, Compared};
use super::pairs::{Pair, pairs};
use super::reading::Reading;
use super::tree::{Cell, TableTree, TooLarge};
use crate::metric::Input;
use crate::summary::{counted, quoted};

/// Scores a sample: the mean similarity of the tables of the reference and their partners.
pub(crate) fn score(metric: &'static str, input: &Input<'_>, is_structure_only: bool) -> Score {
    let reading = Reading::of(input.settings, is_structure_only);
    let pairs = pairs(input.reference, input.prediction, reading);
    let count = pairs.iter().filter(|pair| pair.reference.is_some()).count();
    if count == 0 {
        return Score::undefined(metric, "the reference has no table");
    }
    let mut report = Report {
        is_structure_only,
        total: 0.0,
        ..Report::default()
    };
    for (index, pair) in pairs.iter().enumerate() {
        if report.add(pair).is_err() {
            let reason = format!(
                "table {} of the reference or its partner is too large to be compared",
                index + 1
            );
            return Score::undefined(metric, reason);
        }
    }
    let summary = report.summary(count);
    Score::rate(metric, report.total, count as f64, report.spans).saying(summary)
}

/// What is found in the pairs.
#[derive(Default)]
struct Report {
    is_structure_only: bool,
    /// The sum of the similarities.
    total: f64,
    spans: Vec<Span>,
    /// The numbers of tables of the reference without a partner, and of the prediction.
    missing: usize,
    extra: usize,
    /// The numbers of cells that differ, and that only one side has.
    different_cells: usize,
    missing_cells: usize,
    extra_cells: usize,
}

impl Report {
    fn add(&mut self, pair: &Pair) -> Result<(), TooLarge> {
        match (&pair.reference, &pair.prediction, &pair.compared) {
            (Some(reference), Some(prediction), Some(compared)) => {
                let compared = compared.as_ref().map_err(|error| *error)?;
                let [tree, other] =
                    [&reference.tree, &prediction.tree].map(|tree| tree.as_ref().map_err(|error| *error));
                self.total += compared.similarity;
                self.cells(tree?, other?, compared, [&reference.range, &prediction.range]);
            }
            (Some(reference), _, _) => {
                self.missing += 1;
                self.span(
                    Side::Reference,
                    &reference.range,
                    SpanKind::Missing,
                    "no table of the prediction is left",
                );
            }
            (None, Some(prediction), _) => {
                self.extra += 1;
                self.span(
                    Side::Prediction,
                    &prediction.range,
                    SpanKind::Extra,
                    "no table of the reference is left",
                );
            }
            (None, None, _) => {}
        }
        Ok(())
    }

    fn span(&mut self, side: Side, range: &Range<usize>, kind: SpanKind, note: impl Into<String>) {
        // Cells that fill a short row are nowhere in the source.
        if !range.is_empty() {
            self.spans.push(Span::new(side, range.clone(), kind, note));
        }
    }

    /// Adds the cells that differ, or else the tables as a whole.
    fn cells(&mut self, tree: &TableTree, other: &TableTree, compared: &Compared, ranges: [&Range<usize>; 2]) {
        let before = self.spans.len();
        for (cell, (state, partner)) in tree.cells.iter().zip(&compared.reference) {
            match partner.and_then(|partner| other.cells.get(partner)) {
                _ if *state == CellState::Equal => {}
                Some(partner) => {
                    self.different_cells += 1;
                    let [note, other_note] = [("prediction", cell, partner), ("reference", partner, cell)]
                        .map(|(side, cell, other)| self.note(side, cell, other));
                    self.span(Side::Reference, &cell.range, SpanKind::Different, note);
                    self.span(Side::Prediction, &partner.range, SpanKind::Different, other_note);
                }
                None => {
                    self.missing_cells += 1;
                    self.span(
                        Side::Reference,
                        &cell.range,
                        SpanKind::Missing,
                        "the prediction has no cell in this place",
                    );
                }
            }
        }
        for (cell, (_, partner)) in other.cells.iter().zip(&compared.prediction) {
            if partner.is_none() {
                self.extra_cells += 1;
                self.span(
                    Side::Prediction,
                    &cell.range,
                    SpanKind::Extra,
                    "the reference has no cell in this place",
                );
            }
        }
        if self.spans.len() == before {
            let kind = if compared.similarity < 1.0 {
                SpanKind::Different
            } else {
                SpanKind::Match
            };
            let note = format!("the similarity of the tables is {:.3}", compared.similarity);
            for (side, range) in [Side::Reference, Side::Prediction].into_iter().zip(ranges) {
                self.span(side, range, kind, note.clone());
            }
        }
    }

    /// Returns the difference of a cell from the one that `side` has in its place.
    fn note(&self, side: &str, cell: &Cell, other: &Cell) -> String {
        let spans = |cell: &Cell| format!("{} by {}", counted(cell.rows, "row"), counted(cell.columns, "column"));
        let mut parts = Vec::new();
        if spans(cell) != spans(other) {
            parts.push(format!("the cell of the {side} spans {}", spans(other)));
        }
        if !self.is_structure_only && cell.content != other.content {
            let text = other.content.text();
            parts.push(match text.trim() {
                "" => format!("the cell of the {side} is empty"),
                text if text == cell.content.text().trim() => format!("the {side} has other markup"),
                text => format!("the {side} has {}", quoted(&[text])),
            });
        }
        if parts.is_empty() {
            parts.push(format!("the {side} has another kind of cell"));
        }
        parts.join("; ")
    }

    fn summary(&self, count: usize) -> String {
        let mean = self.total / count as f64;
        let mut parts = vec![format!("mean similarity {mean:.3} of {}", counted(count, "table"))];
        for (number, what) in [(self.missing, "missing"), (self.extra, "extra")] {
            if number > 0 {
                parts.push(format!("{} {what}", counted(number, "table")));
            }
        }
        let cells = [
            (self.different_cells, "different"),
            (self.missing_cells, "missing"),
            (self.extra_cells, "extra"),
        ];
        for (number, what) in cells.into_iter().filter(|(number, _)| *number > 0) {
            parts.push(format!("{} {what}", counted(number, "cell")));
        }
        parts.join("; ")
    }
}
