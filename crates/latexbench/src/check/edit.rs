//! Edits: everything outside the changes is the same, byte for byte, and each change is as asked.

use std::ops::Range;

use texlens_latex::{normalise_formula, replaced};

use super::{packages, rules};
use crate::edit::{Change, Edit, Expect};
use crate::finding::{ErrorType, Findings};
use crate::grid::Grid;
use crate::requirement::{Equation, LabelAsk, Place};
use crate::view::{View, plain, squeezed};

pub(super) fn check(edit: &Edit, latex: &str, findings: &mut Findings<'_>) {
    let view = View::of(latex);
    let removed = match &edit.adds_package {
        Some(package) => match added_package(&view, package) {
            Some(removed) => removed,
            None => {
                findings.add(
                    ErrorType::Package,
                    view.preamble(),
                    format!("The package {package} is not loaded"),
                    format!("Add \\usepackage{{{package}}} to the preamble"),
                );
                0..0
            }
        },
        None => 0..0,
    };
    let answer = Answer {
        text: replaced(latex, [(removed.clone(), String::new())]),
        removed,
    };
    if let Some(places) = places(edit, &answer, findings) {
        for (change, place) in edit.changes.iter().zip(places) {
            check_change(change, &answer, place, findings);
        }
    }
    rules::check(&view, findings);
    packages::check(&view, findings);
}

/// An answer without the package that was added.
struct Answer {
    text: String,
    /// Where the package stood in the answer.
    removed: Range<usize>,
}

impl Answer {
    /// Returns the bytes of the answer as it was given.
    fn given(&self, range: Range<usize>) -> Range<usize> {
        let shifted = |at: usize| {
            if at < self.removed.start {
                at
            } else {
                at + self.removed.len()
            }
        };
        shifted(range.start)..shifted(range.end)
    }
}

/// Returns the bytes that load a package: the command with its line break, or a name with its comma.
fn added_package(view: &View<'_>, name: &str) -> Option<Range<usize>> {
    let package = view.packages.iter().find(|package| package.name == name)?;
    let before = view
        .commands
        .partition_point(|command| command.range.start < package.range.start);
    let commands = view.commands.get(..before)?;
    let command = commands.iter().rfind(|command| command.name == "\\usepackage")?;
    let names = view.argument(command)?;
    let text = view.text(&names);
    if text.trim() == name {
        let after = view.source.get(names.end + 1..)?;
        let spaces = after.len() - after.trim_start_matches([' ', '\t']).len();
        let line = usize::from(after.get(spaces..)?.starts_with('\n'));
        return Some(command.range.start..names.end + 1 + spaces + line);
    }
    let before = view.source.get(names.start..package.range.start)?.trim_end();
    if before.ends_with(',') {
        return Some(names.start + before.len() - 1..package.range.end);
    }
    let after = view.source.get(package.range.end..names.end)?;
    let gap = after.len() - after.trim_start().trim_start_matches(',').trim_start().len();
    Some(package.range.start..package.range.end + gap)
}

/// Finds the place of each change in the answer, or reports the first difference outside the changes. A line break at
/// the end of the document does not count, since fences add or lose it.
fn places(edit: &Edit, answer: &Answer, findings: &mut Findings<'_>) -> Option<Vec<Range<usize>>> {
    let base = edit.base.trim_end_matches('\n');
    let text = answer.text.trim_end_matches('\n');
    let starts = std::iter::once(0).chain(edit.changes.iter().map(|change| change.range.end));
    let ends = edit.changes.iter().map(|change| change.range.start).chain([base.len()]);
    let kept: Vec<&str> = starts
        .zip(ends)
        .map(|(start, end)| base.get(start..end).unwrap_or_default())
        .collect();
    let places = gaps(text, &kept);
    if places.is_some() {
        return places;
    }
    // The reference has the same unchanged parts, so that the first difference from it is close to the cause.
    let package = Edit {
        adds_package: None,
        ..edit.clone()
    };
    let reference = package.reference();
    let same = text
        .bytes()
        .zip(reference.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    let at = (0..=same.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or_default();
    findings.add(
        ErrorType::Constraint,
        answer.given(at..at),
        "The document differs from the base outside the requested edit, or the edit is not at its place",
        "Copy the base byte for byte, and change only what was asked for",
    );
    None
}

/// Returns what stands between parts that follow each other in a text, the first at its start and the last at its end.
/// A part in between is taken where it occurs first.
fn gaps(text: &str, parts: &[&str]) -> Option<Vec<Range<usize>>> {
    let (first, rest) = parts.split_first()?;
    let mut at = text.starts_with(first).then_some(first.len())?;
    let Some((last, between)) = rest.split_last() else {
        return (text.len() == at).then(Vec::new);
    };
    let mut gaps = Vec::with_capacity(rest.len());
    for part in between {
        let next = at + text.get(at..)?.find(part)?;
        gaps.push(at..next);
        at = next + part.len();
    }
    let end = text.len().checked_sub(last.len()).filter(|end| *end >= at)?;
    gaps.push(at..end);
    text.ends_with(last).then_some(gaps)
}

fn check_change(change: &Change, answer: &Answer, place: Range<usize>, findings: &mut Findings<'_>) {
    let text = answer.text.get(place.clone()).unwrap_or_default();
    let problem = match &change.expect {
        Expect::Text => (squeezed(text) != squeezed(&change.text)).then(|| {
            let asked = squeezed(&change.text);
            (
                ErrorType::Logical,
                format!("The edit was not made: here must stand {asked}"),
            )
        }),
        Expect::Booktabs { columns, cells } => booktabs(text, columns, cells),
        Expect::Row { cells } => row(text, cells),
        Expect::Caption { text: caption, label } => self::caption(text, caption, label),
        Expect::Equation { tex, label } => equation(text, tex, label),
    };
    if let Some((error_type, message)) = problem {
        let advice = format!("For example: {}", squeezed(&change.text));
        findings.add(error_type, answer.given(place), message, advice);
    }
}

type Problem = Option<(ErrorType, String)>;

fn booktabs(text: &str, columns: &str, cells: &[Vec<String>]) -> Problem {
    let view = View::of(text);
    let formatting = |message: &str| Some((ErrorType::Formatting, message.to_owned()));
    let [table] = view.outline.tables() else {
        return Some((
            ErrorType::Capability,
            "The table is not one tabular any more".to_owned(),
        ));
    };
    if view.text(&table.range) != text.trim() {
        return Some((
            ErrorType::Constraint,
            "Something stands beside the tabular that was not there".to_owned(),
        ));
    }
    let tabular = table.tabulars.first()?;
    let grid = Grid::of(&view, &tabular.body);
    let found: Vec<&Vec<String>> = grid.rows.iter().map(|row| &row.cells).collect();
    if !found.iter().copied().eq(cells) {
        return Some((ErrorType::Constraint, "The cells of the table have changed".to_owned()));
    }
    let argument = view.text(&(tabular.range.start..tabular.body.start));
    if argument.contains('|') {
        return formatting("The table still has vertical lines");
    }
    if column_letters(argument) != columns {
        return Some((
            ErrorType::Constraint,
            "The columns of the table have changed".to_owned(),
        ));
    }
    if let Some(flaw) = rules::booktabs_flaw(&grid, &tabular.range) {
        return Some((ErrorType::Formatting, flaw.message));
    }
    if grid.rule("\\toprule").is_none() {
        return formatting("The table has no rules of booktabs");
    }
    None
}

/// Returns the letters of the columns in `\begin{tabular}[t]{@{}lr@{}}`, here `lr`.
fn column_letters(begin: &str) -> String {
    let columns = begin.split_once('}').map_or("", |(_, rest)| rest);
    let mut depth = 0_usize;
    let letter = |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => return (depth == 1 && c.is_ascii_alphabetic()).then_some(c),
        }
        None
    };
    columns.chars().filter_map(letter).collect()
}

fn row(text: &str, cells: &[String]) -> Problem {
    let view = View::of(text);
    let grid = Grid::of(&view, &(0..text.len()));
    let is_row = matches!(grid.rows.as_slice(), [row] if row.cells == *cells);
    let ends = view.commands.iter().filter(|command| command.name == "\\\\").count() == 1;
    (!is_row || !ends || !grid.rules.is_empty()).then(|| {
        let asked = cells.join(", ");
        (
            ErrorType::Logical,
            format!("Here must stand one row with the cells {asked}"),
        )
    })
}

fn caption(text: &str, asked: &str, label: &LabelAsk) -> Problem {
    let view = View::of(text);
    let [caption] = view.outline.captions() else {
        return Some((ErrorType::Capability, "Here must stand one caption".to_owned()));
    };
    if plain(&view.unlabelled(&caption.text)) != plain(asked) {
        return Some((
            ErrorType::Logical,
            "The caption is not the one that was asked for".to_owned(),
        ));
    }
    let inside = view.outline.labels_in(&caption.text).first();
    let Some(found) = inside.or_else(|| view.label_at(caption.range.end)) else {
        let message = "There is no label immediately after the caption";
        return Some((ErrorType::Formatting, message.to_owned()));
    };
    if let LabelAsk::Named(key) = label
        && view.text(&found.key) != key
    {
        return Some((ErrorType::Constraint, format!("The label must be {key}")));
    }
    let end = caption.range.end.max(found.range.end);
    let around = [0..caption.range.start, end..text.len()];
    let is_alone = around.iter().all(|range| view.text(range).trim().is_empty());
    (!is_alone).then(|| {
        let message = "Something stands beside caption and label that was not asked for";
        (ErrorType::Constraint, message.to_owned())
    })
}

fn equation(text: &str, tex: &str, label: &LabelAsk) -> Problem {
    let view = View::of(text);
    let asked = Equation {
        tex: tex.to_owned(),
        place: Place::Numbered,
        label: label.clone(),
    };
    let mut findings = Findings::on(text);
    asked.check(&view, &mut findings);
    if let Some(finding) = findings.into_list().into_iter().next() {
        return Some((finding.error_type, finding.message));
    }
    let [formula] = view.outline.formulas() else {
        return Some((ErrorType::Constraint, "Here must stand one formula".to_owned()));
    };
    // The formula itself is left as it was, and nothing stands beside it.
    let is_same = normalise_formula(&view.unlabelled(&formula.body)) == normalise_formula(tex);
    (!is_same || view.text(&formula.range) != text.trim()).then(|| {
        let message = "Something stands beside the formula that was not asked for";
        (ErrorType::Constraint, message.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_stand_between_the_parts() {
        assert_eq!(gaps("a1b22c", &["a", "b", "c"]), Some(vec![1..2, 3..5]));
        assert_eq!(gaps("abc", &["a", "b", "c"]), Some(vec![1..1, 2..2]));
        assert_eq!(gaps("ab", &["ab"]), Some(Vec::new()));
        for other in ["xa1b2c", "a1b2cx", "a1c", "ac", ""] {
            assert_eq!(gaps(other, &["a", "b", "c"]), None, "{other}");
        }
        assert_eq!(gaps("abx", &["ab"]), None);
        assert_eq!(gaps("aa", &["aa", "a"]), None, "parts do not overlap");
    }

    #[test]
    fn letters_of_columns_have_no_decoration() {
        assert_eq!(column_letters("\\begin{tabular}{lrrl}"), "lrrl");
        assert_eq!(column_letters("\\begin{tabular}[t]{@{}l r>{\\bfseries}c@{}}"), "lrc");
    }
}
