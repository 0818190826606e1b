//! The dialog for saving an evaluation: the format, the content and the size of the file.

use std::{cell::Cell, collections::BTreeMap, rc::Rc};

use texlens_report::Content;
use texlens_workspace::messages::saving::Size;
use texlens_workspace::saving::{Extent, Format};
use texlens_workspace::state::{Action, ViewAction};
use texlens_workspace::words::{common, save as words};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::modal::Modal;
use crate::app::hooks::{Draft, Saver};
use crate::worker::saving::SaveError;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) saver: Saver,
    /// Number of samples.
    pub(super) samples: usize,
    /// Number of samples that are still to be scored. Nothing is saved before it is 0: the file would count them as
    /// missing.
    pub(super) unscored: usize,
    /// Number of samples that are not scored because work is paused.
    pub(super) held_back: usize,
    /// What is listed, and the number of samples that it selects; `None` if nothing is filtered.
    pub(super) filtered: Option<(String, usize)>,
    /// Number of steps done and of all steps, while a file is being saved.
    pub(super) saving: Option<(usize, usize)>,
    pub(super) send: Callback<Action>,
}

/// The known sizes. A format without an entry is still being measured.
type Sizes = BTreeMap<Format, Result<Size, String>>;

/// The dialog in which a person chooses the format and the content of a file and saves it.
#[component]
pub(super) fn SaveSheet(props: &Props) -> Html {
    let Props {
        saver,
        samples,
        unscored,
        held_back,
        filtered,
        saving,
        send,
    } = props;
    let format = use_state_eq(|| Format::Html);
    let content = use_state_eq(Content::default);
    let extent = use_state_eq(Extent::default);
    let is_scored = *unscored == 0;
    // The evaluation as it is when the dialog opens, all is scored, or the choice of samples changes.
    let draft = use_memo((*extent, is_scored), |(extent, _)| saver.draft(*extent));
    let sizes = use_sizes(&draft, *content, (*extent, is_scored));
    let close = send.reform(|()| Action::View(ViewAction::Dialog(None)));
    let save = {
        let (saver, draft, format, content) = (saver.clone(), draft.clone(), *format, *content);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            saver.start(draft.clone(), format, content);
        })
    };
    let choose = {
        let format = format.setter();
        Callback::from(move |chosen| format.set(chosen))
    };
    let change = {
        let content = content.setter();
        Callback::from(move |changed| content.set(changed))
    };
    let limit = {
        let extent = extent.setter();
        Callback::from(move |chosen| extent.set(chosen))
    };
    let count = match (*extent, filtered) {
        (Extent::Filtered, Some((_, count))) => *count,
        _ => *samples,
    };
    html! {
        <Modal title={common::SAVE} class="save" keeps_beside={saving.is_some()} on_close={close}>
            <form onsubmit={save}>
                <fieldset class="formats" disabled={saving.is_some()}>
                    <legend>{words::FORMATS}</legend>
                    {for Format::ALL.into_iter().map(|one| row(one, one == *format, sizes.get(&one), &choose))}
                </fieldset>
                {options(*format, *content, saving.is_some(), &change)}
                if *held_back > 0 {
                    <p class="hint">{words::held_back(*held_back)}</p>
                }
                if let Some((filter, count)) = filtered.as_ref().filter(|(_, count)| *count > 0) {
                    {selection(filter, *count, *extent, saving.is_some(), &limit)}
                }
                // Other buttons are other elements: if Cancel became the submit button while it is clicked, the click would
                // save again.
                <div class="dialog-foot" key={if saving.is_some() { "saving" } else { "choosing" }}>
                    {match saving {
                        Some(saving) => progress(*saving, saver),
                        None => buttons(count, *unscored, send),
                    }}
                </div>
            </form>
        </Modal>
    }
}

/// Returns the sizes of the file in every format, found one after the other whenever the content or the draft changes, of
/// which `of` says which one it is.
#[hook]
fn use_sizes(draft: &Rc<Draft>, content: Content, of: (Extent, bool)) -> Sizes {
    let sizes = use_state(Sizes::new);
    let (set, draft) = (sizes.setter(), draft.clone());
    use_effect_with((content, of), move |(content, _)| {
        let content = *content;
        let is_wanted = Rc::new(Cell::new(true));
        set.set(Sizes::new());
        {
            let (draft, is_wanted) = (draft.clone(), is_wanted.clone());
            spawn_local(async move {
                let mut known = Sizes::new();
                for format in Format::ALL {
                    let size = draft.size(format, content).await;
                    // A question that was already answered when the content changed is not cancelled.
                    let size = match size {
                        _ if !is_wanted.get() => return,
                        Err(SaveError::Cancelled) => return,
                        Err(SaveError::Failed(message)) => Err(message),
                        Ok(size) => Ok(size),
                    };
                    known.insert(format, size);
                    set.set(known.clone());
                }
            });
        }
        move || {
            is_wanted.set(false);
            draft.cancel_sizes();
        }
    });
    (*sizes).clone()
}

fn row(format: Format, is_chosen: bool, size: Option<&Result<Size, String>>, choose: &Callback<Format>) -> Html {
    html! {
        <label class="format">
            <input
                type="radio"
                name="format"
                checked={is_chosen}
                onchange={choose.reform(move |_: Event| format)}
            />
            <span class="name">{format.name()}</span>
            <span class="size">
                {match size {
                    None => words::MEASURING.to_owned(),
                    Some(Ok(size)) => words::size(*size),
                    Some(Err(_)) => words::IMPOSSIBLE.to_owned(),
                }}
            </span>
            <span class="about">
                {format.about()}
                if let Some(Err(message)) = size {
                    <span class="refused">{message}</span>
                }
            </span>
        </label>
    }
}

/// Returns the options for the content of the file, if its format has any.
fn options(format: Format, content: Content, is_disabled: bool, change: &Callback<Content>) -> Html {
    let check = |label: &'static str, note: &'static str, checked: bool, changed: Content| {
        check(
            label,
            note,
            checked,
            is_disabled,
            change.reform(move |_: Event| changed),
        )
    };
    html! {
        <fieldset class="content">
            <legend>{words::CONTENT}</legend>
            if format.has_images() {
                {check(words::IMAGES, words::IMAGES_ABOUT, content.images, Content { images: !content.images, ..content })}
            }
            if format.has_texts() {
                {check(
                    words::TEXTS,
                    words::TEXTS_ABOUT,
                    content.texts,
                    Content { texts: !content.texts, ..content },
                )}
            } else {
                <p class="dim">{words::ONLY_SCORES}</p>
            }
        </fieldset>
    }
}

/// Returns the option to save only the samples of the filter.
fn selection(filter: &str, count: usize, extent: Extent, is_disabled: bool, limit: &Callback<Extent>) -> Html {
    let is_limited = extent == Extent::Filtered;
    let other = if is_limited { Extent::All } else { Extent::Filtered };
    let (label, note) = (words::filtered(count), words::filtered_about(filter));
    html! {
        <fieldset class="content">
            <legend>{words::SAMPLES}</legend>
            {check(&label, &note, is_limited, is_disabled, limit.reform(move |_: Event| other))}
        </fieldset>
    }
}

fn check(label: &str, note: &str, checked: bool, disabled: bool, onchange: Callback<Event>) -> Html {
    html! {
        <label class="check">
            <input type="checkbox" {checked} {disabled} {onchange} />
            <span>{label}<small>{note}</small></span>
        </label>
    }
}

fn buttons(samples: usize, unscored: usize, send: &Callback<Action>) -> Html {
    let status = match unscored {
        0 => words::samples(samples),
        unscored => words::unscored(unscored),
    };
    html! {
        <>
            <p role="status">{status}</p>
            <button type="button" class="button" onclick={send.reform(|_| Action::View(ViewAction::Dialog(None)))}>{common::CLOSE}</button>
            <button type="submit" class="button primary" disabled={samples == 0 || unscored > 0}>{common::SAVE}</button>
        </>
    }
}

#[allow(clippy::cast_precision_loss)] // No list has so many rows.
fn progress((done, total): (usize, usize), saver: &Saver) -> Html {
    let value = (total > 0).then(|| format!("{:.3}", done as f64 / total as f64));
    html! {
        <>
            <p id="saving-text" role="status">{words::progress(done, total)}</p>
            <progress aria-labelledby="saving-text" max="1" {value} />
            <button type="button" class="button" onclick={
                let saver = saver.clone();
                Callback::from(move |_: MouseEvent| saver.cancel())
            }>{common::CANCEL}</button>
        </>
    }
}
