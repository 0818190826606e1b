//! The format of reports: its version and its size limit.

/// Version of the format; increased when an older reader would misread a newer file.
pub(crate) const VERSION: u32 = 1;

/// Maximum size in bytes of a report that is written or read: about 200 page images.
pub const MAX_BYTES: usize = 128 << 20;
