//! Every prediction of an evaluation, for those who go through its texts instead of its scores.

use std::collections::HashSet;

use texlens_metrics::Kind;

use super::packed::PackedBoard;
use crate::model::Evaluation;

/// A system's prediction of a sample, or that it has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit<'b> {
    /// Names the sample, whichever system it is about.
    pub id: &'b str,
    /// The document that the sample is from; its own name where there is none.
    pub document: &'b str,
    /// What the sample is.
    pub kind: Kind,
    /// The system.
    pub system: &'b str,
    /// As [`Entry::sample`](super::Entry::sample); none where the prediction is missing.
    pub sample: Option<u32>,
    /// The reference, where the prediction is missing.
    pub reference: Option<&'b str>,
}

/// Every prediction on these boards, and every one that is missing. The pages of a document stand for it where they are on a
/// board themselves. A sample of a later board that has the name of another one goes by the `name` of its first prediction.
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
    /// The boards of all kinds and datasets that it has.
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
