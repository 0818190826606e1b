//! Ways to damage a formula, similar to the errors of systems.

use super::Change;
use super::latex::{
    Tokens, argument, at_top, closing, inside, is_digit, is_function, is_letter, is_operator, is_sign, is_variable,
    places, spliced,
};
use super::random::Random;

/// All kinds, with their names.
pub(crate) const ALL: [(&str, Change); 9] = [
    ("similar symbol", similar_symbol),
    ("other symbol", other_symbol),
    ("script up or down", script),
    ("scope", scope),
    ("token lost", lost_token),
    ("term lost", lost_term),
    ("cut off", cut_off),
    ("arguments swapped", swapped),
    ("looping tail", loops),
];

/// Symbols that are easily confused.
const SIMILAR: [(&str, &str); 34] = [
    ("v", "\\nu"),
    ("u", "\\mu"),
    ("w", "\\omega"),
    ("a", "\\alpha"),
    ("x", "\\chi"),
    ("p", "\\rho"),
    ("k", "\\kappa"),
    ("t", "\\tau"),
    ("n", "\\eta"),
    ("y", "\\gamma"),
    ("B", "\\beta"),
    ("o", "\\sigma"),
    ("0", "O"),
    ("1", "l"),
    ("5", "S"),
    ("2", "z"),
    ("9", "g"),
    ("6", "b"),
    ("i", "j"),
    ("m", "n"),
    ("h", "n"),
    ("e", "c"),
    ("f", "t"),
    ("d", "\\partial"),
    ("\\epsilon", "\\varepsilon"),
    ("\\phi", "\\varphi"),
    ("\\in", "\\epsilon"),
    ("\\cup", "\\cap"),
    ("<", "\\leq"),
    (">", "\\geq"),
    ("+", "-"),
    ("\\subset", "\\subseteq"),
    ("\\theta", "\\vartheta"),
    ("\\sim", "\\simeq"),
];

fn similar_symbol(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let mut changes = Vec::new();
    for place in places(tokens) {
        for (a, b) in SIMILAR {
            let token = tokens[place].as_str();
            changes.extend(
                [(a, b), (b, a)]
                    .into_iter()
                    .filter(|(from, _)| *from == token)
                    .map(|(_, to)| (place, to)),
            );
        }
    }
    let (place, to) = random.pick(&changes)?;
    Some(spliced(tokens, place..place + 1, [to]))
}

fn other_symbol(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    const LETTERS: [&str; 8] = ["q", "r", "s", "G", "\\lambda", "\\pi", "T", "\\delta"];
    const DIGITS: [&str; 4] = ["3", "4", "7", "8"];
    const OPERATORS: [&str; 4] = ["\\otimes", "\\times", "\\equiv", "\\cap"];
    let signs: Vec<usize> = places(tokens)
        .into_iter()
        .filter(|place| is_sign(&tokens[*place]) && !is_function(&tokens[*place]))
        .collect();
    let place = random.pick(&signs)?;
    let token = tokens[place].as_str();
    let others: &[&str] = if is_digit(token) {
        &DIGITS
    } else if is_operator(token) {
        &OPERATORS
    } else {
        &LETTERS
    };
    let others: Vec<&str> = others.iter().copied().filter(|other| *other != token).collect();
    Some(spliced(tokens, place..place + 1, [random.pick(&others)?]))
}

/// Turns a subscript into a superscript or the reverse, unless the base has both.
fn script(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let mut single = Vec::new();
    for place in places(tokens) {
        let is_script = |at: Option<usize>| {
            at.and_then(|at| tokens.get(at))
                .is_some_and(|token| matches!(token.as_str(), "^" | "_" | "'"))
        };
        let is_large = place
            .checked_sub(1)
            .is_some_and(|before| matches!(tokens[before].as_str(), "\\sum" | "\\prod" | "\\int" | "\\lim"));
        let argument = is_script(Some(place)).then(|| argument(tokens, place + 1)).flatten();
        let Some(argument) = argument.filter(|argument| !inside(tokens, argument.clone()).is_empty()) else {
            continue;
        };
        let end = argument.end;
        // In x_a^b, the token before belongs to another script.
        let before_is_script = place.checked_sub(2).is_some_and(|before| is_script(Some(before)))
            || place
                .checked_sub(1)
                .is_some_and(|before| tokens[before] == "}" || tokens[before] == "'");
        if tokens[place] != "'" && !is_large && !is_script(Some(end)) && !before_is_script {
            single.push(place);
        }
    }
    let place = random.pick(&single)?;
    let other = if tokens[place] == "^" { "_" } else { "^" };
    Some(spliced(tokens, place..place + 1, [other]))
}

/// Moves a closing brace over one symbol, in or out.
fn scope(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let mut moves = Vec::new();
    for place in places(tokens) {
        if !matches!(
            tokens[place].as_str(),
            "^" | "_" | "\\sqrt" | "\\hat" | "\\bar" | "\\overline" | "\\vec" | "\\mathbf"
        ) {
            continue;
        }
        let open = place + 1;
        if tokens.get(open).is_none_or(|token| token != "{") {
            continue;
        }
        let Some(close) = closing(tokens, open) else { continue };
        let is_simple = |at: usize| {
            tokens
                .get(at)
                .is_some_and(|token| is_variable(token) || is_digit(token) || is_operator(token))
        };
        let has_script = |at: usize| {
            tokens
                .get(at)
                .is_some_and(|token| matches!(token.as_str(), "^" | "_" | "'"))
        };
        if close > open + 2
            && is_simple(close - 1)
            && !has_script(close - 2)
            && !has_script(close + 1)
            && at_top(&tokens[open + 1..close]).any(|(at, _)| at + open + 1 == close - 1)
        {
            moves.push((close, close - 1));
        }
        if is_simple(close + 1) && !has_script(close + 2) && close > open + 1 {
            moves.push((close, close + 1));
        }
    }
    let (from, to) = random.pick(&moves)?;
    let mut changed = tokens.clone();
    changed.swap(from, to);
    Some(changed)
}

fn lost_token(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let signs: Vec<usize> = places(tokens)
        .into_iter()
        .filter(|place| is_sign(&tokens[*place]))
        .collect();
    // If the argument of a command were lost, the command would take the next token.
    let is_argument = |place: &usize| {
        place.checked_sub(1).is_some_and(|before| {
            !is_sign(&tokens[before]) && !matches!(tokens[before].as_str(), "{" | "}" | "(" | ")" | ",")
        })
    };
    let free: Vec<usize> = signs.into_iter().filter(|place| !is_argument(place)).collect();
    let place = random.pick(&free)?;
    Some(spliced(tokens, place..place + 1, []))
}

/// Removes a term of a sum with the sign before it.
fn lost_term(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let signs: Vec<usize> = at_top(tokens)
        .filter(|(index, token)| *index > 0 && is_operator(token))
        .map(|(index, _)| index)
        .collect();
    let terms = signs
        .iter()
        .filter(|place| matches!(tokens[**place].as_str(), "+" | "-" | "\\pm"));
    let terms: Vec<(usize, usize)> = terms
        .map(|start| {
            (
                *start,
                signs.iter().copied().find(|end| end > start).unwrap_or(tokens.len()),
            )
        })
        .filter(|(start, end)| {
            let term = &tokens[*start..*end];
            let count = |wanted: &str| term.iter().filter(|token| *token == wanted).count();
            end - start > 1
                && count("(") == count(")")
                && count("{") == count("}")
                && count("\\left") == count("\\right")
        })
        .collect();
    let (start, end) = random.pick(&terms)?;
    Some(spliced(tokens, start..end, []))
}

/// Keeps only the beginning.
fn cut_off(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let length = tokens.len() * (50 + random.below(35)) / 100;
    let lost = tokens.get(length..)?;
    (length > 0 && lost.iter().any(|token| is_sign(token))).then(|| tokens[..length].to_vec())
}

/// Swaps numerator and denominator, or subscript and superscript.
fn swapped(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let mut swaps = Vec::new();
    for place in places(tokens) {
        let is_pair = matches!(tokens[place].as_str(), "\\frac" | "\\dfrac" | "\\tfrac" | "\\binom");
        let is_script = matches!(tokens[place].as_str(), "^" | "_");
        let Some(first) = argument(tokens, place + 1).filter(|_| is_pair || is_script) else {
            continue;
        };
        let gap = usize::from(is_script);
        if is_script
            && tokens
                .get(first.end)
                .is_none_or(|mark| !matches!(mark.as_str(), "^" | "_") || *mark == tokens[place])
        {
            continue;
        }
        let Some(second) = argument(tokens, first.end + gap) else {
            continue;
        };
        if tokens[first.clone()] != tokens[second.clone()] {
            swaps.push((first, second));
        }
    }
    let (first, second) = random.pick(&swaps)?;
    let order = [
        &tokens[second.clone()],
        &tokens[first.end..second.start],
        &tokens[first.clone()],
    ]
    .concat();
    let mut changed = tokens.clone();
    changed.splice(first.start..second.end, order);
    Some(changed)
}

/// Repeats the last tokens several times.
fn loops(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let length = 2 + random.below(5);
    let tail = tokens.get(tokens.len().checked_sub(length)?..)?.to_vec();
    if !tail.iter().any(|token| is_letter(token) || is_digit(token)) || tail.iter().any(|token| token == "&") {
        return None;
    }
    let mut changed = tokens.clone();
    for _ in 0..3 + random.below(6) {
        changed.extend(tail.iter().cloned());
    }
    Some(changed)
}
