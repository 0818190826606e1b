//! LaTeX for characters beyond ASCII.

/// The LaTeX of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// Commands and characters in a row; empty for an invisible character.
    Items(&'static [&'static str]),
    /// A letter or digit in a mathematical alphabet.
    Styled {
        /// The command of the alphabet; `None` for plain italic, the default style of a letter.
        font: Option<&'static str>,
        /// The letter or digit without the style.
        letter: &'static str,
    },
    /// A raised or lowered character.
    Script {
        /// `^` or `_`
        mark: &'static str,
        /// The character that is raised or lowered.
        base: &'static str,
    },
}

/// Returns the LaTeX of a character in a formula (`α`, `≤`, `ℝ`, `𝐱`, `²`). Returns `None` for ASCII, and for
/// characters for which LaTeX has no command.
#[must_use]
pub fn latex_spelling(c: char) -> Option<Spelling> {
    if c.is_ascii() {
        return None;
    }
    if let Ok(at) = CHARACTERS.binary_search_by_key(&c, |(from, _)| *from) {
        return CHARACTERS.get(at).map(|(_, items)| Spelling::Items(items));
    }
    script(c).or_else(|| styled(c))
}

/// Characters with their LaTeX, sorted by character.
const CHARACTERS: [(char, &[&str]); 214] = [
    ('¬', &["\\neg"]),
    ('°', &["^", "\\circ"]),
    ('±', &["\\pm"]),
    ('\u{b5}', &["\\mu"]),
    ('·', &["\\cdot"]),
    ('×', &["\\times"]),
    ('÷', &["\\div"]),
    ('\u{2b9}', &["'"]),
    ('Γ', &["\\Gamma"]),
    ('Δ', &["\\Delta"]),
    ('Θ', &["\\Theta"]),
    ('Λ', &["\\Lambda"]),
    ('Ξ', &["\\Xi"]),
    ('Π', &["\\Pi"]),
    ('Σ', &["\\Sigma"]),
    ('Υ', &["\\Upsilon"]),
    ('Φ', &["\\Phi"]),
    ('Ψ', &["\\Psi"]),
    ('Ω', &["\\Omega"]),
    ('α', &["\\alpha"]),
    ('β', &["\\beta"]),
    ('γ', &["\\gamma"]),
    ('δ', &["\\delta"]),
    ('ε', &["\\varepsilon"]),
    ('ζ', &["\\zeta"]),
    ('η', &["\\eta"]),
    ('θ', &["\\theta"]),
    ('ι', &["\\iota"]),
    ('κ', &["\\kappa"]),
    ('λ', &["\\lambda"]),
    ('μ', &["\\mu"]),
    ('ν', &["\\nu"]),
    ('ξ', &["\\xi"]),
    ('π', &["\\pi"]),
    ('ρ', &["\\rho"]),
    ('ς', &["\\varsigma"]),
    ('σ', &["\\sigma"]),
    ('τ', &["\\tau"]),
    ('υ', &["\\upsilon"]),
    ('φ', &["\\varphi"]),
    ('χ', &["\\chi"]),
    ('ψ', &["\\psi"]),
    ('ω', &["\\omega"]),
    ('ϑ', &["\\vartheta"]),
    ('ϕ', &["\\phi"]),
    ('ϖ', &["\\varpi"]),
    ('ϱ', &["\\varrho"]),
    ('ϵ', &["\\epsilon"]),
    ('\u{200b}', &[]),
    ('\u{200c}', &[]),
    ('\u{200d}', &[]),
    ('\u{2010}', &["-"]),
    ('\u{2011}', &["-"]),
    ('\u{2013}', &["-"]),
    ('‖', &["\\|"]),
    ('\u{2019}', &["'"]),
    ('†', &["\\dagger"]),
    ('‡', &["\\ddagger"]),
    ('•', &["\\bullet"]),
    ('…', &["\\dots"]),
    ('\u{2032}', &["'"]),
    ('\u{2033}', &["'", "'"]),
    ('\u{2034}', &["'", "'", "'"]),
    ('\u{2044}', &["/"]),
    ('\u{2060}', &[]),
    ('\u{2061}', &[]),
    ('\u{2062}', &[]),
    ('\u{2063}', &[]),
    ('\u{2064}', &[]),
    ('ℂ', &["\\mathbb", "{", "C", "}"]),
    ('ℋ', &["\\mathcal", "{", "H", "}"]),
    ('ℍ', &["\\mathbb", "{", "H", "}"]),
    ('ℎ', &["h"]),
    ('ℏ', &["\\hbar"]),
    ('ℐ', &["\\mathcal", "{", "I", "}"]),
    ('ℑ', &["\\Im"]),
    ('ℒ', &["\\mathcal", "{", "L", "}"]),
    ('ℓ', &["\\ell"]),
    ('ℕ', &["\\mathbb", "{", "N", "}"]),
    ('℘', &["\\wp"]),
    ('ℙ', &["\\mathbb", "{", "P", "}"]),
    ('ℚ', &["\\mathbb", "{", "Q", "}"]),
    ('ℛ', &["\\mathcal", "{", "R", "}"]),
    ('ℜ', &["\\Re"]),
    ('ℝ', &["\\mathbb", "{", "R", "}"]),
    ('ℤ', &["\\mathbb", "{", "Z", "}"]),
    ('ℨ', &["\\mathfrak", "{", "Z", "}"]),
    ('ℬ', &["\\mathcal", "{", "B", "}"]),
    ('ℭ', &["\\mathfrak", "{", "C", "}"]),
    ('ℰ', &["\\mathcal", "{", "E", "}"]),
    ('ℱ', &["\\mathcal", "{", "F", "}"]),
    ('ℳ', &["\\mathcal", "{", "M", "}"]),
    ('ℵ', &["\\aleph"]),
    ('←', &["\\leftarrow"]),
    ('↑', &["\\uparrow"]),
    ('→', &["\\rightarrow"]),
    ('↓', &["\\downarrow"]),
    ('↔', &["\\leftrightarrow"]),
    ('↠', &["\\twoheadrightarrow"]),
    ('↦', &["\\mapsto"]),
    ('↪', &["\\hookrightarrow"]),
    ('⇀', &["\\rightharpoonup"]),
    ('⇌', &["\\rightleftharpoons"]),
    ('⇐', &["\\Leftarrow"]),
    ('⇒', &["\\Rightarrow"]),
    ('⇔', &["\\Leftrightarrow"]),
    ('∀', &["\\forall"]),
    ('∂', &["\\partial"]),
    ('∃', &["\\exists"]),
    ('∄', &["\\nexists"]),
    ('∅', &["\\emptyset"]),
    ('∇', &["\\nabla"]),
    ('∈', &["\\in"]),
    ('∉', &["\\notin"]),
    ('∋', &["\\ni"]),
    ('∎', &["\\blacksquare"]),
    ('∏', &["\\prod"]),
    ('∐', &["\\coprod"]),
    ('∑', &["\\sum"]),
    ('\u{2212}', &["-"]),
    ('∓', &["\\mp"]),
    ('\u{2215}', &["/"]),
    ('∖', &["\\setminus"]),
    ('∗', &["\\ast"]),
    ('∘', &["\\circ"]),
    ('∙', &["\\bullet"]),
    ('√', &["\\sqrt"]),
    ('∝', &["\\propto"]),
    ('∞', &["\\infty"]),
    ('∠', &["\\angle"]),
    ('∣', &["\\mid"]),
    ('∤', &["\\nmid"]),
    ('∥', &["\\parallel"]),
    ('∧', &["\\wedge"]),
    ('∨', &["\\vee"]),
    ('∩', &["\\cap"]),
    ('∪', &["\\cup"]),
    ('∫', &["\\int"]),
    ('∬', &["\\iint"]),
    ('∭', &["\\iiint"]),
    ('∮', &["\\oint"]),
    ('∴', &["\\therefore"]),
    ('∵', &["\\because"]),
    ('\u{2236}', &[":"]),
    ('∼', &["\\sim"]),
    ('≃', &["\\simeq"]),
    ('≅', &["\\cong"]),
    ('≈', &["\\approx"]),
    ('≍', &["\\asymp"]),
    ('≐', &["\\doteq"]),
    ('≔', &["\\coloneqq"]),
    ('≜', &["\\triangleq"]),
    ('≠', &["\\neq"]),
    ('≡', &["\\equiv"]),
    ('≤', &["\\leq"]),
    ('≥', &["\\geq"]),
    ('≦', &["\\leqq"]),
    ('≧', &["\\geqq"]),
    ('≪', &["\\ll"]),
    ('≫', &["\\gg"]),
    ('≮', &["\\nless"]),
    ('≯', &["\\ngtr"]),
    ('≲', &["\\lesssim"]),
    ('≳', &["\\gtrsim"]),
    ('≺', &["\\prec"]),
    ('≻', &["\\succ"]),
    ('⊂', &["\\subset"]),
    ('⊃', &["\\supset"]),
    ('⊆', &["\\subseteq"]),
    ('⊇', &["\\supseteq"]),
    ('⊈', &["\\nsubseteq"]),
    ('⊊', &["\\subsetneq"]),
    ('⊎', &["\\uplus"]),
    ('⊕', &["\\oplus"]),
    ('⊖', &["\\ominus"]),
    ('⊗', &["\\otimes"]),
    ('⊙', &["\\odot"]),
    ('⊢', &["\\vdash"]),
    ('⊣', &["\\dashv"]),
    ('⊤', &["\\top"]),
    ('⊥', &["\\perp"]),
    ('⊨', &["\\models"]),
    ('⋀', &["\\bigwedge"]),
    ('⋁', &["\\bigvee"]),
    ('⋂', &["\\bigcap"]),
    ('⋃', &["\\bigcup"]),
    ('⋅', &["\\cdot"]),
    ('⋆', &["\\star"]),
    ('⋮', &["\\vdots"]),
    ('⋯', &["\\cdots"]),
    ('⋱', &["\\ddots"]),
    ('⌈', &["\\lceil"]),
    ('⌉', &["\\rceil"]),
    ('⌊', &["\\lfloor"]),
    ('⌋', &["\\rfloor"]),
    ('□', &["\\square"]),
    ('△', &["\\triangle"]),
    ('◻', &["\\square"]),
    ('⟨', &["\\langle"]),
    ('⟩', &["\\rangle"]),
    ('⟵', &["\\longleftarrow"]),
    ('⟶', &["\\longrightarrow"]),
    ('⟹', &["\\Longrightarrow"]),
    ('⟺', &["\\Longleftrightarrow"]),
    ('⟼', &["\\longmapsto"]),
    ('⨁', &["\\bigoplus"]),
    ('⨂', &["\\bigotimes"]),
    ('⩽', &["\\leqslant"]),
    ('⩾', &["\\geqslant"]),
    ('⪯', &["\\preceq"]),
    ('⪰', &["\\succeq"]),
    ('〈', &["\\langle"]),
    ('〉', &["\\rangle"]),
    ('\u{feff}', &[]),
];

/// Pairs of a raised character (in [`LOWERED`], a lowered one) and its base character.
const RAISED: &str = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-⁼=⁽(⁾)ⁿnⁱiᵀTᵏk";
const LOWERED: &str = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-₌=₍(₎)ₐaₑeₕhᵢiⱼjₖkₗlₘmₙnₒoₚpᵣrₛsₜtᵤuᵥvₓx";

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const DIGITS: &str = "0123456789";

/// The command of a mathematical alphabet; `None` for plain italic.
type Font = Option<&'static str>;

/// Fonts of the blocks of 52 letters from U+1D400 on; `None` for blocks without a command in LaTeX.
const ALPHABETS: [Option<Font>; 13] = [
    Some(Some("\\mathbf")),
    Some(None),
    Some(Some("\\boldsymbol")),
    Some(Some("\\mathcal")),
    None,
    Some(Some("\\mathfrak")),
    Some(Some("\\mathbb")),
    None,
    Some(Some("\\mathsf")),
    None,
    None,
    None,
    Some(Some("\\mathtt")),
];
const FIRST_LETTER: u32 = 0x1D400;

/// Fonts of the blocks of ten digits from U+1D7CE on; `None` for blocks without a command in LaTeX.
const DIGIT_ALPHABETS: [Option<Font>; 5] = [
    Some(Some("\\mathbf")),
    Some(Some("\\mathbb")),
    Some(Some("\\mathsf")),
    None,
    Some(Some("\\mathtt")),
];
const FIRST_DIGIT: u32 = 0x1D7CE;

fn script(c: char) -> Option<Spelling> {
    let script = |mark, characters| character_after(characters, c).map(|base| Spelling::Script { mark, base });
    script("^", RAISED).or_else(|| script("_", LOWERED))
}

/// Returns the ASCII character after `c` in `characters`.
fn character_after(characters: &'static str, c: char) -> Option<&'static str> {
    let start = characters.find(c)? + c.len_utf8();
    characters.get(start..start + 1)
}

/// Returns the spelling of a letter or digit from the block of mathematical alphanumeric symbols.
fn styled(c: char) -> Option<Spelling> {
    let in_block = |first: u32, size: u32| {
        let offset = u32::from(c).checked_sub(first)?;
        Some((
            usize::try_from(offset / size).ok()?,
            usize::try_from(offset % size).ok()?,
        ))
    };
    if let Some((block, digit)) = in_block(FIRST_DIGIT, 10) {
        let font = (*DIGIT_ALPHABETS.get(block)?)?;
        let letter = DIGITS.get(digit..digit + 1)?;
        return Some(Spelling::Styled { font, letter });
    }
    let (block, letter) = in_block(FIRST_LETTER, 52)?;
    let font = (*ALPHABETS.get(block)?)?;
    let letter = LETTERS.get(letter..letter + 1)?;
    Some(Spelling::Styled { font, letter })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_for_the_search() {
        assert!(CHARACTERS.is_sorted_by(|(a, _), (b, _)| a < b));
    }

    #[test]
    fn commands_letters_and_scripts() {
        assert_eq!(latex_spelling('≤'), Some(Spelling::Items(&["\\leq"])));
        assert_eq!(latex_spelling('\u{200b}'), Some(Spelling::Items(&[])));
        let styled = |font, letter| Some(Spelling::Styled { font, letter });
        assert_eq!(latex_spelling('𝐀'), styled(Some("\\mathbf"), "A"));
        assert_eq!(latex_spelling('𝑧'), styled(None, "z"));
        assert_eq!(latex_spelling('𝟡'), styled(Some("\\mathbb"), "9"));
        let script = |mark, base| Some(Spelling::Script { mark, base });
        assert_eq!(latex_spelling('²'), script("^", "2"));
        assert_eq!(latex_spelling('ₙ'), script("_", "n"));
    }

    #[test]
    fn no_spelling_where_latex_has_none() {
        for c in ['a', '2', 'é', '字', '𝓐', '\u{1d800}', char::MAX] {
            assert_eq!(latex_spelling(c), None, "{c}");
        }
    }
}
