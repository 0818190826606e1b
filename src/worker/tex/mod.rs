//! The TeX engine off the page's thread, in a worker of its own: a text that blocks it or brings it down costs nothing else.

pub mod protocol;

#[cfg(target_arch = "wasm32")]
mod client;
#[cfg(target_arch = "wasm32")]
mod error;
#[cfg(target_arch = "wasm32")]
mod files;
#[cfg(target_arch = "wasm32")]
mod server;
#[cfg(target_arch = "wasm32")]
mod store;

#[cfg(target_arch = "wasm32")]
pub use client::TexClient;
#[cfg(target_arch = "wasm32")]
pub use files::{download, more_for_documents};
#[cfg(target_arch = "wasm32")]
pub use server::start_tex_worker;

/// Whether the browser keeps what the engine needs for predictions of this form: using it then costs no download.
#[cfg(target_arch = "wasm32")]
pub async fn is_kept(base: &str, form: texlens_tex::Form) -> bool {
    let needed = files::needed(form.into());
    !needed.is_empty() && store::Store::open(base).await.has(&needed).await
}
