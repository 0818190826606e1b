//! The comparison of two tables.

use std::collections::HashMap;

use rapidfuzz::distance::levenshtein::BatchComparator;

use super::distance::{self, Shape, Size};
use super::reading::Reading;
use super::tree::{Cell, Node, TableTree, TooLarge};

/// The largest number of pairs of nodes of two tables: about 1,000 rows of 10 cells on both sides.
const MAX_PAIRS: u64 = 1 << 27;

/// The largest number of pairs of inner nodes.
const MAX_INNER_PAIRS: u64 = 1 << 23;

/// The largest number of pairs of different cells.
const MAX_CELL_PAIRS: usize = 1 << 26;

/// The largest number of characters of a cell.
const MAX_CELL: usize = u16::MAX as usize;

/// The work that may still be done for a sample.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// Steps of the tree edit distance.
    steps: u64,
    /// Pairs of characters.
    characters: u64,
}

impl Budget {
    pub(super) const FULL: Self = Self {
        steps: 1 << 30,
        characters: 1 << 34,
    };
}

/// The result for a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellState {
    /// The other table has the same cell in its place.
    Equal,
    /// The other table has another cell in its place.
    Different,
    /// The other table has no cell in its place.
    Alone,
    /// The tables are too large to be compared.
    NotCompared,
}

/// The comparison of two tables.
#[derive(Debug)]
pub(super) struct Compared {
    /// The similarity, 0 to 1.
    pub(super) similarity: f64,
    /// For each cell of the first table, the state and the index of its partner.
    pub(super) reference: Vec<(CellState, Option<usize>)>,
    /// For each cell of the second table, the state and the index of its partner.
    pub(super) prediction: Vec<(CellState, Option<usize>)>,
}

/// Compares two tables.
pub(super) fn compare(
    reference: &TableTree,
    prediction: &TableTree,
    reading: Reading,
    budget: &mut Budget,
) -> Result<Compared, TooLarge> {
    let shapes = [reference, prediction].map(|tree| Shape(&tree.firsts));
    let size = Size::of(shapes[0], shapes[1]);
    if size.pairs > MAX_PAIRS || size.inner_pairs > MAX_INNER_PAIRS {
        return Err(TooLarge);
    }
    budget.steps = budget.steps.checked_sub(size.steps).ok_or(TooLarge)?;
    let costs = Costs::of(reference, prediction, reading, budget)?;
    let matching = distance::compare(shapes[0], shapes[1], |i, j| costs.rename(i, j));
    let longest = reading.longest(reference, prediction);
    let similarity = if longest == 0 {
        1.0
    } else {
        (1.0 - matching.distance / longest as f64).max(0.0)
    };
    let mut compared = Compared {
        similarity,
        reference: vec![(CellState::Alone, None); reference.cells.len()],
        prediction: vec![(CellState::Alone, None); prediction.cells.len()],
    };
    for (i, j) in matching.pairs {
        if let (Some(cell), Some(other)) = (reference.nodes[i].cell, prediction.nodes[j].cell) {
            let state = if costs.is_same(i, j) {
                CellState::Equal
            } else {
                CellState::Different
            };
            compared.reference[cell] = (state, Some(other));
            compared.prediction[other] = (state, Some(cell));
        }
    }
    Ok(compared)
}

impl Reading {
    /// Returns the number by which the distance is divided.
    fn longest(self, a: &TableTree, b: &TableTree) -> usize {
        let count = |tree: &TableTree| {
            if self.counts_tree_nodes {
                tree.nodes.len()
            } else {
                tree.elements
            }
        };
        count(a).max(count(b))
    }
}

/// The costs of renaming.
struct Costs<'a> {
    trees: [&'a TableTree; 2],
    /// For each node, what must be equal, as a number, and the index of its content.
    reference: Vec<(u32, Option<u32>)>,
    prediction: Vec<(u32, Option<u32>)>,
    is_structure_only: bool,
    /// The distances of different contents.
    contents: Contents,
}

impl<'a> Costs<'a> {
    fn of(
        reference: &'a TableTree,
        prediction: &'a TableTree,
        reading: Reading,
        budget: &mut Budget,
    ) -> Result<Self, TooLarge> {
        let is_structure_only = reading.is_structure_only;
        let contents = if is_structure_only {
            Contents::default()
        } else {
            Contents::of(&reference.cells, &prediction.cells, budget)?
        };
        let mut kinds: HashMap<(u32, Option<(usize, usize)>), u32> = HashMap::new();
        let mut compact = |tree: &TableTree, contents: &[u32]| {
            let node = |node: &Node| {
                let next = kinds.len() as u32;
                let spans = node.data().map(|cell| spans(&tree.cells[cell]));
                let kind = *kinds.entry((node.tag, spans)).or_insert(next);
                (kind, node.data().and_then(|cell| contents.get(cell).copied()))
            };
            tree.nodes.iter().map(node).collect()
        };
        Ok(Self {
            trees: [reference, prediction],
            reference: compact(reference, &contents.reference),
            prediction: compact(prediction, &contents.prediction),
            is_structure_only,
            contents,
        })
    }

    /// Returns the cost of renaming a node of the reference to one of the prediction.
    fn rename(&self, i: usize, j: usize) -> f64 {
        match (self.reference[i], self.prediction[j]) {
            ((kind, _), (other, _)) if kind != other => 1.0,
            ((_, Some(content)), (_, Some(other))) => self.contents.distance(content as usize, other as usize),
            _ => 0.0,
        }
    }

    /// Reports whether a reader sees no difference between two cells. The published code ignores the text of `th`.
    fn is_same(&self, i: usize, j: usize) -> bool {
        let [tree, other] = self.trees;
        let (node, partner) = (tree.nodes[i], other.nodes[j]);
        let (Some(cell), Some(other)) = (
            node.cell.map(|cell| &tree.cells[cell]),
            partner.cell.map(|cell| &other.cells[cell]),
        ) else {
            return false;
        };
        let has_same_content = self.is_structure_only || cell.content == other.content;
        node.tag == partner.tag && spans(cell) == spans(other) && has_same_content
    }
}

fn spans(cell: &Cell) -> (usize, usize) {
    (cell.columns, cell.rows)
}

impl Node {
    /// Returns the index of the cell if spans and content belong to the node.
    fn data(self) -> Option<usize> {
        self.cell.filter(|_| self.is_data)
    }
}

/// The distances of the contents of cells, once for each pair of different contents.
#[derive(Default)]
struct Contents {
    /// For each cell, the index of its content.
    reference: Vec<u32>,
    prediction: Vec<u32>,
    /// The lengths of the contents.
    reference_lengths: Vec<usize>,
    prediction_lengths: Vec<usize>,
    /// The Levenshtein distances.
    distances: Vec<u16>,
}

impl Contents {
    fn of(reference: &[Cell], prediction: &[Cell], budget: &mut Budget) -> Result<Self, TooLarge> {
        let (reference, first) = distinct(reference);
        let (prediction, second) = distinct(prediction);
        let lengths = |contents: &[&[u32]]| contents.iter().map(|content| content.len()).collect::<Vec<_>>();
        let (reference_lengths, prediction_lengths) = (lengths(&first), lengths(&second));
        let total = |lengths: &[usize]| lengths.iter().map(|length| *length as u64 + 1).sum::<u64>();
        let characters = total(&reference_lengths).saturating_mul(total(&prediction_lengths));
        budget.characters = budget.characters.checked_sub(characters).ok_or(TooLarge)?;
        let is_long = |length: &usize| *length > MAX_CELL;
        let all = || reference_lengths.iter().chain(&prediction_lengths);
        if first.len().saturating_mul(second.len()) > MAX_CELL_PAIRS || all().any(is_long) {
            return Err(TooLarge);
        }
        let mut distances = Vec::with_capacity(first.len() * second.len());
        for content in first {
            let comparator = BatchComparator::new(content.iter().copied());
            let distance = |other: &&[u32]| comparator.distance(other.iter().copied()) as u16;
            distances.extend(second.iter().map(distance));
        }
        Ok(Self {
            reference,
            prediction,
            reference_lengths,
            prediction_lengths,
            distances,
        })
    }

    /// Returns the distance of two contents, 0 to 1.
    fn distance(&self, content: usize, other: usize) -> f64 {
        let distance = self.distances[content * self.prediction_lengths.len() + other];
        let longest = self.reference_lengths[content].max(self.prediction_lengths[other]);
        f64::from(distance) / longest.max(1) as f64
    }
}

/// Returns the different contents, and for each cell the index of its content.
fn distinct(cells: &[Cell]) -> (Vec<u32>, Vec<&[u32]>) {
    let mut known: HashMap<&[u32], u32> = HashMap::new();
    let mut contents = Vec::new();
    let indices = cells
        .iter()
        .map(|cell| {
            let content = cell.content.tokens.as_slice();
            *known.entry(content).or_insert_with(|| {
                contents.push(content);
                contents.len() as u32 - 1
            })
        })
        .collect();
    (indices, contents)
}
