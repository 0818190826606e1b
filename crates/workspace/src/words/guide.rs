//! Sentences of the dialog that explains a metric.

/// The dialog's title.
pub const TITLE: &str = "How it is measured";

/// Label of the menu of metrics.
pub const METRIC: &str = "Metric";

/// Shown until the explanations have arrived.
pub const LOADING: &str = "Loading\u{2026}";

/// Shown if the explanations do not arrive.
pub const UNREACHABLE: &str =
    "The explanations could not be loaded. Check that the app is still being served, then try again.";
