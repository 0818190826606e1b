//! Reads, rewards and writes at the same time. Pages are handed out in turn, and their results are taken in the same
//! turn, so that the output has the order of the input. The channels are short, so that memory does not grow with the
//! input.

use std::num::NonZeroUsize;
use std::panic;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use texlens_evaluate::Rewarder;

use super::pages::{Item, Pages};
use super::rewarding::{Done, Setup};
use crate::failure::Failure;
use crate::input::ReadError;

/// Number of pages that wait for each thread.
const WAITING: usize = 4;

/// A thread that rewards pages.
struct Worker {
    results: Receiver<Result<Done, ReadError>>,
    thread: JoinHandle<()>,
}

/// Rewards all pages of a file. `write` receives the results in order, each as soon as it is there. Threads that wait
/// for input end with the program, so that an error of `write` ends it at once.
pub(super) fn reward_all(
    path: &Path,
    setup: &Arc<Setup>,
    threads: NonZeroUsize,
    mut write: impl FnMut(Done) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (queues, workers): (Vec<_>, Vec<_>) = (0..threads.get()).map(|_| start(Arc::clone(setup))).unzip();
    let file = path.to_owned();
    thread::spawn(move || read(&file, &queues));
    for turn in 0.. {
        let worker = turn % workers.len();
        match workers.get(worker).map(|worker| worker.results.recv()) {
            Some(Ok(result)) => write(result.map_err(|error| Failure::Read {
                path: path.to_owned(),
                error,
            })?)?,
            // The input has ended, or this thread panicked. The others may still be waiting.
            _ => return end(workers.into_iter().nth(worker)),
        }
    }
    Ok(())
}

/// Passes on the panic of a thread that has ended.
fn end(worker: Option<Worker>) -> Result<(), Failure> {
    match worker.map(|worker| worker.thread.join()) {
        Some(Err(panicked)) => panic::resume_unwind(panicked),
        Some(Ok(())) | None => Ok(()),
    }
}

type Queue = SyncSender<Result<Item, ReadError>>;

fn start(setup: Arc<Setup>) -> (Queue, Worker) {
    let (queue, items) = sync_channel::<Result<Item, ReadError>>(WAITING);
    let (done, results) = sync_channel(WAITING);
    let thread = thread::spawn(move || {
        let rewarder = Rewarder::new(&setup.settings, &setup.tests);
        for item in items {
            if done.send(item.map(|item| setup.reward(&rewarder, item))).is_err() {
                break;
            }
        }
    });
    (queue, Worker { results, thread })
}

/// Hands the pages of a file to the threads in turn. An error ends the input.
fn read(path: &Path, queues: &[Queue]) {
    let mut queues = queues.iter().cycle();
    let mut hand_out = |item| queues.next().is_some_and(|queue| queue.send(item).is_ok());
    let mut pages = match Pages::open(path) {
        Ok(pages) => pages,
        Err(error) => {
            hand_out(Err(error));
            return;
        }
    };
    while let Some(item) = pages.next().transpose() {
        let is_last = item.is_err();
        if !hand_out(item) || is_last {
            break;
        }
    }
}
