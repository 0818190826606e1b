//! Finds the formulas of a line. Glyphs that only mathematics uses are the seeds. They absorb the digits, brackets,
//! names and punctuation that belong to them (The TeXbook, chapters 16 to 18: the material between dollar signs).

use texlens_vocabulary::Style;

use crate::typeset::lines::Line;
use crate::typeset::mark::Mark;
use crate::typeset::symbols::{self, Class};

use super::cell::{Cell, Role};

/// Most cells of a line. In a longer one, formulas consist of their seeds only.
const MAX_CELLS: usize = 2000;
/// Most cells between braces that are one set, which may contain words.
const LONGEST_SET: usize = 60;
/// Most letters of a function whose domain is stated, as in `f: X`.
const LONGEST_NAME: usize = 12;
/// Number of letters that no name reaches.
const LONG_NAME: usize = 40;
/// Fewest letters of a name that a full stop joins to a formula.
const SHORTEST_NAME: usize = 3;
/// Largest space in a formula, relative to the least space between words: 0.85 of the usual space.
const NARROW: f32 = 1.47;

/// Returns for each cell `None` in text; in a formula, whether the cell continues the formula of the cell before.
pub(super) fn formulas(cells: &[Cell<'_>], gaps: &[f32], space: f32, line: &Line<'_>) -> Vec<Option<bool>> {
    if cells.len() > MAX_CELLS {
        let is_math = |i: usize| cells.get(i).is_some_and(|cell| cell.role == Role::Math);
        return (0..cells.len())
            .map(|i| is_math(i).then(|| i > 0 && is_math(i - 1)))
            .collect();
    }
    let mut finder = Finder {
        cells,
        gaps,
        space,
        em: line.size,
        baseline: line.baseline,
        math: cells.iter().map(|cell| cell.role == Role::Math).collect(),
        partner: partners(cells),
        names: names(cells),
        is_exact: line.marks.iter().all(|mark| mark.confidence >= 1.0),
    };
    // In each round, the cells found attract their neighbours; three levels of attraction suffice for any formula.
    for _ in 0..3 {
        finder.take_vectors();
        finder.take_primes();
        finder.take_daggers();
        finder.take_names();
        finder.take_attached();
        finder.take_fields();
        finder.take_operands();
        finder.take_brackets();
        finder.take_between();
        finder.take_lists();
    }
    finder.starts()
}

/// Returns the styles of names: those that few of the letters have.
fn names(cells: &[Cell<'_>]) -> Vec<Style> {
    let letters = || {
        cells
            .iter()
            .filter(|cell| cell.is_plain_letter() && cell.role == Role::Text)
            .filter_map(Cell::base)
    };
    let is_rare = |style: &Style| {
        let count = letters().filter(|mark| mark.style == *style).count();
        // A line with nothing else is a display, unless it has a run of words.
        2 * count < letters().count() || count == letters().count() && count < LONG_NAME
    };
    let styles = [
        Style::Sans,
        Style::SmallCaps,
        Style::Typewriter,
        Style::Italic,
        Style::Bold,
    ];
    styles.into_iter().filter(is_rare).collect()
}

/// Returns the partner of each bracket.
fn partners(cells: &[Cell<'_>]) -> Vec<Option<usize>> {
    let mut partner = vec![None; cells.len()];
    let mut open: Vec<usize> = Vec::new();
    for (i, cell) in cells.iter().enumerate() {
        match symbols::class(cell.symbol()) {
            Class::Opening if cell.marks.len() == 1 => open.push(i),
            Class::Closing if cell.marks.len() == 1 => {
                if let Some(start) = open.pop() {
                    partner[start] = Some(i);
                    partner[i] = Some(start);
                }
            }
            _ => {}
        }
    }
    partner
}

struct Finder<'f, 'a> {
    cells: &'f [Cell<'a>],
    gaps: &'f [f32],
    space: f32,
    em: f32,
    baseline: f32,
    math: Vec<bool>,
    partner: Vec<Option<usize>>,
    /// Styles of names in formulas, in which the line's text is not set.
    names: Vec<Style>,
    /// Whether gaps are exact, so that thin spaces differ from those between letters and between words.
    is_exact: bool,
}

impl Finder<'_, '_> {
    /// Reports whether the cell touches the one before it.
    fn joined(&self, i: usize) -> bool {
        i > 0 && self.gaps.get(i).is_some_and(|gap| *gap <= self.space)
    }

    fn is_math(&self, i: usize) -> bool {
        self.math.get(i).copied().unwrap_or(false)
    }

    fn class(&self, i: usize) -> Class {
        self.cells
            .get(i)
            .map_or(Class::Ordinary, |cell| symbols::class(cell.symbol()))
    }

    fn is_neutral(&self, i: usize) -> bool {
        self.cells.get(i).is_some_and(|cell| cell.role == Role::Neutral)
    }

    fn is_number(&self, i: usize) -> bool {
        self.cells
            .get(i)
            .is_some_and(|cell| cell.base().is_some_and(Mark::is_digit))
    }

    /// Reports whether the cell is a binary operation or relation known to be mathematics.
    fn is_operator(&self, i: usize) -> bool {
        let is_colon =
            || self.cells.get(i).is_some_and(|cell| cell.is(":")) && self.is_apart(i) && self.is_apart(i + 1);
        self.is_math(i) && matches!(self.class(i), Class::Binary | Class::Relation) || is_colon()
    }

    /// Reports whether the space of a relation stands before the cell: text has none before a colon.
    fn is_apart(&self, i: usize) -> bool {
        self.gaps
            .get(i)
            .is_some_and(|gap| (0.2..0.6).contains(&(gap / self.em)))
    }

    /// Takes vectors: single bold letters whose neighbouring words are not bold.
    fn take_vectors(&mut self) {
        let is_bold = |i: usize| {
            self.cells
                .get(i)
                .and_then(Cell::base)
                .is_some_and(|mark| mark.is_letter() && matches!(mark.style, Style::Bold | Style::BoldItalic))
        };
        for i in (0..self.cells.len()).filter(|i| is_bold(*i)) {
            let near_word = (i.saturating_sub(6)..i + 6).any(|j| is_bold(j) && is_bold(j + 1));
            let in_word =
                self.joined(i) && self.is_upright(i.wrapping_sub(1)) || self.joined(i + 1) && self.is_upright(i + 1);
            let is_symbol = |mark: &Mark<'_>| mark.is_letter() || symbols::math_accent(mark.symbol).is_some();
            if !near_word && !in_word && self.cells[i].marks.iter().all(is_symbol) {
                self.math[i] = true;
            }
        }
    }

    /// Takes daggers that are no superscript and follow a symbol.
    fn take_daggers(&mut self) {
        for i in 1..self.cells.len() {
            let is_dagger = matches!(self.cells[i].symbol(), "\\dag" | "\\ddag") && !self.cells[i].is_script;
            if is_dagger && self.joined(i) && self.is_math(i - 1) {
                self.math[i] = true;
            }
        }
    }

    /// Takes primes: apostrophes after a symbol that no letter follows.
    fn take_primes(&mut self) {
        for i in 1..self.cells.len() {
            let is_letter = self.cells.get(i + 1).and_then(Cell::base).is_some_and(Mark::is_letter);
            let ends_word = is_letter && self.joined(i + 1);
            if self.cells[i].is("’") && self.joined(i) && self.is_math(i - 1) && !ends_word {
                self.math[i] = true;
            }
        }
    }

    /// Takes names of operators before or after a formula: `sin x`, `max(a, b)`, `Var(X)`.
    fn take_names(&mut self) {
        let mut start = 0;
        while start < self.cells.len() {
            if !self.is_upright(start) {
                start += 1;
                continue;
            }
            let end = (start + 1..self.cells.len())
                .find(|i| !self.is_upright(*i) || !self.joined(*i))
                .unwrap_or(self.cells.len());
            let name: String = self.cells[start..end].iter().map(|cell| cell.symbol()).collect();
            let operator = symbols::operator_name(&name).is_some() || name == "mod";
            if name == "mod" {
                self.take_modulus(start);
            }
            let touches =
                self.joined(end) && self.is_math(end) || self.joined(start) && self.is_math(start.wrapping_sub(1));
            let is_operand = self.is_math(end) || name == "mod" && self.is_number(end);
            let near = is_operand && self.gaps.get(end).is_some_and(|gap| *gap < 0.3 * self.em);
            // No space stands before a script, but some classes set one before raised citations.
            let is_raised = self.cells.get(end).is_some_and(|cell| cell.is_script);
            let is_function = self.is_exact
                && end - start > 1
                && self.is_math(end)
                && self.is_thin(end)
                && self.is_narrow(end)
                && !is_raised;
            let applied = self.joined(end) && self.is_applied(end, operator);
            let labelled = self.joined(end) && self.is_math(end) && self.is_labelled(end);
            let is_symbol = end - start == 1 && touches && !self.is_math(start);
            if applied || labelled || is_symbol || is_function || operator && (touches || near) {
                self.math[start..end].fill(true);
            }
            start = end;
        }
    }

    fn is_upright(&self, i: usize) -> bool {
        self.cells.get(i).is_some_and(|cell| {
            cell.marks.len() == 1
                && cell.role == Role::Text
                && cell.base().is_some_and(|mark| {
                    let is_usual = matches!(mark.style, Style::Roman | Style::Bold | Style::Sans);
                    (is_usual || self.names.contains(&mark.style)) && mark.is_letter()
                })
        })
    }

    /// Takes all of `(mod 15)`.
    fn take_modulus(&mut self, name: usize) {
        let open = name.wrapping_sub(1);
        if let Some(close) = self.partner.get(open).copied().flatten().filter(|close| *close > open) {
            self.math[open..=close].fill(true);
        }
    }

    /// Reports whether a bracket with mathematics opens here; after an operator, a number is enough.
    fn is_applied(&self, open: usize, after_operator: bool) -> bool {
        let Some(close) = self.partner.get(open).copied().flatten().filter(|close| *close > open) else {
            return false;
        };
        let is_bracket = self.cells.get(open).is_some_and(|cell| cell.is("(["));
        is_bracket && (self.math_inside(open, close) || after_operator && (open + 1..close).all(|i| self.is_neutral(i)))
    }

    /// Reports whether the scripts that begin here belong to a symbol: a subscript, or letters, which mark no note.
    fn is_labelled(&self, start: usize) -> bool {
        let scripts = self.cells.get(start..).unwrap_or_default();
        let mut scripts = scripts.iter().take_while(|cell| cell.is_script).filter_map(Cell::base);
        scripts.any(|mark| mark.baseline > self.baseline || mark.is_letter() && mark.style != Style::MathItalic)
    }

    /// Reports whether a thin space stands before the cell, as TeX puts it after an operator.
    fn is_thin(&self, i: usize) -> bool {
        self.gaps
            .get(i)
            .is_some_and(|gap| (0.1..0.21).contains(&(gap / self.em)))
    }

    /// Reports whether two brackets enclose mathematics and no text.
    fn math_inside(&self, open: usize, close: usize) -> bool {
        let mut inside = open + 1..close;
        inside.clone().any(|i| self.is_math(i)) && inside.all(|i| self.is_math(i) || self.is_neutral(i))
    }

    /// Takes digits, and the signs that link digits to a formula without a gap: `2x`, `x/2`.
    fn take_attached(&mut self) {
        for i in 1..self.cells.len() {
            let slash = self.cells[i].is("/")
                && self.joined(i + 1)
                && (self.is_math(i + 1)
                    || self.is_number(i + 1)
                    || self.cells.get(i + 1).is_some_and(|cell| cell.is("(")));
            if self.joined(i) && self.is_math(i - 1) && (self.is_number(i) || slash) {
                self.math[i] = true;
            }
        }
        for i in (1..self.cells.len()).rev() {
            let after_number = i >= 2 && self.is_number(i - 2) && self.joined(i - 1);
            let links = self.is_number(i - 1)
                // A raised number after punctuation is the mark of a note.
                || self.cells[i - 1].is(".,") && after_number && self.is_number(i) && !self.cells[i].is_script
                || self.cells[i - 1].is("/") && after_number;
            if self.joined(i) && self.is_math(i) && links {
                self.math[i - 1] = true;
            }
        }
    }

    /// Takes names after a full stop without a space: `t.\mathit{inputs}`.
    fn take_fields(&mut self) {
        for i in 1..self.cells.len() {
            let is_stop = self.cells[i].is(".") && self.is_math(i - 1) && self.joined(i) && self.joined(i + 1);
            if !is_stop {
                continue;
            }
            let is_letter = |j: &usize| {
                let is_plain = self.cells.get(*j).is_some_and(Cell::is_plain_letter);
                is_plain && self.joined(*j)
            };
            let end = (i + 1..self.cells.len())
                .find(|j| !is_letter(j))
                .unwrap_or(self.cells.len());
            if end - i > SHORTEST_NAME {
                self.math[i..end].fill(true);
            }
        }
    }

    /// Takes both operands of an operation or relation: numbers, and names in another style than the text.
    fn take_operands(&mut self) {
        for i in 0..self.cells.len() {
            if !self.is_operator(i) {
                continue;
            }
            if !self.is_math(i) {
                self.math[i] = self.is_math(i + 1) || i > 0 && self.is_math(i - 1) || self.is_name(i + 1);
                self.take_word_before(i);
            }
            let mut right = i + 1;
            while self.is_operand(right) && self.gap_is_close(right, i) {
                self.math[right] = true;
                right += 1;
            }
            let mut left = i;
            while left > 0 && self.is_operand(left - 1) && self.gap_is_close(left, i) {
                self.math[left - 1] = true;
                left -= 1;
            }
        }
    }

    /// Takes the word before a colon with the space of a relation, which does not occur in text.
    fn take_word_before(&mut self, colon: usize) {
        if !self.is_math(colon) {
            return;
        }
        let start = (0..colon)
            .rev()
            .find(|i| !self.is_upright(*i) || *i + 1 < colon && !self.joined(*i + 1));
        let start = start.map_or(0, |before| before + 1);
        if (1..=LONGEST_NAME).contains(&(colon - start)) {
            self.math[start..colon].fill(true);
        }
    }

    fn is_operand(&self, i: usize) -> bool {
        let is_value = || self.is_number(i) || self.is_decimal(i) || self.is_ellipsis(i);
        self.is_neutral(i) && is_value() || self.is_name(i) || self.is_single(i)
    }

    /// Reports whether the cell is an upright letter that is no word.
    fn is_single(&self, i: usize) -> bool {
        let touches = |at: usize, i: usize| self.joined(at) && self.is_upright(i);
        let is_word = || self.cells.get(i).is_some_and(|cell| cell.is("aAI"));
        self.is_upright(i) && !is_word() && !touches(i, i.wrapping_sub(1)) && !touches(i + 1, i + 1)
    }

    /// Reports whether the cell is a letter of a style that the words of the line do not have.
    fn is_name(&self, i: usize) -> bool {
        let is_name = |cell: &Cell<'_>| {
            let style = cell.base().map(|mark| mark.style);
            cell.is_plain_letter() && style.is_some_and(|style| self.names.contains(&style))
        };
        self.cells.get(i).is_some_and(is_name)
    }

    /// Reports whether the cell is an ellipsis.
    fn is_ellipsis(&self, i: usize) -> bool {
        self.cells.get(i).is_some_and(|cell| cell.symbol() == "\\ldots")
    }

    /// Reports whether the cell is a point or comma between digits.
    fn is_decimal(&self, i: usize) -> bool {
        i > 0
            && self.cells.get(i).is_some_and(|cell| cell.is(".,"))
            && self.is_number(i - 1)
            && self.is_number(i + 1)
            && self.joined(i)
            && self.joined(i + 1)
    }

    /// Reports whether the cell follows directly, or after at most the space around an operator.
    fn gap_is_close(&self, i: usize, operator: usize) -> bool {
        let by_operator = i == operator || i == operator + 1;
        self.gaps
            .get(i)
            .is_some_and(|gap| *gap <= if by_operator { 0.6 * self.em } else { self.space })
    }

    /// Takes brackets that belong to a formula, with their contents: `f(0)`, `(a, b)`, `= (1, 2)`.
    fn take_brackets(&mut self) {
        for open in 0..self.cells.len() {
            let Some(close) = self.partner.get(open).copied().flatten().filter(|close| *close > open) else {
                continue;
            };
            let is_set = !self.cells[open].is("([") && close - open < LONGEST_SET && self.is_math(open);
            let is_formula = (open + 1..close).all(|i| self.is_math(i) || self.is_neutral(i) || self.is_lone_letter(i));
            if !is_set && !is_formula || close == open + 1 {
                continue;
            }
            let applied = self.joined(open) && self.is_math(open.wrapping_sub(1));
            let continued = self.joined(close + 1) && self.is_math(close + 1);
            let operand = open > 0 && self.is_operator(open - 1) || self.is_operator(close + 1);
            let list = (open + 1..close).any(|i| self.cells[i].is(",")) && (open + 1..close).any(|i| self.is_math(i));
            let sum = (open + 1..close).any(|i| self.is_operator(i) && self.class(i) == Class::Binary);
            let is_math = self.is_math(open) || self.is_math(close);
            if applied || continued || operand || list || sum || is_math {
                self.math[open..=close].fill(true);
            }
        }
    }

    /// Reports whether the cell is an upright letter between punctuation or brackets: `(h, x)`.
    fn is_lone_letter(&self, i: usize) -> bool {
        let edge = |i: usize| self.cells.get(i).is_some_and(|cell| cell.is("(),;"));
        self.is_upright(i) && edge(i + 1) && edge(i.wrapping_sub(1)) && self.joined(i + 1)
    }

    /// Takes punctuation between two formulas that are one: `x, y` with the space of a formula, `f: X`.
    fn take_between(&mut self) {
        for i in 1..self.cells.len().saturating_sub(1) {
            if self.is_math(i) || !self.is_neutral(i) || !self.is_math(i - 1) {
                continue;
            }
            let end = (i..self.cells.len())
                .find(|j| self.is_math(*j) || !self.is_neutral(*j))
                .unwrap_or(self.cells.len());
            if end - i > 3 || !self.is_math(end) {
                continue;
            }
            let tight = |j: usize| {
                self.gaps
                    .get(j)
                    .is_some_and(|gap| *gap <= self.space.max(0.2 * self.em))
            };
            let dots = self.cells[i..end].iter().any(|cell| cell.symbol() == "\\ldots");
            let together = match self.cells[i].symbol() {
                "," | ";" => tight(i) && (tight(end) || dots),
                ":" | "\\backslash" => true,
                "!" => tight(i),
                "/" | "." | "*" => tight(i) && tight(end),
                _ => dots,
            };
            if together
                && (i..end)
                    .all(|j| self.cells[j].is(",;:/!.*") || matches!(self.cells[j].symbol(), "\\ldots" | "\\backslash"))
            {
                self.math[i..end].fill(true);
            }
        }
    }

    /// Reports whether the space before the cell is narrower than those between the words of the line. In a font whose
    /// word spaces are as narrow as a thin space, a thin space shows nothing.
    fn is_narrow(&self, i: usize) -> bool {
        self.gaps.get(i).is_some_and(|gap| *gap < NARROW * self.space)
    }

    /// Takes lists of a formula, which thin spaces after commas reveal: numbers, or dots at the end.
    fn take_lists(&mut self) {
        if !self.is_exact {
            return;
        }
        for i in 1..self.cells.len() {
            if !self.cells[i].is(",") || !self.joined(i) || !self.is_thin(i + 1) || !self.is_narrow(i + 1) {
                continue;
            }
            let (before, after) = (i - 1, i + 1);
            let is_list =
                self.is_number(before) && self.is_number(after) || self.is_math(before) && self.is_ellipsis(after);
            if is_list && (before..=after).all(|j| self.is_math(j) || self.is_neutral(j) || self.is_ellipsis(j)) {
                self.math[before..=after].fill(true);
            }
        }
    }

    /// Returns for each cell of a formula whether it continues the formula before it. Two formulas stand side by side
    /// only with a word space between them and no operator at either edge.
    fn starts(&self) -> Vec<Option<bool>> {
        let mut depth = 0i32;
        let mut base = 0;
        (0..self.cells.len())
            .map(|i| {
                if !self.is_math(i) {
                    depth = 0;
                    return None;
                }
                let continues = i > 0 && self.is_math(i - 1);
                let bound = depth > 0 || self.joins_on(i) || continues && self.joins_on(base);
                if !self.cells[i].is_script {
                    base = i;
                }
                match self.class(i) {
                    Class::Opening => depth += 1,
                    Class::Closing => depth = (depth - 1).max(0),
                    _ => {}
                }
                let near = self
                    .gaps
                    .get(i)
                    .is_some_and(|gap| *gap <= (1.2 * self.space).max(0.2 * self.em));
                Some(continues && (near || bound))
            })
            .collect()
    }

    /// Reports whether the cell is a bar with the space of a relation on both sides (`\mid`).
    fn is_divider(&self, i: usize) -> bool {
        let wide = |i: usize| self.gaps.get(i).is_some_and(|gap| *gap > 0.2 * self.em);
        self.cells.get(i).is_some_and(|cell| cell.is("|")) && wide(i) && wide(i + 1) && self.is_math(i + 1)
    }

    fn joins_on(&self, i: usize) -> bool {
        self.is_operator(i)
            || self.is_divider(i)
            || matches!(self.class(i), Class::Punctuation | Class::LargeOperator)
            || self.is_upright(i)
    }
}
