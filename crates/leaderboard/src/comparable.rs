//! Which leaderboards are comparable.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::protocol::{Judge, Pages, Protocol};

/// Maximum number of settings that a reason names.
const NAMED_SETTINGS: usize = 3;

/// A part of two protocols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The pages: another published dataset.
    Pages,
    /// The references: those of other pages, or with other formulas or tables on the same pages.
    References,
    /// The unit of a score.
    Unit,
    /// The model that judges.
    Judge,
    /// The protocol of the judge.
    JudgeProtocol,
    /// The way in which formulas are matched before they are judged.
    Matching,
    /// The program that calculates the scores, or its version.
    Scorer,
}

/// A reason why the values of two leaderboards are not comparable. Each has the two sides in the order of the call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// A part of the protocols differs.
    Differs {
        /// The part.
        part: Part,
        /// The values; of pages and references, the names of the datasets.
        values: [String; 2],
    },
    /// Nothing shows that the pages are the same.
    PagesNotStated {
        /// The names of the datasets.
        pages: [String; 2],
    },
    /// Only one of them has a judge.
    OneJudge,
    /// A source does not state something about its judge.
    JudgeNotStated {
        /// What is not stated: `model`, `protocol` or `matching`.
        detail: String,
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
            Self::Differs { part, values: [a, b] } => {
                let differ = match part {
                    Part::Pages => "The pages differ",
                    Part::References => "The references differ",
                    Part::Unit => "Scores are of different units",
                    Part::Judge => "The judges differ",
                    Part::JudgeProtocol => "The protocols of the judges differ",
                    Part::Matching => "Formulas are matched differently",
                    Part::Scorer => "The scores come from different programs",
                };
                write!(out, "{differ}: {a} and {b}.")
            }
            Self::PagesNotStated { pages: [a, b] } => {
                write!(out, "Nothing shows that the pages are the same: {a} and {b}.")
            }
            Self::OneJudge => write!(out, "Only one side is scored by a judge."),
            Self::JudgeNotStated { detail } => write!(out, "A source does not state the {detail} of its judge."),
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
    let differs = |part: Part, a: &str, b: &str| {
        let values = [a.to_owned(), b.to_owned()];
        (a != b).then_some(Reason::Differs { part, values })
    };
    reasons.extend(differs(Part::Unit, &a.unit, &b.unit));
    match (&a.judge, &b.judge) {
        (None, None) => {}
        (Some(_), None) | (None, Some(_)) => reasons.push(Reason::OneJudge),
        (Some(one), Some(other)) => reasons.extend(of_judges(one, other, is_one_publication)),
    }
    let other_program = differs(Part::Scorer, &a.scorer, &b.scorer);
    if a.judge.is_some() == b.judge.is_some() {
        // Settings of metrics say nothing about scores of another program.
        reasons.extend(other_program.or_else(|| of_settings(a, b)));
    }
    reasons
}

/// Reports whether the values of two leaderboards are comparable.
#[must_use]
pub fn is_comparable(a: &Protocol, b: &Protocol) -> bool {
    reasons(a, b).is_empty()
}

fn of_pages(a: &Pages, b: &Pages, is_one_publication: bool) -> Option<Reason> {
    let pages = || [a.name.clone(), b.name.clone()];
    let differ = |part| Reason::Differs { part, values: pages() };
    let mut known = a
        .fingerprints
        .iter()
        .filter_map(|(kind, hash)| Some((hash, b.fingerprints.get(kind)?)))
        .peekable();
    if known.peek().is_some() {
        // Lists of files differ with the names of the files, so one equal hash is enough.
        return (!known.any(|(a, b)| a == b)).then(|| differ(Part::References));
    }
    match (a.name == b.name, is_one_publication) {
        (true, true) => None,
        (false, _) if a.is_published && b.is_published => Some(differ(Part::Pages)),
        _ => Some(Reason::PagesNotStated { pages: pages() }),
    }
}

fn of_judges(a: &Judge, b: &Judge, is_one_publication: bool) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut compare = |part: Part, detail: &str, of: fn(&Judge) -> Option<String>| match (of(a), of(b)) {
        (Some(a), Some(b)) if a == b => {}
        (Some(a), Some(b)) => reasons.push(Reason::Differs { part, values: [a, b] }),
        _ if is_one_publication => {}
        _ => reasons.push(Reason::JudgeNotStated {
            detail: detail.to_owned(),
        }),
    };
    compare(Part::Judge, "model", Judge::canonical_model);
    compare(Part::JudgeProtocol, "protocol", |judge| judge.protocol.clone());
    compare(Part::Matching, "matching", |judge| judge.matching.clone());
    reasons
}

fn of_settings(a: &Protocol, b: &Protocol) -> Option<Reason> {
    let names: BTreeSet<&String> = a.settings.keys().chain(b.settings.keys()).collect();
    let values = names.into_iter().map(|name| {
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
    use crate::fingerprint::Fingerprint;

    fn protocol() -> Protocol {
        Protocol {
            pages: Pages {
                name: "tides".to_owned(),
                fingerprints: [
                    (Fingerprint::References, "1".to_owned()),
                    (Fingerprint::Files, "x".to_owned()),
                ]
                .into(),
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
        other.pages.fingerprints.insert(Fingerprint::Files, "y".to_owned());
        assert_eq!(reasons(&protocol(), &other), []);
        other.pages.fingerprints.insert(Fingerprint::References, "2".to_owned());
        assert!(matches!(
            &reasons(&protocol(), &other)[..],
            [Reason::Differs {
                part: Part::References,
                ..
            }]
        ));
        other.pages.fingerprints.clear();
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
            [Reason::Differs { part: Part::Judge, .. }]
        ));
        assert!(matches!(
            &reasons(&one, &judged(Some("gpt-5-mini"), "q"))[..],
            [Reason::Differs {
                part: Part::JudgeProtocol,
                ..
            }]
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
    fn reasons_are_the_same_from_both_sides() {
        let other = Protocol {
            pages: Pages {
                name: "winds".to_owned(),
                ..Pages::default()
            },
            unit: "document".to_owned(),
            scorer: "texlens 2".to_owned(),
            ..protocol()
        };
        let mut settings = protocol();
        settings.settings = (0..5).map(|at| (format!("z{at}"), "1".to_owned())).collect();
        let by_rules = judged(Some("b"), "q");
        let mut by_model = judged(Some("b"), "q");
        by_model.judge.as_mut().unwrap().matching = Some("by a model".to_owned());
        let all = [
            protocol(),
            other,
            settings,
            judged(None, "p"),
            judged(Some("a"), "p"),
            by_rules,
            by_model,
        ];
        let swapped = |reason: Reason| match reason {
            Reason::Differs { part, values: [a, b] } => Reason::Differs { part, values: [b, a] },
            Reason::PagesNotStated { pages: [a, b] } => Reason::PagesNotStated { pages: [b, a] },
            Reason::OtherSettings { settings, more } => {
                let settings = settings.into_iter().map(|(name, [a, b])| (name, [b, a])).collect();
                Reason::OtherSettings { settings, more }
            }
            reason @ (Reason::OneJudge | Reason::JudgeNotStated { .. }) => reason,
        };
        for a in &all {
            for b in &all {
                let other_side: Vec<Reason> = reasons(b, a).into_iter().map(swapped).collect();
                assert_eq!(reasons(a, b), other_side);
            }
        }
        let counts = all.iter().flat_map(|a| all.iter().map(|b| reasons(a, b).len()));
        // Pages 13, units 12, one judge 24, programs 4, settings 2, and 25 between judges.
        assert_eq!(counts.sum::<usize>(), 80);
    }
}
