//! Whether a text compiles.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use texlens_latex::{Diagnostic, ErrorClass};
use texlens_vocabulary::{Compilation, Limit, TexError};

use super::advice::limit_advice;
use super::artefacts::{Artefact, ArtefactError, Content, Library, Manifest, Pack, Use};
use super::host::{Host, HostLimits};
use super::log::{self, LogReport};
use super::placement::Placement;
use super::run::Ended;
use super::runtime::Module;

use crate::source::Source;

/// The engine itself among the artefacts.
const ENGINE: &str = "pdftex.wasm";
/// What the text is called in the engine's folder, without its ending.
const JOB: &str = "doc";
/// How the line begins in which the engine tells the number of pages.
const PAGES: &str = "pages ";
/// The status with which the engine ends when its steps are used up.
const STEPS_EXCEEDED: u32 = 124;

/// How much one run may use. Memory is limited by the engine itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Tokens that the engine reads; a page takes one or two million.
    pub steps: u64,
    /// Bytes that it writes, to all files and the terminal together.
    pub output: u64,
    /// Files that it opens.
    pub files: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 200_000_000,
            output: 16 << 20,
            files: 10_000,
        }
    }
}

/// Runs texts through the engine, each in a memory of its own.
///
/// It is given the engine's files as they become available: those of [`Compiler::missing`], by [`Compiler::add`].
pub struct Compiler {
    manifest: Manifest,
    packs: HashMap<String, Arc<Pack>>,
    module: Option<Module>,
    limits: Limits,
}

impl Compiler {
    /// A compiler that has no files yet.
    #[must_use]
    pub fn new(manifest: Manifest) -> Self {
        Self {
            manifest,
            packs: HashMap::new(),
            module: None,
            limits: Limits::default(),
        }
    }

    /// Changes what a run may use.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// What its files are.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Name and version of the engine.
    #[must_use]
    pub fn engine(&self) -> &str {
        &self.manifest.engine
    }

    /// The files, by name, that a use needs and that were not added yet.
    pub fn missing(&self, usage: Use) -> Result<Vec<(&str, &Artefact)>, ArtefactError> {
        Ok(self
            .manifest
            .files(usage)?
            .filter(|(name, _)| !self.has(name))
            .collect())
    }

    /// Takes in a file of the engine.
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

    /// What the engine says of a text.
    ///
    /// # Errors
    ///
    /// When a file of the engine is missing or the engine cannot be started at all. Whatever the text does is part of the [`Compilation`].
    pub fn compile(&self, source: &Source<'_>) -> Result<Compilation, ArtefactError> {
        let run = self.run(source, source.form.into())?;
        Ok(run.compilation)
    }

    /// Sets the body of a document into a DVI file, which is there when a page came out.
    ///
    /// # Errors
    ///
    /// As for [`Compiler::compile`].
    pub fn dvi(&self, fragment: &str) -> Result<(Option<Vec<u8>>, Compilation), ArtefactError> {
        let mut run = self.run(&Source::fragment(fragment), Use::Dvi)?;
        let dvi = run.host.take(&file("dvi")).filter(|bytes| !bytes.is_empty());
        Ok((dvi, run.compilation))
    }

    /// A file that runs of this use may read, such as the metrics of a font (`cmr10.tfm`).
    ///
    /// # Errors
    ///
    /// When a file of the engine is missing.
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
        let format = format!("-fmt={usage}");
        let mut arguments = vec!["pdftex", "-interaction=nonstopmode", "-no-shell-escape", &format];
        // Nobody looks at the pages, so nobody needs the fonts.
        if usage != Use::Dvi {
            arguments.push("-draftmode");
        }
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

    /// What is in the library does not depend on what was loaded for other uses.
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
        // The engine gave up without a word in its log.
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

/// Pages that came out, which the engine tells in its last line; none when it did not get to its end.
fn pages(told: &[u8]) -> u32 {
    let text = String::from_utf8_lossy(told);
    let last = text.lines().next_back().and_then(|line| line.strip_prefix(PAGES));
    last.and_then(|count| count.parse().ok()).unwrap_or_default()
}

/// The last thing that the engine said of itself, or else that it printed.
fn last_words(host: &Host) -> String {
    let streams = [host.told(), host.printed()].map(String::from_utf8_lossy);
    let line = streams.iter().find_map(|text| {
        let mut lines = text.lines().rev().map(str::trim);
        lines.find(|line| !line.is_empty() && !line.starts_with(PAGES))
    });
    line.unwrap_or("it said nothing").to_owned()
}
