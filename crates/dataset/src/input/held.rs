//! The limit on all bytes held in memory together: many small archives are as large as one large archive.

use super::error::ReadError;

/// The room that is left for bytes in memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) left: u64,
    pub(super) limit: u64,
}

impl Room {
    /// Returns the error for bytes that do not fit.
    pub(super) fn full(self) -> ReadError {
        ReadError::NoRoom { limit: self.limit }
    }

    /// Returns an error if `bytes` bytes do not fit.
    pub(super) fn check(self, bytes: u64) -> Result<(), ReadError> {
        if bytes <= self.left { Ok(()) } else { Err(self.full()) }
    }
}
