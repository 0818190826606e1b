//! A study as the page holds it.

use serde::{Deserialize, Serialize};
use texlens_ratings::{LeftOut, Scale, Study};

/// A study: its file, and what the page shows of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldStudy {
    /// The study as JSON.
    pub json: String,
    /// [`Study::hash`].
    pub hash: String,
    /// The title that raters see.
    pub title: String,
    /// The scale.
    pub scale: Scale,
    /// The seed.
    pub seed: u64,
    /// Number of pairs.
    pub pairs: usize,
    /// Names of the systems.
    pub systems: Vec<String>,
    /// Number of raters.
    pub raters: u32,
    /// Number of raters of each pair, in each group.
    pub each: u32,
    /// Number of groups.
    pub groups: usize,
    /// Fewest and most questions in a sheet.
    pub questions: (usize, usize),
    /// What was left out, if the study was made here.
    pub left_out: Option<LeftOut>,
}

impl HeldStudy {
    /// Returns what the page holds of a study.
    #[must_use]
    pub fn of(study: &Study, left_out: Option<LeftOut>) -> Self {
        let sizes = || study.tasks.iter().map(Vec::len);
        Self {
            json: study.to_json(),
            hash: study.hash(),
            title: study.title.clone(),
            scale: study.scale,
            seed: study.seed,
            pairs: study.pairs.len(),
            systems: study.systems().into_iter().map(str::to_owned).collect(),
            raters: study.raters(),
            each: study.each,
            groups: study.groups.len(),
            questions: (sizes().min().unwrap_or_default(), sizes().max().unwrap_or_default()),
            left_out,
        }
    }
}

/// A sheet that came back. It may be damaged, or belong to another study: the results say so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerFile {
    /// The name of the file.
    pub name: String,
    /// Its text.
    pub json: String,
}
