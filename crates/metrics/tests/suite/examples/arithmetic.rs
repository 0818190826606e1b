//! Sums, products, quotients and powers as examples print them.

use std::iter::Peekable;
use std::str::Chars;

/// Calculates an expression of numbers, `+`, `-`, `*`, `/`, `^` and parentheses.
pub(super) fn calculate(expression: &str) -> Result<f64, String> {
    let mut rest = expression.chars().peekable();
    let value = sum(&mut rest)?;
    match next(&mut rest) {
        None => Ok(value),
        Some(c) => Err(format!("{c:?} in {expression:?}")),
    }
}

type Rest<'a> = Peekable<Chars<'a>>;

fn sum(rest: &mut Rest<'_>) -> Result<f64, String> {
    let mut value = product(rest)?;
    while let Some(sign @ ('+' | '-')) = next(rest) {
        rest.next();
        let term = product(rest)?;
        value += if sign == '+' { term } else { -term };
    }
    Ok(value)
}

fn product(rest: &mut Rest<'_>) -> Result<f64, String> {
    let mut value = power(rest)?;
    while let Some(sign @ ('*' | '/')) = next(rest) {
        rest.next();
        let factor = power(rest)?;
        value = if sign == '*' { value * factor } else { value / factor };
    }
    Ok(value)
}

fn power(rest: &mut Rest<'_>) -> Result<f64, String> {
    let base = operand(rest)?;
    if next(rest) != Some('^') {
        return Ok(base);
    }
    rest.next();
    Ok(base.powf(operand(rest)?))
}

fn operand(rest: &mut Rest<'_>) -> Result<f64, String> {
    if next(rest) == Some('(') {
        rest.next();
        let value = sum(rest)?;
        next(rest);
        return match rest.next() {
            Some(')') => Ok(value),
            _ => Err("a parenthesis is not closed".to_owned()),
        };
    }
    let mut number = String::new();
    while let Some(c) = rest.next_if(|c| c.is_ascii_digit() || *c == '.') {
        number.push(c);
    }
    number.parse().map_err(|_| format!("{number:?} is not a number"))
}

/// Passes over spaces and returns the next character without taking it.
fn next(rest: &mut Rest<'_>) -> Option<char> {
    while rest.next_if_eq(&' ').is_some() {}
    rest.peek().copied()
}

#[test]
fn operators_bind_as_usual() {
    for (expression, value) in [
        ("1 - 2/5", 0.6),
        ("2 * 3 / (4 + 2)", 1.0),
        ("(1/4) ^ (1/2)", 0.5),
        ("1 - 4/6 * 3/4", 0.5),
    ] {
        assert!((calculate(expression).unwrap() - value).abs() < 1e-12, "{expression}");
    }
    for wrong in ["", "1 +", "(1", "1 2", "x"] {
        assert!(calculate(wrong).is_err(), "{wrong}");
    }
}
