//! The TeX engine off the page's thread, in a worker of its own: a text that blocks it or brings it down costs nothing else.

mod client;
mod error;
mod files;
mod server;
mod store;

pub use client::TexClient;
pub use files::{download, more_for_documents};
pub use server::start_tex_worker;

/// Whether the browser keeps what the engine needs for predictions of this form: using it then costs no download.
pub async fn is_kept(base: &str, form: texlens_tex::Form) -> bool {
    let needed = files::needed(form.into());
    !needed.is_empty() && store::Store::open(base).await.has(&needed).await
}
