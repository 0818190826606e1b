use std::rc::Rc;

use texlens_metrics::{Direction, Group, Info, Outcome, Score, Side, Span, SpanKind};
use texlens_workspace::brought::sentence;
use texlens_workspace::state::{Action, Dialog, Focus, Sample, ScoreAction, Scoring, Step, View, ViewAction};
use texlens_workspace::words::{common, scores as words};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) focus: Focus,
    pub(super) view: View,
    pub(super) send: Callback<Action>,
}

/// Shows the scores of a sample, by group. A click on a score shows the passages that explain it.
#[component]
pub(super) fn Scores(props: &Props) -> Html {
    let Props {
        sample,
        focus,
        view,
        send,
    } = props;
    let id = sample.id;
    let scored = match (&sample.scoring, &sample.scored) {
        (Scoring::Failed { message }, _) => {
            return html! {
                <div class="outcome failed" role="alert">
                    <p>{message}</p>
                    <button type="button" class="button small" onclick={send.reform(move |_| Action::Score(ScoreAction::Again(id)))}>{common::TRY_AGAIN}</button>
                </div>
            };
        }
        // Old scores stay visible while new ones are calculated.
        (_, Some(scored)) => scored,
        (Scoring::Waiting, None) => return html! { <p class="hint">{words::missing(sample)}</p> },
        (Scoring::Cancelled, None) => {
            return html! {
                <div class="outcome">
                    <p>{words::CANCELLED}</p>
                    <button type="button" class="button small" onclick={send.reform(move |_| Action::Score(ScoreAction::Again(id)))}>{words::SCORE}</button>
                </div>
            };
        }
        (_, None) => return html! { <p class="hint busy">{words::RUNNING}</p> },
    };
    let (main, more): (Vec<_>, Vec<_>) = by_group(&scored.scores)
        .into_iter()
        .partition(|part| is_main(part.group));
    let row = |score: &Score| {
        let selected = matches!(focus, Focus::Score { metric, .. } if *metric == score.metric);
        html! { <ScoreRow key={score.metric.clone()} score={score.clone()} {selected} {send} /> }
    };
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
    let view = *view;
    let toggled = View {
        more_scores: !view.more_scores,
        ..view
    };
    let hidden: usize = more.iter().map(|part| part.scores.len()).sum();
    html! {
        <div class="scores-scroller">
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
                {for main.iter().map(part)}
                if view.more_scores { {for more.iter().map(part)} }
            </table>
            <p class="score-links">
            if hidden > 0 {
                <button
                    type="button"
                    class="link more-scores"
                    aria-expanded={view.more_scores.to_string()}
                    onclick={send.reform(move |_| Action::View(ViewAction::Show(toggled)))}
                >
                    if view.more_scores { {words::FEWER} } else { {words::more(hidden)} }
                </button>
            }
            <button type="button" class="link" onclick={send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Settings))))}>{words::SETTINGS}</button>
            </p>
        </div>
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

/// Groups the scores; the overall scores come first.
fn by_group(scores: &[Score]) -> Vec<Part<'_>> {
    let group_of = |score: &Score| info(&score.metric).map(|info| info.group);
    let mut groups: Vec<Option<Group>> = scores.iter().map(group_of).collect();
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
            .find(|score| mean_id(*group) == Some(score.metric.as_str())),
        scores: scores
            .iter()
            .filter(|score| group_of(score) == *group && !is_mean(score))
            .collect(),
    };
    groups.iter().map(part).collect()
}

/// Reports whether a group is always shown.
fn is_main(group: Option<Group>) -> bool {
    !matches!(group, Some(Group::Reading | Group::Text))
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
    let focus = if *selected {
        Focus::Nothing
    } else {
        Focus::Score {
            metric: score.metric.clone(),
            span: first_to_see(score),
        }
    };
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
            {match &score.outcome {
                Outcome::Defined { value, ratio } => html! {
                    <>
                        <td class="number value">{format!("{value:.3}")}</td>
                        <td class="meter">
                            if lower_is_better { <span class="dim">{words::LOWER_IS_BETTER}</span> } else { {bar(*value)} }
                        </td>
                        <td class="number counted">{ratio.map(words::correct).unwrap_or_default()}</td>
                    </>
                },
                Outcome::Undefined { reason } => html! {
                    <>
                        <td class="number value undefined">{"\u{2013}"}</td>
                        <td colspan="2" class="reason">{words::undefined(reason)}</td>
                    </>
                },
            }}
            <td class="number places">{(!score.spans.is_empty()).then_some(score.places())}</td>
        </tr>
    }
}

fn bar(value: f64) -> Html {
    html! {
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class="track" width="100" height="4" />
            <rect class="filled" width={format!("{:.1}", value.clamp(0.0, 1.0) * 100.0)} height="4" />
        </svg>
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
    let current = span.and_then(|index| Some((index, score.spans.get(index)?)));
    let info = info(metric);
    let guide = Dialog::Guide { metric: metric.clone() };
    html! {
        <div class="spans">
            <div class="about">
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
                                <button type="button" class="button small" aria-label={common::PREVIOUS_PLACE} title={common::PREVIOUS_PLACE_KEY} onclick={step(Step::Previous)}>{"\u{2191}"}</button>
                                <button type="button" class="button small" aria-label={common::NEXT_PLACE} title={common::NEXT_PLACE_KEY} onclick={step(Step::Next)}>{"\u{2193}"}</button>
                                <span class="position" title={words::unlisted(score)}>{common::position(index + 1, score.places())}</span>
                            </span>
                            <p>
                                <span class={classes!("kind", kind_class(span.kind))}>{words::kind(span.kind)}</span>
                                {" "}{words::side(span.side)}
                                if !span.note.is_empty() { {": "}{&span.note} }
                                if let Some(quoted) = quote(sample, span) { {" "}<code>{quoted}</code> }
                            </p>
                        </>
                    },
                }}
            </div>
        </div>
    }
}

/// Returns the beginning of a passage on one line; `None` if it is white space.
fn quote(sample: &Sample, span: &Span) -> Option<String> {
    const CHARACTERS: usize = 120;
    let text = match span.side {
        Side::Reference => sample.reference.as_ref().map(|text| text.latex.as_str()),
        Side::Prediction => sample.prediction.as_ref().map(|prediction| prediction.latex.as_str()),
    };
    let beginning: String = text?.get(span.range.clone())?.chars().take(CHARACTERS).collect();
    let line = beginning.split_whitespace().collect::<Vec<_>>().join(" ");
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
