//! Names of metrics in labels of commands.

/// The name of a metric with its id, since names of different readings are alike.
pub(super) fn metric_name(id: &str) -> String {
    texlens_metrics::info(id).map_or_else(|| id.to_owned(), |info| format!("{} ({id})", info.name))
}
