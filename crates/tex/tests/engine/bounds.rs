//! Texts that would run, write or grow without end: each ends as an error, in bounded time, and does not affect other
//! texts.

use std::time::{Duration, Instant};

use texlens_tex::Limit;

use crate::fragment;

/// Maximum duration of a run. A run with the maximum number of steps takes seconds, even on a slow machine.
const LONGEST: Duration = Duration::from_secs(120);

/// Returns the limit that ended the run, and the message of the last error.
fn ended(text: &str) -> (Option<Limit>, String) {
    let began = Instant::now();
    let verdict = fragment(text);
    assert!(began.elapsed() < LONGEST, "{:?}", began.elapsed());
    assert!(!verdict.compiles, "{:?}", text.get(..80));
    assert!(verdict.error_count > 0);
    let good = fragment("Nothing is lost: $x \\le 1$.");
    assert!(good.compiles && good.pages == 1, "{good:?}");
    (verdict.limit, verdict.errors.last().unwrap().diagnostic.message.clone())
}

/// Checks that the run ends, whether or not the text compiles.
fn ends(text: &str) {
    let began = Instant::now();
    fragment(text);
    assert!(began.elapsed() < LONGEST, "{:?}", began.elapsed());
}

fn ends_by(limit: Limit, text: &str) {
    let (found, message) = ended(text);
    assert_eq!(found, Some(limit), "{message}");
}

fn fails(text: &str) {
    ended(text);
}

fn compiles(text: &str) {
    let verdict = fragment(text);
    assert!(verdict.compiles, "{:?}", verdict.errors.first());
}

#[test]
fn a_command_that_calls_itself() {
    ends_by(Limit::Steps, "\\def\\x{\\x}\\x");
}

#[test]
fn a_loop_without_end() {
    ends_by(Limit::Steps, "\\newcount\\n \\loop \\advance\\n by 1 \\iftrue \\repeat");
}

#[test]
fn a_command_that_doubles() {
    ends_by(Limit::Memory, "\\def\\x{\\x\\x}\\x");
}

#[test]
fn a_million_pages() {
    fails("\\loop x\\newpage \\iftrue \\repeat");
    fails("\\loop \\shipout\\hbox{x}\\iftrue \\repeat");
}

#[test]
fn pages_that_are_only_told() {
    let told = fragment("\\typeout{[1] [2]}\\typeout{pages 3}\\typeout{Output written on doc.pdf (4 pages).}");
    assert_eq!((told.compiles, told.pages), (false, 0));
    let set = fragment("\\typeout{[1]}\nA\\newpage B \\typeout{pages 3}");
    assert_eq!((set.compiles, set.pages), (true, 2));
}

#[test]
fn a_table_without_end() {
    fails("\\def\\rows{1&2\\cr\\rows}\\halign{#&#\\cr\\rows}");
    let rows = "a&b&c&d\\\\\n".repeat(40_000);
    let verdict = fragment(&format!("\\begin{{tabular}}{{llll}}{rows}\\end{{tabular}}"));
    assert_eq!(verdict.compiles, verdict.error_count == 0);
}

#[test]
fn files_without_end() {
    ends_by(
        Limit::Files,
        "\\newcount\\n \\loop \\immediate\\openout3=a\\the\\n\\relax \\advance\\n by 1 \\iftrue \\repeat",
    );
}

#[test]
fn writing_without_end() {
    let line = "0123456789".repeat(100);
    ends_by(
        Limit::Output,
        &format!("\\immediate\\openout3=a \\loop \\immediate\\write3{{{line}}}\\iftrue \\repeat"),
    );
    ends_by(Limit::Output, &format!("\\loop \\message{{{line}}}\\iftrue \\repeat"));
}

#[test]
fn no_shell_and_no_file_outside() {
    compiles("\\immediate\\write18{touch texlens-was-here} x");
    assert!(!std::path::Path::new("texlens-was-here").exists());
    fails("\\input{/etc/passwd}");
    fails("\\input{../Cargo.toml}");
    fragment("\\immediate\\openout3=/tmp/texlens-was-here \\immediate\\write3{x}\\immediate\\closeout3 x");
    assert!(!std::path::Path::new("/tmp/texlens-was-here").exists());
}

#[test]
fn long_lines_and_strange_bytes() {
    compiles(&"word ".repeat(20_000));
    fails(&"word ".repeat(100_000));
    fails("a\0b");
    fails("^^c3 x");
    fails(&"{".repeat(512 << 10));
    fails(&"{\n".repeat(256 << 10));
    fails(&"\\begin{itemize}\\item ".repeat(5_000));
}

#[test]
fn nesting_without_end() {
    fails(&"\\begingroup ".repeat(200_000));
    fails("\\def\\x{\\hbox\\bgroup\\x}\\x");
    fails("\\def\\x{\\expandafter\\x\\csname x\\endcsname}\\x");
    fails("\\def\\x{\\csname\\x}\\x");
    fails("\\def\\x{\\number\\x}\\count1=\\x");
    fails("$\\def\\x{{\\x}^\\x}\\x$");
    // Nested boxes do not nest while they are built.
    fails(
        "\\newcount\\n \\setbox0\\hbox{x}\\loop \\setbox0\\hbox{\\box0}\\advance\\n by 1 \\ifnum\\n<2000000 \\repeat \\box0",
    );
}

#[test]
fn numbers_beyond_bounds() {
    fails("\\count1=99999999999 \\kern99999999pt");
    fails("\\hskip 16383pt minus 99999fil \\romannumeral 999999999");
}

#[test]
fn one_paragraph_without_end() {
    fails("\\loop \\discretionary{a}{b}{c}x \\iftrue \\repeat");
    ends("\\newcount\\n \\loop a\\penalty0 \\advance\\n by 1 \\ifnum\\n<1000000 \\repeat");
}
