use std::rc::Rc;

use texlens_blob::Blob;
use texlens_workspace::commands::elements;
use texlens_workspace::state::{Action, MadePage, MakingAction};
use texlens_workspace::words::{
    common::{self, Portion},
    making as words,
};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::components::{pager::Pager, select::Select};
use crate::app::hooks::{MakeAsk, use_object_url, use_text};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) page: Rc<MadePage>,
    /// The index of the image that is shown.
    pub(super) picture: usize,
    /// The index of the page.
    pub(super) at: usize,
    pub(super) pages: usize,
    pub(super) ask: Callback<MakeAsk>,
    pub(super) send: Callback<Action>,
}

/// Shows a made page: its image, the boxes of text and formulas over it, and its reference.
#[component]
pub(super) fn Viewer(props: &Props) -> Html {
    let Props {
        page,
        picture,
        at,
        pages,
        ask,
        send,
    } = props;
    let has_boxes = use_state_eq(|| false);
    let reference = use_text(page.file(&page.info.reference));
    let turn = send.reform(|page| Action::Making(MakingAction::Show(page)));
    let on_slide = turn.reform(|event: InputEvent| {
        let slider = event.target_dyn_into::<HtmlInputElement>();
        slider
            .and_then(|slider| slider.value().parse().ok())
            .unwrap_or_default()
    });
    let on_picture =
        send.reform(|typed: String| Action::Making(MakingAction::Picture(typed.parse().unwrap_or_default())));
    let on_boxes = {
        let (setter, boxes) = (has_boxes.setter(), *has_boxes);
        Callback::from(move |_: Event| setter.set(!boxes))
    };
    let pictures = &page.info.pictures;
    let shown = (*picture).min(pictures.len().saturating_sub(1));
    let picture = pictures.get(shown);
    let image = picture.and_then(|picture| page.file(&picture.path));
    let titles = pictures.iter().enumerate();
    let titles: Vec<(String, String)> = titles
        .map(|(index, picture)| (index.to_string(), picture.title.clone()))
        .collect();
    html! {
        <div class="make-page">
            <div class="make-tools">
                <Pager what={words::ALL} portion={Portion::Page} part={*at} parts={*pages} {turn} />
                if *pages > 2 {
                    <input type="range" aria-label={words::SLIDER} min="0" max={(pages - 1).to_string()} value={at.to_string()} oninput={on_slide} />
                }
                if titles.len() > 1 {
                    <Select label={words::IMAGE} options={titles} value={shown.to_string()} on_change={on_picture} />
                }
                <label class="check"><input id={elements::PAGE_BOXES} type="checkbox" checked={*has_boxes} onchange={on_boxes} />{words::BOXES}</label>
                <button type="button" class="button small" onclick={ask.reform(|_: MouseEvent| MakeAsk::SavePdf)}>{words::SAVE_PDF}</button>
            </div>
            <p class="dim">{&page.info.layout}</p>
            if let (Some(picture), Some(image)) = (picture, image) {
                <Sheet
                    image={image.clone()}
                    size={picture.size}
                    boxes={page.boxes.get(shown).filter(|_| *has_boxes).cloned()}
                    name={words::page(&page.info.name)}
                />
            }
            <details>
                <summary>{common::REFERENCE}</summary>
                <pre tabindex="0">{reference}</pre>
            </details>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct SheetProps {
    image: Blob,
    size: [usize; 2],
    boxes: Option<Blob>,
    name: String,
}

/// Shows an image of a page, with boxes over it.
#[component]
fn Sheet(props: &SheetProps) -> Html {
    let url = use_object_url(&props.image);
    let [width, height] = props.size.map(|side| side.to_string());
    // The boxes consist of numbers, names of kinds and escaped LaTeX.
    let boxes = use_text(props.boxes.as_ref()).map(Html::from_html_unchecked);
    html! {
        <div class="sheet fit">
            <img src={url.to_string()} alt={props.name.clone()} {width} {height} />
            if let Some(boxes) = boxes {
                <div class="make-boxes">{boxes}</div>
            }
        </div>
    }
}
