use texlens_workspace::words::compare as words;
use yew::prelude::*;

use crate::app::hooks::{TextFile, use_export};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The id of the button that saves the plot.
    pub(super) id: &'static str,
    /// The markup of the displayed plot. The plot writer escapes all text from outside.
    pub(super) shown: AttrValue,
    /// Returns the plot as the text of an SVG file.
    pub(super) saved: Callback<(), String>,
    /// The name of the file, without its ending.
    pub(super) name: String,
    /// Called with the index of a clicked dot.
    #[prop_or_default]
    pub(super) on_dot: Option<Callback<usize>>,
}

/// Shows a plot, with a button that saves it as a file.
#[component]
pub(super) fn Figure(props: &Props) -> Html {
    let export = use_export();
    let save = {
        let (saved, name) = (props.saved.clone(), format!("{}.svg", file_name(&props.name)));
        Callback::from(move |_: MouseEvent| export.emit(TextFile::svg(name.clone(), saved.emit(()))))
    };
    let on_click = props.on_dot.clone().map(|on_dot| {
        Callback::from(move |event: MouseEvent| {
            let dot = event
                .target_dyn_into::<web_sys::Element>()
                .and_then(|element| element.closest("[data-dot]").ok().flatten())
                .and_then(|element| element.get_attribute("data-dot")?.parse().ok());
            if let Some(dot) = dot {
                on_dot.emit(dot);
            }
        })
    });
    html! {
        <figure class={classes!("plot-figure", on_click.is_some().then_some("pick"))}>
            <div onclick={on_click}>{Html::from_html_unchecked(props.shown.clone())}</div>
            <button id={props.id} type="button" class="link" onclick={save}>{words::SAVE_PLOT}</button>
        </figure>
    }
}

/// Returns a file name of letters, digits and hyphens.
fn file_name(name: &str) -> String {
    let letter = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let name: String = name.to_lowercase().chars().map(letter).take(60).collect();
    name.split('-')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}
