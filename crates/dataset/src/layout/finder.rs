//! Finds the sample that a file's path speaks of.

use std::collections::HashMap;

/// Samples by the last parts of their names: `scan/tides/001` is found by `tides/001` and by `001` as well, unless another sample
/// ends so too.
#[derive(Debug, Default)]
pub(super) struct Finder {
    by_suffix: HashMap<String, Found>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    One(usize),
    /// The first two of several.
    Many(usize, usize),
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
    pub(super) fn insert(&mut self, name: &str, sample: usize) {
        for suffix in suffixes(name) {
            let known = self.by_suffix.get_mut(suffix);
            match known {
                None => {
                    self.by_suffix.insert(suffix.to_owned(), Found::One(sample));
                }
                Some(Found::One(first)) if *first == sample => {}
                Some(found @ Found::One(_)) => {
                    if let Found::One(first) = *found {
                        *found = Found::Many(first, sample);
                    }
                }
                Some(Found::Many(..)) => {}
            }
        }
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
        for suffix in suffixes(path) {
            match self.by_suffix.get(suffix) {
                Some(&Found::One(sample)) => {
                    let rest = path.len() - suffix.len();
                    let rest = path.get(..rest).unwrap_or_default().trim_end_matches('/').to_owned();
                    return Match::One { sample, rest };
                }
                Some(&Found::Many(first, second)) => return Match::Many(first, second),
                None => {}
            }
        }
        Match::None
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

/// The path, and what is left of it without its first folders.
fn suffixes(path: &str) -> impl Iterator<Item = &str> {
    let starts = path.match_indices('/').map(|(index, _)| index + 1);
    std::iter::once(0).chain(starts).filter_map(|start| path.get(start..))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_speaks_of_the_sample_it_ends_with() {
        let mut finder = Finder::default();
        for (index, name) in ["scan/tides/001", "scan/winds/001", "scan/winds/002"]
            .iter()
            .enumerate()
        {
            finder.insert(name, index);
        }
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
