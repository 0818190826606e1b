//! Work that lets other threads of Python run, and that an interrupt stops.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use texlens_evaluate::parallel;

/// Time between two looks for an interrupt.
const INTERVAL: Duration = Duration::from_millis(100);

/// Runs `work` on every item, with several threads. The results are in the order of the items. After an interrupt, no
/// further item is begun. Python tells only its main thread of interrupts.
pub(crate) fn map<T: Sync, R: Send>(
    py: Python<'_>,
    items: &[T],
    threads: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
) -> PyResult<Vec<R>> {
    if !is_main_thread(py)? {
        return Ok(py.detach(|| parallel::map(items, threads, &work)));
    }
    let is_stopped = AtomicBool::new(false);
    let is_done = AtomicBool::new(false);
    let here = thread::current();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let step = |item: &T| (!is_stopped.load(Ordering::Relaxed)).then(|| work(item));
            let results = parallel::map(items, threads, step);
            is_done.store(true, Ordering::Release);
            here.unpark();
            results
        });
        let mut watched = Ok(());
        // A worker that panics is finished without being done.
        while watched.is_ok() && !is_done.load(Ordering::Acquire) && !worker.is_finished() {
            py.detach(|| thread::park_timeout(INTERVAL));
            watched = py.check_signals();
        }
        is_stopped.store(watched.is_err(), Ordering::Relaxed);
        let results = py.detach(|| worker.join());
        let results = results.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        watched?;
        Ok(results.into_iter().flatten().collect())
    })
}

fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    main.eq(threading.call_method0("get_ident")?)
}
