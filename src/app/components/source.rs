use std::{ops::Range, rc::Rc};

use texlens_workspace::commands::Command;
use texlens_workspace::state::{Action, Focus, Layer, Layout, Sample, SampleAction, Step, View, ViewAction};
use texlens_workspace::text_diff::{DifferenceKind, Shown, TextDiff};
use texlens_workspace::words::{commands::with_key, common, source as words};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::{
    beside::Beside,
    choice::{Choice, ChoiceOption},
    pager::Pager,
    source_row::SourceRow,
    texts::texts,
};
use crate::app::hooks::{copy, save_document, use_narrow, use_part, use_reveal};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    /// The same case as predicted by another system, if it is shown for text_diff.
    pub(super) beside: Option<Rc<Sample>>,
    pub(super) focus: Focus,
    pub(super) view: View,
    pub(super) send: Callback<Action>,
}

/// Shows the LaTeX of both sides with their differences, or that of the only side.
#[component]
pub(super) fn Source(props: &Props) -> Html {
    let Props {
        sample,
        beside,
        focus,
        view,
        send,
    } = props;
    // While a score is explained, its passages are shown instead of the differences.
    let metric = sample.explained(focus).map(|score| score.metric.clone());
    let narrow = use_narrow();
    let layout = match view.layout {
        // The passages of a score are visible only if both texts are.
        _ if metric.is_some() || matches!(focus, Focus::ErrorType { .. }) => Layout::SideBySide,
        Some(layout) => layout,
        None if narrow => Layout::Unified,
        None => Layout::SideBySide,
    };
    let shown = view.differences;
    let texts = use_memo((sample.clone(), metric, shown), |(sample, metric, shown)| {
        texts(sample, metric.as_deref(), *shown)
    });
    let rows = (*use_memo(sample.clone(), |sample| rows(sample))).clone();
    let parts = use_memo(rows.clone(), |rows| rows.parts());
    let pointed = sample.pointed(focus);
    let start = |range: &Option<Range<usize>>| range.as_ref().map(|range| range.start);
    let row = rows.row_at(start(&pointed.reference), start(&pointed.prediction));
    let selected = row.map(|row| parts.partition_point(|part| part.end <= row));
    let (part, turn) = use_part(sample.id, focus.clone(), selected, parts.len());
    let body = use_node_ref();
    let id = sample.id;
    // The list of errors may be a screen away.
    let bring = matches!(focus, Focus::Fault(_) | Focus::ErrorType { .. });
    use_reveal(&body, ".pointed", bring, (focus.clone(), sample.id));
    let pick = {
        let (send, explained) = (send.clone(), sample.explained(focus).map(|score| score.metric.clone()));
        // While glyphs are shown, a click on their LaTeX selects one glyph.
        let of_glyphs = (view.layer == Layer::Glyphs).then(|| sample.clone());
        Callback::from(move |event: MouseEvent| {
            let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let picked = element.and_then(|element| {
                let glyph = of_glyphs
                    .as_ref()
                    .and_then(|sample| sample.glyph_at(clicked_byte(&element)?));
                glyph
                    .map(Focus::Glyph)
                    .or_else(|| picked(&element, explained.as_deref()))
            });
            if let Some(focus) = picked {
                send.emit(Action::View(ViewAction::Focus(focus)));
            }
        })
    };
    if texts.reference.is_none() && texts.prediction.is_none() {
        return html! { <p class="empty">{words::EMPTY}</p> };
    }
    if sample.is_bare() {
        return html! { <p class="empty">{words::OMITTED}</p> };
    }
    if sample.waits_for_comparison() || beside.as_ref().is_some_and(|other| other.waits_for_comparison()) {
        return html! { <p class="empty busy">{words::COMPARING}</p> };
    }
    let two_sided = texts.reference.is_some() && texts.prediction.is_some();
    let beside = beside
        .clone()
        .filter(|_| two_sided && sample.explained(focus).is_none() && texts.prediction.is_some());
    let class = match (two_sided, layout) {
        _ if beside.is_some() => classes!("side-by-side", "threefold"),
        (false, _) => classes!("single"),
        (true, Layout::SideBySide) => classes!("side-by-side"),
        (true, Layout::Unified) => classes!("unified"),
    };
    html! {
        <>
            <Tools sample={sample.clone()} focus={focus.clone()} view={*view} {layout} {send} />
            if let (true, Some(reference)) = (sample.asks_sides, &sample.reference) {
                <p class="question" role="status">
                    <span>
                        {words::QUESTION_START}{" "}<strong>{&reference.origin}</strong>{" "}{words::QUESTION_END}
                    </span>
                    <button type="button" class="button small" onclick={send.reform(move |_| Action::Sample(SampleAction::KeepSides(id)))}>{words::YES}</button>
                    <button type="button" class="button small" onclick={send.reform(move |_| Action::Sample(SampleAction::Swap(id)))}>{words::NO}</button>
                </p>
            }
            if beside.is_none() {
                <Pager what={words::PARTS} {part} parts={parts.len()} {turn} />
            }
            // The pointer selects words here. The keyboard scrolls, and selects with n, p and the arrow keys of the
            // page.
            <div class={classes!("source", class)} ref={body} tabindex="0" role="region" aria-label={words::TEXTS} onclick={pick}>
                <div class="source-head">
                    if let Some(text) = &sample.reference {
                        <h3><span>{common::REFERENCE}</span>{" "}{&text.origin}</h3>
                    }
                    if let Some(prediction) = &sample.prediction {
                        <h3><span>{common::PREDICTION}</span>{" "}{&prediction.system}</h3>
                    }
                    if let Some(prediction) = beside.as_ref().and_then(|other| other.prediction.as_ref()) {
                        <h3><span>{words::COMPARED}</span>{" "}{&prediction.system}</h3>
                    }
                </div>
                if let Some(other) = beside {
                    <Beside sample={sample.clone()} {other} focus={focus.clone()} {shown} hide_equal={view.hide_equal} />
                } else {
                {for folded(&rows, parts.get(part).cloned().unwrap_or_default(), (view.hide_equal && two_sided).then_some(shown)).into_iter().map(|fold| match fold {
                    Fold::Rows(count) => html! {
                        <p class="folded">{common::equal_paragraphs(count)}</p>
                    },
                    Fold::Row(index) => html! {
                        <SourceRow key={index} rows={rows.clone()} {index} texts={texts.clone()} pointed={pointed.clone()} unified={layout == Layout::Unified} {shown} />
                    },
                })}
                }
            </div>
        </>
    }
}

/// A row, or a number of hidden equal rows.
enum Fold {
    Row(usize),
    Rows(usize),
}

/// Returns the rows of a part. With the differences that are shown, those without any are hidden.
fn folded(text_diff: &TextDiff, part: Range<usize>, hide_equal: Option<Shown>) -> Vec<Fold> {
    let mut folds = Vec::new();
    for (index, row) in part.clone().zip(text_diff.rows.get(part).unwrap_or_default()) {
        match folds.last_mut() {
            _ if hide_equal.is_none_or(|shown| !row.is_equal(shown)) => folds.push(Fold::Row(index)),
            Some(Fold::Rows(count)) => *count += 1,
            _ => folds.push(Fold::Rows(1)),
        }
    }
    folds
}

/// Returns the text_diff of the texts, or the only text; nothing until two long texts are compared.
fn rows(sample: &Sample) -> Rc<TextDiff> {
    if sample.waits_for_comparison() {
        return Rc::default();
    }
    sample.text_diff.clone().unwrap_or_else(|| {
        let reference = sample.reference.as_ref().map_or("", |text| &text.latex);
        let prediction = sample.prediction.as_ref().map_or("", |prediction| &prediction.latex);
        Rc::new(TextDiff::of_one(reference, prediction))
    })
}

/// Returns what a click on a stretch of text selects: a passage of the explained score or, without one, an error, a token
/// of the page, or a difference.
fn picked(element: &Element, explained: Option<&str>) -> Option<Focus> {
    let attribute = |name: &str| element.get_attribute(name)?.parse::<usize>().ok();
    match explained {
        Some(metric) => attribute("data-span").map(|index| Focus::Score {
            metric: metric.to_owned(),
            span: Some(index),
        }),
        None => attribute("data-fault")
            .map(Focus::Fault)
            .or_else(|| attribute("data-token").map(Focus::Token))
            .or_else(|| attribute("data-difference").map(Focus::Difference)),
    }
}

/// Returns the byte offset in the prediction of the cursor that a click has set.
fn clicked_byte(element: &Element) -> Option<usize> {
    let start: usize = element.get_attribute("data-start")?.parse().ok()?;
    let selection = gloo::utils::window().get_selection().ok()??;
    let text = element.text_content()?;
    let units = usize::try_from(selection.anchor_offset()).ok()?;
    let before = text.encode_utf16().take(units).collect::<Vec<u16>>();
    Some(start + String::from_utf16_lossy(&before).len())
}

#[derive(Properties, PartialEq)]
struct ToolsProps {
    sample: Rc<Sample>,
    focus: Focus,
    view: View,
    layout: Layout,
    send: Callback<Action>,
}

/// Shows the choice of layout and filter, and buttons that step through the differences and copy.
#[component]
fn Tools(props: &ToolsProps) -> Html {
    let ToolsProps {
        sample,
        focus,
        view,
        layout,
        send,
    } = props;
    let (view, id) = (*view, sample.id);
    let order = use_memo((sample.text_diff.clone(), view.differences), |(text_diff, shown)| {
        text_diff.as_ref().map(|text_diff| text_diff.order(*shown))
    });
    let count = order.as_ref().as_ref().map(Vec::len);
    let difference = match focus {
        Focus::Difference(number) => sample
            .text_diff
            .as_ref()
            .and_then(|diff| Some((*number, diff.differences.get(*number)?))),
        _ => None,
    };
    let at = |number: usize| order.as_ref().as_ref()?.iter().position(|other| *other == number);
    // A score has separate step buttons and needs both texts side by side.
    let scored = sample.explained(focus).is_some();
    if count.is_none() && sample.prediction.is_none() {
        return Html::default();
    }
    let step = |step: Step| send.reform(move |_: MouseEvent| Action::View(ViewAction::StepFocus(step)));
    let show = |view: View| send.reform(move |_: Event| Action::View(ViewAction::Show(view)));
    let hide_equal = show(View {
        hide_equal: !view.hide_equal,
        ..view
    });
    let Shown { spaces, largest_first } = view.differences;
    let differences = |differences: Shown| show(View { differences, ..view });
    let copy_all = sample.prediction.clone().map(|prediction| {
        let send = send.clone();
        Callback::from(move |_: MouseEvent| copy(prediction.latex.clone(), &send))
    });
    let download = {
        let sample = sample.clone();
        Callback::from(move |_: MouseEvent| save_document(&sample))
    };
    html! {
        <div class="toolbar">
            if let Some(count) = count {
                if !scored {
                    <Choice<Layout>
                        label={words::LAYOUT}
                        options={vec![
                            ChoiceOption { value: Layout::SideBySide, label: words::SIDE_BY_SIDE },
                            ChoiceOption { value: Layout::Unified, label: words::UNIFIED },
                        ]}
                        value={*layout}
                        on_change={send.reform(move |layout| Action::View(ViewAction::Show(View { layout: Some(layout), ..view })))}
                    />
                }
                <label class="check">
                    <input type="checkbox" checked={view.hide_equal} onchange={hide_equal} />
                    {words::HIDE_EQUAL}
                </label>
                if !scored {
                    <label class="check" title={words::SPACES_HINT}>
                        <input type="checkbox" checked={spaces} onchange={differences(Shown { spaces: !spaces, largest_first })} />
                        {words::SPACES}
                    </label>
                }
                if count > 0 && !scored {
                    <label class="check" title={words::LARGEST_FIRST_HINT}>
                        <input type="checkbox" checked={largest_first} onchange={differences(Shown { spaces, largest_first: !largest_first })} />
                        {words::LARGEST_FIRST}
                    </label>
                    <span class="walk">
                        <button type="button" class="button small" aria-label={words::PREVIOUS} title={with_key(words::PREVIOUS, &Command::Place(Step::Previous))} onclick={step(Step::Previous)}>{"\u{2191}"}</button>
                        <button type="button" class="button small" aria-label={words::NEXT} title={with_key(words::NEXT, &Command::Place(Step::Next))} onclick={step(Step::Next)}>{"\u{2193}"}</button>
                        if let Some((at, difference)) = difference.and_then(|(number, difference)| Some((at(number)?, difference))) {
                            <span class="position" aria-live="polite">
                                {common::position(at + 1, count)}{" "}<span class={classes!("kind", kind_class(difference.kind))}>{words::difference(difference.kind)}</span>
                            </span>
                            if let Some(elsewhere) = difference.elsewhere {
                                <button type="button" class="button small" title={words::ELSEWHERE_HINT} onclick={send.reform(move |_| Action::View(ViewAction::Focus(Focus::Difference(elsewhere))))}>{words::ELSEWHERE}</button>
                            }
                        }
                    </span>
                }
            }
            if let Some(index) = sample.formula_at(focus) {
                <button type="button" class="button small" onclick={send.reform(move |_| Action::View(ViewAction::Formula(index)))}>{words::formula(index + 1)}</button>
            }
            <span class="spacer" />
            if count.is_some() && sample.recognition().is_none() && sample.run.is_none() {
                <button type="button" class="button small" onclick={send.reform(move |_| Action::Sample(SampleAction::Swap(id)))}>{words::SWAP}</button>
            }
            if sample.is_one_document() {
                <button type="button" class="button small" title={words::DOWNLOAD_HINT} onclick={download}>{words::DOWNLOAD}</button>
            }
            if let Some(copy_all) = copy_all {
                <button type="button" class="button small" onclick={copy_all}>{words::COPY}</button>
            }
        </div>
    }
}

/// Returns the CSS class of a kind of difference.
fn kind_class(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Missing => "missing",
        DifferenceKind::Extra => "extra",
        DifferenceKind::Replaced => "different",
        DifferenceKind::Moved => "moved",
        DifferenceKind::Space => "space",
    }
}
