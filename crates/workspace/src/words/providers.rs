//! Names of execution providers.

use crate::messages::reading::ProviderSetting;

impl ProviderSetting {
    /// Returns the name of the choice.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "Auto",
            Self::Wasm => "WebAssembly",
            Self::WebGpu => "WebGPU",
        }
    }
}

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
