//! Checks the invariants that hold for every source, on sources that the fuzzer generates.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/invariants/mod.rs"]
mod invariants;

fuzz_target!(|source: &str| invariants::check(source));
