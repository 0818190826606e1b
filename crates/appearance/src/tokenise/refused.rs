//! The reason why a formula stays text.

/// The formula cannot be parsed or printed; the official tools use its text instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Refused;
