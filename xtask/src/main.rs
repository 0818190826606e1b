//! The project's tasks; `cargo xtask help` lists them.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool speaks on its output"
)]

mod bench;
mod circles;
mod command;
mod debian;
mod deny;
mod docs;
mod fuzz;
mod hash;
mod javascript;
mod module;
mod npm;
mod ocr;
mod ocr_eval;
mod offline;
mod package;
mod paths;
mod prose;
mod pypi;
mod python;
mod server;
mod site;
mod styles;
mod test;
mod tex;
mod toolchain;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use module::Profile;

const HELP: &str = "\
cargo xtask serve [--port N] [--isolated]   build the app and serve it on this machine
cargo xtask test [lint|unit|fuzz|e2e]       everything CI runs, or one part of it
cargo xtask dist                            build the site for a static host into dist/
cargo xtask package                         build the npm package into target/npm/
cargo xtask docs                            write docs/metrics.md from the files of the metrics
cargo xtask prose                           check links and phrases of the documentation
cargo xtask deny [CHECK...]                 check licences, sources and versions of crates, or one CHECK, as advisories
cargo xtask javascript                      check types and habits of the JavaScript
cargo xtask python                          check the Python, its format too
cargo xtask circles                         list modules that import each other
cargo xtask styles                          check colours and custom properties of the style sheets
cargo xtask bench [recognition|metrics|tex|pdf [FILE...]|texts|workspace]  measure size, speed and memory against Tesseract, Python's tools,
                                            pdfTeX and the command
cargo xtask fuzz SECONDS [NAME...]          look for inputs that break importers and parsers
cargo xtask ocr-fixtures [FILE.tex...]      typeset the sources of the fixtures and write their glyphs
cargo xtask ocr-roundtrip [FILE] [--count N]  formulas to glyphs to LaTeX, typeset again: how many are the same
cargo xtask ocr-eval [DIR] [--help]         measure the OCR on whole documents: true glyphs, detected ones, Tesseract
cargo xtask tex [--check]                   build pdfTeX, its formats and its files into www/tex/, or compare with it
cargo xtask setup                           install what the other tasks need, and nothing else
";

fn main() -> ExitCode {
    match chore() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn chore() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    std::env::set_current_dir(paths::root()).context("the project's folder is gone")?;
    match arguments.as_slice() {
        ["serve", options @ ..] => serve(options),
        ["test"] => test::all(),
        ["test", "lint"] => test::lint(),
        ["circles"] => circles::check(),
        ["deny", checks @ ..] => deny::report(checks),
        ["javascript"] => javascript::check(),
        ["python"] => python::check(),
        ["prose"] => prose::check(),
        ["styles"] => styles::check(),
        ["test", "unit"] => test::unit(),
        ["test", "fuzz"] => test::fuzz(),
        ["test", "e2e", names @ ..] => test::e2e(names),
        ["dist"] => {
            site::build(Profile::Release)?;
            site::print_sizes()
        }
        ["package"] => {
            println!("{}", package::build()?.display());
            Ok(())
        }
        ["docs"] => docs::write(),
        ["bench"] => {
            bench::recognition()?;
            bench::metrics()?;
            bench::tex()?;
            bench::pdf(&[])?;
            bench::long_texts()?;
            bench::workspace()
        }
        ["bench", "recognition"] => bench::recognition(),
        ["bench", "metrics"] => bench::metrics(),
        ["bench", "tex"] => bench::tex(),
        ["bench", "pdf", files @ ..] => bench::pdf(files),
        ["bench", "texts"] => bench::long_texts(),
        ["bench", "workspace"] => bench::workspace(),
        ["fuzz", seconds, names @ ..] => {
            let seconds = seconds
                .parse()
                .with_context(|| format!("{seconds}: not a number of seconds"))?;
            fuzz::run_for(seconds, names)
        }
        ["ocr-fixtures", files @ ..] => ocr::fixtures(files),
        ["ocr-roundtrip", arguments @ ..] => ocr::round_trip(arguments),
        ["ocr-eval", options @ ..] => ocr_eval::measure(options),
        ["tex"] => tex::build(),
        ["tex", "--check"] => tex::check(),
        ["setup"] => setup(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("unknown command: {}\n\n{HELP}", other.join(" ")),
    }
}

fn serve(options: &[&str]) -> Result<()> {
    let mut port = 0;
    let mut isolated = false;
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match *option {
            "--port" => {
                let value = options.next().context("--port needs a number")?;
                port = value
                    .parse()
                    .with_context(|| format!("--port {value}: not a port number"))?;
            }
            "--isolated" => isolated = true,
            other => bail!("unknown option: {other}\n\n{HELP}"),
        }
    }
    site::build(Profile::Development)?;
    let server = server::start(&paths::dist(), port, isolated)?;
    println!("\ntexlens is at {}/ (end with Ctrl-C)", server.address());
    server.wait()
}

fn setup() -> Result<()> {
    npm::ensure()?;
    toolchain::ensure()?;
    debian::ensure(&[debian::CHROMIUM, debian::TESSERACT])
}
