//! Builds the WebAssembly modules with their JavaScript glue code.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::command::{run, step};
use crate::paths;
use crate::toolchain::{self, Toolchain};

/// The purpose of a build, which decides how long it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Profile {
    /// Quick to build.
    Development,
    /// For a static host: small.
    Release,
}

/// A crate that is built as a WebAssembly module with JavaScript glue code.
struct Module {
    package: &'static str,
    /// Cargo's profiles for development and for releases.
    profiles: [&'static str; 2],
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
    profiles: ["web-dev", "web"],
    name: "texlens",
    folder: paths::app_module,
    has_types: false,
};

/// The workers, fetched when the first worker starts.
const WORKERS: Module = Module {
    package: "texlens-workers",
    profiles: ["web-dev", "web"],
    name: "texlens_workers",
    folder: paths::workers_module,
    has_types: false,
};

/// The npm package: the scores for other JavaScript.
const JAVASCRIPT: Module = Module {
    package: "texlens-javascript",
    profiles: ["web-dev", "web"],
    name: "texlens",
    folder: paths::package,
    has_types: true,
};

/// The module that draws the pages of PDFs.
const PDF: Module = Module {
    package: "texlens-pdf-web",
    // Few people change it, and it is slow when it is not optimised.
    profiles: ["web-pdf"; 2],
    name: "texlens_pdf",
    folder: paths::pdf_module,
    has_types: false,
};

/// Returns the crates that are compiled to WebAssembly.
pub(crate) fn packages() -> impl Iterator<Item = &'static str> {
    [APP, WORKERS, JAVASCRIPT, PDF].into_iter().map(|module| module.package)
}

/// Builds the module of the npm package with its glue code into `pkg/`.
pub(crate) fn javascript() -> Result<()> {
    build(&[JAVASCRIPT], Profile::Release)
}

/// Builds the modules of the site.
pub(crate) fn site(profile: Profile) -> Result<()> {
    build(&[APP, WORKERS, PDF], profile)
}

/// Builds all modules as for a release.
pub(crate) fn all() -> Result<()> {
    build(&[APP, WORKERS, JAVASCRIPT, PDF], Profile::Release)
}

/// Builds modules. While one of them is bound to JavaScript, the next one is compiled. LLVM alone decides on their size:
/// what wasm-opt takes away, brotli would have taken, and more (the app's module is 8 % larger after both).
fn build(modules: &[Module], profile: Profile) -> Result<()> {
    let toolchain = toolchain::ensure()?;
    thread::scope(|scope| {
        let mut bound = Vec::new();
        for module in modules {
            let compiled = module.compile(toolchain, profile)?;
            bound.push(scope.spawn(move || module.bind(&compiled, profile)));
        }
        bound
            .into_iter()
            .try_for_each(|bound| bound.join().unwrap_or_else(|_| bail!("a thread has panicked")))
    })
}

impl Module {
    fn compile(&self, toolchain: Toolchain, profile: Profile) -> Result<PathBuf> {
        let [development, release] = self.profiles;
        let profile = match profile {
            Profile::Development => development,
            Profile::Release => release,
        };
        step(&format!("compiling {} to WebAssembly", self.package));
        run(toolchain
            .cargo("build")
            .args(["--profile", profile, "--package", self.package, "--lib"]))?;
        let file = format!("{}.wasm", self.package.replace('-', "_"));
        Ok(paths::target().join("wasm32-unknown-unknown").join(profile).join(file))
    }

    /// Fills the folder from the compiled module, unless it was made from this same file.
    fn bind(&self, compiled: &Path, profile: Profile) -> Result<()> {
        let folder = (self.folder)();
        let stamp_file = folder.join(".made-from");
        let made_from = format!(
            "{:?}",
            identity(&fs::metadata(compiled).with_context(|| compiled.display().to_string())?)
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
            .input_path(compiled)
            .out_name(self.name)
            .web(true)?
            .omit_default_module_path(false)
            .typescript(self.has_types)
            .remove_name_section(profile == Profile::Release)
            .generate(&folder)?;
        fs::write(&stamp_file, format!("{profile:?} {made_from}")).with_context(|| stamp_file.display().to_string())
    }
}

/// Returns length and time of change, which show whether a build tool has written a file again.
pub(crate) fn identity(metadata: &Metadata) -> (u64, u128) {
    let modified = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    (metadata.len(), modified.unwrap_or_default().as_nanos())
}
