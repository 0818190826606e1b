//! Runs the same work on many items with several threads.

use std::num::NonZeroUsize;

/// Runs `work` on every item. The results are in the order of the items, whatever the number of threads. One thread, or
/// one item, spawns nothing.
#[cfg(not(target_arch = "wasm32"))]
pub fn map<T: Sync, R: Send>(items: &[T], threads: NonZeroUsize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    use rayon::prelude::*;

    let threads = threads.get().min(items.len());
    let pool = (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    match pool {
        // Items may take very different times, so that each is distributed alone.
        Some(Ok(pool)) => pool.install(|| items.par_iter().with_max_len(1).map(&work).collect()),
        Some(Err(_)) | None => items.iter().map(work).collect(),
    }
}

/// Runs `work` on every item. The web cannot spawn threads.
#[cfg(target_arch = "wasm32")]
pub fn map<T, R>(items: &[T], _threads: NonZeroUsize, work: impl Fn(&T) -> R) -> Vec<R> {
    items.iter().map(work).collect()
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
