use texlens_workspace::commands::Command;
use texlens_workspace::state::{
    Act, Action, AppSetting, Dialog, HistoryAction, Screen, SettingsAction, Theme, Topic, ViewAction,
};
use texlens_workspace::words::commands::{self, with_key};
use texlens_workspace::words::{common, header as words, history, settings};
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    file_button::FileButton,
};
use crate::app::hooks::Importer;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) theme: Theme,
    /// Whether something can be undone.
    pub(super) can_undo: bool,
    /// The act that would be undone, if it is not one of the shown screen alone.
    pub(super) last: Option<Act>,
    pub(super) screen: Screen,
    /// Whether there are samples, which some screens need.
    pub(super) has_samples: bool,
    /// Whether there is anything to save.
    pub(super) can_save: bool,
    pub(super) is_saving: bool,
    pub(super) importer: Importer,
    pub(super) send: Callback<Action>,
}

/// Shows the name of the program and the actions that are always available.
#[component]
pub(super) fn Header(props: &Props) -> Html {
    let Props {
        theme,
        can_undo,
        last,
        screen,
        has_samples,
        can_save,
        is_saving,
        importer,
        send,
    } = props;
    let dialog =
        |dialog: Dialog| send.reform(move |_: MouseEvent| Action::View(ViewAction::Dialog(Some(dialog.clone()))));
    let undo = if *can_undo {
        history::undo(last.as_ref())
    } else {
        history::NOTHING.to_owned()
    };
    let theme_label = words::theme(*theme);
    let (theme, sign) = match theme {
        Theme::System => ("light", "\u{25d0}"),
        Theme::Light => ("dark", "\u{25cb}"),
        Theme::Dark => ("system", "\u{25cf}"),
    };
    let opens = |class: &'static str, label: &'static str, command: &Command, sign: &'static str, to: Dialog| {
        html! {
            <button
                type="button"
                class={classes!("icon", class)}
                aria-label={label}
                title={with_key(label, command)}
                aria-haspopup="dialog"
                onclick={dialog(to)}
            >
                {sign}
            </button>
        }
    };
    let set = |id: &'static str, value: &'static str, label: &'static str, sign: &'static str| {
        let onclick = send.reform(move |_: MouseEvent| Action::Settings(SettingsAction::Set(id, value.to_owned())));
        html! { <button type="button" class="icon seldom" aria-label={label} title={label} {onclick}>{sign}</button> }
    };
    html! {
        <header class="masthead">
            <h1>{"te"}<span>{"x"}</span>{"lens"}</h1>
            <p class="tagline">{words::TAGLINE}</p>
            <div class="screens">
                <Choice<Screen>
                    label={words::VIEW}
                    options={screens(*has_samples)}
                    value={*screen}
                    on_change={send.reform(|screen| Action::View(ViewAction::Screen(screen)))}
                />
            </div>
            <div class="actions">
                <FileButton label={words::OPEN_FILES} {importer} />
                <button type="button" class="button" onclick={dialog(Dialog::AddText { pasted: String::new() })}>
                    {words::ADD_TEXT}
                </button>
                <button type="button" class="button" disabled={!can_save} onclick={dialog(Dialog::Save)}>
                    {if *is_saving { words::SAVING } else { common::SAVE }}
                </button>
                // It is always there, so that nothing moves when there is something to undo.
                <button
                    type="button"
                    class="icon seldom"
                    disabled={!can_undo}
                    aria-label={undo.clone()}
                    title={with_key(&undo, &Command::Undo)}
                    onclick={send.reform(|_| Action::History(HistoryAction::Undo))}
                >
                    {"\u{21b6}"}
                </button>
                {opens("commands", commands::TITLE, &Command::Palette, "\u{2315}", Dialog::Palette)}
                {set(AppSetting::Theme.id(), theme, theme_label, sign)}
                {opens("", settings::OPEN, &Command::Settings(None), "\u{2699}\u{fe0e}", Dialog::Settings { topic: Topic::Reading })}
                {opens("", words::HELP, &Command::Help, "?", Dialog::Help)}
            </div>
        </header>
    }
}

/// Returns the screens that can be shown.
fn screens(has_samples: bool) -> Vec<ChoiceOption<Screen>> {
    let option = |value, label| ChoiceOption { value, label };
    let mut screens = vec![option(Screen::Samples, words::SAMPLES)];
    if has_samples {
        screens.push(option(Screen::Formulas, words::FORMULAS));
        screens.push(option(Screen::Compare, words::COMPARE));
        screens.push(option(Screen::Matrix, words::MATRIX));
    }
    screens.push(option(Screen::Leaderboard, words::LEADERBOARD));
    screens.push(option(Screen::LatexBench, words::LATEXBENCH));
    screens.push(option(Screen::Ratings, words::RATINGS));
    screens.push(option(Screen::Making, words::MAKING));
    screens
}
