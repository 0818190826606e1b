use std::rc::Rc;

use texlens_evaluate::Kind;
use texlens_workspace::matrix::Matrix;
use texlens_workspace::state::{Samples, State};
use yew::prelude::*;

use super::paced::{Change, use_paced};

/// The matrix, with what can be chosen for it.
#[derive(Default, PartialEq)]
pub(in crate::app) struct MadeMatrix {
    pub(in crate::app) matrix: Option<Matrix>,
    /// The samples of that time.
    pub(in crate::app) samples: Samples,
    /// The kinds that have scores, each with its number of samples.
    pub(in crate::app) kinds: Vec<(Kind, usize)>,
    /// The datasets of the kind, each with its number of samples.
    pub(in crate::app) datasets: Vec<(Rc<str>, usize)>,
    /// The compared dataset; `None` for all of them.
    pub(in crate::app) dataset: Option<Rc<str>>,
    /// All systems with scores for the kind, also those that are left out.
    pub(in crate::app) systems: Vec<String>,
}

/// Returns the matrix of the samples. While many samples change, it lags a little behind.
#[hook]
pub(in crate::app) fn use_matrix(state: &Rc<State>) -> Rc<MadeMatrix> {
    use_paced(
        Rc::clone(state),
        |before, now| {
            let chosen = |state: &State| {
                let choice = &state.compare.choice;
                (
                    choice.kind,
                    choice.dataset.clone(),
                    choice.only_common,
                    choice.left_out.clone(),
                    state.matrix.metric.clone(),
                )
            };
            let is_stale = before.samples != now.samples || !Rc::ptr_eq(&before.compare.absent, &now.compare.absent);
            match (chosen(before) != chosen(now), is_stale) {
                (true, _) => Change::Asked,
                (_, true) => Change::Background,
                _ => Change::None,
            }
        },
        |state| {
            let state = Rc::clone(state);
            move || {
                let kind = state.matrix_kind();
                Some(MadeMatrix {
                    matrix: Matrix::of(&state),
                    samples: state.samples.clone(),
                    kinds: state.compared_kinds(),
                    datasets: kind.map(|kind| state.datasets(kind)).unwrap_or_default(),
                    dataset: kind.and_then(|kind| state.compared_dataset(kind)),
                    systems: kind.map(|kind| state.systems(kind)).unwrap_or_default(),
                })
            }
        },
    )
}
