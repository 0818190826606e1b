//! Normalisation of formulas to lists of items, in which only differences remain that a reader could see.
//!
//! An item is a command, `\begin{name}` or `\end{name}`, or one character. Each step maps one such list to another in
//! linear time, and never fails.

mod braces;
mod fonts;
mod fractions;
mod items;
mod layout;
mod scripts;
mod synonyms;
mod unicode;

pub use fonts::prints_its_name;

/// A step of the normalisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Replaces characters that stand for commands: `α`, `≤`, `ℝ`, `²`, the minus sign U+2212, invisible characters.
    Unicode,
    /// Drops `\label`, `\tag`, `\hspace` and similar commands with their argument.
    Labels,
    /// Drops commands of size, style and spacing (`\left`, `\bigl`, `\displaystyle`, `\,`, `~`), and a null delimiter
    /// with its command (`\left.`). Replaces `\left<` by `\langle`.
    Layout,
    /// Drops environments that only align (`split`, `aligned`), and `&` outside all other environments.
    Alignment,
    /// Replaces `{\rm x}` by `\mathrm{x}`, for all old font switches at the start of a group.
    FontSwitches,
    /// Replaces `{a \over b}` by `\frac{a}{b}`, and `\choose` by `\binom`.
    Fractions,
    /// Unifies commands that are defined to be the same, or the same up to size and spacing: `\le` and `\leq`, `\dfrac`
    /// and `\frac`, `\iff` and `\Longleftrightarrow`.
    Synonyms,
    /// Replaces `\operatorname{sin}` and `\mathrm{sin}` by `\sin`. With other names, the command becomes `\mathrm`.
    Operators,
    /// Replaces dots on the baseline, including three full stops, by `\dots`, and dots at mid-height by `\cdots`.
    Dots,
    /// Puts the subscript before the superscript of the same base. Replaces primes by `^\prime`, before the rest of the
    /// superscript.
    Scripts,
    /// Drops braces around a single item (`x^{2}` and `x^2`), and the inner of two pairs of braces around the same
    /// items.
    Braces,
}

impl Step {
    /// All steps in the order in which [`normalise_formula`] applies them.
    pub const ALL: [Self; 11] = [
        Self::Unicode,
        Self::Labels,
        Self::Layout,
        Self::Alignment,
        Self::FontSwitches,
        Self::Fractions,
        Self::Synonyms,
        Self::Operators,
        Self::Dots,
        Self::Scripts,
        Self::Braces,
    ];

    /// Describes the step in a few words for a report.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Unicode => "Unicode characters become commands",
            Self::Labels => "labels, tags and explicit spaces are dropped with their argument",
            Self::Layout => "commands of size, style and spacing are dropped",
            Self::Alignment => "alignment without meaning is dropped",
            Self::FontSwitches => "old font switches become commands with an argument",
            Self::Fractions => "\\over becomes \\frac, \\choose becomes \\binom",
            Self::Synonyms => "commands that print the same become one",
            Self::Operators => "names of operators become commands",
            Self::Dots => "dots become \\dots or \\cdots",
            Self::Scripts => "scripts get one order, primes become \\prime",
            Self::Braces => "braces around a single item or inside of others are dropped",
        }
    }

    fn apply(self, items: Vec<&str>) -> Vec<&str> {
        match self {
            Self::Unicode => unicode::commands(items),
            Self::Labels => layout::without_labels(items),
            Self::Layout => layout::without_layout(items),
            Self::Alignment => layout::without_alignment(items),
            Self::FontSwitches => fonts::switches_to_commands(items),
            Self::Fractions => fractions::infix_to_commands(items),
            Self::Synonyms => synonyms::one_of_each(items),
            Self::Operators => fonts::operators(items),
            Self::Dots => synonyms::dots(items),
            Self::Scripts => scripts::ordered(items),
            Self::Braces => braces::without_double(items),
        }
    }
}

/// Returns the items of a formula, given without its delimiters, after all [`Step`]s. White space and comments are
/// dropped before the first step. Takes linear time; never fails.
#[must_use]
pub fn normalise_formula(latex: &str) -> Vec<&str> {
    normalise_formula_with(latex, &Step::ALL)
}

/// Does the same as [`normalise_formula`], but applies the given steps in the given order.
#[must_use]
pub fn normalise_formula_with<'a>(latex: &'a str, steps: &[Step]) -> Vec<&'a str> {
    steps.iter().fold(items::items(latex), |items, step| step.apply(items))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str) {
        assert_eq!(normalise_formula(a), normalise_formula(b), "{a} and {b}");
    }

    fn different(a: &str, b: &str) {
        assert_ne!(normalise_formula(a), normalise_formula(b), "{a} and {b}");
    }

    #[test]
    fn tokens_are_commands_and_characters() {
        assert_eq!(
            normalise_formula("\\frac{12}{x}+\\begin{array}{c}é\\end{array}"),
            [
                "\\frac",
                "{",
                "1",
                "2",
                "}",
                "x",
                "+",
                "\\begin{array}",
                "c",
                "é",
                "\\end{array}"
            ]
        );
    }

    #[test]
    fn what_only_lays_out_is_dropped() {
        same("\\left( a \\right)", "(a)");
        same("\\bigl[ \\displaystyle a\\,b \\bigr]", "[ab]");
        same("\\left. x \\right|_0", "x|_0");
        same("a = b % note\n\\label{eq:1} \\tag*{(1)} \\nonumber", "a=b");
        same("a~b\\quad c", "abc");
    }

    #[test]
    fn alignment_counts_only_where_it_carries_meaning() {
        same("a &= b", "a=b");
        same("\\begin{aligned}a &= b\\end{aligned}", "a=b");
        different("\\begin{matrix}a & b\\end{matrix}", "\\begin{matrix}a b\\end{matrix}");
    }

    #[test]
    fn synonyms_and_braces_around_one_token() {
        same("x^{2} \\le \\mathbf{y}_{\\alpha}", "x^2 \\leq \\mathbf y_\\alpha");
        same("{{x}}", "x");
        same("\\dfrac12", "\\frac{1}{2}");
    }

    #[test]
    fn visible_differences_remain() {
        different("x^2", "x_2");
        different("x^{ab}", "x^ab");
        different("\\sqrt{a}+b", "\\sqrt{a+b}");
        different("12", "21");
        different("X", "x");
        different("\\bar x", "\\overline x");
        different("\\epsilon", "\\varepsilon");
        different("\\dots", "\\cdots");
        different("\\to", "\\longrightarrow");
        different("\\mathrm{x}", "\\text{x}");
        different("\\leq", "\\leqslant");
        different("x'", "x''");
        different("\\mathbf{x}", "\\boldsymbol{x}");
    }

    #[test]
    fn ways_to_write_the_same() {
        same("f'(x) \\ldots", "f^{\\prime}(x)...");
        same("x^2_1", "x_{1}^{2}");
        same("{a \\over b}", "\\frac{a}{b}");
        same("x_{\\rm eff}", "x_\\mathrm{eff}");
        same("\\operatorname{sin} x", "\\sin x");
        same("α ≤ ℝ² − ∞", "\\alpha \\le \\mathbb{R}^2-\\infty");
    }

    #[test]
    fn steps_can_be_left_out() {
        assert_eq!(normalise_formula_with("x^{2}\\,", &[Step::Layout]).concat(), "x^{2}");
        assert_eq!(normalise_formula_with("x^{2}\\,", &[]).concat(), "x^{2}\\,");
    }

    #[test]
    fn broken_input_keeps_its_tokens() {
        assert_eq!(normalise_formula("}x{\\begin{a"), ["}", "x", "{", "\\begin", "{", "a"]);
        assert_eq!(normalise_formula("\\label{a"), Vec::<&str>::new());
        assert_eq!(normalise_formula("\\left"), Vec::<&str>::new());
    }
}
