//! Fuzz target: draws arbitrary files, each on a thread where a panic does no harm.
#![no_main]

use std::panic;
use std::path::Path;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/invariants/mod.rs"]
mod invariants;

/// Time limit for a file, shorter than the fuzzer's limit for an input.
const LIMIT: Duration = Duration::from_secs(3);

fuzz_target!(init: forgive_libraries(), |data: &[u8]| {
    match invariants::check_apart(data.to_vec(), LIMIT) {
        // A file may take too long.
        Ok(()) | Err(invariants::OVERDUE) => {}
        Err(broken) => panic!("{broken}"),
    }
});

/// Ends the search only at a panic in this project. Paths of the project's source files are relative, those of
/// libraries are absolute.
fn forgive_libraries() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        if panicked.location().is_some_and(|at| Path::new(at.file()).is_relative()) {
            report(panicked);
        }
    }));
}
