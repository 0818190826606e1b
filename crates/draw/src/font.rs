//! The outlines of a font, in a compact form.
//!
//! A file holds the glyphs in the order of their codes. Each glyph is its code (one byte) and a list of commands. A
//! command is one byte, followed by numbers: differences to the current point, in thousandths of an em.
//! Numbers are zigzag LEB128: small differences take one byte.
//!
//! | command | numbers |
//! | --- | --- |
//! | 0, the end of the glyph | |
//! | 1, move | x, y |
//! | 2, line | x, y |
//! | 3, horizontal line | x |
//! | 4, vertical line | y |
//! | 5, curve | x, y of the first control point, of the second from there, of the end from there |
//! | 6, curve that starts horizontally and ends vertically | x; x, y; y |
//! | 7, curve that starts vertically and ends horizontally | y; x, y; x |

use crate::outline::{Outline, Segment};

/// Units of the file per thousandth of an em.
const UNITS: f32 = 1.0;
const END: u8 = 0;
const MOVE: u8 = 1;
const LINE: u8 = 2;
const HORIZONTAL: u8 = 3;
const VERTICAL: u8 = 4;
const CURVE: u8 = 5;
const CURVE_HV: u8 = 6;
const CURVE_VH: u8 = 7;

/// The outlines of a font by code.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlineFont {
    glyphs: Vec<Option<Outline>>,
}

/// The reason why a file of outlines cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FontError {
    /// The file is cut off.
    #[error("the outlines end in the middle of a glyph")]
    Truncated,
    /// The file contains an unknown command.
    #[error("the outlines contain the unknown command {command} at byte {at}")]
    Command {
        /// The command.
        command: u8,
        /// Its place in the file.
        at: usize,
    },
}

impl OutlineFont {
    /// Creates a font from its glyphs.
    #[must_use]
    pub fn new(glyphs: impl IntoIterator<Item = (u8, Outline)>) -> Self {
        let mut all = vec![None; 256];
        for (code, outline) in glyphs {
            if let Some(place) = all.get_mut(usize::from(code)) {
                *place = Some(outline);
            }
        }
        Self { glyphs: all }
    }

    /// Reads a file. Takes linear time.
    ///
    /// # Errors
    ///
    /// If the file is cut off or has an unknown command.
    pub fn parse(file: &[u8]) -> Result<Self, FontError> {
        let mut reader = Reader {
            file,
            at: 0,
            point: [0; 2],
        };
        let mut glyphs = Vec::new();
        while reader.at < file.len() {
            let code = reader.byte()?;
            glyphs.push((code, reader.outline()?));
        }
        Ok(Self::new(glyphs))
    }

    /// Writes the file. Coordinates are rounded to thousandths of an em.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut file = Vec::new();
        for (code, outline) in (0_u8..=255).zip(&self.glyphs) {
            if let Some(outline) = outline {
                file.push(code);
                Writer {
                    file: &mut file,
                    point: [0; 2],
                }
                .outline(outline);
            }
        }
        file
    }

    /// Returns the outline of a code; `None` if the font lacks the code.
    #[must_use]
    pub fn glyph(&self, code: u32) -> Option<&Outline> {
        self.glyphs.get(usize::try_from(code).ok()?)?.as_ref()
    }
}

struct Reader<'a> {
    file: &'a [u8],
    at: usize,
    point: [i32; 2],
}

impl Reader<'_> {
    fn outline(&mut self) -> Result<Outline, FontError> {
        self.point = [0; 2];
        let mut segments = Vec::new();
        loop {
            let at = self.at;
            let command = self.byte()?;
            segments.push(match command {
                END => return Ok(Outline { segments }),
                MOVE => Segment::Move(self.step([true, true])?),
                LINE => Segment::Line(self.step([true, true])?),
                HORIZONTAL => Segment::Line(self.step([true, false])?),
                VERTICAL => Segment::Line(self.step([false, true])?),
                CURVE => self.curve([true, true], [true, true])?,
                CURVE_HV => self.curve([true, false], [false, true])?,
                CURVE_VH => self.curve([false, true], [true, false])?,
                _ => return Err(FontError::Command { command, at }),
            });
        }
    }

    fn curve(&mut self, start: [bool; 2], end: [bool; 2]) -> Result<Segment, FontError> {
        Ok(Segment::Curve(
            self.step(start)?,
            self.step([true, true])?,
            self.step(end)?,
        ))
    }

    /// Moves the current point, in x, in y or in both, and returns it.
    fn step(&mut self, axes: [bool; 2]) -> Result<(f32, f32), FontError> {
        for (axis, moves) in axes.into_iter().enumerate() {
            if moves {
                let difference = self.number()?;
                if let Some(value) = self.point.get_mut(axis) {
                    *value = value.wrapping_add(difference);
                }
            }
        }
        let [x, y] = self.point.map(|value| value as f32 / UNITS);
        Ok((x, y))
    }

    fn number(&mut self) -> Result<i32, FontError> {
        let mut value = 0_u32;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        Ok((value >> 1).cast_signed() ^ -((value & 1).cast_signed()))
    }

    fn byte(&mut self) -> Result<u8, FontError> {
        let byte = self.file.get(self.at).ok_or(FontError::Truncated)?;
        self.at += 1;
        Ok(*byte)
    }
}

struct Writer<'a> {
    file: &'a mut Vec<u8>,
    point: [i32; 2],
}

impl Writer<'_> {
    fn outline(&mut self, outline: &Outline) {
        for segment in &outline.segments {
            match *segment {
                Segment::Move(to) => {
                    let step = self.step(to);
                    self.command(MOVE, &step);
                }
                Segment::Line(to) => match self.step(to) {
                    [x, 0] => self.command(HORIZONTAL, &[x]),
                    [0, y] => self.command(VERTICAL, &[y]),
                    step => self.command(LINE, &step),
                },
                Segment::Curve(first, second, to) => {
                    let ([a, b], [c, d], [e, f]) = (self.step(first), self.step(second), self.step(to));
                    match (a, b, e, f) {
                        (_, 0, 0, _) => self.command(CURVE_HV, &[a, c, d, f]),
                        (0, _, _, 0) => self.command(CURVE_VH, &[b, c, d, e]),
                        _ => self.command(CURVE, &[a, b, c, d, e, f]),
                    }
                }
            }
        }
        self.file.push(END);
    }

    fn step(&mut self, (x, y): (f32, f32)) -> [i32; 2] {
        let to = [x, y].map(|value| (value * UNITS).round() as i32);
        let [from_x, from_y] = self.point;
        self.point = to;
        let [x, y] = to;
        [x.wrapping_sub(from_x), y.wrapping_sub(from_y)]
    }

    fn command(&mut self, command: u8, numbers: &[i32]) {
        self.file.push(command);
        for number in numbers {
            let mut value = (number << 1 ^ number >> 31).cast_unsigned();
            while value >= 0x80 {
                self.file.push((value & 0x7f) as u8 | 0x80);
                value >>= 7;
            }
            self.file.push(value as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_cut_or_unknown_file_is_an_error() {
        assert_eq!(OutlineFont::parse(&[65, MOVE, 2]), Err(FontError::Truncated));
        assert_eq!(
            OutlineFont::parse(&[65, 99]),
            Err(FontError::Command { command: 99, at: 1 })
        );
        assert_eq!(OutlineFont::parse(&[]).unwrap().glyph(65), None);
    }

    fn point() -> impl Strategy<Value = (f32, f32)> {
        let coordinate = || (-30_000..30_000_i32).prop_map(|value| value as f32 / UNITS);
        (coordinate(), coordinate())
    }

    fn segment() -> impl Strategy<Value = Segment> {
        prop_oneof![
            point().prop_map(Segment::Move),
            point().prop_map(Segment::Line),
            (point(), point(), point()).prop_map(|(a, b, c)| Segment::Curve(a, b, c)),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(glyphs in prop::collection::btree_map(any::<u8>(), prop::collection::vec(segment(), 0..20), 0..5)) {
            let glyphs = glyphs.into_iter().map(|(code, segments)| (code, Outline { segments }));
            let font = OutlineFont::new(glyphs);
            prop_assert_eq!(OutlineFont::parse(&font.write()), Ok(font));
        }

        #[test]
        fn no_bytes_make_it_fail_otherwise(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = OutlineFont::parse(&bytes);
        }
    }
}
