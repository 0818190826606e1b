//! The input of the rules.

use texlens_metrics::Settings;
use texlens_vocabulary::Kind;

use crate::input::Parsed;
use crate::model::FormulaPair;

/// One sample, with everything that the rules need.
#[derive(Debug, Clone, Copy)]
pub struct ErrorInput<'a> {
    /// The kind of the sample.
    pub kind: Kind,
    /// The reference, if there is one.
    pub reference: Option<&'a Parsed<'a>>,
    /// The prediction, with the TeX engine's verdict if it ran.
    pub prediction: &'a Parsed<'a>,
    /// The formulas of both sides, as matched by [`formula_pairs_of`](crate::formula_pairs_of).
    pub formulas: &'a [FormulaPair],
    /// Settings of the rules.
    pub settings: &'a Settings,
}
