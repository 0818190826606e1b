//! Thrift's compact protocol, in which Parquet describes its content. Only what is needed to check sizes before the
//! decoder reserves memory for them.

/// Maximum nesting of structures. Parquet's own has a dozen.
const MAX_DEPTH: u8 = 32;

/// The types of values.
pub(crate) mod kind {
    pub(crate) const TRUE: u8 = 1;
    pub(crate) const FALSE: u8 = 2;
    pub(crate) const BYTE: u8 = 3;
    pub(crate) const I16: u8 = 4;
    pub(crate) const I32: u8 = 5;
    pub(crate) const I64: u8 = 6;
    pub(crate) const DOUBLE: u8 = 7;
    pub(crate) const BINARY: u8 = 8;
    pub(crate) const LIST: u8 = 9;
    pub(crate) const SET: u8 = 10;
    pub(crate) const MAP: u8 = 11;
    pub(crate) const STRUCT: u8 = 12;
}

/// A position in bytes. Every method returns `None` if the bytes end, or are not in the protocol.
pub(crate) struct Cursor<'b> {
    bytes: &'b [u8],
    at: usize,
    depth: u8,
}

impl<'b> Cursor<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0, depth: 0 }
    }

    /// Returns the number of bytes that were read.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Reads a structure. `field` gets the number and the type of each field, and reads its value or returns `false`.
    pub(crate) fn structure(&mut self, mut field: impl FnMut(&mut Self, i64, u8) -> Option<bool>) -> Option<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut number = 0_i64;
        loop {
            let head = self.byte()?;
            let kind = head & 0x0f;
            if kind == 0 {
                self.depth -= 1;
                return Some(());
            }
            number = match head >> 4 {
                0 => self.number()?,
                step => number.checked_add(i64::from(step))?,
            };
            // A decoder that keeps 16 bits of a longer number would take the field for another one.
            i16::try_from(number).ok()?;
            if !field(self, number, kind)? {
                self.skip(kind)?;
            }
        }
    }

    /// Reads a structure and ignores its fields.
    pub(crate) fn skip_structure(&mut self) -> Option<()> {
        self.structure(|_, _, _| Some(false))
    }

    /// Reads a list or a set of structures. `element` reads each of them.
    pub(crate) fn structures(&mut self, mut element: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        let (length, kind) = self.list()?;
        if kind != kind::STRUCT {
            return None;
        }
        self.nested(|cursor| (0..length).try_for_each(|_| element(cursor)))
    }

    /// Reads a signed number.
    pub(crate) fn number(&mut self) -> Option<i64> {
        let zigzag = self.unsigned()?;
        Some((zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed())
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn advance(&mut self, count: u64) -> Option<()> {
        let count = usize::try_from(count).ok().filter(|count| *count <= self.left())?;
        self.at += count;
        Some(())
    }

    /// Reads a length. Each element takes a byte at least, so that no list is longer than the rest.
    fn length(&mut self, length: u64) -> Option<u64> {
        (length <= self.left() as u64).then_some(length)
    }

    /// Reads the head of a list: the number of its elements and their type.
    fn list(&mut self) -> Option<(u64, u8)> {
        let head = self.byte()?;
        let length = match head >> 4 {
            15 => self.unsigned()?,
            length => u64::from(length),
        };
        Some((self.length(length)?, head & 0x0f))
    }

    fn skip(&mut self, kind: u8) -> Option<()> {
        match kind {
            // Of a field, the type is the value.
            kind::TRUE | kind::FALSE => Some(()),
            _ => self.skip_element(kind),
        }
    }

    fn skip_element(&mut self, kind: u8) -> Option<()> {
        match kind {
            kind::TRUE | kind::FALSE | kind::BYTE => self.advance(1),
            kind::I16 | kind::I32 | kind::I64 => self.unsigned().map(|_| ()),
            kind::DOUBLE => self.advance(8),
            kind::BINARY => {
                let length = self.unsigned()?;
                self.advance(length)
            }
            kind::LIST | kind::SET => {
                let (length, kind) = self.list()?;
                self.nested(|cursor| (0..length).try_for_each(|_| cursor.skip_element(kind)))
            }
            kind::MAP => {
                let length = self.unsigned()?;
                if length == 0 {
                    return Some(());
                }
                let length = self.length(length)?;
                let kinds = self.byte()?;
                self.nested(|cursor| {
                    (0..length).try_for_each(|_| {
                        cursor.skip_element(kinds >> 4)?;
                        cursor.skip_element(kinds & 0x0f)
                    })
                })
            }
            kind::STRUCT => self.skip_structure(),
            _ => None,
        }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        read(self)?;
        self.depth -= 1;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_beyond_the_bytes_are_refused() {
        // Field 1: a list of 3 numbers. Field 2: two bytes. Field 4: true.
        let whole = [0x19, 0x35, 0x02, 0x04, 0x06, 0x18, 0x02, b'a', b'b', 0x21, 0x00];
        let mut cursor = Cursor::new(&whole);
        assert_eq!(cursor.skip_structure(), Some(()));
        assert_eq!(cursor.position(), whole.len());
        for end in 0..whole.len() {
            assert_eq!(Cursor::new(&whole[..end]).skip_structure(), None, "{end}");
        }
        // A list of 2^31 structures in a few bytes.
        let bomb = [0x19, 0xfc, 0x80, 0x80, 0x80, 0x80, 0x08, 0x00];
        assert_eq!(Cursor::new(&bomb).skip_structure(), None);
        let deep = vec![0x1c; 100];
        assert_eq!(Cursor::new(&deep).skip_structure(), None);
    }

    #[test]
    fn fields_are_read_by_their_numbers() {
        // Field 1: -3. Field 20, with its number written out: 300.
        let bytes = [0x15, 0x05, 0x05, 0x28, 0xd8, 0x04, 0x00];
        let mut seen = Vec::new();
        Cursor::new(&bytes).structure(|cursor, number, _| {
            seen.push((number, cursor.number()?));
            Some(true)
        });
        assert_eq!(seen, [(1, -3), (20, 300)]);
    }
}
