//! The command palette: every command and sample by a few letters.

use std::rc::Rc;

use texlens_tex::Use;
use texlens_workspace::commands::{Command, Deed, ViewCommand};
use texlens_workspace::palette::{Listed, Offer, listed, offers};
use texlens_workspace::state::{Action, SampleId, SelectAction, State, ViewAction};
use texlens_workspace::words::commands as words;
use web_sys::{Element, HtmlInputElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use super::command_keys::keys;
use super::compare::Same;
use super::engine_way::{download, is_asked_for};
use super::modal::Modal;
use crate::app::hooks::{recent_commands, remember_command, use_sample_search};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) state: Same<State>,
    pub(super) carry_out: Callback<Deed>,
    pub(super) send: Callback<Action>,
}

/// A row of the palette.
#[derive(Clone)]
enum Row {
    Command(Rc<Offer>),
    Sample(SampleId),
}

impl Row {
    fn is_possible(&self) -> bool {
        !matches!(self, Self::Command(offer) if offer.obstacle.is_some())
    }
}

/// Lists the commands that match what is typed, and the samples. Enter carries out the chosen one.
#[component]
pub(super) fn Palette(props: &Props) -> Html {
    let Props { state, carry_out, send } = props;
    let query = use_state_eq(String::new);
    let chosen = use_state_eq(|| 0_usize);
    let list = use_node_ref();
    let recent = use_memo((), |()| recent_commands());
    let found = use_sample_search(&state.samples, &query);
    let offers = use_memo(state.clone(), |state| offers(state));
    let groups = groups(state, listed(&offers, &query, &recent), &query, &found.ids);
    let rows: Vec<Row> = groups.iter().flat_map(|(_, rows)| rows.iter().cloned()).collect();
    let at = (*chosen).min(rows.len().saturating_sub(1));
    {
        let list = list.clone();
        use_effect_with((at, (*query).clone()), move |(at, _)| {
            let list = list.cast::<Element>();
            let row = list.and_then(|list| list.query_selector(&format!("#{}", row_id(*at))).ok().flatten());
            if let Some(row) = row {
                let options = ScrollIntoViewOptions::new();
                options.set_block(ScrollLogicalPosition::Nearest);
                row.scroll_into_view_with_scroll_into_view_options(&options);
            }
        });
    }
    let close = send.reform(|()| Action::View(ViewAction::Dialog(None)));
    let run = {
        let (close, carry_out, send, state) = (close.clone(), carry_out.clone(), send.clone(), Rc::clone(&state.0));
        Callback::from(move |row: Row| match row {
            Row::Command(offer) => {
                if let Ok(deed) = offer.command.deed(&state) {
                    if let Some(id) = &offer.id {
                        remember_command(id.clone());
                    }
                    close.emit(());
                    carry_out.emit(deed);
                }
            }
            Row::Sample(id) => {
                close.emit(());
                send.emit(Action::View(ViewAction::Screen(
                    texlens_workspace::state::Screen::Samples,
                )));
                send.emit(Action::Select(SelectAction::Sample(id)));
            }
        })
    };
    let type_in = {
        let (set, choose) = (query.setter(), chosen.setter());
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            set.set(field.value());
            choose.set(0);
        })
    };
    let on_key = {
        let (choose, run, rows, close) = (chosen.setter(), run.clone(), rows.clone(), close.clone());
        Callback::from(move |event: KeyboardEvent| {
            let last = rows.len().saturating_sub(1);
            let is_control = event.ctrl_key() || event.meta_key();
            let to = match event.key().as_str() {
                "ArrowDown" => Some(if at == last { 0 } else { at + 1 }),
                "ArrowUp" => Some(at.checked_sub(1).unwrap_or(last)),
                "PageDown" => Some((at + 8).min(last)),
                "PageUp" => Some(at.saturating_sub(8)),
                "Enter" => {
                    if let Some(row) = rows.get(at) {
                        run.emit(row.clone());
                    }
                    event.prevent_default();
                    None
                }
                "k" | "K" if is_control => {
                    event.prevent_default();
                    close.emit(());
                    None
                }
                _ => None,
            };
            if let Some(to) = to {
                event.prevent_default();
                choose.set(to);
            }
        })
    };
    let mut index = 0;
    let mut group = |(name, rows): &(&'static str, Vec<Row>)| {
        let rows: Vec<Html> = rows
            .iter()
            .map(|row| {
                let this = index;
                index += 1;
                render(row, this, this == at, state, &run)
            })
            .collect();
        html! {
            <div class="group" role="group" aria-label={*name} key={*name}>
                <p class="group-name" aria-hidden="true">{*name}</p>
                {for rows}
            </div>
        }
    };
    let shown: Vec<Html> = groups.iter().map(&mut group).collect();
    html! {
        <Modal title={words::TITLE} class="palette" on_close={close}>
            <input
                class="palette-input"
                type="text"
                role="combobox"
                autofocus=true
                aria-label={words::SEARCH}
                aria-expanded="true"
                aria-controls="palette-list"
                aria-autocomplete="list"
                aria-activedescendant={(!rows.is_empty()).then(|| row_id(at))}
                placeholder={words::PLACEHOLDER}
                autocomplete="off"
                spellcheck="false"
                oninput={type_in}
                onkeydown={on_key}
            />
            <div class="palette-list" id="palette-list" role="listbox" aria-label={words::RESULTS} ref={list}>
                {for shown}
            </div>
            if rows.is_empty() && !found.is_searching {
                <p class="nothing">{words::NOTHING}</p>
            }
            <p class="palette-foot">
                <span role="status">{if found.is_searching { words::SEARCHING.to_owned() } else { words::results(rows.len()) }}</span>
                <span class="spacer" />
                {for words::HOW.iter().map(|(key, what)| html! { <span><kbd>{*key}</kbd>{" "}{*what}</span> })}
            </p>
        </Modal>
    }
}

fn row_id(index: usize) -> String {
    format!("palette-{index}")
}

/// Returns the rows under their headings. Samples are listed if there is a query.
fn groups(state: &State, listed: Listed, query: &str, samples: &[SampleId]) -> Vec<(&'static str, Vec<Row>)> {
    let commands = |offers: Vec<Rc<Offer>>| offers.into_iter().map(Row::Command).collect::<Vec<Row>>();
    let found = samples.iter().filter(|id| state.samples.get(**id).is_some());
    let samples = if query.trim().is_empty() {
        Vec::new()
    } else {
        found.map(|id| Row::Sample(*id)).collect()
    };
    let groups = [
        (words::RECENT, commands(listed.recent)),
        (words::COMMANDS, commands(listed.others)),
        (words::SAMPLES, samples),
    ];
    groups.into_iter().filter(|(_, rows)| !rows.is_empty()).collect()
}

/// Returns the act that a command undoes or does again, or the size of the download that it begins.
fn note(command: &Command, state: &State) -> Option<String> {
    let usage = match command {
        Command::View(ViewCommand::UseTex) => Use::Dvi,
        Command::Compile => Use::from(state.current()?.form),
        _ => return words::note(command, state),
    };
    let is_new = !is_asked_for(usage, &state.engine, &state.uses);
    is_new.then(|| download(usage, &state.engine, &state.uses))
}

fn render(row: &Row, index: usize, is_chosen: bool, state: &State, run: &Callback<Row>) -> Html {
    let content = match row {
        Row::Command(offer) => html! {
            <>
                <span class="label">{&offer.label}</span>
                if let Some(obstacle) = offer.obstacle {
                    <span class="why">{words::obstacle(obstacle)}</span>
                } else if let Some(note) = note(&offer.command, state) {
                    <span class="why">{note}</span>
                }
                if let Some(key) = offer.command.key() {
                    <span class="shortcut">{keys(key)}</span>
                }
            </>
        },
        Row::Sample(id) => {
            let sample = state.samples.get(*id);
            let name = sample.map_or("", |sample| sample.name.as_str());
            let system = sample.and_then(|sample| sample.system());
            let system = system.filter(|system| !system.is_empty() && !name.contains(system));
            html! {
                <>
                    <span class="label">{name}</span>
                    if let Some(system) = system {
                        <span class="why">{"\u{b7} "}{system}</span>
                    }
                </>
            }
        }
    };
    let onclick = {
        let (run, row) = (run.clone(), row.clone());
        Callback::from(move |_: MouseEvent| run.emit(row.clone()))
    };
    html! {
        <div
            id={row_id(index)}
            class="row"
            role="option"
            aria-selected={is_chosen.to_string()}
            aria-disabled={(!row.is_possible()).then_some("true")}
            {onclick}
        >
            {content}
        </div>
    }
}
