//! Which formulas the renderer may get: it recurses without a limit.

use thiserror::Error;

/// Maximum length in bytes of a formula that is rendered.
pub const MAX_BYTES: usize = 10_000;

/// Maximum nesting of a formula that is rendered. The renderer recurses without a limit and overflows a stack of 1 MB
/// at about 70 levels; formulas of papers have at most 8.
pub const MAX_NESTING: usize = 24;

/// Maximum size that a formula may request (`\rule`, `\kern`), in em.
pub const MAX_SIZE: f64 = 50.0;

/// Maximum number of macro expansions for each formula; KaTeX's default.
pub const MAX_EXPANSIONS: usize = 1000;

/// Commands after which the rest of the group is one level deeper.
const SWITCHES: [&str; 23] = [
    "color",
    "show",
    "displaystyle",
    "textstyle",
    "scriptstyle",
    "scriptscriptstyle",
    "rm",
    "sf",
    "tt",
    "bf",
    "it",
    "cal",
    "tiny",
    "sixptsize",
    "scriptsize",
    "footnotesize",
    "small",
    "normalsize",
    "large",
    "Large",
    "LARGE",
    "huge",
    "Huge",
];

/// Commands that could deepen a formula during its expansion: definitions, and internals of KaTeX.
const REFUSED: [&str; 13] = [
    "def",
    "gdef",
    "edef",
    "xdef",
    "let",
    "futurelet",
    "global",
    "long",
    "newcommand",
    "renewcommand",
    "providecommand",
    "bra@ket",
    "bra@set",
];

/// The reason why a formula is not given to the renderer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The formula is longer than [`MAX_BYTES`].
    #[error("longer than {MAX_BYTES} bytes, not rendered")]
    TooLong,
    /// The formula is nested deeper than [`MAX_NESTING`].
    #[error("nested deeper than {MAX_NESTING} levels, not rendered")]
    TooDeep,
    /// The formula defines commands, which could nest without bound.
    #[error("\\{0} inside a formula is not rendered")]
    Command(String),
}

/// Refuses formulas that are too long or too deep for the renderer. Takes linear time.
///
/// # Errors
///
/// The limit that the formula exceeds.
pub fn check(latex: &str) -> Result<(), Refusal> {
    if latex.len() > MAX_BYTES {
        return Err(Refusal::TooLong);
    }
    let mut nesting = Nesting::default();
    let mut rest = latex;
    while let Some((_, tail)) = rest.find(['\\', '{', '}', '$', '&']).map(|at| rest.split_at(at)) {
        let mut chars = tail.chars();
        let first = chars.next();
        rest = chars.as_str();
        match first {
            Some('{') => nesting.open(false),
            Some('}') => nesting.close(),
            Some('$') if nesting.in_dollars() => nesting.close(),
            Some('$') => nesting.open(true),
            Some('&') => nesting.end_cell(),
            _ => {
                let (name, after) = command(rest);
                rest = after;
                match name {
                    "left" | "begin" | "bgroup" | "begingroup" => nesting.open(false),
                    "right" | "end" | "egroup" | "endgroup" => nesting.close(),
                    "\\" | "cr" => nesting.end_cell(),
                    _ if SWITCHES.contains(&name) => nesting.switch(),
                    _ if REFUSED.contains(&name) => return Err(Refusal::Command(name.to_owned())),
                    _ => {}
                }
            }
        }
        if nesting.depth > MAX_NESTING {
            return Err(Refusal::TooDeep);
        }
    }
    Ok(())
}

/// The recursion depth of the renderer, overestimated for formulas that do not close what they open.
#[derive(Default)]
struct Nesting {
    depth: usize,
    groups: Vec<Group>,
    /// Number of switches outside all groups.
    switches: usize,
}

struct Group {
    dollars: bool,
    switches: usize,
}

impl Nesting {
    fn open(&mut self, dollars: bool) {
        self.groups.push(Group { dollars, switches: 0 });
        self.depth += 1;
    }

    fn close(&mut self) {
        if let Some(group) = self.groups.pop() {
            self.depth -= 1 + group.switches;
        }
    }

    fn in_dollars(&self) -> bool {
        self.groups.last().is_some_and(|group| group.dollars)
    }

    fn switch(&mut self) {
        *self.innermost() += 1;
        self.depth += 1;
    }

    /// Ends the switches of a cell: they last until the next cell of a matrix or alignment.
    fn end_cell(&mut self) {
        self.depth -= std::mem::take(self.innermost());
    }

    fn innermost(&mut self) -> &mut usize {
        self.groups
            .last_mut()
            .map_or(&mut self.switches, |group| &mut group.switches)
    }
}

/// Splits a text after a backslash into the command's name and the rest. `@` is a letter to KaTeX.
fn command(text: &str) -> (&str, &str) {
    let letters = text
        .find(|c: char| !c.is_ascii_alphabetic() && c != '@')
        .unwrap_or(text.len());
    let end = if letters == 0 {
        text.chars().next().map_or(0, char::len_utf8)
    } else {
        letters
    };
    text.split_at(end)
}
