use std::{cell::Cell, rc::Rc};

use gloo::{events::EventListener, timers::callback::Interval, utils::window};
use js_sys::Reflect;
use texlens_workspace::state::{Action, KeepAction, Offline};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorkerContainer, ServiceWorkerRegistration};
use yew::prelude::*;

const SCRIPT: &str = "service-worker.js";
/// The message that makes the waiting service worker take over.
const TAKE_OVER: &str = "take-over";
/// Interval at which an open page looks for a new version, in milliseconds.
const HOUR_MS: u32 = 3_600_000;

/// Registers the service worker that stores the app, and reports its state. The returned callback reloads the page,
/// with the new version if one is waiting.
#[hook]
pub(in crate::app) fn use_offline(send: &Callback<Action>) -> Callback<()> {
    let registration = use_mut_ref(|| None::<ServiceWorkerRegistration>);
    let asked = use_memo((), |()| Cell::new(false));
    {
        let (registration, asked, send) = (registration.clone(), asked.clone(), send.clone());
        use_effect_with((), move |()| {
            spawn_local(async move {
                match register(&asked, &send).await {
                    None => send.emit(Action::Keep(KeepAction::Offline(Offline::Unavailable))),
                    Some(found) => {
                        watch(&found, &send);
                        registration.replace(Some(found));
                    }
                }
            });
        });
    }
    Callback::from(move |()| {
        let waiting = registration.borrow().as_ref().and_then(|found| found.waiting());
        if let Some(waiting) = waiting
            && waiting.post_message(&TAKE_OVER.into()).is_ok()
        {
            asked.set(true);
        } else {
            reload();
        }
    })
}

async fn register(asked: &Rc<Cell<bool>>, send: &Callback<Action>) -> Option<ServiceWorkerRegistration> {
    let container = container()?;
    let (asked, send) = (asked.clone(), send.clone());
    let controlled = Cell::new(container.controller().is_some());
    let on_change = move |_: &Event| {
        // The first service worker has the same version as the loaded page.
        if !controlled.replace(true) {
            return;
        }
        if asked.get() {
            reload();
        } else {
            send.emit(Action::Keep(KeepAction::Offline(Offline::Outdated)));
        }
    };
    EventListener::new(&container, "controllerchange", on_change).forget();
    JsFuture::from(container.register(SCRIPT)).await.ok()?.dyn_into().ok()
}

/// Returns `None` if the browser has no service workers, as over plain HTTP and in some private windows.
fn container() -> Option<ServiceWorkerContainer> {
    Reflect::get(&window().navigator(), &"serviceWorker".into())
        .ok()?
        .dyn_into()
        .ok()
}

fn watch(registration: &ServiceWorkerRegistration, send: &Callback<Action>) {
    follow(registration, send);
    {
        let send = send.clone();
        let on_found = {
            let registration = registration.clone();
            move |_: &Event| follow(&registration, &send)
        };
        EventListener::new(registration, "updatefound", on_found).forget();
    }
    let registration = registration.clone();
    let look = move || {
        // Without a network, no new version can be found.
        let _ = registration.update();
    };
    Interval::new(HOUR_MS, look).forget();
}

/// Reports the state of the registration, now and whenever the state of the installing version changes.
fn follow(registration: &ServiceWorkerRegistration, send: &Callback<Action>) {
    send.emit(Action::Keep(KeepAction::Offline(stage(registration))));
    let Some(coming) = registration.installing() else {
        return;
    };
    let (registration, send) = (registration.clone(), send.clone());
    let on_change = move |_: &Event| send.emit(Action::Keep(KeepAction::Offline(stage(&registration))));
    EventListener::new(&coming, "statechange", on_change).forget();
}

fn stage(registration: &ServiceWorkerRegistration) -> Offline {
    let (active, waiting) = (registration.active(), registration.waiting());
    match (active, waiting, registration.installing()) {
        (Some(_), Some(_), _) => Offline::UpdateReady,
        (Some(_), None, _) => Offline::Kept,
        (None, None, None) => Offline::Unavailable,
        (None, ..) => Offline::Unknown,
    }
}

fn reload() {
    // Fails only in sandboxed frames.
    let _ = window().location().reload();
}
