//! Generated formulas: patterns with randomly drawn letters.

use super::random::Random;

/// The patterns. `@1` to `@9` are letters, each the same throughout a pattern; `#1` to `#9` are numbers.
const PATTERNS: [&str; 72] = [
    r"\frac{@1+@2}{@3} = @4^{#1}",
    r"@1 = \frac{-@2 \pm \sqrt{@2^2 - 4@3@4}}{2@3}",
    r"\frac{@1}{@2} + \frac{@3}{@4} = \frac{@1@4 + @2@3}{@2@4}",
    r"@1(@2) = \sum_{@3=0}^{\infty} \frac{@4_@3}{@3!} @2^@3",
    r"@1'(@2) = \lim_{@3 \to 0} \frac{@1(@2+@3) - @1(@2)}{@3}",
    r"\int_{@1}^{@2} @3(@4) d@4 = @5(@2) - @5(@1)",
    r"\sqrt{@1^2 + @2^2} \leq |@1| + |@2|",
    r"\sin(@1+@2) = \sin @1 \cos @2 + \cos @1 \sin @2",
    r"\log \frac{@1}{@2} = \log @1 - \log @2",
    r"@1_{@2+1} = @1_@2 + @3 @4(@1_@2)",
    r"\frac{d @1}{d @2} = -@3 @1 + @4",
    r"@1 \in \{ @2_1, \ldots, @2_@3 \}",
    r"\left( 1 + \frac{@1}{@2} \right)^{@2} \to e^{@1}",
    r"@1_{@2@3} = \frac{1}{#1} (@4_{@2@3} + @4_{@3@2})",
    r"\hat{@1} = \frac{1}{@2} \sum_{@3=1}^{@2} @1_@3",
    r"@1^2 + @2^2 = @3^2",
    r"\max_{@1 \in @2} @3(@1) \geq #1",
    r"@1 = @2 + \frac{@3}{@4 + \frac{@5}{@6}}",
    r"\frac{\frac{@1}{@2}}{@3} = \frac{@1}{@2@3}",
    r"\frac{\partial @1}{\partial @2} = @3 \frac{\partial^2 @1}{\partial @4^2}",
    r"@1 \otimes (@2 \oplus @3) = @1 \otimes @2 \oplus @1 \otimes @3",
    r"\binom{@1}{@2} = \frac{@1!}{@2!(@1-@2)!}",
    r"@1''(@2) + @3^2 @1(@2) = 0",
    r"\vec{@1} \cdot \vec{@2} = |@1| |@2| \cos @3",
    r"@1_@2^@3 + @1_@3^@2 = #1",
    r"\sum_{@1=1}^{@2} @1 = \frac{@2(@2+1)}{2}",
    r"@1 : @2 \to @3, \quad @4 \mapsto @1(@4)",
    r"\frac{#1}{#2} < \frac{@1}{@2} \le #3",
    r"@1 / @2 = @3",
    r"@1 = #1 / @2 + @3",
    r"@1(@2, @3) = @4 / @5 - @6 / @3",
    r"\sqrt{@1 + \sqrt{@2}} \ne @3",
    r"e^{-@1^2 / #1} + @2 \geq 0",
    r"\int_0^1 \frac{d @1}{1 + @1^2} = \frac{\pi}{4}",
    r"@1 \cup (@2 \cap @3) = (@1 \cup @2) \cap (@1 \cup @3)",
    r"\lnot (@1 \land @2) = \lnot @1 \lor \lnot @2",
    r"@1_1 + @1_2 + \cdots + @1_@2 = @3",
    r"\prod_{@1=1}^{@2} (1 + @3_@1) \leq \exp(@4)",
    r"\left| \frac{@1 - @2}{@3} \right| < @4",
    r"@1 = \left\{ @2 \in @3 : @4(@2) > 0 \right\}",
    r"\bar{@1}_{@2} = @3 \bar{@1}_{@2-1} + (1-@3) @1_@2",
    r"@1^{@2+@3} = @1^@2 @1^@3",
    r"\frac{@1^{@2}}{@3_{@4}} - #1 @5 = 0",
    r"\det(@1 - \lambda @2) = 0",
    r"@1 = @2 \sqrt{\frac{@3}{@4}}",
    r"#1 @1 + #2 @2 = #3",
    r"@1 = \frac{1}{2} @2 @3^2 + @2 g @4",
    r"\tan @1 = \frac{\sin @1}{\cos @1}",
    r"\mathbf{@1} = @2 \mathbf{@3} + @4",
    r"\ln(@1 @2) = \ln @1 + \ln @2",
    r"@1(@2) \sim @3 @2^{-@4} \exp(-@5 @2)",
    r"\min(@1, @2) \le \frac{@1+@2}{2} \le \max(@1, @2)",
    r"\overline{@1 + @2} = \overline{@1} + \overline{@2}",
    r"@1_{@2} \subset @3 \to @1 \subseteq @3",
    r"\dim(@1 + @2) = \dim @1 + \dim @2 - \dim(@1 \cap @2)",
    r"@1 = (#1 @2 + @3) / (@4 - @5)",
    r"\frac{(@1 - @2)^2}{@3^2} + \frac{(@4 - @5)^2}{@6^2} = 1",
    r"@1' = @2 @1 - @3 @1 @4, \quad @4' = @5 @1 @4 - @6 @4",
    r"|@1_@2 - @3| < @4 \quad (@2 \geq @5)",
    r"@1 \equiv @2 + #1 @3 - @4^{#2}",
    r"\frac{@1}{1 - @2} = @1 + @1 @2 + @1 @2^2 + \ldots",
    r"\begin{pmatrix} @1 & @2 \\ @3 & @4 \end{pmatrix} @5 = @6 + #1",
    r"@1(@2 | @3) = \frac{@1(@3 | @2) @1(@2)}{@1(@3)}",
    r"\text{if } @1 > 0 \text{ then } @2 = @3 + @1",
    r"\mathrm{Var}(@1 + @2) = \mathrm{Var}(@1) + \mathrm{Var}(@2)",
    r"@1_{@2}^{#1} - @3_{@2}^{#1} = (@1_@2 - @3_@2)(@1_@2 + @3_@2)",
    r"\sqrt[3]{@1} + @2 = \frac{@3}{\sqrt{@4}}",
    r"@1 = \int_{@2} @3 e^{-@4 @5} d@5 + @6",
    r"[@1, @2] = @1 @2 - @2 @1",
    r"\| @1 + @2 \| \leq \| @1 \| + \| @2 \|",
    r"@1 \times @2 \approx #1 \times 10^{#2}",
    r"\frac{\cos @1}{@2 + \sin @1} = @3'",
];

const LETTERS: [&str; 44] = [
    "a", "b", "c", "d", "e", "f", "h", "i", "k", "m", "n", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "A",
    "B", "E", "F", "H", "K", "N", "P", "S", "V", "X", "\\alpha", "\\beta", "\\gamma", "\\theta", "\\mu", "\\nu",
    "\\rho", "\\sigma", "\\phi", "\\psi", "\\omega",
];

/// Returns an infinite sequence of formulas.
pub(crate) fn formulas(seed: u64) -> impl Iterator<Item = String> {
    let mut random = Random::new(seed);
    (0..).map(move |round: usize| filled(PATTERNS[round % PATTERNS.len()], &mut random))
}

fn filled(pattern: &str, random: &mut Random) -> String {
    let mut letters = LETTERS.to_vec();
    let mut formula = pattern.to_owned();
    for name in 1..=9 {
        let letter = letters.remove(random.below(letters.len()));
        // Without a space, a command would merge with a letter after it.
        formula = formula.replace(&format!("@{name}"), &format!("{letter} "));
        formula = formula.replace(&format!("#{name}"), &(2 + random.below(97)).to_string());
    }
    formula
}
