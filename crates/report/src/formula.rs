//! Formulas as HTML with MathML, rendered by KaTeX in Rust, with limits that hold for any input.

use std::ops::Range;

use katex::{
    KatexContext, OutputFormat, Settings, TrustSetting, macro_expander::MacroMap, macros::MacroDefinition,
    render_to_string,
};
use texlens_evaluate::Formula;
use texlens_katex::{MAX_EXPANSIONS, MAX_SIZE, Refusal, check};
use thiserror::Error;

/// Commands that authors use and KaTeX lacks. `\label` is dropped because a formula is shown without its number.
const MACROS: [(&str, &str); 8] = [
    ("\\mbox", "\\text{#1}"),
    ("\\textsc", "\\text{#1}"),
    ("\\textsl", "\\textit{#1}"),
    ("\\nicefrac", "{{}^{#1}\\mkern-3mu/\\mkern-2mu{}_{#2}}"),
    ("\\mathbbm", "\\mathbb{#1}"),
    ("\\mathds", "\\mathbb{#1}"),
    ("\\ensuremath", "#1"),
    ("\\label", "\\@secondoftwo{#1}{}"),
];

/// The beginning and the end of an environment of aligned rows within a formula.
const ALIGNED: (&str, &str) = ("\\begin{aligned}", "\\end{aligned}");

/// The reason why a formula is shown as source.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormulaError {
    /// The formula is not LaTeX mathematics, or has a command that KaTeX does not know.
    #[error("{message}")]
    Syntax {
        /// The message of KaTeX.
        message: String,
        /// Byte range in the formula's LaTeX, if it is known.
        range: Option<Range<usize>>,
    },
    /// The formula is beyond a limit of the renderer.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Renders formulas. Reuse a renderer: creating one takes longer than rendering a formula.
pub struct Renderer {
    context: KatexContext,
    output: OutputFormat,
}

impl Default for Renderer {
    fn default() -> Self {
        Self {
            context: KatexContext::default(),
            output: OutputFormat::HtmlAndMathml,
        }
    }
}

impl std::fmt::Debug for Renderer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Renderer").finish_non_exhaustive()
    }
}

impl Renderer {
    /// Creates a renderer that writes MathML only, for pages without KaTeX's style sheet.
    #[must_use]
    pub fn mathml() -> Self {
        Self {
            output: OutputFormat::Mathml,
            ..Self::default()
        }
    }

    /// Renders a formula as HTML, to be styled by KaTeX's style sheet, and as MathML for other readers.
    ///
    /// The result is safe to insert: text is escaped, and commands that link, load or set attributes are refused.
    /// `source` is the text that contains the formula; its environment determines how rows are aligned. If `source` is
    /// empty, and the formula is rendered only with its rows aligned, it is the body of an environment, and they are.
    ///
    /// # Errors
    /// The reason why the formula is not rendered, with its position if it is known.
    pub fn render(&self, source: &str, formula: &Formula) -> Result<String, FormulaError> {
        check(&formula.latex)?;
        let rendered = self.render_in(rows(source, formula), formula);
        match rendered {
            Err(_) if source.is_empty() && formula.display => self.render_in(ALIGNED, formula).or(rendered),
            rendered => rendered,
        }
    }

    /// Renders a formula between the beginning and the end of an environment.
    fn render_in(&self, (open, close): (&str, &str), formula: &Formula) -> Result<String, FormulaError> {
        let latex = format!("{open}{}{close}", formula.latex);
        let settings = Settings::builder()
            .display_mode(formula.display)
            .output(self.output)
            .trust(TrustSetting::Bool(false))
            .max_size(MAX_SIZE)
            .max_expand(MAX_EXPANSIONS)
            .macros(macros())
            .build();
        render_to_string(&self.context, &latex, &settings).map_err(|error| FormulaError::Syntax {
            message: error.kind.to_string(),
            range: error.position().and_then(|start| {
                let start = start.checked_sub(open.len())?;
                let range = start..start + error.length().unwrap_or_default();
                formula.latex.get(range.clone()).map(|_| range)
            }),
        })
    }
}

/// Returns a formula as it can stand alone in mathematics: the rows of a display environment in one that aligns them
/// there. `source` is the text that contains the formula.
#[must_use]
pub fn standing_alone(source: &str, formula: &Formula) -> String {
    let (open, close) = rows(source, formula);
    format!("{open}{}{close}", formula.latex)
}

fn macros() -> MacroMap {
    MACROS
        .into_iter()
        .map(|(name, body)| (name.to_owned(), MacroDefinition::StaticStr(body)))
        .collect()
}

/// Returns the environment to put around the body of a display environment. KaTeX knows fewer environments than LaTeX,
/// and the body comes without its own.
fn rows(source: &str, formula: &Formula) -> (&'static str, &'static str) {
    let environment = source
        .get(formula.range.clone())
        .and_then(|text| text.strip_prefix("\\begin{"))
        .and_then(|text| text.split_once('}'))
        .map_or("", |(name, _)| name.trim_end_matches('*'));
    match environment {
        "align" | "flalign" | "alignat" | "xalignat" | "xxalignat" | "IEEEeqnarray" => ALIGNED,
        "gather" | "multline" => ("\\begin{gathered}", "\\end{gathered}"),
        "eqnarray" => ("\\begin{array}{rcl}", "\\end{array}"),
        _ => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use texlens_katex::{MAX_BYTES, MAX_NESTING};

    fn render(source: &str, body: Range<usize>, display: bool) -> Result<String, FormulaError> {
        let formula = Formula {
            latex: source[body].to_owned(),
            display,
            range: 0..source.len(),
        };
        Renderer::default().render(source, &formula)
    }

    fn inline(latex: &str) -> Result<String, FormulaError> {
        render(latex, 0..latex.len(), false)
    }

    /// Renders a display environment with this body.
    fn environment(name: &str, body: &str) -> Result<String, FormulaError> {
        let open = format!("\\begin{{{name}}}");
        let source = format!("{open}{body}\\end{{{name}}}");
        render(&source, open.len()..open.len() + body.len(), true)
    }

    #[test]
    fn html_and_mathml() {
        let markup = inline(r"\frac{a}{b}").unwrap();
        assert!(
            markup.contains("<math") && markup.contains("<mfrac>") && markup.contains("frac-line"),
            "{markup}"
        );
    }

    #[test]
    fn environments_that_katex_lacks() {
        for (name, body) in [
            ("eqnarray*", r"pG &=& a \\ &=& b"),
            ("align", r"a &= b \\ c &= d \label{eq:equation_4}"),
            ("multline*", r"a \\ + b"),
            ("gather", r"a \\ b"),
            ("equation", r"a = b \label{eq:equation_1_x}"),
        ] {
            assert!(environment(name, body).unwrap().contains("<math"), "{name}");
        }
    }

    #[test]
    fn rows_without_their_environment_are_aligned() {
        let alone = |latex: &str, display: bool| {
            let formula = Formula {
                latex: latex.to_owned(),
                display,
                range: 0..0,
            };
            Renderer::default().render("", &formula)
        };
        assert!(alone(r"a &= b \\ c &\equiv d \; .", true).unwrap().contains("<mtable"));
        assert!(alone(r"a &= b", false).is_err());
        // What is wrong otherwise keeps its place.
        let FormulaError::Syntax { range, .. } = alone(r"a &= \undefined", true).unwrap_err() else {
            panic!("it is refused")
        };
        assert_eq!(range, Some(2..3));
        assert!(!alone("a = b", true).unwrap().contains("<mtable"));
    }

    #[test]
    fn commands_that_katex_lacks() {
        for latex in [
            r"\mbox{if $x>0$}",
            r"\nicefrac{1}{2}",
            r"\textsc{bir}(x)",
            r"\mathbbm{1}",
            r"\ensuremath{x}",
            r"\mathds{R}",
            r"\textsl{a}",
        ] {
            assert!(inline(latex).is_ok(), "{latex}: {:?}", inline(latex));
        }
    }

    #[test]
    fn errors_have_a_place_in_the_formula_as_given() {
        let error = environment("align", r"a &= \undefined").unwrap_err();
        let FormulaError::Syntax { message, range } = error else {
            panic!("{error}")
        };
        assert_eq!(range, Some(5..15));
        assert!(message.contains("\\undefined"), "{message}");
    }

    #[test]
    fn links_and_markup_are_refused_or_escaped() {
        for latex in [
            r"\href{javascript:alert(1)}{x}",
            r"\includegraphics{https://example.org/x.png}",
            r"\htmlData{a=b}{x}",
            r"\url{https://example.org}",
        ] {
            let markup = inline(latex).unwrap_or_default();
            assert!(
                !markup.contains("href=") && !markup.contains("<img") && !markup.contains("data-"),
                "{markup}"
            );
        }
        assert!(!inline(r"\text{<img src=x>}").unwrap().contains("<img"));
    }

    #[test]
    fn deep_nesting_is_refused_and_what_is_allowed_fits_the_stack() {
        for (open, close) in [
            (r"\stackrel{a}{", "}"),
            (r"\begin{matrix}", r"\end{matrix}"),
            (r"\left(", r"\right)"),
            (r"\raisebox{1em}{$", "$}"),
            (r"\displaystyle ", ""),
            (r"\color{red}", ""),
            (r"\bf ", ""),
        ] {
            let nested = |levels: usize| inline(&format!("{}x{}", open.repeat(levels), close.repeat(levels)));
            assert_eq!(
                nested(MAX_NESTING + 1),
                Err(FormulaError::Refused(Refusal::TooDeep)),
                "{open}"
            );
            assert_eq!(nested(250), Err(FormulaError::Refused(Refusal::TooDeep)), "{open}");
            // One level less, since the name of an environment is a group too.
            let allowed = (MAX_NESTING - 1) / (1 + open.matches('$').count());
            assert!(nested(allowed).is_ok(), "{open}: {:?}", nested(allowed));
        }
    }

    #[test]
    fn wide_is_not_deep() {
        let cells = r"\displaystyle x & \text{$a$} \\ ".repeat(40);
        assert!(inline(&format!(r"\begin{{matrix}}{cells}\end{{matrix}}")).is_ok());
    }

    #[test]
    fn definitions_and_length_are_refused() {
        assert_eq!(
            inline(r"\def\a{{\a}}\a"),
            Err(FormulaError::Refused(Refusal::Command("def".to_owned())))
        );
        assert_eq!(
            inline(&"x".repeat(MAX_BYTES + 1)),
            Err(FormulaError::Refused(Refusal::TooLong))
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn nothing_panics(latex in r"(\\(frac|sqrt|left|right|begin\{aligned\}|end\{aligned\}|text|hat|mbox|label|nicefrac)|[{}\[\]()$&^_'~#%a-c1 é<]){0,30}") {
            if let Err(FormulaError::Syntax { range: Some(range), .. }) = inline(&latex) {
                prop_assert!(latex.get(range).is_some());
            }
        }
    }
}
