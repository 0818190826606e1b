//! The texts of items for people to read.

use crate::item::{Item, Task};

/// Returns the texts of an item for people to read, with their names.
pub(super) fn texts(item: &Item) -> Vec<(&'static str, String)> {
    match &item.task {
        Task::Generation(generation) => vec![
            ("Instruction", generation.instruction.clone()),
            ("Reference", generation.reference.clone()),
        ],
        Task::Edit(edit) => vec![
            ("Instruction", edit.instruction.clone()),
            ("Base", edit.base.clone()),
            ("Reference", edit.reference()),
        ],
        Task::Contrast(contrast) => vec![
            ("Code", contrast.code.clone()),
            ("Reference", contrast.reference.clone()),
        ],
    }
}

/// What precedes the package that an edit adds.
pub(crate) const ADDS: &str = "adds the package ";

/// Returns a short property of an item: its difficulty, the package that it adds, or its fault.
pub(super) fn property(item: &Item) -> String {
    match &item.task {
        Task::Generation(generation) => generation.difficulty.name().to_owned(),
        Task::Edit(edit) => match &edit.adds_package {
            Some(package) => format!("{ADDS}{package}"),
            None => String::new(),
        },
        Task::Contrast(contrast) if contrast.key.bug_present => contrast.key.bug_type.clone(),
        Task::Contrast(_) => "clean".to_owned(),
    }
}
