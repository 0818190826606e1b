use texlens_workspace::site::{APP, Part};
use texlens_workspace::state::{Action, Keeping, SampleAction, ViewAction};
use texlens_workspace::words::{common, megabytes, storage as words};
use yew::prelude::*;

use super::confirm::Confirm;
use super::modal::Modal;
use crate::app::hooks::{Fetching, Looked, Storage as Kept, use_answers, use_storage};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The number of samples in the list.
    pub(super) samples: usize,
    pub(super) keeping: Keeping,
    pub(super) send: Callback<Action>,
}

/// Shows what the browser stores for use without a network, part by part.
#[component]
pub(super) fn Storage(props: &Props) -> Html {
    let storage = use_storage();
    html! {
        <Modal title={words::TITLE} on_close={props.send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            {work(props)}
            <Answers send={&props.send} />
            {match &storage.looked {
                None => html! { <p class="dim" role="status">{words::LOOKING}</p> },
                Some(Err(message)) => html! { <p role="alert">{message}</p> },
                Some(Ok(looked)) => shown(&storage, looked),
            }}
        </Modal>
    }
}

/// Renders how the samples are stored.
fn work(props: &Props) -> Html {
    let Props { samples, keeping, send } = props;
    html! {
        <section class="work">
            <p>
                <strong>{words::samples(*samples)}</strong>
                {". "}{words::kept(keeping, *samples)}
            </p>
            if *samples > 0 {
                <button type="button" class="button small" onclick={send.reform(|_| Action::Sample(SampleAction::RemoveAll))}>{words::REMOVE_ALL}</button>
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct AnswersProps {
    send: Callback<Action>,
}

/// Shows the stored answers of judges: they were paid for, and are not asked for again.
#[component]
fn Answers(props: &AnswersProps) -> Html {
    let (count, forget) = use_answers(&props.send);
    if count == 0 {
        return Html::default();
    }
    html! {
        <section class="work">
            <p>
                <strong>{words::answers(count)}</strong>
                {". "}{words::ANSWERS_NOTE}
            </p>
            <Confirm label={words::DELETE_ANSWERS} question={words::DELETE_ANSWERS_ASK} on_confirm={forget} />
        </section>
    }
}

fn shown(storage: &Kept, looked: &Looked) -> Html {
    html! {
        <>
            <p>{words::PARTS_NOTE}</p>
            if let Some(failure) = &storage.failure {
                <p class="outcome failed" role="alert">{failure}</p>
            }
            <table class="parts">
                <thead>
                    <tr><th scope="col">{words::PART}</th><th scope="col">{words::SIZE}</th><th scope="col">{words::STORED}</th></tr>
                </thead>
                <tbody>
                    {for looked.shelf.site.parts.iter().map(|part| row(storage, looked, part))}
                </tbody>
            </table>
            if let Some(used) = looked.used {
                <p class="dim">{words::used(used)}</p>
            }
        </>
    }
}

#[allow(clippy::cast_precision_loss)] // Far from 2^53.
fn row(storage: &Kept, looked: &Looked, part: &Part) -> Html {
    let shelf = &looked.shelf;
    let (bytes, kept) = (shelf.bytes(part), shelf.kept_bytes(part));
    html! {
        <tr>
            <th scope="row">
                {&part.title}
                <small>{&part.about}</small>
                <small>{words::origin(part)}</small>
            </th>
            <td>{megabytes(bytes as f64)}</td>
            <td>
                {match &storage.fetching {
                    Some(fetching) if fetching.part == part.id => progress(storage, fetching),
                    fetching => choices(storage, part, fetching.is_some(), kept, bytes),
                }}
            </td>
        </tr>
    }
}

fn progress(storage: &Kept, fetching: &Fetching) -> Html {
    let Fetching { loaded, total, .. } = fetching;
    html! {
        <>
            <progress
                aria-label={words::FETCHED}
                max="1"
                value={format!("{:.4}", loaded / total.max(1.0))}
            />
            <button type="button" class="button small" onclick={storage.stop.reform(|_| ())}>{common::CANCEL}</button>
        </>
    }
}

fn delete(storage: &Kept, part: &Part, busy: bool) -> Html {
    let on_confirm = {
        let part = part.clone();
        storage.forget.reform(move |()| part.clone())
    };
    let name = words::button(words::DELETE, part);
    html! { <Confirm label={words::DELETE} {name} disabled={busy} question={words::DELETE_ASK} {on_confirm} /> }
}

fn choices(storage: &Kept, part: &Part, busy: bool, kept: u64, bytes: u64) -> Html {
    let button = |label: &'static str, to: &Callback<Part>| {
        let part = part.clone();
        html! {
            <button
                type="button"
                class="button small"
                aria-label={words::button(label, &part)}
                disabled={busy}
                onclick={to.reform(move |_| part.clone())}
            >
                {label}
            </button>
        }
    };
    html! {
        <>
            <span class="state">{words::state(kept, bytes)}</span>
            if kept < bytes {
                {button(words::KEEP, &storage.keep)}
            }
            // Without the app itself, this dialog could not be opened again.
            if kept > 0 && part.id != APP {
                {delete(storage, part, busy)}
            }
        </>
    }
}
