//! A score of all samples and systems.

mod controls;
mod grid;
mod head;
mod line;
mod thumbnail;

use std::rc::Rc;

use texlens_workspace::copied;
use texlens_workspace::matrix::Matrix;
use texlens_workspace::state::{Action, CompareAction, MatrixChoice, MatrixFilter, State};
use texlens_workspace::words::{common, compare as shared, matrix as words};
use yew::prelude::*;

use super::compare::{Same, choosing, compared, waiting, which_systems};
use super::file_button::FileButton;
use crate::app::hooks::{Importer, use_matrix};
use crate::worker::pdf::PdfClient;
use controls::Controls;
use grid::Grid;

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct Props {
    pub(in crate::app::components) state: Same<State>,
    pub(in crate::app::components) cancel: Callback<()>,
    pub(in crate::app::components) importer: Importer,
    pub(in crate::app::components) pdf: PdfClient,
    pub(in crate::app::components) send: Callback<Action>,
}

/// The screen with the matrix.
#[component]
pub(in crate::app::components) fn MatrixView(props: &Props) -> Html {
    let Props {
        state,
        cancel,
        importer,
        pdf,
        send,
    } = props;
    let made = Same(use_matrix(&state.0));
    let choice = &state.matrix;
    let shown = use_memo((made.clone(), choice.clone()), |(made, choice)| {
        let matrix = made.matrix.as_ref();
        matrix
            .map(|matrix| matrix.shown(&made.samples, choice))
            .unwrap_or_default()
    });
    let standing = state.compare.standing.done().cloned().map(Same);
    let means = use_memo((made.clone(), standing), |(made, standing)| {
        let (matrix, standing) = (made.matrix.as_ref()?, standing.as_ref()?);
        Some(matrix.means(standing))
    });
    let compare = Same(Rc::clone(&state.compare));
    let choose = choosing(send, &compare);
    let table = {
        let (made, shown, means, choice) = (made.clone(), Rc::clone(&shown), Rc::clone(&means), choice.clone());
        Callback::from(move |()| {
            let matrix = made.matrix.as_ref();
            matrix
                .map(|matrix| copied::matrix(matrix, &shown, (*means).as_deref(), &choice))
                .unwrap_or_default()
        })
    };
    let show_all = {
        let choice = choice.clone();
        send.reform(move |_: MouseEvent| {
            Action::Compare(CompareAction::Matrix(MatrixChoice {
                filter: MatrixFilter::All,
                tag: None,
                query: "".into(),
                ..choice.clone()
            }))
        })
    };
    let has_cells = |matrix: &&Matrix| !matrix.rows.is_empty() && !matrix.systems.is_empty();
    let filled = made.matrix.as_ref().filter(has_cells);
    let kind = made.matrix.as_ref().map(|matrix| matrix.kind);
    html! {
        <section class="matrix" aria-label={words::SCREEN}>
            <div class="screen-head">
                <h2>
                    {words::TITLE}
                    if let Some(matrix) = filled {
                        <span class="count" role="status">{words::rows(shown.len(), matrix.rows.len())}</span>
                    }
                </h2>
                if let Some(matrix) = filled {
                    <Controls made={made.clone()} metric={matrix.metric} choice={choice.clone()} {table} {send} />
                }
                {compared(&compare, &made.kinds, kind, &made.datasets, made.dataset.as_ref(), &made.systems, &choose)}
                {which_systems(&made.systems, &compare, &choose)}
            </div>
            {waiting(&compare, state.unscored(), cancel, send)}
            if filled.is_some() {
                <Grid made={made.clone()} shown={Same(Rc::clone(&shown))} means={Same(means)} are_put_off={state.puts_means_off()} choice={choice.clone()} selected={state.selected} pdf={pdf.clone()} {send} />
                if shown.is_empty() {
                    <p class="empty">
                        {words::NO_ROWS}{" "}
                        <button type="button" class="link" onclick={show_all}>{words::SHOW_ALL}</button>
                    </p>
                }
            } else {
                <div class="compare-empty">
                    <h3>{shared::EMPTY_TITLE}</h3>
                    <p>{shared::EMPTY}</p>
                    <FileButton label={common::ADD_FILES} {importer} />
                </div>
            }
        </section>
    }
}
