//! The format of reports: its version, and how large one may be.

/// Version of the format; raised when an older reader would misread a newer file.
pub(crate) const VERSION: u32 = 1;

/// Largest report that is written or read, in bytes: some 200 page images.
pub const MAX_BYTES: usize = 128 << 20;
