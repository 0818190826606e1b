//! A table as a tree.

use std::ops::Range;

use super::content::{Content, Tags};

/// The largest number of nodes and cells of one table. A larger table is not compared.
pub(super) const MAX_NODES: usize = 1 << 17;

/// A table as a tree of elements in postorder; the last node is the table. Cells are leaves.
#[derive(Debug, Clone, Default)]
pub(super) struct TableTree {
    /// For each node, the index of the first node of its subtree.
    pub(super) firsts: Vec<usize>,
    /// What each node is.
    pub(super) nodes: Vec<Node>,
    /// The cells, row by row.
    pub(super) cells: Vec<Cell>,
    /// The number of elements within the table, with those in cells.
    pub(super) elements: usize,
    /// The number of rows.
    pub(super) rows: usize,
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    /// The number of the element's tag.
    pub(super) tag: u32,
    /// The index of the cell, if the node is one.
    pub(super) cell: Option<usize>,
    /// Whether spans and content belong to the node: of `td`, but not of `th`.
    pub(super) is_data: bool,
}

/// A cell.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    /// The byte range in the source; empty for a cell that the source does not write.
    pub(super) range: Range<usize>,
    /// The row in which the cell begins.
    pub(super) row: usize,
    /// The number of columns.
    pub(super) columns: usize,
    /// The number of rows.
    pub(super) rows: usize,
    /// Text and inline elements.
    pub(super) content: Content,
}

/// A table has too many nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLarge;

impl TableTree {
    /// Builds the tree that all formats have in common: `table`, `tr`, `td`.
    pub(super) fn of_rows(rows: Vec<Vec<Cell>>, tags: &mut Tags) -> Result<Self, TooLarge> {
        let [table, row_tag, data] = ["table", "tr", "td"].map(|tag| tags.number(tag));
        let mut tree = Self::default();
        for row in rows {
            let start = tree.start();
            for mut cell in row {
                cell.row = tree.rows;
                let start = tree.start();
                tree.cell(data, cell, true, start)?;
            }
            tree.rows += 1;
            tree.end(row_tag, start)?;
        }
        tree.end(table, 0)?;
        tree.elements -= 1;
        Ok(tree)
    }

    /// Returns the index that the first node of a new element will have.
    pub(super) fn start(&self) -> usize {
        self.nodes.len()
    }

    /// Adds an element whose nodes begin at `start`.
    pub(super) fn end(&mut self, tag: u32, start: usize) -> Result<(), TooLarge> {
        self.push(
            Node {
                tag,
                cell: None,
                is_data: false,
            },
            start,
        )
    }

    /// Adds a cell whose nodes begin at `start`: only itself, or those of the elements in it.
    pub(super) fn cell(&mut self, tag: u32, cell: Cell, is_data: bool, start: usize) -> Result<(), TooLarge> {
        if is_data {
            self.elements += cell.content.elements;
        }
        let index = self.cells.len();
        self.cells.push(cell);
        self.push(
            Node {
                tag,
                cell: Some(index),
                is_data,
            },
            start,
        )
    }

    fn push(&mut self, node: Node, start: usize) -> Result<(), TooLarge> {
        if self.nodes.len() >= MAX_NODES {
            return Err(TooLarge);
        }
        self.firsts.push(start);
        self.nodes.push(node);
        self.elements += 1;
        Ok(())
    }
}
