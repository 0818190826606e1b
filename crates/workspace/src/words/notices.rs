//! Announcements for screen readers.

use std::fmt::{self, Display, Formatter};

use texlens_evaluate::Filtered;
use texlens_metrics::Side;

use super::{common, history, leaderboard};
use crate::state::Notice;

impl Display for Notice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plural = |count: &usize| if *count == 1 { "" } else { "s" };
        match self {
            Self::Added(count) => write!(f, "{count} sample{} added.", plural(count)),
            Self::Joined {
                added,
                completed,
                replaced,
            } => f.write_str(&joined([*added, *completed, *replaced])),
            Self::There(1) => f.write_str("This sample is already in the list."),
            Self::There(count) => write!(f, "All {count} samples are already in the list."),
            Self::Rated(count) => write!(f, "{count} rating{} added.", plural(count)),
            Self::Refused(count) => write!(f, "{count} file{} could not be used.", plural(count)),
            Self::Opened(count) => write!(f, "Evaluation with {count} sample{} opened.", plural(count)),
            Self::OpenedScores(count) => write!(
                f,
                "Evaluation with {count} sample{} opened. It was saved without its texts: only the scores are available.",
                plural(count)
            ),
            Self::OpenedSelection(filtered) => {
                let Filtered { filter, samples, of } = filtered;
                write!(
                    f,
                    "Evaluation with {samples} sample{} opened. It is a selection: {samples} of {of} samples, by the filter \u{201c}{filter}\u{201d}.",
                    plural(samples)
                )
            }
            Self::SavingCancelled => f.write_str("Saving was cancelled."),
            Self::Recalled(count) => write!(f, "{count} sample{} restored from your last visit.", plural(count)),
            Self::Reading(name) => write!(f, "Reading {name}."),
            Self::Joining(name) => write!(f, "Combining the pages of {name}."),
            Self::Read(name) => write!(f, "{name} was read."),
            Self::Scored(name) => write!(f, "{name} was scored."),
            Self::ScoredMany(count) => write!(f, "{count} samples were scored."),
            Self::CancelledAll => f.write_str("All waiting and running work was cancelled."),
            Self::Compiled { name, compiles: true } => write!(f, "{name} compiles."),
            Self::Compiled { name, compiles: false } => write!(f, "{name} does not compile."),
            Self::Failed(message) => f.write_str(message),
            Self::BenchItems(count) => write!(f, "{count} items of LaTeXBench are ready."),
            Self::Made(count) => write!(f, "{count} page{} made.", plural(count)),
            Self::Judged(count) => write!(f, "The judge answered {count} question{}.", plural(count)),
            Self::Saved { images_left_out: 0 } => f.write_str("Evaluation saved."),
            Self::Saved { images_left_out: count } => {
                write!(
                    f,
                    "Evaluation saved without {count} page image{}: too large for one file, or no longer readable.",
                    plural(count)
                )
            }
            Self::Copied => f.write_str("Copied."),
            Self::Ranked(sets) => f.write_str(&leaderboard::ranked(*sets)),
            Self::Corrected(0) => f.write_str("The page has no corrections."),
            Self::Corrected(count) => write!(f, "The page has {count} correction{}.", plural(count)),
            Self::Tagged(name) => write!(f, "Tag {name} added."),
            Self::Untagged(name) => write!(f, "Tag {name} removed."),
            Self::Given { side, name } => {
                let text = match side {
                    Side::Reference => common::REFERENCE,
                    Side::Prediction => common::PREDICTION,
                };
                write!(f, "{text} of {name} added.")
            }
            Self::Removed(name) => write!(f, "{name} was removed."),
            Self::RemovedMany(count) => write!(f, "{count} samples were removed."),
            Self::Undone(act) => f.write_str(&history::undone(act)),
            Self::Redone(act) => f.write_str(&history::redone(act)),
            Self::Restarted(why) => write!(f, "{why} It was restarted."),
        }
    }
}

/// Says what an import did: numbers of samples that were added, completed, and whose predictions were replaced.
fn joined([added, completed, replaced]: [usize; 3]) -> String {
    let count = |count: usize, what: &str, done: &str| {
        let plural = if count == 1 { "" } else { "s" };
        (count > 0).then(|| format!("{count} {what}{plural} {done}"))
    };
    let parts = [
        count(added, "sample", "added"),
        count(completed, "sample", "completed"),
        count(replaced, "prediction", "replaced"),
    ];
    let said: Vec<String> = parts.into_iter().flatten().collect();
    format!("{}.", said.join(", "))
}
