//! The pages of PDF files off the page's thread, in a worker of its own: a file that the renderer does not survive, or that keeps it busy
//! for ever, costs a page and nothing else. The renderer is a WebAssembly module of its own, loaded with the first PDF.

mod client;
mod renderer;
mod server;

pub use client::PdfClient;
pub use server::start_pdf_worker;
