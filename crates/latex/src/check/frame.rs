//! What is open around a place: groups, formulas, environments, and the mode that TeX is in.

/// TeX's modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Between paragraphs.
    Vertical,
    /// In a paragraph.
    Horizontal,
    /// In a box of one line, where no paragraph ends and no display stands.
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

/// What opened a frame, and so what must close it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opener<'a> {
    /// The text as a whole.
    Text,
    /// `{`
    Brace,
    /// The brace or bracket that opens an argument of a command; ends with the token of this index.
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

/// Scripts that the last atom has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Scripts {
    pub(super) above: bool,
    pub(super) below: bool,
    /// Whether the last token was a prime, which a superscript may still join.
    pub(super) prime: bool,
    /// Whether the last atom is an operator, whose limits may be placed.
    pub(super) operator: bool,
}

/// Something that is open.
#[derive(Debug, Clone)]
pub(super) struct Frame<'a> {
    pub(super) opener: Opener<'a>,
    /// Bytes of what opened it.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) mode: Mode,
    /// Whether what is typeset goes to a list of its own, so that the mode outside is as before when it ends.
    pub(super) own_list: bool,
    /// Whether it is inside a box, where no float may stand.
    pub(super) boxed: bool,
    /// Whether blank lines are nothing here, as in the cells of tables.
    pub(super) ignores_blank_lines: bool,
    pub(super) scripts: Scripts,
    pub(super) alignment: Option<Alignment>,
    /// What is marked in the current row of a displayed formula, if rows can be marked.
    pub(super) marks: Option<Marks>,
}

/// The marks of a row of a displayed formula.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) label: bool,
    pub(super) tag: bool,
}

/// How far a table or an aligned formula has come.
#[derive(Debug, Clone)]
pub(super) struct Alignment {
    /// Its columns: whether each holds paragraphs; none if there may be any number.
    pub(super) columns: Option<Vec<bool>>,
    /// Columns begun in this row.
    pub(super) column: usize,
    /// Whether nothing stands in this cell yet.
    pub(super) cell_is_empty: bool,
    /// Whether nothing stands in this row yet, so that a rule may.
    pub(super) row_is_empty: bool,
}
