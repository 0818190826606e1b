//! Reading of big-endian numbers from a byte slice.

/// A position in a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bytes<'f> {
    file: &'f [u8],
    position: usize,
}

impl<'f> Bytes<'f> {
    pub(crate) fn new(file: &'f [u8]) -> Self {
        Self::at(file, 0)
    }

    pub(crate) fn at(file: &'f [u8], position: usize) -> Self {
        Self { file, position }
    }

    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// Takes the next `length` bytes; `None` if the file ends before them.
    pub(crate) fn take(&mut self, length: usize) -> Option<&'f [u8]> {
        let end = self.position.checked_add(length)?;
        let taken = self.file.get(self.position..end)?;
        self.position = end;
        Some(taken)
    }

    /// Reads an unsigned number of up to four bytes.
    pub(crate) fn unsigned(&mut self, length: usize) -> Option<u32> {
        let bytes = self.take(length)?;
        Some(bytes.iter().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }

    /// Reads a number of up to four bytes in two's complement.
    pub(crate) fn signed(&mut self, length: usize) -> Option<i32> {
        let unused = 32 - 8 * u32::try_from(length).ok()?.clamp(1, 4);
        self.unsigned(length).map(|value| (value << unused) as i32 >> unused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_sign_of_their_first_bit() {
        let file = [0xff, 0xfe, 0x80, 0x00];
        assert_eq!(Bytes::new(&file).signed(2), Some(-2));
        assert_eq!(Bytes::new(&file).unsigned(2), Some(0xfffe));
        assert_eq!(Bytes::at(&file, 2).signed(1), Some(-128));
        assert_eq!(Bytes::at(&file, 3).unsigned(2), None);
    }
}
