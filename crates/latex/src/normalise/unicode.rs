//! The step that turns Unicode characters into commands.

/// Characters and what LaTeX writes for them. An empty list drops the character.
const CHARACTERS: [(char, &[&str]); 205] = [
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
    ('≺', &["\\prec"]),
    ('≻', &["\\succ"]),
    ('⊂', &["\\subset"]),
    ('⊃', &["\\supset"]),
    ('⊆', &["\\subseteq"]),
    ('⊇', &["\\supseteq"]),
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
    ('⩽', &["\\leqslant"]),
    ('⩾', &["\\geqslant"]),
    ('⪯', &["\\preceq"]),
    ('⪰', &["\\succeq"]),
    ('〈', &["\\langle"]),
    ('〉', &["\\rangle"]),
    ('\u{feff}', &[]),
];

/// Upper and lower scripts and the characters they raise or lower.
const UPPER: &str = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-⁼=⁽(⁾)ⁿnⁱi";
const LOWER: &str = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-₌=₍(₎)ₐaₑeₕhᵢiⱼjₖkₗlₘmₙnₒoₚpᵣrₛsₜtᵤuᵥvₓx";

const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SMALL: &str = "abcdefghijklmnopqrstuvwxyz";
const DIGITS: &str = "0123456789";

/// The blocks of 52 letters from U+1D400 on: the command for each, empty for plain italic, none where LaTeX has no
/// command of its own.
const ALPHABETS: [Option<&str>; 13] = [
    Some("\\mathbf"),
    Some(""),
    Some("\\boldsymbol"),
    Some("\\mathcal"),
    None,
    Some("\\mathfrak"),
    Some("\\mathbb"),
    None,
    Some("\\mathsf"),
    None,
    None,
    None,
    Some("\\mathtt"),
];
const FIRST_LETTER: u32 = 0x1D400;

/// The same for the blocks of ten digits from U+1D7CE on.
const DIGIT_ALPHABETS: [Option<&str>; 5] = [
    Some("\\mathbf"),
    Some("\\mathbb"),
    Some("\\mathsf"),
    None,
    Some("\\mathtt"),
];
const FIRST_DIGIT: u32 = 0x1D7CE;

/// Replaces characters that stand for commands; a run of raised or lowered characters becomes one script.
pub(super) fn commands(items: Vec<&str>) -> Vec<&str> {
    if items.iter().all(|item| item.is_ascii()) {
        return items;
    }
    let mut out = Vec::with_capacity(items.len() + 8);
    let mut run: Option<&str> = None;
    for item in items {
        let script = script(item);
        let mark = script.map(|(mark, _)| mark);
        if mark != run {
            out.extend(run.map(|_| "}"));
            out.extend(mark.into_iter().flat_map(|mark| [mark, "{"]));
            run = mark;
        }
        match script {
            Some((_, character)) => out.push(character),
            None => push(&mut out, item),
        }
    }
    out.extend(run.map(|_| "}"));
    out
}

/// The mark and the character of a raised or lowered character.
fn script(item: &str) -> Option<(&'static str, &'static str)> {
    let c = single_character(item)?;
    let raised = character_after(UPPER, c).map(|found| ("^", found));
    raised.or_else(|| character_after(LOWER, c).map(|found| ("_", found)))
}

/// The ASCII character after `c` in a table.
fn character_after(table: &'static str, c: char) -> Option<&'static str> {
    let start = table.find(c)? + c.len_utf8();
    table.get(start..start + 1)
}

fn single_character(item: &str) -> Option<char> {
    let mut characters = item.chars();
    characters
        .next()
        .filter(|c| !c.is_ascii() && characters.as_str().is_empty())
}

fn push<'a>(out: &mut Vec<&'a str>, item: &'a str) {
    let Some(c) = single_character(item) else {
        return out.push(item);
    };
    if let Ok(at) = CHARACTERS.binary_search_by_key(&c, |(from, _)| *from) {
        out.extend(CHARACTERS.get(at).into_iter().flat_map(|(_, to)| to.iter()));
    } else if let Some((command, letter)) = styled(c) {
        if command.is_empty() {
            out.push(letter);
        } else {
            out.extend([command, "{", letter, "}"]);
        }
    } else {
        out.push(item);
    }
}

/// Command and plain character of a letter or digit from the block of mathematical alphanumeric symbols.
fn styled(c: char) -> Option<(&'static str, &'static str)> {
    let in_block = |first: u32, size: u32| {
        let offset = u32::from(c).checked_sub(first)?;
        Some((
            usize::try_from(offset / size).ok()?,
            usize::try_from(offset % size).ok()?,
        ))
    };
    if let Some((block, digit)) = in_block(FIRST_DIGIT, 10) {
        let command = (*DIGIT_ALPHABETS.get(block)?)?;
        return Some((command, DIGITS.get(digit..digit + 1)?));
    }
    let (block, letter) = in_block(FIRST_LETTER, 52)?;
    let command = (*ALPHABETS.get(block)?)?;
    let plain = CAPITALS.get(letter..letter + 1);
    let plain = plain.filter(|found| !found.is_empty());
    Some((command, plain.or_else(|| SMALL.get(letter - 26..letter - 25))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::items::items;

    fn out(latex: &str) -> String {
        commands(items(latex)).join(" ")
    }

    #[test]
    fn the_table_is_sorted_for_the_search() {
        assert!(CHARACTERS.is_sorted_by(|(a, _), (b, _)| a < b));
    }

    #[test]
    fn characters_become_commands() {
        assert_eq!(out("α≤∞×ℝ−…"), "\\alpha \\leq \\infty \\times \\mathbb { R } - \\dots");
        assert_eq!(out("é字\u{200b}x"), "é 字 x");
        assert_eq!(out("f′″"), "f ' ' '");
    }

    #[test]
    fn a_run_of_scripts_is_one_script() {
        assert_eq!(out("x¹²+a₁²b⁻¹"), "x ^ { 1 2 } + a _ { 1 } ^ { 2 } b ^ { - 1 }");
    }

    #[test]
    fn styled_letters_become_letters_with_their_font() {
        assert_eq!(
            out("𝐀𝑥𝒛𝔸𝟏"),
            "\\mathbf { A } x \\boldsymbol { z } \\mathbb { A } \\mathbf { 1 }"
        );
        assert_eq!(out("𝓐"), "𝓐");
    }
}
