//! Web Locks: the browser takes one from a page or worker that is gone, however it went. Of a worker it is a sign of life, of a
//! page the right to what only one of them may have.

use js_sys::{Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    // web-sys has Web Locks only behind its unstable switch.
    type LockManager;
    #[wasm_bindgen(thread_local_v2, js_namespace = navigator, js_name = locks)]
    static LOCKS: Option<LockManager>;
    #[wasm_bindgen(method)]
    fn request(this: &LockManager, name: &str, callback: &JsValue) -> Promise;
    #[wasm_bindgen(method, js_name = request)]
    fn request_with(this: &LockManager, name: &str, options: &Object, callback: &JsValue) -> Promise;
}

/// Takes a lock that is never given back, then calls back with its name, or with nothing where the browser has no locks
/// (plain http). Only a lock that is held may be told to others: they would get it themselves.
pub fn hold_for_life(then: impl FnOnce(Option<String>) + 'static) {
    LOCKS.with(|locks| match locks {
        None => then(None),
        Some(locks) => {
            let name = format!("texlens worker {}", js_sys::Math::random());
            let told = name.clone();
            let held = Closure::once_into_js(move || {
                then(Some(told));
                Promise::new(&mut |_, _| {})
            });
            // Its promise settles with the worker's death only.
            let _ = locks.request(&name, &held);
        }
    });
}

/// Calls back when the holder of the lock is gone.
pub fn when_released(name: &str, then: impl FnOnce() + 'static) {
    let granted = Closure::once_into_js(then);
    LOCKS.with(|locks| {
        if let Some(locks) = locks {
            // Its promise is that of the callback, which does not fail.
            let _ = locks.request(name, &granted);
        }
    });
}

/// Takes a lock for good, once whoever has it is gone.
pub async fn take_next(name: &str) {
    let taken = Promise::new(&mut |resolve, _| {
        let granted = Closure::once_into_js(move || {
            // Whoever waits for it hears.
            let _ = resolve.call0(&JsValue::UNDEFINED);
            Promise::new(&mut |_, _| {})
        });
        LOCKS.with(|locks| {
            if let Some(locks) = locks {
                let _ = locks.request(name, &granted);
            }
        });
    });
    // It does not fail.
    let _ = JsFuture::from(taken).await;
}

/// Takes a lock for good if nobody has it; whether it did. Where the browser has no locks everybody gets it.
pub async fn take(name: &str) -> bool {
    let options = Object::new();
    let _ = Reflect::set(&options, &"ifAvailable".into(), &true.into());
    let answer = Promise::new(&mut |resolve, _| {
        let granted = Closure::once_into_js(move |lock: JsValue| {
            let is_ours = !lock.is_null();
            // Whoever waits for it hears.
            let _ = resolve.call1(&JsValue::UNDEFINED, &is_ours.into());
            if is_ours {
                Promise::new(&mut |_, _| {})
            } else {
                Promise::resolve(&JsValue::UNDEFINED)
            }
        });
        LOCKS.with(|locks| {
            if let Some(locks) = locks {
                let _ = locks.request_with(name, &options, &granted);
            }
        });
    });
    let has_locks = LOCKS.with(Option::is_some);
    !has_locks || JsFuture::from(answer).await.is_ok_and(|answer| answer.is_truthy())
}
