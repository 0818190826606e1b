//! Sentences and labels of LaTeXBench.

use texlens_judge::{Estimate, Stopped, Usage};
use texlens_latexbench::{Brief, BriefTask, Difficulty, Family};

use crate::benching::{BenchForm, BenchOrigin, ShownAnswer, ShownVerdict};
use crate::messages::latexbench::BenchFile;
use crate::state::{BenchOffer, BenchOutcome, BenchTrouble};
use crate::words::{count, judge};

/// The title of the screen.
pub const TITLE: &str = "LaTeXBench";

/// What the screen is for, while there are no items.
pub const INTRODUCTION: &str = "How well does a language model write, edit and check LaTeX? 150 tasks are made from a \
                                seed on this machine. A model answers them, rules check the answers, pdfTeX compiles \
                                them, and a second model can judge them. Nothing is sent before you say so.";

/// Label of the seed.
pub const SEED: &str = "Seed of the tasks";

/// Note below the seed.
pub const SEED_NOTE: &str = "The same seed gives the same tasks everywhere. 1234 is the paper's.";

/// Problem with the seed.
pub const SEED_PROBLEM: &str = "Enter a whole number from 0 on.";

/// Button that makes items.
pub const MAKE: &str = "Make 150 tasks";

/// Button that makes items from another seed.
pub const MAKE_OTHERS: &str = "Make other tasks";

/// Button that opens items or runs.
pub const OPEN: &str = "Open tasks or runs";

/// What can be opened.
pub const OPEN_HINT: &str = "items.jsonl, workbook.xlsx and run.json of texlens latexbench, or files saved here";

/// Button that opens the form.
pub const ASK: &str = "Ask a model";

/// The choice of the part of the screen.
pub const PART: &str = "Show";

/// Option that shows the tasks.
pub const TASKS: &str = "Tasks";

/// Option that shows the results.
pub const RESULTS: &str = "Results";

/// Label of the menu of files.
pub const SAVE: &str = "Save";

/// Name of the list of tasks.
pub const LIST: &str = "Tasks";

/// Label of the choice of the family.
pub const FAMILY: &str = "Family";

/// Label of the choice of the outcome.
pub const OUTCOME: &str = "Outcome";

/// Label of the choice of the run.
pub const RUN: &str = "Answers of";

/// Button that removes the shown run.
pub const REMOVE_RUN: &str = "Remove this run";

/// Shown if no task is listed.
pub const NOTHING_LISTED: &str = "No task matches. Choose another family or outcome.";

/// Heading of the instruction.
pub const INSTRUCTION: &str = "Instruction";

/// Heading of the reference.
pub const REFERENCE: &str = "Reference";

/// Heading of the base of an edit.
pub const BASE: &str = "Base";

/// Heading of the document of a contrast.
pub const CODE: &str = "Document";

/// Heading of the answer.
pub const ANSWER: &str = "Answer";

/// Heading of the answer to an edit.
pub const ANSWER_DIFF: &str = "Answer, with its changes to the base";

/// Explains the colours of the changes.
pub const LEGEND_ASKED: &str = "change";

/// Explains the colours of the changes.
pub const LEGEND_WRONG: &str = "change that the rules forbid";

/// Heading of the verdicts.
pub const VERDICTS: &str = "Verdicts";

/// The rules find nothing.
pub const RULES_PASS: &str = "Rules: pass";

/// The rules find something.
pub const RULES_FAIL: &str = "Rules: fail";

/// The engine's verdict.
pub const COMPILES: &str = "pdfTeX: compiles";

/// The engine's verdict.
pub const FAILS: &str = "pdfTeX: fails";

/// The judge's verdict.
pub const JUDGE_PASS: &str = "Judge: pass";

/// The judge's verdict.
pub const JUDGE_FAIL: &str = "Judge: fail";

/// There is no valid verdict of the judge.
pub const JUDGE_NONE: &str = "Judge: no valid verdict";

/// The answer to a described contrast.
pub const DESCRIBED_PASS: &str = "Described fault: pass";

/// The answer to a described contrast.
pub const DESCRIBED_FAIL: &str = "Described fault: fail";

/// There is no valid answer.
pub const NO_ANSWER: &str = "No valid answer";

/// Button that typesets the answer.
pub const TYPESET: &str = "Typeset the answer";

/// Button that typesets the document of a contrast.
pub const TYPESET_DOCUMENT: &str = "Typeset the document";

/// Button that typesets the reference.
pub const TYPESET_REFERENCE: &str = "Typeset the reference";

/// Shown while the engine works.
pub const TYPESETTING: &str = "Typesetting\u{2026}";

/// The text sets no page.
pub const NO_PAGE: &str = "TeX makes no page of this text.";

/// Shown in place of results without a run.
pub const NO_RESULTS: &str = "Ask a model, or open a run.json, to see its results beside those of the paper.";

/// Shown while results are calculated.
pub const CALCULATING: &str = "Calculating results\u{2026}";

/// Title of the form.
pub const FORM_TITLE: &str = "Ask a model about all tasks";

/// What is sent.
pub const FORM_INTRODUCTION: &str = "The model gets each task once; its first answer counts. The tasks and, if there is \
                                     a judge, the answers leave this machine, and nothing else does. Nothing is sent \
                                     before you say so below.";

/// Heading of the fields of the model under test.
pub const SUBJECT: &str = "Model under test";

/// Heading of the fields of the judge.
pub const JUDGE: &str = "Judge";

/// Label of the key.
pub const KEY: &str = "Key of the model under test";

/// Label of the judge's key.
pub const JUDGE_KEY: &str = "Key of the judge";

/// Note below the judge's key.
pub const JUDGE_KEY_NOTE: &str = "Leave it empty to use the other key, if both models have the same address.";

/// Label of the temperature.
pub const TEMPERATURE: &str = "Temperature";

/// Problem with the temperature.
pub const TEMPERATURE_PROBLEM: &str = "Enter a number from 0 to 2, or leave it empty.";

/// Label of the seed for the model.
pub const MODEL_SEED: &str = "Seed for the model";

/// Problem with the seed for the model.
pub const MODEL_SEED_PROBLEM: &str = "Enter a whole number from 0 on, or leave it empty.";

/// Placeholder of parameters that the provider chooses.
pub const DEFAULT: &str = "default";

/// Option to ask a judge.
pub const HAS_JUDGE: &str = "a judge decides about generation and edits, beside the rules";

/// Option to ask described contrasts.
pub const DESCRIBED: &str = "ask contrasts once more with a description of the fault";

/// Label of the budget of both models.
pub const BUDGET: &str = "Budget of both models (USD)";

/// Name of the preview.
pub const PREVIEW: &str = "Preview of the run";

/// A file has no items.
pub const NO_ITEMS: &str = "The file has no tasks. Open the items.jsonl that texlens has written.";

/// A run has other items than those that are shown.
const OTHER_ITEMS: &str = "This run has other tasks than those shown here. First make the tasks from its seed, or open \
                           its items.jsonl.";

/// The worker answered something else.
pub const UNEXPECTED: &str = "The worker gave another answer than was asked for. Reload the page.";

/// Name of the progress bar.
pub const PROGRESS: &str = "Progress of the run";

/// Shown while items are made or a file is written.
pub const WORKING: &str = "Working\u{2026}";

/// Button that brings back what was replaced or removed.
pub const UNDO: &str = "Bring the earlier tasks and runs back";

/// Option to have the engine compile the answers, with the download that it takes, in megabytes.
#[must_use]
pub fn compiles(megabytes: f64) -> String {
    if megabytes > 0.0 {
        format!("compile the answers with pdfTeX ({megabytes:.1} MB are loaded once)")
    } else {
        "compile the answers with pdfTeX".to_owned()
    }
}

/// Where the items come from.
#[must_use]
pub fn origin(items: usize, origin: &BenchOrigin) -> String {
    let items = count(items, "task");
    match origin {
        BenchOrigin::Seed(seed) => format!("{items} of seed {seed}"),
        BenchOrigin::File(name) => format!("{items} of {name}"),
    }
}

/// A file that cannot be used, with the reason.
#[must_use]
pub fn unreadable(name: &str, why: &str) -> String {
    format!("{name}: {why}")
}

/// A file is larger than any that texlens writes.
#[must_use]
pub fn too_large(limit_mb: u64) -> String {
    format!(
        "the file is larger than {limit_mb} MB; open the items.jsonl, workbook.xlsx or run.json that texlens has written"
    )
}

/// A file is neither a workbook nor text.
pub const NOT_TEXT: &str = "it is neither a workbook nor text; open the items.jsonl, workbook.xlsx or run.json that \
                            texlens has written";

/// The bytes of a file could not be read.
pub const NOT_READ: &str = "it could not be read; choose it again";

/// A run that ended early.
#[must_use]
pub fn stopped(stopped: &Stopped) -> String {
    match stopped {
        Stopped::Budget => {
            "The budget does not cover more. The answers so far are stored: ask again with a higher budget to continue."
                .to_owned()
        }
        Stopped::Cancelled => "Cancelled. The answers so far are stored: ask again to continue.".to_owned(),
        Stopped::Failure(failure) => {
            format!("Stopped: {failure}. The answers so far are stored: ask again to continue.")
        }
    }
}

/// What went wrong, and what to do.
#[must_use]
pub fn trouble(trouble: &BenchTrouble) -> &str {
    match trouble {
        BenchTrouble::OtherItems => OTHER_ITEMS,
        BenchTrouble::Failed(message) => message,
    }
}

/// A family of tasks; all of them without one.
#[must_use]
pub const fn family(family: Option<Family>) -> &'static str {
    match family {
        None => "All",
        Some(Family::Generation) => "Generation",
        Some(Family::Edit) => "Edit",
        Some(Family::Contrast) => "Contrast",
    }
}

/// A choice of outcomes.
#[must_use]
pub const fn outcome(outcome: BenchOutcome) -> &'static str {
    match outcome {
        BenchOutcome::All => "All",
        BenchOutcome::Passed => "Pass by the rules",
        BenchOutcome::Failed => "Fail by the rules",
        BenchOutcome::NoAnswer => "No valid answer",
        BenchOutcome::Disagree => "Judge and rules disagree",
    }
}

/// A property of a task: its difficulty, its fault, or the package that it adds.
#[must_use]
pub fn property(item: &Brief) -> String {
    match &item.task {
        BriefTask::Generation { difficulty, .. } => match difficulty {
            Difficulty::Simple => "simple".to_owned(),
            Difficulty::Average => "average".to_owned(),
            Difficulty::Hard => "hard".to_owned(),
        },
        BriefTask::Edit { adds_package, .. } => match adds_package {
            Some(package) => format!("adds {package}"),
            None => String::new(),
        },
        BriefTask::Contrast { key, .. } if key.bug_present => key.bug_type.clone(),
        BriefTask::Contrast { .. } => "clean".to_owned(),
    }
}

/// The sign of an outcome in the list, with its meaning.
#[must_use]
pub fn sign(answered: Option<&ShownAnswer>) -> (&'static str, &'static str) {
    match answered.map(|answered| answered.rules.as_ref().map(|rules| rules.passes)) {
        None => ("", ""),
        Some(Some(true)) => ("\u{2713}", "passes"),
        Some(Some(false)) => ("\u{2717}", "fails"),
        Some(None) => ("\u{2013}", "has no valid answer"),
    }
}

/// The reason why there is no valid answer.
#[must_use]
pub fn no_answer(reason: &str) -> String {
    format!("No valid answer: {reason}.")
}

/// What the judge says, after its verdict.
#[must_use]
pub fn judge_says(verdict: &ShownVerdict) -> String {
    let types: Vec<&str> = verdict.error_types.iter().map(|error_type| error_type.name()).collect();
    let parts = [types.join(", "), verdict.notes.clone()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(": ")
}

/// The places in an answer that may address the judge.
#[must_use]
pub fn flags(flags: usize) -> String {
    format!("{} may be meant for the judge", count(flags, "place"))
}

/// What the model said about a contrast, beside the key.
#[must_use]
pub fn said(present: bool, bug_type: &str) -> String {
    match (present, bug_type) {
        (false, _) => "no fault".to_owned(),
        (true, "") => "a fault of no type".to_owned(),
        (true, bug_type) => bug_type.to_owned(),
    }
}

/// The key and the model's answer of a contrast.
#[must_use]
pub fn key_and_answer(key: &str, answer: Option<&str>) -> String {
    match answer {
        Some(answer) => format!("The key says: {key}. The model says: {answer}."),
        None => format!("The key says: {key}."),
    }
}

/// An error of the engine with its line.
#[must_use]
pub fn engine_error(line: Option<u32>, message: &str) -> String {
    match line {
        Some(line) => format!("Line {line}: {message}"),
        None => message.to_owned(),
    }
}

/// A text does not compile.
#[must_use]
pub fn does_not_compile(error: Option<&str>) -> String {
    match error {
        Some(error) => format!("Does not compile. {error}"),
        None => "Does not compile.".to_owned(),
    }
}

/// The pages that are not drawn.
#[must_use]
pub fn more_pages(shown: usize, all: usize) -> String {
    format!("The first {shown} of {all} pages are shown.")
}

/// A file to save.
#[must_use]
pub const fn file(file: BenchFile) -> &'static str {
    match file {
        BenchFile::Items => "Tasks as JSON lines",
        BenchFile::Workbook => "Tasks as an Excel workbook",
        BenchFile::ItemsPage => "Tasks as a page to look through",
        BenchFile::Run => "Shown run as JSON",
        BenchFile::ResultsPage => "Results as a page to share",
        BenchFile::Figure => "Figure of overall scores as SVG",
    }
}

/// The number of checked answers so far.
#[must_use]
pub fn checking(done: usize, all: usize) -> String {
    format!("{done} of {all} answers checked")
}

/// The megabytes of the engine so far.
#[must_use]
pub fn loading(loaded: f64, total: f64) -> String {
    format!("Loading pdfTeX: {:.1} of {:.1} MB", loaded / 1e6, total / 1e6)
}

/// The judge's progress.
#[must_use]
pub fn judging(answered: &str) -> String {
    format!("Judge: {answered}")
}

/// The requests of the model under test, with their cost.
#[must_use]
pub fn requests(offer: &BenchOffer) -> String {
    let host = host(&offer.form, false);
    let known = match offer.known {
        0 => String::new(),
        known => format!(" {known} answered before."),
    };
    format!("{}{known}", estimate(&offer.subject, &host))
}

/// The requests of the judge, with their cost.
#[must_use]
pub fn judge_requests(form: &BenchForm, judge: &Estimate) -> String {
    format!("Judge: {}", estimate(judge, &host(form, true)))
}

fn host(form: &BenchForm, is_judge: bool) -> String {
    let model = if is_judge { &form.judge } else { &form.subject };
    model.endpoint().map(|endpoint| endpoint.host()).unwrap_or_default()
}

fn estimate(estimate: &Estimate, host: &str) -> String {
    if estimate.calls == 0 {
        return "nothing to send.".to_owned();
    }
    let tokens = |usage: Usage| usage.input + usage.output;
    let cost = estimate
        .cost
        .map(|[likely, most]| format!(" They may cost {likely}, at most {most}."));
    format!(
        "{} to {host}, about {} tokens, at most {}.{}",
        judge::offer::number_of_requests(estimate),
        tokens(estimate.likely),
        tokens(estimate.at_most),
        cost.unwrap_or_default()
    )
}

/// Button that starts the run.
#[must_use]
pub fn submit(offer: Option<&BenchOffer>) -> String {
    match offer {
        None => "Send".to_owned(),
        Some(BenchOffer { subject, judge, .. })
            if subject.calls == 0 && judge.as_ref().is_none_or(|judge| judge.calls == 0) =>
        {
            "Use stored answers".to_owned()
        }
        Some(_) => "Start the run".to_owned(),
    }
}
