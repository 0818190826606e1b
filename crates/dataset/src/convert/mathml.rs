//! Conversion of presentation MathML to LaTeX.
//!
//! An annotation in TeX, if there is one, is used unchanged: tools that write MathML from LaTeX keep the source there. A
//! `math` element without elements holds LaTeX, as Marker writes it.

use super::tree::{Node, Tree};
use super::unicode::{in_formula, push};

/// Encodings of annotations that are LaTeX.
const TEX: [&str; 4] = ["application/x-tex", "tex", "latex", "application/x-latex"];

/// Names that LaTeX sets upright with a separate command.
const FUNCTIONS: [&str; 32] = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp", "gcd", "hom",
    "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "Pr", "sec", "sin", "sinh", "sup", "tan",
    "tanh",
];

/// Converts a `math` element to LaTeX without delimiters.
pub(super) fn to_latex(tree: &Tree, math: usize) -> String {
    if let Some(latex) = source(tree, math) {
        return latex;
    }
    let mut out = String::new();
    // Docling puts the annotation into `math` itself.
    semantics(tree, math, &mut out);
    out.trim().to_owned()
}

/// Returns the LaTeX that a `math` element holds as its text, perhaps with line breaks.
fn source(tree: &Tree, math: usize) -> Option<String> {
    let mut latex = String::new();
    for &child in tree.children(math) {
        match tree.get(child)? {
            Node::Text(text) => latex.push_str(text),
            Node::Element { name, .. } if name == "br" => latex.push('\n'),
            Node::Element { .. } => return None,
        }
    }
    Some(in_formula(latex.trim()))
}

fn row(tree: &Tree, node: usize, out: &mut String) {
    for child in tree.elements(node) {
        write(tree, child, out);
    }
}

/// Returns a child as an argument in braces.
fn group(tree: &Tree, node: Option<usize>) -> String {
    let mut inside = String::new();
    if let Some(node) = node {
        write(tree, node, &mut inside);
    }
    format!("{{{}}}", inside.trim())
}

/// Writes a base, in braces unless it is one symbol.
fn base(tree: &Tree, node: Option<usize>, out: &mut String) {
    let Some(node) = node else { return out.push_str("{}") };
    let is_symbol = matches!(tree.name(node), "mi" | "mn" | "mo") && tree.text(node).trim().chars().count() <= 1;
    let is_function = tree.name(node) == "mi" && FUNCTIONS.contains(&tree.text(node).trim());
    let is_large = tree.name(node) == "mo";
    if is_symbol || is_function || is_large {
        write(tree, node, out);
    } else {
        push(out, &group(tree, Some(node)));
    }
}

fn write(tree: &Tree, node: usize, out: &mut String) {
    let Some(Node::Element { name, .. }) = tree.get(node) else {
        if let Some(Node::Text(text)) = tree.get(node) {
            push(out, &bare(text.trim()));
        }
        return;
    };
    let mut children = tree.elements(node);
    match name.as_str() {
        "mi" => identifier(tree, node, out),
        "mn" => push(out, &spelled(tree.text(node).trim())),
        "mo" => operator(tree.text(node).trim(), out),
        "mtext" | "ms" => text(&tree.text(node), out),
        "mspace" => push(out, "\\ "),
        "mfrac" => {
            let command = match tree.attribute(node, "linethickness") {
                Some("0" | "0pt" | "0px" | "0em") => "\\genfrac{}{}{0pt}{}",
                _ => "\\frac",
            };
            command_with(tree, command, &[children.next(), children.next()], out);
        }
        "msqrt" => {
            let mut inside = String::new();
            row(tree, node, &mut inside);
            push(out, &format!("\\sqrt{{{}}}", inside.trim()));
        }
        "mroot" => {
            let radicand = group(tree, children.next());
            let degree = group(tree, children.next());
            let degree = degree
                .strip_prefix('{')
                .and_then(|degree| degree.strip_suffix('}'))
                .unwrap_or_default();
            push(out, &format!("\\sqrt[{degree}]{radicand}"));
        }
        "msup" => scripts(tree, children.next(), None, children.next(), out),
        "msub" => scripts(tree, children.next(), children.next(), None, out),
        "msubsup" | "munderover" => {
            let (base, sub, sup) = (children.next(), children.next(), children.next());
            scripts(tree, base, sub, sup, out);
        }
        "mover" => over(tree, children.next(), children.next(), out),
        "munder" => under(tree, children.next(), children.next(), out),
        "mmultiscripts" => multiscripts(tree, node, out),
        "mtable" => table(tree, node, out),
        "mfenced" => fenced(tree, node, out),
        "mphantom" => {
            let mut inside = String::new();
            row(tree, node, &mut inside);
            push(out, &format!("\\phantom{{{}}}", inside.trim()));
        }
        "semantics" => semantics(tree, node, out),
        "annotation" | "annotation-xml" | "none" | "mprescripts" => {}
        _ => row(tree, node, out),
    }
}

fn command_with(tree: &Tree, command: &str, arguments: &[Option<usize>], out: &mut String) {
    push(out, command);
    for &argument in arguments {
        out.push_str(&group(tree, argument));
    }
}

fn identifier(tree: &Tree, node: usize, out: &mut String) {
    let name = tree.text(node);
    let name = name.trim();
    let font = match tree.attribute(node, "mathvariant") {
        Some("bold") => Some("\\mathbf"),
        Some("bold-italic") => Some("\\boldsymbol"),
        Some("double-struck") => Some("\\mathbb"),
        Some("script" | "bold-script") => Some("\\mathcal"),
        Some("fraktur" | "bold-fraktur") => Some("\\mathfrak"),
        Some("sans-serif") => Some("\\mathsf"),
        Some("monospace") => Some("\\mathtt"),
        Some("normal") if name.is_ascii() && !name.is_empty() => Some("\\mathrm"),
        _ => None,
    };
    let is_word = name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    if FUNCTIONS.contains(&name) {
        push(out, &format!("\\{name}"));
    } else if let Some(font) = font {
        push(out, &format!("{font}{{{}}}", spelled(name)));
    } else if is_word {
        push(out, &format!("\\operatorname{{{name}}}"));
    } else {
        push(out, &spelled(name));
    }
}

/// Returns the characters of a token, with the special characters of LaTeX escaped.
fn spelled(token: &str) -> String {
    let mut escaped = String::with_capacity(token.len());
    for c in token.chars() {
        match c {
            '%' | '&' | '#' | '$' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\backslash "),
            '^' => escaped.push_str("\\text{\\textasciicircum}"),
            '~' => escaped.push_str("\\sim "),
            c => escaped.push(c),
        }
    }
    in_formula(&escaped)
}

/// Returns a text outside all tokens, where some tools write LaTeX.
fn bare(text: &str) -> String {
    if text.contains('\\') {
        in_formula(text)
    } else {
        spelled(text)
    }
}

fn operator(sign: &str, out: &mut String) {
    match sign {
        "" | "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => {}
        "\u{2212}" => push(out, "-"),
        word if word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            let command = if FUNCTIONS.contains(&word) {
                format!("\\{word}")
            } else {
                format!("\\operatorname{{{word}}}")
            };
            push(out, &command);
        }
        sign => push(out, &spelled(sign)),
    }
}

fn text(text: &str, out: &mut String) {
    if text.trim().is_empty() {
        return push(out, "\\ ");
    }
    let mut inside = String::new();
    super::escape::literal(text, &mut inside);
    push(out, &format!("\\text{{{inside}}}"));
}

fn scripts(tree: &Tree, node: Option<usize>, sub: Option<usize>, sup: Option<usize>, out: &mut String) {
    base(tree, node, out);
    for (mark, script) in [('_', sub), ('^', sup)] {
        let Some(script) = script else { continue };
        let inside = tree.text(script);
        let primes = inside.trim();
        if mark == '^' && !primes.is_empty() && primes.chars().all(|c| matches!(c, '\'' | '′')) {
            out.push_str(&"'".repeat(primes.chars().count()));
            continue;
        }
        out.push(mark);
        out.push_str(&group(tree, Some(script)));
    }
}

/// Accents by the character above the base.
const ACCENTS: [(&str, &str); 15] = [
    ("^", "\\hat"),
    ("ˆ", "\\hat"),
    ("~", "\\tilde"),
    ("˜", "\\tilde"),
    ("¯", "\\bar"),
    ("‾", "\\overline"),
    ("_", "\\bar"),
    ("→", "\\vec"),
    ("⃗", "\\vec"),
    ("˙", "\\dot"),
    (".", "\\dot"),
    ("¨", "\\ddot"),
    ("ˇ", "\\check"),
    ("˘", "\\breve"),
    ("⏞", "\\overbrace"),
];

fn over(tree: &Tree, node: Option<usize>, above: Option<usize>, out: &mut String) {
    let sign = above.map(|above| tree.text(above)).unwrap_or_default();
    let accent = ACCENTS.iter().find(|(accent, _)| *accent == sign.trim());
    if let Some((_, command)) = accent {
        command_with(tree, command, &[node], out);
    } else if is_operator(tree, node) {
        scripts(tree, node, None, above, out);
    } else {
        command_with(tree, "\\overset", &[above, node], out);
    }
}

fn under(tree: &Tree, node: Option<usize>, below: Option<usize>, out: &mut String) {
    let sign = below.map(|below| tree.text(below)).unwrap_or_default();
    match sign.trim() {
        "_" | "¯" | "‾" | "̲" => command_with(tree, "\\underline", &[node], out),
        "⏟" => command_with(tree, "\\underbrace", &[node], out),
        _ if is_operator(tree, node) => scripts(tree, node, below, None, out),
        _ => command_with(tree, "\\underset", &[below, node], out),
    }
}

/// Reports whether the scripts of a base stand above and below it, as for sums and limits.
fn is_operator(tree: &Tree, node: Option<usize>) -> bool {
    node.is_some_and(|node| {
        let text = tree.text(node);
        let is_large = text.trim().chars().all(|c| "∑∏∐∫∬∭∮⋀⋁⋂⋃⨁⨂".contains(c));
        let is_nested = matches!(tree.name(node), "munder" | "mover" | "munderover");
        is_large || is_nested || FUNCTIONS.contains(&text.trim())
    })
}

/// Writes a base with scripts on both sides. In MathML, the scripts after the base come first, then those before it.
fn multiscripts(tree: &Tree, node: usize, out: &mut String) {
    let mut children = tree.elements(node);
    let first = children.next();
    let rest: Vec<usize> = children.collect();
    let split = rest
        .iter()
        .position(|&child| tree.name(child) == "mprescripts")
        .unwrap_or(rest.len());
    let (behind, before) = rest.split_at(split);
    let pair = |pair: &[usize]| {
        let script = |index: usize| pair.get(index).copied().filter(|&child| tree.name(child) != "none");
        (script(0), script(1))
    };
    for scripts_before in before.get(1..).unwrap_or_default().chunks(2) {
        let (sub, sup) = pair(scripts_before);
        scripts(tree, None, sub, sup, out);
    }
    base(tree, first, out);
    for (index, scripts_behind) in behind.chunks(2).enumerate() {
        let (sub, sup) = pair(scripts_behind);
        let mut written = String::new();
        scripts(tree, None, sub, sup, &mut written);
        // The first scripts belong to the base, later ones to an empty base next to it.
        out.push_str(if index == 0 {
            written.trim_start_matches("{}")
        } else {
            &written
        });
    }
}

fn table(tree: &Tree, node: usize, out: &mut String) {
    let rows = tree
        .elements(node)
        .filter(|&row| matches!(tree.name(row), "mtr" | "mlabeledtr"));
    let rows: Vec<String> = rows
        .map(|row_node| {
            let cells = tree.elements(row_node).map(|cell| {
                let mut inside = String::new();
                row(tree, cell, &mut inside);
                inside.trim().to_owned()
            });
            cells.collect::<Vec<_>>().join(" & ")
        })
        .collect();
    push(
        out,
        &format!("\\begin{{matrix}} {} \\end{{matrix}}", rows.join(" \\\\ ")),
    );
}

fn fenced(tree: &Tree, node: usize, out: &mut String) {
    let fence = |name: &str, usual: &str| {
        let sign = tree.attribute(node, name).unwrap_or(usual).trim();
        let mut out = String::new();
        operator(sign, &mut out);
        if out.is_empty() { ".".to_owned() } else { out }
    };
    let separators: Vec<char> = tree
        .attribute(node, "separators")
        .unwrap_or(",")
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    push(out, &format!("\\left{}", fence("open", "(")));
    for (index, child) in tree.elements(node).enumerate() {
        if index > 0
            && let Some(separator) = separators.get(index - 1).or(separators.last())
        {
            operator(separator.encode_utf8(&mut [0; 4]), out);
        }
        write(tree, child, out);
    }
    push(out, &format!("\\right{}", fence("close", ")")));
}

fn semantics(tree: &Tree, node: usize, out: &mut String) {
    let is_tex = |&child: &usize| {
        let encoding = tree.attribute(child, "encoding").unwrap_or_default().to_lowercase();
        tree.name(child) == "annotation" && TEX.contains(&encoding.as_str())
    };
    match tree.elements(node).find(is_tex) {
        Some(annotation) => push(out, tree.text(annotation).trim()),
        None => row(tree, node, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latex(inside: &str) -> String {
        let tree = Tree::of(&format!("<math>{inside}</math>"));
        let math = tree.named("math").next().unwrap();
        to_latex(&tree, math)
    }

    #[test]
    fn every_element() {
        for (mathml, expected) in [
            ("<mi>x</mi><mo>+</mo><mn>1</mn>", "x+1"),
            (
                "<mfrac><mi>a</mi><mrow><mi>b</mi><mi>c</mi></mrow></mfrac>",
                "\\frac{a}{bc}",
            ),
            ("<msqrt><mi>x</mi><mi>y</mi></msqrt>", "\\sqrt{xy}"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}"),
            ("<msup><mi>x</mi><mn>2</mn></msup>", "x^{2}"),
            ("<msubsup><mi>α</mi><mi>i</mi><mo>′</mo></msubsup>", "\\alpha_{i}'"),
            (
                "<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mi>n</mi></msup>",
                "{(a)}^{n}",
            ),
            (
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
                "\\sum_{i=0}^{n}i",
            ),
            ("<munder><mo>lim</mo><mi>n</mi></munder>", "\\lim_{n}"),
            ("<mover><mi>x</mi><mo>^</mo></mover>", "\\hat{x}"),
            ("<mover><mi>A</mi><mo>*</mo></mover>", "\\overset{*}{A}"),
            ("<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "\\sin x"),
            (
                "<mi mathvariant=\"double-struck\">R</mi><mo>∈</mo><mi>ℝ</mi>",
                "\\mathbb{R}\\in\\mathbb{R}",
            ),
            ("<mi>rank</mi><mi>A</mi>", "\\operatorname{rank}A"),
            (
                "<mfenced open=\"[\" close=\"\"><mi>a</mi><mi>b</mi></mfenced>",
                "\\left[a,b\\right.",
            ),
            (
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd/><mtd><mn>4</mn></mtd></mtr></mtable>",
                "\\begin{matrix} 1 & 2 \\\\  & 4 \\end{matrix}",
            ),
            ("<mtext>if 5%</mtext>", "\\text{if 5\\%}"),
            (
                "<mn>5%</mn><mi>a_b</mi><mo>&amp;&amp;</mo><mi mathvariant=\"bold\">#1</mi><mo>{</mo><mi>x</mi><mo>\\</mo><mi>y</mi>",
                "5\\%a\\_b\\&\\&\\mathbf{\\#1}\\{x\\backslash y",
            ),
            (
                "<mmultiscripts><mi>C</mi><mn>6</mn><none/><mprescripts/><none/><mn>14</mn></mmultiscripts>",
                "{}^{14}C_{6}",
            ),
            (
                "<semantics><mrow><mi>x</mi></mrow><annotation encoding=\"application/x-tex\">\\mathit{x}</annotation></semantics>",
                "\\mathit{x}",
            ),
            ("<m:mi>x</m:mi>", "x"),
        ] {
            assert_eq!(latex(mathml), expected, "{mathml}");
        }
    }

    #[test]
    fn nesting_without_end_is_cut_off() {
        let deep = format!("{}<mi>x</mi>", "<msqrt>".repeat(50_000));
        assert!(latex(&deep).len() < 1_000_000);
    }
}
