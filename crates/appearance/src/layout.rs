//! The layout of formulas: which glyphs and rules TeX sets, and where.

use std::ops::Range;

use texlens_draw::{DrawError, Drawing, Frame, MarkKind, Setter, Typeset};
use texlens_latex::{Outline, Tree};
use texlens_metrics::layout::{Layout, Mark, Shape};
use texlens_tex::{Compilation, Copied};

/// The size of the font in points of drawings: ten points of TeX.
pub(crate) const EM: f64 = 10.0 * 72.0 / 72.27;

/// Formulas are set as displays in the fonts of plain mathematics. Numbers and labels are not part of a formula.
const FRAME: Frame<'static> = Frame {
    prelude: "\\pagestyle{empty}\\renewcommand\\encodingdefault{OT1}\\normalfont\n\\makeatletter\n\
        \\renewcommand\\tag{\\@ifstar\\@gobble\\@gobble}\\let\\tag@in@display\\tag\n\
        \\renewcommand\\label[1]{}\\renewcommand\\nonumber{}\\renewcommand\\notag{}\n\\makeatother\n",
    before: "\\begin{displaymath}\n",
    after: "\n\\end{displaymath}",
};

/// Sets formulas, each on a page of its own; a blank formula has no page. Delimiters around a formula are removed, and
/// rows are aligned.
///
/// # Errors
///
/// If the engine cannot be run. What is wrong with a formula is in the result, with its place in the formula.
pub fn drawings(setter: &Setter<'_>, formulas: &[&str]) -> Result<Vec<Typeset>, DrawError> {
    let bodies: Vec<Body> = formulas.iter().map(|formula| Body::of(formula)).collect();
    let texts: Vec<&str> = bodies
        .iter()
        .map(|body| body.latex.as_str())
        .filter(|latex| !is_blank(latex))
        .collect();
    let mut set = setter.texts(&texts, FRAME)?.into_iter();
    let nothing = || Typeset {
        pages: Vec::new(),
        compilation: Compilation::of_nothing(),
    };
    let drawings = formulas.iter().zip(&bodies).map(|(formula, body)| {
        if is_blank(&body.latex) {
            return nothing();
        }
        let mut set = set.next().unwrap_or_else(nothing);
        let copied = body.copied(formula);
        set.compilation.errors.iter_mut().for_each(|error| copied.locate(error));
        set
    });
    Ok(drawings.collect())
}

fn is_blank(latex: &str) -> bool {
    latex.trim().is_empty()
}

/// A formula as TeX sets it: what is drawn, and the layout that the metrics compare.
#[derive(Debug, Clone)]
pub struct Look {
    /// The glyphs and rules. Their order is that of the layout's marks.
    pub drawing: Drawing,
    /// The layout, or the reason why the formula cannot be set.
    pub layout: Result<Layout, String>,
}

/// Returns the looks of formulas; see [`drawings`].
///
/// # Errors
///
/// If the engine cannot be run. What is wrong with a formula is in the result.
pub fn looks(setter: &Setter<'_>, formulas: &[&str]) -> Result<Vec<Look>, DrawError> {
    let looks = drawings(setter, formulas)?.into_iter().map(|mut set| Look {
        layout: layout(&set),
        drawing: set.pages.pop().unwrap_or_default(),
    });
    Ok(looks.collect())
}

/// Returns the layouts of formulas, each with the reason if it cannot be set; see [`drawings`].
///
/// # Errors
///
/// If the engine cannot be run. What is wrong with a formula is in the result.
pub fn layouts(setter: &Setter<'_>, formulas: &[&str]) -> Result<Vec<Result<Layout, String>>, DrawError> {
    Ok(drawings(setter, formulas)?.iter().map(layout).collect())
}

/// The content of a formula as it is set.
struct Body {
    latex: String,
    /// The bytes of `latex` that come from the formula.
    copy: Range<usize>,
    /// The byte of the formula at which they start.
    start: usize,
}

impl Body {
    /// Takes the delimiters from a formula. Content with rows or columns is put into an environment that aligns them.
    fn of(formula: &str) -> Self {
        let trimmed = formula.trim();
        let before = formula.len() - formula.trim_start().len();
        let outline = Outline::of(trimmed);
        let content = match outline.formulas() {
            [only] if only.range == (0..trimmed.len()) => only.body.clone(),
            _ => 0..trimmed.len(),
        };
        let body = trimmed.get(content.clone()).unwrap_or_default();
        let tree = Tree::of(body);
        let has = |sign: &str| {
            let mut nodes = tree.nodes.iter();
            nodes.any(|node| {
                let text = body.get(node.range.clone());
                text.is_some_and(|text| text.starts_with(sign))
            })
        };
        let (rows, columns) = (has("\\\\"), has("&"));
        let [begin, end] = match (rows, columns) {
            (_, true) => ["\\begin{aligned}", "\\end{aligned}"],
            (true, false) => ["\\begin{gathered}", "\\end{gathered}"],
            (false, false) => [""; 2],
        };
        Self {
            latex: [begin, body, end].concat(),
            copy: begin.len()..begin.len() + body.len(),
            start: before + content.start,
        }
    }

    fn copied<'a>(&'a self, formula: &'a str) -> Copied<'a> {
        Copied {
            read: &self.latex,
            copy: self.copy.clone(),
            text: formula,
            start: self.start,
        }
    }
}

fn layout(set: &Typeset) -> Result<Layout, String> {
    if let Some(error) = set.compilation.errors.first() {
        let place = error.diagnostic.range.as_ref();
        let place = place.map_or(String::new(), |range| format!(" at byte {}", range.start));
        let message = error.diagnostic.message.trim_end_matches('.');
        return Err(format!("{message}{place}"));
    }
    match set.pages.as_slice() {
        [] => Ok(Layout::default()),
        [page] => Ok(marks(page)),
        pages => Err(format!("it takes {} pages", pages.len())),
    }
}

fn marks(page: &Drawing) -> Layout {
    let Some(ink) = page.bounds() else {
        return Layout::default();
    };
    let marks = page.marks.iter().map(|mark| {
        let shape = match &mark.kind {
            MarkKind::Glyph { name, code, size, .. } => Shape::Glyph {
                font: name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned(),
                code: *code,
                size: size / EM,
            },
            MarkKind::Rule { width, height } => Shape::Rule {
                width: width / EM,
                height: height / EM,
            },
        };
        Mark {
            shape,
            x: (mark.x - ink.x0) / EM,
            y: (mark.y - ink.y0) / EM,
        }
    });
    Layout { marks: marks.collect() }
}
