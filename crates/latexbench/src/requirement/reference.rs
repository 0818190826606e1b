//! A reference to a part.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_latex::Level;

use super::statement::environments;
use crate::finding::{ErrorType, Findings};
use crate::view::{View, plain};

/// What a reference points to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A figure.
    Figure,
    /// A table.
    Table,
    /// A displayed formula.
    Equation,
    /// A section.
    Section,
    /// A statement with this printed name.
    Statement(String),
}

/// At least one reference (`\ref`, `\eqref`, `\cref` or similar) to a label of the given part, in the given section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// The part.
    pub target: Target,
    /// The title of the section in which the reference stands.
    pub section: String,
}

impl Reference {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let parts = self.parts(view);
        let labels = view.labels();
        let points_there = |key: &Range<usize>| {
            let places = labels.get(view.text(key)).into_iter().flatten();
            places.into_iter().any(|label| {
                let before = parts.partition_point(|part| part.start <= label.range.start);
                let part = before.checked_sub(1).and_then(|last| parts.get(last));
                part.is_some_and(|part| label.range.start < part.end)
            })
        };
        let section = self.section(view);
        let references = view.outline.references().iter();
        let mut keys = references
            .filter(|reference| section.contains(&reference.range.start))
            .flat_map(|reference| &reference.keys);
        if !keys.any(points_there) {
            let name = match &self.target {
                Target::Figure => "figure",
                Target::Table => "table",
                Target::Equation => "equation",
                Target::Section => "section",
                Target::Statement(name) => &name.to_lowercase(),
            };
            findings.add(
                ErrorType::Capability,
                view.end(),
                format!("No reference in the section \"{}\" points to the {name}", self.section),
                "Add \\ref with the key of its label to this section",
            );
        }
    }

    /// Returns the bytes of the section, up to the next one.
    fn section(&self, view: &View<'_>) -> Range<usize> {
        let headings = view.outline.headings().iter();
        let mut sections = headings.filter(|heading| heading.level == Level::Section);
        let Some(start) = sections.find(|heading| plain(view.text(&heading.title)) == self.section) else {
            return 0..0;
        };
        let next = sections.next();
        start.range.end..next.map_or(view.source.len(), |next| next.range.start)
    }

    /// Returns the byte ranges in which a label belongs to the part, in order.
    fn parts(&self, view: &View<'_>) -> Vec<Range<usize>> {
        let outline = &view.outline;
        match &self.target {
            Target::Figure => outline.figures().iter().map(|figure| figure.range.clone()).collect(),
            Target::Table => outline.tables().iter().map(|table| table.range.clone()).collect(),
            Target::Equation => {
                let displays = outline.formulas().iter().filter(|formula| formula.display);
                displays.map(|formula| formula.range.clone()).collect()
            }
            Target::Section => {
                let headings = outline
                    .headings()
                    .iter()
                    .filter(|heading| heading.level == Level::Section);
                let label = |end: usize| view.label_at(end).map_or(end, |label| label.range.end);
                headings
                    .map(|heading| heading.range.start..label(heading.range.end))
                    .collect()
            }
            Target::Statement(name) => {
                let names = environments(view, name);
                let all = view.environments.iter();
                all.filter(|environment| names.contains(environment.name))
                    .map(|environment| environment.range.clone())
                    .collect()
            }
        }
    }
}
