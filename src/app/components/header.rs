use texlens_workspace::state::{Action, Dialog, Screen, Theme, View, ViewAction};
use texlens_workspace::words::{common, header as words};
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    file_button::FileButton,
};
use crate::app::hooks::Importer;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) view: View,
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
        view,
        screen,
        has_samples,
        can_save,
        is_saving,
        importer,
        send,
    } = props;
    let view = *view;
    let dialog =
        |dialog: Dialog| send.reform(move |_: MouseEvent| Action::View(ViewAction::Dialog(Some(dialog.clone()))));
    let theme_label = words::theme(view.theme);
    let (theme, sign) = match view.theme {
        Theme::System => (Theme::Light, "\u{25d0}"),
        Theme::Light => (Theme::Dark, "\u{25cb}"),
        Theme::Dark => (Theme::System, "\u{25cf}"),
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
                <button
                    type="button"
                    class="icon"
                    aria-label={theme_label}
                    title={theme_label}
                    onclick={send.reform(move |_| Action::View(ViewAction::Show(View { theme, ..view })))}
                >
                    {sign}
                </button>
                <button
                    type="button"
                    class="icon"
                    aria-label={words::HELP}
                    title={words::HELP_KEY}
                    onclick={dialog(Dialog::Help)}
                >
                    {"?"}
                </button>
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
