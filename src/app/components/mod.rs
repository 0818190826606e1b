//! What the state looks like. One component a file; none keeps state of its own beyond what the pointer is over.

mod add_text;
mod app;
mod choice;
mod compilation;
mod drop_target;
mod error_types;
mod file_button;
mod filter_choice;
mod formula_view;
mod formulas;
mod guide;
mod header;
mod help;
mod modal;
mod overlay;
mod page;
mod progress;
mod result;
mod sample_list;
mod scores;
mod size;
mod source;
mod source_row;
mod status_bar;
mod toasts;
mod welcome;

pub use app::start_app;
