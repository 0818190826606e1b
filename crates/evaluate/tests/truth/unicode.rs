//! Formulas as text without commands, as written by parsers that do not know LaTeX.

use texlens_latex::{Token, TokenKind, lex};

const CHARACTERS: [(&str, &str); 106] = [
    ("\\alpha", "α"),
    ("\\beta", "β"),
    ("\\gamma", "γ"),
    ("\\delta", "δ"),
    ("\\epsilon", "ϵ"),
    ("\\varepsilon", "ε"),
    ("\\zeta", "ζ"),
    ("\\eta", "η"),
    ("\\theta", "θ"),
    ("\\kappa", "κ"),
    ("\\lambda", "λ"),
    ("\\mu", "μ"),
    ("\\nu", "ν"),
    ("\\xi", "ξ"),
    ("\\pi", "π"),
    ("\\rho", "ρ"),
    ("\\sigma", "σ"),
    ("\\tau", "τ"),
    ("\\phi", "φ"),
    ("\\varphi", "φ"),
    ("\\chi", "χ"),
    ("\\psi", "ψ"),
    ("\\omega", "ω"),
    ("\\Gamma", "Γ"),
    ("\\Delta", "Δ"),
    ("\\Theta", "Θ"),
    ("\\Lambda", "Λ"),
    ("\\Sigma", "Σ"),
    ("\\Phi", "Φ"),
    ("\\Psi", "Ψ"),
    ("\\Omega", "Ω"),
    ("\\times", "×"),
    ("\\cdot", "·"),
    ("\\pm", "±"),
    ("\\leq", "≤"),
    ("\\le", "≤"),
    ("\\geq", "≥"),
    ("\\ge", "≥"),
    ("\\neq", "≠"),
    ("\\ne", "≠"),
    ("\\approx", "≈"),
    ("\\equiv", "≡"),
    ("\\sim", "∼"),
    ("\\simeq", "≃"),
    ("\\cong", "≅"),
    ("\\in", "∈"),
    ("\\notin", "∉"),
    ("\\subset", "⊂"),
    ("\\subseteq", "⊆"),
    ("\\cup", "∪"),
    ("\\cap", "∩"),
    ("\\emptyset", "∅"),
    ("\\forall", "∀"),
    ("\\exists", "∃"),
    ("\\to", "→"),
    ("\\rightarrow", "→"),
    ("\\leftarrow", "←"),
    ("\\Rightarrow", "⇒"),
    ("\\implies", "⟹"),
    ("\\mapsto", "↦"),
    ("\\sum", "∑"),
    ("\\prod", "∏"),
    ("\\int", "∫"),
    ("\\partial", "∂"),
    ("\\nabla", "∇"),
    ("\\infty", "∞"),
    ("\\dots", "…"),
    ("\\ldots", "…"),
    ("\\cdots", "⋯"),
    ("\\prime", "′"),
    ("\\ell", "ℓ"),
    ("\\hbar", "ℏ"),
    ("\\oplus", "⊕"),
    ("\\otimes", "⊗"),
    ("\\circ", "∘"),
    ("\\langle", "⟨"),
    ("\\rangle", "⟩"),
    ("\\ll", "≪"),
    ("\\gg", "≫"),
    ("\\propto", "∝"),
    ("\\sqrt", "√"),
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\%", "%"),
    ("\\|", "‖"),
    ("\\mid", "|"),
    ("\\perp", "⊥"),
    ("\\vdots", "⋮"),
    ("\\ddots", "⋱"),
    ("\\longrightarrow", "⟶"),
    ("\\iff", "⟺"),
    ("\\setminus", "\\"),
    ("\\ast", "∗"),
    ("\\star", "⋆"),
    ("\\lambda", "λ"),
    ("\\varphi", "φ"),
    ("\\vartheta", "ϑ"),
    ("\\Pi", "Π"),
    ("\\Xi", "Ξ"),
    ("\\lfloor", "⌊"),
    ("\\rfloor", "⌋"),
    ("\\lceil", "⌈"),
    ("\\rceil", "⌉"),
    ("\\bullet", "•"),
    ("\\wedge", "∧"),
    ("\\vee", "∨"),
];

/// Accents; they follow their letter.
const ACCENTS: [(&str, char); 10] = [
    ("\\hat", '\u{302}'),
    ("\\widehat", '\u{302}'),
    ("\\bar", '\u{304}'),
    ("\\overline", '\u{304}'),
    ("\\tilde", '\u{303}'),
    ("\\widetilde", '\u{303}'),
    ("\\vec", '\u{20d7}'),
    ("\\dot", '\u{307}'),
    ("\\ddot", '\u{308}'),
    ("\\underline", '\u{332}'),
];

/// Commands that leave nothing, or only their argument.
const NOTHING: [&str; 32] = [
    "\\quad",
    "\\qquad",
    "\\mathfrak",
    "\\mathscr",
    "\\mathit",
    "\\bigl",
    "\\bigr",
    "\\hline",
    "\\left",
    "\\right",
    "\\big",
    "\\Big",
    "\\bigg",
    "\\mathrm",
    "\\mathbf",
    "\\mathcal",
    "\\mathbb",
    "\\mathsf",
    "\\boldsymbol",
    "\\text",
    "\\textrm",
    "\\mbox",
    "\\operatorname",
    "\\displaystyle",
    "\\limits",
    "\\nonumber",
    "\\!",
    "\\/",
    "\\bm",
    "\\textbf",
    "\\textit",
    "\\rm",
];

/// Returns a formula as plain text on one line, with a slash for fractions, and superscripts and subscripts where
/// Unicode has them.
pub(super) fn plain(latex: &str) -> String {
    let tokens = lex(latex);
    let mut writer = Writer { latex, tokens: &tokens };
    writer.sequence(&mut 0)
}

struct Writer<'a> {
    latex: &'a str,
    tokens: &'a [Token],
}

impl Writer<'_> {
    /// Writes the tokens up to the end of the group or formula.
    fn sequence(&mut self, at: &mut usize) -> String {
        let mut out = String::new();
        while self
            .tokens
            .get(*at)
            .is_some_and(|token| token.kind != TokenKind::GroupClose)
        {
            out.push_str(&self.item(at));
        }
        *at += 1;
        out
    }

    /// Writes a group, a command with its arguments, or another token.
    fn item(&mut self, at: &mut usize) -> String {
        let Some(token) = self.tokens.get(*at) else {
            return String::new();
        };
        *at += 1;
        let text = token.text(self.latex);
        match (token.kind, text) {
            (TokenKind::GroupOpen, _) => self.sequence(at),
            (TokenKind::GroupClose | TokenKind::MathShift | TokenKind::Comment, _) => String::new(),
            (TokenKind::Special, "^" | "_") => self.script(text, at),
            (TokenKind::Special, _) | (TokenKind::Whitespace | TokenKind::ParagraphBreak, _) => " ".to_owned(),
            (TokenKind::Command, "\\frac" | "\\dfrac" | "\\tfrac") => {
                let parts = [self.argument(at), self.argument(at)];
                let [above, below] = parts.map(|part| {
                    if part.chars().count() > 1 {
                        format!("({part})")
                    } else {
                        part
                    }
                });
                format!("{above}/{below}")
            }
            (TokenKind::Command, "\\begin" | "\\end" | "\\label" | "\\tag") => {
                let name = self.argument(at);
                if text == "\\begin" && matches!(name.as_str(), "array" | "tabular" | "alignedat") {
                    self.argument(at);
                }
                String::new()
            }
            (TokenKind::Command, _) => match ACCENTS.iter().find(|(command, _)| *command == text) {
                Some((_, accent)) => format!("{}{accent}", self.argument(at)),
                None => command(text),
            },
            _ => text.to_owned(),
        }
    }

    fn argument(&mut self, at: &mut usize) -> String {
        while self
            .tokens
            .get(*at)
            .is_some_and(|token| token.kind == TokenKind::Whitespace)
        {
            *at += 1;
        }
        self.item(at)
    }

    fn script(&mut self, mark: &str, at: &mut usize) -> String {
        let script = self.argument(at);
        let (from, to) = if mark == "^" {
            ("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ")
        } else {
            ("0123456789+-=()ij", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ᵢⱼ")
        };
        let raised = |c: char| {
            from.chars()
                .zip(to.chars())
                .find(|(plain, _)| *plain == c)
                .map(|(_, raised)| raised)
        };
        let all: Option<String> = script.chars().map(raised).collect();
        all.unwrap_or(format!("{mark}{script}"))
    }
}

fn command(name: &str) -> String {
    if let Some((_, character)) = CHARACTERS.iter().find(|(command, _)| *command == name) {
        (*character).to_owned()
    } else if NOTHING.contains(&name) {
        String::new()
    } else if name.len() == 2 {
        " ".to_owned()
    } else {
        format!("{} ", &name[1..])
    }
}
