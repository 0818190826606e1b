//! Labels of all commands, and sentences of the palette.

use crate::commands::{Command, Key, Obstacle};
use crate::state::{Filter, Layout, Material, Screen, State, Step, Tab, Theme};

use super::{common, header, history, own_models, readers, result, settings, tables, typeset_page};

mod bench;
mod board;
mod compare;
mod formulas;
mod making;
mod matrix;
mod message;
mod metric;
mod rating;
mod shown;
mod view;

use metric::metric_name;

/// The palette's title, and the name of the button that opens it.
pub const TITLE: &str = "Commands";

/// Name of the input field.
pub const SEARCH: &str = "Search commands and samples";

/// Placeholder of the input field.
pub const PLACEHOLDER: &str = "Type a command or the name of a sample";

/// Name of the list of results.
pub const RESULTS: &str = "Results";

/// Heading of the commands that were used last.
pub const RECENT: &str = "Recently used";

/// Heading of the commands.
pub const COMMANDS: &str = "Commands";

/// Heading of the samples.
pub const SAMPLES: &str = "Samples";

/// State while samples are searched.
pub const SEARCHING: &str = "Searching the samples\u{2026}";

/// Nothing was found.
pub const NOTHING: &str = "Nothing matches. Try fewer letters.";

/// How to use the palette.
pub const HOW: [(&str, &str); 3] = [("\u{2191} \u{2193}", "choose"), ("Enter", "run"), ("Esc", "close")];

/// The number of results, for screen readers.
#[must_use]
pub fn results(count: usize) -> String {
    super::count(count, "result")
}

/// The label of a command.
#[must_use]
pub fn label(command: &Command) -> String {
    let label = match command {
        Command::Show(screen) => return format!("Show {}", screen_name(*screen)),
        Command::Tab(tab) => return format!("Show the tab {}", tab_name(*tab)),
        Command::AddFiles => common::ADD_FILES,
        Command::AddFolder => common::ADD_FOLDER,
        Command::AddText => header::ADD_TEXT,
        Command::TryComparison => "Try a comparison",
        Command::TryPage(entry) => return format!("Try the sample page {}: {}", entry.id, entry.credit.title),
        Command::Save => "Save the evaluation",
        Command::SaveAs(format) => return format!("Save as {}", format.name()),
        Command::CopyPrediction => "Copy the prediction",
        Command::CopyReference => "Copy the reference",
        Command::Download => "Download the prediction as .tex",
        Command::Sample(Step::Next) => "Next sample",
        Command::Sample(Step::Previous) => "Previous sample",
        Command::System(Step::Next) => "Next system on this sample",
        Command::System(Step::Previous) => "Previous system on this sample",
        Command::Place(Step::Next) => "Next difference or place",
        Command::Place(Step::Previous) => "Previous difference or place",
        Command::Unsure(Step::Next) => "Next unsure place",
        Command::Unsure(Step::Previous) => "Previous unsure place",
        Command::Correct => "Correct the selected word or formula",
        Command::ReadAgain => "Read the page again",
        Command::ReadFrom(Material::Text) => "Read from the text of the PDF",
        Command::ReadFrom(_) => "Read from the image of the page",
        Command::ReadWithModel => readers::OPEN,
        Command::OwnModels => own_models::OPEN,
        Command::Compile => "Compile the predictions",
        Command::Score => "Score this sample again",
        Command::Judge => "Ask a judge",
        Command::Swap => "Swap reference and prediction",
        Command::Search => "Search the samples",
        Command::List(Filter::All) => "List all samples",
        Command::List(filter) => return format!("List samples: {}", filter.name()),
        Command::SortByName(true) => "Sort by name",
        Command::SortByName(false) => "Sort by order added",
        Command::SortBy(metric) => return format!("Sort by {}, worst first", metric_name(metric)),
        Command::Remove => "Remove this sample",
        Command::RemoveAll => "Remove all samples",
        Command::Pause(true) => "Pause the work",
        Command::Pause(false) => "Resume the work",
        Command::CancelWork => "Cancel all work",
        Command::RetryWork => "Retry failed work",
        Command::Undo => common::UNDO,
        Command::Redo => history::REDO,
        Command::FoldPage => "Fold the page away, or show it",
        Command::Arrange(Layout::SideBySide) => "Show the LaTeX side by side",
        Command::Arrange(Layout::Unified) => "Show the LaTeX in one text",
        Command::Theme(Theme::System) => "Colours of the system",
        Command::Theme(Theme::Light) => "Light colours",
        Command::Theme(Theme::Dark) => "Dark colours",
        Command::Settings(None) => settings::TITLE,
        Command::Settings(Some(topic)) => return format!("{}: {}", settings::TITLE, settings::topic(*topic)),
        Command::ResetSettings => "Reset all settings",
        Command::Storage => "Storage & offline",
        Command::Explain(metric) => return format!("How {} is measured", metric_name(metric)),
        Command::Palette => TITLE,
        Command::Help => "Help",
        Command::Escape => "Close, deselect or dismiss",
        Command::Message(command) => return message::label(*command),
        Command::Shown(command) => return shown::label(command),
        Command::View(command) => view::label(command),
        Command::Formulas(command) => return formulas::label(command),
        Command::Compare(command) => return compare::label(command),
        Command::Matrix(command) => return matrix::label(command),
        Command::Board(command) => return board::label(command),
        Command::Bench(command) => return bench::label(command),
        Command::Rating(command) => return rating::label(command),
        Command::Make(command) => return making::label(command),
    };
    label.to_owned()
}

/// The act that a command undoes or does again, beside its label.
#[must_use]
pub fn note(command: &Command, state: &State) -> Option<String> {
    let act = match command {
        Command::Undo => state.history.last(),
        Command::Redo => state.history.next(),
        _ => None,
    };
    act.map(|act| history::noun(act).to_owned())
}

const fn screen_name(screen: Screen) -> &'static str {
    match screen {
        Screen::Samples => "the samples",
        Screen::Formulas => "all formulas",
        Screen::Compare => "the comparison of systems",
        Screen::Matrix => "the matrix of samples and systems",
        Screen::Leaderboard => "the leaderboard",
        Screen::LatexBench => "LaTeXBench",
        Screen::Ratings => "ratings by people",
        Screen::Making => "the page maker",
    }
}

const fn tab_name(tab: Tab) -> &'static str {
    match tab {
        Tab::Page => result::PAGE,
        Tab::Scores => result::SCORES,
        Tab::Source => result::DIFF,
        Tab::Formulas => result::FORMULAS,
        Tab::Tables => tables::TAB,
        Tab::Pages => typeset_page::TAB,
        Tab::Compile => result::COMPILE,
    }
}

/// The reason why a command is not possible.
#[must_use]
pub const fn obstacle(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Already => "Already active.",
        Obstacle::NoSamples => "There are too few samples.",
        Obstacle::NotShown => "No sample is shown.",
        Obstacle::NoPage => "There is no page image.",
        Obstacle::NoPrediction => "There is no prediction.",
        Obstacle::NoReference => "There is no reference.",
        Obstacle::NoPair => "No sample has a reference and a prediction.",
        Obstacle::OneSystem => "There is one system only.",
        Obstacle::NothingSelected => "Select a word or formula on the page first.",
        Obstacle::NothingUnsure => "Nothing on the page is unsure.",
        Obstacle::NothingToUndo => "There is nothing to undo.",
        Obstacle::NothingToRedo => "There is nothing to redo.",
        Obstacle::NoWork => "No work is waiting.",
        Obstacle::NothingFailed => "Nothing failed.",
        Obstacle::Busy => "Wait until the current file is done.",
        Obstacle::Unscored => "Wait until all samples are scored.",
        Obstacle::NothingChanged => "All settings have their defaults.",
        Obstacle::NotCompilable => "The prediction is not a document of its own.",
        Obstacle::NotHere => "The page does not come with this version.",
        Obstacle::NoList => "This screen has no list to search.",
        Obstacle::Working => "Wait until the current work is done, or cancel it.",
        Obstacle::NothingRuns => "Nothing is running.",
        Obstacle::NoTasks => "There are no tasks.",
        Obstacle::NoRun => "No model has answered these tasks.",
        Obstacle::NoText => "The shown task has no such text.",
        Obstacle::NoStudy => "There is no study.",
        Obstacle::NoSheet => "No sheet is open.",
        Obstacle::NoQuestion => "No question is shown.",
        Obstacle::NoAnswer => "This question has no answer.",
        Obstacle::OpenQuestions => "Some questions have no answer.",
        Obstacle::NoResults => "There are no results yet.",
        Obstacle::NothingMade => "No page is made yet.",
        Obstacle::AtTheEnd => "This is the first or last one.",
        Obstacle::NothingChosen => "There is nothing to remove.",
        Obstacle::NothingHidden => "Nothing is hidden.",
        Obstacle::AllCompared => "No result is missing.",
        Obstacle::NoCard => "Select a formula first.",
        Obstacle::NothingListed => "No formula is listed.",
        Obstacle::Gone => "The message is gone.",
    }
}

/// Returns whether keyboards of a platform, as browsers name it, have Command in place of Ctrl.
#[must_use]
pub fn has_command_key(platform: &str) -> bool {
    ["Mac", "iP"].iter().any(|apple| platform.starts_with(apple))
}

/// The parts of a key, as they are on a keyboard.
#[must_use]
pub fn keys(key: Key, is_apple: bool) -> Vec<&'static str> {
    let name = match (key.name, key.ctrl) {
        ("Escape", _) => "Esc",
        ("k", true) => "K",
        ("y", true) => "Y",
        ("z", true) => "Z",
        (name, _) => name,
    };
    let control = if is_apple { "\u{2318}" } else { "Ctrl" };
    let held = [(key.ctrl, control), (key.shift, "Shift"), (true, name)];
    held.into_iter()
        .filter(|(is_held, _)| *is_held)
        .map(|(_, name)| name)
        .collect()
}

/// A label with the key of a command, for the hint of a button.
#[must_use]
pub fn with_key(label: &str, command: &Command) -> String {
    match command.key() {
        Some(key) => format!("{label} ({})", keys(key, false).join(" ")),
        None => label.to_owned(),
    }
}
