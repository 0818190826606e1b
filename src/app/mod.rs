//! The page: one pure state, small components that show it, hooks that carry out its effects.

pub mod compare;
pub mod comparison;
pub mod faults;
pub mod judging;
pub mod keeping;
pub mod linked;
pub mod providers;
pub mod roles;
pub mod saving;
pub mod segments;
pub mod site;
pub mod state;
#[cfg(test)]
mod testing;
pub mod understood;
pub mod unfinished;

#[cfg(target_arch = "wasm32")]
mod components;
#[cfg(target_arch = "wasm32")]
mod hooks;
#[cfg(target_arch = "wasm32")]
mod work;

#[cfg(target_arch = "wasm32")]
pub use components::start_app;
