//! Tests of files that their names group together.

mod support;

use std::collections::BTreeMap;
use std::rc::Rc;

use support::{plan_of, show};
use texlens_dataset::{Choices, FileId, Kind, Limits, Listing, Sample, plan};

#[track_caller]
fn check(paths: &[&str], expected: &str) {
    assert_eq!(show(&plan_of(paths)), expected);
}

#[test]
fn pages_take_texts_of_the_same_name() {
    check(
        &["p1.png", "p2.tex", "p2.png", "p2.pred.tex", "p1.tex", "p1.nougat.md"],
        "p1: image=p1.png reference=p1.tex nougat=p1.nougat.md\n\
         p2: image=p2.png reference=p2.tex prediction=p2.pred.tex\n",
    );
}

#[test]
fn two_texts_alone_are_told_apart_by_their_names_or_else_by_their_order() {
    for (first, second) in [
        ("truth.tex", "answer.tex"),
        ("gt.tex", "pred.tex"),
        ("gold.tex", "nougat.tex"),
        ("mine.tex", "output.tex"),
        ("reference.tex", "answer.tex"),
    ] {
        for paths in [[first, second], [second, first]] {
            let plan = show(&plan_of(&paths));
            assert!(plan.contains(&format!("reference={first}")), "{paths:?}: {plan}");
        }
    }
    for paths in [["zeta.tex", "alpha.tex"], ["alpha.tex", "zeta.tex"]] {
        let plan = plan_of(&paths);
        assert!(plan.samples[0].sides_by_order, "{paths:?}");
        let plan = show(&plan);
        assert!(plan.contains(&format!("reference={}", paths[0])), "{paths:?}: {plan}");
    }
    assert!(!plan_of(&["gt.tex", "pred.tex"]).samples[0].sides_by_order);
}

#[test]
fn folders_are_systems() {
    check(
        &[
            "run/images/p1.png",
            "run/images/p2.png",
            "run/reference/p1.tex",
            "run/reference/p2.tex",
            "run/nougat/p1.md",
            "run/results/marker/p2.mmd",
            "run/nougat/p3.md",
        ],
        "p1: image=run/images/p1.png reference=run/reference/p1.tex nougat=run/nougat/p1.md\n\
         p2: image=run/images/p2.png reference=run/reference/p2.tex marker=run/results/marker/p2.mmd\n\
         - run/nougat/p3.md: no page or reference has this name; rename it, or say where it belongs\n",
    );
}

#[test]
fn pages_of_documents_are_told_apart() {
    check(
        &[
            "a/images/001.png",
            "b/images/001.png",
            "a/nougat/001.md",
            "b/nougat/001.md",
            "gt/a/001.tex",
            "marker/001.md",
        ],
        "a/001: page 1 of a image=a/images/001.png reference=gt/a/001.tex nougat=a/nougat/001.md\n\
         b/001: page 1 of b image=b/images/001.png nougat=b/nougat/001.md\n\
         - marker/001.md: it could belong to a/001 or to b/001; put it into a folder of the same name, or say where it belongs\n",
    );
}

#[test]
fn a_folder_for_each_page() {
    check(
        &[
            "book/page_1/image.png",
            "book/page_1/reference.tex",
            "book/page_1/texocr.tex",
            "book/page_2/image.png",
        ],
        "page_1: image=book/page_1/image.png reference=book/page_1/reference.tex texocr=book/page_1/texocr.tex\n\
         page_2: image=book/page_2/image.png\n",
    );
}

#[test]
fn texts_alone() {
    check(&["gt.tex", "x.tex"], "texts: reference=gt.tex prediction=x.tex\n");
    check(&["a.tex", "b.tex"], "a: reference=a.tex prediction=b.tex\n");
    check(
        &["prediction.tex", "reference.tex"],
        "texts: reference=reference.tex prediction=prediction.tex\n",
    );
    check(
        &["p1.tex", "p1.marker.tex", "p2.tex", "p2.marker.tex", "p1.md"],
        "p1: reference=p1.tex marker=p1.marker.tex prediction=p1.md\n\
         p2: reference=p2.tex marker=p2.marker.tex\n",
    );
    check(
        &["p1/reference.tex", "p1/nougat.tex", "p2/reference.tex", "p2/nougat.tex"],
        "p1: reference=p1/reference.tex nougat=p1/nougat.tex\np2: reference=p2/reference.tex nougat=p2/nougat.tex\n",
    );
}

#[test]
fn texts_beside_pictures_are_samples_of_their_own_if_they_are_two() {
    check(
        &[
            "p1.png",
            "p1.tex",
            "pair.tex",
            "pair.pred.tex",
            "nougat/pair.md",
            "alone.tex",
            "alone.md.tex",
            "other.md",
        ],
        "p1: image=p1.png reference=p1.tex\n\
         pair: reference=pair.tex prediction=pair.pred.tex nougat=nougat/pair.md\n\
         - alone.tex: no page or reference has this name; rename it, or say where it belongs\n\
         - alone.md.tex: no page or reference has this name; rename it, or say where it belongs\n\
         - other.md: no page or reference has this name; rename it, or say where it belongs\n",
    );
}

#[test]
fn systems_without_a_reference_ask_for_one() {
    check(
        &["nougat/p1.tex", "marker/p1.tex", "nougat/p2.tex"],
        "p1: nougat=nougat/p1.tex marker=marker/p1.tex\n\
         p2: nougat=nougat/p2.tex\n\
         ! no reference was found: add files such as p1.reference.tex or a folder named reference, or say which system is the reference\n",
    );
}

#[test]
fn the_only_text_belongs_to_the_only_picture() {
    check(
        &["scan.png", "truth.tex"],
        "scan: image=scan.png reference=truth.tex\n\
         ! no prediction was found: add files such as p1.prediction.tex, or a folder of p1.tex for each system\n",
    );
}

#[test]
fn other_files_are_left_over() {
    check(
        &[
            "p1.pdf",
            "p1.png",
            "notes.docx",
            "x/.DS_Store",
            "p1.reference.tex",
            "p1.out.html",
        ],
        "p1: image=p1.png reference=p1.reference.tex prediction=p1.out.html\n\
         - p1.pdf: p1 has one already\n\
         - notes.docx: texlens does not read this kind of file\n",
    );
}

#[test]
fn a_pdf_is_a_page_or_a_document_once_its_pages_are_counted() {
    let mut plan = plan_of(&["one.pdf", "one.tex", "many.pdf", "many.tex", "scan.png", "scan.tex"]);
    let uncounted: Vec<&str> = plan.uncounted().map(|file| plan.path(file)).collect();
    assert_eq!(uncounted, ["one.pdf", "many.pdf"]);
    let files: Vec<FileId> = plan.uncounted().collect();
    plan.count(files[0], &[1]);
    plan.count(files[1], &[3, 5]);
    let told = |sample: &Sample| (sample.kind, sample.image.as_ref().and_then(|image| image.page));
    let told: BTreeMap<&str, _> = plan
        .samples
        .iter()
        .map(|sample| (sample.id.as_str(), told(sample)))
        .collect();
    let expected = [
        ("many", (Kind::Document, None)),
        ("one", (Kind::Page, Some(1))),
        ("scan", (Kind::Page, None)),
    ];
    assert_eq!(told, BTreeMap::from(expected));
}

#[test]
fn what_a_person_named_may_be_hidden() {
    check(
        &[".bench/p1.png", ".bench/p1.reference.tex", ".bench/.git/p2.png"],
        "p1: image=.bench/p1.png reference=.bench/p1.reference.tex\n\
         ! no prediction was found: add files such as p1.prediction.tex, or a folder of p1.tex for each system\n",
    );
}

#[test]
fn named_systems_are_there_whatever_their_names_and_files() {
    for name in ["results/", "v:1", ".", ".v2", "a/../b"] {
        let mut listing = Listing::new(Limits::default());
        let file = |text: &str| Rc::new(text.as_bytes().to_vec());
        listing.add("p1.png", file(""));
        listing.add("p1.reference.tex", file(""));
        listing.add_prediction(name, "p1.md", file(""));
        listing.add_prediction(name, "more.jsonl", file("{\"id\": \"p2\", \"text\": \"texts/2.md\"}"));
        listing.add_prediction(name, "texts/2.md", file(""));
        listing.add_system("empty");
        let plan = plan(&listing, &Choices::default());
        assert_eq!(plan.systems, [name, "empty"], "{}", show(&plan));
        let mut predictions = plan.samples.iter().map(|sample| sample.predictions.len());
        assert!(
            plan.samples.len() == 2 && predictions.all(|count| count == 1),
            "{}",
            show(&plan)
        );
    }
}

#[test]
fn pages_called_like_their_folders_keep_them() {
    let pages = ["1/1", "1/2", "2/1", "2/2"];
    // Texts alone, also in folders of systems with fewer pages.
    for (references, predictions) in [
        (&pages[..], &pages[..]),
        (&pages, &["1/1", "2/2"]),
        (&["1/1", "2/1", "2/2"], &pages[..1]),
    ] {
        let paths: Vec<String> = references
            .iter()
            .map(|page| format!("gt/{page}.tex"))
            .chain(predictions.iter().map(|page| format!("nougat/{page}.md")))
            .collect();
        let mut expected = String::new();
        for page in references {
            let (document, number) = page.split_once('/').unwrap();
            expected += &format!("{page}: page {number} of {document} reference=gt/{page}.tex");
            if predictions.contains(page) {
                expected += &format!(" nougat=nougat/{page}.md");
            }
            expected.push('\n');
        }
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        check(&paths, &expected);
    }
    check(
        &[
            "001/001.png",
            "001/001.tex",
            "001/002.png",
            "002/001.png",
            "nougat/001/001.md",
            "nougat/002/001.md",
        ],
        "001/001: page 1 of 001 image=001/001.png reference=001/001.tex nougat=nougat/001/001.md\n\
         001/002: page 2 of 001 image=001/002.png\n\
         002/001: page 1 of 002 image=002/001.png nougat=nougat/002/001.md\n",
    );
    // A folder of a parser for each document is still left out.
    check(
        &[
            "gt/1.tex",
            "gt/2.tex",
            "marker/1/1.md",
            "marker/2/2.md",
            "mineru/1/auto/1.md",
        ],
        "1: reference=gt/1.tex marker=marker/1/1.md mineru=mineru/1/auto/1.md\n\
         2: reference=gt/2.tex marker=marker/2/2.md\n",
    );
    check(
        &["gt/tides/1.tex", "gt/tides/2.tex", "marker/1/1.md", "marker/2/2.md"],
        "tides/1: page 1 of tides reference=gt/tides/1.tex marker=marker/1/1.md\n\
         tides/2: page 2 of tides reference=gt/tides/2.tex marker=marker/2/2.md\n",
    );
    check(
        &["p1/p1.md", "p1/reference.tex", "p2/p2.md", "p2/reference.tex"],
        "p1: reference=p1/reference.tex prediction=p1/p1.md\n\
         p2: reference=p2/reference.tex prediction=p2/p2.md\n",
    );
}

#[test]
fn listed_pages_called_like_their_folders_keep_them() {
    let line = |page: &str| format!("{{\"id\": \"{page}\", \"reference\": \"gt/{page}.tex\"}}\n");
    let manifest: String = ["1/1", "1/2", "2/1"].map(line).concat();
    for (is_named, predictions) in [
        (true, ["1/1.md", "2/1.md"]),
        (false, ["nougat/1/1.md", "nougat/2/1.md"]),
    ] {
        let mut listing = Listing::new(Limits::default());
        let file = |text: &str| Rc::new(text.as_bytes().to_vec());
        listing.add("set/manifest.jsonl", file(&manifest));
        for page in ["1/1", "1/2", "2/1"] {
            listing.add(&format!("set/gt/{page}.tex"), file("x"));
        }
        for path in predictions {
            if is_named {
                listing.add_prediction("A", path, file("x"));
            } else {
                listing.add(&format!("set/{path}"), file("x"));
            }
        }
        let plan = plan(&listing, &Choices::default());
        let counts: Vec<usize> = plan.samples.iter().map(|sample| sample.predictions.len()).collect();
        assert_eq!((counts, plan.systems.len()), (vec![1, 0, 1], 1), "{}", show(&plan));
    }
}
