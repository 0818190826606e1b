//! What the state looks like. One component a file; none keeps state of its own beyond what the pointer is over.

mod add_text;
mod app;
mod attribution;
mod boxes;
mod choice;
mod compilation;
mod correct;
mod drop_target;
mod error_types;
mod file_button;
mod filter_choice;
mod formula_view;
mod formulas;
mod guide;
mod header;
mod help;
mod marks;
mod modal;
mod overlay;
mod page;
mod progress;
mod queue;
mod readout;
mod result;
mod sample_list;
mod scores;
mod sheet;
mod size;
mod source;
mod source_row;
mod status_bar;
mod storage;
mod text_area;
mod toasts;
mod welcome;

pub use app::start_app;
