use std::rc::Rc;

use texlens_evaluate::Image;
use texlens_ocr::Kind;
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    overlay::{Overlay, latex_of},
    progress::Progress,
};
use crate::app::{
    hooks::{use_object_url, use_reveal},
    state::{Action, Focus, Pace, Reading, Runtime, Sample, View, Zoom},
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) image: Rc<Image>,
    pub(super) sample: Rc<Sample>,
    pub(super) focus: Focus,
    pub(super) runtime: Runtime,
    pub(super) view: View,
    pub(super) send: Callback<Action>,
}

/// The page with what was recognised on it.
#[component]
pub(super) fn Page(props: &Props) -> Html {
    let Props {
        image,
        sample,
        focus,
        runtime,
        view,
        send,
    } = props;
    let view = *view;
    let url = use_object_url(image);
    let hovered = use_state_eq(|| None::<usize>);
    let selected = sample.marked(focus);
    let scroller = use_node_ref();
    use_reveal(&scroller, "rect.selected", false, (selected.clone(), view.zoom));
    let id = sample.id;
    let on_hover = {
        let hovered = hovered.setter();
        use_callback((), move |index, ()| hovered.set(index))
    };
    let zoom = match view.zoom {
        Zoom::Fit => "fit",
        Zoom::Actual => "actual",
    };
    html! {
        <section class="page" aria-label="Page">
            <div class="toolbar">
                <h2 class="name" title={sample.name.clone()}>{&sample.name}</h2>
                <span class="dim">{image.width}{" \u{d7} "}{image.height}</span>
                <Choice<Zoom>
                    label="Zoom"
                    options={vec![
                        ChoiceOption { value: Zoom::Fit, label: "Fit" },
                        ChoiceOption { value: Zoom::Actual, label: "100 %" },
                    ]}
                    value={view.zoom}
                    on_change={send.reform(move |zoom| Action::Show(View { zoom, ..view }))}
                />
            </div>
            <Progress
                reading={sample.reading.clone()}
                runtime={runtime.clone()}
                on_cancel={send.reform(move |()| Action::Cancel(id))}
            />
            {outcome(sample, send)}
            // Scrolling needs the keyboard, too.
            <div class="scroller" ref={scroller} tabindex="0" role="region" aria-label="Page image">
                <div class={classes!("sheet", zoom)}>
                    <img src={url.to_string()} alt={format!("Page {}", sample.name)} width={image.width.to_string()} height={image.height.to_string()} />
                    if let Some(prediction) = sample.prediction.clone().filter(|prediction| prediction.recognition.is_some()) {
                        <Overlay {prediction} size={(image.width, image.height)} selected={selected.clone()} {on_hover} {send} />
                    }
                </div>
            </div>
            {readout(sample, (*hovered).or((selected.len() == 1).then_some(selected.start)), send)}
        </section>
    }
}

/// What became of the reading, with a way on.
fn outcome(sample: &Sample, send: &Callback<Action>) -> Html {
    let id = sample.id;
    let read = send.reform(move |_: MouseEvent| Action::Read(id));
    let button = |label: &'static str| html! { <button type="button" class="button small" onclick={read.clone()}>{label}</button> };
    match &sample.reading {
        Reading::Failed { message } => html! {
            <div class="outcome failed" role="alert"><p>{message}</p>{button("Try again")}</div>
        },
        Reading::Cancelled => {
            html! { <div class="outcome"><p>{"Reading was cancelled."}</p>{button("Read the page")}</div> }
        }
        Reading::Idle if sample.prediction.is_some() => html! {
            <div class="outcome"><p>{"The prediction came with the page."}</p>{button("Replace it with the built-in OCR")}</div>
        },
        Reading::Idle => html! { <div class="outcome"><p>{"Not read yet."}</p>{button("Read the page")}</div> },
        _ => Html::default(),
    }
}

/// The token under the pointer or the selected one, in words; otherwise how the page was read.
fn readout(sample: &Sample, token: Option<usize>, send: &Callback<Action>) -> Html {
    let prediction = sample.prediction.as_deref();
    let token = prediction.and_then(|prediction| {
        let token = prediction.recognition.as_ref()?.tokens.get(token?)?;
        Some((latex_of(prediction, token), token))
    });
    if let Some((latex, token)) = token {
        let kind = match token.kind {
            Kind::Text => "text",
            Kind::Heading => "heading",
            Kind::InlineMath => "formula",
            Kind::DisplayMath => "displayed formula",
        };
        return html! {
            <p class="readout">
                <code>{latex}</code>
                <span class="dim">{kind}{", confidence "}{format!("{:.2}", token.confidence)}</span>
            </p>
        };
    }
    let id = sample.id;
    let pace = sample.run.as_ref().and_then(|run| run.pace.as_ref());
    let provider = sample.run.as_ref().map(|run| run.provider.clone());
    let tokens = sample.recognition().map(|recognition| recognition.tokens.len());
    html! {
        <p class="readout">
            if let Some(tokens) = tokens {
                <span class="dim" title={provider.clone()}>
                    {tokens}{" words and formulas"}
                    if let Some(Pace { seconds, device }) = pace {
                        {format!(", read in {seconds:.1} s on {device}")}
                    } else if let Some(provider) = provider {
                        {", read earlier. "}{provider}
                    }
                </span>
                <span class="spacer" />
                <button type="button" class="link" onclick={send.reform(move |_| Action::Read(id))}>{"Read again"}</button>
            }
        </p>
    }
}
