//! Files that the fuzzer makes up, each drawn where a panic costs itself alone.
#![no_main]

use std::panic;
use std::path::Path;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/invariants/mod.rs"]
mod invariants;

/// Less than one input may take.
const LIMIT: Duration = Duration::from_secs(3);

fuzz_target!(init: forgive_libraries(), |data: &[u8]| {
    match invariants::check_apart(data.to_vec(), LIMIT) {
        // A file may be lost.
        Ok(()) | Err(invariants::OVERDUE) => {}
        Err(broken) => panic!("{broken}"),
    }
});

/// Only a panic in this project ends the search: its files are named from its root, those of libraries from that of the disk.
fn forgive_libraries() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        if panicked.location().is_some_and(|at| Path::new(at.file()).is_relative()) {
            report(panicked);
        }
    }));
}
