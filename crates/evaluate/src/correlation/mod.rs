//! Correlations of judges, metrics and people's ratings, from a table with the values of single items.
//!
//! A [`ValueTable`] has a row for each item of each system. Metrics and judges can be added in any order. Ratings come
//! last, since they are matched only with items that are in the table.

mod coefficients;
mod groups;
mod judged;
mod model;
mod raters;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};

use texlens_metrics::{Direction, metric};
use texlens_stats::Confidence;

use coefficients::Samples;
pub use groups::between_groups;
pub use judged::{JudgedValue, JudgedValues};
pub use model::{
    BetweenGroups, Coefficient, CorrelatedItems, Correlation, Correlations, GroupCorrelations, MeanCorrelation,
    RATINGS, RaterAgreement, RatingsSummary,
};
pub use raters::Rating;

/// A judge's score for a perfect prediction.
const TOP_SCORE: f64 = 10.0;

/// Ids of the metrics that are CDM as its paper defines it.
const CDM: [&str; 2] = ["cdm_unimernet", "cdm_omnidocbench"];

/// Values of single items, by id and system.
///
/// ```
/// use texlens_evaluate::{CorrelatedItems, Confidence, Rating, ValueTable};
///
/// let mut table = ValueTable::new();
/// let rated = [("a#1", 0.0, 10.0), ("a#2", 0.1, 8.0), ("b#1", 0.5, 3.0), ("b#2", 0.4, 1.0)];
/// for (id, cer, _) in rated {
///     table.set_metric("cer", id, "A", cer);
/// }
/// let ratings = rated.map(|(id, _, rating)| Rating { id, system: "A", rater: "", rating });
/// table.add_ratings(&ratings, Confidence::default());
/// let correlations = table.correlations(CorrelatedItems::All, Confidence::default());
/// let cer = &correlations.pairs[0];
/// assert!(cer.lower_is_better && cer.pearson.estimate().unwrap().value < -0.9);
/// ```
#[derive(Debug, Clone, Default)]
pub struct ValueTable {
    /// Rows of the items, by system and id.
    rows: BTreeMap<String, HashMap<String, usize>>,
    count: usize,
    metrics: Vec<Column>,
    judges: Vec<Column>,
    ratings: Option<(Column, RatingsSummary)>,
    groups: Vec<Group>,
    /// Rows that a judge's protocol decided by rule.
    by_rule: HashSet<usize>,
}

/// The mean ratings of a group of raters.
#[derive(Debug, Clone)]
struct Group {
    name: String,
    raters: usize,
    ratings: usize,
    /// Named as in [`Correlation::with`].
    column: Column,
}

#[derive(Debug, Clone)]
struct Column {
    name: String,
    lower_is_better: bool,
    /// Whether the items are other pairs of texts than those of the metrics, under the same ids.
    has_own_pairs: bool,
    /// Values by row. Rows that were added later are absent.
    values: Vec<Option<f64>>,
}

impl Column {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            lower_is_better: false,
            has_own_pairs: false,
            values: Vec::new(),
        }
    }

    /// Returns the mean rating of each row.
    fn of_means(name: &str, ratings: &[(usize, &Rating<'_>)]) -> Self {
        let mut column = Self::new(name);
        for (row, mean) in raters::means(ratings) {
            column.set(row, mean);
        }
        column
    }

    /// Returns the values that exist, by row, of the rows that count.
    fn by_row(&self, counts: &[bool]) -> BTreeMap<usize, f64> {
        let rows = counts.iter().enumerate().filter(|(_, counts)| **counts);
        rows.filter_map(|(row, _)| Some((row, self.get(row)?))).collect()
    }

    fn get(&self, row: usize) -> Option<f64> {
        self.values.get(row).copied().flatten()
    }

    /// Sets the value of a row. A value that is not finite counts as none.
    fn set(&mut self, row: usize, value: f64) {
        if self.values.len() <= row {
            self.values.resize(row + 1, None);
        }
        if let Some(cell) = self.values.get_mut(row) {
            *cell = Some(value).filter(|value| value.is_finite());
        }
    }
}

impl ValueTable {
    /// Creates a table without items.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the row of an item and adds the item if necessary. An item without any value can still be rated.
    pub fn add_item(&mut self, id: &str, system: &str) -> usize {
        if let Some(row) = self.row(id, system) {
            return row;
        }
        let row = self.count;
        self.count += 1;
        self.rows
            .entry(system.to_owned())
            .or_default()
            .insert(id.to_owned(), row);
        row
    }

    /// Returns the systems in alphabetical order.
    pub fn systems(&self) -> impl Iterator<Item = &str> {
        self.rows.keys().map(String::as_str)
    }

    /// Reports whether the table has a metric.
    #[must_use]
    pub fn has_metrics(&self) -> bool {
        !self.metrics.is_empty()
    }

    /// Reports whether the table has a judge.
    #[must_use]
    pub fn has_judges(&self) -> bool {
        !self.judges.is_empty()
    }

    /// Sets a metric's value for an item and adds the item if necessary. The metric's id determines whether lower is
    /// better.
    pub fn set_metric(&mut self, id_of_metric: &str, id: &str, system: &str, value: f64) {
        let row = self.add_item(id, system);
        let place = self.metrics.iter().position(|column| column.name == id_of_metric);
        let place = place.unwrap_or_else(|| {
            let direction = metric(id_of_metric).map(|metric| metric.info().direction);
            self.metrics.push(Column {
                lower_is_better: direction == Some(Direction::LowerIsBetter),
                ..Column::new(id_of_metric)
            });
            self.metrics.len() - 1
        });
        if let Some(column) = self.metrics.get_mut(place) {
            column.set(row, value);
        }
    }

    /// Adds a judge's scores. Items that only this judge has are added.
    pub fn add_judge(&mut self, judge: &JudgedValues) {
        let mut column = Column {
            has_own_pairs: judge.has_own_pairs,
            ..Column::new(&judge.name)
        };
        for item in &judge.items {
            let row = self.add_item(&item.id, &item.system);
            if item.is_by_rule {
                self.by_rule.insert(row);
            }
            if let Some(score) = item.score {
                column.set(row, score);
            }
        }
        self.judges.push(column);
    }

    /// Adds people's ratings, in place of earlier ones and of their groups. An item's value is the mean of its ratings.
    /// Ratings of unknown items are counted.
    pub fn add_ratings(&mut self, ratings: &[Rating<'_>], confidence: Confidence) {
        let (known, unknown) = self.known(ratings);
        let summary = raters::summary(&known, &unknown, confidence);
        self.ratings = Some((Column::of_means(RATINGS, &known), summary));
        self.groups.clear();
    }

    /// Adds the ratings of a group of raters, after all ratings were [added](Self::add_ratings). An item's value is the
    /// mean of the group's ratings. Ratings of unknown items do not count.
    pub fn add_group(&mut self, name: &str, ratings: &[Rating<'_>]) {
        let (known, _) = self.known(ratings);
        let raters: HashSet<&str> = known.iter().map(|(_, rating)| rating.rater).collect();
        self.groups.push(Group {
            name: name.to_owned(),
            raters: raters.len(),
            ratings: known.len(),
            column: Column::of_means(&format!("{RATINGS} of {name}"), &known),
        });
    }

    /// Splits ratings into those of items of the table, with their rows, and others.
    fn known<'r>(&self, ratings: &'r [Rating<'r>]) -> (Vec<(usize, &'r Rating<'r>)>, Vec<&'r Rating<'r>>) {
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for rating in ratings.iter().filter(|rating| rating.rating.is_finite()) {
            match self.row(rating.id, rating.system) {
                Some(row) => known.push((row, rating)),
                None => unknown.push(rating),
            }
        }
        (known, unknown)
    }

    /// Correlates every judge with every metric and, if there are ratings, every judge and every metric with the
    /// ratings, those of all people and of each group. The time for each pair grows as n log n with the number of items.
    #[must_use]
    pub fn correlations(&self, items: CorrelatedItems, confidence: Confidence) -> Correlations {
        let counts: Vec<bool> = (0..self.count).map(|row| self.counts(row, items)).collect();
        let mut pairs = Vec::new();
        for judge in &self.judges {
            pairs.extend(
                self.metrics
                    .iter()
                    .map(|metric| correlation(metric, judge, &counts, confidence)),
            );
        }
        let with = |ratings: &Column| -> Vec<Correlation> {
            let measures = self.columns();
            measures
                .map(|column| correlation(column, ratings, &counts, confidence))
                .collect()
        };
        if let Some((ratings, _)) = &self.ratings {
            pairs.extend(with(ratings));
        }
        let of_group = |group: &Group| GroupCorrelations {
            name: group.name.clone(),
            raters: group.raters,
            ratings: group.ratings,
            pairs: with(&group.column),
        };
        let groups: Vec<GroupCorrelations> = self.groups.iter().map(of_group).collect();
        let means = |group: &'_ Group| group.column.by_row(&counts);
        let means: Vec<_> = (self.groups.iter())
            .map(|group| (group.name.as_str(), means(group)))
            .collect();
        Correlations {
            items,
            not_applied: self.obstacle(items).map(str::to_owned),
            left_out: counts.iter().filter(|counts| !**counts).count(),
            pairs,
            ratings: self.ratings.as_ref().map(|(_, summary)| summary.clone()),
            between: between_groups(&means, confidence),
            averages: groups::averages(&groups),
            groups,
        }
    }

    /// Returns the judges, then the metrics, each with its name and whether lower is better.
    pub fn measures(&self) -> impl Iterator<Item = (&str, bool)> {
        self.columns()
            .map(|column| (column.name.as_str(), column.lower_is_better))
    }

    /// Returns the value of a metric or judge for an item, if there is one.
    #[must_use]
    pub fn value(&self, measure: &str, id: &str, system: &str) -> Option<f64> {
        let column = self.columns().find(|column| column.name == measure)?;
        column.get(self.row(id, system)?)
    }

    /// Reports whether an item counts for a choice of items. An unknown item counts.
    #[must_use]
    pub fn is_counted(&self, id: &str, system: &str, items: CorrelatedItems) -> bool {
        self.row(id, system).is_none_or(|row| self.counts(row, items))
    }

    /// Reports whether the table has an item.
    #[must_use]
    pub fn has_item(&self, id: &str, system: &str) -> bool {
        self.row(id, system).is_some()
    }

    fn columns(&self) -> impl Iterator<Item = &Column> {
        self.judges.iter().chain(&self.metrics)
    }

    fn row(&self, id: &str, system: &str) -> Option<usize> {
        self.rows.get(system)?.get(id).copied()
    }

    fn counts(&self, row: usize, items: CorrelatedItems) -> bool {
        match items {
            CorrelatedItems::All => true,
            CorrelatedItems::Asked => !self.by_rule.contains(&row),
            CorrelatedItems::Imperfect => !self.is_perfect(row),
        }
    }

    /// Reports whether every judge that judged the item gave the highest score, and every CDM with a value is 1. At
    /// least one judge and one CDM must have a value.
    fn is_perfect(&self, row: usize) -> bool {
        let mut scores = self.judges.iter().filter_map(|judge| judge.get(row)).peekable();
        let mut cdm = self.cdm().filter_map(|metric| metric.get(row)).peekable();
        scores.peek().is_some()
            && cdm.peek().is_some()
            && scores.all(|score| score >= TOP_SCORE)
            && cdm.all(|value| value >= 1.0)
    }

    fn cdm(&self) -> impl Iterator<Item = &Column> {
        self.metrics.iter().filter(|metric| CDM.contains(&metric.name.as_str()))
    }

    /// Returns the reason why a choice of items can leave nothing out, whatever the values are.
    #[must_use]
    pub fn obstacle(&self, items: CorrelatedItems) -> Option<&'static str> {
        let needs_judge = items != CorrelatedItems::All;
        if needs_judge && self.judges.is_empty() {
            Some("there is no judge")
        } else if items == CorrelatedItems::Imperfect && self.cdm().next().is_none() {
            Some("there is no CDM")
        } else {
            None
        }
    }
}

fn correlation(of: &Column, with: &Column, counts: &[bool], confidence: Confidence) -> Correlation {
    let rows = counts.iter().enumerate().filter(|(_, counts)| **counts);
    let values = rows.filter_map(|(row, _)| Some((of.get(row)?, with.get(row)?)));
    let (mut x, mut y): (Vec<f64>, Vec<f64>) = values.unzip();
    let has_other_pairs = with.has_own_pairs && with.name != of.name;
    if has_other_pairs {
        (x, y) = Default::default();
    }
    let samples = Samples {
        x: &x,
        y: &y,
        names: [&of.name, &with.name],
        items: "items with both values",
    };
    let [pearson, spearman, kendall] = if has_other_pairs {
        let reason = "the judge matched the formulas itself, so the metrics belong to other pairs";
        [(); 3].map(|()| Coefficient::Undefined {
            reason: reason.to_owned(),
        })
    } else {
        samples.coefficients(confidence)
    };
    Correlation {
        of: of.name.clone(),
        with: with.name.clone(),
        lower_is_better: of.lower_is_better,
        items: x.len(),
        pearson,
        spearman,
        kendall,
    }
}
