//! The formulas to try.

use std::error::Error;
use std::io::Read;
use std::path::Path;

pub(crate) struct Formula {
    is_display: bool,
    pub(crate) latex: String,
}

impl Formula {
    /// Returns the formula inside a paragraph of text.
    pub(crate) fn paragraph(&self) -> String {
        let latex = &self.latex;
        let (before, after) = (super::sheet::BEFORE, super::sheet::AFTER);
        let own = ["align", "eqnarray", "multline", "gather", "flalign", "equation"];
        let is_environment = own.iter().any(|name| latex.starts_with(&format!("\\begin{{{name}")));
        match (self.is_display, is_environment) {
            (false, _) => format!("{before} ${latex}$ {after}"),
            (true, false) => format!("{before}\n\\[\n{latex}\n\\]\n{after}"),
            (true, true) => format!("{before}\n{latex}\n{after}"),
        }
    }
}

/// Takes `count` formulas at even distances from the file, half of them displayed if there are enough.
pub(crate) fn take(path: &Path, count: usize) -> Result<Vec<Formula>, Box<dyn Error>> {
    let file = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut text = String::new();
    if path.extension().is_some_and(|ending| ending == "gz") {
        flate2::read::GzDecoder::new(file.as_slice()).read_to_string(&mut text)?;
    } else {
        text = String::from_utf8(file)?;
    }
    let (displays, inline): (Vec<_>, Vec<_>) = text.lines().filter_map(formula).partition(|f| f.is_display);
    let half = (count / 2).min(displays.len());
    let mut taken = evenly(displays, half);
    taken.extend(evenly(inline, count - half));
    Ok(taken)
}

fn formula(line: &str) -> Option<Formula> {
    let (kind, latex) = line.split_once('\t')?;
    Some(Formula {
        is_display: kind == "display",
        latex: latex.trim().to_owned(),
    })
}

fn evenly<T>(items: Vec<T>, count: usize) -> Vec<T> {
    let total = items.len();
    let step = |i: usize| (i * count).checked_div(total).unwrap_or(0);
    let chosen = items.into_iter().enumerate().filter(|(i, _)| step(i + 1) > step(*i));
    chosen.map(|(_, item)| item).collect()
}
