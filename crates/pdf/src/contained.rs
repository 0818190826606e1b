//! A place for work that may panic or not end.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Objects and content may be nested hundreds deep.
const STACK: usize = 64 << 20;

/// Why work came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// It panicked.
    #[error("the PDF is damaged in a way that the renderer does not survive; print it to a new PDF")]
    Panicked,
    /// It took too long.
    #[error("it was not done after {} s; print it to a new PDF, or use a lower resolution", .limit.as_secs())]
    Overdue {
        /// The time it had.
        limit: Duration,
    },
    /// The system gives no thread.
    #[error("no thread could be started: {detail}")]
    NoThread {
        /// What the system says.
        detail: String,
    },
}

/// Does work on a thread of its own, so that a panic ends it alone. Work that is not done in time is given up: its thread cannot be ended
/// and runs on until the program ends.
///
/// # Errors
/// If there is no result.
pub fn contained<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Lost> {
    let (done, result) = sync_channel(1);
    let thread = thread::Builder::new().name("pdf".to_owned()).stack_size(STACK);
    let started = thread.spawn(move || {
        // Nobody listens any more if it took too long.
        let _ = done.send(work());
    });
    started.map_err(|error| Lost::NoThread {
        detail: error.to_string(),
    })?;
    result.recv_timeout(limit).map_err(|error| match error {
        RecvTimeoutError::Disconnected => Lost::Panicked,
        RecvTimeoutError::Timeout => Lost::Overdue { limit },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_panics_or_does_not_end_costs_its_result_only() {
        let second = Duration::from_secs(60);
        assert_eq!(contained(second, || 1), Ok(1));
        assert_eq!(
            contained(second, move || assert!(second.is_zero(), "meant")),
            Err(Lost::Panicked)
        );
        let limit = Duration::from_millis(20);
        assert_eq!(contained(limit, thread::park), Err(Lost::Overdue { limit }));
    }
}
