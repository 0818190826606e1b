//! The module of the npm package: the scores and verdicts of app and command for other JavaScript, without the app and
//! its workers. `types.d.ts` describes the values.

#[cfg(target_arch = "wasm32")]
mod input;
#[cfg(target_arch = "wasm32")]
pub mod metrics;
#[cfg(target_arch = "wasm32")]
mod object;
pub mod position;
#[cfg(target_arch = "wasm32")]
pub mod positions;
#[cfg(target_arch = "wasm32")]
pub mod scorer;
#[cfg(target_arch = "wasm32")]
pub mod tex;
#[cfg(target_arch = "wasm32")]
pub mod texts;
#[cfg(target_arch = "wasm32")]
pub mod types;
