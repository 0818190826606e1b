//! The file with people's ratings, and the choice of items for correlations.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use texlens_dataset::{Limits, RatingError, RatingProblem, RatingRecord, read_ratings};
use texlens_evaluate::{Confidence, CorrelatedItems, Rating, ValueTable};

use super::error::{CorrelateError, MAX_GROUPS};
use crate::commands::arguments::{Assignment, assignment};
use crate::failure::Failure;
use crate::input::read_text;

/// Maximum number of raters that a message lists.
const MAX_LISTED: usize = 8;

/// The input of correlations.
#[derive(Debug, Args)]
pub(in crate::commands) struct RatingArguments {
    /// People's ratings: JSONL, JSON, CSV or TSV with id (of the formula or table, as in the report), rating (a number,
    /// more is better), and, if there are several, system, rater and group (of raters); several ratings of an item are
    /// averaged
    #[arg(long, value_name = "FILE")]
    ratings: Option<PathBuf>,

    /// A group of raters, such as H1=ann,bob, in place of the groups in the file; give the option once for each group
    #[arg(long = "group", value_name = "NAME=RATER,...", requires = "ratings", value_parser = assignment)]
    groups: Vec<Assignment>,

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

/// The records of a file of ratings. Their groups are those that count.
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
        let mut ratings =
            read_ratings(&name, read_text(path, limit)?, systems, &limits).map_err(CorrelateError::Ratings)?;
        regroup(&mut ratings, &self.groups)?;
        let groups: BTreeSet<&str> = ratings.iter().map(|rating| rating.group.as_str()).collect();
        let groups = groups.iter().filter(|group| !group.is_empty()).count();
        if groups > MAX_GROUPS {
            return Err(CorrelateError::TooManyGroups(groups).into());
        }
        Ok(Some(RatingFile(ratings)))
    }
}

/// Replaces the groups of the raters by the named ones, if there are any.
fn regroup(ratings: &mut [RatingRecord], groups: &[Assignment]) -> Result<(), CorrelateError> {
    if groups.is_empty() {
        return Ok(());
    }
    let known: BTreeSet<&str> = ratings.iter().map(|rating| rating.rater.as_str()).collect();
    let mut of_rater: HashMap<String, &str> = HashMap::new();
    for (group, raters) in groups {
        for rater in raters.split(',').map(str::trim) {
            if !known.contains(rater) {
                return Err(CorrelateError::UnknownRater {
                    rater: rater.to_owned(),
                    known: known.iter().take(MAX_LISTED).map(|name| format!("{name:?}")).collect(),
                    more: known.len().saturating_sub(MAX_LISTED),
                });
            }
            if let Some(first) = of_rater.insert(rater.to_owned(), group)
                && first != group
            {
                return Err(CorrelateError::TwoGroups {
                    rater: rater.to_owned(),
                    groups: [first.to_owned(), group.clone()],
                });
            }
        }
    }
    for rating in ratings {
        rating.group = of_rater.get(&rating.rater).copied().unwrap_or_default().to_owned();
    }
    Ok(())
}

impl RatingFile {
    /// Adds the ratings, and those of each group, to a table that already has the values with which they are correlated.
    pub(in crate::commands) fn add_to(&self, table: &mut ValueTable) {
        let mut groups: BTreeMap<&str, Vec<Rating<'_>>> = BTreeMap::new();
        let mut ratings = Vec::with_capacity(self.0.len());
        for record in &self.0 {
            let rating = Rating {
                id: &record.id,
                system: &record.system,
                rater: &record.rater,
                rating: record.rating,
            };
            ratings.push(rating);
            if !record.group.is_empty() {
                groups.entry(&record.group).or_default().push(rating);
            }
        }
        table.add_ratings(&ratings, Confidence::default());
        for (name, ratings) in groups {
            table.add_group(name, &ratings);
        }
    }
}
