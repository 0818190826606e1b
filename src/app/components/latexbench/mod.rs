//! LaTeXBench: tasks from a seed, the answers of models, and their verdicts.

mod answer;
mod begin;
mod drawing;
mod form;
mod item;
mod items;
mod results;
mod stage;

use texlens_workspace::messages::latexbench::BenchFile;
use texlens_workspace::state::{Action, Bench, BenchAction, BenchPart, Dialog, ViewAction};
use texlens_workspace::words::{common, latexbench as words};
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    compare::Same,
    open_button::OpenButton,
};
use crate::app::hooks::{BENCH_FILES, BenchAsk};
use begin::Begin;
use items::Items;
use results::Tables;
use stage::Stage;

pub(super) use form::BenchForm;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) bench: Same<Bench>,
    pub(super) ask: Callback<BenchAsk>,
    pub(super) send: Callback<Action>,
}

/// The screen of LaTeXBench.
#[component]
pub(super) fn LatexBenchView(props: &Props) -> Html {
    let Props { bench, ask, send } = props;
    let on_part = send.reform(|part| Action::Bench(BenchAction::Part(part)));
    let dismiss = send.reform(|_: MouseEvent| Action::Bench(BenchAction::Dismissed));
    let forget = send.reform(|_: MouseEvent| Action::Bench(BenchAction::Forgotten));
    let undo = send.reform(|_: MouseEvent| Action::Bench(BenchAction::Undo));
    let open_form = send.reform(|_: MouseEvent| Action::View(ViewAction::Dialog(Some(Dialog::Bench))));
    html! {
        <section class="own-screen-body" aria-labelledby="bench-title">
            <div class="screen-head">
                <h2 id="bench-title">
                    {words::TITLE}
                    if let Some(items) = &bench.items {
                        <span class="count">{words::origin(items.briefs.len(), &items.origin)}</span>
                    }
                </h2>
                if bench.items.is_some() {
                    <Choice<BenchPart>
                        label={words::PART}
                        options={vec![
                            ChoiceOption { value: BenchPart::Tasks, label: words::TASKS },
                            ChoiceOption { value: BenchPart::Results, label: words::RESULTS },
                        ]}
                        value={bench.part}
                        on_change={on_part}
                    />
                    <span class="spacer" />
                    <button type="button" class="button primary" disabled={bench.is_busy()} onclick={open_form}>{words::ASK}</button>
                    <OpenButton label={words::OPEN} hint={words::OPEN_HINT} disabled={bench.is_busy()} endings={BENCH_FILES} on_files={ask.reform(BenchAsk::Open)} />
                    <Files has_runs={!bench.runs.is_empty()} {ask} />
                }
            </div>
            <Stage bench={bench.clone()} {ask} />
            if let Some(trouble) = &bench.trouble {
                <div class="outcome failed" role="alert">
                    <p>{words::trouble(trouble)}</p>
                    <button type="button" class="icon" aria-label={common::DISMISS} onclick={dismiss}>{"\u{d7}"}</button>
                </div>
            }
            if bench.replaced.is_some() {
                <div class="outcome" role="status">
                    <button type="button" class="button small" disabled={bench.is_busy()} onclick={undo}>{words::UNDO}</button>
                    <button type="button" class="icon" aria-label={common::DISMISS} onclick={forget}>{"\u{d7}"}</button>
                </div>
            }
            {match (&bench.items, bench.part) {
                (None, _) => html! { <Begin is_busy={bench.is_busy()} {ask} /> },
                (Some(_), BenchPart::Tasks) => html! { <Items bench={bench.clone()} {ask} {send} /> },
                (Some(_), BenchPart::Results) => html! { <Tables bench={bench.clone()} {send} /> },
            }}
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct FilesProps {
    has_runs: bool,
    ask: Callback<BenchAsk>,
}

/// Shows the files that can be saved.
#[component]
fn Files(props: &FilesProps) -> Html {
    let FilesProps { has_runs, ask } = props;
    let of_items = [BenchFile::Items, BenchFile::Workbook, BenchFile::ItemsPage];
    let of_runs = [BenchFile::Run, BenchFile::ResultsPage, BenchFile::Figure];
    let files = of_items.into_iter().chain(of_runs.into_iter().filter(|_| *has_runs));
    html! {
        <details class="screen-files">
            <summary class="button">{words::SAVE}</summary>
            <ul>
                {for files.map(|file| html! {
                    <li>
                        <button type="button" class="link" onclick={ask.reform(move |_: MouseEvent| BenchAsk::Save(file))}>
                            {words::file(file)}
                        </button>
                    </li>
                })}
            </ul>
        </details>
    }
}
