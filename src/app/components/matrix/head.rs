use texlens_report::ResultTable;
use texlens_workspace::matrix::grid::Cursor;
use texlens_workspace::naming::elided;
use texlens_workspace::state::{MatrixChoice, MatrixOrder};
use texlens_workspace::words::compare::numbers::{decimal, signed};
use texlens_workspace::words::matrix as words;
use yew::prelude::*;

use super::line::{change_class, colour};
use crate::app::components::compare::Same;
use crate::app::hooks::MadeMatrix;

/// Maximum number of characters of a name: what five lines of a column hold.
const NAME: usize = 56;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) made: Same<MadeMatrix>,
    pub(super) means: Same<Option<Vec<Option<f64>>>>,
    /// Whether means are calculated only when the comparison is opened.
    pub(super) are_put_off: bool,
    pub(super) choice: MatrixChoice,
    /// The focused place, if it is in these rows.
    pub(super) cursor: Option<Cursor>,
    pub(super) baseline: Option<usize>,
}

/// Shows the names of all systems, and their means.
#[component]
pub(super) fn Head(props: &Props) -> Html {
    let Props {
        made,
        means,
        are_put_off,
        choice,
        cursor,
        baseline,
    } = props;
    let Some(matrix) = &made.matrix else {
        return Html::default();
    };
    let stop = |row: usize, column: usize| match *cursor == Some(Cursor { row, column }) {
        true => "0",
        false => "-1",
    };
    let sort = |is_chosen: bool, is_falling: bool| match (is_chosen, is_falling != choice.is_reversed) {
        (false, _) => "none",
        (true, true) => "descending",
        (true, false) => "ascending",
    };
    let arrow = |sort: &str| match sort {
        "ascending" => html! { <span class="arrow" aria-hidden="true">{"\u{25b4}"}</span> },
        "descending" => html! { <span class="arrow" aria-hidden="true">{"\u{25be}"}</span> },
        _ => Html::default(),
    };
    let by_name = sort(choice.order == MatrixOrder::Name, false);
    let head = |(system, name): (usize, &String)| {
        let is_baseline = *baseline == Some(system);
        let is_chosen = matches!(&choice.order, MatrixOrder::System(by) if **by == **name);
        // The worst values come first.
        let sorted = sort(is_chosen, matrix.lower_is_better());
        html! {
            <div
                class={classes!("system", is_baseline.then_some("baseline"))}
                role="columnheader"
                aria-colindex={(system + 2).to_string()}
                aria-sort={sorted}
                tabindex={stop(0, system + 1)}
                data-row="0"
                data-column={(system + 1).to_string()}
                title={words::sort_by(name)}
            >
                <span class="name">{elided(name, NAME).into_owned()}{arrow(sorted)}</span>
                if is_baseline { <span class="dim">{words::IS_BASELINE}</span> }
            </div>
        }
    };
    let mean = |system: usize| means.as_ref().and_then(|means| means.get(system).copied().flatten());
    let of_mean = |system: usize| {
        let base = baseline.filter(|baseline| *baseline != system).and_then(mean);
        let change = mean(system)
            .zip(base)
            .map(|(value, base)| matrix.change_between(value, base));
        let text = match (mean(system), means.as_ref()) {
            (Some(value), _) => decimal(value),
            (None, Some(_)) => words::UNDEFINED.to_owned(),
            (None, None) if *are_put_off => ResultTable::NONE.to_owned(),
            (None, None) => words::COMING.to_owned(),
        };
        let style = mean(system).map(|value| colour(matrix, value, change.as_ref(), baseline.is_some()));
        html! {
            <div
                class={classes!("cell", mean(system).is_some().then_some("value"), change.as_ref().map(change_class))}
                role="gridcell"
                aria-colindex={(system + 2).to_string()}
                tabindex={stop(1, system + 1)}
                data-row="1"
                data-column={(system + 1).to_string()}
                title={are_put_off.then_some(words::PUT_OFF)}
                {style}
            >
                <span>{text}</span>
                if let Some(change) = change { {" "}<span class="change">{signed(change.amount)}</span> }
            </div>
        }
    };
    html! {
        <div class="heads" role="rowgroup">
            <div class="names" role="row" aria-rowindex="1">
                <div
                    class="sample"
                    role="columnheader"
                    aria-colindex="1"
                    aria-sort={by_name}
                    tabindex={stop(0, 0)}
                    data-row="0"
                    data-column="0"
                    title={words::sort_by(words::SAMPLE)}
                >
                    <span class="name">{words::SAMPLE}{arrow(by_name)}</span>
                </div>
                {for matrix.systems.iter().enumerate().map(head)}
            </div>
            <div class="means" role="row" aria-rowindex="2">
                <div
                    class="sample"
                    role="rowheader"
                    aria-colindex="1"
                    tabindex={stop(1, 0)}
                    data-row="1"
                    data-column="0"
                    title={if *are_put_off { words::PUT_OFF } else { words::MEAN_ABOUT }}
                >
                    {words::MEAN}
                </div>
                {for (0..matrix.systems.len()).map(of_mean)}
            </div>
        </div>
    }
}
