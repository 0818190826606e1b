//! The preview of the requests and their cost.

use texlens_judge::Estimate;
use texlens_judge::injection::{FlagKind, Place};
use texlens_workspace::judging::Suspicion;
use texlens_workspace::state::{Example, Offer, Preview};
use texlens_workspace::words::count;
use yew::prelude::*;

/// Maximum number of listed suspicions.
const MOST: usize = 20;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) preview: Preview,
}

/// Shows the requests, their destination and their cost.
#[component]
pub(super) fn Offered(props: &Props) -> Html {
    let offer = match &props.preview {
        Preview::Open => {
            return html! { <section class="offer" aria-busy="true"><p class="dim">{"Counting\u{2026}"}</p></section> };
        }
        // The form shows the problem at the field that has it.
        Preview::Refused(_) => {
            return html! { <section class="offer"><p class="dim">{"Enter a model to see the requests and their cost."}</p></section> };
        }
        Preview::Ready(offer) => offer,
    };
    html! {
        <section class="offer" aria-label="Preview of the requests">
            <p><strong>{requests(offer)}</strong>{cost(offer)}</p>
            if let Some(then) = &offer.then {
                <p>{second_round(offer.pages, then)}</p>
            }
            <p class="dim">{rest(offer)}</p>
            if !offer.suspicions.is_empty() {
                {suspicions(&offer.suspicions)}
            }
            if let Some(example) = &offer.example {
                {shown(example)}
            }
        </section>
    }
}

/// Returns the label of the button that sends the requests.
pub(super) fn submit_label(offer: Option<&Offer>) -> String {
    match offer.map(|offer| offer.estimate.calls) {
        None => "Send".to_owned(),
        Some(0) => "Use stored answers".to_owned(),
        Some(_) => format!(
            "Send {}",
            number_of_requests(&offer.map(|offer| offer.estimate).unwrap_or_default())
        ),
    }
}

fn requests(offer: &Offer) -> String {
    let host = offer
        .form
        .endpoint()
        .map(|endpoint| endpoint.host())
        .unwrap_or_default();
    match offer.estimate.calls {
        0 => "Nothing to send".to_owned(),
        _ => format!("{} to {host}", number_of_requests(&offer.estimate)),
    }
}

/// Formats the number of requests, including those that correct invalid answers.
fn number_of_requests(estimate: &Estimate) -> String {
    match (estimate.calls, estimate.most_requests) {
        (1, 1) => "1 request".to_owned(),
        (least, most) if least == most => format!("{least} requests"),
        (least, most) => format!("{least} to {most} requests"),
    }
}

fn cost(offer: &Offer) -> String {
    let estimate = &offer.estimate;
    if estimate.calls == 0 {
        return ".".to_owned();
    }
    let tokens = |usage: texlens_judge::Usage| usage.input + usage.output;
    let cost = estimate
        .cost
        .map(|[likely, most]| format!(" It may cost {likely}, at most {most}."));
    format!(
        ": about {} tokens, at most {}.{}",
        tokens(estimate.likely),
        tokens(estimate.at_most),
        cost.unwrap_or_default()
    )
}

/// Describes the requests that follow once the judge has found the formulas.
fn second_round(pages: usize, then: &Estimate) -> String {
    let cost = then
        .cost
        .map(|[likely, most]| format!(", for {likely}, at most {most}"));
    format!(
        "These requests find the formulas of {}. Judging them then takes about {}{}; the budget covers both.",
        count(pages, "page"),
        count(usize::try_from(then.calls).unwrap_or(usize::MAX), "request"),
        cost.unwrap_or_default()
    )
}

/// Describes the pairs that are not sent.
fn rest(offer: &Offer) -> String {
    let mut parts = Vec::new();
    if offer.ruled > 0 {
        parts.push(format!(
            "{} need no request: missing, or the same",
            count(offer.ruled, "formula")
        ));
    }
    if offer.known > 0 {
        parts.push(format!("{} answered before", offer.known));
    }
    if offer.repeated > 0 {
        parts.push(format!("{} the same as another", offer.repeated));
    }
    match parts.is_empty() {
        true if offer.is_empty() => "There is nothing to ask about: no formula, no table.".to_owned(),
        true => String::new(),
        false => format!("{}.", parts.join("; ")),
    }
}

fn suspicions(found: &[Suspicion]) -> Html {
    html! {
        <details class="suspicions">
            <summary>{format!("{} may be meant for the judge", count(found.len(), "place"))}</summary>
            <ul>
                {for found.iter().take(MOST).map(|suspicion| html! {
                    <li>
                        {&suspicion.id}{": "}
                        <code>{&suspicion.flag.excerpt}</code>
                        <span class="dim">{" "}{what(suspicion.flag.kind)}{place(suspicion.flag.place)}</span>
                    </li>
                })}
                if found.len() > MOST {
                    <li class="dim">{format!("and {} more", found.len() - MOST)}</li>
                }
            </ul>
            <p class="dim">{"They are sent as they are, marked as text under judgement. Look at the scores of these formulas yourself."}</p>
        </details>
    }
}

fn what(kind: FlagKind) -> &'static str {
    match kind {
        FlagKind::Instruction => "tells the judge what to do",
        FlagKind::Score => "names a score",
        FlagKind::Praise => "says that it is right",
        FlagKind::Role => "addresses a judge",
        FlagKind::Invisible => "cannot be seen",
        FlagKind::Structure => "looks like a part of the request",
    }
}

fn place(place: Place) -> &'static str {
    match place {
        Place::Comment => ", in a comment",
        Place::Text => ", in text",
        Place::Elsewhere => "",
    }
}

fn shown(example: &Example) -> Html {
    html! {
        <details class="example">
            <summary>{"The first request, as it is sent"}</summary>
            <h3>{"Instructions"}</h3>
            <pre tabindex="0">{&example.system}</pre>
            <h3>{"Question"}</h3>
            <pre tabindex="0">{&example.question}</pre>
            <h3>{"Complete request"}</h3>
            <pre tabindex="0">
                {"POST "}{&example.url}{"\n"}
                {for example.headers.iter().map(|(name, value)| format!("{name}: {value}\n"))}
                {"\n"}{&example.body}
            </pre>
        </details>
    }
}
