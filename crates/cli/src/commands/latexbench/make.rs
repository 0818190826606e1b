//! `texlens latexbench make`: writes the items of a seed.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use texlens_latexbench::{Family, items, items_of, to_jsonl, to_page, to_workbook};

use super::LatexBenchError;
use crate::failure::Failure;
use crate::output::{check_is_free, write_whole};
use crate::terminal::{self, Form};

/// Make 150 items from a seed: 50 each of generation, edit and contrast.
///
/// Writes items.jsonl, workbook.xlsx and index.html, a page to look through. The same seed gives the same bytes on
/// every machine.
#[derive(Args)]
pub(super) struct Arguments {
    /// Seed; 1234 is the paper's
    #[arg(long, value_name = "N", default_value_t = 1234)]
    seed: u64,

    /// Folder for the files, created if necessary
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Make the items of this family only
    #[arg(long, value_enum)]
    family: Option<FamilyArgument>,

    /// Write into a folder that is not empty; its other files stay
    #[arg(long)]
    force: bool,
}

/// A family of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FamilyArgument {
    /// Write LaTeX for a specification
    Generation,
    /// Apply edits and nothing else
    Edit,
    /// Find the fault in a document
    Contrast,
}

impl From<FamilyArgument> for Family {
    fn from(family: FamilyArgument) -> Self {
        match family {
            FamilyArgument::Generation => Self::Generation,
            FamilyArgument::Edit => Self::Edit,
            FamilyArgument::Contrast => Self::Contrast,
        }
    }
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let folder = &arguments.out;
    let unwritable = |error: io::Error| Failure::WriteFile {
        path: folder.clone(),
        error,
    };
    check_is_free(folder, arguments.force)?;
    let items = match arguments.family {
        Some(family) => items_of(arguments.seed, family.into()),
        None => items(arguments.seed),
    };
    fs::create_dir_all(folder).map_err(unwritable)?;
    let workbook = to_workbook(&items).map_err(LatexBenchError::Workbook)?;
    let files = [
        ("items.jsonl", to_jsonl(&items).into_bytes()),
        ("workbook.xlsx", workbook),
        ("index.html", to_page(&items, Some(arguments.seed)).into_bytes()),
    ];
    for (name, bytes) in &files {
        let path = folder.join(name);
        write_whole(&path, bytes).map_err(|error| Failure::WriteFile { path, error })?;
    }
    let names = files.map(|(name, _)| name).join(", ");
    let mut out = terminal::output(Form::Text);
    writeln!(out, "{} items written to {}: {names}", items.len(), folder.display())
        .and_then(|()| out.flush())
        .map_err(Failure::Write)?;
    Ok(ExitCode::SUCCESS)
}
