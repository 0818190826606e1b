//! Results as JSON.

use serde::Serialize;

use super::Results;
use crate::merge::{Merged, RaterSummary};
use crate::problem::Problem;

/// The contents of the JSON.
#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: u32,
    raters: &'a [RaterSummary],
    problems: Vec<WrittenProblem<'a>>,
    #[serde(flatten)]
    results: &'a Results,
}

/// A problem with its sentence.
#[derive(Serialize)]
struct WrittenProblem<'a> {
    #[serde(flatten)]
    problem: &'a Problem,
    message: String,
}

impl Results {
    /// Writes all numbers as JSON, with the raters and problems of the merged files.
    #[must_use]
    pub fn to_json(&self, merged: &Merged) -> String {
        let problem = |problem| WrittenProblem {
            problem,
            message: problem.to_string(),
        };
        let written = Written {
            format: "texlens-rating-results",
            version: 1,
            raters: &merged.raters,
            problems: merged.problems.iter().map(problem).collect(),
            results: self,
        };
        serde_json::to_string_pretty(&written).map_or_else(|_| String::new(), |json| json + "\n")
    }
}
