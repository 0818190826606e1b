//! The limits on the process that draws and reads.

use std::time::Duration;

/// The limits on opening a file and on drawing a page.
#[derive(Debug, Clone, Copy)]
pub struct PdfLimits {
    /// Time to open a file, and to draw each of its pages.
    pub time: Duration,
    /// Memory of the process in MiB, where the system can limit it.
    pub mebibytes: u64,
    /// The names of these limits.
    pub names: LimitNames,
}

/// The names under which a person can set the limits, for the advice in errors.
#[derive(Debug, Clone, Copy)]
pub struct LimitNames {
    /// Name of the time limit.
    pub time: &'static str,
    /// Name of the memory limit.
    pub memory: &'static str,
}
