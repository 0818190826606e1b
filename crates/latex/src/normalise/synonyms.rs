//! Steps that unify different notations for the same symbol.

use super::items::is_command;

/// Commands that LaTeX or amsmath define to be the same as another command, or to differ from it only in size or
/// spacing.
const SYNONYMS: [(&str, &str); 49] = [
    ("\\le", "\\leq"),
    ("\\ge", "\\geq"),
    ("\\ne", "\\neq"),
    ("\\to", "\\rightarrow"),
    ("\\gets", "\\leftarrow"),
    ("\\owns", "\\ni"),
    ("\\land", "\\wedge"),
    ("\\lor", "\\vee"),
    ("\\lnot", "\\neg"),
    ("\\lbrace", "\\{"),
    ("\\rbrace", "\\}"),
    ("\\lbrack", "["),
    ("\\rbrack", "]"),
    ("\\vert", "|"),
    ("\\lvert", "|"),
    ("\\rvert", "|"),
    ("\\Vert", "\\|"),
    ("\\lVert", "\\|"),
    ("\\rVert", "\\|"),
    ("\\dfrac", "\\frac"),
    ("\\tfrac", "\\frac"),
    ("\\dbinom", "\\binom"),
    ("\\tbinom", "\\binom"),
    ("\\cdotp", "\\cdot"),
    ("\\iff", "\\Longleftrightarrow"),
    ("\\implies", "\\Longrightarrow"),
    ("\\impliedby", "\\Longleftarrow"),
    ("\\cfrac", "\\frac"),
    ("\\mid", "|"),
    ("\\ast", "*"),
    ("\\parallel", "\\|"),
    ("\\colon", ":"),
    ("\\ldotp", "."),
    ("\\dag", "\\dagger"),
    ("\\ddag", "\\ddagger"),
    ("\\bot", "\\perp"),
    ("\\setminus", "\\backslash"),
    ("\\lt", "<"),
    ("\\gt", ">"),
    ("\\Bbb", "\\mathbb"),
    ("\\frak", "\\mathfrak"),
    ("\\bold", "\\mathbf"),
    ("\\bm", "\\boldsymbol"),
    ("\\hbox", "\\text"),
    ("\\mbox", "\\text"),
    ("\\textnormal", "\\text"),
    ("\\lang", "\\langle"),
    ("\\rang", "\\rangle"),
    ("\\doublecup", "\\Cup"),
];

/// Relations crossed out by `\not`, and the equivalent commands.
const CROSSED_OUT: [(&str, &str); 2] = [("=", "\\neq"), ("\\in", "\\notin")];

const DOTS: [&str; 5] = ["\\ldots", "\\dotsc", "\\dotso", "\\hdots", "\\mathellipsis"];
const CENTRED_DOTS: [&str; 3] = ["\\dotsb", "\\dotsm", "\\dotsi"];

/// Replaces each command by the representative of all commands that print the same.
pub(super) fn one_of_each(items: Vec<&str>) -> Vec<&str> {
    let mut out = Vec::with_capacity(items.len());
    let mut rest = items.into_iter().peekable();
    while let Some(item) = rest.next() {
        if item == "\\not" {
            let crossed_out = rest.peek().and_then(|next| find(&CROSSED_OUT, next));
            out.push(crossed_out.unwrap_or(item));
            rest.next_if(|_| crossed_out.is_some());
        } else {
            let synonym = is_command(item).then(|| find(&SYNONYMS, item)).flatten();
            out.push(synonym.unwrap_or(item));
        }
    }
    out
}

fn find(table: &[(&str, &'static str)], item: &str) -> Option<&'static str> {
    table.iter().find(|(from, _)| *from == item).map(|(_, to)| *to)
}

/// Replaces dots by `\dots` and `\cdots`.
pub(super) fn dots(items: Vec<&str>) -> Vec<&str> {
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        if DOTS.contains(&item) {
            out.push("\\dots");
        } else if CENTRED_DOTS.contains(&item) {
            out.push("\\cdots");
        } else if item == "." && out.ends_with(&[".", "."]) {
            out.truncate(out.len() - 2);
            out.push("\\dots");
        } else {
            out.push(item);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::normalise::items::items;

    #[test]
    fn commands_for_the_same_become_one() {
        let out = |latex| super::one_of_each(items(latex)).concat();
        assert_eq!(
            out("\\le\\iff\\not=\\not\\in\\not\\le\\dfrac"),
            "\\leq\\Longleftrightarrow\\neq\\notin\\not\\leq\\frac"
        );
        assert_eq!(
            out("\\epsilon\\varepsilon\\to\\longrightarrow\\not"),
            "\\epsilon\\varepsilon\\rightarrow\\longrightarrow\\not"
        );
    }

    #[test]
    fn dots_on_the_line_and_at_mid_height() {
        let out = |latex| super::dots(items(latex)).concat();
        assert_eq!(
            out("\\ldots\\dots...\\cdots\\dotsb.."),
            "\\dots\\dots\\dots\\cdots\\cdots.."
        );
    }
}
