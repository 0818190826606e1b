use texlens_workspace::site::{APP, Part};
use texlens_workspace::state::{Action, Keeping, SampleAction, ViewAction};
use yew::prelude::*;

use super::{modal::Modal, size::megabytes};
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
        <Modal title="Browser storage" on_close={props.send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            {work(props)}
            <Answers send={&props.send} />
            {match &storage.looked {
                None => html! { <p class="dim" role="status">{"Looking\u{2026}"}</p> },
                Some(Err(message)) => html! { <p role="alert">{message}</p> },
                Some(Ok(looked)) => shown(&storage, looked),
            }}
        </Modal>
    }
}

/// Renders how the samples are stored.
fn work(props: &Props) -> Html {
    let Props { samples, keeping, send } = props;
    let words = match keeping {
        Keeping::Unknown => String::new(),
        Keeping::On => {
            "They are stored in this browser until you remove them: closing the page or a crash loses nothing."
                .to_owned()
        }
        Keeping::Not(why) => format!("{} {}", why.headline(*samples), why.advice()),
    };
    html! {
        <section class="work">
            <p>
                <strong>{match samples { 0 => "No samples".to_owned(), 1 => "1 sample".to_owned(), count => format!("{count} samples") }}</strong>
                {". "}{words}
            </p>
            if *samples > 0 {
                <button type="button" class="button small" onclick={send.reform(|_| Action::Sample(SampleAction::RemoveAll))}>{"Remove all"}</button>
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
                <strong>{match count { 1 => "1 answer of a judge".to_owned(), count => format!("{count} answers of judges") }}</strong>
                {". No question is asked twice while its answer is stored."}
            </p>
            <button type="button" class="button small" onclick={forget.reform(|_| ())}>{"Delete answers"}</button>
        </section>
    }
}

fn shown(storage: &Kept, looked: &Looked) -> Html {
    html! {
        <>
            <p>
                {"Stored parts of the app work without a network. A part is stored when it is first used, \
                  or when you select Keep."}
            </p>
            if let Some(failure) = &storage.failure {
                <p class="outcome failed" role="alert">{failure}</p>
            }
            <table class="parts">
                <thead>
                    <tr><th scope="col">{"Part"}</th><th scope="col">{"Size"}</th><th scope="col">{"Stored"}</th></tr>
                </thead>
                <tbody>
                    {for looked.shelf.site.parts.iter().map(|part| row(storage, looked, part))}
                </tbody>
            </table>
            if let Some(used) = looked.used {
                <p class="dim">{format!("The browser reports that this address uses {}.", megabytes(used))}</p>
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
                <small>{"Licence: "}{&part.licence}{". Source: "}{&part.source}</small>
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
                aria-label="Fetched so far"
                max="1"
                value={format!("{:.4}", loaded / total.max(1.0))}
            />
            <button type="button" class="button small" onclick={storage.stop.reform(|_| ())}>{"Cancel"}</button>
        </>
    }
}

fn choices(storage: &Kept, part: &Part, busy: bool, kept: u64, bytes: u64) -> Html {
    let button = |label: &'static str, to: &Callback<Part>| {
        let part = part.clone();
        html! {
            <button
                type="button"
                class="button small"
                aria-label={format!("{label}: {}", part.title)}
                disabled={busy}
                onclick={to.reform(move |_| part.clone())}
            >
                {label}
            </button>
        }
    };
    html! {
        <>
            <span class="state">{match kept { 0 => "no", kept if kept < bytes => "partly", _ => "yes" }}</span>
            if kept < bytes {
                {button("Keep", &storage.keep)}
            }
            // Without the app itself, this dialog could not be opened again.
            if kept > 0 && part.id != APP {
                {button("Delete", &storage.forget)}
            }
        </>
    }
}
