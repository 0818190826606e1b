//! The list of formulas as a file.

use serde::Serialize;
use texlens_evaluate::Kind;

use crate::state::{FormulaItem, PairValues, State};

/// A line of the file: a pair of formulas.
#[derive(Serialize)]
struct Line<'a> {
    sample: &'a str,
    case: &'a str,
    system: Option<&'a str>,
    /// The number of the formula in its sample, from 1.
    formula: usize,
    displayed: bool,
    exact: bool,
    reference: Option<&'a str>,
    prediction: Option<&'a str>,
    /// The values of the metrics that are known.
    scores: serde_json::Map<String, serde_json::Value>,
}

impl State {
    /// Writes pairs of formulas as JSON Lines, each with its scores as far as they are known. Items whose formulas are
    /// not determined yet are omitted.
    #[must_use]
    pub fn formulas_as_lines(&self, items: &[FormulaItem]) -> String {
        let lines = items.iter().filter_map(|item| {
            let sample = self.samples.get(item.sample)?;
            let pair = sample.formula_pair(*item)?;
            let formula = pair.reference.as_ref().or(pair.prediction.as_ref())?;
            let own = sample.scored.as_ref().filter(|_| sample.kind == Kind::Formula);
            let values = match own {
                Some(scored) => PairValues::of(&scored.scores),
                None => self
                    .formula_pairs
                    .values(&sample.texts_of(pair))
                    .cloned()
                    .unwrap_or_default(),
            };
            let line = Line {
                sample: &sample.name,
                case: &sample.case,
                system: sample.system(),
                formula: item.pair? + 1,
                displayed: formula.display,
                exact: pair.exact,
                reference: pair.reference.as_ref().map(|formula| formula.latex.as_str()),
                prediction: pair.prediction.as_ref().map(|formula| formula.latex.as_str()),
                scores: values
                    .all()
                    .map(|(metric, value)| (metric.to_owned(), value.into()))
                    .collect(),
            };
            // Texts and numbers can always be written as JSON.
            serde_json::to_string(&line).ok()
        });
        lines.map(|line| line + "\n").collect()
    }
}
