//! The rule for missing predictions.

/// A sentence that says how missing predictions count. It accompanies means wherever they are shown.
pub const MISSING: &str = "A missing prediction is scored as empty text on every metric, and counted.";

/// Reports whether the prediction of a page is missing: there is none, or it is blank and the reference is not.
#[must_use]
pub fn is_missing(prediction: Option<&str>, reference: Option<&str>) -> bool {
    let is_blank = |text: &str| text.trim().is_empty();
    prediction.is_none_or(|prediction| is_blank(prediction) && !reference.is_some_and(is_blank))
}
