//! The app without a browser: everything that it shows as one value ([`state`]), every way in which that changes, files on their
//! way into it ([`desk`]) and out of it ([`saving`]). Components, hooks and workers are in the app itself.
//!
//! Nothing in here waits, draws or asks the network. What has to be done is an [`Errand`](state::Errand), what has been done an
//! [`Action`](state::Action), and bytes are handles ([`texlens_blob::Blob`]): so all of it is tested without a browser.

pub mod brought;
pub mod compare;
pub mod comparison;
pub mod desk;
pub mod faults;
pub mod judging;
pub mod keeping;
pub mod linked;
pub mod messages;
pub mod picture;
pub mod roles;
pub mod saving;
pub mod segments;
pub mod site;
pub mod state;
#[cfg(test)]
mod testing;
pub mod unfinished;
pub mod words;
