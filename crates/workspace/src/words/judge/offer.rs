//! The requests to a judge and their cost in sentences.

use texlens_judge::injection::{FlagKind, Place};
use texlens_judge::{Estimate, Usage};

use crate::state::Offer;
use crate::words::count;

/// Name of the preview.
pub const NAME: &str = "Preview of the requests";

/// Shown while the requests are counted.
pub const COUNTING: &str = "Counting\u{2026}";

/// Shown while the form is not valid.
pub const MODEL_MISSING: &str = "Enter a model to see the requests and their cost.";

/// Note below the passages that seem to address the judge.
pub const SUSPICIONS_NOTE: &str =
    "They are sent as they are, marked as text under judgement. Look at the scores of these formulas yourself.";

/// Heading that unfolds the first request.
pub const EXAMPLE: &str = "The first request, as it is sent";

/// Heading of the system prompt.
pub const INSTRUCTIONS: &str = "Instructions";

/// Heading of the question.
pub const QUESTION: &str = "Question";

/// Heading of the address, the headers and the body.
pub const REQUEST: &str = "Complete request";

/// Button that sends the requests.
#[must_use]
pub fn submit(offer: Option<&Offer>) -> String {
    match offer.map(|offer| &offer.estimate) {
        None => "Send".to_owned(),
        Some(Estimate { calls: 0, .. }) => "Use stored answers".to_owned(),
        Some(estimate) => format!("Send {}", number_of_requests(estimate)),
    }
}

/// The number of requests and their destination.
#[must_use]
pub fn requests(offer: &Offer) -> String {
    let host = offer
        .form
        .judge
        .endpoint()
        .map(|endpoint| endpoint.host())
        .unwrap_or_default();
    match offer.estimate.calls {
        0 => "Nothing to send".to_owned(),
        _ => format!("{} to {host}", number_of_requests(&offer.estimate)),
    }
}

/// Formats the number of requests, including those that correct invalid answers.
pub(in crate::words) fn number_of_requests(estimate: &Estimate) -> String {
    match (estimate.calls, estimate.most_requests) {
        (1, 1) => "1 request".to_owned(),
        (least, most) if least == most => format!("{least} requests"),
        (least, most) => format!("{least} to {most} requests"),
    }
}

/// The tokens and their cost, as the end of the sentence about [`requests`].
#[must_use]
pub fn cost(offer: &Offer) -> String {
    let estimate = &offer.estimate;
    if estimate.calls == 0 {
        return ".".to_owned();
    }
    let tokens = |usage: Usage| usage.input + usage.output;
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

/// The requests that follow once the judge has found the formulas of these pages.
#[must_use]
pub fn second_round(pages: usize, then: &Estimate) -> String {
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

/// The pairs that are not sent.
#[must_use]
pub fn rest(offer: &Offer) -> String {
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

/// Heading that unfolds the passages that seem to address the judge.
#[must_use]
pub fn suspicions(found: usize) -> String {
    format!("{} may be meant for the judge", count(found, "place"))
}

/// What makes a passage suspicious.
#[must_use]
pub const fn sign(kind: FlagKind) -> &'static str {
    match kind {
        FlagKind::Instruction => "tells the judge what to do",
        FlagKind::Score => "names a score",
        FlagKind::Praise => "says that it is right",
        FlagKind::Role => "addresses a judge",
        FlagKind::Invisible => "cannot be seen",
        FlagKind::Structure => "looks like a part of the request",
    }
}

/// The place of a passage, after its [`sign`].
#[must_use]
pub const fn place(place: Place) -> &'static str {
    match place {
        Place::Comment => ", in a comment",
        Place::Text => ", in text",
        Place::Elsewhere => "",
    }
}

/// The header that contains the API key, without the key.
#[must_use]
pub fn your_key(prefix: &str) -> String {
    format!("{prefix}\u{2026} your key")
}
