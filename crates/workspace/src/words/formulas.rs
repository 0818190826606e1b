//! Sentences of the formulas of both sides.

/// Check box that hides the formulas that are the same on both sides.
pub const DIFFERENT_ONLY: &str = "Different only";

/// Button that opens the dialog for asking a judge.
pub const JUDGE: &str = "Ask a judge\u{2026}";

/// The parts that the buttons above the formulas step through.
pub const PARTS: &str = "the formulas";

/// Shown if there is no formula at all.
pub const EMPTY: &str = "Neither text has a formula.";

/// Shown if all formulas are hidden because they are the same.
pub const ALL_SAME: &str = "All formulas are the same on both sides.";

/// Accessible name of the formulas.
pub const TABLE: &str = "Formulas of both sides";

/// Verdict on a formula that is the same on both sides.
pub const SAME: &str = "same";

/// Verdict on a formula that the prediction lacks.
pub const MISSING: &str = "missing";

/// Verdict on a formula that the reference lacks.
pub const EXTRA: &str = "extra";

/// Verdict on a formula that differs.
pub const DIFFERENT: &str = "different";

/// Shown in the place of a formula that a text lacks.
pub const NONE: &str = "none";

/// Button that shows a formula in its text.
pub const IN_SOURCE: &str = "in source";

/// Shown in the place of a formula without ink.
pub const BLANK: &str = "blank";

/// Said before the reason why TeX cannot set a formula.
pub const NOT_SET: &str = "TeX cannot set it";

/// Label of the choice of what draws the formulas.
pub const STYLE: &str = "Draw formulas with";

/// The choice of TeX.
pub const TEX: &str = "TeX";

/// The choice of KaTeX.
pub const KATEX: &str = "KaTeX";

/// Legend of the symbols that both formulas have at the same place.
pub const MATCHED: &str = "matched";

/// Legend of the symbols that are missing, extra, or elsewhere.
pub const UNMATCHED: &str = "not matched";

/// Accessible name of a formula that can be scrolled.
pub const WIDE: &str = "A wide formula";

/// Returns the remark that the other formulas are left out.
#[must_use]
pub fn limit(formulas: usize) -> String {
    format!("The first {formulas} formulas of each text are matched.")
}
