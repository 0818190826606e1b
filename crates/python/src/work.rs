//! Work that lets other threads of Python run, and that an interrupt stops.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use texlens_evaluate::parallel;

/// Time between two looks for an interrupt.
const INTERVAL: Duration = Duration::from_millis(100);

/// Returns the number of threads: the given one, or as many as processors for this process.
pub(crate) fn threads(given: Option<NonZeroUsize>) -> NonZeroUsize {
    given
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

/// Runs `work` on every item, with several threads. The results are in the order of the items. After an interrupt, no
/// further item is begun. Python tells only its main thread of interrupts.
pub(crate) fn map<T: Sync, R: Send>(
    py: Python<'_>,
    items: &[T],
    threads: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
) -> PyResult<Vec<R>> {
    if threads.get().min(items.len()) <= 1 {
        return in_turn(py, items, work);
    }
    if !is_main_thread(py)? {
        return Ok(py.detach(|| parallel::map(items, threads, &work)));
    }
    let all = |is_stopped: &AtomicBool| {
        let step = |item: &T| (!is_stopped.load(Ordering::Relaxed)).then(|| work(item));
        parallel::map(items, threads, step)
    };
    match watched(py, &all)? {
        Some(results) => Ok(results.into_iter().flatten().collect()),
        None => in_turn(py, items, work),
    }
}

/// Runs `work` while this thread looks for interrupts. After an interrupt, the flag is set, and `work` should end soon.
pub(crate) fn interruptible<R: Send>(py: Python<'_>, work: impl Fn(&AtomicBool) -> R + Sync) -> PyResult<R> {
    let is_stopped = AtomicBool::new(false);
    if is_main_thread(py)?
        && let Some(result) = watched(py, &work)?
    {
        return Ok(result);
    }
    let result = py.detach(|| work(&is_stopped));
    py.check_signals()?;
    Ok(result)
}

/// Runs `work` in another thread, and looks for interrupts. Returns `None` if the system refuses further threads.
fn watched<R: Send>(py: Python<'_>, work: &(impl Fn(&AtomicBool) -> R + Sync)) -> PyResult<Option<R>> {
    let is_stopped = AtomicBool::new(false);
    let is_done = AtomicBool::new(false);
    let here = thread::current();
    let all = || {
        let result = work(&is_stopped);
        is_done.store(true, Ordering::Release);
        here.unpark();
        result
    };
    thread::scope(|scope| {
        let Ok(worker) = thread::Builder::new().spawn_scoped(scope, all) else {
            return Ok(None);
        };
        let mut watched = Ok(());
        // A worker that panics is finished without being done.
        while watched.is_ok() && !is_done.load(Ordering::Acquire) && !worker.is_finished() {
            py.detach(|| thread::park_timeout(INTERVAL));
            watched = py.check_signals();
        }
        is_stopped.store(watched.is_err(), Ordering::Relaxed);
        let result = py.detach(|| worker.join());
        let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        watched?;
        Ok(Some(result))
    })
}

/// Runs `work` on every item in this thread.
fn in_turn<T: Sync, R: Send>(py: Python<'_>, items: &[T], work: impl Fn(&T) -> R + Sync) -> PyResult<Vec<R>> {
    let mut results = Vec::with_capacity(items.len());
    while results.len() < items.len() {
        py.detach(|| {
            let begun = Instant::now();
            let left = items.iter().skip(results.len());
            for item in left {
                results.push(work(item));
                if begun.elapsed() >= INTERVAL {
                    break;
                }
            }
        });
        py.check_signals()?;
    }
    Ok(results)
}

fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    main.eq(threading.call_method0("get_ident")?)
}
