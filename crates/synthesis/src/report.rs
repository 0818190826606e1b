//! The report of a run.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use texlens_latex::Difficulty;

use crate::corpus::{Omission, Omitted};
use crate::limits::MOST_NAMED;
use crate::material::Supply;
use crate::page::MadePage;
use crate::segment::SegmentKind;
use crate::settings::Settings;

/// What a run made, and what it left out.
#[derive(Debug, Clone, Default)]
pub struct Report {
    pages: usize,
    segments: BTreeMap<SegmentKind, usize>,
    blocks: BTreeMap<&'static str, usize>,
    layouts: BTreeMap<String, usize>,
    replaced: BTreeMap<&'static str, usize>,
    difficulties: BTreeMap<Difficulty, usize>,
    used: BTreeSet<usize>,
    formulas: usize,
    trained: usize,
    tried: usize,
    runs: usize,
    failed: Vec<String>,
    omitted: BTreeMap<String, Omission>,
}

impl Report {
    /// Adds a page.
    pub fn add(&mut self, page: &MadePage, supply: &Supply<'_>) {
        self.pages += 1;
        self.runs += page.tally.runs;
        self.tried += page.tally.tried;
        for block in &page.blocks {
            *self.blocks.entry(block.kind.name()).or_default() += 1;
            for segment in block.segments() {
                *self.segments.entry(segment.kind).or_default() += 1;
            }
            for index in block.formulas() {
                let Some(formula) = supply.corpus().formulas().get(index) else {
                    continue;
                };
                self.formulas += 1;
                self.trained += usize::from(formula.trained);
                self.used.insert(index);
                *self.difficulties.entry(Difficulty::of(formula.complexity)).or_default() += 1;
            }
        }
        let layout = &page.layout;
        for key in [
            format!("language {}", layout.language.name()),
            format!("columns {}", layout.columns),
            format!("size {}", layout.size),
        ] {
            *self.layouts.entry(key).or_default() += 1;
        }
        for (flaw, count) in &page.tally.replaced {
            *self.replaced.entry(flaw.name()).or_default() += count;
        }
        for omission in &page.tally.omitted.named {
            if self.omitted.len() < MOST_NAMED {
                self.omitted
                    .entry(omission.text.clone())
                    .or_insert_with(|| omission.clone());
            }
        }
    }

    /// Adds a page that could not be made, with the reason.
    pub fn add_failure(&mut self, reason: String) {
        self.failed.push(reason);
    }

    /// Returns the number of pages; each variant of a page is one.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Reports whether a page could not be made.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        !self.failed.is_empty()
    }

    /// Returns the number of formulas of the corpus on the pages. Each line of a display of several lines is one.
    #[must_use]
    pub fn formulas(&self) -> usize {
        self.formulas
    }

    /// Returns how many of the formulas the glyph detector may have seen in training.
    #[must_use]
    pub fn trained(&self) -> usize {
        self.trained
    }

    /// Returns the number of formulas that do not compile.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted.len()
    }

    /// Returns the reasons why pages could not be made.
    #[must_use]
    pub fn failed(&self) -> &[String] {
        &self.failed
    }

    /// Returns the formulas that were left out. `reading` are those that were left out when the corpus was read.
    #[must_use]
    pub fn left_out(&self, reading: &Omitted) -> Omitted {
        let mut left_out = reading.clone();
        left_out.named.extend(self.omitted.values().cloned());
        if !self.omitted.is_empty() {
            *left_out.counts.entry("does not compile").or_default() += self.omitted.len();
        }
        left_out
    }

    /// Returns the report as JSON. `reading` is what was left out when the corpus was read.
    #[must_use]
    pub fn to_json(&self, settings: &Settings, supply: &Supply<'_>, reading: &Omitted) -> String {
        let Omitted { counts, named } = self.left_out(reading);
        let named: Vec<Value> = named
            .iter()
            .map(|omission| json!({"line": omission.line, "formula": omission.text, "reason": omission.reason.to_string()}))
            .collect();
        let share = |part: usize| {
            if self.formulas == 0 {
                0.0
            } else {
                part as f64 / self.formulas as f64
            }
        };
        let value = json!({
            "seed": settings.seed,
            "pages": self.pages,
            "failed_pages": self.failed,
            "corpus": {"formulas": supply.corpus().formulas().len()},
            "formulas": {
                "on_pages": self.formulas,
                "distinct": self.used.len(),
                "by_difficulty": self.difficulties.iter().map(|(key, count)| (key.to_string(), *count)).collect::<BTreeMap<_, _>>(),
                "tried": self.tried,
            },
            "training_overlap": {"formulas": self.trained, "share": share(self.trained)},
            "segments": self.segments.iter().map(|(kind, count)| (kind.name(), *count)).collect::<BTreeMap<_, _>>(),
            "blocks": self.blocks,
            "layouts": self.layouts,
            "replaced_blocks": self.replaced,
            "engine_runs": self.runs,
            "left_out": {"counts": counts, "named": named},
        });
        serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
    }
}
