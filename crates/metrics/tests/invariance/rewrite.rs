//! Other ways to write the same formula.

use super::Change;
use super::latex::{
    Tokens, argument, at_top, closing, inside, is_digit, is_function, is_letter, is_operator, is_sign, is_sizing,
    is_variable, is_word, places, spliced,
};
use super::random::Random;

/// All kinds, with their names.
pub(crate) const ALL: [(&str, Change); 10] = [
    ("`\\frac` to `/`", to_slash),
    ("`/` to `\\frac`", to_fraction),
    ("spacing", spacing),
    ("`\\left`, `\\right`", delimiters),
    ("synonyms", synonym),
    ("redundant braces", braces),
    ("order of scripts", script_order),
    ("size of fractions", fraction_size),
    ("names of operators", operator_name),
    ("primes", prime),
];

fn is_fraction(token: &str) -> bool {
    matches!(token, "\\frac" | "\\dfrac" | "\\tfrac")
}

/// Turns one fraction, or all of them, into slashes.
fn to_slash(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let fractions = |tokens: &Tokens| -> Vec<usize> {
        places(tokens)
            .into_iter()
            .filter(|place| is_fraction(&tokens[*place]))
            .collect()
    };
    if random.chance(50) {
        return slash_at(tokens, random.pick(&fractions(tokens))?);
    }
    // The last fraction never contains another.
    let mut changed = slash_at(tokens, *fractions(tokens).last()?)?;
    while let Some(last) = fractions(&changed).last() {
        changed = slash_at(&changed, *last)?;
    }
    Some(changed)
}

fn slash_at(tokens: &Tokens, place: usize) -> Option<Tokens> {
    let numerator = argument(tokens, place + 1)?;
    let denominator = argument(tokens, numerator.end)?;
    let end = denominator.end;
    let (numerator, denominator) = (inside(tokens, numerator), inside(tokens, denominator));
    if numerator.is_empty()
        || denominator.is_empty()
        || [numerator, denominator].concat().iter().any(|token| token == "&")
    {
        return None;
    }
    let mut quotient = Vec::new();
    quotient.extend(in_parentheses(numerator, !is_product(numerator)));
    quotient.push("/");
    quotient.extend(in_parentheses(denominator, !is_factor(denominator)));
    // Otherwise, a factor beside the quotient, or a script on it, would become part of it.
    let before = place.checked_sub(1).map(|before| tokens[before].as_str());
    let after = tokens.get(end).map(String::as_str);
    let quotient: Vec<String> = quotient.into_iter().map(str::to_owned).collect();
    let stands_alone = before.is_none_or(ends_factor) && after.is_none_or(begins_nothing);
    let quotient = in_parentheses(&quotient, !stands_alone);
    Some(spliced(tokens, place..end, quotient))
}

fn in_parentheses(tokens: &[String], are_needed: bool) -> Vec<&str> {
    let around = |parenthesis| are_needed.then_some(parenthesis);
    around("(")
        .into_iter()
        .chain(tokens.iter().map(String::as_str))
        .chain(around(")"))
        .collect()
}

/// Whether nothing before could be a factor of the text that follows.
fn ends_factor(before: &str) -> bool {
    is_operator(before) || matches!(before, "{" | "(" | "[" | "," | ";" | "&" | "\\\\" | "\\quad" | "\\,")
}

/// Whether nothing after could be a factor of the text that precedes.
fn begins_nothing(after: &str) -> bool {
    is_operator(after) || matches!(after, "}" | ")" | "]" | "," | ";" | "." | "&" | "\\\\" | "\\quad")
}

/// Whether tokens are a product: variables, numbers, functions and their scripts, without operators or delimiters.
fn is_product(tokens: &[String]) -> bool {
    at_top(tokens).all(|(_, token)| {
        is_variable(token)
            || is_digit(token)
            || is_function(token)
            || matches!(
                token.as_str(),
                "^" | "_" | "'" | "\\sqrt" | "\\hat" | "\\bar" | "\\vec" | "\\mathbf"
            )
    })
}

/// Whether tokens are a factor: a number, a variable with or without scripts, or a root.
fn is_factor(tokens: &[String]) -> bool {
    if tokens.iter().all(|token| is_digit(token)) {
        return true;
    }
    let heads = at_top(tokens).filter(|(index, _)| {
        let before = index.checked_sub(1).map(|before| tokens[before].as_str());
        !before.is_some_and(|before| matches!(before, "^" | "_"))
    });
    let heads: Vec<&str> = heads.map(|(_, token)| token.as_str()).collect();
    let [first, rest @ ..] = heads.as_slice() else {
        return false;
    };
    (is_variable(first) || *first == "\\sqrt") && rest.iter().all(|token| matches!(*token, "^" | "_" | "'"))
}

/// Turns one quotient of two simple factors, with nothing beside it, into a fraction.
fn to_fraction(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let slashes: Vec<usize> = places(tokens)
        .into_iter()
        .filter(|place| tokens[*place] == "/")
        .collect();
    let place = random.pick(&slashes)?;
    let start = (0..place)
        .rev()
        .find(|start| ends_factor(&tokens[*start]))
        .map_or(0, |before| before + 1);
    let end = (place + 1..tokens.len())
        .find(|end| begins_nothing(&tokens[*end]))
        .unwrap_or(tokens.len());
    let (numerator, denominator) = (tokens.get(start..place)?, tokens.get(place + 1..end)?);
    let is_simple = |side: &[String]| is_factor(side) && !side.iter().any(|token| token == "{" || token == "}");
    if numerator.is_empty() || !is_simple(numerator) || !is_simple(denominator) {
        return None;
    }
    let fraction = ["\\frac", "{"]
        .into_iter()
        .chain(numerator.iter().map(String::as_str))
        .chain(["}", "{"]);
    let fraction = fraction.chain(denominator.iter().map(String::as_str)).chain(["}"]);
    Some(spliced(tokens, start..end, fraction))
}

/// Adds white space and thin spaces.
fn spacing(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let mut changed = Tokens::new();
    let free = places(tokens);
    for (index, token) in tokens.iter().enumerate() {
        let is_free = index > 0 && free.contains(&index) && free.contains(&(index - 1));
        // Between a command and its argument, only white space is safe.
        let is_between = index > 0 && (is_sign(token) && is_sign(&tokens[index - 1])) && is_bare(tokens, index - 1);
        if is_free && is_between && random.chance(25) {
            changed.push(random.pick(&["\\,", "\\;", "\\ ", "~", "\\!", "\\quad "])?.to_owned());
        } else if is_free && random.chance(40) {
            changed.push(" ".to_owned());
        }
        changed.push(token.clone());
    }
    Some(changed)
}

/// Whether a token is not the argument of the token before it.
fn is_bare(tokens: &Tokens, index: usize) -> bool {
    index.checked_sub(1).is_none_or(|before| {
        let before = &tokens[before];
        is_sign(before) || matches!(before.as_str(), "{" | "}" | "(" | ")" | ",")
    }) && !is_function(&tokens[index])
        && index
            .checked_sub(2)
            .is_none_or(|before| !is_word(&tokens[before]) || is_sign(&tokens[before]))
}

/// Adds or removes commands that size delimiters.
fn delimiters(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    if tokens.iter().any(|token| is_sizing(token)) {
        let is_null = |index: usize| index > 0 && tokens[index] == "." && is_sizing(&tokens[index - 1]);
        let kept = tokens
            .iter()
            .enumerate()
            .filter(|(index, token)| !is_sizing(token) && !is_null(*index));
        return Some(kept.map(|(_, token)| token.clone()).collect());
    }
    let free = places(tokens);
    let pairs: Vec<(usize, usize)> = free
        .iter()
        .filter(|open| {
            tokens[**open] == "("
                && !open
                    .checked_sub(1)
                    .is_some_and(|before| matches!(tokens[before].as_str(), "^" | "_"))
        })
        .filter_map(|open| Some((*open, parenthesis(tokens, *open)?)))
        .collect();
    let (open, close) = random.pick(&pairs)?;
    let (left, right) = random.pick(&[("\\left", "\\right"), ("\\bigl", "\\bigr"), ("\\Big", "\\Big")])?;
    Some(spliced(&spliced(tokens, close..close, [right]), open..open, [left]))
}

/// Returns the parenthesis that closes another one, in the same group and the same cell.
fn parenthesis(tokens: &Tokens, open: usize) -> Option<usize> {
    let (mut depth, mut index) = (0_usize, open);
    loop {
        match tokens.get(index)?.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            "{" => index = closing(tokens, index)?,
            "}" | "&" | "\\\\" => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(index);
        }
        index += 1;
    }
}

const SYNONYMS: [(&str, &str); 20] = [
    ("\\le", "\\leq"),
    ("\\ge", "\\geq"),
    ("\\ne", "\\neq"),
    ("\\to", "\\rightarrow"),
    ("\\gets", "\\leftarrow"),
    ("\\land", "\\wedge"),
    ("\\lor", "\\vee"),
    ("\\lnot", "\\neg"),
    ("\\{", "\\lbrace"),
    ("\\}", "\\rbrace"),
    ("[", "\\lbrack"),
    ("]", "\\rbrack"),
    ("|", "\\vert"),
    ("\\|", "\\Vert"),
    ("\\ldots", "\\dots"),
    ("\\dots", "\\dotsc"),
    ("\\cdots", "\\dotsb"),
    ("\\owns", "\\ni"),
    ("<", "\\lt"),
    (">", "\\gt"),
];

/// Replaces all commands that have another name.
fn synonym(tokens: &Tokens, _: &mut Random) -> Option<Tokens> {
    let mut changed = tokens.clone();
    for place in places(tokens) {
        let is_optional = tokens[place] == "[" || tokens[place] == "]";
        let other = SYNONYMS.iter().find_map(|(a, b)| match changed[place].as_str() {
            token if token == *a => Some(b),
            token if token == *b => Some(a),
            _ => None,
        });
        if let Some(other) =
            other.filter(|_| !is_optional || !tokens.iter().any(|token| token == "\\sqrt" || token == "\\\\"))
        {
            changed[place] = (*other).to_owned();
        }
    }
    (changed != *tokens).then_some(changed)
}

/// Adds braces around scripts and variables, and removes those around one token.
fn braces(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let mut changed = Tokens::new();
    let free = places(tokens);
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| tokens[before].as_str());
        let is_script = before.is_some_and(|before| matches!(before, "^" | "_"));
        let is_alone = before.is_none_or(|before| is_operator(before) || before == "(" || before == "{")
            && tokens
                .get(index + 1)
                .is_none_or(|after| is_operator(after) || after == ")" || after == "}");
        if free.contains(&index)
            && (is_variable(token) || is_digit(token))
            && (is_script || is_alone)
            && random.chance(70)
        {
            changed.extend(["{", token, "}"].map(str::to_owned));
        } else {
            changed.push(token.clone());
        }
    }
    (changed != *tokens).then_some(changed)
}

/// Swaps `x_a^b` and `x^b_a`, everywhere.
fn script_order(tokens: &Tokens, _: &mut Random) -> Option<Tokens> {
    let mut changed = tokens.clone();
    for place in 0..tokens.len() {
        let first = changed[place].clone();
        if first != "^" && first != "_" {
            continue;
        }
        let Some(one) = argument(&changed, place + 1) else {
            continue;
        };
        let second = changed
            .get(one.end)
            .filter(|second| matches!(second.as_str(), "^" | "_") && **second != first);
        if second.is_none() || place.checked_sub(1).is_some_and(|before| changed[before] == "'") {
            continue;
        }
        let Some(two) = argument(&changed, one.end + 1) else {
            continue;
        };
        let order: Vec<String> = [&changed[one.end..two.end], &changed[place..one.end]].concat();
        changed.splice(place..two.end, order);
        return Some(changed);
    }
    None
}

fn fraction_size(tokens: &Tokens, random: &mut Random) -> Option<Tokens> {
    let other = random.pick(&["\\dfrac", "\\tfrac"])?;
    let change = |token: &String| match token.as_str() {
        "\\frac" => other.to_owned(),
        "\\dfrac" | "\\tfrac" => "\\frac".to_owned(),
        _ => token.clone(),
    };
    Some(tokens.iter().map(change).collect())
}

fn operator_name(tokens: &Tokens, _: &mut Random) -> Option<Tokens> {
    let place = places(tokens).into_iter().find(|place| is_function(&tokens[*place]))?;
    let mut name = vec!["\\operatorname".to_owned(), "{".to_owned()];
    name.extend(tokens[place][1..].chars().map(String::from));
    name.push("}".to_owned());
    let name: Vec<&str> = name.iter().map(String::as_str).collect();
    Some(spliced(tokens, place..place + 1, name))
}

/// Replaces `f'` by `f^{\prime}`, if no other script is near.
fn prime(tokens: &Tokens, _: &mut Random) -> Option<Tokens> {
    let is_alone = |place: &usize| {
        let neighbours = [place.checked_sub(1), Some(place + 1)].map(|at| at.and_then(|at| tokens.get(at)));
        let is_variable = neighbours[0].is_some_and(|before| is_letter(before) || is_variable(before));
        tokens[*place] == "'" && is_variable && !neighbours[1].is_some_and(|after| matches!(after.as_str(), "'" | "^"))
    };
    let place = places(tokens).into_iter().find(is_alone)?;
    Some(spliced(tokens, place..place + 1, ["^", "{", "\\prime", "}"]))
}
