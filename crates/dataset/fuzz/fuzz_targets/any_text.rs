//! Runs every conversion on texts that the fuzzer generates.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/invariants/mod.rs"]
mod invariants;

fuzz_target!(|text: &str| invariants::check_text(text));
