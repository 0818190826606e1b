//! Sentences of the dialog with the settings of the metrics.

use texlens_metrics::Value;

/// The dialog's title.
pub const TITLE: &str = "Settings of the metrics";

/// What the settings are.
pub const INTRODUCTION: &str = "Thresholds and readings that the papers leave open, with the defaults of this program \
                                or of the profile. They are written into every saved evaluation, and scores of \
                                different settings should not be compared.";

/// Button that resets all settings.
pub const RESET: &str = "Reset to defaults";

/// The names of the settings whose values are not valid.
#[must_use]
pub fn invalid(names: &[&str]) -> String {
    format!("Invalid value: {}", names.join(", "))
}

/// The default of a setting that differs from it.
#[must_use]
pub fn default(value: &Value) -> String {
    format!("Default: {value}.")
}

/// Button that applies the settings, with the number of text pairs to score again.
#[must_use]
pub fn apply(pairs: usize) -> String {
    match pairs {
        0 => "Apply settings".to_owned(),
        1 => "Apply and score again".to_owned(),
        pairs => format!("Apply and score all {pairs} again"),
    }
}
