//! All predictions of an evaluation, for callers that need texts instead of scores.

use std::collections::HashSet;

use texlens_metrics::Kind;

use super::packed::PackedBoard;
use crate::model::Evaluation;

/// A system's prediction for a sample, which may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit<'b> {
    /// Name of the sample, the same for every system.
    pub id: &'b str,
    /// The document that the sample comes from; the sample's own name if there is none.
    pub document: &'b str,
    /// The kind of the sample.
    pub kind: Kind,
    /// Name of the system.
    pub system: &'b str,
    /// The sample as in [`Entry::sample`](super::Entry::sample); `None` if the prediction is missing.
    pub sample: Option<u32>,
    /// The reference, if a system's prediction for the sample is missing in whole or in part.
    pub reference: Option<&'b str>,
}

/// Returns every prediction on these boards, including missing ones. A document is represented by its pages if they are
/// on a board themselves. If a sample has the name of an earlier one, it takes the `name` of its first prediction.
pub fn units<'b>(boards: &'b [PackedBoard], name: impl Fn(u32) -> Option<&'b str>) -> Vec<Unit<'b>> {
    let pages = boards.iter().filter(|board| board.kind == Kind::Page);
    let in_pages: HashSet<(&Option<String>, &str)> = pages
        .flat_map(|board| board.cases.iter().map(|case| (&board.dataset, case.document.as_str())))
        .collect();
    let mut taken = HashSet::new();
    let mut units = Vec::new();
    for board in boards {
        for case in &board.cases {
            if board.kind == Kind::Document && in_pages.contains(&(&board.dataset, case.id.as_str())) {
                continue;
            }
            let mut id = case.id.as_str();
            if !taken.insert(id) {
                let first = case.cells.iter().find_map(|cell| cell.sample());
                id = first.and_then(&name).unwrap_or(id);
                taken.insert(id);
            }
            units.extend(board.systems.iter().zip(&case.cells).map(|(system, cell)| Unit {
                id,
                document: &case.document,
                kind: board.kind,
                system,
                sample: cell.sample(),
                reference: case.reference.as_ref().map(|reference| reference.latex.as_str()),
            }));
        }
    }
    units
}

impl Evaluation {
    /// Returns the boards of all kinds and datasets of the evaluation.
    #[must_use]
    pub fn boards(&self) -> Vec<PackedBoard> {
        let mut parts: Vec<(Kind, Option<&str>)> = Vec::new();
        for sample in &self.samples {
            let part = (sample.kind, sample.dataset.as_deref());
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        let settings = std::collections::BTreeMap::new;
        let board = |(kind, dataset): (Kind, Option<&str>)| {
            PackedBoard::of(kind, settings(), &self.entries(kind, dataset)).of_dataset(dataset.map(str::to_owned))
        };
        parts.into_iter().map(board).collect()
    }
}
