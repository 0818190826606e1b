//! Words and formulas of a line of text. Gaps between glyphs tell words apart; glyphs that only mathematics uses are
//! the seeds of formulas, which then take in the digits, brackets and punctuation that belong to them.

use crate::page::{BBox, Style};

use super::lines::Line;
use super::mark::{Extent, Mark, bounds, quantile};
use super::symbols::{self, Class};

/// No line is longer; in what is, formulas are looked for without regard to brackets.
const MAX_CELLS: usize = 2000;

/// Cells between braces or angle brackets that belong together; there may be words among them.
const LONGEST_SET: usize = 60;
/// Letters of a name that a full stop joins to a formula.
const SHORTEST_NAME: usize = 3;

/// A word, or a formula, of a line.
#[derive(Debug, Clone)]
pub(super) struct Segment<'a> {
    pub(super) cells: Vec<Cell<'a>>,
    pub(super) is_math: bool,
    /// Whether white space stands before it.
    pub(super) spaced: bool,
}

impl Segment<'_> {
    pub(super) fn bbox(&self) -> BBox {
        bounds(self.cells.iter().map(|cell| &cell.bbox))
    }

    /// The symbols of its glyphs, without accents.
    pub(super) fn symbols(&self) -> String {
        self.cells.iter().map(Cell::symbol).collect()
    }

    /// Whether all of it stands above or below the line.
    pub(super) fn is_script(&self) -> bool {
        self.is_math && self.cells.iter().all(|cell| cell.is_script)
    }

    pub(super) fn confidence(&self) -> f32 {
        self.cells
            .iter()
            .flat_map(|cell| &cell.marks)
            .map(|mark| mark.confidence)
            .fold(1.0, f32::min)
    }
}

/// What moves together along a line: a glyph with its accents, or a fraction or root with all its parts.
#[derive(Debug, Clone)]
pub(super) struct Cell<'a> {
    /// The glyph itself first.
    pub(super) marks: Vec<Mark<'a>>,
    pub(super) rules: Vec<BBox>,
    pub(super) bbox: BBox,
    role: Role,
    /// Whether it stands above or below the line.
    pub(super) is_script: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Mathematics wherever it stands.
    Math,
    /// Text or mathematics, as its neighbours are.
    Neutral,
    /// Text, unless it names an operator.
    Text,
}

impl<'a> Cell<'a> {
    pub(super) fn base(&self) -> Option<&Mark<'a>> {
        self.marks.first()
    }

    fn symbol(&self) -> &'a str {
        self.base().map_or("", |mark| mark.symbol)
    }

    fn is_plain_letter(&self) -> bool {
        self.marks.len() == 1 && !self.is_script && self.base().is_some_and(Mark::is_letter)
    }

    fn is_italic(&self) -> bool {
        self.role == Role::Text && self.base().is_some_and(|mark| mark.style == Style::Italic)
    }

    fn is(&self, symbols: &str) -> bool {
        self.base().and_then(Mark::char).is_some_and(|c| symbols.contains(c))
    }
}

/// Cuts a line into words and formulas. O(n log n + n r) for n marks and r rules, r bounded.
pub(super) fn segments<'a>(line: &Line<'a>) -> Vec<Segment<'a>> {
    let cells = cells(line);
    let gaps = gaps(&cells);
    let space = word_space(&gaps, line.size);
    let math = formulas(&cells, &gaps, space, line);
    let mut segments: Vec<Segment<'a>> = Vec::new();
    for ((cell, gap), is_math) in cells.into_iter().zip(gaps).zip(math) {
        // The italic correction of a formula before it is no space.
        let spaced = gap > space && !(cell.is(".,;:!?)") && gap < 0.3 * line.size);
        let continues = segments
            .last()
            .is_some_and(|last| last.is_math == is_math.is_some() && (!spaced || is_math == Some(true)));
        match segments.last_mut() {
            Some(last) if continues && is_math != Some(false) => last.cells.push(cell),
            _ => segments.push(Segment {
                cells: vec![cell],
                is_math: is_math.is_some(),
                spaced,
            }),
        }
    }
    segments
}

/// The cells of a line, from left to right.
fn cells<'a>(line: &Line<'a>) -> Vec<Cell<'a>> {
    let (accents, bases): (Vec<Mark<'a>>, Vec<Mark<'a>>) = line.marks.iter().partition(|mark| mark.is_accent());
    let mut cells: Vec<Cell<'a>> = Vec::with_capacity(bases.len());
    let composites = composites(line);
    let mut whole: Vec<Option<usize>> = vec![None; composites.len()];
    for mark in bases {
        let at = composites.iter().position(|extent| {
            mark.bbox.centre() > extent.x0
                && mark.bbox.centre() < extent.x1
                && mark.bbox.middle() > extent.y0
                && mark.bbox.middle() < extent.y1
        });
        let known = at.and_then(|at| whole.get_mut(at));
        match known {
            Some(Some(cell)) => {
                if let Some(cell) = cells.get_mut(*cell) {
                    cell.bbox = cell.bbox.union(&mark.bbox);
                    cell.marks.push(mark);
                }
            }
            Some(first) => {
                *first = Some(cells.len());
                cells.push(Cell {
                    bbox: mark.bbox,
                    marks: vec![mark],
                    rules: vec![],
                    role: Role::Math,
                    is_script: false,
                });
            }
            None => {
                let is_script = line.is_script(&mark);
                cells.push(Cell {
                    bbox: mark.bbox,
                    role: role(&mark, line),
                    marks: vec![mark],
                    rules: vec![],
                    is_script,
                });
            }
        }
    }
    cells.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let mut cells = with_ellipses(cells, line.size);
    for accent in accents {
        if let Some(base) = nearest(&mut cells, accent.bbox.centre()) {
            base.marks.push(accent);
        }
    }
    for rule in &line.rules {
        if let Some(underscore) = underscore(rule, &cells, line) {
            let at = cells.partition_point(|cell| cell.bbox.x0 <= rule.x0);
            cells.insert(at, underscore);
        } else if let Some(base) = cells.iter_mut().rev().find(|cell| cell.bbox.overlap_x(rule) > 0.0) {
            base.rules.push(*rule);
        }
    }
    correct_roles(&mut cells, line.size);
    correct_dashes(&mut cells, line.size);
    take_ordinals(&mut cells, line.baseline);
    take_code(&mut cells, line.size);
    cells
}

/// Width in em between that of an en dash and that of a minus.
const DASH: f32 = 0.64;

/// A minus beside a word, or between digits without the space around an operation, is a dash of text if it is no wider
/// than one.
fn correct_dashes(cells: &mut [Cell<'_>], em: f32) {
    for i in 1..cells.len().saturating_sub(1) {
        let Some([before, cell, after]) = cells.get(i - 1..i + 2) else {
            continue;
        };
        let is_typed = cell.base().is_none_or(|mark| mark.style == Style::Typewriter);
        if cell.symbol() != "\\minus" || cell.is_script || is_typed || cell.bbox.width() > DASH * em {
            continue;
        }
        let (left, right) = (cell.bbox.x0 - before.bbox.x1, after.bbox.x0 - cell.bbox.x1);
        let is_digit = |cell: &Cell<'_>| cell.base().is_some_and(Mark::is_digit) && !cell.is_script;
        let is_text = |cell: &Cell<'_>| cell.role == Role::Text;
        let is_sign = left > 0.15 * em && right < 0.15 * em;
        let is_range = is_digit(before) && is_digit(after) && left < 0.12 * em && right < 0.12 * em;
        let is_dash = (is_text(before) || is_text(after)) && before.role != Role::Math && after.role != Role::Math;
        if !(is_range || is_dash && !is_sign) {
            continue;
        }
        if let Some(cell) = cells.get_mut(i) {
            cell.role = Role::Text;
            cell.marks.iter_mut().for_each(|mark| mark.symbol = "--");
        }
    }
}

/// A short rule on the baseline with nothing over it is how most fonts make an underscore.
fn underscore<'a>(rule: &BBox, cells: &[Cell<'a>], line: &Line<'a>) -> Option<Cell<'a>> {
    let em = line.size;
    let low = rule.y1 > line.baseline - 0.05 * em && rule.y0 < line.baseline + 0.25 * em;
    let near = cells.partition_point(|cell| cell.bbox.x0 < rule.x1);
    let around = cells.get(near.saturating_sub(4)..near)?;
    let free = around.iter().all(|cell| cell.bbox.overlap_x(rule) < 0.4 * rule.width());
    let beside = around.last().filter(|cell| cell.marks.len() == 1)?;
    (low && free && rule.width() < 0.65 * em).then(|| {
        let mark = Mark {
            symbol: "_",
            bbox: *rule,
            baseline: line.baseline,
            glyph: None,
            ..*beside.marks.first()?
        };
        Some(Cell {
            bbox: *rule,
            marks: vec![mark],
            rules: vec![],
            role: beside.role,
            is_script: false,
        })
    })?
}

/// The extents of fractions and roots: all glyphs in them are one cell.
fn composites(line: &Line<'_>) -> Vec<BBox> {
    let mut extents: Vec<BBox> = Vec::new();
    for rule in &line.rules {
        let sign = line.marks.iter().find(|mark| {
            mark.symbol.starts_with("\\sqrt")
                && (mark.bbox.x1 - rule.x0).abs() < 0.3 * mark.size
                && (mark.bbox.y0 - rule.y0).abs() < 0.4 * mark.size
        });
        let inside = |mark: &&Mark<'_>| mark.bbox.centre() > rule.x0 && mark.bbox.centre() < rule.x1;
        let below = line
            .marks
            .iter()
            .filter(inside)
            .any(|mark| mark.bbox.middle() > rule.y1);
        let above = line
            .marks
            .iter()
            .filter(inside)
            .any(|mark| mark.bbox.middle() < rule.y0);
        let slack = 0.05 * line.size;
        let extent = match sign {
            Some(sign) => BBox {
                x0: sign.bbox.x0 - slack,
                y0: rule.y0 - slack,
                x1: rule.x1 + slack,
                y1: sign.bbox.y1 + slack,
            },
            None if above && below => BBox {
                x0: rule.x0 - slack,
                y0: line.bbox.y0,
                x1: rule.x1 + slack,
                y1: line.bbox.y1,
            },
            None => BBox {
                x0: rule.x0 - slack,
                y0: rule.y0,
                x1: rule.x1 + slack,
                y1: line.bbox.y1,
            },
        };
        if rule.width() < 0.9 * line.bbox.width() || sign.is_some() {
            extents.push(extent);
        }
    }
    extents.sort_by(|a, b| b.width().total_cmp(&a.width()));
    extents
}

/// Makes three full stops that stand apart one cell, as TeX sets `\\ldots`.
fn with_ellipses<'a>(cells: Vec<Cell<'a>>, em: f32) -> Vec<Cell<'a>> {
    let mut out: Vec<Cell<'a>> = Vec::with_capacity(cells.len());
    for cell in cells {
        out.push(cell);
        let Some([a, b, c]) = out.last_chunk() else { continue };
        let apart = |a: &Cell<'_>, b: &Cell<'_>| (0.08..0.4).contains(&((b.bbox.x0 - a.bbox.x1) / em));
        if [a, b, c].iter().all(|cell| cell.is(".") && !cell.is_script) && apart(a, b) && apart(b, c) {
            let bbox = a.bbox.union(&c.bbox);
            out.truncate(out.len() - 2);
            if let Some(cell) = out.last_mut() {
                cell.bbox = bbox;
                cell.marks
                    .iter_mut()
                    .for_each(|mark| (mark.symbol, mark.bbox) = ("\\ldots", bbox));
            }
        }
    }
    out
}

fn nearest<'c, 'a>(cells: &'c mut [Cell<'a>], x: f32) -> Option<&'c mut Cell<'a>> {
    let after = cells.partition_point(|cell| cell.bbox.x0 <= x);
    let near = after.saturating_sub(3)..(after + 2).min(cells.len());
    let best = near.min_by(|a, b| {
        let distance = |i: &usize| {
            cells
                .get(*i)
                .map_or(f32::INFINITY, |cell| (cell.bbox.centre() - x).abs())
        };
        distance(a).total_cmp(&distance(b))
    })?;
    cells.get_mut(best)
}

fn role(mark: &Mark<'_>, line: &Line<'_>) -> Role {
    let is_sign = mark.is_digit()
        || matches!(
            mark.symbol,
            "(" | ")" | "[" | "]" | "," | "." | ";" | ":" | "/" | "!" | "*"
        );
    match mark.style {
        Style::Typewriter => Role::Text,
        _ if symbols::is_text_punctuation(mark.symbol) => Role::Text,
        _ if line.is_script(mark) || symbols::is_mathematical(mark.symbol) => Role::Math,
        _ if is_sign => Role::Neutral,
        Style::MathItalic
        | Style::MathBoldItalic
        | Style::Calligraphic
        | Style::Blackboard
        | Style::Fraktur
        | Style::Script
            if mark.is_letter() =>
        {
            Role::Math
        }
        _ => Role::Text,
    }
}

/// Glyphs as sure as this are what they seem.
const SURE: f32 = 0.99;

/// Letters in a mathematical style inside a word were misread: words of text have no such letters, and formulas have
/// no letters in text italic. Only those of ordinals are what they seem: `$n$th`.
fn correct_roles(cells: &mut [Cell<'_>], em: f32) {
    let mut start = 0;
    while start < cells.len() {
        let continues = |i: &usize| match (cells.get(i - 1), cells.get(*i)) {
            (Some(a), Some(b)) => b.is_plain_letter() && b.bbox.x0 - a.bbox.x1 < 0.09 * em,
            _ => false,
        };
        let end = (start + 1..cells.len()).find(|i| !continues(i)).unwrap_or(cells.len());
        if let Some(word) = cells.get_mut(start..end) {
            let math = word.iter().filter(|cell| cell.role == Role::Math).count();
            let is_word = word.len() > 2 * math || word.len() > 2 && word.iter().any(Cell::is_italic);
            let is_word = is_word && !is_ordinal(word);
            if word.first().is_some_and(Cell::is_plain_letter) && is_word && math > 0 {
                word.iter_mut().for_each(|cell| cell.role = Role::Text);
            }
        }
        start = end;
    }
}

/// What English puts after a number to count with it.
const ORDINALS: &[&str] = &["st", "nd", "rd", "th"];

fn spells(cells: &[Cell<'_>], words: &[&str]) -> bool {
    let letters = || cells.iter().map(Cell::symbol);
    words
        .iter()
        .any(|word| letters().eq(word.split("").filter(|c| !c.is_empty())))
}

/// Whether a letter of a formula is counted with: `$n$th`.
fn is_ordinal(word: &[Cell<'_>]) -> bool {
    let [first, ending @ ..] = word else { return false };
    first.role == Role::Math
        && first.base().is_some_and(|mark| mark.confidence >= SURE)
        && ending.iter().all(|cell| cell.role == Role::Text)
        && spells(ending, ORDINALS)
}

/// The raised ending of a number in text (`\\textsuperscript`): 1st.
fn take_ordinals(cells: &mut [Cell<'_>], baseline: f32) {
    for i in 1..cells.len().saturating_sub(1) {
        let Some((number, ending)) = cells.get(i - 1).zip(cells.get(i..i + 2)) else {
            continue;
        };
        let is_raised = |cell: &Cell<'_>| {
            let is_upright = |mark: &Mark<'_>| mark.style == Style::Roman && mark.baseline < baseline;
            cell.is_script && cell.base().is_some_and(is_upright)
        };
        let is_number = !number.is_script && number.base().is_some_and(Mark::is_digit);
        let ends = cells.get(i + 2).is_none_or(|next| !next.is_script);
        if is_number && ends && ending.iter().all(is_raised) && spells(ending, ORDINALS) {
            cells[i..i + 2].iter_mut().for_each(|cell| cell.role = Role::Text);
        }
    }
}

/// Signs that the typewriter fonts of encoding OT1 lack: LaTeX takes them from the fonts of mathematics.
fn take_code(cells: &mut [Cell<'_>], em: f32) {
    for i in 0..cells.len() {
        let is_typed = |other: Option<usize>| {
            let (other, cell) = (other.and_then(|other| cells.get(other))?, cells.get(i)?);
            let gap = (other.bbox.x0 - cell.bbox.x1).max(cell.bbox.x0 - other.bbox.x1);
            let is_code = other.base()?.style == Style::Typewriter && !other.is_script;
            Some(is_code && gap < 0.1 * em)
        };
        let is_beside = is_typed(i.checked_sub(1)) == Some(true) || is_typed(Some(i + 1)) == Some(true);
        let Some(cell) = cells.get_mut(i).filter(|_| is_beside) else {
            continue;
        };
        if matches!(cell.symbol(), "{" | "}" | "\\backslash") && cell.marks.len() == 1 && !cell.is_script {
            cell.role = Role::Text;
            cell.marks.iter_mut().for_each(|mark| mark.style = Style::Typewriter);
        }
    }
}

/// White space before each cell; 0 before the first.
fn gaps(cells: &[Cell<'_>]) -> Vec<f32> {
    let mut right = f32::INFINITY;
    cells
        .iter()
        .map(|cell| {
            let gap = if right.is_finite() { cell.bbox.x0 - right } else { 0.0 };
            right = if right.is_finite() {
                right.max(cell.bbox.x1)
            } else {
                cell.bbox.x1
            };
            gap
        })
        .collect()
}

/// The gap from which on words are apart: half the line's usual space, within what TeX's fonts allow.
fn word_space(gaps: &[f32], em: f32) -> f32 {
    let usual = quantile(gaps.iter().copied().filter(|gap| *gap > 0.12 * em && *gap < em), 0.5);
    if usual > 0.0 {
        (0.58 * usual).clamp(0.12 * em, 0.22 * em)
    } else {
        0.18 * em
    }
}

/// For each cell: `None` in text; in a formula whether it continues the formula of the cell before.
fn formulas(cells: &[Cell<'_>], gaps: &[f32], space: f32, line: &Line<'_>) -> Vec<Option<bool>> {
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
    };
    // Each round lets what was found attract its neighbours; three levels of attraction do for any formula.
    for _ in 0..3 {
        finder.take_vectors();
        finder.take_primes();
        finder.take_names();
        finder.take_attached();
        finder.take_fields();
        finder.take_operands();
        finder.take_brackets();
        finder.take_between();
    }
    finder.starts()
}

/// The styles of names that few of the letters have.
fn names(cells: &[Cell<'_>]) -> Vec<Style> {
    let letters = || {
        cells
            .iter()
            .filter(|cell| cell.is_plain_letter())
            .filter_map(Cell::base)
    };
    let is_rare = |style: &Style| 2 * letters().filter(|mark| mark.style == *style).count() < letters().count();
    [Style::Sans, Style::SmallCaps].into_iter().filter(is_rare).collect()
}

/// The other bracket of each bracket.
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
    /// Styles of names in formulas that the line's text is not set in.
    names: Vec<Style>,
}

impl Finder<'_, '_> {
    /// Whether the cell touches the one before it.
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

    /// A binary operation or relation that is known to be mathematics.
    fn is_operator(&self, i: usize) -> bool {
        self.is_math(i) && matches!(self.class(i), Class::Binary | Class::Relation)
    }

    /// A bold letter alone, where the words around it are not bold: a vector.
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

    /// Apostrophes after a symbol that no letter follows are primes.
    fn take_primes(&mut self) {
        for i in 1..self.cells.len() {
            let is_letter = self.cells.get(i + 1).and_then(Cell::base).is_some_and(Mark::is_letter);
            let ends_word = is_letter && self.joined(i + 1);
            if self.cells[i].is("’") && self.joined(i) && self.is_math(i - 1) && !ends_word {
                self.math[i] = true;
            }
        }
    }

    /// Names of operators before or after a formula: `sin x`, `max(a, b)`, `Var(X)`.
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
            let near = self.is_math(end) && self.gaps.get(end).is_some_and(|gap| *gap < 0.3 * self.em);
            let applied = self.joined(end) && self.is_applied(end, operator);
            let labelled = self.joined(end) && self.is_math(end) && self.is_subscript(end);
            let is_symbol = end - start == 1 && touches && !self.is_math(start);
            if applied || labelled || is_symbol || operator && (touches || near) {
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
                    matches!(mark.style, Style::Roman | Style::Bold | Style::Sans) && mark.is_letter()
                })
        })
    }

    /// All of `(mod 15)`.
    fn take_modulus(&mut self, name: usize) {
        let open = name.wrapping_sub(1);
        if let Some(close) = self.partner.get(open).copied().flatten().filter(|close| *close > open) {
            self.math[open..=close].fill(true);
        }
    }

    /// Whether a bracket opens here that holds mathematics; after an operator a number will do.
    fn is_applied(&self, open: usize, after_operator: bool) -> bool {
        let Some(close) = self.partner.get(open).copied().flatten().filter(|close| *close > open) else {
            return false;
        };
        let is_bracket = self.cells.get(open).is_some_and(|cell| cell.is("(["));
        is_bracket && (self.math_inside(open, close) || after_operator && (open + 1..close).all(|i| self.is_neutral(i)))
    }

    fn is_subscript(&self, i: usize) -> bool {
        let mark = self.cells.get(i).filter(|cell| cell.is_script).and_then(Cell::base);
        mark.is_some_and(|mark| mark.baseline > self.baseline)
    }

    /// Whether there is mathematics and no text between two brackets.
    fn math_inside(&self, open: usize, close: usize) -> bool {
        let mut inside = open + 1..close;
        inside.clone().any(|i| self.is_math(i)) && inside.all(|i| self.is_math(i) || self.is_neutral(i))
    }

    /// Digits, and what links them to a formula without a gap: `2x`, `x/2`.
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
                || self.cells[i - 1].is(".,") && after_number && self.is_number(i)
                || self.cells[i - 1].is("/") && after_number;
            if self.joined(i) && self.is_math(i) && links {
                self.math[i - 1] = true;
            }
        }
    }

    /// Names after a full stop that no space follows: `t.\\mathit{inputs}`.
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

    /// Both operands of an operation or relation: numbers, and names in another type than that of the text.
    fn take_operands(&mut self) {
        for i in 0..self.cells.len() {
            if !self.is_operator(i) {
                continue;
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

    fn is_operand(&self, i: usize) -> bool {
        let is_value = || self.is_number(i) || self.is_decimal(i) || self.is_ellipsis(i);
        self.is_neutral(i) && is_value() || self.is_name(i)
    }

    /// A letter in sans serif or small capitals, where the line is not.
    fn is_name(&self, i: usize) -> bool {
        let is_name = |cell: &Cell<'_>| {
            let style = cell.base().map(|mark| mark.style);
            cell.is_plain_letter() && style.is_some_and(|style| self.names.contains(&style))
        };
        self.cells.get(i).is_some_and(is_name)
    }

    /// A point or comma between digits.
    fn is_ellipsis(&self, i: usize) -> bool {
        self.cells.get(i).is_some_and(|cell| cell.symbol() == "\\ldots")
    }

    fn is_decimal(&self, i: usize) -> bool {
        i > 0
            && self.cells.get(i).is_some_and(|cell| cell.is(".,"))
            && self.is_number(i - 1)
            && self.is_number(i + 1)
            && self.joined(i)
            && self.joined(i + 1)
    }

    /// Whether the cell follows directly, or after no more than the space around an operator.
    fn gap_is_close(&self, i: usize, operator: usize) -> bool {
        let by_operator = i == operator || i == operator + 1;
        self.gaps
            .get(i)
            .is_some_and(|gap| *gap <= if by_operator { 0.6 * self.em } else { self.space })
    }

    /// Brackets that belong to a formula, with all they hold: `f(0)`, `(a, b)`, `= (1, 2)`.
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

    /// An upright letter between punctuation or brackets: `(h, x)`.
    fn is_lone_letter(&self, i: usize) -> bool {
        let edge = |i: usize| self.cells.get(i).is_some_and(|cell| cell.is("(),;"));
        self.is_upright(i) && edge(i + 1) && edge(i.wrapping_sub(1)) && self.joined(i + 1)
    }

    /// Punctuation between two formulas that are one: `x, y` with the space of a formula, `f: X`.
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
                ":" => true,
                "/" | "!" | "." | "*" => tight(i) && tight(end),
                _ => dots,
            };
            if together && (i..end).all(|j| self.cells[j].is(",;:/!.*") || self.cells[j].symbol() == "\\ldots") {
                self.math[i..end].fill(true);
            }
        }
    }

    /// Which formula cells continue the formula before them: two formulas stand side by side only with a word space
    /// between them and no operator at either edge.
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

    /// A bar with the space of a relation on both sides (`\\mid`).
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
