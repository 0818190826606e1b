//! The unit tests of olmOCR-bench on small pages.

use serde_json::{Value, json};
use texlens_metrics::olmocr::{
    LoadError, MAX_MARKDOWN_BYTES, Page, Rendered, Renderer, RunError, Symbol, Test, html_tables, load_tests,
    markdown_tables, passes,
};

/// Returns a test with these fields and those that all tests have.
fn test(fields: &Value) -> Result<Test, LoadError> {
    let mut test = json!({"pdf": "a.pdf", "page": 1, "id": "t"});
    let object = test.as_object_mut().unwrap();
    object.extend(fields.as_object().unwrap().clone());
    Test::from_json(&test.to_string())
}

#[track_caller]
fn check(markdown: &str, fields: &Value, passes: bool) {
    let verdict = test(fields).unwrap().run(&Page::from(markdown)).unwrap();
    assert_eq!(
        verdict.passed, passes,
        "{fields} on {markdown:?}: {}",
        verdict.explanation
    );
    assert!(!verdict.explanation.is_empty(), "a verdict has a reason");
}

#[test]
fn present_and_absent() {
    let page = "# Title\n\nThe **quick** brown\nfox, “quoted”. Page 3";
    let present = |text: &str| json!({"type": "present", "text": text});
    check(page, &present("The quick brown fox, \"quoted\"."), true);
    check(page, &present("the quick"), false);
    check(
        page,
        &json!({"type": "present", "text": "THE QUICK", "case_sensitive": false}),
        true,
    );
    check(
        page,
        &json!({"type": "present", "text": "quick brawn fox", "max_diffs": 2}),
        true,
    );
    check(
        page,
        &json!({"type": "present", "text": "Page 3", "first_n": 20}),
        false,
    );
    check(page, &json!({"type": "present", "text": "Page 3", "last_n": 6}), true);
    check(
        page,
        &json!({"type": "present", "text": "# TitPage 3", "first_n": 5, "last_n": 6}),
        true,
    );
    check(page, &json!({"type": "absent", "text": "Page 3"}), false);
    check(page, &json!({"type": "absent", "text": "Page 4"}), true);
    check("", &present("x"), false);
    check("", &json!({"type": "absent", "text": "x"}), true);
}

#[test]
fn order() {
    let page = "First comes this. Then comes that. First again.";
    let order = |before: &str, after: &str, max_diffs: usize| json!({"type": "order", "before": before, "after": after, "max_diffs": max_diffs});
    check(page, &order("First", "Then", 0), true);
    check(page, &order("Then", "First", 0), true);
    check(page, &order("comes that", "comes this", 0), false);
    check(page, &order("Frist comes", "Than comes", 2), true);
    check(page, &order("missing", "Then", 0), false);
    check(page, &order("Then", "missing", 0), false);
}

#[test]
fn table() {
    let page = "| | 2019 | 2020 |\n|---|---|---|\n| Alpha | 1.5 | 2.5 |\n\n\
        <table><tr><th>City</th><th colspan=2>People</th></tr>\
        <tr><td rowspan=2>Genf<td>201</td></td><td>9</td></tr><tr><td>x<br>y</td></tr></table>";
    let table = |fields: Value| {
        let mut fields = fields;
        fields["type"] = "table".into();
        fields
    };
    check(
        page,
        &table(json!({"cell": "1.5", "up": "2019", "left": "Alpha", "right": "2.5"})),
        true,
    );
    check(
        page,
        &table(json!({"cell": "2.5", "top_heading": "2020", "left_heading": "Alpha"})),
        true,
    );
    check(page, &table(json!({"cell": "2.5", "up": "2019"})), false);
    check(
        page,
        &table(json!({"cell": "1.5", "ignore_markdown_tables": true})),
        false,
    );
    check(
        page,
        &table(json!({"cell": "x y", "top_heading": "People", "left": null})),
        true,
    );
    check(
        page,
        &table(json!({"cell": "2019", "down": "1.6", "max_diffs": 1})),
        true,
    );
    check(
        "\\begin{tabular}{c} a & b \\end{tabular}",
        &table(json!({"cell": "a"})),
        false,
    );
}

#[test]
fn baseline() {
    let baseline = json!({"type": "baseline"});
    check("A page.", &baseline, true);
    check("...", &baseline, false);
    check(&format!("x{}", "ab".repeat(31)), &baseline, false);
    check("中", &baseline, false);
    check(
        "中",
        &json!({"type": "baseline", "check_disallowed_characters": false}),
        true,
    );
    check(
        "![four](a.png) ab",
        &json!({"type": "baseline", "max_length": 3}),
        false,
    );
    check(
        "![four](a.png) ab",
        &json!({"type": "baseline", "max_length": 3, "max_length_skips_image_alt_tags": true}),
        true,
    );
}

#[test]
fn format() {
    let page = "## A heading\n**bold** and *italic* and <b>more</b>";
    let format = |text: &str, format: &str| json!({"type": "format", "text": text, "format": format});
    check(page, &format("A heading", "heading"), true);
    check(page, &format("heading", "heading"), true);
    check(page, &format("bold", "bold"), true);
    check(page, &format("more", "bold"), true);
    check(page, &format("bold", "italic"), false);
    check(page, &format("italic", "italic"), true);
    check("plain", &format("plain", "heading"), false);
}

#[test]
fn footnote() {
    let page = "As shown before[^1] and after.<SUP>2</SUP> Also³ here.\n[^4]: a note";
    let footnote = |marker: &str, before: &str, after: &str| json!({"type": "footnote", "marker": marker, "appears_before_marker": before, "appears_after_marker": after});
    for (marker, passes) in [("1", true), ("2", true), ("3", true), ("4", false), ("5", false)] {
        check(page, &footnote(marker, "", ""), passes);
    }
    check(page, &footnote("1", "shown before", "and after"), true);
    check(page, &footnote("1", "and after", ""), false);
    check(page, &footnote("2", "", "Also"), true);
}

#[test]
fn lines_that_are_no_tests_say_why() {
    use LoadError::{
        DuplicateId, Empty, MarkerWithSpace, MaxDiffsTooLarge, MissingField, UnknownField, UnknownFormat, UnknownType,
        WrongType,
    };
    let error = |fields: Value| test(&fields).unwrap_err();
    let expected = "a whole number, 0 or more";
    let field = "max_diffs";
    assert_eq!(
        error(json!({"type": "nonsense"})),
        UnknownType {
            name: "nonsense".into()
        }
    );
    assert_eq!(error(json!({"type": "present"})), MissingField { field: "text" });
    assert_eq!(
        error(json!({"type": "present", "text": "** **"})),
        Empty { field: "text" }
    );
    assert_eq!(error(json!({"type": "baseline", "id": ""})), Empty { field: "id" });
    for max_diffs in [json!(-1), json!(1.5), json!("1")] {
        let fields = json!({"type": "present", "text": "x", "max_diffs": max_diffs});
        assert_eq!(error(fields), WrongType { field, expected });
    }
    let fields = json!({"type": "present", "text": "x", "txet": "y"});
    assert_eq!(error(fields), UnknownField { field: "txet".into() });
    let fields = json!({"type": "order", "before": "abc", "after": "abcdef", "max_diffs": 2});
    assert_eq!(error(fields), MaxDiffsTooLarge { allowed: 1 });
    let fields = json!({"type": "format", "text": "x", "format": "underline"});
    assert_eq!(
        error(fields),
        UnknownFormat {
            name: "underline".into()
        }
    );
    assert_eq!(error(json!({"type": "footnote", "marker": "1 2"})), MarkerWithSpace);
    assert_eq!(error(json!({"type": "math", "math": " "})), Empty { field: "math" });
    assert!(matches!(Test::from_json("[1]"), Err(LoadError::NotAnObject)));
    assert!(matches!(Test::from_json("{"), Err(LoadError::Json { .. })));
    let long = json!({"type": "present", "text": "x".repeat(5000)});
    assert_eq!(error(long), LoadError::TooLong { field: "text" });

    let line = json!({"pdf": "a.pdf", "page": 1, "id": "t", "type": "baseline"});
    let twice = load_tests(&format!("{line}\n\n{line}\n")).unwrap_err();
    assert_eq!((twice.line, twice.error), (3, DuplicateId { id: "t".into() }));
}

#[test]
fn what_cannot_be_run_is_an_error() {
    let formula = test(&json!({"type": "math", "math": "x"})).unwrap();
    assert_eq!(formula.run(&Page::from("$y$")), Err(RunError::NoRenderer));
    let baseline = test(&json!({"type": "baseline"})).unwrap();
    let bytes = MAX_MARKDOWN_BYTES + 1;
    assert_eq!(
        baseline.run(&Page::from("x".repeat(bytes).as_str())),
        Err(RunError::TooLong { bytes })
    );
    for html in [
        "<table><tr><td colspan=999999999999999999999>x".to_owned(),
        "<table><tr><td rowspan=60000>x".to_owned(),
        "<table><tr><td colspan=300 rowspan=300>x".to_owned(),
        "<table><tr><td>".repeat(30) + &"x".repeat(1 << 14),
    ] {
        assert_eq!(html_tables(&html), Err(RunError::TablesTooLarge), "{html}");
    }
    assert_eq!(
        markdown_tables(&"a|".repeat(60_000).replace("||", "|\n|")),
        Ok(Vec::new()),
        "one line is no table"
    );
    assert_eq!(markdown_tables(&"a|b\n".repeat(60_000)), Err(RunError::TablesTooLarge));
}

/// Pages that consist of markup only are read in bounded time.
#[test]
fn hostile_pages_do_no_harm() {
    let tests = [
        json!({"type": "present", "text": "a b", "max_diffs": 1}),
        json!({"type": "order", "before": "aaa", "after": "aab", "max_diffs": 1}),
        json!({"type": "table", "cell": "a"}),
        json!({"type": "format", "text": "a", "format": "bold"}),
        json!({"type": "format", "text": "a", "format": "heading"}),
        json!({"type": "format", "text": "a", "format": "italic"}),
        json!({"type": "footnote", "marker": "1", "appears_before_marker": "a"}),
        json!({"type": "baseline"}),
    ];
    for unit in [
        "<table><tr><td>",
        "<tr><td>a",
        "a|\n",
        "**",
        "# ",
        "<b>",
        "[^1]",
        "<sup",
        "<td rowspan=0>",
        "&",
        "</table>",
        "*a_",
    ] {
        let page = unit.repeat(2_000);
        for fields in &tests {
            let _ = test(fields).unwrap().run(&Page::from(page.as_str()));
        }
    }
}

#[test]
fn more_than_half_of_the_repeats_must_pass() {
    assert!(passes(2, 3) && !passes(1, 2) && !passes(0, 0) && passes(1, 1));
    let added = Test::added_baseline("b.pdf");
    assert_eq!(
        (added.id.as_str(), added.page, added.check.kind()),
        ("b.pdf_baseline", 1, "baseline")
    );
}

/// A renderer that sets the letters of a formula in a row, and knows no commands.
struct Row;

impl Renderer for Row {
    fn render(&self, latex: &str) -> Result<Rendered, String> {
        if latex.contains('\\') {
            return Err("unknown command".to_owned());
        }
        let symbol = |(at, text): (usize, char)| Symbol {
            text,
            x: 20.0 * at as f64,
            y: 0.0,
        };
        let letters = latex.chars().filter(|c| c.is_alphanumeric());
        Ok(Rendered::new(
            &format!("<{latex}>"),
            letters.enumerate().map(symbol).collect(),
        ))
    }
}

#[test]
fn math() {
    let run = |markdown: &str, fields: &Value| {
        let verdict = test(fields)
            .unwrap()
            .run(&Page::from(markdown).with_renderer(&Row))
            .unwrap();
        (verdict.passed, verdict.explanation)
    };
    let math = |math: &str| json!({"type": "math", "math": math});
    for (markdown, formula, passes, reason) in [
        ("$ab$", "ab", true, "\"ab\" is on the page as it is written"),
        (
            "$x$ and \\({ab}\\)",
            "ab",
            true,
            "\"{ab}\" has all symbols in the same arrangement",
        ),
        ("$cabd$", "ab", true, "\"cabd\" has all symbols in the same arrangement"),
        ("$a + b$", "a+b", true, "\"a + b\" has the same MathML, or contains it"),
        (
            "$ba$",
            "ab",
            false,
            "\"ab\" is not in the only formula of the page, \"ba\"",
        ),
        (
            "$xy$ $ba$",
            "ab",
            false,
            "\"ab\" is in none of the 2 formulas of the page; the most similar one is \"ba\"",
        ),
        ("ab", "ab", false, "the page has no formula"),
        (
            "$ab\\x$",
            "ab",
            false,
            "\"ab\" is not in the only formula of the page, \"ab\\\\x\", which cannot be rendered (unknown command)",
        ),
        (
            "$a$",
            "\\x",
            true,
            "the formula of the test cannot be rendered (unknown command), so any formula is enough",
        ),
    ] {
        assert_eq!(
            run(markdown, &math(formula)),
            (passes, reason.to_owned()),
            "{formula} on {markdown}"
        );
    }
    let without_dollars = json!({"type": "math", "math": "ab", "ignore_dollar_delimited": true});
    assert!(!run("$ab$", &without_dollars).0 && run("$b$ \\[ab\\]", &without_dollars).0);
}
