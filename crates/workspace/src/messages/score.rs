//! Messages between the main thread and a worker that scores.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_evaluate::{Detail, Kind, Scored};
use texlens_latex::{Diagnostic, check};
use texlens_metrics::Appearance;
use texlens_report::diff::{Segment, SegmentKind, diff};
use texlens_report::tables::TableRow;
use texlens_tex::Compilation;

use super::frame::Job;

/// A reference and a prediction to score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The kind of the sample.
    pub kind: Kind,
    /// Reference LaTeX.
    pub reference: String,
    /// Byte ranges of the reference's pages.
    pub reference_pages: Vec<Range<usize>>,
    /// Prediction LaTeX.
    pub prediction: String,
    /// Byte ranges of the prediction's pages.
    pub prediction_pages: Vec<Range<usize>>,
    /// The TeX engine's verdict on the prediction, if there is one.
    pub compilation: Option<Compilation>,
    /// The TeX engine's verdict on the reference, if there is one.
    pub reference_compilation: Option<Compilation>,
    /// The appearances of reference and prediction, if the sample is a formula that the TeX engine has set.
    pub appearances: Option<[Appearance; 2]>,
    /// Whether to return the spans behind the scores and the formulas.
    pub detail: Detail,
}

/// The segments of a text diff, which cover both texts. Each has a kind, its end in the reference, its end in the
/// prediction, and the number of its move.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Segments(Vec<(SegmentKind, usize, usize, Option<usize>)>);

impl Segments {
    /// Packs segments.
    #[must_use]
    pub fn of(segments: &[Segment]) -> Self {
        let pack = |segment: &Segment| {
            let ends = (segment.reference.end, segment.prediction.end);
            (segment.kind, ends.0, ends.1, segment.moved)
        };
        Self(segments.iter().map(pack).collect())
    }

    /// Returns the segments as they were before packing.
    pub fn iter(&self) -> impl Iterator<Item = Segment> {
        let mut from = (0, 0);
        self.0.iter().map(move |&(kind, reference, prediction, moved)| {
            let (start, start_of_prediction) = std::mem::replace(&mut from, (reference, prediction));
            Segment {
                kind,
                reference: start..reference,
                prediction: start_of_prediction..prediction,
                moved,
            }
        })
    }
}

/// Largest total size of two texts, in bytes, that are compared and checked in less time than a person notices.
pub const SHORT_TEXTS: usize = 1 << 15;

/// The texts of a shown sample or of a pair of formulas.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Texts {
    /// Reference LaTeX.
    pub reference: Option<String>,
    /// Prediction LaTeX.
    pub prediction: Option<String>,
}

/// Results from the texts of a shown sample.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Looked {
    /// The text diff, if there are two texts.
    pub segments: Option<Segments>,
    /// The errors that the instant check predicts, if there is a prediction.
    pub expected: Option<Vec<Diagnostic>>,
}

impl Looked {
    /// Compares and checks the texts. Takes time linear in their length.
    #[must_use]
    pub fn at(texts: &Texts) -> Self {
        let Texts { reference, prediction } = texts;
        let pair = reference.as_ref().zip(prediction.as_ref());
        Self {
            segments: pair.map(|(reference, prediction)| Segments::of(&diff(reference, prediction))),
            expected: prediction.as_deref().map(check),
        }
    }
}

/// A message to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Scores pairs of texts.
    Score {
        /// The id of the job.
        job: Job,
        /// Settings that differ from the defaults, by name.
        settings: BTreeMap<String, String>,
        /// One or more pairs.
        pairs: Vec<Pair>,
    },
    /// Compares and checks the texts of a shown sample.
    Look {
        /// The id of the job.
        job: Job,
        /// The texts.
        texts: Texts,
    },
    /// Compares the tables of a shown sample.
    Tables {
        /// The id of the job.
        job: Job,
        /// Settings that differ from the defaults, by name.
        settings: BTreeMap<String, String>,
        /// The texts.
        texts: Texts,
    },
    /// Examines a file that may be a tokeniser for TeXBLEU.
    Tokeniser {
        /// The id of the job.
        job: Job,
        /// The file.
        file: Blob,
    },
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Pairs were scored.
    Scored {
        /// The id of the job.
        job: Job,
        /// The results in the order of the pairs: scores, or what is wrong with the pair.
        results: Vec<Result<Scored, String>>,
    },
    /// The texts of a shown sample were compared and checked.
    Looked {
        /// The id of the job.
        job: Job,
        /// The results.
        looked: Looked,
    },
    /// The tables of a shown sample were compared.
    Tables {
        /// The id of the job.
        job: Job,
        /// The tables of both sides.
        tables: Vec<TableRow>,
    },
    /// A file was examined.
    Tokeniser {
        /// The id of the job.
        job: Job,
        /// The SHA-256 of the tokeniser, or the reason why it cannot be used.
        sum: Result<String, String>,
    },
}
