//! The scores of a sample.

use texlens_metrics::{Direction, Outcome, info};
use texlens_report::ResultTable;

use crate::state::Sample;
use crate::words::compare::numbers::decimal;
use crate::words::scores as words;

/// Returns all scores of a sample, with the reasons of those that are not defined.
#[must_use]
pub fn scores(sample: &Sample) -> ResultTable {
    let all = sample.scored.iter().flat_map(|scored| &scored.scores);
    let rows = all.map(|score| {
        let info = info(&score.metric);
        let lower = info.is_some_and(|info| info.direction == Direction::LowerIsBetter);
        let name = info.map_or(score.metric.as_str(), |info| info.name);
        let (value, correct, note) = match &score.outcome {
            Outcome::Defined { value, ratio } => {
                let note = if lower {
                    words::LOWER_IS_BETTER.to_owned()
                } else {
                    String::new()
                };
                (decimal(*value), ratio.map(words::correct).unwrap_or_default(), note)
            }
            Outcome::Undefined { reason } => (ResultTable::NONE.to_owned(), String::new(), words::undefined(reason)),
        };
        vec![name.to_owned(), score.metric.clone(), note, value, correct]
    });
    let head = [words::METRIC, words::ID, words::NOTE, words::VALUE, words::CORRECT];
    ResultTable {
        texts: 3,
        ..ResultTable::new(sample.name.clone(), &head, rows.collect())
    }
}
