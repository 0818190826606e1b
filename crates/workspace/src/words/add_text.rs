//! Sentences of the dialog for adding texts.

/// The dialog's title.
pub const TITLE: &str = "Add text";

/// Shown in the empty box for the reference.
pub const REFERENCE_HINT: &str = "The LaTeX as it should be";

/// Shown in the empty box for the prediction.
pub const PREDICTION_HINT: &str = "The LaTeX a system produced";

/// The default name of a system, and the origin of pasted texts.
pub const PASTED: &str = "pasted text";

/// Label of the field for the system's name.
pub const SYSTEM: &str = "System";

/// Label of the choice of kind, before its options.
pub const KIND: &str = "Score them as a";

/// Accessible name of the choice of kind.
pub const KIND_NAME: &str = "Kind of the texts";

/// Option for texts of a page.
pub const PAGE: &str = "Page";

/// Option for texts of a single formula.
pub const FORMULA: &str = "Formula";

/// Button that adds the texts.
pub const ADD: &str = "Add";

/// Accessible name of the section with the expected errors.
pub const CHECK: &str = "Instant check of the prediction";

/// Says who expects the errors, after their number.
pub const BY_CHECK: &str = "by the instant check; the TeX engine can decide once the text is added";
