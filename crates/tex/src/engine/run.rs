//! One run of the engine.

use texlens_vocabulary::Limit;

use super::host::Stop;

/// Maximum memory of the engine, in bytes. The module declares the same maximum, which a browser enforces too.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) const MAX_MEMORY: usize = 256 << 20;

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The engine exited with this status.
    Exit(u32),
    /// A limit ended the run.
    Limit(Limit),
    /// The engine crashed, for example because its stack was exhausted.
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
