//! The workers of the app. Each is one file or folder of this crate. Its client is in `src/worker`; the messages
//! between them are in `texlens-workspace`.
#![cfg(target_arch = "wasm32")]

mod compare;
mod engine;
mod formulas;
mod import;
mod latexbench;
mod leaderboard;
mod pace;
mod pdf;
mod ratings;
mod readers;
mod reading;
mod saving;
mod score;
mod synthesis;
mod tables;
mod tex;
mod texbleu;

pub use compare::start_compare_worker;
pub use formulas::start_formulas_worker;
pub use import::start_import_worker;
pub use latexbench::start_latexbench_worker;
pub use leaderboard::start_leaderboard_worker;
pub use pdf::start_pdf_worker;
pub use ratings::start_ratings_worker;
pub use readers::start_readers_worker;
pub use reading::start_reading_worker;
pub use saving::start_saving_worker;
pub use score::start_score_worker;
pub use synthesis::start_synthesis_worker;
pub use tex::start_tex_worker;
