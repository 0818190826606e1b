//! Sentences and labels of reading with a model.

use texlens_judge::{Estimate, Stopped, Usage};
use texlens_readers::{Granularity, ReadOutcome};

use crate::readers::{ReaderField, WhichPages};
use crate::state::{ReaderEnd, ReaderOffer};
use crate::words::{count, judge};

/// Button that opens the form.
pub const OPEN: &str = "Read with a model API";

/// What the button is for.
pub const OPEN_HINT: &str = "Ask a vision model of a provider, or on this machine, to read the pages";

/// Title of the form.
pub const TITLE: &str = "Read with a model API";

/// What the form is for.
pub const INTRODUCTION: &str = "A vision model gets the pictures of pages and a prompt, and nothing else: no reference, no \
                                name. Its LaTeX is scored like that of any other system. Pictures leave this machine when \
                                you press Send, and go to the address below only.";

/// Label of the name of the system.
pub const SYSTEM: &str = "Name in the results";

/// Label of the choice of pages.
pub const PAGES: &str = "Pages";

/// Label of the choice of the prompt.
pub const PROMPT: &str = "Prompt";

/// The prompt of the paper.
pub const PROMPT_OF_TEXOCR: &str = "TexOCR, appendix C";

/// The person's own prompt.
pub const PROMPT_OWN: &str = "Your own";

/// Label of the person's own prompt.
pub const PROMPT_TEXT: &str = "Your prompt";

/// Label of the pages of a request.
pub const GRANULARITY: &str = "Pages of a request";

/// Label of the maximum number of pages of a request.
pub const PAGES_PER_REQUEST: &str = "At most";

/// Note about several pages in a request.
pub const SEVERAL_NOTE: &str = "An answer about several pages is the prediction of the first one: compare documents.";

/// Label of the longest side.
pub const LONGEST_SIDE: &str = "Longest side (pixels)";

/// Shown while the longest side is empty.
pub const AS_THEY_ARE: &str = "as they are";

/// Label of the temperature.
pub const TEMPERATURE: &str = "Temperature";

/// Shown while a parameter is empty.
pub const DEFAULT: &str = "default";

/// Label of the maximum number of tokens.
pub const MAX_OUTPUT_TOKENS: &str = "Tokens of an answer";

/// Label of the number of completions.
pub const COMPLETIONS: &str = "Answers to each request";

/// Heading of further settings.
pub const MORE: &str = "Prompt, pictures and parameters";

/// Name of the preview.
pub const PREVIEW: &str = "Preview of the requests";

/// Name of the message about a run.
pub const NAME: &str = "Reading with a model";

/// Button that saves the answers.
pub const SAVE_READINGS: &str = "Save answers";

/// What is in the file of the answers.
pub const SAVE_READINGS_HINT: &str =
    "Every answer with its outcome, tokens, cost, date and time, one JSON object per line (readings.jsonl)";

/// Button that saves the description of the run.
pub const SAVE_RUN: &str = "Save run";

/// What is in the file of the run.
pub const SAVE_RUN_HINT: &str = "Model, prompt, parameters and sums (run.json)";

/// The name of the file with the answers.
pub const READINGS: &str = "readings.jsonl";

/// The name of the file with the run.
pub const RUN: &str = "run.json";

/// There is no page with an image.
pub const NO_PAGES: &str = "No page with an image is chosen. Add page images or a PDF.";

/// The choices of pages, with their number.
#[must_use]
pub fn which(which: WhichPages, pages: usize) -> String {
    match which {
        WhichPages::Shown => "The shown page".to_owned(),
        WhichPages::All => format!("All {pages} with an image"),
    }
}

/// The name of a granularity.
#[must_use]
pub const fn granularity(granularity: Granularity) -> &'static str {
    match granularity {
        Granularity::SingleImage => "one page",
        Granularity::MultiImage => "several pages, a picture each",
        Granularity::Merged => "several pages, merged into one picture",
    }
}

/// The problem with a field.
#[must_use]
pub const fn problem(field: ReaderField) -> &'static str {
    match field {
        ReaderField::Prompt => "Enter a prompt of at most 64 KiB.",
        ReaderField::PagesPerRequest => "Enter a number from 1 to 20.",
        ReaderField::LongestSide => "Enter a number from 64 to 8,000, or nothing.",
        ReaderField::Temperature => "Enter a number from 0 to 2, or nothing.",
        ReaderField::MaxOutputTokens => "Enter a whole number from 1 on.",
        ReaderField::Completions => "Enter a number from 1 to 1,024.",
    }
}

/// The pictures, the requests and their destination.
#[must_use]
pub fn requests(offer: &ReaderOffer) -> String {
    let host = offer.form.model.endpoint().map(|endpoint| endpoint.host());
    format!(
        "{} with {} to {}",
        judge::offer::number_of_requests(&offer.estimate),
        count(offer.pictures, "picture"),
        host.unwrap_or_default()
    )
}

/// The answers replace predictions that are there.
#[must_use]
pub fn replaced(predictions: usize) -> String {
    let there = count(predictions, "prediction");
    format!("Answers replace {there} of a system with the same name. To keep both, choose another name in the results.")
}

/// The sizes of the pictures, the tokens and the cost.
#[must_use]
pub fn cost(offer: &ReaderOffer) -> String {
    let size = |(width, height): (u32, u32)| format!("{width} \u{d7} {height}");
    let sizes = match offer.sizes {
        Some([least, most]) if least == most => format!(" of {} pixels", size(least)),
        Some([least, most]) => format!(" of {} to {} pixels", size(least), size(most)),
        None => String::new(),
    };
    let Estimate {
        likely, at_most, cost, ..
    } = offer.estimate;
    let tokens = |usage: Usage| usage.input + usage.output;
    let cost = cost.map(|[likely, most]| format!(" It may cost {likely}, at most {most}."));
    format!(
        "Pictures{sizes}: about {} tokens with the answers, at most {}.{} Answers that are known from earlier runs are not asked for again.",
        tokens(likely),
        tokens(at_most),
        cost.unwrap_or_default()
    )
}

/// The button that sends the requests.
#[must_use]
pub fn submit(offer: Option<&ReaderOffer>) -> String {
    match offer {
        Some(offer) => format!("Send {}", judge::offer::number_of_requests(&offer.estimate)),
        None => "Send".to_owned(),
    }
}

/// The progress of preparing pictures.
#[must_use]
pub fn preparing(done: usize, all: usize) -> String {
    format!("Preparing pictures: {done} of {all}")
}

/// The length of answers that have not ended.
#[must_use]
pub fn coming(bytes: usize) -> String {
    match bytes {
        0 => String::new(),
        // Rounded up, so that there is never nothing.
        bytes => format!("{} kB of answers in progress", bytes.div_ceil(1_000)),
    }
}

/// How a run ended.
#[must_use]
pub fn ended(end: &ReaderEnd) -> String {
    match &end.stopped {
        None => format!("{} has answered.", end.system),
        Some(Stopped::Budget) => {
            "The budget does not cover more. The answers so far are stored: ask again with a higher budget to continue."
                .to_owned()
        }
        Some(Stopped::Cancelled) => "Cancelled. The answers so far are stored: ask again to continue.".to_owned(),
        Some(Stopped::Failure(failure)) => format!("Stopped: {failure}."),
    }
}

/// The answers by outcome, and their cost.
#[must_use]
pub fn outcomes(end: &ReaderEnd) -> String {
    let parts = ReadOutcome::ALL.into_iter().filter_map(|outcome| {
        let number = end.totals.count(outcome);
        (number > 0).then(|| format!("{number} {}", self::outcome(outcome)))
    });
    let parts: Vec<String> = parts.collect();
    let cost = end.totals.sums.cost.map(|cost| format!("; {cost}"));
    format!("{}{}", parts.join(", "), cost.unwrap_or_default())
}

const fn outcome(outcome: ReadOutcome) -> &'static str {
    match outcome {
        ReadOutcome::Read => "read",
        ReadOutcome::Truncated => "truncated at the limit",
        ReadOutcome::Repeated => "ended because they repeat themselves",
        ReadOutcome::Refused => "refused",
        ReadOutcome::Failed => "failed",
        ReadOutcome::NotAsked => "not asked",
    }
}

/// A page whose picture could not be prepared.
#[must_use]
pub fn unread((page, why): &(String, String)) -> String {
    format!("{page}: {why}")
}
