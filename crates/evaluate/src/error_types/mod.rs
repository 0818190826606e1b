//! TexOCR's five error types, assigned to each sample by rules. Each type is one file; [`ErrorType::ALL`] lists them.
//!
//! The paper (section 6.3, table 3 and appendix E) describes the types and shows cases, but gives no rules. The rules
//! here are texlens's own, with settings for everything that the description leaves open. A page may have several
//! types. A page whose prediction agrees with the reference has none. Formulas, citations and references within missing
//! text belong to that one error. A missing table is always a separate error.

mod citation_error;
mod compilation_failure;
mod formula_mismatch;
mod grid;
mod input;
mod missing_runs;
mod missing_text;
mod model;
mod quote;
mod rule;
mod sides;
mod table_corruption;
mod table_pairs;

pub use input::ErrorInput;
pub use model::{ErrorFinding, ErrorType, ErrorTypeInfo, Judgement};
pub use table_pairs::{TablePair, table_pairs};

use texlens_metrics::AnyParameter;

use rule::not_judged;
use sides::Sides;

impl ErrorType {
    /// Returns the description of the type.
    #[must_use]
    pub const fn info(self) -> &'static ErrorTypeInfo {
        match self {
            Self::MissingText => &missing_text::INFO,
            Self::FormulaMismatch => &formula_mismatch::INFO,
            Self::TableCorruption => &table_corruption::INFO,
            Self::CitationError => &citation_error::INFO,
            Self::CompilationFailure => &compilation_failure::INFO,
        }
    }
}

/// Largest number of places that are listed for an error type of a sample. The sentence counts all places.
const MAX_SPANS: usize = 100;

/// Applies the rule of each type to a sample, in the order of the paper's table. For a formula, only the rules for
/// formulas and compilation apply. The time is linear in the lengths of the texts, except for the cells of tables,
/// whose number is limited.
#[must_use]
pub fn error_types(input: &ErrorInput<'_>) -> Vec<ErrorFinding> {
    let sides = input.reference.map(|reference| Sides::of(input, reference));
    let of_kind = ErrorType::ALL
        .into_iter()
        .filter(|one| one.info().kinds.contains(&input.kind));
    of_kind
        .map(|error_type| judge(error_type, input, sides.as_ref()))
        .collect()
}

fn judge(error_type: ErrorType, input: &ErrorInput<'_>, sides: Option<&Sides<'_>>) -> ErrorFinding {
    let (judgement, mut spans) = match (error_type, sides) {
        (ErrorType::CompilationFailure, _) => compilation_failure::judge(input.prediction.compiled.as_ref()),
        (_, None) => not_judged("there is no reference to compare with"),
        (ErrorType::MissingText, Some(sides)) => missing_text::judge(sides),
        (ErrorType::FormulaMismatch, Some(sides)) => formula_mismatch::judge(sides),
        (ErrorType::TableCorruption, Some(sides)) => table_corruption::judge(sides),
        (ErrorType::CitationError, Some(sides)) => citation_error::judge(sides),
    };
    spans.truncate(MAX_SPANS);
    ErrorFinding {
        error_type,
        judgement,
        spans,
    }
}

/// Returns the settings of all rules.
pub(crate) fn parameters() -> impl Iterator<Item = &'static dyn AnyParameter> {
    ErrorType::ALL
        .into_iter()
        .flat_map(|one| one.info().parameters)
        .copied()
}
