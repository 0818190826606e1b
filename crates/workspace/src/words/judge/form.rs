//! Sentences and labels of the form that asks a judge.

use texlens_judge::{Protocol, Provider};

use crate::judging::{Again, Scale, Which};
use crate::words::count;

/// The dialog's title.
pub const TITLE: &str = "Ask a judge";

/// What a judge does, and what leaves this machine.
pub const INTRODUCTION: &str = "A language model compares formulas. Their LaTeX leaves this machine, and nothing else \
                                does: no image, no name of a file. Nothing is sent before you say so below.";

/// Label of the provider.
pub const PROVIDER: &str = "Provider";

/// Label of the provider's address.
pub const ADDRESS: &str = "Address";

/// Label of the model's name.
pub const MODEL: &str = "Model";

/// Label of the API key.
pub const KEY: &str = "Key";

/// Note below the API key.
pub const KEY_NOTE: &str = "Stays in memory until this sheet is closed and all answers have arrived. It is never \
                            stored. Servers on this machine need no key.";

/// Label of the protocol.
pub const PROTOCOL: &str = "Protocol";

/// Label of the choice between the shown sample and all samples.
pub const SAMPLES: &str = "Samples";

/// Option to ask about the shown sample only.
pub const THIS_SAMPLE: &str = "This sample";

/// Label of the choice of formulas and tables.
pub const ITEMS: &str = "Items";

/// Label of the number of times that each question is asked.
pub const REPEATS: &str = "Each question";

/// Name of the same choice.
pub const REPEATS_NAME: &str = "Repeats of each question";

/// Option to ask each question once.
pub const ONCE: &str = "Once";

/// Option to ask each question twice.
pub const TWICE: &str = "Twice";

/// Option to ask each question three times.
pub const THREE_TIMES: &str = "3 times";

/// Option to ask each question five times.
pub const FIVE_TIMES: &str = "5 times";

/// Option to ask each question in the other order, too.
pub const SWAPPED: &str = "once more with the two texts in the other order";

/// Option to store the requests and answers in the report.
pub const TRANSCRIPT: &str = "store requests and answers in the report";

/// Label of the choice of how the formulas of a page are found in the prediction.
pub const MATCHING: &str = "Formula matching";

/// Option to match formulas by rules.
pub const BY_RULES: &str = "By rules";

/// Note below that option.
pub const BY_RULES_NOTE: &str = "Nothing is sent for this.";

/// Option to have the judge match formulas.
pub const BY_JUDGE: &str = "By the judge";

/// Note below that option.
pub const BY_JUDGE_NOTE: &str = "As in the paper: the whole prediction of each page is sent with the formulas of its \
                                 reference. texlens looks up the formulas that the judge names.";

/// Label of the choice for questions that were answered before.
pub const AGAIN: &str = "Answered before";

/// Name of the same choice.
pub const AGAIN_NAME: &str = "Questions that were answered before";

/// Label of the budget.
pub const BUDGET: &str = "Budget (USD)";

/// Label of the price of prompts.
pub const INPUT_PRICE: &str = "USD per million input tokens";

/// Label of the price of answers.
pub const OUTPUT_PRICE: &str = "USD per million output tokens";

/// The reason why nothing can be sent now.
pub const IS_RUNNING: &str = "A judge is already running.";

/// The name of a provider.
#[must_use]
pub const fn provider(provider: Provider) -> &'static str {
    match provider {
        Provider::OpenAi => "OpenAI, or compatible",
        Provider::Anthropic => "Anthropic",
        Provider::Gemini => "Gemini",
    }
}

/// The name of a set of protocols.
#[must_use]
pub const fn scale(scale: Scale) -> &'static str {
    match scale {
        Scale::Texlens => "texlens: reasons, then a score",
        Scale::PdfParseBench2025 => "Benchmarking Document Parsers, as published",
        Scale::PdfParseBench2026 => "Benchmarking Document Parsers, its repository today",
    }
}

/// Note below the choice of protocols: what a protocol asks for, and its origin.
#[must_use]
pub fn protocol(protocol: &Protocol) -> String {
    format!("{} Source: {}.", protocol.about(), protocol.source())
}

/// Option to ask about all samples, of which there are `count`.
#[must_use]
pub const fn all_samples(count: usize) -> &'static str {
    match count {
        1 => "All",
        _ => "All samples",
    }
}

/// A choice of formulas and tables.
#[must_use]
pub const fn which(which: Which) -> &'static str {
    match which {
        Which::All => "All",
        Which::Inline => "Inline",
        Which::Display => "Displayed",
        Which::Tables => "Tables",
    }
}

/// A choice of questions to ask again.
#[must_use]
pub const fn again(again: Again) -> &'static str {
    match again {
        Again::None => "Use the answers",
        Again::Invalid => "Ask again if invalid",
        Again::All => "Ask all again",
    }
}

/// Heading that unfolds the runs whose verdicts are shown.
#[must_use]
pub fn runs(runs: usize) -> String {
    count(runs, "earlier run")
}

/// A run: the name of the judge, the time, and the number of formulas and tables.
#[must_use]
pub fn run(name: &str, created: &str, items: usize) -> String {
    format!("{name}, {created}, {}", count(items, "item"))
}

/// Name of the button that removes a run.
#[must_use]
pub fn remove_run(created: &str) -> String {
    format!("Remove the run of {created}")
}
