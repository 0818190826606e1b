//! Checks that the typesetter's output compiles for any page: `--compile`.
//!
//! The input is the glyphs of whole pages and documents, of randomly cut pages, and of pages of random glyphs. Every
//! error of the engine counts as a failure; a page without text does not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use texlens_ocr::PageGlyphs;
use texlens_ocr::typeset::{typeset, typeset_document};
use texlens_tex::{Compilation, Compiler, Use, compile_pages};

use crate::column::Column;
use crate::dataset::{Page, clear, write};
use crate::reader::Reader;

#[path = "../../../crates/ocr/tests/invariants/pages.rs"]
#[allow(
    clippy::unwrap_used,
    reason = "tests read the same manifest, which comes with the program"
)]
mod pages;

/// Maximum length of a random page in bytes; each glyph takes eight.
const MAX_BYTES: u32 = 4000;

/// Number of random cuts of each page.
const CUTS: u32 = 2;

/// Maximum number of names that are printed for a kind of failure.
const NAMED: usize = 5;

/// Compiles texts and counts the failures.
pub(crate) struct Check {
    compiler: Compiler,
    /// The folder for texts that fail.
    folder: PathBuf,
    random: Random,
    compiled: usize,
    failed: usize,
    /// The names of the failing texts, by their first error.
    failures: BTreeMap<String, Vec<String>>,
}

impl Check {
    pub(crate) fn open(cache: &Path) -> Result<Self> {
        let engine = std::env::var_os("TEXLENS_TEX").context("TEXLENS_TEX names no folder with the engine")?;
        let folder = cache.join("failed");
        clear(&folder)?;
        Ok(Self {
            compiler: Compiler::open(Path::new(&engine), &[Use::Fragment, Use::Document])?,
            folder,
            random: Random(1),
            compiled: 0,
            failed: 0,
            failures: BTreeMap::new(),
        })
    }

    /// Compiles pages alone, cut, and as documents.
    pub(crate) fn pages(&mut self, reader: &Reader<'_>, column: Column, pages: &[&Page]) -> Result<()> {
        let name = |what: &str, id: &str| format!("{}-{what}-{}", column.name(), id.replace('/', "-"));
        for document in pages.chunk_by(|a, b| a.document == b.document) {
            let mut all = Vec::with_capacity(document.len());
            for page in document {
                let glyphs = reader.glyphs(page)?;
                self.compile(&name("page", &page.id), &[typeset(&glyphs).latex])?;
                for cut in 0..CUTS {
                    let part = self.random.cut(&glyphs);
                    self.compile(&name(&format!("cut{cut}"), &page.id), &[typeset(&part).latex])?;
                }
                all.push(glyphs);
            }
            let latex: Vec<String> = typeset_document(&all).into_iter().map(|page| page.latex).collect();
            if let Some(first) = document.first() {
                self.compile(&name("document", &first.document), &latex)?;
            }
        }
        self.say(column.name());
        Ok(())
    }

    /// Compiles this number of pages of random glyphs.
    pub(crate) fn random_pages(&mut self, count: u32) -> Result<()> {
        for number in 0..count {
            let length = self.random.below(MAX_BYTES);
            let bytes: Vec<u8> = (0..length).map(|_| self.random.byte()).collect();
            self.compile(&format!("random-{number}"), &[typeset(&pages::page(&bytes)).latex])?;
        }
        self.say("random");
        Ok(())
    }

    /// Returns an error if a text did not compile.
    pub(crate) fn finish(self) -> Result<()> {
        for (error, names) in &self.failures {
            let named = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
            println!("{:5} × {error}: {named}", names.len());
        }
        let (failed, compiled) = (self.failed, self.compiled);
        ensure!(
            failed == 0,
            "{failed} of {compiled} texts do not compile; they are in {}",
            self.folder.display()
        );
        Ok(())
    }

    fn say(&self, what: &str) {
        println!(
            "{what}: {} of {} texts so far do not compile",
            self.failed, self.compiled
        );
    }

    fn compile(&mut self, name: &str, pages: &[String]) -> Result<()> {
        let mut text = String::new();
        let mut ranges = Vec::new();
        for page in pages {
            if !ranges.is_empty() {
                text.push('\n');
            }
            ranges.push(text.len()..text.len() + page.len());
            text.push_str(page);
        }
        let verdict = compile_pages(&text, &ranges, |source| self.compiler.compile(source))?;
        self.compiled += 1;
        if verdict.error_count > 0 {
            self.failed += 1;
            self.failures
                .entry(first_error(&verdict))
                .or_default()
                .push(name.to_owned());
            write(&self.folder.join(format!("{name}.tex")), text.as_bytes())?;
            let log = serde_json::to_vec_pretty(&verdict.errors)?;
            fs::write(self.folder.join(format!("{name}.json")), log)?;
        }
        Ok(())
    }
}

fn first_error(verdict: &Compilation) -> String {
    let first = verdict.errors.first();
    first.map_or_else(String::new, |error| error.diagnostic.message.chars().take(60).collect())
}

/// A pseudorandom generator (PCG), which gives the same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    fn byte(&mut self) -> u8 {
        (self.next() >> 8) as u8
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.next() % bound.max(1)
    }

    /// Returns the part of a page on one side of a line through it, as if the image ended there.
    fn cut(&mut self, page: &PageGlyphs) -> PageGlyphs {
        let share = self.below(1000) as f32 / 1000.0;
        let (across, before) = (self.below(2) == 0, self.below(2) == 0);
        let line = share * if across { page.height } else { page.width };
        let keeps = |x: f32, y: f32| ((if across { y } else { x }) < line) == before;
        let mut part = page.clone();
        part.glyphs.retain(|glyph| keeps(glyph.x, glyph.y));
        part.rules.retain(|rule| keeps(rule.bbox.x0, rule.bbox.y0));
        part
    }
}
