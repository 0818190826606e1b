//! The query that filters samples, in the app's list and in `texlens evaluate --filter`, and what a filter selects.

use std::collections::{BTreeMap, BTreeSet};

/// A parsed query. A sample matches if it matches all words. `tag:NAME` or `tag:NAME=VALUE` matches a tag, `system:` a
/// part of the system's name. Any other word matches a part of the name, the system, a tag, the comment or one of the
/// texts. Case is ignored, except in the texts, since LaTeX is case-sensitive.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    terms: Vec<Term>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    Tag { name: String, value: Option<String> },
    System(String),
    Anywhere { lower: String, exact: String },
}

/// What a query looks at in a sample of one system.
#[derive(Debug, Clone, Copy)]
pub struct Searched<'a> {
    /// The name of the sample.
    pub name: &'a str,
    /// The system of the prediction; empty without one.
    pub system: &'a str,
    /// The tags with their values.
    pub tags: &'a BTreeMap<String, String>,
    /// A person's comment.
    pub comment: &'a str,
    /// The reference and the prediction.
    pub texts: [Option<&'a str>; 2],
}

impl Query {
    /// Parses a query. Every text is one.
    #[must_use]
    pub fn new(words: &str) -> Self {
        let term = |word: &str| {
            let lower = word.to_lowercase();
            if let Some(tag) = lower.strip_prefix("tag:") {
                let (name, value) = tag
                    .split_once('=')
                    .map_or((tag, None), |(name, value)| (name, Some(value.to_owned())));
                return Term::Tag {
                    name: name.to_owned(),
                    value,
                };
            }
            match lower.strip_prefix("system:") {
                Some(system) => Term::System(system.to_owned()),
                None => Term::Anywhere {
                    exact: word.to_owned(),
                    lower,
                },
            }
        };
        Self {
            terms: words.split_whitespace().map(term).collect(),
        }
    }

    /// Reports whether a word may match a text of a sample. If not, [`Searched::texts`] can be left out.
    #[must_use]
    pub fn searches_texts(&self) -> bool {
        self.terms.iter().any(|term| matches!(term, Term::Anywhere { .. }))
    }

    /// Reports whether a sample matches all words.
    #[must_use]
    pub fn admits(&self, sample: Searched<'_>) -> bool {
        self.terms.iter().all(|term| term.is_in(sample))
    }
}

impl Term {
    fn is_in(&self, sample: Searched<'_>) -> bool {
        let holds = |text: &str, part: &str| text.to_lowercase().contains(part);
        match self {
            Self::Tag { name, value } => sample.tags.iter().any(|(tag, its)| {
                tag.to_lowercase() == *name && value.as_ref().is_none_or(|value| its.to_lowercase() == *value)
            }),
            Self::System(part) => holds(sample.system, part),
            Self::Anywhere { lower, exact } => {
                let is_tagged = || {
                    let mut tags = sample.tags.iter();
                    tags.any(|(name, value)| holds(name, lower) || holds(value, lower))
                };
                let mut texts = sample.texts.into_iter().flatten();
                holds(sample.name, lower)
                    || holds(sample.system, lower)
                    || is_tagged()
                    || holds(sample.comment, lower)
                    || texts.any(|text| text.contains(exact.as_str()))
            }
        }
    }
}

/// An entry of a list that a filter admits or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// The unit of evaluation, which the entries of several systems have in common, within a dataset.
    pub case: [&'a str; 2],
    /// The system; `None` without a prediction.
    pub system: Option<&'a str>,
    /// Whether the filter admits the entry.
    pub is_admitted: bool,
}

/// Returns which entries a filter selects. These are the admitted entries, and those of the same cases by other systems
/// that have an admitted entry. Otherwise the prediction of such a system would count as missing.
#[must_use]
pub fn selected(entries: &[Candidate<'_>]) -> Vec<bool> {
    let admitted = || entries.iter().filter(|entry| entry.is_admitted);
    let cases: BTreeSet<[&str; 2]> = admitted().map(|entry| entry.case).collect();
    let systems: BTreeSet<&str> = admitted().filter_map(|entry| entry.system).collect();
    let is_selected = |entry: &Candidate<'_>| {
        let is_of_both = cases.contains(&entry.case) && entry.system.is_some_and(|system| systems.contains(system));
        entry.is_admitted || is_of_both
    };
    entries.iter().map(is_selected).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(query: &str) -> bool {
        let tags = BTreeMap::from([
            ("Language".to_owned(), "German".to_owned()),
            ("hard".to_owned(), String::new()),
        ]);
        Query::new(query).admits(Searched {
            name: "tides/001",
            system: "Nougat 2",
            tags: &tags,
            comment: "look here",
            texts: [Some(r"\Gamma"), None],
        })
    }

    #[test]
    fn all_words_must_match() {
        for query in [
            "",
            "  ",
            "TIDES nougat",
            "tag:language",
            "tag:LANGUAGE=german",
            "tag:hard=",
            "system:noug",
            "Here",
            r"\Gamma",
            "german",
        ] {
            assert!(admits(query), "{query}");
        }
        for query in [
            "waves",
            "tides waves",
            "tag:lang",
            "tag:language=ger",
            "system:tides",
            r"\gamma",
        ] {
            assert!(!admits(query), "{query}");
        }
    }

    fn entry<'a>(case: &'a str, system: &'a str, is_admitted: bool) -> Candidate<'a> {
        Candidate {
            case: ["", case],
            system: Some(system).filter(|system| !system.is_empty()),
            is_admitted,
        }
    }

    #[test]
    fn systems_keep_their_predictions_for_the_selected_cases() {
        let entries = [
            entry("1", "a", true),
            entry("1", "b", false),
            entry("1", "c", false),
            entry("2", "a", false),
            entry("2", "b", true),
            entry("3", "a", false),
            entry("4", "", true),
        ];
        // No entry of system c is admitted, and none of case 3.
        assert_eq!(selected(&entries), [true, true, false, true, true, false, true]);
        assert!(selected(&[]).is_empty());
    }
}
