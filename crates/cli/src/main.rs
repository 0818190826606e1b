//! The `texlens` command.
//!
//! Exit codes:
//!
//! - 0 if everything succeeded
//! - 1 if part of it failed or a text does not compile
//! - 2 if everything failed
//! - 3 if a value is on the wrong side of its `--fail-under`, regardless of the rest

mod advice;
mod answers;
mod asking;
mod brought;
mod commands;
mod date;
mod evidence;
mod failure;
mod input;
mod output;
mod pages;
mod pdf;
mod tables;
mod terminal;
mod tex;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use commands::{
    about, compile, correlate, evaluate, judge, latexbench, leaderboard, make_pages, ocr, ratings, read, render,
    reward, score,
};

/// Measure how well a system turns pages into LaTeX.
#[derive(Parser)]
#[command(name = "texlens", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Score(score::Arguments),
    Evaluate(Box<evaluate::Arguments>),
    Reward(reward::Arguments),
    Ocr(ocr::Arguments),
    Read(Box<read::Arguments>),
    Compile(compile::Arguments),
    Render(render::Arguments),
    Judge(Box<judge::Arguments>),
    Correlate(correlate::Arguments),
    #[command(name = "latexbench")]
    LatexBench(latexbench::Arguments),
    Ratings(ratings::Arguments),
    Leaderboard(leaderboard::Arguments),
    MakePages(make_pages::Arguments),
    Completions(about::CompletionArguments),
    Man(about::ManArguments),
    #[command(hide = true)]
    DrawPdf(pdf::DrawArguments),
}

fn main() -> ExitCode {
    let program = Arguments::command().long_version(about::version());
    let given = program
        .try_get_matches()
        .and_then(|given| Arguments::from_arg_matches(&given));
    let arguments = match given {
        Ok(arguments) => arguments,
        // The message quotes the arguments.
        Err(error) if error.use_stderr() => {
            terminal::say(error.to_string().trim_end());
            return ExitCode::from(2);
        }
        Err(help) => help.exit(),
    };
    let outcome = match arguments.command {
        Command::Score(arguments) => score::run(&arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::Reward(arguments) => reward::run(&arguments),
        Command::Ocr(arguments) => ocr::run(&arguments),
        Command::Read(arguments) => read::run(&arguments),
        Command::Compile(arguments) => compile::run(&arguments),
        Command::Render(arguments) => render::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Correlate(arguments) => correlate::run(&arguments),
        Command::LatexBench(arguments) => latexbench::run(&arguments),
        Command::Ratings(arguments) => ratings::run(&arguments),
        Command::Leaderboard(arguments) => leaderboard::run(&arguments),
        Command::MakePages(arguments) => make_pages::run(&arguments),
        Command::Completions(arguments) => about::completions::<Arguments>(&arguments),
        Command::Man(arguments) => about::man::<Arguments>(&arguments),
        Command::DrawPdf(arguments) => pdf::draw(&arguments),
    };
    outcome.unwrap_or_else(|failure| failure.report())
}
