//! Summary of a plan in numbers.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use texlens_vocabulary::Kind;

use super::Plan;

/// Counts of the contents of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Overview {
    /// Files, including files in archives.
    pub files: usize,
    /// Samples of all kinds.
    pub samples: usize,
    /// Samples that are formulas.
    pub formulas: usize,
    /// Documents to which samples belong.
    pub documents: usize,
    /// Samples with a picture.
    pub images: usize,
    /// Samples with a reference.
    pub references: usize,
    /// Samples with unit tests.
    pub tested: usize,
    /// Predictions of samples with a reference, which can be scored.
    pub pairs: usize,
    /// Samples with a reference and a prediction.
    #[serde(default)]
    pub scored: Scored,
    /// The systems, in the order of [`Plan::systems`].
    pub systems: Vec<SystemCount>,
    /// Files that are left over.
    pub left_over: usize,
    /// Saved evaluations.
    pub reports: usize,
    /// Files with people's ratings.
    #[serde(default)]
    pub ratings: usize,
}

/// The samples with a reference and a prediction, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Scored {
    /// Pages.
    pub pages: usize,
    /// Formulas.
    pub formulas: usize,
    /// Documents in one text.
    pub documents: usize,
    /// Systems with a prediction for one of these samples.
    pub systems: usize,
}

/// A system and the number of its predictions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemCount {
    /// Name of the system.
    pub name: String,
    /// Number of samples for which the system has a prediction.
    pub predictions: usize,
}

impl Overview {
    /// Returns the number of things that can be imported: samples, evaluations and files with ratings.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.samples + self.reports + self.ratings
    }
}

impl Plan {
    /// Returns the plan in numbers, in linear time in the number of samples and predictions.
    #[must_use]
    pub fn overview(&self) -> Overview {
        let mut overview = Overview {
            files: self.files.len(),
            samples: self.samples.len(),
            left_over: self.left_over.len(),
            reports: self.reports.len(),
            ratings: self.ratings.len(),
            ..Overview::default()
        };
        let mut predictions = vec![0; self.systems.len()];
        let mut documents = HashSet::new();
        let mut scored_systems = HashSet::new();
        for sample in &self.samples {
            documents.extend(sample.document.as_deref());
            overview.formulas += usize::from(sample.kind == Kind::Formula);
            overview.images += usize::from(sample.image.is_some());
            overview.tested += usize::from(sample.is_tested());
            if sample.reference.is_some() {
                overview.references += 1;
                overview.pairs += sample.predictions.len();
                scored_systems.extend(sample.predictions.iter().map(|prediction| prediction.system));
                if !sample.predictions.is_empty() {
                    match sample.kind {
                        Kind::Page => overview.scored.pages += 1,
                        Kind::Formula => overview.scored.formulas += 1,
                        Kind::Document => overview.scored.documents += 1,
                    }
                }
            }
            for prediction in &sample.predictions {
                if let Some(count) = predictions.get_mut(prediction.system) {
                    *count += 1;
                }
            }
        }
        overview.documents = documents.len();
        overview.scored.systems = scored_systems.len();
        let count = |(name, predictions): (&String, usize)| SystemCount {
            name: name.clone(),
            predictions,
        };
        overview.systems = self.systems.iter().zip(predictions).map(count).collect();
        overview
    }
}
