//! Checks the properties of the output of every page on pages that the fuzzer makes up.
#![no_main]
#![allow(clippy::unwrap_used)]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/invariants/mod.rs"]
mod invariants;
#[path = "../../tests/invariants/pages.rs"]
mod pages;

fuzz_target!(|bytes: &[u8]| {
    invariants::check_page(&pages::page(bytes));
});
