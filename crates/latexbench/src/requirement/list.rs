//! A list.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::{View, plain};

/// The kind of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListKind {
    /// `itemize`
    Bullets,
    /// `enumerate`
    Numbers,
    /// `description`
    Terms,
}

impl ListKind {
    /// Returns the environment.
    #[must_use]
    pub const fn environment(self) -> &'static str {
        match self {
            Self::Bullets => "itemize",
            Self::Numbers => "enumerate",
            Self::Terms => "description",
        }
    }
}

/// Exactly one list of a kind with the given items. Capital letters do not matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct List {
    /// The kind.
    pub list: ListKind,
    /// The items in order. An item of a list of terms is `TERM: MEANING`.
    pub items: Vec<String>,
}

impl List {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let name = self.list.environment();
        let lists: Vec<_> = view.environments_of(&["itemize", "enumerate", "description"]).collect();
        let list = match lists.as_slice() {
            [list] if list.name == name => list,
            [list] => {
                return findings.add(
                    ErrorType::Constraint,
                    list.range.clone(),
                    format!("The list is of the environment {}, not {name}", list.name),
                    format!("Use \\begin{{{name}}} and \\end{{{name}}}"),
                );
            }
            [] => {
                return findings.add(
                    ErrorType::Capability,
                    view.end(),
                    "There is no list",
                    format!("Write a list with the environment {name}"),
                );
            }
            [_, second, ..] => {
                return findings.add(
                    ErrorType::Constraint,
                    second.range.clone(),
                    "There is more than one list",
                    "Write one list",
                );
            }
        };
        let starts: Vec<_> = view
            .commands_in(&list.body)
            .iter()
            .filter(|command| command.name == "\\item")
            .map(|command| command.range.clone())
            .collect();
        if starts.len() != self.items.len() {
            return findings.add(
                ErrorType::Constraint,
                list.range.clone(),
                format!("The list has {} items, not {}", starts.len(), self.items.len()),
                "Write each given item once",
            );
        }
        let ends = starts.iter().skip(1).map(|next| next.start).chain([list.body.end]);
        for ((start, end), asked) in starts.iter().zip(ends).zip(&self.items) {
            let text = item_text(view.text(&(start.end..end)));
            if text.to_lowercase() != asked.to_lowercase() {
                findings.add(
                    ErrorType::Logical,
                    start.start..end,
                    format!("This item must be \"{asked}\""),
                    "Copy the items from the task in their order",
                );
            }
        }
    }
}

/// Returns the words of an item; `[TERM] MEANING` becomes `TERM: MEANING`. Colons and full stops at ends do not matter, and
/// no dash between term and meaning.
fn item_text(text: &str) -> String {
    let trimmed = text.trim();
    let ends = ['.', ';', ',', ':'];
    let term = trimmed.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match term {
        Some((term, meaning)) => {
            let meaning = plain(meaning);
            let meaning = meaning
                .trim_start_matches([':', ' ', '-', '–', '—'])
                .trim_end_matches(ends);
            format!("{}: {meaning}", plain(term).trim_end_matches(ends))
        }
        None => plain(trimmed).trim_end_matches(ends).to_owned(),
    }
}
