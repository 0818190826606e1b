//! A row: accents, names of upright letters, and scripts.

use texlens_vocabulary::Style;

use super::super::latex::Source;
use super::super::mark::{Extent, Mark, mode};
use super::super::symbols::{self, AXIS, COMPOUNDS, Class};
use super::nesting::Nesting;
use super::tree::{Kind, Node, around};

/// How far a second script may reach over the end of the first, and least width of the first, in em. Italic symbols move
/// Size of scripts of scripts, in em of the text, below which there are no smaller ones.
const SMALLEST: f32 = 0.62;
/// their superscripts to the right.
const BEHIND: f32 = 0.02;
const LEAN: f32 = 0.22;
/// Scripts are smaller than this share of the size of their symbol (TeX uses 0.67 to 0.8).
const SCRIPT_RATIO: f32 = 0.86;

/// Most marks that may stand between the parts of one symbol, above or below: the label of an arrow.
const MAX_BETWEEN: usize = 48;

/// Height over the baseline that no superscript of a subscript reaches, in em (TeX raises superscripts by 0.29 to
/// 0.41).
const FAR_UP: f32 = 0.25;
/// Height that no subscript of a superscript goes below, in em. Such subscripts stand over the baseline.
const FAR_DOWN: f32 = -0.1;

/// Returns nodes in the order of their left edges: the fallback for input that is too large or too deep to analyse.
pub(super) fn by_position(mut nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    nodes.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    nodes
}

/// Distance between the ends of `\longmapsto` if the line between them is missing, in em.
const LONG_MAPSTO: std::ops::Range<f32> = 0.06..0.7;

/// Joins adjacent marks that touch and form one symbol.
pub(super) fn compounds<'a>(marks: &[Mark<'a>]) -> Vec<Node<'a>> {
    let mut sorted = marks.to_vec();
    sorted.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    // Each mark with the sources of the marks joined to it.
    let mut out: Vec<(Mark<'a>, Vec<Source>)> = Vec::with_capacity(marks.len());
    for mark in sorted {
        // Marks above or below may lie between the two.
        let joined = out.iter_mut().rev().take(MAX_BETWEEN).find_map(|(last, sources)| {
            let whole = compound(last, &mark)?;
            let gap = mark.bbox.x0 - last.bbox.x1;
            // The line between them may have been missed.
            let is_long = whole == "\\mapsto" && LONG_MAPSTO.contains(&(gap / mark.size));
            let whole = if is_long { "\\longmapsto" } else { whole };
            let touch = (is_long || gap < 0.06 * mark.size) && (mark.size / last.size - 1.0).abs() < 0.2;
            let centred = (mark.bbox.centre() - last.bbox.centre()).abs() < 0.2 * mark.size;
            let off = (last.baseline - mark.baseline).abs() / mark.size;
            let fits = match whole {
                "\\cong" | "\\not\\cong" => centred && off < 0.5,
                // mathptmx sets a slash over a zero.
                "\\emptyset" => centred && off < 0.1,
                _ => touch && off < 0.1,
            };
            fits.then_some((last, sources, whole))
        });
        match joined {
            Some((last, sources, symbol)) => {
                last.symbol = symbol;
                last.baseline = last.baseline.max(mark.baseline);
                last.bbox = last.bbox.union(&mark.bbox);
                last.confidence = last.confidence.min(mark.confidence);
                sources.extend(mark.source());
            }
            None => out.push((mark, vec![])),
        }
    }
    out.into_iter()
        .map(|(mark, sources)| Node::glyph(mark).read_from(sources))
        .collect()
}

/// Height of the colon of `\coloneqq` above that of text, in em (mathtools centres it on the axis).
const RAISED: std::ops::Range<f32> = 0.02..0.05;

/// Returns the symbol that two touching symbols form.
fn compound(first: &Mark<'_>, second: &Mark<'_>) -> Option<&'static str> {
    let is_exact = first.confidence >= 1.0;
    let (first, second, raise) = (
        first.symbol,
        second.symbol,
        (second.baseline - first.baseline) / first.size,
    );
    match (first, second) {
        ("\\not", _) => return symbols::negation(second),
        (":", "=") => return (is_exact && RAISED.contains(&raise)).then_some("\\coloneqq"),
        _ => {}
    }
    let mut pairs = COMPOUNDS.iter();
    pairs
        .find(|(a, b, _)| (*a, *b) == (first, second))
        .map(|(_, _, whole)| *whole)
}

/// Attaches accents to the nodes under them.
pub(super) fn accents<'a>(nodes: Vec<Node<'a>>, nesting: Nesting) -> Vec<Node<'a>> {
    let is_accent = |node: &Node<'_>| node.mark().is_some_and(|mark| mark.is_accent());
    let (mut accents, mut nodes): (Vec<_>, Vec<_>) = nodes.into_iter().partition(is_accent);
    // The lowest first: an accent may stand on another.
    accents.sort_by(|a, b| b.bbox.y1.total_cmp(&a.bbox.y1));
    for accent in accents {
        let Some(command) = symbols::math_accent(accent.symbol()) else {
            continue;
        };
        let a = accent.bbox;
        let wide = a.width() > 0.75 * accent.size || accent.symbol().starts_with("acc:wide");
        let under = |node: &Node<'_>| {
            node.bbox.middle() > a.y0 - 0.2 * accent.size && node.bbox.middle() - a.y1 < 1.5 * accent.size
        };
        let mut body: Vec<Node<'a>> = Vec::new();
        if wide {
            body = nodes
                .extract_if(.., |node| {
                    under(node) && node.bbox.centre() > a.x0 && node.bbox.centre() < a.x1
                })
                .collect();
        }
        if body.is_empty() {
            let distance = |node: &Node<'_>| {
                let size = (node.size / accent.size).ln().abs() * accent.size;
                (node.bbox.centre() - a.centre()).abs() + size
            };
            let candidates = (0..nodes.len()).filter(|i| under(&nodes[*i]) && distance(&nodes[*i]) < 0.8 * accent.size);
            let Some(best) = candidates.min_by(|i, j| distance(&nodes[*i]).total_cmp(&distance(&nodes[*j]))) else {
                continue;
            };
            body.push(nodes.swap_remove(best));
        }
        body.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
        if wide {
            close_brackets(&mut body, &mut nodes);
        }
        let (baseline, size) = body
            .first()
            .map_or((accent.baseline, accent.size), |node| (node.baseline, node.size));
        let bbox = a.union(&around(&body));
        let is_bold = is_in_bold(&accent, &mut body);
        // Some fonts give the narrow accent and the wide ones one name.
        let is_long = body.len() > 1;
        let body = if is_long { nesting.inner().arrange(body) } else { body };
        let command = match command {
            "\\hat" if is_long => "\\widehat",
            "\\tilde" if is_long => "\\widetilde",
            command => command,
        };
        let mut node = Node::new(Kind::Command(command, body), bbox, baseline, size).read_from(accent.sources);
        if is_bold {
            node = Node::new(Kind::Command("\\mathbf", vec![node]), bbox, baseline, size);
        }
        nodes.push(node);
    }
    nodes
}

/// Takes the brackets that close those in the body of a wide accent: no accent is wider than the widest one of its font.
fn close_brackets<'a>(body: &mut Vec<Node<'a>>, nodes: &mut Vec<Node<'a>>) {
    let count = |body: &[Node<'_>], class: Class| body.iter().filter(|node| node.class() == class).count();
    while count(body, Class::Opening) > count(body, Class::Closing) {
        let (right, size) = body.last().map_or((0.0, 0.0), |last| (last.bbox.x1, last.size));
        let follows = |node: &Node<'_>| {
            node.class() == Class::Closing
                && (node.bbox.x0 - right).abs() < LEAN * size
                && node.size > SCRIPT_RATIO * size
        };
        let Some(next) = nodes.iter().position(follows) else {
            return;
        };
        body.push(nodes.swap_remove(next));
    }
}

/// Whether accent and letter are both set in bold: the alphabet stands outside the accent then. The letter loses its
/// own alphabet.
fn is_in_bold(accent: &Node<'_>, body: &mut [Node<'_>]) -> bool {
    let is_bold = |mark: &Mark<'_>| mark.confidence >= 1.0 && mark.style == Style::Bold;
    let [
        Node {
            kind: Kind::Glyph(letter),
            ..
        },
    ] = body
    else {
        return false;
    };
    let is_bold = accent.mark().is_some_and(is_bold) && is_bold(letter);
    if is_bold {
        letter.style = Style::MathItalic;
    }
    is_bold
}

/// Joins upright letters that touch on one baseline: `lim`, `max`, `Var`.
pub(super) fn names(nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut out: Vec<Node<'_>> = Vec::with_capacity(nodes.len());
    // No name has scripts between its letters, but the letters of two rows may interleave: compare with the last letter
    // of the same baseline.
    let mut open: Vec<usize> = Vec::new();
    for node in by_position(nodes) {
        // Mathematics has a minus sign and no hyphen: a hyphen joins words.
        let is_hyphen = node.symbol() == "-";
        if !node.is_upright_letter() && !is_hyphen {
            out.push(node);
            continue;
        }
        let continues = |i: &usize| {
            out.get(*i).is_some_and(|last| {
                let gap = node.bbox.x0 - last.bbox.x1;
                // A thin space follows a name that is whole.
                let is_whole =
                    matches!(&last.kind, Kind::Name(name) if symbols::operator_name(name.as_str()).is_some());
                let widest = if is_whole { 0.07 } else { 0.14 };
                gap.abs() < widest * node.size
                    && (last.baseline - node.baseline).abs() < 0.1 * node.size
                    && (last.size / node.size).ln().abs() < 0.15
            })
        };
        let found = open.iter().rev().take(8).copied().find(|i| continues(i));
        match found.and_then(|i| out.get_mut(i)) {
            Some(last) => {
                let start = match &last.kind {
                    Kind::Name(name) => name.clone(),
                    _ => last.own(symbols::text_latex(last.symbol())),
                };
                last.kind = Kind::Name(start + node.own(symbols::text_latex(node.symbol())));
                last.sources.extend(node.sources);
                last.bbox = last.bbox.union(&node.bbox);
            }
            None if is_hyphen => out.push(node),
            None => {
                open.push(out.len());
                out.push(node);
            }
        }
    }
    joined_names(out)
}

/// Joins `lim inf` and `lim sup` into one operator each.
fn joined_names(nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut out: Vec<Node<'_>> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let limit = out
            .iter_mut()
            .rev()
            .take(8)
            .find(|last| matches!(&last.kind, Kind::Name(name) if name.as_str() == "lim"));
        match (limit, &node.kind) {
            (Some(limit), Kind::Name(name))
                if matches!(name.as_str(), "inf" | "sup")
                    && node.bbox.x0 - limit.bbox.x1 < 0.3 * node.size
                    && (limit.baseline - node.baseline).abs() < 0.1 * node.size =>
            {
                limit.kind = Kind::Name(format!("lim{name}").into());
                limit.sources.extend(node.sources);
                limit.bbox = limit.bbox.union(&node.bbox);
            }
            _ => out.push(node),
        }
    }
    out
}

/// Attaches scripts: smaller nodes off the baseline belong to the full-size node before them.
pub(super) fn scripts<'a>(nodes: Vec<Node<'a>>, nesting: Nesting) -> Vec<Node<'a>> {
    let nodes = by_position(nodes);
    let level = Level::of(&nodes, nesting.em);
    let nodes = nodes.into_iter().map(|node| level.with_centred_colon(node));
    let mut row: Vec<Node<'a>> = Vec::new();
    let mut pending: Vec<Node<'a>> = Vec::new();
    for node in nodes {
        if level.holds(&node) {
            attach(&mut row, std::mem::take(&mut pending), &level, nesting);
            row.push(node);
        } else {
            pending.push(node);
        }
    }
    attach(&mut row, pending, &level, nesting);
    row
}

/// The size and baseline of a row's full-size nodes.
struct Level {
    size: f32,
    baseline: f32,
}

impl Level {
    fn of(nodes: &[Node<'_>], em: f32) -> Self {
        let glyphs = || nodes.iter().filter(|node| !matches!(node.kind, Kind::Fraction(..)));
        let plain = glyphs().filter(|node| !has_own_size(node)).map(|node| node.size);
        let plain = plain.fold(0.0, f32::max);
        // Operators and delimiters come in many heights, from which a detector cannot tell their size.
        let tall = glyphs()
            .filter(|node| has_own_size(node))
            .map(|node| node.size.min(em.max(plain)));
        let size = tall.fold(plain, f32::max);
        let size = if size > 0.0 {
            size
        } else {
            nodes.iter().map(|node| node.size).fold(0.0, f32::max)
        };
        let full = || nodes.iter().filter(|node| node.size >= SCRIPT_RATIO * size);
        let mut plain = full()
            .filter(|node| !has_own_size(node))
            .map(|node| node.baseline)
            .peekable();
        let baseline = if let Some(first) = plain.peek().copied() {
            // Scripts follow their symbol, so the first node counts twice. The scripts of the smallest symbols are as large
            // as these; only the first one is certain.
            if size < SMALLEST * em {
                first
            } else {
                mode(plain.chain([first]), 0.12 * size)
            }
        } else {
            mode(full().map(|node| node.baseline), 0.12 * size)
        };
        Self { size, baseline }
    }

    /// Replaces a colon that is centred on the axis by mathtools' `\vcentcolon`.
    fn with_centred_colon<'a>(&self, mut node: Node<'a>) -> Node<'a> {
        let is_centred = RAISED.contains(&((self.baseline - node.baseline) / node.size));
        if let Kind::Glyph(mark) = &mut node.kind
            && mark.symbol == ":"
            && mark.confidence >= 1.0
            && is_centred
        {
            mark.symbol = "\\vcentcolon";
        }
        node
    }

    /// Reports whether the node stands on the row itself.
    fn holds(&self, node: &Node<'_>) -> bool {
        let off = (node.baseline - self.baseline).abs();
        match &node.kind {
            Kind::Fraction(..) => {
                let axis = node.baseline - AXIS * node.size;
                (axis - (self.baseline - AXIS * self.size)).abs() < 0.16 * self.size
            }
            _ if has_own_size(node) => node.size >= SCRIPT_RATIO * self.size || off < 0.1 * self.size,
            _ if node.size >= SCRIPT_RATIO * self.size => off < 0.12 * self.size || off > 0.7 * self.size,
            // A prime is always a superscript, even if only of a subscript.
            _ => node.size > 0.6 * self.size && off < 0.07 * self.size && node.symbol() != "\\prime",
        }
    }
}

/// Whether the size of the node says little about the row: some font families set large operators in a larger size of an
/// ordinary font.
fn has_own_size(node: &Node<'_>) -> bool {
    node.is_tall() || node.class() == Class::LargeOperator
}

/// Splits the nodes after a node into superscript and subscript.
fn attach<'a>(row: &mut Vec<Node<'a>>, pending: Vec<Node<'a>>, level: &Level, nesting: Nesting) {
    let Some(first) = pending.first() else { return };
    // A script that stands apart from a symbol that takes no scripts belongs before the next symbol.
    let is_off = |last: &Node<'_>| {
        let takes_none = matches!(
            last.class(),
            Class::Relation | Class::Binary | Class::Opening | Class::Punctuation
        );
        takes_none && first.bbox.x0 - last.bbox.x1 > 0.12 * last.size
    };
    if row.last().is_none_or(is_off) {
        row.push(Node::new(Kind::Empty, first.bbox, level.baseline, level.size));
    }
    let largest = pending.iter().map(|node| node.size).fold(0.0, f32::max);
    let is_up = |node: &Node<'_>| match node.kind {
        Kind::Fraction(..) => node.bbox.middle() < level.baseline - AXIS * level.size,
        _ => node.baseline < level.baseline,
    };
    let is_between = |node: &Node<'_>| {
        let rise = (level.baseline - node.baseline) / level.size;
        node.symbol() == "\\prime" && (FAR_DOWN..=FAR_UP).contains(&rise)
    };
    let (own, nested): (Vec<_>, Vec<_>) = pending
        .into_iter()
        .partition(|node| (node.size >= SCRIPT_RATIO * largest || node.is_tall()) && !is_between(node));
    let (mut up, mut down): (Vec<_>, Vec<_>) = own.into_iter().partition(is_up);
    for node in nested {
        // A size may be wrong: a node far from the baseline is on its side, whatever its symbol.
        let rise = (level.baseline - node.baseline) / level.size;
        if !(FAR_DOWN..=FAR_UP).contains(&rise) {
            if rise > 0.0 {
                up.push(node)
            } else {
                down.push(node)
            }
            continue;
        }
        // Scripts of scripts go with the script before them: their own height says little.
        let reach = |side: &[Node<'a>]| {
            let before = side
                .iter()
                .filter(|other| other.bbox.x0 <= node.bbox.x0 && other.size > SCRIPT_RATIO * node.size);
            before
                .map(|other| (node.bbox.x0 - other.bbox.x1).max(0.0) + (node.baseline - other.baseline).abs())
                .fold(f32::INFINITY, f32::min)
        };
        let (to_up, to_down) = (reach(&up), reach(&down));
        let goes_up = if to_up.is_finite() || to_down.is_finite() {
            to_up < to_down
        } else {
            is_up(&node)
        };
        if goes_up { up.push(node) } else { down.push(node) }
    }
    let Some(mut base) = row.pop() else { return };
    let outer = raised_again(&mut up, level);
    // The second script of a group stands behind the first, as in `{a_i}^T`; scripts of one symbol begin together, except
    // for those of integrals.
    let sides = [&up, &down].map(|side| side_extent(side));
    let is_behind = |a: Option<(f32, f32)>, b: Option<(f32, f32)>| match (a, b) {
        (Some((start, _)), Some((first, end))) => start > end - BEHIND * level.size && end - first > LEAN * level.size,
        _ => false,
    };
    let may_be_group = !has_own_size(&base);
    let is_up_behind = may_be_group && is_behind(sides[0], sides[1]);
    let is_down_behind = may_be_group && is_behind(sides[1], sides[0]);
    let first = if is_up_behind { &mut base.sub } else { &mut base.sup };
    if is_up_behind || is_down_behind {
        let (inner, second) = if is_up_behind { (down, up) } else { (up, down) };
        first.extend(nesting.inner().arrange(inner));
        let (bbox, baseline, size) = (base.outline(), base.baseline, base.size);
        base = Node::new(Kind::Group(vec![base]), bbox, baseline, size);
        let second = nesting.inner().arrange(second);
        if is_up_behind {
            base.sup = second;
        } else {
            base.sub = second;
        }
    } else {
        base.sup.extend(nesting.inner().arrange(up));
        base.sub.extend(nesting.inner().arrange(down));
    }
    if !outer.is_empty() {
        let (bbox, baseline, size) = (base.outline(), base.baseline, base.size);
        base = Node::new(Kind::Group(vec![base]), bbox, baseline, size);
        base.sup = nesting.inner().arrange(outer);
    }
    row.push(base);
}

/// Returns the left and the right edge of exactly known scripts.
fn side_extent(side: &[Node<'_>]) -> Option<(f32, f32)> {
    let is_exact = side.iter().filter_map(Node::mark).all(|mark| mark.confidence >= 1.0);
    let bbox = around(side);
    (is_exact && !side.is_empty()).then_some((bbox.x0, bbox.x1))
}

/// Splits off the nodes that are higher than the superscripts before them and as large. These are the superscript of a
/// group that already has one, as in `{x^*}^T`. Scripts of scripts are smaller.
fn raised_again<'a>(up: &mut Vec<Node<'a>>, level: &Level) -> Vec<Node<'a>> {
    up.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let Some(first) = up.first() else { return Vec::new() };
    let (size, baseline, right) = (first.size, first.baseline, first.bbox.x1);
    let is_exact = up.iter().filter_map(Node::mark).all(|mark| mark.confidence >= 1.0);
    let least = if is_exact { 0.05 } else { 0.2 };
    let is_raised = |node: &Node<'_>| node.size > SCRIPT_RATIO * size && baseline - node.baseline > least * size;
    let is_text = level.size > size / SCRIPT_RATIO && size > 0.6 * level.size && !first.is_tall();
    let at = up
        .iter()
        .position(|node| is_raised(node) && node.bbox.x0 > right - 0.1 * size);
    match at.filter(|at| {
        is_text
            && up
                .iter()
                .skip(*at)
                .all(|node| is_raised(node) || node.size < SCRIPT_RATIO * size)
    }) {
        Some(at) => up.split_off(at),
        None => Vec::new(),
    }
}
