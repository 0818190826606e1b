//! Commands of the list of all formulas.

use super::deed::{Deed, act};
use super::elements;
use super::obstacle::{Obstacle, unless};
use crate::state::{Action, FormulaAction, FormulaFilter, FormulaItems, FormulaOrder, State, formula_metrics};

/// A command of the list of all formulas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormulaCommand {
    /// Lists pairs that a filter admits.
    Filter(FormulaFilter),
    /// Lists displayed formulas, inline ones, or both.
    Extent(Option<bool>),
    /// Lists the formulas of a system; `None` for all.
    System(Option<String>),
    /// Orders the pairs by a metric; `None` for the order of the texts.
    Order(Option<&'static str>),
    /// Cancels scoring the formulas.
    CancelScores,
    /// Opens the sample of the card that is pointed at.
    OpenCard,
    /// Saves the list.
    Save,
}

impl FormulaCommand {
    /// Returns the commands that make sense in a state.
    pub(super) fn all(state: &State) -> Vec<Self> {
        let mut all = vec![Self::OpenCard, Self::Save, Self::CancelScores];
        all.extend(FormulaFilter::ALL.map(Self::Filter));
        all.extend([None, Some(false), Some(true)].map(Self::Extent));
        let systems = state.samples.systems();
        if systems.len() > 1 {
            all.push(Self::System(None));
            all.extend(systems.into_iter().map(|system| Self::System(Some(system.to_owned()))));
        }
        all.push(Self::Order(None));
        all.extend(formula_metrics().map(|info| Self::Order(Some(info.id))));
        all
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        let now = &state.formula_list.listing;
        let mut listing = now.clone();
        match self {
            Self::Filter(filter) => listing.filter = *filter,
            Self::Extent(displayed) => listing.displayed = *displayed,
            Self::System(system) => listing.system = system.as_deref().map(Into::into),
            Self::Order(metric) => {
                listing.order = match metric {
                    None => FormulaOrder::Text,
                    Some(metric) => FormulaOrder::Worst {
                        metric: (*metric).into(),
                    },
                }
            }
            Self::CancelScores => {
                unless(Obstacle::NothingRuns, state.formula_pairs.progress().is_none())?;
                listing.forget_values();
            }
            Self::OpenCard => {
                let card = state.formula_list.cursor.ok_or(Obstacle::NoCard)?;
                return Ok(act(Action::Formulas(FormulaAction::Open(card))));
            }
            Self::Save => {
                let is_scored = state.samples.iter().any(|sample| sample.scored.is_some());
                unless(Obstacle::NoPair, !is_scored)?;
                let is_any = FormulaItems::is_any(&state.samples, &state.formula_pairs, now);
                unless(Obstacle::NothingListed, !is_any)?;
                return Ok(Deed::Press(elements::SAVE_FORMULAS));
            }
        }
        unless(Obstacle::Already, listing == *now)?;
        Ok(act(Action::Formulas(FormulaAction::List(listing))))
    }
}
