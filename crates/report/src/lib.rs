//! A finished evaluation as one file: static HTML that opens again in the app.

pub mod diff;
