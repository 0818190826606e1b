//! What the engine knows: commands and environments of LaTeX with the documented preamble.
//!
//! `symbols.txt` is written by the engine itself (the example `symbols` of `texlens-tex`); nothing in it is by hand.
//! Each line is a property, a colon, and the names that have it. The property of a command is where it may stand (`any`,
//! `math`, `text`, `preamble`), with the signature of its arguments after a slash.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// Where a command may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In text and formulas.
    Any,
    /// In formulas only.
    Math,
    /// In text only.
    Text,
    /// Before the text only.
    Preamble,
}

/// A command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Symbol {
    pub(super) place: Place,
    /// Its arguments; see [`super::argument`].
    pub(super) signature: &'static str,
}

/// The table.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    commands: HashMap<&'static str, Symbol>,
    properties: HashMap<&'static str, HashSet<&'static str>>,
}

impl Symbols {
    /// The table of the documented preamble.
    pub(super) fn get() -> &'static Self {
        static SYMBOLS: OnceLock<Symbols> = OnceLock::new();
        SYMBOLS.get_or_init(|| Self::read(include_str!("symbols.txt")))
    }

    fn read(table: &'static str) -> Self {
        let mut symbols = Self::default();
        for line in table.lines() {
            let Some((property, names)) = line.split_once(": ") else {
                continue;
            };
            let (place, signature) = property.split_once('/').unwrap_or((property, ""));
            let place = match place {
                "any" => Place::Any,
                "math" => Place::Math,
                "text" => Place::Text,
                "preamble" => Place::Preamble,
                _ => {
                    symbols.properties.entry(property).or_default().extend(names.split(' '));
                    continue;
                }
            };
            let symbol = Symbol { place, signature };
            symbols.commands.extend(names.split(' ').map(|name| (name, symbol)));
        }
        symbols
    }

    /// The command of this name, given without its backslash.
    pub(super) fn command(&self, name: &str) -> Option<Symbol> {
        self.commands.get(name).copied()
    }

    pub(super) fn is_environment(&self, name: &str) -> bool {
        self.has("environment", name)
    }

    /// Whether a command has a property.
    pub(super) fn has(&self, property: &str, name: &str) -> bool {
        self.properties.get(property).is_some_and(|names| names.contains(name))
    }
}
