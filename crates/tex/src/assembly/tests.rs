use std::convert::Infallible;

use proptest::prelude::*;
use texlens_vocabulary::Limit;

use super::*;

/// Joins pages to a text, as for a document.
fn join(pages: &[&str]) -> (String, Vec<Range<usize>>) {
    let mut text = String::new();
    let mut ranges = Vec::new();
    for page in pages {
        if !ranges.is_empty() {
            text.push('\n');
        }
        ranges.push(text.len()..text.len() + page.len());
        text.push_str(page);
    }
    (text, ranges)
}

fn sources(pages: &[&str]) -> Vec<(Form, String)> {
    let (text, ranges) = join(pages);
    let assembly = Assembly::of(&text, &ranges);
    assembly
        .sources()
        .map(|source| (source.form, source.text.to_owned()))
        .collect()
}

fn body(pages: &[&str]) -> String {
    match sources(pages).as_slice() {
        [(Form::Fragment, text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}

const CLEAN: Compilation = Compilation::clean(1);

fn error(range: Option<Range<usize>>, line: Option<u32>, column: Option<u32>) -> TexError {
    TexError {
        diagnostic: Diagnostic {
            class: ErrorClass::Other,
            message: "m".to_owned(),
            advice: "a".to_owned(),
            range,
        },
        line,
        column,
        excerpt: String::new(),
    }
}

/// Reports an error at each occurrence of `mark`.
fn errors_at(mark: &'static str) -> impl FnMut(&Source<'_>) -> Result<Compilation, Infallible> {
    move |source| {
        let lines = Lines::of(source.text);
        let found = source.text.match_indices(mark);
        let errors: Vec<TexError> = found
            .map(|(at, _)| {
                let (line, column) = (lines.line(at), lines.column(at + mark.len()));
                error(Some(at..at + mark.len()), Some(line), Some(column))
            })
            .collect();
        Ok(Compilation {
            compiles: errors.is_empty(),
            error_count: errors.len(),
            errors,
            ..CLEAN
        })
    }
}

fn compiled(pages: &[&str], mark: &'static str) -> (String, Compilation) {
    let (text, ranges) = join(pages);
    let Ok(compilation) = compile_pages(&text, &ranges, errors_at(mark));
    (text, compilation)
}

#[test]
fn pages_are_the_body_of_one_document() {
    assert_eq!(body(&["a\n", "b"]), "a\n\nb");
    assert_eq!(body(&["one page"]), "one page");
}

#[test]
fn nothing_is_for_the_engine_to_judge() {
    assert_eq!(body(&[]), "");
    assert_eq!(body(&[""]), "");
    assert_eq!(body(&[" \n", "\t"]), "");
}

#[test]
fn entries_become_a_bibliography_behind_the_text() {
    let first = "See \\cite{b_1}.\n\\section{References}\n@article{b_1,\n  author = {A. B and {C}},\n  title = \"On %\",\n\
                 doi={10.1/a_b%},\n abstract={_},\n year = 2015\n}\n@String{x = {y}}";
    let second = "@misc{ü,\n Title = {T}}\nAfter.";
    assert_eq!(
        body(&[first, second]),
        "See \\cite{b_1}.\n\\section{References}\nAfter.\n\
         \\begin{thebibliography}{99}\n\\bibitem{b_1}\nA. B and {C}\nOn %\n\\url{10.1/a_b%}\n2015\n\\bibitem{ü}\nT\n\
         \\end{thebibliography}"
    );
}

#[test]
fn addresses_are_marked_once() {
    let page = "@misc{a, URL = {http://x.org/%7e}, url = {\\url{http://y_z}}, doi = {\\href{u}{v}}, note = {\\url{w}}}";
    let expected = "\\url{http://x.org/%7e}\n\\url{http://y_z}\n\\href{u}{v}\n\\url{w}\n";
    assert!(body(&[page]).contains(expected), "{}", body(&[page]));
}

#[test]
fn an_entry_may_go_over_a_page() {
    assert_eq!(
        body(&["@misc{a, title = {A", "B}}"]),
        "\n\\begin{thebibliography}{99}\n\\bibitem{a}\nA\nB\n\\end{thebibliography}"
    );
}

#[test]
fn what_only_looks_like_an_entry_stays() {
    for page in [
        "\\begin{verbatim}\n@misc{a, b={c}}\n\\end{verbatim}",
        "% @misc{a}\nx",
        "me@x.org{}",
        "\\begin{thebibliography}{9}\\bibitem{a} A.\\end{thebibliography}",
    ] {
        assert_eq!(body(&[page]), page);
    }
}

#[test]
fn no_paragraph_ends_where_an_entry_was() {
    assert_eq!(body(&["\\[ a\n@string{b}\n c \\]"]), "\\[ a\n c \\]");
    assert_eq!(body(&["a @string{b} c"]), "a  c");
}

#[test]
fn pages_with_a_preamble_are_documents_of_their_own() {
    let document = "\\documentclass{article}\n\\begin{document}\n@misc{a, b={c}}\n\\end{document}";
    assert_eq!(
        sources(&["a", document, "b", "", document]),
        [
            (Form::Fragment, "a\nb\n".to_owned()),
            (Form::Document, document.to_owned()),
            (Form::Document, document.to_owned()),
        ]
    );
    assert_eq!(sources(&[document, " "]), [(Form::Document, document.to_owned())]);
}

#[test]
fn a_page_of_a_body_ends_at_its_own_end() {
    assert_eq!(body(&["a\\end{document}\nx", "b\\end{document}", "c"]), "a\nb\nc");
    assert_eq!(body(&["a\\end{document} @misc{k, title = {T}}"]), "a");
    assert_eq!(body(&["a\\stop b"]), "a");
    for kept in [
        "a\\endinput b",
        "% \\end{document}",
        "\\verb|\\end{document}|",
        "\\newcommand{\\x}{\\end{document}}",
    ] {
        assert_eq!(body(&[kept]), kept);
    }
    let hidden = "\\iffalse @misc{k, title = {T}}\\fi a";
    assert_eq!(body(&[hidden]), hidden, "an entry that TeX does not read");
}

#[test]
fn a_document_reaches_to_the_page_that_ends_it() {
    let (opens, closes) = ("\\documentclass{article}\\begin{document}", "z\\end{document}");
    assert_eq!(
        sources(&[opens, "b", closes, "c"]),
        [
            (Form::Document, format!("{opens}\nb\n{closes}")),
            (Form::Fragment, "c".to_owned())
        ]
    );
    assert_eq!(
        sources(&[opens, opens, "b"]),
        [
            (Form::Document, opens.to_owned()),
            (Form::Document, opens.to_owned()),
            (Form::Fragment, "b".to_owned())
        ],
        "none ends"
    );
}

#[test]
fn all_documents_have_to_compile() {
    let document = "\\documentclass{a}\nBAD\n\\end{document}";
    let (_, good) = compiled(&["a", "\\documentclass{a}\\end{document}"], "BAD");
    assert!(good.compiles && good.errors.is_empty());
    assert_eq!(good.pages, 2);
    let (text, bad) = compiled(&["a\nä BAD", document], "BAD");
    assert!(!bad.compiles && !bad.fatal);
    assert_eq!((bad.pages, bad.error_count), (2, 2));
    let places = bad
        .errors
        .iter()
        .map(|error| (error.line, error.column, error.diagnostic.range.clone()));
    let expected = [(Some(2), Some(6), Some(5..8)), (Some(4), Some(4), Some(27..30))];
    assert_eq!(places.collect::<Vec<_>>(), expected);
    assert_eq!(&text[27..30], "BAD");
}

#[test]
fn errors_in_entries_are_found_in_the_entries() {
    let (text, compilation) = compiled(&["one", "x\n@misc{k,\n title = {é BAD},\n}\nBAD"], "BAD");
    let places: Vec<_> = compilation
        .errors
        .iter()
        .map(|error| (error.line, error.column, &text[error.diagnostic.range.clone().unwrap()]))
        .collect();
    assert_eq!(places, [(Some(6), Some(4), "BAD"), (Some(4), Some(16), "BAD")]);
}

#[test]
fn what_was_put_between_has_the_place_of_what_it_stands_behind() {
    let (text, ranges) = join(&["a\n@misc{k, title = {T}, year = 1}"]);
    let place = |line, column| {
        let Ok(verdict) = compile_pages(&text, &ranges, |_| {
            Ok::<_, Infallible>(Compilation {
                errors: vec![error(Some(100..104), Some(line), column)],
                ..CLEAN
            })
        });
        let error = verdict.errors[0].clone();
        (error.line, error.column, error.diagnostic.range)
    };
    // The body is "a\n", a line for the bibliography, one for the key, one for each field, and one for the end.
    assert_eq!(place(1, Some(2)), (Some(1), Some(2), None));
    assert_eq!(place(4, Some(12)), (Some(2), Some(8), None), "the brace behind the key");
    assert_eq!(place(4, None), (Some(2), None, None));
    assert_eq!(place(5, Some(2)), (Some(2), Some(20), None));
    assert_eq!(place(7, Some(3)), (Some(2), Some(31), None), "behind the year");
    assert_eq!(place(900, Some(1)), (None, None, None), "no such line");
}

#[test]
fn lists_and_limits_are_kept() {
    let many = Compilation {
        compiles: false,
        error_count: 250,
        errors: vec![error(None, None, None); Compilation::MAX_ERRORS],
        limit: Some(Limit::Steps),
        fatal: true,
        ..CLEAN
    };
    let (text, ranges) = join(&["a", "\\documentclass{a}\\end{document}"]);
    let Ok(verdict) = compile_pages(&text, &ranges, |_| Ok::<_, Infallible>(many.clone()));
    assert_eq!(
        (verdict.error_count, verdict.errors.len()),
        (500, Compilation::MAX_ERRORS)
    );
    assert_eq!((verdict.limit, verdict.fatal), (Some(Limit::Steps), true));
    let (long, whole) = join(&[&"x".repeat(MAX_BYTES + 1)]);
    let Ok(verdict) = compile_pages(&long, &whole, |_| -> Result<Compilation, Infallible> {
        panic!("the engine is not asked")
    });
    assert!(!verdict.compiles && verdict.errors[0].diagnostic.advice.contains("page"));
}

#[test]
fn an_engine_that_cannot_run_is_said_so() {
    let (text, ranges) = join(&["a"]);
    let verdict = compile_pages(&text, &ranges, |_| Err::<Compilation, _>("no engine"));
    assert_eq!(verdict, Err("no engine"));
}

fn latex() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a ü",
        "\n",
        "\r\n",
        "\n\n",
        " ",
        "{",
        "}",
        "\"",
        "%",
        "#",
        ",",
        "=",
        "\\",
        "$",
        "@misc{k, title = {T é}, ",
        "url={u_%}",
        "@article{",
        "@String{x=1}",
        "\\documentclass{a}",
        "\\end{document}",
        "\\bibitem{b}",
        "year = 1}",
        "\\begin{verbatim}",
        "\\end{verbatim}",
        "\\section{References}",
        "author",
    ]);
    prop::collection::vec(pieces, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_place_maps_into_the_text(pages in prop::collection::vec(latex(), 0..5)) {
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        let (text, ranges) = join(&pages);
        let Ok(verdict) = compile_pages(&text, &ranges, |source| {
            let lines = Lines::of(source.text);
            let places = source.text.char_indices().map(|(at, c)| {
                let (line, column) = (Some(lines.line(at)), Some(lines.column(at)).filter(|column| column % 3 > 0));
                error(Some(at..at + c.len_utf8()), line, column)
            });
            Ok::<_, Infallible>(Compilation { errors: places.take(Compilation::MAX_ERRORS).collect(), ..CLEAN })
        });
        let lines = Lines::of(&text);
        for error in verdict.errors {
            if let Some(range) = error.diagnostic.range {
                prop_assert!(text.get(range).is_some());
            }
            if let Some(line) = error.line {
                let range = lines.range(line);
                prop_assert!(range.is_some(), "line {line} of {text:?}");
                let length = range.and_then(|range| text.get(range)).map_or(0, |line| line.chars().count());
                prop_assert!(error.column.unwrap_or(1) as usize <= length + 2, "column {:?} of {length}", error.column);
            }
        }
    }

    #[test]
    fn what_is_copied_is_what_stands_there(pages in prop::collection::vec(latex(), 0..5)) {
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        let (text, ranges) = join(&pages);
        for unit in Assembly::of(&text, &ranges).units {
            for piece in &unit.copied {
                prop_assert_eq!(unit.text.get(piece.at..piece.end()), text.get(piece.origin.clone()));
            }
            prop_assert!(unit.copied.is_sorted_by(|a, b| a.end() <= b.at));
        }
    }
}

#[test]
fn a_body_becomes_a_document_with_the_preamble() {
    let document = |text: &str| Assembly::of(text, std::slice::from_ref(&(0..text.len()))).document();
    let whole = document("Let $x$.\n\\end{document} rest").unwrap();
    assert!(whole.contains("\\documentclass{article}\n\\usepackage"));
    assert!(
        whole.ends_with("\n\\begin{document}\nLet $x$.\n\\end{document}\n"),
        "{whole}"
    );
    assert_eq!(Form::of(&whole), Form::Document);
    assert_eq!(document(&whole).as_ref(), Some(&whole), "a document is given as it is");
    let mixed = format!("A page.\n{whole}");
    assert_eq!(Assembly::of(&mixed, &[0..8, 8..mixed.len()]).document(), None);
}
