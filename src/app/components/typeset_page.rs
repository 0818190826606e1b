use std::collections::BTreeSet;
use std::rc::Rc;

use texlens_tex::{Compilation, Use};
use texlens_vocabulary::{DrawnPage, Side};
use texlens_workspace::messages::tex::{DrawnText, DrawnTexts};
use texlens_workspace::state::{Action, Engine, PageDrawings, PageLook, Sample, Verdict, View, ViewAction};
use texlens_workspace::words::{common, typeset_page as words};
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    engine_way::EngineWay,
    pager::Pager,
    sentence::sentence,
};
use crate::app::hooks::Blinking;

/// The TeX engine, and the pages that it has drawn.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tex {
    pub(super) engine: Engine,
    /// The uses of the engine that the person asked for.
    pub(super) uses: BTreeSet<Use>,
    pub(super) drawings: PageDrawings,
}

/// The drawing that is chosen: the side, and the index of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Leafed {
    pub(super) side: Side,
    pub(super) page: usize,
}

impl Default for Leafed {
    fn default() -> Self {
        Self {
            side: Side::Prediction,
            page: 0,
        }
    }
}

fn text_of(side: Side, drawn: &DrawnTexts) -> Option<&DrawnText> {
    let [reference, prediction] = drawn;
    match side {
        Side::Reference => reference.as_ref(),
        Side::Prediction => prediction.as_ref(),
    }
}

impl Leafed {
    fn text(self, drawn: &DrawnTexts) -> Option<&DrawnText> {
        text_of(self.side, drawn)
    }

    /// Returns the chosen page.
    pub(super) fn of(self, drawn: &DrawnTexts) -> Option<&DrawnPage> {
        self.text(drawn)?.pages.get(self.page)
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) tex: Tex,
    pub(super) view: View,
    pub(super) leafed: Leafed,
    pub(super) on_leaf: Callback<Leafed>,
    pub(super) blinking: Blinking,
    pub(super) on_blink: Callback<()>,
    pub(super) send: Callback<Action>,
}

/// Shows the choice between the page's image and its text as TeX sets it. For the latter, shows its side, its page, its
/// legend, and what is in the way.
#[component]
pub(super) fn LookBar(props: &Props) -> Html {
    let Props {
        sample,
        tex,
        view,
        leafed,
        on_leaf,
        blinking,
        on_blink,
        send,
    } = props;
    let view = *view;
    let option = |value, label| ChoiceOption { value, label };
    let looks = vec![
        option(PageLook::Image, words::IMAGE),
        option(PageLook::Typeset, words::TYPESET),
        option(PageLook::Beside, words::BESIDE),
        option(PageLook::Overlay, words::OVERLAY),
    ];
    let drawn = tex.drawings.of(sample);
    let is_drawn = view.look != PageLook::Image && drawn.is_some();
    html! {
        <>
            <div class="toolbar look">
                <Choice<PageLook>
                    label={words::LOOK}
                    options={looks}
                    value={view.look}
                    on_change={send.reform(move |look| Action::View(ViewAction::Show(View { look, ..view })))}
                />
                if is_drawn && view.look == PageLook::Overlay {
                    <button
                        type="button"
                        class="button small"
                        title={words::BLINK_HINT}
                        aria-pressed={(*blinking != Blinking::Off).to_string()}
                        onclick={on_blink.reform(|_| ())}
                    >
                        {words::BLINK}
                    </button>
                }
                if let Some(drawn) = drawn.filter(|_| is_drawn) {
                    <Sides drawn={drawn.clone()} leafed={*leafed} {on_leaf} />
                }
            </div>
            if view.look != PageLook::Image {
                {state(sample, tex, send)}
                if let Some(text) = drawn.and_then(|drawn| leafed.text(drawn)) {
                    {pager(text, leafed.page, &on_leaf.reform({ let leafed = *leafed; move |page| Leafed { page, ..leafed } }))}
                }
            }
        </>
    }
}

/// Renders the buttons that step through the pages of a text.
fn pager(text: &DrawnText, page: usize, turn: &Callback<usize>) -> Html {
    html! {
        <>
            <Pager what={words::PAGES} portion={common::Portion::Page} part={page} parts={text.pages.len()} {turn} />
            if text.count > text.pages.len() {
                <p class="hint">{words::more_pages(text.pages.len(), text.count)}</p>
            }
            if text.undrawn > 0 {
                <p class="hint">{words::undrawn(text.undrawn)}</p>
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct PagesProps {
    pub(super) sample: Rc<Sample>,
    pub(super) tex: Tex,
    pub(super) send: Callback<Action>,
}

/// Shows the pages of both texts next to each other as TeX sets them, and what is in the way.
#[component]
pub(super) fn TypesetPages(props: &PagesProps) -> Html {
    let PagesProps { sample, tex, send } = props;
    html! {
        <div class="typeset-pages" tabindex="0" role="group" aria-label={words::TAB}>
            {state(sample, tex, send)}
            if let Some(drawn) = tex.drawings.of(sample) {
                <div class="sheets beside">
                    {for [Side::Reference, Side::Prediction].map(|side| html! {
                        <SidePages drawn={drawn.clone()} {side} name={sample.name.clone()} />
                    })}
                </div>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct SidePagesProps {
    drawn: Rc<DrawnTexts>,
    side: Side,
    /// The name of the sample.
    name: String,
}

/// Shows one page of a text, and steps through the others. Shows nothing if the text has no pages.
#[component]
fn SidePages(props: &SidePagesProps) -> Html {
    let SidePagesProps { drawn, side, name } = props;
    let turned = use_state_eq(|| 0);
    let Some(text) = text_of(*side, drawn) else {
        return Html::default();
    };
    // A text that was replaced may have fewer pages.
    let at = (*turned).min(text.pages.len().saturating_sub(1));
    let turn = {
        let turned = turned.setter();
        Callback::from(move |to| turned.set(to))
    };
    let label = match side {
        Side::Reference => common::REFERENCE,
        Side::Prediction => common::PREDICTION,
    };
    let has_both = drawn.iter().all(Option::is_some);
    html! {
        <section class="side-pages" aria-label={label}>
            <h3>
                {label}
                if has_both { <span class={classes!("differing", side_class(*side))}>{words::differing(text.unmatched)}</span> }
            </h3>
            {pager(text, at, &turn)}
            if let Some(page) = text.pages.get(at) {
                <div class="sheet fit">
                    <Print page={page.clone()} side={*side} place={None::<[f64; 3]>} name={name.clone()} is_hidden={false} />
                </div>
            }
        </section>
    }
}

/// Renders what keeps the drawing from being there or from being whole.
fn state(sample: &Sample, tex: &Tex, send: &Callback<Action>) -> Html {
    let Some(drawn) = tex.drawings.of(sample) else {
        let failed = match &sample.verdict {
            Verdict::Failed { message } => Some(message.clone()),
            _ => None,
        };
        return html! {
            <div class="outcome">
                <EngineWay sample={sample.id} usage={Use::drawing(sample.form)} {failed} engine={tex.engine.clone()} uses={tex.uses.clone()} {send} />
            </div>
        };
    };
    let [_, prediction] = &**drawn;
    match sample.compilation() {
        Some(compilation) if !compilation.compiles => html! {
            <div class="outcome failed" role="status"><p>{failure(compilation, prediction.is_some())}</p></div>
        },
        _ => Html::default(),
    }
}

fn failure(compilation: &Compilation, is_drawn: bool) -> Html {
    let first = compilation.errors.first();
    html! {
        <>
            {words::fails(first.and_then(|error| error.line))}{" "}
            if let Some(error) = first { {sentence(&error.diagnostic.message)}{" "} }
            if is_drawn { {words::DRAWN_ANYWAY} }
        </>
    }
}

#[derive(Properties, PartialEq)]
struct SidesProps {
    drawn: Rc<DrawnTexts>,
    leafed: Leafed,
    on_leaf: Callback<Leafed>,
}

/// Shows the choice of the side if both are drawn, and how many glyphs of the chosen side differ.
#[component]
fn Sides(props: &SidesProps) -> Html {
    let SidesProps { drawn, leafed, on_leaf } = props;
    let [Some(_), Some(_)] = &**drawn else {
        return Html::default();
    };
    let unmatched = leafed.text(drawn).map_or(0, |text| text.unmatched);
    let option = |value, label| ChoiceOption { value, label };
    html! {
        <>
            <Choice<Side>
                label={words::SIDE}
                options={vec![option(Side::Reference, common::REFERENCE), option(Side::Prediction, common::PREDICTION)]}
                value={leafed.side}
                on_change={on_leaf.reform(|side| Leafed { side, page: 0 })}
            />
            <span class={classes!("differing", side_class(leafed.side))}>{words::differing(unmatched)}</span>
        </>
    }
}

const fn side_class(side: Side) -> &'static str {
    match side {
        Side::Reference => "of-reference",
        Side::Prediction => "of-prediction",
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct PrintProps {
    pub(super) page: DrawnPage,
    pub(super) side: Side,
    /// The left edge, upper edge and width over an image, as shares of its sides; `None` beside it.
    pub(super) place: Option<[f64; 3]>,
    /// The name of the sample.
    pub(super) name: String,
    pub(super) is_hidden: bool,
}

/// Shows a page as TeX sets it.
#[component]
pub(super) fn Print(props: &PrintProps) -> Html {
    let PrintProps {
        page,
        side,
        place,
        name,
        is_hidden,
    } = props;
    // Drawings consist of numbers and class names only.
    let svg = use_memo(page.svg.clone(), |svg| AttrValue::from(svg.clone()));
    let style = place.map(|[left, top, width]| {
        let [left, top, width] = [left, top, width].map(|share| share * 100.0);
        format!("left:{left:.3}%;top:{top:.3}%;width:{width:.3}%")
    });
    html! {
        <div
            class={classes!("print", side_class(*side), is_hidden.then_some("hidden"))}
            {style}
            role="img"
            aria-label={words::print_of(*side == Side::Reference, name)}
        >
            {Html::from_html_unchecked((*svg).clone())}
        </div>
    }
}
