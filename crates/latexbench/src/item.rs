//! The items of the benchmark, as they stand in `items.jsonl`.

use serde::{Deserialize, Serialize};

use crate::edit::Edit;
use crate::fault::FaultType;
use crate::requirement::Requirement;
use crate::topics::Topic;

/// A task of one of the three families.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The id: the family, the number in it from 1, and for generation the difficulty.
    pub id: String,
    /// The task.
    #[serde(flatten)]
    pub task: Task,
    /// Where the content of the item comes from.
    pub source: Source,
}

/// Where content comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The source and its part.
    pub title: String,
    /// The licence, as an SPDX expression.
    pub licence: String,
}

impl Source {
    /// Returns the source of content from one of our topics.
    pub(crate) fn of_topic(topic: &Topic) -> Self {
        let own = format!("texlens, own text and templates, topic \"{}\"", topic.slug);
        match topic.quotes {
            Some(work) => Self {
                title: format!("{own}; the introduction quotes {work}"),
                licence: "(MIT OR Apache-2.0) AND LicenseRef-public-domain".to_owned(),
            },
            None => Self {
                title: own,
                licence: "MIT OR Apache-2.0".to_owned(),
            },
        }
    }
}

/// A task and everything that decides about an answer. The names of shared fields are those that `texlens judge
/// --latexbench` reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "family", rename_all = "snake_case")]
pub enum Task {
    /// Write LaTeX for a specification.
    Generation(Generation),
    /// Apply edits, and nothing else.
    Edit(Edit),
    /// Find the fault in a document, if it has one.
    Contrast(Contrast),
}

/// A family of tasks (section 3.1 of the paper).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// Generation (GA).
    Generation,
    /// Edit-Compliance (ECS).
    Edit,
    /// Blind Contrast (CS).
    Contrast,
}

impl Family {
    /// All families in the order of the paper.
    pub const ALL: [Self; 3] = [Self::Generation, Self::Edit, Self::Contrast];

    /// Returns the name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generation => "generation",
            Self::Edit => "edit",
            Self::Contrast => "contrast",
        }
    }
}

/// A generation task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// How much is asked for.
    pub difficulty: Difficulty,
    /// The specification.
    pub instruction: String,
    /// What an answer must fulfil.
    pub requirements: Vec<Requirement>,
    /// An answer that passes.
    pub reference: String,
}

/// The difficulty of a generation task (section 3.2 of the paper, which does not define it).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// One part, as a snippet.
    Simple,
    /// Three parts in a document, one of them referred to.
    Average,
    /// Five parts in a document, with cross-references, a title and limits on commands or packages.
    Hard,
}

impl Difficulty {
    /// Returns the name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Average => "average",
            Self::Hard => "hard",
        }
    }
}

/// A contrast task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contrast {
    /// The document.
    pub code: String,
    /// The correct answer.
    pub key: Key,
    /// The document without the fault; the same as `code` if it has none.
    pub reference: String,
}

/// The correct answer of a contrast, and the form of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// Whether there is a fault.
    pub bug_present: bool,
    /// The name of its type, or empty.
    pub bug_type: String,
}

/// What decides in which rates an item counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "family", rename_all = "snake_case")]
pub enum Counted {
    /// Generation, also by difficulty.
    Generation {
        /// The difficulty.
        difficulty: Difficulty,
    },
    /// Edits.
    Edit,
    /// Contrasts: detection and classification with a fault, specificity without.
    Contrast {
        /// The correct answer.
        key: Key,
    },
}

impl Counted {
    /// Returns what decides in which rates an item counts.
    #[must_use]
    pub fn of(item: &Item) -> Self {
        match &item.task {
            Task::Generation(generation) => Self::Generation {
                difficulty: generation.difficulty,
            },
            Task::Edit(_) => Self::Edit,
            Task::Contrast(contrast) => Self::Contrast {
                key: contrast.key.clone(),
            },
        }
    }

    /// Returns the family.
    #[must_use]
    pub const fn family(&self) -> Family {
        match self {
            Self::Generation { .. } => Family::Generation,
            Self::Edit => Family::Edit,
            Self::Contrast { .. } => Family::Contrast,
        }
    }
}

impl From<Option<FaultType>> for Key {
    fn from(fault: Option<FaultType>) -> Self {
        Self {
            bug_present: fault.is_some(),
            bug_type: fault.map_or("", FaultType::name).to_owned(),
        }
    }
}

impl Item {
    /// Returns the family.
    #[must_use]
    pub const fn family(&self) -> Family {
        match self.task {
            Task::Generation(_) => Family::Generation,
            Task::Edit(_) => Family::Edit,
            Task::Contrast(_) => Family::Contrast,
        }
    }

    /// Returns an answer that passes: LaTeX, or for a contrast the key as JSON.
    #[must_use]
    pub fn reference_answer(&self) -> String {
        match &self.task {
            Task::Generation(generation) => generation.reference.clone(),
            Task::Edit(edit) => edit.reference(),
            Task::Contrast(contrast) => serde_json::to_string(&contrast.key).unwrap_or_default(),
        }
    }
}
