//! Finds the sample to which the path of a file refers.

use std::cmp::Ordering;

/// Samples by the last parts of their names. `scan/tides/001` is found by `tides/001` and by `001`, unless the name of
/// another sample ends in the same way.
#[derive(Debug, Default)]
pub(super) struct Finder {
    /// Names and their samples, sorted by the parts of the names from the last to the first. Names with the same end
    /// are adjacent.
    names: Vec<(String, usize)>,
}

/// The result of looking up a path.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Match {
    /// One sample; `rest` holds the parts of the path that do not name the sample.
    One {
        sample: usize,
        rest: String,
    },
    /// At least these two samples.
    Many(usize, usize),
    None,
}

impl Finder {
    /// Creates a finder. A sample may have several names.
    pub(super) fn new(mut names: Vec<(String, usize)>) -> Self {
        names.sort_by(|(a, _), (b, _)| by_last_parts(a, b));
        Self { names }
    }

    /// Returns the sample whose name the path ends with. If there are several, one folder may stand between the parts
    /// of the name: `tides/nougat/001` is the prediction of `nougat` for `tides/001`.
    pub(super) fn find(&self, path: &str) -> Match {
        match self.ending_of(path) {
            Match::Many(first, second) => self.without_a_folder(path).unwrap_or(Match::Many(first, second)),
            found => found,
        }
    }

    fn ending_of(&self, path: &str) -> Match {
        let after = self
            .names
            .partition_point(|(name, _)| by_last_parts(name, path) == Ordering::Less);
        let shared = |index: usize| self.names.get(index).map_or(0, |(name, _)| shared_parts(name, path));
        let before = after.checked_sub(1);
        let parts = shared(after).max(before.map_or(0, shared));
        if parts == 0 {
            return Match::None;
        }
        // All names with these parts are adjacent, in a run that begins or ends here.
        let first = self.names.partition_point(|(name, _)| {
            shared_parts(name, path) < parts && by_last_parts(name, path) == Ordering::Less
        });
        let mut samples = (first..).map_while(|index| {
            let (name, sample) = self.names.get(index)?;
            (shared_parts(name, path) >= parts).then_some(*sample)
        });
        let Some(sample) = samples.next() else {
            return Match::None;
        };
        match samples.find(|other| *other != sample) {
            Some(other) => Match::Many(sample, other),
            None => Match::One {
                sample,
                rest: without_last_parts(path, parts).to_owned(),
            },
        }
    }

    fn without_a_folder(&self, path: &str) -> Option<Match> {
        let parts: Vec<&str> = path.split('/').collect();
        let folders = parts.len().saturating_sub(1);
        (0..folders).rev().find_map(|left_out| {
            let kept = parts.iter().enumerate().filter(|(index, _)| *index != left_out);
            let shorter = kept.map(|(_, part)| *part).collect::<Vec<_>>().join("/");
            match self.ending_of(&shorter) {
                Match::One { sample, rest } => {
                    let folder = parts.get(left_out).copied().unwrap_or_default();
                    let rest = if rest.is_empty() {
                        folder.to_owned()
                    } else {
                        format!("{rest}/{folder}")
                    };
                    Some(Match::One { sample, rest })
                }
                Match::Many(..) | Match::None => None,
            }
        })
    }
}

/// Characters that separate the name of a sample from a word about the file.
pub(super) const SEPARATORS: [char; 4] = ['.', '_', '-', ' '];

/// Splits a name at its last separator: returns the name before it, and the word after it.
pub(super) fn cut(name: &str) -> Option<(&str, &str)> {
    let (base, word) = name.rsplit_once(SEPARATORS)?;
    (!base.is_empty() && !base.ends_with('/') && !word.is_empty() && !word.contains('/')).then_some((base, word))
}

/// Compares paths by their parts, from the last to the first.
fn by_last_parts(a: &str, b: &str) -> Ordering {
    a.rsplit('/').cmp(b.rsplit('/'))
}

/// Returns the number of last parts that two paths share.
fn shared_parts(a: &str, b: &str) -> usize {
    a.rsplit('/').zip(b.rsplit('/')).take_while(|(a, b)| a == b).count()
}

/// Returns the folders before the last `parts` parts of a path.
fn without_last_parts(path: &str, parts: usize) -> &str {
    let mut slashes = path.rmatch_indices('/').map(|(at, _)| at);
    let end = slashes.nth(parts - 1).unwrap_or(0);
    path.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_speaks_of_the_sample_it_ends_with() {
        let names = ["scan/tides/001", "scan/winds/001", "scan/winds/002"];
        let finder = Finder::new(names.iter().map(|name| (*name).to_owned()).zip(0..).collect());
        let one = |sample, rest: &str| Match::One {
            sample,
            rest: rest.to_owned(),
        };
        assert_eq!(finder.find("scan/tides/001"), one(0, ""));
        assert_eq!(finder.find("nougat/tides/001"), one(0, "nougat"));
        assert_eq!(finder.find("runs/nougat/002"), one(2, "runs/nougat"));
        assert_eq!(finder.find("nougat/001"), Match::Many(0, 1));
        assert_eq!(finder.find("winds/nougat/001"), one(1, "nougat"));
        assert_eq!(finder.find("003"), Match::None);
    }
}
