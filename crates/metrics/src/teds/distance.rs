//! The edit distance of two ordered trees, with a mapping of that cost.
//!
//! This is the algorithm of Zhang and Shasha (SIAM Journal on Computing 18, 1989): deleting or inserting a node costs 1,
//! renaming a node at most 1. Leaves, which are almost all nodes of a table, take a short cut: the distance of a leaf and
//! a tree follows from the costs of renaming alone. So only the inner nodes need a table of distances. The roots, which
//! must be the same on both sides, always match: any other partner of a root costs as much or more.
//!
//! For trees of n and m nodes and depths d and e, time is O(n·m·d·e), and memory is O(n·m/4) bytes for the mapping and
//! that of the pairs of inner nodes. [`Size`] tells both before anything is calculated.

/// An ordered tree in postorder, given by the index of the first node of each node's subtree. A leaf is its own first
/// node. The last node is the root.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape<'a>(pub(super) &'a [usize]);

impl Shape<'_> {
    fn first(self, node: usize) -> usize {
        self.0.get(node).copied().unwrap_or(node)
    }

    fn is_leaf(self, node: usize) -> bool {
        self.first(node) == node
    }

    /// Returns the number of nodes of a subtree.
    fn size(self, node: usize) -> usize {
        node + 1 - self.first(node)
    }

    /// Returns the inner nodes below the root that are its first child or have a left sibling, in order.
    fn key_roots(self) -> Vec<usize> {
        let mut highest = vec![None; self.0.len()];
        let below = self.0.split_last().map_or(&[][..], |(_, below)| below);
        for (node, first) in below.iter().enumerate().filter(|(node, first)| node != *first) {
            if let Some(highest) = highest.get_mut(*first) {
                *highest = Some(node);
            }
        }
        let mut roots: Vec<usize> = highest.into_iter().flatten().collect();
        roots.sort_unstable();
        roots
    }
}

/// What a comparison costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    /// The number of steps.
    pub(super) steps: u64,
    /// The number of pairs of nodes.
    pub(super) pairs: u64,
    /// The number of pairs of inner nodes.
    pub(super) inner_pairs: u64,
}

impl Size {
    pub(super) fn of(a: Shape<'_>, b: Shape<'_>) -> Self {
        let below =
            |shape: Shape<'_>| -> u64 { shape.key_roots().into_iter().map(|root| shape.size(root) as u64).sum() };
        let pairs = (a.0.len() as u64).saturating_mul(b.0.len() as u64);
        let inner = |shape: Shape<'_>| (0..shape.0.len()).filter(|node| !shape.is_leaf(*node)).count() as u64;
        Self {
            steps: pairs.saturating_add(below(a).saturating_mul(below(b))),
            pairs,
            inner_pairs: inner(a).saturating_mul(inner(b)),
        }
    }
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Matching {
    /// The edit distance.
    pub(super) distance: f64,
    /// The pairs of nodes of a mapping with this distance. Nodes without a pair are deleted or inserted.
    pub(super) pairs: Vec<(usize, usize)>,
}

/// Compares two trees. `rename` is the cost of renaming a node of the first tree to one of the second, 0 to 1; it must be
/// 0 for the roots.
pub(super) fn compare(a: Shape<'_>, b: Shape<'_>, rename: impl Fn(usize, usize) -> f64) -> Matching {
    let (Some(root), Some(other_root)) = (a.0.len().checked_sub(1), b.0.len().checked_sub(1)) else {
        return Matching {
            distance: (a.0.len() + b.0.len()) as f64,
            pairs: Vec::new(),
        };
    };
    let mut solver = Solver::new(a, b, rename);
    let others = b.key_roots();
    for node in a.key_roots() {
        for other in &others {
            solver.forest(node, *other, None);
        }
    }
    let mut pairs = Vec::new();
    let distance = solver.mapping(root, other_root, &mut pairs);
    pairs.sort_unstable();
    Matching { distance, pairs }
}

/// What happens to the last nodes of two forests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Delete = 0,
    Insert = 1,
    Match = 2,
}

/// The steps of all pairs of forests, four in a byte.
struct Steps {
    width: usize,
    packed: Vec<u8>,
}

impl Steps {
    fn new(height: usize, width: usize) -> Self {
        Self {
            width,
            packed: vec![0; (height * width).div_ceil(4)],
        }
    }

    fn set(&mut self, row: usize, column: usize, step: Step) {
        let at = row * self.width + column;
        if let Some(byte) = self.packed.get_mut(at / 4) {
            *byte |= (step as u8) << (at % 4 * 2);
        }
    }

    fn get(&self, row: usize, column: usize) -> Step {
        let at = row * self.width + column;
        match self.packed.get(at / 4).map_or(0, |byte| byte >> (at % 4 * 2) & 3) {
            0 => Step::Delete,
            1 => Step::Insert,
            _ => Step::Match,
        }
    }
}

struct Solver<'a, R> {
    a: Shape<'a>,
    b: Shape<'a>,
    rename: R,
    /// For each node, its index among the inner nodes.
    inner_a: Vec<usize>,
    inner_b: Vec<usize>,
    inner_width: usize,
    /// Whether a node of the first tree is the first of an inner node.
    opens: Vec<bool>,
    /// The distances of the subtrees of inner nodes; infinite if only one of them is a root.
    trees: Vec<f64>,
    /// Rows that can be used again.
    spare: Vec<Vec<f64>>,
}

/// Returns for each node its index among the inner nodes, and their number.
fn inner(shape: Shape<'_>) -> (Vec<usize>, usize) {
    let mut count = 0;
    let index = |node| {
        let index = count;
        count += usize::from(!shape.is_leaf(node));
        index
    };
    let indices = (0..shape.0.len()).map(index).collect();
    (indices, count)
}

impl<'a, R: Fn(usize, usize) -> f64> Solver<'a, R> {
    fn new(a: Shape<'a>, b: Shape<'a>, rename: R) -> Self {
        let ((inner_a, height), (inner_b, inner_width)) = (inner(a), inner(b));
        let mut opens = vec![false; a.0.len()];
        for (_, first) in a.0.iter().enumerate().filter(|(node, first)| node != *first) {
            opens[*first] = true;
        }
        Self {
            a,
            b,
            rename,
            inner_a,
            inner_b,
            inner_width,
            opens,
            trees: vec![f64::INFINITY; height * inner_width],
            spare: Vec::new(),
        }
    }

    fn inner_at(&self, i: usize, j: usize) -> usize {
        self.inner_a[i] * self.inner_width + self.inner_b[j]
    }

    /// Returns the cheapest partner of a leaf of the first tree within a subtree of the second, and the cost.
    fn partner_of(&self, leaf: usize, j: usize) -> (usize, f64) {
        cheapest(
            (self.b.first(j)..=j)
                .rev()
                .map(|node| (node, (self.rename)(leaf, node))),
            j,
        )
    }

    /// Returns the cheapest partner of a leaf of the second tree within a subtree of the first, and the cost.
    fn partner_for(&self, i: usize, leaf: usize) -> (usize, f64) {
        cheapest(
            (self.a.first(i)..=i)
                .rev()
                .map(|node| (node, (self.rename)(node, leaf))),
            i,
        )
    }

    /// Returns the distance of two subtrees. That of two inner nodes must have been calculated.
    fn subtree(&self, i: usize, j: usize) -> f64 {
        match (self.a.is_leaf(i), self.b.is_leaf(j)) {
            (true, true) => (self.rename)(i, j),
            // A leaf has one partner, since renaming never costs more than deleting and inserting. The others are
            // deleted or inserted.
            (true, false) => (self.b.size(j) - 1) as f64 + self.partner_of(i, j).1,
            (false, true) => (self.a.size(i) - 1) as f64 + self.partner_for(i, j).1,
            (false, false) => self.trees[self.inner_at(i, j)],
        }
    }

    fn row(&mut self, length: usize) -> Vec<f64> {
        let mut row = self.spare.pop().unwrap_or_default();
        row.clear();
        row.resize(length, 0.0);
        row
    }

    /// Calculates the distances of all forests that begin with the first node of the two subtrees, and with that those
    /// of the subtrees that begin there. Requires the distances of all other subtrees within them.
    fn forest(&mut self, root: usize, other: usize, mut steps: Option<&mut Steps>) {
        let (start, from) = (self.a.first(root), self.b.first(other));
        let width = self.b.size(other) + 1;
        let mut above = self.row(width);
        for (column, distance) in above.iter_mut().enumerate() {
            *distance = column as f64;
        }
        // The rows before the first nodes of the open subtrees.
        let mut open: Vec<(usize, Vec<f64>)> = Vec::new();
        for i in start..=root {
            let first = self.a.first(i);
            while open.last().is_some_and(|(node, _)| *node > first) {
                self.spare.extend(open.pop().map(|(_, row)| row));
            }
            if self.opens[i] {
                let mut copy = self.row(width);
                copy.copy_from_slice(&above);
                open.push((i, copy));
            }
            let mut row = self.row(width);
            row[0] = (i + 1 - start) as f64;
            let before: &[f64] = match open.last() {
                Some((_, row)) if first < i => row,
                _ => &above,
            };
            for j in from..=other {
                let column = j - from;
                let first_j = self.b.first(j);
                let is_tree = first == start && first_j == from;
                let matched = if is_tree {
                    above[column] + (self.rename)(i, j)
                } else {
                    before[first_j - from] + self.subtree(i, j)
                };
                let (delete, insert) = (above[column + 1] + 1.0, row[column] + 1.0);
                let distance = matched.min(delete).min(insert);
                row[column + 1] = distance;
                if let Some(steps) = &mut steps {
                    // Of several mappings of the same cost, the one with more pairs says more.
                    let step = match () {
                        () if matched <= distance => Step::Match,
                        () if delete <= distance => Step::Delete,
                        () => Step::Insert,
                    };
                    steps.set(i - start, column, step);
                }
                if is_tree && first != i && first_j != j {
                    let at = self.inner_at(i, j);
                    self.trees[at] = distance;
                }
            }
            self.spare.push(std::mem::replace(&mut above, row));
        }
        self.spare.extend(open.into_iter().map(|(_, row)| row));
        self.spare.push(above);
    }

    /// Adds the pairs of a mapping of two subtrees with their distance, which is returned.
    fn mapping(&mut self, root: usize, other: usize, pairs: &mut Vec<(usize, usize)>) -> f64 {
        let mut open = vec![(root, other)];
        while let Some((i, j)) = open.pop() {
            match (self.a.is_leaf(i), self.b.is_leaf(j)) {
                (true, true) => pairs.push((i, j)),
                (true, false) => pairs.push((i, self.partner_of(i, j).0)),
                (false, true) => pairs.push((self.partner_for(i, j).0, j)),
                (false, false) => self.walk(i, j, pairs, &mut open),
            }
        }
        self.subtree(root, other)
    }

    /// Follows the steps from the last nodes of two subtrees to the first. Pairs of subtrees within go to `open`.
    fn walk(&mut self, root: usize, other: usize, pairs: &mut Vec<(usize, usize)>, open: &mut Vec<(usize, usize)>) {
        let (start, from) = (self.a.first(root), self.b.first(other));
        let mut steps = Steps::new(self.a.size(root), self.b.size(other));
        self.forest(root, other, Some(&mut steps));
        // The numbers of nodes that are left.
        let (mut rows, mut columns) = (self.a.size(root), self.b.size(other));
        while rows > 0 && columns > 0 {
            let (i, j) = (start + rows - 1, from + columns - 1);
            match steps.get(rows - 1, columns - 1) {
                Step::Delete => rows -= 1,
                Step::Insert => columns -= 1,
                Step::Match if self.a.first(i) == start && self.b.first(j) == from => {
                    pairs.push((i, j));
                    (rows, columns) = (rows - 1, columns - 1);
                }
                Step::Match => {
                    open.push((i, j));
                    (rows, columns) = (self.a.first(i) - start, self.b.first(j) - from);
                }
            }
        }
    }
}

/// Returns the candidate with the lowest cost, the first of several; `otherwise` if there is none.
fn cheapest(candidates: impl Iterator<Item = (usize, f64)>, otherwise: usize) -> (usize, f64) {
    let cheaper = |best: (usize, f64), next: (usize, f64)| if next.1 < best.1 { next } else { best };
    candidates.reduce(cheaper).unwrap_or((otherwise, 1.0))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// A tree as nested lists: the label of the root, then its children.
    #[derive(Debug, Clone)]
    struct Nested(u8, Vec<Nested>);

    fn postorder(tree: &Nested, firsts: &mut Vec<usize>, labels: &mut Vec<u8>) {
        let start = firsts.len();
        for child in &tree.1 {
            postorder(child, firsts, labels);
        }
        firsts.push(start);
        labels.push(tree.0);
    }

    fn cost(a: u8, b: u8) -> f64 {
        // Not the same in all pairs, and never above 1.
        f64::from(a.abs_diff(b)) / 4.0
    }

    /// The distance of two forests by its definition, without any order of calculation.
    fn defined<'a>(a: &'a [Nested], b: &'a [Nested], known: &mut HashMap<String, f64>) -> f64 {
        fn size(forest: &[Nested]) -> f64 {
            forest.iter().map(|tree| 1.0 + size(&tree.1)).sum()
        }
        let (Some(last), Some(other)) = (a.last(), b.last()) else {
            return size(a) + size(b);
        };
        let key = format!("{a:?}{b:?}");
        if let Some(distance) = known.get(&key) {
            return *distance;
        }
        let (rest, others) = (&a[..a.len() - 1], &b[..b.len() - 1]);
        let without = |rest: &[Nested], tree: &Nested| rest.iter().chain(&tree.1).cloned().collect::<Vec<_>>();
        let distance = (defined(&without(rest, last), b, known) + 1.0)
            .min(defined(a, &without(others, other), known) + 1.0)
            .min(defined(rest, others, known) + defined(&last.1, &other.1, known) + cost(last.0, other.0));
        known.insert(key, distance);
        distance
    }

    fn trees() -> impl Strategy<Value = Nested> {
        let leaf = (0..5_u8).prop_map(|label| Nested(label, Vec::new()));
        leaf.prop_recursive(4, 12, 4, |inner| {
            (0..5_u8, prop::collection::vec(inner, 0..4)).prop_map(|(label, children)| Nested(label, children))
        })
    }

    proptest! {
        #[test]
        fn the_distance_is_the_defined_one_and_the_mapping_has_it(a in trees(), b in trees()) {
            let [a, b] = [a, b].map(|tree| Nested(0, vec![tree]));
            let [(a_firsts, a_labels), (b_firsts, b_labels)] = [&a, &b].map(|tree| {
                let (mut firsts, mut labels) = (Vec::new(), Vec::new());
                postorder(tree, &mut firsts, &mut labels);
                (firsts, labels)
            });
            let (a_shape, b_shape) = (Shape(&a_firsts), Shape(&b_firsts));
            let matching = compare(a_shape, b_shape, |i, j| cost(a_labels[i], b_labels[j]));
            let expected = defined(&[a], &[b], &mut HashMap::new());
            prop_assert!((matching.distance - expected).abs() < 1e-9, "{} for {expected}", matching.distance);

            let renamed: f64 = matching.pairs.iter().map(|(i, j)| cost(a_labels[*i], b_labels[*j])).sum();
            let unpaired = a_labels.len() + b_labels.len() - 2 * matching.pairs.len();
            prop_assert!((renamed + unpaired as f64 - expected).abs() < 1e-9);
            // Ancestors stay ancestors, and what is to the left stays there.
            for (x, y) in &matching.pairs {
                for (u, v) in &matching.pairs {
                    prop_assert_eq!(x < u, y < v);
                    let is_within = |shape: Shape<'_>, node: usize, root: usize| (shape.first(root)..=root).contains(&node);
                    prop_assert_eq!(is_within(a_shape, *x, *u), is_within(b_shape, *y, *v));
                }
            }
        }
    }

    #[test]
    fn the_size_is_known_before() {
        // A root with two rows of two cells each.
        let table = [0, 1, 0, 3, 4, 3, 0];
        let size = Size::of(Shape(&table), Shape(&table));
        assert_eq!(
            size,
            Size {
                steps: 85,
                pairs: 49,
                inner_pairs: 9
            }
        );
        assert_eq!(compare(Shape(&[]), Shape(&table), |_, _| 0.0).distance, 7.0);
    }
}
