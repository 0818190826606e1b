//! The project's tasks; `cargo xtask help` lists them.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool speaks on its output"
)]

mod archive;
mod arguments;
mod bench;
mod browsers;
mod circles;
mod command;
mod debian;
mod deny;
mod docs;
mod figures;
mod files;
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
mod unit;
mod wheel;
mod words;

use std::process::ExitCode;

use anyhow::{Context, Result};
use arguments::{Arguments, Bench, Part, Task};
use clap::{CommandFactory, Parser};
use module::Profile;

fn main() -> ExitCode {
    match task() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn task() -> Result<()> {
    let Some(task) = Arguments::parse().task else {
        Arguments::command().print_help()?;
        return Ok(());
    };
    std::env::set_current_dir(paths::root()).context("the project's folder is gone")?;
    match task {
        Task::Serve { port, isolated } => serve(port, isolated),
        Task::Test { part } => match part {
            None => test::all(),
            Some(Part::Lint) => test::lint(),
            Some(Part::Unit) => unit::test(),
            Some(Part::Fuzz) => test::fuzz(),
            Some(Part::Wheel) => test::wheel(),
            Some(Part::Engines) => wheel::test_engines(),
            Some(Part::Harnesses) => wheel::test_harnesses(),
            Some(Part::E2e { names }) => test::e2e(&names),
            Some(Part::Browsers { names, short }) => test::browsers(&names, short),
        },
        Task::Dist => {
            site::build(Profile::Release)?;
            site::print_sizes()
        }
        Task::Pictures { folder } => test::pictures(&folder),
        Task::Package => {
            println!("{}", package::build()?.display());
            Ok(())
        }
        Task::Wheel => {
            println!("{}", wheel::build()?.display());
            Ok(())
        }
        Task::Archive => {
            println!("{}", archive::build()?.display());
            Ok(())
        }
        Task::Docs => docs::write(),
        Task::Figures => figures::write(),
        Task::Prose => prose::check(),
        Task::Circles => circles::check(),
        Task::Deny { checks } => deny::report(&checks),
        Task::Javascript => javascript::check(),
        Task::Python => python::check(),
        Task::Styles => styles::check(),
        Task::Words => words::check(),
        Task::Bench { what } => match what {
            None => {
                bench::recognition()?;
                site::print_sizes()?;
                bench::metrics()?;
                bench::tex()?;
                bench::cdm()?;
                bench::pdf(&[])?;
                bench::reward()?;
                bench::wheel()?;
                bench::models(None, &[])?;
                bench::long_texts()?;
                bench::matrix()?;
                bench::workspace()
            }
            Some(Bench::Recognition) => bench::recognition(),
            Some(Bench::Metrics) => bench::metrics(),
            Some(Bench::Tex) => bench::tex(),
            Some(Bench::Cdm) => bench::cdm(),
            Some(Bench::Pdf { files }) => bench::pdf(&files),
            Some(Bench::Reward) => bench::reward(),
            Some(Bench::Wheel) => bench::wheel(),
            Some(Bench::Scale { engines, pages }) => bench::scale(&engines, pages),
            Some(Bench::Models { model, images }) => bench::models(model.as_deref(), &images),
            Some(Bench::Texts) => bench::long_texts(),
            Some(Bench::Matrix) => bench::matrix(),
            Some(Bench::Workspace) => bench::workspace(),
        },
        Task::Fuzz { seconds, names } => fuzz::run_for(seconds, &names),
        Task::OcrFixtures { files } => ocr::fixtures(&files),
        Task::OcrRoundtrip { options } => ocr::round_trip(&options),
        Task::OcrEval { options } => ocr_eval::measure(&options),
        Task::Tex { packs: true, .. } => tex::packs(),
        Task::Tex { check: true, .. } => tex::check(),
        Task::Tex { .. } => tex::build(),
        Task::Setup => setup(),
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
    debian::ensure(&[debian::CHROMIUM, debian::FIREFOX, debian::TESSERACT])?;
    debian::ensure(&debian::WEBKIT)
}
