//! Which leaderboards are comparable.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::protocol::{Judge, Pages, Protocol};

/// Maximum number of settings that a reason names.
const NAMED_SETTINGS: usize = 3;

/// A reason why the values of two leaderboards are not comparable. Each has the two sides in the order of the call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// The pages are those of another published dataset.
    OtherPages {
        /// The names of the datasets.
        pages: [String; 2],
    },
    /// The references are others: of other pages, or with other formulas or tables on the same pages.
    OtherReferences {
        /// The names of the datasets.
        pages: [String; 2],
    },
    /// Nothing shows that the pages are the same.
    PagesNotStated {
        /// The names of the datasets.
        pages: [String; 2],
    },
    /// A score is of another unit.
    OtherUnit {
        /// The units.
        units: [String; 2],
    },
    /// Only one of them has a judge.
    OneJudge,
    /// The judges are other models.
    OtherJudge {
        /// The models.
        models: [String; 2],
    },
    /// The judges have other protocols.
    OtherJudgeProtocol {
        /// The protocols.
        protocols: [String; 2],
    },
    /// Formulas are matched in another way before they are judged.
    OtherMatching {
        /// The ways.
        ways: [String; 2],
    },
    /// A source does not state something about its judge.
    JudgeNotStated {
        /// What is not stated: `model`, `protocol` or `matching`.
        detail: String,
    },
    /// Other programs calculate the scores, or other versions of a program.
    OtherScorer {
        /// The programs.
        scorers: [String; 2],
    },
    /// Settings differ, or only one of them states them.
    OtherSettings {
        /// The first settings, with their values; `None` if one is not stated.
        settings: Vec<(String, [Option<String>; 2])>,
        /// Number of settings beyond those.
        more: usize,
    },
}

impl fmt::Display for Reason {
    /// Writes one sentence.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherPages { pages: [a, b] } => write!(out, "The pages differ: {a} and {b}."),
            Self::OtherReferences { pages: [a, b] } => write!(out, "The references differ: {a} and {b}."),
            Self::PagesNotStated { pages: [a, b] } => {
                write!(out, "Nothing shows that the pages are the same: {a} and {b}.")
            }
            Self::OtherUnit { units: [a, b] } => write!(out, "Scores are of different units: {a} and {b}."),
            Self::OneJudge => write!(out, "Only one side is scored by a judge."),
            Self::OtherJudge { models: [a, b] } => write!(out, "The judges differ: {a} and {b}."),
            Self::OtherJudgeProtocol { protocols: [a, b] } => {
                write!(out, "The protocols of the judges differ: {a} and {b}.")
            }
            Self::OtherMatching { ways: [a, b] } => write!(out, "Formulas are matched differently: {a}, and {b}."),
            Self::JudgeNotStated { detail } => write!(out, "A source does not state the {detail} of its judge."),
            Self::OtherScorer { scorers: [a, b] } => {
                write!(out, "The scores come from different programs: {a} and {b}.")
            }
            Self::OtherSettings { settings, more } => {
                write!(out, "Settings differ: ")?;
                for (at, (name, [a, b])) in settings.iter().enumerate() {
                    let stated = |value: &Option<String>| value.clone().unwrap_or_else(|| "not stated".to_owned());
                    let comma = if at == 0 { "" } else { ", " };
                    write!(out, "{comma}{name} ({} and {})", stated(a), stated(b))?;
                }
                match more {
                    0 => write!(out, "."),
                    more => write!(out, ", and {more} more."),
                }
            }
        }
    }
}

/// Returns why two leaderboards are not comparable, the most important reason first. Empty if they are comparable: the
/// same pages, the same judge, the same protocol. Something that is not stated counts as another value, except within
/// one publication, which compares its own rows.
#[must_use]
pub fn reasons(a: &Protocol, b: &Protocol) -> Vec<Reason> {
    let is_one_publication = a.publication.is_some() && a.publication == b.publication;
    let mut reasons = Vec::new();
    reasons.extend(of_pages(&a.pages, &b.pages, is_one_publication));
    if a.unit != b.unit {
        let units = [a.unit.clone(), b.unit.clone()];
        reasons.push(Reason::OtherUnit { units });
    }
    match (&a.judge, &b.judge) {
        (None, None) => {}
        (Some(_), None) | (None, Some(_)) => reasons.push(Reason::OneJudge),
        (Some(one), Some(other)) => reasons.extend(of_judges(one, other, is_one_publication)),
    }
    if a.scorer != b.scorer && a.judge.is_some() == b.judge.is_some() {
        let scorers = [a.scorer.clone(), b.scorer.clone()];
        reasons.push(Reason::OtherScorer { scorers });
    }
    // Settings of metrics say nothing about scores of another program.
    let is_other_program = reasons
        .iter()
        .any(|reason| matches!(reason, Reason::OtherScorer { .. } | Reason::OneJudge));
    if !is_other_program {
        reasons.extend(of_settings(a, b));
    }
    reasons
}

/// Reports whether the values of two leaderboards are comparable.
#[must_use]
pub fn is_comparable(a: &Protocol, b: &Protocol) -> bool {
    reasons(a, b).is_empty()
}

fn of_pages(a: &Pages, b: &Pages, is_one_publication: bool) -> Option<Reason> {
    let pages = [a.name.clone(), b.name.clone()];
    let mut known = a
        .marks
        .iter()
        .filter_map(|(mark, hash)| Some((hash, b.marks.get(mark)?)))
        .peekable();
    if known.peek().is_some() {
        // Lists of files differ with the names of the files, so one equal hash is enough.
        return (!known.any(|(a, b)| a == b)).then_some(Reason::OtherReferences { pages });
    }
    match (a.name == b.name, is_one_publication) {
        (true, true) => None,
        (false, _) if a.is_published && b.is_published => Some(Reason::OtherPages { pages }),
        _ => Some(Reason::PagesNotStated { pages }),
    }
}

fn of_judges(a: &Judge, b: &Judge, is_one_publication: bool) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut compare = |values: [Option<String>; 2], detail: &str, other: fn([String; 2]) -> Reason| match values {
        [Some(a), Some(b)] if a == b => {}
        [Some(a), Some(b)] => reasons.push(other([a, b])),
        _ if is_one_publication => {}
        _ => reasons.push(Reason::JudgeNotStated {
            detail: detail.to_owned(),
        }),
    };
    let models = [a.canonical_model(), b.canonical_model()];
    compare(models, "model", |models| Reason::OtherJudge { models });
    let protocols = [a.protocol.clone(), b.protocol.clone()];
    compare(protocols, "protocol", |protocols| Reason::OtherJudgeProtocol {
        protocols,
    });
    let ways = [a.matching.clone(), b.matching.clone()];
    compare(ways, "matching", |ways| Reason::OtherMatching { ways });
    reasons
}

fn of_settings(a: &Protocol, b: &Protocol) -> Option<Reason> {
    let names = a
        .settings
        .keys()
        .chain(b.settings.keys().filter(|name| !a.settings.contains_key(*name)));
    let values = names.map(|name| {
        (
            name.clone(),
            [a.settings.get(name).cloned(), b.settings.get(name).cloned()],
        )
    });
    let mut settings: Vec<_> = values.filter(|(_, [a, b])| a != b).collect();
    let more = settings.len().saturating_sub(NAMED_SETTINGS);
    settings.truncate(NAMED_SETTINGS);
    (!settings.is_empty()).then_some(Reason::OtherSettings { settings, more })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::Mark;

    fn protocol() -> Protocol {
        Protocol {
            pages: Pages {
                name: "tides".to_owned(),
                marks: [(Mark::References, "1".to_owned()), (Mark::Files, "x".to_owned())].into(),
                ..Pages::default()
            },
            unit: "page".to_owned(),
            scorer: "texlens 1".to_owned(),
            settings: [("ctp.min_words".to_owned(), "5".to_owned())].into(),
            ..Protocol::default()
        }
    }

    fn judged(model: Option<&str>, protocol_name: &str) -> Protocol {
        Protocol {
            judge: Some(Judge {
                model: model.map(str::to_owned),
                protocol: Some(protocol_name.to_owned()),
                matching: Some("by rules".to_owned()),
            }),
            scorer: String::new(),
            settings: Default::default(),
            ..protocol()
        }
    }

    #[test]
    fn one_equal_hash_of_the_references_is_enough() {
        let mut other = protocol();
        other.pages.name = "another name".to_owned();
        other.pages.marks.insert(Mark::Files, "y".to_owned());
        assert_eq!(reasons(&protocol(), &other), []);
        other.pages.marks.insert(Mark::References, "2".to_owned());
        assert!(matches!(
            &reasons(&protocol(), &other)[..],
            [Reason::OtherReferences { .. }]
        ));
        other.pages.marks.clear();
        assert!(matches!(
            &reasons(&protocol(), &other)[..],
            [Reason::PagesNotStated { .. }]
        ));
    }

    #[test]
    fn equal_names_are_no_proof_except_within_one_publication() {
        let printed = |publication: &str| Protocol {
            publication: Some(publication.to_owned()),
            pages: Pages {
                name: "B".to_owned(),
                is_published: true,
                ..Pages::default()
            },
            ..protocol()
        };
        assert!(is_comparable(&printed("a"), &printed("a")));
        assert!(matches!(
            &reasons(&printed("a"), &printed("b"))[..],
            [Reason::PagesNotStated { .. }]
        ));
    }

    #[test]
    fn every_difference_is_a_reason_with_its_values() {
        let other = Protocol {
            unit: "document".to_owned(),
            scorer: "texlens 2".to_owned(),
            ..protocol()
        };
        let text: Vec<String> = reasons(&protocol(), &other).iter().map(ToString::to_string).collect();
        assert_eq!(
            text,
            [
                "Scores are of different units: page and document.",
                "The scores come from different programs: texlens 1 and texlens 2."
            ]
        );
        let mut other = protocol();
        other.settings = (0..5).map(|at| (format!("s{at}"), "1".to_owned())).collect();
        assert_eq!(
            reasons(&protocol(), &other)[0].to_string(),
            "Settings differ: ctp.min_words (5 and not stated), s0 (not stated and 1), s1 (not stated and 1), and 3 more."
        );
        assert_eq!(reasons(&protocol(), &judged(Some("m"), "p")), [Reason::OneJudge]);
    }

    #[test]
    fn a_judge_is_its_model_its_protocol_and_its_matching() {
        let one = judged(Some("openai/gpt-5-mini"), "p");
        assert!(is_comparable(&one, &judged(Some("GPT-5-mini"), "p")));
        assert!(matches!(
            &reasons(&one, &judged(Some("gpt-5"), "p"))[..],
            [Reason::OtherJudge { .. }]
        ));
        assert!(matches!(
            &reasons(&one, &judged(Some("gpt-5-mini"), "q"))[..],
            [Reason::OtherJudgeProtocol { .. }]
        ));
        // What is not stated may be anything, even on both sides.
        let unknown = judged(None, "p");
        let reason = Reason::JudgeNotStated {
            detail: "model".to_owned(),
        };
        assert_eq!(reasons(&unknown, &unknown), std::slice::from_ref(&reason));
        assert_eq!(reasons(&one, &unknown), [reason]);
    }

    #[test]
    fn the_rule_does_not_depend_on_the_order() {
        let all = [
            protocol(),
            judged(Some("a"), "p"),
            judged(None, "p"),
            judged(Some("b"), "q"),
        ];
        for a in &all {
            for b in &all {
                assert_eq!(reasons(a, b).len(), reasons(b, a).len());
            }
        }
    }
}
