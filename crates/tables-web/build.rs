//! Sets the maximum memory of the module.

/// Maximum memory in bytes. The file, its rows, and its images as files are held at the same time, with at most 512 MB
/// each. A file that needs more is given up like one that panics, before the browser gives up the tab.
const MOST: u32 = 2 << 30;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=--max-memory={MOST}");
    }
}
