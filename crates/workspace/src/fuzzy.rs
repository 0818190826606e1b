//! Finding names by a few letters, best first.

use std::cmp::Reverse;

/// Words to find. Each must be in a name: as a part of it, or letter by letter from the beginning of one of its words
/// on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    words: Vec<String>,
}

/// A part of a name that is found at the beginning of the name.
const START: u32 = 1000;
/// A part that begins a word.
const WORD: u32 = 800;
/// A part within a word.
const INSIDE: u32 = 500;
/// Single letters in order.
const LETTERS: u32 = 100;
/// So often, a letter may be somewhere within a word. With more, nearly every long name would match.
const JUMPS: usize = 1;
/// Longer names are worth less, up to this many letters.
const LONG: usize = 90;

impl Query {
    /// Parses the words of a query.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let is_word = |word: &&str| word.chars().any(char::is_alphanumeric) || text.trim() == *word;
        Self {
            words: text.split_whitespace().filter(is_word).map(str::to_lowercase).collect(),
        }
    }

    /// Returns whether there is nothing to find.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns whether whatever this query finds, `earlier` found, too.
    #[must_use]
    pub fn narrows(&self, earlier: &Self) -> bool {
        let is_longer = |(earlier, now): (&String, &String)| now.starts_with(earlier);
        self.words.len() >= earlier.words.len() && earlier.words.iter().zip(&self.words).all(is_longer)
    }

    /// Returns whether each word is a part of one of these texts. Case is ignored.
    #[must_use]
    pub fn is_in(&self, texts: &[&str]) -> bool {
        let lower: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
        let is_there = |word: &String| lower.iter().any(|text| text.contains(word));
        self.words.iter().all(is_there)
    }

    /// Returns how well a name in parts matches, or `None` if a word is in none of them. The first part counts most.
    #[must_use]
    pub fn rank(&self, parts: &[&str]) -> Option<u32> {
        let mut rank = 0;
        for word in &self.words {
            let of = |(at, part): (u32, &&str)| Some(of_word(word, part)? / (at + 1));
            rank += (0..).zip(parts).filter_map(of).max()?;
        }
        let length = parts.first().map_or(0, |part| part.len().min(LONG));
        Some(rank + u32::try_from(LONG - length).unwrap_or_default())
    }
}

/// Returns how well a word in lower case matches a name.
fn of_word(word: &str, name: &str) -> Option<u32> {
    if name.is_ascii() {
        rank_in(word.as_bytes(), name.as_bytes())
    } else {
        rank_in(word.as_bytes(), name.to_lowercase().as_bytes())
    }
}

fn rank_in(word: &[u8], name: &[u8]) -> Option<u32> {
    let begins_word = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| name.get(before));
        let is_capital = name.get(at).is_some_and(u8::is_ascii_uppercase);
        before.is_none_or(|before| is_break(*before) || is_capital && before.is_ascii_lowercase())
    };
    let mut best = None;
    for at in 0..(name.len() + 1).saturating_sub(word.len()) {
        let is_here = name
            .get(at..at + word.len())
            .is_some_and(|part| part.eq_ignore_ascii_case(word));
        let rank = match at {
            _ if !is_here => continue,
            0 => return Some(START),
            at if begins_word(at) => return Some(WORD),
            _ => INSIDE,
        };
        best = best.or(Some(rank));
    }
    best.or_else(|| {
        let first = *word.first()?;
        let starts = (0..name.len()).filter(|at| begins_word(*at) && is_letter(name, *at, first));
        starts.map(|at| letters(word, name, at, &begins_word)).max().flatten()
    })
}

fn is_break(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphanumeric()
}

fn is_letter(name: &[u8], at: usize, letter: u8) -> bool {
    name.get(at).is_some_and(|byte| byte.eq_ignore_ascii_case(&letter))
}

/// Finds the letters of a word in order from a place on. More is worth what follows the letter before, or begins a word.
fn letters(word: &[u8], name: &[u8], from: usize, begins_word: &impl Fn(usize) -> bool) -> Option<u32> {
    let (mut at, mut good, mut jumps) = (from, 0, 0);
    for letter in word.get(1..)? {
        let rest = at + 1..name.len();
        let here = || rest.clone().find(|place| is_letter(name, *place, *letter));
        let initial = || {
            rest.clone()
                .find(|place| begins_word(*place) && is_letter(name, *place, *letter))
        };
        let next = if is_letter(name, at + 1, *letter) {
            Some(at + 1)
        } else {
            initial().or_else(here)
        }?;
        if next == at + 1 || begins_word(next) {
            good += 1;
        } else {
            jumps += 1;
        }
        if jumps > JUMPS {
            return None;
        }
        at = next;
    }
    let most = u32::try_from(word.len()).unwrap_or(u32::MAX).max(1);
    Some(LETTERS + 200 * good / most)
}

/// The best of many, found step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best<T> {
    most: usize,
    found: Vec<(Reverse<u32>, T)>,
}

impl<T: Ord + Copy> Best<T> {
    /// Collects at most this many.
    #[must_use]
    pub fn of(most: usize) -> Self {
        Self {
            most,
            found: Vec::new(),
        }
    }

    /// Takes one with its rank. Of equals, the smaller is better.
    pub fn take(&mut self, rank: u32, one: T) {
        let entry = (Reverse(rank), one);
        if self.found.len() >= self.most && self.found.last().is_some_and(|last| *last <= entry) {
            return;
        }
        let at = self.found.partition_point(|other| *other < entry);
        self.found.insert(at, entry);
        self.found.truncate(self.most);
    }

    /// Returns what was found, best first.
    pub fn iter(&self) -> impl Iterator<Item = T> {
        self.found.iter().map(|(_, one)| *one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order<'n>(query: &str, names: &[&'n str]) -> Vec<&'n str> {
        let query = Query::new(query);
        let mut best = Best::of(10);
        for (at, name) in names.iter().enumerate() {
            if let Some(rank) = query.rank(&[name]) {
                best.take(rank, at);
            }
        }
        best.iter().map(|at| names[at]).collect()
    }

    #[test]
    fn beginnings_come_before_words_and_words_before_parts() {
        let names = [
            "Recompile",
            "Sort by Compiles",
            "Compile",
            "Compare systems",
            "Copy the prediction",
        ];
        assert_eq!(
            order("comp", &names),
            ["Compile", "Compare systems", "Sort by Compiles", "Recompile"]
        );
        assert_eq!(order("COMPILE", &names), ["Compile", "Sort by Compiles", "Recompile"]);
    }

    #[test]
    fn initials_and_letters_in_order_are_found() {
        let names = ["Save as Markdown", "Show the samples", "Seam", "Add text"];
        assert_eq!(order("sam", &names), ["Show the samples", "Save as Markdown", "Seam"]);
        assert_eq!(order("smd", &names), ["Save as Markdown"]);
        assert_eq!(order("att", &names), ["Add text"]);
        assert!(order("sdn", &names).is_empty(), "letters anywhere are no match");
        assert!(order("xyz", &names).is_empty());
        assert!(order("wodkram", &names).is_empty(), "letters are in order");
    }

    #[test]
    fn words_may_come_in_any_order_and_in_other_parts() {
        let query = Query::new("baseline page-07");
        assert!(query.rank(&["page-07", "baseline"]).is_some());
        assert!(query.rank(&["page-08", "baseline"]).is_none());
        let first = query.rank(&["page-07 baseline", ""]);
        assert!(
            first > query.rank(&["page-07", "baseline"]),
            "the first part counts most"
        );
        // A sign between words is none.
        assert_eq!(Query::new("page-07 \u{b7} baseline"), Query::new("page-07 baseline"));
        assert!(Query::new("?").rank(&["Help (?)"]).is_some());
    }

    #[test]
    fn other_scripts_are_compared_without_case() {
        assert_eq!(order("\u{e4}hn", &["\u{c4}hnlich", "Zahn"]), ["\u{c4}hnlich"]);
        assert_eq!(order("\u{3b1}", &["\u{391}\u{3b2}"]), ["\u{391}\u{3b2}"]);
        // No text is cut within a letter.
        for name in ["", "\u{e4}", "a\u{e4}\u{df}", "\u{1f600}"] {
            for query in ["", "\u{e4}\u{df}x", "\u{1f600}\u{1f600}"] {
                let _ = Query::new(query).rank(&[name]);
            }
        }
    }

    #[test]
    fn a_longer_query_narrows_a_shorter_one() {
        let narrows = |now: &str, earlier: &str| Query::new(now).narrows(&Query::new(earlier));
        assert!(narrows("page", "pa") && narrows("page b", "page") && narrows("page", ""));
        assert!(!narrows("pa", "page") && !narrows("b page", "page"));
        for (earlier, now) in [("pg", "pgo"), ("p o", "pa on"), ("sam", "samb")] {
            assert!(narrows(now, earlier));
            for name in ["page one", "Samba", "pogo", "pa on"] {
                let is_found = |query: &str| Query::new(query).rank(&[name]).is_some();
                assert!(
                    !is_found(now) || is_found(earlier),
                    "{now} finds {name}, {earlier} does not"
                );
            }
        }
    }

    #[test]
    fn words_are_found_in_any_of_several_texts() {
        let is_in = |query: &str| Query::new(query).is_in(&["Resolution of PDFs", "pdf.dpi"]);
        assert!(is_in("pdf") && is_in("DPI reso") && is_in(""));
        assert!(!is_in("rpdf") && !is_in("pdf theme"));
    }

    #[test]
    fn only_the_best_are_kept() {
        let mut best = Best::of(3);
        for (rank, one) in [(1, 'a'), (5, 'b'), (3, 'c'), (5, 'a'), (2, 'd')] {
            best.take(rank, one);
        }
        assert_eq!(best.iter().collect::<String>(), "abc");
    }
}
