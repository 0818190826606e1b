//! Names that the text itself defines.

use std::collections::{HashMap, HashSet};

use crate::definition::{Definition, definitions};

/// Commands and environments that a text defines.
pub(super) struct User<'a> {
    /// Definitions by the byte offset at which they start.
    definitions: HashMap<usize, Definition>,
    /// The signature of each command defined so far, by name.
    pub(super) commands: HashMap<&'a str, String>,
    pub(super) environments: HashSet<&'a str>,
    pub(super) colours: HashSet<&'a str>,
}

impl<'a> User<'a> {
    pub(super) fn of(source: &str) -> Self {
        let by_start = |definition: Definition| (definition.range.start, definition);
        Self {
            definitions: definitions(source).into_iter().map(by_start).collect(),
            commands: HashMap::new(),
            environments: HashSet::new(),
            colours: HashSet::new(),
        }
    }

    pub(super) fn definition_at(&self, byte: usize) -> Option<Definition> {
        self.definitions.get(&byte).cloned()
    }

    /// Returns the signature of a command that the text defines, given with its backslash.
    pub(super) fn signature(&self, command: &str) -> Option<String> {
        self.commands.get(command).cloned()
    }

    pub(super) fn has_colour(&self, name: &str) -> bool {
        self.colours.contains(name)
    }

    pub(super) fn has_environment(&self, name: &str) -> bool {
        self.environments.contains(name)
    }
}
