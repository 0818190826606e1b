//! Tests of the outputs of document parsers: the LaTeX of each form, and the places that files of parsers take.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use support::{listing, show};
use texlens_dataset::{Blob, Choices, Correction, Kind, Limits, Listing, Parser, Plan, Role, plan, to_latex};
use texlens_latex::check;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/parsers");
const EXPECTED: &str = ".expected.tex";

fn fixture(path: &str) -> String {
    std::fs::read_to_string(Path::new(FIXTURES).join(path)).unwrap()
}

fn planned(files: &[(&str, &str)]) -> (Listing, Plan) {
    let listing = listing(files);
    let plan = plan(&listing, &Choices::default());
    (listing, plan)
}

/// Returns the LaTeX of the only prediction of a sample.
fn latex(listing: &Listing, plan: &Plan, sample: usize) -> String {
    let sample = &plan.samples[sample];
    let [prediction] = sample.predictions.as_slice() else {
        panic!("{sample:?}");
    };
    let text = listing.passage(&prediction.text).unwrap();
    to_latex(&text, prediction.text.syntax, sample.kind).into_owned()
}

/// Returns the LaTeX of an output, imported beside a reference.
fn imported(path: &str) -> String {
    let (listing, plan) = planned(&[("truth/tides.tex", "x"), (path, &fixture(path))]);
    assert_eq!(plan.left_over, [], "{path}");
    latex(&listing, &plan, 0)
}

fn fixtures() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(FIXTURES).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = folders
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()))
        .collect();
    files.retain(|file| !file.to_string_lossy().ends_with(EXPECTED));
    files.sort();
    files
}

#[test]
fn every_form_becomes_the_expected_latex() {
    let update = std::env::var_os("TEXLENS_UPDATE").is_some();
    let mut count = 0;
    for file in fixtures() {
        let path = file
            .strip_prefix(FIXTURES)
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        let latex = imported(&path);
        let expected = format!("{path}{EXPECTED}");
        if update {
            std::fs::write(Path::new(FIXTURES).join(&expected), format!("{}\n", latex.trim_end())).unwrap();
        }
        assert_eq!(latex.trim_end(), fixture(&expected).trim_end(), "{path}");
        assert_eq!(check(&latex), [], "{path}");
        count += 1;
    }
    assert_eq!(count, 25);
}

/// Returns the plan of files as text.
#[track_caller]
fn check_plan(files: &[(&str, &str)], expected: &str) {
    assert_eq!(show(&planned(files).1), expected);
}

const LIST: &str = r#"[{"type": "text", "text": "a", "page_idx": 0}, {"type": "text", "text": "b", "page_idx": 2}]"#;
const MIDDLE: &str = r#"{"pdf_info": [{"page_idx": 0, "para_blocks": []}], "_backend": "vlm"}"#;
const DOTS: &str = r#"[{"bbox": [0, 0, 1, 1], "category": "Text", "text": "a"}]"#;

#[test]
fn of_the_files_of_mineru_one_is_used() {
    let list = r#"[{"type": "image", "img_path": "images/1.jpg", "image_caption": ["A"], "page_idx": 0}]"#;
    check_plan(
        &[
            ("gt/tides.tex", "x"),
            ("mineru/tides/auto/tides.md", "a"),
            ("mineru/tides/auto/tides_content_list.json", list),
            (
                "mineru/tides/auto/tides_content_list_v2.json",
                r#"[[{"type": "title", "content": {"title_content": []}}]]"#,
            ),
            ("mineru/tides/auto/tides_middle.json", MIDDLE),
            ("mineru/tides/auto/tides_model.json", "[]"),
            ("mineru/tides/auto/tides_layout.pdf", ""),
            ("mineru/tides/auto/tides_origin.pdf", ""),
            ("mineru/tides/auto/images/1.jpg", ""),
        ],
        "tides: reference=gt/tides.tex mineru=mineru/tides/auto/tides_content_list.json (MinerU, content list)\n\
         - mineru/tides/auto/tides.md: tides has one already\n\
         - mineru/tides/auto/tides_content_list_v2.json: tides has one already\n\
         - mineru/tides/auto/tides_middle.json: tides has one already\n\
         - mineru/tides/auto/tides_model.json: a parser wrote it beside its result, and it is not needed\n\
         - mineru/tides/auto/tides_layout.pdf: a parser wrote it beside its result, and it is not needed\n\
         - mineru/tides/auto/tides_origin.pdf: a parser wrote it beside its result, and it is not needed\n\
         - mineru/tides/auto/images/1.jpg: a parser wrote it beside its result, and it is not needed\n",
    );
}

#[test]
fn folders_of_parsers_are_systems() {
    check_plan(
        &[
            ("gt/p1.tex", "x"),
            ("gt/p2.tex", "x"),
            ("marker/p1/p1.md", "a"),
            (
                "marker/p1/p1_meta.json",
                r#"{"table_of_contents": [], "page_stats": []}"#,
            ),
            ("marker/p1/_page_0_Figure_1.jpeg", ""),
            ("marker/p2/p2.md", "a"),
            ("dots/p1/p1.json", DOTS),
            ("dots/p1/p1.jpg", ""),
            ("dots/p1/p1.md", "a"),
            ("dots/p1/p1_nohf.md", "a"),
            ("dots/p2/p2.md", "a"),
            ("dots/p2/p2_nohf.md", "a"),
            ("dots/p2/p2.jpg", ""),
            ("deepseek/p1.mmd", "a"),
            ("deepseek/p1_det.mmd", "a"),
            ("deepseek/p1_layouts.pdf", ""),
            ("docling/p1.json", r#"{"schema_name": "DoclingDocument", "body": {}}"#),
            ("docling/p1_artifacts/image_000000_ab.png", ""),
            ("paddle/p2_res.json", r#"{"page_index": null, "parsing_res_list": []}"#),
            ("paddle/imgs/img_in_image_box_1_2_3_4.jpg", ""),
            ("mineru/p2/vlm/p2.md", "a"),
            (
                "mineru/p2/vlm/images/a8ecda1c69b27e4f79fce1589175a9d721cbdc1cf78b4cc06a015f3746f6b9d8.jpg",
                "",
            ),
        ],
        "p1: reference=gt/p1.tex docling=docling/p1.json (Docling) dots=dots/p1/p1.json (dots.ocr) \
         marker=marker/p1/p1.md deepseek=deepseek/p1.mmd\n\
         p2: reference=gt/p2.tex paddle=paddle/p2_res.json (PaddleOCR-VL) dots=dots/p2/p2_nohf.md marker=marker/p2/p2.md mineru=mineru/p2/vlm/p2.md\n\
         - marker/p1/p1_meta.json: a parser wrote it beside its result, and it is not needed\n\
         - marker/p1/_page_0_Figure_1.jpeg: a parser wrote it beside its result, and it is not needed\n\
         - dots/p1/p1.jpg: a parser wrote it beside its result, and it is not needed\n\
         - dots/p1/p1.md: a parser wrote it beside its result, and it is not needed\n\
         - dots/p1/p1_nohf.md: p1 has one already\n\
         - dots/p2/p2.md: a parser wrote it beside its result, and it is not needed\n\
         - dots/p2/p2.jpg: a parser wrote it beside its result, and it is not needed\n\
         - deepseek/p1_det.mmd: a parser wrote it beside its result, and it is not needed\n\
         - deepseek/p1_layouts.pdf: a parser wrote it beside its result, and it is not needed\n\
         - docling/p1_artifacts/image_000000_ab.png: a parser wrote it beside its result, and it is not needed\n\
         - paddle/imgs/img_in_image_box_1_2_3_4.jpg: a parser wrote it beside its result, and it is not needed\n\
         - mineru/p2/vlm/images/a8ecda1c69b27e4f79fce1589175a9d721cbdc1cf78b4cc06a015f3746f6b9d8.jpg: a parser wrote it beside its result, and it is not needed\n",
    );
}

#[test]
fn pages_of_a_document_go_to_its_samples() {
    let record = |source: &str| {
        format!(
            r#"{{"text": "one\ntwo", "metadata": {{"Source-File": "{source}"}}, "attributes": {{"pdf_page_numbers": [[0, 4, 1], [4, 7, 2]]}}}}"#
        )
    };
    let records = format!(
        "{}\n{}\n{}\n",
        record("/in/tides.pdf"),
        record("winds.pdf"),
        record("C:\\\\in\\\\single.pdf")
    );
    let paddle = r#"{"page_index": 1, "parsing_res_list": [{"block_label": "text", "block_content": "second"}]}"#;
    let files = [
        ("gt/tides/001.tex", "x"),
        ("gt/tides/002.tex", "x"),
        ("gt/tides/003.tex", "x"),
        ("gt/single.tex", "x"),
        ("mineru/tides/auto/tides_content_list.json", LIST),
        ("mineru/tides/auto/tides_middle.json", MIDDLE),
        ("olmocr/results/output_1.jsonl", &records),
        ("paddle/tides_1_res.json", paddle),
        ("dots/tides/tides_page_2.json", DOTS),
    ];
    let (listing, plan) = planned(&files);
    let by = "MinerU, content list";
    let list = "mineru/tides/auto/tides_content_list.json";
    assert_eq!(
        show(&plan),
        format!(
            "single: reference=gt/single.tex olmocr=olmocr/results/output_1.jsonl:3 (olmOCR)\n\
             tides/001: page 1 of tides reference=gt/tides/001.tex olmocr=olmocr/results/output_1.jsonl:1 (olmOCR page 1) mineru={list} ({by} page 1)\n\
             tides/002: page 2 of tides reference=gt/tides/002.tex olmocr=olmocr/results/output_1.jsonl:1 (olmOCR page 2) paddle=paddle/tides_1_res.json (PaddleOCR-VL page 2)\n\
             tides/003: page 3 of tides reference=gt/tides/003.tex mineru={list} ({by} page 3) dots=dots/tides/tides_page_2.json (dots.ocr page 1)\n\
             - mineru/tides/auto/tides_middle.json: tides/001 has one already\n\
             ! olmocr/results/output_1.jsonl line 2: a document is not used: no page or reference is called \"winds\"\n"
        )
    );
    let text = |sample: usize, system: &str| {
        let system = plan.systems.iter().position(|name| name == system).unwrap();
        listing
            .passage(plan.samples[sample].prediction(system).unwrap())
            .unwrap()
    };
    assert_eq!(
        (text(1, "mineru"), text(3, "mineru")),
        ("a\n".to_owned(), "b\n".to_owned())
    );
    assert_eq!(
        (text(1, "olmocr"), text(2, "olmocr")),
        ("one\n".to_owned(), "two\n".to_owned())
    );
    assert_eq!(
        (text(2, "paddle"), text(0, "olmocr")),
        ("second\n".to_owned(), "one\n\ntwo\n".to_owned())
    );
}

#[test]
fn pages_of_a_dataset_folder_get_the_pages_of_an_output() {
    let manifest = "{\"id\": \"t/1\", \"document\": \"tides\", \"page\": 1, \"reference\": \"1.tex\"}\n\
                    {\"id\": \"t/2\", \"document\": \"tides\", \"page\": 3, \"reference\": \"2.tex\"}\n";
    check_plan(
        &[
            ("set/manifest.jsonl", manifest),
            ("set/1.tex", ""),
            ("set/2.tex", ""),
            ("set/mineru/tides_content_list.json", LIST),
        ],
        "t/1: page 1 of tides reference=set/1.tex mineru=set/mineru/tides_content_list.json (MinerU, content list page 1)\n\
         t/2: page 3 of tides reference=set/2.tex mineru=set/mineru/tides_content_list.json (MinerU, content list page 3)\n",
    );
}

#[test]
fn names_of_documents_are_those_of_files() {
    let long = "x".repeat(2000);
    for (source, problem) in [
        ("a/C:x", "would leave the folder"),
        ("a/..", "the id is empty"),
        (&long, "2000 bytes"),
    ] {
        let record = format!(r#"{{"text": "a", "metadata": {{"Source-File": "{source}"}}}}"#);
        let (_, plan) = planned(&[("olmocr/p.jsonl", &record)]);
        assert_eq!(plan.samples[0].id, "p", "{source:.20}");
        assert!(
            plan.notices.list[0].to_string().contains(problem),
            "{:?}",
            plan.notices.list
        );
    }
}

#[test]
fn unknown_blocks_are_reported_and_kept() {
    let list = r#"[{"type": "text", "text": "a", "page_idx": 0}, {"type": "rune", "text": "b", "page_idx": 0}]"#;
    let (listing, plan) = planned(&[("p.tex", "x"), ("mineru/p.json", list)]);
    let notices: Vec<String> = plan.notices.list.iter().map(ToString::to_string).collect();
    assert_eq!(
        notices,
        ["mineru/p.json: the text of blocks of unknown types is kept as paragraphs: rune"]
    );
    assert!(!plan.is_lossy());
    assert_eq!(latex(&listing, &plan, 0), "a\n\nb\n");
}

#[test]
fn an_output_can_be_given_a_place_by_hand() {
    let (listing, made) = planned(&[("gt/p.tex", "x"), ("gt/q.tex", "z"), ("mineru/r.json", LIST)]);
    let left = made
        .left_over
        .iter()
        .find(|left| made.path(left.file) == "mineru/r.json")
        .unwrap();
    assert_eq!(
        left.why.to_string(),
        "no page or reference has this name; rename it, or say where it belongs"
    );
    assert_eq!(made.outputs[&left.file], Parser::MineruContentList);
    let pair = Correction::Pair {
        file: left.file,
        sample: "q".to_owned(),
        role: Role::Prediction("m".to_owned()),
    };
    let corrected = made.corrected(&[pair]).unwrap();
    let sample = corrected.samples.iter().find(|sample| sample.id == "q").unwrap();
    let system = corrected.systems.iter().position(|system| system == "m").unwrap();
    let passage = sample.prediction(system).unwrap();
    assert_eq!(passage.whole_file(), Some(left.file));
    assert_eq!(listing.passage(passage).unwrap(), "a\n\nb\n");
}

#[test]
fn lists_of_samples_are_no_outputs() {
    let samples = r#"[{"id": "a", "type": "text", "text": "x", "page_idx": 0}]"#;
    let boxes = r#"[{"bbox": [0, 0, 1, 1], "category": "dog", "text": "x"}]"#;
    let formulas = r#"[{"id": "a", "bbox": [0, 0, 1, 1], "category": "Formula", "reference": "x", "prediction": "y"}]"#;
    let unnamed = r#"[{"bbox": [0, 0, 1, 1], "category": "Formula", "gt": "x", "pred": "y"}]"#;
    for json in [
        samples,
        boxes,
        formulas,
        unnamed,
        r#"{"pages": [], "note": "\"DoclingDocument\""}"#,
    ] {
        let (_, plan) = planned(&[("p.tex", "x"), ("s/p.json", json)]);
        assert!(plan.outputs.is_empty(), "{json}");
    }
    let (_, made) = planned(&[("pairs.json", formulas)]);
    assert_eq!(
        show(&made),
        "a: reference=pairs.json:1/reference pairs=pairs.json:1/prediction\n"
    );
    // The person says what the columns of a file mean.
    let mut choices = Choices::default();
    choices
        .mappings
        .insert("s/p.json".to_owned(), texlens_dataset::Mapping::default());
    let listing = listing(&[("p.tex", "x"), ("s/p.json", LIST)]);
    assert!(plan(&listing, &choices).outputs.is_empty());
}

#[test]
fn texts_of_formulas_may_be_outputs() {
    let list = r#"[{"type": "equation", "text": "$$\nx^2\n$$", "page_idx": 0}]"#;
    let (listing, plan) = planned(&[("p.tex", "x"), ("mineru/p_content_list.json", list)]);
    let passage = &plan.samples[0].predictions[0].text;
    let text = listing.passage(passage).unwrap();
    assert_eq!(to_latex(&text, passage.syntax, Kind::Formula), "x^2");
}

#[test]
fn pages_of_olmocr_are_spans_of_characters() {
    let latex_of = |spans: &str| {
        let record = format!(
            r#"{{"text": "äé\nöü", "metadata": {{"Source-File": "p.pdf"}}, "attributes": {{"pdf_page_numbers": {spans}}}}}"#
        );
        let (listing, plan) = planned(&[("p.tex", "x"), ("olmocr/p.jsonl", &record)]);
        latex(&listing, &plan, 0)
    };
    let (apart, joined) = ("äé\n\nöü\n", "äé\nöü\n");
    for (spans, expected) in [
        ("[[0, 3, 1], [3, 5, 2]]", apart),
        ("[[0, 2, 1], [2, 2, 2], [3, 5, 3]]", apart),
        // Spans that do not ascend, or end after the text: it is one page.
        ("[[3, 5, 2], [0, 3, 1]]", joined),
        ("[[0, 3, 1], [2, 5, 2]]", joined),
        ("[[0, 3, 1], [5, 3, 2]]", joined),
        ("[[0, 3, 1], [3, 6, 2]]", joined),
        ("[[0, 3, 1], [3, 1e300, 2]]", joined),
        ("[]", joined),
    ] {
        assert_eq!(latex_of(spans), expected, "{spans}");
    }
}

/// A text that counts how often it is read from its start.
#[derive(Debug)]
struct Counted(Vec<u8>, Rc<Cell<usize>>);

impl Blob for Counted {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> std::io::Result<usize> {
        if offset == 0 {
            self.1.set(self.1.get() + 1);
        }
        self.0.read_at(offset, buffer)
    }
}

#[test]
fn outputs_of_several_systems_are_read_once_for_all_pages() {
    const PAGES: usize = 20;
    let blocks: Vec<String> = (0..PAGES)
        .map(|page| format!(r#"{{"type": "text", "text": "page {page}", "page_idx": {page}}}"#))
        .collect();
    let output = format!("[{}]", blocks.join(","));
    let reads = |parsed_bytes: u64| {
        let limits = Limits {
            parsed_bytes,
            ..Limits::default()
        };
        let count = Rc::new(Cell::new(0));
        let mut listing = Listing::new(limits);
        for page in 1..=PAGES {
            listing.add(&format!("gt/tides/{page:03}.tex"), Rc::new(b"x".to_vec()));
        }
        for system in ["a", "b", "c"] {
            let blob = Counted(output.clone().into_bytes(), count.clone());
            listing.add(&format!("{system}/tides.json"), Rc::new(blob));
        }
        let plan = plan(&listing, &Choices::default());
        count.set(0);
        for (page, sample) in plan.samples.iter().enumerate() {
            for prediction in &sample.predictions {
                assert_eq!(listing.passage(&prediction.text).unwrap(), format!("page {page}\n"));
            }
        }
        count.get()
    };
    assert_eq!(reads(1 << 20), 3);
    // Room for one of them, or for none.
    assert_eq!((reads(3000), reads(0)), (3 * PAGES, 3 * PAGES));
}
