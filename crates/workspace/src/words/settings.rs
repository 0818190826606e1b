//! Sentences of the settings: what each one does, and when to change it.

use texlens_metrics::texbleu::MAX_TOKENISER_BYTES;

use super::megabytes;
use crate::state::Topic;

/// The dialog's title.
pub const TITLE: &str = "Settings";

/// Button that opens the settings.
pub const OPEN: &str = "Settings";

/// Name of the list of topics.
pub const TOPICS: &str = "Topics";

/// Name of the search field.
pub const SEARCH: &str = "Search settings";

/// No setting matches the words in the search field.
pub const NONE_FOUND: &str =
    "No setting matches. Search for a word of a label, or for an id such as `fa.min_similarity`.";

/// Mark of a setting that changes scores.
pub const CHANGES_SCORES: &str = "Changes scores";

/// Mark of a setting that differs from its default.
pub const CHANGED: &str = "Changed";

/// Button that resets one setting.
pub const RESET: &str = "Reset";

/// Button that resets all settings.
pub const RESET_ALL: &str = "Reset all";

/// What holds for settings that change scores.
pub const SCORES_NOTE: &str = "Do not compare scores of different settings. Every saved evaluation lists the settings.";

/// Button that opens the storage dialog.
pub const OPEN_STORAGE: &str = "Storage & offline";

/// What the button does.
pub const STORAGE_NOTE: &str = "Shows what this browser stores: samples, answers of models, and the parts of the app that \
                                work offline. You can delete each of them there.";

/// The settings: the id, the label, and what the setting does and when to change it.
pub const SETTINGS: [(&str, &str, &str); 55] = [
    (
        "ocr.provider",
        "Run the model on",
        "Where the bundled OCR calculates. Auto measures both; choose WebAssembly if the graphics card gives trouble.",
    ),
    (
        "ocr.network",
        "Network",
        "The accurate network makes fewer errors and takes twice the time. Auto uses it for formulas and other small images, \
         and for every page on a graphics card.",
    ),
    (
        "pdf.dpi",
        "Resolution of newly added PDFs",
        "The resolution at which pages are drawn, in dots per inch. Raise it for small type; lower it to save memory.",
    ),
    (
        "import.whole_answers",
        "Fences and remarks around LaTeX",
        "Language models put their LaTeX into code fences and write remarks around it. Keep them to score whole answers; a \
         change applies to later imports.",
    ),
    (
        "view.formulas",
        "Draw formulas with",
        "TeX shows what pdfTeX would print, once its engine is loaded. KaTeX draws at once and needs no download.",
    ),
    (
        "view.theme",
        "Colours",
        "The colours of the app. System follows your operating system.",
    ),
    (
        "view.layout",
        "Arrangement of the LaTeX",
        "Whether reference and prediction are side by side or in one text. Automatic decides by the width of the window.",
    ),
    (
        "view.boxes",
        "Boxes on the page",
        "What the boxes on a page show: its parts, the confidence of the OCR, single glyphs, or only the selection.",
    ),
    (
        "profile",
        "Profile",
        "The defaults of all settings that change scores. Choose the letter of the paper to compare with its printed numbers.",
    ),
    (
        "baseline.max_ngram",
        "Longest repeated sequence",
        "The longest sequence of characters whose repetition is searched for at the end of a page. Raise it if a system \
         repeats whole phrases.",
    ),
    (
        "baseline.max_repeats",
        "Most repetitions",
        "How often a sequence may be repeated at the end of a valid page. Raise it for pages that end in long tables.",
    ),
    (
        "baseline.equal_is_valid",
        "A page that equals the reference is valid",
        "Turn it off to count a correct blank page as invalid, as in the paper.",
    ),
    (
        "bleu.tokens",
        "Tokens of BLEU",
        "What BLEU counts. Choose characters for scripts without spaces between words.",
    ),
    (
        "bleu.smoothing",
        "Smoothing of BLEU",
        "What holds if no run of some length matches. Smoothing keeps short texts from scoring 0.",
    ),
    (
        "cc.bibitem",
        "Count \\bibitem as a bibliography entry",
        "Turn it off to count BibTeX entries only, as in the paper.",
    ),
    (
        "cc.undefined_without_bibliography",
        "Undefined without a bibliography",
        "Whether pages without a bibliography have no score for citations. Turn it off to score them 0, as in the paper.",
    ),
    (
        "cc.every_citation",
        "Count every citation of the reference",
        "Also counts citations that the reference's own bibliography does not list, and keeps values above 1. Turn it on to \
         follow the paper.",
    ),
    (
        "cc.key_in_bibtex",
        "Find keys anywhere in the bibliography",
        "Accepts a citation whose key stands anywhere in the bibliography, even in a title. Turn it on to follow the paper.",
    ),
    (
        "ctp.min_words",
        "Shortest sentence",
        "The least number of words of a sentence that is searched for. Lower it for texts with short sentences.",
    ),
    (
        "ctp.collapse_whitespace",
        "Ignore line breaks in sentences",
        "Counts every run of white space as one space. Turn it off to require the same line breaks, as in the paper.",
    ),
    (
        "ctp.leading_text",
        "Text before the first heading is a section",
        "Turn it on if the pages begin in the middle of a section.",
    ),
    (
        "ds.keep_reference_bibtex",
        "Compare BibTeX entries of the reference",
        "Turn it on to follow the paper. A reference with BibTeX entries then scores below 1 against itself.",
    ),
    (
        "missing_text.min_words",
        "Shortest missing passage",
        "The least number of consecutive missing words that count as missing text. Raise it to see long gaps only.",
    ),
    (
        "reward.baseline",
        "Pass mark of baseline validity",
        "The least value at which this unit test of the reward passes. Change it to match another training recipe.",
    ),
    (
        "reward.cc",
        "Pass mark of citations",
        "The least citation coverage at which this unit test of the reward passes.",
    ),
    (
        "reward.csr",
        "Pass mark of compilation",
        "The least share of compiled predictions at which this unit test of the reward passes. Lower it to accept \
         predictions with errors.",
    ),
    (
        "reward.ctp",
        "Pass mark of sentences",
        "The least share of preserved sentences at which this unit test of the reward passes.",
    ),
    (
        "reward.ds",
        "Pass mark of text similarity",
        "The least similarity at which this unit test of the reward passes.",
    ),
    (
        "reward.fa",
        "Pass mark of formulas",
        "The least formula accuracy at which this unit test of the reward passes.",
    ),
    (
        "reward.rv",
        "Pass mark of cross-references",
        "The least share of valid references at which this unit test of the reward passes.",
    ),
    (
        "reward.sa",
        "Pass mark of headings",
        "The least section accuracy at which this unit test of the reward passes.",
    ),
    (
        "reward.ta",
        "Pass mark of tables",
        "The least table accuracy at which this unit test of the reward passes.",
    ),
    (
        "rv.as_written",
        "Count \\ref only, with prefixes",
        "Ignores other commands that refer, and compares keys with their prefixes. Turn it on to follow the paper.",
    ),
    (
        "sacrebleu.tokenize",
        "Tokens of sacreBLEU",
        "The tokeniser. Use 13a for numbers that can be compared with publications, intl for Unicode punctuation.",
    ),
    (
        "ta.high_overlap",
        "Share of numbers that is enough",
        "The share of a table's numbers whose recovery is enough by itself. Raise it to be stricter.",
    ),
    (
        "ta.moderate_overlap",
        "Share of numbers beside unique ones",
        "The share of a table's numbers that is enough if its unique numbers are there, too. Raise it to be stricter.",
    ),
    (
        "ta.unique_hit_rate",
        "Share of unique numbers",
        "The share of the numbers that occur once in a table and have to be there. Raise it to be stricter.",
    ),
    (
        "ta.same_page",
        "Tables must be on the same page",
        "Turn it on to follow the paper. A table that floats to another page then counts as lost.",
    ),
    (
        "table_corruption.min_cells",
        "Share of cells in their place",
        "Below this share, a table counts as corrupt. Raise it to find smaller damage.",
    ),
    (
        "teds.plain_html",
        "Compare tables in HTML as those in LaTeX",
        "Ignores what LaTeX cannot write, such as header cells. Turn it on if systems mix both formats.",
    ),
    (
        "teds.tree_nodes",
        "Divide by all nodes of the table",
        "Follows the paper's formula instead of PubTabNet's code. Change it to match the tool of the numbers that you compare \
         with.",
    ),
    (
        "cdm_omnidocbench.samples",
        "Geometric filter of CDM (OmniDocBench)",
        "The official code draws random samples from a seed. Exhaustive takes all, so that nothing is random.",
    ),
    (
        "cdm_unimernet.constants",
        "Constants of CDM (UniMERNet)",
        "The version of the official code. Choose the older one to compare with numbers from before June 2025.",
    ),
    (
        "cdm_unimernet.samples",
        "Geometric filter of CDM (UniMERNet)",
        "The official code draws random samples from a seed. Exhaustive takes all, so that nothing is random.",
    ),
    (
        "exprate_cdm.samples",
        "Geometric filter of ExpRate by CDM",
        "Exhaustive is free of chance. Seeded agrees with the official code.",
    ),
    (
        "fa.min_similarity",
        "Least similarity of aligned formulas",
        "Two different displayed formulas are aligned only above this similarity. Lower it if predictions are far off.",
    ),
    (
        "formula_mismatch.min_formulas",
        "Least number of wrong formulas",
        "A sample with fewer wrong formulas has no formula mismatch. Raise it to see the worst samples only.",
    ),
    (
        "omnidocbench_edit.normalise",
        "Normalise formulas first",
        "Removes differences in notation that change nothing in print. Turn it off to compare formulas as written.",
    ),
    (
        "texbleu.tokenizer",
        "Tokens of TeXBLEU",
        "The tokeniser. Provide the tokenizer.json of the authors for numbers that can be compared with the paper.",
    ),
    (
        "texbleu.vectors",
        "Vectors of TeXBLEU",
        "With none, all different tokens have the same distance, as in an ablation of the paper.",
    ),
    (
        "texbleu.position",
        "Positions in TeXBLEU",
        "Whether the place of a token counts by its number, relative to the length of the formula, or not at all.",
    ),
    (
        "texbleu.max_n",
        "Longest n-gram of TeXBLEU",
        "The longest run of tokens that is compared, 1 to 16. The paper uses 3.",
    ),
    (
        "texbleu.alpha",
        "Power of the distance in TeXBLEU",
        "The power of the cosine distance of two tokens. Raise it to forgive similar tokens; the paper uses 2.",
    ),
    (
        "texbleu.beta",
        "Weight of positions in TeXBLEU",
        "How much a difference of positions counts. Lower it to forgive shifts; the paper uses 0.1.",
    ),
    (
        "texbleu_released.max_n",
        "Longest n-gram of the released TeXBLEU",
        "The longest run of tokens that is compared, 1 to 16. The released code uses 2.",
    ),
];

/// Returns the label of a setting, and the sentence about it.
#[must_use]
pub fn of(id: &str) -> (&str, &'static str) {
    let found = SETTINGS.iter().find(|(of, ..)| *of == id);
    found.map_or((id, ""), |(_, label, about)| (*label, *about))
}

/// The name of a topic.
#[must_use]
pub const fn topic(topic: Topic) -> &'static str {
    match topic {
        Topic::Reading => "Reading pages",
        Topic::Scores => "Scores",
        Topic::Formulas => "Formulas",
        Topic::Compilation => "Compilation",
        Topic::Appearance => "Appearance",
        Topic::Storage => "Storage",
    }
}

/// The name of a possible value of a setting.
#[must_use]
pub fn value(id: &str, value: &str) -> String {
    let name = match (id, value) {
        ("view.layout", "auto") => "Automatic",
        (_, "auto") => "Auto",
        (_, "wasm") => "WebAssembly",
        (_, "webgpu") => "WebGPU",
        (_, "fast") => "Fast",
        (_, "accurate") => "Accurate",
        ("pdf.dpi", dpi) => return format!("{dpi} dpi"),
        (_, "remove") => "Remove",
        (_, "keep") => "Keep",
        ("view.formulas", "tex") => "TeX",
        ("view.formulas", "katex") => "KaTeX",
        (_, "system") => "System",
        (_, "light") => "Light",
        (_, "dark") => "Dark",
        (_, "side-by-side") => "Side by side",
        (_, "unified") => "One text",
        (_, "kinds") => "Parts of the page",
        (_, "confidence") => "Confidence",
        (_, "glyphs") => "Glyphs",
        ("view.boxes", "off") => "Off",
        ("profile", "texlens") => "texlens",
        ("profile", "texocr-letter") => "The letter of TexOCR",
        (_, "true") => "On",
        (_, "false") => "Off",
        (_, other) => return other.to_owned(),
    };
    name.to_owned()
}

/// The heading of the settings of a metric.
#[must_use]
pub fn metric(id: &str) -> String {
    texlens_metrics::info(id).map_or_else(|| capital(&id.replace('_', " ")), |info| info.name.to_owned())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// The default of a setting that differs from it.
#[must_use]
pub fn default(id: &str, default: &str) -> String {
    format!("Default: {}", value(id, default))
}

/// Name of the button that resets a setting.
#[must_use]
pub fn reset(label: &str) -> String {
    format!("Reset: {label}")
}

/// The number of changed settings.
#[must_use]
pub fn changed(count: usize) -> String {
    match count {
        0 => "All settings have their defaults.".to_owned(),
        1 => "1 setting is changed.".to_owned(),
        count => format!("{count} settings are changed."),
    }
}

/// What follows from a change of a setting that changes scores, with the number of scored pairs of texts.
#[must_use]
pub fn scored_again(pairs: usize) -> String {
    match pairs {
        0 => "A change applies to everything that is scored from now on.".to_owned(),
        1 => "A change scores the sample again at once.".to_owned(),
        pairs => format!("A change scores all {} again at once.", super::count(pairs, "sample")),
    }
}

/// A value that is not possible.
#[must_use]
pub fn invalid(text: &str) -> String {
    format!("\u{201c}{text}\u{201d} is not possible. The setting keeps its value.")
}

/// Button that chooses a tokeniser for TeXBLEU.
pub const CHOOSE_TOKENISER: &str = "Choose tokenizer.json";

/// What the button is for.
pub const TOKENISER_NOTE: &str = "The tokenizer.json of TeXBLEU's authors is not part of texlens, because it has no \
                                  licence. A file that you choose stays in this browser until you remove it.";

/// Question before a stored tokeniser is deleted.
pub const REMOVE_TOKENISER_ASK: &str = "The browser deletes the file. To use it again, you must choose it again.";

/// The browser does not store the tokeniser.
pub const TOKENISER_NOT_STORED: &str = "The browser cannot store the file: it has no room, this is a private window, or \
                                        the address has no https. Free some space, or open the app in another window.";

/// The worker that examines a tokeniser was lost.
pub const TOKENISER_NOT_EXAMINED: &str = "The file was not examined, because the worker has ended. Choose it again.";

/// The chosen tokeniser is not stored any more.
pub const TOKENISER_GONE: &str =
    "This browser does not have the file any more. Choose it again, or choose other tokens.";

/// The name of a tokeniser from a file, with the first digits of its SHA-256.
#[must_use]
pub fn tokeniser(name: &str, sha256: &str) -> String {
    format!("{name} ({}…)", sha256.get(..8).unwrap_or(sha256))
}

/// The name of a chosen tokeniser that the browser does not store.
#[must_use]
pub fn absent_tokeniser(sha256: &str) -> String {
    tokeniser("missing file", sha256)
}

/// Button that deletes a stored tokeniser.
#[must_use]
pub fn remove_tokeniser(name: &str) -> String {
    format!("Remove {name}")
}

/// A file is too large for a tokeniser.
#[must_use]
pub fn tokeniser_too_large(name: &str, bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss)] // Far from 2^53.
    let [size, limit] = [bytes, MAX_TOKENISER_BYTES as u64].map(|bytes| megabytes(bytes as f64));
    format!("{name} has {size}, and a tokeniser has at most {limit}. Choose a tokenizer.json.")
}

/// A file is no tokeniser that can be used.
#[must_use]
pub fn not_a_tokeniser(name: &str, why: &str) -> String {
    format!("{name} cannot be used: {why}")
}
