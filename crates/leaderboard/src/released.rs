//! Names by which scores that others released are known in an evaluation.

/// The provider that marks the verdicts of result files.
pub(crate) const RESULT_FILES: &str = "result files of pdf-parse-bench";

/// Id of the metric for released CDM.
pub(crate) const CDM: &str = "cdm_unimernet";
