//! The effects of the page: workers, files, keys, colours.

mod address;
mod catalogue;
mod clipboard;
mod drag;
mod engine;
mod files;
mod keeping;
mod narrow;
mod object_url;
mod offline;
mod rate;
mod reveal;
mod save;
mod shortcuts;
mod storage;
mod theme;
mod window;
mod worker;

pub(super) use address::base;
pub(super) use catalogue::use_catalogue;
pub(super) use clipboard::copy;
pub(super) use drag::use_drag;
pub(super) use engine::use_engine;
pub(super) use files::{read_list, use_files};
pub(super) use keeping::use_keeping;
pub(super) use narrow::use_narrow;
pub(super) use object_url::use_object_url;
pub(super) use offline::use_offline;
pub(super) use rate::use_rate;
pub(super) use reveal::use_reveal;
pub(super) use save::use_save;
pub(super) use shortcuts::use_shortcuts;
pub(super) use storage::{Fetching, Looked, Storage, use_storage};
pub(super) use theme::{stored_theme, use_theme};
pub(super) use window::{use_row_in_sight, use_window};
pub(super) use worker::use_worker;
