//! Means by system and part.

use texlens_evaluate::{JudgeVerdict, JudgedGroup, JudgedItem, JudgedMean, JudgedPart};
use texlens_stats::{Bootstrap, Units, describe, wilson};

const PARTS: [JudgedPart; 4] = [
    JudgedPart::Formulas,
    JudgedPart::Inline,
    JudgedPart::Display,
    JudgedPart::Tables,
];

/// Returns a group for each system and each part that has items. Systems come in the order in which they first occur.
#[must_use]
pub fn groups(items: &[JudgedItem], bootstrap: &Bootstrap) -> Vec<JudgedGroup> {
    let mut systems: Vec<&str> = Vec::new();
    for item in items {
        if !systems.contains(&item.system.as_str()) {
            systems.push(&item.system);
        }
    }
    let mut groups = Vec::new();
    for system in systems {
        for part in PARTS {
            let items: Vec<&JudgedItem> = items
                .iter()
                .filter(|item| item.system == system && part.has(item.what))
                .collect();
            if !items.is_empty() {
                groups.push(group(system, part, &items, bootstrap));
            }
        }
    }
    groups
}

fn group(system: &str, part: JudgedPart, items: &[&JudgedItem], bootstrap: &Bootstrap) -> JudgedGroup {
    let count = |is: &dyn Fn(&JudgedItem) -> bool| items.iter().filter(|item| is(item)).count();
    let mean = JudgedMean::of(items.iter().map(|item| &item.verdict));
    let scored: Vec<(&str, f64)> = items
        .iter()
        .filter_map(|item| Some((item.document.as_str(), item.verdict.score()? / 10.0)))
        .collect();
    let (documents, values): (Vec<&str>, Vec<f64>) = scored.into_iter().unzip();
    let correct: Vec<bool> = items.iter().filter_map(|item| item.verdict.is_correct()).collect();
    let says_correct = items.iter().any(|item| {
        matches!(
            &item.verdict,
            JudgeVerdict::Scored {
                is_correct: Some(_),
                ..
            }
        )
    });
    let successes = correct.iter().filter(|is_correct| **is_correct).count() as u64;
    JudgedGroup {
        system: system.to_owned(),
        part,
        items: items.len(),
        scored: values.len(),
        by_rule: count(&|item| matches!(item.verdict, JudgeVerdict::ByRule { .. })),
        missing: count(&|item| item.prediction.is_none() && !matches!(item.verdict, JudgeVerdict::Invalid { .. })),
        invalid: count(&|item| matches!(item.verdict, JudgeVerdict::Invalid { .. })),
        failed: count(&|item| matches!(item.verdict, JudgeVerdict::Failed { .. })),
        not_asked: count(&|item| matches!(item.verdict, JudgeVerdict::NotAsked { .. })),
        flagged: count(&|item| !item.flags.is_empty()),
        answers: mean.answers.map(|mean| mean / 10.0),
        mean: mean.mean.and_then(|_| describe::mean(&values).ok()),
        interval: (mean.mean)
            .and_then(|_| bootstrap.mean(&Units::clusters(&documents), &values).ok())
            .map(|mean| mean.estimate.interval),
        correct: says_correct
            .then(|| wilson::estimate(successes, correct.len() as u64, bootstrap.confidence()).ok())
            .flatten(),
    }
}
