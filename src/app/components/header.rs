use texlens_workspace::state::{Action, CompareAction, Dialog, Theme, View, ViewAction};
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    file_button::FileButton,
};
use crate::app::hooks::Importer;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) view: View,
    /// Whether the comparison of systems is shown instead of the samples.
    pub(super) is_comparing: bool,
    /// Whether there is anything to compare.
    pub(super) can_compare: bool,
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
        is_comparing,
        can_compare,
        can_save,
        is_saving,
        importer,
        send,
    } = props;
    let view = *view;
    let dialog =
        |dialog: Dialog| send.reform(move |_: MouseEvent| Action::View(ViewAction::Dialog(Some(dialog.clone()))));
    let (theme, theme_label, sign) = match view.theme {
        Theme::System => (Theme::Light, "Colours: system. Switch to light", "\u{25d0}"),
        Theme::Light => (Theme::Dark, "Colours: light. Switch to dark", "\u{25cb}"),
        Theme::Dark => (Theme::System, "Colours: dark. Switch to system", "\u{25cf}"),
    };
    html! {
        <header class="masthead">
            <h1>{"te"}<span>{"x"}</span>{"lens"}</h1>
            <p class="tagline">{"How well was this page turned into LaTeX?"}</p>
            if *can_compare {
                <div class="screens">
                    <Choice<bool>
                        label="View"
                        options={vec![ChoiceOption { value: false, label: "Samples" }, ChoiceOption { value: true, label: "Compare" }]}
                        value={*is_comparing}
                        on_change={send.reform(|is_shown| Action::Compare(CompareAction::Show(is_shown)))}
                    />
                </div>
            }
            <div class="actions">
                <FileButton label="Open files" {importer} />
                <button type="button" class="button" onclick={dialog(Dialog::AddText { pasted: String::new() })}>
                    {"Add text"}
                </button>
                <button type="button" class="button" disabled={!can_save} onclick={dialog(Dialog::Save)}>
                    {if *is_saving { "Saving\u{2026}" } else { "Save" }}
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
                <button type="button" class="icon" aria-label="Help and keys" title="Help and keys (?)" onclick={dialog(Dialog::Help)}>
                    {"?"}
                </button>
            </div>
        </header>
    }
}
