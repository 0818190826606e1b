//! Roles of symbols in a formula, and their LaTeX in text and in formulas.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Height of the mathematical axis above the baseline, in em. Fraction bars and large symbols are centred on it.
pub(super) const AXIS: f32 = 0.25;

/// Operators that take their limits above and below in displays.
pub(super) const LARGE_OPERATORS: &[&str] = &[
    "\\sum",
    "\\prod",
    "\\coprod",
    "\\bigcup",
    "\\bigcap",
    "\\bigsqcup",
    "\\bigvee",
    "\\bigwedge",
    "\\bigoplus",
    "\\bigotimes",
    "\\bigodot",
    "\\biguplus",
    "\\int",
    "\\oint",
    "\\iint",
    "\\iiint",
];

const RELATIONS: &[&str] = &[
    "=",
    "<",
    ">",
    "\\leq",
    "\\geq",
    "\\neq",
    "\\in",
    "\\ni",
    "\\notin",
    "\\rightarrow",
    "\\leftarrow",
    "\\leftrightarrow",
    "\\Rightarrow",
    "\\Leftarrow",
    "\\Leftrightarrow",
    "\\mapsto",
    "\\longrightarrow",
    "\\longleftarrow",
    "\\longleftrightarrow",
    "\\longmapsto",
    "\\Longrightarrow",
    "\\Longleftarrow",
    "\\Longleftrightarrow",
    "\\hookrightarrow",
    "\\hookleftarrow",
    "\\rightharpoonup",
    "\\leftharpoonup",
    "\\approx",
    "\\equiv",
    "\\sim",
    "\\simeq",
    "\\cong",
    "\\propto",
    "\\subset",
    "\\supset",
    "\\subseteq",
    "\\supseteq",
    "\\subsetneq",
    "\\ll",
    "\\gg",
    "\\prec",
    "\\succ",
    "\\preceq",
    "\\succeq",
    "\\perp",
    "\\mid",
    "\\parallel",
    "\\models",
    "\\vdash",
    "\\dashv",
    "\\doteq",
    "\\asymp",
    "\\sqsubseteq",
    "\\sqsupseteq",
    "\\leqslant",
    "\\geqslant",
    "\\lesssim",
    "\\gtrsim",
    "\\triangleq",
    "\\nearrow",
    "\\searrow",
    "\\uparrow",
    "\\downarrow",
    "\\rightsquigarrow",
    "\\nsubseteq",
    "\\lessgtr",
    "\\bowtie",
    "\\coloneqq",
    "\\vcentcolon",
    "\\Bumpeq",
    "\\Lleftarrow",
    "\\Lsh",
    "\\Rrightarrow",
    "\\Rsh",
    "\\Subset",
    "\\Supset",
    "\\Vdash",
    "\\Vvdash",
    "\\approxeq",
    "\\backepsilon",
    "\\backsim",
    "\\backsimeq",
    "\\because",
    "\\between",
    "\\blacktriangleleft",
    "\\blacktriangleright",
    "\\bumpeq",
    "\\circeq",
    "\\circlearrowleft",
    "\\circlearrowright",
    "\\curlyeqprec",
    "\\curlyeqsucc",
    "\\curvearrowleft",
    "\\curvearrowright",
    "\\doteqdot",
    "\\downdownarrows",
    "\\downharpoonleft",
    "\\downharpoonright",
    "\\eqcirc",
    "\\eqsim",
    "\\eqslantgtr",
    "\\eqslantless",
    "\\fallingdotseq",
    "\\frown",
    "\\ge",
    "\\geqq",
    "\\gets",
    "\\ggg",
    "\\gnapprox",
    "\\gneq",
    "\\gneqq",
    "\\gnsim",
    "\\gtrapprox",
    "\\gtreqless",
    "\\gtreqqless",
    "\\gtrless",
    "\\gvertneqq",
    "\\le",
    "\\leftarrowtail",
    "\\leftharpoondown",
    "\\leftleftarrows",
    "\\leftrightarrows",
    "\\leftrightharpoons",
    "\\leftrightsquigarrow",
    "\\leqq",
    "\\lessapprox",
    "\\lesseqgtr",
    "\\lesseqqgtr",
    "\\lll",
    "\\lnapprox",
    "\\lneq",
    "\\lneqq",
    "\\lnsim",
    "\\looparrowleft",
    "\\looparrowright",
    "\\lvertneqq",
    "\\multimap",
    "\\nLeftarrow",
    "\\nLeftrightarrow",
    "\\nRightarrow",
    "\\nVDash",
    "\\nVdash",
    "\\ncong",
    "\\ngeq",
    "\\ngeqq",
    "\\ngeqslant",
    "\\ngtr",
    "\\nleftarrow",
    "\\nleftrightarrow",
    "\\nleq",
    "\\nleqq",
    "\\nleqslant",
    "\\nless",
    "\\nmid",
    "\\nparallel",
    "\\nprec",
    "\\npreceq",
    "\\nrightarrow",
    "\\nshortmid",
    "\\nshortparallel",
    "\\nsim",
    "\\nsubseteqq",
    "\\nsucc",
    "\\nsucceq",
    "\\nsupseteq",
    "\\nsupseteqq",
    "\\ntriangleleft",
    "\\ntrianglelefteq",
    "\\ntriangleright",
    "\\ntrianglerighteq",
    "\\nvDash",
    "\\nvdash",
    "\\nwarrow",
    "\\owns",
    "\\pitchfork",
    "\\precapprox",
    "\\preccurlyeq",
    "\\precnapprox",
    "\\precneqq",
    "\\precnsim",
    "\\precsim",
    "\\rightarrowtail",
    "\\rightharpoondown",
    "\\rightleftarrows",
    "\\rightleftharpoons",
    "\\rightrightarrows",
    "\\risingdotseq",
    "\\shortmid",
    "\\shortparallel",
    "\\smallfrown",
    "\\smallsmile",
    "\\smile",
    "\\sqsubset",
    "\\sqsupset",
    "\\subseteqq",
    "\\subsetneqq",
    "\\succapprox",
    "\\succcurlyeq",
    "\\succnapprox",
    "\\succneqq",
    "\\succnsim",
    "\\succsim",
    "\\supseteqq",
    "\\supsetneq",
    "\\supsetneqq",
    "\\swarrow",
    "\\therefore",
    "\\thickapprox",
    "\\thicksim",
    "\\trianglelefteq",
    "\\trianglerighteq",
    "\\twoheadleftarrow",
    "\\twoheadrightarrow",
    "\\upharpoonleft",
    "\\upharpoonright",
    "\\upuparrows",
    "\\vDash",
    "\\varpropto",
    "\\varsubsetneq",
    "\\varsubsetneqq",
    "\\varsupsetneq",
    "\\varsupsetneqq",
    "\\vartriangle",
    "\\vartriangleleft",
    "\\vartriangleright",
];

const BINARIES: &[&str] = &[
    "+",
    "\\minus",
    "\\pm",
    "\\mp",
    "\\times",
    "\\cdot",
    "\\div",
    "\\cup",
    "\\cap",
    "\\setminus",
    "\\wedge",
    "\\vee",
    "\\oplus",
    "\\otimes",
    "\\ominus",
    "\\odot",
    "\\oslash",
    "\\circ",
    "\\ast",
    "\\star",
    "\\sqcup",
    "\\sqcap",
    "\\uplus",
    "\\amalg",
    "\\diamond",
    "\\wr",
    "\\ltimes",
    "\\rtimes",
    "\\bullet",
    "\\Cap",
    "\\Cup",
    "\\barwedge",
    "\\bigcirc",
    "\\bigtriangledown",
    "\\bigtriangleup",
    "\\boxdot",
    "\\boxplus",
    "\\centerdot",
    "\\circledast",
    "\\circledcirc",
    "\\circleddash",
    "\\curlyvee",
    "\\curlywedge",
    "\\dag",
    "\\dagger",
    "\\ddag",
    "\\ddagger",
    "\\divideontimes",
    "\\dotplus",
    "\\doublebarwedge",
    "\\gtrdot",
    "\\intercal",
    "\\land",
    "\\leftthreetimes",
    "\\lessdot",
    "\\lhd",
    "\\lor",
    "\\rhd",
    "\\rightthreetimes",
    "\\smallsetminus",
    "\\triangleleft",
    "\\triangleright",
    "\\unlhd",
    "\\unrhd",
    "\\varbigtriangledown",
    "\\varbigtriangleup",
    "\\veebar",
    "\\boxtimes",
    "\\boxminus",
];

const OPENING: &[&str] = &["(", "[", "{", "\\langle", "\\lfloor", "\\lceil", "\\llbracket"];
const CLOSING: &[&str] = &[")", "]", "}", "\\rangle", "\\rfloor", "\\rceil", "\\rrbracket"];
const BOTH_SIDES: &[&str] = &["|", "\\|"];

/// Operator names that are LaTeX commands. The second field tells whether limits go below the name in displays.
const OPERATOR_NAMES: &[(&str, bool)] = &[
    ("arccos", false),
    ("arcsin", false),
    ("arctan", false),
    ("arg", false),
    ("cos", false),
    ("cosh", false),
    ("cot", false),
    ("coth", false),
    ("csc", false),
    ("deg", false),
    ("det", true),
    ("dim", false),
    ("exp", false),
    ("gcd", true),
    ("hom", false),
    ("inf", true),
    ("ker", false),
    ("lg", false),
    ("lim", true),
    ("liminf", true),
    ("limsup", true),
    ("ln", false),
    ("log", false),
    ("max", true),
    ("min", true),
    ("Pr", true),
    ("sec", false),
    ("sin", false),
    ("sinh", false),
    ("sup", true),
    ("tan", false),
    ("tanh", false),
];

/// Ligatures, and letters of text that are written with a command.
const TEXT_LETTERS: &[(&str, &str)] = &[
    ("ff", "ff"),
    ("fi", "fi"),
    ("fl", "fl"),
    ("ffi", "ffi"),
    ("ffl", "ffl"),
    ("\\imath", "\\i"),
    ("\\jmath", "\\j"),
    ("\\ss", "\\ss"),
    ("\\SS", "\\SS"),
    ("\\ae", "\\ae"),
    ("\\oe", "\\oe"),
    ("\\AE", "\\AE"),
    ("\\OE", "\\OE"),
    ("\\o", "\\o"),
    ("\\O", "\\O"),
    ("\\l", "\\l"),
    ("\\L", "\\L"),
    ("\\dh", "\\dh"),
    ("\\th", "\\th"),
    ("\\DH", "\\DH"),
    ("\\TH", "\\TH"),
    ("\\dj", "\\dj"),
    ("\\DJ", "\\DJ"),
    ("\\ng", "\\ng"),
    ("\\NG", "\\NG"),
    ("\\aa", "\\aa"),
    ("\\AA", "\\AA"),
    ("\\ij", "\\ij"),
    ("\\IJ", "\\IJ"),
];

/// Other characters of text whose LaTeX differs from the character.
const TEXT_SIGNS: &[(&str, &str)] = &[
    ("%", "\\%"),
    ("&", "\\&"),
    ("#", "\\#"),
    ("$", "\\$"),
    ("_", "\\_"),
    ("{", "\\{"),
    ("}", "\\}"),
    ("~", "\\textasciitilde"),
    ("^", "\\textasciicircum"),
    ("\\backslash", "\\textbackslash"),
    ("\\", "\\textbackslash"),
    ("‘", "`"),
    ("’", "'"),
    ("“", "``"),
    ("”", "''"),
    ("<", "\\textless"),
    (">", "\\textgreater"),
    ("|", "\\textbar"),
    ("\\textbullet", "\\textbullet"),
    ("\\bullet", "\\textbullet"),
    ("\\textexclamdown", "\\textexclamdown"),
    ("\\textquestiondown", "\\textquestiondown"),
    ("\\S", "\\S"),
    ("\\P", "\\P"),
    ("\\dag", "\\dag"),
    ("\\ddag", "\\ddag"),
    ("\\copyright", "\\copyright"),
    ("\\textdegree", "\\textdegree"),
    ("\\pounds", "\\pounds"),
    ("\\ldots", "\\ldots"),
    ("\\textdollar", "\\$"),
    ("\\guillemetleft", "\\guillemotleft"),
    ("\\guillemetright", "\\guillemotright"),
    ("\\quotedblbase", "\\quotedblbase"),
    ("\\quotesinglbase", "\\quotesinglbase"),
];

/// Characters of code, by the symbols of other faces that a typewriter glyph may be read as. Code has only ASCII.
const CODE: &[(&str, &str)] = &[
    ("‘", "`"),
    ("’", "'"),
    ("“", "\""),
    ("”", "\""),
    ("\\minus", "-"),
    ("\\ast", "*"),
    ("\\bullet", "*"),
    ("\\cdot", "."),
    ("\\ldots", "..."),
    ("\\sim", "~"),
    ("\\wedge", "^"),
    ("\\prime", "'"),
    ("\\mid", "|"),
    ("|-ext", "|"),
    ("\\backslash", "\\"),
    ("\\setminus", "\\"),
    ("\\leq", "<="),
    ("\\geq", ">="),
    ("\\rightarrow", "->"),
    ("\\langle", "<"),
    ("\\rangle", ">"),
    ("\\textdollar", "$"),
    ("\\imath", "i"),
    ("\\jmath", "j"),
    ("acc:grave", "`"),
    ("acc:acute", "'"),
    ("acc:hat", "^"),
    ("acc:tilde", "~"),
];

const TEXT_ACCENTS: &[(&str, &str)] = &[
    ("acc:grave", "\\`"),
    ("acc:acute", "\\'"),
    ("acc:hat", "\\^"),
    ("acc:tilde", "\\~"),
    ("acc:ddot", "\\\""),
    ("acc:hungarumlaut", "\\H"),
    ("acc:ring", "\\r"),
    ("acc:check", "\\v"),
    ("acc:breve", "\\u"),
    ("acc:bar", "\\="),
    ("acc:dot", "\\."),
    ("acc:cedilla", "\\c"),
    ("acc:ogonek", "\\k"),
];

const MATH_ACCENTS: &[(&str, &str)] = &[
    ("acc:grave", "\\grave"),
    ("acc:acute", "\\acute"),
    ("acc:hat", "\\hat"),
    ("acc:tilde", "\\tilde"),
    ("acc:ddot", "\\ddot"),
    ("acc:ring", "\\mathring"),
    ("acc:check", "\\check"),
    ("acc:breve", "\\breve"),
    ("acc:bar", "\\bar"),
    ("acc:dot", "\\dot"),
    ("acc:vec", "\\vec"),
    ("acc:widehat", "\\widehat"),
    ("acc:widetilde", "\\widetilde"),
];

/// Symbols whose LaTeX in formulas differs from their names.
const MATH_SIGNS: &[(&str, &str)] = &[
    ("\\minus", "-"),
    ("{", "\\{"),
    ("}", "\\}"),
    ("%", "\\%"),
    ("&", "\\&"),
    ("#", "\\#"),
    ("$", "\\$"),
    ("_", "\\_"),
    ("~", "\\sim"),
    ("^", "\\wedge"),
    ("\\rightarrow", "\\to"),
    ("\\ast", "*"),
    ("‘", "`"),
    ("’", "'"),
    ("“", "\\text{``}"),
    ("”", "\\text{''}"),
    ("--", "\\text{--}"),
    ("---", "\\text{---}"),
    ("\\textbullet", "\\bullet"),
    ("\\textdegree", "{}^\\circ"),
    ("\\ss", "\\text{\\ss}"),
    ("\\SS", "\\text{\\SS}"),
    ("\\sqrt", "\\surd"),
    ("\\dag", "\\dagger"),
    ("\\ddag", "\\ddagger"),
    // Symbols of package stmaryrd become the nearest symbols without it.
    ("\\nplus", "+"),
    ("\\llbracket", "[\\!["),
    ("\\rrbracket", "]\\!]"),
    ("\\rrparenthesis", ")"),
    ("\\talloblong", "\\|"),
    ("\\Lbag", "("),
    ("\\Rbag", ")"),
    ("\\lbag", "("),
    ("\\rbag", ")"),
    ("\\boxast", "\\boxtimes"),
    ("\\boxbar", "\\boxminus"),
    ("\\boxbslash", "\\boxtimes"),
    ("\\boxslash", "\\boxtimes"),
];

/// Commands that stand for more than one token, so that they need braces in a script.
const COMPOSED: &[&str] = &[
    "\\Join",
    "\\notin",
    "\\cong",
    "\\doteq",
    "\\coloneqq",
    "\\vcentcolon",
    "\\ldots",
    "\\cdots",
    "\\vdots",
    "\\ddots",
    "\\dots",
    "\\bmod",
    "\\longrightarrow",
    "\\longleftarrow",
    "\\Longrightarrow",
    "\\Longleftarrow",
    "\\longleftrightarrow",
    "\\longmapsto",
    "\\Longleftrightarrow",
    "\\hookrightarrow",
    "\\hookleftarrow",
    "\\bowtie",
    "\\models",
];

/// Pairs of touching symbols for which LaTeX has one command.
pub(super) const COMPOUNDS: &[(&str, &str, &str)] = &[
    ("\\mapstochar", "\\rightarrow", "\\mapsto"),
    ("\\mapstochar", "\\minus", "\\longmapstochar"),
    ("\\minus", "\\mapstochar", "\\longmapstochar"),
    ("\\longmapstochar", "\\rightarrow", "\\longmapsto"),
    ("\\minus", "\\minus", "\\minus"),
    ("=", "\\sim", "\\cong"),
    ("\\sim", "=", "\\cong"),
    ("=", "\\not\\sim", "\\not\\cong"),
    ("\\not\\sim", "=", "\\not\\cong"),
    ("\\lhook", "\\rightarrow", "\\hookrightarrow"),
    ("\\leftarrow", "\\rhook", "\\hookleftarrow"),
    ("\\minus", "\\rightarrow", "\\longrightarrow"),
    ("\\leftarrow", "\\minus", "\\longleftarrow"),
    ("\\longleftarrow", "\\minus", "\\longleftarrow"),
    ("=", "\\Rightarrow", "\\Longrightarrow"),
    ("\\Leftarrow", "=", "\\Longleftarrow"),
    ("\\Leftarrow", "\\Rightarrow", "\\Longleftrightarrow"),
    ("\\leftarrow", "\\rightarrow", "\\longleftrightarrow"),
    ("\\int", "\\int", "\\iint"),
    ("\\iint", "\\int", "\\iiint"),
    ("0", "/", "\\emptyset"),
];

/// The role of a symbol in a formula (The TeXbook, chapter 17).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Ordinary,
    LargeOperator,
    Binary,
    Relation,
    Opening,
    Closing,
    /// A bar, which opens or closes.
    Fence,
    Punctuation,
    /// Dots that stand for a part of a formula.
    Inner,
}

/// The lists above as one table, since the class of every glyph is looked up many times.
static CLASSES: LazyLock<HashMap<&str, Class>> = LazyLock::new(|| {
    let parts = [":", "\\mapstochar", "\\longmapstochar", "\\lhook", "\\rhook", "\\not"];
    let lists: [(&[&'static str], Class); 10] = [
        (&["\\ldots", "\\cdots", "\\ddots"], Class::Inner),
        (&[",", ";"], Class::Punctuation),
        (BOTH_SIDES, Class::Fence),
        (CLOSING, Class::Closing),
        (OPENING, Class::Opening),
        (LARGE_OPERATORS, Class::LargeOperator),
        (&["*"], Class::Binary),
        (BINARIES, Class::Binary),
        (&parts, Class::Relation),
        (RELATIONS, Class::Relation),
    ];
    let entries = lists
        .iter()
        .flat_map(|(names, class)| names.iter().map(|name| (*name, *class)));
    entries.collect()
});

/// Returns the class of a symbol; unknown symbols are ordinary.
pub(super) fn class(symbol: &str) -> Class {
    let symbol = symbol
        .strip_prefix("\\not")
        .filter(|of| of.starts_with('\\'))
        .unwrap_or(symbol);
    CLASSES.get(symbol).copied().unwrap_or(Class::Ordinary)
}

/// Crossed-out relations, by relation.
static NEGATIONS: LazyLock<HashMap<&str, String>> = LazyLock::new(|| {
    let negated = |name: &&'static str| (*name, format!("\\not{name}"));
    RELATIONS.iter().map(negated).collect()
});

/// Returns the command for the crossed-out relation.
pub(super) fn negation(relation: &str) -> Option<&'static str> {
    match relation {
        "=" => Some("\\neq"),
        "\\in" => Some("\\notin"),
        _ => NEGATIONS.get(relation).map(String::as_str),
    }
}

/// Whether the symbol is a delimiter, which comes in sizes and encloses something.
pub(super) fn is_delimiter(symbol: &str) -> bool {
    matches!(class(symbol), Class::Opening | Class::Closing | Class::Fence)
}

/// Whether large forms of the symbol hang below their reference point.
pub(super) fn hangs(symbol: &str) -> bool {
    is_delimiter(symbol) || matches!(symbol, "/" | "\\backslash") || LARGE_OPERATORS.contains(&symbol)
}

/// Whether the symbol alone shows that it stands in mathematics.
pub(super) fn is_mathematical(symbol: &str) -> bool {
    match symbol {
        "-" | "*" | ":" | "(" | ")" | "[" | "]" | "\\bullet" => false,
        "=" | "+" | "<" | ">" | "|" | "{" | "}" => true,
        s if s.starts_with('\\') => lookup(TEXT_LETTERS, s).is_none() && lookup(TEXT_SIGNS, s).is_none(),
        _ => false,
    }
}

/// Returns whether limits of this operator name go below it in displays, or `None` if LaTeX has no command for the
/// name.
pub(super) fn operator_name(name: &str) -> Option<bool> {
    OPERATOR_NAMES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, limits)| *limits)
}

/// Whether the symbol is a ligature or a letter that ASCII lacks.
pub(super) fn is_text_letter(symbol: &str) -> bool {
    lookup(TEXT_LETTERS, symbol).is_some()
}

/// Whether the symbol is a quote or a dash, which only text has.
pub(super) fn is_text_punctuation(symbol: &str) -> bool {
    matches!(symbol, "‘" | "’" | "“" | "”" | "--" | "---")
}

/// Returns the LaTeX of the symbol in text. A symbol that only formulas have becomes a separate formula.
pub(super) fn text_latex(symbol: &str) -> Cow<'_, str> {
    let known = lookup(TEXT_LETTERS, symbol).or_else(|| lookup(TEXT_SIGNS, symbol));
    match known {
        Some(latex) => latex.into(),
        None if symbol.len() > 1 && symbol.starts_with('\\') => format!("${}$", math_latex(symbol)).into(),
        None => symbol.into(),
    }
}

/// Returns the characters of code that the symbol was printed for.
pub(super) fn code(symbol: &str) -> &str {
    lookup(CODE, symbol).unwrap_or(symbol)
}

/// Whether the symbol can be a script without braces. TeX takes one token (The TeXbook, chapter 18), and operators and
/// composed symbols are macros of several tokens.
pub(super) fn is_single_token(latex: &str) -> bool {
    let Some(name) = latex.strip_prefix('\\') else {
        // Non-ASCII characters are several bytes, which pdfTeX reads one by one. A prime is itself a script.
        return latex.len() == 1 && latex != "'";
    };
    let is_operator = operator_name(name).is_some() || LARGE_OPERATORS.contains(&latex);
    let is_letter = is_text_letter(latex) || lookup(TEXT_SIGNS, latex).is_some();
    let is_word = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic());
    is_word && !is_operator && !is_letter && !COMPOSED.contains(&latex)
}

/// Returns the LaTeX of the symbol in formulas.
pub(super) fn math_latex(symbol: &str) -> &str {
    lookup(MATH_SIGNS, symbol).unwrap_or(symbol)
}

/// Returns the command that puts this accent over a letter of text.
pub(super) fn text_accent(symbol: &str) -> Option<&'static str> {
    lookup(TEXT_ACCENTS, symbol)
}

/// Returns the command that puts this accent over a formula.
pub(super) fn math_accent(symbol: &str) -> Option<&'static str> {
    lookup(MATH_ACCENTS, symbol)
}

/// Whether this is an ASCII letter or digit. Most glyphs are, and no table of symbols contains one.
fn is_plain(symbol: &str) -> bool {
    matches!(symbol.as_bytes(), [byte] if byte.is_ascii_alphanumeric())
}

fn lookup(table: &[(&str, &'static str)], symbol: &str) -> Option<&'static str> {
    if is_plain(symbol) {
        return None;
    }
    table.iter().find(|(name, _)| *name == symbol).map(|(_, latex)| *latex)
}
