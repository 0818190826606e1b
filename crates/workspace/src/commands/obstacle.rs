//! The reasons why commands are not possible.

use crate::state::State;

/// The reason why a command is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// It is so already.
    Already,
    /// There are no samples.
    NoSamples,
    /// No sample is shown.
    NotShown,
    /// The sample has no page.
    NoPage,
    /// The shown sample has no prediction.
    NoPrediction,
    /// The shown sample has no reference.
    NoReference,
    /// No sample has both texts.
    NoPair,
    /// There is one system.
    OneSystem,
    /// Nothing is selected that can be corrected.
    NothingSelected,
    /// Nothing on the page is unsure.
    NothingUnsure,
    /// There is nothing to undo.
    NothingToUndo,
    /// There is nothing to redo.
    NothingToRedo,
    /// No work waits.
    NoWork,
    /// Nothing failed.
    NothingFailed,
    /// A file is being written, or loaded.
    Busy,
    /// Samples are still to be scored.
    Unscored,
    /// Nothing was changed.
    NothingChanged,
    /// The prediction is no single document.
    NotCompilable,
    /// The page does not come with this version.
    NotHere,
    /// The shown screen has no list to search.
    NoList,
    /// The screen is doing something.
    Working,
    /// The screen does nothing that could be cancelled.
    NothingRuns,
    /// LaTeXBench has no tasks.
    NoTasks,
    /// No model has answered the tasks.
    NoRun,
    /// There is no such text.
    NoText,
    /// There is no study.
    NoStudy,
    /// No sheet is open.
    NoSheet,
    /// No question of a sheet is shown.
    NoQuestion,
    /// The question has no answer.
    NoAnswer,
    /// Questions of the sheet have no answer.
    OpenQuestions,
    /// There are no results.
    NoResults,
    /// No page is made.
    NothingMade,
    /// There is no further one in this direction.
    AtTheEnd,
    /// Nothing was chosen that could be removed.
    NothingChosen,
    /// Nothing is hidden.
    NothingHidden,
    /// No comparison failed or was cancelled.
    AllCompared,
    /// No card of the list is pointed at.
    NoCard,
    /// The list of formulas is empty.
    NothingListed,
    /// The message of the command is gone.
    Gone,
}

/// Returns the obstacle if it is in the way.
pub(super) fn unless(obstacle: Obstacle, is_in_the_way: bool) -> Result<(), Obstacle> {
    if is_in_the_way { Err(obstacle) } else { Ok(()) }
}

/// Returns the obstacle if there are no samples.
pub(super) fn some_samples(state: &State) -> Result<(), Obstacle> {
    unless(Obstacle::NoSamples, state.samples.is_empty())
}
