//! From the tree to LaTeX.

use texlens_vocabulary::Style as Look;

use super::super::latex::Latex;
use super::super::mark::Extent;
use super::super::symbols::{self, Class};
use super::sense::{self, Form, Role, Sense, role};
use super::setting::{Setting, Style};
use super::space::{self, Atom, Faces, room};
use super::tree::{Array, Kind, Node, Size};
use super::{fence, limits, shift};

/// Space between letters of a word that no letters exceed, in em.
const LETTERS: f32 = 0.14;
/// Space between italic words, in em.
const SPACE: std::ops::Range<f32> = 0.2..0.7;
/// A space between words together with a thick space, in em.
const THICK_AND_WORD: std::ops::Range<f32> = 0.57..0.68;
/// Least space between a word and mathematics, in em, apart from that of a relation (`THICK`).
const WORD: f32 = 0.24;
const THICK: f32 = 0.25;
/// Space between a bar that is a relation and a word, in em: thick, and less than between words.
const BAR: std::ops::Range<f32> = 0.24..0.31;

/// Appends LaTeX to LaTeX, with a space where a control word would absorb a letter.
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

/// Returns the LaTeX of a row.
pub(super) fn row(nodes: &[Node<'_>], at: Setting) -> Latex {
    let mut out = Latex::default();
    let at = if limits::is_displayed(nodes, at) {
        out += "\\displaystyle ";
        at.display()
    } else {
        at
    };
    let faces = space::faces(nodes);
    let at = Setting {
        is_rigid: at.is_rigid && !(at.style == Style::Display && space::is_shrunk(nodes, &faces, at)),
        ..at
    };
    let fences = fence::commands(nodes, &faces, at);
    let (senses, mut roles) = read(nodes, faces, &fences, at);
    mark_italic_text(nodes, &mut roles);
    let mut i = 0;
    while let Some(node) = nodes.get(i) {
        let previous = i.checked_sub(1).and_then(|before| nodes.get(before));
        if let Some((latex, taken)) = modulus(nodes, i, at) {
            join(&mut out, latex);
            i += taken;
            continue;
        }
        space_before(nodes, &senses, &roles, i, &mut out, at);
        let taken = italic_text(nodes, &roles, i, &mut out)
            .or_else(|| alphabet(nodes, i, &mut out, at))
            .or_else(|| words(nodes, &roles, i, &mut out))
            .unwrap_or_else(|| {
                match (fences.get(i).copied().flatten(), senses.get(i).map(|sense| sense.form)) {
                    (Some("}"), _) => join(&mut out, node.own(format!("{}}}", symbols::math_latex(node.symbol())))),
                    (Some(size), _) => join(
                        &mut out,
                        node.own(format!("{size}{}", symbols::math_latex(node.symbol()))),
                    ),
                    (None, Some(Form::Command(command))) => join(&mut out, node.own(command)),
                    (None, Some(Form::Braced)) => {
                        out += "{";
                        nucleus(node, previous, &mut out, at);
                        out += "}";
                    }
                    _ => nucleus(node, previous, &mut out, at),
                }
                1
            });
        i += taken.max(1);
        if let Some(last) = nodes.get(i - 1) {
            scripts(last, &mut out, at);
        }
    }
    out
}

/// Space before `\pmod` in displays and in text, and after its name, in em (amsmath).
const BEFORE_MODULUS: [f32; 2] = [1.0, 8.0 / 18.0];
const IN_MODULUS: f32 = 6.0 / 18.0;

/// Writes a modulus in parentheses, which has its own spaces. Returns the number of nodes written.
fn modulus(nodes: &[Node<'_>], i: usize, at: Setting) -> Option<(Latex, usize)> {
    let [open, name, rest @ ..] = nodes.get(i..)? else {
        return None;
    };
    let before = nodes.get(i.checked_sub(1)?)?;
    let is_name = matches!(&name.kind, Kind::Name(name) if name.as_str() == "mod");
    let is_near = |gap: f32, width: f32| (gap - width).abs() < 0.06;
    if open.symbol() != "(" || !is_name || !is_near(room(name, rest.first()?), IN_MODULUS) {
        return None;
    }
    if !BEFORE_MODULUS.iter().any(|width| is_near(room(before, open), *width)) {
        return None;
    }
    let mut depth = 0;
    let end = rest.iter().position(|node| {
        depth += i32::from(node.class() == Class::Opening) - i32::from(node.class() == Class::Closing);
        depth < 0
    })?;
    let close = rest
        .get(end)
        .filter(|close| close.sup.is_empty() && close.sub.is_empty())?;
    let sources = [open, name, close]
        .into_iter()
        .flat_map(|node| node.sources.iter().copied());
    let latex = Latex::of("\\pmod", sources) + group(rest.get(..end)?, at);
    Some((latex, end + 3))
}

/// Returns the sense of every node of a row, and the role of its upright letters.
pub(super) fn read(
    nodes: &[Node<'_>],
    mut faces: Vec<Faces>,
    fences: &[Option<&str>],
    at: Setting,
) -> (Vec<Sense>, Vec<Option<Role>>) {
    for (faces, command) in faces.iter_mut().zip(fences) {
        match command {
            Some("\\left") => (faces.left, faces.right) = (Atom::Inner, Atom::Open),
            Some("\\right") => (faces.left, faces.right) = (Atom::Close, Atom::Inner),
            Some("{") => (faces.left, faces.right) = (Atom::Ord, Atom::Open),
            Some("}") => (faces.left, faces.right) = (Atom::Close, Atom::Ord),
            Some(command) if command.ends_with('l') => *faces = Atom::Open.into(),
            Some(command) if command.ends_with('r') => *faces = Atom::Close.into(),
            Some(_) => *faces = Atom::Ord.into(),
            None => {}
        }
    }
    let roles: Vec<Option<Role>> = (0..nodes.len()).map(|i| role(nodes, &faces, i, at)).collect();
    for ((faces, role), node) in faces.iter_mut().zip(&roles).zip(nodes) {
        if matches!(&node.kind, Kind::Name(name) if name.as_str() == "mod") {
            *faces = space::modulus(at.style);
        } else if *role == Some(Role::Operator) {
            *faces = Atom::Op.into();
        }
    }
    let is_fixed = |i: usize| fences.get(i).is_some_and(|command| command.is_some());
    (sense::senses(nodes, faces, is_fixed, at), roles)
}

/// Writes the space that the author put between a node and the one before it.
fn space_before(nodes: &[Node<'_>], senses: &[Sense], roles: &[Option<Role>], i: usize, out: &mut Latex, at: Setting) {
    let Some(before) = i.checked_sub(1) else { return };
    let (Some(left), Some(right)) = (nodes.get(before), nodes.get(i)) else {
        return;
    };
    // Words include their spaces.
    let is_text = |i: usize| roles.get(i).copied().flatten() == Some(Role::Text);
    if is_text(before) || is_text(i) {
        let gap = room(left, right) * left.size / at.em;
        let beside = if is_text(before) { right } else { left };
        let due = if is_spaced(beside) { THICK } else { 0.0 };
        join(
            out,
            if gap > 1.7 {
                "\\qquad "
            } else if gap > 0.85 {
                "\\quad "
            } else if THICK_AND_WORD.contains(&(gap - due)) {
                "\\;"
            } else {
                ""
            },
        );
        return;
    }
    if let (Some(a), Some(b)) = (senses.get(before), senses.get(i)) {
        join(out, space::command((left, a.faces), (right, b.faces), at));
    }
}

/// Writes a run of letters from one alphabet: `\mathbf{AB}`, `\mathcal{O}`. Returns the number of nodes written.
fn alphabet(nodes: &[Node<'_>], i: usize, out: &mut Latex, at: Setting) -> Option<usize> {
    let first = nodes.get(i)?;
    let command = alphabet_command(first)?;
    let is_boxed = || at.is_exact && shift::is_boxed(&[], first) == Some(true);
    if command == "\\mathrm" && is_boxed() {
        let letter = symbols::text_latex(first.symbol());
        join(out, first.own(format!("\\text{{{letter}}}")));
        return Some(1);
    }
    let mut end = i + 1;
    while let (Some(last), Some(next)) = (nodes.get(end - 1), nodes.get(end)) {
        let together = last.sup.is_empty() && last.sub.is_empty() && next.bbox.x0 - last.bbox.x1 < 0.12 * at.em;
        if !together || alphabet_command(next) != Some(command) {
            break;
        }
        end += 1;
    }
    let command = if command == "\\mathtt" && end - i > 1 {
        "\\texttt"
    } else {
        command
    };
    let mut letters = Latex::default();
    for node in nodes.get(i..end)? {
        // Small capitals and words of code are text, even inside a formula.
        let letter = match command {
            "\\textsc" | "\\texttt" => symbols::text_latex(node.symbol()).into_owned(),
            _ => symbols::math_latex(node.symbol()).to_owned(),
        };
        join(&mut letters, node.own(letter));
    }
    let has_hyphen = nodes.get(i..end)?.iter().any(is_italic_hyphen);
    if has_hyphen && end - i == 1 {
        return None;
    }
    let is_text = || has_hyphen || end - i > 1 && space::is_uncorrected(nodes, end - 1);
    let command = if command == "\\mathit" && at.is_exact && is_text() {
        "\\textit"
    } else {
        command
    };
    // The two italic alphabets differ in widths only.
    let shortest = if at.is_exact { 2 } else { 3 };
    if command == "\\mathit" && end - i < shortest {
        join(out, letters);
    } else {
        join(out, Latex::from(command) + "{" + letters + "}");
    }
    Some(end - i)
}

/// Reports whether the node is a hyphen of italic text; mathematics has none.
fn is_italic_hyphen(node: &Node<'_>) -> bool {
    node.mark()
        .is_some_and(|mark| mark.symbol == "-" && mark.style == Look::Italic && mark.confidence >= 1.0)
}

fn alphabet_command(node: &Node<'_>) -> Option<&'static str> {
    if is_italic_hyphen(node) {
        return Some("\\mathit");
    }
    let mark = node.mark()?;
    let greek = mark.symbol.starts_with('\\') && !symbols::is_text_letter(mark.symbol);
    if !(mark.is_letter() || mark.is_digit() || greek && mark.style == Look::MathBoldItalic) {
        return None;
    }
    match mark.style {
        Look::Roman => (mark.is_letter() && !greek).then_some("\\mathrm"),
        Look::MathItalic => None,
        Look::Italic | Look::Slanted => mark.is_letter().then_some("\\mathit"),
        Look::Bold => Some("\\mathbf"),
        Look::BoldItalic | Look::MathBoldItalic => Some("\\boldsymbol"),
        Look::Typewriter => Some("\\mathtt"),
        Look::Sans | Look::SansBold => Some("\\mathsf"),
        Look::SmallCaps => Some("\\textsc"),
        Look::Calligraphic => Some("\\mathcal"),
        Look::Blackboard => Some("\\mathbb"),
        Look::Fraktur => Some("\\mathfrak"),
        Look::Script => Some("\\mathscr"),
    }
}

/// Returns the end of the run of italic letters of text that begins with node `i`; `i` if none does.
fn italic_word(nodes: &[Node<'_>], i: usize) -> usize {
    let is_letter = |node: &Node<'_>| {
        let mark = node
            .mark()
            .filter(|mark| mark.is_letter() && node.sup.is_empty() && node.sub.is_empty());
        mark.is_some_and(|mark| matches!(mark.style, Look::Italic | Look::Slanted))
    };
    let touches = |at: usize| {
        nodes
            .get(at - 1)
            .zip(nodes.get(at))
            .is_some_and(|(a, b)| room(a, b) < LETTERS)
    };
    let end = (i..nodes.len()).find(|at| !is_letter(&nodes[*at]) || *at > i && !touches(*at));
    end.unwrap_or(nodes.len())
}

/// Marks italic words as text: in a theorem, `\text` is italic. Identifiers have no spaces of words beside them.
fn mark_italic_text(nodes: &[Node<'_>], roles: &mut [Option<Role>]) {
    let mut start = 0;
    while start < nodes.len() {
        let mut end = italic_word(nodes, start);
        if end == start {
            start += 1;
            continue;
        }
        let mut words = 1;
        while nodes
            .get(end - 1)
            .zip(nodes.get(end))
            .is_some_and(|(a, b)| SPACE.contains(&room(a, b)))
        {
            let next = italic_word(nodes, end);
            if next == end {
                break;
            }
            (end, words) = (next, words + 1);
        }
        let is_apart = |at: usize, beside: Option<&Node<'_>>| {
            let gap = at
                .checked_sub(1)
                .and_then(|before| nodes.get(before))
                .zip(nodes.get(at));
            let gap = gap.map_or(0.0, |(a, b)| room(a, b));
            let due = beside.map_or(0.0, |beside| if is_spaced(beside) { THICK } else { 0.0 });
            beside.is_some_and(|beside| !matches!(beside.kind, Kind::Name(_))) && gap - due > WORD
        };
        let before = start.checked_sub(1).and_then(|before| nodes.get(before));
        let is_word = is_apart(start, before) || is_apart(end, nodes.get(end));
        if end - start > 1 && (words > 1 || is_word) {
            roles
                .iter_mut()
                .take(end)
                .skip(start)
                .for_each(|role| *role = Some(Role::Text));
        }
        start = end;
    }
}

/// Writes italic words that are text, with the spaces around them. Returns the number of nodes written.
fn italic_text(nodes: &[Node<'_>], roles: &[Option<Role>], i: usize, out: &mut Latex) -> Option<usize> {
    let is_text = |at: usize| roles.get(at).copied().flatten() == Some(Role::Text);
    let mut end = italic_word(nodes, i);
    if end == i || !is_text(i) {
        return None;
    }
    let word = |from: usize, to: usize| {
        let letters = nodes.get(from..to).unwrap_or_default().iter();
        letters
            .map(|node| node.own(symbols::text_latex(node.symbol()).into_owned()))
            .fold(Latex::default(), |all, letter| all + letter)
    };
    let mut text = word(i, end);
    loop {
        let next = italic_word(nodes, end);
        if next == end || !is_text(end) {
            break;
        }
        text += " ";
        text += word(end, next);
        end = next;
    }
    let space = |at: usize, beside: Option<&Node<'_>>| {
        let due = beside.map_or(0.0, |beside| if is_spaced(beside) { THICK } else { 0.0 });
        let pair = at
            .checked_sub(1)
            .and_then(|before| nodes.get(before))
            .zip(nodes.get(at));
        let gap = pair.map_or(0.0, |(a, b)| room(a, b)) - due;
        if (0.12..0.85).contains(&gap) { " " } else { "" }
    };
    let before = i.checked_sub(1).and_then(|before| nodes.get(before));
    let (leading, trailing) = (space(i, before), space(end, nodes.get(end)));
    join(out, Latex::from("\\text{") + leading + text + trailing + "}");
    Some(end - i)
}

/// Writes the name of an operator, or upright words. Returns the number of nodes written.
fn words(nodes: &[Node<'_>], roles: &[Option<Role>], i: usize, out: &mut Latex) -> Option<usize> {
    let name_of = |node: &Node<'_>| match &node.kind {
        Kind::Name(name) => Some(name.clone()),
        _ => None,
    };
    let node = nodes.get(i)?;
    let name = name_of(node)?;
    if let Some(command) = operator(&name) {
        join(out, node.own(command));
        return Some(1);
    }
    let command = match roles.get(i).copied().flatten()? {
        Role::Operator => "\\operatorname{",
        Role::Letters => "\\mathrm{",
        Role::Boxed => "\\text{",
        Role::Text => return text(nodes, i, name, out),
    };
    join(out, Latex::from(command) + name + "}");
    Some(1)
}

/// Returns the command of an operator that LaTeX knows by its name.
fn operator(name: &str) -> Option<String> {
    match name {
        "mod" => Some("\\bmod".to_owned()),
        _ => symbols::operator_name(name).map(|_| format!("\\{name}")),
    }
}

/// Writes consecutive words with the spaces around them, up to an operator. Returns the number of nodes written.
fn text(nodes: &[Node<'_>], i: usize, name: Latex, out: &mut Latex) -> Option<usize> {
    let node = nodes.get(i)?;
    let mut end = i + 1;
    let mut text = name;
    while let (Some(last), Some(next)) = (nodes.get(end - 1), nodes.get(end)) {
        let word = match &next.kind {
            Kind::Name(name) => operator(name).is_none().then(|| name.clone()),
            _ => next.is_upright_letter().then(|| next.own(next.symbol())),
        };
        let gap = next.bbox.x0 - last.bbox.x1;
        let Some(word) = word.filter(|_| last.sup.is_empty() && last.sub.is_empty() && gap < 0.8 * node.size) else {
            break;
        };
        // The depth of a box shifts its scripts: a word with scripts is a box without the words before it.
        if !(next.sup.is_empty() && next.sub.is_empty()) {
            break;
        }
        text += " ";
        text += word;
        end += 1;
    }
    // A word space that the classes of the adjacent symbols do not explain.
    let space = |left: Option<&Node<'_>>, right: Option<&Node<'_>>, beside: Option<&Node<'_>>| {
        let gap = left.zip(right).map_or(0.0, |(left, right)| room(left, right));
        // A bar may be a relation.
        let may_be_relation = |beside: &Node<'_>| matches!(beside.symbol(), "|" | "\\|") && BAR.contains(&gap);
        let is_due = beside.is_some_and(|beside| is_spaced(beside) || may_be_relation(beside));
        let gap = gap - if is_due { THICK } else { 0.0 };
        if (0.12..0.85).contains(&gap) { " " } else { "" }
    };
    let before = i.checked_sub(1).and_then(|i| nodes.get(i));
    let (last, after) = (nodes.get(end - 1), nodes.get(end));
    let (leading, trailing) = (space(before, Some(node), before), space(last, after, after));
    join(out, Latex::from("\\text{") + leading + text + trailing + "}");
    Some(end - i)
}

/// Writes the node without its scripts.
fn nucleus(node: &Node<'_>, previous: Option<&Node<'_>>, out: &mut Latex, at: Setting) {
    match &node.kind {
        Kind::Glyph(mark) => join(out, node.own(glyph(node, mark.symbol, previous))),
        Kind::Name(name) => join(out, Latex::from("\\mathrm{") + name.clone() + "}"),
        Kind::Fraction(over, under) => {
            let (command, parts) = fraction(node, at);
            let part = |part: &[Node<'_>]| {
                let [before, behind] = space::around_part(node, part, parts);
                Latex::from("{") + before + row(part, parts) + behind + "}"
            };
            join(out, node.own(command) + part(over) + part(under));
        }
        Kind::Binomial(over, under, delimiters) => {
            let command = match delimiters {
                ["(", ")"] => "\\binom".to_owned(),
                [left, right] => {
                    let (left, right) = (symbols::math_latex(left), symbols::math_latex(right));
                    format!("\\genfrac{{{left}}}{{{right}}}{{0pt}}{{}}")
                }
            };
            let parts = group(over, at.part()) + group(under, at.part());
            join(out, node.own(command) + parts);
        }
        Kind::Root(index, body) if index.is_empty() => join(out, node.own("\\sqrt") + group(body, at)),
        Kind::Root(index, body) => join(
            out,
            node.own("\\sqrt") + optional(row(index, at.script())) + group(body, at),
        ),
        Kind::Command(command, body) => join(out, node.own(*command) + group(body, at)),
        Kind::Overset(over, base) => join(out, stack(over, base, at)),
        // TeX removes braces around a lone accent (tex.web, section 1187): two scripts would meet.
        Kind::Group(body) if is_scripted_accent(body) => *out += Latex::from("{") + row(body, at) + "{}}",
        Kind::Group(body) => *out += group(body, at),
        Kind::Array(rows) => join(out, array(node, rows, at)),
        Kind::Empty => join(out, "{}"),
    }
}

/// Reports whether nodes are a single command with scripts, such as an accent.
fn is_scripted_accent(nodes: &[Node<'_>]) -> bool {
    let [node] = nodes else { return false };
    matches!(node.kind, Kind::Command(..)) && !(node.sup.is_empty() && node.sub.is_empty())
}

/// Returns an optional argument, in braces if a bracket in it would end it.
fn optional(body: Latex) -> Latex {
    if body.contains(['[', ']']) {
        Latex::from("[{") + body + "}]"
    } else {
        Latex::from("[") + body + "]"
    }
}

/// Returns a relation with the formulas over and under it.
fn stack(over: &[Node<'_>], base: &Node<'_>, at: Setting) -> Latex {
    let under = base.sub.as_slice();
    if let Some(command) = stretched(base) {
        let optional = if under.is_empty() {
            Latex::default()
        } else {
            optional(row(under, at.script()))
        };
        return base.own(command) + optional + group(over, at.script());
    }
    let mut body = Latex::default();
    nucleus(base, None, &mut body, at);
    let mut body = Latex::from("{") + body + "}";
    if !over.is_empty() {
        body = Latex::from("\\overset") + group(over, at.script()) + body;
    }
    if !under.is_empty() {
        let upper = if over.is_empty() {
            body
        } else {
            Latex::from("{") + body + "}"
        };
        body = Latex::from("\\underset") + group(under, at.script()) + upper;
    }
    body
}

/// Returns the command that makes a fraction of this size in this style, and the setting of its parts.
fn fraction(node: &Node<'_>, at: Setting) -> (&'static str, Setting) {
    let is_full = node.size > FULL * at.em;
    match at.style {
        Style::Display if !is_full => ("\\tfrac", at.script()),
        Style::Text if is_full => ("\\dfrac", at.cell()),
        _ => ("\\frac", at.part()),
    }
}

/// Least size of letters that are no scripts, in em of the text.
const FULL: f32 = 0.86;

/// Returns a row in braces.
fn group(nodes: &[Node<'_>], at: Setting) -> Latex {
    Latex::from("{") + row(nodes, at) + "}"
}

fn glyph<'a>(node: &Node<'_>, symbol: &'a str, previous: Option<&Node<'_>>) -> &'a str {
    // An apostrophe after a symbol is a prime, which is a superscript: neither may have other superscripts.
    if matches!(symbol, "’" | "'") {
        let is_bare = node.sup.is_empty() && node.sub.is_empty();
        return match previous {
            Some(previous) if is_bare && previous.sup.is_empty() => "'",
            _ if is_bare => "{}'",
            _ => "\\text{'}",
        };
    }
    // Formulas have a minus sign: a hyphen belongs to a word.
    if symbol == "-" && node.mark().is_some_and(|mark| mark.confidence >= 1.0) {
        return "\\text{-}";
    }
    symbols::math_latex(symbol)
}

/// Returns the command that stretches an arrow to the formula over it (amsmath), unless the arrow has its natural
/// width.
fn stretched(node: &Node<'_>) -> Option<&'static str> {
    let (command, own) = match node.symbol() {
        "\\rightarrow" => ("\\xrightarrow", 1.0),
        "\\longrightarrow" => ("\\xrightarrow", 1.611),
        "\\leftarrow" => ("\\xleftarrow", 1.0),
        "\\longleftarrow" => ("\\xleftarrow", 1.611),
        "\\longleftrightarrow" => ("\\xleftrightarrow", 1.833),
        "\\longmapsto" => ("\\xmapsto", 1.611),
        "\\Longrightarrow" => ("\\xRightarrow", 1.611),
        "\\Longleftarrow" => ("\\xLeftarrow", 1.611),
        "\\hookrightarrow" => ("\\xhookrightarrow", 1.111),
        "\\hookleftarrow" => ("\\xhookleftarrow", 1.111),
        _ => return None,
    };
    ((node.bbox.width() / node.size - own).abs() > 0.02).then_some(command)
}

fn is_spaced(node: &Node<'_>) -> bool {
    matches!(node.class(), Class::Relation | Class::Binary)
}

fn scripts(node: &Node<'_>, out: &mut Latex, at: Setting) {
    *out += limits::placement(node, at);
    let at = at.script();
    let primes = node.sup.iter().take_while(|node| node.symbol() == "\\prime").count();
    let rest = node.sup.get(primes..).unwrap_or_default();
    let subscript = |out: &mut Latex| {
        if !node.sub.is_empty() {
            script(out, "_", row(&node.sub, at));
        }
    };
    // Most authors write primes first. LaTeX takes other superscripts right behind them only.
    if !rest.is_empty() {
        subscript(out);
    }
    for prime in node.sup.iter().take(primes) {
        *out += prime.own("'");
    }
    if rest.is_empty() {
        subscript(out);
    } else {
        script(out, "^", row(rest, at));
    }
}

/// Writes a script, in braces only where these are needed.
fn script(out: &mut Latex, sign: &str, body: Latex) {
    *out += sign;
    if symbols::is_single_token(&body) {
        *out += body;
    } else {
        *out += Latex::from("{") + body + "}";
    }
}

fn array(node: &Node<'_>, array: &Array<'_>, at: Setting) -> Latex {
    let at = if array.setting == Size::Usual { at } else { at.script() };
    let line = |cells: &Vec<Vec<Node<'_>>>| {
        let line = Latex::join(cells.iter().map(|cell| row(cell, at.cell())), " & ");
        // After the end of a row, these would be its argument and its star.
        let reads_on = line.starts_with(['[', '*']);
        if reads_on { Latex::from("{}") + line } else { line }
    };
    let body = Latex::join(array.rows.iter().map(line), " \\\\ ");
    match array.setting {
        Size::Stack => return Latex::from("\\substack{") + body + "}",
        Size::Small => return Latex::from("\\begin{smallmatrix} ") + body + " \\end{smallmatrix}",
        Size::Usual => {}
    }
    let width = array.rows.iter().map(Vec::len).max().unwrap_or(1);
    let environment = match (array.left, array.right) {
        ("(", ")") => "pmatrix",
        ("[", "]") => "bmatrix",
        ("{", "}") => "Bmatrix",
        ("|", "|") => "vmatrix",
        ("\\|", "\\|") => "Vmatrix",
        // `cases` has no third column.
        ("{", "") if width <= 2 => "cases",
        ("", "") => "matrix",
        _ => "",
    };
    let columns = match &array.preamble {
        Some(letters) => letters.clone(),
        None if environment.is_empty() => "c".repeat(width),
        None => {
            let begin = node.own(format!("\\begin{{{environment}}}"));
            return begin + " " + body + " " + node.own(format!("\\end{{{environment}}}"));
        }
    };
    if (array.left, array.right) == ("", "") {
        return Latex::from(format!("\\begin{{array}}{{{columns}}} ")) + body + " \\end{array}";
    }
    let delimiter = |symbol| match symbol {
        "" => ".",
        _ => symbols::math_latex(symbol),
    };
    let begin = node.own(format!("\\left{}\\begin{{array}}{{{columns}}}", delimiter(array.left)));
    begin + " " + body + " " + node.own(format!("\\end{{array}}\\right{}", delimiter(array.right)))
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
