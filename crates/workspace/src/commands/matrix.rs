//! Commands of the matrix of samples and systems.

use super::deed::{Deed, act};
use super::obstacle::{Obstacle, unless};
use crate::matrix::{metrics, shown_metric};
use crate::state::{Action, CompareAction, MatrixChoice, MatrixFilter, MatrixOrder, State};

/// A command of the matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatrixCommand {
    /// Shows a score.
    Score(&'static str),
    /// Compares the systems with one of them; `None` for none.
    Baseline(Option<String>),
    /// Orders the rows.
    Order(MatrixOrder),
    /// Reverses the order.
    Reverse,
    /// Filters the rows.
    Filter(MatrixFilter),
    /// Removes filter, tag and query.
    ShowAll,
}

impl MatrixCommand {
    /// Returns the commands that make sense in a state.
    pub(super) fn all(state: &State) -> Vec<Self> {
        let Some(kind) = state.matrix_kind() else {
            return Vec::new();
        };
        let mut all = vec![Self::Reverse, Self::ShowAll];
        let left_out = &state.compare.choice.left_out;
        let systems = state
            .systems(kind)
            .into_iter()
            .filter(|system| !left_out.contains(system));
        let systems: Vec<String> = systems.collect();
        all.extend([MatrixOrder::Arrival, MatrixOrder::Name].map(Self::Order));
        if systems.len() > 1 {
            all.push(Self::Order(MatrixOrder::Spread));
        }
        let by_value = systems.iter().map(|system| MatrixOrder::System(system.as_str().into()));
        all.extend(by_value.map(Self::Order));
        let baseline = state.matrix.baseline.as_deref();
        if let Some(baseline) = baseline.filter(|name| systems.iter().any(|system| system == name)) {
            let others = systems.iter().filter(|system| *system != baseline);
            let by_difference = others.map(|system| MatrixOrder::Difference(system.as_str().into()));
            all.extend(by_difference.map(Self::Order));
        }
        if systems.len() > 1 {
            all.push(Self::Baseline(None));
            all.extend(systems.into_iter().map(|system| Self::Baseline(Some(system))));
        }
        all.extend(MatrixFilter::all().map(Self::Filter));
        let shown = shown_metric(state, kind).map(|info| info.id);
        let others = metrics(kind).into_iter().filter(|info| Some(info.id) != shown);
        all.extend(others.map(|info| Self::Score(info.id)));
        all
    }

    /// Returns whether the command has the name of a system.
    pub(super) fn names_data(&self) -> bool {
        matches!(
            self,
            Self::Baseline(Some(_)) | Self::Order(MatrixOrder::System(_) | MatrixOrder::Difference(_))
        )
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        let now = &state.matrix;
        let mut choice = now.clone();
        match self {
            Self::Score(metric) => choice.metric = Some((*metric).into()),
            Self::Baseline(system) => choice.compare_with(system.as_deref()),
            Self::Order(order) => {
                choice.is_reversed = false;
                choice.order = order.clone();
            }
            Self::Reverse => choice.is_reversed = !choice.is_reversed,
            Self::Filter(filter) => choice.filter = *filter,
            Self::ShowAll => {
                choice = MatrixChoice {
                    filter: MatrixFilter::All,
                    tag: None,
                    query: "".into(),
                    ..choice
                };
                unless(Obstacle::NothingHidden, choice == *now)?;
            }
        }
        unless(Obstacle::Already, choice == *now)?;
        Ok(act(Action::Compare(CompareAction::Matrix(choice))))
    }
}
