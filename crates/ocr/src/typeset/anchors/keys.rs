//! The keys of citations: links lead to `cite.KEY`, where KEY is the author's, in place of the printed number or name.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use texlens_vocabulary::{BBox, Link, PageGlyphs, Recognition};

use super::edits::Edit;
use super::inside::Inside;
use super::places::{Places, line};

/// What hyperref puts before the key in the name of a place.
const PREFIX: &str = "cite.";
/// Largest length of a key that is taken.
const LONGEST: usize = 80;
/// Largest height of a link to a citation, in lines, and largest number of such links on a page.
const TALLEST: f32 = 3.0;
const MOST_LINKS: usize = 2_000;
/// Number of glyphs that are compared with a printed key.
const MOST_PRINTED: usize = 40;
/// Largest length of the arguments of a citation, in bytes.
const MOST_ARGUMENTS: usize = 1_000;
/// Largest distance of an entry of the bibliography from its place, in lines: to the side and downwards together.
const FARTHEST: f32 = 6.0;

/// A citation, or an entry of the bibliography.
struct Command {
    range: Range<usize>,
    /// Where the keys are.
    keys: Vec<Range<usize>>,
    is_entry: bool,
}

/// Returns the changes of keys for each page.
pub(super) fn edits(pages: &[PageGlyphs], written: &[Recognition]) -> Vec<Vec<Edit>> {
    let of_page = |recognition: &Recognition| {
        let mut commands = commands(&recognition.latex);
        commands.retain(|command| !is_verbatim(recognition, command));
        commands
    };
    let commands: Vec<Vec<Command>> = written.iter().map(of_page).collect();
    let mut votes = Votes::default();
    for ((page, recognition), commands) in pages.iter().zip(written).zip(&commands) {
        let key = |key: &Range<usize>| recognition.latex.get(key.clone()).unwrap_or_default();
        for (command, links) in linked(page, recognition, commands) {
            let mut distinct: Vec<&Seen<'_>> = links.iter().collect();
            distinct.dedup_by_key(|link| link.key);
            if distinct.len() == command.keys.len() {
                for (written, link) in command.keys.iter().zip(distinct) {
                    votes.add(key(written), link.key);
                }
            } else {
                let printed: HashMap<&str, &str> = links.iter().map(|link| (link.printed.as_str(), link.key)).collect();
                for written in command.keys.iter().map(key) {
                    if let Some(name) = printed.get(written) {
                        votes.add(written, name);
                    }
                }
            }
        }
        for (command, name) in entries(page, recognition, commands) {
            for written in &command.keys {
                votes.add(key(written), name);
            }
        }
    }
    let all = commands.iter().zip(written).flat_map(|(commands, recognition)| {
        let keys = commands.iter().flat_map(|command| &command.keys);
        keys.filter_map(|key| recognition.latex.get(key.clone()))
    });
    let names = votes.names(all);
    let edit = |(commands, recognition): (&Vec<Command>, &Recognition)| {
        let keys = commands.iter().flat_map(|command| &command.keys);
        let edits = keys.filter_map(|key| {
            let name = names.get(recognition.latex.get(key.clone())?)?;
            Some(Edit {
                range: key.clone(),
                latex: (*name).to_owned(),
            })
        });
        edits.collect()
    };
    commands.iter().zip(written).map(edit).collect()
}

/// Finds the citations and the entries of the bibliography in LaTeX that was written here.
fn commands(latex: &str) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut at = 0;
    while let Some(start) = latex
        .get(at..)
        .and_then(|rest| rest.find(['\\', '@']))
        .map(|found| at + found)
    {
        let rest = latex.get(start + 1..).unwrap_or_default();
        let length = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let name = rest.get(..length).unwrap_or_default();
        at = start + 1 + length;
        // An entry for BibTeX is at the start of a line.
        let is_record = latex.get(start..).is_some_and(|rest| rest.starts_with('@'));
        let is_line = latex
            .get(..start)
            .is_none_or(|before| before.is_empty() || before.ends_with('\n'));
        let keys = if is_record && is_line && !name.is_empty() {
            first_field(latex, at)
        } else if !is_record && (name.starts_with("cite") || name == "bibitem") {
            argument(latex, at)
        } else {
            None
        };
        let Some(keys) = keys else { continue };
        at = keys.end;
        let mut from = keys.start;
        let keys = latex.get(keys).unwrap_or_default().split(',').map(|key| {
            let range = from..from + key.len();
            from = range.end + 1;
            range
        });
        commands.push(Command {
            keys: keys.collect(),
            range: start..at,
            is_entry: is_record || name == "bibitem",
        });
    }
    commands
}

/// Reports whether a command is printed as it is, so that its backslash has a glyph of its own.
fn is_verbatim(recognition: &Recognition, command: &Command) -> bool {
    let start = command.range.start;
    let at = recognition.origins.partition_point(|origin| origin.range.start < start);
    let origin = recognition.origins.get(at);
    origin.is_some_and(|origin| origin.range == (start..start + 1))
}

/// Returns the key of an entry for BibTeX, behind its brace.
fn first_field(latex: &str, at: usize) -> Option<Range<usize>> {
    let end = latex.floor_char_boundary(at + LONGEST);
    let rest = latex.get(at..end)?.strip_prefix('{')?;
    let key = rest
        .find([',', '\n', '}'])
        .filter(|end| rest[*end..].starts_with(','))?;
    Some(at + 1..at + 1 + key)
}

/// Returns the argument in braces after any in brackets.
fn argument(latex: &str, mut at: usize) -> Option<Range<usize>> {
    if latex.get(at..)?.starts_with('*') {
        at += 1;
    }
    let end = latex.floor_char_boundary(at + MOST_ARGUMENTS);
    loop {
        let rest = latex.get(at..end)?;
        match rest.as_bytes().first()? {
            b'[' => {
                let mut depth = 0_usize;
                let close = rest.char_indices().skip(1).find(|(_, c)| {
                    match c {
                        '{' => depth += 1,
                        '}' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    *c == ']' && depth == 0
                });
                at += close?.0 + 1;
            }
            b'{' => return Some(at + 1..at + rest.find('}')?),
            _ => return None,
        }
    }
}

/// A link to an entry of the bibliography.
struct Seen<'p> {
    key: &'p str,
    /// What is printed there.
    printed: String,
}

/// Returns the citations with the links on their glyphs, in the order of the page.
fn linked<'p, 'c>(
    page: &'p PageGlyphs,
    recognition: &Recognition,
    commands: &'c [Command],
) -> Vec<(&'c Command, Vec<Seen<'p>>)> {
    let tallest = TALLEST * line(page);
    let is_small = |link: &&Link| link.bbox.y1 - link.bbox.y0 < tallest;
    let links: Vec<(BBox, &str)> = page
        .links
        .iter()
        .filter(is_small)
        .filter_map(|link| Some((link.bbox, author_key(link.place()?)?)))
        .take(MOST_LINKS)
        .collect();
    let mut found: BTreeMap<usize, Vec<Seen<'p>>> = BTreeMap::new();
    if links.is_empty() {
        return Vec::new();
    }
    // The command in which each glyph is written.
    let mut within: HashMap<u32, usize> = HashMap::new();
    for origin in &recognition.origins {
        let at = commands.partition_point(|command| command.range.end <= origin.range.start);
        let overlaps = |command: &Command| !command.is_entry && command.range.start < origin.range.end;
        if commands.get(at).is_some_and(overlaps) {
            within.insert(origin.glyph, at);
        }
    }
    let placed = Inside::of(page, within.keys().copied());
    for (bbox, key) in links {
        let inside = placed.left_to_right(bbox);
        let Some(command) = inside.first().and_then(|first| within.get(first)) else {
            continue;
        };
        let glyphs = inside.iter().filter_map(|index| page.glyphs.get(*index as usize));
        let printed = glyphs.take(MOST_PRINTED).map(|glyph| glyph.symbol.as_str()).collect();
        found.entry(*command).or_default().push(Seen { key, printed });
    }
    found
        .into_iter()
        .filter_map(|(at, links)| Some((commands.get(at)?, links)))
        .collect()
}

/// Returns the entries of the bibliography with the keys of their places.
fn entries<'p, 'c>(
    page: &'p PageGlyphs,
    recognition: &Recognition,
    commands: &'c [Command],
) -> Vec<(&'c Command, &'p str)> {
    let line = line(page);
    let places = Places::new(page, |anchor| author_key(&anchor.name));
    let entries = commands.iter().filter(|command| command.is_entry);
    let nearest = entries.filter_map(|entry| {
        // An entry for BibTeX is one token.
        let next = recognition
            .tokens
            .partition_point(|token| token.range.end <= entry.range.end);
        let bbox = recognition.tokens.get(next)?.bbox;
        let reach = FARTHEST * line;
        let key = places.nearest([bbox.y0 - reach, bbox.y0 + reach], |anchor| {
            let distance = (bbox.x0 - anchor.x).abs() + (bbox.y0 - anchor.y).abs();
            (distance < reach).then_some(distance)
        })?;
        Some((entry, key))
    });
    nearest.collect()
}

/// Returns the key in the name of a place, if LaTeX can take it.
pub(super) fn author_key(name: &str) -> Option<&str> {
    let key = name.strip_prefix(PREFIX)?;
    // biblatex puts the number of the list before it.
    let key = match key.split_once('@') {
        Some((list, key)) if list.bytes().all(|b| b.is_ascii_digit()) => key,
        _ => key,
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ":_-+./&'*;!?|=<>()".contains(c);
    (!key.is_empty() && key.len() <= LONGEST && key.chars().all(is_plain) && !key.contains('&')).then_some(key)
}

/// How often each written key was seen to be each of the author's.
#[derive(Default)]
struct Votes<'p>(BTreeMap<String, BTreeMap<&'p str, usize>>);

impl<'p> Votes<'p> {
    fn add(&mut self, written: &str, name: &'p str) {
        *self.0.entry(written.to_owned()).or_default().entry(name).or_default() += 1;
    }

    /// Returns the author's key for each written one, where most votes agree and no two keys become the same. `all` are
    /// the written keys.
    fn names<'w>(&self, all: impl Iterator<Item = &'w str>) -> HashMap<&str, &'p str> {
        let chosen = self.0.iter().filter_map(|(written, names)| {
            let total: usize = names.values().sum();
            let (name, votes) = names.iter().max_by_key(|(_, votes)| **votes)?;
            (2 * votes > total).then_some((written.as_str(), *name))
        });
        let mut chosen: HashMap<&str, &'p str> = chosen.collect();
        let all: HashSet<&str> = all.collect();
        // A key that stays may be the one that another would become.
        loop {
            let mut becomes: HashMap<&str, &str> = HashMap::new();
            let mut twice: HashSet<&str> = HashSet::new();
            for written in &all {
                let name = chosen.get(written).copied().unwrap_or(written);
                if becomes.insert(name, written).is_some() {
                    twice.insert(name);
                }
            }
            let before = chosen.len();
            chosen.retain(|_, name| !twice.contains(*name));
            if chosen.len() == before {
                break;
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use texlens_vocabulary::{Anchor, BBox, Glyph, Link, Origin, Style, Target, Token, TokenKind};

    use super::super::apply;
    use super::*;

    /// A page whose text is one glyph of 10 pixels for each character, in a line at `y`.
    fn page(y: f32, latex: &str, links: &[(Range<usize>, &str)]) -> (PageGlyphs, Recognition) {
        let x = |at: usize| 10.0 * u16::try_from(at).map_or(0.0, f32::from);
        let bbox = |range: &Range<usize>| BBox {
            x0: x(range.start),
            y0: y - 8.0,
            x1: x(range.end),
            y1: y + 2.0,
        };
        let glyph = |(at, c): (usize, char)| Glyph {
            symbol: c.to_string(),
            style: Style::Roman,
            x: x(at),
            y,
            width: 10.0,
            height: 7.0,
            depth: 0.0,
            size: 10.0,
            confidence: 1.0,
        };
        let page = PageGlyphs {
            width: 600.0,
            height: 800.0,
            glyphs: latex.chars().enumerate().map(glyph).collect(),
            links: links
                .iter()
                .map(|(range, to)| Link {
                    bbox: bbox(range),
                    target: Target::Place((*to).to_owned()),
                })
                .collect(),
            ..PageGlyphs::default()
        };
        let recognition = Recognition {
            latex: latex.to_owned(),
            tokens: vec![Token {
                range: 0..latex.len(),
                bbox: bbox(&(0..latex.len())),
                kind: TokenKind::Text,
                confidence: 1.0,
            }],
            // Commands are written for other glyphs than their own.
            origins: (0..latex.len())
                .filter(|at| latex.as_bytes().get(*at) != Some(&b'\\'))
                .map(|at| Origin {
                    range: at..at + 1,
                    glyph: u32::try_from(at).unwrap_or_default(),
                    confidence: 1.0,
                })
                .collect(),
            ..Recognition::default()
        };
        (page, recognition)
    }

    fn applied(pages: Vec<(PageGlyphs, Recognition)>) -> Vec<String> {
        let (pages, mut written): (Vec<_>, Vec<_>) = pages.into_iter().unzip();
        apply(&pages, &mut written);
        written.into_iter().map(|recognition| recognition.latex).collect()
    }

    #[test]
    fn keys_are_those_of_the_author_everywhere() {
        let cited = page(
            100.0,
            "a \\cite{1,2} b \\cite[p.~5]{2}",
            &[(8..9, "cite.Knuth84"), (10..11, "cite.0@Lamport:94")],
        );
        let mut list = page(100.0, "\\bibitem{2} L", &[]);
        list.1.tokens[0].range = 12..13;
        let listed = applied(vec![cited, list]);
        assert_eq!(
            listed,
            [
                "a \\cite{Knuth84,Lamport:94} b \\cite[p.~5]{Lamport:94}",
                "\\bibitem{Lamport:94} L"
            ]
        );
    }

    #[test]
    fn a_range_has_links_at_its_ends_and_an_entry_has_a_place() {
        let cited = page(100.0, "\\cite{3,4,5}", &[(6..7, "cite.three"), (10..11, "cite.five")]);
        let mut list = page(300.0, "\\bibitem{4} F", &[]);
        list.1.tokens[0].range = 12..13;
        list.0.anchors.push(Anchor {
            name: "cite.four".to_owned(),
            x: 0.0,
            y: 282.0,
            level: None,
        });
        assert_eq!(
            applied(vec![cited, list]),
            ["\\cite{three,four,five}", "\\bibitem{four} F"]
        );
    }

    #[test]
    fn keys_stay_where_names_are_missing_or_contradict() {
        for links in [
            &[(6..7, "section.2")][..],
            &[(6..7, "cite.a\\b")],
            &[(6..7, "cite.x"), (8..9, "cite.x")],
        ] {
            assert_eq!(applied(vec![page(100.0, "\\cite{1,2}", links)]), ["\\cite{1,2}"]);
        }
        // Two numbers would get one key.
        let twice = page(100.0, "\\cite{1} \\cite{2}", &[(6..7, "cite.x"), (15..16, "cite.x")]);
        assert_eq!(applied(vec![twice]), ["\\cite{1} \\cite{2}"]);
        // So would a number that is the name of another.
        let chain = page(
            100.0,
            "\\cite{1} \\cite{2} \\cite{3}",
            &[(6..7, "cite.2"), (15..16, "cite.x"), (24..25, "cite.x")],
        );
        assert_eq!(applied(vec![chain]), ["\\cite{1} \\cite{2} \\cite{3}"]);
    }

    #[test]
    fn listings_keep_their_keys() {
        let mut listing = page(100.0, "a \\cite{1} b", &[]);
        listing.1.origins.push(Origin {
            range: 2..3,
            glyph: 2,
            confidence: 1.0,
        });
        listing.1.origins.sort_by_key(|origin| origin.range.start);
        let cited = page(100.0, "a \\cite{1} b", &[(8..9, "cite.Knuth84")]);
        assert_eq!(applied(vec![listing, cited]), ["a \\cite{1} b", "a \\cite{Knuth84} b"]);
    }

    #[test]
    fn arguments_are_found_behind_options() {
        let latex =
            "\\citep[see][{[a]}]{A_1,B_2} \\cite \\citet*{C} \\bibitem[x]{D} a@b{c,} \n@book{E,\n  x = {1}\n}\n\\cite{";
        let keys: Vec<&str> = commands(latex)
            .iter()
            .flat_map(|command| &command.keys)
            .map(|key| &latex[key.clone()])
            .collect();
        assert_eq!(keys, ["A_1", "B_2", "C", "D", "E"]);
    }
}
