//! A text is perfect against itself by every metric of the registry, or the metric gives the reason why it has no
//! score. This is checked on a few texts that are always available, and on a sample of the formulas, pages and
//! documents of the development data. The environment variable `TEXLENS_DATA` names the folder of the data; the default
//! is `../shared/data` beside the repository. With `TEXLENS_ALL` set, all of the data is checked.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use flate2::read::GzDecoder;
use proptest::prelude::*;
use texlens_latex::Outline;
use texlens_metrics::cdm::{RenderedFormula, RenderedPair, TokenBox, Variant};
use texlens_metrics::layout::{Layout, LayoutPair, MAX_MARKS, Mark, Shape};
use texlens_metrics::texbleu::Gpt2;
use texlens_metrics::{
    Compiled, Direction, Evidence, Info, Input, Judged, Kind, Need, Outcome, PROFILE, Settings, TEXOCR_LETTER, metric,
    registry, score_all,
};

use crate::texbleu::{BUNDLED, small_gpt2};
use crate::tokeniser::TINY;

const KINDS: [Kind; 3] = [Kind::Formula, Kind::Page, Kind::Document];

/// Texts with little or no content, unusual texts, and pages.
const TEXTS: [&str; 44] = [
    "",
    " ",
    "\n\n",
    "%",
    "% only a comment\n",
    "x",
    "7",
    "\\Gamma",
    "\\\\",
    "\\",
    "{",
    "}",
    "{}",
    "$",
    "$$",
    "~",
    "&",
    ".",
    "\\,",
    "\\left",
    "\\begin{matrix}",
    "\u{4e2d}",
    "\u{1f600}",
    "\u{301}",
    "\u{a0}",
    "a b",
    "a b c",
    "a b c d",
    "\\alpha\\beta",
    "x^2",
    "\\frac{1}{2}",
    "\\left( \\begin{matrix} a & b \\\\ c & d \\end{matrix} \\right)",
    "{\\bf x} \\le \\mathbf{y}",
    "\\text{if } x > 0",
    "$x$",
    "\\[ x = 1 \\]",
    "\\begin{equation}\\label{a} x \\end{equation}\n\\eqref{a}",
    "Text with \\cite{a} and \\ref{b}.",
    "Text with \\cite{a}.\n\n@article{a, title={T}}\n",
    "One \\cite{a}, two \\cite{b}.\n\\begin{thebibliography}{9}\\bibitem{a} A.\\end{thebibliography}",
    "\\section{}\n\\section{One}\n\\subsection{Two}\n\nThis is one sentence with more than eight words in it, and so it counts.",
    "\\begin{tabular}{ll} a & b \\\\ c & d \\end{tabular}",
    "\\begin{tabular}{ll} \\end{tabular}",
    "ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha",
];

static GPT2: LazyLock<Arc<Gpt2>> = LazyLock::new(|| Arc::new(small_gpt2()));

/// Returns all evidence that a metric can need, for a correct prediction: it compiles, its boxes are those of the
/// reference, and a judge gives it the highest score.
fn evidence(text: &str) -> Evidence {
    let mut evidence = BUNDLED.clone();
    evidence.gpt2 = Some(GPT2.clone());
    evidence.tokeniser = Some(TINY.clone());
    evidence.compiled = Some(Compiled {
        compiles: true,
        fatal: false,
        pages: 1,
        errors: 0,
        listed: Vec::new(),
    });
    evidence.reference_compiled.clone_from(&evidence.compiled);
    evidence.judged = Some(Judged {
        score: 10.0,
        reason: String::new(),
        is_by_rule: false,
    });
    // The time for the boxes grows with the cube of their number.
    let boxes = boxes(text);
    if boxes.boxes.len() <= 60 {
        for variant in [Variant::Unimernet, Variant::OmniDocBench] {
            let sides = [Some(boxes.clone()), Some(boxes.clone())];
            let [reference, prediction] = sides;
            evidence
                .glyph_boxes
                .insert(variant, RenderedPair { reference, prediction });
        }
    }
    let layout = layout(text);
    evidence.layouts = Some(LayoutPair {
        reference: Ok(layout.clone()),
        prediction: Ok(layout),
    });
    evidence
}

/// Returns a mark for every character.
fn layout(text: &str) -> Layout {
    let mark = |(at, c): (usize, char)| Mark {
        shape: Shape::Glyph {
            font: "cmr".to_owned(),
            code: c.into(),
            size: 1.0,
        },
        x: at as f64,
        y: 1.0,
    };
    let marks = text.chars().filter(|c| !c.is_whitespace()).take(MAX_MARKS);
    Layout {
        marks: marks.enumerate().map(mark).collect(),
    }
}

/// Returns a box for every character, in lines of twenty.
fn boxes(text: &str) -> RenderedFormula {
    let token = |(at, c): (usize, char)| {
        let (left, top) = ((at % 20 * 20) as f64, (at / 20 * 40) as f64);
        TokenBox {
            token: c.to_string(),
            bbox: [left, top, left + 16.0, top + 20.0],
        }
    };
    let characters = text.chars().filter(|c| !c.is_whitespace());
    RenderedFormula {
        boxes: characters.enumerate().map(token).collect(),
        size: [400.0, 400.0],
    }
}

/// Returns the value of a perfect prediction.
fn perfect(info: &Info) -> f64 {
    match info.direction {
        Direction::LowerIsBetter => *info.range.start(),
        Direction::HigherIsBetter if info.range.end().is_finite() => *info.range.end(),
        Direction::HigherIsBetter => 1.0,
    }
}

/// Returns the metrics by which a text is not perfect against itself, with the value, and those without a value and a
/// reason. Pooled metrics are also checked on a corpus of this one sample.
fn imperfect(settings: &Settings, kind: Kind, text: &str, pages: &[Range<usize>]) -> Vec<String> {
    let (outline, evidence) = (Outline::of(text), evidence(text));
    let input = Input {
        reference: &outline,
        prediction: &outline,
        reference_pages: pages,
        prediction_pages: pages,
        evidence: &evidence,
        settings,
        scores: &[],
        shared: &texlens_metrics::Shared::default(),
    };
    let mut faults = Vec::new();
    for (metric, score) in registry()
        .iter()
        .filter(|metric| metric.info().kinds.contains(&kind))
        .zip(score_all(kind, &input))
    {
        let info = metric.info();
        let is_perfect = |value: f64| (value - perfect(info)).abs() <= 1e-9;
        match score.outcome {
            Outcome::Defined { value, .. } if is_perfect(value) => {}
            Outcome::Defined { value, .. } => faults.push(format!("{} = {value}", info.id)),
            Outcome::Undefined { reason } if reason.is_empty() => faults.push(format!("{} without a reason", info.id)),
            Outcome::Undefined { .. } => continue,
        }
        let pooled = metric.pooled();
        let corpus = pooled.and_then(|pooled| pooled.value(&pooled.measure(&input).1, settings));
        faults.extend(
            corpus
                .filter(|value| !is_perfect(*value))
                .map(|value| format!("{} = {value} as a corpus", info.id)),
        );
    }
    faults
}

/// The faults of a set of texts: for each fault, the number of texts that have it, and the first of them.
#[derive(Default)]
struct Faults(BTreeMap<String, (usize, String)>);

impl Faults {
    fn add(&mut self, kind: Kind, name: &str, text: &str, pages: &[Range<usize>]) {
        for fault in imperfect(&Settings::default(), kind, text, pages) {
            let start: String = text.chars().take(60).collect();
            let first = || (0, format!("{name} {start:?}"));
            self.0.entry(format!("{kind:?}: {fault}")).or_insert_with(first).0 += 1;
        }
    }

    fn check(self) {
        assert!(self.0.is_empty(), "{:#?}", self.0);
    }
}

/// Joins pages with a blank line between them; also returns the range of each page.
pub(crate) fn document(pages: &[String]) -> (String, Vec<Range<usize>>) {
    let mut text = String::new();
    let place = |page: &String| {
        let start = text.len();
        text.push_str(page);
        let place = start..text.len();
        text.push_str("\n\n");
        place
    };
    let places = pages.iter().map(place).collect();
    (text, places)
}

#[test]
fn a_text_is_perfect_against_itself() {
    let mut faults = Faults::default();
    for text in TEXTS {
        for kind in KINDS {
            faults.add(kind, "", text, std::slice::from_ref(&(0..text.len())));
        }
    }
    let all = TEXTS.map(str::to_owned);
    for pages in [&[], &all[..1], &all[2..9], &all[34..], &all] {
        let (text, places) = document(pages);
        faults.add(Kind::Document, &format!("{} pages", pages.len()), &text, &places);
    }
    faults.check();
}

/// The metrics by which a text can score below 1 against itself to the letter of TexOCR-Bench's appendix. Metrics that
/// depend on them can too.
const BY_THE_LETTER: [&str; 3] = ["baseline", "cc", "ds"];

#[test]
fn by_the_letter_only_what_says_so_is_imperfect() {
    let mut letter = Settings::default();
    letter.set(PROFILE.name, TEXOCR_LETTER).unwrap();
    for text in TEXTS {
        for kind in KINDS {
            let faults = imperfect(&letter, kind, text, std::slice::from_ref(&(0..text.len())));
            let is_known = |fault: &String| {
                let id = fault.split(' ').next().unwrap();
                BY_THE_LETTER.contains(&id) || metric(id).unwrap().info().needs.contains(&Need::Scores)
            };
            assert!(faults.iter().all(is_known), "{kind:?} {text:?}: {faults:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_text_is_perfect_against_itself(
        text in r"(\\(frac|left|sin|section|cite|ref|label|caption|\[|\]|\\)|\{figure\}|\\(begin|end)\{(table|tabular|align|matrix)\}|@misc\{a,|[ab1.&${}^_/()|\[\] \\é%\n]){0,40}",
    ) {
        for kind in KINDS {
            let faults = imperfect(&Settings::default(), kind, &text, std::slice::from_ref(&(0..text.len())));
            prop_assert!(faults.is_empty(), "{kind:?}: {faults:?}");
        }
    }
}

/// Returns the folder of the development data; `None` if it is absent.
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn data() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("TEXLENS_DATA").map_or(beside, PathBuf::from);
    let is_there = folder.join("formulas.txt.gz").is_file();
    if !is_there {
        let folder = folder.display();
        eprintln!("skipped: {folder} has no formulas.txt.gz; set TEXLENS_DATA to the folder that holds it");
    }
    is_there.then_some(folder)
}

/// Returns the distance between the samples of a corpus that are checked; 1 with `TEXLENS_ALL`.
fn stride(of_sample: usize) -> usize {
    if std::env::var_os("TEXLENS_ALL").is_some() {
        1
    } else {
        of_sample
    }
}

#[test]
fn every_formula_is_perfect_against_itself() {
    let Some(data) = data() else { return };
    let mut lines = String::new();
    let packed = fs::read(data.join("formulas.txt.gz")).unwrap();
    GzDecoder::new(packed.as_slice()).read_to_string(&mut lines).unwrap();
    let mut faults = Faults::default();
    for line in lines.lines().step_by(stride(211)) {
        let (_, formula) = line.split_once('\t').unwrap();
        faults.add(Kind::Formula, "", formula, &[]);
    }
    faults.check();
}

#[test]
fn every_page_and_document_is_perfect_against_itself() {
    let Some(data) = data() else { return };
    let mut faults = Faults::default();
    for (number, (name, pages)) in documents(&data).into_iter().enumerate() {
        let chosen = pages.iter().enumerate().skip(number % stride(5)).step_by(stride(5));
        for (page, text) in chosen {
            faults.add(
                Kind::Page,
                &format!("{name}, page {page}"),
                text,
                std::slice::from_ref(&(0..text.len())),
            );
        }
        if number % stride(5) == 0 {
            let (text, places) = document(&pages);
            faults.add(Kind::Document, &name, &text, &places);
        }
    }
    faults.check();
}

/// Returns the pages of each document of the data, in order.
fn documents(data: &Path) -> BTreeMap<String, Vec<String>> {
    let sorted = |folder: &Path| {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        paths
    };
    let folders = ["pages/dev", "documents/dev"].map(|corpus| sorted(&data.join(corpus)));
    let of_document = |folder: PathBuf| {
        let mut files = sorted(&folder);
        files.retain(|path| path.extension().is_some_and(|ending| ending == "tex"));
        let pages = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        (folder.display().to_string(), pages)
    };
    folders
        .into_iter()
        .flatten()
        .filter(|path| path.is_dir())
        .map(of_document)
        .collect()
}
