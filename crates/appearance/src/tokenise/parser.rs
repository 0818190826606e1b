//! The parser: text to tree, with the grammar of the official tokeniser.

use super::functions::{Function, is_delimiter};
use super::lexer::{Length, Lexer, Mode, Token};
use super::refused::Refused;
use super::symbols::is_sign;
use super::tree::Node;

/// The maximum nesting of groups, environments and switches. Formulas of papers have at most 8 levels. The parser
/// recurses: this many levels take less than 1 MiB of stack, also without optimisation.
const MAX_NESTING: usize = 100;

/// Parses a formula.
pub(super) fn parse(text: &str) -> Result<Vec<Node<'_>>, Refused> {
    let lexer = Lexer(text);
    let mut parser = Parser {
        lexer,
        mode: Mode::Math,
        at: 0,
        next: lexer.token(0, Mode::Math)?,
        nesting: 0,
    };
    let content = parser.content(Stop::Group)?;
    parser.expect("")?;
    Ok(content)
}

/// What ends a row of nodes besides the end of a group, cell or environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// Nothing.
    Group,
    /// A closing bracket.
    Bracket,
    /// `\over` or `\choose`, which is not consumed.
    Infix,
}

/// The first part of an expression.
enum Head<'a> {
    /// A command whose arguments follow.
    Function(Function, &'a str),
    /// A symbol or group.
    Node(Node<'a>),
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    mode: Mode,
    /// The byte after the last token that was consumed.
    at: usize,
    /// The token after it.
    next: Token<'a>,
    nesting: usize,
}

impl<'a> Parser<'a> {
    fn consume(&mut self) -> Result<&'a str, Refused> {
        let token = self.next.text;
        self.move_to(self.next.end, self.mode)?;
        Ok(token)
    }

    /// Goes on at a byte, in a mode.
    fn move_to(&mut self, at: usize, mode: Mode) -> Result<(), Refused> {
        self.at = at;
        self.mode = mode;
        self.next = self.lexer.token(at, mode)?;
        Ok(())
    }

    fn expect(&mut self, text: &str) -> Result<(), Refused> {
        if self.next.text != text {
            return Err(Refused);
        }
        self.consume().map(drop)
    }

    /// Parses nodes up to the end of their group, and makes a fraction of them if one is an infix command.
    fn content(&mut self, stop: Stop) -> Result<Vec<Node<'a>>, Refused> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(Refused);
        }
        let mut nodes = Vec::new();
        loop {
            let (at, next) = (self.at, self.next);
            if matches!(next.text, "}" | "\\end" | "\\right" | "&" | "\\\\" | "\\cr")
                || (stop == Stop::Bracket && next.text == "]")
            {
                break;
            }
            let Some(node) = self.atom()? else { break };
            if stop == Stop::Infix && matches!(node, Node::Infix { .. }) {
                (self.at, self.next) = (at, next);
                break;
            }
            nodes.push(node);
        }
        self.nesting -= 1;
        infix_as_fraction(nodes)
    }

    /// Parses a node and its scripts. Returns `None` at the end of the input.
    fn atom(&mut self) -> Result<Option<Node<'a>>, Refused> {
        let Some(mut base) = self.unscripted()? else {
            return Ok(None);
        };
        if self.mode == Mode::Text {
            return Ok(Some(base));
        }
        // As in the official tools, a second script or a script after primes replaces the first.
        let (mut lower, mut upper) = (None, None);
        loop {
            match self.next.text {
                "\\limits" | "\\nolimits" => {
                    let is_limits = self.consume()? == "\\limits";
                    match &mut base {
                        Node::OperatorName { has_limits, .. } => *has_limits = is_limits,
                        Node::OperatorSign(_) => {}
                        _ => return Err(Refused),
                    }
                }
                "^" => upper = self.script()?,
                "_" => lower = self.script()?,
                "'" => {
                    let mut primes = Vec::new();
                    while self.next.text == "'" {
                        self.consume()?;
                        primes.push(Node::Sign("\\prime"));
                    }
                    upper = Some(Box::new(Node::Group(primes)));
                }
                _ => break,
            }
        }
        if lower.is_none() && upper.is_none() {
            return Ok(Some(base));
        }
        let base = Box::new(base);
        Ok(Some(Node::Scripts { base, lower, upper }))
    }

    /// Parses a script with its sign. At the end of the input, there is none.
    fn script(&mut self) -> Result<Option<Box<Node<'a>>>, Refused> {
        self.consume()?;
        match self.head()? {
            None => Ok(None),
            Some(Head::Node(node)) => Ok(Some(Box::new(node))),
            Some(Head::Function(function, command)) if function.strength() > 1 => {
                self.function(function, command).map(|node| Some(Box::new(node)))
            }
            Some(Head::Function(..)) => Err(Refused),
        }
    }

    /// Parses a node without scripts. Commands that act on the rest of the group are possible only here.
    fn unscripted(&mut self) -> Result<Option<Node<'a>>, Refused> {
        match self.head()? {
            None => Ok(None),
            Some(Head::Function(function, command)) => match function {
                Function::Left => self.fenced().map(Some),
                Function::Begin => self.environment().map(Some),
                Function::Size | Function::Style => {
                    let stop = if function == Function::Style {
                        Stop::Infix
                    } else {
                        Stop::Group
                    };
                    let body = self.content(stop)?;
                    Ok(Some(Node::Switch { command, body }))
                }
                _ => self.function(function, command).map(Some),
            },
            Some(Head::Node(node)) => match node.symbol() {
                Some(name @ ("\\matrix" | "\\pmatrix" | "\\cases")) => {
                    self.expect("{")?;
                    let array = self.array(name.trim_start_matches('\\'))?;
                    self.expect("}")?;
                    Ok(Some(array))
                }
                _ => Ok(Some(node)),
            },
        }
    }

    /// Parses a group, or consumes any other token. Returns `None` at the end of the input.
    fn head(&mut self) -> Result<Option<Head<'a>>, Refused> {
        if self.next.text.is_empty() {
            return Ok(None);
        }
        let token = self.consume()?;
        if token == "{" {
            let content = self.content(Stop::Group)?;
            self.expect("}")?;
            return Ok(Some(Head::Node(Node::Group(content))));
        }
        Ok(Some(match (Function::of(token), self.mode) {
            (Some(function), _) => Head::Function(function, token),
            (None, Mode::Text) if token == " " => Head::Node(Node::Sign("~")),
            (None, Mode::Text) if token == "\\ " => Head::Node(Node::Sign(token)),
            (None, Mode::Math) if is_sign(token) => Head::Node(Node::Sign(token)),
            (None, _) => Head::Node(Node::Letter(token)),
        }))
    }

    /// Parses the arguments of a command.
    fn function(&mut self, function: Function, command: &'a str) -> Result<Node<'a>, Refused> {
        Ok(match function {
            Function::OperatorSign => Node::OperatorSign(command),
            Function::OperatorName { has_limits } => Node::OperatorName { command, has_limits },
            Function::Infix { has_bar } => Node::Infix { has_bar },
            Function::Text => Node::Text(self.text_argument()?.into_content()),
            Function::Line => Node::Line {
                command,
                argument: self.argument(function)?,
            },
            Function::Lap => Node::Lap {
                command,
                argument: self.argument(function)?,
            },
            Function::Accent => Node::Accent {
                command,
                base: self.argument(function)?,
            },
            Function::Phantom => Node::Phantom(self.argument(function)?.into_content()),
            Function::Font => Node::Font {
                command: match command {
                    "\\Bbb" => "\\mathbb",
                    "\\bold" => "\\mathbf",
                    "\\frak" => "\\mathfrak",
                    _ => command,
                },
                argument: self.argument(function)?,
            },
            Function::Fraction { has_bar } => Node::Fraction {
                has_bar,
                upper: self.argument(function)?,
                lower: self.second_argument(function)?,
            },
            Function::Root => {
                let degree = self.bracketed()?;
                let body = match degree {
                    Some(_) => self.second_argument(function)?,
                    None => Some(self.argument(function)?),
                };
                Node::Root { degree, body }
            }
            Function::Rule => {
                self.optional_length()?;
                Node::Rule {
                    width: self.length("{", "}")?,
                    height: self.length("{", "}")?,
                }
            }
            Function::Delimiter => Node::Delimiter {
                size: command,
                delimiter: self.delimiter(function)?,
            },
            // They are parsed elsewhere, or cannot be printed.
            Function::Left
            | Function::Right
            | Function::Size
            | Function::Style
            | Function::Break
            | Function::Begin
            | Function::End
            | Function::Unprintable => return Err(Refused),
        })
    }

    /// Parses an argument: a group, a symbol, or a command that binds stronger.
    fn argument(&mut self, function: Function) -> Result<Box<Node<'a>>, Refused> {
        self.second_argument(function)?.ok_or(Refused)
    }

    /// Parses an argument. A command that does not bind stronger is lost, as in the official tools: they go on with the
    /// argument before it.
    fn second_argument(&mut self, function: Function) -> Result<Option<Box<Node<'a>>>, Refused> {
        match self.head()?.ok_or(Refused)? {
            Head::Node(node) => Ok(Some(Box::new(node))),
            Head::Function(inner, command) if inner.strength() > function.strength() => {
                self.function(inner, command).map(|node| Some(Box::new(node)))
            }
            Head::Function(..) => Ok(None),
        }
    }

    /// Parses an argument in which white space counts.
    fn text_argument(&mut self) -> Result<Node<'a>, Refused> {
        let outer = self.mode;
        self.move_to(self.lexer.skip_blank(self.at), Mode::Text)?;
        let head = self.head()?;
        self.move_to(self.at, outer)?;
        match head {
            Some(Head::Node(node)) => Ok(node),
            _ => Err(Refused),
        }
    }

    /// Parses an argument in brackets, if there is one.
    fn bracketed(&mut self) -> Result<Option<Vec<Node<'a>>>, Refused> {
        if self.next.text != "[" {
            return Ok(None);
        }
        self.consume()?;
        let content = self.content(Stop::Bracket)?;
        self.expect("]")?;
        Ok(Some(content))
    }

    fn length(&mut self, open: &str, close: &str) -> Result<Length<'a>, Refused> {
        if self.next.text != open {
            return Err(Refused);
        }
        let (length, end) = self.lexer.length(self.next.end)?;
        self.move_to(end, self.mode)?;
        self.expect(close)?;
        Ok(length)
    }

    fn optional_length(&mut self) -> Result<(), Refused> {
        if self.next.text == "[" {
            self.length("[", "]")?;
        }
        Ok(())
    }

    /// Parses the delimiter of `\left`, `\right` and `\big`.
    fn delimiter(&mut self, function: Function) -> Result<&'a str, Refused> {
        let argument = self.argument(function)?;
        argument.symbol().filter(|sign| is_delimiter(sign)).ok_or(Refused)
    }

    /// Parses what follows `\left`.
    fn fenced(&mut self) -> Result<Node<'a>, Refused> {
        let left = self.delimiter(Function::Left)?;
        let body = self.content(Stop::Group)?;
        self.expect("\\right")?;
        let right = self.delimiter(Function::Right)?;
        Ok(Node::Fenced { left, body, right })
    }

    /// Parses what follows `\begin`.
    fn environment(&mut self) -> Result<Node<'a>, Refused> {
        let name = self.environment_name()?;
        let node = self.array(&name)?;
        self.expect("\\end")?;
        if self.environment_name()? != name {
            return Err(Refused);
        }
        Ok(node)
    }

    fn environment_name(&mut self) -> Result<String, Refused> {
        match self.text_argument()? {
            Node::Group(letters) => letters.iter().map(|letter| letter.symbol().ok_or(Refused)).collect(),
            _ => Err(Refused),
        }
    }

    /// Parses the body of an environment.
    fn array(&mut self, name: &str) -> Result<Node<'a>, Refused> {
        let cases = || Some(vec!["l"; 2]);
        let (fences, mut columns) = match name {
            "array" | "tabular" => (None, Some(self.columns()?)),
            "aligned" | "matrix" => (None, None),
            "pmatrix" => (Some(("(", ")")), None),
            "bmatrix" => (Some(("[", "]")), None),
            "Bmatrix" => (Some(("\\{", "\\}")), None),
            "vmatrix" => (Some(("|", "|")), None),
            "Vmatrix" => (Some(("\\Vert", "\\Vert")), None),
            "cases" | "picture" => (Some(("\\{", ".")), cases()),
            _ => return Err(Refused),
        };
        let mut rows = self.rows()?;
        if name == "aligned" {
            let width = rows.iter().map(Vec::len).max().unwrap_or_default();
            columns = Some(
                (0..width)
                    .map(|column| if column % 2 == 0 { "r" } else { "l" })
                    .collect(),
            );
            for cell in rows.iter_mut().flat_map(|row| row.iter_mut().skip(1).step_by(2)) {
                cell.insert(0, Node::Group(Vec::new()));
            }
        }
        let array = Node::Array { columns, rows };
        Ok(match fences {
            None => array,
            Some((left, right)) => {
                let body = vec![array];
                Node::Fenced { left, body, right }
            }
        })
    }

    /// Parses the alignments of the columns. Everything else in the argument is dropped.
    fn columns(&mut self) -> Result<Vec<&'a str>, Refused> {
        let argument = self.argument(Function::Begin)?;
        let columns = argument
            .into_content()
            .iter()
            .filter_map(Node::symbol)
            .collect::<Vec<_>>();
        Ok(columns
            .into_iter()
            .filter(|column| matches!(*column, "l" | "c" | "r"))
            .collect())
    }

    fn rows(&mut self) -> Result<Vec<Vec<Vec<Node<'a>>>>, Refused> {
        let mut rows = Vec::new();
        let mut row = Vec::new();
        loop {
            row.push(self.content(Stop::Group)?);
            match self.next.text {
                "&" => {
                    self.consume()?;
                }
                "\\\\" | "\\cr" => {
                    self.consume()?;
                    self.optional_length()?;
                    rows.push(std::mem::take(&mut row));
                }
                "\\end" | "}" => break,
                _ => return Err(Refused),
            }
        }
        rows.push(row);
        Ok(rows)
    }
}

/// Makes a fraction of all nodes if one of them is an infix command. There must not be two.
fn infix_as_fraction(mut nodes: Vec<Node<'_>>) -> Result<Vec<Node<'_>>, Refused> {
    let is_infix = |node: &Node<'_>| matches!(node, Node::Infix { .. });
    let Some(at) = nodes.iter().position(is_infix) else {
        return Ok(nodes);
    };
    let lower = nodes.split_off(at + 1);
    let Some(Node::Infix { has_bar }) = nodes.pop() else {
        return Err(Refused);
    };
    if lower.iter().any(is_infix) {
        return Err(Refused);
    }
    Ok(vec![Node::Fraction {
        has_bar,
        upper: Box::new(as_group(nodes)),
        lower: Some(Box::new(as_group(lower))),
    }])
}

/// Returns nodes as one group, unless they are one.
fn as_group(mut nodes: Vec<Node<'_>>) -> Node<'_> {
    match nodes.pop() {
        Some(group @ Node::Group(_)) if nodes.is_empty() => group,
        last => {
            nodes.extend(last);
            Node::Group(nodes)
        }
    }
}
