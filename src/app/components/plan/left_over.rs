use std::rc::Rc;

use texlens_workspace::messages::import::{LeftOverRow, List, Nature, Summary, Window};
use texlens_workspace::words::plan as words;
use yew::prelude::*;

use super::{
    place::Target,
    rows::{AllRows, Frame, use_rows},
};
use crate::app::hooks::Ask;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) summary: Rc<Summary>,
    pub(super) window: Rc<Window<LeftOverRow>>,
    pub(super) pick: Callback<Target>,
    pub(super) ask: Callback<Ask>,
}

/// Lists the files that are not used, with the reason.
#[component]
pub(super) fn LeftOver(props: &Props) -> Html {
    let Props {
        summary,
        window,
        pick,
        ask,
    } = props;
    let rows = AllRows {
        list: List::LeftOver,
        count: summary.overview.left_over,
        revision: summary.revision,
    };
    let frame = Frame {
        label: words::LEFT_OVER_FILES,
        columns: vec![words::FILE.into(), words::REASON.into()],
        empty: words::NO_LEFT_OVER,
    };
    let sight = use_rows(rows, window, ask);
    sight.table(frame, window, |row, index| left_over(row, index, pick))
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
                        title={words::assign(path)}
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
