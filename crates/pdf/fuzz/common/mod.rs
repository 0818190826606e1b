//! What the fuzz targets share: a file is checked on a thread where a panic of a library does no harm.

use std::panic;
use std::path::Path;
use std::time::Duration;

#[path = "../../tests/invariants/mod.rs"]
pub(crate) mod invariants;

/// Time limit for a file, shorter than the fuzzer's limit for an input.
const LIMIT: Duration = Duration::from_secs(3);

/// Ends the search if a file breaks an invariant. A file may take too long.
pub(crate) fn check(file: &[u8], check: invariants::Check) {
    match invariants::check_apart(file.to_vec(), LIMIT, check) {
        Ok(()) | Err(invariants::OVERDUE) => {}
        Err(broken) => panic!("{broken}"),
    }
}

/// Ends the search only at a panic in this project. Paths of the project's source files are relative, those of
/// libraries are absolute.
pub(crate) fn forgive_libraries() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        if panicked.location().is_some_and(|at| Path::new(at.file()).is_relative()) {
            report(panicked);
        }
    }));
}
