#![allow(clippy::unwrap_used)]

use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use texlens_dataset::{Correction, Layout, Role, TableImage, read_table};
use texlens_ocr::{CutOff, detect::GrayImage};
use texlens_pdf::Document;

use super::*;
use crate::brought::{Brought, Draft};
use crate::messages::import::{List, Nature, Rows, TextChoices};
use crate::state::State;
use crate::testing::{handed, png};

/// A PNG too large to encode in a test: a real header with changed numbers.
fn png_header(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = png(1, 1);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let checksum = crc32fast::hash(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&checksum.to_be_bytes());
    bytes
}

const THREE_PAGES: &[u8] = include_bytes!("../../../pdf/tests/data/three-pages.pdf");
const PASSWORD: &[u8] = include_bytes!("../../../pdf/tests/data/password.pdf");

fn desk(files: &[(&str, &[u8])]) -> Desk {
    let mut desk = Desk::default();
    for (path, bytes) in files {
        desk.add(path, Blob::new(bytes, ""));
    }
    assert_eq!(desk.plan(), None);
    open_pdfs(&mut desk);
    desk
}

/// Opens PDF files as the page's PDF module does.
fn open_pdfs(desk: &mut Desk) {
    const DPI: u16 = 100;
    while let Some((file, pdf)) = desk.next_pdf() {
        let bytes = pdf.file.read_now(0, pdf.file.size()).unwrap();
        let opened = Document::open(bytes, texlens_pdf::Limits::default());
        let pages = opened.map_err(|error| error.to_string()).map(|document| {
            let raster = |page| document.raster(page, DPI).unwrap();
            let size = |page| (raster(page).width.into(), raster(page).height.into());
            Pages {
                dpi: DPI,
                sizes: (1..=document.pages()).map(size).collect(),
            }
        });
        desk.opened(file, pdf, pages);
    }
}

fn all_of(mut desk: Desk) -> Brought {
    desk.hand(|_| false).0
}

fn reason(path: &str, bytes: &[u8]) -> String {
    let desk = desk(&[(path, bytes)]);
    assert!(desk.summary().is_plain);
    let brought = all_of(desk);
    assert_eq!(brought.drafts, []);
    let [refusal] = brought.refusals.as_slice() else {
        panic!("{:?}", brought.refusals);
    };
    assert_eq!(refusal.name, path);
    refusal.reason.clone()
}

/// Names, references and predictions.
fn texts(brought: &Brought) -> Vec<String> {
    let text = |draft: &Draft| {
        let reference = draft.reference.as_ref().map_or("", |text| &text.latex);
        let given = draft
            .predictions
            .iter()
            .map(|given| format!("{}={}", given.name, given.latex));
        format!("{}: {reference} | {}", draft.name, given.collect::<Vec<_>>().join(" "))
    };
    brought.drafts.iter().map(text).collect()
}

const TABLE: &[u8] = include_bytes!("../../../../tests/e2e/fixtures/pages.parquet");

#[test]
fn tables_are_read_before_the_plan_is_made() {
    let mut desk = Desk::default();
    desk.add("a.tex", Blob::new(b"x", ""));
    desk.add("run/pages.parquet", Blob::new(TABLE, ""));
    desk.add("run/cut.parquet", Blob::new(&TABLE[..100], ""));
    assert_eq!((desk.files(), desk.has_tables()), (1, true));
    while let Some((table, bytes, room)) = desk.next_table() {
        desk.add_table(table, read_table(bytes, &room));
    }
    assert!(!desk.has_tables());
    assert_eq!(desk.plan(), None);
    let summary = desk.summary();
    assert_eq!((summary.overview.samples, summary.tables.len()), (3, 1));
    let told = summary.notices.join("\n");
    for notice in [
        "run/cut.parquet: is damaged",
        "run/pages.parquet line 3: the column markdown is not UTF-8",
    ] {
        assert!(told.contains(notice), "{told}");
    }
    let brought = all_of(desk);
    let pictures: Vec<&str> = (brought.drafts.iter())
        .filter(|draft| draft.image.is_some())
        .map(|draft| &*draft.name)
        .collect();
    assert_eq!(pictures, ["subaddresses", "halo-model"]);
}

#[test]
fn what_a_reader_of_tables_gives_is_checked() {
    let image = |name: &str| TableImage {
        name: name.to_owned(),
        bytes: png(4, 4),
    };
    let mut desk = Desk::default();
    desk.add("run/pages.parquet", Blob::new(TABLE, ""));
    let (table, ..) = desk.next_table().unwrap();
    let read = ReadTable {
        lines: br#"{"id": "p", "text": "x", "image": "pages/0.png"}"#.to_vec(),
        images: vec![image("0.png"), image("0.png"), image("../../../out.png"), image("")],
        remarks: Vec::new(),
    };
    desk.add_table(table, Ok(read));
    assert_eq!(desk.plan(), None);
    let notices = desk.summary().notices.join("\n");
    assert!(notices.contains("already a file with this path"), "{notices}");
    let paths: Vec<&str> = desk.listing.files().iter().map(|file| &*file.path).collect();
    assert!(paths.iter().all(|path| !path.contains("..")), "{paths:?}");
}

#[test]
fn each_bad_file_has_its_own_reason() {
    for (path, bytes, words) in [
        ("a.png", &b""[..], "is empty"),
        ("a.tex", b" \n\t", "is empty"),
        ("a.png", b"\\section{A}", "neither PNG nor JPEG"),
        ("a.tex", b"caf\xe9", "at offset 3"),
        ("a.pdf", b"%PDF-1.7", "no pages can be found in it"),
        ("a.pdf", b"MZ", "not a PDF"),
        ("a.pdf", PASSWORD, "needs a password"),
        ("a.exe", b"MZ", "does not read this kind of file"),
        ("a.png", &png_header(20_000, 20_000), "20000 \u{d7} 20000 pixels"),
        (
            "a.html",
            b"<meta name=\"generator\" content=\"texlens 0.1\">",
            "not a saved evaluation",
        ),
    ] {
        let reason = reason(path, bytes);
        assert!(
            reason.to_lowercase().contains(&words.to_lowercase()),
            "{path}: {reason}"
        );
    }
}

#[test]
fn outputs_of_parsers_are_read_as_by_the_command() {
    let list = br#"[{"type": "text", "text": "A", "text_level": 1, "page_idx": 0}, {"type": "equation", "text": "x", "page_idx": 1}]"#;
    let desk = desk(&[
        ("set/tides/1.tex", b"x"),
        ("set/tides/2.tex", b"y"),
        ("set/whole.tex", b"z"),
        ("set/mineru/tides_content_list.json", list),
        ("set/mineru/whole_content_list.json", list),
        ("set/mineru/other_content_list.json", list),
    ]);
    let Rows::LeftOver(left) = desk.rows(List::LeftOver, 0..10) else {
        panic!("another list");
    };
    let left: Vec<_> = left.rows.iter().map(|row| (row.path.as_str(), row.nature)).collect();
    assert_eq!(left, [("mineru/other_content_list.json", Nature::Text)]);
    assert_eq!(
        texts(&all_of(desk)),
        [
            "tides/1: x | tides/1=\\section{A}\n",
            "tides/2: y | tides/2=\\[x\\]\n",
            "whole: z | whole=\\section{A}\n\n\\[x\\]\n",
        ]
    );
}

#[test]
fn a_prefix_of_a_png_is_refused_unless_something_is_there_to_read() {
    let whole = png(8, 8);
    assert_eq!(all_of(desk(&[("a.png", &whole)])).refusals, []);
    let pixels = GrayImage::decode(&whole).unwrap().pixels;
    for length in 8..whole.len() {
        let prefix = &whole[..length];
        // Such a small image is either complete or not worth reading.
        if GrayImage::decode(prefix).is_ok_and(|image| image.pixels == pixels) {
            let brought = all_of(desk(&[("a.png", prefix)]));
            assert_eq!(
                (brought.drafts.len(), brought.refusals),
                (1, Vec::new()),
                "{length} bytes"
            );
        } else {
            let reason = reason("a.png", prefix);
            assert!(reason.contains("is truncated"), "{length} bytes: {reason}");
        }
    }
}

#[test]
fn half_an_image_comes_with_what_is_missing_of_it() {
    let pixels: Vec<u8> = (0..200_u32 * 400)
        .map(|index| (index.wrapping_mul(index) / 7) as u8)
        .collect();
    let mut whole = Vec::new();
    PngEncoder::new(&mut whole)
        .write_image(&pixels, 200, 400, ExtendedColorType::L8)
        .unwrap();
    let brought = all_of(desk(&[("a.png", &whole[..whole.len() / 2])]));
    assert_eq!(brought.refusals, []);
    let image = brought.drafts[0].image.as_ref().unwrap();
    assert_eq!((image.width, image.height), (200, 400));
    assert!(
        matches!(image.cut_off, Some(CutOff::Lines { percent: 40..60 })),
        "{:?}",
        image.cut_off
    );
}

#[test]
fn an_image_is_what_its_content_says() {
    let brought = all_of(desk(&[("page.jpg", &png(3, 2))]));
    let image = brought.drafts[0].image.as_ref().unwrap();
    assert_eq!(
        (image.width, image.height, image.media_type.as_str()),
        (3, 2, "image/png")
    );
}

/// Page numbers of the sheets of a draft, or of the page that is its image.
fn pages_of(draft: &Draft) -> Vec<u32> {
    let pictures = draft.image.iter().chain(&draft.sheets);
    pictures.filter_map(|picture| Some(picture.page()?.number)).collect()
}

#[test]
fn a_pdf_of_several_pages_is_a_document() {
    let desk = desk(&[("paper.pdf", THREE_PAGES), ("paper.tex", b"x")]);
    let summary = desk.summary();
    assert!(summary.is_plain);
    assert_eq!((summary.to_read, summary.pdfs.documents, summary.pdfs.pages), (3, 1, 3));
    let Rows::Samples(rows) = desk.rows(List::Samples, 0..9) else {
        panic!("asked for samples");
    };
    assert_eq!((rows.rows.len(), rows.rows[0].pages), (1, Some(3)));
    let brought = all_of(desk);
    assert_eq!(
        (texts(&brought), &brought.refusals),
        (vec!["paper: x | ".to_owned()], &vec![])
    );
    let draft = &brought.drafts[0];
    assert_eq!((draft.kind, pages_of(draft)), (Kind::Document, vec![1, 2, 3]));
    let sheet = &draft.sheets[1];
    assert_eq!((sheet.width, sheet.height, sheet.page().unwrap().dpi), (827, 1170, 100));
}

#[test]
fn a_page_of_a_pdf_that_a_list_names_is_that_page() {
    let tests = br#"{"pdf": "a/paper.pdf", "page": 2, "id": "1", "type": "present", "text": "tides"}
{"pdf": "a/paper.pdf", "page": 7, "id": "2", "type": "present", "text": "tides"}
"#;
    let desk = desk(&[("bench/tests.jsonl", tests), ("bench/pdfs/a/paper.pdf", THREE_PAGES)]);
    assert_eq!(desk.summary().layouts[0].layout, Layout::OlmOcrBench);
    let brought = all_of(desk);
    assert_eq!(
        brought.drafts.iter().map(pages_of).collect::<Vec<_>>(),
        [[2], [1]],
        "the first page gets a test of its own: {brought:?}"
    );
    let [refusal] = brought.refusals.as_slice() else {
        panic!("{:?}", brought.refusals);
    };
    assert!(
        refusal.reason.contains("no page 7: the document has 3"),
        "{}",
        refusal.reason
    );
}

#[test]
fn unit_tests_of_a_benchmark_run_on_every_repeat_and_stay_with_their_samples() {
    let tests = br#"{"pdf": "a.pdf", "page": 1, "id": "1", "type": "math", "math": "x^2"}
{"pdf": "a.pdf", "page": 1, "id": "2", "type": "absent"}
"#;
    let files: [(&str, &[u8]); 5] = [
        ("bench/tests.jsonl", tests),
        ("bench/good/a_pg1_repeat1.md", b"$x^{2}$"),
        ("bench/good/a_pg1_repeat2.md", b"$x^ 2$"),
        ("bench/good/a_pg1_repeat3.md", b"$y$"),
        ("bench/poor/a_pg1_repeat1.md", b"x"),
    ];
    let brought = all_of(desk(&files));
    let [refusal] = brought.refusals.as_slice() else {
        panic!("{:?}", brought.refusals);
    };
    assert_eq!(
        refusal.reason,
        "Line 2 is not a test: the test needs the field \"text\"."
    );
    let state = State::default().after(handed(&files));
    let shown = |sample: &crate::state::Sample| {
        let verdicts = sample.unit_verdicts();
        let verdicts: Vec<_> = verdicts
            .map(|verdict| (verdict.id.clone(), verdict.is_passed(), verdict.passes))
            .collect();
        (sample.system().unwrap_or_default().to_owned(), verdicts)
    };
    let expected = |system: &str, passes: usize| {
        let math = ("1".to_owned(), passes > 1, passes);
        (
            system.to_owned(),
            vec![
                math,
                (
                    "a.pdf_baseline".to_owned(),
                    true,
                    passes.max(1) + usize::from(passes > 1),
                ),
            ],
        )
    };
    let all: Vec<_> = state.samples.iter().map(|sample| shown(sample)).collect();
    assert_eq!(all, [expected("good", 2), expected("poor", 0)]);
    let evaluation = state.evaluation(String::new(), Vec::new());
    assert_eq!(evaluation.samples[0].unit_tests[0].page.verdicts.len(), 2);
}

#[test]
fn the_pdf_beside_a_ground_truth_is_its_page() {
    let brought = all_of(desk(&[
        ("bench/ground_truth/001.json", br#"[{"type": "text", "data": "tides"}]"#),
        ("bench/pdfs/001.pdf", THREE_PAGES),
        ("bench/nougat/001/parsed.md", b"tides"),
    ]));
    let draft = &brought.drafts[0];
    assert_eq!(
        (texts(&brought), pages_of(draft)),
        (vec!["001: tides | 001=tides".to_owned()], vec![1, 2, 3])
    );
}

#[test]
fn a_pdf_that_is_refused_costs_only_itself() {
    let desk = desk(&[
        ("a.pdf", PASSWORD),
        ("a.tex", b"x"),
        ("b.pdf", THREE_PAGES),
        ("c.pdf", b"%PDF-1.4 and no more"),
    ]);
    let notices = desk.summary().notices;
    assert_eq!(notices.len(), 2, "{notices:?}");
    let Rows::Samples(rows) = desk.rows(List::Samples, 0..9) else {
        panic!("asked for samples");
    };
    let problems = rows.rows.iter().map(|row| (row.id.as_str(), row.problems.len()));
    assert_eq!(problems.collect::<Vec<_>>(), [("a", 1), ("b", 0), ("c", 1)]);
    let brought = all_of(desk);
    assert_eq!(texts(&brought), ["a: x | ", "b:  | "]);
    let refused: Vec<&str> = brought.refusals.iter().map(|refusal| refusal.name.as_str()).collect();
    assert_eq!(refused, ["a.pdf", "c.pdf"]);
}

#[test]
fn what_is_put_right_by_hand_is_counted_anew() {
    let mut desk = desk(&[("p1.png", &png(1, 1)), ("p1.tex", b"x"), ("other.pdf", THREE_PAGES)]);
    let row = |desk: &Desk, id: &str| match desk.rows(List::Samples, 0..9) {
        Rows::Samples(rows) => rows.rows.into_iter().find(|row| row.id == id),
        Rows::LeftOver(_) => None,
    };
    let file = row(&desk, "other").unwrap().image.unwrap().file.unwrap();
    let ignore = Step::Corrections(vec![Correction::IgnoreSample {
        sample: "other".to_owned(),
    }]);
    assert_eq!(desk.amend(ignore), Ok(None));
    assert_eq!((row(&desk, "other"), desk.summary().pdfs.documents), (None, 0));
    let pair = Step::Corrections(vec![Correction::Pair {
        file,
        sample: "p1".to_owned(),
        role: Role::Image,
    }]);
    assert_eq!(desk.amend(pair), Ok(None));
    assert_eq!((desk.next_pdf(), row(&desk, "p1").unwrap().pages), (None, Some(3)));
    assert_eq!(
        (row(&desk, "p1").unwrap().kind, desk.take_back()),
        (Kind::Document, None)
    );
    assert_eq!(
        (row(&desk, "p1").unwrap().kind, row(&desk, "p1").unwrap().pages),
        (Kind::Page, None)
    );
}

#[test]
fn many_pages_are_not_read_unasked() {
    assert!(desk(&[("paper.pdf", THREE_PAGES)]).summary().is_plain);
    let papers: Vec<String> = (0..11).map(|number| format!("{number}.pdf")).collect();
    let papers: Vec<(&str, &[u8])> = papers.iter().map(|path| (path.as_str(), THREE_PAGES)).collect();
    assert!(!desk(&papers).summary().is_plain);
}

#[test]
fn some_pages_of_a_pdf_are_chosen() {
    let mut desk = desk(&[("paper.pdf", THREE_PAGES)]);
    let step = |pages: &str| Step::Pages {
        path: "paper.pdf".to_owned(),
        pages: pages.to_owned(),
    };
    let row = |desk: &Desk| match desk.rows(List::Samples, 0..9) {
        Rows::Samples(rows) => rows.rows[0].clone(),
        Rows::LeftOver(_) => unreachable!(),
    };
    assert_eq!(row(&desk).choice.unwrap().all, 3);
    assert_eq!(desk.amend(step("1, 3-9")), Ok(None));
    assert_eq!((desk.summary().to_read, row(&desk).pages), (2, Some(2)));
    let refused = desk.amend(step("4-9")).unwrap_err();
    assert_eq!(refused, "None of the chosen pages exists: the file has 3 pages.");

    let refused = desk.amend(step("3-1")).unwrap_err();
    assert!(refused.starts_with("`3-1` is neither a page nor a range"), "{refused}");
    assert_eq!(row(&desk).pages, Some(2));

    // A single page is no document.
    assert_eq!(desk.amend(step("2")), Ok(None));
    assert_eq!((row(&desk).kind, row(&desk).pages), (Kind::Page, None));
    assert_eq!(row(&desk).choice.unwrap().chosen.unwrap().to_string(), "2");
    desk.take_back();
    assert_eq!(row(&desk).kind, Kind::Document);
    let brought = all_of(desk);
    assert_eq!(pages_of(&brought.drafts[0]), [1, 3]);
}

#[test]
fn pages_are_drawn_as_the_command_draws_them() {
    assert_eq!(crate::picture::DEFAULT_DPI, texlens_pdf::DEFAULT_DPI);
}

#[test]
fn one_bad_file_does_not_block_the_others() {
    let brought = all_of(desk(&[("a.png", b""), ("b.png", &png(1, 1)), ("b.tex", b"x")]));
    assert_eq!(brought.refusals.len(), 1);
    assert_eq!(texts(&brought), ["b: x | "]);
}

#[test]
fn a_few_files_that_belong_together_need_no_look() {
    let page = png(1, 1);
    for files in [
        &[("scan.png", &page[..]), ("truth.tex", b"x")][..],
        &[("a.tex", b"r"), ("b.tex", b"p")],
        &[
            ("p1.png", &page),
            ("p1.tex", b"x"),
            ("p1.pred.tex", b"y"),
            ("p2.png", &page),
        ],
        &[("a.exe", b"")],
    ] {
        assert!(desk(files).summary().is_plain, "{files:?}");
    }
    for files in [
        &[("p1.png", &page[..]), ("p1.tex", b"x"), ("notes.md", b"y")][..],
        &[("p1.png", &page), ("nougat/p1.md", b"x"), ("texify/p1.md", b"y")],
        &[("run.csv", b"id,reference,prediction\n1,a,b\n")],
    ] {
        assert!(!desk(files).summary().is_plain, "{files:?}");
    }
}

#[test]
fn a_sample_is_named_by_system_where_there_are_several() {
    let brought = all_of(desk(&[
        ("run/gt/p1.tex", b"x"),
        ("run/nougat/p1.tex", b"y"),
        ("run/texify/p1.tex", b"z"),
        ("run/gt/p2.tex", b"x"),
        ("run/texify/p2.tex", b"*z*"),
    ]));
    assert_eq!(
        texts(&brought),
        [
            "p1: x | p1 \u{b7} nougat=y p1 \u{b7} texify=z",
            "p2: x | p2 \u{b7} texify=*z*"
        ]
    );
}

#[test]
fn a_system_that_is_silent_on_a_page_of_a_document_says_nothing_there() {
    let page = |number: u8| {
        format!(
            "{{\"id\": \"d/{number}\", \"document\": \"d\", \"page\": {number}, \"reference\": \"d/{number}.tex\"}}\n"
        )
    };
    let lines = page(1) + &page(2);
    let brought = all_of(desk(&[
        ("set/manifest.jsonl", lines.as_bytes()),
        ("set/d/1.tex", b"x"),
        ("set/d/2.tex", b"x"),
        ("nougat/d/1.tex", b"y"),
        ("texify/d/1.tex", b"z"),
        ("texify/d/2.tex", b"z"),
    ]));
    assert_eq!(
        texts(&brought),
        [
            "d/1: x | d/1 \u{b7} nougat=y d/1 \u{b7} texify=z",
            "d/2: x | d/2 \u{b7} texify=z d/2 \u{b7} nougat="
        ]
    );
}

#[test]
fn records_come_as_formulas_and_in_batches() {
    let mut lines = String::new();
    for index in 0..10 {
        lines += &format!("{{\"id\": {index}, \"reference\": \"$x_{index}$\", \"prediction\": \"y\"}}\n");
    }
    let mut desk = desk(&[("run.jsonl", lines.as_bytes())]);
    let table = &desk.summary().tables[0];
    assert_eq!(
        (table.records, table.rows.len(), table.rows[0].as_slice()),
        (10, 5, &["0".to_owned(), "y".to_owned(), "$x_0$".to_owned()][..])
    );
    let (first, done, total) = desk.hand(|brought| brought.drafts.len() == 4);
    assert_eq!((first.drafts.len(), done, total), (4, 4, 10));
    assert_eq!(
        (first.drafts[0].kind, texts(&first)[1].as_str()),
        (Kind::Formula, "1: x_1 | 1=y")
    );
    let (rest, done, total) = desk.hand(|_| false);
    assert_eq!((rest.drafts.len(), done, total), (6, 10, 10));
}

#[test]
fn steps_are_made_refused_and_taken_back() {
    let mut desk = desk(&[("p1.ref.tex", b"x"), ("p1.pred.tex", b"y"), ("other.md", b"z")]);
    let file = |desk: &Desk| match desk.rows(List::LeftOver, 0..10) {
        Rows::LeftOver(window) => window.rows.first().map(|row| row.file),
        Rows::Samples(_) => None,
    };
    let left = file(&desk).unwrap();
    let pair = |sample: &str| {
        Step::Corrections(vec![Correction::Pair {
            file: left,
            sample: sample.to_owned(),
            role: Role::Prediction("b".to_owned()),
        }])
    };
    assert_eq!(desk.amend(pair("p1")), Ok(None));
    assert_eq!((file(&desk), desk.summary().steps), (None, 1));
    let wrong = Step::Corrections(vec![Correction::IgnoreSample {
        sample: "p7".to_owned(),
    }]);
    assert!(desk.amend(wrong).unwrap_err().contains("p7"));
    assert_eq!(
        texts(&all_of_ref(&mut desk)),
        ["p1: x | p1 \u{b7} prediction=y p1 \u{b7} b=z"]
    );
    assert_eq!(desk.take_back(), None);
    assert_eq!((file(&desk), desk.summary().steps), (Some(left), 0));
}

fn all_of_ref(desk: &mut Desk) -> Brought {
    desk.hand(|_| false).0
}

#[test]
fn columns_can_mean_something_else() {
    let mut desk = desk(&[("run.csv", b"a,b\nx,y\n")]);
    assert_eq!(desk.summary().overview.samples, 0);
    let mapping = texlens_dataset::Mapping {
        reference: Some("/a".to_owned()),
        predictions: vec![texlens_dataset::PredictionColumn {
            column: "/b".to_owned(),
            system: "s".to_owned(),
        }],
        ..texlens_dataset::Mapping::default()
    };
    let path = "run.csv".to_owned();
    assert_eq!(desk.amend(Step::Columns { path, mapping }), Ok(None));
    assert_eq!(desk.summary().overview.pairs, 1);
    desk.take_back();
    assert_eq!(desk.summary().overview.pairs, 0);
}

#[test]
fn paths_are_shown_without_the_folder_around_them() {
    let shown = |files: &[(&str, &[u8])]| desk(files).summary().root;
    assert_eq!(shown(&[("run/a/p.tex", b"x"), ("run/b/p.tex", b"y")]), "run");
    assert_eq!(shown(&[("run/p.tex", b"x"), ("runs/p.tex", b"y")]), "");
    assert_eq!(shown(&[]), "");
}

#[test]
fn ratings_are_read_where_they_are_brought() {
    let mut one = desk(&[("people.csv", b"id,system,rating\np1,A,7\np2,A,6.5\n")]);
    assert!(one.summary().is_plain, "there is nothing to agree to");
    let brought = all_of_ref(&mut one);
    let ratings: Vec<_> = brought.ratings[0]
        .ratings
        .iter()
        .map(|one| (one.id.as_str(), one.rating))
        .collect();
    assert_eq!(ratings, [("p1", 7.0), ("p2", 6.5)]);
    let brought = all_of(desk(&[("people.csv", b"id,rating\np1,good\n")]));
    assert!(
        brought.refusals[0].reason.contains("must be a number"),
        "{:?}",
        brought.refusals
    );
    // A table with texts is a list of samples.
    let brought = all_of(desk(&[(
        "list.jsonl",
        b"{\"id\": \"a\", \"reference\": \"x\", \"prediction\": \"y\", \"rating\": 3}\n",
    )]));
    assert_eq!((brought.ratings.len(), brought.drafts.len()), (0, 1));
}

/// A desk that knows of files, numbered in order, none of which has arrived.
fn expecting(paths: &[&str]) -> Desk {
    let mut desk = Desk::default();
    for (number, path) in paths.iter().enumerate() {
        assert!(!is_needed_at_once(path), "{path}");
        desk.expect(path, number);
    }
    desk
}

#[test]
fn files_come_in_the_order_in_which_samples_need_them() {
    let names = |folder: &'static str| (0..60).map(move |page| format!("run/{folder}/p{page:02}.tex"));
    let paths: Vec<String> = names("gt").chain(names("nougat")).collect();
    let mut desk = expecting(&paths.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(!desk.lacks_sizes(), "names say all");
    assert_eq!((desk.plan(), desk.summary().overview.pairs), (None, 60));
    assert_eq!(
        (desk.can_hand(), desk.hand(|_| false)),
        (false, (Brought::default(), 0, 60))
    );
    let first = desk.call();
    let expected: Vec<usize> = (0..50).chain(60..110).collect();
    assert_eq!((&first, desk.call()), (&expected, vec![]), "one call at a time");
    let text = |number: &usize| Blob::new(format!("x{number}").as_bytes(), "");
    desk.deliver(Joined::of(&first.iter().map(text).collect::<Vec<_>>()));
    let (brought, done, total) = desk.hand(|_| false);
    assert_eq!((done, total, &*texts(&brought)[49]), (50, 60, "p49: x49 | p49=x109"));
    // The next request is sent while these files are read.
    let mut numbers = desk.call();
    while !numbers.is_empty() {
        desk.deliver(Joined::of(&numbers.iter().map(text).collect::<Vec<_>>()));
        numbers = desk.call();
    }
    let (brought, done, _) = desk.hand(|_| false);
    assert_eq!((done, &*texts(&brought)[9]), (60, "p59: x59 | p59=x119"));
}

#[test]
fn a_list_wants_to_see_the_files_that_it_may_name() {
    let mut desk = expecting(&["set/a.tex", "set/b.tex"]);
    let list = br#"{"id": "1", "reference": "a.tex", "prediction": "b.tex"}"#;
    desk.add("set/list.jsonl", Blob::new(list, ""));
    assert_eq!((desk.plan(), desk.lacks_sizes()), (None, true));
    assert_eq!(desk.call(), [0, 1]);
    desk.deliver(Joined::of(&[Blob::new(b"x", ""), Blob::new(b"y", "")]));
    assert!(!desk.lacks_sizes());
    desk.plan();
    assert_eq!(texts(&all_of(desk)), ["1: x | 1=y"]);
}

#[test]
fn a_file_that_does_not_come_is_refused() {
    let mut desk = expecting(&["a.ref.tex", "a.pred.tex"]);
    desk.plan();
    assert_eq!(desk.call().len(), 2);
    desk.deliver(Joined::of(&[Blob::new(b"x", "")]));
    let brought = all_of(desk);
    assert_eq!(brought.refusals.len(), 1);
    assert!(
        brought.refusals[0].reason.contains("did not arrive"),
        "{:?}",
        brought.refusals
    );
}

#[test]
fn remarks_around_answers_are_removed_unless_they_are_to_stay() {
    let files: [(&str, &[u8]); 2] = [
        ("p1.ref.tex", b"x"),
        ("p1.pred.tex", b"Sure! Here it is:\n```latex\ny\n```\nBye."),
    ];
    let brought = all_of(desk(&files));
    assert_eq!(texts(&brought), ["p1: x | p1=y\n"]);
    let [stripped] = brought.stripped.as_slice() else {
        panic!("{:?}", brought.stripped)
    };
    assert_eq!(stripped.name, "p1.pred.tex");
    assert_eq!(stripped.removed, ["Sure! Here it is:", "Bye."]);
    let choices = TextChoices { whole_answers: true };
    let mut whole = Desk::new(1, Vec::new(), choices);
    for (path, bytes) in files {
        whole.add(path, Blob::new(bytes, ""));
    }
    whole.plan();
    let brought = all_of(whole);
    assert!(brought.stripped.is_empty() && texts(&brought)[0].contains("Sure!"));
}

#[test]
fn a_refused_text_can_be_latin1() {
    let files: [(&str, &[u8]); 2] = [("p1.ref.tex", b"one\ncaf\xe9"), ("p1.pred.tex", b"y")];
    let brought = all_of(desk(&files));
    let [refusal] = brought.refusals.as_slice() else {
        panic!("{:?}", brought.refusals)
    };
    let undecoded = refusal.latin1.clone().unwrap();
    assert_eq!(undecoded.line, "caf\u{e9}");
    assert_eq!(undecoded.draft.reference.as_ref().unwrap().latex, "one\ncaf\u{e9}");
    // The sample is there already and gets the text; undo takes it away.
    let read = State::default()
        .after(handed(&files))
        .after(crate::state::Action::Texts(crate::state::TextAction::Latin1(Some(0))));
    let rows = |state: &State| -> Vec<(Option<String>, Option<String>)> {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let samples = state.samples.iter();
        samples
            .map(|sample| (owned(sample.reference_latex()), owned(sample.prediction_latex())))
            .collect()
    };
    assert_eq!(rows(&read), [(Some("one\ncaf\u{e9}".to_owned()), Some("y".to_owned()))]);
    assert!(read.refusals.is_empty());
    let undone = read.after(crate::state::Action::History(crate::state::HistoryAction::Undo));
    assert_eq!(rows(&undone), [(None, Some("y".to_owned()))]);
}

#[test]
fn samples_without_any_text_in_unicode_come_with_latin1() {
    let files: [(&str, &[u8]); 2] = [("p1.ref.tex", b"\xe9"), ("p1.pred.tex", b"\xe8")];
    let brought = all_of(desk(&files));
    assert_eq!((brought.drafts.len(), brought.refusals.len()), (0, 2));
    let state = State::default().after(handed(&files));
    let state = state.after(crate::state::Action::Texts(crate::state::TextAction::Latin1(None)));
    let [sample] = state.samples.iter().collect::<Vec<_>>()[..] else {
        panic!("one sample")
    };
    let both = (sample.reference_latex(), sample.prediction_latex());
    assert_eq!(both, (Some("\u{e9}"), Some("\u{e8}")));
}

#[test]
fn a_list_in_latin1_is_read_on_demand() {
    let mut desk = desk(&[("run.csv", b"id,reference,prediction\n1,\xe9,\xe9\n")]);
    let summary = desk.summary();
    assert_eq!(summary.undecoded[0].line, "1,\u{e9},\u{e9}");
    assert_eq!(summary.overview.pairs, 0);
    let path = Some("run.csv".to_owned());
    assert_eq!(desk.amend(Step::Latin1 { path }), Ok(None));
    let summary = desk.summary();
    assert_eq!((summary.overview.pairs, summary.undecoded.len()), (1, 0));
    desk.take_back();
    assert_eq!(desk.summary().overview.pairs, 0);
    assert_eq!(desk.amend(Step::Latin1 { path: None }), Ok(None));
    assert_eq!(texts(&all_of_ref(&mut desk)), ["1: \u{e9} | 1=\u{e9}"]);
}

#[test]
fn columns_that_are_guessed_are_asked_about_and_any_can_be_a_tag() {
    let rows = b"{\"id\": \"a\", \"gold_latex\": \"x\", \"nougat\": \"y\", \"level\": 3}\n";
    let mut desk = desk(&[("run.jsonl", rows)]);
    let summary = desk.summary();
    assert!(summary.needs_columns());
    let table = &summary.tables[0];
    assert_eq!(table.guessed, ["/gold_latex", "/nougat"]);
    assert_eq!(table.first_open_column(), "/gold_latex");
    let mapping = texlens_dataset::Mapping {
        tags: vec!["/level".to_owned(), "/nougat".to_owned()],
        ..table.mapping.clone()
    };
    let path = table.path.clone();
    desk.amend(Step::Columns { path, mapping }).unwrap();
    assert!(!desk.summary().needs_columns(), "a choice by hand is no guess");
    let draft = &all_of_ref(&mut desk).drafts[0];
    let tags: Vec<(&str, &str)> = draft.tags.iter().map(|(name, value)| (&**name, &**value)).collect();
    assert_eq!(tags, [("level", "3"), ("nougat", "y")]);
}
