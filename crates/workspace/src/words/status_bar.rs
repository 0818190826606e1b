//! Sentences and labels of the status bar.

use super::{count, megabytes, providers};
use crate::messages::reading::Provider;
use crate::state::{Offline, Runtime};

/// Name of the button that stops compiling.
pub const STOP_COMPILING: &str = "Stop compiling";

/// What runs the model, and why.
#[must_use]
pub fn runtime(runtime: &Runtime) -> String {
    match runtime {
        Runtime::Unloaded => "The model is loaded when an image is read.".to_owned(),
        Runtime::Loading { what, .. } => format!("Loading {what}\u{2026}"),
        Runtime::Working => "Reading\u{2026}".to_owned(),
        Runtime::Ready(Provider { name, reason, .. }) => {
            let (title, device) = (providers::title(name), providers::device(name));
            format!("{title}: {reason}. Pages are read on {device}.")
        }
        Runtime::Failed { message } => message.clone(),
    }
}

/// The number of samples that are not stored.
#[must_use]
pub fn not_kept(samples: usize) -> String {
    format!("{} not kept", count(samples, "sample"))
}

/// Button that opens the dialog about the browser's storage.
#[must_use]
pub const fn storage(offline: Offline) -> &'static str {
    match offline {
        Offline::Unknown | Offline::Unavailable => "Storage",
        Offline::Kept | Offline::UpdateReady | Offline::Outdated => "Storage & offline",
    }
}

/// The progress of loading the TeX engine, in bytes.
#[must_use]
pub fn loading_engine(loaded: f64, total: f64) -> String {
    format!("Loading the TeX engine: {} of {}", megabytes(loaded), megabytes(total))
}

/// The progress of compiling predictions.
#[must_use]
pub fn compiling(done: usize, total: usize) -> String {
    format!("Compiling: {done} of {total} done")
}
