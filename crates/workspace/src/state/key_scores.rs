//! The key scores of a result, and the scores that have no value.

use texlens_evaluate::Kind;
use texlens_metrics::{Need, Outcome, Score, info};

use super::{Sample, Tab};

/// The aspect of a result that a key score measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// Everything.
    Overall,
    /// The text.
    Text,
    /// The formulas.
    Formulas,
    /// Sections, citations and references.
    Structure,
    /// Whether the prediction compiles.
    Compiles,
    /// Whether the LaTeX of a formula is the same.
    Same,
    /// The symbols of a formula and their places.
    Symbols,
    /// Whether a formula looks the same.
    Look,
}

impl Aspect {
    /// Returns the tab that shows more, unless that is the score itself with its passages.
    #[must_use]
    pub const fn tab(self) -> Option<Tab> {
        match self {
            Self::Overall => Some(Tab::Scores),
            Self::Formulas => Some(Tab::Formulas),
            Self::Compiles => Some(Tab::Compile),
            Self::Text | Self::Structure | Self::Same | Self::Symbols | Self::Look => None,
        }
    }
}

/// The numbers of pages and documents, with the metrics that mean them. The first metric that has a value is shown: the
/// mean of all metrics is better than that of the available ones, and sections are a part of the structure. Whether a
/// text compiles is the verdict of the engine, which exists without a reference.
const OF_PAGES: [(Aspect, &[&str]); 5] = [
    (Aspect::Overall, &["overall", "overall_defined"]),
    (Aspect::Text, &["ds"]),
    (Aspect::Formulas, &["fa"]),
    (Aspect::Structure, &["structural", "sa"]),
    (Aspect::Compiles, &[]),
];

/// The numbers of single formulas, with the metrics that mean them.
const OF_FORMULAS: [(Aspect, &[&str]); 4] = [
    (Aspect::Same, &["exact"]),
    (Aspect::Text, &["edit_similarity"]),
    (Aspect::Symbols, &["cdm_unimernet"]),
    (Aspect::Look, &["visual_exact"]),
];

/// A key score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeyScore {
    /// The aspect that it measures.
    pub aspect: Aspect,
    /// The metric that is shown, or would be; `None` if the number is not a score.
    pub metric: Option<&'static str>,
    /// The value, from 0 to 1.
    pub value: Option<f64>,
}

/// A way to give a score its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// The TeX engine compiles the prediction.
    Compile,
    /// A judge is asked.
    Judge,
}

/// Scores without a value, for the same reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Undefined<'a> {
    /// The reason, or `None` for means whose parts have no value.
    pub reason: Option<&'a str>,
    /// The way to give them a value, if there is one.
    pub remedy: Option<Remedy>,
    /// The scores.
    pub scores: Vec<&'a Score>,
}

impl Sample {
    /// Returns the numbers at the top of the result; none before there are scores or a verdict.
    #[must_use]
    pub fn key_scores(&self) -> Vec<KeyScore> {
        if self.scored.is_none() && self.compilation().is_none() {
            return Vec::new();
        }
        let choices: &[(Aspect, &[&'static str])] = match self.kind {
            Kind::Formula => &OF_FORMULAS,
            Kind::Page | Kind::Document => &OF_PAGES,
        };
        let number = |&(aspect, metrics): &(Aspect, &[&'static str])| {
            let defined = metrics
                .iter()
                .find_map(|metric| Some((*metric, self.score(metric)?.value()?)));
            KeyScore {
                aspect,
                metric: defined.map(|(metric, _)| metric).or(metrics.first().copied()),
                value: match aspect {
                    Aspect::Compiles => self.compilation().map(|given| f64::from(u8::from(given.compiles))),
                    _ => defined.map(|(_, value)| value),
                },
            }
        };
        choices.iter().map(number).collect()
    }

    /// Returns the scores that have no value by reason and remedy: first those that have a remedy, last the means.
    #[must_use]
    pub fn undefined(&self) -> Vec<Undefined<'_>> {
        let mut groups: Vec<Undefined<'_>> = Vec::new();
        for score in self.scored.iter().flat_map(|scored| &scored.scores) {
            let Outcome::Undefined { reason } = &score.outcome else {
                continue;
            };
            let needs = info(&score.metric).map_or(&[][..], |info| info.needs);
            let reason = (!needs.contains(&Need::Scores)).then_some(reason.as_str());
            let remedy = reason.and_then(|_| self.remedy(needs));
            let is_alike = |group: &&mut Undefined| (group.reason, group.remedy) == (reason, remedy);
            match groups.iter_mut().find(is_alike) {
                Some(group) => group.scores.push(score),
                None => groups.push(Undefined {
                    reason,
                    remedy,
                    scores: vec![score],
                }),
            }
        }
        groups.sort_by_key(|group| (group.reason.is_none(), group.remedy.is_none()));
        groups
    }

    /// Reports whether there is no reference.
    #[must_use]
    pub fn lacks_reference(&self) -> bool {
        self.reference.is_none()
    }

    /// Returns whether the sample has no prediction although it has a reference, and none is on its way.
    #[must_use]
    pub fn lacks_prediction(&self) -> bool {
        self.prediction.is_none() && self.reference.is_some() && !self.is_open()
    }

    fn remedy(&self, needs: &[Need]) -> Option<Remedy> {
        if needs.contains(&Need::Compilation) && self.compilable().is_some() && self.compilation().is_none() {
            Some(Remedy::Compile)
        } else if needs.contains(&Need::Judge) && !self.is_judged() {
            Some(Remedy::Judge)
        } else {
            None
        }
    }

    /// Reports whether a judge has been asked: one of its scores has a value. A rule may have decided, so that other
    /// scores of the judge never get one.
    fn is_judged(&self) -> bool {
        let is_of_judge = |score: &&Score| info(&score.metric).is_some_and(|info| info.needs.contains(&Need::Judge));
        let mut scores = self.scored.iter().flat_map(|scored| &scored.scores);
        scores.any(|score| is_of_judge(&score) && score.value().is_some())
    }
}
