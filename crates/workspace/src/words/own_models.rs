//! Sentences and labels of models that a person brings.

use crate::own_models::{
    Burden, ModelOffer, ModelSummary, OwnField, OwnProblem, OwnReads, OwnTally, Placement, RootProblem, RunsOn, Stop,
    Trial,
};
use crate::words::{common, count, megabytes, providers};

pub use crate::brought::sentence;

/// Most pages or operators that a sentence names.
const MOST_NAMES: usize = 3;

/// Seconds from which on the pace of a text is shown.
const SOON: f64 = 0.5;

/// Button that opens the sheet.
pub const OPEN: &str = "Read with your own model";

/// What the button is for.
pub const OPEN_HINT: &str =
    "Run an image-to-text model from a folder in this browser, and compare it with other systems";

/// Title of the sheet.
pub const TITLE: &str = "Read with your own model";

/// What the sheet is for.
pub const INTRODUCTION: &str = "An image-to-text model from a folder on this machine reads the page images in this browser. \
                                Nothing is uploaded. Its texts are scored like those of any other system.";

/// What a model's folder must have.
pub const LAYOUT: &str = "Choose a folder in the layout of transformers.js, or a zip archive of it: config.json, \
                          tokenizer.json, preprocessor_config.json, and encoder_model.onnx or vision_encoder.onnx with \
                          the other graphs in any number format. You can also drop it here.";

/// Button that chooses a folder.
pub const CHOOSE_FOLDER: &str = "Choose folder";

/// Button that chooses an archive.
pub const CHOOSE_ARCHIVE: &str = "Choose archive";

/// Heading of the list of models.
pub const MODELS: &str = "Models that read";

/// What the built-in OCR is, in the list of models.
pub const BUILT_IN: &str = "Built in: typeset pages, with the place of every glyph. It reads pages as they are added.";

/// The licence of the built-in OCR.
pub const BUILT_IN_LICENCE: &str = "MIT OR Apache-2.0";

/// A model that states no licence.
pub const NO_LICENCE: &str = "It states no licence";

/// A model that the browser stores.
pub const KEPT: &str = "kept in this browser";

/// A model that is there as long as the page is open.
pub const NOT_KEPT: &str = "until you close the page";

/// Button that stores a model.
pub const KEEP: &str = "Keep in this browser";

/// Button that removes a model.
pub const REMOVE: &str = "Remove";

/// Question before a model is removed that the browser stores.
pub const REMOVE_KEPT_ASK: &str = "Its files are deleted from this browser, not from your disk.";

/// Question before a model is removed.
pub const REMOVE_ASK: &str = "Its files stay on your disk; choose them again to use it again.";

/// Label of the choice of the model.
pub const MODEL: &str = "Model";

/// Label of the choice of the number format.
pub const DTYPE: &str = "Number format";

/// Label of the name in the results.
pub const SYSTEM: &str = "Name in the results";

/// Label of the choice of pages.
pub const PAGES: &str = "Pages";

/// Label of the choice of what is read.
pub const READS: &str = "What it reads";

/// The built-in OCR has not read a page.
pub const NOT_READ_BEFORE: &str = "the built-in OCR has not read this page; add its image without a prediction, or choose \
                                   \u{201c}Whole pages\u{201d}";

/// The scores of the tokens are not numbers.
pub const NOT_NUMBERS: &str = "its scores are not numbers";

/// A page was turned.
pub const TURNED: &str = "this page was turned upright, so its formulas stay as the built-in OCR has them";

/// Label of the token limit.
pub const TOKENS: &str = "Token limit of a text";

/// Label of the prompt.
pub const PROMPT: &str = "Prompt";

/// Label of the number of beams.
pub const BEAMS: &str = "Beams";

/// Shown while the number of beams is empty.
pub const OF_MODEL: &str = "as the model states";

/// Heading of the form.
pub const FORM: &str = "Read";

/// Name of the message about a run.
pub const NAME: &str = "Reading with your own model";

/// Name of the text that a model writes.
pub const TEXT_SO_FAR: &str = "Text so far";

/// The model looks at the image.
pub const ENCODING: &str = "Preparing the image";

/// The name of the runtime, while it is loaded.
pub const RUNTIME: &str = "ONNX Runtime";

/// The reason why a model runs where it does: the person chose it.
pub const CHOSEN: &str = "chosen in the settings";

/// The reason why a model runs on WebGPU.
pub const HAS_GPU: &str = "the browser offers a graphics card";

/// The reason why a model runs in WebAssembly: WebGPU calculates something else.
pub const OTHER_TEXT: &str = "WebGPU reads another text here, so it calculates something wrong";

/// Files of a graph are missing.
pub const NOT_THERE: &str = "its file is not there";

/// The browser stores nothing more.
pub const NOT_STORED: &str = "The model could not be stored: the browser has no room, or a file can no longer be read. \
                              The model can be used until you close the page.";

/// A stored file is gone or changed.
pub const STORE_CHANGED: &str = "A stored file of this model is gone or was changed. Remove the model, and choose its \
                                 folder again.";

/// An archive has too many files.
pub const TOO_MANY_FILES: &str = "it has more than 10,000 files";

/// The files of an archive are too large.
pub const ARCHIVE_TOO_LARGE: &str = "The model in the archive has more than 4 GiB, more than a browser can run. Use \
                                     `texlens ocr --model`, or choose an archive with fewer number formats.";

/// A file of an archive is encrypted.
pub const ENCRYPTED: &str = "it is encrypted";

/// An archive lacks its end.
pub const CUT_OFF: &str = "the archive is cut off";

/// A file of an archive has another size than its directory states.
pub const WRONG_SIZE: &str = "its size differs from that in the directory of the archive";

/// The page of a PDF file was drawn without an image.
pub const NOT_DRAWN: &str = "the page could not be drawn";

/// There is no page with an image.
pub const NO_PAGES: &str = "Add page images or a PDF first.";

/// Progress while a model is checked.
#[must_use]
pub fn checking(name: &str) -> String {
    format!("Checking {name}")
}

/// Progress while a model is stored, or while its files are loaded: bytes so far, and all.
#[must_use]
pub fn loading(what: &str, loaded: f64, total: Option<f64>) -> String {
    match total {
        Some(total) => format!("Loading {what}: {} of {}", megabytes(loaded), megabytes(total)),
        None => format!("Loading {what}: {}", megabytes(loaded)),
    }
}

/// Progress while a model is stored.
#[must_use]
pub fn storing(what: &str) -> String {
    format!("Storing {what}")
}

/// Several models are among the files.
#[must_use]
pub fn no_root(problem: &RootProblem) -> String {
    match problem {
        RootProblem::Empty => "There are no files. Choose the folder of a model.".to_owned(),
        RootProblem::Several(folders) => {
            let named: Vec<&str> = folders.iter().take(3).map(String::as_str).collect();
            let more = if folders.len() > named.len() { " and others" } else { "" };
            format!(
                "There are several models: {}{more}. Choose the folder of one.",
                named.join(", ")
            )
        }
    }
}

/// A file is no archive.
#[must_use]
pub fn no_archive(why: &str) -> String {
    format!("The file is no zip archive that can be read ({why}). Unpack it, and choose its folder.")
}

/// A file of an archive cannot be unpacked.
#[must_use]
pub fn not_unpacked(path: &str, why: &str) -> String {
    format!("{path} in the archive cannot be unpacked: {why}. Unpack the archive, and choose its folder.")
}

/// A file of an archive is packed by another method.
#[must_use]
pub fn unknown_method(method: &str) -> String {
    format!("it is packed by the method {method}")
}

/// There is no WebGPU.
#[must_use]
pub fn no_gpu(why: &str) -> String {
    format!("WebGPU was asked for, but {why}. Choose another execution provider in the settings.")
}

/// The runtime refused a graph.
#[must_use]
pub fn refused_graph(path: &str, why: &str) -> String {
    format!(
        "{path} cannot be loaded ({why}). The file may be damaged, lack its .onnx_data, be too large for this machine, or use \
         operations that the browser's runtime lacks. Download it again, choose another number format, or use `texlens ocr \
         --model`."
    )
}

/// The reason why a model runs in WebAssembly: WebGPU refuses it.
#[must_use]
pub fn gpu_refuses(why: &str) -> String {
    format!("WebGPU refuses the model: {why}")
}

/// The reason why a model runs in WebAssembly: a weight is larger than what the graphics card binds.
#[must_use]
pub fn too_large_for_gpu(weight: u64, limit: u64) -> String {
    format!(
        "a weight of {} is larger than what WebGPU binds here, {}",
        size(weight),
        size(limit)
    )
}

/// WebGPU was asked for, but cannot bind a weight.
#[must_use]
pub fn gpu_too_small(weight: u64, limit: u64) -> String {
    format!(
        "WebGPU was asked for, but {}. Choose another execution provider in the settings, or a smaller number format.",
        too_large_for_gpu(weight, limit)
    )
}

/// The reason why a model runs in WebAssembly: WebGPU failed while it read.
#[must_use]
pub fn gpu_failed(why: &str) -> String {
    format!("WebGPU failed: {why}")
}

/// The reason why a model runs on WebGPU: it was no slower when both were tried.
#[must_use]
pub fn gpu_faster(gpu: &Trial, wasm: &Trial) -> String {
    format!(
        "it began the first text in {:.2} s, WebAssembly in {:.2} s",
        gpu.seconds, wasm.seconds
    )
}

/// The reason why a model runs in WebAssembly: it was faster when both were tried.
#[must_use]
pub fn gpu_slower(gpu: &Trial, wasm: &Trial) -> String {
    format!(
        "it began the first text in {:.2} s, WebGPU in {:.2} s",
        wasm.seconds, gpu.seconds
    )
}

/// The operations that WebGPU leaves to the processor; `None` if there are none.
#[must_use]
pub fn on_processor(placement: &Placement) -> Option<String> {
    if placement.on_processor == 0 {
        return None;
    }
    let mut operators: Vec<_> = placement.operators.iter().collect();
    operators.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
    let named = operators.iter().take(MOST_NAMES);
    let named = named
        .map(|(name, number)| format!("{number} {name}"))
        .collect::<Vec<_>>();
    let others = operators.len().saturating_sub(MOST_NAMES);
    let others = (others > 0).then(|| count(others, "other operator"));
    let parts: Vec<_> = named.into_iter().chain(others).collect();
    let which = if parts.is_empty() {
        String::new()
    } else {
        format!(" ({})", parts.join(", "))
    };
    Some(format!(
        "{} of {} operations stay on the processor{which}",
        placement.on_processor, placement.operations
    ))
}

/// Several threads calculate.
#[must_use]
pub fn threads(threads: u32) -> String {
    format!("{threads} threads")
}

/// The licence of a model.
#[must_use]
pub fn licence(licence: Option<&str>) -> String {
    match licence {
        Some(licence) => format!("Licence: {licence}"),
        None => NO_LICENCE.to_owned(),
    }
}

/// The architecture of a model and its licence.
#[must_use]
pub fn described(summary: &ModelSummary) -> String {
    let architecture = sentence(&summary.architecture);
    format!("{architecture} {}.", licence(summary.licence.as_deref()))
}

/// A model was found and added.
#[must_use]
pub fn added(name: &str) -> String {
    format!("{name} can be used.")
}

/// A model was found, and it cannot be run.
#[must_use]
pub fn cannot_run(name: &str) -> String {
    match name {
        "" => "This model cannot be used:".to_owned(),
        name => format!("{name} cannot be used:"),
    }
}

/// A number format with its size and the memory that it takes.
#[must_use]
pub fn offer(offer: &ModelOffer) -> String {
    let sizes = format!("{}, about {} of memory", size(offer.bytes), size(offer.memory));
    match offer.burden() {
        _ if !offer.problems.is_empty() => format!("{} ({sizes}; cannot be used)", offer.dtype),
        Burden::TooMuch => format!("{} ({sizes}; too large for a browser)", offer.dtype),
        Burden::Light | Burden::Heavy => format!("{} ({sizes})", offer.dtype),
    }
}

/// What opens the list of a number format's graphs.
pub const GRAPHS: &str = "Inputs, outputs and operators";

/// Label of a graph's inputs.
pub const INPUTS: &str = "Inputs";

/// Label of a graph's outputs.
pub const OUTPUTS: &str = "Outputs";

/// Label of a graph's operators.
pub const OPERATORS: &str = "Operators";

/// The operators of a graph, the most frequent ones first.
#[must_use]
pub fn operators(operators: &[(String, usize)]) -> String {
    let mut operators: Vec<&(String, usize)> = operators.iter().collect();
    operators.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let each = operators
        .into_iter()
        .map(|(name, count)| format!("{name}\u{a0}\u{d7}\u{a0}{count}"));
    each.collect::<Vec<_>>().join(", ")
}

/// A number format cannot be used.
#[must_use]
pub fn faulty_format(dtype: &str, problem: &str) -> String {
    format!("{dtype}: {}", sentence(problem))
}

/// Settings of a model that are not followed.
#[must_use]
pub fn unused(settings: &[String]) -> String {
    format!("Settings of the model that are not followed: {}.", settings.join(", "))
}

/// Every number format is too large.
#[must_use]
pub fn too_large(offers: &[ModelOffer]) -> Option<String> {
    let sound = offers.iter().filter(|offer| offer.problems.is_empty());
    let least = sound.min_by_key(|offer| offer.memory)?;
    (least.burden() == Burden::TooMuch).then(|| {
        format!(
            "The model needs about {} of memory, and a browser gives a module at most 4 GiB. Choose a folder with a smaller \
             number format, such as q4, or use `texlens ocr --model`.",
            size(least.memory)
        )
    })
}

/// A warning about a large model.
#[must_use]
pub fn heavy(offer: &ModelOffer) -> Option<String> {
    (offer.burden() == Burden::Heavy).then(|| {
        format!(
            "This number format needs about {} of memory. If this machine has less, the browser ends the worker; a smaller \
             number format may do.",
            size(offer.memory)
        )
    })
}

/// A size in bytes, in a unit of its order.
#[must_use]
pub fn size(bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss)] // Sizes are far below 2^53.
    let bytes = bytes as f64;
    if bytes < 1e6 {
        format!("{:.0} kB", (bytes / 1e3).ceil())
    } else if bytes < 1e9 {
        megabytes(bytes)
    } else {
        format!("{:.1} GB", bytes / 1e9)
    }
}

/// Button that removes a model, named.
#[must_use]
pub fn remove(name: &str) -> String {
    format!("Remove {name}")
}

/// Button that stores a model, named.
#[must_use]
pub fn keep(name: &str) -> String {
    format!("{KEEP}: {name}")
}

/// The button that starts reading.
#[must_use]
pub fn submit(pages: usize) -> String {
    match pages {
        0 => "Read".to_owned(),
        pages => format!("Read {}", count(pages, "page")),
    }
}

/// The problem with the form.
#[must_use]
pub const fn problem(problem: OwnProblem) -> &'static str {
    match problem {
        OwnProblem::NoModel => "Choose a model first.",
        OwnProblem::Dtype => "Choose a number format that can be used.",
        OwnProblem::Field(OwnField::Tokens) => "Enter a number from 1 to 8,192.",
        OwnProblem::Field(OwnField::Beams) => "Enter a number from 1 to 16, or nothing.",
        OwnProblem::Field(OwnField::Prompt) => "Enter at most 10,000 characters, or nothing.",
    }
}

/// What a model reads.
#[must_use]
pub const fn reads(reads: OwnReads) -> &'static str {
    match reads {
        OwnReads::Page => "Whole pages",
        OwnReads::Displayed => "Displayed formulas; texlens reads the rest",
        OwnReads::Formulas => "All formulas; texlens reads the rest",
    }
}

/// The name of the system in the results if no other is typed. What reads formulas alone is another system than what reads
/// pages.
#[must_use]
pub fn usual_system(model: &str, reads: OwnReads) -> String {
    match reads {
        OwnReads::Page => model.to_owned(),
        OwnReads::Displayed => format!("texlens, displayed formulas by {model}"),
        OwnReads::Formulas => format!("texlens, formulas by {model}"),
    }
}

/// What became of the formulas of a page.
#[must_use]
pub fn formulas(read: usize, kept: usize) -> Option<String> {
    (kept > 0).then(|| {
        let all = count(read + kept, "formula");
        format!("{kept} of {all} stay as the built-in OCR has them, because the model did not end them")
    })
}

/// A formula of a page is being read: its number, and the number of all.
#[must_use]
pub fn formula(number: usize, all: usize) -> String {
    format!("Formula {number} of {all}")
}

/// Predictions are replaced.
#[must_use]
pub fn replaced(predictions: usize) -> String {
    let there = count(predictions, "prediction");
    format!("This replaces {there} of a system with the same name. To keep both, choose another name in the results.")
}

/// The page at work, and its number.
#[must_use]
pub fn reading(system: &str, page: &str, number: usize, all: usize) -> String {
    format!("{system} reads {page} (page {number} of {all})")
}

/// The pace of a text that is being written.
#[must_use]
pub fn writing(tokens: usize, seconds: f64) -> String {
    // The first tokens say little, since the image is looked at before them.
    let pace = pace(tokens, seconds).filter(|_| seconds >= SOON);
    let pace = pace.map(|pace| format!(", {pace}"));
    format!("{}{}", count(tokens, "token"), pace.unwrap_or_default())
}

fn pace(tokens: usize, seconds: f64) -> Option<String> {
    #[allow(clippy::cast_precision_loss)] // Far fewer than 2^53.
    let tokens = tokens as f64;
    (seconds > 0.0 && tokens > 0.0).then(|| format!("{:.0} tokens a second", tokens / seconds))
}

/// How a run ended: the name of the system, whether it was cancelled.
#[must_use]
pub fn ended(system: &str, tally: &OwnTally, all: usize, is_cancelled: bool) -> String {
    let pages = match (tally.read, all) {
        (read, all) if read == all => count(all, "page"),
        (read, all) => format!("{read} of {}", count(all, "page")),
    };
    match is_cancelled {
        true => format!("Cancelled. {system} has read {pages}."),
        false => format!("{system} has read {pages}."),
    }
}

/// The time of a run, and what ran it.
#[must_use]
pub fn took(tally: &OwnTally) -> String {
    if tally.read == 0 {
        return String::new();
    }
    #[allow(clippy::cast_precision_loss)] // Far fewer than 2^53.
    let a_page = tally.seconds / tally.read as f64;
    let pace = pace(tally.tokens, tally.seconds).map(|pace| format!(", {pace}"));
    let on = tally.runs_on.as_ref().map(runs_on);
    let digits = if a_page < 1.0 { 2 } else { 1 };
    let (pace, on) = (pace.unwrap_or_default(), on.unwrap_or_default());
    format!("{a_page:.digits$} s a page{pace}. {on}")
}

/// What runs a model, and why.
#[must_use]
pub fn runs_on(runs_on: &RunsOn) -> String {
    format!("{}: {}.", providers::title(&runs_on.device), runs_on.reason)
}

/// A page with what is to be said about it.
#[must_use]
pub fn about_page((page, what): &(String, String)) -> String {
    format!("{page}: {what}")
}

/// The pages whose text the model did not end itself, a sentence for each reason.
#[must_use]
pub fn unended(pages: &[(String, Stop)]) -> Vec<String> {
    let ends = [
        (Stop::Limit, "at the token limit; enter a larger one"),
        (Stop::Repeats, "in a repetition"),
    ];
    let sentence = |(stop, why): (Stop, &str)| {
        let names: Vec<&str> = pages
            .iter()
            .filter(|(_, end)| *end == stop)
            .map(|(page, _)| page.as_str())
            .collect();
        let shown = names.iter().take(MOST_NAMES).copied().collect::<Vec<_>>().join(", ");
        let more = match names.len().saturating_sub(MOST_NAMES) {
            0 => String::new(),
            more => format!(" {}", common::more(more)),
        };
        let verb = if names.len() == 1 { "ends" } else { "end" };
        (!names.is_empty()).then(|| format!("{} {verb} {why}: {shown}{more}", count(names.len(), "text")))
    };
    ends.into_iter().filter_map(sentence).collect()
}

/// The worker was lost twice with the same page.
#[must_use]
pub fn lost_twice(why: &str) -> String {
    format!("{why} It stopped twice on this page. Choose a smaller number format, or use `texlens ocr --model`.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commonest_operators_of_the_processor_are_named() {
        assert_eq!(on_processor(&Placement::default()), None);
        let operators = [("Cast", 1), ("Concat", 4), ("Gather", 9), ("Shape", 4), ("Where", 2)];
        let placement = Placement {
            operations: 70,
            on_processor: 20,
            operators: operators.map(|(name, number)| (name.to_owned(), number)).into(),
        };
        let said = on_processor(&placement).unwrap();
        assert_eq!(
            said,
            "20 of 70 operations stay on the processor (9 Gather, 4 Concat, 4 Shape, 2 other operators)"
        );
        let alone = Placement {
            operators: [].into(),
            ..placement
        };
        assert_eq!(
            on_processor(&alone).unwrap(),
            "20 of 70 operations stay on the processor"
        );
    }

    #[test]
    fn unended_texts_are_counted_and_the_first_ones_named() {
        let page = |(number, stop): (u8, Stop)| (number.to_string(), stop);
        let pages: Vec<_> = (1..=5).map(|number| page((number, Stop::Limit))).collect();
        assert_eq!(
            unended(&pages),
            ["5 texts end at the token limit; enter a larger one: 1, 2, 3 and 2 more"]
        );
        let one = [page((7, Stop::Repeats))];
        assert_eq!(unended(&one), ["1 text ends in a repetition: 7"]);
        assert!(unended(&[]).is_empty());
    }
}
