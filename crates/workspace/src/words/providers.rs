//! Execution providers in words.

/// The name of a provider as it is shown.
#[must_use]
pub fn title(name: &str) -> &str {
    match name {
        "wasm" => "WebAssembly",
        "webgpu" => "WebGPU",
        other => other,
    }
}

/// The part of the machine that computes.
#[must_use]
pub fn device(name: &str) -> &'static str {
    match name {
        "webgpu" => "the graphics card",
        _ => "the processor",
    }
}
