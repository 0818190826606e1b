//! Tests of dataset folders and files with records.

mod support;

use support::{listing, show};
use texlens_dataset::{Choices, Kind, Mapping, PredictionColumn, plan};

#[track_caller]
fn check(files: &[(&str, &str)], expected: &str) {
    assert_eq!(show(&plan(&listing(files), &Choices::default())), expected);
}

#[test]
fn a_dataset_folder_with_systems_beside_it() {
    let manifest = "\u{feff}{\"id\": \"a/001\", \"document\": \"a\", \"page\": 1, \"image\": \"a/001.png\", \"reference\": \"a/001.tex\"}\n\n\
                    {\"id\": \"a/002\", \"document\": \"a\", \"page\": 2, \"image\": \"a/002.png\", \"reference\": \"a/002.tex\", \"weak\": true}\n";
    check(
        &[
            ("set/manifest.jsonl", manifest),
            ("set/a/001.png", ""),
            ("set/a/001.tex", ""),
            ("set/a/002.tex", ""),
            ("set/nougat/a/001.md", ""),
            ("set/nougat/a/001.tex", ""),
            ("marker/a/002.md", ""),
        ],
        "a/001: page 1 of a image=set/a/001.png reference=set/a/001.tex nougat=set/nougat/a/001.tex\n\
         a/002: page 2 of a reference=set/a/002.tex marker=marker/a/002.md\n  \
         ! set/manifest.jsonl line 3: image a/002.png cannot be read: there is no such file\n\
         - set/nougat/a/001.md: a/001 has one already\n",
    );
}

#[test]
fn wrong_lines_of_a_manifest_stop_no_others() {
    let manifest = "{\"id\": \"a\", \"reference\": \"a.tex\"}\n{\"id\": 3}\n{\"id\": \"a\"}\n{\"id\": \"\"}\n[1]\n\
                    {\"id\": \"b\", \"reference\": \"../x.tex\"}\n{\"id\": \"c\", \"reference\": \"c.tex\"";
    check(
        &[("manifest.jsonl", manifest), ("a.tex", ""), ("s/a.tex", "")],
        "a: reference=a.tex s=s/a.tex\n\
         ! manifest.jsonl line 2: \"id\" is a number, and must be a text\n\
         ! manifest.jsonl line 3: the id \"a\" is in line 1 already; each id must name one sample\n\
         ! manifest.jsonl line 4: the id is empty; it names the page and its prediction\n\
         ! manifest.jsonl line 5: not a record: it is a list; it must be an object like {\"id\": \"a/001\", \"reference\": \"a/001.tex\"}\n\
         ! manifest.jsonl line 6: the reference \"../x.tex\" would leave the folder; it must be relative, without `..`\n\
         ! manifest.jsonl line 7: not a record: EOF while parsing an object at column 32; it must be an object like {\"id\": \"a/001\", \"reference\": \"a/001.tex\"}\n",
    );
}

#[test]
fn records_of_one_id_are_one_sample() {
    check(
        &[
            (
                "gt.jsonl",
                "{\"id\": 1, \"latex\": \"x\"}\n{\"id\": 2, \"latex\": \"y\"}\n",
            ),
            ("nougat.csv", "id,latex\n1,x\n3,z\n"),
            ("marker.json", "{\"1\": \"x\", \"2\": \"z\"}"),
            ("img/2.png", ""),
        ],
        "1: reference=gt.jsonl:1/latex nougat=nougat.csv:2/latex marker=marker.json:1/text\n\
         2: image=img/2.png reference=gt.jsonl:2/latex marker=marker.json:1/text\n\
         3: nougat=nougat.csv:3/latex\n",
    );
}

#[test]
fn a_record_for_each_system_and_files_named_in_records() {
    check(
        &[
            (
                "d/all.jsonl",
                "{\"id\": \"p\", \"model\": \"a\", \"gt\": \"t/p.tex\", \"output\": \"o/p.md\"}\n\
                 {\"id\": \"p\", \"model\": \"b\", \"output\": \"y\"}\n\
                 {\"id\": \"p\", \"model\": \"b\", \"output\": \"z\"}\n{\"id\": \"q\", \"model\": \"b\", \"output\": 7}\n",
            ),
            ("d/t/p.tex", ""),
            ("d/o/p.md", ""),
        ],
        "p: reference=d/t/p.tex a=d/o/p.md b=d/all.jsonl:2/output\n\
         q:\n\
         ! d/all.jsonl line 3: p already has a prediction of b; this one is omitted. Keep only one of them\n\
         ! d/all.jsonl line 4: \"output\" is a number, and must be a text\n",
    );
}

#[test]
fn a_reference_may_stand_in_every_record_of_its_sample() {
    check(
        &[
            (
                "a.jsonl",
                "{\"id\": 1, \"model\": \"m\", \"gt\": \"x\", \"output\": \"y\"}\n\
                 {\"id\": 1, \"model\": \"n\", \"gt\": \"x\", \"output\": \"z\"}\n",
            ),
            (
                "b.jsonl",
                "{\"id\": 1, \"model\": \"o\", \"gt\": \"other\", \"output\": \"x\"}\n",
            ),
        ],
        "1: reference=a.jsonl:1/gt m=a.jsonl:1/output n=a.jsonl:2/output o=b.jsonl:1/output\n\
         ! b.jsonl line 1: 1 already has a reference; this one is omitted. Keep only one of them\n",
    );
}

#[test]
fn a_wrong_text_keeps_no_other_text_of_its_record() {
    check(
        &[(
            "a.jsonl",
            "{\"id\": 1, \"gt\": \"gone.tex\", \"pred_m\": \"x\", \"pred_n\": \"y\"}\n\
             {\"id\": 2, \"gt\": \"x\", \"pred_m\": 3, \"pred_n\": \"y\"}\n",
        )],
        "1: m=a.jsonl:1/pred_m n=a.jsonl:1/pred_n\n  \
         ! a.jsonl line 1: reference gone.tex cannot be read: there is no such file\n\
         2: reference=a.jsonl:2/gt n=a.jsonl:2/pred_n\n\
         ! a.jsonl line 2: \"pred_m\" is a number, and must be a text\n",
    );
}

#[test]
fn datasets_with_the_same_ids_keep_their_samples() {
    let manifest = "{\"id\": \"001\", \"reference\": \"001.tex\"}";
    check(
        &[
            ("one/manifest.jsonl", manifest),
            ("one/001.tex", ""),
            ("one/nougat/001.md", ""),
            ("two/manifest.jsonl", manifest),
            ("two/001.tex", ""),
            ("two/nougat/001.md", ""),
        ],
        "001: reference=one/001.tex nougat=one/nougat/001.md\n\
         two/001: reference=two/001.tex nougat=two/nougat/001.md\n",
    );
}

#[test]
fn pages_in_a_record_are_a_document() {
    check(
        &[(
            "pairs.jsonl",
            "{\"id\": \"d\", \"kind\": \"document\", \"system\": \"s\", \"pages\": [{\"reference\": \"x\", \"prediction\": \"y\"}, {\"reference\": \"z\"}]}",
        )],
        "d/001: page 1 of d reference=pairs.jsonl:1/pages/0/reference s=pairs.jsonl:1/pages/0/prediction\n\
         d/002: page 2 of d reference=pairs.jsonl:1/pages/1/reference\n",
    );
}

#[test]
fn columns_can_be_named_by_hand() {
    let listing = listing(&[("t.csv", "nr;wahr;gelesen\n7;\\frac12;\\frac21\n")]);
    let guessed = plan(&listing, &Choices::default());
    assert!(guessed.samples.is_empty());
    assert_eq!(guessed.tables[0].columns, ["/nr", "/wahr", "/gelesen"]);
    let mapping = Mapping {
        id: Some("/nr".to_owned()),
        reference: Some("/wahr".to_owned()),
        predictions: vec![PredictionColumn {
            column: "/gelesen".to_owned(),
            system: "s".to_owned(),
        }],
        default_kind: Kind::Formula,
        ..Mapping::default()
    };
    let mut choices = Choices::default();
    choices.mappings.insert("t.csv".to_owned(), mapping);
    let plan = plan(&listing, &choices);
    assert_eq!(show(&plan), "7: reference=t.csv:2/wahr s=t.csv:2/gelesen\n");
    let sample = &plan.samples[0];
    assert_eq!(sample.kind, Kind::Formula);
    assert_eq!(listing.passage(sample.reference.as_ref().unwrap()).unwrap(), "\\frac12");
    assert_eq!(listing.passage(sample.prediction(0).unwrap()).unwrap(), "\\frac21");
}

#[test]
fn lists_without_texts_are_left_over() {
    check(
        &[
            ("set/manifest.jsonl", "{\"id\": \"a\", \"reference\": \"a.tex\"}"),
            ("set/a.tex", ""),
            ("set/documents.jsonl", "{\"document\": \"a\", \"entries\": 3}"),
            ("set/settings.json", "{\"x\": 1}"),
        ],
        "a: reference=set/a.tex\n\
         - set/documents.jsonl: no column with a text to compare was found among /document, /entries; name the columns by hand if there is one\n\
         - set/settings.json: holds no records: it is neither an array nor an object of records\n\
         ! no prediction was found: add files such as p1.prediction.tex, or a folder of p1.tex for each system\n",
    );
}

#[test]
fn the_first_record_says_what_a_sample_is() {
    let long = "word ".repeat(200);
    let pages = format!("id,latex\n1,{long}\n");
    let listing = listing(&[("gt.csv", "id,kind,latex\n1,formula,x\n"), ("a.csv", &pages)]);
    let plan = plan(&listing, &Choices::default());
    assert_eq!((plan.samples.len(), plan.samples[0].kind), (1, Kind::Formula));
    assert_eq!(show(&plan), "1: reference=gt.csv:2/latex a=a.csv:2/latex\n");
}

#[test]
fn files_that_records_name_say_what_a_sample_is() {
    let list = r#"[{"id": "a", "image": "a.png", "reference": "a.tex"}]"#;
    let kind = |text: &str| {
        let listing = listing(&[("samples.json", list), ("a.png", ""), ("a.tex", text)]);
        plan(&listing, &Choices::default()).samples[0].kind
    };
    assert_eq!(kind(&"word ".repeat(200)), Kind::Page);
    assert_eq!(kind("x^2"), Kind::Formula);
}

#[test]
fn what_a_manifest_does_not_list_is_no_sample() {
    check(
        &[
            ("set/manifest.jsonl", "{\"id\": \"a\", \"image\": \"a.png\"}"),
            ("set/a.png", ""),
            ("set/a.tex", ""),
            ("set/b.png", ""),
            ("c.png", ""),
        ],
        "a: image=set/a.png\n\
         c: image=c.png\n\
         - set/a.tex: no page or reference has this name; rename it, or say where it belongs\n\
         - set/b.png: no page or reference has this name; rename it, or say where it belongs\n",
    );
}
