use std::rc::Rc;

use texlens_blob::Blob;
use texlens_workspace::picture::Picture;
use yew::prelude::*;

use crate::app::hooks::use_object_url;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) image: Rc<Picture>,
    /// The encoded bytes of the image.
    pub(super) blob: Blob,
    /// Alternative text of the image.
    pub(super) alt: String,
    /// Degrees clockwise by which the image was turned for reading.
    pub(super) turn: f32,
    /// Width and height of the turned image in pixels.
    pub(super) size: (u32, u32),
}

/// Shows the image of the page, upright.
#[component]
pub(super) fn Sheet(props: &Props) -> Html {
    let Props {
        image,
        blob,
        alt,
        turn,
        size: (width, height),
    } = props;
    let url = use_object_url(blob);
    let (width, height) = (width.to_string(), height.to_string());
    if *turn == 0.0 {
        return html! { <img src={url.to_string()} alt={alt.clone()} {width} {height} /> };
    }
    let place = format!(
        "translate({} {}) rotate({turn}) translate({} {})",
        f64::from(props.size.0) / 2.0,
        f64::from(props.size.1) / 2.0,
        -f64::from(image.width) / 2.0,
        -f64::from(image.height) / 2.0,
    );
    html! {
        <svg class="turned" viewBox={format!("0 0 {width} {height}")} {width} {height} role="img" aria-label={alt.clone()}>
            <image href={url.to_string()} width={image.width.to_string()} height={image.height.to_string()} transform={place} />
        </svg>
    }
}
