//! Type 1 font programs, written from outlines.
//!
//! Source: Adobe Type 1 Font Format, version 1.1, chapters 2, 6 and 7. The program has no hints: the outlines of texlens
//! have none.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::outline::{Bounds, Outline, Segment};

/// The keys of the two encryptions (chapter 7).
const EEXEC: u16 = 55_665;
const CHARSTRING: u16 = 4_330;
/// Number of bytes before an encrypted text, which mean nothing.
const LEAD: usize = 4;

const RLINETO: u8 = 5;
const RRCURVETO: u8 = 8;
const CLOSEPATH: u8 = 9;
const HSBW: u8 = 13;
const ENDCHAR: u8 = 14;
const RMOVETO: u8 = 21;

/// A glyph of a program.
pub(crate) struct Type1Glyph<'a> {
    pub(crate) code: u8,
    pub(crate) outline: &'a Outline,
    /// The width in thousandths of the font's size.
    pub(crate) width: i32,
}

/// A font program: a part that can be read, and an encrypted one.
pub(crate) struct Type1 {
    pub(crate) bytes: Vec<u8>,
    /// The length of the part that can be read.
    pub(crate) clear: usize,
    /// The bounds of all glyphs in thousandths of the font's size.
    pub(crate) bounds: Bounds,
}

impl Type1 {
    /// Writes a program. `glyphs` are by name.
    pub(crate) fn write(name: &str, glyphs: &BTreeMap<&str, Type1Glyph<'_>>) -> Self {
        let bounds = glyphs
            .values()
            .filter_map(|glyph| glyph.outline.bounds())
            .reduce(Bounds::union);
        let bounds = bounds.unwrap_or(Bounds {
            x0: 0.0,
            y0: 0.0,
            x1: 0.0,
            y1: 0.0,
        });
        let mut clear = format!(
            "%!PS-AdobeFont-1.0: {name}\n11 dict begin\n/FontType 1 def\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n\
             /FontName /{name} def\n/FontBBox {{{} {} {} {}}} readonly def\n/PaintType 0 def\n\
             /FontInfo 1 dict dup begin\n/isFixedPitch false def\nend readonly def\n\
             /Encoding 256 array\n0 1 255 {{1 index exch /.notdef put}} for\n",
            bounds.x0.floor(),
            bounds.y0.floor(),
            bounds.x1.ceil(),
            bounds.y1.ceil()
        );
        for (glyph, Type1Glyph { code, .. }) in glyphs {
            let _ = writeln!(clear, "dup {code} /{glyph} put");
        }
        clear.push_str("readonly def\ncurrentdict end\ncurrentfile eexec\n");
        let mut private = format!(
            "dup /Private 8 dict dup begin\n/RD {{string currentfile exch readstring pop}} executeonly def\n\
             /ND {{noaccess def}} executeonly def\n/NP {{noaccess put}} executeonly def\n/BlueValues [] def\n\
             /MinFeature {{16 16}} def\n/password 5839 def\n2 index /CharStrings {} dict dup begin\n",
            glyphs.len() + 1
        )
        .into_bytes();
        let empty = Outline::default();
        let notdef = (".notdef", charstring(&empty, 250));
        let all = glyphs
            .iter()
            .map(|(name, glyph)| (*name, charstring(glyph.outline, glyph.width)));
        for (name, commands) in std::iter::once(notdef).chain(all) {
            let commands = encrypted(&commands, CHARSTRING);
            private.extend(format!("/{name} {} RD ", commands.len()).bytes());
            private.extend(commands);
            private.extend(b" ND\n");
        }
        private.extend(
            b"end\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\nmark currentfile closefile\n",
        );
        let mut bytes = clear.into_bytes();
        let clear = bytes.len();
        bytes.extend(encrypted(&private, EEXEC));
        Self { bytes, clear, bounds }
    }
}

/// Writes the commands of a glyph.
fn charstring(outline: &Outline, width: i32) -> Vec<u8> {
    let mut commands = Vec::new();
    number(&mut commands, 0);
    number(&mut commands, width);
    commands.push(HSBW);
    let mut at = [0, 0];
    let mut step = |commands: &mut Vec<u8>, (x, y): (f32, f32)| {
        let to = [x.round() as i32, y.round() as i32];
        for (to, at) in to.iter().zip(at) {
            number(commands, to - at);
        }
        at = to;
    };
    let mut is_open = false;
    for segment in &outline.segments {
        match *segment {
            Segment::Move(to) => {
                if is_open {
                    commands.push(CLOSEPATH);
                }
                is_open = true;
                step(&mut commands, to);
                commands.push(RMOVETO);
            }
            Segment::Line(to) => {
                step(&mut commands, to);
                commands.push(RLINETO);
            }
            Segment::Curve(first, second, to) => {
                for point in [first, second, to] {
                    step(&mut commands, point);
                }
                commands.push(RRCURVETO);
            }
        }
    }
    if is_open {
        commands.push(CLOSEPATH);
    }
    commands.push(ENDCHAR);
    commands
}

/// Encodes a number (section 6.2).
fn number(commands: &mut Vec<u8>, value: i32) {
    match value {
        -107..=107 => commands.push((value + 139) as u8),
        108..=1131 => {
            let rest = value - 108;
            commands.extend([(rest >> 8) as u8 + 247, rest as u8]);
        }
        -1131..=-108 => {
            let rest = -value - 108;
            commands.extend([(rest >> 8) as u8 + 251, rest as u8]);
        }
        _ => {
            commands.push(255);
            commands.extend(value.to_be_bytes());
        }
    }
}

/// Encrypts a text with leading zeros (section 7.1).
fn encrypted(text: &[u8], key: u16) -> Vec<u8> {
    let mut state = key;
    let lead = [0; LEAD];
    let all = lead.iter().chain(text);
    all.map(|plain| {
        let cipher = plain ^ (state >> 8) as u8;
        state = u16::from(cipher)
            .wrapping_add(state)
            .wrapping_mul(52_845)
            .wrapping_add(22_719);
        cipher
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decrypted(cipher: &[u8], key: u16) -> Vec<u8> {
        let mut state = key;
        let plain = cipher.iter().map(|cipher| {
            let plain = cipher ^ (state >> 8) as u8;
            state = u16::from(*cipher)
                .wrapping_add(state)
                .wrapping_mul(52_845)
                .wrapping_add(22_719);
            plain
        });
        plain.skip(LEAD).collect()
    }

    #[test]
    fn what_is_encrypted_can_be_decrypted() {
        assert_eq!(decrypted(&encrypted(b"/Private", EEXEC), EEXEC), b"/Private");
        // The first byte must be neither white space nor a hexadecimal digit.
        assert_eq!(encrypted(b"", EEXEC)[0], 0xd9);
    }

    #[test]
    fn numbers_take_one_to_five_bytes() {
        for (value, bytes) in [
            (0, vec![139]),
            (-107, vec![32]),
            (108, vec![247, 0]),
            (1131, vec![250, 255]),
            (-108, vec![251, 0]),
            (-1131, vec![254, 255]),
            (2000, vec![255, 0, 0, 7, 208]),
        ] {
            let mut commands = Vec::new();
            number(&mut commands, value);
            assert_eq!(commands, bytes, "{value}");
        }
    }
}
