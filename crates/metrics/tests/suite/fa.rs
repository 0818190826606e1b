use crate::{Case, check, score, score_with, spans};
use texlens_metrics::{Settings, Side, SpanKind};

const CASES: &[Case] = &[
    Case {
        why: "the same tokens, whatever the environment, layout and comments",
        reference: "\\begin{equation}\\label{eq:1} \\left( a + b \\right) = c % sum\n\\end{equation}",
        prediction: "\\[(a+b)=c\\]",
        value: Some(1.0),
    },
    Case {
        why: "Markdown writes displays with two dollars",
        reference: "\\[a+b=c\\]",
        prediction: "$$a+b=c$$",
        value: Some(1.0),
    },
    Case {
        why: "an inline formula is none",
        reference: "\\[a+b=c\\]",
        prediction: "$a+b=c$",
        value: Some(0.0),
    },
    Case {
        why: "one of two is there",
        reference: "\\[a+b=c\\]\\[x^2-y^2=1\\]",
        prediction: "\\[x^2-y^2=1\\]",
        value: Some(0.5),
    },
    Case {
        why: "their order does not count",
        reference: "\\[a+b=c\\]\\[x^2-y^2=1\\]",
        prediction: "\\[x^2-y^2=1\\]\\[a+b=c\\]",
        value: Some(1.0),
    },
    Case {
        why: "the same formula twice needs two",
        reference: "\\[a+b=c\\]\\[a+b=c\\]",
        prediction: "\\[a+b=c\\]",
        value: Some(0.5),
    },
    Case {
        why: "too many formulas cost nothing",
        reference: "\\[a+b=c\\]",
        prediction: "\\[x\\]\\[a+b=c\\]\\[y\\]",
        value: Some(1.0),
    },
    Case {
        why: "one token is another: aligned at 2*6/14, not right",
        reference: "\\[a+b=c+d\\]",
        prediction: "\\[a+b=c+e\\]",
        value: Some(0.0),
    },
    Case {
        why: "cut off after 4 of 7 tokens: similarity 8/11, an ordered part",
        reference: "\\[a+b=c+d\\]",
        prediction: "\\[a+b=\\]",
        value: Some(1.0),
    },
    Case {
        why: "cut off after 3 of 7 tokens: similarity 6/10 is not above 0.6",
        reference: "\\[a+b=c+d\\]",
        prediction: "\\[a+b\\]",
        value: Some(0.0),
    },
    Case {
        why: "going on too long: 5 and 9 tokens, similarity 10/14",
        reference: "\\[a+b=c\\]",
        prediction: "\\[a+b=c+d+e\\]",
        value: Some(1.0),
    },
    Case {
        why: "12 is one number and no part of 123: 6 of 7 and 7 tokens",
        reference: "\\[a+b=c+12\\]",
        prediction: "\\[a+b=c+123\\]",
        value: Some(0.0),
    },
    Case {
        why: "nothing predicted",
        reference: "\\[a+b=c\\]",
        prediction: "",
        value: Some(0.0),
    },
    Case {
        why: "no displayed formula to find",
        reference: "$a$",
        prediction: "\\[a\\]",
        value: None,
    },
    Case {
        why: "a formula without tokens is no formula",
        reference: "\\[\\label{a}\\]$$ $$",
        prediction: "\\[\\]",
        value: None,
    },
    Case {
        why: "a formula that is never closed is text",
        reference: "\\[a+b=c\\]",
        prediction: "\\[a+b=c",
        value: Some(0.0),
    },
];

/// Ways to write the same formula that only the equivalent readings treat as equal.
const REWRITES: [(&str, &str); 6] = [
    ("a \\le b+c+d", "a \\leq b+c+d"),
    ("{\\bf x} = a+b", "\\mathbf{x} = a+b"),
    ("\\alpha+b = c", "α+b = c"),
    ("x^2_1+y = z", "x_1^2+y = z"),
    ("x^{2}+y = z", "x^2+y = z"),
    ("{a+1 \\over b} = c", "\\frac{a+1}{b} = c"),
];

#[test]
fn values() {
    check("fa", CASES);
    check("fa_equivalent", CASES);
}

#[test]
fn only_the_equivalent_readings_know_other_ways_to_write_the_same() {
    for (reference, prediction) in REWRITES {
        let [reference, prediction] = [reference, prediction].map(|formula| format!("\\[{formula}\\]"));
        for (id, expected) in [
            ("fa", 0.0),
            ("fa_strict", 0.0),
            ("fa_equivalent", 1.0),
            ("fa_equivalent_strict", 1.0),
        ] {
            // Braces on one side only are additional tokens, not different ones.
            let expected = if id == "fa" && prediction.contains("x^2+y") {
                1.0
            } else {
                expected
            };
            let value = score(id, &reference, &prediction).value();
            assert_eq!(value, Some(expected), "{id} {reference} {prediction}");
        }
    }
}

#[test]
fn what_a_4_removes_does_not_count() {
    let reference = "\\begin{IEEEeqnarray*}{rCl}\\left( a \\right)\\,+b % note\n=\\displaystyle c \\label{eq:1}\\end{IEEEeqnarray*}";
    for id in ["fa", "fa_strict"] {
        assert_eq!(score(id, reference, "\\[ (a)+b = c \\]").value(), Some(1.0), "{id}");
    }
}

#[test]
fn the_strict_readings_want_equality() {
    for case in CASES {
        let is_part = case.why.starts_with("cut off after 4") || case.why.starts_with("going on");
        let value = if is_part { Some(0.0) } else { case.value };
        for id in ["fa_strict", "fa_equivalent_strict"] {
            assert_eq!(
                score(id, case.reference, case.prediction).value(),
                value,
                "{id}, {}",
                case.why
            );
        }
    }
}

#[test]
fn the_most_similar_pair_is_aligned_first() {
    // The first predicted formula is also similar to the reference (10/12), but the second is more similar (12/13).
    let reference = "\\[a+b=c+d\\]";
    let prediction = "\\[a+b=e\\] \\[a+b=c+\\]";
    let score = score("fa", reference, prediction);
    assert_eq!(score.value(), Some(1.0));
    assert_eq!(
        spans(&score, reference, prediction),
        [
            (Side::Reference, SpanKind::Match, reference),
            (Side::Prediction, SpanKind::Extra, "\\[a+b=e\\]"),
            (Side::Prediction, SpanKind::Match, "\\[a+b=c+\\]"),
        ]
    );
}

#[test]
fn the_threshold_is_a_setting() {
    let mut settings = Settings::default();
    settings.set("fa.min_similarity", "0.5").unwrap();
    let value = score_with(&settings, "fa", "\\[a+b=c+d\\]", "\\[a+b\\]").value();
    assert_eq!(value, Some(1.0));
}

#[test]
fn the_sentence_and_the_spans_name_what_is_wrong() {
    let (reference, prediction) = ("\\[a+b=c+d\\]\\[x\\]\\[y\\]", "\\[a+b=c+e\\]\\[y\\]");
    let score = score("fa", reference, prediction);
    assert_eq!(
        score.summary,
        "1 of 3 displayed formulas are right; wrong or missing: “a+b=c+d”, “x”"
    );
    assert_eq!(
        spans(&score, reference, prediction),
        [
            (Side::Reference, SpanKind::Different, "\\[a+b=c+d\\]"),
            (Side::Reference, SpanKind::Missing, "\\[x\\]"),
            (Side::Reference, SpanKind::Match, "\\[y\\]"),
            (Side::Prediction, SpanKind::Different, "\\[a+b=c+e\\]"),
            (Side::Prediction, SpanKind::Match, "\\[y\\]"),
        ]
    );
}
