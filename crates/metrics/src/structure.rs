//! Formulas as symbols with their places in the formula, independent of the way in which the formula is written.

mod tables;

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use texlens_latex::{arity, lex, normalise_formula};

use tables::{CLOSING, DIFFERENTIALS, FUNCTIONS, LARGE, OPENING, OPERATORS, SPELLINGS, SYNONYMS, UPRIGHT};

/// The maximum nesting depth of groups, arguments, parentheses and fractions; deeper parts stay flat.
const MAX_DEPTH: usize = 60;

/// The weight of parentheses around a single fraction with a slash, which may be needed only because of the slash.
const SLASH_PARENTHESIS: f64 = 0.25;

/// A symbol of a formula.
#[derive(Debug, Clone)]
pub(crate) struct Symbol<'a> {
    /// A command, a character, the name of a function, or a word.
    pub(crate) text: Cow<'a, str>,
    /// The number of the symbol's place in [`Places`].
    pub(crate) place: u32,
    /// The weight of the symbol.
    pub(crate) weight: f64,
    /// The byte range in the source; approximate for symbols that normalisation replaced.
    pub(crate) range: Range<usize>,
}

/// Places in the structure of formulas: a script, numerator, root or argument inside another place. Equal places have
/// equal numbers, also in different formulas.
#[derive(Debug, Default)]
pub(crate) struct Places<'a> {
    numbers: HashMap<(u32, &'a str, usize), u32>,
}

impl<'a> Places<'a> {
    /// The baseline.
    const BASE: u32 = 0;

    fn inside(&mut self, place: u32, of: &'a str, index: usize) -> u32 {
        let next = u32::try_from(self.numbers.len() + 1).unwrap_or(u32::MAX);
        *self.numbers.entry((place, of, index)).or_insert(next)
    }
}

/// Returns the symbols of a formula, in one order for all ways to write it, after [`normalise_formula`]:
///
/// - Braces leave no trace, except for an unbalanced one, which is a symbol.
/// - `a/b` and `\frac{a}{b}` become a numerator, a bar and a denominator. The numerator of a slash is the product
///   before it; the denominator is one factor. Parentheses around a whole numerator or denominator are dropped.
/// - Names of functions and words in `\text` are one symbol. Arrows and dots of different lengths are equal.
///
/// Takes linear time with bounded depth; never fails.
pub(crate) fn symbols<'a>(latex: &'a str, places: &mut Places<'a>) -> Vec<Symbol<'a>> {
    let reader = Reader {
        atoms: atoms(latex).into(),
    };
    let items = reader.formula();
    let mut writer = Writer {
        places,
        symbols: Vec::new(),
    };
    writer.write(items, Places::BASE);
    writer.symbols
}

/// Whether two formulas have the same symbols in the same places, however they are written. Final punctuation is
/// ignored. Linear time.
#[must_use]
pub fn prints_alike(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(respelled);
    let mut places = Places::default();
    let [a, b] = [&a, &b].map(|latex| without_final_punctuation(symbols(latex, &mut places)));
    let same = |(a, b): (&Symbol<'_>, &Symbol<'_>)| a.text == b.text && a.place == b.place;
    let alike = |a: &[&Symbol<'_>], b: &[&Symbol<'_>]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same((a, b)));
    // Parentheses around a fraction with a slash may be needed because of the slash, or be meant as around a fraction
    // with a bar.
    let [all_a, all_b] = [&a, &b].map(|symbols| symbols.iter().collect::<Vec<_>>());
    let [lean_a, lean_b] = [&a, &b].map(|symbols| symbols.iter().filter(|one| one.weight >= 1.0).collect::<Vec<_>>());
    alike(&all_a, &all_b) || alike(&lean_a, &lean_b)
}

fn without_final_punctuation(mut symbols: Vec<Symbol<'_>>) -> Vec<Symbol<'_>> {
    let is_punctuation = |symbol: &Symbol<'_>| matches!(symbol.text.as_ref(), "." | "," | ";" | ":");
    while symbols.pop_if(|last| is_punctuation(last)).is_some() {}
    symbols
}

/// Replaces commands that print alike by the most common one.
fn respelled(latex: &str) -> String {
    let mut respelled = String::with_capacity(latex.len());
    for token in lex(latex) {
        let text = token.text(latex);
        let same = SPELLINGS.iter().find(|(from, _)| *from == text);
        respelled.push_str(same.map_or(text, |(_, to)| to));
    }
    respelled
}

/// A token after normalisation, with its byte range.
#[derive(Debug, Clone)]
struct Atom<'a> {
    text: &'a str,
    range: Range<usize>,
}

fn atoms(latex: &str) -> Vec<Atom<'_>> {
    let texts = normalise_formula(latex);
    let ranges: Vec<_> = texts.iter().map(|text| range_in(latex, text)).collect();
    // A token that normalisation replaced lies between its neighbours.
    let mut next = latex.len();
    let mut ends = vec![next; ranges.len()];
    for (end, range) in ends.iter_mut().zip(&ranges).rev() {
        *end = next;
        next = range.as_ref().map_or(next, |range| range.start);
    }
    let mut start = 0;
    let mut atoms = Vec::with_capacity(texts.len());
    for ((text, range), end) in texts.into_iter().zip(ranges).zip(ends) {
        start = range.as_ref().map_or(start, |range| range.end);
        let range = range.unwrap_or_else(|| trimmed(latex, start..end.max(start)));
        let same = SYNONYMS.iter().find(|(from, _)| *from == text);
        let text = same.map_or(text, |(_, to)| to);
        atoms.push(Atom { text, range });
    }
    atoms
}

/// Returns a range without the white space and braces at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '{' | '}');
    let part = text.get(range.clone()).unwrap_or_default();
    let start = range.start + part.len() - part.trim_start_matches(is_around).len();
    start..start + part.trim_matches(is_around).len()
}

/// Returns the byte range of `part` in `whole`; `None` if `part` is not a slice of it.
fn range_in(whole: &str, part: &str) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
    let range = start..start.checked_add(part.len())?;
    (whole.get(range.clone()) == Some(part)).then_some(range)
}

/// A part of a formula.
#[derive(Debug)]
struct Item<'a> {
    kind: Kind<'a>,
    range: Range<usize>,
    /// The number of levels of items nested in this one.
    height: usize,
}

#[derive(Debug)]
enum Kind<'a> {
    Symbol(Cow<'a, str>),
    /// The items in a pair of braces.
    Group(Vec<Item<'a>>),
    /// The items in parentheses or other delimiters: the opening delimiter, the inside, the closing delimiter.
    Delimited(Box<Item<'a>>, Vec<Item<'a>>, Box<Item<'a>>),
    Fraction {
        numerator: Vec<Item<'a>>,
        denominator: Vec<Item<'a>>,
        is_slash: bool,
    },
    /// A command and its arguments.
    Call(&'a str, Vec<Vec<Item<'a>>>),
    /// The scripts of the item before.
    Scripts {
        sub: Vec<Item<'a>>,
        sup: Vec<Item<'a>>,
    },
}

impl<'a> Item<'a> {
    fn symbol(text: impl Into<Cow<'a, str>>, range: Range<usize>) -> Self {
        let kind = Kind::Symbol(text.into());
        Self { kind, range, height: 0 }
    }

    /// Creates an item that contains other items.
    fn nested(range: Range<usize>, kind: Kind<'a>) -> Self {
        let height = 1 + match &kind {
            Kind::Symbol(_) => 0,
            Kind::Group(inside) | Kind::Delimited(_, inside, _) => height(inside),
            Kind::Fraction {
                numerator: a,
                denominator: b,
                ..
            }
            | Kind::Scripts { sub: a, sup: b } => height(a).max(height(b)),
            Kind::Call(_, arguments) => arguments
                .iter()
                .map(|argument| height(argument))
                .max()
                .unwrap_or_default(),
        };
        Self { kind, range, height }
    }

    fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Symbol(text) => Some(text),
            _ => None,
        }
    }

    fn is(&self, text: &str) -> bool {
        self.text() == Some(text)
    }

    fn is_one_of(&self, texts: &[&str]) -> bool {
        self.text().is_some_and(|text| texts.contains(&text))
    }

    fn is_digit(&self) -> bool {
        self.text()
            .is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()))
    }

    fn is_scripts(&self) -> bool {
        matches!(self.kind, Kind::Scripts { .. })
    }

    /// Whether the item can be a factor of a product.
    fn is_factor(&self) -> bool {
        !self.is_one_of(&OPERATORS) && !self.is_one_of(&LARGE) && !self.is_one_of(&OPENING) && !self.is_one_of(&CLOSING)
    }
}

fn height(items: &[Item<'_>]) -> usize {
    items.iter().map(|item| item.height).max().unwrap_or_default()
}

/// The token that ends a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Nothing,
    Brace,
    Bracket,
}

struct Reader<'a> {
    /// The remaining atoms.
    atoms: VecDeque<Atom<'a>>,
}

impl<'a> Reader<'a> {
    /// Reads the whole formula. A brace that closes nothing is a symbol.
    fn formula(mut self) -> Vec<Item<'a>> {
        let (items, _) = self.row(0, End::Nothing);
        items
    }

    /// Reads up to `end` and takes it; also returns whether it was there.
    fn row(&mut self, depth: usize, end: End) -> (Vec<Item<'a>>, bool) {
        let mut items = Vec::new();
        while let Some(atom) = self.atoms.front() {
            match (atom.text, end) {
                ("}", End::Brace) | ("]", End::Bracket) => {
                    self.atoms.pop_front();
                    return (paired(items), true);
                }
                // The closing bracket is missing; the brace belongs to an enclosing group.
                ("}", End::Bracket) => break,
                _ => self.item(depth, &mut items),
            }
        }
        (paired(items), end == End::Nothing)
    }

    /// Reads one item with its arguments and appends it to a row.
    fn item(&mut self, depth: usize, row: &mut Vec<Item<'a>>) {
        let Some(Atom { text, range }) = self.atoms.pop_front() else {
            return;
        };
        if depth >= MAX_DEPTH {
            return row.push(Item::symbol(text, range));
        }
        let item = match text {
            "{" => Item::nested(range.clone(), Kind::Group(self.group(depth, range))),
            "^" | "_" => {
                let script = self.argument(depth);
                return add_script(row, text == "^", range, script);
            }
            "\\frac" => {
                let (numerator, denominator) = (self.argument(depth), self.argument(depth));
                fraction(range, numerator, denominator, false)
            }
            "\\sqrt" => {
                let degree = self.optional(depth);
                let radicand = self.argument(depth);
                Item::nested(range, Kind::Call(text, vec![radicand, degree]))
            }
            _ if UPRIGHT.contains(&text) => self.upright(text, range, depth),
            _ => match arity(text) {
                Some(count) => {
                    let arguments = (0..count).map(|_| self.argument(depth)).collect();
                    Item::nested(range, Kind::Call(text, arguments))
                }
                None => {
                    let function = text.strip_prefix('\\').filter(|name| FUNCTIONS.contains(name));
                    Item::symbol(function.unwrap_or(text), range)
                }
            },
        };
        row.push(item);
    }

    /// Reads the inside of a group whose opening brace was read. A brace that is never closed becomes a symbol.
    fn group(&mut self, depth: usize, brace: Range<usize>) -> Vec<Item<'a>> {
        let (mut items, is_closed) = self.row(depth + 1, End::Brace);
        if !is_closed {
            items.insert(0, Item::symbol("{", brace));
        }
        items
    }

    fn argument(&mut self, depth: usize) -> Vec<Item<'a>> {
        match self.atoms.front() {
            None => Vec::new(),
            Some(atom) if atom.text == "}" => Vec::new(),
            Some(atom) if atom.text == "{" => {
                let brace = atom.range.clone();
                self.atoms.pop_front();
                self.group(depth, brace)
            }
            Some(_) => {
                let mut items = Vec::new();
                self.item(depth + 1, &mut items);
                items
            }
        }
    }

    fn optional(&mut self, depth: usize) -> Vec<Item<'a>> {
        if self.atoms.front().is_none_or(|atom| atom.text != "[") {
            return Vec::new();
        }
        self.atoms.pop_front();
        self.row(depth + 1, End::Bracket).0
    }

    /// Reads the argument of a command that sets it upright; a word becomes one symbol.
    fn upright(&mut self, command: &'a str, range: Range<usize>, depth: usize) -> Item<'a> {
        let mut argument = self.argument(depth);
        let end = argument.last().map_or(range.end, |last| last.range.end);
        if let Some(word) = word(&argument) {
            return Item::symbol(word, range.start..end);
        }
        match argument.pop() {
            // \mathop{\mathrm{Hom}}
            Some(only) if command == "\\mathop" && argument.is_empty() => only,
            last => {
                argument.extend(last);
                Item::nested(range, Kind::Call(command, vec![argument]))
            }
        }
    }
}

/// Joins two or more letters to a word; returns `None` for other items.
fn word(items: &[Item<'_>]) -> Option<String> {
    let letter = |item: &Item<'_>| {
        let mut characters = item.text()?.chars();
        let letter = characters.next().filter(char::is_ascii_alphabetic)?;
        characters.next().is_none().then_some(letter)
    };
    let word: String = items.iter().map(letter).collect::<Option<_>>()?;
    (word.len() > 1).then_some(word)
}

/// Adds a script to the last item of a row: beside the other script, or as a second one.
fn add_script<'a>(row: &mut Vec<Item<'a>>, is_above: bool, range: Range<usize>, script: Vec<Item<'a>>) {
    let script_height = height(&script);
    if let Some(item) = row.last_mut()
        && let Kind::Scripts { sub, sup } = &mut item.kind
    {
        let place = if is_above { sup } else { sub };
        if place.is_empty() {
            item.height = item.height.max(script_height + 1);
            *place = script;
            return;
        }
    }
    let (sub, sup) = if is_above {
        (Vec::new(), script)
    } else {
        (script, Vec::new())
    };
    row.push(Item::nested(range, Kind::Scripts { sub, sup }));
}

/// Groups the items between paired delimiters, and turns slashes into fractions.
fn paired(items: Vec<Item<'_>>) -> Vec<Item<'_>> {
    let mut outer: Vec<(Vec<Item<'_>>, Item<'_>)> = Vec::new();
    let mut row = Vec::new();
    for item in items {
        if item.is_one_of(&OPENING) && outer.len() < MAX_DEPTH {
            outer.push((std::mem::take(&mut row), item));
        } else if item.is_one_of(&CLOSING)
            && let Some((before, open)) = outer.pop()
        {
            let inside = with_fractions(std::mem::replace(&mut row, before));
            push_delimited(&mut row, open, inside, item);
        } else {
            row.push(item);
        }
    }
    let mut whole = Vec::new();
    for (before, open) in outer {
        whole.extend(before);
        whole.push(open);
    }
    whole.append(&mut row);
    with_fractions(whole)
}

fn push_delimited<'a>(row: &mut Vec<Item<'a>>, open: Item<'a>, inside: Vec<Item<'a>>, close: Item<'a>) {
    if height(&inside) >= MAX_DEPTH {
        row.push(open);
        row.extend(inside);
        return row.push(close);
    }
    let range = open.range.start..close.range.end;
    row.push(Item::nested(
        range,
        Kind::Delimited(Box::new(open), inside, Box::new(close)),
    ));
}

/// Turns each slash with items on both sides into a fraction.
fn with_fractions(items: Vec<Item<'_>>) -> Vec<Item<'_>> {
    let mut rest = VecDeque::from(items);
    let mut row: Vec<Item<'_>> = Vec::with_capacity(rest.len());
    while let Some(item) = rest.pop_front() {
        let start = if item.is("/") { product_start(&row) } else { row.len() };
        let numerator = row.get(start..).unwrap_or_default();
        if numerator.is_empty() || height(numerator) >= MAX_DEPTH {
            row.push(item);
            continue;
        }
        let differential = numerator
            .first()
            .and_then(Item::text)
            .filter(|text| DIFFERENTIALS.contains(text))
            .map(str::to_owned);
        let denominator = factor(&mut rest, differential.as_deref());
        if denominator.is_empty() || height(&denominator) >= MAX_DEPTH {
            row.push(item);
            row.extend(denominator);
            continue;
        }
        let numerator = row.split_off(start);
        row.push(fraction(item.range, numerator, denominator, true));
    }
    row
}

/// Returns the start of the product at the end of a row.
fn product_start(row: &[Item<'_>]) -> usize {
    if let Some(bars) = row
        .last()
        .filter(|last| last.is("|") || last.is("\\|"))
        .and_then(Item::text)
    {
        // |a|/b
        let before = row.get(..row.len() - 1).unwrap_or_default();
        return before.iter().rposition(|item| item.is(bars)).unwrap_or(row.len());
    }
    let mut start = row.len();
    while let Some(item) = start.checked_sub(1).and_then(|before| row.get(before)) {
        let is_decimal_point = item.is(".") && row.get(start).is_some_and(Item::is_digit);
        if !item.is_factor() && !is_decimal_point {
            break;
        }
        start -= 1;
    }
    // These scripts belong to a large operator.
    start + row.iter().skip(start).take_while(|item| item.is_scripts()).count()
}

/// Takes the factor at the start of a row: a number, or one item with its scripts. A function includes its argument.
/// After a numerator that begins with `d`, `dx` is one factor.
fn factor<'a>(rest: &mut VecDeque<Item<'a>>, differential: Option<&str>) -> Vec<Item<'a>> {
    let mut taken = Vec::new();
    let mut may_go_on = true;
    while may_go_on && rest.front().is_some_and(|item| item.is_factor() && !item.is_scripts()) {
        let Some(first) = rest.pop_front() else { break };
        may_go_on = first.is_one_of(&FUNCTIONS) || (differential.is_some() && first.text() == differential);
        let is_digit = first.is_digit();
        taken.push(first);
        while rest.front().is_some_and(|next| {
            let is_decimal = next.is(".") && rest.get(1).is_some_and(Item::is_digit);
            next.is_scripts() || next.is("!") || (is_digit && (next.is_digit() || is_decimal))
        }) {
            taken.extend(rest.pop_front());
        }
    }
    taken
}

/// Creates a fraction. Parentheses around a whole numerator or denominator are dropped, because the bar has the same
/// meaning.
fn fraction<'a>(range: Range<usize>, numerator: Vec<Item<'a>>, denominator: Vec<Item<'a>>, is_slash: bool) -> Item<'a> {
    let kind = Kind::Fraction {
        numerator: without_parentheses(numerator),
        denominator: without_parentheses(denominator),
        is_slash,
    };
    Item::nested(range, kind)
}

fn without_parentheses(mut items: Vec<Item<'_>>) -> Vec<Item<'_>> {
    match items.pop() {
        Some(Item {
            kind: Kind::Delimited(open, inside, close),
            ..
        }) if items.is_empty() && open.is("(") && close.is(")") => inside,
        last => {
            items.extend(last);
            items
        }
    }
}

/// A writer that puts the symbols of items in order.
struct Writer<'p, 'a> {
    places: &'p mut Places<'a>,
    symbols: Vec<Symbol<'a>>,
}

impl<'a> Writer<'_, 'a> {
    fn write(&mut self, items: Vec<Item<'a>>, place: u32) {
        for item in items {
            self.item(item, place);
        }
    }

    fn item(&mut self, item: Item<'a>, place: u32) {
        match item.kind {
            Kind::Symbol(text) => self.symbol(text, place, 1.0, item.range),
            Kind::Group(inside) => self.write(inside, place),
            Kind::Delimited(open, inside, close) => self.delimited(*open, inside, *close, place),
            Kind::Fraction {
                numerator, denominator, ..
            } => {
                self.inside(numerator, place, "/", 0);
                self.symbol("/".into(), place, 1.0, item.range);
                self.inside(denominator, place, "/", 1);
            }
            Kind::Call(command, arguments) => {
                self.symbol(command.into(), place, 1.0, item.range);
                for (index, argument) in arguments.into_iter().enumerate() {
                    self.inside(argument, place, command, index);
                }
            }
            Kind::Scripts { sub, sup } => {
                self.inside(sub, place, "_", 0);
                self.inside(sup, place, "^", 0);
            }
        }
    }

    fn delimited(&mut self, open: Item<'a>, inside: Vec<Item<'a>>, close: Item<'a>, place: u32) {
        let only_slash = matches!(
            inside.as_slice(),
            [Item {
                kind: Kind::Fraction { is_slash: true, .. },
                ..
            }]
        );
        let weight = if only_slash && open.is("(") {
            SLASH_PARENTHESIS
        } else {
            1.0
        };
        let bracket = |writer: &mut Self, item: Item<'a>| {
            if let Kind::Symbol(text) = item.kind {
                writer.symbol(text, place, weight, item.range);
            }
        };
        bracket(self, open);
        self.write(inside, place);
        bracket(self, close);
    }

    fn inside(&mut self, items: Vec<Item<'a>>, place: u32, of: &'a str, index: usize) {
        let place = self.places.inside(place, of, index);
        self.write(items, place);
    }

    fn symbol(&mut self, text: Cow<'a, str>, place: u32, weight: f64, range: Range<usize>) {
        self.symbols.push(Symbol {
            text,
            place,
            weight,
            range,
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the symbols of both formulas, with a common numbering of places.
    fn both(a: &str, b: &str) -> [Vec<(String, u32)>; 2] {
        let (mut places, [a, b]) = (Places::default(), [a, b].map(str::to_owned));
        let (a, b) = (symbols(&a, &mut places), symbols(&b, &mut places));
        [a, b].map(|side| {
            let counted = side.into_iter().filter(|symbol| symbol.weight >= 1.0);
            counted.map(|symbol| (symbol.text.into_owned(), symbol.place)).collect()
        })
    }

    fn same(a: &str, b: &str) {
        let [left, right] = both(a, b);
        assert_eq!(left, right, "{a} and {b}");
    }

    fn different(a: &str, b: &str) {
        let [left, right] = both(a, b);
        assert_ne!(left, right, "{a} and {b}");
    }

    #[test]
    fn fractions_are_the_same_however_they_are_written() {
        same("\\frac{a}{b}", "a/b");
        same("\\frac{a}{b}", "{a \\over b}");
        same("x=\\frac{a+b}{2c}+1", "x=(a+b)/(2c)+1");
        same("\\frac{1}{12}x", "1/12x");
        same("\\frac{\\frac{a}{b}}{c}", "(a/b)/c");
        same("\\frac{a}{\\frac{b}{c}}", "a/(b/c)");
        same("\\sum_{i}\\frac{a_i^2}{i}", "\\sum_i a_i^2/i");
        same("\\frac{\\partial f}{\\partial x}", "\\partial f/\\partial x");
        same("\\frac{\\sin x}{\\cos x}", "\\sin x/\\cos x");
        same("\\frac{|x|}{y!}", "|x|/y!");
        same("2\\frac{a}{b}", "2(a/b)");
        same("\\frac{1}{2.5}", "1/2.5");
    }

    #[test]
    fn ways_of_writing_print_alike() {
        for (a, b) in [
            ("x \\in {\\mathbb{R}}.", "x\\in\\mathbb{R}"),
            ("f \\colon A \\to B", "f:A\\to B"),
            ("(\\frac{a}{r})^3", "(a/r)^3"),
            ("x \\coloneqq \\nicefrac{1}{n}", "x:=1/n"),
            ("\\bigl\\lvert {F(x)} \\bigr\\rvert", "|F(x)|"),
        ] {
            assert!(prints_alike(a, b), "{a} and {b}");
        }
        for (a, b) in [
            ("\\mathbf{x}", "x"),
            ("x^2", "x_2"),
            ("a+b", "a-b"),
            ("a", "a b"),
            ("a,b", "ab"),
        ] {
            assert!(!prints_alike(a, b), "{a} and {b}");
        }
    }

    #[test]
    fn scopes_are_not() {
        different("\\frac{a+b}{c}", "a+b/c");
        different("\\frac{a}{bc}", "a/bc");
        different("\\sqrt{a}+b", "\\sqrt{a+b}");
        different("x^{ab}", "x^ab");
        different("x_{a}", "x^{a}");
        different("\\frac{a}{b}", "\\frac{b}{a}");
        different("\\hat{x}y", "\\hat{xy}");
        different("{ab", "{ab}");
        different("ab}", "ab");
        different("\\mathbf{x}", "x");
    }

    #[test]
    fn ways_of_writing_leave_no_trace() {
        same("x_a^b", "x^b_a");
        same("f'", "f^{\\prime}");
        same("f''_n", "f_n^{\\prime\\prime}");
        same("\\operatorname{sin} x", "\\sin x");
        same("\\mathop{\\mathrm{Hom}}(A)", "\\operatorname{Hom}(A)");
        same("{{a}+{b c}}", "a+bc");
        same("a,\\ldots,b", "a,\\dotsc,b");
        same("a \\not= b", "a\\neq b");
        same("\\sqrt[3]{x}", "\\sqrt [ 3 ] { x }");
        same("\\left(\\dfrac{a}{b}\\right]", "(\\frac ab]");
    }

    #[test]
    fn ranges_lead_to_the_source() {
        let source = "\\dfrac{\\alpha}{b'} \\le c";
        let texts: Vec<_> = symbols(source, &mut Places::default())
            .into_iter()
            .map(|symbol| &source[symbol.range])
            .collect();
        assert_eq!(texts[0], "\\alpha");
        assert_eq!(&texts[2..4], ["b", "'"]);
        assert_eq!(texts[4], "\\le");
    }

    #[test]
    fn deep_and_long_formulas() {
        for part in ["{", "(", "\\frac", "\\hat", "a/", "x^", "\\sqrt[", "|/", "((a)/"] {
            let long = part.repeat(20_000);
            assert!(!symbols(&long, &mut Places::default()).is_empty(), "{part}");
        }
    }

    proptest! {
        #[test]
        fn every_range_lies_in_the_source(
            parts in proptest::collection::vec(
                prop_oneof![
                    "[abd12 ]", Just("{".into()), Just("}".into()), Just("\\frac".into()), Just("/".into()), Just("(".into()),
                    Just(")".into()), Just("^".into()), Just("_".into()), Just("\\sqrt".into()), Just("[".into()), Just("]".into()),
                    Just("\\le".into()), Just("\\operatorname".into()), Just("|".into()), Just("\\over".into()), Just("'".into()),
                    Just("é".into()), Just("\\left".into()), Just("\\not".into()), Just("=".into())
                ],
                0..40,
            )
        ) {
            let source: String = parts.concat();
            for symbol in symbols(&source, &mut Places::default()) {
                prop_assert!(source.get(symbol.range).is_some());
            }
        }
    }
}
