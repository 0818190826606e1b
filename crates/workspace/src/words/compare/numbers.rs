//! Numbers in the form that is shown.

use texlens_evaluate::Interval;

/// Formats a mean with the shown number of digits.
#[must_use]
pub fn decimal(value: f64) -> String {
    let text = format!("{value:.3}");
    if text == "-0.000" {
        "0.000".to_owned()
    } else {
        text.replace('-', "\u{2212}")
    }
}

/// Formats the interval of a mean.
#[must_use]
pub fn interval(interval: Interval) -> String {
    format!("{} to {}", decimal(interval.low), decimal(interval.high))
}

/// Formats a difference, with its sign.
#[must_use]
pub fn signed(value: f64) -> String {
    let text = format!("{value:+.3}");
    match text.as_str() {
        "+0.000" | "-0.000" => "0.000".to_owned(),
        _ => text.replace('-', "\u{2212}"),
    }
}

/// Formats a coefficient of correlation.
#[must_use]
pub fn coefficient(value: f64) -> String {
    format!("{value:.2}").replace('-', "\u{2212}")
}
