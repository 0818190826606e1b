//! The preview of the requests and their cost.

use texlens_workspace::judging::Suspicion;
use texlens_workspace::state::{Example, Preview};
use texlens_workspace::words::{common, judge::offer as words};
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
            return html! { <section class="offer" aria-busy="true"><p class="dim">{words::COUNTING}</p></section> };
        }
        // The form shows the problem at the field that has it.
        Preview::Refused(_) => {
            return html! { <section class="offer"><p class="dim">{words::MODEL_MISSING}</p></section> };
        }
        Preview::Ready(offer) => offer,
    };
    html! {
        <section class="offer" aria-label={words::NAME}>
            <p><strong>{words::requests(offer)}</strong>{words::cost(offer)}</p>
            if let Some(then) = &offer.then {
                <p>{words::second_round(offer.pages, then)}</p>
            }
            <p class="dim">{words::rest(offer)}</p>
            if !offer.suspicions.is_empty() {
                {suspicions(&offer.suspicions)}
            }
            if let Some(example) = &offer.example {
                <Shown example={example.clone()} />
            }
        </section>
    }
}

fn suspicions(found: &[Suspicion]) -> Html {
    html! {
        <details class="suspicions">
            <summary>{words::suspicions(found.len())}</summary>
            <ul>
                {for found.iter().take(MOST).map(|suspicion| html! {
                    <li>
                        {&suspicion.id}{": "}
                        <code>{&suspicion.flag.excerpt}</code>
                        <span class="dim">
                            {" "}{words::sign(suspicion.flag.kind)}{words::place(suspicion.flag.place)}
                        </span>
                    </li>
                })}
                if found.len() > MOST {
                    <li class="dim">{common::more(found.len() - MOST)}</li>
                }
            </ul>
            <p class="dim">{words::SUSPICIONS_NOTE}</p>
        </details>
    }
}

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct ShownProps {
    pub(in crate::app::components) example: Example,
}

/// Shows a request as it is sent.
#[component]
pub(in crate::app::components) fn Shown(props: &ShownProps) -> Html {
    let example = &props.example;
    html! {
        <details class="example">
            <summary>{words::EXAMPLE}</summary>
            if !example.system.is_empty() {
                <h3>{words::INSTRUCTIONS}</h3>
                <pre tabindex="0">{&example.system}</pre>
            }
            <h3>{words::QUESTION}</h3>
            <pre tabindex="0">{&example.question}</pre>
            <h3>{words::REQUEST}</h3>
            <pre tabindex="0">
                {"POST "}{&example.url}{"\n"}
                {for example.headers.iter().map(|(name, value)| format!("{name}: {value}\n"))}
                {"\n"}{&example.body}
            </pre>
        </details>
    }
}
