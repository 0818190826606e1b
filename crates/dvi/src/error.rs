/// The reason why a DVI file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DviError {
    /// The file ends within a page or before its postamble.
    #[error("the DVI file ends at byte {at}, before its postamble; was TeX interrupted?")]
    Truncated {
        /// Offset at which more bytes were expected.
        at: usize,
    },
    /// An opcode that DVI does not define.
    #[error("byte {at} of the DVI file is {opcode}, which is no DVI command")]
    Opcode {
        /// The opcode.
        opcode: u8,
        /// Offset of the command in the file.
        at: usize,
    },
    /// A `pop` without a `push`, or too many nested `push` commands.
    #[error("`push` and `pop` do not match at byte {at} of the DVI file")]
    Stack {
        /// Offset of the command in the file.
        at: usize,
    },
    /// A glyph without a font: none was selected, or the selected font was not defined.
    #[error("byte {at} of the DVI file sets a glyph, but no font was selected")]
    Font {
        /// Offset of the command in the file.
        at: usize,
    },
    /// The metrics of a font are missing or broken. Without them, the position of everything after a glyph is unknown.
    #[error("there are no usable metrics (TFM file) for the font `{font}`")]
    Metrics {
        /// Name of the font.
        font: String,
    },
}
