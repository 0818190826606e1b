//! A choice of pages of a document, as people write it.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Numbers of pages, from 1, for example `1-20, 35, 40-`. The last range goes on to the last page, `-5` begins with the
/// first.
///
/// ```
/// use texlens_dataset::PageRange;
///
/// let range: PageRange = "3-5, 8".parse()?;
/// let pages: Vec<u32> = (1..=10).filter(|page| range.contains(*page)).collect();
/// assert_eq!(pages, [3, 4, 5, 8]);
/// # Ok::<(), texlens_dataset::PageRangeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PageRange(Vec<RangeInclusive<u32>>);

/// The reason why a choice of pages is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PageRangeError {
    /// The text is no choice of pages.
    #[error("{}", no_range(part, *at))]
    NoRange {
        /// The part of the text that is wrong.
        part: String,
        /// Number of bytes before it.
        at: usize,
    },
    /// The document has none of the chosen pages.
    #[error("none of the chosen pages exists: the file has {}", noun(*all))]
    NoSuchPages {
        /// The number of its pages.
        all: u32,
    },
}

impl PageRangeError {
    /// Returns the byte range of the text that is wrong, if only a part is.
    #[must_use]
    pub fn range(&self, text: &str) -> Option<Range<usize>> {
        let Self::NoRange { part, at } = self else {
            return None;
        };
        let end = at + part.len();
        (text.get(*at..end) == Some(part)).then_some(*at..end)
    }
}

/// Returns the message about a part of a range. `at` is 0 for the first part.
fn no_range(part: &str, at: usize) -> String {
    const EXAMPLE: &str = "write for example 1-20, 35, 40-";
    match (part, at) {
        ("", 0) => format!("no page is named; {EXAMPLE}"),
        ("", _) => format!("a page is missing after the comma; {EXAMPLE}"),
        (part, _) => format!("`{part}` is neither a page nor a range of pages; {EXAMPLE}"),
    }
}

fn noun(pages: u32) -> String {
    match pages {
        1 => "1 page".to_owned(),
        pages => format!("{pages} pages"),
    }
}

impl PageRange {
    /// Returns whether a page is chosen.
    #[must_use]
    pub fn contains(&self, page: u32) -> bool {
        self.0.iter().any(|range| range.contains(&page))
    }

    /// Returns the chosen pages of a document with this number of pages.
    ///
    /// # Errors
    /// If there are none.
    pub fn of(&self, all: u32) -> Result<Vec<u32>, PageRangeError> {
        let chosen: Vec<u32> = (1..=all).filter(|page| self.contains(*page)).collect();
        if chosen.is_empty() {
            return Err(PageRangeError::NoSuchPages { all });
        }
        Ok(chosen)
    }
}

impl FromStr for PageRange {
    type Err = PageRangeError;

    fn from_str(text: &str) -> Result<Self, PageRangeError> {
        let mut ranges = Vec::new();
        let mut start = 0;
        for part in text.split(',') {
            let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| *number > 0);
            let range = match part.split_once(['-', '\u{2013}']) {
                Some((first, last)) => match (first.trim(), last.trim()) {
                    ("", "") => None,
                    ("", last) => number(last).map(|last| 1..=last),
                    (first, "") => number(first).map(|first| first..=u32::MAX),
                    (first, last) => number(first).zip(number(last)).map(|(first, last)| first..=last),
                },
                None => number(part).map(|page| page..=page),
            };
            let wrong = || PageRangeError::NoRange {
                part: part.trim().to_owned(),
                at: match part.trim() {
                    "" => start,
                    _ => start + (part.len() - part.trim_start().len()),
                },
            };
            ranges.push(range.filter(|range| !range.is_empty()).ok_or_else(wrong)?);
            start += part.len() + 1;
        }
        Ok(Self(ranges))
    }
}

impl TryFrom<String> for PageRange {
    type Error = PageRangeError;

    fn try_from(text: String) -> Result<Self, PageRangeError> {
        text.parse()
    }
}

impl From<PageRange> for String {
    fn from(range: PageRange) -> Self {
        range.to_string()
    }
}

impl fmt::Display for PageRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, range) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            match (range.start(), range.end()) {
                (first, last) if first == last => write!(f, "{first}")?,
                (first, &u32::MAX) => write!(f, "{first}-")?,
                (first, last) => write!(f, "{first}-{last}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn ranges_are_read_and_written() {
        let range: PageRange = " 1 -20,35, 40\u{2013}41 ".parse().unwrap();
        assert_eq!(range.to_string(), "1-20, 35, 40-41");
        assert!(range.contains(20) && range.contains(35) && !range.contains(21));
        let open: PageRange = "-2, 12-".parse().unwrap();
        assert_eq!(open.of(14), Ok(vec![1, 2, 12, 13, 14]));
        assert_eq!(open.to_string(), "1-2, 12-");
        assert_eq!(open.to_string().parse::<PageRange>(), Ok(open));
        let json = serde_json::to_string(&range).unwrap();
        assert_eq!(serde_json::from_str::<PageRange>(&json).unwrap(), range);
    }

    #[test]
    fn what_is_no_range_is_said() {
        for (text, part, at) in [
            ("", "", 0),
            ("1,", "", 2),
            (" ", "", 0),
            (",2", "", 0),
            ("0", "0", 0),
            ("5-3", "5-3", 0),
            ("1, two", "two", 3),
            ("1,2,1-2-3 ", "1-2-3", 4),
            ("3, -", "-", 3),
        ] {
            let part = part.to_owned();
            assert_eq!(
                text.parse::<PageRange>(),
                Err(PageRangeError::NoRange { part, at }),
                "{text}"
            );
        }
        let wrong = "1, two".parse::<PageRange>().unwrap_err();
        assert_eq!((wrong.range("1, two"), wrong.range("1")), (Some(3..6), None));
        let range: PageRange = "4-9".parse().unwrap();
        let error = range.of(1).unwrap_err().to_string();
        assert_eq!(error, "none of the chosen pages exists: the file has 1 page");
        assert_eq!(range.of(5), Ok(vec![4, 5]));
    }
}
