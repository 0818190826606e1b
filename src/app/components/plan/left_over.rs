use std::rc::Rc;

use yew::prelude::*;

use super::{
    place::Target,
    rows::{AllRows, gap, use_rows},
};
use crate::{
    app::hooks::Ask,
    worker::import::protocol::{LeftOverRow, List, Nature, Summary, Window},
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) summary: Rc<Summary>,
    pub(super) window: Rc<Window<LeftOverRow>>,
    pub(super) pick: Callback<Target>,
    pub(super) ask: Callback<Ask>,
}

/// The files that nothing is done with, and why.
#[component]
pub(super) fn LeftOver(props: &Props) -> Html {
    let Props {
        summary,
        window,
        pick,
        ask,
    } = props;
    let scroller = use_node_ref();
    let (count, revision) = (summary.overview.left_over, summary.revision);
    let is_here = |index| window.get(revision, index).is_some();
    let rows = AllRows {
        list: List::LeftOver,
        count,
        revision,
    };
    let shown = use_rows(&scroller, rows, &is_here, ask);
    html! {
        <div class="rows" ref={scroller} tabindex="0" role="region" aria-label="Files that are left over">
            <table aria-rowcount={(count + 1).to_string()}>
                <thead>
                    <tr><th scope="col">{"File"}</th><th scope="col">{"Why nothing is done with it"}</th></tr>
                </thead>
                <tbody>
                    {gap(shown.start, 2)}
                    {for shown.clone().map(|index| match window.get(revision, index) {
                        Some(row) => left_over(row, index, pick),
                        None => html! { <tr key={index}><td colspan="2" class="dim">{"\u{2026}"}</td></tr> },
                    })}
                    {gap(count - shown.end, 2)}
                </tbody>
            </table>
            if count == 0 {
                <p class="empty">{"Every file has its place."}</p>
            }
        </div>
    }
}

fn left_over(row: &LeftOverRow, index: usize, pick: &Callback<Target>) -> Html {
    let LeftOverRow {
        file,
        path,
        why,
        nature,
    } = row;
    let target = Target {
        file: *file,
        path: path.clone(),
        nature: *nature,
        now: None,
    };
    html! {
        <tr key={index} aria-rowindex={(index + 2).to_string()}>
            <th scope="row" title={path.clone()}>
                if *nature == Nature::Other {
                    {path}
                } else {
                    <button
                        type="button"
                        class="link"
                        title={format!("{path}: give it a place")}
                        onclick={pick.reform(move |_| target.clone())}
                    >
                        {path}
                    </button>
                }
            </th>
            <td title={why.clone()}>{why}</td>
        </tr>
    }
}
