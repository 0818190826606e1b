//! The commands that the parser knows as more than symbols.

/// What a command does in the parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    /// `\sqrt`.
    Root,
    /// `\text` and boxes.
    Text,
    /// A line over or under an argument.
    Line,
    /// `\rule`.
    Rule,
    /// `\phantom`.
    Phantom,
    /// An operator that is a sign.
    OperatorSign,
    /// An operator that is a name.
    OperatorName {
        /// Whether its scripts stand below and above it.
        has_limits: bool,
    },
    /// A fraction with two arguments.
    Fraction {
        /// Whether it has a bar.
        has_bar: bool,
    },
    /// A fraction of what is before and after the command.
    Infix {
        /// Whether it has a bar.
        has_bar: bool,
    },
    /// An argument without width.
    Lap,
    /// The size of a delimiter.
    Delimiter,
    /// `\left`.
    Left,
    /// `\right`.
    Right,
    /// A size or font for the rest of the group.
    Size,
    /// A style for the rest of the group, or as far as an infix command.
    Style,
    /// A command with one argument, mostly a font.
    Font,
    /// An accent.
    Accent,
    /// The end of a row.
    Break,
    /// `\begin`.
    Begin,
    /// `\end`.
    End,
    /// A command that is parsed but cannot be printed: colours.
    Unprintable,
}

impl Function {
    /// Returns the function of a command, or `None` if it is a symbol.
    pub(super) fn of(command: &str) -> Option<Self> {
        Some(match command.strip_prefix('\\')? {
            "sqrt" => Self::Root,
            "text" | "mbox" | "hbox" | "vbox" => Self::Text,
            "overline" | "underline" => Self::Line,
            "rule" => Self::Rule,
            "phantom" => Self::Phantom,
            "arcsin" | "arccos" | "arctan" | "arg" | "cos" | "cosh" | "cot" | "coth" | "csc" | "deg" | "dim"
            | "exp" | "hom" | "ker" | "lg" | "ln" | "log" | "sec" | "sin" | "sinh" | "tan" | "tanh" => {
                Self::OperatorName { has_limits: false }
            }
            "det" | "gcd" | "inf" | "lim" | "liminf" | "limsup" | "max" | "min" | "Pr" | "sup" => {
                Self::OperatorName { has_limits: true }
            }
            "int" | "iint" | "iiint" | "oint" | "coprod" | "bigvee" | "bigwedge" | "biguplus" | "bigcap" | "bigcup"
            | "intop" | "prod" | "sum" | "bigotimes" | "bigoplus" | "bigodot" | "bigsqcup" | "smallint" => {
                Self::OperatorSign
            }
            "frac" | "dfrac" | "tfrac" => Self::Fraction { has_bar: true },
            "binom" | "dbinom" | "tbinom" => Self::Fraction { has_bar: false },
            "over" => Self::Infix { has_bar: true },
            "choose" => Self::Infix { has_bar: false },
            "llap" | "rlap" => Self::Lap,
            "big" | "Big" | "bigg" | "Bigg" | "bigl" | "Bigl" | "biggl" | "Biggl" | "bigr" | "Bigr" | "biggr"
            | "Biggr" | "bigm" | "Bigm" | "biggm" | "Biggm" => Self::Delimiter,
            "left" => Self::Left,
            "right" => Self::Right,
            "tiny" | "scriptsize" | "footnotesize" | "small" | "normalsize" | "large" | "Large" | "LARGE" | "huge"
            | "Huge" | "textrm" | "rm" | "cal" | "bf" | "siptstyle" | "boldmath" | "it" => Self::Size,
            "displaystyle" | "textstyle" | "scriptstyle" | "scriptscriptstyle" => Self::Style,
            "mathrm" | "mathit" | "mathbf" | "mathop" | "stackrel" | "mathbb" | "mathcal" | "mathfrak" | "mathscr"
            | "mathsf" | "mathtt" | "label" | "comment" | "hspace" | "vspace" | "atop" | "fbox" | "tag" | "makebox"
            | "raisebox" | "framebox" | "circle" | "line" | "put" | "vphantom" | "textup" | "noalign" | "Bbb"
            | "bold" | "frak" => Self::Font,
            "acute" | "grave" | "ddot" | "tilde" | "bar" | "breve" | "check" | "hat" | "vec" | "dot" => Self::Accent,
            "\\" | "cr" => Self::Break,
            "begin" => Self::Begin,
            "end" => Self::End,
            "color" | "KaTeX" => Self::Unprintable,
            name if is_colour(name) => Self::Unprintable,
            _ => return None,
        })
    }

    /// Returns how strongly a command binds. It is the argument of another, without braces, only if it binds stronger.
    pub(super) const fn strength(self) -> usize {
        match self {
            Self::Text | Self::Fraction { .. } | Self::Font => 2,
            Self::Unprintable => 3,
            _ => 1,
        }
    }
}

/// Whether a command is a colour of Khan Academy, with a letter for its shade.
fn is_colour(name: &str) -> bool {
    let plain = [
        "blue", "orange", "pink", "red", "green", "gray", "purple", "kaBlue", "kaGreen",
    ];
    let shaded = [
        ("blue", 'E'),
        ("teal", 'E'),
        ("green", 'E'),
        ("gold", 'E'),
        ("red", 'E'),
        ("maroon", 'E'),
        ("purple", 'E'),
        ("mint", 'C'),
        ("gray", 'I'),
    ];
    let is_shade = |(colour, last): &(&str, char)| {
        let mut shade = name.strip_prefix(colour).unwrap_or_default().chars();
        matches!((shade.next(), shade.next()), (Some(letter), None) if ('A'..=*last).contains(&letter))
    };
    plain.contains(&name) || shaded.iter().any(is_shade)
}

/// The signs that may stand after `\left`, `\right` and `\big`.
const DELIMITERS: [&str; 41] = [
    "(",
    ")",
    "[",
    "\\lbrack",
    "]",
    "\\rbrack",
    "\\{",
    "\\lbrace",
    "\\}",
    "\\rbrace",
    "\\lfloor",
    "\\rfloor",
    "\\lceil",
    "\\rceil",
    "<",
    ">",
    "\\langle",
    "\\rangle",
    "\\lt",
    "\\gt",
    "\\lvert",
    "\\rvert",
    "\\lVert",
    "\\rVert",
    "\\lgroup",
    "\\rgroup",
    "\\lmoustache",
    "\\rmoustache",
    "/",
    "\\backslash",
    "|",
    "\\vert",
    "\\|",
    "\\Vert",
    "\\uparrow",
    "\\Uparrow",
    "\\downarrow",
    "\\Downarrow",
    "\\updownarrow",
    "\\Updownarrow",
    ".",
];

/// Whether a sign may stand after `\left`, `\right` and `\big`.
pub(super) fn is_delimiter(sign: &str) -> bool {
    DELIMITERS.contains(&sign)
}
