//! Tables and figures.

use std::ops::Range;

use crate::argument::{Groups, argument_open};
use crate::environment::{ENVIRONMENT_TOKENS, FloatKind, environment_name, float_kind};
use crate::heading::is_heading;
use crate::token::{Token, TokenKind};

/// A table float, or a tabular outside all table floats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Byte range from `\begin` to after `\end{…}`. A float that is never closed ends at the next float, heading or the
    /// end of the text. Captions and labels of the table are those in this range.
    pub range: Range<usize>,
    /// The outermost tabulars of the table, in order.
    pub tabulars: Vec<Tabular>,
}

/// A `tabular`, `tabularx`, `longtable` or similar environment. (`array` belongs to formulas.)
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tabular {
    /// Byte range from `\begin` to after `\end{…}`. A tabular that is never closed ends with its float, at the next
    /// heading or at the end of the text.
    pub range: Range<usize>,
    /// Byte range between the arguments (width, position, columns) and `\end`.
    pub body: Range<usize>,
}

/// A figure float.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Byte range from `\begin` to after `\end{…}`. A figure that is never closed ends at the next float, heading or
    /// the end of the text.
    pub range: Range<usize>,
}

/// Tabular environments whose only argument is the columns. A trailing star is removed before the look-up, also for
/// [`TABULARS_WITH_WIDTH`].
const TABULARS: [&str; 6] = [
    "longtable",
    "supertabular",
    "xtabular",
    "tblr",
    "NiceTabular",
    "deluxetable",
];

/// Tabular environments with a width before the columns.
const TABULARS_WITH_WIDTH: [&str; 2] = ["tabularx", "tabulary"];

/// Returns the number of arguments of the environment, or `None` if it is not a tabular.
fn tabular_arguments(name: &str) -> Option<usize> {
    let unstarred = name.trim_end_matches('*');
    match name {
        "tabular" => Some(1),
        "tabular*" => Some(2),
        _ if TABULARS.contains(&unstarred) => Some(1),
        _ if TABULARS_WITH_WIDTH.contains(&unstarred) => Some(2),
        _ => None,
    }
}

/// Reports whether an environment of this name is a table float or a tabular.
#[must_use]
pub fn is_table_environment(name: &str) -> bool {
    tabular_arguments(name).is_some() || float_kind(name) == Some(FloatKind::Table)
}

/// Returns all tables and all figures, each in order. Floats do not nest: an open float ends at the next float, and at
/// the `\end` of any float.
pub(crate) fn floats(source: &str, tokens: &[Token], groups: &Groups) -> (Vec<Table>, Vec<Figure>) {
    let mut finder = Finder {
        source,
        tokens,
        groups,
        float: None,
        tabular: None,
        tables: Vec::new(),
        figures: Vec::new(),
    };
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Command {
            continue;
        }
        if let Some(name) = environment_name(source, tokens, index) {
            finder.environment(name, index);
        } else if is_heading(source, token) {
            finder.close_float(token.start, token.start);
        }
    }
    finder.close_float(source.len(), source.len());
    (finder.tables, finder.figures)
}

struct OpenFloat {
    kind: FloatKind,
    start: usize,
    tabulars: Vec<Tabular>,
}

struct OpenTabular {
    start: usize,
    body: usize,
    /// Number of open tabulars: this one and those nested in its cells.
    depth: usize,
}

struct Finder<'a> {
    source: &'a str,
    tokens: &'a [Token],
    groups: &'a Groups,
    float: Option<OpenFloat>,
    tabular: Option<OpenTabular>,
    tables: Vec<Table>,
    figures: Vec<Figure>,
}

impl Finder<'_> {
    /// Handles the `\begin{name}` or `\end{name}` at `index`.
    fn environment(&mut self, name: &str, index: usize) {
        let (start, after) = (self.byte(index), self.byte(index + ENVIRONMENT_TOKENS));
        let begins = self
            .tokens
            .get(index)
            .is_some_and(|token| token.text(self.source) == "\\begin");
        match (float_kind(name), tabular_arguments(name)) {
            (Some(kind), _) if begins => {
                self.close_float(start, start);
                self.float = Some(OpenFloat {
                    kind,
                    start,
                    tabulars: Vec::new(),
                });
            }
            (Some(_), _) => self.close_float(start, after),
            (None, Some(arguments)) if begins => self.open_tabular(index, arguments),
            (None, Some(_)) => self.leave_tabular(start, after),
            (None, None) => {}
        }
    }

    /// Returns the first byte of a token, or the end of the text.
    fn byte(&self, index: usize) -> usize {
        self.tokens.get(index).map_or(self.source.len(), |token| token.start)
    }

    fn open_tabular(&mut self, index: usize, arguments: usize) {
        if let Some(open) = &mut self.tabular {
            open.depth += 1;
            return;
        }
        let mut body = index + ENVIRONMENT_TOKENS;
        for _ in 0..arguments {
            let open = argument_open(self.source, self.tokens, body);
            body = open
                .and_then(|open| self.groups.after(self.tokens, open))
                .unwrap_or(body);
        }
        self.tabular = Some(OpenTabular {
            start: self.byte(index),
            body: self.byte(body),
            depth: 1,
        });
    }

    fn leave_tabular(&mut self, end: usize, after: usize) {
        match &mut self.tabular {
            Some(open) if open.depth > 1 => open.depth -= 1,
            _ => self.close_tabular(end, after),
        }
    }

    /// Closes the open tabular, if any. Its body ends at `end`, its range at `after`.
    fn close_tabular(&mut self, end: usize, after: usize) {
        let Some(open) = self.tabular.take() else {
            return;
        };
        let tabular = Tabular {
            range: open.start..after,
            body: open.body.min(end)..end,
        };
        match &mut self.float {
            Some(float) if float.kind == FloatKind::Table => float.tabulars.push(tabular),
            _ => self.tables.push(Table {
                range: tabular.range.clone(),
                tabulars: vec![tabular],
            }),
        }
    }

    /// Closes the open float, if any, and its open tabular. The open tabular ends at `end`, the float at `after`.
    fn close_float(&mut self, end: usize, after: usize) {
        self.close_tabular(end, end);
        let Some(float) = self.float.take() else {
            return;
        };
        let range = float.start..after;
        match float.kind {
            FloatKind::Table => self.tables.push(Table {
                range,
                tabulars: float.tabulars,
            }),
            FloatKind::Figure => self.figures.push(Figure { range }),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Outline;

    /// Returns each table with the bodies of its tabulars, and each figure.
    fn found(source: &str) -> (Vec<(&str, Vec<&str>)>, Vec<&str>) {
        let outline = Outline::of(source);
        let tables = outline.tables().iter().map(|table| {
            let bodies = table.tabulars.iter().map(|tabular| &source[tabular.body.clone()]);
            (&source[table.range.clone()], bodies.collect())
        });
        let figures = outline.figures().iter().map(|figure| &source[figure.range.clone()]);
        (tables.collect(), figures.collect())
    }

    #[test]
    fn floats_and_bare_tabulars() {
        let table = "\\begin{table*}[ht]\\begin{tabular}{l|p{2cm}}a&1\\end{tabular} \
                     \\begin{tabular}{c}2\\end{tabular}\\end{table*}";
        let bare = "\\begin{tabularx}{3cm}[t]{ll}3\\end{tabularx}";
        let figure = "\\begin{wrapfigure}{r}{4cm}x\\end{wrapfigure}";
        assert_eq!(
            found(&format!("a {table} b {bare} {figure}")),
            (vec![(table, vec!["a&1", "2"]), (bare, vec!["3"])], vec![figure])
        );
    }

    #[test]
    fn a_longtable_is_a_table_and_an_array_is_none() {
        let long = "\\begin{longtable}{ll}\\caption{A}1\\end{longtable}";
        let source = format!("{long} \\[\\begin{{array}}{{c}}1\\end{{array}}\\]");
        assert_eq!(found(&source), (vec![(long, vec!["\\caption{A}1"])], vec![]));
    }

    #[test]
    fn a_tabular_in_a_cell_belongs_to_the_one_around_it() {
        let body = "1&\\begin{tabular}{l}2\\end{tabular}\\\\3";
        let source = format!("\\begin{{tabular}}{{ll}}{body}\\end{{tabular}}");
        assert_eq!(found(&source).0, [(source.as_str(), vec![body])]);
    }

    #[test]
    fn what_is_not_closed_ends_with_its_float_or_before_a_heading() {
        assert_eq!(
            found("\\begin{table}\\begin{tabular}{l}1\\end{table} x").0,
            [("\\begin{table}\\begin{tabular}{l}1\\end{table}", vec!["1"])]
        );
        assert_eq!(
            found("\\begin{tabular}{l}1\\section{A}").0,
            [("\\begin{tabular}{l}1", vec!["1"])]
        );
        assert_eq!(
            found("\\begin{table}1\\begin{figure}2"),
            (vec![("\\begin{table}1", vec![])], vec!["\\begin{figure}2"])
        );
        assert_eq!(found("\\begin{tabular}{l").0, [("\\begin{tabular}{l", vec!["{l"])]);
        assert_eq!(found("\\end{table}\\end{tabular}"), (vec![], vec![]));
    }

    #[test]
    fn comments_and_verbatim_hold_no_floats() {
        assert_eq!(
            found("% \\begin{table}\n\\begin{verbatim}\\begin{figure}\\end{figure}\\end{verbatim}"),
            (vec![], vec![])
        );
    }
}
