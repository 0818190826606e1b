//! A Web Lock as a sign of life: the browser takes it from a worker that is gone, however it went.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // web-sys has Web Locks only behind its unstable switch.
    type LockManager;
    #[wasm_bindgen(thread_local_v2, js_namespace = navigator, js_name = locks)]
    static LOCKS: Option<LockManager>;
    #[wasm_bindgen(method)]
    fn request(this: &LockManager, name: &str, callback: &JsValue) -> Promise;
}

/// Takes a lock that is never given back, then calls back with its name, or with nothing where the browser has no locks
/// (plain http). Only a lock that is held may be told to others: they would get it themselves.
pub(super) fn hold_for_life(then: impl FnOnce(Option<String>) + 'static) {
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
pub(super) fn when_released(name: &str, then: impl FnOnce() + 'static) {
    let granted = Closure::once_into_js(then);
    LOCKS.with(|locks| {
        if let Some(locks) = locks {
            // Its promise is that of the callback, which does not fail.
            let _ = locks.request(name, &granted);
        }
    });
}
