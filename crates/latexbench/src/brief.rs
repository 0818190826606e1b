//! Items without what the rules check.

use serde::{Deserialize, Serialize};

use crate::item::{Counted, Difficulty, Family, Item, Key, Task};

/// What models are asked about an item, and what people see of it. It lacks the requirements of generation and the
/// places of edits, which only the rules need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brief {
    /// The id of the item.
    pub id: String,
    /// Its task.
    pub task: BriefTask,
}

/// The task of a [`Brief`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BriefTask {
    /// Generation.
    Generation {
        /// How much is asked for.
        difficulty: Difficulty,
        /// The specification.
        instruction: String,
        /// An answer that passes.
        reference: String,
    },
    /// An edit.
    Edit {
        /// What to change.
        instruction: String,
        /// The document to change.
        base: String,
        /// An answer that passes.
        reference: String,
        /// The package that the edit adds.
        adds_package: Option<String>,
    },
    /// A contrast.
    Contrast {
        /// The document.
        code: String,
        /// The correct answer.
        key: Key,
        /// The document without the fault; the same as `code` if it has none.
        reference: String,
    },
}

impl From<&Item> for Brief {
    fn from(item: &Item) -> Self {
        let task = match &item.task {
            Task::Generation(generation) => BriefTask::Generation {
                difficulty: generation.difficulty,
                instruction: generation.instruction.clone(),
                reference: generation.reference.clone(),
            },
            Task::Edit(edit) => BriefTask::Edit {
                instruction: edit.instruction.clone(),
                base: edit.base.clone(),
                reference: edit.reference(),
                adds_package: edit.adds_package.clone(),
            },
            Task::Contrast(contrast) => BriefTask::Contrast {
                code: contrast.code.clone(),
                key: contrast.key.clone(),
                reference: contrast.reference.clone(),
            },
        };
        Self {
            id: item.id.clone(),
            task,
        }
    }
}

impl Brief {
    /// Returns the briefs of items.
    #[must_use]
    pub fn of(items: &[Item]) -> Vec<Self> {
        items.iter().map(Self::from).collect()
    }

    /// Returns the family.
    #[must_use]
    pub const fn family(&self) -> Family {
        match self.task {
            BriefTask::Generation { .. } => Family::Generation,
            BriefTask::Edit { .. } => Family::Edit,
            BriefTask::Contrast { .. } => Family::Contrast,
        }
    }

    /// Returns what decides in which rates the item counts.
    #[must_use]
    pub fn counted(&self) -> Counted {
        match &self.task {
            BriefTask::Generation { difficulty, .. } => Counted::Generation {
                difficulty: *difficulty,
            },
            BriefTask::Edit { .. } => Counted::Edit,
            BriefTask::Contrast { key, .. } => Counted::Contrast { key: key.clone() },
        }
    }

    /// Returns an answer that passes: LaTeX, or for a contrast the key as JSON.
    #[must_use]
    pub fn reference_answer(&self) -> String {
        match &self.task {
            BriefTask::Generation { reference, .. } | BriefTask::Edit { reference, .. } => reference.clone(),
            BriefTask::Contrast { key, .. } => serde_json::to_string(key).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items;

    #[test]
    fn a_brief_agrees_with_its_item() {
        for item in items(1) {
            let brief = Brief::from(&item);
            assert_eq!(brief.family(), item.family());
            assert_eq!(brief.counted(), Counted::of(&item));
            assert_eq!(brief.reference_answer(), item.reference_answer());
        }
    }
}
