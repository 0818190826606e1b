//! The file with people's ratings, and the choice of items for correlations.

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use texlens_dataset::{Limits, RatingError, RatingProblem, RatingRecord, read_ratings};
use texlens_evaluate::{Confidence, CorrelatedItems, Rating, ValueTable};

use super::error::CorrelateError;
use crate::failure::Failure;
use crate::input::read_text;

/// The input of correlations.
#[derive(Debug, Args)]
pub(in crate::commands) struct RatingArguments {
    /// People's ratings: JSONL, JSON, CSV or TSV with id (of the formula or table, as in the report), rating (a number,
    /// more is better), and, if there are several, system and rater; several ratings of an item are averaged
    #[arg(long, value_name = "FILE")]
    ratings: Option<PathBuf>,

    /// Items to exclude from correlations; without this option, all items with both values count, and an item that a
    /// judge's protocol decides by rule has the rule's score
    #[arg(long, value_enum, value_name = "WHICH")]
    exclude: Option<Exclusion>,
}

/// Items that do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::commands) enum Exclusion {
    /// Items with perfect scores by both CDM (1) and judge (10), as in the human study of the document-parser paper
    /// (section 4.1)
    Perfect,
    /// Items that a judge's protocol decides by rule
    ByRule,
}

impl Exclusion {
    /// Returns the items that count.
    pub(in crate::commands) fn items(self) -> CorrelatedItems {
        match self {
            Self::ByRule => CorrelatedItems::Asked,
            Self::Perfect => CorrelatedItems::Imperfect,
        }
    }
}

/// The records of a file of ratings.
pub(in crate::commands) struct RatingFile(Vec<RatingRecord>);

impl RatingArguments {
    pub(in crate::commands) fn is_given(&self) -> bool {
        self.ratings.is_some()
    }

    pub(in crate::commands) fn items(&self) -> CorrelatedItems {
        self.exclude.map_or(CorrelatedItems::All, Exclusion::items)
    }

    /// Reads the file, if one is given, for a report with these systems.
    pub(in crate::commands) fn read(&self, systems: &[&str]) -> Result<Option<RatingFile>, Failure> {
        let Some(path) = &self.ratings else {
            return Ok(None);
        };
        let limits = Limits::default();
        let name = path.display().to_string();
        let limit = limits.table_bytes;
        if let Some(bytes) = fs::metadata(path)
            .ok()
            .map(|file| file.len())
            .filter(|bytes| *bytes > limit)
        {
            let error = RatingError {
                path: name,
                line: None,
                problem: RatingProblem::TooLarge { bytes, limit },
            };
            return Err(CorrelateError::Ratings(error).into());
        }
        let ratings =
            read_ratings(&name, read_text(path, limit)?, systems, &limits).map_err(CorrelateError::Ratings)?;
        Ok(Some(RatingFile(ratings)))
    }
}

impl RatingFile {
    /// Adds the ratings to a table that already has the values with which they are correlated.
    pub(in crate::commands) fn add_to(&self, table: &mut ValueTable) {
        let ratings: Vec<Rating<'_>> = self
            .0
            .iter()
            .map(|record| Rating {
                id: &record.id,
                system: &record.system,
                rater: &record.rater,
                rating: record.rating,
            })
            .collect();
        table.add_ratings(&ratings, Confidence::default());
    }
}
