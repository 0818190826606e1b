use gloo::file::File;
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) label: &'static str,
    #[prop_or_default]
    pub(super) hint: &'static str,
    #[prop_or_default]
    pub(super) primary: bool,
    #[prop_or_default]
    pub(super) disabled: bool,
    /// The endings of the names of the files; none for a folder with all its contents.
    pub(super) endings: &'static [&'static str],
    /// Receives the chosen files, at least one.
    pub(super) on_files: Callback<Vec<File>>,
}

/// Shows a button that opens the browser's file dialog for files that are not imported.
#[component]
pub(super) fn OpenButton(props: &Props) -> Html {
    let input = use_node_ref();
    let open = {
        let input = input.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let on_choice = {
        let (input, on_files) = (input.clone(), props.on_files.clone());
        Callback::from(move |_: Event| {
            let Some(input) = input.cast::<HtmlInputElement>() else {
                return;
            };
            let files = input.files().map(|files| gloo::file::FileList::from(files).to_vec());
            if let Some(files) = files.filter(|files| !files.is_empty()) {
                on_files.emit(files);
            }
            // Clears the field, so that the same file can be chosen again.
            input.set_value("");
        })
    };
    let is_folder = props.endings.is_empty();
    let class = classes!("button", props.primary.then_some("primary"));
    html! {
        <>
            <button type="button" {class} title={props.hint} disabled={props.disabled} onclick={open}>{props.label}</button>
            <input ref={input} type="file" multiple=true hidden=true webkitdirectory={is_folder} accept={(!is_folder).then(|| props.endings.join(","))} onchange={on_choice} />
        </>
    }
}
