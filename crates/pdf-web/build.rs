//! How much memory the module may take.

/// A page of the most pixels takes 600 MB to be drawn and packed. What wants more than this is given up as what panics is, before the
/// browser gives up the tab.
const MOST: u32 = 1 << 30;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=--max-memory={MOST}");
    }
}
