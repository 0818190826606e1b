//! The verdicts of judges in sentences.

use texlens_evaluate::JudgedMean;

/// Inline formulas, before their [mean](part).
pub const INLINE: &str = "inline";

/// Displayed formulas, before their [mean](part).
pub const DISPLAYED: &str = "displayed";

/// Tables, before their [mean](part).
pub const TABLES: &str = "tables";

/// A score by rule. `of` is the judged text, if it is not shown beside the score.
#[must_use]
pub fn by_rule(score: f64, of: Option<&str>, reason: &str) -> String {
    format!("{score} of 10{} by rule: {reason}", judged(of))
}

/// A judge's score. `of` is the judged text, if it is not shown beside the score.
#[must_use]
pub fn scored(model: &str, score: f64, of: Option<&str>) -> String {
    format!("{model}: {score} of 10{}", judged(of))
}

fn judged(of: Option<&str>) -> String {
    match of.map(str::trim) {
        None => String::new(),
        Some("") => " for a missing one".to_owned(),
        Some(text) => format!(" for {text}"),
    }
}

/// Every answer was invalid.
#[must_use]
pub fn invalid(model: &str) -> String {
    format!("{model}: no valid answer")
}

/// The request failed.
#[must_use]
pub fn failed(model: &str) -> String {
    format!("{model}: no answer")
}

/// The run ended before the question.
#[must_use]
pub fn not_asked(model: &str, reason: &str) -> String {
    format!("{model} was not asked: {reason}")
}

/// The number of a table, before its verdict.
#[must_use]
pub fn table(number: usize) -> String {
    format!("Table {number}.")
}

/// A mean: its value, the number of formulas, and the mean of the judge's answers alone.
#[must_use]
pub fn mean(of: &JudgedMean) -> String {
    let Some(mean) = of.mean else {
        return match (of.unanswered, of.by_rule) {
            (0, _) => ": no score for a formula".to_owned(),
            (_, 0) => ": no valid answer, so no score".to_owned(),
            (_, by_rule) => format!(": no valid answer, so no score ({} decided by rule)", formulas(by_rule)),
        };
    };
    let mut words = format!(": {mean:.1} of 10 over {}", formulas(of.answered + of.by_rule));
    if let (1.., Some(answers)) = (of.by_rule, of.answers) {
        words += &format!(
            "; {answers:.1} over the {} answers, {} by rule",
            of.answered, of.by_rule
        );
    }
    if of.unanswered > 0 {
        words += &format!("; {} without a valid answer", of.unanswered);
    }
    words
}

fn formulas(count: usize) -> String {
    match count {
        1 => "1 formula".to_owned(),
        count => format!("{count} formulas"),
    }
}

/// The mean of some of the formulas and tables, after the mean of all formulas.
#[must_use]
pub fn part(name: &str, of: &JudgedMean) -> Option<String> {
    let mean = of.mean?;
    Some(format!(", {name} {mean:.1} ({})", of.answered + of.by_rule))
}
