//! Leaderboards, rows and values.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use texlens_stats::Interval;

use crate::protocol::Protocol;

/// Rows of one protocol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Leaderboard {
    /// Identifies the leaderboard, for example `texocr-table-2` or the name of a file.
    pub id: String,
    /// The title, for a person.
    pub title: String,
    /// Where the rows come from.
    pub origin: Origin,
    /// How the values were obtained.
    pub protocol: Protocol,
    /// The columns of values.
    pub columns: Vec<Column>,
    /// The id of the column that orders the rows.
    pub main: String,
    /// The rows, each with a value for every column.
    pub rows: Vec<Row>,
    /// Sentences that a reader of the values needs.
    pub notes: Vec<String>,
}

/// Where rows come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Origin {
    /// A publication prints them. texlens has not measured them.
    Printed(Source),
    /// texlens has measured them.
    Measured(Measurement),
    /// texlens has calculated the means of scores that others released.
    Calculated(Measurement),
}

impl Origin {
    /// Returns the words that mark a row.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self {
            Self::Printed(_) => "printed, not measured",
            Self::Measured(_) => "measured",
            Self::Calculated(_) => "calculated from result files",
        }
    }
}

/// The place where a table is printed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The title of the work.
    pub work: String,
    /// Its authors.
    pub authors: String,
    /// The table, and the section or page if needed.
    pub place: String,
    /// The version of the work.
    pub version: String,
    /// The date of this version, in ISO 8601.
    pub date: String,
    /// The address of the work.
    pub url: String,
    /// The licence under which figures are quoted.
    pub licence: String,
}

/// A file with measured values.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Measurement {
    /// The name of the file or folder.
    pub file: String,
    /// The date of the values, in ISO 8601; empty if it is not known.
    pub created: String,
}

/// Whether high or low values are good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Better {
    /// High values are good.
    #[default]
    Higher,
    /// Low values are good.
    Lower,
    /// Neither is good in itself.
    None,
}

impl Better {
    /// Orders two values: the best first, or the worst if the order is reversed. No value comes last in both orders.
    /// High values come first if neither is good in itself.
    #[must_use]
    pub(crate) fn order(self, a: Option<f64>, b: Option<f64>, is_reversed: bool) -> Ordering {
        match (a, b) {
            (Some(a), Some(b)) if (self == Self::Lower) == is_reversed => b.total_cmp(&a),
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }
}

/// A column of values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// The id of the metric. Columns of comparable leaderboards with the same id and unit are one column.
    pub id: String,
    /// The name in the head of the table.
    pub name: String,
    /// The group of metrics that the source puts it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The unit or range of the values, for example `%` or `0 to 10`; empty if there is none.
    pub unit: String,
    /// Whether high or low values are good.
    pub better: Better,
}

/// A system.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Row {
    /// The name of the system as the source has it.
    pub system: String,
    /// Its size; empty if the source does not state it.
    pub parameters: String,
    /// Its price; empty if the source does not state it.
    pub cost: String,
    /// Its time; empty if the source does not state it.
    pub time: String,
    /// Where it runs; empty if the source does not state it.
    pub inference: String,
    /// The values, one for each column.
    pub values: Vec<Option<Value>>,
    /// What a reader of the row needs to know, for example the number of missing predictions; usually empty.
    pub remark: String,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// The value as it is shown: printed values with the digits of their source.
    pub shown: String,
    /// The number.
    pub number: f64,
    /// The confidence interval, in the unit of the number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// Number of items behind the value, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<usize>,
}

impl Value {
    /// Creates a value with its digits as in a source. Returns `None` for a text that is not a finite number.
    #[must_use]
    pub fn printed(shown: &str) -> Option<Self> {
        let number = shown.parse::<f64>().ok().filter(|number| number.is_finite())?;
        Some(Self {
            shown: shown.to_owned(),
            number,
            interval: None,
            items: None,
        })
    }

    /// Creates a measured value, shown with this number of decimals. Returns `None` for a number that is not finite.
    #[must_use]
    pub fn measured(number: f64, decimals: usize, interval: Option<Interval>, items: Option<usize>) -> Option<Self> {
        number.is_finite().then(|| Self {
            shown: format!("{number:.decimals$}"),
            number,
            interval,
            items,
        })
    }

    /// Returns the value with its interval, for a cell of a table.
    #[must_use]
    pub fn cell(&self) -> String {
        let decimals = self.shown.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        match self.interval {
            Some(interval) => format!(
                "{} [{:.decimals$}, {:.decimals$}]",
                self.shown, interval.low, interval.high
            ),
            None => self.shown.clone(),
        }
    }
}

impl Leaderboard {
    /// Returns the index of a column.
    #[must_use]
    pub fn column(&self, id: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.id == id)
    }
}
