//! What the program says of itself: its parts, completions for shells, and man pages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{Args, Parser};
use clap_complete::Shell;
use clap_mangen::Man;
use texlens_ocr::detect::{Model, Network};

use crate::failure::Failure;
use crate::output::write_whole;
use crate::terminal::{self, Form};
use crate::{installed, runtime, tex};

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

/// Describes the path of a part, and marks a path that does not exist.
fn place(path: Option<&Path>, is_there: bool) -> String {
    match path {
        None => "not found".to_owned(),
        Some(path) if is_there => path.display().to_string(),
        Some(path) => format!("{} (missing)", path.display()),
    }
}

fn engine() -> String {
    let folder = tex::folder(None);
    let is_there = installed::has_manifest(&folder);
    // Otherwise it is the folder of the source tree, which most machines do not have.
    let is_shown = is_there || tex::named().is_some();
    place(is_shown.then_some(&folder), is_there)
}

fn library() -> String {
    let library = runtime::find_library();
    // The loader of the system looks for a name without a folder.
    let is_there = |path: &Path| path.components().nth(1).is_none() || path.is_file();
    let library = library.as_deref();
    place(library, library.is_some_and(is_there))
}

fn described() -> String {
    let mut lines = vec![env!("CARGO_PKG_VERSION").to_owned()];
    for network in Network::ALL {
        let (manifest, _) = runtime::bundled(network);
        if let Ok(model) = Model::from_manifest(manifest) {
            lines.push(format!("glyph detector, {}: {}", network.name(), model.version));
        }
    }
    lines.push(format!("TeX engine: {}", engine()));
    lines.push(format!("ONNX Runtime: {}", library()));
    lines.join("\n")
}
