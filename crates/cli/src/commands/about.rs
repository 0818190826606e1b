//! What the program says of itself: its parts, completions for shells, and man pages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{Args, Parser};
use clap_complete::Shell;
use clap_mangen::Man;
use texlens_native::Places;

use crate::failure::Failure;
use crate::output::write_whole;
use crate::terminal::{self, Form};

/// Print completions for a shell.
///
/// For bash: texlens completions bash > ~/.local/share/bash-completion/completions/texlens
#[derive(Args)]
pub(crate) struct CompletionArguments {
    /// The shell
    shell: Shell,
}

/// Write man pages, one for each command.
#[derive(Args)]
pub(crate) struct ManArguments {
    /// Folder for the pages, created if necessary
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Prints the completions of the program `P`.
pub(crate) fn completions<P: Parser>(arguments: &CompletionArguments) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut P::command(), "texlens", &mut script);
    let mut out = terminal::output(Form::Text);
    out.write_all(&script).map_err(Failure::Write)?;
    out.flush().map_err(Failure::Write)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the man pages of the program `P`.
pub(crate) fn man<P: Parser>(arguments: &ManArguments) -> Result<ExitCode, Failure> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| Failure::WriteFile { path, error }
    };
    std::fs::create_dir_all(&arguments.folder).map_err(failed(&arguments.folder))?;
    let mut program = P::command();
    program.build();
    write_page(&arguments.folder, &program, "texlens")?;
    for command in program.get_subcommands().filter(|command| !command.is_hide_set()) {
        write_page(&arguments.folder, command, &format!("texlens-{}", command.get_name()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_page(folder: &Path, command: &clap::Command, name: &str) -> Result<(), Failure> {
    let path = folder.join(format!("{name}.1"));
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page).map_err(Failure::Write)?;
    write_whole(&path, &page).map_err(|error| Failure::WriteFile { path, error })
}

/// Returns the version of the program and of its parts, and where they are.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(described);
    &VERSION
}

fn described() -> String {
    let about = texlens_native::about(&Places::beside_program());
    let mut lines = vec![env!("CARGO_PKG_VERSION").to_owned()];
    for (network, version) in &about.networks {
        lines.push(format!("glyph detector, {}: {version}", network.name()));
    }
    lines.push(format!("TeX engine: {}", about.tex_engine));
    lines.push(format!("ONNX Runtime: {}", about.runtime));
    lines.join("\n")
}
