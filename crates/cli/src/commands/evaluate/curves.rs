//! The folder of curves.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use texlens_evaluate::{Board, Bootstrap, Breakdown, Comparison, Curve, MAX_TAG_VALUES, Measure, Scorer, noun};
use texlens_report::curves_to_csv;
use texlens_report::plot::{Ink, curves};

use super::files;
use crate::failure::Failure;
use crate::terminal::say;

/// Width of a plot in pixels.
const WIDTH: f64 = 900.0;

/// The curves of a level.
pub(super) struct Curves {
    curves: Vec<Curve>,
    /// The measures that are drawn.
    measures: Vec<Measure>,
}

impl Curves {
    /// Computes the curves of tags that samples have. The comparison has their breakdowns.
    pub(super) fn of(
        tags: &[String],
        scorer: &Scorer<'_>,
        board: &Board,
        comparison: &Comparison,
        bootstrap: &Bootstrap,
        threads: NonZeroUsize,
    ) -> Self {
        let curve = |breakdown: &Breakdown| board.curve(scorer, breakdown, tags, bootstrap, threads);
        Self {
            curves: comparison.breakdowns.iter().map(curve).collect(),
            measures: comparison.main_measures(),
        }
    }
}

/// Writes a plot for each level and tag with two values or more, and the numbers of all. Other files stay.
pub(super) fn write(folder: &Path, levels: &[Curves]) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| files::unwritten(folder, error))?;
    let mut taken = BTreeSet::new();
    for level in levels {
        for curve in &level.curves {
            tell(curve);
            if curve.values.len() < 2 {
                continue;
            }
            let plot = curves("curves", curve, &level.measures, WIDTH);
            let stem = format!("{}-{}", noun(curve.level, 1), curve.factor);
            let path = folder.join(files::name(&stem, "svg", &mut taken));
            files::write(&path, plot.svg(Ink::File).as_bytes())?;
        }
    }
    let all: Vec<Curve> = levels.iter().flat_map(|level| level.curves.clone()).collect();
    files::write(&folder.join("curves.csv"), curves_to_csv(&all)?.as_bytes())
}

/// Says what is missing from a curve.
fn tell(curve: &Curve) {
    let factor = &curve.factor;
    if let [only] = curve.values.as_slice() {
        say(format_args!(
            "texlens: --curves: all samples with the tag {factor:?} have the value {:?}; a curve needs two values",
            only.value
        ));
    }
    if curve.more_values > 0 {
        say(format_args!(
            "texlens: --curves: {factor:?} has more than {MAX_TAG_VALUES} values; the {} with the fewest samples are on no curve",
            curve.more_values
        ));
    }
    if curve.without > 0 {
        say(format_args!(
            "texlens: --curves: {} samples without the tag {factor:?} are on no curve of it",
            curve.without
        ));
    }
}
