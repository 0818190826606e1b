//! Commands and environments that the engine knows: those of LaTeX with the documented preamble.
//!
//! The engine itself writes `symbols.txt` (example `symbols` of `texlens-tex`); nothing in it is written by hand. Each
//! line is a property, a colon, and the names that have the property. The property of a command is its place (`any`,
//! `math`, `text`, `preamble`), with the signature of its arguments after a slash.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The places where a command is allowed.
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
    /// The signature of its arguments. `signature.rs` explains the letters.
    pub(super) signature: &'static str,
}

/// The table of commands and of properties.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    commands: HashMap<&'static str, Symbol>,
    properties: HashMap<&'static str, HashSet<&'static str>>,
}

impl Symbols {
    /// Returns the table for the documented preamble.
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

    /// Returns the command with this name, given without its backslash.
    pub(super) fn command(&self, name: &str) -> Option<Symbol> {
        self.commands.get(name).copied()
    }

    pub(super) fn is_environment(&self, name: &str) -> bool {
        self.has("environment", name)
    }

    /// Reports whether a command has a property.
    pub(super) fn has(&self, property: &str, name: &str) -> bool {
        self.properties.get(property).is_some_and(|names| names.contains(name))
    }
}
