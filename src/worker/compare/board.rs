//! From the page's board to what the comparison takes.

use texlens_evaluate::{
    Confidence, CorrelatedItems, Correlations, ErrorFinding, JUDGE, Judgement, RATINGS, Rating, SampleScores, Scored,
    SystemScores, ValueTable,
};
use texlens_metrics::{Outcome, Score};

use super::protocol::{Board, Case, Cell, Paged};
use crate::brought::Rated;

impl Board {
    /// The scores as the comparison wants them. `score` compares two texts, reference first: what is missing counts as empty.
    #[cfg_attr(
        not(target_arch = "wasm32"),
        allow(dead_code, reason = "the worker's, and tested without one")
    )]
    pub(super) fn scores(&self, score: impl Fn(&Paged, &Paged) -> Result<Scored, String>) -> Vec<SampleScores> {
        let of_case = |case: &Case| {
            let against = |prediction: &Paged| match &case.reference {
                Some(reference) => score(reference, prediction),
                None => Err("there is no reference".to_owned()),
            };
            let mut of_nothing = None;
            let systems = case.cells.iter().map(|cell| match cell {
                Cell::Missing => SystemScores {
                    missing: case
                        .reference
                        .as_ref()
                        .map_or(1, |reference| reference.pages.len().max(1)),
                    outcome: of_nothing.get_or_insert_with(|| against(&Paged::default())).clone(),
                },
                Cell::Partial {
                    prediction, missing, ..
                } => SystemScores {
                    missing: *missing,
                    outcome: against(prediction),
                },
                Cell::Failed { message, .. } => SystemScores {
                    missing: 0,
                    outcome: Err(message.clone()),
                },
                Cell::Scored {
                    missing,
                    values,
                    undefined,
                    errors,
                    ..
                } => SystemScores {
                    missing: *missing,
                    outcome: Ok(Scored {
                        scores: self.metric_scores(values, undefined),
                        error_types: errors.iter().map(finding).collect(),
                        ..Scored::default()
                    }),
                },
            });
            let systems = systems.collect();
            SampleScores {
                id: case.id.clone(),
                document: case.document.clone(),
                tags: case.tags.clone(),
                systems,
            }
        };
        self.cases.iter().map(of_case).collect()
    }

    fn metric_scores(&self, values: &[Option<f64>], undefined: &[usize]) -> Vec<Score> {
        let mut undefined = undefined.iter();
        let outcome = |value: &Option<f64>| match value {
            Some(value) => Some(Outcome::Defined {
                value: *value,
                ratio: None,
            }),
            None => {
                let reason = undefined.next()?.checked_sub(1)?;
                let reason = self.reasons.get(reason)?.clone();
                Some(Outcome::Undefined { reason })
            }
        };
        let outcomes = values.iter().map(outcome).collect::<Vec<_>>();
        let score = |(metric, outcome): (&String, Option<Outcome>)| {
            Some(Score {
                metric: metric.clone(),
                outcome: outcome?,
                summary: String::new(),
                spans: Vec::new(),
            })
        };
        self.metrics.iter().zip(outcomes).filter_map(score).collect()
    }

    /// How far its metrics go with people's ratings, with the arithmetic and the items of `texlens correlate`.
    #[must_use]
    pub fn correlations(&self, ratings: &[Rated]) -> Correlations {
        let mut table = ValueTable::new();
        for case in &self.cases {
            for (system, cell) in self.systems.iter().zip(&case.cells) {
                table.add_item(&case.id, system);
                for (place, metric) in self.metrics.iter().enumerate().filter(|(_, metric)| *metric != JUDGE) {
                    if let Some(value) = cell.value(place) {
                        table.set_metric(metric, &case.id, system, value);
                    }
                }
            }
        }
        let ratings: Vec<Rating<'_>> = ratings
            .iter()
            .map(|rated| Rating {
                id: &rated.id,
                system: &rated.system,
                rater: &rated.rater,
                rating: rated.rating,
            })
            .collect();
        table.add_ratings(&ratings, Confidence::default());
        let mut correlations = table.correlations(CorrelatedItems::All, Confidence::default());
        correlations.pairs.retain(|pair| pair.with == RATINGS);
        correlations
    }
}

fn finding((error_type, found): &(texlens_evaluate::ErrorType, Option<bool>)) -> ErrorFinding {
    ErrorFinding {
        error_type: *error_type,
        judgement: match found {
            Some(true) => Judgement::Found { why: String::new() },
            Some(false) => Judgement::NotFound,
            None => Judgement::NotJudged { reason: String::new() },
        },
        spans: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn board() -> Board {
        Board {
            systems: vec!["A".to_owned(), "B".to_owned()],
            metrics: vec!["ds".to_owned(), "ta".to_owned(), "cer".to_owned()],
            reasons: vec!["no tables".to_owned()],
            cases: vec![Case {
                id: "p".to_owned(),
                document: "d".to_owned(),
                reference: Some(Paged {
                    latex: "x".to_owned(),
                    pages: std::iter::once(0..1).collect(),
                }),
                cells: vec![
                    Cell::Scored {
                        sample: 7,
                        missing: 0,
                        values: vec![Some(0.5), None, None],
                        undefined: vec![1, 0],
                        errors: Vec::new(),
                    },
                    Cell::Missing,
                ],
                ..Case::default()
            }],
            ..Board::default()
        }
    }

    #[test]
    fn a_board_is_what_was_scored() {
        let score =
            |reference: &Paged, prediction: &Paged| Err(format!("{:?} of {}", prediction.latex, reference.latex));
        let scores = board().scores(score);
        let [first, second] = scores[0].systems.as_slice() else {
            panic!("{scores:?}")
        };
        assert_eq!(first.score("ds").unwrap().value(), Some(0.5));
        let reason = Outcome::Undefined {
            reason: "no tables".to_owned(),
        };
        assert_eq!(first.score("ta").unwrap().outcome, reason);
        assert_eq!(first.score("cer"), None, "it was not computed");
        assert_eq!((second.missing, &second.outcome), (1, &Err("\"\" of x".to_owned())));
    }

    #[test]
    fn ratings_are_correlated_with_every_metric() {
        let mut board = board();
        let case = board.cases[0].clone();
        board.cases = (0..4)
            .map(|index| {
                let mut case = case.clone();
                case.id = index.to_string();
                case.cells[0] = Cell::Scored {
                    sample: index,
                    missing: 0,
                    values: vec![Some(f64::from(index * index) / 10.0), None, None],
                    undefined: vec![1, 1],
                    errors: Vec::new(),
                };
                case
            })
            .collect();
        let ratings: Vec<Rated> = (0..5)
            .map(|index| Rated {
                id: index.to_string(),
                system: "A".to_owned(),
                rater: String::new(),
                rating: f64::from(index),
            })
            .collect();
        let correlations = board.correlations(&ratings);
        assert_eq!(correlations.pairs.len(), 1);
        assert_eq!(correlations.pairs[0].spearman.estimate().unwrap().value, 1.0);
        assert_eq!(correlations.ratings.unwrap().unknown, 1);
    }
}
