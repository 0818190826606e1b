//! Fuzz target: reads the text of arbitrary files.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../common/mod.rs"]
mod common;

fuzz_target!(init: common::forgive_libraries(), |data: &[u8]| {
    common::check(data, common::invariants::is_read);
});
