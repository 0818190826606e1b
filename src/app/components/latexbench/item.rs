use std::rc::Rc;

use texlens_latexbench::{Brief, BriefTask, Finding, Key, latex_of};
use texlens_workspace::benching::{ShownAnswer, ShownVerdict};
use texlens_workspace::state::DrawnAnswer;
use texlens_workspace::words::latexbench as words;
use yew::prelude::*;

use super::answer::{Changes, Marked};
use super::drawing::Typeset;
use crate::app::components::sentence::sentence;
use crate::app::hooks::BenchAsk;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) item: Brief,
    /// What the shown run has for the item.
    pub(super) answered: Option<ShownAnswer>,
    /// The text that was typeset last.
    pub(super) drawing: Option<Rc<DrawnAnswer>>,
    pub(super) ask: Callback<BenchAsk>,
}

/// Shows an item with its answer and the verdicts.
#[component]
pub(super) fn ItemView(props: &Props) -> Html {
    let Props {
        item,
        answered,
        drawing,
        ask,
    } = props;
    let pointed = use_state_eq(|| None::<usize>);
    let findings: Vec<Finding> = answered
        .iter()
        .filter_map(|answered| answered.rules.as_ref())
        .flat_map(|rules| rules.findings.clone())
        .collect();
    let valid = answered.as_ref().filter(|answered| answered.reason.is_none());
    let text = valid.map(|answered| answered.text.as_str());
    let on_point = {
        let pointed = pointed.setter();
        Callback::from(move |index: usize| pointed.set(Some(index)))
    };
    let typeset = |latex: &str, label: &'static str| {
        html! { <Typeset latex={latex.to_owned()} {label} drawing={drawing.clone()} {ask} /> }
    };
    let body = match &item.task {
        BriefTask::Generation {
            instruction, reference, ..
        } => html! {
            <>
                {passage(words::INSTRUCTION, "prose", instruction)}
                if let Some(text) = text {
                    <h4>{words::ANSWER}</h4>
                    <Marked text={latex_of(text).into_owned()} findings={findings.clone()} pointed={*pointed} />
                    {typeset(&latex_of(text), words::TYPESET)}
                }
                {passage(words::REFERENCE, "", reference)}
                {typeset(reference, words::TYPESET_REFERENCE)}
            </>
        },
        BriefTask::Edit {
            instruction,
            base,
            reference,
            ..
        } => html! {
            <>
                {passage(words::INSTRUCTION, "prose", instruction)}
                if let Some(text) = text {
                    <h4>{words::ANSWER_DIFF}</h4>
                    <Changes base={base.clone()} text={latex_of(text).into_owned()} findings={findings.clone()} pointed={*pointed} />
                    {typeset(&latex_of(text), words::TYPESET)}
                } else {
                    {passage(words::BASE, "", base)}
                }
                <h4>{words::REFERENCE}</h4>
                <Changes base={base.clone()} text={reference.clone()} findings={Vec::new()} pointed={None::<usize>} />
                {typeset(reference, words::TYPESET_REFERENCE)}
            </>
        },
        BriefTask::Contrast { code, key, reference } => {
            let said = answered.as_ref().and_then(|answered| {
                let said = answered.rules.as_ref()?.detected.as_ref()?;
                Some(says(said))
            });
            html! {
                <>
                    <p>{sentence(&words::key_and_answer(&says(key), said.as_deref()))}</p>
                    <h4>{words::CODE}</h4>
                    <Changes base={reference.clone()} text={code.clone()} findings={Vec::new()} pointed={None::<usize>} />
                    {typeset(code, words::TYPESET_DOCUMENT)}
                    if let Some(text) = text { {passage(words::ANSWER, "", text)} }
                </>
            }
        }
    };
    html! {
        <article class="bench-item" aria-labelledby="bench-item-title" tabindex="0">
            <h3 id="bench-item-title">{&item.id}{" "}<span class="dim">{words::property(item)}</span></h3>
            if let Some(answered) = answered { {verdicts(answered, &findings, &on_point)} }
            {body}
            if let Some(invalid) = answered.as_ref().filter(|answered| answered.reason.is_some() && !answered.text.is_empty()) {
                {passage(words::ANSWER, "", &invalid.text)}
            }
        </article>
    }
}

fn says(key: &Key) -> String {
    words::said(key.bug_present, &key.bug_type)
}

/// Renders a text with its heading.
fn passage(heading: &'static str, class: &'static str, text: &str) -> Html {
    html! {
        <>
            <h4>{heading}</h4>
            <pre class={class} tabindex="0">{text}</pre>
        </>
    }
}

/// Renders the verdicts of rules and judge, with their reasons.
fn verdicts(answered: &ShownAnswer, findings: &[Finding], on_point: &Callback<usize>) -> Html {
    let rules = answered.rules.as_ref().map(|rules| match rules.passes {
        true => ("good", words::RULES_PASS),
        false => ("bad", words::RULES_FAIL),
    });
    let engine = answered.compiles.map(|compiles| match compiles {
        true => ("good", words::COMPILES),
        false => ("bad", words::FAILS),
    });
    let judge = answered.judge.as_ref().map(|judged| match judged.pass {
        Some(true) => ("good", words::JUDGE_PASS),
        Some(false) => ("bad", words::JUDGE_FAIL),
        None => ("bad", words::JUDGE_NONE),
    });
    let described = answered.described.as_ref().map(|judged| match judged.pass {
        Some(true) => ("good", words::DESCRIBED_PASS),
        _ => ("bad", words::DESCRIBED_FAIL),
    });
    let none = &answered.reason;
    html! {
        <section class="bench-verdicts" aria-label={words::VERDICTS}>
            <p>
                if none.is_some() { <span class="chip bad">{words::NO_ANSWER}</span> }
                {for rules.into_iter().chain(engine).chain(judge).chain(described).map(|(class, label)| html! {
                    <span class={classes!("chip", class)}>{label}</span>
                })}
            </p>
            if let Some(reason) = none { <p>{sentence(&words::no_answer(reason))}</p> }
            if !findings.is_empty() {
                <ul>
                    {for findings.iter().enumerate().map(|(index, finding)| html! {
                        <li>
                            <button type="button" class="link" onclick={on_point.reform(move |_: MouseEvent| index)}>
                                {format!("{}:{}", finding.line, finding.column)}
                            </button>
                            {" "}<strong>{finding.error_type.name()}</strong>{". "}
                            {sentence(&finding.message)}{". "}{sentence(&finding.advice)}{"."}
                        </li>
                    })}
                </ul>
            }
            {for answered.judge.iter().map(judgement)}
        </section>
    }
}

fn judgement(verdict: &ShownVerdict) -> Html {
    let says = words::judge_says(verdict);
    html! {
        <>
            if !says.is_empty() { <p class="said-notes">{words::judging(&says)}</p> }
            if verdict.flags > 0 { <p class="refused">{words::flags(verdict.flags)}</p> }
        </>
    }
}
