//! Results of several models in the form of the paper: rates with intervals, difficulties, types of errors, judge
//! against rules, and paired differences. The paper's own rows stand beside them, marked as printed.

mod agreement;
mod difference;
mod label;
mod printed;
mod tables;

use serde::Serialize;
use texlens_stats::{Bootstrap, Estimate, StatsError};

pub use agreement::{Agreement, Disagreement};
pub use difference::Difference;
use label::{Labelled, labelled};
use printed::Printed;
pub use tables::ResultTable;

use crate::run::{BenchRun, Decider};
use crate::score::{ErrorTypes, Rate, RateName, Tally, overall};

/// The results of several runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Results {
    /// The models: first those that were measured, then those of the paper.
    pub rows: Vec<ResultRow>,
    /// The source of the rows that are printed in the paper.
    pub printed_source: String,
    /// How far judges and rules agree.
    pub agreement: Vec<Agreement>,
    /// The items about which judges and rules disagree.
    pub disagreements: Vec<Disagreement>,
    /// Paired differences of the models that were measured.
    pub differences: Vec<Difference>,
}

/// The result of a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResultRow {
    /// The name of the model.
    pub model: String,
    /// Where the counts come from.
    #[serde(flatten)]
    pub origin: Origin,
    /// The rates. Rates without items are omitted.
    pub rates: Vec<Rate>,
    /// The mean of generation, edit, detection and specificity (figure 1), with a bootstrap interval over the items of
    /// each family. The paper gives no interval.
    pub overall: Option<Estimate>,
    /// How many items have at least one error of a type, by family.
    pub error_types: ErrorTypes,
    /// Number of items without a valid answer, which count as not passed.
    pub without_answer: usize,
}

/// Where the counts of a row come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "origin", rename_all = "snake_case")]
pub enum Origin {
    /// A run, in which a judge decided about generation and edits.
    Judge {
        /// The name of the judge.
        judge: String,
    },
    /// A run, in which rules decided about generation and edits.
    Rules {
        /// Whether the TeX engine has compiled the answers.
        compiled: bool,
    },
    /// The paper; nothing was measured.
    Printed,
}

impl Results {
    /// Calculates the results of runs on the same items. Each run has a label, which distinguishes runs of the same
    /// model. A run with a judge has two rows: by the judge and by the rules.
    ///
    /// # Errors
    /// If the statistics cannot be calculated, for example for runs with very many items.
    pub fn of(runs: &[(String, BenchRun)]) -> Result<Self, StatsError> {
        let runs = labelled(runs);
        let mut rows = Vec::new();
        for run in &runs {
            if let Some(judge) = &run.judge {
                rows.push(measured(run, Decider::Judge, Origin::Judge { judge: judge.clone() })?);
            }
            let compiled = run.run.compiled;
            rows.push(measured(run, Decider::Rules, Origin::Rules { compiled })?);
        }
        let printed = Printed::read();
        for model in &printed.models {
            let rates = printed.rates(model);
            rows.push(ResultRow {
                model: model.name.clone(),
                origin: Origin::Printed,
                overall: estimated_overall(&rates)?,
                rates,
                error_types: ErrorTypes::new(),
                without_answer: 0,
            });
        }
        let (agreement, disagreements): (Vec<_>, Vec<_>) = runs.iter().map(agreement::agreement).unzip();
        Ok(Self {
            rows,
            printed_source: printed.source,
            agreement: agreement.concat(),
            disagreements: disagreements.concat(),
            differences: difference::differences(&runs)?,
        })
    }
}

impl ResultRow {
    /// Returns a rate; `None` if it has no items.
    #[must_use]
    pub fn rate(&self, name: RateName) -> Option<&Rate> {
        self.rates.iter().find(|rate| rate.name == name)
    }
}

impl Origin {
    /// Says who decided, in a few words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Judge { judge } => format!("judge {judge}"),
            Self::Rules { compiled: true } => "rules and compiler".to_owned(),
            Self::Rules { compiled: false } => "rules".to_owned(),
            Self::Printed => "printed, not measured".to_owned(),
        }
    }
}

fn measured(run: &Labelled<'_>, decider: Decider, origin: Origin) -> Result<ResultRow, StatsError> {
    let mut tally = Tally::default();
    for item in &run.run.answers {
        tally.add(&item.counted, &item.decision(decider));
    }
    let rates = tally.rates();
    Ok(ResultRow {
        model: run.name.clone(),
        origin,
        overall: estimated_overall(&rates)?,
        rates,
        error_types: tally.error_types,
        without_answer: run.run.without_answer(),
    })
}

/// Returns the overall score with its interval; `None` if one of its rates is missing.
fn estimated_overall(rates: &[Rate]) -> Result<Option<Estimate>, StatsError> {
    let Some(value) = overall(rates) else {
        return Ok(None);
    };
    let of_overall = rates.iter().filter(|rate| RateName::OF_OVERALL.contains(&rate.name));
    let groups: Vec<Vec<f64>> = of_overall
        .map(|rate| {
            let outcomes = (0..rate.items).map(|item| f64::from(u8::from(item < rate.passed)));
            outcomes.collect()
        })
        .collect();
    let groups: Vec<&[f64]> = groups.iter().map(Vec::as_slice).collect();
    let interval = Bootstrap::default().mean_of_means(&groups)?.estimate.interval;
    Ok(Some(Estimate { value, interval }))
}

#[cfg(test)]
mod tests {
    use super::tables::{estimated, percent};
    use super::*;

    /// The tables of the paper as it prints them: generation, edit, contrast with a bug, clean controls and overall.
    const PRINTED: [(&str, [&str; 5]); 6] = [
        (
            "GPT-5",
            [
                "78.0 [64.8, 87.2] (39/50)",
                "66.0 [52.2, 77.6] (33/50)",
                "93.3 [78.7, 98.2] (28/30)",
                "95.0 [76.4, 99.1] (19/20)",
                "83.1",
            ],
        ),
        (
            "GPT-5 Mini",
            [
                "58.0 [44.2, 70.6] (29/50)",
                "48.0 [34.8, 61.5] (24/50)",
                "83.3 [66.4, 92.7] (25/30)",
                "90.0 [69.9, 97.2] (18/20)",
                "69.8",
            ],
        ),
        (
            "Claude 4 Sonnet",
            [
                "66.0 [52.2, 77.6] (33/50)",
                "58.0 [44.2, 70.6] (29/50)",
                "86.7 [70.3, 94.7] (26/30)",
                "95.0 [76.4, 99.1] (19/20)",
                "76.4",
            ],
        ),
        (
            "Claude 4 Opus",
            [
                "72.0 [58.3, 82.5] (36/50)",
                "62.0 [48.2, 74.1] (31/50)",
                "90.0 [74.4, 96.5] (27/30)",
                "95.0 [76.4, 99.1] (19/20)",
                "79.8",
            ],
        ),
        (
            "Gemini 2.5 Flash",
            [
                "52.0 [38.5, 65.2] (26/50)",
                "44.0 [31.2, 57.7] (22/50)",
                "83.3 [66.4, 92.7] (25/30)",
                "90.0 [69.9, 97.2] (18/20)",
                "67.3",
            ],
        ),
        (
            "Gemini 2.5 Pro",
            [
                "60.0 [46.2, 72.4] (30/50)",
                "52.0 [38.5, 65.2] (26/50)",
                "86.7 [70.3, 94.7] (26/30)",
                "95.0 [76.4, 99.1] (19/20)",
                "73.4",
            ],
        ),
    ];

    /// Table 3: simple, average and hard.
    const DIFFICULTIES: [[&str; 3]; 6] = [
        ["16 / 94.1%", "14 / 82.4%", "9 / 56.3%"],
        ["12 / 70.6%", "9 / 52.9%", "8 / 50.0%"],
        ["14 / 82.4%", "11 / 64.7%", "8 / 50.0%"],
        ["15 / 88.2%", "12 / 70.6%", "9 / 56.3%"],
        ["11 / 64.7%", "8 / 47.1%", "7 / 43.8%"],
        ["13 / 76.5%", "10 / 58.8%", "7 / 43.8%"],
    ];

    #[test]
    fn every_number_of_the_paper_follows_from_its_counts() {
        let results = Results::of(&[]).unwrap();
        assert_eq!(results.rows.len(), PRINTED.len());
        for ((row, (name, printed)), difficulties) in results.rows.iter().zip(PRINTED).zip(DIFFICULTIES) {
            assert_eq!(
                (row.model.as_str(), row.origin.words().as_str()),
                (name, "printed, not measured")
            );
            for (rate, printed) in RateName::OF_OVERALL.into_iter().zip(printed) {
                let rate = row.rate(rate).unwrap();
                let recomputed = format!("{} ({}/{})", estimated(rate.share), rate.passed, rate.items);
                assert_eq!(recomputed, printed, "{name}");
            }
            assert_eq!(percent(row.overall.unwrap().value), printed[4], "{name}");
            let names = [
                RateName::GenerationSimple,
                RateName::GenerationAverage,
                RateName::GenerationHard,
            ];
            for (rate, printed) in names.into_iter().zip(difficulties) {
                let rate = row.rate(rate).unwrap();
                let recomputed = format!("{} / {}%", rate.passed, percent(rate.share.value));
                assert_eq!(recomputed, printed, "{name}");
            }
            let [simple, average, hard, all] =
                [names[0], names[1], names[2], RateName::Generation].map(|name| row.rate(name).unwrap().passed);
            assert_eq!(simple + average + hard, all, "{name}");
        }
    }
}
