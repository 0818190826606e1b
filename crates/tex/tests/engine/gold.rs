//! Comparison with the verdicts of native pdfLaTeX.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use texlens_latex::ErrorClass;
use texlens_tex::{Compiler, Form, Source, Use};

use crate::COMPILER;

/// The verdict of pdfLaTeX on a text.
#[derive(Deserialize)]
struct Case {
    id: String,
    latex: String,
    wrapped: bool,
    compiles: bool,
    n_errors: usize,
    first_error: Option<String>,
}

/// Returns the cases in the repository, and those of the development data if it exists.
fn cases() -> Vec<Case> {
    let mut lines = include_str!("gold.jsonl").to_owned();
    let given = env::var_os("TEXLENS_DATA").map(PathBuf::from);
    let data = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    match fs::read_to_string(data.join("gold/csr-gold.jsonl")) {
        Ok(more) => lines.push_str(&more),
        Err(error) => eprintln!("only the cases in the repository: {error}"),
    }
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Removes all digits, because native pdfLaTeX counts line numbers from the preamble.
fn without_numbers(message: &str) -> String {
    message
        .chars()
        .filter(|character| !character.is_ascii_digit())
        .collect()
}

#[test]
fn a_run_that_sets_the_text_gives_the_same_verdict() {
    let setting = Compiler::open(&crate::folder(), &[Use::Dvi]).unwrap();
    for case in cases().iter().filter(|case| case.wrapped) {
        let verdict = COMPILER.compile(&Source::fragment(&case.latex)).unwrap();
        let (_, set) = setting.dvi(&Source::fragment(&case.latex)).unwrap();
        assert_eq!(set, verdict, "{}", case.id);
    }
}

#[test]
fn a_paragraph_with_a_hundred_errors_is_given_up_in_every_run() {
    let setting = Compiler::open(&crate::folder(), &[Use::Dvi]).unwrap();
    let text = "\\foo ".repeat(150);
    let (_, set) = setting.dvi(&Source::fragment(&text)).unwrap();
    assert!(set.fatal && set.error_count == 100, "{set:?}");
    assert_eq!(set, COMPILER.compile(&Source::fragment(&text)).unwrap());
}

#[test]
fn verdicts_are_those_of_native_pdflatex() {
    for case in cases() {
        let form = if case.wrapped { Form::Fragment } else { Form::Document };
        let verdict = COMPILER
            .compile(&Source {
                text: &case.latex,
                form,
            })
            .unwrap();
        assert_eq!(verdict.compiles, case.compiles, "{}", case.id);
        assert_eq!(verdict.error_count, case.n_errors, "{}", case.id);
        let Some(first) = case.first_error else { continue };
        let found = &verdict.errors.first().unwrap().diagnostic;
        // In the gold data, characters were read as Latin-1.
        if first.is_ascii() {
            let expected = without_numbers(first.trim_start_matches("! "));
            assert!(
                without_numbers(&found.message).starts_with(&expected),
                "{}: {}",
                case.id,
                found.message
            );
        }
        assert_ne!(found.class, ErrorClass::Other, "{}: {}", case.id, found.message);
    }
}
