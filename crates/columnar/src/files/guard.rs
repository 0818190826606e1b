//! Turns panics of the crates that decode files into errors. They check most of what a damaged file can do, not all.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether this thread decodes a file, so that a panic is an error and not to be printed.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs a function that decodes. After an error, what it changed must not be used.
pub(crate) fn guarded<T>(decode: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            if !IS_GUARDED.get() {
                before(panicked);
            }
        }));
    });
    IS_GUARDED.set(true);
    let decoded = panic::catch_unwind(AssertUnwindSafe(decode));
    IS_GUARDED.set(false);
    decoded.unwrap_or_else(|panicked| Err(format!("it is damaged ({})", message(&*panicked))))
}

fn message(panicked: &(dyn Any + Send)) -> &str {
    let text = panicked.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panicked.downcast_ref::<&str>().copied())
        .unwrap_or("without a reason")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        let broken = || -> Result<(), String> { panic!("index {} of a list", 3) };
        assert_eq!(guarded(broken), Err("it is damaged (index 3 of a list)".to_owned()));
        assert_eq!(guarded(|| Ok(1)), Ok(1));
    }
}
