use std::{collections::BTreeSet, rc::Rc};

use texlens_evaluate::Scored;
use texlens_metrics::{Direction, Group, Info, Outcome, Score, Side, Span, SpanKind, place_at};
use texlens_tex::Use;
use texlens_workspace::brought::sentence;
use texlens_workspace::commands::Command;
use texlens_workspace::copied;
use texlens_workspace::state::{Action, Dialog, Engine, Focus, Remedy, Sample, Step, Topic, View, ViewAction};
use texlens_workspace::text_diff::with_signs;
use texlens_workspace::words::{commands::with_key, common, formulas::JUDGE, scores as words};
use yew::prelude::*;

use super::{copy_table::CopyTable, engine_way::EngineWay, sentence::sentence as with_code};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) scored: Rc<Scored>,
    pub(super) engine: Engine,
    /// The uses of the engine that the person asked for.
    pub(super) uses: BTreeSet<Use>,
    pub(super) focus: Focus,
    pub(super) view: View,
    pub(super) send: Callback<Action>,
}

/// Shows the scores of a sample, by group, and below them those that have no value. A click on a score shows the
/// passages that explain it.
#[component]
pub(super) fn Scores(props: &Props) -> Html {
    let Props {
        sample,
        scored,
        engine,
        uses,
        focus,
        view,
        send,
    } = props;
    let view = *view;
    let is_selected = |score: &Score| matches!(focus, Focus::Score { metric, .. } if *metric == score.metric);
    let defined = by_group(&scored.scores);
    let row = |score: &Score| html! { <ScoreRow key={score.metric.clone()} score={score.clone()} selected={is_selected(score)} {send} /> };
    let part = |part: &Part<'_>| {
        html! {
            <tbody>
                {match (part.mean, part.group) {
                    (Some(mean), _) => row(mean),
                    // The names of these metrics say that they are totals.
                    (None, Some(Group::Overall) | None) => Html::default(),
                    (None, Some(group)) => html! { <tr class="group"><th scope="rowgroup" colspan="5">{group.name()}</th></tr> },
                }}
                {for part.scores.iter().map(|score| row(score))}
            </tbody>
        }
    };
    let table = {
        let sample = sample.clone();
        Callback::from(move |()| copied::scores(&sample))
    };
    let is_folded = view.panes.are_scores_folded;
    let fold = send.reform(move |_: MouseEvent| {
        let panes = view.panes.with_scores_toggled();
        Action::View(ViewAction::Show(View { panes, ..view }))
    });
    html! {
        <section class="all-scores" aria-label={words::TABLE}>
            <div class="score-links">
                <button type="button" class="fold" aria-expanded={(!is_folded).to_string()} aria-controls="all-scores" onclick={fold}>{words::all(scored.scores.len())}</button>
                <span class="spacer" />
                <CopyTable {table} {send} />
                <button type="button" class="link" onclick={send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Settings { topic: Topic::Scores }))))}>{words::SETTINGS}</button>
            </div>
            <div id="all-scores" hidden={is_folded}>
            if !is_folded {
                <table class="scores">
                    <caption class="visually-hidden">{words::TABLE}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{words::METRIC}</th>
                            <th scope="col" class="number">{words::VALUE}</th>
                            <th scope="col"><span class="visually-hidden">{words::BAR}</span></th>
                            <th scope="col" class="number counted">{words::CORRECT}</th>
                            <th scope="col" class="number">{words::PASSAGES}</th>
                        </tr>
                    </thead>
                    {for defined.iter().map(part)}
                </table>
                {undefined(sample, &is_selected, &|remedy| match remedy {
                    Remedy::Compile => {
                        html! { <EngineWay sample={sample.id} usage={Use::from(sample.form)} failed={sample.verdict.failure().map(str::to_owned)} engine={engine.clone()} uses={uses.clone()} {send} /> }
                    }
                    Remedy::Judge => html! {
                        <button type="button" class="button small" onclick={send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Judge))))}>{JUDGE}</button>
                    },
                }, send)}
            }
            </div>
        </section>
    }
}

/// Renders the scores that have no value, one line for each reason, with the button that gives them one.
fn undefined(
    sample: &Sample,
    is_selected: &dyn Fn(&Score) -> bool,
    remedy: &dyn Fn(Remedy) -> Html,
    send: &Callback<Action>,
) -> Html {
    let groups = sample.undefined();
    if groups.is_empty() {
        return Html::default();
    }
    let score = |score: &&Score| {
        let selected = is_selected(score);
        let focus = focus_on(score, selected);
        let info = info(&score.metric);
        let reason = match &score.outcome {
            Outcome::Undefined { reason } => words::undefined(reason),
            Outcome::Defined { .. } => String::new(),
        };
        html! {
            <li key={score.metric.clone()}>
                <button type="button" aria-pressed={selected.to_string()} title={reason} onclick={send.reform(move |_| Action::View(ViewAction::Focus(focus.clone())))}>
                    {info.map_or(score.metric.as_str(), |info| info.name)}<abbr>{&score.metric}</abbr>
                </button>
            </li>
        }
    };
    html! {
        <section class="undefined-scores" aria-label={words::NOT_DEFINED}>
            <h3>{words::NOT_DEFINED}</h3>
            {for groups.iter().map(|group| html! {
                <div class="undefined-group">
                    <p>
                        <span>{with_code(&group.reason.map_or_else(|| words::PARTS_MISSING.to_owned(), sentence))}</span>
                        {group.remedy.map(remedy).unwrap_or_default()}
                    </p>
                    <ul>{for group.scores.iter().map(score)}</ul>
                </div>
            })}
        </section>
    }
}

/// Scores that are shown as one block.
struct Part<'a> {
    /// `None` for metrics that this version does not know: a report may come from another version.
    group: Option<Group>,
    /// The mean of the group, if it has one.
    mean: Option<&'a Score>,
    scores: Vec<&'a Score>,
}

/// Groups the scores that have a value; the overall scores come first.
fn by_group(scores: &[Score]) -> Vec<Part<'_>> {
    let scores: Vec<&Score> = scores.iter().filter(|score| score.value().is_some()).collect();
    let group_of = |score: &Score| info(&score.metric).map(|info| info.group);
    let mut groups: Vec<Option<Group>> = scores.iter().map(|score| group_of(score)).collect();
    groups.sort_by_key(|group| (*group != Some(Group::Overall), group.is_none(), *group));
    groups.dedup();
    let mean_id = |group: Option<Group>| group.and_then(Group::mean);
    let is_mean = |score: &Score| {
        groups
            .iter()
            .any(|group| mean_id(*group) == Some(score.metric.as_str()))
    };
    let part = |group: &Option<Group>| Part {
        group: *group,
        mean: scores
            .iter()
            .copied()
            .find(|score| mean_id(*group) == Some(score.metric.as_str())),
        scores: scores
            .iter()
            .copied()
            .filter(|score| group_of(score) == *group && !is_mean(score))
            .collect(),
    };
    groups.iter().map(part).collect()
}

fn info(metric: &str) -> Option<&'static Info> {
    texlens_metrics::info(metric)
}

#[derive(Properties, PartialEq)]
struct RowProps {
    score: Score,
    selected: bool,
    send: Callback<Action>,
}

#[component]
fn ScoreRow(props: &RowProps) -> Html {
    let RowProps { score, selected, send } = props;
    let focus = focus_on(score, *selected);
    // The whole row is clickable; a keyboard click bubbles up from the button.
    let pick = send.reform(move |_: MouseEvent| Action::View(ViewAction::Focus(focus.clone())));
    let info = info(&score.metric);
    let is_mean = info.is_some_and(|info| info.group == Group::Overall);
    let lower_is_better = info.is_some_and(|info| info.direction == Direction::LowerIsBetter);
    let name = info.map_or(score.metric.as_str(), |info| info.name);
    html! {
        <tr class={classes!(selected.then_some("selected"), is_mean.then_some("mean"))} onclick={pick} title={words::about(score, info)}>
            <th scope="row">
                <button type="button" aria-pressed={selected.to_string()}>
                    {name}<abbr>{&score.metric}</abbr>
                </button>
            </th>
            if let Outcome::Defined { value, ratio } = &score.outcome {
                <td class="number value">{format!("{value:.3}")}</td>
                <td class="meter">
                    if lower_is_better { <span class="dim">{words::LOWER_IS_BETTER}</span> } else { {bar(*value)} }
                </td>
                <td class="number counted">{ratio.map(words::correct).unwrap_or_default()}</td>
            }
            <td class="number places">{(!score.spans.is_empty()).then_some(score.places())}</td>
        </tr>
    }
}

/// Renders the part of a whole that a value is.
pub(super) fn bar(value: f64) -> Html {
    html! {
        <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class="track" width="100" height="4" />
            <rect class="filled" width={format!("{:.1}", value.clamp(0.0, 1.0) * 100.0)} height="4" />
        </svg>
    }
}

/// Returns the selection of a score with the first passage to see, or of nothing if the score is selected already.
pub(super) fn focus_on(score: &Score, is_selected: bool) -> Focus {
    if is_selected {
        return Focus::Nothing;
    }
    Focus::Score {
        metric: score.metric.clone(),
        span: first_to_see(score),
    }
}

/// Returns the index of the first span with an error, or of the first span.
fn first_to_see(score: &Score) -> Option<usize> {
    let right = |span: &Span| matches!(span.kind, SpanKind::Match | SpanKind::Ignored);
    let wrong = score.spans.iter().position(|span| !right(span));
    wrong.or((!score.spans.is_empty()).then_some(0))
}

#[derive(Properties, PartialEq)]
pub(super) struct SpansProps {
    pub(super) sample: Rc<Sample>,
    pub(super) metric: String,
    pub(super) span: Option<usize>,
    pub(super) send: Callback<Action>,
}

/// Shows the selected passage of the selected score with its note, and buttons that step through the others.
#[component]
pub(super) fn Spans(props: &SpansProps) -> Html {
    let SpansProps {
        sample,
        metric,
        span,
        send,
    } = props;
    let Some(score) = sample.score(metric) else {
        return Html::default();
    };
    let step = |step: Step| send.reform(move |_: MouseEvent| Action::View(ViewAction::StepFocus(step)));
    let place = span.map_or(&[][..], |index| place_at(&score.spans, index));
    let current = span.zip(place.first());
    let info = info(metric);
    let guide = Dialog::Guide { metric: metric.clone() };
    html! {
        <div class="spans">
            <div class="about">
                if let Outcome::Undefined { reason } = &score.outcome { <p class="summary">{sentence(reason)}</p> }
                if !score.summary.is_empty() { <p class="summary">{sentence(&score.summary)}</p> }
                if let Some(info) = info {
                    <p>
                        {info.about}{" "}
                        <button type="button" class="link" onclick={send.reform(move |_| Action::View(ViewAction::Dialog(Some(guide.clone()))))}>
                            {words::GUIDE}
                        </button>
                    </p>
                    if !info.limits.is_empty() { <p class="limits">{info.limits}</p> }
                }
            </div>
            <button
                type="button"
                class="icon"
                aria-label={words::DESELECT}
                onclick={send.reform(|_| Action::View(ViewAction::Focus(Focus::Nothing)))}
            >
                {"\u{d7}"}
            </button>
            <div class="place" aria-live="polite">
                {match current {
                    None => html! { <p class="dim">{words::NO_PASSAGES}</p> },
                    Some((index, span)) => html! {
                        <>
                            <span class="walk">
                                <button type="button" class="button small" aria-label={common::PREVIOUS_PLACE} title={with_key(common::PREVIOUS_PLACE, &Command::Place(Step::Previous))} onclick={step(Step::Previous)}>{"\u{2191}"}</button>
                                <button type="button" class="button small" aria-label={common::NEXT_PLACE} title={with_key(common::NEXT_PLACE, &Command::Place(Step::Next))} onclick={step(Step::Next)}>{"\u{2193}"}</button>
                                <span class="position" title={words::unlisted(score)}>{common::place(&score.spans, index, score.unlisted)}</span>
                            </span>
                            <p>
                                <span class={classes!("kind", kind_class(span.kind))}>{words::kind(span.kind)}</span>
                                {" "}{words::sides(place)}
                                if !span.note.is_empty() { {": "}{&span.note} }
                                {for place.iter().filter_map(|span| quote(sample, span)).enumerate().map(|(index, quoted)| html! {
                                    <>{if index > 0 { " \u{2192} " } else { " " }}<code>{quoted}</code></>
                                })}
                            </p>
                        </>
                    },
                }}
            </div>
        </div>
    }
}

/// Returns the beginning of a passage on one line, or its white space as signs; `None` if it is empty.
fn quote(sample: &Sample, span: &Span) -> Option<String> {
    const CHARACTERS: usize = 120;
    let text = match span.side {
        Side::Reference => sample.reference.as_ref().map(|text| text.latex.as_str()),
        Side::Prediction => sample.prediction.as_ref().map(|prediction| prediction.latex.as_str()),
    };
    let beginning: String = text?.get(span.range.clone())?.chars().take(CHARACTERS).collect();
    let line = beginning.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = if line.is_empty() {
        with_signs(&beginning).replace('\n', "")
    } else {
        line
    };
    (!line.is_empty()).then_some(line)
}

/// Returns the CSS class of a span kind.
pub(super) fn kind_class(kind: SpanKind) -> &'static str {
    match kind {
        SpanKind::Match => "match",
        SpanKind::Missing => "missing",
        SpanKind::Extra => "extra",
        SpanKind::Different => "different",
        SpanKind::Ignored => "ignored",
    }
}
