use std::rc::Rc;

use texlens_ocr::detect::turned_size;
use texlens_workspace::picture::Picture;
use texlens_workspace::roles::roles;
use texlens_workspace::state::{
    Action, DrawAction, Focus, Material, PageLook, Paper, ReadAction, Reading, Runtime, Sample, View, ViewAction, Zoom,
    overlaid,
};
use texlens_workspace::words::{common, page as words};
use yew::prelude::*;

use super::{
    attribution::Attribution,
    choice::{Choice, ChoiceOption},
    marks::Marks,
    overlay::Overlay,
    progress::Progress,
    readout::Readout,
    sheet::Sheet,
    typeset_page::{Leafed, LookBar, Print, Tex},
    ways::Way,
};
use crate::app::hooks::{Blinking, use_blink, use_reveal};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) image: Rc<Picture>,
    /// The state of the page's image.
    pub(super) paper: Paper,
    pub(super) sample: Rc<Sample>,
    pub(super) focus: Focus,
    pub(super) runtime: Runtime,
    pub(super) view: View,
    pub(super) tex: Tex,
    pub(super) send: Callback<Action>,
}

/// Shows the page with its recognised items.
#[component]
pub(super) fn Page(props: &Props) -> Html {
    let Props {
        image,
        paper,
        sample,
        focus,
        runtime,
        view,
        tex,
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
    let leafed = use_state_eq(Leafed::default);
    let (blinking, on_blink) = use_blink();
    let print = tex
        .drawings
        .of(sample)
        .filter(|_| view.look != PageLook::Image)
        .and_then(|drawn| leafed.of(drawn).cloned());
    let is_overlay = view.look == PageLook::Overlay;
    // Until there is a drawing, the image alone is shown.
    let blinking = if is_overlay && print.is_some() {
        blinking
    } else {
        Blinking::Off
    };
    let has_image = view.look != PageLook::Typeset || print.is_none();
    // The boxes would hide the drawing.
    let has_boxes = has_image && !(is_overlay && print.is_some());
    let on_hover = {
        let hovered = hovered.setter();
        use_callback((), move |over, ()| hovered.set(over))
    };
    let recognised = sample.recognition().is_some();
    // A marked region stays selected wherever the pointer is, so that its buttons can be used.
    let is_selected = [&Focus::Nothing, focus].contains(&&*hovered) || matches!(focus, Focus::Region(_));
    let zoom = match view.zoom {
        Zoom::Fit => "fit",
        Zoom::Actual => "actual",
    };
    html! {
        <section class="page" aria-label={words::SECTION}>
            <div class="toolbar">
                <h2 class="name" title={sample.name.clone()}>{&sample.name}</h2>
                <span class="dim">{words::about(image, turn)}</span>
                <Choice<Zoom>
                    label={words::ZOOM}
                    options={vec![
                        ChoiceOption { value: Zoom::Fit, label: words::FIT },
                        ChoiceOption { value: Zoom::Actual, label: words::ACTUAL },
                    ]}
                    value={view.zoom}
                    on_change={send.reform(move |zoom| Action::View(ViewAction::Show(View { zoom, ..view })))}
                />
            </div>
            <Progress
                reading={sample.reading.clone()}
                runtime={runtime.clone()}
                on_cancel={send.reform(move |()| Action::Read(ReadAction::Cancel(id)))}
            />
            if let Some(credit) = &sample.credit {
                <p class="credit">
                    <cite>{&credit.title}</cite>{words::credited_page(credit.page)}
                    <Attribution credit={(**credit).clone()} />
                </p>
            }
            {missing(sample, image)}
            {outcome(sample, send)}
            {remark(sample, paper, send)}
            if sample.compilable().is_some() {
                <LookBar
                    sample={sample.clone()}
                    tex={tex.clone()}
                    {view}
                    leafed={*leafed}
                    on_leaf={let leafed = leafed.setter(); Callback::from(move |to| leafed.set(to))}
                    {blinking}
                    {on_blink}
                    {send}
                />
            }
            if recognised && has_boxes {
                <Marks sample={sample.clone()} roles={roles.clone()} focus={focus.clone()} {view} {send} />
            }
            // The keyboard can scroll the page only if it can be focused.
            <div class="scroller" ref={scroller} tabindex="0" role="region" aria-label={words::IMAGE}>
                <div class={classes!("sheets", (view.look == PageLook::Beside && print.is_some()).then_some("beside"))}>
                if has_image {
                <div class={classes!("sheet", zoom, (blinking == Blinking::Upper).then_some("upper-only"))}>
                    if let Paper::Here { blob, .. } = paper {
                        <Sheet image={image.clone()} blob={blob.clone()} alt={words::image_of(&sample.name)} {turn} {size} />
                    } else {
                        <Blank {size} is_coming={*paper == Paper::Coming} />
                    }
                    if recognised && has_boxes {
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
                    if let Some(page) = print.clone().filter(|_| is_overlay) {
                        <Print
                            place={overlaid(&page, sample.text_area(), size)}
                            {page}
                            side={leafed.side}
                            name={sample.name.clone()}
                            is_hidden={blinking == Blinking::Lower}
                        />
                    }
                </div>
                }
                if let Some(page) = print.filter(|_| !is_overlay) {
                    <div class={classes!("sheet", zoom)}>
                        <Print {page} side={leafed.side} place={None::<[f64; 3]>} name={sample.name.clone()} is_hidden={false} />
                    </div>
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

/// Renders a remark on the image, or the reason why it is missing.
fn remark(sample: &Sample, paper: &Paper, send: &Callback<Action>) -> Html {
    match paper {
        Paper::Here { remark, .. } if !remark.is_empty() => html! {
            {doubting(remark)}
        },
        // Otherwise the reading shows this message already.
        Paper::Failed { message } if !matches!(sample.reading, Reading::Failed { .. }) => html! {
            <div class="outcome failed" role="alert">
                <p>{words::drawing_failed(message)}</p>
                <button type="button" class="button small" onclick={send.reform(|_| Action::Draw(DrawAction::Again))}>{words::DRAW_AGAIN}</button>
            </div>
        },
        Paper::Here { .. } | Paper::Failed { .. } | Paper::Coming => Html::default(),
    }
}

/// Renders a warning if the image file is cut off.
fn missing(sample: &Sample, image: &Picture) -> Html {
    let found = sample.recognition().and_then(|recognition| recognition.cut_off);
    let cut_off = image.cut_off.or(found);
    cut_off
        .map(|cut_off| doubting(&cut_off.to_string()))
        .unwrap_or_default()
}

fn doubting(remark: &str) -> Html {
    html! { <div class="outcome doubt" role="status"><p>{remark}</p></div> }
}

#[derive(Properties, PartialEq)]
struct BlankProps {
    size: (u32, u32),
    is_coming: bool,
}

/// Shows a blank page while the image is missing.
#[component]
fn Blank(props: &BlankProps) -> Html {
    // The size is unknown if the page cannot be drawn.
    let (width, height) = match props.size {
        (0, _) | (_, 0) => (210, 297),
        size => size,
    };
    html! {
        <svg class="blank" viewBox={format!("0 0 {width} {height}")} width={width.to_string()} height={height.to_string()} role="img"
            aria-label={if props.is_coming { words::DRAWING } else { words::NOT_DRAWN }} />
    }
}

/// Renders the outcome of the reading, with a button for the next step.
fn outcome(sample: &Sample, send: &Callback<Action>) -> Html {
    let id = sample.id;
    let part = sample.part.as_ref().map(|part| part.region);
    let read = send.reform(move |_: MouseEvent| {
        part.map_or(Action::Read(ReadAction::Read(id)), |region| {
            Action::Read(ReadAction::Part(id, region))
        })
    });
    let button = |label: &'static str| html! { <button type="button" class="button small" onclick={read.clone()}>{label}</button> };
    // A page of a PDF file may be readable from the other of text and image.
    let other_way = || {
        let is_text = sample.material != Material::Image;
        html! {
            if sample.pdf_page().is_some() {
                <Way sample={id} {is_text} image={words::READ_IMAGE} class="button small" send={send.clone()} />
            }
        }
    };
    match &sample.reading {
        Reading::Failed { message } => html! {
            <div class="outcome failed" role="alert"><p>{message}</p>{button(common::TRY_AGAIN)}{other_way()}</div>
        },
        Reading::Cancelled => {
            html! { <div class="outcome"><p>{words::CANCELLED}</p>{button(words::READ)}{other_way()}</div> }
        }
        Reading::Idle if sample.prediction.is_some() => html! {
            <div class="outcome"><p>{words::given(sample)}</p>{button(words::REPLACE)}</div>
        },
        Reading::Idle => html! { <div class="outcome"><p>{words::NOT_READ}</p>{button(words::READ)}</div> },
        Reading::Done => {
            let recognition = sample.recognition();
            let from = recognition.and_then(|recognition| words::read_from(&recognition.read_from));
            let doubt = recognition.and_then(|recognition| recognition.doubt);
            html! {
                <>
                    {for from.map(|from| html! { <div class="outcome" role="status"><p>{from}</p></div> })}
                    {for doubt.map(|doubt| doubting(&doubt.to_string()))}
                </>
            }
        }
        Reading::Queued | Reading::Running { .. } | Reading::Stopping { .. } => Html::default(),
    }
}
