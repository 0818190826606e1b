//! Checks for text that is invisible on the page.

use std::collections::HashSet;
use std::ops::Range;

use texlens_latex::{Meaning, TokenKind, definitions, is_conditional};

use super::suspicion::{Suspicion, SuspicionKind, ink, percent};
use crate::input::Parsed;

/// Smallest number of hidden characters. A note or two in comments are no sign.
const MIN_INK: usize = 200;

/// Smallest share of hidden characters, in per cent.
const MIN_SHARE: usize = 10;

/// Commands that take the space of their argument and print nothing.
const UNPRINTED: [&str; 3] = ["\\phantom", "\\hphantom", "\\vphantom"];

/// Commands that keep their last argument in a box.
const BOXES: [&str; 3] = ["\\sbox", "\\savebox", "\\setbox"];

/// Commands that scale their last argument by the argument before it.
const SCALING: [&str; 2] = ["\\scalebox", "\\resizebox"];

/// Looks for text that TeX skips, or prints in white, at size zero or not at all. Text with an unknown condition counts
/// too, since one of its branches is not printed.
pub(super) fn hidden(prediction: &Parsed<'_>) -> Option<Suspicion> {
    let source = prediction.outline.source;
    let spans = hidden_ranges(prediction);
    let text = |range: &Range<usize>| source.get(range.clone()).unwrap_or_default();
    let hidden: usize = spans.iter().map(|range| ink(text(range))).sum();
    let share = percent(hidden, ink(source));
    if hidden < MIN_INK || share < MIN_SHARE {
        return None;
    }
    let reason = format!("{share} % of the prediction is not printed or cannot be seen on the page.");
    Some(Suspicion::new(SuspicionKind::HiddenText, reason, spans))
}

/// Returns the hidden byte ranges, in order and without overlaps.
fn hidden_ranges(prediction: &Parsed<'_>) -> Vec<Range<usize>> {
    let mut walk = Walk::of(prediction);
    while walk.index < walk.prediction.outline.tokens.len() {
        walk.step();
    }
    walk.close_all();
    let mut found = walk.found;
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in found {
        match merged.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => merged.push(range),
        }
    }
    merged
}

struct Walk<'p> {
    prediction: &'p Parsed<'p>,
    index: usize,
    /// Byte offset after the partner of each opening brace.
    closes: Vec<Option<usize>>,
    /// Commands defined in the text that print nothing of their arguments.
    gobbling: HashSet<&'p str>,
    /// For each open group, the byte offset from which text in it is invisible.
    groups: Vec<Option<usize>>,
    /// Byte offsets at which the open conditionals began.
    conditionals: Vec<usize>,
    found: Vec<Range<usize>>,
}

impl<'p> Walk<'p> {
    fn of(prediction: &'p Parsed<'p>) -> Self {
        let outline = &prediction.outline;
        let mut closes = vec![None; outline.tokens.len()];
        let mut open = Vec::new();
        for (index, token) in outline.tokens.iter().enumerate() {
            match token.kind {
                TokenKind::GroupOpen => open.push(index),
                TokenKind::GroupClose => {
                    if let Some(place) = open.pop().and_then(|opened: usize| closes.get_mut(opened)) {
                        *place = Some(token.end);
                    }
                }
                _ => {}
            }
        }
        let source = outline.source;
        let text = |range: &Range<usize>| source.get(range.clone()).unwrap_or_default();
        let prints_nothing = |definition: &texlens_latex::Definition| {
            let body = text(&definition.body);
            definition.meaning == Meaning::Body && definition.parameters > 0 && !body.contains('#')
        };
        let gobbling = definitions(source)
            .into_iter()
            .filter(prints_nothing)
            .map(|definition| source.get(definition.name).unwrap_or_default())
            .collect();
        Self {
            prediction,
            index: 0,
            closes,
            gobbling,
            groups: vec![None],
            conditionals: Vec::new(),
            found: Vec::new(),
        }
    }

    fn step(&mut self) {
        let outline = &self.prediction.outline;
        let Some(token) = outline.tokens.get(self.index).copied() else {
            return;
        };
        self.index += 1;
        match token.kind {
            TokenKind::Comment => self.found.push(token.range()),
            TokenKind::GroupOpen => self.groups.push(None),
            TokenKind::GroupClose if self.groups.len() > 1 => {
                if let Some(start) = self.groups.pop().flatten() {
                    self.found.push(start..token.start);
                }
            }
            TokenKind::Command => self.command(token.text(outline.source), token.start, token.end),
            _ => {}
        }
    }

    fn command(&mut self, name: &'p str, start: usize, end: usize) {
        match name {
            "\\color" if self.group(0).is_some_and(|colour| is_white(&colour)) => self.invisible_from(end),
            "\\fontsize" if self.group(0).is_some_and(|size| is_zero(&size)) => self.invisible_from(end),
            "\\textcolor" if self.group(0).is_some_and(|colour| is_white(&colour)) => self.hide_group(1),
            "\\fi" => {
                if let Some(start) = self.conditionals.pop().filter(|_| self.conditionals.is_empty()) {
                    self.found.push(start..end);
                }
            }
            _ if UNPRINTED.contains(&name) => self.hide_group(0),
            _ if BOXES.contains(&name) => self.hide_group(1),
            _ if SCALING.contains(&name) && self.group(0).is_some_and(|size| is_zero(&size)) => {
                self.hide_group(if name == "\\scalebox" { 1 } else { 2 });
            }
            _ if self.gobbling.contains(name) => self.hide_group(0),
            _ if is_conditional(name) => self.conditionals.push(start),
            _ => {}
        }
    }

    /// Makes the rest of the group invisible.
    fn invisible_from(&mut self, start: usize) {
        if let Some(group) = self.groups.last_mut() {
            group.get_or_insert(start);
        }
    }

    /// Returns the bytes of a group after the command, counted from 0, if only arguments stand in between.
    fn group_range(&self, number: usize) -> Option<Range<usize>> {
        const FURTHEST: usize = 24;
        let tokens = &self.prediction.outline.tokens;
        let mut at = self.index;
        let mut left = number;
        for _ in 0..FURTHEST {
            let token = tokens.get(at)?;
            match token.kind {
                TokenKind::GroupOpen => {
                    let end = self.closes.get(at).copied().flatten()?;
                    if left == 0 {
                        return Some(token.end..end - 1);
                    }
                    left -= 1;
                    at = tokens.partition_point(|token| token.start < end);
                }
                TokenKind::ParagraphBreak => return None,
                _ => at += 1,
            }
        }
        None
    }

    fn group(&self, number: usize) -> Option<String> {
        let text = self.prediction.outline.source.get(self.group_range(number)?)?;
        Some(text.trim().to_ascii_lowercase())
    }

    fn hide_group(&mut self, number: usize) {
        // A box such as `\setbox0\hbox{…}` has only one group.
        let range = self.group_range(number).or_else(|| self.group_range(0));
        self.found.extend(range);
    }

    /// Extends everything that is still open to the end of the text.
    fn close_all(&mut self) {
        let end = self.prediction.outline.source.len();
        let open = self.groups.iter().flatten().chain(self.conditionals.first());
        self.found.extend(open.map(|start| *start..end));
    }
}

fn is_white(colour: &str) -> bool {
    let channels = || colour.split(',').map(|channel| channel.trim().parse::<f64>());
    matches!(colour, "white" | "ffffff" | "white!100")
        || channels().all(|channel| channel.is_ok_and(|value| value >= 0.97))
}

/// Reports whether a length or a factor is close to zero.
fn is_zero(length: &str) -> bool {
    let digits = length.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c.is_whitespace());
    digits.parse::<f64>().is_ok_and(|value| value.abs() < 0.2)
}
