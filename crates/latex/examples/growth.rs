//! Measures time against size for sources made to be slow: `cargo run --release -p texlens-latex --example growth
//! [MEGABYTES]`.
//!
//! Time is linear if ten times the size takes about ten times as long, for every shape.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use texlens_latex::{ExpansionLimits, Outline, Tree, check, expand, lex, markdown_to_latex, normalise_formula};

/// Shapes of sources: the name, the text at the start, and the text that is repeated.
const SHAPES: [(&str, &str, &str); 38] = [
    ("words", "", "A word and one more. "),
    ("open braces", "", "{"),
    ("braces", "", "{}"),
    ("close braces", "", "}"),
    ("unclosed $", "", "$a "),
    ("unclosed $ and text", "", "$\\text{ "),
    ("unclosed $$", "", "$$ $ "),
    ("unclosed \\(", "", "\\( "),
    ("unclosed \\[", "", "\\[a "),
    ("\\begin flood", "", "\\begin{equation}"),
    ("\\begin of many names", "", "\\begin{a}\\begin{b}\\end{c}"),
    ("\\begin{verbatim} flood", "", "\\begin{verbatim}\\begin{comment}"),
    ("tabulars", "", "\\begin{tabular}{l"),
    ("captions in one line", "", "\\caption{"),
    ("headings", "", "\\section{"),
    ("citations with options", "", "\\cite["),
    ("keys", "\\cite{", "a,"),
    ("comments", "", "%{$\n"),
    ("unclosed BibTeX", "", "@article{"),
    ("unclosed BibTeX after no-break spaces", "", "\n\n\u{a0}@article{"),
    ("BibTeX entries", "", "@article{a}\n"),
    ("unclosed \\verb", "\\verb!", "\\verb|"),
    ("commands with groups", "", "\\a{}"),
    ("nested commands", "", "\\frac{"),
    ("scripts", "", "x_a^{b}'"),
    ("nested scripts", "", "x^{a_{"),
    ("infix fractions", "", "{a\\over"),
    ("unclosed keys", "", "\\label{"),
    ("unclosed options", "", "\\cite["),
    ("fences", "", "```\n~~~ "),
    ("Markdown", "", "# a **b\n"),
    ("bold text in one paragraph", "", "**a"),
    ("definitions", "", "\\newcommand\\a[1][b]{c}"),
    ("unclosed definitions", "", "\\newcommand\\a[1][b]{"),
    ("macro calls", "\\def\\a#1#2{}", "\\a {b}c "),
    ("macro calls, arguments unclosed", "\\def\\a#1{}", "\\a{"),
    ("macro calls, options unclosed", "\\newcommand\\a[1][b]{}", "\\a["),
    ("definitions in words", "\\def\\a#1{}", "\\a\\let\\x\\y]["),
];

fn main() {
    let megabytes = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(10_usize);
    println!("seconds for a tenth and for all of {megabytes} MB, and their ratio");
    let columns = [
        "lex",
        "outline",
        "tree",
        "normalise",
        "expand",
        "Markdown",
        "words, sentences",
        "check",
    ];
    println!("{:40}{}", "", columns.map(|column| format!("{column:>24}")).concat());
    for (name, start, piece) in SHAPES {
        let source = |bytes: usize| format!("{start}{}", piece.repeat(bytes / piece.len()));
        row(name, &source(megabytes * 100_000), &source(megabytes * 1_000_000));
    }
    row(
        "\\verb with many delimiters",
        &verb_flood(megabytes * 100_000),
        &verb_flood(megabytes * 1_000_000),
    );
}

/// Returns many `\verb` commands, each with a delimiter that does not recur nearby.
fn verb_flood(bytes: usize) -> String {
    let delimiters = ('\u{4e00}'..'\u{9fff}').cycle();
    let verbs = delimiters.flat_map(|delimiter| "\\verb".chars().chain([delimiter]));
    verbs.take(bytes * 6 / 8).collect()
}

fn row(name: &str, small: &str, large: &str) {
    print!("{name:40}");
    column(small, large, &|source| drop(black_box(lex(source))));
    column(small, large, &|source| drop(black_box(Outline::of(source))));
    column(small, large, &|source| drop(black_box(Tree::of(source))));
    column(small, large, &|source| drop(black_box(normalise_formula(source))));
    let limits = ExpansionLimits::default();
    column(small, large, &|source| drop(black_box(expand(source, &limits))));
    column(small, large, &|source| {
        drop(black_box(markdown_to_latex(source)));
    });
    column(small, large, &|source| {
        let outline = Outline::of(source);
        drop(black_box(outline.running_text()));
        for section in outline.sections() {
            drop(black_box(outline.plain_sentences(section.body)));
        }
    });
    column(small, large, &|source| drop(black_box(check(source))));
    println!();
}

fn column(small: &str, large: &str, work: &dyn Fn(&str)) {
    let seconds = |source| {
        let start = Instant::now();
        work(source);
        start.elapsed().as_secs_f64()
    };
    let (small, large) = (seconds(small), seconds(large));
    print!("{small:>9.3}{large:>9.3}{:>6.1}", large / small);
}
