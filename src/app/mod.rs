//! The page: small components that show the state, hooks that carry out its effects.

mod components;
mod hooks;
mod store;
mod work;

pub use components::start_app;
