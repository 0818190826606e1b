//! Tests that the output of parsers, converted to LaTeX, has the same formulas as the LaTeX of the page.

use std::io::Read;

use texlens_dataset::{Kind, Syntax, to_latex};
use texlens_evaluate::{Formula, Found, Markup, extract_formulas, formula_pairs};
use texlens_latex::check;

#[track_caller]
fn markdown(text: &str, latex: &str) {
    assert_eq!(to_latex(text, Syntax::Markdown, Kind::Page), latex, "{text}");
}

#[test]
fn structure() {
    markdown(
        "# A *b*\n\n## C\n#### D\ntext",
        "\\section{A \\textit{b}}\n\n\\subsection{C}\n\n\\paragraph{D}\n\ntext",
    );
    markdown(
        "One **two**\n`a_b` three.  \nFour",
        "One \\textbf{two}\n\\texttt{a\\_b} three.\nFour",
    );
    markdown(
        "- a\n- b\n  1. c\n\nd",
        "\\begin{itemize}\n\\item a\n\\item b\n\n\\begin{enumerate}\n\\item c\n\\end{enumerate}\n\\end{itemize}\n\nd",
    );
    markdown(
        "> q\n\n![alt](x.png) and [text](javascript:alert(1))",
        "\\begin{quote}\nq\n\n\\end{quote}\n\n\\includegraphics{image} and text",
    );
    markdown(
        "```python\na = {1: 2} # x\n```\n\n```latex\n\\foo{$x$}\n```",
        "\\begin{verbatim}\na = {1: 2} # x\n\\end{verbatim}\n\n\\foo{$x$}",
    );
    markdown("A[^1] and [12].\n\n[^1]: Note $x$.", "A\\footnote{Note $x$.} and [12].");
    markdown("50 % of R&D #1", "50 \\% of R\\&D \\#1");
}

#[test]
fn formulas_are_not_read_as_markdown() {
    markdown(
        "$a_1 * b_2 * c$ and \\(x_1\\), $5\\%$ and $5%$",
        "$a_1 * b_2 * c$ and $x_1$, $5\\%$ and $5\\%$",
    );
    markdown(
        "x\n\n$$\na_1 \\\\\n# b\n$$\n\ny \\[c_1\\]",
        "x\n\n\\[a_1 \\\\\n# b\\]\n\ny \\[c_1\\]",
    );
    markdown(
        "\\begin{align}\na &= b \\\\\n*c* &= d\n\\end{align}",
        "\\begin{align}\na &= b \\\\\n*c* &= d\n\\end{align}",
    );
    markdown(
        "$$\\begin{aligned} a \\end{aligned}$$ in `$code$`",
        "\\[\\begin{aligned} a \\end{aligned}\\] in \\texttt{\\$code\\$}",
    );
    markdown(
        "$$\n\\begin{align*} a \\end{align*}\n$$",
        "\\begin{align*} a \\end{align*}",
    );
}

#[test]
fn tables() {
    let table = "\\begin{tabular}{lcr}\n\\hline\na & $|x|$ & c \\\\\n\\hline\n1 & \\textbf{2} & 3\\% \\\\\n\\hline\n\\end{tabular}";
    markdown("| a | $|x|$ | c |\n|---|:-:|--:|\n| 1 | **2** | 3% |", table);
    markdown(
        "A <b>bold</b> x<sup>2</sup> and a <b and c>.\n\n<table><tr><td colspan=\"2\">$a_1$</td></tr><tr><td>b<td>c</tr></table>\n\nend",
        "A \\textbf{bold} x\\textsuperscript{2} and a <b and c>.\n\n\\begin{tabular}{ll}\n\\hline\n\\multicolumn{2}{c}{$a_1$} \\\\\n\\hline\nb & c \\\\\n\\hline\n\\end{tabular}\n\nend",
    );
    let mathpix = "Text\n\n\\begin{tabular}{|l|l|}\n\\hline a_1 & b \\\\\n\\hline\n\\end{tabular}\n";
    markdown(&format!("# T\n\n{mathpix}"), &format!("\\section{{T}}\n\n{}", mathpix));
}

#[test]
fn unicode_mathematics_in_a_text() {
    markdown(
        "The set ℝⁿ with x² + y² ≤ 1 — “naïve” 20 °C.",
        "The set $\\mathbb{R}^{n}$ with $x^{2} + y^{2} \\leq 1$ — “naïve” 20 °C.",
    );
}

#[test]
fn latex_stays_as_it_is() {
    for text in [
        "\\section{A}\n50\\% of $x$ % comment\n\\begin{itemize}\\item a_b\\end{itemize}",
        "As \\cite{a_b} says in Fig.~\\ref{a_b}.",
    ] {
        markdown(text, text);
    }
    markdown(
        "# A\n\nAs \\cite{a_b} in Fig.~\\ref{fig:a_b}.",
        "\\section{A}\n\nAs \\cite{a_b} in Fig.~\\ref{fig:a_b}.",
    );
    markdown("```latex\n\\section{A}\n```", "\\section{A}");
}

#[test]
fn text_without_a_sign_of_markdown_is_plain() {
    let auto = |text: &str| to_latex(text, Syntax::Auto, Kind::Page).into_owned();
    for (text, latex) in [
        // Text from a PDF.
        (
            "1. Introduction\nOf *two kinds\n\n    Indented line",
            "1. Introduction\nOf *two kinds\n\n    Indented line",
        ),
        (
            "x_1 in ``quotes''\u{c}the \u{fb01}rst",
            "x\\_1 in ``quotes''\n\nthe first",
        ),
        // Markdown.
        ("1. a\n2. b", "\\begin{enumerate}\n\\item a\n\\item b\n\\end{enumerate}"),
        ("One (*two words*), three", "One (\\textit{two words}), three"),
        ("R&amp;D", "R\\&D"),
        ("`a_b`", "\\texttt{a\\_b}"),
    ] {
        assert_eq!(auto(text), latex, "{text}");
    }
}

#[test]
fn mathpix_markdown_is_markdown_with_latex() {
    let mathpix = |text: &str| to_latex(text, Syntax::Mathpix, Kind::Page).into_owned();
    assert_eq!(
        mathpix("\\section*{A}\n5 % of \\(x\\) & more\n\n- a\n\n![](https://cdn.mathpix.com/a.jpg)"),
        "\\section*{A}\n5 \\% of $x$ \\& more\n\n\\begin{itemize}\n\\item a\n\\end{itemize}\n\n\\includegraphics{image}"
    );
    let document = "\\begin{document}\n5 % of\n\\end{document}";
    assert_eq!(mathpix(document), document);
}

#[test]
fn a_listing_is_no_fence_around_the_page() {
    markdown(
        "A page\n\n```\nprint(x)\n```\n\nof code",
        "A page\n\n\\begin{verbatim}\nprint(x)\n\\end{verbatim}\n\nof code",
    );
}

#[test]
fn a_formula_loses_its_delimiters() {
    let formula = |text: &str| to_latex(text, Syntax::Auto, Kind::Formula).into_owned();
    assert_eq!(formula(" $$x^2$$\n"), "x^2");
    assert_eq!(formula("\\(x\\)"), "x");
    assert_eq!(formula("$a$ and $b$"), "$a$ and $b$");
    assert_eq!(formula("\\begin{align}a\\end{align}"), "\\begin{align}a\\end{align}");
    assert_eq!(formula("<doctag><formula>x^2</formula></doctag>"), "x^2");
    assert_eq!(formula("<math><msup><mi>x</mi><mn>2</mn></msup></math>"), "x^{2}");
}

const LATEX: &str = "\\section{Tides}\nThe height $h = a_1 \\cos(\\omega t)$ is\n\\begin{equation}\nh \\leq \\frac{a}{b^2} + \\sum_{i=1}^n x_i\n\\end{equation}\n\
                     and\n\\begin{align}\nu &= v \\\\\nw &= \\sqrt{2 g h}\n\\end{align}\n\\begin{tabular}{ll}\n$\\alpha$ & 1\\%\n\\end{tabular}\n";

#[test]
fn pages_have_the_formulas_that_they_have_in_latex() {
    let markdown = "# Tides\nThe height \\(h = a_1 \\cos(\\omega t)\\) is\n$$\nh \\leq \\frac{a}{b^2} + \\sum_{i=1}^n x_i\n$$\n\
                    and\n\\begin{align}\nu &= v \\\\\nw &= \\sqrt{2 g h}\n\\end{align}\n\n| $\\alpha$ | 1% |\n|--|--|\n| | |\n";
    let html = "<h1>Tides</h1><p>The height \\(h = a_1 \\cos(\\omega t)\\) is<math display=block><mi>h</mi><mo>≤</mo><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac>\
                <mo>+</mo><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub></math> and \
                \\begin{align} u &amp;= v \\\\ w &amp;= \\sqrt{2 g h} \\end{align}<table><tr><td><math><mi>α</mi></math><td>1%</table>";
    for (text, syntax) in [(markdown, Syntax::Markdown), (html, Syntax::Html)] {
        let converted = to_latex(text, syntax, Kind::Page);
        let pairs = formula_pairs(LATEX, &*converted).unwrap();
        let found: Vec<_> = pairs.iter().map(|pair| (pair.exact, pair.found)).collect();
        assert!(
            pairs.len() == 4 && pairs.iter().all(|pair| pair.exact && pair.found != Found::Alone),
            "{found:?}\n{converted}"
        );
        assert_eq!(check(&converted), [], "{converted}");
    }
}

/// Returns development data, or `None` if it is absent.
fn data(name: &str) -> Option<String> {
    let folder = std::env::var("TEXLENS_DATA").unwrap_or_else(|_| "../../../shared/data".to_owned());
    let packed = std::fs::read(std::path::Path::new(&folder).join(name)).ok()?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed.as_slice())
        .read_to_string(&mut text)
        .ok()?;
    Some(text)
}

/// Formulas that occur in documents. A line is `inline` or `display`, a tab, and LaTeX.
const FORMULAS: &str = "inline\tx_1 * y_2 * z\ninline\t[a](b) < c > d\ndisplay\t\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}\n\
                        inline\ta|b\ndisplay\t# x\ndisplay\t\\begin{alignat*} {2} a &= b \\end{alignat*}\ninline\t\\{ a \\mid b \\}\ninline\t`\ndisplay\t\\text{if $x$ is 5\\%}\ninline\t\\$ 5\n";

/// Returns the inside of an environment that displays by itself. Such an environment loses the dollars around it.
fn without_environment(latex: &str) -> String {
    match extract_formulas(latex, Markup::Latex).as_slice() {
        [inside] if latex.starts_with("\\begin") && inside.range == (0..latex.len()) => inside.latex.clone(),
        _ => latex.to_owned(),
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn every_formula_comes_through_markdown() {
    let data = data("formulas.txt.gz");
    if data.is_none() {
        eprintln!("skipped: formulas.txt.gz is not there, only a few formulas are tried");
    }
    let mut tried = 0;
    let mut wrong = Vec::new();
    let every = if data.is_some() { 37 } else { 1 };
    for line in data.as_deref().unwrap_or(FORMULAS).lines().step_by(every) {
        let (kind, formula) = line.split_once('\t').unwrap();
        let formula = formula.trim();
        for markdown in match kind {
            "inline" => [
                format!("# A\n\n- text ${formula}$ and *text*"),
                format!("**A** \\({formula}\\)\n\n| a |\n|---|\n"),
            ],
            _ => [
                format!("# A\n\n$$\n{formula}\n$$\n\ntext"),
                format!("**A**: \\[{formula}\\]"),
            ],
        } {
            let given = extract_formulas(&markdown, Markup::Markdown);
            let converted = to_latex(&markdown, Syntax::Markdown, Kind::Page);
            let found = extract_formulas(&converted, Markup::Latex);
            let bodies = |formulas: &[Formula]| -> Vec<(String, bool)> {
                formulas
                    .iter()
                    .map(|f| (without_environment(&f.latex), f.display))
                    .collect()
            };
            tried += 1;
            if bodies(&given) != bodies(&found) {
                wrong.push(format!("{markdown:?}\n{converted:?}\n"));
            }
        }
    }
    let some = wrong.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(
        wrong.is_empty(),
        "{} of {tried} texts lose a formula:\n{some}",
        wrong.len()
    );
}
