use gloo::file::File;
use texlens_metrics::texbleu::TokeniserChoice;
use texlens_workspace::words::settings as words;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::confirm::Confirm;
use super::open_button::OpenButton;
use crate::app::hooks::{use_tokenisers, use_value_shown};
use crate::worker::score::ScoreClient;

/// The ending that the file dialog offers.
const ENDINGS: &[&str] = &[".json"];

/// Returns the value of the setting that stands for a file.
fn value(sha256: &str) -> String {
    format!("sha256:{sha256}")
}

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The name of the setting.
    pub(super) name: &'static str,
    /// The value of the setting.
    pub(super) text: String,
    pub(super) scorer: ScoreClient,
    /// Receives the name and another value.
    pub(super) set: Callback<(&'static str, String)>,
}

/// Shows the choice of a tokeniser for TeXBLEU, with buttons that add a file and remove it.
#[component]
pub(super) fn Tokeniser(props: &Props) -> Html {
    let Props { name, text, set, .. } = props;
    let name = *name;
    let choose = set.reform(move |choice: TokeniserChoice| (name, choice.to_string()));
    let added = set.reform(move |sha256: String| (name, value(&sha256)));
    let files = use_tokenisers(&props.scorer, added);
    let stored = files.stored.clone().unwrap_or_default();
    let on_change = set.reform(move |event: Event| {
        let field = event.target_dyn_into::<HtmlSelectElement>();
        (name, field.map(|field| field.value()).unwrap_or_default())
    });
    let chosen = match TokeniserChoice::parse(text) {
        Some(TokeniserChoice::File(sum)) => Some(sum.to_string()),
        _ => None,
    };
    let bundled = TokeniserChoice::BUNDLED.map(|choice| (choice.to_string(), choice.to_string()));
    let mut options: Vec<(String, String)> = bundled.into();
    options.extend(
        stored
            .iter()
            .map(|file| (value(&file.sha256), words::tokeniser(&file.name, &file.sha256))),
    );
    let file = chosen
        .as_ref()
        .and_then(|sha256| stored.iter().find(|file| file.sha256 == *sha256));
    let absent = chosen.as_ref().filter(|_| file.is_none());
    options.extend(absent.map(|sha256| (value(sha256), words::absent_tokeniser(sha256))));
    let list = use_value_shown(text, options.len());
    let add = files.add.clone();
    let add = Callback::from(move |files: Vec<File>| files.into_iter().take(1).for_each(|file| add.emit(file)));
    html! {
        <>
            <select id={name} ref={list} onchange={on_change}>
                {for options.into_iter().map(|(value, label)| {
                    let selected = value == *text;
                    html! { <option {value} {selected}>{label}</option> }
                })}
            </select>
            <div class="file">
                <OpenButton label={words::CHOOSE_TOKENISER} endings={ENDINGS} on_files={add} />
                if let Some(file) = file {
                    {remove(file.name.clone(), file.sha256.clone(), &files.forget, &choose)}
                }
                if let Some(sha256) = &chosen {
                    <code class="hash">{sha256}</code>
                }
                if absent.is_some() && files.stored.is_some() {
                    <p class="failed" role="alert">{words::TOKENISER_GONE}</p>
                }
                if let Some(failure) = &files.failure {
                    <p class="failed" role="alert">{failure}</p>
                }
                <p>{words::TOKENISER_NOTE}</p>
            </div>
        </>
    }
}

/// Renders the button that removes a file; the setting returns to its default.
fn remove(name: String, sha256: String, forget: &Callback<String>, choose: &Callback<TokeniserChoice>) -> Html {
    let (forget, choose) = (forget.clone(), choose.clone());
    let label = words::remove_tokeniser(&name);
    let on_confirm = Callback::from(move |()| {
        forget.emit(sha256.clone());
        choose.emit(TokeniserChoice::Texlens);
    });
    html! { <Confirm {label} question={words::REMOVE_TOKENISER_ASK} {on_confirm} /> }
}
