//! The tree of a parsed formula.

use super::lexer::Length;

/// A part of a formula. Names of commands include the backslash.
#[derive(Debug)]
pub(super) enum Node<'a> {
    /// A letter, or a command that is not known. It is spelled out in `\mathrm`.
    Letter(&'a str),
    /// Any other sign.
    Sign(&'a str),
    /// A group in braces.
    Group(Vec<Node<'a>>),
    /// Text in a formula.
    Text(Vec<Node<'a>>),
    /// A base with a subscript, a superscript or both.
    Scripts {
        /// What has the scripts.
        base: Box<Node<'a>>,
        /// The subscript.
        lower: Option<Box<Node<'a>>>,
        /// The superscript.
        upper: Option<Box<Node<'a>>>,
    },
    /// A fraction, or a binomial coefficient, which has no bar.
    Fraction {
        /// Whether it has a bar.
        has_bar: bool,
        /// The numerator.
        upper: Box<Node<'a>>,
        /// The denominator. If there is none, it is the numerator again.
        lower: Option<Box<Node<'a>>>,
    },
    /// `\over` or `\choose`, before its neighbours become the parts of a fraction.
    Infix {
        /// Whether the fraction has a bar.
        has_bar: bool,
    },
    /// A root.
    Root {
        /// The degree in brackets.
        degree: Option<Vec<Node<'a>>>,
        /// What is under the root. If there is none, it is the degree again.
        body: Option<Box<Node<'a>>>,
    },
    /// Rows of cells.
    Array {
        /// The alignments of the columns. If there are none, each column of the first row is aligned to the left.
        columns: Option<Vec<&'a str>>,
        /// The rows.
        rows: Vec<Vec<Vec<Node<'a>>>>,
    },
    /// A part between `\left` and `\right`.
    Fenced {
        /// The delimiter on the left.
        left: &'a str,
        /// What is between them.
        body: Vec<Node<'a>>,
        /// The delimiter on the right.
        right: &'a str,
    },
    /// A delimiter with its size, for example `\big(`.
    Delimiter {
        /// The command of the size.
        size: &'a str,
        /// The delimiter.
        delimiter: &'a str,
    },
    /// A command with one argument that may set the font.
    Font {
        /// The command.
        command: &'a str,
        /// Its argument.
        argument: Box<Node<'a>>,
    },
    /// `\llap` or `\rlap`.
    Lap {
        /// The command.
        command: &'a str,
        /// Its argument.
        argument: Box<Node<'a>>,
    },
    /// A command whose argument is in braces always.
    Line {
        /// The command: `\overline` or `\underline`.
        command: &'a str,
        /// Its argument.
        argument: Box<Node<'a>>,
    },
    /// An accent.
    Accent {
        /// The command.
        command: &'a str,
        /// What has the accent.
        base: Box<Node<'a>>,
    },
    /// An operator: a sign, for example `\sum`.
    OperatorSign(&'a str),
    /// An operator: a name, for example `\sin`.
    OperatorName {
        /// The command.
        command: &'a str,
        /// Whether its scripts stand below and above it.
        has_limits: bool,
    },
    /// A command that changes the size, style or font of the rest of the group.
    Switch {
        /// The command.
        command: &'a str,
        /// The rest of the group.
        body: Vec<Node<'a>>,
    },
    /// A box of ink.
    Rule {
        /// Its width.
        width: Length<'a>,
        /// Its height.
        height: Length<'a>,
    },
    /// An empty box as large as its content.
    Phantom(Vec<Node<'a>>),
}

impl<'a> Node<'a> {
    /// Returns the content of a group, and any other node as the only one.
    pub(super) fn into_content(self) -> Vec<Node<'a>> {
        match self {
            Self::Group(content) => content,
            node => vec![node],
        }
    }

    /// Returns the text of a letter or sign.
    pub(super) fn symbol(&self) -> Option<&'a str> {
        match self {
            Self::Letter(text) | Self::Sign(text) => Some(text),
            _ => None,
        }
    }
}
