//! Rows and columns of tables and alignments.

use texlens_vocabulary::ErrorClass;

use super::frame::{Marks, Mode, Opener};
use super::number::is_length;
use super::token::{Kind, Token};
use super::walk::Walk;

/// Upper bound on the number of columns, more than fit on a page. It bounds the expansion of `*{n}{c}`.
pub(super) const MOST_COLUMNS: usize = 1000;

/// Commands whose arguments may contain line ends, wherever the commands stand.
const BREAKS_LINES: [&str; 9] = [
    "\\multirow",
    "\\makecell",
    "\\thead",
    "\\shortstack",
    "\\parbox",
    "\\footnote",
    "\\footnotetext",
    "\\substack",
    "\\caption",
];

/// The error of an invalid column specification, with the offending character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BadColumn(pub(super) char);

/// Parses the columns of a table. Each item tells whether the column holds paragraphs. `stretching` allows `X`.
pub(super) fn columns(specification: &str, stretching: bool) -> Result<Vec<bool>, BadColumn> {
    let mut found = Vec::new();
    read_columns(specification, stretching, 0, &mut found)?;
    Ok(found)
}

fn read_columns(specification: &str, stretching: bool, depth: usize, found: &mut Vec<bool>) -> Result<(), BadColumn> {
    const DEEPEST: usize = 8;
    let mut rest = specification;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            'l' | 'c' | 'r' => found.push(false),
            'X' if stretching => found.push(true),
            'p' | 'm' | 'b' => {
                argument(&mut rest)
                    .filter(|width| is_length(width))
                    .ok_or(BadColumn(c))?;
                found.push(true);
            }
            'w' | 'W' => {
                argument(&mut rest).ok_or(BadColumn(c))?;
                argument(&mut rest)
                    .filter(|width| is_length(width))
                    .ok_or(BadColumn(c))?;
                found.push(false);
            }
            '@' | '!' | '>' | '<' => {
                argument(&mut rest).ok_or(BadColumn(c))?;
            }
            '*' => {
                let count = argument(&mut rest).and_then(|count| count.trim().parse::<usize>().ok());
                let part = argument(&mut rest).ok_or(BadColumn(c))?;
                let before = found.len();
                if depth < DEEPEST {
                    read_columns(part, stretching, depth + 1, found)?;
                }
                let one = found.get(before..).unwrap_or_default().to_vec();
                for _ in 1..count.ok_or(BadColumn(c))?.min(MOST_COLUMNS) {
                    if found.len() + one.len() > MOST_COLUMNS {
                        break;
                    }
                    found.extend(&one);
                }
            }
            '|' => {}
            c if c.is_ascii_whitespace() => {}
            c => return Err(BadColumn(c)),
        }
    }
    Ok(())
}

/// Takes the argument at the start of `rest`: a group or one character.
fn argument<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = rest.trim_start();
    let first = text.chars().next()?;
    if first != '{' {
        let (one, after) = text.split_at(first.len_utf8());
        *rest = after;
        return Some(one);
    }
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    *rest = &text[at + 1..];
                    return Some(&text[1..at]);
                }
            }
            _ => {}
        }
    }
    None
}

impl Walk<'_> {
    /// Returns the columns of a specification. Reports an invalid specification.
    pub(super) fn columns_of(&mut self, name: &str, specification: &str, token: Token) -> Option<Vec<bool>> {
        match columns(specification, name == "tabularx") {
            Ok(columns) if columns.is_empty() || (name == "multicolumn" && columns.len() > 1) => {
                let message = format!("`{name}` with {} columns", columns.len());
                self.report(
                    ErrorClass::Alignment,
                    token.start,
                    token.end,
                    message,
                    "Give one letter for each column.",
                );
                None
            }
            Ok(columns) => Some(columns),
            Err(BadColumn(c)) => {
                self.report(
                    ErrorClass::Alignment,
                    token.start,
                    token.end,
                    format!("`{c}` is not a column type of `{name}`, or its argument is missing"),
                    "Columns are l, c, r and p{width}, with | and @{} between them.",
                );
                None
            }
        }
    }

    /// Sets the mode at the start of a cell.
    pub(super) fn begin_cell(&mut self) {
        let frame = self.frame();
        frame.scripts = Default::default();
        let Some(alignment) = &mut frame.alignment else {
            return;
        };
        alignment.cell_is_empty = true;
        if !frame.mode.is_math() {
            let columns = alignment.columns.as_deref().unwrap_or_default();
            let holds_paragraphs = columns.get(alignment.column).copied().unwrap_or_default();
            frame.mode = if holds_paragraphs {
                Mode::Vertical
            } else {
                Mode::Restricted
            };
            frame.ignores_blank_lines = !holds_paragraphs;
        }
    }

    /// Handles `&`.
    pub(super) fn tab(&mut self, token: Token) {
        let Some(alignment) = &mut self.frame().alignment else {
            return self.misplaced_tab(token);
        };
        alignment.column += 1;
        alignment.row_is_empty = false;
        if alignment
            .columns
            .as_ref()
            .is_some_and(|columns| alignment.column >= columns.len())
        {
            self.too_many_columns(token);
        }
        self.begin_cell();
    }

    fn misplaced_tab(&mut self, token: Token) {
        let class = self.class_in_cell();
        self.report(
            class,
            token.start,
            token.end,
            "`&` where no column can end".to_owned(),
            "Write \\& for the sign; close groups and formulas before a column ends.",
        );
    }

    fn too_many_columns(&mut self, token: Token) {
        self.report(
            ErrorClass::Alignment,
            token.start,
            token.end,
            "more columns than the table has".to_owned(),
            "Remove the `&`, or give the table another column.",
        );
    }

    /// Handles `\\`.
    pub(super) fn row_end(&mut self, token: Token) {
        let mode = self.mode();
        if self.frame().alignment.is_some() {
            self.new_row();
        } else if mode == Mode::Vertical {
            self.no_line(token);
        } else if self.is_inside_cell() {
            let class = self.class_in_cell();
            self.report(
                class,
                token.start,
                token.end,
                "the row ends while something in it is still open".to_owned(),
                "Close groups, formulas and \\left before the row ends.",
            );
        }
        self.row_options();
    }

    /// Returns the error class for a misplaced end of a cell, which depends on the innermost open construct.
    fn class_in_cell(&mut self) -> ErrorClass {
        let opener = self.frame().opener;
        match opener {
            Opener::Inline if self.is_inside_cell() => ErrorClass::Mode,
            Opener::Left => ErrorClass::Delimiter,
            _ => ErrorClass::Alignment,
        }
    }

    /// Handles `\newline` or `\linebreak`.
    pub(super) fn line_end(&mut self, index: usize, token: Token) {
        if self.mode() == Mode::Vertical {
            self.no_line(token);
        }
        self.ordinary(index, token, self.text(token));
    }

    fn no_line(&mut self, token: Token) {
        self.report(
            ErrorClass::Alignment,
            token.start,
            token.end,
            "there is no line to end here".to_owned(),
            "Leave a blank line for a new paragraph, or use \\vspace.",
        );
    }

    fn new_row(&mut self) {
        if let Some(alignment) = &mut self.frame().alignment {
            alignment.column = 0;
            alignment.row_is_empty = true;
        }
        let multline = matches!(self.frame().opener, Opener::Environment("multline" | "multline*"));
        if let Some(marks) = self.frame().marks.as_mut().filter(|_| !multline) {
            *marks = Marks::default();
        }
        self.begin_cell();
    }

    /// Reports whether a cell is open around the groups and formulas that are open here.
    fn is_inside_cell(&self) -> bool {
        let mut frames = self.frames.iter().rev();
        frames
            .find_map(|frame| match frame.opener {
                _ if frame.alignment.is_some() => Some(true),
                Opener::Brace | Opener::Inline | Opener::Left => None,
                Opener::Argument { command, .. } if !BREAKS_LINES.contains(&command) => None,
                _ => Some(false),
            })
            .unwrap_or(false)
    }

    /// Reads the star and the length that may follow the end of a row.
    fn row_options(&mut self) {
        let star = self.after_blanks(self.next);
        if self.token(star).is_some_and(|token| token.kind == Kind::Character('*')) {
            self.next = star + 1;
        }
        let open = self.after_blanks(self.next);
        let spaced = open != self.next;
        let is_formula = self.mode().is_math();
        let is_bracket = self.token(open).is_some_and(|token| token.kind == Kind::Character('['));
        if !is_bracket || (spaced && is_formula) {
            return;
        }
        if let Some(close) = self.closes.get(open).copied().flatten() {
            self.length(open + 1, close);
            self.next = close + 1;
        }
    }

    /// Handles a rule between rows.
    pub(super) fn rule(&mut self, index: usize, token: Token, signature: &str) {
        let fits = self
            .frame()
            .alignment
            .as_ref()
            .is_some_and(|alignment| alignment.row_is_empty);
        if !fits {
            let text = self.text(token);
            self.report(
                ErrorClass::Alignment,
                token.start,
                token.end,
                format!("`{text}` where no row begins"),
                "Rules stand at the start of a table or right after \\\\.",
            );
        }
        self.read_arguments(index, index + 1, signature);
    }

    /// Handles `\cmidrule`, which may have `(lr)` between the command and the columns.
    pub(super) fn trimmed_rule(&mut self, index: usize, token: Token) {
        let open = self.after_blanks(self.next);
        if self.token(open).is_some_and(|token| token.kind == Kind::Character('(')) {
            const LONGEST: usize = 32;
            let close = (open..open + LONGEST)
                .find(|at| self.token(*at).is_some_and(|token| token.kind == Kind::Character(')')));
            self.next = close.map_or(self.next, |close| close + 1);
            self.rule(self.next - 1, token, "r");
        } else {
            self.rule(index, token, "or");
        }
    }

    /// Checks the columns that a rule spans, such as `2-4`.
    pub(super) fn column_range(&mut self, start: usize, end: usize) {
        let text = self.slice((start, end));
        let last = text.split_once('-').and_then(|(first, last)| {
            first.trim().parse::<usize>().ok()?;
            last.trim().parse::<usize>().ok()
        });
        let Some(token) = self.token(start) else {
            return;
        };
        let columns = self
            .frame()
            .alignment
            .as_ref()
            .and_then(|alignment| Some(alignment.columns.as_ref()?.len()));
        match last {
            None => self.report(
                ErrorClass::Argument,
                token.start,
                token.start + text.len(),
                format!("`{text}` is not a range of columns"),
                "Write the first and the last column, as in {2-4}.",
            ),
            Some(last) if columns.is_some_and(|columns| last > columns) => self.too_many_columns(token),
            Some(_) => {}
        }
    }

    pub(super) fn multicolumn(&mut self, index: usize, token: Token) {
        let arguments = self.read_arguments(index, index + 1, "nc+m");
        let [Some(count), Some(specification), Some(_)] = arguments.as_slice() else {
            return;
        };
        let (count, specification) = (
            self.slice(*count).trim().parse::<usize>().unwrap_or(1),
            self.slice(*specification),
        );
        let columns = self.columns_of("multicolumn", specification, token).unwrap_or_default();
        let text = self.text(token);
        let Some(alignment) = self
            .frame()
            .alignment
            .as_mut()
            .filter(|alignment| alignment.cell_is_empty)
        else {
            return self.report(
                ErrorClass::Alignment,
                token.start,
                token.end,
                format!("`{text}` where no cell begins"),
                "It must be the first thing in its cell.",
            );
        };
        alignment.column += count.clamp(1, MOST_COLUMNS) - 1;
        let too_many = alignment
            .columns
            .as_ref()
            .is_some_and(|known| alignment.column >= known.len());
        let frame = self.frame();
        if !frame.mode.is_math() {
            let holds_paragraphs = columns.first().copied().unwrap_or_default();
            frame.mode = if holds_paragraphs {
                Mode::Vertical
            } else {
                Mode::Restricted
            };
            frame.ignores_blank_lines = !holds_paragraphs;
        }
        self.fill_cell();
        if too_many {
            self.too_many_columns(token);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::Alignment,
            &[
                "a & b",
                "\\begin{tabular}{cc}a & b & c\\end{tabular}",
                "\\begin{tabular}{cc}{a & b}\\end{tabular}",
                "\\begin{tabular}{cc}\\multicolumn{3}{c}{a}\\end{tabular}",
                "\\begin{tabular}{cc}a \\multicolumn{1}{c}{b}\\end{tabular}",
                "\\begin{tabular}{cc}\\multicolumn{2}{cc}{a}\\end{tabular}",
                "\\begin{tabular}{cq}a\\end{tabular}",
                "\\begin{tabular}{p}a\\end{tabular}",
                "\\begin{tabular}{}a\\end{tabular}",
                "$\\begin{cases}a & b & c\\end{cases}$",
                "\\begin{alignat}{1}a & b & c\\end{alignat}",
                "\\begin{tabular}{c}a \\hline b\\end{tabular}",
                "\\begin{tabular}{cc}a & b \\\\ \\cline{1-3}\\end{tabular}",
                "\\begin{tabular}{c}\\textbf{a \\\\ b}\\end{tabular}",
                "\\hline",
                "\\\\ a",
                "a\n\n\\\\ b",
                "\\section{a}\\\\ b",
            ],
        );
        accepts(&[
            "\\begin{tabular}{|l@{}*{2}{c}|p{2cm}|}\\hline a & b & c & d \\\\[2pt] \\hline\\end{tabular}",
            "\\begin{tabular}{cc}\\multicolumn{2}{c|}{a} \\\\ \\cmidrule(lr){1-2} {a} & b\\end{tabular}",
            "\\begin{tabular}{c}\\toprule a \\\\ \\midrule \\bottomrule\\end{tabular}",
            "\\begin{tabular}{c}\\makecell{a \\\\ b}\\end{tabular}",
            "\\begin{align}a & b & c & d \\\\ e\\end{align}",
            "\\begin{alignat}{2}a & b & c\\end{alignat}",
            "a \\\\ b",
            "$a \\\\ b$",
        ]);
    }
}
