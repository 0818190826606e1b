//! Errors are located where the author of the text looks for them.

use texlens_latex::ErrorClass::{self, *};

use crate::fragment;

/// Class, line, column and text of the culprit.
type Found = (ErrorClass, Option<u32>, Option<u32>, Option<String>);

/// Returns the first error.
fn first(text: &str) -> Found {
    let error = fragment(text).errors.into_iter().next().unwrap();
    let blamed = error.diagnostic.range.map(|range| text[range].to_owned());
    (error.diagnostic.class, error.line, error.column, blamed)
}

#[test]
fn the_first_error_has_class_place_and_culprit() {
    let long = "word and word é ".repeat(60);
    let cases = [
        ("one\n\ntwo \\foo{x}", UndefinedCommand, 3, 9, "\\foo"),
        ("é $\\frac{\\nosuch é}{2}$ \\foo", UndefinedCommand, 1, 23, "\\nosuch"),
        (
            "x\n\\begin{align}\na &= \\baz \\\\\nb &= c\n\\end{align}",
            UndefinedCommand,
            5,
            12,
            "\\baz",
        ),
        (
            "\\begin{itemize}\n\\item a\n\\end{enumerate}",
            Environment,
            3,
            16,
            "\\begin{itemize}",
        ),
        (
            "a \\begin{nosuch} b\\end{nosuch}",
            Environment,
            1,
            17,
            "\\begin{nosuch}",
        ),
        ("$x^2^3$", DoubleScript, 1, 6, "^"),
        ("中", Character, 1, 2, "中"),
        ("a & b", Alignment, 1, 4, "&"),
        ("a}b", Group, 1, 3, "}"),
        (&format!("{long}\\foo {long}"), UndefinedCommand, 1, 965, "\\foo"),
    ];
    for (text, class, line, column, blamed) in cases {
        let expected = (class, Some(line), Some(column), Some(blamed.to_owned()));
        assert_eq!(first(text), expected, "{text}");
    }
}

#[test]
fn an_argument_that_never_ends_is_blamed_where_it_begins() {
    let (class, line, column, blamed) = first("one\n$\\frac{a}{b$\nend");
    assert_eq!((class, line, column), (Argument, Some(2), Some(2)));
    assert!(blamed.unwrap().starts_with("\\frac"));
}

#[test]
fn an_error_at_the_end_is_in_the_last_line() {
    let (class, line, column, _) = first("one\n$x");
    assert_eq!((class, line, column), (Mode, Some(2), Some(3)));
}

#[test]
fn an_error_of_another_file_has_no_place() {
    let text = "\\immediate\\openout3=a.tex \\immediate\\write3{\\string\\nosuch}\\immediate\\closeout3 \\input a.tex";
    let (class, line, ..) = first(text);
    assert_eq!((class, line), (UndefinedCommand, None));
}

#[test]
fn a_document_that_ends_before_its_text_does_not_compile() {
    let early = [
        "x \\csname enddocument\\endcsname \\undefined",
        "x \\def\\x{\\end{document}}\\x \\undefined",
        "x \\expandafter\\end\\expandafter{document} \\undefined",
        "x \\csname @@end\\endcsname \\undefined",
        // Neither does a text that first reads its whole file itself.
        "x \\newread\\f \\openin\\f=doc.tex \\loop\\unless\\ifeof\\f \\readline\\f to\\l \\repeat \\csname @@end\\endcsname \\undefined",
    ];
    for text in early {
        let verdict = fragment(text);
        assert!(!verdict.compiles, "{text}");
        assert_eq!(
            verdict.errors[0].diagnostic.message, "The document ends before its text does",
            "{text}"
        );
    }
    let document = |body: &str| {
        let text = format!("\\documentclass{{article}}\\begin{{document}}{body}\\end{{document}}\n\\undefined");
        crate::COMPILER.compile(&texlens_tex::Source::document(&text)).unwrap()
    };
    assert!(document("x").compiles);
    assert!(!document("x \\csname enddocument\\endcsname\n\\undefined\n").compiles);
}

#[test]
fn a_conditional_that_never_ends_does_not_compile() {
    for text in ["x \\iffalse y", "x \\iftrue y \\else z"] {
        let verdict = fragment(text);
        assert!(!verdict.compiles);
        assert!(
            verdict.errors[0].diagnostic.message.starts_with("Incomplete \\if"),
            "{verdict:?}"
        );
    }
    assert!(fragment("x \\iffalse $ \\undefined \\fi y").compiles);
    assert!(fragment("x \\iftrue y").compiles, "as pdfLaTeX has it");
}

#[test]
fn no_page_is_no_success() {
    let verdict = fragment("% nothing");
    assert!(!verdict.compiles && verdict.pages == 0 && verdict.error_count == 0);
}
