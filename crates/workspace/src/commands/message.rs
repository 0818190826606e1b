//! Commands of the messages over the page, of the screens' messages, and of the status bar. Each is offered while its
//! message is there.

use super::deed::{Activity, Deed, act};
use super::obstacle::{Obstacle, unless};
use crate::brought::ImportId;
use crate::state::{
    Action, BenchAction, BoardAction, Dialog, EngineAction, HistoryAction, Import, JudgingAction, KeepAction,
    MakingAction, NotKept, Offline, OwnModelAction, OwnStage, RatingAction, ReaderAction, ReaderStage, Screen, State,
    TextAction, ViewAction,
};

/// A command of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageCommand {
    /// Dismisses the problem of the shown screen.
    DismissProblem,
    /// Dismisses the offer of the shown screen to undo.
    DismissOffer,
    /// Dismisses the list of files that could not be used.
    DismissRefusals,
    /// Reads all refused texts as Latin-1.
    Latin1,
    /// Shows what was removed around the LaTeX of answers.
    ShowStripped,
    /// Dismisses this message.
    DismissStripped,
    /// Dismisses the message that offers to undo or redo.
    DismissChange,
    /// Reloads the page with the new version.
    Reload,
    /// Puts the new version off.
    Later,
    /// Cancels the import.
    CancelImport,
    /// Continues an import of an earlier visit.
    ContinueImport {
        /// The id of the import.
        import: ImportId,
        /// Number of samples, saved evaluations and files of ratings to add.
        pieces: usize,
        /// The number of the import, from 1, if several wait.
        number: Option<usize>,
    },
    /// Cancels loading a report.
    CancelReport,
    /// Cancels asking the judge.
    CancelJudge,
    /// Dismisses how asking the judge ended.
    DismissJudge,
    /// Cancels asking the model that reads.
    CancelReader,
    /// Saves the answers of the model that reads.
    SaveReadings,
    /// Saves the run of the model that reads.
    SaveReaderRun,
    /// Dismisses how asking the model ended.
    DismissReader,
    /// Cancels reading with a model that the person brought.
    CancelOwnModel,
    /// Dismisses how that reading ended.
    DismissOwnModel,
    /// Stops compiling.
    StopCompiling,
    /// Tries again to store samples.
    StoreAgain,
}

impl MessageCommand {
    const ALL: [Self; 21] = [
        Self::DismissProblem,
        Self::DismissOffer,
        Self::DismissRefusals,
        Self::Latin1,
        Self::ShowStripped,
        Self::DismissStripped,
        Self::DismissChange,
        Self::Reload,
        Self::Later,
        Self::CancelImport,
        Self::CancelReport,
        Self::CancelJudge,
        Self::DismissJudge,
        Self::CancelReader,
        Self::SaveReadings,
        Self::SaveReaderRun,
        Self::DismissReader,
        Self::CancelOwnModel,
        Self::DismissOwnModel,
        Self::StopCompiling,
        Self::StoreAgain,
    ];

    /// Returns the commands that make sense in a state.
    pub(super) fn all(state: &State) -> Vec<Self> {
        let mut all: Vec<Self> = Self::ALL.into();
        for (interrupted, number) in state.interrupted.iter().zip(1..) {
            all.push(Self::ContinueImport {
                import: interrupted.import,
                pieces: interrupted.pieces,
                number: (state.interrupted.len() > 1).then_some(number),
            });
        }
        all.retain(|command| command.is_offered(state));
        all
    }

    fn is_offered(self, state: &State) -> bool {
        let reader = &state.readers.stage;
        match self {
            Self::DismissProblem => match state.screen() {
                Screen::LatexBench => state.bench.trouble.is_some(),
                Screen::Leaderboard => state.leaderboards.trouble.is_some(),
                Screen::Ratings => state.rating.trouble.is_some(),
                Screen::Making => state.making.trouble.is_some(),
                _ => false,
            },
            Self::DismissOffer => match state.screen() {
                Screen::LatexBench => state.bench.replaced.is_some(),
                Screen::Leaderboard => state.leaderboards.replaced.is_some(),
                Screen::Ratings => state.rating.replaced.is_some(),
                Screen::Making => state.making.replaced.is_some(),
                _ => false,
            },
            Self::DismissRefusals => !state.refusals.is_empty(),
            Self::Latin1 => state.refusals.iter().any(|refusal| refusal.latin1.is_some()),
            Self::ShowStripped | Self::DismissStripped => !state.stripped.is_empty(),
            Self::DismissChange => state.history.offered().is_some(),
            Self::Reload | Self::Later => {
                !state.update_put_off && matches!(state.offline, Offline::UpdateReady | Offline::Outdated)
            }
            Self::CancelImport => matches!(&state.import, Some(import) if !matches!(import, Import::Open(_))),
            Self::ContinueImport { import, .. } => {
                let mut interrupted = state.interrupted.iter();
                interrupted.any(|one| one.import == import && one.missing == 0)
            }
            Self::CancelReport => state.linked.is_some(),
            Self::CancelJudge => state.judging.tally.as_ref().is_some_and(|tally| tally.is_running),
            Self::DismissJudge => state.judging.tally.as_ref().is_some_and(|tally| !tally.is_running),
            Self::CancelReader => matches!(reader, ReaderStage::Preparing(..) | ReaderStage::Asking(..)),
            Self::SaveReadings | Self::SaveReaderRun => matches!(reader, ReaderStage::Ended(_)),
            Self::DismissReader => matches!(reader, ReaderStage::Ended(_) | ReaderStage::Failed(_)),
            Self::CancelOwnModel => state.own_models.is_reading(),
            Self::DismissOwnModel => matches!(state.own_models.stage, OwnStage::Ended { .. }),
            Self::StopCompiling => state.compiled().is_some(),
            Self::StoreAgain => {
                let why = state.keeping.not_kept(state.samples.len());
                // The button is in the list of samples.
                state.screen() == Screen::Samples && why.is_some_and(NotKept::can_be_tried_again)
            }
        }
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(self, state: &State) -> Result<Deed, Obstacle> {
        unless(Obstacle::Gone, !self.is_offered(state))?;
        let action = match self {
            Self::DismissProblem => match state.screen() {
                Screen::LatexBench => Action::Bench(BenchAction::Dismissed),
                Screen::Leaderboard => Action::Board(BoardAction::Dismissed),
                Screen::Ratings => Action::Rating(RatingAction::Dismissed),
                _ => Action::Making(MakingAction::Dismissed),
            },
            Self::DismissOffer => match state.screen() {
                Screen::LatexBench => Action::Bench(BenchAction::Forgotten),
                Screen::Leaderboard => Action::Board(BoardAction::Forgotten),
                Screen::Ratings => Action::Rating(RatingAction::Forgotten),
                _ => Action::Making(MakingAction::Forgotten),
            },
            Self::DismissRefusals => Action::View(ViewAction::DismissRefusals),
            Self::Latin1 => Action::Texts(TextAction::Latin1(None)),
            Self::ShowStripped => Action::View(ViewAction::Dialog(Some(Dialog::Stripped))),
            Self::DismissStripped => Action::Texts(TextAction::DismissStripped),
            Self::DismissChange => Action::History(HistoryAction::Hide),
            Self::Later => Action::Keep(KeepAction::PutOffUpdate),
            Self::DismissJudge => Action::Judging(JudgingAction::Dismissed),
            Self::DismissReader => Action::Readers(ReaderAction::Dismissed),
            Self::DismissOwnModel => Action::OwnModels(OwnModelAction::Dismissed),
            Self::StopCompiling => Action::Engine(EngineAction::Stop),
            Self::Reload => return Ok(Deed::Reload),
            Self::CancelImport => return Ok(Deed::Cancel(Activity::Import)),
            Self::ContinueImport { import, .. } => return Ok(Deed::ContinueImport(import)),
            Self::CancelReport => return Ok(Deed::Cancel(Activity::Report)),
            Self::CancelJudge => return Ok(Deed::Cancel(Activity::Judge)),
            Self::CancelReader => return Ok(Deed::Cancel(Activity::Reader)),
            Self::CancelOwnModel => return Ok(Deed::Cancel(Activity::OwnModel)),
            Self::SaveReadings => return Ok(Deed::SaveReadings),
            Self::SaveReaderRun => return Ok(Deed::SaveReaderRun),
            Self::StoreAgain => return Ok(Deed::StoreAgain),
        };
        Ok(act(action))
    }
}
