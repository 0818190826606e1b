//! Approximate occurrences, as the library fuzzysearch finds them.
//!
//! The library does not find all of them: each of its two searches has specific rules, and it keeps only one of several
//! overlapping occurrences. A test of order depends on the start of an occurrence, so these rules are followed.

use super::error::RunError;

/// The maximum number of steps of a search; a step is a cell of a table or a candidate.
const MAX_STEPS: usize = 1 << 25;

/// An approximate occurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Occurrence {
    /// The index of the first character.
    pub(super) start: usize,
    /// The index after the last character.
    pub(super) end: usize,
    /// The edit distance.
    distance: usize,
}

/// Returns the occurrences of `needle` in `text` with at most `max_distance` edits, sorted by start. With 0 edits, the
/// result includes overlapping ones. Of several overlapping and equally good occurrences, the library keeps an
/// arbitrary one; this function keeps the first.
///
/// # Errors
///
/// Fails if the search takes more than [`MAX_STEPS`].
pub(super) fn near_matches(needle: &[char], text: &[char], max_distance: usize) -> Result<Vec<Occurrence>, RunError> {
    if max_distance == 0 {
        let exact = |start| Occurrence {
            start,
            end: start + needle.len(),
            distance: 0,
        };
        return Ok(exact_matches(needle, text).map(exact).collect());
    }
    let mut search = Search {
        needle,
        text,
        max_distance,
        found: Vec::new(),
        steps: 0,
    };
    if needle.len() / (max_distance + 1) >= 3 {
        search.by_parts()?;
    } else {
        search.by_candidates()?;
    }
    Ok(best_of_overlapping(search.found))
}

/// Returns the places at which the needle occurs, overlapping or not. O(n·m) time at worst.
fn exact_matches<'a>(needle: &'a [char], text: &'a [char]) -> impl Iterator<Item = usize> + 'a {
    let windows = text.windows(needle.len().max(1)).enumerate();
    windows
        .filter(move |(_, window)| *window == needle)
        .map(|(start, _)| start)
}

/// Keeps one of each group of overlapping occurrences: the one with the smallest distance, and of those the longest.
fn best_of_overlapping(mut found: Vec<Occurrence>) -> Vec<Occurrence> {
    found.sort_unstable();
    let mut best: Vec<Occurrence> = Vec::new();
    let mut group_end = 0;
    for occurrence in found {
        match best.last_mut() {
            Some(last) if occurrence.start < group_end => {
                let rank =
                    |occurrence: &Occurrence| (occurrence.distance, usize::MAX - (occurrence.end - occurrence.start));
                if rank(&occurrence) < rank(last) {
                    *last = occurrence;
                }
                group_end = group_end.max(occurrence.end);
            }
            _ => {
                best.push(occurrence);
                group_end = occurrence.end;
            }
        }
    }
    best
}

struct Search<'a> {
    needle: &'a [char],
    text: &'a [char],
    max_distance: usize,
    found: Vec<Occurrence>,
    steps: usize,
}

/// A partial match of [`Search::by_candidates`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    start: usize,
    /// The number of characters of the needle that are processed.
    done: usize,
    distance: usize,
}

impl Search<'_> {
    /// Searches for long needles: one of max_distance + 1 parts must occur unchanged; from there, the match is extended
    /// in both directions.
    fn by_parts(&mut self) -> Result<(), RunError> {
        let (needle, text) = (self.needle, self.text);
        let length = needle.len() / (self.max_distance + 1);
        for (part_start, part) in (0..).step_by(length).zip(needle.chunks_exact(length)) {
            let (before, after) = (
                slice(needle, 0, part_start),
                slice(needle, part_start + length, needle.len()),
            );
            let before: Vec<char> = before.iter().rev().copied().collect();
            let from = part_start.saturating_sub(self.max_distance);
            let to = (text.len() + part_start + length + self.max_distance)
                .saturating_sub(needle.len())
                .min(text.len());
            for at in exact_matches(part, slice(text, from, to)) {
                let at = from + at;
                let right_end = at + needle.len() + self.max_distance - part_start;
                let right = slice(text, at + length, right_end);
                let Some((right_distance, right_size)) = self.extension(after, right.iter(), self.max_distance)? else {
                    continue;
                };
                let left_distance = self.max_distance - right_distance;
                let left = slice(text, at.saturating_sub(part_start + left_distance), at);
                let Some((left_distance, left_size)) = self.extension(&before, left.iter().rev(), left_distance)?
                else {
                    continue;
                };
                self.found.push(Occurrence {
                    start: at - left_size,
                    end: at + length + right_size,
                    distance: left_distance + right_distance,
                });
            }
        }
        Ok(())
    }

    /// Returns the smallest distance between `needle` and a prefix of `text`, and the length of the longest such
    /// prefix. Returns `None` if the distance is more than `max_distance`. As in the library, long needles are compared
    /// only near the diagonal, and the first rows of short needles decide when to stop.
    fn extension<'t>(
        &mut self,
        needle: &[char],
        text: impl ExactSizeIterator<Item = &'t char>,
        max_distance: usize,
    ) -> Result<Option<(usize, usize)>, RunError> {
        self.take_steps(needle.len().saturating_mul(text.len()))?;
        let (distance, size) = if needle.is_empty() {
            (0, 0)
        } else if needle.len() > (2 * max_distance).max(10) {
            banded_extension(needle, text, max_distance)
        } else {
            full_extension(needle, text)
        };
        Ok((distance <= max_distance).then_some((distance, size)))
    }

    /// Searches for short needles: follows all ways to continue from each character, but never skips a character that
    /// fits.
    fn by_candidates(&mut self) -> Result<(), RunError> {
        let mut candidates: Vec<Candidate> = Vec::new();
        for (at, &c) in self.text.iter().enumerate() {
            let mut next = Vec::new();
            let openings = slice(self.needle, 0, self.max_distance + 1);
            if let Some(skipped) = openings.iter().position(|opening| *opening == c) {
                let candidate = Candidate {
                    start: at,
                    done: skipped + 1,
                    distance: skipped,
                };
                self.keep(candidate, at, &mut next);
            }
            self.take_steps(candidates.len() * (self.max_distance + 1))?;
            for candidate in candidates {
                self.read_on(candidate, at, c, &mut next);
            }
            next.sort_unstable();
            next.dedup();
            candidates = next;
        }
        for Candidate { start, done, distance } in candidates {
            let distance = distance + self.needle.len() - done;
            if distance <= self.max_distance {
                let end = self.text.len();
                self.found.push(Occurrence { start, end, distance });
            }
        }
        Ok(())
    }

    fn read_on(&mut self, candidate: Candidate, at: usize, c: char, next: &mut Vec<Candidate>) {
        let Candidate { done, distance, .. } = candidate;
        if self.needle.get(done) == Some(&c) {
            self.keep(
                Candidate {
                    done: done + 1,
                    ..candidate
                },
                at,
                next,
            );
            return;
        }
        if distance == self.max_distance {
            return;
        }
        let inserted = Candidate {
            distance: distance + 1,
            ..candidate
        };
        next.push(inserted);
        if at + 1 < self.text.len() && done + 1 < self.needle.len() {
            next.push(Candidate {
                done: done + 1,
                ..inserted
            });
        }
        let ends = |skipped: usize| done + skipped == self.needle.len();
        let fits = |skipped: usize| self.needle.get(done + skipped) == Some(&c);
        let Some(skipped) = (1..=self.max_distance - distance).find(|skipped| ends(*skipped) || fits(*skipped)) else {
            return;
        };
        let read = usize::from(!ends(skipped));
        let skipping = Candidate {
            done: done + skipped + read,
            distance: distance + skipped,
            ..candidate
        };
        self.keep(skipping, at, next);
    }

    /// Keeps a candidate that has read the character at `at`; a complete one is an occurrence.
    fn keep(&mut self, candidate: Candidate, at: usize, next: &mut Vec<Candidate>) {
        if candidate.done == self.needle.len() {
            self.found.push(Occurrence {
                start: candidate.start,
                end: at + 1,
                distance: candidate.distance,
            });
        } else {
            next.push(candidate);
        }
    }

    fn take_steps(&mut self, steps: usize) -> Result<(), RunError> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS {
            Err(RunError::TooComplex)
        } else {
            Ok(())
        }
    }
}

fn slice(characters: &[char], from: usize, to: usize) -> &[char] {
    characters.get(from..to.min(characters.len())).unwrap_or_default()
}

/// Calculates distance and length with the whole table of edit distances.
fn full_extension<'t>(needle: &[char], text: impl Iterator<Item = &'t char>) -> (usize, usize) {
    let mut scores: Vec<usize> = (1..=needle.len()).collect();
    let (mut least, mut size) = (needle.len(), 0);
    for (at, c) in text.enumerate() {
        let (mut diagonal, mut score) = (at, at + 1);
        for (above, expected) in scores.iter_mut().zip(needle) {
            score = (diagonal + usize::from(c != expected)).min(*above + 1).min(score + 1);
            diagonal = std::mem::replace(above, score);
        }
        if score <= least {
            (least, size) = (score, at + 1);
        } else if scores.iter().all(|score| *score >= least) {
            break;
        }
    }
    (least, size)
}

/// Calculates distance and length with the part of the table in which distances are small.
fn banded_extension<'t>(needle: &[char], text: impl Iterator<Item = &'t char>, max_distance: usize) -> (usize, usize) {
    let mut scores: Vec<usize> = (1..=needle.len()).collect();
    let (mut least, mut size) = (needle.len(), 0);
    let mut good = max_distance;
    // The range of the next row, including its end.
    let mut range = Some((0, needle.len() - 1));
    for (at, c) in text.enumerate() {
        let Some((first, last)) = range else { break };
        let end = needle.len().min(last + 1);
        let (mut diagonal, mut score) = (at, at + 1);
        range = (score <= good).then_some((0, 0));
        let row = scores.iter_mut().zip(needle).enumerate().take(end).skip(first);
        for (place, (above, expected)) in row {
            score = (diagonal + usize::from(c != expected)).min(*above + 1).min(score + 1);
            diagonal = std::mem::replace(above, score);
            if score <= good {
                let reach = place + 1 + good - score;
                range = Some(range.map_or((place, reach), |(first, last)| (first, last.max(reach))));
            }
        }
        if range.is_none() {
            break;
        }
        if end == needle.len() && score <= least {
            (least, size) = (score, at + 1);
            good = good.min(least);
        }
    }
    (least, size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(needle: &str, text: &str, max_distance: usize) -> Vec<(usize, usize, usize)> {
        let [needle, text] = [needle, text].map(|text| text.chars().collect::<Vec<_>>());
        let found = near_matches(&needle, &text, max_distance).unwrap();
        found
            .iter()
            .map(|found| (found.start, found.end, found.distance))
            .collect()
    }

    /// The expected values are from fuzzysearch 0.8.1.
    #[test]
    fn occurrences_are_fuzzysearchs() {
        assert_eq!(found("aa", "aaaa", 0), [(0, 2, 0), (1, 3, 0), (2, 4, 0)]);
        assert_eq!(found("PATTERN", "---PATERN---", 1), [(3, 9, 1)]);
        assert_eq!(found("Secnd column", "x Second column y", 1), [(2, 15, 1)]);
        assert_eq!(found("abcd", "abxd abcd aXcd", 1), [(0, 4, 1), (5, 9, 0), (10, 14, 1)]);
        assert_eq!(found("abcd", "xyz", 2), []);
    }

    #[test]
    fn a_search_that_would_take_minutes_is_an_error() {
        let text = vec!['a'; 1 << 19];
        assert_eq!(near_matches(&['a'; 4000], &text, 1000), Err(RunError::TooComplex));
    }
}
