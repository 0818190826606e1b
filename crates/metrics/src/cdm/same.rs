//! Different commands for the same symbol.

use super::variant::Variant;

/// Returns a form in which tokens for the same symbol are equal.
///
/// The mistakes of the official code are kept:
///
/// - Every command that begins with `\big` or `\Big` and contains no other command loses all but its last character.
///   This includes large operators, so that `\bigcup`, `\bigcap` and the letter p are equal.
/// - UniMERNet treats `\neq`, but not `\ne`, as `\not=`, and `\textbackslash` as n.
/// - OmniDocBench turns `\varepsilon` into the word "epsilon", which differs from `\epsilon`. It turns both
///   `\leftarrow` and `\rightarrow` into the word "arrow".
pub(crate) fn same_sign(token: &str, variant: Variant) -> String {
    match variant {
        Variant::Unimernet => unimernet(token),
        Variant::OmniDocBench => omnidocbench(token),
    }
}

fn unimernet(token: &str) -> String {
    let mut token = token.to_owned();
    let keeps_side = ["arrow", "<", ">", "harpoon"].iter().any(|part| token.contains(part));
    if (token.starts_with("\\left") || token.starts_with("\\right")) && !keeps_side {
        token = without_sides(&token);
    }
    token = without_size(token);
    if let Some(sign) = unimernet_sign(&token) {
        sign.clone_into(&mut token);
    }
    if token.starts_with("\\wide") {
        token.replace("wide", "")
    } else if token.starts_with("\\var") {
        token.replace("var", "")
    } else if token.starts_with("\\string") {
        token.replace("\\string", "")
    } else {
        token
    }
}

fn omnidocbench(token: &str) -> String {
    let mut token = omnidocbench_sign(token).unwrap_or(token).to_owned();
    if token.starts_with("\\left") || token.starts_with("\\right") {
        token = without_sides(&token);
    }
    token = without_size(token);
    match token.as_str() {
        "\\leq" => return "\\le".to_owned(),
        "\\geq" => return "\\ge".to_owned(),
        "\\lVert" | "\\rVert" | "\\Vert" => return "\\|".to_owned(),
        "\\lvert" | "\\rvert" | "\\vert" => return "|".to_owned(),
        _ => {}
    }
    if token.ends_with("rightarrow") {
        "\\rightarrow".to_owned()
    } else if token.ends_with("leftarrow") {
        "\\leftarrow".to_owned()
    } else if token.starts_with("\\wide") {
        token.replace("wide", "")
    } else if token.starts_with("\\var") {
        token.replace("\\var", "")
    } else {
        token
    }
}

fn without_sides(token: &str) -> String {
    token.replace("\\left", "").replace("\\right", "")
}

/// Removes the size: `\bigl(` becomes `(`, and `\big\langle` becomes `\langle`.
fn without_size(token: String) -> String {
    if !token.starts_with("\\big") && !token.starts_with("\\Big") {
        return token;
    }
    let after = token.get("\\big".len()..).unwrap_or_default();
    match after.rsplit_once('\\') {
        Some((_, command)) => format!("\\{command}"),
        None => token.chars().next_back().map(String::from).unwrap_or_default(),
    }
}

fn unimernet_sign(token: &str) -> Option<&'static str> {
    Some(match token {
        "\\dot" | "\\Dot" | "\\cdot" | "\\cdotp" | "\\ldotp" => ".",
        "\\mid" | "\\vert" | "\\lvert" | "\\rvert" => "|",
        "\\Vert" | "\\lVert" | "\\rVert" | "\\parallel" => "\\|",
        "\\rightarrow" => "\\to",
        "\\top" => "T",
        "\\prime" => "'",
        "\\ast" => "*",
        "\\left<" => "\\langle",
        "\\right>" => "\\rangle",
        "\\lbrace" => "\\{",
        "\\rbrace" => "\\}",
        "\\lbrack" => "[",
        "\\rbrack" => "]",
        "\\blackslash" | "\\slash" => "/",
        "\\leq" => "\\le",
        "\\geq" => "\\ge",
        "\\neq" => "\\not=",
        "\\neg" => "\\lnot",
        "\\colon" => ":",
        "\\Tilde" => "\\tilde",
        "\\Ddot" => "\\ddot",
        "\\Bar" => "\\bar",
        "\\Vec" => "\\vec",
        "\\dag" => "\\dagger",
        "\\ddag" => "\\ddagger",
        "\\textlangle" | "\\textless" => "<",
        "\\textrangle" | "\\textgreater" => ">",
        "\\textbackslash" => "n",
        "\\textunderscore" | "\\=" => "_",
        _ => return None,
    })
}

fn omnidocbench_sign(token: &str) -> Option<&'static str> {
    Some(match token {
        "\\cdot" => ".",
        "\\mid" => "|",
        "\\to" => "\\rightarrow",
        "\\top" => "T",
        "\\Tilde" => "\\tilde",
        "\\cdots" => "\\dots",
        "\\prime" => "'",
        "\\ast" => "*",
        "\\left<" => "\\langle",
        "\\right>" => "\\rangle",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(variant: Variant, a: &str, b: &str) -> bool {
        same_sign(a, variant) == same_sign(b, variant)
    }

    #[test]
    fn synonyms_are_the_same_sign() {
        for variant in [Variant::Unimernet, Variant::OmniDocBench] {
            for (a, b) in [
                ("\\left(", "("),
                ("\\bigl(", "("),
                ("\\big\\langle", "\\langle"),
                ("\\to", "\\rightarrow"),
                ("\\leq", "\\le"),
                ("\\widehat", "\\hat"),
                ("\\lvert", "|"),
            ] {
                assert!(same(variant, a, b), "{variant:?} {a} {b}");
            }
            assert!(!same(variant, "\\alpha", "\\beta"));
        }
    }

    #[test]
    fn slips_of_the_official_code_are_kept() {
        let (unimernet, omnidocbench) = (Variant::Unimernet, Variant::OmniDocBench);
        for variant in [unimernet, omnidocbench] {
            assert!(same(variant, "\\bigcup", "\\bigcap") && same(variant, "\\bigcup", "p"));
            assert!(same(variant, "\\bigoplus", "s"));
            assert!(!same(variant, "\\ne", "\\neq"));
        }
        assert!(same(unimernet, "\\varepsilon", "\\epsilon"));
        assert_eq!(same_sign("\\varepsilon", omnidocbench), "epsilon");
        assert_eq!(same_sign("\\varnothing", unimernet), "\\nothing");
        assert!(same(omnidocbench, "\\longrightarrow", "\\xrightarrow"));
        assert!(same(omnidocbench, "\\leftarrow", "\\to") && !same(omnidocbench, "\\longrightarrow", "\\to"));
        assert!(!same(unimernet, "\\leftarrow", "\\to"));
    }
}
