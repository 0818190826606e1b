//! Results as tables of text, for a terminal, Markdown or a screen.

use texlens_evaluate::{Coefficient, Correlation, Correlations, Interval};
use texlens_report::ResultTable;

use crate::merge::{Merged, RaterSummary};
use crate::results::{ALL_RATERS, GroupResults, Measured, PRIOR_TIES, Results, Strengths};

/// A cell without a value.
const NONE: &str = ResultTable::NONE;

impl Merged {
    /// Returns the progress and the attention checks of each rater. Problems are the notes.
    #[must_use]
    pub fn table(&self) -> ResultTable {
        let row = |rater: &RaterSummary| {
            vec![
                rater.rater.to_string(),
                rater.group.clone(),
                format!("{} of {}", rater.answered, rater.asked),
                format!("{} of {}", rater.passed, rater.passed + rater.failed),
                rater
                    .seconds
                    .map_or_else(|| NONE.to_owned(), |seconds| format!("{seconds:.1}")),
                if rater.is_excluded { "excluded" } else { "" }.to_owned(),
            ]
        };
        let head = ["rater", "group", "answered", "checks passed", "median seconds", ""];
        let mut table = ResultTable::new("Raters".to_owned(), &head, self.raters.iter().map(row).collect());
        table.texts = 2;
        table.notes = self.problems.iter().map(ToString::to_string).collect();
        table
    }
}

impl Results {
    /// Returns all results but the means of single pairs as tables. Tables without rows are left out.
    #[must_use]
    pub fn tables(&self) -> Vec<ResultTable> {
        let mut tables = Vec::new();
        for group in &self.groups {
            let title = |what: &str| match group.name.as_str() {
                ALL_RATERS => format!("{what}: {}", counts(group)),
                name => format!("{what} of {name}: {}", counts(group)),
            };
            tables.push(agreement(group, title("Agreement")));
            tables.push(systems(group, title("Mean rating")));
            if let Some(strengths) = &group.strengths {
                tables.push(of_strengths(strengths, title("Strength")));
                tables.push(duels(strengths, title("Choices")));
            }
            if let Some(all) = &group.correlations {
                tables.push(correlations(all, title("Correlation with the mean ratings")));
            }
            tables.push(preferences(
                group,
                title("Share of pairs with the preference of most people"),
            ));
        }
        tables.push(self.between_table());
        tables.retain(|table| !table.rows.is_empty());
        if let Some(last) = tables.last_mut() {
            last.notes.push(format!(
                "Intervals have a level of {:.0} %. Those of agreement, means and strengths are by {} resamples of formulas with seed {}.",
                100.0 * self.level,
                self.resamples,
                self.seed
            ));
        }
        tables
    }

    fn between_table(&self) -> ResultTable {
        let rows = self.between.iter().map(|between| {
            vec![
                format!("{} and {}", between.first, between.second),
                between.pairs.to_string(),
                cell(&between.pearson),
                cell(&between.spearman),
                cell(&between.kendall),
            ]
        });
        let head = ["groups", "pairs", "Pearson", "Spearman", "Kendall"];
        ResultTable::new(
            "Correlation of mean ratings between groups".to_owned(),
            &head,
            rows.collect(),
        )
    }
}

/// Returns how much a group has answered.
fn counts(group: &GroupResults) -> String {
    let count = |number: usize, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    [
        count(group.raters, "rater"),
        count(group.answers, "answer"),
        count(group.pairs, "pair"),
    ]
    .join(", ")
}

fn agreement(group: &GroupResults, title: String) -> ResultTable {
    let row = |one: &Measured| {
        let note = match &one.value {
            Coefficient::Undefined { reason } => reason.clone(),
            Coefficient::Defined(_) => one.note.clone().unwrap_or_default(),
        };
        vec![one.name.clone(), cell(&one.value), note]
    };
    ResultTable::new(
        title,
        &["measure", "value", ""],
        group.agreement.iter().map(row).collect(),
    )
}

fn systems(group: &GroupResults, title: String) -> ResultTable {
    let rows = group.systems.iter().map(|system| {
        let mean = match system.mean.estimate() {
            Some(estimate) => format!("{:.2} {}", estimate.value, interval(&estimate.interval, 2)),
            None => NONE.to_owned(),
        };
        vec![
            system.system.clone(),
            system.pairs.to_string(),
            system.ratings.to_string(),
            mean,
        ]
    });
    ResultTable::new(title, &["system", "pairs", "ratings", "mean"], rows.collect())
}

fn of_strengths(strengths: &Strengths, title: String) -> ResultTable {
    let rows = strengths.systems.iter().map(|system| {
        let strength = match (system.strength, &system.interval) {
            (Some(strength), Some(own)) => format!("{strength:.2} {}", interval(own, 2)),
            _ => NONE.to_owned(),
        };
        let rank = match (system.rank, system.ranks) {
            (Some(rank), Some([from, to])) => format!("{rank} ({from} to {to})"),
            _ => NONE.to_owned(),
        };
        vec![
            system.system.clone(),
            system.choices.to_string(),
            system.wins.to_string(),
            strength,
            rank,
        ]
    });
    let mut table = ResultTable::new(
        title,
        &["system", "choices", "wins", "strength", "rank"],
        rows.collect(),
    );
    table.notes.extend(strengths.reason.clone());
    if !strengths.unbeaten.is_empty() {
        table.notes.push(format!(
            "Never lost against the others: {}. Their strength has no upper limit; {PRIOR_TIES} imagined tie of each system keeps it finite, and its interval means little.",
            strengths.unbeaten.join(", ")
        ));
    }
    if strengths.with_prior > 0 {
        table.notes.push(format!(
            "Resamples in which a system was unbeaten, so that ties were imagined: {}.",
            strengths.with_prior
        ));
    }
    table
}

fn duels(strengths: &Strengths, title: String) -> ResultTable {
    let rows = strengths.duels.iter().map(|duel| {
        vec![
            duel.first.clone(),
            duel.second.clone(),
            duel.first_wins.to_string(),
            duel.ties.to_string(),
            duel.second_wins.to_string(),
        ]
    });
    let head = ["first", "second", "first is better", "ties", "second is better"];
    let mut table = ResultTable::new(title, &head, rows.collect());
    table.texts = 2;
    table
}

fn correlations(all: &Correlations, title: String) -> ResultTable {
    let row = |pair: &&Correlation| {
        let sign = if pair.lower_is_better { " (less is better)" } else { "" };
        vec![
            format!("{}{sign}", pair.of),
            pair.items.to_string(),
            cell(&pair.pearson),
            cell(&pair.spearman),
            cell(&pair.kendall),
        ]
    };
    let head = ["measure", "pairs", "Pearson", "Spearman", "Kendall"];
    let mut table = ResultTable::new(title, &head, all.with_ratings().iter().map(row).collect());
    table.notes.extend(all.left_out_note());
    if let Some(ratings) = all.ratings.as_ref().filter(|ratings| ratings.unknown > 0) {
        table.notes.push(format!(
            "Ratings of formulas that the evaluation does not have: {}, such as {}. Use the evaluation from which the study was made.",
            ratings.unknown,
            ratings.unknown_items.join(", ")
        ));
    }
    table
}

fn preferences(group: &GroupResults, title: String) -> ResultTable {
    let rows = group.preferences.iter().map(|one| {
        vec![
            one.of.clone(),
            one.pairs.to_string(),
            one.ties.to_string(),
            cell(&one.share),
        ]
    });
    let mut table = ResultTable::new(title, &["measure", "pairs", "equal values", "share"], rows.collect());
    table.notes.push(
        "By chance, the share is 0.5. Pairs on which as many people prefer either version are left out.".to_owned(),
    );
    table
}

fn cell(coefficient: &Coefficient) -> String {
    match coefficient.estimate() {
        Some(estimate) => format!("{:.3} {}", estimate.value, interval(&estimate.interval, 3)),
        None => NONE.to_owned(),
    }
}

fn interval(interval: &Interval, digits: usize) -> String {
    format!("[{:.digits$}, {:.digits$}]", interval.low, interval.high)
}
