//! The compiler, which determines whether a text compiles.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use texlens_latex::{Diagnostic, ErrorClass};
use texlens_vocabulary::{Compilation, Limit, TexError};

use super::advice::limit_advice;
use super::artefacts::{Artefact, ArtefactError, Content, Library, Manifest, Pack};
use super::host::{Host, HostLimits};
use super::log::{self, LogReport};
use super::placement::Placement;
use super::run::Ended;
use super::runtime::Module;

use crate::source::Source;
use crate::usage::Use;

/// Name of the engine itself among the artefacts.
const ENGINE: &str = "pdftex.wasm";
/// Name of the text in the engine's folder, without its extension.
const JOB: &str = "doc";
/// Start of the line in which the engine reports the number of pages.
const PAGES: &str = "pages ";
/// Exit status of the engine if it has used up its steps.
const STEPS_EXCEEDED: u32 = 124;

/// The limits of one run. The engine itself limits its memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of tokens that the engine reads; a page takes one or two million.
    pub steps: u64,
    /// Maximum number of bytes that the engine writes, to all files and the terminal together.
    pub output: u64,
    /// Maximum number of files that the engine opens.
    pub files: u32,
}

impl Limits {
    /// The limits unless others are set.
    pub const DEFAULT: Self = Self {
        steps: 200_000_000,
        output: 16 << 20,
        files: 10_000,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Runs texts through the engine, each in a separate memory.
///
/// The caller provides the engine's files as they become available: [`Compiler::missing`] lists them, and
/// [`Compiler::add`] takes them.
#[derive(Clone)]
pub struct Compiler {
    manifest: Manifest,
    packs: HashMap<String, Arc<Pack>>,
    module: Option<Module>,
    limits: Limits,
}

impl Compiler {
    /// Creates a compiler without files.
    #[must_use]
    pub fn new(manifest: Manifest) -> Self {
        Self {
            manifest,
            packs: HashMap::new(),
            module: None,
            limits: Limits::default(),
        }
    }

    /// Sets the limits of a run.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the manifest of the engine's files.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the name and version of the engine.
    #[must_use]
    pub fn engine(&self) -> &str {
        &self.manifest.engine
    }

    /// Returns the files, by name, that a use needs and that have not been added.
    pub fn missing(&self, usage: Use) -> Result<Vec<(&str, &Artefact)>, ArtefactError> {
        Ok(self
            .manifest
            .files(usage)?
            .filter(|(name, _)| !self.has(name))
            .collect())
    }

    /// Adds a file of the engine.
    pub fn add(&mut self, name: &str, Content(content): Content) -> Result<(), ArtefactError> {
        if name == ENGINE {
            self.module = Some(Module::new(&content)?);
            return Ok(());
        }
        let pack = if name.ends_with(".tar") {
            Pack::archive(name, content)?
        } else {
            Pack::single(name, content)
        };
        self.packs.insert(name.to_owned(), Arc::new(pack));
        Ok(())
    }

    /// Compiles a text and returns the engine's verdict.
    ///
    /// # Errors
    ///
    /// If a file of the engine is missing, or the engine cannot be started at all. All effects of the text itself are
    /// part of the [`Compilation`].
    pub fn compile(&self, source: &Source<'_>) -> Result<Compilation, ArtefactError> {
        let run = self.run(source, source.form.into())?;
        Ok(run.compilation)
    }

    /// Sets a text into a DVI file, which exists if at least one page was produced. The packages of a document choose
    /// other drivers for DVI than for PDF, so that the verdict on a document is that of [`Compiler::compile`].
    ///
    /// # Errors
    ///
    /// The same as for [`Compiler::compile`].
    pub fn dvi(&self, source: &Source<'_>) -> Result<(Option<Vec<u8>>, Compilation), ArtefactError> {
        let mut run = self.run(source, Use::drawing(source.form))?;
        let dvi = run.host.take(&file("dvi")).filter(|bytes| !bytes.is_empty());
        Ok((dvi, run.compilation))
    }

    /// Sets a text as [`Compiler::dvi`] does, and returns the log, too, which has the warnings about loose and full lines.
    ///
    /// # Errors
    ///
    /// The same as for [`Compiler::compile`].
    pub fn set(&self, source: &Source<'_>) -> Result<Set, ArtefactError> {
        let mut run = self.run(source, Use::drawing(source.form))?;
        let dvi = run.host.take(&file("dvi")).filter(|bytes| !bytes.is_empty());
        let log = run.host.take(&file("log")).unwrap_or_default();
        Ok(Set {
            dvi,
            log: String::from_utf8_lossy(&log).into_owned(),
            compilation: run.compilation,
        })
    }

    /// Returns a file that runs of this use may read, such as the metrics of a font (`cmr10.tfm`).
    ///
    /// # Errors
    ///
    /// If a file of the engine is missing.
    pub fn file(&self, usage: Use, name: &str) -> Result<Option<Vec<u8>>, ArtefactError> {
        let found = self.library(usage)?.find(name.as_bytes());
        Ok(found.map(|file| file.bytes().to_vec()))
    }

    fn has(&self, name: &str) -> bool {
        if name == ENGINE {
            self.module.is_some()
        } else {
            self.packs.contains_key(name)
        }
    }

    fn run(&self, source: &Source<'_>, usage: Use) -> Result<Run, ArtefactError> {
        let module = self
            .module
            .as_ref()
            .ok_or_else(|| ArtefactError::Missing(ENGINE.to_owned()))?;
        let placement = Placement::of(source);
        let mut host = self.host(usage)?;
        host.put_source(&file("tex"), placement.file());
        let (host, ended) = module.run(host)?;
        let compilation = verdict(&host, ended, &placement);
        Ok(Run { host, compilation })
    }

    fn host(&self, usage: Use) -> Result<Host, ArtefactError> {
        let format = format!("-fmt={}", usage.format());
        let mut arguments = vec!["pdftex", "-interaction=nonstopmode", "-no-shell-escape", &format];
        arguments.push(if usage.writes_dvi() {
            "-output-format=dvi"
        } else {
            // The pages are not shown, so the fonts are not needed.
            "-draftmode"
        });
        let source = file("tex");
        arguments.push(&source);
        let steps = self.limits.steps;
        let environment = [format!("TEXLENS_STEPS={steps}")];
        let limits = HostLimits {
            output: self.limits.output,
            files: self.limits.files,
        };
        Ok(Host::new(self.library(usage)?, &arguments, &environment, limits))
    }

    /// Returns the library of a use. It does not depend on the files that were loaded for other uses.
    fn library(&self, usage: Use) -> Result<Library, ArtefactError> {
        let mut library = Library::default();
        for (name, _) in self.manifest.files(usage)?.filter(|(name, _)| *name != ENGINE) {
            let pack = self
                .packs
                .get(name)
                .ok_or_else(|| ArtefactError::Missing(name.to_owned()))?;
            library.push(Arc::clone(pack));
        }
        Ok(library)
    }
}

/// A text as the engine has set it.
#[derive(Debug, Clone)]
pub struct Set {
    /// The DVI file, if at least one page was produced.
    pub dvi: Option<Vec<u8>>,
    /// The log.
    pub log: String,
    /// The verdict.
    pub compilation: Compilation,
}

struct Run {
    host: Host,
    compilation: Compilation,
}

fn file(ending: &str) -> String {
    format!("{JOB}.{ending}")
}

fn verdict(host: &Host, ended: Ended, placement: &Placement<'_>) -> Compilation {
    let log = host.file(&file("log")).unwrap_or_default();
    let pages = pages(host.told());
    if ended == Ended::Exit(0) {
        let whole = host.source_read() >= placement.read_at_least();
        let errors = if whole { Vec::new() } else { vec![ended_early()] };
        return Compilation {
            compiles: whole && pages > 0,
            fatal: !whole,
            pages,
            error_count: errors.len(),
            errors,
            limit: None,
        };
    }
    let LogReport {
        mut errors,
        mut count,
        fatal,
        memory,
    } = log::read(log, placement, Compilation::MAX_ERRORS);
    let limit = match ended {
        Ended::Limit(limit) => Some(limit),
        Ended::Exit(STEPS_EXCEEDED) => Some(Limit::Steps),
        _ => memory.then_some(Limit::Memory),
    };
    let own = match (&ended, limit) {
        (Ended::Died(reason), _) => Some(died(reason)),
        (_, Some(limit)) if !memory => Some(exceeded(limit)),
        // The engine gave up without an entry in its log.
        _ if count == 0 => Some(died(&last_words(host))),
        _ => None,
    };
    let gave_up = own.is_some();
    if let Some(error) = own {
        count += 1;
        errors.truncate(Compilation::MAX_ERRORS - 1);
        errors.push(error);
    }
    Compilation {
        compiles: false,
        fatal: fatal || gave_up,
        pages,
        error_count: count,
        errors,
        limit,
    }
}

fn exceeded(limit: Limit) -> TexError {
    let message = match limit {
        Limit::Steps => "The text takes more steps than a run may",
        Limit::Memory => "The text takes more memory than a run may",
        Limit::Output => "The text writes more than a run may",
        Limit::Files => "The text opens more files than a run may",
    };
    without_place(ErrorClass::Limit, message.into(), limit_advice(limit))
}

fn ended_early() -> TexError {
    without_place(
        ErrorClass::Environment,
        "The document ends before its text does".into(),
        "Remove the command that ends the document, or what stands behind it.",
    )
}

fn died(reason: &str) -> TexError {
    without_place(
        ErrorClass::Limit,
        format!("The engine gave up: {reason}").into(),
        "Look for something nested or repeated without end.",
    )
}

fn without_place(class: ErrorClass, message: Cow<'_, str>, advice: &str) -> TexError {
    TexError {
        diagnostic: Diagnostic {
            class,
            message: message.into_owned(),
            advice: advice.to_owned(),
            range: None,
        },
        line: None,
        column: None,
        excerpt: String::new(),
    }
}

/// Returns the number of pages, which the engine reports in its last line; 0 if it did not reach its end.
fn pages(told: &[u8]) -> u32 {
    let text = String::from_utf8_lossy(told);
    let last = text.lines().next_back().and_then(|line| line.strip_prefix(PAGES));
    last.and_then(|count| count.parse().ok()).unwrap_or_default()
}

/// Returns the last line that the engine wrote to standard error, or else the last line that it printed.
fn last_words(host: &Host) -> String {
    let streams = [host.told(), host.printed()].map(String::from_utf8_lossy);
    let line = streams.iter().find_map(|text| {
        let mut lines = text.lines().rev().map(str::trim);
        lines.find(|line| !line.is_empty() && !line.starts_with(PAGES))
    });
    line.unwrap_or("it said nothing").to_owned()
}
