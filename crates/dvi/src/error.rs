/// Why a DVI file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DviError {
    /// The file ends within a page or before its postamble.
    #[error("the DVI file ends at byte {at}, before its postamble; was TeX interrupted?")]
    Truncated {
        /// Where more was expected.
        at: usize,
    },
    /// A command that DVI does not have.
    #[error("byte {at} of the DVI file is {opcode}, which is no DVI command")]
    Opcode {
        /// The command's number.
        opcode: u8,
        /// Its place in the file.
        at: usize,
    },
    /// More `pop` than `push`, or pushes without end.
    #[error("`push` and `pop` do not match at byte {at} of the DVI file")]
    Stack {
        /// The command's place in the file.
        at: usize,
    },
    /// A glyph of a font that was not defined.
    #[error("byte {at} of the DVI file sets a glyph, but no font was selected")]
    Font {
        /// The command's place in the file.
        at: usize,
    },
    /// The metrics of a font are missing or broken; without them no place after a glyph is known.
    #[error("there are no usable metrics (TFM file) of the font `{font}`")]
    Metrics {
        /// Its name.
        font: String,
    },
}
