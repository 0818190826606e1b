//! From the tree to LaTeX.

use crate::page::Style;

use super::super::latex::Latex;
use super::super::mark::Extent;
use super::super::symbols::{self, Class};
use super::tree::{Kind, Node, around};

/// Appends LaTeX to LaTeX with a space where a control word would swallow a letter.
pub(in crate::typeset) fn join(out: &mut Latex, piece: impl Into<Latex>) {
    let piece = piece.into();
    // No control word is longer, and looking further back would make long formulas quadratic.
    let tail = out.as_bytes().iter().rev().take(32);
    let letters = tail.clone().take_while(|b| b.is_ascii_alphabetic()).count();
    let word_before = letters > 0 && tail.clone().nth(letters) == Some(&b'\\');
    let letter_next = piece.starts_with(|c: char| c.is_alphabetic());
    if letter_next && word_before {
        *out += " ";
    }
    *out += piece;
}

/// The LaTeX of a row. `em` is the size of the text around the formula.
pub(super) fn row(nodes: &[Node<'_>], em: f32) -> Latex {
    let mut out = Latex::default();
    let fences = fences(nodes);
    let mut i = 0;
    while let Some(node) = nodes.get(i) {
        let previous = i.checked_sub(1).and_then(|before| nodes.get(before));
        space(&mut out, previous, node, em);
        let taken = dots(nodes, i, &mut out)
            .or_else(|| alphabet(nodes, i, &mut out, em))
            .or_else(|| words(nodes, i, &mut out))
            .unwrap_or_else(|| {
                match fences.get(i).copied().flatten() {
                    Some(size) => join(
                        &mut out,
                        node.own(format!("{size}{}", symbols::math_latex(node.symbol()))),
                    ),
                    None => nucleus(node, previous, nodes.get(i + 1), &mut out, em),
                }
                1
            });
        i += taken.max(1);
        if let Some(last) = nodes.get(i - 1) {
            scripts(last, &mut out, em);
        }
    }
    out
}

/// `\quad` and `\qquad` where a formula is followed by a remark or another formula.
fn space(out: &mut Latex, previous: Option<&Node<'_>>, node: &Node<'_>, em: f32) {
    let Some(previous) = previous else { return };
    if is_spaced(previous) || is_spaced(node) {
        return;
    }
    let gap = node.bbox.x0 - previous.outline().x1;
    if gap > 1.7 * em {
        join(out, "\\qquad ");
    } else if gap > 0.85 * em {
        join(out, "\\quad ");
    }
}

/// Three full stops or three centred dots.
fn dots(nodes: &[Node<'_>], i: usize, out: &mut Latex) -> Option<usize> {
    let [a, b, c, ..] = nodes.get(i..)? else { return None };
    let command = match (a.symbol(), b.symbol(), c.symbol()) {
        (".", ".", ".") => "\\ldots",
        ("\\cdot", "\\cdot", "\\cdot") => "\\cdots",
        _ => return None,
    };
    let bare = |node: &Node<'_>| node.sup.is_empty() && node.sub.is_empty();
    (bare(a) && bare(b)).then(|| {
        let sources = [a, b, c].into_iter().flat_map(|dot| dot.sources.iter().copied());
        join(out, Latex::of(command, sources));
        3
    })
}

/// A run of letters from one alphabet: `\mathbf{AB}`, `\mathcal{O}`.
fn alphabet(nodes: &[Node<'_>], i: usize, out: &mut Latex, em: f32) -> Option<usize> {
    let command = alphabet_command(nodes.get(i)?)?;
    let mut end = i + 1;
    while let (Some(last), Some(next)) = (nodes.get(end - 1), nodes.get(end)) {
        let together = last.sup.is_empty() && last.sub.is_empty() && next.bbox.x0 - last.bbox.x1 < 0.12 * em;
        if !together || alphabet_command(next) != Some(command) {
            break;
        }
        end += 1;
    }
    let mut letters = Latex::default();
    for node in nodes.get(i..end)? {
        // Small capitals are text also inside a formula.
        let letter = match command {
            "\\textsc" => symbols::text_latex(node.symbol()).into_owned(),
            _ => symbols::math_latex(node.symbol()).to_owned(),
        };
        join(&mut letters, node.own(letter));
    }
    if command == "\\mathit" && end - i == 1 {
        join(out, letters);
    } else {
        join(out, Latex::from(command) + "{" + letters + "}");
    }
    Some(end - i)
}

fn alphabet_command(node: &Node<'_>) -> Option<&'static str> {
    let mark = node.mark()?;
    let greek = mark.symbol.starts_with('\\') && !symbols::is_text_letter(mark.symbol);
    if !(mark.is_letter() || mark.is_digit() || greek && mark.style == Style::MathBoldItalic) {
        return None;
    }
    match mark.style {
        Style::Roman => (mark.is_letter() && !greek).then_some("\\mathrm"),
        Style::MathItalic => None,
        Style::Italic | Style::Slanted => mark.is_letter().then_some("\\mathit"),
        Style::Bold => Some("\\mathbf"),
        Style::BoldItalic | Style::MathBoldItalic => Some("\\boldsymbol"),
        Style::Typewriter => Some("\\mathtt"),
        Style::Sans | Style::SansBold => Some("\\mathsf"),
        Style::SmallCaps => Some("\\textsc"),
        Style::Calligraphic => Some("\\mathcal"),
        Style::Blackboard => Some("\\mathbb"),
        Style::Fraktur => Some("\\mathfrak"),
        Style::Script => Some("\\mathscr"),
    }
}

/// Names of operators, and upright words.
fn words(nodes: &[Node<'_>], i: usize, out: &mut Latex) -> Option<usize> {
    let name_of = |node: &Node<'_>| match &node.kind {
        Kind::Name(name) => Some(name.clone()),
        _ => None,
    };
    let node = nodes.get(i)?;
    let name = name_of(node)?;
    let gap_to = |next: Option<&Node<'_>>| next.map_or(0.0, |next| next.bbox.x0 - node.outline().x1);
    let before = i
        .checked_sub(1)
        .and_then(|i| nodes.get(i))
        .map_or(0.0, |last| node.bbox.x0 - last.outline().x1);
    if name.as_str() == "mod" {
        join(out, node.own("\\bmod"));
        return Some(1);
    }
    if symbols::operator_name(&name).is_some() {
        join(out, node.own(format!("\\{name}")));
        return Some(1);
    }
    // Words of text stand apart by word spaces; names of functions and labels do not.
    let apart = |gap: f32| gap > 0.24 * node.size;
    let after = nodes.get(i + 1);
    let is_text = node.sub.is_empty()
        && node.sup.is_empty()
        && (apart(before) || apart(gap_to(after)))
        && name.len() > 1
        && !after.is_some_and(|after| after.class() == Class::Opening && !apart(gap_to(Some(after))));
    if !is_text {
        let applied = after.is_some_and(|after| after.class() == Class::Opening);
        let command = if applied { "\\operatorname{" } else { "\\mathrm{" };
        join(out, Latex::from(command) + name + "}");
        return Some(1);
    }
    let mut end = i + 1;
    let mut text = name;
    while let (Some(last), Some(next)) = (nodes.get(end - 1), nodes.get(end)) {
        let word = name_of(next).or_else(|| next.is_upright_letter().then(|| next.own(next.symbol())));
        let gap = next.bbox.x0 - last.bbox.x1;
        let Some(word) = word.filter(|_| last.sup.is_empty() && last.sub.is_empty() && gap < 0.8 * node.size) else {
            break;
        };
        text += " ";
        text += word;
        end += 1;
    }
    let space = |gap: f32| {
        if gap > 0.12 * node.size && gap < 0.85 * node.size {
            " "
        } else {
            ""
        }
    };
    let last = nodes.get(end - 1)?;
    let trailing = nodes
        .get(end)
        .map_or("", |next| space(next.bbox.x0 - last.outline().x1));
    join(out, Latex::from("\\text{") + space(before) + text + trailing + "}");
    Some(end - i)
}

/// The node without its scripts.
fn nucleus(node: &Node<'_>, previous: Option<&Node<'_>>, next: Option<&Node<'_>>, out: &mut Latex, em: f32) {
    match &node.kind {
        Kind::Glyph(mark) => join(out, node.own(glyph(node, mark.symbol, previous, next))),
        Kind::Name(name) => join(out, Latex::from("\\mathrm{") + name.clone() + "}"),
        Kind::Fraction(over, under) => join(out, node.own("\\frac") + group(over, em) + group(under, em)),
        Kind::Binomial(over, under) => join(out, node.own("\\binom") + group(over, em) + group(under, em)),
        Kind::Root(index, body) if index.is_empty() => join(out, node.own("\\sqrt") + group(body, em)),
        Kind::Root(index, body) => join(out, node.own("\\sqrt") + "[" + row(index, em) + "]" + group(body, em)),
        Kind::Command(command, body) => join(out, node.own(*command) + group(body, em)),
        Kind::Overset(over, base) if is_arrow(base) => join(out, base.own("\\xrightarrow") + group(over, em)),
        Kind::Overset(over, base) => {
            let base = group(std::slice::from_ref(base), em);
            join(out, Latex::from("\\overset") + group(over, em) + base);
        }
        Kind::Array(left, right, rows) => join(out, array(node, left, right, rows, em)),
        Kind::Empty => join(out, "{}"),
    }
}

/// A row in braces.
fn group(nodes: &[Node<'_>], em: f32) -> Latex {
    Latex::from("{") + row(nodes, em) + "}"
}

/// A bar with space on both sides is a relation.
fn glyph<'a>(node: &Node<'_>, symbol: &'a str, previous: Option<&Node<'_>>, next: Option<&Node<'_>>) -> &'a str {
    if symbol == "|" {
        let wide = |gap: f32| gap > 0.18 * node.size;
        let before =
            previous.is_some_and(|previous| !is_spaced(previous) && wide(node.bbox.x0 - previous.outline().x1));
        let after = next.is_some_and(|next| !is_spaced(next) && wide(next.bbox.x0 - node.outline().x1));
        if before && after {
            return "\\mid";
        }
    }
    // An apostrophe after a symbol is a prime, which is a superscript: neither of the two may have others.
    if matches!(symbol, "’" | "'") {
        let is_bare = node.sup.is_empty() && node.sub.is_empty();
        return match previous {
            Some(previous) if is_bare && previous.sup.is_empty() => "'",
            _ if is_bare => "{}'",
            _ => "\\text{'}",
        };
    }
    symbols::math_latex(symbol)
}

fn is_arrow(node: &Node<'_>) -> bool {
    matches!(node.symbol(), "\\rightarrow" | "\\longrightarrow") && node.bbox.width() > 1.2 * node.size
}

fn is_spaced(node: &Node<'_>) -> bool {
    matches!(node.class(), Class::Relation | Class::Binary)
}

fn scripts(node: &Node<'_>, out: &mut Latex, em: f32) {
    let primes = node.sup.iter().take_while(|node| node.symbol() == "\\prime").count();
    if !node.sub.is_empty() {
        script(out, "_", row(&node.sub, em));
    }
    for prime in node.sup.iter().take(primes) {
        *out += prime.own("'");
    }
    if let Some(rest) = node.sup.get(primes..).filter(|rest| !rest.is_empty()) {
        script(out, "^", row(rest, em));
    }
}

/// Braces only where they are needed.
fn script(out: &mut Latex, sign: &str, body: Latex) {
    *out += sign;
    if symbols::is_single_token(&body) {
        *out += body;
    } else {
        *out += Latex::from("{") + body + "}";
    }
}

fn array(node: &Node<'_>, left: &str, right: &str, rows: &[Vec<Vec<Node<'_>>>], em: f32) -> Latex {
    let line = |cells: &Vec<Vec<Node<'_>>>| Latex::join(cells.iter().map(|cell| row(cell, em)), " & ");
    let body = Latex::join(rows.iter().map(line), " \\\\ ");
    let environment = match (left, right) {
        ("(", ")") => "pmatrix",
        ("[", "]") => "bmatrix",
        ("{", "}") => "Bmatrix",
        ("|", "|") => "vmatrix",
        ("\\|", "\\|") => "Vmatrix",
        ("{", "") => "cases",
        _ => {
            let columns = "c".repeat(rows.first().map_or(1, Vec::len));
            let delimiter = |symbol: &str| {
                if symbol.is_empty() {
                    ".".to_owned()
                } else {
                    symbols::math_latex(symbol).to_owned()
                }
            };
            let (left, right) = (delimiter(left), delimiter(right));
            let begin = node.own(format!("\\left{left}\\begin{{array}}{{{columns}}}"));
            return begin + " " + body + " " + node.own(format!("\\end{{array}}\\right{right}"));
        }
    };
    let begin = node.own(format!("\\begin{{{environment}}}"));
    begin + " " + body + " " + node.own(format!("\\end{{{environment}}}"))
}

/// For each node: the command that makes a delimiter as large as it is, if it is larger than usual. `\left` and
/// `\right` where two match and what they enclose asks for the size.
fn fences(nodes: &[Node<'_>]) -> Vec<Option<&'static str>> {
    let ratio = |node: &Node<'_>| node.bbox.height() / node.size;
    let is_large =
        |node: &Node<'_>| symbols::hangs(node.symbol()) && node.class() != Class::LargeOperator && ratio(node) > LARGE;
    let mut commands: Vec<Option<&'static str>> = nodes
        .iter()
        .map(|node| is_large(node).then(|| by_size(node, ratio(node))))
        .collect();
    for (left, right) in pairs(nodes) {
        let (Some(opening), Some(closing), Some(inside)) =
            (nodes.get(left), nodes.get(right), nodes.get(left + 1..right))
        else {
            continue;
        };
        let (a, b) = (ratio(opening), ratio(closing));
        if (a - b).abs() > 0.25 {
            continue;
        }
        // The two are of one size: the mean of two measurements is the better one.
        let mean = 0.5 * (a + b);
        let content = if inside.is_empty() {
            0.0
        } else {
            around_with_scripts(inside).height()
        };
        // TeX makes a delimiter cover nine tenths of its content, or all but 5 pt.
        let grows = content > 0.75 * opening.bbox.height().max(closing.bbox.height());
        let pair = match (mean > LARGE, grows) {
            (false, _) => (None, None),
            (true, true) => (Some("\\left"), Some("\\right")),
            (true, false) => (Some(by_size(opening, mean)), Some(by_size(closing, mean))),
        };
        (commands[left], commands[right]) = pair;
    }
    commands
}

/// Delimiters of at least this height, in em, are larger than usual.
const LARGE: f32 = 1.12;

/// Indices of delimiters that match.
fn pairs(nodes: &[Node<'_>]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        let closes = |open: &usize| nodes.get(*open).is_some_and(|left| left.symbol() == node.symbol());
        match node.class() {
            Class::Opening => open.push(i),
            Class::Fence if !open.last().is_some_and(closes) => open.push(i),
            Class::Closing | Class::Fence => pairs.extend(open.pop().map(|left| (left, i))),
            _ => {}
        }
    }
    pairs
}

fn around_with_scripts(nodes: &[Node<'_>]) -> crate::page::BBox {
    nodes
        .iter()
        .map(Node::outline)
        .fold(around(nodes), |all, bbox| all.union(&bbox))
}

fn by_size(node: &Node<'_>, ratio: f32) -> &'static str {
    let (left, right) = (node.class() == Class::Opening, node.class() == Class::Closing);
    let pick = |l, r, plain| {
        if left {
            l
        } else if right {
            r
        } else {
            plain
        }
    };
    match ratio {
        h if h < 1.5 => pick("\\bigl", "\\bigr", "\\big"),
        h if h < 2.1 => pick("\\Bigl", "\\Bigr", "\\Big"),
        h if h < 2.7 => pick("\\biggl", "\\biggr", "\\bigg"),
        _ => pick("\\Biggl", "\\Biggr", "\\Bigg"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(pieces: &[&str]) -> String {
        let mut out = Latex::default();
        pieces.iter().for_each(|piece| join(&mut out, *piece));
        out.to_string()
    }

    #[test]
    fn control_words_are_kept_from_letters_only() {
        assert_eq!(joined(&["\\alpha", "x"]), "\\alpha x");
        assert_eq!(joined(&["\\alpha", "2", "\\beta", "(", "x", "y"]), "\\alpha2\\beta(xy");
        assert_eq!(joined(&["\\{", "x"]), "\\{x");
    }

    #[test]
    fn scripts_have_braces_only_where_needed() {
        let written = |body: &str| {
            let mut out = Latex::default();
            script(&mut out, "_", body.into());
            out.to_string()
        };
        assert_eq!(written("i"), "_i");
        assert_eq!(written("\\star"), "_\\star");
        assert_eq!(written("é"), "_{é}");
        assert_eq!(written("'"), "_{'}");
        assert_eq!(written("ij"), "_{ij}");
        assert_eq!(written("\\alpha i"), "_{\\alpha i}");
        assert_eq!(written("\\max"), "_{\\max}");
        assert_eq!(written("\\sum"), "_{\\sum}");
    }
}
