//! The commands of a DVI file (Knuth, TeX: The Program, part 31).

use std::collections::HashMap;
use std::rc::Rc;

use crate::bytes::Bytes;
use crate::colour::{Colour, Colours};
use crate::error::DviError;
use crate::tfm::Tfm;

/// Maximum depth of the stack. Real pages nest boxes a few dozen levels deep.
const MAX_STACK: usize = 10_000;

/// A font at a size.
#[derive(Debug)]
pub struct Font {
    /// The TeX name, for example `cmr10`.
    pub name: String,
    /// The size in scaled points.
    pub size: f64,
    pub(crate) metrics: Rc<Tfm>,
}

/// A glyph on a page. Lengths are in scaled points (65536 per point) from the page's origin, which is one inch from the
/// paper's left and top edges; y grows downwards.
#[derive(Debug, Clone)]
pub struct Placed {
    /// The font.
    pub font: Rc<Font>,
    /// The code in the font.
    pub code: u32,
    /// The place of the reference point, which is on the baseline.
    pub x: i64,
    /// The place of the baseline.
    pub y: i64,
    /// The width by the metrics of the font.
    pub width: i64,
    /// The colour.
    pub colour: Colour,
}

/// A rule on a page. Lengths are in scaled points, as for glyphs.
#[derive(Debug, Clone, Copy)]
pub struct Bar {
    /// The left edge.
    pub x: i64,
    /// The lower edge.
    pub y: i64,
    /// The width; positive.
    pub width: i64,
    /// The height; positive.
    pub height: i64,
    /// The colour.
    pub colour: Colour,
    /// The number of glyphs that precede it on the page.
    pub after: usize,
}

/// A note that a document leaves for programs, by `\special{texlens:TEXT}`. It prints nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The text after `texlens:`.
    pub text: String,
    /// The number of glyphs of the page that TeX wrote before it.
    pub glyphs: usize,
    /// The number of rules of the page that TeX wrote before it.
    pub rules: usize,
}

/// The start of the specials that are notes.
const NOTE: &[u8] = b"texlens:";

/// The marks on a page. Glyphs and rules are each in the order in which TeX wrote them.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// The value of `\count0` when the page was shipped out: usually the page's number.
    pub number: i32,
    /// The glyphs.
    pub glyphs: Vec<Placed>,
    /// The rules.
    pub rules: Vec<Bar>,
    /// The notes.
    pub notes: Vec<Note>,
}

/// The registers of the DVI machine.
#[derive(Debug, Clone, Copy, Default)]
struct Registers {
    h: i64,
    v: i64,
    w: i64,
    x: i64,
    y: i64,
    z: i64,
}

/// Reads the pages of a DVI file, in order. `metrics` returns the TFM file of a font by its TeX name. Of the specials,
/// only those of colours have an effect; notes are kept. Takes linear time.
///
/// # Errors
///
/// If the file is broken or cut off, or a font has no metrics.
pub fn pages<M: AsRef<[u8]>>(dvi: &[u8], metrics: impl FnMut(&str) -> Option<M>) -> Result<Vec<Page>, DviError> {
    let mut reader = Reader {
        input: Bytes::new(dvi),
        metrics,
        loaded: HashMap::new(),
        fonts: HashMap::new(),
        font: None,
        registers: Registers::default(),
        stack: Vec::new(),
        colours: Colours::default(),
        page: Page::default(),
        pages: Vec::new(),
    };
    while reader.step()? {}
    Ok(reader.pages)
}

struct Reader<'f, F> {
    input: Bytes<'f>,
    metrics: F,
    loaded: HashMap<String, Rc<Tfm>>,
    fonts: HashMap<u32, Rc<Font>>,
    font: Option<Rc<Font>>,
    registers: Registers,
    stack: Vec<Registers>,
    /// The colours stay from page to page, as in dvips.
    colours: Colours,
    page: Page,
    pages: Vec<Page>,
}

impl<'f, M: AsRef<[u8]>, F: FnMut(&str) -> Option<M>> Reader<'f, F> {
    /// Executes one command; returns false at the postamble.
    fn step(&mut self) -> Result<bool, DviError> {
        let at = self.input.position();
        let opcode = self.unsigned(1)?;
        // Most commands have consecutive opcodes, one for each length of their operand in bytes.
        let size = |first: u32| (opcode - first) as usize;
        match opcode {
            0..=127 => self.set(opcode, at)?,
            128..=131 => {
                let code = self.unsigned(size(127))?;
                self.set(code, at)?;
            }
            132 => self.registers.h += self.rule()?,
            133..=136 => {
                let code = self.unsigned(size(132))?;
                self.put(code, at)?;
            }
            137 => {
                self.rule()?;
            }
            138 => {}
            139 => self.begin_page()?,
            140 => self.pages.push(std::mem::take(&mut self.page)),
            141 if self.stack.len() < MAX_STACK => self.stack.push(self.registers),
            141 => return Err(DviError::Stack { at }),
            142 => self.registers = self.stack.pop().ok_or(DviError::Stack { at })?,
            143..=146 => self.registers.h += self.signed(size(142))?,
            147 => self.registers.h += self.registers.w,
            148..=151 => {
                self.registers.w = self.signed(size(147))?;
                self.registers.h += self.registers.w;
            }
            152 => self.registers.h += self.registers.x,
            153..=156 => {
                self.registers.x = self.signed(size(152))?;
                self.registers.h += self.registers.x;
            }
            157..=160 => self.registers.v += self.signed(size(156))?,
            161 => self.registers.v += self.registers.y,
            162..=165 => {
                self.registers.y = self.signed(size(161))?;
                self.registers.v += self.registers.y;
            }
            166 => self.registers.v += self.registers.z,
            167..=170 => {
                self.registers.z = self.signed(size(166))?;
                self.registers.v += self.registers.z;
            }
            171..=234 => self.font = self.fonts.get(&(opcode - 171)).cloned(),
            235..=238 => {
                let number = self.unsigned(size(234))?;
                self.font = self.fonts.get(&number).cloned();
            }
            239..=242 => {
                let length = self.unsigned(size(238))?;
                let special = self.take(length as usize)?;
                match special.strip_prefix(NOTE) {
                    Some(text) => self.page.notes.push(Note {
                        text: String::from_utf8_lossy(text).into_owned(),
                        glyphs: self.page.glyphs.len(),
                        rules: self.page.rules.len(),
                    }),
                    None => self.colours.apply(special),
                }
            }
            243..=246 => {
                let number = self.unsigned(size(242))?;
                self.define(number)?;
            }
            247 => self.preamble()?,
            248 => return Ok(false),
            _ => {
                let opcode = u8::try_from(opcode).unwrap_or(u8::MAX);
                return Err(DviError::Opcode { opcode, at });
            }
        }
        Ok(true)
    }

    /// Skips the identification, the unit and magnification (always TeX's defaults), and the comment.
    fn preamble(&mut self) -> Result<(), DviError> {
        self.take(13)?;
        let length = self.unsigned(1)?;
        self.take(length as usize).map(|_| ())
    }

    /// Starts a page. Skips nine of ten page counters, and a pointer to the previous page.
    fn begin_page(&mut self) -> Result<(), DviError> {
        let number = self.signed(4)?;
        self.take(40)?;
        self.registers = Registers::default();
        self.stack.clear();
        self.font = None;
        self.page = Page {
            number: number as i32,
            ..Page::default()
        };
        Ok(())
    }

    fn define(&mut self, number: u32) -> Result<(), DviError> {
        let _checksum = self.unsigned(4)?;
        let size = self.unsigned(4)?;
        let _design_size = self.unsigned(4)?;
        let area = self.unsigned(1)? as usize;
        let length = self.unsigned(1)? as usize;
        self.take(area)?;
        let name = String::from_utf8_lossy(self.take(length)?).into_owned();
        // Fonts are defined again in the postamble, and the same font may have several numbers.
        let metrics = match self.loaded.get(&name) {
            Some(metrics) => Rc::clone(metrics),
            None => {
                let found = (self.metrics)(&name).and_then(|file| Tfm::parse(file.as_ref()));
                let Some(found) = found.map(Rc::new) else {
                    return Err(DviError::Metrics { font: name });
                };
                self.loaded.insert(name.clone(), Rc::clone(&found));
                found
            }
        };
        let font = Font {
            name,
            size: size.into(),
            metrics,
        };
        self.fonts.insert(number, Rc::new(font));
        Ok(())
    }

    fn set(&mut self, code: u32, at: usize) -> Result<(), DviError> {
        self.registers.h += self.put(code, at)?;
        Ok(())
    }

    /// Sets a glyph without moving the reference point; returns the width of the glyph.
    fn put(&mut self, code: u32, at: usize) -> Result<i64, DviError> {
        let font = self.font.clone().ok_or(DviError::Font { at })?;
        let width = font.metrics.width(code, font.size as i64);
        let Registers { h: x, v: y, .. } = self.registers;
        let colour = self.colours.current();
        self.page.glyphs.push(Placed {
            font,
            code,
            x,
            y,
            width,
            colour,
        });
        Ok(width)
    }

    /// Sets a rule without moving the reference point; returns the width of the rule. A rule without area is invisible
    /// and only serves to move.
    fn rule(&mut self) -> Result<i64, DviError> {
        let (height, width) = (self.signed(4)?, self.signed(4)?);
        if height > 0 && width > 0 {
            let Registers { h: x, v: y, .. } = self.registers;
            let colour = self.colours.current();
            self.page.rules.push(Bar {
                x,
                y,
                width,
                height,
                colour,
                after: self.page.glyphs.len(),
            });
        }
        Ok(width)
    }

    fn take(&mut self, length: usize) -> Result<&'f [u8], DviError> {
        let at = self.input.position();
        self.input.take(length).ok_or(DviError::Truncated { at })
    }

    fn unsigned(&mut self, length: usize) -> Result<u32, DviError> {
        let at = self.input.position();
        self.input.unsigned(length).ok_or(DviError::Truncated { at })
    }

    fn signed(&mut self, length: usize) -> Result<i64, DviError> {
        let at = self.input.position();
        let value = self.input.signed(length).ok_or(DviError::Truncated { at })?;
        Ok(value.into())
    }
}
