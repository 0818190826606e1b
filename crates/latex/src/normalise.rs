//! Formulas as lists of items in which only differences a reader could see remain.
//!
//! An item is a command, `\begin{name}` or `\end{name}`, or one character. Each step takes and gives such a list, in
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
    /// Characters that stand for commands: `α`, `≤`, `ℝ`, `²`, the minus sign U+2212, invisible characters.
    Unicode,
    /// `\label`, `\tag`, `\hspace` and the like, with their argument.
    Labels,
    /// Commands of size, style and spacing (`\left`, `\bigl`, `\displaystyle`, `\,`, `~`), a null delimiter (`\left.`)
    /// with its command; `\left<` becomes `\langle`.
    Layout,
    /// Environments that only align (`split`, `aligned`), and `&` outside of all others.
    Alignment,
    /// `{\rm x}` becomes `\mathrm{x}`, for all old font switches at the start of a group.
    FontSwitches,
    /// `{a \over b}` becomes `\frac{a}{b}`, `\choose` becomes `\binom`.
    Fractions,
    /// Commands defined to be the same, or the same up to size and spacing, become one: `\le` and `\leq`, `\dfrac` and
    /// `\frac`, `\iff` and `\Longleftrightarrow`.
    Synonyms,
    /// `\operatorname{sin}` and `\mathrm{sin}` become `\sin`; with other names they become `\mathrm`.
    Operators,
    /// Dots on the line become `\dots`, also three full stops; those at mid-height `\cdots`.
    Dots,
    /// Scripts after the same base come with the lower one first; primes become `^\prime`, before what else is there.
    Scripts,
    /// Braces around a single item (`x^{2}` and `x^2`), and of two pairs around the same the inner one.
    Braces,
}

impl Step {
    /// All steps in the order of [`normalise_formula`].
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

    /// What the step does, in a few words for a report.
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

/// The items of a formula, given without its delimiters, after all [`Step`]s. White space and comments are dropped
/// before the first. Linear time; never fails.
#[must_use]
pub fn normalise_formula(latex: &str) -> Vec<&str> {
    normalise_formula_with(latex, &Step::ALL)
}

/// The same with the given steps, in the given order.
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
