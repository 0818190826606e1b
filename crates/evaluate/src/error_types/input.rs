//! What the rules are given.

use texlens_metrics::Settings;
use texlens_vocabulary::Kind;

use crate::input::Parsed;
use crate::model::FormulaPair;

/// One sample and what is known of it.
#[derive(Debug, Clone, Copy)]
pub struct ErrorInput<'a> {
    /// What it is a sample of.
    pub kind: Kind,
    /// The reference, where there is one.
    pub reference: Option<&'a Parsed<'a>>,
    /// What the system said, with the TeX engine's verdict where it was asked.
    pub prediction: &'a Parsed<'a>,
    /// The formulas of both, as [`formula_pairs_of`](crate::formula_pairs_of) matches them.
    pub formulas: &'a [FormulaPair],
    /// Settings of the rules.
    pub settings: &'a Settings,
}
