//! Nested elements of HTML and MathML.
//!
//! The tree is built here because `html5ever`, which builds one, takes 260 kB more of WebAssembly than the tokenizer and
//! brings 46 crates.

use html5gum::{HtmlString, StartTag, Token, Tokenizer};

/// Maximum nesting depth. Deeper elements become siblings instead of children.
const MAX_DEPTH: usize = 96;

/// Elements without content.
const VOID: [&str; 15] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    "mspace",
];

/// Attributes that are kept.
const ATTRIBUTES: [&str; 14] = [
    "colspan",
    "rowspan",
    "columnspan",
    "alt",
    "src",
    "display",
    "type",
    "encoding",
    "open",
    "close",
    "separators",
    "mathvariant",
    "linethickness",
    "class",
];

/// An element or a text.
#[derive(Debug)]
pub(super) enum Node {
    Element {
        /// The name in lower case, without a namespace.
        name: String,
        attributes: Vec<(String, String)>,
        children: Vec<usize>,
    },
    Text(String),
}

/// All nodes. The first node is the root.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Parses a text as tolerantly as browsers do. An end tag closes the last open element of its name. Cells, rows,
    /// items and paragraphs close the previous one.
    pub(super) fn of(text: &str) -> Self {
        let mut builder = Builder {
            nodes: vec![element("", Vec::new())],
            open: vec![0],
        };
        // The tokenizer reads from memory, which cannot fail.
        for token in Tokenizer::new(text).flatten() {
            match token {
                Token::StartTag(tag) => builder.start(&tag),
                Token::EndTag(tag) => builder.end(&name(&tag.name)),
                Token::String(text) => builder.text(string(&text)),
                _ => {}
            }
        }
        Self { nodes: builder.nodes }
    }

    pub(super) const ROOT: usize = 0;

    pub(super) fn get(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// Returns the name of an element; empty for a text.
    pub(super) fn name(&self, node: usize) -> &str {
        match self.get(node) {
            Some(Node::Element { name, .. }) => name,
            _ => "",
        }
    }

    pub(super) fn children(&self, node: usize) -> &[usize] {
        match self.get(node) {
            Some(Node::Element { children, .. }) => children,
            _ => &[],
        }
    }

    /// Returns the children of a node, without blank texts.
    pub(super) fn elements(&self, node: usize) -> impl Iterator<Item = usize> {
        self.children(node)
            .iter()
            .copied()
            .filter(|&child| match self.get(child) {
                Some(Node::Text(text)) => !text.trim().is_empty(),
                _ => true,
            })
    }

    pub(super) fn attribute(&self, node: usize, name: &str) -> Option<&str> {
        match self.get(node) {
            Some(Node::Element { attributes, .. }) => attributes
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, value)| value.as_str()),
            _ => None,
        }
    }

    /// Returns all elements of a name, in the order of the text.
    pub(super) fn named<'t>(&'t self, name: &'t str) -> impl Iterator<Item = usize> + 't {
        (0..self.nodes.len()).filter(move |&node| self.name(node) == name)
    }

    /// Returns the text in a node.
    pub(super) fn text(&self, node: usize) -> String {
        let mut text = String::new();
        self.push_text(node, &mut text);
        text
    }

    /// Adds the text of a node recursively. The depth of a tree is limited.
    fn push_text(&self, node: usize, out: &mut String) {
        match self.get(node) {
            Some(Node::Text(text)) => out.push_str(text),
            Some(Node::Element { children, .. }) => children.iter().for_each(|&child| self.push_text(child, out)),
            None => {}
        }
    }
}

struct Builder {
    nodes: Vec<Node>,
    /// The open elements, from the root to the innermost.
    open: Vec<usize>,
}

fn element(name: &str, attributes: Vec<(String, String)>) -> Node {
    Node::Element {
        name: name.to_owned(),
        attributes,
        children: Vec::new(),
    }
}

fn string(text: &HtmlString) -> String {
    String::from_utf8_lossy(text).into_owned()
}

fn name(tag: &HtmlString) -> String {
    let name = string(tag).to_lowercase();
    name.rsplit_once(':')
        .map_or(name.clone(), |(_, local)| local.to_owned())
}

impl Builder {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = name(&tag.name);
        self.close_before(&name);
        let attributes = tag.attributes.iter().filter_map(|(key, value)| {
            let key = string(key);
            ATTRIBUTES.contains(&key.as_str()).then(|| (key, string(value)))
        });
        let node = self.append(element(&name, attributes.collect()));
        let is_open = !tag.self_closing && !VOID.contains(&name.as_str());
        if is_open && self.open.len() < MAX_DEPTH {
            self.open.push(node);
        }
    }

    /// Closes the element that cannot contain a new element of this name.
    fn close_before(&mut self, name: &str) {
        let (closed, within): (&[&str], &[&str]) = match name {
            "td" | "th" => (&["td", "th"], &["table", "tr"]),
            "tr" => (&["tr"], &["table"]),
            "li" => (&["li"], &["ul", "ol"]),
            "p" | "div" | "ul" | "ol" | "table" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre" => {
                (&["p"], &["td", "th", "li", "div"])
            }
            _ => return,
        };
        for depth in (1..self.open.len()).rev() {
            let open = self.open_name(depth);
            if closed.contains(&open) {
                self.open.truncate(depth);
                return;
            }
            if within.contains(&open) {
                return;
            }
        }
    }

    fn open_name(&self, depth: usize) -> &str {
        match self.open.get(depth).and_then(|&node| self.nodes.get(node)) {
            Some(Node::Element { name, .. }) => name,
            _ => "",
        }
    }

    fn end(&mut self, name: &str) {
        // A stray end tag of a cell does not leave the table around it.
        let is_barrier = |open: &str| open == "table" && name != "table";
        for depth in (1..self.open.len()).rev() {
            if self.open_name(depth) == name {
                self.open.truncate(depth);
                return;
            }
            if is_barrier(self.open_name(depth)) {
                return;
            }
        }
    }

    fn text(&mut self, text: String) {
        self.append(Node::Text(text));
    }

    fn append(&mut self, node: Node) -> usize {
        let index = self.nodes.len();
        self.nodes.push(node);
        if let Some(Node::Element { children, .. }) = self.open.last().and_then(|&parent| self.nodes.get_mut(parent)) {
            children.push(index);
        }
        index
    }
}
