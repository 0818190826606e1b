//! Formulas of a page: their places, by the built-in OCR, and the page's LaTeX with what a model reads there.

use std::ops::Range;

use texlens_latex::{Markup, replaced};
use texlens_vocabulary::{BBox, Recognition, TokenKind};

/// The formulas that a model reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichFormulas {
    /// Those on lines of their own.
    Displayed,
    /// Also those in the text, which are many and short.
    All,
}

/// A formula of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct FormulaPlace {
    /// Byte range in [`Recognition::latex`], with delimiters.
    pub range: Range<usize>,
    /// Its place on the page.
    pub bbox: BBox,
}

/// Returns the formulas that the built-in OCR has found on a page, in their order.
#[must_use]
pub fn formula_places(recognition: &Recognition, which: WhichFormulas) -> Vec<FormulaPlace> {
    let is_wanted = |kind: TokenKind| match kind {
        TokenKind::DisplayMath => true,
        TokenKind::InlineMath => which == WhichFormulas::All,
        TokenKind::Text | TokenKind::Heading | TokenKind::Figure => false,
    };
    let wanted = recognition.tokens.iter().filter(|token| is_wanted(token.kind));
    wanted
        .map(|token| FormulaPlace {
            range: token.range.clone(),
            bbox: token.bbox,
        })
        .collect()
}

/// Returns the LaTeX of a page with formulas as a model read them. Ranges are in order and do not overlap; others are left.
#[must_use]
pub fn with_formulas<'r>(latex: &str, read: impl IntoIterator<Item = (Range<usize>, &'r str)>) -> String {
    let formula = |(range, text): (Range<usize>, &str)| {
        let formula = with_content(latex.get(range.clone()).unwrap_or_default(), text);
        (range, formula)
    };
    replaced(latex, read.into_iter().map(formula))
}

/// Returns a formula with the delimiters, labels and numbers that it has on the page, and the content that a model read.
fn with_content(formula: &str, read: &str) -> String {
    let content = content(read);
    let found = Markup::Latex.formulas(formula);
    let Some(found) = found.first().filter(|found| found.display) else {
        return format!("${content}$");
    };
    // Rows of a display need an environment, and a model writes it or not.
    let has_rows = content.contains("\\\\") && !content.contains("\\begin{");
    let content = match has_rows {
        true => format!("\\begin{{aligned}}{content}\\end{{aligned}}"),
        false => content,
    };
    let kept = kept(formula.get(found.body.clone()).unwrap_or_default());
    let opening = formula.get(..found.body.start).unwrap_or_default();
    // All rows of the page's own environment are one row now.
    match (opening.contains('*') || opening.starts_with("\\["), kept.as_str()) {
        (true, "") => format!("\\[\n{content}\n\\]"),
        (true, kept) => format!("\\begin{{equation*}}\n{content}\n{kept}\\end{{equation*}}"),
        (false, kept) => format!("\\begin{{equation}}\n{content}\n{kept}\\end{{equation}}"),
    }
}

/// Returns the first label and the first number of a formula, each on a line.
fn kept(body: &str) -> String {
    let command = |name: &str| {
        let start = body.find(name)?;
        let length = body.get(start..)?.find('}')?;
        body.get(start..=start + length)
    };
    [command("\\label{"), command("\\tag{"), command("\\tag*{")]
        .into_iter()
        .flatten()
        .map(|command| format!("{command}\n"))
        .collect()
}

/// Returns what a model read without delimiters around it, and without what would end a formula.
fn content(read: &str) -> String {
    let read = read.trim();
    let found = Markup::Latex.formulas(read);
    let inner = match found.as_slice() {
        [only] if only.range == (0..read.len()) => {
            let body = read.get(only.body.clone()).unwrap_or_default();
            let opening = read.get(..only.body.start).unwrap_or_default();
            match opening.contains("align") || opening.contains("eqnarray") || opening.contains("gather") {
                // Its columns stay columns.
                true if body.contains('&') || body.contains("\\\\") => {
                    format!("\\begin{{aligned}}{}\\end{{aligned}}", body.replace("&=&", "&="))
                }
                _ => body.to_owned(),
            }
        }
        _ => read.to_owned(),
    };
    let lines = inner.lines().map(str::trim).filter(|line| !line.is_empty());
    let one_line = lines.collect::<Vec<_>>().join(" ");
    match found.len() > 1 || inner.contains('$') {
        true => one_line.replace('$', ""),
        false => one_line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_labels_and_numbers_stay() {
        let cases = [
            ("$x$", "\\[ y^{2} \\]", "$y^{2}$"),
            ("$x$", "$$y$$", "$y$"),
            ("\\[x\\]", "y \n = z", "\\[\ny = z\n\\]"),
            (
                "\\begin{equation}\\label{eq:1}x\\end{equation}",
                "y",
                "\\begin{equation}\ny\n\\label{eq:1}\n\\end{equation}",
            ),
            (
                "\\begin{align}x &= 1 \\label{eq:1}\\\\ y &= 2\\end{align}",
                "x &= 1 \\\\ z &= 2",
                "\\begin{equation}\n\\begin{aligned}x &= 1 \\\\ z &= 2\\end{aligned}\n\\label{eq:1}\n\\end{equation}",
            ),
            (
                "\\begin{align*}x\\tag{7}\\end{align*}",
                "\\begin{array}{l} a \\\\ b \\end{array}",
                "\\begin{equation*}\n\\begin{array}{l} a \\\\ b \\end{array}\n\\tag{7}\n\\end{equation*}",
            ),
            (
                "\\[x\\]",
                "\\begin{align*} a &= b \\\\ &= c \\end{align*}",
                "\\[\n\\begin{aligned} a &= b \\\\ &= c \\end{aligned}\n\\]",
            ),
            ("\\[x\\]", "a $b$ c $d$", "\\[\na b c d\n\\]"),
        ];
        for (formula, read, expected) in cases {
            assert_eq!(with_content(formula, read), expected, "{formula} with {read}");
        }
    }

    #[test]
    fn only_the_given_ranges_change() {
        let latex = "Let $x$ be $y$. \\[z\\]\n";
        let ranges = [4..7, 16..21];
        let written = with_formulas(latex, ranges.into_iter().zip(["a", "b"]));
        assert_eq!(written, "Let $a$ be $y$. \\[\nb\n\\]\n");
        assert_eq!(with_formulas(latex, []), latex);
    }
}
