//! Sentences about how formulas look when TeX sets them.

/// Accessible name of the section.
pub const SECTION: &str = "Look of the formulas";

/// Said before the formulas are typeset.
pub const OPEN: &str = "Some metrics compare how the formulas look.";

/// Verdict on two formulas with the same glyphs at the same places.
pub const SAME: &str = "They look the same";

/// Verdict on two formulas that look different.
pub const DIFFERENT: &str = "They look different";

/// Verdict on a formula that TeX cannot set, before the reason.
pub const NOT_SET: &str = "Not typeset";
