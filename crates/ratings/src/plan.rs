//! A study as a person wants it.

use serde::{Deserialize, Serialize};

use crate::design::Design;
use crate::error::DesignError;
use crate::predictions::{Exclusion, Predictions};
use crate::scale::Scale;
use crate::sheet::Sheet;
use crate::source::gather;
use crate::study::Study;

/// The choices of the person who runs a study. [`Default`] has the numbers of "Benchmarking Document Parsers".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudyPlan {
    /// The scale.
    pub scale: Scale,
    /// Names of the systems whose predictions are rated; empty for all.
    pub systems: Vec<String>,
    /// Predictions that are not rated.
    pub exclusion: Option<Exclusion>,
    /// Number of pairs to draw; `None` for all.
    pub pairs: Option<usize>,
    /// Number of raters.
    pub raters: usize,
    /// Number of raters of each pair, in each group.
    pub each: usize,
    /// Number of groups of the same size. Each group rates all pairs.
    pub groups: usize,
    /// Number of attention checks in each sheet.
    pub checks: usize,
    /// The title that raters see; `None` for ours.
    pub title: Option<String>,
    /// The text that raters read first; `None` for that of the scale.
    pub instructions: Option<String>,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for StudyPlan {
    fn default() -> Self {
        let design = Design::new(Scale::Ten, 1);
        Self {
            scale: design.scale,
            systems: Vec::new(),
            exclusion: None,
            pairs: None,
            raters: design.raters,
            each: design.each,
            groups: design.groups,
            checks: design.checks_each,
            title: None,
            instructions: None,
            seed: design.seed,
        }
    }
}

/// A study, and the predictions that are not part of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// The study.
    pub study: Study,
    /// What was left out.
    pub left_out: LeftOut,
}

/// Numbers of predictions that are not rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LeftOut {
    /// Excluded ones.
    pub excluded: usize,
    /// Formulas without a prediction.
    pub empty: usize,
    /// Choices between versions that are the same.
    pub same: usize,
    /// Pairs that were not drawn.
    pub not_drawn: usize,
}

impl StudyPlan {
    /// Makes the study of these predictions. The same predictions and plan give the same study.
    ///
    /// # Errors
    /// If a system is unknown, or as for [`gather`] and [`Design::study`].
    pub fn study(&self, predictions: Predictions) -> Result<Planned, DesignError> {
        let known = predictions.systems();
        if let Some(unknown) = self.systems.iter().find(|system| !known.contains(&system.as_str())) {
            let known: Vec<String> = known.iter().map(|system| format!("{system:?}")).collect();
            return Err(DesignError::NoSystem(unknown.clone(), known.join(", ")));
        }
        let Predictions { mut list, excluded } = predictions;
        if !self.systems.is_empty() {
            list.retain(|one| self.systems.contains(&one.system));
        }
        let gathered = gather(&list, self.scale, self.pairs, self.seed)?;
        let left_out = LeftOut {
            excluded,
            empty: gathered.empty,
            same: gathered.same,
            not_drawn: gathered.not_drawn,
        };
        let study = self.design().study(gathered.pairs)?;
        Ok(Planned { study, left_out })
    }

    fn design(&self) -> Design {
        let ours = Design::new(self.scale, self.seed);
        Design {
            title: self.title.clone().unwrap_or(ours.title),
            instructions: self.instructions.clone().unwrap_or(ours.instructions),
            raters: self.raters,
            each: self.each,
            groups: self.groups,
            checks_each: self.checks,
            ..ours
        }
    }
}

/// Returns the files of a study, each with its name: the study itself, which names the systems, and a sheet for each
/// rater.
pub fn files(study: &Study) -> impl Iterator<Item = (String, String)> + '_ {
    let (hash, raters) = (study.hash(), study.raters());
    let sheets = (1..=raters).filter_map(move |rater| {
        let sheet = Sheet::of(study, &hash, rater)?;
        Some((Sheet::file_name(rater, raters), sheet.to_json()))
    });
    std::iter::once((Study::FILE.to_owned(), study.to_json())).chain(sheets)
}
