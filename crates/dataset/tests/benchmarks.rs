//! Tests of the layouts of known benchmarks, on small examples of our own in their form.

mod support;

use support::{listing, show};
use texlens_dataset::{Choices, Layout, plan};

#[test]
fn pdf_parse_bench() {
    let truth = r#"[{"type": "text", "data": "Take"}, {"type": "inline-formula", "data": "$a$"}, {"type": "text", "data": "and see."},
        {"type": "display-formula", "data": "$$b$$"}, {"type": "text", "data": "End."}]"#;
    let listing = listing(&[
        ("bench/data/2026-q1/ground_truth/000.json", truth),
        ("bench/data/2026-q1/pdfs/000.pdf", ""),
        ("bench/results/nougat/000/parsed.md", ""),
        ("bench/results/nougat/000/formulas.json", "[]"),
        ("bench/results/marker/000/parsed.md", ""),
        ("bench/results/marker/001/parsed.md", ""),
    ]);
    let plan = plan(&listing, &Choices::default());
    assert_eq!(
        show(&plan),
        "000: image=bench/data/2026-q1/pdfs/000.pdf reference=bench/data/2026-q1/ground_truth/000.json put together \
         nougat=bench/results/nougat/000/parsed.md marker=bench/results/marker/000/parsed.md\n\
         - bench/results/nougat/000/formulas.json: part of the benchmark that is not needed\n\
         - bench/results/marker/001/parsed.md: no page or reference has this name; rename it, or say where it belongs\n"
    );
    assert_eq!(plan.layouts[0].layout, Layout::PdfParseBench);
    let reference = plan.samples[0].reference.as_ref().unwrap();
    assert_eq!(
        listing.passage(reference).unwrap(),
        "Take $a$ and see.\n\n$$b$$\n\nEnd."
    );
}

#[test]
fn omni_doc_bench() {
    let annotation = r#"[{"layout_dets": [
        {"category_type": "text_block", "anno_id": 3, "order": 4, "text": "end of it."},
        {"category_type": "title", "anno_id": 1, "order": 1, "text": "Tides"},
        {"category_type": "text_block", "anno_id": 2, "order": 2, "text": "The $x$ and the "},
        {"category_type": "equation_isolated", "anno_id": 4, "order": 3, "latex": "$$\ny\n$$"},
        {"category_type": "table", "anno_id": 5, "order": 5, "html": "<table><tr><td>1</td></tr></table>", "latex": "x"},
        {"category_type": "page_number", "anno_id": 6, "order": null, "text": "7"},
        {"category_type": "text_block", "anno_id": 7, "order": 6, "ignore": true, "text": "hidden"}],
      "page_info": {"image_path": "images/a.pdf_7.jpg", "page_attribute": {"language": "en"}},
      "extra": {"relation": [{"relation_type": "truncated", "source_anno_id": 2, "target_anno_id": 3}]}}]"#;
    let listing = listing(&[
        ("OmniDocBench.json", annotation),
        ("images/a.pdf_7.jpg", ""),
        ("pdfs/a.pdf_7.pdf", ""),
        ("mineru/a.pdf_7.md", ""),
        ("marker/a_7.md", ""),
        ("dots/a.pdf_7.jpg.md", ""),
    ]);
    let plan = plan(&listing, &Choices::default());
    assert_eq!(
        show(&plan),
        "a.pdf_7: image=images/a.pdf_7.jpg reference=OmniDocBench.json:1 put together \
         mineru=mineru/a.pdf_7.md marker=marker/a_7.md dots=dots/a.pdf_7.jpg.md\n\
         - pdfs/a.pdf_7.pdf: part of the benchmark that is not needed\n"
    );
    assert_eq!(plan.samples[0].tags["language"], "en");
    let reference = plan.samples[0].reference.as_ref().unwrap();
    assert_eq!(
        listing.passage(reference).unwrap(),
        "# Tides\n\nThe $x$ and the end of it.\n\n$$\ny\n$$\n\n<table><tr><td>1</td></tr></table>"
    );
}

#[test]
fn olm_ocr_bench() {
    let tests = "{\"pdf\": \"math/a.pdf\", \"page\": 1, \"id\": \"a_0\", \"type\": \"math\", \"math\": \"x\"}\n\
                 {\"pdf\": \"math/a.pdf\", \"page\": 1, \"id\": \"a_1\", \"type\": \"present\", \"text\": \"x\"}\n\
                 {\"pdf\": \"b.pdf\", \"page\": 2, \"id\": \"b_0\", \"type\": \"baseline\"}\n";
    let plan = plan(
        &listing(&[
            ("bench/math.jsonl", tests),
            ("bench/pdfs/math/a.pdf", ""),
            ("bench/pdfs/b.pdf", ""),
            ("bench/olmocr/math/a_pg1_repeat2.md", ""),
            ("bench/olmocr/math/a_pg1_repeat1.md", ""),
            ("bench/marker/b_pg2_repeat1.md", ""),
            ("bench/pdfs/c.pdf", ""),
            ("bench/marker/c_pg1_repeat1.md", ""),
        ]),
        &Choices::default(),
    );
    assert_eq!(
        show(&plan),
        "math/a_pg1: image=bench/pdfs/math/a.pdf olmocr=bench/olmocr/math/a_pg1_repeat1.md\n\
         b_pg2: image=bench/pdfs/b.pdf marker=bench/marker/b_pg2_repeat1.md\n\
         c_pg1: image=bench/pdfs/c.pdf marker=bench/marker/c_pg1_repeat1.md\n"
    );
    let repeats = plan.samples[0].repeats_of(0).map(|text| plan.path(text.file));
    assert_eq!(
        repeats.collect::<Vec<_>>(),
        [
            "bench/olmocr/math/a_pg1_repeat1.md",
            "bench/olmocr/math/a_pg1_repeat2.md"
        ]
    );
    let baselines = plan.samples.iter().map(|sample| sample.baseline_of.as_deref());
    assert_eq!(baselines.collect::<Vec<_>>(), [Some("math/a.pdf"), None, Some("c.pdf")]);
    assert_eq!(plan.samples[0].tests.len(), 2);
    assert_eq!(plan.samples[1].image.as_ref().unwrap().page, Some(2));
}

#[test]
fn two_benchmarks_with_the_same_page_stay_apart() {
    let test = "{\"pdf\": \"a.pdf\", \"page\": 1, \"id\": \"0\", \"type\": \"baseline\"}\n";
    let plan = plan(
        &listing(&[
            ("new/t.jsonl", test),
            ("new/pdfs/a.pdf", ""),
            ("new/marker/a_pg1_repeat1.md", ""),
            ("old/t.jsonl", test),
            ("old/u.jsonl", test),
            ("old/marker/a_pg1_repeat1.md", ""),
            ("elsewhere/nougat/a_pg1_repeat1.md", ""),
        ]),
        &Choices::default(),
    );
    assert_eq!(
        show(&plan),
        "a_pg1: image=new/pdfs/a.pdf marker=new/marker/a_pg1_repeat1.md nougat=elsewhere/nougat/a_pg1_repeat1.md\n\
         old/a_pg1: marker=old/marker/a_pg1_repeat1.md\n"
    );
    assert_eq!(plan.samples[1].tests.len(), 2);
}

#[test]
fn parts_of_a_paragraph_are_joined_in_any_order_of_their_relations() {
    let part =
        |id: u32| format!(r#"{{"category_type": "text_block", "anno_id": {id}, "order": {id}, "text": "{id}"}}"#);
    let relation = |(source, target): (u32, u32)| {
        format!(r#"{{"relation_type": "truncated", "source_anno_id": {source}, "target_anno_id": {target}}}"#)
    };
    let annotation = format!(
        r#"[{{"layout_dets": [{}], "page_info": {{"image_path": "a.jpg"}}, "extra": {{"relation": [{}]}}}}]"#,
        [1, 2, 3, 4, 5].map(part).join(","),
        [(1, 2), (3, 4), (2, 3), (4, 1)].map(relation).join(",")
    );
    let listing = listing(&[("OmniDocBench.json", &annotation)]);
    let plan = plan(&listing, &Choices::default());
    let reference = plan.samples[0].reference.as_ref().unwrap();
    assert_eq!(listing.passage(reference).unwrap(), "1234\n\n5");
}

#[test]
fn tests_that_cannot_be_read_are_told() {
    let test = |pdf: &str| format!("{{\"pdf\": \"{pdf}\", \"page\": 1, \"type\": \"math\"}}\n");
    let broken = test("a.pdf") + "{\n" + &test("b.pdf").replace('1', "\"one\"");
    let plan = plan(
        &listing(&[("one/math.jsonl", &broken), ("two/math.jsonl", &test("c.pdf"))]),
        &Choices::default(),
    );
    let lines: Vec<_> = plan.notices.list.iter().filter_map(|notice| notice.line).collect();
    assert_eq!(lines, [2, 3], "{}", show(&plan));
    let samples: Vec<usize> = plan.layouts.iter().map(|layout| layout.samples).collect();
    assert_eq!(samples, [1, 1]);
}

#[test]
fn a_saved_evaluation_may_be_a_folder_beside_other_things() {
    let page = "<!DOCTYPE html><html><head><meta name=\"generator\" content=\"texlens 0.1.0\"></head></html>";
    let data = "{\"format\":\"texlens-evaluation\",\"version\":1}";
    let files = [
        ("all/saved/index.html", page),
        ("all/saved/evaluation.json", data),
        ("all/saved/samples/00001.html", page),
        ("all/saved/images/00001.png", "png"),
        ("all/saved/style.css", "p {}"),
        ("all/saved/report.js", "let a;"),
        ("all/saved/fonts/KaTeX_Main-Regular.woff2", "font"),
        ("all/saved.tex", "a sample of its own"),
        ("all/saved.pred.tex", "a sample"),
        ("all/images/00001.png", "another"),
    ];
    let plan = plan(&listing(&files), &Choices::default());
    let reports: Vec<_> = plan.reports.iter().map(|report| plan.path(*report)).collect();
    assert_eq!(reports, ["all/saved/evaluation.json"]);
    let images = &plan.report_images[&plan.reports[0]];
    let images: Vec<_> = images.iter().map(|image| plan.path(*image)).collect();
    assert_eq!(images, ["all/saved/images/00001.png"]);
    assert!(
        plan.samples.iter().any(|sample| sample.id.contains("saved")),
        "{}",
        show(&plan)
    );
    assert!(
        plan.left_over
            .iter()
            .all(|left| !plan.path(left.file).starts_with("all/saved/")),
        "{}",
        show(&plan)
    );
}

#[test]
fn saved_evaluations_are_known_by_their_head() {
    let report = "<!DOCTYPE html><html><head><meta name=\"generator\" content=\"texlens 0.1.0\"></head></html>";
    let plan = plan(
        &listing(&[("r.html", report), ("p.html", "<p>x</p>")]),
        &Choices::default(),
    );
    assert_eq!(plan.reports.len(), 1);
    assert_eq!(plan.path(plan.reports[0]), "r.html");
}
