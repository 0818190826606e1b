//! The places of a formula's symbols in a browser.
//!
//! KaTeX writes a tree of `span` elements, styled by its style sheet. This module follows the rules of the sheet that
//! move text: sizes, shifts, margins, stacks (`vlist`) and their alignment. Each innermost element with text is a box;
//! the characters in it share its width equally.
//!
//! Heights do not depend on fonts, since KaTeX gives every line of a stack a strut. Widths do. The official code does not
//! load KaTeX's fonts, so it has the widths of a serif font of its machine; here, characters have the widths of KaTeX's
//! fonts.

use katex::dom_tree::{HtmlDomNode, SymbolNode};
use katex::mathml_tree::{MathDomNode, MathNode, MathNodeType};
use katex::tree::VirtualNode;
use katex::types::{CssProperty, CssStyle};
use katex::{ClassList, KatexContext, OutputFormat, Settings, TrustSetting, render_to_dom_tree};
use texlens_metrics::olmocr::{Rendered, Renderer, Symbol, is_blank};

use crate::limits::{MAX_EXPANSIONS, MAX_SIZE, check};
use crate::widths::width;

/// The size of formulas in the official code, in pixels: 24, which KaTeX's style sheet enlarges.
const FONT_SIZE: f64 = 24.0 * 1.21;

/// The ascent and the descent of Times, the first serif font of most machines, in em.
const ASCENT: f64 = 0.891;
const DESCENT: f64 = 0.216;

/// The height of a line in KaTeX's style sheet, in em.
const LINE_HEIGHT: f64 = 1.2;

/// KaTeX's sizes 1 to 11, relative to size 6.
const SIZES: [f64; 11] = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.44, 1.728, 2.074, 2.488];

/// Renders formulas as the official code of olmOCR-bench does. Reuse it: creating one takes longer than rendering a
/// formula.
#[derive(Default)]
pub struct Boxes {
    context: KatexContext,
}

impl std::fmt::Debug for Boxes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Boxes").finish_non_exhaustive()
    }
}

impl Renderer for Boxes {
    fn render(&self, latex: &str) -> Result<Rendered, String> {
        check(latex).map_err(|refusal| refusal.to_string())?;
        let settings = Settings::builder()
            .display_mode(true)
            .output(OutputFormat::HtmlAndMathml)
            .trust(TrustSetting::Bool(false))
            .max_size(MAX_SIZE)
            .max_expand(MAX_EXPANSIONS)
            .build();
        let tree = render_to_dom_tree(&self.context, latex, &settings).map_err(|error| error.kind.to_string())?;
        let tree = HtmlDomNode::from(tree);
        let mathml = find(&tree, &mathml).unwrap_or_default();
        let layout = Layout { context: &self.context };
        let html = find(&tree, &|node| has_class(node, "html").then_some(node));
        let symbols = html.map_or_else(Vec::new, |html| layout.display(children(html)));
        Ok(Rendered::new(&mathml, symbols))
    }
}

/// Returns a class without the prefix that newer versions of KaTeX give to common words.
fn plain(class: &str) -> &str {
    class.strip_prefix("katex-").unwrap_or(class)
}

fn has(classes: &ClassList, class: &str) -> bool {
    classes.iter().any(|other| plain(other) == class)
}

fn has_class(node: &HtmlDomNode, class: &str) -> bool {
    has(node.classes(), class)
}

/// Returns the first result for a node or one of its descendants, to the depth at which KaTeX puts its two outputs.
fn find<'n, T>(node: &'n HtmlDomNode, of: &dyn Fn(&'n HtmlDomNode) -> Option<T>) -> Option<T> {
    of(node).or_else(|| children(node).iter().find_map(|child| find(child, of)))
}

/// Returns the MathML of a formula without its annotation.
fn mathml(node: &HtmlDomNode) -> Option<String> {
    let HtmlDomNode::MathML(math) = node else { return None };
    let semantics = math.children.iter().find_map(|child| match child {
        MathDomNode::Math(node) if node.node_type == MathNodeType::Semantics => Some(node),
        _ => None,
    });
    let parts = semantics?.children.iter().filter(|child| {
        !matches!(child, MathDomNode::Math(MathNode { node_type, .. }) if *node_type == MathNodeType::Annotation)
    });
    let parts: String = parts.filter_map(|part| part.to_markup().ok()).collect();
    Some(ordered(&parts))
}

/// Returns markup with the attributes of each element in alphabetical order: the renderer keeps them in a hash map, so
/// their order changes from one formula to the next.
fn ordered(markup: &str) -> String {
    let mut ordered = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some((text, tail)) = rest.split_once('<') {
        let (tag, after) = tail.split_once('>').unwrap_or((tail, ""));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes: Vec<&str> = attributes.split_inclusive("\" ").map(str::trim_end).collect();
        attributes.sort_unstable();
        for part in [text, "<", name] {
            ordered += part;
        }
        for attribute in attributes.into_iter().filter(|attribute| !attribute.is_empty()) {
            ordered.push(' ');
            ordered += attribute;
        }
        ordered.push('>');
        rest = after;
    }
    ordered + rest
}

fn children(node: &HtmlDomNode) -> &[HtmlDomNode] {
    match node {
        HtmlDomNode::DomSpan(span) => &span.children,
        HtmlDomNode::Anchor(anchor) => &anchor.children,
        HtmlDomNode::Fragment(fragment) => &fragment.children,
        HtmlDomNode::Img(_) | HtmlDomNode::Symbol(_) | HtmlDomNode::SvgNode(_) | HtmlDomNode::MathML(_) => &[],
    }
}

/// How the lines of a stack are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Align {
    Left,
    Centre,
    Right,
}

impl Align {
    /// Returns where a line begins that leaves so much of its stack's width.
    fn start(self, left: f64) -> f64 {
        match self {
            Self::Left => 0.0,
            Self::Centre => left / 2.0,
            Self::Right => left,
        }
    }
}

/// What an element inherits.
#[derive(Debug, Clone, Copy)]
struct Inherited {
    /// The font size in pixels.
    size: f64,
    align: Align,
}

/// A box of text. Places are relative to the left end of the line and to its base line; `y` grows downwards.
#[derive(Debug, Clone)]
struct TextBox {
    text: String,
    x: f64,
    width: f64,
    /// The base line.
    y: f64,
    size: f64,
}

/// A part of a line.
#[derive(Debug, Default)]
struct Part {
    width: f64,
    boxes: Vec<TextBox>,
    /// Text that is not in an element of its own.
    bare: String,
    has_elements: bool,
}

impl Part {
    fn of_width(width: f64) -> Self {
        Self {
            width,
            has_elements: true,
            ..Self::default()
        }
    }

    fn shift(&mut self, right: f64, down: f64) {
        for text in &mut self.boxes {
            text.x += right;
            text.y += down;
        }
    }

    /// Adds a part at the end.
    fn push(&mut self, mut part: Self) {
        part.shift(self.width, 0.0);
        self.width += part.width;
        self.boxes.append(&mut part.boxes);
        self.bare += &part.bare;
        self.has_elements |= part.has_elements;
    }
}

struct Layout<'k> {
    context: &'k KatexContext,
}

impl Layout<'_> {
    /// Returns the symbols of the lines of a formula.
    fn display(&self, nodes: &[HtmlDomNode]) -> Vec<Symbol> {
        let inherited = Inherited {
            size: FONT_SIZE,
            align: Align::Centre,
        };
        let (tags, nodes): (Vec<_>, Vec<_>) = nodes.iter().partition(|node| has_class(node, "tag"));
        let mut lines: Vec<(Part, f64)> = Vec::new();
        let mut top = 0.0;
        for line in nodes.split(|node| has_class(node, "newline")) {
            let (mut above, mut below) = line_extent();
            let mut part = Part::default();
            for node in line {
                above = above.max(node.height() * FONT_SIZE);
                below = below.max(node.depth() * FONT_SIZE);
                part.push(self.part(node, inherited));
            }
            lines.push((part, top + above));
            top += above + below;
        }
        let width = lines.iter().map(|(part, _)| part.width).fold(0.0, f64::max);
        let mut symbols = Vec::new();
        for (part, base) in &mut lines {
            part.shift((width - part.width) / 2.0, *base);
            symbols.extend(part.boxes.iter().flat_map(TextBox::symbols));
        }
        let base = lines.last().map_or(0.0, |(_, base)| *base);
        for tag in tags {
            let mut part = self.part(tag, inherited);
            part.shift(width - part.width, base);
            symbols.extend(part.boxes.iter().flat_map(TextBox::symbols));
        }
        symbols
    }

    fn parts(&self, nodes: &[HtmlDomNode], inherited: Inherited) -> Part {
        let mut line = Part::default();
        for node in nodes {
            line.push(self.part(node, inherited));
        }
        line
    }

    fn part(&self, node: &HtmlDomNode, inherited: Inherited) -> Part {
        match node {
            HtmlDomNode::Symbol(symbol) => self.symbol(symbol, inherited),
            HtmlDomNode::DomSpan(span) => self.element(&span.children, &span.classes, &span.style, inherited),
            HtmlDomNode::Anchor(anchor) => self.parts(&anchor.children, inherited),
            HtmlDomNode::Fragment(fragment) => self.parts(&fragment.children, inherited),
            HtmlDomNode::Img(_) | HtmlDomNode::SvgNode(_) | HtmlDomNode::MathML(_) => Part::of_width(0.0),
        }
    }

    /// Lays out a symbol. Without a style of its own, it is text of the element around it.
    fn symbol(&self, symbol: &SymbolNode, inherited: Inherited) -> Part {
        let size = font_size(&symbol.classes, inherited.size);
        let text_width = width(self.context, &symbol.text, &symbol.classes) * size;
        if symbol.italic <= 0.0 && symbol.classes.is_empty() && symbol.style.is_empty() {
            return Part {
                width: text_width,
                bare: symbol.text.clone(),
                ..Part::default()
            };
        }
        let text = TextBox {
            text: symbol.text.clone(),
            x: 0.0,
            width: text_width,
            y: 0.0,
            size,
        };
        let mut part = Part {
            width: text_width,
            boxes: vec![text],
            has_elements: true,
            ..Part::default()
        };
        let margins = Margins::of(&symbol.style, size);
        let right = if margins.right == 0.0 {
            symbol.italic.max(0.0) * size
        } else {
            margins.right
        };
        part.shift(margins.left + margins.shift, margins.down);
        part.width += margins.left + right;
        part
    }

    fn element(&self, nodes: &[HtmlDomNode], classes: &ClassList, style: &CssStyle, inherited: Inherited) -> Part {
        let has = |class: &str| has(classes, class);
        let size = font_size(classes, inherited.size);
        let margins = Margins::of(style, size);
        let align = alignment(classes).unwrap_or(inherited.align);
        let inherited = Inherited { size, align };
        if has("strut") || has("pstrut") || has("vlist-s") {
            return Part::of_width(0.0);
        }
        if has("nulldelimiter") {
            return Part::of_width(0.12 * size);
        }
        let mut part = if has("vlist-t") {
            self.stack(nodes, inherited)
        } else {
            self.parts(nodes, inherited)
        };
        if !part.has_elements && part.bare.chars().any(|c| !is_blank(c)) {
            part.boxes.push(TextBox {
                text: std::mem::take(&mut part.bare),
                x: 0.0,
                width: part.width,
                y: 0.0,
                size,
            });
        }
        part.bare.clear();
        part.has_elements = true;
        let padding = padding(classes) * size;
        part.shift(margins.padding + padding, 0.0);
        part.width += margins.padding + 2.0 * padding;
        if let Some(fixed) = margins.width {
            part.width = fixed;
        }
        part.width = part.width.max(margins.min_width) + margins.border;
        if has("llap") {
            part.shift(-part.width, 0.0);
        } else if has("clap") {
            part.shift(-part.width / 2.0, 0.0);
        }
        let lies_over = has("llap") || has("clap") || has("rlap") || has("thinbox");
        if lies_over || (has("accent-body") && !has("accent-full")) {
            part.width = 0.0;
        }
        let outer = outer_margins(classes, size);
        part.shift(margins.left + outer.0 + margins.shift, margins.down);
        part.width += margins.left + margins.right + outer.0 + outer.1;
        part
    }

    /// Lays out a stack: each line has a strut whose foot is the line's base line, and is moved up from the stack's base
    /// line by its `top`.
    fn stack(&self, rows: &[HtmlDomNode], inherited: Inherited) -> Part {
        let first = rows.first().map_or(&[][..], children);
        let Some(list) = first.iter().find(|cell| has_class(cell, "vlist")) else {
            return Part::of_width(0.0);
        };
        let mut lines = Vec::new();
        for line in children(list) {
            let classes = line.classes();
            let align = alignment(classes).unwrap_or(inherited.align);
            let inherited = Inherited { align, ..inherited };
            let strut = children(line).iter().find(|child| has_class(child, "pstrut"));
            let strut = strut.and_then(|strut| length(strut.style()?, CssProperty::Height, inherited.size));
            let margins = line.style().map(|style| Margins::of(style, inherited.size));
            let margins = margins.unwrap_or_default();
            let mut part = self.parts(children(line), inherited);
            part.shift(margins.left, margins.down + strut.unwrap_or_default());
            let taken = part.width + margins.left + margins.right;
            lines.push((part, taken, align));
        }
        let width = lines.iter().map(|(_, taken, _)| *taken).fold(0.0, f64::max);
        let mut stack = Part::of_width(width);
        for (mut part, taken, align) in lines {
            part.shift(align.start(width - taken), 0.0);
            stack.boxes.append(&mut part.boxes);
        }
        stack
    }
}

impl TextBox {
    /// Returns the characters of the box, which share its width.
    fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        let characters: Vec<char> = self.text.chars().filter(|c| !is_blank(*c)).collect();
        let each = self.width / characters.len().max(1) as f64;
        // Browsers round both, so that text is sharp.
        let ascent = (ASCENT * self.size).round();
        let descent = (DESCENT * self.size).round();
        let y = self.y - (ascent - descent) / 2.0;
        characters.into_iter().enumerate().map(move |(index, text)| Symbol {
            text,
            x: self.x + each * (index as f64 + 0.5),
            y,
        })
    }
}

/// The distances that the style of an element sets, in pixels.
#[derive(Debug, Clone, Copy, Default)]
struct Margins {
    left: f64,
    right: f64,
    padding: f64,
    /// How far the element is moved without moving others.
    shift: f64,
    down: f64,
    width: Option<f64>,
    min_width: f64,
    border: f64,
}

impl Margins {
    fn of(style: &CssStyle, size: f64) -> Self {
        let of = |property| length(style, property, size);
        Self {
            left: of(CssProperty::MarginLeft).unwrap_or_default(),
            right: of(CssProperty::MarginRight).unwrap_or_default(),
            padding: of(CssProperty::PaddingLeft).unwrap_or_default(),
            shift: of(CssProperty::Left).unwrap_or_default(),
            down: of(CssProperty::Top).unwrap_or_default(),
            width: of(CssProperty::Width),
            min_width: of(CssProperty::MinWidth).unwrap_or_default(),
            border: of(CssProperty::BorderRightWidth).unwrap_or_default(),
        }
    }
}

/// Returns a length in pixels; `None` if it is not given in em.
fn length(style: &CssStyle, property: CssProperty, size: f64) -> Option<f64> {
    let em = style.get(property)?.strip_suffix("em")?;
    Some(em.parse::<f64>().ok()? * size)
}

/// Returns the font size of an element: `reset-size6 size3` means size 3 inside size 6.
fn font_size(classes: &ClassList, size: f64) -> f64 {
    if !has(classes, "sizing") && !has(classes, "fontsize-ensurer") {
        return size;
    }
    let number = |prefix: &str| {
        let numbers = classes.iter().filter_map(|class| class.strip_prefix(prefix));
        let numbers = numbers.filter_map(|number| number.parse::<usize>().ok());
        numbers.last().and_then(|number| SIZES.get(number.checked_sub(1)?))
    };
    match (number("reset-size"), number("size")) {
        (Some(from), Some(to)) => size * to / from,
        _ => size,
    }
}

/// Returns how the style sheet aligns the stacks in an element of these classes.
fn alignment(classes: &ClassList) -> Option<Align> {
    let of_class = |class: &str| {
        Some(match plain(class) {
            "msupsub" | "svg-align" | "col-align-l" => Align::Left,
            "mfrac" | "accent" | "op-limits" | "mover" | "munder" | "x-arrow" | "col-align-c" => Align::Centre,
            "col-align-r" => Align::Right,
            _ => return None,
        })
    };
    classes.iter().find_map(of_class)
}

/// Returns the padding on both sides of an element of these classes, in em.
fn padding(classes: &ClassList) -> f64 {
    let of_class = |class: &str| {
        Some(match plain(class) {
            "boxpad" => 0.3,
            "x-arrow-pad" => 0.5,
            "cancel-pad" => 0.2,
            "anglpad" => 0.038_89,
            _ => return None,
        })
    };
    classes.iter().find_map(of_class).unwrap_or_default()
}

/// Returns the margins to the left and right of an element of these classes, in pixels.
fn outer_margins(classes: &ClassList, size: f64) -> (f64, f64) {
    if has(classes, "root") {
        (5.0 / 18.0 * size, -10.0 / 18.0 * size)
    } else if has(classes, "cancel-lap") {
        (-0.2 * size, -0.2 * size)
    } else {
        (0.0, 0.0)
    }
}

/// Returns how far a line without tall symbols extends above and below its base line, in pixels.
fn line_extent() -> (f64, f64) {
    let leading = (LINE_HEIGHT - ASCENT - DESCENT) / 2.0;
    ((ASCENT + leading) * FONT_SIZE, (DESCENT + leading) * FONT_SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_have_an_order() {
        assert_eq!(
            ordered("a<b y=\"1 2\" x=\"0\">c</b><d/>"),
            "a<b x=\"0\" y=\"1 2\">c</b><d/>"
        );
        let mathml = || {
            let boxes = Boxes::default();
            let rendered = boxes.render("a \\colon b");
            format!("{rendered:?}")
        };
        let first = mathml();
        assert!((0..50).all(|_| mathml() == first), "{first}");
    }

    #[test]
    fn a_formula_beyond_the_limits_is_refused_and_any_input_ends() {
        let boxes = Boxes::default();
        assert!(boxes.render(&"{".repeat(100)).is_err());
        assert!(boxes.render(r"\def\a{\a\a}\a").is_err());
        assert!(boxes.render(&"x".repeat(20_000)).is_err());
        for latex in [
            r"\rule{1e9em}{1em}",
            r"\kern1e9em x",
            r"\begin{matrix} \end{matrix}",
            "",
            "%",
            r"\\ \\ \\",
        ] {
            let places = boxes.render(latex).map(|rendered| rendered.symbols().to_vec());
            let finite = |symbol: &Symbol| symbol.x.is_finite() && symbol.y.is_finite();
            assert!(
                places.is_err() || places.is_ok_and(|places| places.iter().all(finite)),
                "{latex}"
            );
        }
    }
}
