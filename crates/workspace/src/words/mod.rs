//! The sentences of the interface, one module for each screen. Other modules pass data; only these modules form
//! sentences, so that each sentence can be found, corrected and translated here.

pub mod add_text;
pub mod commands;
pub mod common;
pub mod compare;
pub mod compilation;
pub mod copying;
pub mod correct;
pub mod document;
pub mod drop_target;
pub mod error_types;
pub mod failures;
pub mod formula_list;
pub mod formulas;
pub mod give;
pub mod guide;
pub mod header;
pub mod help;
pub mod history;
pub mod import;
pub mod interrupted;
pub mod judge;
pub mod latexbench;
pub mod leaderboard;
pub mod list;
pub mod making;
pub mod matrix;
pub mod notes;
pub mod own_models;
pub mod page;
pub mod plan;
pub mod progress;
pub mod providers;
pub mod queue;
pub mod ratings;
pub mod readers;
pub mod result;
pub mod save;
pub mod scores;
pub mod settings;
pub mod source;
pub mod status_bar;
pub mod storage;
pub mod stripped;
pub mod systems;
pub mod tables;
pub mod toasts;
pub mod typeset_page;
pub mod typesetting;
pub mod unit_tests;
pub mod welcome;
pub mod workers;

mod notices;

/// Returns a number with its noun, in the plural unless the number is 1. Numbers of more than four digits have
/// separators.
#[must_use]
pub fn count(count: usize, noun: &str) -> String {
    let digits = count.to_string();
    let mut grouped = String::with_capacity(digits.len() + 4);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && digits.len() > 4 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let plural = if count == 1 { "" } else { "s" };
    format!("{grouped} {noun}{plural}")
}

/// Returns a number of bytes in a large unit, for example `3.3 MB`.
#[must_use]
pub fn megabytes(bytes: f64) -> String {
    format!("{:.1} MB", bytes / 1e6)
}
