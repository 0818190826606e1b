use std::rc::Rc;

use texlens_workspace::judging::Verdicts;
use texlens_workspace::state::{Action, Focus, FormulaPairs, PageCount, Sample, ShownTables, Tab, View, ViewAction};
use texlens_workspace::text_diff::Shown;
use texlens_workspace::words::{common, result as words, tables as table_words, typeset_page as page_words};
use yew::prelude::*;

use super::{
    compare::SameEach,
    compilation::Compilation,
    document::Document,
    document_pages::{DocumentPages, PageScores},
    error_types::ErrorTypes,
    formulas::Formulas,
    give::SampleMenu,
    judge::said_of,
    key_scores::ScoreHead,
    notes::Notes,
    scores::{Scores, Spans},
    source::Source,
    systems::Systems,
    tables::Tables,
    tabs::{TabOption, Tabs},
    typeset_page::{Tex, TypesetPages},
    typesetting::Typesetting,
    unit_tests::UnitTests,
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    /// The page, if the window has no room for it beside the tabs.
    pub(super) page: Option<Html>,
    /// Whether the page is beside the tabs, or folded away there.
    pub(super) can_fold_page: bool,
    /// The pages of a document.
    pub(super) pages: SameEach<Sample>,
    /// The progress of these pages.
    pub(super) page_count: PageCount,
    /// The predictions of all systems for the same case.
    pub(super) rivals: Vec<Rc<Sample>>,
    /// The prediction of another system that is shown for comparison.
    pub(super) beside: Option<Rc<Sample>>,
    pub(super) tex: Tex,
    /// Drawings and scores of formula pairs.
    pub(super) formula_pairs: FormulaPairs,
    pub(super) tables: ShownTables,
    /// The verdicts of judges.
    pub(super) verdicts: Vec<Rc<Verdicts>>,
    pub(super) focus: Focus,
    pub(super) view: View,
    pub(super) send: Callback<Action>,
}

/// Shows the key scores, and below them tabs: all scores, the LaTeX and the formulas of both sides, the compilation.
#[component]
pub(super) fn ResultPanel(props: &Props) -> Html {
    let Props {
        sample,
        page,
        can_fold_page,
        pages,
        page_count,
        rivals,
        beside,
        tex,
        formula_pairs,
        tables,
        verdicts,
        focus,
        view,
        send,
    } = props;
    let view = *view;
    let Tex { engine, uses, .. } = tex;
    let tabs = sample.tabs(page.is_some());
    let shown = Some(view.tab).filter(|tab| tabs.contains(tab)).unwrap_or_default();
    let show = send.reform(move |tab| Action::View(ViewAction::Show(View { tab, ..view })));
    let fold = send.reform(move |_: MouseEvent| {
        let panes = view.panes.with_page_toggled();
        Action::View(ViewAction::Show(View { panes, ..view }))
    });
    // A document has no text before its last page is read.
    let is_in_pages = sample.prediction.is_none() && pages.iter().any(|page| page.prediction.is_some());
    let source =
        html! { <Source sample={sample.clone()} beside={beside.clone()} focus={focus.clone()} {view} {send} /> };
    html! {
        <section class={classes!("result", (shown == Tab::Scores).then_some("with-scores"))} aria-label={words::PANEL}>
            if page_count.total > 0 {
                <Document sample={sample.clone()} pages={*page_count} {send} />
            }
            <Systems sample={sample.clone()} rivals={rivals.clone()} beside={beside.clone()} {send} />
            <ScoreHead sample={sample.clone()} focus={focus.clone()} {view} {send} />
            {suspicions(sample)}
            <div class="tab-bar">
                <Tabs<Tab> label={words::PANEL} controls="result-body" options={options(sample, &tabs, view.differences)} value={shown} on_change={show} />
                <SampleMenu sample={sample.clone()} {send} />
                if *can_fold_page {
                    <button type="button" class="button small" aria-expanded={(!view.panes.is_page_folded).to_string()} onclick={fold}>
                        {if view.panes.is_page_folded { words::SHOW_PAGE } else { words::HIDE_PAGE }}
                    </button>
                }
            </div>
            <div class="body" id="result-body" role="tabpanel" aria-label={label(sample, shown)}>
                {match shown {
                    Tab::Page => page.clone().unwrap_or_default(),
                    Tab::Scores => html! {
                        <div class="scores-tab">
                            {spans(sample, focus, send)}
                            <Typesetting sample={sample.clone()} engine={engine.clone()} uses={uses.clone()} {send} />
                            <ErrorTypes sample={sample.clone()} focus={focus.clone()} {send} />
                            <UnitTests sample={sample.clone()} />
                            <PageScores document={sample.id} is_scored={sample.scored.is_some()} pages={pages.clone()} {send} />
                            if let Some(scored) = &sample.scored {
                                <Scores sample={sample.clone()} scored={scored.clone()} engine={engine.clone()} uses={uses.clone()} focus={focus.clone()} {view} {send} />
                            }
                            <Notes sample={sample.clone()} {send} />
                        </div>
                    },
                    Tab::Source if is_in_pages => html! {
                        <DocumentPages document={sample.id} pages={pages.clone()} count={*page_count} {send} />
                    },
                    Tab::Source => html! {
                        <>
                            {spans(sample, focus, send)}
                            if let Focus::ErrorType { .. } = focus {
                                <ErrorTypes sample={sample.clone()} focus={focus.clone()} {send} />
                            }
                            {source}
                        </>
                    },
                    Tab::Formulas => match &sample.scored {
                        Some(scored) => html! {
                            <Formulas
                                sample={sample.clone()}
                                scored={scored.clone()}
                                said={said_of(sample, rivals, pages, verdicts)}
                                beside={beside.clone()}
                                engine={engine.clone()}
                                uses={uses.clone()}
                                known={formula_pairs.clone()}
                                order={sample.listed_formulas(view.different_only)}
                                focus={focus.clone()}
                                {view}
                                {send}
                            />
                        },
                        None => html! { <p class="empty">{words::NO_FORMULAS}</p> },
                    },
                    Tab::Tables => html! { <Tables shown={tables.clone()} /> },
                    Tab::Pages => html! { <TypesetPages key={sample.id.0} sample={sample.clone()} tex={tex.clone()} {send} /> },
                    Tab::Compile => html! {
                        <>
                            <Compilation sample={sample.clone()} engine={engine.clone()} uses={uses.clone()} focus={focus.clone()} {view} has_page_beside={*can_fold_page} {send} />
                            {source}
                        </>
                    },
                }}
            </div>
        </section>
    }
}

/// Returns the label of a tab.
fn label(sample: &Sample, tab: Tab) -> &'static str {
    match tab {
        Tab::Page => words::PAGE,
        Tab::Scores => words::SCORES,
        Tab::Source if sample.reference.is_some() && sample.prediction.is_some() => words::DIFF,
        Tab::Source => common::LATEX,
        Tab::Formulas => words::FORMULAS,
        Tab::Tables => table_words::TAB,
        Tab::Pages => page_words::TAB,
        Tab::Compile => words::COMPILE,
    }
}

/// Returns the tabs with what they count.
fn options(sample: &Sample, tabs: &[Tab], shown: Shown) -> Vec<TabOption<Tab>> {
    let count = |tab: Tab| match tab {
        Tab::Source => sample
            .text_diff
            .as_ref()
            .map(|diff| words::differences(diff.count(shown))),
        Tab::Formulas => sample.scored.as_ref().map(|scored| {
            let different = scored.formulas.iter().filter(|pair| !pair.exact).count();
            words::different_formulas(different, scored.formulas.len())
        }),
        Tab::Compile => sample
            .faults
            .as_ref()
            .map(|faults| faults.list.len())
            .filter(|errors| *errors > 0)
            .map(words::errors),
        _ => None,
    };
    let option = |tab: &Tab| TabOption {
        value: *tab,
        label: label(sample, *tab),
        count: count(*tab).map(AttrValue::from),
    };
    tabs.iter().map(option).collect()
}

/// Renders what explains the selected score.
fn spans(sample: &Rc<Sample>, focus: &Focus, send: &Callback<Action>) -> Html {
    let Focus::Score { metric, span } = focus else {
        return Html::default();
    };
    html! { <Spans sample={sample.clone()} metric={metric.clone()} span={*span} {send} /> }
}

/// Renders the signs that the prediction was made for the metrics and not for a reader.
fn suspicions(sample: &Sample) -> Html {
    let found = sample.scored.iter().flat_map(|scored| &scored.suspicions);
    let items: Vec<Html> = found
        .map(|suspicion| html! { <li><strong>{suspicion.kind.name()}</strong>{": "}{&suspicion.reason}</li> })
        .collect();
    if items.is_empty() {
        return Html::default();
    }
    html! {
        <section class="outcome suspicions" aria-label={words::SUSPICIONS}>
            <p>{words::SUSPICIOUS}</p>
            <ul>{for items}</ul>
        </section>
    }
}
