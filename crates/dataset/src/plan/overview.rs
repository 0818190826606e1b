//! A plan in numbers.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use texlens_vocabulary::Kind;

use super::Plan;

/// How much of what is in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Overview {
    /// Files, those in archives included.
    pub files: usize,
    /// Samples of all kinds.
    pub samples: usize,
    /// Those that are formulas.
    pub formulas: usize,
    /// Documents that have pages among the samples.
    pub documents: usize,
    /// Samples with a picture.
    pub images: usize,
    /// Samples with a reference.
    pub references: usize,
    /// Samples that are judged by unit tests.
    pub tested: usize,
    /// Predictions of samples with a reference: what can be scored.
    pub pairs: usize,
    /// In the order of [`Plan::systems`].
    pub systems: Vec<SystemCount>,
    /// Files that nothing is done with.
    pub left_over: usize,
    /// Saved evaluations.
    pub reports: usize,
    /// Files with people's ratings.
    #[serde(default)]
    pub ratings: usize,
}

/// A system and how much it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemCount {
    /// Its name.
    pub name: String,
    /// Samples that it has a prediction for.
    pub predictions: usize,
}

impl Overview {
    /// Everything that can be taken: samples, evaluations, files with ratings.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.samples + self.reports + self.ratings
    }
}

impl Plan {
    /// The plan in numbers; time is linear in the number of samples and predictions.
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
        for sample in &self.samples {
            documents.extend(sample.document.as_deref());
            overview.formulas += usize::from(sample.kind == Kind::Formula);
            overview.images += usize::from(sample.image.is_some());
            overview.tested += usize::from(!sample.tests.is_empty());
            if sample.reference.is_some() {
                overview.references += 1;
                overview.pairs += sample.predictions.len();
            }
            for prediction in &sample.predictions {
                if let Some(count) = predictions.get_mut(prediction.system) {
                    *count += 1;
                }
            }
        }
        overview.documents = documents.len();
        let count = |(name, predictions): (&String, usize)| SystemCount {
            name: name.clone(),
            predictions,
        };
        overview.systems = self.systems.iter().zip(predictions).map(count).collect();
        overview
    }
}
