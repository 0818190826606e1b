use std::rc::Rc;

use texlens_evaluate::{Formula, FormulaPair, Kind};
use texlens_metrics::{Group, Outcome, Score};
use texlens_ocr::BBox;
use texlens_workspace::judging::Verdicts;
use texlens_workspace::state::{Action, Card, Focus, FormulaAction, FormulaItem, Paper, Sample};
use texlens_workspace::words::{common, formula_list as words, formulas};
use yew::prelude::*;

use super::crop::Crop;
use super::latex_diff::latex_diff;
use crate::app::components::formula_view::FormulaView;
use crate::app::components::formulas::verdict_of;
use crate::app::components::judge::{SaidVerdict, said_of};
use crate::app::components::tex_formula::TexFormula;
use crate::app::hooks::{copy, use_spread};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) item: FormulaItem,
    pub(super) sample: Rc<Sample>,
    /// The drawings and scores of the pair, as far as they are known.
    pub(super) card: Option<Rc<Card>>,
    /// The page image.
    pub(super) paper: Option<Paper>,
    /// Whether TeX draws the formulas, not KaTeX.
    pub(super) is_drawn: bool,
    /// The verdicts of judges.
    pub(super) verdicts: Vec<Rc<Verdicts>>,
    pub(super) is_pointed: bool,
    pub(super) send: Callback<Action>,
}

/// Shows a pair of formulas: the place on the page, both formulas, their LaTeX, and their scores.
#[component]
pub(super) fn FormulaCard(props: &Props) -> Html {
    let Props {
        item,
        sample,
        card,
        paper,
        is_drawn,
        verdicts,
        is_pointed,
        send,
    } = props;
    let item = *item;
    // The list is one stop of the Tab key, and so is each button of the card that is pointed at.
    let stop = if *is_pointed { "0" } else { "-1" };
    let point = send.reform(move |_: MouseEvent| Action::Formulas(FormulaAction::Point(item)));
    let open = send.reform(move |_: MouseEvent| Action::Formulas(FormulaAction::Open(item)));
    let is_due = use_spread();
    let Some(pair) = sample.formula_pair(item).filter(|_| is_due) else {
        return html! {
            <li class="formula-card waiting">
                <p class="card-head"><span>{words::title(sample, item)}</span></p>
                if is_due {
                    <p class="busy">{words::WAITING}</p>
                }
            </li>
        };
    };
    let (class, verdict) = verdict_of(pair);
    let latex = |formula: &Option<Formula>| formula.as_ref().map_or("", |formula| formula.latex.as_str()).to_owned();
    let [reference_latex, prediction_latex] = latex_diff(&latex(&pair.reference), &latex(&pair.prediction));
    let drawn = card.as_ref().and_then(|card| card.drawn.as_ref());
    let side = |label: &'static str, formula: &Option<Formula>, source: Option<&str>, at: usize, marked: Html| {
        html! {
            <div class="side" role="group" aria-label={label}>
                <span class="label">{label}</span>
                {match (formula, is_drawn) {
                    (None, _) => html! { <p class="none">{formulas::NONE}</p> },
                    (Some(formula), true) => html! {
                        <TexFormula latex={AttrValue::from(formula.latex.clone())} drawn={drawn.and_then(|drawn| drawn.get(at)?.clone())} with_latex={false} />
                    },
                    (Some(formula), false) => html! {
                        <FormulaView source={Rc::<str>::from(source.unwrap_or_default())} formula={formula.clone()} with_latex={false} />
                    },
                }}
                <code class="latex">{marked}</code>
            </div>
        }
    };
    let link = {
        let send = send.clone();
        Callback::from(move |_: MouseEvent| {
            send.emit(Action::Formulas(FormulaAction::Point(item)));
            let send = send.clone();
            // The address follows once the page has been rendered.
            gloo::timers::callback::Timeout::new(0, move || {
                let address = gloo::utils::window().location().href();
                copy(address.unwrap_or_default(), &send);
            })
            .forget();
        })
    };
    let said = said_of(sample, &[], &[], verdicts);
    let said = item
        .pair
        .map(|index| said.iter().filter_map(|said| said.of_pair(index)).collect::<Vec<_>>());
    html! {
        <li
            class={classes!("formula-card", "pair", class, is_pointed.then_some("pointed"))}
            aria-current={is_pointed.then_some("true")}
            onclick={point}
        >
            <p class="card-head">
                <strong>{words::title(sample, item)}</strong>
                if let Some(system) = sample.system() { <span class="dim">{system}</span> }
                <span class="verdict">{verdict}</span>
                {for sample.tags.iter().map(|(name, value)| html! {
                    <span class="tag">{name}if !value.is_empty() { {": "}{value} }</span>
                })}
                <span class="spacer" />
                <button type="button" class="link" tabindex={stop} title={words::LINK_HINT} onclick={link}>{words::LINK}</button>
                <button type="button" class="link" tabindex={stop} title={words::OPEN_KEY} onclick={open}>{words::OPEN}</button>
            </p>
            <div class="sides">
                if let (Some(Paper::Here { blob, .. }), Some(image), Some(place)) = (paper, &sample.image, place_of(sample, item)) {
                    <Crop image={image.clone()} blob={blob.clone()} {place} />
                }
                {side(common::REFERENCE, &pair.reference, sample.reference_latex(), 0, reference_latex)}
                {side(common::PREDICTION, &pair.prediction, sample.prediction_latex(), 1, prediction_latex)}
            </div>
            <p class="scores-line">{scores(sample, pair, card.as_deref())}</p>
            if let Some(said) = said {
                {for said.into_iter().map(|(model, item)| html! { <SaidVerdict {model} verdict={item.verdict} /> })}
            }
        </li>
    }
}

/// Returns the place of a formula on the page: `Some(None)` is the whole image.
fn place_of(sample: &Sample, item: FormulaItem) -> Option<Option<BBox>> {
    if sample.kind == Kind::Formula {
        return Some(None);
    }
    let tokens = sample
        .recognition()?
        .tokens
        .get(sample.marked(&Focus::Formula(item.pair?)))?;
    let union = |a: BBox, b: BBox| BBox {
        x0: a.x0.min(b.x0),
        y0: a.y0.min(b.y0),
        x1: a.x1.max(b.x1),
        y1: a.y1.max(b.y1),
    };
    tokens.iter().map(|token| token.bbox).reduce(union).map(Some)
}

/// Renders the defined scores of the formula metrics. A formula that the reference lacks has none.
fn scores(sample: &Sample, pair: &FormulaPair, card: Option<&Card>) -> Html {
    let own = sample.scored.as_ref().filter(|_| sample.kind == Kind::Formula);
    let known = match (own, card) {
        (Some(scored), _) => Some(scored.scores.as_slice()),
        (None, Some(card)) => card.scores.as_deref(),
        (None, None) => None,
    };
    match known {
        None if pair.reference.is_some() => html! { <span class="dim">{words::SCORING}</span> },
        None => Html::default(),
        Some(scores) => scores.iter().filter_map(score).collect(),
    }
}

fn score(score: &Score) -> Option<Html> {
    let Outcome::Defined { value, .. } = score.outcome else {
        return None;
    };
    let info = texlens_metrics::info(&score.metric).filter(|info| info.group == Group::Formula)?;
    Some(html! {
        <span class="score" title={format!("{}: {}", info.name, score.summary)}><abbr>{&score.metric}</abbr>{format!("{value:.3}")}</span>
    })
}
