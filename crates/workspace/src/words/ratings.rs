//! Sentences and labels of ratings.

use texlens_ratings::{Exclusion, LeftOut, Response, Scale, Side};

use crate::messages::ratings::RatingFile;
use crate::rating::{FormField, HeldStudy, OpenSheet, StudyProblem};
use crate::state::RatingPart;
use crate::words::count;

/// The title of the screen.
pub const TITLE: &str = "Ratings";

/// The choice of the part of the screen.
pub const PART: &str = "Show";

/// Button that opens files.
pub const OPEN: &str = "Open a file";

/// What can be opened.
pub const OPEN_HINT: &str = "A sheet that you were given or saved (sheet-01.json), or a study (study.json)";

/// What the part for raters is for, while no sheet is open.
pub const RATE_INTRODUCTION: &str = "You were given a sheet to rate? Open it here. You compare formulas with a \
                                     reference and answer with a key. Your answers stay in this browser until you save \
                                     them as a file. Nothing is sent, and nobody learns who you are.";

/// What the part for studies is for, while there is no study.
pub const STUDY_INTRODUCTION: &str = "How well do metrics and judges agree with people? A study has people rate formulas \
                                      blindly: a sheet for each of them is made from the samples that are open. Raters are \
                                      numbers, and sheets name no system.";

/// Shown in place of the form without scored samples.
pub const NO_SAMPLES: &str =
    "A study needs samples with a reference and a prediction. Open them first, or open a study.";

/// Shown in place of results without a study.
pub const NO_STUDY: &str = "Results need a study. Make one, or open its study.json.";

/// Shown in place of results without files.
pub const NO_ANSWERS: &str = "Open the sheets that came back, or drop them here. They may be incomplete.";

/// Button that opens sheets that came back.
pub const ADD_ANSWERS: &str = "Add sheets that came back";

/// Heading of the instructions.
pub const INSTRUCTIONS: &str = "Before you begin";

/// Button that begins or goes on.
pub const BEGIN: &str = "Begin";

/// Button that goes on with a sheet.
pub const GO_ON: &str = "Go on";

/// Button that shows the instructions.
pub const SHOW_INSTRUCTIONS: &str = "Instructions";

/// Button to the previous question.
pub const PREVIOUS: &str = "Back";

/// Hint of the button to the previous question.
pub const PREVIOUS_KEY: &str = "Previous question (K)";

/// Button to the next question.
pub const NEXT: &str = "Skip";

/// The same button, if the question has an answer.
pub const NEXT_ANSWERED: &str = "Next";

/// Hint of the button to the next question.
pub const NEXT_KEY: &str = "Next question (J)";

/// Button that removes an answer.
pub const CLEAR: &str = "Remove the answer";

/// Label of the reference.
pub const REFERENCE: &str = "Reference";

/// Label of the version that is rated.
pub const VERSION: &str = "Version";

/// Label of the left version.
pub const LEFT: &str = "Left";

/// Label of the right version.
pub const RIGHT: &str = "Right";

/// Option that shows the LaTeX of formulas.
pub const WITH_LATEX: &str = "show LaTeX";

/// Name of the answers.
pub const ANSWERS: &str = "Your answer";

/// Name of the progress bar.
pub const PROGRESS: &str = "Answered questions";

/// Heading of the end.
pub const ALL_ANSWERED: &str = "All questions have an answer";

/// Heading of the end, if questions are open.
pub const SOME_OPEN: &str = "Some questions have no answer";

/// What to do at the end.
pub const END_NOTE: &str = "Save your answers as a file and give it back. Incomplete answers count, too.";

/// Button that saves answers.
pub const SAVE_ANSWERS: &str = "Save answers";

/// The answers are in a saved file.
pub const IS_SAVED: &str = "All answers are in the saved file.";

/// The answers are stored by the browser only.
pub const NOT_SAVED: &str = "These answers are stored in this browser only.";

/// Button that shows the questions once more.
pub const LOOK_AGAIN: &str = "Look at the answers again";

/// Button that puts a sheet away.
pub const CLOSE_SHEET: &str = "Put this sheet away";

/// Heading of the form.
pub const MAKE_TITLE: &str = "Make a study";

/// Button that makes a study.
pub const MAKE: &str = "Make the study";

/// Label of the scale.
pub const SCALE: &str = "People";

/// Label of the choice of systems.
pub const SYSTEMS: &str = "Systems";

/// Label of the exclusion.
pub const EXCLUSION: &str = "Leave out";

/// Label of the number of pairs.
pub const PAIRS: &str = "Pairs";

/// Placeholder of the number of pairs.
pub const ALL_PAIRS: &str = "all";

/// Label of the number of raters.
pub const RATERS: &str = "Raters";

/// Label of the number of ratings.
pub const EACH: &str = "Raters of each pair";

/// Label of the number of groups.
pub const GROUPS: &str = "Groups of raters";

/// Note below the number of groups.
pub const GROUPS_NOTE: &str = "Each group rates all pairs.";

/// Label of the number of checks.
pub const CHECKS: &str = "Attention checks in a sheet";

/// Note below the number of checks.
pub const CHECKS_NOTE: &str = "Questions with a known answer.";

/// Label of the seed.
pub const SEED: &str = "Seed";

/// Note below the seed.
pub const SEED_NOTE: &str = "The same samples and seed give the same study.";

/// Label of the title.
pub const STUDY_TITLE: &str = "Title";

/// Note below the title.
pub const STUDY_TITLE_NOTE: &str = "Raters see it, so it should name no system.";

/// Label of the instructions.
pub const STUDY_INSTRUCTIONS: &str = "Instructions";

/// Heading of the made study.
pub const STUDY: &str = "Study";

/// Button that saves the files of a study.
pub const SAVE_STUDY: &str = "Save study and sheets";

/// What to do with the files of a study.
pub const STUDY_NOTE: &str = "study.json names the systems and stays with you. Give each rater one sheet; they open it in \
                              this app, or in a copy of it without a network.";

/// Label of the number of a rater.
pub const RATER: &str = "Rater";

/// Button that opens a rater's sheet.
pub const RATE_HERE: &str = "Rate here";

/// Button that puts a study away.
pub const CLOSE_STUDY: &str = "Put this study away";

/// Button that makes another study.
pub const MAKE_ANOTHER: &str = "Make another study";

/// Heading of the files that came back.
pub const CAME_BACK: &str = "Sheets that came back";

/// Button that removes a file.
pub const REMOVE: &str = "Remove";

/// Option to keep raters who fail checks.
pub const KEEP_FAILED: &str = "keep raters who failed an attention check";

/// Option to compare ratings with scores.
pub const WITH_SCORES: &str = "compare with the scores of the open samples";

/// Shown while results are calculated.
pub const CALCULATING: &str = "Calculating results\u{2026}";

/// Shown while the worker is busy.
pub const WORKING: &str = "Working\u{2026}";

/// Name of the results.
pub const RESULTS: &str = "Results";

/// Label of the menu of files.
pub const SAVE: &str = "Save";

/// Button that brings back what was replaced.
pub const UNDO: &str = "Bring the earlier sheet, study and files back";

/// The worker answered something else.
pub const UNEXPECTED: &str = "The worker gave another answer than was asked for. Reload the page.";

/// A file is larger than any that texlens writes.
pub const TOO_LARGE: &str = "the file is too large; open a sheet or a study that texlens has written";

/// A file cannot be read.
pub const NOT_READ: &str = "the browser cannot read the file; choose it again";

/// A file is no text.
pub const NOT_TEXT: &str = "the file is not text; open a sheet or a study that texlens has written";

/// There is no figure.
pub const NO_FIGURE: &str = "There is no figure yet, since no value is defined. Add more sheets.";

/// Returns the name of a part.
#[must_use]
pub const fn part(part: RatingPart) -> &'static str {
    match part {
        RatingPart::Rate => "Rate",
        RatingPart::Study => "Make a study",
        RatingPart::Results => RESULTS,
    }
}

/// Returns what people do on a scale.
#[must_use]
pub const fn scale(scale: Scale) -> &'static str {
    match scale {
        Scale::Ten => "rate from 0 to 10",
        Scale::Five => "rate from 1 to 5",
        Scale::Choice => "choose between two systems",
    }
}

/// Returns the name of an exclusion.
#[must_use]
pub const fn exclusion(exclusion: Option<Exclusion>) -> &'static str {
    match exclusion {
        None => "nothing",
        Some(Exclusion::Identical) => "predictions that are the reference",
        Some(Exclusion::Perfect) => "predictions that CDM and a judge find perfect",
    }
}

/// Returns the name of a file that can be saved.
#[must_use]
pub const fn file(file: RatingFile) -> &'static str {
    match file {
        RatingFile::Study => SAVE_STUDY,
        RatingFile::Results => "Results for programs (JSON)",
        RatingFile::Ratings => "Ratings for spreadsheets (CSV)",
        RatingFile::Figure => "Figure (SVG)",
    }
}

/// Returns the problem with a field.
#[must_use]
pub fn problem(problem: &StudyProblem) -> String {
    let (least, most) = problem.range.clone().into_inner();
    match problem.field {
        FormField::Seed => format!("Enter a whole number from {least} on."),
        FormField::Pairs => format!("Enter a whole number from {least} to {most}, or nothing for all."),
        _ => format!("Enter a whole number from {least} to {most}."),
    }
}

/// Returns the heading of a question.
#[must_use]
pub fn question(at: u32, of: u32) -> String {
    format!("Question {at} of {of}")
}

/// Returns what the person is asked.
#[must_use]
pub const fn asked(scale: Scale) -> &'static str {
    match scale {
        Scale::Ten => "How far does the version say the same as the reference?",
        Scale::Five => "How accurately does the version match the reference?",
        Scale::Choice => "Which version is closer to the reference?",
    }
}

/// Returns the answers of a scale, each with its key, in the order in which they are shown.
#[must_use]
pub fn responses(scale: Scale) -> Vec<(Response, &'static str)> {
    const DIGITS: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "T"];
    match scale.range() {
        Some(range) => range
            .zip(DIGITS.into_iter().skip(usize::from(scale == Scale::Five)))
            .map(|(rating, key)| (Response::Rating(rating), key))
            .collect(),
        None => [(Side::Left, "1"), (Side::Tie, "0"), (Side::Right, "2")]
            .map(|(side, key)| (Response::Choice(side), key))
            .to_vec(),
    }
}

/// Returns the label of an answer.
#[must_use]
pub fn response(response: &Response) -> String {
    match response {
        Response::Choice(Side::Left) => "left is closer".to_owned(),
        Response::Choice(Side::Right) => "right is closer".to_owned(),
        Response::Choice(Side::Tie) => "tie".to_owned(),
        other => other.to_string(),
    }
}

/// Returns what an answer means.
#[must_use]
pub fn meaning(scale: Scale, response: &Response) -> String {
    let label = match response {
        Response::Rating(rating) => scale.label(*rating),
        _ => None,
    };
    match label {
        Some(label) => format!("{}: {label}", self::response(response)),
        None => self::response(response),
    }
}

/// Returns how far a sheet is answered.
#[must_use]
pub fn answered(open: &OpenSheet) -> String {
    format!("{} of {} answered", open.sheet.answered(), open.count())
}

/// Returns the number of a rater, for the head of a sheet.
#[must_use]
pub fn rater(rater: u32) -> String {
    format!("rater {rater}")
}

/// Returns the button that goes to the first question without an answer.
#[must_use]
pub fn open_questions(open: &OpenSheet) -> String {
    let left = open.sheet.questions.len().saturating_sub(open.sheet.answered());
    format!("Answer {}", count(left, "open question"))
}

/// There is no such rater.
#[must_use]
pub fn no_rater(raters: u32) -> String {
    format!("The study has the raters 1 to {raters}. Choose one of them.")
}

/// Returns what a study is.
#[must_use]
pub fn summary(study: &HeldStudy) -> String {
    let (least, most) = study.questions;
    let questions = if least == most {
        most.to_string()
    } else {
        format!("{least} or {most}")
    };
    let groups = if study.groups > 1 {
        format!(" in {} groups, each of which rates all pairs", study.groups)
    } else {
        String::new()
    };
    format!(
        "{}: {} of {}. {}{groups}. {} of each pair. Questions in a sheet: {questions}. Seed {}.",
        study.title,
        count(study.pairs, "pair"),
        count(study.systems.len(), "system"),
        count(study.raters as usize, "rater"),
        count(study.each as usize, "rating"),
        study.seed,
    )
}

/// Returns what was left out of a study; empty if nothing was.
#[must_use]
pub fn left_out(counts: LeftOut) -> String {
    let parts = [
        (counts.excluded, "excluded"),
        (counts.empty, "without a prediction"),
        (counts.same, "choices between equal versions"),
        (counts.not_drawn, "not drawn"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{number} {what}"))
        .collect();
    match parts.as_slice() {
        [] => String::new(),
        parts => format!("Left out: {}.", parts.join(", ")),
    }
}

/// A file that cannot be used, with the reason.
#[must_use]
pub fn unreadable(name: &str, why: &str) -> String {
    format!("{name}: {why}")
}

/// Returns the name of the button that removes a file.
#[must_use]
pub fn remove(name: &str) -> String {
    format!("Remove {name}")
}
