//! Sentences of the dialog with the settings of the metrics.

use texlens_metrics::Value;
use texlens_metrics::texbleu::MAX_TOKENISER_BYTES;

use super::megabytes;

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

/// Button that chooses a tokeniser for TeXBLEU.
pub const CHOOSE_TOKENISER: &str = "Choose tokenizer.json";

/// What the button is for.
pub const TOKENISER_NOTE: &str = "The tokenizer.json of TeXBLEU's authors is not part of texlens, because it has no \
                                  licence. A file that you choose stays in this browser until you remove it.";

/// The browser does not store the tokeniser.
pub const TOKENISER_NOT_STORED: &str = "The browser cannot store the file: it has no room, this is a private window, or \
                                        the address has no https. Free some space, or open the app in another window.";

/// The chosen tokeniser is not stored any more.
pub const TOKENISER_GONE: &str =
    "This browser does not have the file any more. Choose it again, or choose other tokens.";

/// The name of a tokeniser from a file, with the first digits of its SHA-256.
#[must_use]
pub fn tokeniser(name: &str, sha256: &str) -> String {
    format!("{name} ({}…)", sha256.get(..8).unwrap_or(sha256))
}

/// The name of a chosen tokeniser that the browser does not store.
#[must_use]
pub fn absent_tokeniser(sha256: &str) -> String {
    tokeniser("missing file", sha256)
}

/// Button that deletes a stored tokeniser.
#[must_use]
pub fn remove_tokeniser(name: &str) -> String {
    format!("Remove {name}")
}

/// A file is too large for a tokeniser.
#[must_use]
pub fn tokeniser_too_large(name: &str, bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss)] // Far from 2^53.
    let [size, limit] = [bytes, MAX_TOKENISER_BYTES as u64].map(|bytes| megabytes(bytes as f64));
    format!("{name} has {size}, and a tokeniser has at most {limit}. Choose a tokenizer.json.")
}

/// A file is no tokeniser that can be used.
#[must_use]
pub fn not_a_tokeniser(name: &str, why: &str) -> String {
    format!("{name} cannot be used: {why}")
}
