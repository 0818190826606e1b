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

/// Takes a lock that is never given back. Returns its name, or nothing where the browser has no locks (plain http).
pub(super) fn hold_for_life() -> Option<String> {
    let name = format!("texlens worker {}", js_sys::Math::random());
    let forever = Closure::once_into_js(|| Promise::new(&mut |_, _| {}));
    LOCKS.with(|locks| {
        let locks = locks.as_ref()?;
        // Its promise settles with the worker's death only.
        let _ = locks.request(&name, &forever);
        Some(name)
    })
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
