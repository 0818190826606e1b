//! The file with people's ratings, and which items count.

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use texlens_dataset::{Limits, RatingError, RatingProblem, RatingRecord, read_ratings};
use texlens_evaluate::{Confidence, CorrelatedItems, Rating, ValueTable};

use super::error::CorrelateError;
use crate::failure::Failure;
use crate::input::read_text;

/// What correlations are made of.
#[derive(Debug, Args)]
pub(in crate::commands) struct RatingArguments {
    /// People's ratings: JSONL, JSON, CSV or TSV with id (of the formula or table, as the report has it), rating (a number, more is better), and, where there are several, system and
    /// rater; the mean of an item's ratings counts
    #[arg(long, value_name = "FILE")]
    ratings: Option<PathBuf>,

    /// Which items count in correlations
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = ItemsArgument::All)]
    items: ItemsArgument,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ItemsArgument {
    /// All with both values; what a judge's protocol decides by rule has the rule's score
    All,
    /// Without those that are decided by rule
    Asked,
    /// Without those to which the judges and CDM give the best score, as in the document-parser paper's study
    Imperfect,
}

/// What a file of ratings held.
pub(in crate::commands) struct RatingFile(Vec<RatingRecord>);

impl RatingArguments {
    pub(in crate::commands) fn is_given(&self) -> bool {
        self.ratings.is_some()
    }

    pub(in crate::commands) fn items(&self) -> CorrelatedItems {
        match self.items {
            ItemsArgument::All => CorrelatedItems::All,
            ItemsArgument::Asked => CorrelatedItems::Asked,
            ItemsArgument::Imperfect => CorrelatedItems::Imperfect,
        }
    }

    /// Reads the file, if there is one, for a report with these systems.
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
    /// Puts the ratings beside what they are correlated with, which must be there already.
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
