use gloo::timers::callback::Timeout;
use texlens_blob::Blob;
use yew::prelude::*;

use crate::app::hooks::use_object_url;

/// A row shows its image after this time: while rows rush past, images are not decoded.
const PAUSE_MS: u32 = 120;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The encoded bytes of the image.
    pub(super) picture: Blob,
}

/// Shows a small picture of a page, as decoration.
#[component]
pub(super) fn Thumbnail(props: &Props) -> Html {
    let is_due = use_state_eq(|| false);
    {
        let is_due = is_due.setter();
        use_effect_with((), move |()| {
            let timer = Timeout::new(PAUSE_MS, move || is_due.set(true));
            move || drop(timer)
        });
    }
    html! {
        <span class="matrix-thumbnail">
            if *is_due { <Picture blob={props.picture.clone()} /> }
        </span>
    }
}

#[derive(Properties, PartialEq)]
struct PictureProps {
    blob: Blob,
}

#[component]
fn Picture(props: &PictureProps) -> Html {
    let url = use_object_url(&props.blob);
    html! { <img src={url.to_string()} alt="" decoding="async" /> }
}
