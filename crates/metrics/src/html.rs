//! The elements and texts of HTML, in the order of the source.

use std::collections::HashMap;
use std::ops::Range;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{HtmlString, StartTag, Token, Tokenizer};

/// The maximum nesting depth of elements. The content of deeper elements belongs to their parent.
const MAX_DEPTH: usize = 128;

/// Elements without content, as in BeautifulSoup.
const VOID: [&str; 24] = [
    "area", "base", "basefont", "bgsound", "br", "col", "command", "embed", "frame", "hr", "image", "img", "input",
    "isindex", "keygen", "link", "menuitem", "meta", "nextid", "param", "source", "spacer", "track", "wbr",
];

/// Elements whose text is not part of the page.
const NO_TEXT: [&str; 3] = ["script", "style", "template"];

/// How elements end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nesting {
    /// As in Python's BeautifulSoup with `html.parser`: an end tag closes the last element of its name and everything
    /// open in it. Nothing closes by itself.
    EndTags,
    /// As in libxml2: cells, rows and sections of a table also close the previous one, and no end tag leaves the
    /// innermost table except its own.
    Tables,
}

/// An element or a text.
pub(crate) struct Node {
    /// The index of the element around it.
    pub(crate) parent: Option<usize>,
    /// The index after the last descendant; descendants follow their ancestor.
    pub(crate) end: usize,
    /// The byte range in the source; of an element, from the start tag to the end of its content.
    pub(crate) range: Range<usize>,
    pub(crate) kind: NodeKind,
}

/// What a node is.
pub(crate) enum NodeKind {
    Element {
        /// The name in lower case.
        name: String,
        /// The attribute `rowspan`.
        row_span: Option<String>,
        /// The attribute `colspan`.
        column_span: Option<String>,
    },
    Text(String),
}

/// All elements and texts.
pub(crate) struct Document {
    pub(crate) nodes: Vec<Node>,
}

impl Document {
    /// Parses a document or a part of one. Linear time, except for the depth of nesting, which is limited; never fails.
    pub(crate) fn of(html: &str, nesting: Nesting) -> Self {
        let mut builder = Builder {
            nesting,
            nodes: Vec::new(),
            open: Vec::new(),
            open_names: HashMap::new(),
            silent: 0,
        };
        // The tokenizer reads from memory, which cannot fail.
        for token in Tokenizer::new_with_emitter(html, DefaultEmitter::<usize>::new_with_span()).flatten() {
            match token {
                Token::StartTag(tag) => builder.start(&tag),
                Token::EndTag(tag) => builder.end(&text(&tag.name), &(tag.span.start..tag.span.end)),
                Token::String(string) => builder.text(text(&string.value), string.span.start..string.span.end),
                _ => {}
            }
        }
        builder.finish(html.len())
    }

    /// Returns the name of an element; `None` for a text.
    pub(crate) fn name(&self, node: usize) -> Option<&str> {
        match &self.nodes.get(node)?.kind {
            NodeKind::Element { name, .. } => Some(name),
            NodeKind::Text(_) => None,
        }
    }

    /// Returns the elements of a name among the nodes of a range.
    pub(crate) fn elements_named<'a>(&'a self, name: &'a str, range: Range<usize>) -> impl Iterator<Item = usize> + 'a {
        range.filter(move |node| self.name(*node) == Some(name))
    }

    /// Returns the indices of the descendants of a node.
    pub(crate) fn descendants(&self, node: usize) -> Range<usize> {
        node + 1..self.nodes.get(node).map_or(0, |node| node.end)
    }

    /// Returns the children of a node, in order.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.descendants(node);
        let after = move |child: usize| self.nodes.get(child).map(|child| child.end);
        let is_inside = move |child: &usize| *child < range.end;
        std::iter::successors(Some(range.start), move |child| after(*child)).take_while(is_inside)
    }

    /// Returns the ancestors of a node, from its parent on.
    pub(crate) fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let parent = |node: &usize| self.nodes.get(*node)?.parent;
        std::iter::successors(parent(&node), parent)
    }

    /// Returns the text of an element and its descendants; a `br` element is a line break.
    pub(crate) fn text(&self, node: usize) -> String {
        let mut text = String::new();
        for node in self.descendants(node) {
            match self.nodes.get(node).map(|node| &node.kind) {
                Some(NodeKind::Text(part)) => text += part,
                Some(NodeKind::Element { name, .. }) if name == "br" => text.push('\n'),
                _ => {}
            }
        }
        text
    }
}

struct Builder {
    nesting: Nesting,
    nodes: Vec<Node>,
    /// The indices of the open elements, and the number of open elements of each name.
    open: Vec<usize>,
    open_names: HashMap<String, usize>,
    /// The number of open elements whose text is ignored.
    silent: usize,
}

impl Builder {
    fn start(&mut self, tag: &StartTag<usize>) {
        let name = text(&tag.name);
        if self.nesting == Nesting::Tables {
            self.close_before(&name, tag.span.start);
        }
        let is_void = tag.self_closing || VOID.contains(&name.as_str());
        if !is_void && self.open.len() >= MAX_DEPTH {
            return;
        }
        let attribute = |name: &str| tag.attributes.get(name.as_bytes()).map(|value| text(&value.value));
        let kind = NodeKind::Element {
            row_span: attribute("rowspan"),
            column_span: attribute("colspan"),
            name: name.clone(),
        };
        let index = self.push(kind, tag.span.start..tag.span.end);
        if !is_void {
            self.open.push(index);
            self.silent += usize::from(NO_TEXT.contains(&name.as_str()));
            *self.open_names.entry(name).or_default() += 1;
        }
    }

    /// Closes the parts of the innermost table that cannot contain an element of this name.
    fn close_before(&mut self, name: &str, at: usize) {
        let closed: &[&str] = match name {
            "td" | "th" => &["td", "th", "caption", "colgroup"],
            "tr" => &["td", "th", "tr", "caption", "colgroup"],
            "thead" | "tbody" | "tfoot" => &["td", "th", "tr", "thead", "tbody", "tfoot", "caption", "colgroup"],
            _ => return,
        };
        let open = self.open.iter().rev().map(|open| self.open_name(*open));
        let within = open.take_while(|name| *name != "table");
        let Some(outermost) = within.enumerate().filter(|(_, name)| closed.contains(name)).last() else {
            return;
        };
        for _ in 0..=outermost.0 {
            self.close(at);
        }
    }

    fn open_name(&self, node: usize) -> &str {
        match self.nodes.get(node).map(|node| &node.kind) {
            Some(NodeKind::Element { name, .. }) => name,
            _ => "",
        }
    }

    fn end(&mut self, name: &str, tag: &Range<usize>) {
        if self.open_names.get(name).is_none_or(|count| *count == 0) {
            return;
        }
        if self.nesting == Nesting::Tables && name != "table" {
            let mut open = self.open.iter().rev().map(|open| self.open_name(*open));
            if open.find(|open| *open == name || *open == "table") == Some("table") {
                return;
            }
        }
        while let Some(closed) = self.close(tag.start) {
            if self.open_name(closed) == name {
                if let Some(node) = self.nodes.get_mut(closed) {
                    node.range.end = tag.end;
                }
                return;
            }
        }
    }

    /// Closes the innermost element at a byte of the source, and returns its index.
    fn close(&mut self, at: usize) -> Option<usize> {
        let (index, end) = (self.open.pop()?, self.nodes.len());
        let node = self.nodes.get_mut(index)?;
        node.end = end;
        node.range.end = at.max(node.range.end);
        if let NodeKind::Element { name, .. } = &node.kind {
            self.silent -= usize::from(NO_TEXT.contains(&name.as_str()));
            if let Some(count) = self.open_names.get_mut(name) {
                *count -= 1;
            }
        }
        Some(index)
    }

    fn text(&mut self, text: String, range: Range<usize>) {
        if self.silent == 0 {
            self.push(NodeKind::Text(text), range);
        }
    }

    fn push(&mut self, kind: NodeKind, range: Range<usize>) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node {
            parent: self.open.last().copied(),
            end: index + 1,
            range,
            kind,
        });
        index
    }

    fn finish(mut self, length: usize) -> Document {
        while self.close(length).is_some() {}
        Document { nodes: self.nodes }
    }
}

fn text(bytes: &HtmlString) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns each element with the source of its range.
    fn elements(html: &str, nesting: Nesting) -> Vec<&str> {
        let document = Document::of(html, nesting);
        let nodes = (0..document.nodes.len()).filter(|node| document.name(*node).is_some());
        nodes.map(|node| &html[document.nodes[node].range.clone()]).collect()
    }

    #[test]
    fn cells_close_each_other_only_where_tables_are_read_as_tables() {
        let html = "<table><tr><td>a<td>b</table>";
        assert_eq!(
            elements(html, Nesting::Tables),
            [html, "<tr><td>a<td>b", "<td>a", "<td>b"]
        );
        assert_eq!(
            elements(html, Nesting::EndTags),
            [html, "<tr><td>a<td>b", "<td>a<td>b", "<td>b"]
        );
    }

    #[test]
    fn a_table_in_a_cell_stays_in_it() {
        let html = "<td>x<table><tr><td>y</tr></td></table>z</td>";
        assert_eq!(elements(html, Nesting::Tables)[0], html);
    }

    #[test]
    fn ranges_are_bytes_of_the_source() {
        let html = "é<b>ü &amp; <i>&lt;</i></b>";
        assert_eq!(
            elements(html, Nesting::Tables),
            ["<b>ü &amp; <i>&lt;</i></b>", "<i>&lt;</i>"]
        );
        let document = Document::of(html, Nesting::Tables);
        assert_eq!(document.text(1), "ü & <");
        assert_eq!(document.children(1).collect::<Vec<_>>(), [2, 3]);
    }
}
