use std::rc::Rc;

use texlens_workspace::readers::WhichPages;
use texlens_workspace::state::{Action, Dialog, Import, Keeping, Paper, Room, Sample, Screen, Splitter as Line, State};
use wasm_bindgen::prelude::wasm_bindgen;
use yew::prelude::*;

use super::{
    add_text::AddText,
    compare::{CompareView, Same, SameEach},
    correct::Correct,
    drop_target::DropTarget,
    formula_list::FormulaListView,
    give::Give,
    guide::Guide,
    header::Header,
    help::Help,
    judge::JudgeSheet,
    latexbench::{BenchForm, LatexBenchView},
    leaderboard::LeaderboardView,
    making::MakePagesView,
    matrix::MatrixView,
    own_models::OwnModelsSheet,
    page::Page,
    palette::Palette,
    plan::Plan,
    ratings::RatingsView,
    readers::ReaderSheet,
    result::ResultPanel,
    sample_list::SampleList,
    save::SaveSheet,
    settings::SettingsSheet,
    splitter::Splitter,
    status_bar::StatusBar,
    storage::Storage,
    stripped::StrippedTexts,
    toasts::Toasts,
    typeset_page::Tex,
    welcome::Welcome,
};
use crate::app::hooks::{
    Asks, BENCH_FILES, BOARD_FILES, BenchAsk, BoardAsk, FORMULA_FILES, Importer, MakeAsk, OwnAsk, RATING_FILES,
    RatingAsk, Takes, TakesModels, carrying_out, stored_panes, stored_settings, use_catalogue, use_compare, use_engine,
    use_files, use_glyphs, use_import, use_judge, use_keeping, use_latexbench, use_leaderboard, use_linked, use_making,
    use_offline, use_own_models, use_panes, use_pdf, use_place, use_ratings, use_readers, use_room, use_save,
    use_settings, use_shortcuts, use_theme, use_worker,
};
use crate::app::store::Store;
use crate::worker::score::lanes;
use texlens_workspace::words::list::described;

/// Returns the state of a newly opened page.
fn begun() -> Store {
    let half = f64::from(u32::MAX / 2);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // The product is below `half`.
    let first = (js_sys::Math::random() * half) as u32;
    let [metrics, app] = stored_settings();
    let state = State::new(lanes())
        .with_settings(metrics, &app)
        .with_panes(stored_panes())
        .beginning_at(first);
    Store(state)
}

/// Starts the app in the page.
#[wasm_bindgen]
pub fn start_app() {
    yew::Renderer::<App>::new().render();
}

/// The root component.
#[component]
fn App() -> Html {
    let store = use_reducer(begun);
    let dispatcher = store.dispatcher();
    let send = use_callback((), move |action: Action, ()| dispatcher.dispatch(action));
    let state = &**store;
    let pdf = use_pdf();
    let scorer = use_worker(&pdf, state, &send);
    use_engine(&state.engine, &state.uses, &send);
    use_catalogue(&state.catalogue, &send);
    use_glyphs(state, &send);
    use_theme(state.view.theme);
    use_panes(state.view.panes);
    use_settings(state);
    let saver = use_save(&pdf, &store, &send);
    let judge = use_judge(&store, &send);
    let ask_reader = use_readers(&pdf, &store, &send);
    let ask_own = use_own_models(&pdf, &store, &send);
    let keeper = use_keeping(state, &send);
    use_place(state, &send);
    let update = use_offline(&send);
    let importer = use_import(&pdf, &keeper, state, &send);
    let ask_bench = use_latexbench(&state.bench, &send);
    let ask_board = use_leaderboard(state, &saver, &send);
    let ask_rating = use_ratings(&state.rating, &saver, &send);
    let ask_making = use_making(&state.making, &importer, &send);
    let takes = match state.screen() {
        Screen::LatexBench => Some(Takes {
            endings: BENCH_FILES,
            open: ask_bench.reform(BenchAsk::Open),
        }),
        Screen::Leaderboard => Some(Takes {
            endings: BOARD_FILES,
            open: ask_board.reform(BoardAsk::Open),
        }),
        Screen::Ratings => Some(Takes {
            endings: RATING_FILES,
            open: ask_rating.reform(RatingAsk::Open),
        }),
        Screen::Making => Some(Takes {
            endings: FORMULA_FILES,
            open: ask_making.reform(MakeAsk::Own),
        }),
        _ => None,
    };
    let cancel_comparing = use_compare(state, &send);
    let linked = use_linked(&importer, &send);
    let ask = use_callback(importer.clone(), |ask, importer| importer.ask(ask));
    let keep = use_callback(keeper, |(), keeper| keeper.ask());
    let asks = Asks {
        bench: ask_bench.clone(),
        board: ask_board.clone(),
        rating: ask_rating.clone(),
        making: ask_making.clone(),
        import: ask.clone(),
        judge: judge.clone(),
        reader: ask_reader.clone(),
        own: ask_own.clone(),
        compare: cancel_comparing.clone(),
        report: linked.clone(),
        reload: update.clone(),
        keep: keep.clone(),
        takes: takes.clone(),
    };
    let carry_out = carrying_out(&saver, &importer, &asks, &send);
    use_shortcuts(&store, &carry_out);
    let all = state.dialog == Some(Dialog::OwnModels);
    let check = ask_own.reform(OwnAsk::Drop);
    let takes_models = (all || state.import.is_none()).then_some(TakesModels { all, check });
    let dragging = use_files(&importer, takes, takes_models, &send);

    let current = state.current().cloned();
    let room = use_room();
    let columns = match &current {
        _ if matches!(
            state.screen(),
            Screen::LatexBench | Screen::Leaderboard | Screen::Ratings | Screen::Making
        ) =>
        {
            "own-screen"
        }
        Some(_) if state.screen() == Screen::Compare => "comparing-systems",
        Some(_) if state.screen() == Screen::Formulas => "all-formulas",
        Some(_) if state.screen() == Screen::Matrix => "with-matrix",
        None => "nothing",
        Some(sample) if has_page_pane(state, sample, room) => "with-page",
        Some(_) => "texts",
    };
    html! {
        <>
            <Header theme={state.view.theme} can_undo={state.can_undo()} last={state.to_undo().cloned()} screen={state.screen()} has_samples={!state.samples.is_empty()} can_save={!state.samples.is_empty()} is_saving={state.saving.is_some()} importer={&importer} send={&send} />
            <main class={columns} style={state.view.panes.style()}>
                if state.screen() == Screen::LatexBench {
                    <LatexBenchView bench={Same(Rc::clone(&state.bench))} ask={&ask_bench} send={&send} />
                } else if state.screen() == Screen::Leaderboard {
                    <LeaderboardView leaderboards={Same(Rc::clone(&state.leaderboards))} has_samples={!state.samples.is_empty()} unscored={state.unscored()} ask={&ask_board} send={&send} />
                } else if state.screen() == Screen::Ratings {
                    <RatingsView rating={Same(Rc::clone(&state.rating))} systems={state.rated_systems()} ask={&ask_rating} send={&send} />
                } else if state.screen() == Screen::Making {
                    <MakePagesView making={Same(Rc::clone(&state.making))} ask={&ask_making} send={&send} />
                } else if state.screen() == Screen::Compare && !state.samples.is_empty() {
                    {comparison(state, &cancel_comparing, &importer, &send)}
                } else if state.screen() == Screen::Matrix && !state.samples.is_empty() {
                    <MatrixView state={Same(Rc::new(state.clone()))} cancel={&cancel_comparing} importer={&importer} pdf={pdf.clone()} send={&send} />
                } else if state.screen() == Screen::Formulas && !state.samples.is_empty() {
                    <FormulaListView state={Same(Rc::new(state.clone()))} send={&send} />
                } else if let Some(sample) = current {
                    <SampleList
                        samples={state.samples.clone()}
                        listing={state.listing.clone()}
                        unfolded={state.unfolded.clone()}
                        selected={sample.id}
                        open={state.open_work()}
                        paused={state.paused}
                        keeping={state.keeping.clone()}
                        on_keep={&keep}
                        catalogue={state.catalogue.clone()}
                        importer={importer.clone()}
                        send={&send}
                    />
                    if room != Room::One {
                        <Splitter line={Line::List} view={state.view} send={&send} />
                    }
                    {for panes(state, &sample, room, &send)}
                } else {
                    <Welcome catalogue={state.catalogue.clone()} importer={importer.clone()} send={&send} />
                }
            </main>
            <StatusBar
                runtime={state.runtime.clone()}
                engine={state.engine.clone()}
                compiled={state.compiled()}
                offline={state.offline}
                keeping={state.keeping.clone()}
                samples={state.samples.len()}
                notice={state.notice.clone()}
                send={&send}
            />
            <Toasts
                refusals={state.refusals.clone()}
                stripped={state.stripped.clone()}
                offered={state.history.offered()}
                is_kept={state.keeping == Keeping::On}
                update={(!state.update_put_off).then_some(state.offline)}
                on_update={update}
                send={&send}
                importing={state.import.clone()}
                interrupted={state.interrupted.clone()}
                readers={Same(Rc::clone(&state.readers))}
                ask_reader={&ask_reader}
                own={Same(Rc::clone(&state.own_models))}
                ask_own={&ask_own}
                importer={importer.clone()}
                ask={&ask}
                tally={state.judging.tally.clone()}
                judge={&judge}
                fetching={state.linked.clone()}
                on_stop={linked}
            />
            if dragging {
                <DropTarget />
            }
            if let Some(Import::Open(sheet)) = &state.import {
                <Plan sheet={sheet.clone()} ask={&ask} />
            }
            {match &state.dialog {
                None => Html::default(),
                Some(Dialog::Judge) => html! { <JudgeSheet judging={state.judging.clone()} samples={state.samples.len()} ask={&judge} send={&send} /> },
                Some(Dialog::Bench) => html! { <BenchForm bench={Same(Rc::clone(&state.bench))} ask={&ask_bench} send={&send} /> },
                Some(Dialog::Read) => html! { <ReaderSheet readers={Same(Rc::clone(&state.readers))} pages={state.readable(WhichPages::All).len()} ask={&ask_reader} send={&send} /> },
                Some(Dialog::OwnModels) => html! { <OwnModelsSheet own={Same(Rc::clone(&state.own_models))} state={Same(Rc::new(state.clone()))} is_dragging={dragging} ask={&ask_own} {send} /> },
                Some(Dialog::Storage) => html! { <Storage samples={state.samples.len()} keeping={state.keeping.clone()} send={&send} /> },
                Some(Dialog::Settings { topic }) => html! {
                    <SettingsSheet
                        settings={state.all_settings()}
                        topic={*topic}
                        pairs={state.pairs()}
                        runtime={state.runtime.clone()}
                        history={Rc::clone(&state.history)}
                        scorer={scorer.clone()}
                        send={&send}
                    />
                },
                Some(Dialog::Palette) => html! { <Palette state={Same(Rc::new(state.clone()))} carry_out={&carry_out} send={&send} /> },
                Some(Dialog::Save) => html! { <SaveSheet {saver} samples={state.samples.len()} unscored={state.unscored()} held_back={state.held_back()} filtered={state.filtered_count().map(|count| (described(&state.listing), count))} saving={state.saving} send={&send} /> },
                Some(Dialog::Help) => html! { <Help send={&send} /> },
                Some(Dialog::Guide { metric }) => html! { <Guide metric={metric.clone()} send={&send} /> },
                Some(Dialog::Stripped) => html! { <StrippedTexts stripped={state.stripped.clone()} choices={state.text_choices} send={&send} /> },
                Some(Dialog::Give { sample, side }) => match state.samples.get(*sample) {
                    Some(sample) => html! {
                        <Give
                            sample={sample.clone()}
                            side={*side}
                            systems={state.samples.systems().into_iter().map(str::to_owned).collect::<Vec<_>>()}
                            importer={importer.clone()}
                            send={&send}
                        />
                    },
                    None => Html::default(),
                },
                Some(Dialog::Correct { token }) => correction(state, *token, &send),
                Some(Dialog::AddText { pasted }) => html! {
                    <AddText pasted={pasted.clone()} systems={state.samples.systems().into_iter().map(str::to_owned).collect::<Vec<_>>()} {scorer} send={&send} />
                },
            }}
        </>
    }
}

/// Returns whether a sample's page is beside the tabs.
fn has_page_pane(state: &State, sample: &Sample, room: Room) -> bool {
    sample.image.is_some() && room == Room::Three && !state.view.panes.is_page_folded
}

/// Renders the page of a sample and its tabs beside each other, or the page in a tab.
fn panes(state: &State, sample: &Rc<Sample>, room: Room, send: &Callback<Action>) -> Vec<Html> {
    let tex = Tex {
        engine: state.engine.clone(),
        uses: state.uses.clone(),
        drawings: state.page_drawings.clone(),
    };
    let page = sample.image.clone().map(|image| {
        html! {
            <Page
                // A new sample starts at the top of its page.
                key={sample.id.0}
                paper={state.paper(&image)}
                {image}
                sample={sample.clone()}
                focus={state.focus.clone()}
                runtime={state.runtime.clone()}
                view={state.view}
                tex={tex.clone()}
                {send}
            />
        }
    });
    let is_beside = has_page_pane(state, sample, room);
    let (beside, in_tab) = if room == Room::Three {
        (page, None)
    } else {
        (None, page)
    };
    let result = html! {
        <ResultPanel
            key="result"
            page={in_tab}
            can_fold_page={beside.is_some()}
            pages={state.samples.pages(sample.id).cloned().collect::<SameEach<_>>()}
            page_count={state.samples.page_count(sample.id)}
            rivals={state.rivals().into_iter().cloned().collect::<Vec<_>>()}
            beside={state.beside().cloned()}
            sample={sample.clone()}
            {tex}
            formula_pairs={state.formula_pairs.clone()}
            tables={state.shown_tables.clone()}
            verdicts={state.judging.verdicts.clone()}
            focus={state.focus.clone()}
            view={state.view}
            {send}
        />
    };
    let line = html! { <Splitter key="splitter" line={Line::Page} view={state.view} {send} /> };
    let page = beside.filter(|_| is_beside).map(|page| [page, line]);
    page.into_iter().flatten().chain([result]).collect()
}

/// Renders the comparison of the systems.
fn comparison(state: &State, cancel: &Callback<()>, importer: &Importer, send: &Callback<Action>) -> Html {
    let kind = state.compared_kind();
    html! {
        <CompareView
            compare={Same(Rc::clone(&state.compare))}
            kinds={state.compared_kinds()}
            {kind}
            datasets={kind.map(|kind| state.datasets(kind)).unwrap_or_default()}
            dataset={kind.and_then(|kind| state.compared_dataset(kind))}
            systems={kind.map(|kind| state.systems(kind)).unwrap_or_default()}
            unscored={state.unscored()}
            {cancel}
            {importer}
            {send}
        />
    }
}

/// Renders the dialog that corrects a word or formula of the shown page.
fn correction(state: &State, token: usize, send: &Callback<Action>) -> Html {
    let Some((sample, image)) = state.current().and_then(|sample| Some((sample, sample.image.clone()?))) else {
        return Html::default();
    };
    let Paper::Here { blob, .. } = state.paper(&image) else {
        return Html::default();
    };
    html! { <Correct sample={sample.clone()} {image} {blob} {token} {send} /> }
}
