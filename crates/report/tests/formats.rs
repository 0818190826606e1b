//! The content and the forms of files: omissions, sizes, folders, tables, JUnit.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use texlens_evaluate::{
    Board, Bootstrap, Comparison, Detail, Evaluation, Filtered, Image, Kind, Parsed, Prediction, SampleResult,
    SampleScores, Scorer, SystemScores, Text,
};
use texlens_metrics::{Settings, Side};
use texlens_report::{
    Assets, Cases, Check, Content, FolderFile, FolderWriter, HtmlWriter, LevelScores, ReportError, ZipWriter, estimate,
    estimate_zip, from_folder, from_html, to_csv, to_html, to_junit, to_latex, to_markdown,
};

/// A word that occurs only in the texts.
const SECRET: &str = "Wattenmeer";

fn sample(index: usize, hostile: &str) -> SampleResult {
    let settings = Settings::default();
    let scorer = Scorer::new(Kind::Page, &settings);
    let reference = format!(
        r"\section{{{SECRET}}} The sea $x_{{{index}}} + {SECRET}^2$ rises \cite{{{SECRET}}} and falls, twice a day, every day."
    );
    let prediction = format!(r"\section{{{SECRET}}} The sea $x_{{{index}}} - {SECRET}^2$ rises.");
    let (reference, prediction) = (Text::from(reference.as_str()), Text::from(prediction.as_str()));
    let parsed = Parsed::of(Side::Reference, &reference).unwrap();
    let scored = scorer.assess(&parsed, &prediction, None, Detail::Spans).unwrap();
    SampleResult {
        id: format!("p{index}{hostile}"),
        kind: Kind::Page,
        image: Some(Image {
            media_type: "image/png".to_owned(),
            bytes: vec![137, 80, 78, 71, 1, 2, 3],
            width: 10,
            height: 20,
        }),
        reference: Some(reference.latex().to_owned()),
        scores: scored.scores,
        error_types: scored.error_types,
        counts: scored.counts,
        formulas: scored.formulas,
        prediction: Some(Prediction::given(format!("A{hostile}"), prediction.latex().to_owned())),
        tags: BTreeMap::from([("language".to_owned(), format!("de{hostile}"))]),
        ..SampleResult::default()
    }
}

fn evaluation(samples: usize, hostile: &str) -> Evaluation {
    Evaluation {
        title: format!("Tides{hostile}"),
        samples: (0..samples).map(|index| sample(index, hostile)).collect(),
        ..Evaluation::default()
    }
}

const CSS: &str = "@font-face{font-family:\"KaTeX_Main\";font-style:normal;font-weight:400;src:url(fonts/KaTeX_Main-Regular.woff2) format(\"woff2\")}\
    .katex{font:normal 1.21em KaTeX_Main,Times New Roman,serif}";

fn assets() -> Assets {
    Assets {
        katex_css: CSS.to_owned(),
        fonts: BTreeMap::from([("KaTeX_Main-Regular.woff2".to_owned(), b"a font".to_vec())]),
    }
}

#[test]
fn without_texts_nothing_quotes_them_and_scores_stay() {
    let whole = evaluation(2, "");
    let mut bare = whole.clone();
    let content = Content {
        images: false,
        texts: false,
    };
    content.apply(&mut bare);
    let html = to_html(&bare, &assets()).unwrap();
    assert!(to_html(&whole, &assets()).unwrap().contains(SECRET));
    assert!(!html.contains(SECRET) && !html.contains("<img"));
    assert!(html.contains("The texts are left out of this report"));
    let opened = from_html(&html).unwrap();
    assert!(opened.texts_left_out);
    let values = |evaluation: &Evaluation| {
        let scores = evaluation.samples.iter().flat_map(|sample| &sample.scores);
        scores
            .map(|score| (score.metric.clone(), score.value()))
            .collect::<Vec<_>>()
    };
    assert_eq!(values(&opened), values(&whole));
    assert_eq!(opened.samples[0].error_types.len(), whole.samples[0].error_types.len());
    assert_eq!(opened.provenance.settings[0].name, "page images left out");
}

#[test]
fn the_page_is_the_same_however_it_is_written() {
    let evaluation = evaluation(3, "");
    let assets = assets();
    let mut writer = HtmlWriter::new(&evaluation, &assets).unwrap();
    assert!(writer.step().unwrap());
    assert_eq!(writer.done(), 1);
    assert_eq!(writer.finish().unwrap(), to_html(&evaluation, &assets).unwrap());
}

#[test]
fn the_size_is_known_before() {
    for (samples, off) in [(1, 0), (8, 0), (60, 3)] {
        let evaluation = evaluation(samples, "");
        let assets = assets();
        let told = estimate(&evaluation, &assets).unwrap();
        let written = to_html(&evaluation, &assets).unwrap().len() as u64;
        assert!(
            told.abs_diff(written) * 100 <= written * off,
            "{samples} samples: told {told}, written {written}"
        );
        let told = estimate_zip(&without_images(&evaluation), &assets).unwrap();
        let written = zipped(&folder(&without_images(&evaluation))).len() as u64;
        assert!(
            told.abs_diff(written) * 100 <= written * off,
            "{samples} samples in a folder: told {told}, written {written}"
        );
    }
}

fn folder(evaluation: &Evaluation) -> BTreeMap<String, Vec<u8>> {
    let assets = assets();
    let files = FolderWriter::new(evaluation, &assets).unwrap();
    files
        .map(|file| file.unwrap())
        .map(|FolderFile { path, bytes }| (path, bytes))
        .collect()
}

fn zipped(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut zip = ZipWriter::default();
    for (path, bytes) in files {
        let (path, bytes) = (path.clone(), bytes.clone());
        zip.add(&FolderFile { path, bytes }).unwrap();
    }
    zip.finish().unwrap()
}

#[test]
fn an_archive_that_is_taken_in_pieces_is_the_same() {
    let files = folder(&evaluation(2, "a"));
    let (mut zip, mut taken) = (ZipWriter::default(), Vec::new());
    for (path, bytes) in files.clone() {
        zip.add(&FolderFile { path, bytes }).unwrap();
        taken.extend(zip.take());
    }
    taken.extend(zip.finish().unwrap());
    assert_eq!(taken, zipped(&files));
}

fn without_images(evaluation: &Evaluation) -> Evaluation {
    let mut evaluation = evaluation.clone();
    let content = Content {
        images: false,
        texts: true,
    };
    content.apply(&mut evaluation);
    evaluation
}

#[test]
fn a_folder_has_all_that_its_pages_name() {
    let hostile = "\"><script>alert(1)</script>../x";
    let files = folder(&evaluation(2, hostile));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "evaluation.json",
            "fonts/KaTeX_Main-Regular.woff2",
            "images/00001.png",
            "images/00002.png",
            "index.html",
            "report.js",
            "samples/00001.html",
            "samples/00002.html",
            "style.css"
        ]
    );
    let pages = files.iter().filter(|(path, _)| path.ends_with(".html"));
    for (path, page) in pages {
        let page = std::str::from_utf8(page).unwrap();
        assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'; script-src 'self';"));
        assert_eq!(page.matches("<script").count(), 1, "{path}");
        let places = ["href=\"", "src=\""]
            .into_iter()
            .flat_map(|attribute| page.split(attribute).skip(1));
        for place in places.map(|rest| rest.split('"').next().unwrap()) {
            if let Some(id) = place.strip_prefix('#') {
                assert!(page.contains(&format!("id=\"{id}\"")), "{path} names {place}");
                continue;
            }
            let place = match place.strip_prefix("../") {
                Some(up) if path.contains('/') => up,
                _ => place,
            };
            assert!(files.contains_key(place), "{path} names {place}");
        }
    }
    assert!(
        std::str::from_utf8(&files["samples/00001.html"])
            .unwrap()
            .contains("rel=\"next\"")
    );
    assert_eq!(files["images/00001.png"], [137, 80, 78, 71, 1, 2, 3]);
}

#[test]
fn a_folder_is_read_back_and_says_what_it_lacks() {
    let evaluation = evaluation(2, "</script>\u{202e}&");
    let mut files = folder(&evaluation);
    let data = String::from_utf8(files["evaluation.json"].clone()).unwrap();
    let read = |files: &BTreeMap<String, Vec<u8>>| from_folder(&data, |path| files.get(path).cloned());
    assert_eq!(read(&files).unwrap(), evaluation);

    files.remove("images/00002.png");
    let error = read(&files).unwrap_err().to_string();
    assert!(
        error.contains("the image of sample") && error.contains("missing"),
        "{error}"
    );
    let error = from_folder(&data[..40], |_| None).unwrap_err().to_string();
    assert!(error.contains("damaged"), "{error}");
    let other = data.replace("texlens-evaluation", "something-else");
    assert!(matches!(from_folder(&other, |_| None), Err(ReportError::NotAReport)));
}

#[test]
fn a_zip_has_the_same_files() {
    let files = folder(&evaluation(2, ""));
    let bytes = zipped(&files);
    let archive = rawzip::ZipArchive::from_slice(&bytes).unwrap();
    let mut entries = archive.entries();
    let mut read = BTreeMap::new();
    while let Some(entry) = entries.next_entry().unwrap() {
        let path = entry.file_path().try_normalize().unwrap().as_ref().to_owned();
        let data = archive.get_entry(entry.wayfinder()).unwrap();
        let mut content = Vec::new();
        match entry.compression_method() {
            rawzip::CompressionMethod::STORE => content.extend_from_slice(data.data()),
            _ => {
                _ = std::io::copy(
                    &mut data.verifying_reader(flate2::read::DeflateDecoder::new(data.data())),
                    &mut content,
                )
                .unwrap()
            }
        }
        read.insert(path, content);
    }
    assert_eq!(read, files);
}

/// Returns the scores of two systems on two documents. The second system has lost one document, and its file for the
/// other cannot be read.
fn level(systems: [&str; 2]) -> LevelScores {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Document, &settings, &["ds", "cer"]).unwrap();
    let scores = |reference: &str, prediction: Option<&str>| {
        let reference = Text::from(reference);
        let reference = Parsed::of(Side::Reference, &reference).unwrap();
        let problem = prediction.is_none().then(|| "a.tex is not UTF-8".to_owned());
        SystemScores::assess(&scorer, &reference, &[prediction], problem, |_| None)
    };
    let sample = |id: &str, first, second| SampleScores {
        id: id.to_owned(),
        document: id.to_owned(),
        content: None,
        tags: BTreeMap::new(),
        reference_compilation: None,
        systems: vec![scores("the sea rises", first), scores("the sea rises", second)],
    };
    let samples = vec![
        sample("=tides", Some("the sea rises"), Some("")),
        sample("winds", Some("the sea"), None),
    ];
    let board = Board {
        kind: Kind::Document,
        systems: systems.map(str::to_owned).to_vec(),
        samples,
        dataset: None,
        left_out: None,
    };
    LevelScores {
        comparison: board.compare(&scorer, &Bootstrap::default(), NonZeroUsize::MIN),
        samples: board.samples,
    }
}

#[test]
fn tables_have_systems_down_and_metrics_across() {
    let level = level(["A|B_1", "\\x{<i>"]);
    let comparisons: [&Comparison; 1] = [&level.comparison];
    let markdown = to_markdown(&comparisons, None, None);
    let lines: Vec<&str> = markdown.lines().collect();
    assert_eq!(lines[0], "| System | DS |");
    assert_eq!(lines[1], "| --- | ---: |");
    assert!(lines[2].starts_with("| A\\|B\\_1 | 0."), "{markdown}");
    assert!(lines[2].contains(" [") && lines[2].contains(", 1.000] |"), "{markdown}");
    assert!(
        lines[3].starts_with("| \\\\x\\{\\<i\\> | 0.000 [0.000, 0.000] |"),
        "{markdown}"
    );
    assert!(markdown.contains("Means over 2 documents, in brackets 95 % intervals"));
    assert!(markdown.contains("A missing prediction is scored as empty text on every metric, and counted."));
    assert!(markdown.contains("\\\\x\\{\\<i\\>: 2 missing."), "{markdown}");

    let latex = to_latex(&comparisons, None, None);
    assert!(latex.contains("System & DS \\\\"), "{latex}");
    assert!(latex.contains("    A\\textbar{}B\\_1 & 0."), "{latex}");
    assert!(
        latex.contains("\\textbackslash{}x\\{\\textless{}i\\textgreater{}"),
        "{latex}"
    );
    assert!(latex.contains("{\\scriptsize [0."), "{latex}");
    assert!(texlens_latex::check(&latex).is_empty(), "{latex}");

    let filtered = Filtered {
        filter: "<i> & 50%".to_owned(),
        samples: 2,
        of: 9,
    };
    let markdown = to_markdown(&comparisons, None, Some(&filtered));
    assert!(
        markdown.contains("2 of 9 samples, by the filter “\\<i\\>"),
        "{markdown}"
    );
    let latex = to_latex(&comparisons, None, Some(&filtered));
    assert!(latex.contains("A selection: 2 of 9 samples"), "{latex}");
    assert!(texlens_latex::check(&latex).is_empty(), "{latex}");
}

#[test]
fn a_name_in_csv_is_no_formula() {
    let csv = to_csv(&[level(["-cmd", "B"])], None).unwrap();
    assert!(
        csv.lines()
            .skip(1)
            .all(|line| line.starts_with("'-cmd,document,") || line.starts_with("B,document,"))
    );
    assert!(csv.contains(",'=tides,'=tides,ds,1,"), "{csv}");
}

#[test]
fn junit_has_checks_and_problems_or_all_samples() {
    let levels = [level(["A", "B"])];
    let check = |system: &str, failure: Option<&str>| Check {
        system: system.to_owned(),
        name: "ds".to_owned(),
        failure: failure.map(str::to_owned),
    };
    let checks = [
        check("A", None),
        check("B", Some("B: ds is 0, and must be at least 0.5")),
    ];
    let problems = to_junit("t", &levels, None, &checks, Cases::Problems).unwrap();
    assert_eq!(problems.matches("<testcase ").count(), 3, "{problems}");
    assert!(problems.contains("<failure message=\"B: ds is 0, and must be at least 0.5\""));
    assert!(problems.contains("name=\"document winds\" classname=\"B\""));
    let samples = to_junit("t", &levels, None, &[], Cases::Samples).unwrap();
    assert_eq!(samples.matches("<testcase ").count(), 4, "{samples}");
    assert_eq!(samples.matches("<error ").count(), 1, "{samples}");
}
