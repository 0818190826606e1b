use std::rc::Rc;

use texlens_dataset::{Kind, Mapping, PredictionColumn};
use texlens_workspace::messages::import::{Step, Summary, TableView, UndecodedList};
use texlens_workspace::words::plan::column_name as name;
use texlens_workspace::words::{count, plan as words};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::app::components::choice::{Choice, ChoiceOption};
use crate::app::hooks::Ask;

/// The meanings that a column can have.
const MEANINGS: [&str; 10] = [
    "",
    "id",
    "reference",
    "prediction",
    "image",
    "document",
    "page",
    "kind",
    "system",
    "tag",
];

/// Returns the field of a meaning that only one column can have.
fn place<'m>(mapping: &'m mut Mapping, meaning: &str) -> Option<&'m mut Option<String>> {
    Some(match meaning {
        "id" => &mut mapping.id,
        "reference" => &mut mapping.reference,
        "image" => &mut mapping.image,
        "document" => &mut mapping.document,
        "page" => &mut mapping.page,
        "kind" => &mut mapping.kind,
        "system" => &mut mapping.system,
        _ => return None,
    })
}

fn meaning(mapping: &Mapping, column: &str) -> &'static str {
    if mapping.predictions.iter().any(|prediction| prediction.column == column) {
        return "prediction";
    }
    if mapping.tags.iter().any(|tag| tag == column) {
        return "tag";
    }
    let mut mapping = mapping.clone();
    let mut meanings = MEANINGS.into_iter();
    let found =
        meanings.find(|meaning| place(&mut mapping, meaning).is_some_and(|place| place.as_deref() == Some(column)));
    found.unwrap_or("")
}

/// Returns the mapping with another meaning for a column.
fn with_meaning(mapping: &Mapping, column: &str, meaning: &str, system: &str) -> Mapping {
    let mut mapping = mapping.clone();
    mapping.predictions.retain(|prediction| prediction.column != column);
    mapping.tags.retain(|tag| tag != column);
    for other in MEANINGS {
        if let Some(place) = place(&mut mapping, other)
            && place.as_deref() == Some(column)
        {
            *place = None;
        }
    }
    if meaning == "tag" {
        mapping.tags.push(column.to_owned());
    } else if meaning == "prediction" {
        mapping.predictions.push(PredictionColumn {
            column: column.to_owned(),
            system: system.to_owned(),
        });
    } else if let Some(place) = place(&mut mapping, meaning) {
        *place = Some(column.to_owned());
    }
    mapping
}

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) summary: Rc<Summary>,
    pub(super) ask: Callback<Ask>,
}

/// Shows the meaning of each column of the lists, above their first records.
#[component]
pub(super) fn Columns(props: &Props) -> Html {
    let Props { summary, ask } = props;
    html! {
        <div class="lists">
            {for summary.undecoded.iter().map(|list| undecoded(list, summary.undecoded.len() > 1, ask))}
            {for summary.tables.iter().map(|table| html! { <Table key={table.path.clone()} table={Rc::new(table.clone())} {ask} /> })}
        </div>
    }
}

/// Asks whether a list is in Latin-1.
fn undecoded(list: &UndecodedList, has_others: bool, ask: &Callback<Ask>) -> Html {
    let read = |path: Option<String>, label: &'static str| {
        let onclick = ask.reform(move |_: MouseEvent| Ask::Amend(Step::Latin1 { path: path.clone() }));
        html! { <button type="button" class="button small" {onclick}>{label}</button> }
    };
    html! {
        <section class="undecoded" key={list.path.clone()}>
            <p>{words::undecoded(&list.path)}</p>
            <p><code>{&list.line}</code></p>
            {read(Some(list.path.clone()), words::READ_AS_LATIN1)}
            if has_others { {" "}{read(None, words::READ_ALL_AS_LATIN1)} }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct TableProps {
    table: Rc<TableView>,
    ask: Callback<Ask>,
}

#[component]
fn Table(props: &TableProps) -> Html {
    let TableProps { table, ask } = props;
    let change = {
        let (path, ask) = (table.path.clone(), ask.clone());
        Callback::from(move |mapping: Mapping| {
            let path = path.clone();
            ask.emit(Ask::Amend(Step::Columns { path, mapping }));
        })
    };
    let kind = {
        let mapping = table.mapping.clone();
        change.reform(move |default_kind| Mapping {
            default_kind,
            ..mapping.clone()
        })
    };
    html! {
        <section aria-label={table.path.clone()}>
            <h3>
                <code>{&table.path}</code>{" "}<span class="dim">{count(table.records, "record")}</span>
                <Choice<Kind>
                    label={words::KIND}
                    options={vec![
                        ChoiceOption { value: Kind::Page, label: words::PAGES },
                        ChoiceOption { value: Kind::Formula, label: words::FORMULAS },
                    ]}
                    value={table.mapping.default_kind}
                    on_change={kind}
                />
            </h3>
            if !words::columns_needed(table).is_empty() {
                <p class="needed" role="status">{words::columns_needed(table)}</p>
            }
            <div class="records" tabindex="0">
                <table>
                    <thead>
                        <tr>{for table.columns.iter().map(|column| html! { <th scope="col">{name(column)}</th> })}</tr>
                        <tr>{for table.columns.iter().map(|column| html! {
                            <td><Meaning table={table.clone()} column={column.clone()} change={change.clone()} /></td>
                        })}</tr>
                    </thead>
                    <tbody>
                        {for table.rows.iter().map(|row| html! {
                            <tr>{for row.iter().map(|field| html! { <td title={field.clone()}><span>{field}</span></td> })}</tr>
                        })}
                    </tbody>
                </table>
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct MeaningProps {
    table: Rc<TableView>,
    column: String,
    change: Callback<Mapping>,
}

/// Shows the meaning of one column, and the system of a prediction.
#[component]
fn Meaning(props: &MeaningProps) -> Html {
    let MeaningProps { table, column, change } = props;
    let (mapping, label) = (&table.mapping, name(column));
    let now = meaning(mapping, column);
    let mut predictions = mapping.predictions.iter();
    let system = predictions.find(|prediction| prediction.column == *column);
    let system = system.map_or_else(|| label.clone(), |prediction| prediction.system.clone());
    let select = use_node_ref();
    {
        // After a choice by hand, the browser ignores the `selected` attribute of the options.
        let select = select.clone();
        use_effect_with(now, move |now| {
            if let Some(select) = select.cast::<HtmlSelectElement>() {
                select.set_value(now);
            }
        });
    }
    let choose = {
        let (mapping, column, system, change) = (mapping.clone(), column.clone(), system.clone(), change.clone());
        Callback::from(move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                change.emit(with_meaning(&mapping, &column, &select.value(), &system));
            }
        })
    };
    let rename = {
        let (mapping, column, change) = (mapping.clone(), column.clone(), change.clone());
        Callback::from(move |event: Event| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                change.emit(with_meaning(&mapping, &column, "prediction", input.value().trim()));
            }
        })
    };
    let is_guess = table.guessed.contains(column);
    // The first column with an open meaning is where the person begins.
    let is_first = *column == table.first_open_column();
    html! {
        <>
            <select ref={select} class={classes!(is_guess.then_some("guess"))} autofocus={is_first} aria-label={words::meaning_of(&label)} onchange={choose}>
                {for MEANINGS.into_iter().map(|id| html! { <option value={id} selected={id == now}>{words::meaning(id)}</option> })}
            </select>
            if now == "prediction" {
                <input type="text" aria-label={words::system_of(&label)} value={system} onchange={rename} />
            }
            if is_guess { <small class="guess">{words::GUESS}</small> }
        </>
    }
}
