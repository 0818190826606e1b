//! Labels of the commands of ratings.

use crate::commands::RatingCommand;
use crate::rating::response_of_key;
use crate::state::{RatingPart, Step};
use crate::words::ratings;

/// The label of a command.
pub(super) fn label(command: &RatingCommand) -> String {
    let label = match command {
        RatingCommand::Show(RatingPart::Rate) => "Show the sheet to rate",
        RatingCommand::Show(RatingPart::Study) => "Show the study, or the form that makes one",
        RatingCommand::Show(RatingPart::Results) => "Show the results of the study",
        RatingCommand::Open => "Open a sheet or a study",
        RatingCommand::Cancel => "Cancel work on ratings",
        RatingCommand::GoOn => "Next question without an answer",
        RatingCommand::Step(Step::Next) => "Next question",
        RatingCommand::Step(Step::Previous) => "Previous question",
        RatingCommand::Answer(scale, key) => {
            let meaning = response_of_key(*scale, key).map(|response| ratings::meaning(*scale, &response));
            return format!("Answer: {}", meaning.unwrap_or_default());
        }
        RatingCommand::Clear => ratings::CLEAR,
        RatingCommand::Latex => "Show the LaTeX of the question, or hide it",
        RatingCommand::Instructions => "Show the instructions",
        RatingCommand::LookAgain => ratings::LOOK_AGAIN,
        RatingCommand::SaveAnswers => ratings::SAVE_ANSWERS,
        RatingCommand::CloseSheet => ratings::CLOSE_SHEET,
        RatingCommand::Make => ratings::MAKE,
        RatingCommand::MakeAnother => ratings::MAKE_ANOTHER,
        RatingCommand::RateHere => "Open the sheet of the chosen rater",
        RatingCommand::CloseStudy => ratings::CLOSE_STUDY,
        RatingCommand::KeepFailed(true) => "Keep raters who failed an attention check",
        RatingCommand::KeepFailed(false) => "Leave out raters who failed an attention check",
        RatingCommand::WithScores(true) => "Compare ratings with the scores of the samples",
        RatingCommand::WithScores(false) => "Show ratings without the scores of the samples",
        RatingCommand::Remove(name) => return ratings::remove(name),
        RatingCommand::Save(file) => return format!("Save: {}", ratings::file(*file)),
    };
    label.to_owned()
}
