//! All commands of the app in one list: the palette offers them, their keys work, and the help explains both. Each
//! screen has its own commands in a module of this folder, which are offered while the screen is shown.

use std::rc::Rc;

use texlens_metrics::infos;
use texlens_tex::Use;

use crate::saving::Format;
use crate::state::{
    Action, BenchPart, CatalogueAction, CatalogueEntry, CorrectAction, Dialog, EngineAction, Filter, HistoryAction,
    Layout, Listing, Material, Order, QueueAction, ReadAction, Sample, SampleAction, ScoreAction, Screen, SelectAction,
    SettingsAction, Stage, State, Step, Tab, Theme, Topic, Trial, View, ViewAction,
};

mod bench;
mod board;
mod compare;
mod deed;
pub mod elements;
mod formulas;
mod key;
mod making;
mod matrix;
mod message;
mod obstacle;
mod rating;
mod search;
mod shown;
mod view;

pub use bench::{BenchCommand, BenchText};
pub use board::BoardCommand;
pub use compare::{CompareCommand, plots};
pub use deed::{Activity, Deed, MadeFiles, Timed};
pub use formulas::FormulaCommand;
pub use key::Key;
pub use making::MakeCommand;
pub use matrix::MatrixCommand;
pub use message::MessageCommand;
pub use obstacle::Obstacle;
pub use rating::RatingCommand;
pub use search::SampleSearch;
pub use shown::ShownCommand;
pub use view::ViewCommand;

use deed::act;
use key::{ctrl, key};
use obstacle::{some_samples, unless};

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Shows a screen, or the samples if it is shown already.
    Show(Screen),
    /// Shows a tab of the shown sample.
    Tab(Tab),
    /// Opens the browser's file dialog.
    AddFiles,
    /// Opens the browser's folder dialog.
    AddFolder,
    /// Opens the form for texts.
    AddText,
    /// Opens the comparison that comes with the app.
    TryComparison,
    /// Opens a sample page that comes with the app.
    TryPage(Box<CatalogueEntry>),
    /// Opens the dialog for saving.
    Save,
    /// Saves the evaluation in a format.
    SaveAs(Format),
    /// Copies the shown prediction.
    CopyPrediction,
    /// Copies the shown reference.
    CopyReference,
    /// Downloads the shown prediction as a document.
    Download,
    /// Shows the next or previous sample, formula or question.
    Sample(Step),
    /// Shows the same sample of the next or previous system.
    System(Step),
    /// Selects the next or previous difference or place.
    Place(Step),
    /// Selects the next or previous unsure place.
    Unsure(Step),
    /// Opens the correction of the selected word or formula.
    Correct,
    /// Reads the shown page again.
    ReadAgain,
    /// Reads the shown page from its text or its image.
    ReadFrom(Material),
    /// Opens the form that asks a vision model.
    ReadWithModel,
    /// Opens the sheet of the models that the person brings.
    OwnModels,
    /// Compiles the predictions.
    Compile,
    /// Scores the shown sample again.
    Score,
    /// Opens the form that asks a judge.
    Judge,
    /// Swaps reference and prediction of the shown sample.
    Swap,
    /// Focuses the search field of the list.
    Search,
    /// Lists some samples.
    List(Filter),
    /// Lists the samples by name, or in the order of arrival.
    SortByName(bool),
    /// Lists the samples by a metric, the worst first.
    SortBy(&'static str),
    /// Removes the shown sample.
    Remove,
    /// Removes all samples.
    RemoveAll,
    /// Pauses or resumes the work.
    Pause(bool),
    /// Cancels all work.
    CancelWork,
    /// Tries again what failed.
    RetryWork,
    /// Undoes the last act.
    Undo,
    /// Does again what was undone.
    Redo,
    /// Folds the page away or shows it again.
    FoldPage,
    /// Arranges the texts.
    Arrange(Layout),
    /// Changes the colours.
    Theme(Theme),
    /// Opens the settings at a topic; `None` for the first.
    Settings(Option<Topic>),
    /// Resets all settings.
    ResetSettings,
    /// Opens the dialog about storage.
    Storage,
    /// Explains a metric.
    Explain(&'static str),
    /// Opens the palette.
    Palette,
    /// Opens the help.
    Help,
    /// Closes, deselects or dismisses.
    Escape,
    /// A command of a message.
    Message(MessageCommand),
    /// A command of the shown sample.
    Shown(ShownCommand),
    /// Changes how the sample is displayed.
    View(ViewCommand),
    /// A command of the list of all formulas.
    Formulas(FormulaCommand),
    /// A command of the screen that compares systems.
    Compare(CompareCommand),
    /// A command of the matrix.
    Matrix(MatrixCommand),
    /// A command of the screen of leaderboards.
    Board(BoardCommand),
    /// A command of the screen of LaTeXBench.
    Bench(BenchCommand),
    /// A command of the screen of ratings.
    Rating(RatingCommand),
    /// A command of the screen that makes pages.
    Make(MakeCommand),
}

/// The keys of commands. No other list has them.
pub const KEYS: [(Key, Command); 22] = [
    (ctrl("k", false), Command::Palette),
    (key("j"), Command::Sample(Step::Next)),
    (key("k"), Command::Sample(Step::Previous)),
    (key("]"), Command::System(Step::Next)),
    (key("["), Command::System(Step::Previous)),
    (key("n"), Command::Place(Step::Next)),
    (key("p"), Command::Place(Step::Previous)),
    (key("u"), Command::Unsure(Step::Next)),
    (key("U"), Command::Unsure(Step::Previous)),
    (key("e"), Command::Correct),
    (key("/"), Command::Search),
    (key("c"), Command::Show(Screen::Compare)),
    (key("f"), Command::Show(Screen::Formulas)),
    (key("m"), Command::Show(Screen::Matrix)),
    (key("t"), Command::AddText),
    (key("s"), Command::Save),
    (key(","), Command::Settings(None)),
    (ctrl("z", false), Command::Undo),
    (ctrl("z", true), Command::Redo),
    (ctrl("y", false), Command::Redo),
    (key("Escape"), Command::Escape),
    (key("?"), Command::Help),
];

impl Command {
    /// Returns the command of a pressed key.
    #[must_use]
    pub fn of_key(name: &str, ctrl: bool, shift: bool) -> Option<Self> {
        let mut keys = KEYS.iter();
        let found = keys.find(|(key, _)| key.is(name, ctrl, shift));
        found.map(|(_, command)| command.clone())
    }

    /// Returns the key of the command, the first if there are several.
    #[must_use]
    pub fn key(&self) -> Option<Key> {
        let mut keys = KEYS.iter();
        keys.find(|(_, command)| command == self).map(|(key, _)| *key)
    }

    /// Returns the id by which the browser remembers that the command was used. The browser does not remember a command
    /// that names something of the person's data: the name would stay after the data are removed.
    #[must_use]
    pub fn remembered_as(&self) -> Option<String> {
        match self {
            Self::TryPage(entry) => Some(format!("TryPage({})", entry.id)),
            other => (!other.names_data()).then(|| format!("{other:?}")),
        }
    }

    /// Returns whether the command has the name of a file, a system, a dataset, a tag or a column.
    fn names_data(&self) -> bool {
        match self {
            Self::Message(command) => matches!(command, MessageCommand::ContinueImport { .. }),
            Self::Shown(command) => matches!(command, ShownCommand::Beside(Some(_))),
            Self::Formulas(command) => matches!(command, FormulaCommand::System(Some(_))),
            Self::Compare(command) => command.names_data(),
            Self::Matrix(command) => command.names_data(),
            Self::Board(command) => matches!(command, BoardCommand::Remove(_) | BoardCommand::Sort { .. }),
            Self::Bench(command) => matches!(command, BenchCommand::Run(_)),
            Self::Rating(command) => matches!(command, RatingCommand::Remove(_)),
            _ => false,
        }
    }

    /// Returns all commands that make sense in a state, in the order of the palette. Some of them may not be possible
    /// at the moment.
    #[must_use]
    pub fn all(state: &State) -> Vec<Self> {
        let mut all: Vec<Self> = MessageCommand::all(state).into_iter().map(Self::Message).collect();
        all.extend(Self::of_screen(state));
        all.extend([
            Self::AddFiles,
            Self::AddFolder,
            Self::AddText,
            Self::TryComparison,
            Self::Undo,
            Self::Redo,
            Self::Save,
        ]);
        let others = Screen::ALL.into_iter().filter(|screen| *screen != state.screen());
        all.extend(others.map(Self::Show));
        if let Some(shown) = state.current() {
            all.extend(shown.tabs(false).into_iter().map(Self::Tab));
        }
        all.extend([
            Self::Sample(Step::Next),
            Self::Sample(Step::Previous),
            Self::System(Step::Next),
            Self::System(Step::Previous),
            Self::Place(Step::Next),
            Self::Place(Step::Previous),
            Self::Unsure(Step::Next),
            Self::Unsure(Step::Previous),
            Self::Correct,
            Self::Compile,
            Self::Score,
            Self::Judge,
            Self::ReadWithModel,
            Self::OwnModels,
            Self::ReadAgain,
        ]);
        if state.current().is_some_and(|shown| state.is_of_pdf(shown)) {
            all.extend([Material::Text, Material::Image].map(Self::ReadFrom));
        }
        all.extend(ShownCommand::all(state).into_iter().map(Self::Shown));
        all.extend([
            Self::CopyPrediction,
            Self::CopyReference,
            Self::Download,
            Self::Swap,
            Self::FoldPage,
            Self::Arrange(Layout::SideBySide),
            Self::Arrange(Layout::Unified),
            Self::Search,
        ]);
        all.extend(Format::ALL.map(Self::SaveAs));
        all.extend(Self::listings(state));
        all.extend([
            Self::Remove,
            Self::RemoveAll,
            Self::Pause(!state.paused),
            Self::CancelWork,
            Self::RetryWork,
            Self::Settings(None),
        ]);
        all.extend(Topic::ALL.map(|topic| Self::Settings(Some(topic))));
        all.push(Self::ResetSettings);
        all.extend([Theme::System, Theme::Light, Theme::Dark].map(Self::Theme));
        all.extend([Self::Storage, Self::Help]);
        let entries = state.catalogue.entries.iter();
        all.extend(entries.map(|entry| Self::TryPage(Box::new(entry.clone()))));
        all.extend(infos().iter().map(|info| Self::Explain(info.id)));
        all
    }

    /// Returns the commands of the shown screen.
    fn of_screen(state: &State) -> Vec<Self> {
        let views = || ViewCommand::all(state).into_iter().map(Self::View);
        match state.screen() {
            Screen::Samples => views().filter(|_| state.current().is_some()).collect(),
            Screen::Formulas => {
                let formulas = FormulaCommand::all(state).into_iter().map(Self::Formulas);
                formulas.chain(views()).collect()
            }
            Screen::Compare => CompareCommand::all(state).into_iter().map(Self::Compare).collect(),
            Screen::Matrix => {
                let shared = CompareCommand::shared(state).into_iter().map(Self::Compare);
                let own = MatrixCommand::all(state).into_iter().map(Self::Matrix);
                shared.chain(own).collect()
            }
            Screen::Leaderboard => BoardCommand::all(state).into_iter().map(Self::Board).collect(),
            Screen::LatexBench => BenchCommand::all(state).into_iter().map(Self::Bench).collect(),
            Screen::Ratings => RatingCommand::all(state).into_iter().map(Self::Rating).collect(),
            Screen::Making => MakeCommand::all(state).into_iter().map(Self::Make).collect(),
        }
    }

    /// Returns the filters and orders of the list that make sense for the samples.
    fn listings(state: &State) -> Vec<Self> {
        let samples = &state.samples;
        let is_offered = |filter: &Filter| match filter {
            Filter::All => state.listing.is_selective(),
            Filter::Disputed => samples.systems().len() > 1,
            filter => *filter == state.listing.filter || samples.admitted(*filter) > 0,
        };
        let mut all: Vec<Self> = Filter::all().filter(is_offered).map(Self::List).collect();
        if samples.len() > 1 {
            let kinds: Vec<_> = samples.kinds().collect();
            let fitting = infos()
                .iter()
                .filter(|info| info.kinds.iter().any(|kind| kinds.contains(kind)));
            all.extend([false, true].map(Self::SortByName));
            all.extend(fitting.map(|info| Self::SortBy(info.id)));
        }
        all
    }

    /// Returns what the command does in a state.
    ///
    /// # Errors
    ///
    /// If the command is not possible: the reason.
    pub fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        match self {
            Self::AddFiles => Ok(Deed::Choose { folder: false }),
            Self::AddFolder => Ok(Deed::Choose { folder: true }),
            Self::SaveAs(format) => {
                some_samples(state)?;
                unless(Obstacle::Busy, state.saving.is_some())?;
                unless(Obstacle::Unscored, state.unscored() > 0)?;
                Ok(Deed::Save(*format))
            }
            Self::CopyPrediction => Ok(Deed::Copy(prediction(state)?.to_owned())),
            Self::CopyReference => Ok(Deed::Copy(reference(state)?.to_owned())),
            Self::Download => {
                prediction(state)?;
                let shown = shown(state)?;
                unless(Obstacle::NotCompilable, !shown.is_one_document())?;
                Ok(Deed::Download(shown.clone()))
            }
            Self::Search => {
                unless(Obstacle::NoSamples, state.samples.len() < 2)?;
                let has_list = matches!(state.screen(), Screen::Samples | Screen::Formulas | Screen::Matrix);
                unless(Obstacle::NoList, !has_list)?;
                Ok(Deed::Search)
            }
            Self::Message(command) => command.deed(state),
            Self::Shown(command) => command.deed(state),
            Self::View(command) => command.deed(state),
            Self::Formulas(command) => command.deed(state),
            Self::Compare(command) => command.deed(state),
            Self::Matrix(command) => command.deed(state),
            Self::Board(command) => command.deed(state),
            Self::Bench(command) => command.deed(state),
            Self::Rating(command) => command.deed(state),
            Self::Make(command) => command.deed(state),
            _ => self.action(state).map(act),
        }
    }

    /// Returns the action of a command that only changes the state.
    fn action(&self, state: &State) -> Result<Action, Obstacle> {
        let dialog = |dialog: Dialog| Ok(Action::View(ViewAction::Dialog(Some(dialog))));
        match self {
            Self::Show(screen) => {
                if matches!(screen, Screen::Formulas | Screen::Compare | Screen::Matrix) {
                    some_samples(state)?;
                }
                Ok(Action::View(ViewAction::ToggleScreen(*screen)))
            }
            Self::Tab(tab) => {
                shown(state)?;
                let is_shown = state.screen() == Screen::Samples && state.view.tab == *tab;
                unless(Obstacle::Already, is_shown)?;
                Ok(Action::View(ViewAction::ShowTab(*tab)))
            }
            Self::AddText => dialog(Dialog::AddText { pasted: String::new() }),
            Self::TryComparison => {
                unless(Obstacle::Busy, state.catalogue.fetching.is_some())?;
                Ok(Action::Catalogue(CatalogueAction::Try(Trial::Comparison)))
            }
            Self::TryPage(entry) => {
                unless(Obstacle::Busy, state.catalogue.fetching.is_some())?;
                let mut entries = state.catalogue.entries.iter();
                unless(Obstacle::NotHere, entries.all(|other| other.id != entry.id))?;
                Ok(Action::Catalogue(CatalogueAction::Try(Trial::Page(entry.clone()))))
            }
            Self::Save => {
                some_samples(state)?;
                dialog(Dialog::Save)
            }
            Self::Judge => {
                unless(Obstacle::NoPair, state.pairs() == 0)?;
                dialog(Dialog::Judge)
            }
            Self::ReadWithModel => {
                let mut samples = state.samples.iter();
                unless(Obstacle::NoPage, samples.all(|sample| sample.image.is_none()))?;
                dialog(Dialog::Read)
            }
            Self::OwnModels => dialog(Dialog::OwnModels),
            Self::Settings(topic) => dialog(Dialog::Settings {
                topic: topic.unwrap_or(Topic::Reading),
            }),
            Self::Storage => dialog(Dialog::Storage),
            Self::Explain(metric) => dialog(Dialog::Guide {
                metric: (*metric).to_owned(),
            }),
            Self::Palette => dialog(Dialog::Palette),
            Self::Help => dialog(Dialog::Help),
            Self::Escape => Ok(Action::View(ViewAction::Escape)),
            Self::Undo => {
                unless(Obstacle::NothingToUndo, !state.can_undo())?;
                Ok(Action::History(HistoryAction::Undo))
            }
            Self::Redo => {
                unless(Obstacle::NothingToRedo, state.history.next().is_none())?;
                Ok(Action::History(HistoryAction::Redo))
            }
            Self::List(_) | Self::SortByName(_) | Self::SortBy(_) => self.listing(state),
            Self::Theme(_) | Self::Arrange(_) | Self::FoldPage | Self::ResetSettings => self.change_of_view(state),
            Self::Pause(_) | Self::CancelWork | Self::RetryWork => self.work(state),
            _ => self.of_sample(state),
        }
    }

    fn listing(&self, state: &State) -> Result<Action, Obstacle> {
        some_samples(state)?;
        let now = &state.listing;
        let listing = match self {
            // Shows whatever was hidden.
            Self::List(Filter::All) => Listing {
                order: now.order.clone(),
                ..Listing::default()
            },
            Self::List(filter) => Listing {
                filter: *filter,
                ..now.clone()
            },
            Self::SortBy(metric) => Listing {
                order: Order::Score {
                    metric: (*metric).into(),
                    best_first: false,
                },
                ..now.clone()
            },
            Self::SortByName(true) => Listing {
                order: Order::Name,
                ..now.clone()
            },
            _ => Listing {
                order: Order::Arrival,
                ..now.clone()
            },
        };
        unless(Obstacle::Already, listing == *now)?;
        Ok(Action::Select(SelectAction::List(listing)))
    }

    fn change_of_view(&self, state: &State) -> Result<Action, Obstacle> {
        let set = |id: &'static str, value: &str| Ok(Action::Settings(SettingsAction::Set(id, value.to_owned())));
        match self {
            Self::Theme(theme) => {
                unless(Obstacle::Already, state.view.theme == *theme)?;
                set(
                    "view.theme",
                    match theme {
                        Theme::System => "system",
                        Theme::Light => "light",
                        Theme::Dark => "dark",
                    },
                )
            }
            Self::Arrange(layout) => {
                unless(Obstacle::Already, state.view.layout == Some(*layout))?;
                set(
                    "view.layout",
                    match layout {
                        Layout::SideBySide => "side-by-side",
                        Layout::Unified => "unified",
                    },
                )
            }
            Self::FoldPage => {
                unless(Obstacle::NoPage, shown(state)?.image.is_none())?;
                Ok(Action::View(ViewAction::Show(View {
                    panes: state.view.panes.with_page_toggled(),
                    ..state.view
                })))
            }
            _ => {
                let is_changed = !state.settings.is_empty() || !state.app_settings().is_empty();
                unless(Obstacle::NothingChanged, !is_changed)?;
                Ok(Action::Settings(SettingsAction::ResetAll))
            }
        }
    }

    fn work(&self, state: &State) -> Result<Action, Obstacle> {
        let open = state.open_work();
        let is_idle = open.to_read + open.to_score == 0;
        match self {
            Self::Pause(paused) => {
                unless(Obstacle::NoWork, is_idle && *paused)?;
                Ok(Action::Queue(QueueAction::Pause(*paused)))
            }
            Self::CancelWork => {
                unless(Obstacle::NoWork, is_idle)?;
                Ok(Action::Queue(QueueAction::CancelAll))
            }
            _ => {
                unless(Obstacle::NothingFailed, state.samples.count(Stage::Unfinished) == 0)?;
                Ok(Action::Queue(QueueAction::RetryAll))
            }
        }
    }

    fn of_sample(&self, state: &State) -> Result<Action, Obstacle> {
        match self {
            Self::Sample(step) => {
                match state.screen() {
                    Screen::Samples | Screen::Formulas => some_samples(state)?,
                    Screen::LatexBench if state.bench.part == BenchPart::Tasks => {
                        unless(Obstacle::NoTasks, state.bench.items.is_none())?;
                        unless(Obstacle::AtTheEnd, state.bench.neighbour(*step).is_none())?;
                    }
                    _ => return Err(Obstacle::NotShown),
                }
                Ok(Action::Select(SelectAction::Neighbour(*step)))
            }
            Self::RemoveAll => {
                some_samples(state)?;
                Ok(Action::Sample(SampleAction::RemoveAll))
            }
            _ => self.of_shown(state, shown(state)?),
        }
    }

    fn of_shown(&self, state: &State, shown: &Sample) -> Result<Action, Obstacle> {
        let id = shown.id;
        match self {
            Self::System(step) => {
                unless(Obstacle::OneSystem, state.samples.systems().len() < 2)?;
                Ok(Action::Select(SelectAction::System(*step)))
            }
            Self::Place(step) => Ok(Action::View(ViewAction::StepFocus(*step))),
            Self::Unsure(step) => {
                unless(Obstacle::NothingUnsure, shown.unsure().next().is_none())?;
                Ok(Action::Correct(CorrectAction::StepUnsure(*step)))
            }
            Self::Correct => {
                unless(Obstacle::NoPage, shown.image.is_none())?;
                unless(Obstacle::NothingSelected, shown.marked(&state.focus).is_empty())?;
                Ok(Action::Correct(CorrectAction::Open))
            }
            Self::ReadAgain => {
                let has_pages = state.samples.page_count(id).images > 0;
                unless(Obstacle::NoPage, shown.image.is_none() && !has_pages)?;
                Ok(Action::Read(ReadAction::Read(id)))
            }
            Self::ReadFrom(material) => {
                unless(Obstacle::NoPage, !state.is_of_pdf(shown))?;
                Ok(Action::Read(ReadAction::From(id, *material)))
            }
            Self::Compile => {
                prediction(state)?;
                unless(Obstacle::NotCompilable, shown.compilable().is_none())?;
                unless(Obstacle::Already, shown.compilation().is_some())?;
                Ok(Action::Engine(EngineAction::Use(Use::from(shown.form))))
            }
            Self::Score => {
                prediction(state)?;
                reference(state)?;
                Ok(Action::Score(ScoreAction::Again(id)))
            }
            Self::Swap => {
                prediction(state)?;
                reference(state)?;
                Ok(Action::Sample(SampleAction::Swap(id)))
            }
            _ => Ok(Action::Sample(SampleAction::Remove(id))),
        }
    }
}

fn shown(state: &State) -> Result<&Rc<Sample>, Obstacle> {
    state.current().ok_or(Obstacle::NotShown)
}

fn prediction(state: &State) -> Result<&str, Obstacle> {
    shown(state)?.prediction_latex().ok_or(Obstacle::NoPrediction)
}

fn reference(state: &State) -> Result<&str, Obstacle> {
    shown(state)?.reference_latex().ok_or(Obstacle::NoReference)
}

#[cfg(test)]
mod tests;
