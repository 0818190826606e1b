//! The project's tasks; `cargo xtask help` lists them.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool speaks on its output"
)]

mod arguments;
mod bench;
mod circles;
mod command;
mod debian;
mod deny;
mod docs;
mod figures;
mod fuzz;
mod guides;
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

use anyhow::{Context, Result};
use arguments::{Arguments, Bench, Chore, Part};
use clap::{CommandFactory, Parser};
use module::Profile;

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
    let Some(chore) = Arguments::parse().chore else {
        Arguments::command().print_help()?;
        return Ok(());
    };
    std::env::set_current_dir(paths::root()).context("the project's folder is gone")?;
    match chore {
        Chore::Serve { port, isolated } => serve(port, isolated),
        Chore::Test { part } => match part {
            None => test::all(),
            Some(Part::Lint) => test::lint(),
            Some(Part::Unit) => test::unit(),
            Some(Part::Fuzz) => test::fuzz(),
            Some(Part::E2e { names }) => test::e2e(&names),
        },
        Chore::Dist => {
            site::build(Profile::Release)?;
            site::print_sizes()
        }
        Chore::Package => {
            println!("{}", package::build()?.display());
            Ok(())
        }
        Chore::Docs => docs::write(),
        Chore::Figures => figures::write(),
        Chore::Prose => prose::check(),
        Chore::Circles => circles::check(),
        Chore::Deny { checks } => deny::report(&checks),
        Chore::Javascript => javascript::check(),
        Chore::Python => python::check(),
        Chore::Styles => styles::check(),
        Chore::Bench { what } => match what {
            None => {
                bench::recognition()?;
                site::print_sizes()?;
                bench::metrics()?;
                bench::tex()?;
                bench::pdf(&[])?;
                bench::long_texts()?;
                bench::workspace()
            }
            Some(Bench::Recognition) => bench::recognition(),
            Some(Bench::Metrics) => bench::metrics(),
            Some(Bench::Tex) => bench::tex(),
            Some(Bench::Pdf { files }) => bench::pdf(&files),
            Some(Bench::Texts) => bench::long_texts(),
            Some(Bench::Workspace) => bench::workspace(),
        },
        Chore::Fuzz { seconds, names } => fuzz::run_for(seconds, &names),
        Chore::OcrFixtures { files } => ocr::fixtures(&files),
        Chore::OcrRoundtrip { options } => ocr::round_trip(&options),
        Chore::OcrEval { options } => ocr_eval::measure(&options),
        Chore::Tex { check: false } => tex::build(),
        Chore::Tex { check: true } => tex::check(),
        Chore::Setup => setup(),
    }
}

fn serve(port: u16, isolated: bool) -> Result<()> {
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
