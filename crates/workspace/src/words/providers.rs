//! Names of execution providers.

/// Returns the name of a provider as shown to people.
#[must_use]
pub fn title(name: &str) -> &str {
    match name {
        "wasm" => "WebAssembly",
        "webgpu" => "WebGPU",
        other => other,
    }
}

/// Returns the device that computes.
#[must_use]
pub fn device(name: &str) -> &'static str {
    match name {
        "webgpu" => "the graphics card",
        _ => "the processor",
    }
}
