use futures_util::future::abortable;
use gloo::timers::callback::Timeout;
use texlens_blob::Blob;
use texlens_workspace::picture::{PdfPage, Source};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::hooks::use_object_url;
use crate::worker::pdf::PdfClient;

/// A row shows its image after this time: while rows rush past, images are not decoded.
const PAUSE_MS: u32 = 120;
/// Resolution at which pages of PDF files are drawn, in dots per inch: sharp on screens of double density.
const DPI: u16 = 10;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) picture: Source,
    pub(super) pdf: PdfClient,
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
            if *is_due {
                {match &props.picture {
                    Source::Image(blob) => html! { <Picture blob={blob.clone()} /> },
                    Source::Page(page) => html! { <Drawn page={page.clone()} pdf={props.pdf.clone()} /> },
                }}
            }
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

#[derive(Properties, PartialEq)]
struct DrawnProps {
    page: PdfPage,
    pdf: PdfClient,
}

/// Shows a page of a PDF file, once it is drawn. A page that cannot be drawn has no picture here; its sample says why.
#[component]
fn Drawn(props: &DrawnProps) -> Html {
    let drawn = use_state(|| None::<Blob>);
    {
        let drawn = drawn.setter();
        use_effect_with((props.page.clone(), props.pdf.clone()), move |(page, pdf)| {
            let page = PdfPage {
                dpi: DPI,
                ..page.clone()
            };
            let pdf = pdf.clone();
            let (drawing, left) = abortable(async move {
                let picture = pdf.draw(page).await.ok();
                drawn.set(picture.and_then(|drawn| drawn.picture.blob().cloned()));
            });
            spawn_local(async move {
                let _ = drawing.await;
            });
            // Rows that are no longer visible do not delay visible ones.
            move || left.abort()
        });
    }
    match &*drawn {
        Some(blob) => html! { <Picture blob={blob.clone()} /> },
        None => Html::default(),
    }
}
