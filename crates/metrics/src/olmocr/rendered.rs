//! Formulas as a browser shows them, and whether one contains another.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::error::RunError;
use super::limits::MAX_SYMBOLS;

/// The maximum number of assignments of symbols that are tried for two formulas.
const MAX_STEPS: usize = 1_000_000;

/// The distance within which two centres count as aligned, in pixels.
const TOLERANCE: f64 = 5.0;

/// A character of a rendered formula with the centre of its box, in pixels; `y` grows downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Symbol {
    /// The character.
    pub text: char,
    /// The horizontal centre.
    pub x: f64,
    /// The vertical centre.
    pub y: f64,
}

/// A formula as KaTeX renders it.
#[derive(Debug, Clone, Default)]
pub struct Rendered {
    mathml: String,
    symbols: Vec<Symbol>,
    neighbours: OnceCell<Vec<Neighbours>>,
}

/// The nearest aligned symbols above, below, to the left and to the right.
type Neighbours = [Option<usize>; 4];

/// How a formula contains another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
    /// The MathML of one contains that of the other.
    Markup,
    /// All symbols have counterparts with the same neighbours.
    Symbols,
}

impl Rendered {
    /// Creates a formula from its MathML without annotation, and its characters in the order of the source. White space
    /// is removed from the MathML.
    #[must_use]
    pub fn new(mathml: &str, symbols: Vec<Symbol>) -> Self {
        let mathml = mathml.chars().filter(|c| !is_blank(*c)).collect();
        Self {
            mathml,
            symbols,
            neighbours: OnceCell::new(),
        }
    }

    /// Returns the characters and their places.
    #[must_use]
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// Returns how this formula contains another, or `None` if it does not.
    ///
    /// Each symbol of the other must have a separate counterpart that is the same character. Where the symbol has a
    /// neighbour, the counterpart needs the neighbour's counterpart on the same side; a neighbour that has no
    /// counterpart yet must be the same character. As in the official code, symbols are taken in order, so the neighbours
    /// of the first ones are compared by their characters only.
    pub(super) fn contains(&self, other: &Self) -> Result<Option<Match>, RunError> {
        if self.mathml.contains(&other.mathml) {
            return Ok(Some(Match::Markup));
        }
        if self.symbols.len() > MAX_SYMBOLS || other.symbols.len() > MAX_SYMBOLS {
            return Err(RunError::FormulaTooLong);
        }
        let Some(candidates) = self.candidates(other) else {
            return Ok(None);
        };
        Ok(self.assigns(other, &candidates)?.then_some(Match::Symbols))
    }

    /// Returns, for every symbol of the other formula, the same characters here; `None` if there are too few.
    fn candidates(&self, other: &Self) -> Option<Vec<Vec<usize>>> {
        let mut places: HashMap<char, Vec<usize>> = HashMap::new();
        for (place, symbol) in self.symbols.iter().enumerate() {
            places.entry(symbol.text).or_default().push(place);
        }
        let mut needed: HashMap<char, usize> = HashMap::new();
        for symbol in &other.symbols {
            *needed.entry(symbol.text).or_default() += 1;
        }
        let suffices = |(text, count): (&char, &usize)| places.get(text).is_some_and(|places| places.len() >= *count);
        let all = needed.iter().all(suffices);
        let of_symbol = |symbol: &Symbol| places.get(&symbol.text).cloned();
        all.then(|| other.symbols.iter().map(of_symbol).collect()).flatten()
    }

    /// Searches for counterparts of all symbols, depth first.
    fn assigns(&self, other: &Self, candidates: &[Vec<usize>]) -> Result<bool, RunError> {
        let (here, there) = (self.neighbours(), other.neighbours());
        let mut assigned: Vec<usize> = Vec::with_capacity(candidates.len());
        let mut used = vec![false; self.symbols.len()];
        // For each assigned symbol and the next one, the candidates that have not been tried.
        let mut untried = vec![0];
        let mut steps = 0;
        while let Some(next) = untried.last_mut() {
            let symbol = assigned.len();
            let Some(options) = candidates.get(symbol) else {
                return Ok(true);
            };
            let Some(&candidate) = options.get(*next) else {
                untried.pop();
                if let Some(undone) = assigned.pop().and_then(|candidate| used.get_mut(candidate)) {
                    *undone = false;
                }
                continue;
            };
            *next += 1;
            steps += 1;
            if steps > MAX_STEPS {
                return Err(RunError::TooManyAssignments);
            }
            let is_used = used.get(candidate).copied().unwrap_or(true);
            if is_used {
                continue;
            }
            assigned.push(candidate);
            let of_symbol = there.get(symbol).into_iter().flatten();
            let of_candidate = here.get(candidate).into_iter().flatten();
            let mut sides = of_symbol.zip(of_candidate);
            let fits = sides.all(|(expected, found)| match (expected, found) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(expected), Some(found)) => match assigned.get(*expected) {
                    Some(counterpart) => counterpart == found,
                    None => self.text(*found) == other.text(*expected),
                },
            });
            if fits {
                if let Some(used) = used.get_mut(candidate) {
                    *used = true;
                }
                untried.push(0);
            } else {
                assigned.pop();
            }
        }
        Ok(false)
    }

    fn text(&self, symbol: usize) -> Option<char> {
        self.symbols.get(symbol).map(|symbol| symbol.text)
    }

    /// Returns the neighbours of all symbols. Quadratic time in their number, which is limited.
    fn neighbours(&self) -> &[Neighbours] {
        self.neighbours.get_or_init(|| {
            let of_symbol = |(index, symbol): (usize, &Symbol)| {
                let mut nearest = [None; 4];
                for (place, other) in self.symbols.iter().enumerate() {
                    if place == index {
                        continue;
                    }
                    let (right, down) = (other.x - symbol.x, other.y - symbol.y);
                    let sides = [(-down, right), (down, right), (-right, down), (right, down)];
                    for (side, (distance, across)) in nearest.iter_mut().zip(sides) {
                        let is_nearer = side.is_none_or(|(_, nearest)| distance < nearest);
                        if distance > 0.0 && across.abs() <= TOLERANCE && is_nearer {
                            *side = Some((place, distance));
                        }
                    }
                }
                nearest.map(|side| side.map(|(place, _)| place))
            };
            self.symbols.iter().enumerate().map(of_symbol).collect()
        })
    }
}

/// Whether the official code removes a character from MathML and texts: white space and characters without width.
#[must_use]
pub fn is_blank(c: char) -> bool {
    crate::python::is_space(c) || matches!(c, '\u{200a}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(mathml: &str, symbols: &[(char, f64, f64)]) -> Rendered {
        let symbols = symbols.iter().map(|&(text, x, y)| Symbol { text, x, y });
        Rendered::new(mathml, symbols.collect())
    }

    #[test]
    fn a_formula_contains_a_part_with_the_same_neighbours() {
        let fraction = formula("f", &[('a', 0.0, 0.0), ('b', 0.0, 20.0)]);
        let longer = formula("l", &[('x', -20.0, 10.0), ('a', 1.0, 0.0), ('b', 0.0, 20.0)]);
        let line = formula("g", &[('a', 0.0, 0.0), ('b', 20.0, 0.0)]);
        let turned = formula("h", &[('b', 0.0, 0.0), ('a', 0.0, 20.0)]);
        assert_eq!(longer.contains(&fraction), Ok(Some(Match::Symbols)));
        assert_eq!(fraction.contains(&longer), Ok(None));
        assert_eq!(line.contains(&fraction), Ok(None));
        assert_eq!(turned.contains(&fraction), Ok(None));
        assert_eq!(
            formula("a b", &[]).contains(&formula("ab", &[])),
            Ok(Some(Match::Markup))
        );
    }

    #[test]
    fn equal_characters_are_exchanged_until_all_fit() {
        let row = |text: &str, y: f64| {
            let places = text.chars().enumerate().map(move |(at, c)| (c, at as f64 * 20.0, y));
            places.collect::<Vec<_>>()
        };
        let reference = formula("r", &row("aab", 0.0));
        let both = formula("p", &[row("ab", 0.0), row("aab", 50.0)].concat());
        assert_eq!(both.contains(&reference), Ok(Some(Match::Symbols)));
        assert_eq!(formula("p", &row("aba", 0.0)).contains(&reference), Ok(None));
    }

    #[test]
    fn hostile_formulas_end() {
        // Symbols on a diagonal have no neighbours, except the last two of the reference.
        let diagonal = |count: usize| (0..count).map(|at| ('a', at as f64 * 50.0, at as f64 * 50.0));
        let mut reference: Vec<_> = diagonal(30).collect();
        reference.extend([('b', 9000.0, 0.0), ('b', 9050.0, 0.0)]);
        let mut page: Vec<_> = diagonal(60).collect();
        page.extend([('b', 9000.0, 0.0), ('b', 9050.0, 90.0)]);
        let (reference, page) = (formula("r", &reference), formula("p", &page));
        assert_eq!(page.contains(&reference), Err(RunError::TooManyAssignments));
        let long = formula("l", &diagonal(MAX_SYMBOLS + 1).collect::<Vec<_>>());
        assert_eq!(long.contains(&page), Err(RunError::FormulaTooLong));
    }
}
