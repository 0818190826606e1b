use texlens_evaluate::Kind;
use texlens_metrics::{Group, Info};
use texlens_report::ResultTable;
use texlens_workspace::matrix::{Matrix, metrics};
use texlens_workspace::state::{Action, CompareAction, MatrixChoice, MatrixFilter, MatrixOrder};
use texlens_workspace::words::compare::difference;
use texlens_workspace::words::matrix as words;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::app::components::compare::Same;
use crate::app::components::copy_table::CopyTable;
use crate::app::components::search::Search;
use crate::app::components::select::Select;
use crate::app::hooks::{MadeMatrix, use_value_shown};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) made: Same<MadeMatrix>,
    /// The id of the metric that is shown.
    pub(super) metric: &'static str,
    pub(super) choice: MatrixChoice,
    pub(super) table: Callback<(), ResultTable>,
    pub(super) send: Callback<Action>,
}

type Change = Box<dyn FnOnce(&mut MatrixChoice)>;

/// Shows the choices of the score, the baseline, the order and the rows.
#[component]
pub(super) fn Controls(props: &Props) -> Html {
    let Props {
        made,
        metric,
        choice,
        table,
        send,
    } = props;
    let Some(matrix) = &made.matrix else {
        return Html::default();
    };
    let change = {
        let (choice, send) = (choice.clone(), send.clone());
        Callback::from(move |change: Change| {
            let mut choice = choice.clone();
            change(&mut choice);
            send.emit(Action::Compare(CompareAction::Matrix(choice)));
        })
    };
    let turn = change.reform(|_: MouseEvent| -> Change { Box::new(|choice| choice.is_reversed = !choice.is_reversed) });
    let sign = if choice.is_reversed { "\u{2191}" } else { "\u{2193}" };
    let tags = tags(matrix);
    html! {
        <>
            <ScoreChoice kind={matrix.kind} {metric} on_change={change.reform(scored)} />
            if matrix.systems.len() > 1 {
                <Select label={words::BASELINE} options={baselines(matrix)} value={baseline(matrix, choice)} on_change={change.reform(compared_with)} />
            }
            <span class="order">
                <Select label={words::ORDER} options={orders(matrix, choice)} value={order(&choice.order)} on_change={change.reform(ordered)} />
                <button type="button" class="icon" aria-label={words::REVERSE} aria-pressed={choice.is_reversed.to_string()} title={words::REVERSE} onclick={turn}>{sign}</button>
            </span>
            <Select label={words::FILTER} options={filters()} value={choice.filter.id()} on_change={change.reform(filtered)} />
            if tags.len() > 1 {
                <Select label={words::TAG} options={tags} value={tag(choice)} on_change={change.reform(tagged)} />
            }
            <Search label={words::SEARCH} placeholder={words::SEARCH_EMPTY} query={choice.query.clone()} on_change={change.reform(searched)} />
            <CopyTable {table} {send} />
        </>
    }
}

#[derive(Properties, PartialEq)]
struct ScoreProps {
    kind: Kind,
    /// The id of the shown metric.
    metric: &'static str,
    on_change: Callback<String>,
}

/// Shows the choice of the score, by groups of metrics.
#[component]
fn ScoreChoice(props: &ScoreProps) -> Html {
    let metrics = metrics(props.kind);
    let list = use_value_shown(props.metric, metrics.len());
    let on_change = props.on_change.clone();
    let pick = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            on_change.emit(select.value());
        }
    });
    let group = |group: &[&Info]| {
        html! {
            <optgroup label={group.first().map_or("", |info| Group::name(info.group))}>
                {for group.iter().map(|info| html! { <option value={info.id} selected={info.id == props.metric}>{words::metric(info)}</option> })}
            </optgroup>
        }
    };
    html! {
        <label class="select">
            <span>{words::SCORE}</span>
            <select ref={list} onchange={pick}>{for metrics.chunk_by(|a, b| a.group == b.group).map(group)}</select>
        </label>
    }
}

fn scored(metric: String) -> Change {
    Box::new(move |choice| choice.metric = Some(metric.into()))
}

/// Values of a list, each with its label.
type Options = Vec<(String, String)>;

fn named(system: &str) -> (String, String) {
    (system.to_owned(), system.to_owned())
}

fn baselines(matrix: &Matrix) -> Options {
    let none = (String::new(), words::NO_BASELINE.to_owned());
    std::iter::once(none)
        .chain(matrix.systems.iter().map(|system| named(system)))
        .collect()
}

fn baseline(matrix: &Matrix, choice: &MatrixChoice) -> String {
    let known = choice.baseline.as_deref().filter(|name| matrix.system(name).is_some());
    known.unwrap_or_default().to_owned()
}

fn compared_with(system: String) -> Change {
    Box::new(move |choice| choice.compare_with((!system.is_empty()).then_some(system.as_str())))
}

const NAME: &str = "name";
const SPREAD: &str = "spread";
/// What stands before the name of a system whose values or differences order the rows.
const SYSTEM: &str = "system:";
const DIFFERENCE: &str = "difference:";

fn orders(matrix: &Matrix, choice: &MatrixChoice) -> Options {
    let mut options = vec![
        (String::new(), words::BY_ARRIVAL.to_owned()),
        (NAME.to_owned(), words::BY_NAME.to_owned()),
    ];
    if matrix.systems.len() > 1 {
        options.push((SPREAD.to_owned(), words::BY_SPREAD.to_owned()));
    }
    let systems = &matrix.systems;
    options.extend(
        systems
            .iter()
            .map(|system| (format!("{SYSTEM}{system}"), system.clone())),
    );
    if let Some(baseline) = choice.baseline.as_deref().filter(|name| matrix.system(name).is_some()) {
        let others = systems.iter().filter(|system| *system != baseline);
        options.extend(others.map(|system| (format!("{DIFFERENCE}{system}"), difference(system, baseline))));
    }
    options
}

fn order(order: &MatrixOrder) -> String {
    match order {
        MatrixOrder::Arrival => String::new(),
        MatrixOrder::Name => NAME.to_owned(),
        MatrixOrder::Spread => SPREAD.to_owned(),
        MatrixOrder::System(system) => format!("{SYSTEM}{system}"),
        MatrixOrder::Difference(system) => format!("{DIFFERENCE}{system}"),
    }
}

fn ordered(value: String) -> Change {
    Box::new(move |choice| {
        choice.is_reversed = false;
        choice.order = match value.as_str() {
            NAME => MatrixOrder::Name,
            SPREAD => MatrixOrder::Spread,
            value => match (value.strip_prefix(SYSTEM), value.strip_prefix(DIFFERENCE)) {
                (Some(system), _) => MatrixOrder::System(system.into()),
                (None, Some(system)) => MatrixOrder::Difference(system.into()),
                (None, None) => MatrixOrder::Arrival,
            },
        };
    })
}

fn filters() -> Options {
    MatrixFilter::all()
        .map(|filter| (filter.id().to_owned(), words::filter(filter)))
        .collect()
}

fn filtered(id: String) -> Change {
    Box::new(move |choice| {
        choice.filter = MatrixFilter::all().find(|filter| filter.id() == id).unwrap_or_default();
    })
}

/// Returns the tags and their values, joined as in a query.
fn tags(matrix: &Matrix) -> Options {
    let tags = matrix
        .tags
        .iter()
        .flat_map(|(name, values)| values.iter().map(move |value| (name, value)));
    let option = |(name, value): (&String, &String)| (format!("{name}={value}"), words::tag(name, value));
    let any = (String::new(), words::ANY_TAG.to_owned());
    std::iter::once(any).chain(tags.map(option)).collect()
}

fn tag(choice: &MatrixChoice) -> String {
    let [name, value] = match &choice.tag {
        Some(tag) => tag,
        None => return String::new(),
    };
    format!("{name}={value}")
}

fn tagged(chosen: String) -> Change {
    Box::new(move |choice| {
        choice.tag = chosen.split_once('=').map(|(name, value)| [name.into(), value.into()]);
    })
}

fn searched(query: String) -> Change {
    Box::new(move |choice| choice.query = query.as_str().into())
}
