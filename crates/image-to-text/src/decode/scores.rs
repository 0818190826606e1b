//! Scores of tokens.

/// Returns the first of the largest numbers.
pub(super) fn best(scores: &[f32]) -> Option<u32> {
    let mut best: Option<(u32, f32)> = None;
    for (token, score) in (0..).zip(scores) {
        if best.is_none_or(|(_, before)| *score > before) {
            best = Some((token, *score));
        }
    }
    best.map(|(token, _)| token)
}

/// Returns the places of the largest numbers in falling order; of equal numbers, the first.
pub(super) fn largest(scores: &[f32], count: usize) -> Vec<usize> {
    let order = |a: &usize, b: &usize| {
        let score = |place: &usize| scores.get(*place).copied().unwrap_or(f32::NEG_INFINITY);
        score(b).total_cmp(&score(a)).then(a.cmp(b))
    };
    let mut places: Vec<usize> = (0..scores.len()).collect();
    if count < places.len() {
        places.select_nth_unstable_by(count, order);
        places.truncate(count);
    }
    places.sort_unstable_by(order);
    places
}

/// Turns scores into logarithms of probabilities.
pub(super) fn log_softmax(scores: &mut [f32]) {
    let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f64 = scores.iter().map(|score| f64::from(libm::expf(score - top))).sum();
    let shift = libm::log(sum) as f32;
    for score in scores {
        *score = *score - top - shift;
    }
}

/// Reports whether scores can be compared: none is NaN or infinitely good, and one is possible.
pub(super) fn are_numbers(scores: &[f32]) -> bool {
    let are_usable = scores.iter().all(|score| !score.is_nan() && *score < f32::INFINITY);
    are_usable && scores.iter().any(|score| score.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_numbers_the_first_counts() {
        assert_eq!(best(&[1.0, 3.0, 3.0]), Some(1));
        assert_eq!(best(&[]), None);
        assert_eq!(largest(&[1.0, 3.0, 2.0, 3.0], 3), [1, 3, 2]);
        assert_eq!(largest(&[1.0, 2.0], 5), [1, 0]);
        assert!(!are_numbers(&[f32::NEG_INFINITY]));
        assert!(!are_numbers(&[0.0, f32::NAN]));
        let mut scores = [0.0, 0.0];
        log_softmax(&mut scores);
        assert!((scores[0] - 0.5_f32.ln()).abs() < 1e-6);
    }
}
