//! Tables of known commands.

/// Names of the same symbol that print differently, beyond those that normalisation knows.
pub(super) const SYNONYMS: [(&str, &str); 10] = [
    ("\\cdots", "\\dots"),
    ("\\Longrightarrow", "\\Rightarrow"),
    ("\\Longleftarrow", "\\Leftarrow"),
    ("\\Longleftrightarrow", "\\Leftrightarrow"),
    ("\\longrightarrow", "\\rightarrow"),
    ("\\longleftarrow", "\\leftarrow"),
    ("\\longmapsto", "\\mapsto"),
    ("\\widehat", "\\hat"),
    ("\\widetilde", "\\tilde"),
    ("\\slash", "/"),
];

/// Commands that print the same as others, or so similarly that readers do not distinguish them.
pub(super) const SPELLINGS: [(&str, &str); 12] = [
    ("\\coloneqq", ":="),
    ("\\coloneq", ":="),
    ("\\colon", ":"),
    ("\\nicefrac", "\\frac"),
    ("\\sfrac", "\\frac"),
    ("\\lvert", "|"),
    ("\\rvert", "|"),
    ("\\vert", "|"),
    ("\\mid", "|"),
    ("\\lVert", "\\|"),
    ("\\rVert", "\\|"),
    ("\\Vert", "\\|"),
];

/// Functions: with their argument they form one factor of a product.
pub(super) const FUNCTIONS: [&str; 32] = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp", "gcd", "hom",
    "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "Pr", "sec", "sin", "sinh", "sup", "tan",
    "tanh",
];

/// Functions with limits below them, and large operators: a numerator begins after them.
pub(super) const LARGE: [&str; 21] = [
    "lim",
    "liminf",
    "limsup",
    "max",
    "min",
    "inf",
    "sup",
    "\\sum",
    "\\prod",
    "\\coprod",
    "\\int",
    "\\iint",
    "\\iiint",
    "\\oint",
    "\\bigcup",
    "\\bigcap",
    "\\bigoplus",
    "\\bigotimes",
    "\\bigvee",
    "\\bigwedge",
    "\\forall",
];

/// Commands whose argument may be the name of a function or a word, which becomes one symbol.
pub(super) const UPRIGHT: [&str; 3] = ["\\mathop", "\\mathrm", "\\text"];

/// Symbols that end a product, besides [`LARGE`].
pub(super) const OPERATORS: [&str; 71] = [
    "+",
    "-",
    "=",
    "<",
    ">",
    ",",
    ";",
    ":",
    "&",
    "|",
    "*",
    ".",
    "/",
    "\\\\",
    "\\pm",
    "\\mp",
    "\\times",
    "\\cdot",
    "\\div",
    "\\circ",
    "\\oplus",
    "\\ominus",
    "\\otimes",
    "\\cup",
    "\\cap",
    "\\sqcup",
    "\\sqcap",
    "\\setminus",
    "\\backslash",
    "\\wedge",
    "\\vee",
    "\\neg",
    "\\leq",
    "\\geq",
    "\\neq",
    "\\ll",
    "\\gg",
    "\\approx",
    "\\sim",
    "\\simeq",
    "\\cong",
    "\\equiv",
    "\\propto",
    "\\in",
    "\\notin",
    "\\ni",
    "\\subset",
    "\\supset",
    "\\subseteq",
    "\\supseteq",
    "\\subsetneq",
    "\\rightarrow",
    "\\leftarrow",
    "\\leftrightarrow",
    "\\mapsto",
    "\\Rightarrow",
    "\\Leftarrow",
    "\\Leftrightarrow",
    "\\hookrightarrow",
    "\\perp",
    "\\parallel",
    "\\|",
    "\\vdash",
    "\\models",
    "\\dots",
    "\\vdots",
    "\\ddots",
    "\\exists",
    "\\prec",
    "\\succ",
    "\\triangleq",
];

/// The beginnings of `dx` and `\partial x`.
pub(super) const DIFFERENTIALS: [&str; 2] = ["d", "\\partial"];

/// Opening delimiters.
pub(super) const OPENING: [&str; 6] = ["(", "[", "\\{", "\\langle", "\\lfloor", "\\lceil"];

/// Closing delimiters.
pub(super) const CLOSING: [&str; 6] = [")", "]", "\\}", "\\rangle", "\\rfloor", "\\rceil"];
