//! The nesting of a text: groups, environments, formulas, and commands with their arguments.
//!
//! The tree is made in two passes. The first pass pairs opening and closing delimiters: environments by name, then
//! formulas as in the outline, then braces inside these. The second pass builds nodes from pairs only. A delimiter
//! without its partner becomes a leaf, and the text after it keeps its position in the tree. So one lost brace does not
//! swallow the rest of a page.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use crate::argument::argument_open;
use crate::arity::arity;
use crate::environment::{ENVIRONMENT_TOKENS, environment_name};
use crate::formula::{Formula, formulas};
use crate::lexer::lex;
use crate::token::{Token, TokenKind};

/// Maximum nesting depth of nodes. Deeper nodes are flattened: their tokens are leaves of the deepest node. So are the
/// tokens of a formula that extends beyond the environment around it.
pub const MAX_DEPTH: usize = 200;

/// The largest number of arguments that TeX allows.
const MAX_ARGUMENTS: usize = 9;

/// A text as a tree. Its [`Display`](fmt::Display) prints the nodes, which reproduces the source byte for byte.
#[derive(Debug, Clone)]
pub struct Tree<'a> {
    /// The text.
    pub source: &'a str,
    /// The nodes at the top level, in order.
    pub nodes: Vec<Node>,
}

/// A part of the text. Its children cover `body` without gaps. Its delimiters stand before and after `body`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The kind of the node.
    pub kind: NodeKind,
    /// Byte range of the whole node.
    pub range: Range<usize>,
    /// Byte range between the delimiters. For a command it covers the arguments; for a leaf it is empty.
    pub body: Range<usize>,
    /// The nodes in `body`, in order.
    pub children: Vec<Node>,
}

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// A token, which is a leaf.
    Token(TokenKind),
    /// `{…}`
    Group,
    /// `\begin{name}…\end{name}`, unless it is a formula. Its arguments are the first nodes of its body.
    Environment,
    /// A formula with its delimiters or environment.
    Formula {
        /// Whether the formula is displayed on separate lines.
        display: bool,
    },
    /// A command with arguments (a command without arguments is a token). A command takes the groups that directly
    /// follow it, with a star and optional arguments before them. A command of known arity takes that many arguments,
    /// also after white space. An argument without braces does not count as an argument.
    Command,
    /// An opening delimiter without its closing partner, which is a leaf.
    Unclosed,
    /// A closing delimiter without its opening partner, which is a leaf.
    Unopened,
}

/// A delimiter without its partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault<'a> {
    /// Byte range of the delimiter.
    pub range: Range<usize>,
    /// The delimiter.
    pub found: &'a str,
    /// The missing partner.
    pub expected: String,
    /// Whether the delimiter opens, so that the closing one is missing.
    pub opens: bool,
}

impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, expected, .. } = self;
        if self.opens {
            write!(f, "`{found}` is never closed; `{expected}` is missing")
        } else {
            write!(f, "`{found}` closes nothing; `{expected}` is missing before it")
        }
    }
}

impl<'a> Tree<'a> {
    /// Parses a text in linear time. Never fails.
    #[must_use]
    pub fn of(source: &'a str) -> Self {
        let tokens = lex(source);
        let formulas = formulas(source, &tokens);
        Self::from_parts(source, &tokens, &formulas)
    }

    pub(crate) fn from_parts(source: &'a str, tokens: &[Token], formulas: &[Formula]) -> Self {
        let marks = Marks::of(source, tokens, formulas);
        let builder = Builder {
            marks: &marks,
            nodes: Vec::new(),
            stack: Vec::new(),
            index: 0,
        };
        Self {
            source,
            nodes: builder.run(),
        }
    }

    /// Returns the nodes in the order of the text, each before its children, with their depth.
    pub fn walk(&self) -> impl Iterator<Item = (usize, &Node)> {
        let mut stack: Vec<(usize, std::slice::Iter<'_, Node>)> = vec![(0, self.nodes.iter())];
        std::iter::from_fn(move || {
            loop {
                let (depth, nodes) = stack.last_mut()?;
                let depth = *depth;
                if let Some(node) = nodes.next() {
                    stack.push((depth + 1, node.children.iter()));
                    return Some((depth, node));
                }
                stack.pop();
            }
        })
    }

    /// Returns the name of an environment, or the name of a command with arguments, with its backslash.
    #[must_use]
    pub fn name(&self, node: &Node) -> Option<&'a str> {
        let opening = self.source.get(node.range.start..node.body.start)?;
        match node.kind {
            NodeKind::Command => Some(opening),
            NodeKind::Environment => opening.strip_prefix("\\begin{")?.strip_suffix('}'),
            _ => None,
        }
    }

    /// Returns the delimiters without a partner, in order.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault<'a>> {
        let fault = |(_, node): (usize, &Node)| {
            let opens = match node.kind {
                NodeKind::Unclosed => true,
                NodeKind::Unopened => false,
                _ => return None,
            };
            let found = self.source.get(node.range.clone()).unwrap_or_default();
            Some(Fault {
                range: node.range.clone(),
                found,
                expected: partner(found),
                opens,
            })
        };
        self.walk().filter_map(fault).collect()
    }
}

/// Returns the partner of a delimiter.
fn partner(mark: &str) -> String {
    match mark {
        "{" => "}".to_owned(),
        "}" => "{".to_owned(),
        "\\(" => "\\)".to_owned(),
        "\\)" => "\\(".to_owned(),
        "\\[" => "\\]".to_owned(),
        "\\]" => "\\[".to_owned(),
        _ => match (mark.strip_prefix("\\begin"), mark.strip_prefix("\\end")) {
            (Some(name), _) => format!("\\end{name}"),
            (_, Some(name)) => format!("\\begin{name}"),
            _ => mark.to_owned(),
        },
    }
}

impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.nodes.iter().try_for_each(|node| node.print(self.source, f))
    }
}

impl Node {
    /// Prints the node and its children recursively. The depth of a tree is bounded.
    fn print(&self, source: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |range: Range<usize>| source.get(range).unwrap_or_default();
        f.write_str(text(self.range.start..self.body.start))?;
        self.children.iter().try_for_each(|child| child.print(source, f))?;
        f.write_str(text(self.body.end..self.range.end))
    }
}

/// The role of a token in the nesting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Neither opens nor closes anything.
    None,
    /// Opens a group that the token with this index closes.
    Group(usize),
    /// `\begin`, with the index of its `\end`.
    Environment(usize),
    /// Opens the formula with this index.
    Formula(usize),
    /// Opens something that is never closed.
    Unclosed,
    /// Closes something that was never opened.
    Unopened,
}

/// A node, given by token indices.
#[derive(Debug, Clone)]
struct Span {
    kind: NodeKind,
    body: Range<usize>,
    end: usize,
}

/// The marks of all tokens.
struct Marks<'t> {
    source: &'t str,
    tokens: &'t [Token],
    formulas: &'t [Formula],
    marks: Vec<Mark>,
}

impl<'t> Marks<'t> {
    fn of(source: &'t str, tokens: &'t [Token], formulas: &'t [Formula]) -> Self {
        let mut marks = Self {
            source,
            tokens,
            formulas,
            marks: vec![Mark::None; tokens.len()],
        };
        marks.pair_environments();
        marks.pair_formulas();
        marks.pair_braces();
        marks
    }

    fn get(&self, index: usize) -> Mark {
        self.marks.get(index).copied().unwrap_or(Mark::None)
    }

    fn set(&mut self, index: usize, mark: Mark) {
        if let Some(place) = self.marks.get_mut(index) {
            *place = mark;
        }
    }

    /// Pairs environments. An `\end` closes the innermost open environment of its name. Environments opened since then
    /// are never closed.
    fn pair_environments(&mut self) {
        let mut open: Vec<(usize, &str)> = Vec::new();
        let mut open_by_name: HashMap<&str, usize> = HashMap::new();
        for (index, token) in self.tokens.iter().enumerate() {
            let Some(name) = environment_name(self.source, self.tokens, index) else {
                continue;
            };
            let of_name = open_by_name.entry(name).or_default();
            if token.text(self.source) == "\\begin" {
                *of_name += 1;
                open.push((index, name));
                self.set(index, Mark::Unclosed);
            } else if *of_name == 0 {
                self.set(index, Mark::Unopened);
            } else {
                while let Some((begin, opened)) = open.pop() {
                    if let Some(count) = open_by_name.get_mut(opened) {
                        *count -= 1;
                    }
                    if opened == name {
                        self.set(begin, Mark::Environment(index));
                        break;
                    }
                }
            }
        }
    }

    /// Pairs the delimiters of formulas as in the outline. A delimiter outside all formulas has no partner.
    fn pair_formulas(&mut self) {
        let mut formulas = self.formulas.iter().enumerate().peekable();
        let mut inside_until = 0;
        for (index, token) in self.tokens.iter().enumerate() {
            if let Some((at, formula)) = formulas.next_if(|(_, formula)| formula.range.start <= token.start) {
                self.set(index, Mark::Formula(at));
                inside_until = formula.range.end;
                // The `\end` of a formula's environment is not a separate mark, even where environments of that name do
                // not pair.
                let end = self.index_of(formula.body.end);
                self.set(end, Mark::None);
            }
            if token.start >= inside_until {
                match token.text(self.source) {
                    "$" | "\\(" | "\\[" => self.set(index, Mark::Unclosed),
                    "\\)" | "\\]" => self.set(index, Mark::Unopened),
                    _ => {}
                }
            }
        }
    }

    /// Pairs braces. The two braces of a pair lie in the same environment or formula.
    fn pair_braces(&mut self) {
        let mut open: Vec<usize> = Vec::new();
        // For each environment or formula around the token: the end of its body, and the number of braces that were
        // open before it.
        let mut around: Vec<(usize, usize)> = Vec::new();
        let mut delimiter_until = 0;
        for (index, token) in self.tokens.iter().enumerate() {
            while let Some((_, before)) = around.pop_if(|(end, _)| *end <= index) {
                open.truncate(before);
            }
            if let Some(span) = self.span(index) {
                delimiter_until = span.body.start;
                // A formula that extends beyond the body around it is flat, as in the tree.
                if around.last().is_none_or(|(end, _)| span.end <= *end) {
                    around.push((span.body.end, open.len()));
                }
            } else if let Some(end) = self.lone_end(index) {
                delimiter_until = end;
            }
            if index < delimiter_until {
                continue;
            }
            let base = around.last().map_or(0, |(_, before)| *before);
            match token.kind {
                TokenKind::GroupOpen => {
                    open.push(index);
                    self.set(index, Mark::Unclosed);
                }
                TokenKind::GroupClose if open.len() > base => {
                    if let Some(opened) = open.pop() {
                        self.set(opened, Mark::Group(index));
                    }
                }
                TokenKind::GroupClose => self.set(index, Mark::Unopened),
                _ => {}
            }
        }
    }

    /// Returns the node that opens at a token.
    fn span(&self, index: usize) -> Option<Span> {
        match self.get(index) {
            Mark::Group(close) => Some(Span {
                kind: NodeKind::Group,
                body: index + 1..close,
                end: close + 1,
            }),
            Mark::Environment(end) => Some(Span {
                kind: NodeKind::Environment,
                body: index + ENVIRONMENT_TOKENS..end,
                end: end + ENVIRONMENT_TOKENS,
            }),
            Mark::Formula(at) => self.formulas.get(at).map(|formula| Span {
                kind: NodeKind::Formula {
                    display: formula.display,
                },
                body: self.index_of(formula.body.start)..self.index_of(formula.body.end),
                end: self.index_of(formula.range.end),
            }),
            Mark::None | Mark::Unclosed | Mark::Unopened => None,
        }
    }

    /// Returns the index after the mark at `index`, if its partner is missing.
    fn lone_end(&self, index: usize) -> Option<usize> {
        let is_environment = || environment_name(self.source, self.tokens, index).is_some();
        match self.get(index) {
            Mark::Unclosed | Mark::Unopened if is_environment() => Some(index + ENVIRONMENT_TOKENS),
            Mark::Unclosed | Mark::Unopened => Some(index + 1),
            _ => None,
        }
    }

    /// Returns the index of the token that starts at a byte.
    fn index_of(&self, byte: usize) -> usize {
        self.tokens.partition_point(|token| token.start < byte)
    }

    /// Returns the index after the group that opens at `open`, if the group is closed.
    fn after_group(&self, open: usize) -> Option<usize> {
        match self.get(open) {
            Mark::Group(close) => Some(close + 1),
            _ => None,
        }
    }
}

/// A node whose children are still being added.
struct Frame {
    span: Span,
    start: usize,
    children: Vec<Node>,
}

struct Builder<'t> {
    marks: &'t Marks<'t>,
    nodes: Vec<Node>,
    stack: Vec<Frame>,
    index: usize,
}

impl Builder<'_> {
    fn run(mut self) -> Vec<Node> {
        loop {
            self.close_finished();
            let Some(token) = self.marks.tokens.get(self.index) else {
                return self.nodes;
            };
            let lone = self.marks.lone_end(self.index).filter(|end| self.fits(*end));
            match (self.marks.span(self.index).filter(|span| self.fits(span.end)), lone) {
                (Some(span), _) => self.open(span),
                (None, Some(end)) if self.marks.get(self.index) == Mark::Unclosed => self.leaf(NodeKind::Unclosed, end),
                (None, Some(end)) => self.leaf(NodeKind::Unopened, end),
                (None, None) => self.token(token),
            }
        }
    }

    /// Reports whether a node up to token `end` lies in the body of the node around it and is not nested too deeply.
    fn fits(&self, end: usize) -> bool {
        self.stack.len() < MAX_DEPTH && self.stack.last().is_none_or(|frame| end <= frame.span.body.end)
    }

    fn token(&mut self, token: &Token) {
        let end = self.arguments_end();
        if end > self.index + 1 && self.fits(end) {
            self.open(Span {
                kind: NodeKind::Command,
                body: self.index + 1..end,
                end,
            });
        } else {
            self.leaf(NodeKind::Token(token.kind), self.index + 1);
        }
    }

    /// Returns the index after the arguments of the command at the current token, or after the token if it has none.
    fn arguments_end(&self) -> usize {
        let mut end = self.index + 1;
        let Some(token) = self
            .marks
            .tokens
            .get(self.index)
            .filter(|t| t.kind == TokenKind::Command)
        else {
            return end;
        };
        let known = arity(token.text(self.marks.source));
        for _ in 0..known.unwrap_or(MAX_ARGUMENTS) {
            let next = self.marks.tokens.get(end).map(|token| token.kind);
            if known.is_none() && !matches!(next, Some(TokenKind::Text | TokenKind::GroupOpen)) {
                break;
            }
            let open = argument_open(self.marks.source, self.marks.tokens, end);
            match open.and_then(|open| self.marks.after_group(open)) {
                Some(after) => end = after,
                None => break,
            }
        }
        end
    }

    fn byte(&self, index: usize) -> usize {
        self.marks
            .tokens
            .get(index)
            .map_or(self.marks.source.len(), |token| token.start)
    }

    fn open(&mut self, span: Span) {
        let start = std::mem::replace(&mut self.index, span.body.start);
        self.stack.push(Frame {
            span,
            start,
            children: Vec::new(),
        });
    }

    fn leaf(&mut self, kind: NodeKind, end: usize) {
        let range = self.byte(self.index)..self.byte(end);
        self.index = end;
        self.push(Node {
            kind,
            body: range.end..range.end,
            range,
            children: Vec::new(),
        });
    }

    fn push(&mut self, node: Node) {
        let siblings = self
            .stack
            .last_mut()
            .map_or(&mut self.nodes, |frame| &mut frame.children);
        siblings.push(node);
    }

    /// Closes the nodes whose body ends at the current token, and skips their closing delimiters.
    fn close_finished(&mut self) {
        while let Some(frame) = self.stack.pop_if(|frame| frame.span.body.end <= self.index) {
            let node = Node {
                range: self.byte(frame.start)..self.byte(frame.span.end),
                body: self.byte(frame.span.body.start)..self.byte(frame.span.body.end),
                kind: frame.span.kind,
                children: frame.children,
            };
            self.index = frame.span.end;
            self.push(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tree in brackets: `kind[children]`, with tokens unchanged.
    fn shape(source: &str) -> String {
        fn write(node: &Node, source: &str, out: &mut String) {
            let name = match node.kind {
                NodeKind::Token(_) => return out.push_str(&source[node.range.clone()]),
                NodeKind::Group => "g",
                NodeKind::Environment => "e",
                NodeKind::Formula { .. } => "f",
                NodeKind::Command => "c",
                NodeKind::Unclosed => return out.push('<'),
                NodeKind::Unopened => return out.push('>'),
            };
            out.push_str(name);
            out.push('[');
            node.children.iter().for_each(|child| write(child, source, out));
            out.push(']');
        }
        let tree = Tree::of(source);
        assert_eq!(tree.to_string(), source);
        let mut out = String::new();
        tree.nodes.iter().for_each(|node| write(node, source, &mut out));
        out
    }

    #[test]
    fn nodes_nest() {
        assert_eq!(
            shape("a {b} \\begin{x}{c}$d^{e}$\\end{x} \\[f\\]"),
            "a g[b] e[g[c]f[d^g[e]]] f[f]"
        );
        let tree = Tree::of("a\\begin{x}b\\end{x}");
        assert_eq!(tree.nodes[1].range, 1..18);
        assert_eq!(tree.nodes[1].body, 10..11);
        assert_eq!(tree.nodes[1].kind, NodeKind::Environment);
        assert_eq!(tree.name(&tree.nodes[1]), Some("x"));
        let tree = Tree::of("\\emph{a}");
        assert_eq!(tree.name(&tree.nodes[0]), Some("\\emph"));
        assert_eq!(tree.name(&tree.nodes[0].children[0]), None);
    }

    #[test]
    fn commands_take_the_groups_that_follow() {
        assert_eq!(shape("\\cite[p.~1]{a} b"), "c[[p.~1]g[a]] b");
        assert_eq!(shape("\\section*{A}{B} {C}"), "c[*g[A]g[B]] g[C]");
        assert_eq!(
            shape("$\\frac {a} {b} {c}\\alpha {d}$"),
            "f[c[ g[a] g[b]] g[c]\\alpha g[d]]"
        );
        assert_eq!(shape("\\a{\\b{c}}"), "c[g[c[g[c]]]]");
    }

    #[test]
    fn a_lost_mark_is_a_leaf_of_its_own() {
        assert_eq!(shape("{a {b} c"), "<a g[b] c");
        assert_eq!(shape("a} \\end{x} $b \\)"), "a> > <b >");
        assert_eq!(shape("\\begin{x} {a \\begin{y} b} \\end{x}"), "e[ g[a < b] ]");
        assert_eq!(shape("{\\begin{x} } \\end{x}"), "<e[ > ]");
        assert_eq!(shape("{$a}$"), "<f[a>]");
    }

    #[test]
    fn faults_say_what_is_missing() {
        let faults = |source| {
            let faults: Vec<_> = Tree::of(source).faults();
            faults
                .iter()
                .map(|f| (f.range.clone(), f.to_string()))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            faults("{\\begin{x}\n}\\]"),
            [
                (1..10, "`\\begin{x}` is never closed; `\\end{x}` is missing".to_owned()),
                (12..14, "`\\]` closes nothing; `\\[` is missing before it".to_owned())
            ]
        );
        assert_eq!(faults("$a$ {b}"), []);
    }

    #[test]
    fn deep_nesting_is_flat() {
        let source = format!("{}x{}", "{".repeat(1000), "}".repeat(1000));
        let tree = Tree::of(&source);
        assert_eq!(tree.walk().map(|(depth, _)| depth).max(), Some(MAX_DEPTH));
        assert_eq!(tree.to_string(), source);
    }

    #[test]
    fn spans_that_cross_do_not_nest() {
        assert_eq!(shape("\\begin{x} $a \\end{x} b$"), "e[ $a ] b$");
    }
}
