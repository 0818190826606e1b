//! The printer: tree to tokens.

use super::lexer::Length;
use super::refused::Refused;
use super::tree::Node;

/// The maximum length of the printed formula, in bytes. Arguments that are printed twice could double it at each level.
const MAX_PRINTED: usize = 1 << 20;

/// Prints a formula with spaces between its tokens.
pub(super) fn print(nodes: &[Node<'_>]) -> Result<String, Refused> {
    let mut printer = Printer { printed: String::new() };
    printer.content(nodes, false)?;
    Ok(without_label(printer.printed))
}

struct Printer {
    printed: String,
}

impl Printer {
    fn token(&mut self, token: &str) {
        self.printed += token;
        self.printed.push(' ');
    }

    /// Prints nodes. `is_upright` tells whether they are the argument of `\mathrm`.
    fn content(&mut self, nodes: &[Node<'_>], is_upright: bool) -> Result<(), Refused> {
        nodes.iter().try_for_each(|node| self.node(node, is_upright))
    }

    /// Prints nodes in braces.
    fn group(&mut self, nodes: &[Node<'_>], is_upright: bool) -> Result<(), Refused> {
        self.token("{");
        self.content(nodes, is_upright)?;
        self.token("}");
        Ok(())
    }

    /// Prints a node in braces, unless it is a group.
    fn braced(&mut self, node: &Node<'_>, is_upright: bool) -> Result<(), Refused> {
        match node {
            Node::Group(content) => self.group(content, is_upright),
            _ => self.group(std::slice::from_ref(node), is_upright),
        }
    }

    fn node(&mut self, node: &Node<'_>, is_upright: bool) -> Result<(), Refused> {
        if self.printed.len() > MAX_PRINTED {
            return Err(Refused);
        }
        match node {
            Node::Letter(text) if is_upright => self.spelled(text),
            Node::Letter(text) | Node::Sign(text) | Node::OperatorSign(text) => self.token(text),
            Node::Group(content) => self.group(content, is_upright)?,
            Node::Text(content) => {
                self.token("\\mathrm");
                self.group(content, is_upright)?;
            }
            Node::Scripts { base, lower, upper } => {
                self.node(base, is_upright)?;
                for (sign, script) in [("_", lower), ("^", upper)] {
                    if let Some(script) = script {
                        self.token(sign);
                        self.braced(script, is_upright)?;
                    }
                }
            }
            Node::Fraction { has_bar, upper, lower } => {
                self.token(if *has_bar { "\\frac" } else { "\\binom" });
                self.node(upper, is_upright)?;
                self.node(lower.as_ref().unwrap_or(upper), is_upright)?;
            }
            Node::Root { degree, body } => {
                self.token("\\sqrt");
                if let Some(degree) = degree {
                    self.token("[");
                    self.content(degree, is_upright)?;
                    self.token("]");
                }
                match (body, degree) {
                    (Some(body), _) => self.node(body, is_upright)?,
                    (None, Some(degree)) => self.group(degree, is_upright)?,
                    (None, None) => return Err(Refused),
                }
            }
            Node::Array { columns, rows } => self.array(columns.as_deref(), rows, is_upright)?,
            Node::Fenced { left, body, right } => {
                self.token(&format!("\\left{left}"));
                self.content(body, is_upright)?;
                self.token(&format!("\\right{right}"));
            }
            Node::Delimiter { size, delimiter } => {
                self.token(size);
                self.token(delimiter);
            }
            Node::Font { command, argument } => {
                self.token(command);
                self.node(argument, *command == "\\mathrm")?;
            }
            Node::Lap { command, argument } => {
                self.token(command);
                self.node(argument, is_upright)?;
            }
            Node::Line { command, argument } => {
                self.token(command);
                self.group(std::slice::from_ref(argument), is_upright)?;
            }
            Node::Accent { command, base } => {
                self.token(command);
                self.braced(base, is_upright)?;
            }
            Node::OperatorName { command, has_limits } => {
                self.token(if *has_limits {
                    "\\operatorname*"
                } else {
                    "\\operatorname"
                });
                self.token("{");
                self.spelled(command.trim_start_matches('\\'));
                self.token("}");
            }
            Node::Switch { command: "\\rm", body } => {
                self.token("\\mathrm");
                self.group(body, true)?;
            }
            Node::Switch { command, body } => {
                self.token(command);
                self.content(body, is_upright)?;
            }
            Node::Rule { width, height } => {
                self.token("\\rule");
                self.length(*width);
                self.length(*height);
            }
            Node::Phantom(content) => {
                self.token("\\phantom");
                self.group(content, is_upright)?;
            }
            // It has scripts, and so is not the sign of a fraction.
            Node::Infix { .. } => return Err(Refused),
        }
        Ok(())
    }

    /// Prints each character as a token. Those beyond 16 bits become two that are not valid.
    fn spelled(&mut self, text: &str) {
        for c in text.chars() {
            match c.len_utf16() {
                1 => self.token(c.encode_utf8(&mut [0; 4])),
                _ => self.token("\u{fffd} \u{fffd}"),
            }
        }
    }

    fn length(&mut self, length: Length<'_>) {
        self.token("{");
        // Without the sign of a negative zero.
        self.token(&(length.number + 0.0).to_string());
        self.token(length.unit);
        self.token("}");
    }

    fn array(
        &mut self,
        columns: Option<&[&str]>,
        rows: &[Vec<Vec<Node<'_>>>],
        is_upright: bool,
    ) -> Result<(), Refused> {
        self.token("\\begin{array}");
        self.token("{");
        let width = rows.first().map_or(0, Vec::len);
        columns
            .unwrap_or(&vec!["l"; width])
            .iter()
            .for_each(|column| self.token(column));
        self.token("}");
        for row in rows.iter().filter(|row| row.iter().any(|cell| !cell.is_empty())) {
            for (column, cell) in row.iter().enumerate() {
                if column > 0 {
                    self.token("&");
                }
                self.group(cell, is_upright)?;
                // An empty cell has no braces. A cell that ends with `\{` loses its brace too.
                if self.printed.ends_with("{ } ") {
                    self.printed.truncate(self.printed.len() - "{ } ".len());
                }
            }
            self.token("\\\\");
        }
        self.token("\\end{array}");
        Ok(())
    }
}

/// Removes the first label that is left, with its argument.
fn without_label(printed: String) -> String {
    const LABEL: &str = "\\label { ";
    let rest = printed.split_once(LABEL).and_then(|(before, after)| {
        let (_, rest) = after.split_once(" }")?;
        Some(format!("{before}{rest}"))
    });
    rest.unwrap_or(printed)
}
