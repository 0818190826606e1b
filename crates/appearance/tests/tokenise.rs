//! Formulas as tokens: cases by hand, any input, and the strings of the official tokeniser from a folder of development
//! data that is not part of the repository. The environment variable `TEXLENS_DATA` names the folder; the default is
//! `../shared/data` beside the repository.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::path::Path;

use serde_json::Value;
use texlens_appearance::tokenise;
use texlens_metrics::cdm::{Variant, normalise, tokens};

const VARIANTS: [Variant; 2] = [Variant::Unimernet, Variant::OmniDocBench];

/// Checks the tokens of formulas that both variants parse.
#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (latex, expected) in cases {
        for variant in VARIANTS {
            let result = tokenise(latex, variant);
            assert_eq!((result.tokens.as_str(), result.is_parsed), (*expected, true), "{latex}");
        }
    }
}

#[test]
fn scripts_and_primes_are_in_braces_and_in_order() {
    check(&[
        (r"x^2_{i}", "x _ { i } ^ { 2 }"),
        (r"x''", r"x ^ { \prime \prime }"),
        (r"f'_n", r"f _ { n } ^ { \prime }"),
        (r"x'^2", "x ^ { 2 }"),
        (r"x^\frac12", r"x ^ { \frac 1 2 }"),
        (r"{}^2_ x", "{ } _ { x } ^ { 2 }"),
        (r"\sum\limits_{i}^n", r"\sum _ { i } ^ { n }"),
    ]);
}

#[test]
fn fractions_roots_and_accents() {
    check(&[
        (r"\dfrac{a}{b}", r"\frac { a } { b }"),
        (r"{a \over b+c}", r"{ \frac { a } { b + c } }"),
        (r"n \choose k", r"\binom { n } { k }"),
        (r"\sqrt[3]{x}\sqrt y", r"\sqrt [ 3 ] { x } \sqrt y"),
        (r"\hat x\bar{xy}", r"\hat { x } \bar { x y }"),
        (r"\overline{AB}", r"\overline { { A B } }"),
        (r"\frac{a}\sqrt{b}", r"\frac { a } { a } { b }"),
        (
            r"\cfrac{a}{b}\overset{a}{b}",
            r"\cfrac { a } { b } \overset { a } { b }",
        ),
    ]);
}

#[test]
fn operators_and_delimiters() {
    check(&[
        (r"\sin x\operatorname{max}", r"\sin x \max"),
        (r"\operatorname{rank}A", r"\operatorname { r a n k } A"),
        (
            r"\tanh\lim_x",
            r"\operatorname { t a n h } \operatorname* { l i m } _ { x }",
        ),
        (r"\max\nolimits_x", r"\max _ { x }"),
        (r"\left( x \middle| y \right.", r"\left( x \middle | y \right."),
        (r"\bigl\{x\bigr)", r"\bigl \{ x \bigr )"),
        (r"a\bmod b\pmod{n}", r"a \bmod b \pmod { n }"),
        (r"f -- g \implies h", r"f -- g \implies h"),
    ]);
}

#[test]
fn fonts_and_text() {
    check(&[
        (r"\text{if } x", r"\mathrm { i f ~ } x"),
        (r"\mbox{a $b$}", r"\mathrm { a ~ b ~ }"),
        (r"{\rm d}x{\bf v}", r"\mathrm { d } x { \bf v }"),
        (r"\mathrm{a\alpha\in}", r"\mathrm { a \ a l p h a \in }"),
        (r"\Bbb R\boldsymbol x", r"\mathbb R \boldsymbol x"),
        (
            r"\displaystyle x \hspace{1em} y~z",
            r"\displaystyle x \hspace { 1 e m } y ~ z",
        ),
        (r"\rule[1pt]{.5em}{2 pt}", r"\rule { 0.5 em } { 2 pt }"),
        ("50\\% x % comment\n", "5 0 \\% x"),
        (r"x \label{eq:x} \tag{1}", r"x \tag { 1 }"),
        (r"a \\ b", r"a \, b"),
    ]);
}

#[test]
fn environments_are_arrays() {
    check(&[
        (
            r"\begin{align*} a &= b \\ &= c \\ \end{align*}",
            r"\begin{array} { r l } { a } & { { } = b } \\ & { { } = c } \end{array}",
        ),
        (
            r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}",
            r"\left( \begin{array} { l l } { a } & { b } \\ { c } & { d } \end{array} \right)",
        ),
        (
            r"\begin{cases} a & b \\[2pt] c \end{cases}",
            r"\left\{ \begin{array} { l l } { a } & { b } \\ { c } \end{array} \right.",
        ),
        (
            r"\begin{array}{|c|@{}r p{1cm}} a & \\ & b \\ & \end{array}",
            r"\begin{array} { c r } { a } & \\ & { b } \end{array}",
        ),
        (r"\matrix{a \cr b}", r"\begin{array} { l } { a } \\ { b } \end{array}"),
    ]);
}

#[test]
fn a_formula_that_is_not_parsed_keeps_its_text() {
    for latex in [
        r"\frac{1}{2",
        "a}",
        "a & b",
        r"\begin{gathered} a \end{gathered}",
        r"\begin{matrix} a \end{cases}",
        r"\left( a",
        r"x^\sqrt2",
        r"\color{red} x",
        r"\hat\sqrt x",
        r"a \over b \over c",
        r"\\[x] \begin{matrix} \end{matrix}",
        r"\left\alpha x \right)",
        "\u{7}",
        "",
    ] {
        for variant in VARIANTS {
            let result = tokenise(latex, variant);
            assert_eq!((result.tokens.as_str(), result.is_parsed), (latex, false));
        }
    }
    assert_eq!(tokenise("$$ {a $$", Variant::Unimernet).tokens, "{a");
    assert_eq!(tokenise("$$", Variant::Unimernet).tokens, "$$");
    assert_eq!(tokenise("{\n\\%", Variant::Unimernet).tokens, "{ <PERCENTAGETOKEN>");
}

#[test]
fn unimernet_puts_ideographs_into_text() {
    let latex = "x，\\text{若}y=若干\\mathrm{z}";
    assert_eq!(
        tokenise(latex, Variant::Unimernet).tokens,
        "x , \\text { 若 } y = \\text { 若 干 } \\text { z }"
    );
    assert_eq!(
        tokenise(latex, Variant::OmniDocBench).tokens,
        "x ， \\mathrm { 若 } y = 若 干 \\mathrm { z }"
    );
}

/// Checks short formulas of all parts, in all orders.
#[test]
fn no_formula_fails() {
    let parts = [
        "{",
        "}",
        "[",
        "]",
        "^",
        "_",
        "'",
        "&",
        "\\\\",
        "\\",
        "\\left(",
        "\\right",
        "\\frac",
        "\\sqrt",
        "\\hat",
        "\\text{",
        "\\rm{",
        "\\displaystyle",
        "\\over",
        "\\begin{aligned}",
        "\\end{aligned}",
        "\\begin{array}",
        "\\begin{align}",
        "\\end{align}",
        "\\matrix{",
        "\\lim",
        "\\limits",
        "\\label{",
        "\\rule{1",
        "pt}",
        "\\big",
        "\\color",
        "\\%",
        "%",
        "$",
        " ",
        "-",
        "é",
        "𝑥",
        "\u{2028}",
        "a",
    ];
    for first in parts {
        for second in parts {
            for third in parts {
                let latex = format!("{first}{second}{third}}}");
                let result = tokenise(&latex, Variant::Unimernet);
                assert!(!result.is_parsed || !result.tokens.contains("  "), "{latex}");
            }
        }
    }
}

/// Checks that deep nesting fits the stack of a browser (1 MiB), and that long formulas take no time.
#[test]
fn deep_and_long_formulas() {
    let run = || {
        for (open, close) in [
            ("{", "}"),
            ("\\frac{a}{", "}"),
            ("\\sqrt[", "]{b}"),
            ("\\left(", "\\right)"),
            ("\\begin{matrix}", "\\end{matrix}"),
            ("\\text{", "}"),
            ("x^{", "}"),
            ("\\bf ", ""),
            ("\\matrix{", "}"),
            ("\\frac{", "}\\sqrt"),
        ] {
            let nested = |levels: usize| format!("{}x{}", open.repeat(levels), close.repeat(levels));
            assert!(tokenise(&nested(10), Variant::Unimernet).is_parsed, "{open}");
            assert!(!tokenise(&nested(101), Variant::Unimernet).is_parsed, "{open}");
            for levels in [60, 99, 1000, 5000] {
                let _ = tokenise(&nested(levels), Variant::Unimernet);
            }
        }
        for part in [
            "\\begin{align}",
            "{\\rm",
            "\\label{",
            "\\operatorname{a}",
            "\\\\",
            "$",
            "x'",
            "&",
        ] {
            let _ = tokenise(&part.repeat(5000), Variant::Unimernet);
            let _ = tokenise(
                &format!("\\begin{{align}}{}\\end{{align}}", part.repeat(3000)),
                Variant::Unimernet,
            );
        }
        assert!(!tokenise(&"x".repeat(70_000), Variant::Unimernet).is_parsed);
    };
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

/// A side of a pair with the strings of the official tools.
struct Side {
    id: String,
    variant: Variant,
    latex: String,
    tokenised: String,
    /// The visible tokens, if the formula could be typeset.
    all_tokens: Option<Vec<String>>,
}

/// Returns the sides of the gold data; none if the data is absent.
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn gold() -> Vec<Side> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("TEXLENS_DATA").map_or(beside, Into::into).join("gold");
    let entries = std::fs::read_dir(&folder).into_iter().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with("-cdm-boxes.jsonl"));
    if files.is_empty() {
        eprintln!(
            "skipped: no file of cdm-boxes.jsonl is in {}; set TEXLENS_DATA to the folder that holds gold/",
            folder.display()
        );
    }
    let texts = files.iter().map(|path| std::fs::read_to_string(path).unwrap());
    let lines: Vec<Value> = texts
        .flat_map(|text| {
            text.lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect::<Vec<_>>()
        })
        .collect();
    lines
        .iter()
        .flat_map(|line| ["ref", "pred"].map(|side| (line, side)))
        .filter_map(|(line, side)| {
            let rendered = &line[format!("{side}_render")];
            Some(Side {
                id: format!("{} {side}", line["id"]),
                variant: serde_json::from_value(line["variant"].clone()).unwrap(),
                latex: line[side].as_str()?.to_owned(),
                tokenised: rendered["tokenized"].as_str()?.to_owned(),
                all_tokens: serde_json::from_value(rendered["all_tokens"].clone()).unwrap(),
            })
        })
        .collect()
}

fn visible_tokens(normalised: Option<&str>) -> Option<Vec<String>> {
    Some(tokens(normalised?).ok()?.tokens)
}

#[test]
#[expect(clippy::print_stdout, reason = "a report of what differs")]
fn token_strings_equal_those_of_the_official_tokeniser() {
    let sides = gold();
    for variant in VARIANTS {
        let (mut sides_count, mut same_strings, mut same_tokens) = (0, 0, 0);
        for side in sides.iter().filter(|side| side.variant == variant) {
            let result = tokenise(&side.latex, variant);
            let normalised = normalise(&result.tokens, variant).ok();
            let is_same_string = normalised == normalise(&side.tokenised, variant).ok();
            let visible = visible_tokens(normalised.as_deref());
            let is_same_list = side.all_tokens.is_none() || visible == side.all_tokens;
            sides_count += 1;
            same_strings += usize::from(is_same_string);
            same_tokens += usize::from(is_same_list);
            if !is_same_string || !is_same_list {
                println!(
                    "{}: {}\n  official: {}\n  here:     {}",
                    side.id, side.latex, side.tokenised, result.tokens
                );
            }
        }
        println!(
            "{variant:?}: of {sides_count} sides, {same_strings} strings and {same_tokens} lists of tokens are equal"
        );
        for same in [same_strings, same_tokens] {
            assert!(same * 100 >= sides_count * 99, "{variant:?}: {same} of {sides_count}");
        }
    }
}
