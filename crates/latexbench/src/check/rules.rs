//! The rules that hold for every answer, whatever was asked: the paper's hard rules (section 3.1), and references that
//! have labels.

use std::collections::BTreeSet;
use std::ops::Range;

use texlens_latex::Label;

use crate::finding::{ErrorType, Findings, Flaw};
use crate::grid::Grid;
use crate::view::View;

/// Checks all rules.
pub(crate) fn check(view: &View<'_>, findings: &mut Findings<'_>) {
    label_order(view, findings);
    complete_booktabs(view, findings);
    references(view, findings);
}

/// Each label of a float stands immediately after the caption (hard rule i). A float without a caption has no rule.
fn label_order(view: &View<'_>, findings: &mut Findings<'_>) {
    let captions = view.outline.captions();
    let following: BTreeSet<usize> = captions
        .iter()
        .filter_map(|caption| Some(view.label_at(caption.range.end)?.range.start))
        .collect();
    let is_inside = |label: &Label| {
        let before = captions.partition_point(|caption| caption.range.start <= label.range.start);
        let last = before.checked_sub(1).and_then(|last| captions.get(last));
        last.is_some_and(|caption| label.range.end <= caption.range.end)
    };
    let tables = view.outline.tables().iter().map(|table| &table.range);
    let figures = view.outline.figures().iter().map(|figure| &figure.range);
    for float in tables.chain(figures) {
        if view.outline.captions_in(float).is_empty() {
            continue;
        }
        for label in view.outline.labels_in(float) {
            let follows = following.contains(&label.range.start) || is_inside(label);
            if !follows && view.formula_around(label.range.start).is_none() {
                findings.add(
                    ErrorType::Formatting,
                    label.range.clone(),
                    format!(
                        "The label {} does not stand immediately after a caption",
                        view.text(&label.key)
                    ),
                    "Move the label directly after the caption, since it takes the number that the caption sets",
                );
            }
        }
    }
}

/// A tabular with one rule of booktabs has all three, in order, and no `\hline` (hard rule ii).
fn complete_booktabs(view: &View<'_>, findings: &mut Findings<'_>) {
    for tabular in view.outline.tables().iter().flat_map(|table| &table.tabulars) {
        let grid = Grid::of(view, &tabular.body);
        if let Some(flaw) = booktabs_flaw(&grid, &tabular.range) {
            findings.add(ErrorType::Formatting, flaw.range, flaw.message, flaw.advice);
        }
    }
}

/// Returns the first flaw of a table that has at least one rule of booktabs.
pub(crate) fn booktabs_flaw(grid: &Grid, tabular: &Range<usize>) -> Option<Flaw> {
    const THREE: [&str; 3] = ["\\toprule", "\\midrule", "\\bottomrule"];
    if !THREE.iter().any(|name| grid.rule(name).is_some()) {
        return None;
    }
    let flaw = |range: &Range<usize>, message: String, advice: &str| {
        Some(Flaw {
            range: range.clone(),
            message,
            advice: advice.to_owned(),
        })
    };
    if let Some(line) = grid.rule("\\hline") {
        let message = "The table mixes \\hline with the rules of booktabs".to_owned();
        return flaw(&line.range, message, "Use \\toprule, \\midrule and \\bottomrule alone");
    }
    let missing = THREE.iter().find(|name| grid.rule(name).is_none());
    if let Some(missing) = missing {
        return flaw(
            tabular,
            format!("The table has no {missing}"),
            "Use \\toprule above the header, \\midrule below it and \\bottomrule at the end",
        );
    }
    let places = THREE.map(|name| grid.rule(name).map_or(0, |rule| rule.above));
    let rows = grid.rows.len();
    let wrong = match places {
        [top, _, _] if top != 0 => Some("\\toprule"),
        [_, middle, _] if middle == 0 || (middle >= rows && rows > 1) => Some("\\midrule"),
        [_, _, bottom] if bottom != rows => Some("\\bottomrule"),
        _ => None,
    }?;
    let range = grid.rule(wrong).map_or(tabular, |rule| &rule.range);
    flaw(
        range,
        format!("{wrong} stands between the wrong rows"),
        "Put \\toprule above the header, \\midrule below it and \\bottomrule after the last row",
    )
}

/// Each reference has a label, and no label is set twice.
fn references(view: &View<'_>, findings: &mut Findings<'_>) {
    let labels = view.labels();
    for reference in view.outline.references() {
        for key in &reference.keys {
            let key = view.text(key);
            if !labels.contains_key(key) {
                findings.add(
                    ErrorType::Logical,
                    reference.range.clone(),
                    format!("There is no label {key} for this reference"),
                    "Make the keys of reference and label equal",
                );
            }
        }
    }
    for (key, places) in &labels {
        if let Some(second) = places.get(1) {
            findings.add(
                ErrorType::Logical,
                second.range.clone(),
                format!("The label {key} is set twice"),
                "Give each label a key of its own",
            );
        }
    }
}
