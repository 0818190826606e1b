//! The same work on many items, by several threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// `work` on every item; the results in the order of the items, whatever the number of threads. One thread is the
/// caller's own, so that nothing is spawned where there are none, as on the web.
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
            // A thread that panicked is passed on when the scope ends; what the others did is whole.
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

/// The next item that nobody has taken.
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
