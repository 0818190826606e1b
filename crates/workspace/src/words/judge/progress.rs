//! The progress of a judge in sentences.

use texlens_judge::Stopped;

use crate::state::Tally;
use crate::words::count;

/// Name of the message.
pub const NAME: &str = "Judge";

/// Title of the hidden frame that sends the requests.
pub const FRAME: &str = "Requests to a judge";

/// The data of a page's picture is no longer there, as part of a sentence.
pub const PICTURE_GONE: &str = "the page image can no longer be read; add the file again";

/// The number of answers so far.
#[must_use]
pub fn answered(tally: &Tally) -> String {
    let Tally { progress, model, .. } = tally;
    format!("{} of {} answered by {model}", progress.settled, progress.total)
}

/// The cost so far, and the budget.
#[must_use]
pub fn spent(tally: &Tally) -> String {
    let spent = tally.progress.spent;
    match tally.budget {
        Some(budget) => format!("{spent} of ${:.2} spent", budget.as_dollars()),
        None => format!("{spent} spent"),
    }
}

/// The frame that sends requests does not load.
pub const LOST: &str = "The document that sends requests (judge.html) did not load: check that all files of the app are \
                        served, and that the app may frame itself.";

/// How the run ended.
#[must_use]
pub fn ended(tally: &Tally) -> String {
    match (&tally.stopped, tally.is_lost) {
        (_, true) => LOST.to_owned(),
        (None, _) => format!("{} has answered.", tally.model),
        (Some(Stopped::Budget), _) => {
            "The budget does not cover more. The answers so far are stored: ask again with a higher budget to \
             continue."
                .to_owned()
        }
        (Some(Stopped::Cancelled), _) => "Cancelled. The answers so far are stored: ask again to continue.".to_owned(),
        (Some(Stopped::Failure(failure)), _) => format!("Stopped: {failure}."),
    }
}

/// The numbers of questions by outcome.
#[must_use]
pub fn outcome(tally: &Tally) -> String {
    let progress = &tally.progress;
    let mut parts = vec![format!("{} answered", progress.answered)];
    for (number, what) in [
        (progress.invalid, "without a valid answer"),
        (progress.failed, "failed"),
        (progress.not_asked, "not asked"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    format!("Of {} {}", count(progress.total, "question"), parts.join(", "))
}
