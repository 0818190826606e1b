use std::rc::Rc;

use texlens_workspace::judging::Verdicts;
use texlens_workspace::state::{Action, Focus, FormulaPairs, PageCount, Sample, ShownTables, Tab, View, ViewAction};
use texlens_workspace::words::{common, result as words, tables as table_words, typeset_page as page_words};
use yew::prelude::*;

use super::{
    compilation::Compilation,
    document::Document,
    error_types::ErrorTypes,
    formulas::Formulas,
    judge::said_of,
    notes::Notes,
    scores::{Scores, Spans},
    source::Source,
    systems::Systems,
    tables::Tables,
    typeset_page::{Tex, TypesetPages},
    typesetting::Typesetting,
    unit_tests::UnitTests,
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    /// The pages of a document.
    pub(super) pages: Vec<Rc<Sample>>,
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

/// Shows the verdict and the scores at the top, and below them the LaTeX or the formulas of both sides.
#[component]
pub(super) fn ResultPanel(props: &Props) -> Html {
    let Props {
        sample,
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
    let differences = sample.text_diff.as_ref().map(|diff| diff.differences);
    let formulas = sample.scored.as_ref().map(|scored| {
        let different = scored.formulas.iter().filter(|pair| !pair.exact).count();
        (different, scored.formulas.len())
    });
    let tab = |tab: Tab, label: &'static str, count: Option<String>| {
        let selected = view.tab == tab;
        html! {
            <button
                type="button"
                role="tab"
                aria-selected={selected.to_string()}
                aria-controls="result-body"
                onclick={send.reform(move |_| Action::View(ViewAction::Show(View { tab, ..view })))}
            >
                {label}
                if let Some(count) = count { <span class="count">{count}</span> }
            </button>
        }
    };
    let source_count = differences.map(words::differences);
    let formula_count = formulas.map(|(different, all)| words::different_formulas(different, all));
    html! {
        <section class="result" aria-label={words::PANEL}>
            if page_count.total > 0 {
                <Document sample={sample.clone()} pages={*page_count} {send} />
            }
            <Systems sample={sample.clone()} rivals={rivals.clone()} beside={beside.clone()} {send} />
            <Compilation sample={sample.clone()} engine={engine.clone()} uses={uses.clone()} focus={focus.clone()} {view} {send} />
            <Typesetting sample={sample.clone()} engine={engine.clone()} uses={uses.clone()} {send} />
            {suspicions(sample)}
            <ErrorTypes sample={sample.clone()} focus={focus.clone()} {send} />
            <UnitTests sample={sample.clone()} />
            <Scores sample={sample.clone()} focus={focus.clone()} {view} {send} />
            if let Focus::Score { metric, span } = focus {
                <Spans sample={sample.clone()} metric={metric.clone()} span={*span} {send} />
            }
            <Notes sample={sample.clone()} {send} />
            <div class="tabs" role="tablist" aria-label={words::PANEL}>
                {tab(Tab::Source, common::LATEX, source_count)}
                {tab(Tab::Formulas, words::FORMULAS, formula_count)}
                if sample.can_have_tables() { {tab(Tab::Tables, table_words::TAB, None)} }
                if sample.has_pages_tab() { {tab(Tab::Pages, page_words::TAB, None)} }
            </div>
            <div class="body" id="result-body" role="tabpanel">
                {match (view.tab, &sample.scored) {
                    (Tab::Formulas, Some(scored)) => html! {
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
                    (Tab::Tables, _) if sample.can_have_tables() => html! { <Tables shown={tables.clone()} /> },
                    (Tab::Pages, _) if sample.has_pages_tab() => html! { <TypesetPages key={sample.id.0} sample={sample.clone()} tex={tex.clone()} {send} /> },
                    (Tab::Source | Tab::Tables | Tab::Pages, _) => html! { <Source sample={sample.clone()} beside={beside.clone()} focus={focus.clone()} {view} {send} /> },
                    (Tab::Formulas, None) => html! { <p class="empty">{words::NO_FORMULAS}</p> },
                }}
            </div>
        </section>
    }
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
