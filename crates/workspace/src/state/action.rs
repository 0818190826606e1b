//! Everything that can happen.

use super::{
    CatalogueAction, CompareAction, CorrectAction, DrawAction, EngineAction, ImportAction, JudgingAction, KeepAction,
    LinkAction, QueueAction, ReadAction, SampleAction, SaveAction, ScoreAction, SelectAction, ViewAction,
};

/// Everything that can happen. The files beside this one say, concern by concern, what follows.
#[derive(Debug)]
pub enum Action {
    /// Files that were dropped, pasted or chosen are on their way.
    Import(ImportAction),
    /// Of the sample pages that come with the app.
    Catalogue(CatalogueAction),
    /// Of the report that the page's address names.
    Link(LinkAction),
    /// Samples are written, changed, taken out and brought back.
    Sample(SampleAction),
    /// What is shown and listed.
    Select(SelectAction),
    /// How it is shown.
    View(ViewAction),
    /// Of the built-in OCR.
    Read(ReadAction),
    /// Readings are put right by hand.
    Correct(CorrectAction),
    /// Of the pages of PDF files.
    Draw(DrawAction),
    /// Of the workers that score.
    Score(ScoreAction),
    /// Of the engine that compiles predictions.
    Engine(EngineAction),
    /// Of a judge.
    Judging(JudgingAction),
    /// Of the systems beside each other.
    Compare(CompareAction),
    /// Of all that waits.
    Queue(QueueAction),
    /// An evaluation is saved, or a prediction copied.
    Save(SaveAction),
    /// Of what the browser keeps.
    Keep(KeepAction),
}
