//! Steps that unify the commands of fonts.

use super::items::{leaves_group_alone, partners};

/// Old font switches, which apply up to the end of the group, and the corresponding commands.
const SWITCHES: [(&str, &str); 6] = [
    ("\\rm", "\\mathrm"),
    ("\\bf", "\\mathbf"),
    ("\\it", "\\mathit"),
    ("\\sf", "\\mathsf"),
    ("\\tt", "\\mathtt"),
    ("\\cal", "\\mathcal"),
];

/// Commands that set their argument upright.
const UPRIGHT: [&str; 4] = ["\\mathrm", "\\operatorname", "\\textrm", "\\mathup"];

/// Operators that print their name.
const OPERATORS: [&str; 31] = [
    "\\arccos", "\\arcsin", "\\arctan", "\\arg", "\\cos", "\\cosh", "\\cot", "\\coth", "\\csc", "\\deg", "\\det",
    "\\dim", "\\exp", "\\gcd", "\\hom", "\\inf", "\\ker", "\\lg", "\\lim", "\\ln", "\\log", "\\max", "\\min", "\\Pr",
    "\\sec", "\\sin", "\\sinh", "\\sup", "\\tan", "\\tanh", "\\mod",
];

/// Reports whether a command prints its own name, for example `\sin`.
#[must_use]
pub fn prints_its_name(command: &str) -> bool {
    OPERATORS.contains(&command)
}

/// Turns `{\rm x}` into `\mathrm{x}`, in braces if the group is an argument.
pub(super) fn switches_to_commands(items: Vec<&str>) -> Vec<&str> {
    let partners = partners(&items);
    let mut out = Vec::with_capacity(items.len());
    // For each open group, whether its closing brace must be doubled.
    let mut doubled = Vec::new();
    let mut index = 0;
    while let Some(item) = items.get(index) {
        let switch = items
            .get(index + 1)
            .and_then(|next| SWITCHES.iter().find(|(switch, _)| switch == next));
        match (*item, switch) {
            ("{", Some((_, command))) if partners.get(index).copied().flatten().is_some() => {
                let previous = index.checked_sub(1).and_then(|before| items.get(before).copied());
                let alone = leaves_group_alone(previous);
                out.extend((!alone).then_some("{"));
                out.extend([*command, "{"]);
                doubled.push(!alone);
                index += 1;
            }
            ("{", _) => {
                out.push(item);
                doubled.push(false);
            }
            ("}", _) => {
                out.push(item);
                out.extend(doubled.pop().filter(|doubled| *doubled).map(|_| "}"));
            }
            _ => out.push(item),
        }
        index += 1;
    }
    out
}

/// Replaces upright names of operators by their commands, and every other command for upright letters by `\mathrm`.
pub(super) fn operators(items: Vec<&str>) -> Vec<&str> {
    let mut out = Vec::with_capacity(items.len());
    let mut index = 0;
    while let Some(item) = items.get(index) {
        index += 1;
        if !UPRIGHT.contains(item) {
            out.push(*item);
            continue;
        }
        if *item == "\\operatorname" && items.get(index) == Some(&"*") {
            index += 1;
        }
        match items.get(index..).and_then(operator_at) {
            Some(operator) => {
                out.push(operator);
                index += operator.len() + 1;
            }
            None => out.push("\\mathrm"),
        }
    }
    out
}

/// Returns the operator whose name in braces stands at the start of the items.
fn operator_at(items: &[&str]) -> Option<&'static str> {
    let inside = items.strip_prefix(&["{"])?;
    OPERATORS.into_iter().find(|operator| {
        let name = operator.get(1..).unwrap_or_default();
        let letters = inside.iter().take(name.len());
        inside.get(name.len()) == Some(&"}") && letters.copied().eq(name.split_inclusive(|_: char| true))
    })
}

#[cfg(test)]
mod tests {
    use crate::normalise::items::items;

    #[test]
    fn switches_become_commands() {
        let out = |latex| super::switches_to_commands(items(latex)).concat();
        assert_eq!(out("a{\\rm d}x_{\\bf y}"), "a\\mathrm{d}x_{\\mathbf{y}}");
        assert_eq!(out("\\frac{\\rm a{b}}{c}"), "\\frac{\\mathrm{a{b}}}{c}");
        assert_eq!(out("{\\rm a \\rm b"), "{\\rma\\rmb");
    }

    #[test]
    fn names_of_operators_become_commands() {
        let out = |latex| super::operators(items(latex)).concat();
        assert_eq!(
            out("\\operatorname{sin}x\\mathrm{max}\\operatorname*{lim}"),
            "\\sinx\\max\\lim"
        );
        assert_eq!(
            out("\\operatorname{foo}\\textrm{d}\\mathrm{sinc}"),
            "\\mathrm{foo}\\mathrm{d}\\mathrm{sinc}"
        );
        assert_eq!(out("\\mathrm{si\\mathrm*"), "\\mathrm{si\\mathrm*");
        assert_eq!(out("\\operatorname"), "\\mathrm");
    }
}
