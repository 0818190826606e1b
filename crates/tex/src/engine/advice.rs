//! Classification of the engine's messages, with advice.

use texlens_latex::ErrorClass::{self, *};
use texlens_vocabulary::Limit;

/// The class of a message, with advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Judgement {
    pub(crate) class: ErrorClass,
    pub(crate) advice: &'static str,
}

/// A rule for messages that contain all these pieces in this order, with the class of the error and the advice.
struct Rule(&'static [&'static str], ErrorClass, &'static str);

const CLOSE_GROUP: &str = "Give every { its } and every } its {.";
const CLOSE_ARGUMENT: &str = "Close the braces of the argument that was being read, and leave no empty line in it.";
const MATCH_ENVIRONMENTS: &str = "End every environment that was begun, with the same name and before those around it.";
const ENTER_MATH: &str = "Put mathematics between $ and $, or end the formula that is still open.";
const LEAVE_MATH: &str = "Use this outside of mathematics, or put it into \\text{...}.";
const FIX_TABLE: &str = "Use & only in tables and alignments, and no more of them in a row than the table has columns; write \\& for the sign.";
const FIX_RULE: &str = "Put \\hline and other rules at the start of a row, right after \\\\.";
const FIX_COLUMNS: &str = "Use only column letters that are defined (l, c, r, p{...}) in the argument of the table.";
const ESCAPE_HASH: &str = "Write \\# for the sign; # alone is for definitions.";
const ONE_SCRIPT: &str = "Put braces around the base or the script, so that each base has one of a kind.";
const PAIR_DELIMITERS: &str = "Give every \\left its \\right, each followed by a delimiter or a dot.";
const GIVE_NUMBER: &str = "Give a number here.";
const GIVE_LENGTH: &str = "Give a length here: a number and a unit such as pt, cm or em.";
const USE_LIST: &str = "Put \\item inside a list, and begin a list with \\item.";
const DISPLAY: &str = "End a displayed formula as it was begun, and begin none inside another.";
const FIX_SIMPLIFY: &str = "Split or simplify the text: it needs more than the engine has.";

const RULES: &[Rule] = &[
    // The engine's own limits.
    Rule(&["TeX capacity exceeded"], Limit, FIX_SIMPLIFY),
    Rule(
        &["TeX step limit exceeded"],
        Limit,
        limit_advice(texlens_vocabulary::Limit::Steps),
    ),
    Rule(
        &["Infinite glue shrinkage"],
        Number,
        "Give lengths that shrink a finite amount.",
    ),
    Rule(
        &["Dimension too large"],
        Number,
        "Use a smaller length: TeX's longest is about five metres.",
    ),
    Rule(&["Arithmetic overflow"], Number, "Use smaller numbers."),
    Rule(&["Number too big"], Number, "Use a number below 2147483648."),
    // Commands.
    Rule(
        &["Undefined control sequence"],
        UndefinedCommand,
        "Correct the name of the command, or define it.",
    ),
    Rule(
        &["Command", "already defined"],
        Definition,
        "Use another name, or \\renewcommand.",
    ),
    Rule(
        &["Command", "undefined"],
        UndefinedCommand,
        "Use \\newcommand for a new command.",
    ),
    Rule(&["Command", "invalid in math mode"], Mode, LEAVE_MATH),
    Rule(
        &["Can be used only in preamble"],
        Definition,
        "Leave this out: it belongs before \\begin{document}.",
    ),
    Rule(
        &["Missing control sequence inserted"],
        Definition,
        "Name the command that is to be defined.",
    ),
    Rule(
        &["Use of", "doesn't match its definition"],
        Argument,
        "Give the command its arguments in the form that it expects.",
    ),
    Rule(
        &["Illegal parameter number"],
        Definition,
        "Number the parameters of a definition #1 to #9, as many as were declared.",
    ),
    Rule(
        &["Parameters must be numbered consecutively"],
        Definition,
        "Number the parameters of a definition #1, #2 and so on.",
    ),
    Rule(
        &["You already have nine parameters"],
        Definition,
        "Define a command with nine parameters at most.",
    ),
    Rule(&["Forbidden control sequence found"], Argument, CLOSE_ARGUMENT),
    // Arguments.
    Rule(&["File ended while scanning"], Argument, CLOSE_ARGUMENT),
    Rule(&["Paragraph ended before"], Argument, CLOSE_ARGUMENT),
    Rule(
        &["Argument of", "has an extra }"],
        Argument,
        "Take away the } that no { opened, or give the command its argument.",
    ),
    Rule(&["Missing { inserted"], Argument, "Put the argument into braces."),
    Rule(&["Missing } inserted"], Group, CLOSE_GROUP),
    Rule(&["File ended within \\read"], Group, CLOSE_GROUP),
    Rule(&["Incompatible list can't be unboxed"], Mode, LEAVE_MATH),
    Rule(
        &["Text line contains an invalid character"],
        Character,
        "Take out the control character.",
    ),
    // Groups.
    Rule(&["Missing \\right"], Delimiter, PAIR_DELIMITERS),
    Rule(&["forgotten \\right"], Delimiter, PAIR_DELIMITERS),
    Rule(&["Extra \\right"], Delimiter, PAIR_DELIMITERS),
    Rule(&["Extra \\middle"], Delimiter, PAIR_DELIMITERS),
    Rule(&["Missing delimiter"], Delimiter, PAIR_DELIMITERS),
    Rule(
        &["forgotten $"],
        Mode,
        "End the formula before the group or environment around it ends.",
    ),
    Rule(&["Too many }'s"], Group, CLOSE_GROUP),
    Rule(
        &["forgotten \\endgroup"],
        Group,
        "End the environment that was begun inside this group, or take away the }.",
    ),
    Rule(&["Extra }"], Group, CLOSE_GROUP),
    Rule(&["Missing \\endgroup inserted"], Group, MATCH_ENVIRONMENTS),
    Rule(&["Extra \\endgroup"], Group, MATCH_ENVIRONMENTS),
    // Environments.
    Rule(&["\\begin{", "ended by"], Environment, MATCH_ENVIRONMENTS),
    Rule(
        &["Environment", "undefined"],
        Environment,
        "Correct the name of the environment, or define it.",
    ),
    Rule(
        &["Environment", "already defined"],
        Definition,
        "Use another name, or \\renewenvironment.",
    ),
    Rule(
        &["Missing \\begin{document}"],
        Environment,
        "Begin the text with \\begin{document}.",
    ),
    Rule(
        &["\\begin{split} won't work here"],
        Environment,
        "Use split inside equation or another display, not by itself.",
    ),
    Rule(&["allowed only in paragraph mode"], Environment, DISPLAY),
    Rule(&["Erroneous nesting of equation structures"], Environment, DISPLAY),
    Rule(
        &["Bad math environment delimiter"],
        Mode,
        "Begin and end each formula once, with delimiters that match.",
    ),
    Rule(
        &["Not in outer par mode"],
        Environment,
        "Use floats and marginal notes outside of boxes, tables and other floats.",
    ),
    Rule(
        &["\\caption outside float"],
        Environment,
        "Use \\caption inside figure or table.",
    ),
    Rule(
        &["Float(s) lost"],
        Environment,
        "Use floats and marginal notes outside of boxes, tables and other floats.",
    ),
    Rule(
        &["\\verb ended by end of line"],
        Argument,
        "End \\verb on its line with the character that began it.",
    ),
    Rule(
        &["\\verb illegal in"],
        Argument,
        "Use \\texttt inside arguments: \\verb cannot stand there.",
    ),
    Rule(
        &["Too deeply nested"],
        List,
        "Nest fewer lists, and end those that are complete.",
    ),
    // Mathematics.
    Rule(&["Missing $ inserted"], Mode, ENTER_MATH),
    Rule(&["Display math should end with $$"], Mode, DISPLAY),
    Rule(&["allowed only in math mode"], Mode, ENTER_MATH),
    Rule(&["Double superscript"], DoubleScript, ONE_SCRIPT),
    Rule(&["Double subscript"], DoubleScript, ONE_SCRIPT),
    Rule(
        &["Ambiguous; you need another { and }"],
        Group,
        "Put braces around each \\over or \\choose.",
    ),
    Rule(
        &["Limit controls must follow a math operator"],
        Mode,
        "Put \\limits right after an operator such as \\sum.",
    ),
    Rule(
        &["Improper \\prevdepth"],
        Mode,
        "End the formula or box that is still open.",
    ),
    Rule(&["Improper \\spacefactor"], Mode, LEAVE_MATH),
    Rule(&["Improper"], Mode, "Use this where it belongs."),
    Rule(&["You can't use `macro parameter character #'"], Character, ESCAPE_HASH),
    Rule(&["You can't use `\\hrule'"], Alignment, FIX_RULE),
    Rule(
        &["You can't use `\\halign'"],
        Alignment,
        "End the formula or table that is still open before this one begins.",
    ),
    Rule(
        &["You can't use `\\eqno'"],
        Mode,
        "Use \\tag and \\eqno only inside a displayed formula.",
    ),
    Rule(&["You can't use `\\end'"], Group, MATCH_ENVIRONMENTS),
    Rule(
        &["You can't use"],
        Mode,
        "Use this where it belongs, in text or in mathematics.",
    ),
    // Tables.
    Rule(&["Extra alignment tab"], Alignment, FIX_TABLE),
    Rule(&["Misplaced alignment tab character &"], Alignment, FIX_TABLE),
    Rule(&["Too many columns in eqnarray"], Alignment, FIX_TABLE),
    Rule(&["Misplaced \\noalign"], Alignment, FIX_RULE),
    Rule(&["Misplaced \\omit"], Alignment, "Put \\multicolumn first in its cell."),
    Rule(&["Misplaced \\cr"], Alignment, "Use \\\\ only where a row can end."),
    Rule(&["Misplaced \\crcr"], Alignment, "Use \\\\ only where a row can end."),
    Rule(&["Misplaced"], Alignment, FIX_RULE),
    Rule(
        &["Missing \\cr inserted"],
        Alignment,
        "End the table before the text goes on.",
    ),
    Rule(&["Missing # inserted in alignment preamble"], Alignment, FIX_COLUMNS),
    Rule(&["Only one # is allowed per tab"], Alignment, FIX_COLUMNS),
    Rule(&["Illegal pream-token"], Alignment, FIX_COLUMNS),
    Rule(&["Illegal character in array arg"], Alignment, FIX_COLUMNS),
    Rule(&["Only one column-spec"], Alignment, FIX_COLUMNS),
    Rule(&["column arg"], Alignment, FIX_COLUMNS),
    Rule(&["@-arg"], Alignment, FIX_COLUMNS),
    Rule(
        &["Interwoven alignment preambles"],
        Alignment,
        "End one table before the next begins.",
    ),
    Rule(
        &["There's no line here to end"],
        Alignment,
        "Take away the \\\\, or write text before it.",
    ),
    // Characters.
    Rule(
        &["Unicode character"],
        Character,
        "Write the command for this character, such as \\infty, or leave it out.",
    ),
    Rule(&["Invalid UTF-8"], Character, "Write the text as UTF-8."),
    Rule(
        &["Command", "unavailable in encoding"],
        Character,
        "Leave the character out: the fonts do not have it.",
    ),
    Rule(
        &["Keyboard character used is undefined"],
        Character,
        "Take out the character.",
    ),
    // Numbers.
    Rule(&["Missing number"], Number, GIVE_NUMBER),
    Rule(&["Illegal unit of measure"], Number, GIVE_LENGTH),
    Rule(
        &["Missing = inserted"],
        Number,
        "Write a comparison between two numbers.",
    ),
    Rule(&["Bad register code"], Number, GIVE_NUMBER),
    Rule(&["Bad number"], Number, GIVE_NUMBER),
    Rule(&["Bad character code"], Number, GIVE_NUMBER),
    Rule(
        &["Counter too large"],
        Number,
        "Use a smaller number for letters or symbols.",
    ),
    Rule(
        &["No counter"],
        UndefinedCommand,
        "Correct the name of the counter, or define it with \\newcounter.",
    ),
    Rule(&["Package calc Error", "invalid at this point"], Number, GIVE_LENGTH),
    Rule(
        &["Undefined color"],
        Argument,
        "Use a color that is defined, or define it.",
    ),
    // Lists.
    Rule(&["missing \\item"], List, USE_LIST),
    Rule(&["Lonely \\item"], List, USE_LIST),
    Rule(&["\\item", "list"], List, USE_LIST),
    // Files.
    Rule(
        &["File", "not found"],
        File,
        "Leave the file out: nothing but the text is there.",
    ),
    Rule(
        &["I can't find file"],
        File,
        "Leave the file out: nothing but the text is there.",
    ),
    Rule(&["I can't write on file"], File, "Do not write to files."),
    Rule(&["Unable to load picture"], File, "Leave the picture out."),
    Rule(
        &["pdfTeX error"],
        File,
        "Leave out fonts and pictures that are not part of LaTeX.",
    ),
    Rule(&["Font", "not loadable"], File, "Use a font that is there."),
    // Definitions and conditions.
    Rule(
        &["Option clash for package"],
        Definition,
        "Load the package once, with all its options.",
    ),
    Rule(&["Two \\documentclass"], Definition, "Keep one \\documentclass."),
    Rule(&["Incomplete \\if"], Other, "End every condition with \\fi."),
    Rule(&["Extra \\fi"], Other, "Give every \\fi its condition."),
    Rule(&["Extra \\else"], Other, "Give every \\else its condition."),
    Rule(&["Extra \\or"], Other, "Use \\or only in \\ifcase."),
    Rule(
        &["Missing \\endcsname inserted"],
        Argument,
        "Use only characters in a name, no commands.",
    ),
    Rule(&["Extra \\endcsname"], Argument, "Give every \\endcsname its \\csname."),
    Rule(
        &["Emergency stop"],
        Other,
        "Correct the error before this one: the engine could not go on.",
    ),
    Rule(
        &["That makes 100 errors"],
        Other,
        "Correct the errors before this one: the engine does not go on after a hundred.",
    ),
];

/// Advice for messages that match no rule.
const UNKNOWN: Judgement = Judgement {
    class: Other,
    advice: "Look at the place where the engine stopped, and right before it.",
};

/// Classifies a message.
pub(crate) fn judge(message: &str) -> Judgement {
    let rule = RULES.iter().find(|Rule(pieces, ..)| holds(message, pieces));
    rule.map_or(UNKNOWN, |Rule(_, class, advice)| Judgement { class: *class, advice })
}

fn holds(message: &str, pieces: &[&str]) -> bool {
    let mut rest = message;
    pieces.iter().all(|piece| match rest.split_once(piece) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// Returns advice for a text that exceeds a limit.
pub(crate) const fn limit_advice(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => "Look for a definition that calls itself or a loop that does not end.",
        Limit::Memory => FIX_SIMPLIFY,
        Limit::Output => "Look for a loop that writes or ships pages without end.",
        Limit::Files => "Look for a loop that opens files without end.",
    }
}
