//! Finds the sample that a file's path speaks of.

use std::cmp::Ordering;

/// Samples by the last parts of their names: `scan/tides/001` is found by `tides/001` and by `001` as well, unless another sample
/// ends so too.
#[derive(Debug, Default)]
pub(super) struct Finder {
    /// Names and their samples, in the order of the names read from their last part: those with the same end stand together.
    names: Vec<(String, usize)>,
}

/// What a path speaks of.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Match {
    /// One sample; the parts of the path that do not name it are left.
    One {
        sample: usize,
        rest: String,
    },
    /// It could be either of these.
    Many(usize, usize),
    None,
}

impl Finder {
    /// A sample may have several names.
    pub(super) fn new(mut names: Vec<(String, usize)>) -> Self {
        names.sort_by(|(a, _), (b, _)| by_last_parts(a, b));
        Self { names }
    }

    /// The sample whose name the path ends with. If several do, a folder may stand between the parts of the name:
    /// `tides/nougat/001` is `tides/001` as `nougat` reads it.
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
        // All names with these parts stand in a row that begins or ends here.
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

/// The order of paths by their last parts, then those before them.
fn by_last_parts(a: &str, b: &str) -> Ordering {
    a.rsplit('/').cmp(b.rsplit('/'))
}

/// How many of their last parts two paths share.
fn shared_parts(a: &str, b: &str) -> usize {
    a.rsplit('/').zip(b.rsplit('/')).take_while(|(a, b)| a == b).count()
}

/// The folders before so many parts at the end of a path.
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
