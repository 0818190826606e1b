//! How the process is started that draws and reads.

use std::ffi::OsString;
use std::path::PathBuf;

/// A program that calls [`serve`](super::serve()), with its arguments. The memory limit in MiB follows as the last one. The
/// program runs without environment variables.
#[derive(Debug, Clone)]
pub struct Launch {
    /// Path of the program.
    pub program: PathBuf,
    /// The arguments before the memory limit.
    pub arguments: Vec<OsString>,
}

impl Launch {
    /// Starts the running program again. If the system does not know its path, the process does not start.
    #[must_use]
    pub fn this_program(arguments: impl IntoIterator<Item = &'static str>) -> Self {
        Self {
            program: std::env::current_exe().unwrap_or_default(),
            arguments: arguments.into_iter().map(OsString::from).collect(),
        }
    }
}
