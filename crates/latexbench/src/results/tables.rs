//! Results as tables of text, in the form of the paper.

use texlens_report::ResultTable;
use texlens_stats::{Estimate, Interval};

use super::agreement::{Agreement, Disagreement};
use super::difference::Difference;
use super::result::{Origin, ResultRow, Results};
use crate::beginning::beginning;
use crate::score::{Rate, RateName};

/// The rates of table 3.
const DIFFICULTIES: [RateName; 3] = [
    RateName::GenerationSimple,
    RateName::GenerationAverage,
    RateName::GenerationHard,
];

/// Longest reason of a verdict, in characters.
const LONGEST: usize = 120;

/// A cell without a value.
const NONE: &str = ResultTable::NONE;

impl Results {
    /// Returns the results as tables: rates with counts (table 1), with intervals (table 2) and by difficulty (table 3),
    /// then described contrasts, types of errors, agreement, disagreements and differences, if there are any.
    #[must_use]
    pub fn tables(&self) -> Vec<ResultTable> {
        let tables = [
            self.counts(),
            self.intervals(),
            self.by_difficulty(),
            self.described(),
            self.errors(),
            self.agreements(),
            self.disagreement_list(),
            self.difference_table(),
        ];
        tables.into_iter().filter(|table| !table.rows.is_empty()).collect()
    }

    fn counts(&self) -> ResultTable {
        let mut head = rate_names(&RateName::OF_TABLES);
        head.push("overall".to_owned());
        let cells = |row: &ResultRow| {
            let rates = RateName::OF_TABLES.map(|name| row.rate(name).map(counted));
            rates
                .into_iter()
                .chain([row.overall.map(|overall| percent(overall.value))])
        };
        let mut notes = vec![
            "Overall is the mean of generation, edit, detection and specificity.".to_owned(),
            format!(
                "Printed rows are those of the paper, whose items are others: {}.",
                self.printed_source
            ),
        ];
        // A run with a judge has two rows.
        let missing = self
            .rows
            .iter()
            .filter(|row| row.without_answer > 0 && matches!(row.origin, Origin::Rules { .. }));
        notes.extend(missing.map(|row| {
            format!(
                "{}: items without a valid answer, which count as not passed: {}.",
                row.model, row.without_answer
            )
        }));
        ResultTable {
            title: "Pass rates in %, with counts (table 1)".to_owned(),
            notes,
            ..self.by_model(head, self.rows.iter(), cells)
        }
    }

    fn intervals(&self) -> ResultTable {
        let mut head = rate_names(&RateName::OF_TABLES);
        head.push("overall".to_owned());
        let cells = |row: &ResultRow| {
            let rates = RateName::OF_TABLES.map(|name| Some(estimated(row.rate(name)?.share)));
            rates.into_iter().chain([row.overall.map(estimated)])
        };
        ResultTable {
            title: "Pass rates in % with 95 % intervals (table 2)".to_owned(),
            notes: vec![
                "Intervals of rates are Wilson's. That of the overall score is ours; it follows from those of its four rates."
                    .to_owned(),
            ],
            ..self.by_model(head, self.rows.iter(), cells)
        }
    }

    fn by_difficulty(&self) -> ResultTable {
        let head = ["simple", "average", "hard"].map(str::to_owned).to_vec();
        let rows = self
            .rows
            .iter()
            .filter(|row| DIFFICULTIES.iter().any(|name| row.rate(*name).is_some()));
        let cells = |row: &ResultRow| DIFFICULTIES.map(|name| row.rate(name).map(counted));
        ResultTable {
            title: "Generation by difficulty in % (table 3)".to_owned(),
            notes: vec!["The paper calls its own table 3 a stub.".to_owned()],
            ..self.by_model(head, rows, cells)
        }
    }

    fn described(&self) -> ResultTable {
        let rows = self
            .rows
            .iter()
            .filter(|row| row.rate(RateName::ContrastDescribed).is_some());
        let cells = |row: &ResultRow| {
            let rate = row.rate(RateName::ContrastDescribed);
            [
                rate.map(counted),
                rate.map(|rate| interval(rate.share.interval, percent)),
            ]
        };
        ResultTable {
            title: "Described contrasts in %".to_owned(),
            notes: vec![
                "The model itself says whether it has found the described fault. No other rate includes this."
                    .to_owned(),
            ],
            ..self.by_model(vec!["pass".to_owned(), "95 %".to_owned()], rows, cells)
        }
    }

    fn errors(&self) -> ResultTable {
        let rows = self.rows.iter().flat_map(|row| {
            row.error_types.iter().map(|(family, types)| {
                let types = types
                    .iter()
                    .map(|(error_type, count)| format!("{} {count}", error_type.name()));
                let types = types.collect::<Vec<_>>().join(", ");
                vec![row.model.clone(), row.origin.words(), family.name().to_owned(), types]
            })
        });
        ResultTable {
            title: "Items with an error of each type".to_owned(),
            head: ["model", "decided by", "family", "types of errors"]
                .map(str::to_owned)
                .to_vec(),
            texts: 4,
            rows: rows.collect(),
            notes: Vec::new(),
        }
    }

    fn agreements(&self) -> ResultTable {
        let row = |agreement: &Agreement| {
            let Agreement {
                model,
                judge,
                family,
                items,
                same,
                share,
                kappa,
                undefined,
            } = agreement;
            let kappa = match (kappa, undefined) {
                (Some(kappa), _) => format!("{} {}", decimal(kappa.value), interval(kappa.interval, decimal)),
                (None, Some(reason)) => format!("{NONE} ({reason})"),
                (None, None) => NONE.to_owned(),
            };
            vec![
                model.clone(),
                judge.clone(),
                family.map_or("both", |family| family.name()).to_owned(),
                format!("{same} of {items}"),
                share.map_or_else(|| NONE.to_owned(), estimated),
                kappa,
            ]
        };
        let head = ["model", "judge", "family", "same verdict", "in %", "Cohen's kappa"];
        ResultTable {
            title: "Judge against rules".to_owned(),
            head: head.map(str::to_owned).to_vec(),
            texts: 3,
            rows: self.agreement.iter().map(row).collect(),
            notes: Vec::new(),
        }
    }

    fn disagreement_list(&self) -> ResultTable {
        let row = |disagreement: &Disagreement| {
            let Disagreement {
                model,
                judge,
                id,
                judge_passes,
                judge_says,
                rules_say,
            } = disagreement;
            let verdict = if *judge_passes { "Pass" } else { "Fail" };
            let verdict = match beginning(judge_says, LONGEST) {
                says if says.is_empty() => verdict.to_owned(),
                says => format!("{verdict}: {says}"),
            };
            let rules = rules_say
                .as_deref()
                .map_or_else(|| "pass".to_owned(), |says| beginning(says, LONGEST));
            vec![model.clone(), judge.clone(), id.clone(), verdict, rules]
        };
        ResultTable {
            title: "Items about which judge and rules disagree".to_owned(),
            head: ["model", "judge", "item", "the judge says", "the rules say"]
                .map(str::to_owned)
                .to_vec(),
            texts: 5,
            rows: self.disagreements.iter().map(row).collect(),
            notes: Vec::new(),
        }
    }

    fn difference_table(&self) -> ResultTable {
        let row = |difference: &Difference| {
            let Difference {
                first,
                second,
                judge,
                rate,
                items,
                only_first,
                only_second,
                comparison,
            } = difference;
            let estimate = comparison.difference.estimate;
            vec![
                first.clone(),
                second.clone(),
                judge
                    .as_ref()
                    .map_or_else(|| "rules".to_owned(), |judge| format!("judge {judge}")),
                rate.map_or_else(|| "overall".to_owned(), rate_name),
                format!("{} {}", points(estimate.value), interval(estimate.interval, points)),
                only_first.to_string(),
                only_second.to_string(),
                items.to_string(),
                p_value(comparison.p_value),
            ]
        };
        let head = [
            "model",
            "less",
            "decided by",
            "rate",
            "points [95 %]",
            "only first",
            "only second",
            "items",
            "p",
        ];
        ResultTable {
            title: "Paired differences by item, in percentage points".to_owned(),
            head: head.map(str::to_owned).to_vec(),
            texts: 4,
            rows: self.differences.iter().map(row).collect(),
            notes: vec![
                "Only first: items that only the first model passes. Intervals and p are of a bootstrap over items, and not \
                 corrected for the number of comparisons."
                    .to_owned(),
            ],
        }
    }

    /// Returns a table with a row for each model.
    fn by_model<'r, C: IntoIterator<Item = Option<String>>>(
        &self,
        head: Vec<String>,
        rows: impl Iterator<Item = &'r ResultRow>,
        cells: impl Fn(&ResultRow) -> C,
    ) -> ResultTable {
        let row = |row: &ResultRow| {
            let values = cells(row)
                .into_iter()
                .map(|cell| cell.unwrap_or_else(|| NONE.to_owned()));
            [row.model.clone(), row.origin.words()]
                .into_iter()
                .chain(values)
                .collect()
        };
        let names = ["model", "decided by"].map(str::to_owned);
        ResultTable {
            title: String::new(),
            head: names.into_iter().chain(head).collect(),
            texts: 2,
            rows: rows.map(row).collect(),
            notes: Vec::new(),
        }
    }
}

fn rate_names(rates: &[RateName]) -> Vec<String> {
    rates.iter().map(|rate| rate_name(*rate)).collect()
}

/// Returns the name of a column.
fn rate_name(rate: RateName) -> String {
    rate.name().trim_start_matches("contrast_").to_owned()
}

/// Formats a share in per cent with one decimal, rounded as the paper does: 9 of 16 is 56.3.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", in_tenths(share))
}

/// Returns a share in per cent, rounded to tenths. A half is rounded away from zero, also if it is a little less
/// because of binary fractions.
fn in_tenths(share: f64) -> f64 {
    let tenths = (1000.0 * share.abs() + 1e-9).round();
    if tenths > 0.0 {
        (tenths / 10.0).copysign(share)
    } else {
        0.0
    }
}

/// Formats a rate with its counts, as in table 1.
fn counted(rate: &Rate) -> String {
    format!("{} ({}/{})", percent(rate.share.value), rate.passed, rate.items)
}

/// Formats a share with its interval, as in table 2.
pub(super) fn estimated(estimate: Estimate) -> String {
    format!("{} {}", percent(estimate.value), interval(estimate.interval, percent))
}

fn interval(interval: Interval, format: fn(f64) -> String) -> String {
    format!("[{}, {}]", format(interval.low), format(interval.high))
}

/// Formats a coefficient. What rounds to zero has no sign.
fn decimal(value: f64) -> String {
    let rounded = (100.0 * value).round() / 100.0;
    format!("{:.2}", if rounded == 0.0 { 0.0 } else { rounded })
}

fn p_value(p: f64) -> String {
    if p < 0.001 {
        "<0.001".to_owned()
    } else {
        format!("{p:.3}")
    }
}

/// Formats a difference of shares in percentage points, with its sign.
fn points(difference: f64) -> String {
    format!("{:+.1}", in_tenths(difference))
}
