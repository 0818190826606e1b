//! One run of the engine.

use texlens_vocabulary::Limit;

use super::host::Stop;

/// Most memory of the engine, in bytes. It is the maximum that the module declares for itself, which binds a browser too.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) const MAX_MEMORY: usize = 256 << 20;

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    /// By itself, with this status.
    Exit(u32),
    /// By a limit.
    Limit(Limit),
    /// By a fault of the engine, such as a stack that is used up.
    Died(String),
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Exit(status) => Self::Exit(status),
            Stop::Limit(limit) => Self::Limit(limit),
        }
    }
}
