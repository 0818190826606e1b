//! Drawings of LaTeX that the TeX engine sets.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

use texlens_dvi::{DviError, pages};
use texlens_tex::{ArtefactError, Compilation, Compiler, Copied, Form, Set, Source, Use, compile_pages};

use crate::drawing::{Drawing, Fonts};
use crate::font::OutlineFont;

/// Maximum number of texts in one run of the engine.
const MAX_BATCH: usize = 64;
/// Maximum length of the texts of one run, in bytes.
const MAX_BATCH_BYTES: usize = 64 << 10;

/// Parts of the names of commands whose effects last beyond the box of a text: global definitions and assignments, and
/// what can spell the name of such a command from pieces. A text that has one as an ordinary word costs a run.
const LASTING: [&str; 23] = [
    "global",
    "gdef",
    "xdef",
    "csname",
    "catcode",
    "makeatletter",
    "scantokens",
    "ExplSyntax",
    "^^",
    "counter",
    "fontdimen",
    "hyphenchar",
    "skewchar",
    "hyphenation",
    "patterns",
    "pagestyle",
    "pagenumbering",
    "numberwithin",
    "AddToHook",
    "AtBegin",
    "AtEnd",
    "Declare",
    "\\new",
];

/// The reason why nothing can be drawn, whatever the text.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The engine cannot be used.
    #[error(transparent)]
    Artefact(#[from] ArtefactError),
    /// The engine's output cannot be read.
    #[error(transparent)]
    Dvi(#[from] DviError),
}

/// A text as TeX sets it.
#[derive(Debug, Clone)]
pub struct Typeset {
    /// The pages; none if the text sets nothing.
    pub pages: Vec<Drawing>,
    /// The engine's verdict. Its places are in the text.
    pub compilation: Compilation,
}

/// LaTeX around texts that are set one by one.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// Definitions and lengths for all texts.
    pub prelude: &'a str,
    /// What precedes each text.
    pub before: &'a str,
    /// What follows each text.
    pub after: &'a str,
}

/// Sets LaTeX with the TeX engine and draws it. Fonts are loaded when they are first used and kept.
pub struct Setter<'a> {
    compiler: &'a Compiler,
    metrics: RefCell<HashMap<String, Option<Rc<[u8]>>>>,
    fonts: RefCell<Fonts<Loader<'a>>>,
}

type Loader<'a> = Box<dyn FnMut(&str) -> Option<OutlineFont> + 'a>;

impl<'a> Setter<'a> {
    /// Creates a setter. The compiler must have the files of [`Use::Dvi`] for texts without a preamble, and of
    /// [`Use::DocumentDvi`] for others.
    #[must_use]
    pub fn new(compiler: &'a Compiler) -> Self {
        let load = move |font: &str| outlines(compiler, font);
        Self {
            compiler,
            metrics: RefCell::default(),
            fonts: RefCell::new(Fonts::new(Box::new(load))),
        }
    }

    /// Sets the body of a document.
    ///
    /// # Errors
    ///
    /// If the engine cannot be run or its output cannot be read. All effects of the text itself are in the result.
    pub fn body(&self, body: &str) -> Result<Typeset, DrawError> {
        self.source(&Source::fragment(body))
    }

    /// Sets a text.
    fn source(&self, source: &Source<'_>) -> Result<Typeset, DrawError> {
        self.logged(source).map(|(set, _)| set)
    }

    /// Sets a text, and returns the engine's log, too.
    ///
    /// # Errors
    ///
    /// As for [`Setter::body`].
    pub fn logged(&self, source: &Source<'_>) -> Result<(Typeset, String), DrawError> {
        let Set { dvi, log, compilation } = self.compiler.set(source)?;
        let pages = match dvi {
            Some(dvi) => match self.drawings(&dvi) {
                // A run that gave up leaves a file that is cut off.
                Err(DviError::Truncated { .. }) if !compilation.compiles => Vec::new(),
                pages => pages?,
            },
            None => Vec::new(),
        };
        Ok((Typeset { pages, compilation }, log))
    }

    /// Sets a prediction whose pages have these byte ranges, with the verdict of [`compile_pages`]. The run that sets a
    /// text without a preamble gives its verdict, too; a document with its own preamble takes a run for each.
    ///
    /// # Errors
    ///
    /// As for [`Setter::body`].
    pub fn prediction(&self, latex: &str, pages: &[Range<usize>]) -> Result<Typeset, DrawError> {
        let mut drawn = Vec::new();
        let compilation = compile_pages(latex, pages, |source| {
            let set = self.source(source)?;
            drawn.extend(set.pages);
            Ok::<_, DrawError>(match source.form {
                Form::Fragment => set.compilation,
                Form::Document => self.compiler.compile(source)?,
            })
        })?;
        Ok(Typeset {
            pages: drawn,
            compilation,
        })
    }

    /// Sets each text on a page of its own. Many texts share a run of the engine; a text with errors has a run of its
    /// own, in which the engine recovers as it does in a document, and so has one that could change how others are set.
    /// So a text looks the same whatever the others are.
    ///
    /// # Errors
    ///
    /// As for [`Setter::body`].
    pub fn texts(&self, texts: &[&str], frame: Frame<'_>) -> Result<Vec<Typeset>, DrawError> {
        let (alone, together): (Vec<usize>, Vec<usize>) =
            (0..texts.len()).partition(|index| texts.get(*index).is_some_and(|text| is_lasting(text)));
        let shared: Vec<&str> = together.iter().filter_map(|index| texts.get(*index).copied()).collect();
        let shared = self.batches(&shared, frame)?;
        let mut all: Vec<(usize, Typeset)> = together.into_iter().zip(shared).collect();
        for index in alone {
            if let Some(text) = texts.get(index) {
                all.push((index, self.framed(text, frame)?));
            }
        }
        all.sort_by_key(|(index, _)| *index);
        Ok(all.into_iter().map(|(_, set)| set).collect())
    }

    fn batches(&self, texts: &[&str], frame: Frame<'_>) -> Result<Vec<Typeset>, DrawError> {
        let mut all = Vec::with_capacity(texts.len());
        let mut rest = texts;
        while !rest.is_empty() {
            let mut bytes = 0;
            let fits = |text: &&&str| {
                bytes += text.len();
                bytes <= MAX_BATCH_BYTES
            };
            let count = rest.iter().take(MAX_BATCH).take_while(fits).count().max(1);
            let (batch, later) = rest.split_at(count);
            self.batch(batch, frame, &mut all)?;
            rest = later;
        }
        Ok(all)
    }

    /// Sets the texts in one run. Texts with errors are then set alone, and texts that an error has taken along are set
    /// again.
    fn batch(&self, texts: &[&str], frame: Frame<'_>, all: &mut Vec<Typeset>) -> Result<(), DrawError> {
        match texts {
            [] => return Ok(()),
            [text] => {
                all.push(self.framed(text, frame)?);
                return Ok(());
            }
            _ => {}
        }
        let mut body = frame.prelude.to_owned();
        let mut ends = Vec::with_capacity(texts.len());
        let mut line = body.matches('\n').count();
        for (index, text) in texts.iter().enumerate() {
            // A box of its own for each text: its definitions are local, and the page builder is not used. The page has
            // the number of its text.
            let start = format!("\\count0={index}\\shipout\\vbox{{");
            for piece in [&start, frame.before, text, frame.after, "\\par}%\n"] {
                line += piece.matches('\n').count();
                body.push_str(piece);
            }
            ends.push(line);
        }
        let set = self.body(&body)?;
        let lines = set.compilation.errors.iter().filter_map(|error| error.line);
        let faulty: BTreeSet<usize> = lines
            .map(|line| ends.partition_point(|end| *end < line as usize))
            .collect();
        let mut pages: Vec<Vec<Drawing>> = vec![Vec::new(); texts.len()];
        for page in set.pages {
            let place = usize::try_from(page.number).ok();
            if let Some(place) = place.and_then(|place| pages.get_mut(place)) {
                place.push(page);
            }
        }
        let is_listed = set.compilation.error_count == set.compilation.errors.len();
        let is_sound = |index: usize, pages: &[Drawing]| {
            is_listed && !set.compilation.fatal && pages.len() == 1 && !faulty.contains(&index)
        };
        let again: Vec<usize> = (0..texts.len())
            .zip(&pages)
            .filter(|(index, pages)| !is_sound(*index, pages) && !faulty.contains(index))
            .map(|(index, _)| index)
            .collect();
        if again.len() == texts.len() || faulty.len() == texts.len() {
            let (first, second) = texts.split_at(texts.len() / 2);
            self.batch(first, frame, all)?;
            return self.batch(second, frame, all);
        }
        let texts_again: Vec<&str> = again.iter().filter_map(|index| texts.get(*index).copied()).collect();
        let mut set_again = Vec::with_capacity(again.len());
        self.batch(&texts_again, frame, &mut set_again)?;
        let mut set_again = set_again.into_iter();
        for (index, (text, pages)) in texts.iter().zip(pages).enumerate() {
            all.push(if is_sound(index, &pages) {
                Typeset {
                    pages,
                    compilation: Compilation::clean(1),
                }
            } else if faulty.contains(&index) {
                self.framed(text, frame)?
            } else {
                match set_again.next() {
                    Some(set) => set,
                    None => self.framed(text, frame)?,
                }
            });
        }
        Ok(())
    }

    /// Sets a text in a run of its own. Unlike [`Setter::texts`], it takes as many pages as it needs.
    ///
    /// # Errors
    ///
    /// As for [`Setter::body`].
    pub fn framed(&self, text: &str, frame: Frame<'_>) -> Result<Typeset, DrawError> {
        let body = [frame.prelude, frame.before, text, frame.after].concat();
        let mut set = self.body(&body)?;
        let start = frame.prelude.len() + frame.before.len();
        let copied = Copied {
            read: &body,
            copy: start..start + text.len(),
            text,
            start: 0,
        };
        set.compilation.errors.iter_mut().for_each(|error| copied.locate(error));
        Ok(set)
    }

    fn drawings(&self, dvi: &[u8]) -> Result<Vec<Drawing>, DviError> {
        let metrics = |font: &str| {
            let mut known = self.metrics.borrow_mut();
            if let Some(file) = known.get(font) {
                return file.clone();
            }
            let file: Option<Rc<[u8]>> = file(self.compiler, &format!("{font}.tfm")).map(Rc::from);
            known.insert(font.to_owned(), file.clone());
            file
        };
        let pages = pages(dvi, metrics)?;
        let mut fonts = self.fonts.borrow_mut();
        Ok(pages.iter().map(|page| Drawing::of(page, &mut fonts)).collect())
    }
}

/// Reports whether a text may have effects that last beyond its box.
fn is_lasting(text: &str) -> bool {
    LASTING.iter().any(|part| text.contains(part))
}

/// Returns a file that one of the uses that draw may read. Files of one name are the same in all of them.
fn file(compiler: &Compiler, name: &str) -> Option<Vec<u8>> {
    let mut uses = [Use::Dvi, Use::DocumentDvi].into_iter();
    uses.find_map(|usage| compiler.file(usage, name).ok()?)
}

/// Returns the outlines of a font. If this size of the font has none, returns those of the nearest size: the shapes of
/// neighbouring sizes hardly differ.
fn outlines(compiler: &Compiler, font: &str) -> Option<OutlineFont> {
    let parsed = |name: &str| OutlineFont::parse(&file(compiler, &format!("{name}.outlines"))?).ok();
    if let Some(found) = parsed(font) {
        return Some(found);
    }
    let stem = font.trim_end_matches(|c: char| c.is_ascii_digit());
    let size: f64 = font.strip_prefix(stem)?.parse().ok()?;
    // `ecrm1095` is at 10.95 points, `cmr17` at 17.
    let (size, width) = if size >= 100.0 { (size / 100.0, 4) } else { (size, 0) };
    let mut sizes = SIZES;
    sizes.sort_by(|a, b| (a - size).abs().total_cmp(&(b - size).abs()));
    sizes.iter().find_map(|size| {
        parsed(&match width {
            0 => format!("{stem}{size:.0}"),
            _ => format!("{stem}{:04.0}", size * 100.0),
        })
    })
}

/// The sizes at which fonts are supplied, in points.
const SIZES: [f64; 12] = [5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 10.95, 12.0, 14.4, 17.28, 20.74, 24.88];
