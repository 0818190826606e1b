//! A list.

use super::part::{Part, Setting};
use crate::article::list;
use crate::requirement::{List, ListKind, Requirement};

/// A list with bullets.
pub(super) fn bullets(setting: &mut Setting<'_>) -> Part {
    steps(setting, ListKind::Bullets, "a list with bullets")
}

/// A numbered list.
pub(super) fn numbers(setting: &mut Setting<'_>) -> Part {
    steps(setting, ListKind::Numbers, "a numbered list")
}

fn steps(setting: &mut Setting<'_>, kind: ListKind, words: &str) -> Part {
    let count = 3 + setting.choices.below(4);
    let items = &setting.topic.steps[..count];
    let ask = format!("Write {words} with these {count} items: {}.", items.join("; "));
    let requirement = Requirement::List(List {
        list: kind,
        items: items.iter().map(|item| (*item).to_owned()).collect(),
    });
    Part::new(ask, requirement, list(items, count, kind.environment(), &setting.style))
}

/// A list of terms with their meanings.
pub(super) fn terms(setting: &mut Setting<'_>) -> Part {
    let count = 2 + setting.choices.below(3);
    let terms = &setting.topic.terms[..count];
    let described: Vec<String> = terms
        .iter()
        .map(|(term, meaning)| format!("{term}: {meaning}"))
        .collect();
    let ask = format!(
        "Write a description list that explains these {count} terms: {}.",
        described.join("; ")
    );
    let items: Vec<String> = terms
        .iter()
        .map(|(term, meaning)| format!("[{term}] {meaning}"))
        .collect();
    let items: Vec<&str> = items.iter().map(String::as_str).collect();
    let latex = list(&items, count, ListKind::Terms.environment(), &setting.style);
    let requirement = Requirement::List(List {
        list: ListKind::Terms,
        items: described,
    });
    Part::new(ask, requirement, latex)
}
