//! What is held in memory has one limit in all: many small archives are as large as one.

use super::error::ReadError;

/// How much may still be held.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) left: u64,
    pub(super) limit: u64,
}

impl Room {
    /// There is none for these bytes.
    pub(super) fn full(self) -> ReadError {
        ReadError::NoRoom { limit: self.limit }
    }

    /// Whether there is some for so many bytes.
    pub(super) fn check(self, bytes: u64) -> Result<(), ReadError> {
        if bytes <= self.left { Ok(()) } else { Err(self.full()) }
    }
}
