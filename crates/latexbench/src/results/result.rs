//! The results of runs, beside those of the paper.

use serde::Serialize;
use texlens_stats::{Estimate, StatsError};

use super::agreement::{Agreement, Disagreement, agreement};
use super::difference::{Difference, differences};
use super::label::{Labelled, labelled};
use super::printed::Printed;
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
    /// The mean of generation, edit, detection and specificity (figure 1), with an interval from those of the four rates
    /// ([`texlens_stats::wilson::mean`]). The paper gives no interval. `None` if one of the rates is missing.
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
                let origin = Origin::Judge { judge: judge.clone() };
                rows.push(measured(run, Decider::Judge, origin));
            }
            let compiled = run.run.compiled;
            rows.push(measured(run, Decider::Rules, Origin::Rules { compiled }));
        }
        let printed = Printed::read();
        for model in &printed.models {
            let rates = printed.rates(model);
            rows.push(ResultRow {
                model: model.name.clone(),
                origin: Origin::Printed,
                overall: overall(&rates),
                rates,
                error_types: ErrorTypes::new(),
                without_answer: 0,
            });
        }
        let (agreements, disagreements): (Vec<_>, Vec<_>) = runs.iter().map(agreement).unzip();
        Ok(Self {
            rows,
            printed_source: printed.source,
            agreement: agreements.concat(),
            disagreements: disagreements.concat(),
            differences: differences(&runs)?,
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

fn measured(run: &Labelled<'_>, decider: Decider, origin: Origin) -> ResultRow {
    let mut tally = Tally::default();
    for item in &run.run.answers {
        tally.add(&item.counted, &item.decision(decider));
    }
    let rates = tally.rates();
    ResultRow {
        model: run.name.clone(),
        origin,
        overall: overall(&rates),
        rates,
        error_types: tally.error_types,
        without_answer: run.run.without_answer(),
    }
}
