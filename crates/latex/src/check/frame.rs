//! Open constructs around a position (groups, formulas, environments) and the mode of TeX there.

/// TeX's modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Between paragraphs.
    Vertical,
    /// In a paragraph.
    Horizontal,
    /// In a box of one line, where no paragraph ends and no displayed formula is allowed.
    Restricted,
    /// In a formula within a line.
    Math,
    /// In a displayed formula.
    Display,
}

impl Mode {
    pub(super) fn is_math(self) -> bool {
        matches!(self, Self::Math | Self::Display)
    }
}

/// The construct that opened a frame. It determines what must close the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opener<'a> {
    /// The text as a whole.
    Text,
    /// `{`
    Brace,
    /// The brace or bracket that opens an argument of a command; `close` is the index of the token that ends the
    /// argument.
    Argument { command: &'a str, close: usize },
    /// `\begin`
    Environment(&'a str),
    /// `$` or `\(`
    Inline,
    /// `$$` or `\[`
    Display,
    /// `\left`
    Left,
}

/// The scripts of the last atom.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Scripts {
    pub(super) above: bool,
    pub(super) below: bool,
    /// Whether the last token was a prime, to which a superscript may still be added.
    pub(super) prime: bool,
    /// Whether the last atom is an operator, whose limits may be placed.
    pub(super) operator: bool,
}

/// An open construct.
#[derive(Debug, Clone)]
pub(super) struct Frame<'a> {
    pub(super) opener: Opener<'a>,
    /// Start of the bytes of the opening construct; `end` is their end.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) mode: Mode,
    /// Whether the frame has a separate list, so that its end restores the mode outside.
    pub(super) own_list: bool,
    /// Whether the frame is inside a box, where no float is allowed.
    pub(super) boxed: bool,
    /// Whether blank lines have no effect here, as in the cells of tables.
    pub(super) ignores_blank_lines: bool,
    pub(super) scripts: Scripts,
    pub(super) alignment: Option<Alignment>,
    /// The marks of the current row of a displayed formula, if its rows can have marks.
    pub(super) marks: Option<Marks>,
}

/// The marks of a row of a displayed formula.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) label: bool,
    pub(super) tag: bool,
}

/// The progress through a table or an aligned formula.
#[derive(Debug, Clone)]
pub(super) struct Alignment {
    /// For each column, whether it holds paragraphs; `None` if the number of columns is unlimited.
    pub(super) columns: Option<Vec<bool>>,
    /// Index of the current column.
    pub(super) column: usize,
    /// Whether the current cell is still empty.
    pub(super) cell_is_empty: bool,
    /// Whether the current row is still empty, so that a rule is allowed.
    pub(super) row_is_empty: bool,
}
