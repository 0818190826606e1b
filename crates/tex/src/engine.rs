//! The modules that run the engine.

mod advice;
mod artefacts;
mod compiler;
mod culprit;
mod entry;
#[cfg(not(target_arch = "wasm32"))]
mod folder;
mod host;
mod log;
mod placement;
mod run;
#[cfg_attr(target_arch = "wasm32", path = "engine/browser.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "engine/native.rs")]
mod runtime;
mod unplaced;

pub use artefacts::{Artefact, ArtefactError, Content, Manifest};
pub use compiler::{Compiler, Limits, Set};
