//! How the formulas of the output look beside those of the references, as TeX sets both.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use comfy_table::{Table, presets};
use serde::{Deserialize, Serialize};
use texlens_evaluate::{Formula, formula_pairs};

use crate::arguments::Arguments;
use crate::column::Column;
use crate::dataset::Page;
use crate::table::number;

/// The metrics of the table.
pub(crate) const METRICS: [&str; 3] = ["visual_exact", "exprate_cdm", "cdm_unimernet"];

/// A pair as a record of a list that `texlens evaluate` reads.
#[derive(Serialize)]
pub(crate) struct Pair {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) reference: String,
    pub(crate) prediction: String,
}

#[derive(Deserialize)]
struct File {
    levels: Vec<Level>,
}

#[derive(Deserialize)]
struct Level {
    scores: Vec<Scored>,
}

#[derive(Deserialize)]
pub(crate) struct Scored {
    pub(crate) id: String,
    metrics: BTreeMap<String, Value>,
}

impl Scored {
    /// The metrics of the table. An undefined value counts as 0: one of the two formulas cannot be set.
    pub(crate) fn values(&self) -> [f64; METRICS.len()] {
        METRICS.map(|name| self.metrics.get(name).and_then(|score| score.value).unwrap_or_default())
    }
}

#[derive(Deserialize)]
struct Value {
    value: Option<f64>,
}

/// The formulas of the references, displayed ones or those in text.
#[derive(Default)]
struct Counts {
    /// Number of formulas of the references.
    all: usize,
    /// Number of them with a counterpart in the output.
    matched: usize,
    /// For each metric the sum over these pairs.
    sums: [f64; METRICS.len()],
}

/// Returns a table of the columns' formulas. `folder` has a subfolder with the output of each column.
pub(crate) fn table(
    arguments: &Arguments,
    pages: &[&Page],
    columns: &[Column],
    dataset: &Path,
    folder: &Path,
) -> Result<Table> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let head = ["formulas", "", "of references", "matched"];
    table.add_row(head.into_iter().chain(METRICS).chain(["the last of matched"]));
    for column in columns {
        let name = column.name();
        let [display, inline] = counts(arguments, pages, dataset, &folder.join(name))?;
        for (kind, counts) in [("displayed", display), ("in text", inline)] {
            let share = |sum: f64| number((counts.all > 0).then(|| sum / counts.all as f64), 3);
            let of_matched = (counts.matched > 0).then(|| counts.sums[METRICS.len() - 1] / counts.matched as f64);
            let cells = [
                name.to_owned(),
                kind.to_owned(),
                counts.all.to_string(),
                counts.matched.to_string(),
            ];
            let cells = cells.into_iter().chain(counts.sums.map(share));
            table.add_row(cells.chain([number(of_matched, 3)]));
        }
    }
    Ok(table)
}

/// Returns the counts of displayed formulas and of those in text. A formula without a counterpart counts as 0.
fn counts(arguments: &Arguments, pages: &[&Page], dataset: &Path, output: &Path) -> Result<[Counts; 2]> {
    let mut counts = <[Counts; 2]>::default();
    let mut pairs = Vec::new();
    for page in pages {
        let reference = read(&dataset.join(&page.reference))?;
        let prediction = read(&output.join(format!("{}.tex", page.id)))?;
        for pair in formula_pairs(reference.as_str(), prediction.as_str())? {
            let Some(reference) = pair.reference else { continue };
            let kind = usize::from(!reference.display);
            counts[kind].all += 1;
            if let Some(prediction) = pair.prediction {
                counts[kind].matched += 1;
                pairs.push(Pair {
                    id: format!("{kind} {}", pairs.len()),
                    kind: "formula",
                    reference: styled(&reference, &reference),
                    prediction: styled(&prediction, &reference),
                });
            }
        }
    }
    for scored in score(arguments, &pairs, &output.with_extension("formulas.jsonl"))? {
        let counts = &mut counts[usize::from(scored.id.starts_with('1'))];
        for (sum, value) in counts.sums.iter_mut().zip(scored.values()) {
            *sum += value;
        }
    }
    Ok(counts)
}

/// Returns a formula in the style of the reference: whether a formula is displayed is another question. Its label is not
/// seen, and rows are set as those of a display.
pub(crate) fn styled(formula: &Formula, reference: &Formula) -> String {
    let latex = without_labels(&formula.latex);
    let latex = if latex.contains('&') || latex.contains("\\\\") {
        format!("\\begin{{aligned}}{latex}\\end{{aligned}}")
    } else {
        latex
    };
    let style = if reference.display { "\\displaystyle " } else { "" };
    format!("{style}{}", latex.trim())
}

fn without_labels(latex: &str) -> String {
    let mut parts = latex.split("\\label{");
    let first = parts.next().unwrap_or_default().to_owned();
    let behind = |part: &str| {
        part.split_once('}')
            .map(|(_, rest)| rest.to_owned())
            .unwrap_or_default()
    };
    parts.fold(first, |latex, part| latex + &behind(part))
}

pub(crate) fn score(arguments: &Arguments, pairs: &[Pair], path: &Path) -> Result<Vec<Scored>> {
    if pairs.is_empty() {
        return Ok(Vec::new());
    }
    let lines: Vec<String> = pairs.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    fs::write(path, lines.join("\n")).with_context(|| path.display().to_string())?;
    let json = path.with_extension("json");
    let mut command = Command::new(&arguments.texlens);
    command
        .arg("evaluate")
        .arg(path)
        .args(["--level", "formula", "--metrics"]);
    command.arg(METRICS.join(",")).arg("--json").arg(&json);
    let output = command
        .output()
        .with_context(|| arguments.texlens.display().to_string())?;
    if !output.status.success() {
        bail!("texlens evaluate: {}", String::from_utf8_lossy(&output.stderr));
    }
    let file: File = serde_json::from_slice(&fs::read(&json)?).with_context(|| json.display().to_string())?;
    Ok(file.levels.into_iter().flat_map(|level| level.scores).collect())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_go_and_rows_are_aligned() {
        let formula = |latex: &str| Formula {
            latex: latex.to_owned(),
            display: true,
            range: 0..0,
        };
        let set = |latex: &str| styled(&formula(latex), &formula("x"));
        assert_eq!(set("\\label{eq:a}\nx=y"), "\\displaystyle x=y");
        assert_eq!(set("x\\label{eq:a}"), "\\displaystyle x");
        let rows = "a &= b \\\\ c &= d";
        assert_eq!(
            set(rows),
            format!("\\displaystyle \\begin{{aligned}}{rows}\\end{{aligned}}")
        );
    }
}
