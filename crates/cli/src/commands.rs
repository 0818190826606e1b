//! One module for each subcommand.

pub(crate) mod ocr;
pub(crate) mod score;
