//! Runs the same work on many items with several threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs `work` on every item. The results are in the order of the items, whatever the number of threads. The caller's
/// thread is one of them, so that one thread spawns nothing. The web cannot spawn threads.
pub fn map<T: Sync, R: Send>(items: &[T], threads: NonZeroUsize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.get().min(items.len());
    if threads <= 1 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let run = || {
        while let Some((index, item)) = take(items, &next) {
            let result = work(item);
            // A panic is passed on when the scope ends. The results of the other threads are complete, so poisoning is
            // ignored.
            let mut results = results.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            results.push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Takes the next item that no thread has taken.
fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [1, 2, 7, 2000] {
            let doubled = map(&items, NonZeroUsize::new(threads).unwrap(), |item| 2 * item);
            assert!(doubled.iter().enumerate().all(|(index, &value)| value == 2 * index));
        }
        assert!(map(&[], NonZeroUsize::MIN, |item: &u8| *item).is_empty());
    }
}
