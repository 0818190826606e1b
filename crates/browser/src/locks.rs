//! Web Locks. The browser releases a lock when the page or worker that holds it ends, for whatever reason. A lock that
//! a worker holds shows that the worker is alive; a lock that a page holds gives it the right to a resource that only
//! one page may use.

use js_sys::{Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[wasm_bindgen]
extern "C" {
    // web-sys offers Web Locks only behind its flag for unstable APIs.
    type LockManager;
    #[wasm_bindgen(thread_local_v2, js_namespace = navigator, js_name = locks)]
    static LOCKS: Option<LockManager>;
    #[wasm_bindgen(method)]
    fn request(this: &LockManager, name: &str, callback: &JsValue) -> Promise;
    #[wasm_bindgen(method, js_name = request)]
    fn request_with(this: &LockManager, name: &str, options: &Object, callback: &JsValue) -> Promise;
}

/// Calls `refused` if the browser refuses a request. It does where it forbids a page to store anything.
fn or_else(request: Promise, refused: impl FnOnce() + 'static) {
    spawn_local(async move {
        if JsFuture::from(request).await.is_err() {
            refused();
        }
    });
}

/// Calls `then` when the holder of the lock has ended. Without Web Locks, `then` is never called.
pub fn when_released(name: &str, then: impl FnOnce() + 'static) {
    let granted = Closure::once_into_js(then);
    LOCKS.with(|locks| {
        if let Some(locks) = locks {
            or_else(locks.request(name, &granted), || {});
        }
    });
}

/// Waits until the holder of the lock has ended, then takes the lock and never releases it. Without Web Locks, this
/// function never returns.
pub async fn take_next(name: &str) {
    let taken = Promise::new(&mut |resolve, _| {
        let granted = Closure::once_into_js(move || {
            // Settles the outer promise.
            let _ = resolve.call0(&JsValue::UNDEFINED);
            Promise::new(&mut |_, _| {})
        });
        LOCKS.with(|locks| {
            if let Some(locks) = locks {
                or_else(locks.request(name, &granted), || {});
            }
        });
    });
    // The promise is never rejected.
    let _ = JsFuture::from(taken).await;
}

/// Takes a lock permanently if nobody holds it, and returns whether it did. Without Web Locks, and where the browser refuses
/// them, it returns `true`: nobody can hold it.
pub async fn take(name: &str) -> bool {
    let options = Object::new();
    let _ = Reflect::set(&options, &"ifAvailable".into(), &true.into());
    let answer = Promise::new(&mut |resolve, _| {
        let settle = resolve.clone();
        let granted = Closure::once_into_js(move |lock: JsValue| {
            let is_ours = !lock.is_null();
            // Settles the outer promise.
            let _ = resolve.call1(&JsValue::UNDEFINED, &is_ours.into());
            if is_ours {
                Promise::new(&mut |_, _| {})
            } else {
                Promise::resolve(&JsValue::UNDEFINED)
            }
        });
        LOCKS.with(|locks| {
            if let Some(locks) = locks {
                or_else(locks.request_with(name, &options, &granted), move || {
                    let _ = settle.call1(&JsValue::UNDEFINED, &true.into());
                });
            }
        });
    });
    let has_locks = LOCKS.with(Option::is_some);
    !has_locks || JsFuture::from(answer).await.is_ok_and(|answer| answer.is_truthy())
}
