//! Sets the maximum memory of the module.

/// Maximum memory in bytes. Drawing and encoding a page of the maximum number of pixels takes 600 MB. A file that needs
/// more than the limit is given up like one that panics, before the browser gives up the tab.
const MOST: u32 = 1 << 30;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=--max-memory={MOST}");
    }
}
