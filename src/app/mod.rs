//! The page: components that show the state, and hooks that carry out its side effects.

mod components;
mod hooks;
mod store;
mod work;

pub use components::start_app;
