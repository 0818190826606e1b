//! The report as its readers see it: the content of the page, forbidden content, and reading the report back.
#![allow(clippy::unwrap_used, missing_docs)]

use base64::{Engine, prelude::BASE64_STANDARD};
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use texlens_evaluate::{
    Credit, ErrorFinding, ErrorType, Evaluation, Filtered, Formula, FormulaPair, Found, Image, Judgement, Kind, PageOf,
    Prediction, Provenance, SampleResult, Setting,
};
use texlens_latex::{Diagnostic, ErrorClass};
use texlens_metrics::{Outcome, Ratio, Score, Side, Span, SpanKind};
use texlens_report::{Assets, MAX_BYTES, ReportError, from_html, to_html};
use texlens_vocabulary::{BBox, Compilation, Doubt, Limit, Origin, ReadFrom, Recognition, TexError, Token, TokenKind};

const REFERENCE: &str = r"Let $x^2$ be <small> & odd.";
const PREDICTION: &str = r"Let $x^{2}$ be <small> & $\undefined y$ even.";

/// Two errors: one whose position is known, and one that has only a message.
fn compilation() -> Compilation {
    let place = PREDICTION.find("\\undefined").unwrap();
    let error = |message: &str, range| TexError {
        diagnostic: Diagnostic {
            class: ErrorClass::UndefinedCommand,
            message: message.to_owned(),
            advice: "Define it, or write what it stands for.".to_owned(),
            range,
        },
        line: Some(1),
        column: Some(33),
        excerpt: "Let $x^{2}$ be <small> & $\\undefined".to_owned(),
    };
    Compilation {
        compiles: false,
        fatal: false,
        pages: 1,
        error_count: 3,
        errors: vec![
            error("Undefined control sequence", Some(place..place + 10)),
            TexError {
                line: None,
                column: None,
                excerpt: String::new(),
                ..error("Something <else>", None)
            },
        ],
        limit: Some(Limit::Steps),
    }
}

fn small() -> Evaluation {
    let formula = |text: &str, latex: &str| {
        let start = text.find(latex).unwrap();
        Some(Formula {
            latex: latex.to_owned(),
            display: false,
            range: start - 1..start + latex.len() + 1,
        })
    };
    let recognition = Recognition {
        latex: PREDICTION.to_owned(),
        tokens: vec![Token {
            range: 0..3,
            bbox: BBox {
                x0: 0.1,
                y0: 1.0,
                x1: 20.25,
                y1: 9.5,
            },
            kind: TokenKind::Text,
            confidence: 0.3,
        }],
        origins: vec![Origin {
            range: 0..1,
            glyph: 7,
            confidence: 0.3,
        }],
        ..Recognition::default()
    };
    let span = Span {
        side: Side::Reference,
        range: 4..9,
        kind: SpanKind::Match,
        note: "same tokens".to_owned(),
    };
    Evaluation {
        title: "A small page".to_owned(),
        samples: vec![SampleResult {
            id: "page-1".to_owned(),
            kind: Kind::Page,
            page_of: Some(PageOf {
                document: "thesis".to_owned(),
                page: 7,
            }),
            image: Some(Image {
                media_type: "image/png".to_owned(),
                bytes: vec![137, 80, 78, 71],
                width: 850,
                height: 1100,
            }),
            reference: Some(REFERENCE.to_owned()),
            prediction: Some(Prediction {
                system: "texlens OCR 0.1".to_owned(),
                latex: PREDICTION.to_owned(),
                recognition: Some(recognition),
                by_hand: None,
            }),
            credit: Some(Credit {
                title: "On small pages".to_owned(),
                page: 4,
                authors: "A. Author and B. Author".to_owned(),
                licence: "MIT".to_owned(),
                licence_url: "https://example.org/LICENSE".to_owned(),
                origin: "example/pages".to_owned(),
                source_url: "https://example.org/page.tex".to_owned(),
                changes: "Quotation marks.".to_owned(),
            }),
            scores: vec![
                Score {
                    metric: "sa".to_owned(),
                    outcome: Outcome::Defined {
                        value: 2.0 / 3.0,
                        ratio: Some(Ratio {
                            numerator: 2.0,
                            denominator: 3.0,
                        }),
                    },
                    summary: "2 of 3 predicted titles are right".to_owned(),
                    spans: vec![span],
                    unlisted: 0,
                },
                Score {
                    metric: "ctp".to_owned(),
                    outcome: Outcome::Undefined {
                        reason: "the reference has no sections".to_owned(),
                    },
                    summary: String::new(),
                    spans: Vec::new(),
                    unlisted: 0,
                },
            ],
            formulas: vec![
                FormulaPair {
                    reference: formula(REFERENCE, "x^2"),
                    prediction: formula(PREDICTION, "x^{2}"),
                    exact: true,
                    found: Found::Equal,
                },
                FormulaPair {
                    reference: None,
                    prediction: formula(PREDICTION, r"\undefined y"),
                    exact: false,
                    found: Found::Alone,
                },
            ],
            compilation: Some(compilation()),
            error_types: vec![ErrorFinding {
                error_type: ErrorType::CompilationFailure,
                judgement: Judgement::Found {
                    why: "The prediction does not compile: <undefined> command".to_owned(),
                },
                spans: vec![Span {
                    side: Side::Prediction,
                    range: 4..9,
                    kind: SpanKind::Different,
                    note: "undefined command".to_owned(),
                }],
            }],
            ..SampleResult::default()
        }],
        provenance: Provenance {
            texlens: "0.1.0".to_owned(),
            created: "2026-11-20T21:04:05Z".to_owned(),
            settings: vec![Setting {
                name: "ctp.min_words".to_owned(),
                value: "3".to_owned(),
            }],
            provider: Some("wasm: WebGPU is not offered by this browser".to_owned()),
            model: Some("ab12".to_owned()),
            ..Provenance::default()
        },
        ..Evaluation::default()
    }
}

fn assets() -> Assets {
    Assets {
        katex_css: "@font-face{font-family:KaTeX_Main;src:url(fonts/KaTeX_Main-Regular.woff2) format(\"woff2\")}.katex{font:normal 1.21em KaTeX_Main,serif}".to_owned(),
        fonts: [("KaTeX_Main-Regular.woff2".to_owned(), vec![1, 2, 3])].into(),
    }
}

/// Returns roughly what a reader sees: the body without elements, MathML and data.
fn text(html: &str) -> String {
    let body = html.split_once("<body>").unwrap().1.split("<script").next().unwrap();
    let mut text = String::new();
    let mut rest = body;
    while let Some((before, tail)) = rest.split_once('<') {
        text.push_str(before);
        text.push(' ');
        rest = match tail.strip_prefix("math ") {
            Some(math) => math.split_once("</math>").unwrap().1,
            None => tail.split_once('>').unwrap().1,
        };
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[test]
fn a_small_report_reads_as_expected() {
    let html = to_html(&small(), &assets()).unwrap();
    let expected = concat!(
        "A small page Made 2026-11-20 21:04:05 UTC with texlens 0.1.0 ",
        "page-1 # Page 7 of thesis, as read by texlens OCR 0.1 ",
        "On small pages , page 4. A. Author and B. Author. example/pages , licence MIT . Changes to the reference: Quotation marks. ",
        "Scores Metric Value Correct Explained by ",
        "Section accuracy sa 0.667 2 of 3 2 of 3 predicted titles are right ",
        "Limits: Missing headings and wrong levels cost nothing: one right heading alone scores 1. sa_f1 and sa_f1_levels count them. ",
        "1 counted as right match reference $x^2$ same tokens ",
        "1 metric is n/a n/a: the reference has no sections Complex text preservation ctp ",
        "Error types Compilation Failures compilation_failure : yes. The prediction does not compile: <undefined> command ",
        "1 to look at different prediction $x^{2 undefined command ",
        "Page image, 850 × 1100 pixels ",
        "Differences 2 places. missing stands in the reference only, extra in the prediction only. ",
        "Let $x^ 2 {2} $ be <small> & odd $\\undefined y$ even . ",
        "Compilation Does not compile: 3 errors; 1 page still produced. Line Error What to do ",
        "1:33 Undefined control sequence Let $x^{2}$ be <small> & $\\undefined Define it, or write what it stands for. ",
        "– Something <else> Define it, or write what it stands for. and 1 more ",
        "Formulas 1 formula different Reference Prediction # not in the reference ",
        "\\undefined y Not rendered: Undefined control sequence: \\undefined ",
        "1 formula the same # x 2 x^{2} ",
        "Reference LaTeX Let $x^2$ be <small> & odd. ",
        "Prediction LaTeX Let $x^{2}$ be <small> & $\\undefined y$ even. ",
        "How this was made texlens 0.1.0 Created 2026-11-20 21:04:05 UTC ",
        "Execution provider wasm: WebGPU is not offered by this browser Model SHA-256 ab12 ",
        "Settings ctp.min_words 3 ",
        "This page is complete in itself: it needs no network, and reads without scripts. ",
        "Drop it into texlens to open the evaluation again; its data are in the page as JSON.",
    );
    assert_eq!(text(&html), expected);
}

#[test]
fn nothing_is_loaded_and_nothing_runs() {
    let html = to_html(&small(), &assets()).unwrap();
    assert!(
        html.contains(
            "img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'\""
        )
    );
    // The data, and the script that filters and sorts, whose hash the policy names.
    assert_eq!(html.matches("<script").count(), 2);
    let (_, script) = html.split_once("<script>").unwrap();
    let (script, _) = script.split_once("</script>").unwrap();
    let hash = BASE64_STANDARD.encode(Sha256::digest(script));
    assert!(html.contains(&format!("default-src 'none'; script-src 'sha256-{hash}'; img-src")));
    assert!(html.contains(r#"<script type="application/json" id="texlens-evaluation">"#));
    for element in ["<link", "<iframe", "<object", "<embed", "<form", "<base", "@import"] {
        assert!(!html.contains(element), "{element}");
    }
    assert!(html.split("src=\"").skip(1).all(|rest| rest.starts_with("data:")));
    assert!(html.split("url(").skip(1).all(|rest| rest.starts_with("data:")));
    // Links are only followed by the reader.
    let link = |rest: &str| rest.starts_with('#') || rest.starts_with("https://example.org/");
    assert!(html.split("href=\"").skip(1).all(link));
}

#[test]
fn tables_that_differ_stand_side_by_side() {
    let tabular = |body: &str| format!("\\begin{{tabular}}{{ll}} {body} \\end{{tabular}}");
    let equal = tabular("u & v \\\\ w & x");
    let mut evaluation = small();
    let sample = &mut evaluation.samples[0];
    let reference = tabular("\\multicolumn{2}{c}{<b>} \\\\ a & 1 \\\\ b & 2");
    let prediction = tabular("\\multicolumn{2}{c}{<b>} \\\\ a & 7");
    *sample = SampleResult {
        id: sample.id.clone(),
        kind: Kind::Page,
        reference: Some(format!("{equal} {reference}")),
        prediction: Some(Prediction::given(
            "a system".to_owned(),
            format!("{prediction} {equal}"),
        )),
        ..SampleResult::default()
    };
    let html = to_html(&evaluation, &assets()).unwrap();
    for part in [
        "<td colspan=\"2\">&lt;b&gt;</td>",
        "<td class=\"different\" title=\"different\"><mark>1</mark></td>",
        "<td class=\"different\" title=\"different\"><mark>7</mark></td>",
        "<td class=\"missing\" title=\"missing\"><del>2</del></td>",
        "1 table with the same cells.",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert_eq!(html.matches("<div class=\"table-pair\">").count(), 1);
    assert_eq!(from_html(&html).unwrap(), evaluation);
}

#[test]
fn image_bytes_are_stored_once() {
    let mut evaluation = small();
    let bytes: Vec<u8> = (0..=255).cycle().take(30_000).collect();
    evaluation.samples[0].image.as_mut().unwrap().bytes = bytes;
    let html = to_html(&evaluation, &assets()).unwrap();
    let empty = to_html(&small(), &assets()).unwrap();
    assert!(html.len() - empty.len() <= 40_000);
    assert_eq!(from_html(&html).unwrap(), evaluation);
}

#[test]
fn other_pages_are_refused_with_advice() {
    for html in [
        "",
        "hello",
        "<!DOCTYPE html><title>x</title>",
        r#"<script type="application/json">{}</script>"#,
    ] {
        assert_eq!(from_html(html), Err(ReportError::NotAReport));
    }
}

#[test]
fn reports_from_before_the_way_of_matching_was_recorded_open() {
    let html = to_html(&small(), &assets()).unwrap();
    let old = html
        .replace(r#","found":"equal""#, "")
        .replace(r#","found":"alone""#, "");
    assert_ne!(old, html);
    let pairs = &from_html(&old).unwrap().samples[0].formulas;
    assert!(pairs.iter().all(|pair| pair.found == Found::Unrecorded));
}

#[test]
fn newer_versions_are_named() {
    let html = to_html(&small(), &assets())
        .unwrap()
        .replace(r#""version":1,"#, r#""version":7,"#);
    let error = from_html(&html).unwrap_err();
    assert_eq!(error, ReportError::Newer { version: 7 });
    assert!(error.to_string().contains("newer"), "{error}");
}

#[test]
fn damage_is_reported_wherever_it_is() {
    let html = to_html(&small(), &assets()).unwrap();
    let data = html.find(r#"<script type="application/json""#).unwrap();
    for (what, damaged) in [
        ("cut off", html[..html.len() - 30].to_owned()),
        ("JSON", html.replace(r#""evaluation":{"#, r#""evaluation":{{"#)),
        ("a field", html.replace(r#""title":"#, r#""tittle":"#)),
        ("image", html.replace("base64,iVBO", "base64,iVB!")),
        ("no image", html[data..].to_owned()),
        (
            "range",
            html.replace(r#""range":{"start":4,"end":9}"#, r#""range":{"start":4,"end":9000}"#),
        ),
        (
            "reversed range",
            html.replace(r#""range":{"start":4,"end":9}"#, r#""range":{"start":9,"end":4}"#),
        ),
    ] {
        assert_ne!(damaged, html, "{what}");
        assert!(
            matches!(from_html(&damaged), Err(ReportError::Damaged { .. })),
            "{what}: {:?}",
            from_html(&damaged).err()
        );
    }
}

#[test]
fn a_report_from_before_compilations_opens() {
    let mut old = small();
    old.samples[0].compilation = None;
    let html = to_html(&old, &assets()).unwrap();
    assert!(
        !html.contains("\"compilation\""),
        "nothing is written where there is nothing"
    );
    assert_eq!(from_html(&html).unwrap(), old);
}

#[test]
fn sizes_are_limited() {
    assert!(matches!(
        from_html(&" ".repeat(MAX_BYTES + 1)),
        Err(ReportError::TooLarge { .. })
    ));
}

#[test]
fn what_would_not_open_again_is_not_written() {
    let mut infinite = small();
    infinite.samples[0].scores[0].outcome = Outcome::Defined {
        value: f64::NAN,
        ratio: None,
    };
    let mut outside = small();
    outside.samples[0].scores[0].spans[0].range = 0..10_000;
    let mut script = small();
    script.samples[0].image.as_mut().unwrap().media_type = "image/svg+xml".to_owned();
    let mut running = small();
    running.samples[0].credit.as_mut().unwrap().source_url = "javascript:alert(1)".to_owned();
    let mut beyond = small();
    beyond.samples[0].compilation.as_mut().unwrap().errors[0]
        .diagnostic
        .range = Some(0..10_000);
    for evaluation in [infinite, outside, script, running, beyond] {
        assert!(matches!(
            to_html(&evaluation, &assets()),
            Err(ReportError::Inconsistent(_))
        ));
    }
}

/// Strings that try to escape from the element or attribute that contains them.
fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "</script>",
        "<!--",
        "-->",
        "<script>alert(1)</script>",
        "]]>",
        "\"",
        "'",
        "&lt;",
        "&",
        "<img id=\"texlens-image-0\" src=\"data:image/png;base64,AAAA\">",
        r#"<script type="application/json" id="texlens-evaluation">"#,
        "\u{2028}",
        "\0",
        "\\",
        "$",
        "\\frac{1}{2}",
        "{",
        "}",
        "\r\n",
        "é",
        "𝔸",
        "javascript:",
        "</style>",
        "</title>",
        "</textarea>",
    ]);
    prop::collection::vec(prop_oneof![pieces.prop_map(str::to_owned), any::<String>()], 0..8)
        .prop_map(|pieces| pieces.concat())
}

prop_compose! {
    fn evaluation()(
        title in hostile(), id in hostile(), reference in prop::option::of(hostile()), latex in hostile(), system in hostile(),
        note in hostile(), reason in hostile(), value in -1e300..1e300_f64, created in hostile(), name in hostile(),
        provider in prop::option::of(hostile()), bytes in prop::collection::vec(any::<u8>(), 0..60), confidence in 0.0..1.0_f32,
    ) -> Evaluation {
        let whole = Formula { latex: latex.clone(), display: true, range: 0..latex.len() };
        let recognition = Recognition {
            latex: latex.clone(),
            tokens: vec![Token { range: 0..latex.len(), bbox: BBox { x1: confidence * 1e3, ..BBox::default() }, kind: TokenKind::InlineMath, confidence }],
            origins: vec![Origin { range: 0..latex.len(), glyph: 1, confidence }],
            turn: 180.0 * confidence,
            doubt: (confidence < 0.5).then_some(Doubt::LowConfidence),
            cut_off: None,
            read_from: ReadFrom::Image { because: Some(reason.clone()) },
        };
        let span = Span { side: Side::Prediction, range: 0..latex.len(), kind: SpanKind::Different, note };
        let error = TexError {
            diagnostic: Diagnostic { class: ErrorClass::Other, message: title.clone(), advice: name.clone(), range: Some(0..latex.len()) },
            line: Some(1),
            column: None,
            excerpt: created.clone(),
        };
        let sample = SampleResult {
            case: Some(title.clone()),
            tags: [(name.clone(), title.clone())].into(),
            comment: reason.clone(),
            id,
            kind: Kind::Document,
            image: Some(Image { media_type: "image/jpeg".to_owned(), bytes, width: 3, height: 4 }),
            reference,
            prediction: Some(Prediction { system, latex, recognition: Some(recognition), by_hand: None }),
            credit: Some(Credit {
                title: title.clone(),
                page: 1,
                authors: name.clone(),
                licence: created.clone(),
                licence_url: format!("http://{name}"),
                origin: title.clone(),
                source_url: format!("https://{title}"),
                changes: reason.clone(),
            }),
            scores: vec![
                Score { metric: name.clone(), outcome: Outcome::Defined { value, ratio: None }, summary: title.clone(), spans: vec![span], unlisted: 0 },
                Score { metric: "x".to_owned(), outcome: Outcome::Undefined { reason }, summary: String::new(), spans: Vec::new(), unlisted: 0 },
            ],
            formulas: vec![FormulaPair { reference: None, prediction: Some(whole), exact: false, found: Found::Alone }],
            compilation: Some(Compilation { compiles: false, fatal: true, pages: 0, error_count: 1, errors: vec![error], limit: None }),
            ..SampleResult::default()
        };
        Evaluation {
            title: title.clone(),
            samples: vec![sample.clone(), SampleResult { image: None, ..sample }],
            provenance: Provenance { texlens: title, created, settings: vec![Setting { name: name.clone(), value: name }], provider: provider.clone(), model: provider, ..Provenance::default() },
            ..Evaluation::default()
        }
    }
}

/// Returns the values of an attribute in the visible part of a page, as they are written. Texts have no quotation marks.
fn values<'h>(html: &'h str, attribute: &str) -> Vec<&'h str> {
    let (_, body) = html.split_once("<body>").unwrap();
    let (body, _) = body.split_once("<script").unwrap();
    let name = format!(" {attribute}=\"");
    body.split(name.as_str())
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0))
        .collect()
}

#[test]
fn repeated_errors_are_one_row_with_their_places() {
    let mut evaluation = small();
    let compilation = evaluation.samples[0].compilation.as_mut().unwrap();
    let first = compilation.errors[0].clone();
    for line in 2..=9 {
        compilation.errors.push(TexError {
            line: Some(line),
            column: None,
            ..first.clone()
        });
    }
    let html = to_html(&evaluation, &assets()).unwrap();
    let expected = "1:33 all 9 1:33, 2, 3, 4, 5, 6, 7, 8, 9 Undefined control sequence 9 times";
    assert!(text(&html).contains(expected), "{}", text(&html));
    assert_eq!(html.matches("<p>Undefined control sequence").count(), 1);
}

#[test]
fn samples_and_formulas_have_links_that_stay() {
    let mut evaluation = small();
    let mut other = evaluation.samples[0].clone();
    other.prediction.as_mut().unwrap().system = "B".to_owned();
    other.image = None;
    evaluation.samples.push(other);
    let ids = |evaluation: &Evaluation| -> Vec<String> {
        let html = to_html(evaluation, &assets()).unwrap();
        values(&html, "id").into_iter().map(str::to_owned).collect()
    };
    let all = ids(&evaluation);
    for id in [
        "page-1/texlens-OCR-0.1",
        "page-1/texlens-OCR-0.1:formula-1",
        "page-1/B:formula-2",
        "system-B",
    ] {
        assert!(all.contains(&id.to_owned()), "{id}: {all:?}");
    }
    // The same places in a report of one sample, of samples in another order, and of one that was opened.
    let opened = from_html(&to_html(&evaluation, &assets()).unwrap()).unwrap();
    assert_eq!(ids(&opened), all);
    evaluation.samples.reverse();
    let of_samples = |ids: Vec<String>| {
        let mut ids: Vec<String> = ids.into_iter().filter(|id| id.contains('/')).collect();
        ids.sort();
        ids
    };
    assert_eq!(of_samples(ids(&evaluation)), of_samples(all));
    let alone = of_samples(ids(&small()));
    assert_eq!(alone[0], "page-1/texlens-OCR-0.1");
}

#[test]
fn a_selection_is_told() {
    let mut evaluation = small();
    evaluation.provenance.filtered = Some(Filtered {
        filter: "<b> tag:hard".to_owned(),
        samples: 1,
        of: 60,
    });
    let html = to_html(&evaluation, &assets()).unwrap();
    let told = "A selection: 1 of 60 samples, by the filter “<b> tag:hard”. All numbers are those of the selection.";
    assert!(text(&html).contains(told), "{}", text(&html));
    assert!(!html.contains("<b>"));
    assert_eq!(from_html(&html).unwrap(), evaluation);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn every_report_opens_again_and_stays_inert(evaluation in evaluation()) {
        let html = to_html(&evaluation, &assets()).unwrap();
        prop_assert_eq!(html.matches("<script").count(), 2);
        prop_assert_eq!(html.matches("</script").count(), 2);
        prop_assert_eq!(html.matches("<img").count(), 1);
        prop_assert_eq!(html.matches("</style").count(), 1);
        prop_assert!(!html.contains("<!--"));
        let ids: Vec<&str> = values(&html, "id");
        let mut distinct = ids.clone();
        distinct.sort_unstable();
        distinct.dedup();
        prop_assert_eq!(ids.len(), distinct.len(), "{:?}", ids);
        prop_assert!(ids.iter().all(|id| !id.contains(char::is_whitespace) && !id.contains('&')));
        for link in values(&html, "href") {
            prop_assert!(link.strip_prefix('#').is_none_or(|id| ids.contains(&id)), "{}", link);
        }
        prop_assert_eq!(from_html(&html).unwrap(), evaluation);
    }

    #[test]
    fn reading_never_panics(html in hostile()) {
        let framed = format!(r#"<script type="application/json" id="texlens-evaluation">{html}</script>"#);
        prop_assert!(from_html(&framed).is_err());
        prop_assert!(from_html(&html).is_err());
    }
}
