//! The losses of a column, counted by formulas.

use std::collections::{BTreeMap, BTreeSet};

use comfy_table::{Table, presets};

use super::mend::Kind;
use super::structure::Structure;

/// Most rows of single confusions.
const ROWS: usize = 30;

/// Counts over the formulas that are wrong.
pub(super) struct Losses {
    formulas: usize,
    pub(super) wrong: usize,
    /// How many of them are wrong from true glyphs too.
    pub(super) of_rules: usize,
    glyphs: BTreeMap<Kind, Counts>,
    structures: BTreeMap<Structure, Counts>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Counts {
    /// Wrong formulas that have it.
    with: usize,
    /// Wrong formulas that have nothing else.
    only: usize,
    /// Wrong formulas that become right without it.
    mended: usize,
}

impl Losses {
    pub(super) fn new(formulas: usize) -> Self {
        Self {
            formulas,
            wrong: 0,
            of_rules: 0,
            glyphs: BTreeMap::new(),
            structures: BTreeMap::new(),
        }
    }

    /// Adds the errors of a wrong formula's glyphs.
    pub(super) fn add_glyphs(&mut self, kinds: BTreeSet<Kind>) {
        for kind in kinds {
            self.glyphs.entry(kind).or_default().with += 1;
        }
    }

    /// Adds whether a wrong formula becomes right without the errors of a kind.
    pub(super) fn add_mended(&mut self, kind: Kind, is_right: bool) {
        self.glyphs.entry(kind).or_default().mended += usize::from(is_right);
    }

    /// Adds the structures in which a wrong formula differs from that of its true glyphs.
    pub(super) fn add_structures(&mut self, structures: BTreeSet<Structure>) {
        let is_only = structures.len() == 1;
        for structure in structures {
            let counts = self.structures.entry(structure).or_default();
            counts.with += 1;
            counts.only += usize::from(is_only);
        }
    }

    /// Returns the tables of glyphs and of structures, the costliest first.
    pub(super) fn table(&self) -> String {
        let title = format!(
            "{} of {} formulas are wrong, {} of these from true glyphs too",
            self.wrong, self.formulas, self.of_rules
        );
        let is_single = |kind: &Kind| matches!(kind, Kind::Confused(..) | Kind::Missed(_) | Kind::False(_));
        let mut glyphs: Vec<_> = self.glyphs.iter().collect();
        glyphs.sort_by_key(|(kind, counts)| {
            (
                is_single(kind),
                std::cmp::Reverse(counts.mended),
                std::cmp::Reverse(counts.with),
            )
        });
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.add_row(["glyphs", "wrong formulas with it", "right without it"]);
        let all = glyphs.iter().filter(|(kind, _)| !is_single(kind)).count();
        for (kind, counts) in glyphs.into_iter().take(all + ROWS) {
            table.add_row([kind.to_string(), counts.with.to_string(), counts.mended.to_string()]);
        }
        let mut structures: Vec<_> = self.structures.iter().collect();
        structures.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.with));
        let mut other = Table::new();
        other.load_style(presets::NOTHING);
        other.add_row(["structures", "wrong formulas with it", "with nothing else"]);
        for (structure, counts) in structures {
            other.add_row([structure.to_string(), counts.with.to_string(), counts.only.to_string()]);
        }
        format!("{title}\n{table}\n{other}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_counted_by_formulas() {
        let mut losses = Losses::new(3);
        losses.add_glyphs([Kind::AllStyles, Kind::AllMissed].into());
        losses.add_glyphs([Kind::AllStyles].into());
        losses.add_mended(Kind::AllStyles, true);
        losses.add_mended(Kind::AllStyles, false);
        losses.add_structures([Structure::Space].into());
        losses.add_structures([Structure::Space, Structure::Row].into());
        let styles = losses.glyphs[&Kind::AllStyles];
        assert_eq!((styles.with, styles.mended), (2, 1));
        let space = losses.structures[&Structure::Space];
        assert_eq!((space.with, space.only), (2, 1));
        assert_eq!(losses.structures[&Structure::Row].only, 0);
    }
}
