use std::{cell::Cell, rc::Rc};

use gloo::{events::EventListener, timers::callback::Interval, utils::window};
use js_sys::Reflect;
use texlens_workspace::state::{Action, KeepAction, Offline};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorkerContainer, ServiceWorkerRegistration};
use yew::prelude::*;

const SCRIPT: &str = "service-worker.js";
/// What the script listens to.
const TAKE_OVER: &str = "take over";
/// A page that stays open looks for a newer version this often.
const HOUR_MS: u32 = 3_600_000;

/// Has a service worker keep the app, and tells what it is at. The callback loads the page again, with the newer version if
/// one waits.
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
        // The first one takes over what was loaded without any: the same version.
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

/// None where the browser has none: plain http, some private windows.
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
        // Without a network there is none to be found.
        let _ = registration.update();
    };
    Interval::new(HOUR_MS, look).forget();
}

/// Tells how far the registration is, now and when the version that is being fetched gets further.
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
    // Fails in sandboxed frames only.
    let _ = window().location().reload();
}
