use texlens_workspace::state::{Action, Material, ReadAction, SampleId};
use texlens_workspace::words::page as words;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// A page of a PDF file, or a document of such pages.
    pub(super) sample: SampleId,
    /// Whether it was read from the text of the file.
    pub(super) is_text: bool,
    /// The button that reads from the image.
    pub(super) image: &'static str,
    pub(super) class: &'static str,
    pub(super) send: Callback<Action>,
}

/// Shows the button that reads pages of a PDF file from the other of text and image.
#[component]
pub(super) fn Way(props: &Props) -> Html {
    let Props {
        sample,
        is_text,
        image,
        class,
        send,
    } = props;
    let id = *sample;
    let (material, label, hint) = if *is_text {
        (Material::Image, *image, words::READ_IMAGE_HINT)
    } else {
        (Material::Text, words::READ_TEXT, words::READ_TEXT_HINT)
    };
    html! {
        <button type="button" class={*class} title={hint} onclick={send.reform(move |_| Action::Read(ReadAction::From(id, material)))}>{label}</button>
    }
}

/// Shows the buttons that read pages of a PDF file from the other of text and image, or from both.
#[component]
pub(super) fn Ways(props: &Props) -> Html {
    let Props {
        sample,
        is_text,
        image,
        class,
        send,
    } = props;
    let id = *sample;
    html! {
        <>
            <Way sample={id} is_text={*is_text} image={*image} class={*class} {send} />
            <button type="button" class={*class} title={words::READ_BOTH_HINT} onclick={send.reform(move |_| Action::Read(ReadAction::Both(id)))}>{words::READ_BOTH}</button>
        </>
    }
}
