//! The app without a browser: its whole state as one value ([`state`]) and all changes to it, the import of files
//! ([`desk`]), and saving ([`saving`]). Components, hooks and workers are in the app itself.
//!
//! Nothing in this crate waits, draws or uses the network. An [`Errand`](state::Errand) is work to do, an
//! [`Action`](state::Action) is an event, and bytes are handles ([`texlens_blob::Blob`]), so everything can be tested
//! without a browser.

pub mod benching;
pub mod brought;
pub mod commands;
pub mod compare;
pub mod copied;
pub mod desk;
pub mod faults;
pub mod fuzzy;
pub mod judging;
pub mod keeping;
pub mod linked;
pub mod making;
pub mod matrix;
pub mod messages;
pub mod naming;
pub mod outcome;
pub mod own_models;
pub mod palette;
pub mod picture;
mod ranking;
pub mod rating;
pub mod readers;
pub mod roles;
pub mod saving;
pub mod segments;
pub mod site;
pub mod state;
#[cfg(test)]
mod testing;
pub mod text_diff;
pub mod unfinished;
pub mod words;
