//! Joins glyphs that move together along a line: glyphs with their accents, fractions and roots with all their parts,
//! ellipses.

use texlens_vocabulary::{BBox, Style};

use crate::typeset::lines::Line;
use crate::typeset::mark::{Extent, Mark};
use crate::typeset::symbols;

use super::cell::{Cell, Role};
use super::roles;

/// Returns the cells of a line, from left to right.
pub(super) fn cells<'a>(line: &Line<'a>) -> Vec<Cell<'a>> {
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
    roles::correct_roles(&mut cells, line.size);
    roles::correct_dashes(&mut cells, line.size);
    roles::take_ordinals(&mut cells, line.baseline);
    roles::take_code(&mut cells, line.size);
    cells
}

/// Returns an underscore for a short rule on the baseline with nothing over it. Most fonts set an underscore as such a
/// rule.
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

/// Returns the extents of fractions and roots: all glyphs in one are one cell.
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

/// Joins three spaced full stops into one cell: TeX sets `\ldots` so.
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

/// Least height of a delimiter from `\big` or `\left`, in em.
const LARGE_DELIMITER: f32 = 1.15;

fn role(mark: &Mark<'_>, line: &Line<'_>) -> Role {
    let is_sign = mark.is_digit()
        || matches!(
            mark.symbol,
            "(" | ")" | "[" | "]" | "," | "." | ";" | ":" | "/" | "!" | "*" | "_" | "\\backslash"
        );
    match mark.style {
        Style::Typewriter => Role::Text,
        _ if symbols::is_text_punctuation(mark.symbol) => Role::Text,
        _ if line.is_script(mark) || symbols::is_mathematical(mark.symbol) => Role::Math,
        // Delimiters in text have one size.
        _ if symbols::is_delimiter(mark.symbol) && mark.bbox.height() > LARGE_DELIMITER * mark.size => Role::Math,
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
