//! The order of matched formulas.

/// Reports for each position whether it belongs to a longest increasing sequence of the known positions; n log n.
pub(super) fn in_order(positions: &[Option<usize>]) -> Vec<bool> {
    // For each length, the index of the smallest last position of such a sequence; and the predecessor of each index.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous = vec![None; positions.len()];
    for (index, position) in positions.iter().enumerate().filter(|(_, position)| position.is_some()) {
        let length = ends.partition_point(|end| positions[*end] < *position);
        previous[index] = length.checked_sub(1).map(|shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut in_order = vec![false; positions.len()];
    let mut at = ends.last().copied();
    while let Some(index) = at {
        in_order[index] = true;
        at = previous[index];
    }
    in_order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_increasing_sequence() {
        let positions = [Some(5), Some(1), None, Some(2), Some(9), Some(3)];
        assert_eq!(in_order(&positions), [false, true, false, true, false, true]);
        assert!(in_order(&[]).is_empty());
        assert_eq!(in_order(&[None, Some(0)]), [false, true]);
    }
}
