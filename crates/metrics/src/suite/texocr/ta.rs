//! Table accuracy.
//!
//! # What it measures
//! Whether the numbers in the tables were recovered.
//!
//! # Formula
//! Right tables / tables of the reference that contain numbers. A table is a table float, or a tabular outside of one;
//! its numbers are those of its longest tabular. It is right if at least the share `ta.high_overlap` of its numbers is
//! in its partner, each as often as both have it. It is also right if at least `ta.moderate_overlap` of its numbers
//! are, and at least `ta.unique_hit_rate` of those that it has only once. Numbers are compared by value. A thousands
//! separator (`1,234`, `1{,}234`, `1\,234`), a leading plus, a percent sign, leading zeros, and trailing zeros of the
//! fraction do not count.
//!
//! Tables are matched one to one. Tables on the same page are matched first, then others; within these groups, pairs
//! with the largest share of common numbers come first.
//!
//! # Example
//! ```text
//! reference:
//!   \begin{tabular}{cc} 1.50 & 2 \end{tabular}
//!   \begin{tabular}{cc} 3 & 4 \end{tabular}
//! prediction:
//!   \begin{tabular}{cc} 1.5 & 2 \end{tabular}
//!   \begin{tabular}{cc} 3 & 9 \end{tabular}
//! score: 0.5 = 1 / 2
//! ```
//!
//! Numbers are compared by value: 1.5 is 1.50. Of the second table, half of the numbers are right, which is too few.
//!
//! # Range and direction
//! 0 (no table is right) to 1 (all are right); higher is better.
//!
//! # Edge cases
//! A table without numbers is omitted; undefined if none remains. Digits after a letter (`x86`) are part of a name and
//! do not count. Arguments of layout commands (`\multicolumn{2}`, `\cmidrule{2-3}`, `\\[2pt]`, `\cite{7}`) are not
//! printed and do not count. A table in Markdown or HTML is not a LaTeX table. If no number of the reference occurs
//! exactly once, the second condition fails.
//!
//! # Deviations from the paper
//! The paper leaves open all three thresholds, the definition of overlap, and the normalisation of numbers. It searches
//! for the candidate on the same page only (`ta.same_page`). Here a table that floated to another page is found if it
//! shares a number. To bound the time, the first 256 tables with numbers of each side are compared.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.3.

use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};
use crate::numbers::Number;
use crate::settings::{Parameter, Settings, Share};
use crate::tables::{NumberTable, Overlap, Tables};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &TableAccuracy;

/// The share of common numbers that is sufficient alone.
pub const HIGH_OVERLAP: Parameter<Share> = Parameter {
    name: "ta.high_overlap",
    default: Share(0.8),
    about: "Share of a table's numbers whose recovery is enough by itself.",
};

/// The share of common numbers that is sufficient with enough unique ones.
pub const MODERATE_OVERLAP: Parameter<Share> = Parameter {
    name: "ta.moderate_overlap",
    default: Share(0.5),
    about: "Share of a table's numbers whose recovery is enough together with that of its unique numbers.",
};

/// The share of the numbers that occur only once in the table.
pub const UNIQUE_HIT_RATE: Parameter<Share> = Parameter {
    name: "ta.unique_hit_rate",
    default: Share(0.8),
    about: "Share of the numbers that occur only once in a table whose recovery is enough together with a moderate overlap.",
};

/// Whether the partner of a table must be on the same page.
pub const SAME_PAGE: Parameter<bool> = Parameter {
    name: "ta.same_page",
    default: false,
    about: "Whether the partner of a table must be on the page of the same number.",
};

pub(super) static INFO: Info = Info {
    id: "ta",
    name: "Table accuracy",
    about: "The share of tables of which enough numbers were recovered.",
    group: Group::Fidelity,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.3",
    limits: "Only the presence of numbers counts: their places, the words, rows and columns of the table and extra numbers \
             do not.",
    headline: Some(Headline {
        label: "TA",
        places: &[(Kind::Page, 5), (Kind::Document, 5)],
    }),
    parameters: &[&HIGH_OVERLAP, &MODERATE_OVERLAP, &UNIQUE_HIT_RATE, &SAME_PAGE],
};

struct TableAccuracy;

impl Metric for TableAccuracy {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        accuracy(INFO.id, input, |pair| has_enough(pair.overlap, input.settings))
    }
}

fn has_enough(overlap: Overlap, settings: &Settings) -> bool {
    let share = overlap.share();
    let unique_are_hit = overlap
        .unique_share()
        .is_some_and(|hits| hits >= settings.get(&UNIQUE_HIT_RATE).0);
    share >= settings.get(&HIGH_OVERLAP).0 || (share >= settings.get(&MODERATE_OVERLAP).0 && unique_are_hit)
}

/// A table of the reference and its partner.
pub(crate) struct Pair<'a> {
    pub(crate) reference: &'a [Number],
    pub(crate) prediction: &'a [Number],
    pub(crate) overlap: Overlap,
}

/// Returns the share of the reference's tables with numbers whose partner makes them right.
pub(crate) fn accuracy(metric: &'static str, input: &Input<'_>, is_right: impl Fn(&Pair<'_>) -> bool) -> Score {
    let tables = Tables::align(input, input.settings.get(&SAME_PAGE));
    if tables.reference.is_empty() {
        return Score::undefined(metric, "the reference has no table with numbers");
    }
    let mut spans = Vec::new();
    let mut right = 0_usize;
    let mut is_taken = vec![false; tables.prediction.len()];
    for (table, partner) in tables.reference.iter().zip(&tables.partners) {
        let Some((index, overlap)) = *partner else {
            let note = "no table of the prediction shares a number";
            spans.push(Span::new(Side::Reference, table.range.clone(), SpanKind::Missing, note));
            continue;
        };
        let candidate = &tables.prediction[index];
        is_taken[index] = true;
        let is_right = is_right(&Pair {
            reference: &table.numbers,
            prediction: &candidate.numbers,
            overlap,
        });
        right += usize::from(is_right);
        spans.extend(pair_spans(table, candidate, overlap, is_right));
    }
    let extra = tables
        .prediction
        .iter()
        .zip(&is_taken)
        .filter(|(_, is_taken)| !**is_taken);
    spans.extend(extra.map(|(table, _)| {
        let note = "no table of the reference is left that shares a number";
        Span::new(Side::Prediction, table.range.clone(), SpanKind::Extra, note)
    }));
    let summary = summary(&tables, right);
    Score::rate(metric, right as f64, tables.reference.len() as f64, spans).saying(summary)
}

fn pair_spans(table: &NumberTable, candidate: &NumberTable, overlap: Overlap, is_right: bool) -> [Span; 2] {
    let kind = if is_right { SpanKind::Match } else { SpanKind::Different };
    let note = format!(
        "{} of {} numbers recovered, {} of the {} that stand there once",
        overlap.common, overlap.total, overlap.unique_common, overlap.unique
    );
    [
        Span::new(Side::Reference, table.range.clone(), kind, note.clone()),
        Span::new(Side::Prediction, candidate.range.clone(), kind, note),
    ]
}

fn summary(tables: &Tables, right: usize) -> String {
    let total: usize = tables.reference.iter().map(|table| table.numbers.len()).sum();
    let common: usize = tables
        .partners
        .iter()
        .flatten()
        .map(|(_, overlap)| overlap.common)
        .sum();
    let count = tables.reference.len();
    format!("{right} of {count} tables are right; {common} of their {total} numbers recovered")
}
