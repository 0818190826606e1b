//! All actions.

use super::{
    BenchAction, BoardAction, CatalogueAction, CompareAction, CorrectAction, DrawAction, EngineAction, FormulaAction,
    HistoryAction, ImportAction, JudgingAction, KeepAction, LinkAction, MakingAction, OwnModelAction, QueueAction,
    RatingAction, ReadAction, ReaderAction, SampleAction, SaveAction, ScoreAction, SelectAction, SettingsAction,
    TextAction, ViewAction,
};

/// An event that changes the state. The other modules of this folder define, concern by concern, what follows.
#[derive(Debug)]
pub enum Action {
    /// Files that were dropped, pasted or chosen.
    Import(ImportAction),
    /// The sample pages that come with the app.
    Catalogue(CatalogueAction),
    /// The report that the page's address names.
    Link(LinkAction),
    /// Writing, changing, removing and restoring samples.
    Sample(SampleAction),
    /// How texts of imports are read.
    Texts(TextAction),
    /// Selecting and listing samples.
    Select(SelectAction),
    /// The settings.
    Settings(SettingsAction),
    /// Undo and redo.
    History(HistoryAction),
    /// Display settings.
    View(ViewAction),
    /// The built-in OCR.
    Read(ReadAction),
    /// Corrections of OCR output.
    Correct(CorrectAction),
    /// Drawing the pages of PDF files.
    Draw(DrawAction),
    /// The workers that score.
    Score(ScoreAction),
    /// The TeX engine.
    Engine(EngineAction),
    /// The list of the formulas of all samples.
    Formulas(FormulaAction),
    /// Judges.
    Judging(JudgingAction),
    /// A vision model that reads pages.
    Readers(ReaderAction),
    /// Models that the person brings.
    OwnModels(OwnModelAction),
    /// LaTeXBench.
    Bench(BenchAction),
    /// Leaderboards.
    Board(BoardAction),
    /// Ratings by people.
    Rating(RatingAction),
    /// Made pages.
    Making(MakingAction),
    /// The comparison of systems.
    Compare(CompareAction),
    /// All waiting work.
    Queue(QueueAction),
    /// An errand was run, and this is what came of it.
    Ran(Box<Action>),
    /// Saving an evaluation or copying a prediction.
    Save(SaveAction),
    /// The data that the browser stores.
    Keep(KeepAction),
}
