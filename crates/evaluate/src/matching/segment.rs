//! # Locating a segment in a parsed page by the rules of the document-parser paper's code
//!
//! This is stage 2 of the two-stage matching of "Benchmarking Document Parsers on Mathematical Formula Extraction from
//! PDFs". In stage 1, a language model names the segments. Stage 2 locates each segment in the text and cuts it out.
//!
//! Source: the benchmark's released code, both of 2025-12-11, when the paper was measured, and of 2026-04-25. The
//! function is the same in both versions. The newer version also locates tables, without a reward for delimiters. The
//! paper gives neither the constants nor the reward. Its "exact substring first" holds only for segments with
//! delimiters.

use std::ops::Range;

use super::distances::{Pattern, Start};

/// Share of the segment's characters that may differ.
const MAX_DISTANCE_RATIO: f64 = 0.15;

/// Number of characters by which each end of the best window is moved in search of a better one.
const RADIUS: usize = 10;

/// Largest number of steps of the window search for all segments of a text together: about two seconds. Segments that
/// remain after that count as not found. A page takes thousands of times less. Only a text that repeats itself
/// everywhere with small changes can take more.
const MAX_WORK: usize = 1 << 31;

/// The treatment of candidates with delimiters at their ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiters {
    /// Delimiters are rewarded at each end: `$$` by 2.5 edits; `$`, `\[`, `\(` and their counterparts by 1.5. Used to
    /// locate formulas.
    Rewarded,
    /// Only the distance counts. Used to locate tables.
    Ignored,
}

/// Returns the byte range of a segment in `text`.
///
/// 1. A written-out `\n` or `\t` that is not followed by a letter becomes the character. White space and backslashes
///    are removed from both sides. Nothing is found if the segment is then empty or longer than the text.
/// 2. Of all windows of the segment's length, the one with the smallest Levenshtein distance is chosen; of equal ones,
///    the first.
/// 3. Both ends of the window are moved by up to 10 characters of `text`. The smallest distance, less the reward for
///    delimiters, wins; of equal candidates, the one that starts first, then the one that ends first.
/// 4. The candidate is accepted if its distance is at most 15 % of the segment's length, rounded down.
///
/// Two consequences follow. White space before a segment is usually included. A short segment without delimiters is
/// lost if the text has them, because the reward selects a candidate that the limit then rejects.
/// [`locate_formula`](super::locate_formula) has neither flaw.
///
/// Time: n · ⌈m / 64⌉ for a text of n characters and a segment of m characters, plus m · ⌈m / 64⌉ for each window that
/// could still be the best. A window is skipped only if it cannot change the result.
#[must_use]
pub fn locate_segment(segment: &str, text: &str, delimiters: Delimiters) -> Option<Range<usize>> {
    locate(segment, text, delimiters, &mut { MAX_WORK })
}

/// Locates like [`locate_segment`], with `left` remaining steps.
fn locate(segment: &str, text: &str, delimiters: Delimiters, left: &mut usize) -> Option<Range<usize>> {
    let segment: Vec<u32> = comparable(&unescape(&unescape(segment, 'n', '\n'), 't', '\t')).collect();
    let text = Text::new(text);
    if segment.is_empty() || segment.len() > text.compared.len() {
        return None;
    }
    let pattern = Pattern::new(&segment);
    let limit = (segment.len() as f64 * MAX_DISTANCE_RATIO) as usize;
    let window = best_window(&pattern, segment.len(), &text.compared, limit, left)?;
    let (distance, characters) = text.refine(&pattern, window, segment.len(), delimiters)?;
    (distance <= limit).then(|| text.bytes(characters))
}

/// Returns the symbols that count.
fn comparable(text: &str) -> impl Iterator<Item = u32> {
    text.chars().filter(|c| counts(*c)).map(u32::from)
}

/// Reports whether a character counts: it is neither a backslash nor white space in Python. Python includes four
/// separators that `char::is_whitespace` excludes.
fn counts(c: char) -> bool {
    c != '\\' && !c.is_whitespace() && !('\u{1c}'..='\u{1f}').contains(&c)
}

/// Replaces a backslash followed by `letter` with `character`, unless another letter follows.
fn unescape(text: &str, letter: char, character: char) -> String {
    let written = format!("\\{letter}");
    let mut rest = text;
    let mut out = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once(&written) {
        out.push_str(before);
        if after.starts_with(|c: char| c.is_ascii_alphabetic()) {
            out.push_str(&written);
        } else {
            out.push(character);
        }
        rest = after;
    }
    out + rest
}

/// Returns the start of the window of `length` symbols that is nearest to the pattern; of equally near ones, the first.
/// Returns `None` if no piece of the text is within `limit`, so that nothing would be accepted, or if the steps run
/// out.
fn best_window(pattern: &Pattern, length: usize, text: &[u32], limit: usize, left: &mut usize) -> Option<usize> {
    // No window is nearer than the nearest of all pieces with the same end.
    let bounds = pattern.distances(text.iter().copied(), Start::Free);
    if bounds.iter().all(|bound| *bound > limit) {
        return None;
    }
    let mut windows: Vec<(usize, usize)> = bounds.iter().skip(length).copied().zip(0..).collect();
    windows.sort_unstable();
    let mut best = (usize::MAX, 0);
    for (bound, start) in windows {
        if bound > best.0 {
            break;
        }
        if (bound, start) < best {
            let Some(rest) = left.checked_sub(pattern.work(length)) else {
                *left = 0;
                return None;
            };
            *left = rest;
            best = best.min((pattern.distance(text.get(start..start + length)?), start));
        }
    }
    Some(best.1)
}

/// A text with the mapping from its symbols to its characters and bytes.
struct Text<'a> {
    source: &'a str,
    /// Byte offset of each character, and the length of the text.
    bytes: Vec<usize>,
    compared: Vec<u32>,
    /// Character index of each symbol.
    characters: Vec<usize>,
    /// Number of symbols before each character, and before the end.
    before: Vec<usize>,
}

impl<'a> Text<'a> {
    fn new(source: &'a str) -> Self {
        let mut text = Self {
            source,
            bytes: Vec::new(),
            compared: Vec::new(),
            characters: Vec::new(),
            before: Vec::new(),
        };
        for (character, (byte, c)) in source.char_indices().enumerate() {
            text.bytes.push(byte);
            text.before.push(text.compared.len());
            if counts(c) {
                text.compared.push(u32::from(c));
                text.characters.push(character);
            }
        }
        text.bytes.push(source.len());
        text.before.push(text.compared.len());
        text
    }

    fn bytes(&self, characters: Range<usize>) -> Range<usize> {
        self.bytes[characters.start]..self.bytes[characters.end]
    }

    /// Returns the distance and the characters of the best candidate near a window.
    fn refine(
        &self,
        pattern: &Pattern,
        window: usize,
        length: usize,
        delimiters: Delimiters,
    ) -> Option<(usize, Range<usize>)> {
        let length_in_characters = self.bytes.len() - 1;
        let first = *self.characters.get(window)?;
        let end = *self.characters.get(window + length - 1)? + 1;
        let ends = end.saturating_sub(RADIUS)..=(end + RADIUS).min(length_in_characters);
        let mut best: Option<(isize, usize, Range<usize>)> = None;
        for start in first.saturating_sub(RADIUS)..=first + RADIUS {
            if start >= *ends.end() {
                break;
            }
            let from = self.before[start];
            let symbols = &self.compared[from..self.before[*ends.end()]];
            let distances = pattern.distances(symbols.iter().copied(), Start::Fixed);
            for end in ends.clone().filter(|end| start < *end) {
                let distance = distances[self.before[end] - from];
                let half_edits = match delimiters {
                    Delimiters::Rewarded => reward(&self.source[self.bytes(start..end)]),
                    Delimiters::Ignored => 0,
                };
                let score = 2 * distance as isize - half_edits;
                if best.as_ref().is_none_or(|(least, ..)| score < *least) {
                    best = Some((score, distance, start..end));
                }
            }
        }
        best.map(|(_, distance, characters)| (distance, characters))
    }
}

/// Returns the reward for the delimiters of a candidate, in half edits.
fn reward(candidate: &str) -> isize {
    let of = |is: &dyn Fn(&str) -> bool, others: [&str; 3]| {
        if is("$$") {
            5
        } else if others.iter().any(|other| is(other)) {
            3
        } else {
            0
        }
    };
    of(&|delimiter| candidate.starts_with(delimiter), ["$", "\\[", "\\("])
        + of(&|delimiter| candidate.ends_with(delimiter), ["$", "\\]", "\\)"])
}

/// The result for a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extracted {
    /// The segment is empty: stage 1 reported that the text does not contain it.
    Missing,
    /// The segment was cut out of the text.
    Found {
        /// The text that was cut out.
        text: String,
        /// Byte range in the whole text, from the first to the last byte. Text that was cut out earlier may lie in
        /// between.
        range: Range<usize>,
    },
    /// The segment was not found. The benchmark repeats stage 1 for such segments with the remaining text.
    Failed,
}

/// Cuts segments out of a text one after the other. Returns the results and the remaining text.
///
/// A segment with delimiters that occurs verbatim in the text is taken unchanged. Any other segment is located by
/// [`locate_segment`]. The first occurrence of the located string is removed, which may be another place than the
/// located one.
#[must_use]
pub fn extract_segments(segments: &[&str], text: &str) -> (Vec<Extracted>, String) {
    let mut rest = Rest {
        text: text.to_owned(),
        places: (0..text.len()).collect(),
        work_left: MAX_WORK,
    };
    let extracted = segments.iter().map(|segment| rest.extract(segment)).collect();
    (extracted, rest.text)
}

/// The remaining text, with the position of each byte in the whole text.
struct Rest {
    text: String,
    places: Vec<usize>,
    /// Remaining steps for all segments.
    work_left: usize,
}

impl Rest {
    fn extract(&mut self, segment: &str) -> Extracted {
        if segment.is_empty() {
            return Extracted::Missing;
        }
        let found = if has_delimiters(segment) && self.text.contains(segment) {
            Some(segment.to_owned())
        } else {
            let range = locate(segment, &self.text, Delimiters::Rewarded, &mut self.work_left);
            range.map(|range| self.text[range].to_owned())
        };
        found.and_then(|found| self.cut(found)).unwrap_or(Extracted::Failed)
    }

    fn cut(&mut self, found: String) -> Option<Extracted> {
        let start = self.text.find(&found)?;
        let end = start + found.len();
        let range = *self.places.get(start)?..*self.places.get(end - 1)? + 1;
        self.text.replace_range(start..end, "");
        self.places.drain(start..end);
        Some(Extracted::Found { text: found, range })
    }
}

fn has_delimiters(segment: &str) -> bool {
    [("$", "$"), ("\\[", "\\]"), ("\\(", "\\)")]
        .iter()
        .any(|(open, close)| segment.starts_with(open) && segment.ends_with(close))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PAGE: &str = "Let $E = mc^2$ be given. Consequently a + b = c, and \\[ \\nabla \\cdot B = 0 \\] holds.";

    fn located(segment: &str, text: &str) -> Option<String> {
        locate_segment(segment, text, Delimiters::Rewarded).map(|range| text[range].to_owned())
    }

    fn plain(segment: &str, text: &str) -> Option<String> {
        locate_segment(segment, text, Delimiters::Ignored).map(|range| text[range].to_owned())
    }

    #[test]
    fn delimiters_are_kept_and_blanks_before_the_segment_are_taken() {
        assert_eq!(located("$E=mc^3$", PAGE).as_deref(), Some("$E = mc^2$"));
        assert_eq!(located("a+b=c", PAGE).as_deref(), Some(" a + b = c"));
        assert_eq!(plain("$E = mc^2$", PAGE).as_deref(), Some(" $E = mc^2$"));
    }

    #[test]
    fn a_short_segment_without_delimiters_is_lost_inside_of_them() {
        assert_eq!(located("E = mc^2", PAGE), None);
        assert_eq!(plain("E = mc^2", PAGE).as_deref(), Some("E = mc^2"));
    }

    #[test]
    fn a_long_segment_without_delimiters_gets_them() {
        let text = "so $\\alpha_1 + \\beta_2 = 0$ is";
        assert_eq!(
            located("\\alpha_1+\\beta_2=0", text).as_deref(),
            Some("$\\alpha_1 + \\beta_2 = 0$")
        );
    }

    #[test]
    fn the_steps_are_for_all_segments_of_a_text_together() {
        let text = "a + b = c, a + d = c, a + e = c, a + f = c, ".repeat(20);
        let mut rest = Rest {
            places: (0..text.len()).collect(),
            text,
            work_left: MAX_WORK,
        };
        assert!(matches!(
            rest.extract("a + d = c, a + e = x, a + f = c,"),
            Extracted::Found { .. }
        ));
        let one = MAX_WORK - rest.work_left;
        assert!(one > 0);
        // The remaining steps do not suffice for a second segment.
        rest.work_left = one / 2;
        assert_eq!(rest.extract("a + d = c, a + e = y, a + f = c,"), Extracted::Failed);
        assert_eq!(rest.work_left, 0);
        // A verbatim segment needs no search.
        rest.text += "$x$";
        rest.places.extend([0; 3]);
        assert!(matches!(rest.extract("$x$"), Extracted::Found { .. }));
    }

    #[test]
    fn fifteen_percent_may_differ() {
        let text = "abcdefghijklmnopqrst";
        assert_eq!(plain("abcdefgXYZklmnopqrst", text).as_deref(), Some(text));
        assert_eq!(plain("abcdefgWXYZlmnopqrst", text), None);
    }

    #[test]
    fn segments_without_symbols_are_not_found() {
        for segment in ["", "  ", "\\\\", "\\t", "\\n\\n"] {
            assert_eq!(located(segment, PAGE), None, "{segment}");
        }
        assert_eq!(located("longer than the text", "short"), None);
    }

    #[test]
    fn written_out_line_breaks_are_line_breaks_unless_a_command() {
        assert_eq!(unescape("\\n a \\nu\\n", 'n', '\n'), "\n a \\nu\n");
    }

    #[test]
    fn segments_are_cut_out_one_after_the_other() {
        let (extracted, rest) = extract_segments(&["$a$", "", "$a$", "$a$"], "$a$ and $a$ and $b$");
        let found = |range: Range<usize>| Extracted::Found {
            text: "$a$".to_owned(),
            range,
        };
        assert_eq!(
            extracted,
            [found(0..3), Extracted::Missing, found(8..11), Extracted::Failed]
        );
        assert_eq!(rest, " and  and $b$");
    }

    /// Locates a segment by steps 2 and 3 as written, without skipping windows.
    fn by_definition(segment: &str, source: &str, delimiters: Delimiters) -> Option<Range<usize>> {
        use rapidfuzz::distance::levenshtein::distance;
        let wanted: Vec<u32> = comparable(segment).collect();
        let text = Text::new(source);
        if wanted.is_empty() || wanted.len() > text.compared.len() {
            return None;
        }
        let windows = text.compared.windows(wanted.len()).enumerate();
        let (start, _) = windows.min_by_key(|(_, window)| distance(wanted.iter().copied(), window.iter().copied()))?;
        let from = text.characters[start] as isize;
        let to = text.characters[start + wanted.len() - 1] as isize + 1;
        let mut best = (isize::MAX, 0, 0..0);
        for (a, b) in (-10..=10).flat_map(|a| (-10..=10).map(move |b| (a, b))) {
            let start = (from + a).max(0) as usize;
            let end = (to + b).clamp(0, text.bytes.len() as isize - 1) as usize;
            if start < end {
                let candidate = &source[text.bytes(start..end)];
                let symbols: Vec<u32> = comparable(candidate).collect();
                let edits = distance(wanted.iter().copied(), symbols);
                let bonus = if delimiters == Delimiters::Rewarded {
                    reward(candidate)
                } else {
                    0
                };
                if 2 * edits as isize - bonus < best.0 {
                    best = (2 * edits as isize - bonus, edits, text.bytes(start..end));
                }
            }
        }
        (best.1 <= (wanted.len() as f64 * 0.15) as usize).then_some(best.2)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 512, ..ProptestConfig::default() })]

        #[test]
        fn nothing_passed_over_changes_the_answer(
            segment in r"[ab$^é]{0,4}[ab]{0,12}[$]{0,2}",
            text in r"[ab$^ é\\]{0,60}",
        ) {
            for delimiters in [Delimiters::Rewarded, Delimiters::Ignored] {
                prop_assert_eq!(locate_segment(&segment, &text, delimiters), by_definition(&segment, &text, delimiters));
            }
        }
    }
}
