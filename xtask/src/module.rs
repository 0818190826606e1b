//! Builds the WebAssembly modules with their JavaScript glue code.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::command::{run, step};
use crate::{npm, paths, toolchain};

/// The purpose of a build, which decides how long it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Profile {
    /// Quick to build.
    Development,
    /// For a static host: small.
    Release,
}

impl Profile {
    /// Returns the name of Cargo's profile.
    const fn name(self) -> &'static str {
        match self {
            Self::Development => "web-dev",
            Self::Release => "web",
        }
    }
}

/// A crate that is built as a WebAssembly module with JavaScript glue code.
struct Module {
    package: &'static str,
    /// The name of the files.
    name: &'static str,
    /// The output folder.
    folder: fn() -> PathBuf,
    /// Whether TypeScript declarations are written.
    has_types: bool,
}

/// The app in the page.
const APP: Module = Module {
    package: "texlens",
    name: "texlens",
    folder: paths::app_module,
    has_types: false,
};

/// The workers, fetched when the first worker starts.
const WORKERS: Module = Module {
    package: "texlens-workers",
    name: "texlens_workers",
    folder: paths::workers_module,
    has_types: false,
};

/// The npm package: the scores for other JavaScript.
const JAVASCRIPT: Module = Module {
    package: "texlens-javascript",
    name: "texlens",
    folder: paths::package,
    has_types: true,
};

/// The module that draws the pages of PDFs.
const PDF: Module = Module {
    package: "texlens-pdf-web",
    name: "texlens_pdf",
    folder: paths::pdf_module,
    has_types: false,
};

/// The module that reads Parquet and Arrow files.
const TABLES: Module = Module {
    package: "texlens-tables-web",
    name: "texlens_tables",
    folder: paths::tables_module,
    has_types: false,
};

/// The worker that reads with a model that a person brings.
const IMAGE_TO_TEXT: Module = Module {
    package: "texlens-image-to-text-web",
    name: "texlens_image_to_text",
    folder: paths::image_to_text_module,
    has_types: false,
};

const ALL: [Module; 6] = [APP, WORKERS, JAVASCRIPT, PDF, TABLES, IMAGE_TO_TEXT];

/// Returns the crates that are compiled to WebAssembly.
pub(crate) fn packages() -> impl Iterator<Item = &'static str> {
    ALL.into_iter().map(|module| module.package)
}

/// Builds the module of the npm package with its glue code into `pkg/`.
pub(crate) fn javascript() -> Result<()> {
    build(&[JAVASCRIPT], Profile::Release)
}

/// Builds the modules of the site.
pub(crate) fn site(profile: Profile) -> Result<()> {
    build(&[APP, WORKERS, PDF, TABLES, IMAGE_TO_TEXT], profile)
}

/// Builds all modules as for a release.
pub(crate) fn all() -> Result<()> {
    build(&ALL, Profile::Release)
}

/// Compiles all modules, and binds some of them to JavaScript.
fn build(modules: &[Module], profile: Profile) -> Result<()> {
    compile(profile)?;
    npm::ensure()?;
    thread::scope(|scope| {
        let bound: Vec<_> = modules
            .iter()
            .map(|module| scope.spawn(|| module.bind(profile)))
            .collect();
        bound
            .into_iter()
            .try_for_each(|bound| bound.join().unwrap_or_else(|_| bail!("a thread has panicked")))
    })
}

/// Compiles all modules. With one command for each of them, Cargo would give the crates that they share other features
/// each time, and compile nearly all of them again.
fn compile(profile: Profile) -> Result<()> {
    let toolchain = toolchain::ensure()?;
    step("compiling to WebAssembly");
    let mut command = toolchain.cargo("build");
    command.args(["--profile", profile.name(), "--lib"]);
    for package in packages() {
        command.args(["--package", package]);
    }
    run(&mut command)
}

impl Module {
    /// Returns the path of the compiled module.
    fn compiled(&self, profile: Profile) -> PathBuf {
        let folder = paths::target().join("wasm32-unknown-unknown").join(profile.name());
        folder.join(format!("{}.wasm", self.package.replace('-', "_")))
    }

    /// Fills the folder from the compiled module, unless it was made from this same file.
    fn bind(&self, profile: Profile) -> Result<()> {
        let compiled = self.compiled(profile);
        let folder = (self.folder)();
        let stamp_file = folder.join(".made-from");
        let made_from = format!(
            "{:?}",
            identity(&fs::metadata(&compiled).with_context(|| compiled.display().to_string())?)
        );
        let acceptable = [Profile::Development, Profile::Release]
            .into_iter()
            .filter(|made| *made >= profile);
        if let Ok(stamp) = fs::read_to_string(&stamp_file)
            && acceptable
                .map(|made| format!("{made:?} {made_from}"))
                .any(|wanted| wanted == stamp)
        {
            return Ok(());
        }
        step(&format!("binding {} to JavaScript", self.package));
        // If binding fails, no stamp may remain.
        let _ = fs::remove_file(&stamp_file);
        Bindgen::new()
            .input_path(&compiled)
            .out_name(self.name)
            .web(true)?
            .omit_default_module_path(false)
            .typescript(self.has_types)
            .generate(&folder)?;
        if profile == Profile::Release {
            arrange(&folder.join(format!("{}_bg.wasm", self.name)))?;
        }
        fs::write(&stamp_file, format!("{profile:?} {made_from}")).with_context(|| stamp_file.display().to_string())
    }
}

/// The features of WebAssembly that the modules use.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// Removes functions that equal others, and sorts the rest by name, so that brotli finds instances of one generic function
/// beside each other. Then the names are removed. Passes that rewrite code are not run: what they take away, brotli would
/// have taken, and more (with all of them the app's module is 8 % larger after brotli).
fn arrange(module: &Path) -> Result<()> {
    // Names are read and written with `--debuginfo` only, so that the second run leaves them out.
    let runs: [&[&str]; 2] = [
        &[
            "--debuginfo",
            "--duplicate-function-elimination",
            "--remove-unused-module-elements",
            "--reorder-functions-by-name",
        ],
        &["--strip-producers"],
    ];
    runs.into_iter().try_for_each(|passes| {
        run(Command::new("node")
            .arg(paths::npm("binaryen/bin/wasm-opt"))
            .arg(module)
            .args(FEATURES)
            .args(passes)
            .arg("--output")
            .arg(module))
    })
}

/// Returns length and time of change, which show whether a build tool has written a file again.
pub(crate) fn identity(metadata: &Metadata) -> (u64, u128) {
    let modified = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    (metadata.len(), modified.unwrap_or_default().as_nanos())
}
