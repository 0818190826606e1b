//! TexOCR's five error types, assigned to each sample by rules. One type is one file; [`ErrorType::ALL`] lists them.
//!
//! The paper (section 6.3, table 3 and appendix E) describes the types and shows cases, but gives no rules; those here are
//! ours, with settings for what the description leaves open. Types are found independently of each other: a page may have
//! several, and a page with a perfect prediction has none.

mod compilation_failure;
mod model;

pub use model::{ErrorFinding, ErrorType, ErrorTypeInfo, Judgement};

use texlens_metrics::{AnyParameter, Compiled, Kind, Settings, Span};

use crate::model::FormulaPair;
use crate::scorer::Parsed;

/// One sample and what is known of it.
#[derive(Debug, Clone, Copy)]
pub struct ErrorInput<'a> {
    /// What it is a sample of.
    pub kind: Kind,
    /// The reference, where there is one.
    pub reference: Option<&'a Parsed<'a>>,
    /// What the system said.
    pub prediction: &'a Parsed<'a>,
    /// The formulas of both, as [`formula_pairs`](crate::formula_pairs) matches them; of a formula, the
    /// [single pair](crate::single_formula_pair).
    pub formulas: &'a [FormulaPair],
    /// The verdict of the TeX engine on the prediction, where it was asked.
    pub compiled: Option<&'a Compiled>,
    /// Settings of the rules.
    pub settings: &'a Settings,
}

/// What each type's rule says of a sample, in the order of the paper's table; of a formula, those of formulas and of
/// compilation only. Takes about linear time.
#[must_use]
pub fn error_types(input: &ErrorInput<'_>) -> Vec<ErrorFinding> {
    let of_kind = ErrorType::ALL
        .into_iter()
        .filter(|one| one.info().kinds.contains(&input.kind));
    of_kind.map(|error_type| judge(error_type, input)).collect()
}

fn judge(error_type: ErrorType, input: &ErrorInput<'_>) -> ErrorFinding {
    let (judgement, spans) = match error_type {
        ErrorType::CompilationFailure => compilation_failure::judge(input),
    };
    ErrorFinding {
        error_type,
        judgement,
        spans,
    }
}

/// The settings of all rules.
pub(crate) fn parameters() -> impl Iterator<Item = &'static dyn AnyParameter> {
    ErrorType::ALL
        .into_iter()
        .flat_map(|one| one.info().parameters)
        .copied()
}

/// What a rule says: the judgement, and the places to look at.
type Judged = (Judgement, Vec<Span>);
