//! Arguments of commands and environments.
//!
//! A signature has one letter for each argument:
//!
//! | letter | argument |
//! | --- | --- |
//! | `s` | a star, or none |
//! | `o` | in brackets or absent: keys that are not typeset |
//! | `O` | in brackets or absent: text |
//! | `m` | typeset where the command stands |
//! | `t` | text, also in a formula |
//! | `b` | text in a box of one line |
//! | `p` | paragraphs in a box |
//! | `e` | a formula |
//! | `k` | a name or keys: not typeset |
//! | `n` `l` | a number, a length |
//! | `c` | the columns of a table |
//! | `d` | a delimiter |
//! | `x` | a colour |
//! | `u` | an address |
//! | `w` | the width of `\multirow` |
//! | `r` | a range of columns |
//! | `h` | the text of a heading |
//! | `v` | a register for lengths |
//! | `z` | a counter |
//! | `g` `i` | in brackets or absent: options of `\includegraphics`, of a list |
//!
//! A `+` before a letter allows blank lines in the argument.

use super::symbol::Symbols;

/// Commands by signature, where the number of arguments in the engine's table does not suffice.
const COMMANDS: &[(&str, &str)] = &[
    (
        "t",
        "textbf textit textrm textsf texttt textsc textsl textup textmd textnormal emph textsuperscript textsubscript",
    ),
    ("+m", "underline uppercase lowercase MakeUppercase MakeLowercase"),
    ("+b", "text mbox hbox fbox framebox intertext shortintertext"),
    ("oo+b", "makebox"),
    ("ool+p", "parbox"),
    ("loo+b", "raisebox"),
    ("o+p", "footnote footnotetext"),
    (
        "o",
        "footnotemark linebreak nolinebreak pagebreak nopagebreak toprule midrule bottomrule",
    ),
    (
        "sOh",
        "section subsection subsubsection paragraph subparagraph part chapter caption",
    ),
    ("oxm", "textcolor"),
    ("ox", "color rowcolor cellcolor columncolor arrayrulecolor pagecolor"),
    ("ox+b", "colorbox"),
    ("oxx+b", "fcolorbox"),
    ("sk", "ref pageref autoref nameref"),
    (
        "k",
        "eqref label nocite bibliography bibliographystyle pagestyle thispagestyle pagenumbering \
         graphicspath usecounter theoremstyle hypersetup captionsetup lstset selectlanguage cline",
    ),
    (
        "sook",
        "cite citet citep citealt citealp citeauthor citefullauthor citeyear citeyearpar citenum Citet Citep Citealt \
         Citealp Citeauthor",
    ),
    ("sgk", "includegraphics"),
    ("u", "url nolinkurl path"),
    ("ut", "href"),
    ("skt", "captionof"),
    ("kkt", "addcontentsline"),
    ("sl", "hspace vspace"),
    ("oll", "rule"),
    ("vl", "setlength addtolength"),
    ("zn", "setcounter addtocounter"),
    ("z", "stepcounter refstepcounter"),
    ("l", "enlargethispage"),
    ("mm", "frac dfrac tfrac binom dbinom tbinom overset underset stackrel"),
    ("omm", "cfrac"),
    ("om", "sqrt xrightarrow xleftarrow smash"),
    ("sm", "operatorname"),
    ("sb", "tag"),
    ("+e", "ensuremath"),
    (
        "d",
        "big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm",
    ),
    ("+k", "author date thanks title"),
    ("on+b", "rotatebox"),
    ("ko+b", "scalebox"),
    ("skk+b", "resizebox"),
    ("onowo+m", "multirow"),
    ("km", "hypertarget hyperlink"),
    ("kt", "addtocontents"),
    ("v+b", "settowidth settoheight settodepth sbox"),
    ("zz", "numberwithin"),
    ("z", "arabic roman Roman alph Alph fnsymbol value"),
    ("kk", "fontsize"),
    ("k", "index glossary newsavebox newcounter newlength usebox linespread"),
    ("ot", "makecell thead shortstack"),
    ("t", "If ElsIf While For ForAll Until Comment"),
    ("tt", "Procedure Function Call"),
];

/// Returns the signature of a command, given without its backslash. It has one letter for each argument: `m` for an
/// argument typeset where the command stands, `t` for text, `o` for an optional argument, `k` for a name, `l` for a
/// length, `n` for a number, and others. It is empty for unknown commands and commands without arguments.
#[must_use]
pub fn signature(command: &str) -> &'static str {
    let known = COMMANDS
        .iter()
        .find(|(_, commands)| commands.split_ascii_whitespace().any(|name| name == command));
    match known {
        Some((signature, _)) => signature,
        None => Symbols::get().command(command).map_or("", |symbol| symbol.signature),
    }
}
