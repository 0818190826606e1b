use std::rc::Rc;

use texlens_ocr::{detect::turned_size, turn_in_words};
use yew::prelude::*;

use super::{
    attribution::Attribution,
    choice::{Choice, ChoiceOption},
    marks::Marks,
    overlay::Overlay,
    progress::Progress,
    readout::Readout,
    sheet::Sheet,
};
use crate::{
    app::{
        hooks::use_reveal,
        roles::roles,
        state::{Action, Focus, Reading, Runtime, Sample, View, Zoom},
    },
    picture::Picture,
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) image: Rc<Picture>,
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
    let turn = sample.recognition().map_or(0.0, |recognition| recognition.turn);
    let size = turned_size((image.width, image.height), turn);
    let roles = use_memo(sample.prediction.clone(), |prediction| {
        let recognition = prediction
            .as_ref()
            .and_then(|prediction| prediction.recognition.as_ref());
        recognition.map(roles).unwrap_or_default()
    });
    let hovered = use_state_eq(Focus::default);
    let scroller = use_node_ref();
    use_reveal(
        &scroller,
        "rect.selected",
        false,
        (focus.clone(), sample.marked(focus), view.zoom),
    );
    let id = sample.id;
    let on_hover = {
        let hovered = hovered.setter();
        use_callback((), move |over, ()| hovered.set(over))
    };
    let recognised = sample.recognition().is_some();
    // A part that was marked is to be acted on, wherever the pointer is.
    let is_selected = [&Focus::Nothing, focus].contains(&&*hovered) || matches!(focus, Focus::Region(_));
    let zoom = match view.zoom {
        Zoom::Fit => "fit",
        Zoom::Actual => "actual",
    };
    html! {
        <section class="page" aria-label="Page">
            <div class="toolbar">
                <h2 class="name" title={sample.name.clone()}>{&sample.name}</h2>
                <span class="dim">{image.width}{" \u{d7} "}{image.height}{turn_in_words(turn).map(|turned| format!(", {turned}"))}</span>
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
            if let Some(credit) = &sample.credit {
                <p class="credit">
                    <cite>{&credit.title}</cite>{", p. "}{credit.page}{". "}
                    <Attribution credit={(**credit).clone()} />
                </p>
            }
            {outcome(sample, send)}
            if recognised {
                <Marks sample={sample.clone()} roles={roles.clone()} focus={focus.clone()} {view} {send} />
            }
            // Scrolling needs the keyboard, too.
            <div class="scroller" ref={scroller} tabindex="0" role="region" aria-label="Page image">
                <div class={classes!("sheet", zoom)}>
                    <Sheet image={image.clone()} alt={format!("Page {}", sample.name)} {turn} {size} />
                    if recognised {
                        <Overlay
                            sample={sample.clone()}
                            roles={roles.clone()}
                            {size}
                            focus={focus.clone()}
                            layer={view.layer}
                            {on_hover}
                            {send}
                        />
                    }
                </div>
            </div>
            <Readout
                sample={sample.clone()}
                {roles}
                shown={if is_selected { focus.clone() } else { (*hovered).clone() }}
                {is_selected}
                {send}
            />
        </section>
    }
}

/// What became of the reading, with a way on.
fn outcome(sample: &Sample, send: &Callback<Action>) -> Html {
    let id = sample.id;
    let part = sample.part.as_ref().map(|part| part.region);
    let read = send.reform(move |_: MouseEvent| part.map_or(Action::Read(id), |region| Action::ReadPart(id, region)));
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
        Reading::Done => sample
            .recognition()
            .and_then(|recognition| recognition.doubt)
            .map_or_else(Html::default, |doubt| {
                html! { <div class="outcome doubt" role="status"><p>{doubt.to_string()}</p></div> }
            }),
        Reading::Queued | Reading::Running { .. } | Reading::Stopping { .. } => Html::default(),
    }
}
