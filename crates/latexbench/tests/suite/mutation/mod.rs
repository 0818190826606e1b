//! Changes of answers and documents by plain string operations. They share no code with the checkers.
//!
//! A [`Rule`] changes a text in one way, or does not apply to it. [`mutants`] applies rules to items by a seed until
//! there are as many mutants as wanted, each rule about equally often.

pub(crate) mod contrast;
pub(crate) mod edit;
pub(crate) mod generation;
pub(crate) mod harmless;

use std::collections::BTreeSet;

use fastrand::Rng;
use texlens_latexbench::Item;

/// A way to change a text.
pub(crate) struct Rule {
    /// What is changed.
    pub(crate) name: &'static str,
    /// Returns the changed text, or `None` if the rule does not apply.
    pub(crate) apply: fn(&Item, &str, &mut Rng) -> Option<String>,
}

/// A changed text of an item.
pub(crate) struct Mutant<'i> {
    pub(crate) rule: &'static str,
    pub(crate) item: &'i Item,
    pub(crate) text: String,
}

/// Applies rules to the texts of items in a random order, one item per rule and round, until there are `count` mutants.
pub(crate) fn mutants<'i>(
    rules: &[Rule],
    items: &'i [Item],
    text: fn(&Item) -> String,
    count: usize,
    seed: u64,
) -> Vec<Mutant<'i>> {
    let mut rng = Rng::with_seed(seed);
    let mut queues: Vec<Vec<&Item>> = rules
        .iter()
        .map(|_| {
            let mut queue: Vec<&Item> = items.iter().collect();
            rng.shuffle(&mut queue);
            queue
        })
        .collect();
    let mut mutants = Vec::new();
    let mut seen = BTreeSet::new();
    loop {
        let before = mutants.len();
        for (rule, queue) in rules.iter().zip(&mut queues) {
            while let Some(item) = queue.pop() {
                let original = text(item);
                let Some(text) = (rule.apply)(item, &original, &mut rng) else {
                    continue;
                };
                if text != original && seen.insert(text.clone()) {
                    mutants.push(Mutant {
                        rule: rule.name,
                        item,
                        text,
                    });
                    break;
                }
            }
            if mutants.len() == count {
                return mutants;
            }
        }
        assert!(mutants.len() > before, "the rules give {before} mutants only");
    }
}

/// Replaces the first occurrence.
pub(crate) fn once(text: &str, from: &str, to: &str) -> Option<String> {
    text.contains(from).then(|| text.replacen(from, to, 1))
}

/// Replaces all occurrences.
pub(crate) fn all(text: &str, from: &str, to: &str) -> Option<String> {
    text.contains(from).then(|| text.replace(from, to))
}

/// Removes the first line that contains a string.
pub(crate) fn without_line(text: &str, needle: &str) -> Option<String> {
    let (start, end) = line(text, needle)?;
    Some(format!("{}{}", &text[..start], &text[end..]))
}

/// Returns the first line that contains a string, with its line break.
pub(crate) fn line(text: &str, needle: &str) -> Option<(usize, usize)> {
    let at = text.find(needle)?;
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
    Some((start, end))
}

/// Returns the text between two strings, the first after `from`.
pub(crate) fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    let start = text.find(open)? + open.len();
    let end = start + text[start..].find(close)?;
    Some(&text[start..end])
}

/// Returns the lines between `\midrule` and `\bottomrule`, or between the first and last `\hline`: rows of values.
pub(crate) fn rows(text: &str) -> Vec<&str> {
    let inside = between(text, "\\midrule\n", "\\bottomrule").unwrap_or_default();
    inside.lines().filter(|line| line.contains('&')).collect()
}

/// Moves what stands on the first line with `first` behind the first line with `second`.
pub(crate) fn swap_lines(text: &str, first: &str, second: &str) -> Option<String> {
    let (a, b) = (line(text, first)?, line(text, second)?);
    (a.1 == b.0).then(|| format!("{}{}{}{}", &text[..a.0], &text[b.0..b.1], &text[a.0..a.1], &text[b.1..]))
}
