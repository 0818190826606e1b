//! Tests of the benchmark as a whole: its items, their references, violations and harmless variants.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stderr, reason = "what is measured or skipped is said")]

mod any_text;
mod engine;
mod files;
mod harmless;
mod items;
mod mutation;
mod violations;
