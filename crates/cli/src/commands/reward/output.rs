//! Rewards as JSON lines.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::Value;
use texlens_evaluate::{CompletionReward, Spread, TestCounts, WeightedTest};

use super::rewarding::{Done, PageRewards};

/// A line of the output.
#[derive(Serialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum Record<'a> {
    /// A completion with its reward.
    Completion {
        id: &'a Value,
        index: u64,
        reward: Option<f64>,
        advantage: Option<f64>,
        passed: usize,
        total: usize,
        groups: Pairs<'static, TestCounts>,
        tests: Pairs<'static, Test>,
        undefined: Pairs<'a, &'a str>,
    },
    /// A page, after its completions.
    Page {
        id: &'a Value,
        completions: usize,
        failed: usize,
        spread: Option<Described>,
        pass_at: BTreeMap<usize, Option<f64>>,
    },
    /// A line or a completion that cannot be rewarded.
    Error {
        id: &'a Value,
        line: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<u64>,
        error: &'a str,
    },
}

/// Names with values, written as an object in this order.
struct Pairs<'a, T>(Vec<(&'a str, T)>);

impl<T: Serialize> Serialize for Pairs<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// A unit test.
#[derive(Serialize)]
struct Test {
    value: f64,
    threshold: f64,
    weight: f64,
    passed: bool,
}

/// The rewards of a page.
#[derive(Serialize)]
struct Described {
    min: f64,
    max: f64,
    mean: f64,
    deviation: Option<f64>,
}

/// Writes the lines of a page, or of an error.
pub(super) fn write(done: &Done, out: &mut impl Write) -> io::Result<()> {
    match done {
        Done::Page(page) => write_page(page, out),
        Done::Bad(bad) => {
            let error = Record::Error {
                id: &bad.id,
                line: bad.line,
                index: None,
                error: &bad.error,
            };
            write_line(&error, out)
        }
    }
}

fn write_page(page: &PageRewards, out: &mut impl Write) -> io::Result<()> {
    for completion in &page.completions {
        let record = match &completion.outcome {
            Ok(reward) => of_completion(&page.id, completion.index, reward, page.spread.as_ref()),
            Err(error) => Record::Error {
                id: &page.id,
                line: completion.line,
                index: Some(completion.index),
                error,
            },
        };
        write_line(&record, out)?;
    }
    let described = |spread: Spread| Described {
        min: spread.min,
        max: spread.max,
        mean: spread.mean,
        deviation: spread.deviation,
    };
    let of_page = Record::Page {
        id: &page.id,
        completions: page.completions.len(),
        failed: page.failed(),
        spread: page.spread.map(described),
        pass_at: page.pass_at.iter().copied().collect(),
    };
    write_line(&of_page, out)
}

fn of_completion<'a>(id: &'a Value, index: u64, reward: &'a CompletionReward, spread: Option<&Spread>) -> Record<'a> {
    let described = |WeightedTest { test, weight }: &WeightedTest| Test {
        value: test.value,
        threshold: test.threshold,
        weight: *weight,
        passed: test.is_passed(),
    };
    let TestCounts { passed, total } = reward.counts();
    Record::Completion {
        id,
        index,
        reward: reward.reward,
        advantage: reward
            .reward
            .zip(spread)
            .map(|(reward, spread)| spread.advantage(reward)),
        passed,
        total,
        groups: Pairs(reward.groups().into()),
        tests: Pairs(
            reward
                .tests
                .iter()
                .map(|one| (one.test.metric, described(one)))
                .collect(),
        ),
        undefined: Pairs(
            reward
                .undefined
                .iter()
                .map(|(id, reason)| (*id, reason.as_str()))
                .collect(),
        ),
    }
}

fn write_line(record: &Record<'_>, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    writeln!(out)
}
