//! Conversion of HTML to LaTeX.

use texlens_latex::Markup;

use super::table::{Cell, tabular};
use super::tree::{Node, Tree};
use super::{delimiters, escape, inline, marks, mathml};

/// Converts a document or a part of one. Omits styles, and scripts other than formulas, since no page shows them.
pub(super) fn to_latex(text: &str) -> String {
    fragment(text, &[])
}

/// Converts a part of a Markdown document, in which marks stand for `pieces`.
pub(super) fn fragment(text: &str, pieces: &[String]) -> String {
    let tree = Tree::of(text);
    let mut writer = Writer {
        tree: &tree,
        pieces,
        room: text.len() + 256,
        out: String::new(),
    };
    writer.children(Tree::ROOT);
    tidy(&writer.out)
}

/// Removes blanks at the ends of lines, and reduces several blank lines in a row to one.
pub(super) fn tidy(latex: &str) -> String {
    let mut out = String::with_capacity(latex.len());
    let mut blank = 0;
    for line in latex.trim().lines() {
        if line.trim().is_empty() {
            blank += 1;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if blank > 0 { "\n\n" } else { "\n" });
        }
        out.push_str(line.trim_end());
        blank = 0;
    }
    out
}

struct Writer<'a> {
    tree: &'a Tree,
    pieces: &'a [String],
    /// Number of empty cells that may still be added below cells that span rows.
    room: usize,
    out: String,
}

impl Writer<'_> {
    fn children(&mut self, node: usize) {
        for &child in self.tree.children(node) {
            self.write(child);
        }
    }

    /// Returns the LaTeX of the children alone.
    fn inside(&mut self, node: usize) -> String {
        let before = std::mem::take(&mut self.out);
        self.children(node);
        std::mem::replace(&mut self.out, before)
    }

    fn write(&mut self, node: usize) {
        let name = match self.tree.get(node) {
            Some(Node::Text(text)) => return self.text(text),
            Some(Node::Element { name, .. }) => name.as_str(),
            None => return,
        };
        match name {
            "h1" => self.heading("section", node),
            "h2" => self.heading("subsection", node),
            "h3" => self.heading("subsubsection", node),
            "h4" | "h5" | "h6" => self.heading("paragraph", node),
            "br" => self.out.push('\n'),
            "ul" => self.list("itemize", node),
            "ol" => self.list("enumerate", node),
            "blockquote" => {
                let inside = self.inside(node);
                self.environment("quote", inside.trim());
            }
            "table" => self.table(node),
            "pre" => {
                self.out.push_str("\n\n");
                let code = self.restored(&self.tree.text(node));
                escape::code(&code, &mut self.out);
                self.out.push_str("\n\n");
            }
            "math" => self.math(node),
            "img" => self.out.push_str("\\includegraphics{image}"),
            "script" => self.script(node),
            "style" | "head" | "title" | "template" | "noscript" | "colgroup" => {}
            "span" if self.is_picture_of_formula(node) => {}
            // An item without a list is a paragraph.
            "li" | "p" | "div" | "section" | "article" | "main" | "header" | "footer" | "aside" | "figure"
            | "figcaption" | "caption" | "dl" | "dt" | "dd" | "address" | "hr" | "body" | "html" => {
                self.out.push_str("\n\n");
                self.children(node);
                self.out.push_str("\n\n");
            }
            _ => match inline::command(name) {
                Some(command) => self.command(command, node),
                None => self.children(node),
            },
        }
    }

    /// Writes text with white space collapsed as in browsers, and with formulas between delimiters.
    fn text(&mut self, text: &str) {
        let mut flowing = String::with_capacity(text.len());
        if text.starts_with(char::is_whitespace) {
            flowing.push(' ');
        }
        flowing.push_str(&text.split_whitespace().collect::<Vec<_>>().join(" "));
        if text.ends_with(char::is_whitespace) && !text.trim().is_empty() {
            flowing.push(' ');
        }
        let mut done = 0;
        for formula in Markup::Markdown.formulas(&flowing) {
            marks::write(
                flowing.get(done..formula.range.start).unwrap_or_default(),
                self.pieces,
                &mut self.out,
            );
            // A stray dollar may open a formula that extends beyond a mark.
            let latex = delimiters::formula_to_latex(&formula, &flowing);
            marks::restore(&latex, self.pieces, &mut self.out);
            done = formula.range.end;
        }
        marks::write(flowing.get(done..).unwrap_or_default(), self.pieces, &mut self.out);
    }

    /// Returns the text with its marks replaced by their pieces.
    fn restored(&self, text: &str) -> String {
        let mut restored = String::with_capacity(text.len());
        marks::restore(text, self.pieces, &mut restored);
        restored
    }

    fn heading(&mut self, command: &str, node: usize) {
        let title = self.inside(node);
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        self.out.push_str(&format!("\n\n\\{command}{{{title}}}\n\n"));
    }

    fn command(&mut self, command: &str, node: usize) {
        let inside = self.inside(node);
        if inside.trim().is_empty() || inside.contains("\n\n") {
            self.out.push_str(&inside);
        } else {
            self.out.push_str(&format!("\\{command}{{{inside}}}"));
        }
    }

    /// Writes the items in an environment. Content before the first item comes before the environment, because a LaTeX
    /// list has no place for it.
    fn list(&mut self, name: &str, node: usize) {
        let children = self.tree.children(node);
        let is_item = |child: &usize| self.tree.name(*child) == "li";
        let (before, items) = children.split_at(children.iter().position(is_item).unwrap_or(children.len()));
        self.out.push_str("\n\n");
        for &child in before {
            self.write(child);
        }
        let outer = std::mem::take(&mut self.out);
        for &child in items {
            if self.tree.name(child) == "li" {
                let item = self.inside(child);
                self.out.push_str(&format!("\\item {}\n", item.trim()));
            } else {
                self.write(child);
            }
        }
        let items = std::mem::replace(&mut self.out, outer);
        self.environment(name, items.trim());
    }

    fn environment(&mut self, name: &str, inside: &str) {
        if !inside.is_empty() {
            self.out
                .push_str(&format!("\n\n\\begin{{{name}}}\n{inside}\n\\end{{{name}}}\n\n"));
        }
    }

    fn table(&mut self, table: usize) {
        let mut rows = Vec::new();
        self.rows(table, &mut rows);
        if rows.is_empty() {
            return self.children(table);
        }
        let captions: Vec<usize> = self
            .tree
            .elements(table)
            .filter(|&child| self.tree.name(child) == "caption")
            .collect();
        for caption in captions {
            self.write(caption);
        }
        let tabular = tabular(rows, |_| 'l', &mut self.room);
        self.out.push_str(&format!("\n\n{tabular}\n\n"));
    }

    /// Collects the rows of a table, without those of nested tables.
    fn rows(&mut self, node: usize, rows: &mut Vec<Vec<Cell>>) {
        for child in self.tree.elements(node).collect::<Vec<_>>() {
            match self.tree.name(child) {
                "thead" | "tbody" | "tfoot" => self.rows(child, rows),
                "tr" => {
                    let cells = self
                        .tree
                        .elements(child)
                        .filter(|&cell| matches!(self.tree.name(cell), "td" | "th"));
                    let cells: Vec<usize> = cells.collect();
                    rows.push(cells.into_iter().map(|cell| self.cell(cell)).collect());
                }
                _ => {}
            }
        }
    }

    fn cell(&mut self, node: usize) -> Cell {
        let span = |name: &str| {
            self.tree
                .attribute(node, name)
                .and_then(|span| span.trim().parse().ok())
                .unwrap_or(1)
        };
        let (columns, rows) = (span("colspan"), span("rowspan"));
        let latex = self.inside(node).split_whitespace().collect::<Vec<_>>().join(" ");
        Cell { latex, columns, rows }
    }

    fn math(&mut self, node: usize) {
        let latex = self.restored(&mathml::to_latex(self.tree, node));
        let is_display = self.tree.attribute(node, "display") == Some("block");
        self.formula(&latex, is_display);
    }

    fn formula(&mut self, latex: &str, is_display: bool) {
        let latex = latex.trim();
        if latex.is_empty() {
            return;
        }
        let formula = if is_display {
            format!("\n\\[{latex}\\]\n")
        } else {
            format!("${latex}$")
        };
        self.out.push_str(&formula);
    }

    /// Writes a formula from the source that MathJax keeps in a script.
    fn script(&mut self, node: usize) {
        if let Some(kind) = self
            .tree
            .attribute(node, "type")
            .filter(|kind| kind.starts_with("math/tex"))
        {
            let is_display = kind.contains("mode=display");
            let latex = self.restored(&self.tree.text(node));
            self.formula(&latex, is_display);
        }
    }

    /// Reports whether the node is the visual copy of a formula. KaTeX writes a formula twice: as MathML, and for
    /// display.
    fn is_picture_of_formula(&self, node: usize) -> bool {
        let class = self.tree.attribute(node, "class").unwrap_or_default();
        class.split_whitespace().any(|class| class == "katex-html")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents() {
        for (html, latex) in [
            (
                "<!DOCTYPE html><html><head><title>T</title><style>p{}</style></head><body><h2>A &amp; B</h2><p>One <b>two</b>\n three.<p>50% of <i>x</i></body></html>",
                "\\subsection{A \\& B}\n\nOne \\textbf{two} three.\n\n50\\% of \\textit{x}",
            ),
            (
                "<ul><li>a<li>b</ul>",
                "\\begin{itemize}\n\\item a\n\\item b\n\\end{itemize}",
            ),
            (
                "<ul>Intro <b>of</b> it<li>a</li>more</ul><li>alone</li>end",
                "Intro \\textbf{of} it\n\n\\begin{itemize}\n\\item a\nmore\n\\end{itemize}\n\nalone\n\nend",
            ),
            ("<ol></ol><ul>no items</ul>", "no items"),
            ("x<sup>2</sup> \\(a_1 &lt; b\\)", "x\\textsuperscript{2} $a_1 < b$"),
            ("<math display=\"block\"><mi>x</mi></math>", "\\[x\\]"),
            (
                "<script type=\"math/tex\">x^2</script><script>alert(1)</script>",
                "$x^2$",
            ),
            (
                "<span class=\"katex\"><span class=\"katex-mathml\"><math><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">x</annotation></semantics></math></span><span class=\"katex-html\">x</span></span>",
                "$x$",
            ),
            ("<a href=\"javascript:alert(1)\">text</a>", "text"),
            ("<b>open", "\\textbf{open}"),
        ] {
            assert_eq!(to_latex(html), latex, "{html}");
        }
    }

    #[test]
    fn tables() {
        assert_eq!(
            to_latex("<table><thead><tr><th rowspan=2>a<th colspan=2>$x$</tr></thead><tr><td>1<td>2 &amp; 3</table>"),
            "\\begin{tabular}{lll}\n\\hline\n\\multirow{2}{*}{a} & \\multicolumn{2}{c}{$x$} \\\\\n\\hline\n & 1 & 2 \\& 3 \\\\\n\\hline\n\\end{tabular}"
        );
        assert_eq!(to_latex("<table>text</table>"), "text");
    }
}
