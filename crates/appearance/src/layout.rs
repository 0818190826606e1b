//! The layout of formulas: which glyphs and rules TeX sets, and where.

use texlens_draw::{DrawError, Drawing, Frame, MarkKind, Setter, Typeset};
use texlens_latex::{Outline, Tree};
use texlens_metrics::layout::{Layout, Mark, Shape};
use texlens_tex::Compilation;

/// The size of the font in points of drawings: ten points of TeX.
pub(crate) const EM: f64 = 10.0 * 72.0 / 72.27;

/// Formulas are set as displays in the fonts of plain mathematics. Numbers and labels are not part of a formula.
const FRAME: Frame<'static> = Frame {
    prelude: "\\pagestyle{empty}\\fontencoding{OT1}\\selectfont\n\\makeatletter\n\
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
/// If the engine cannot be run. What is wrong with a formula is in the result.
pub fn drawings(setter: &Setter<'_>, formulas: &[&str]) -> Result<Vec<Typeset>, DrawError> {
    let bodies: Vec<String> = formulas.iter().map(|formula| body(formula)).collect();
    let is_blank = |body: &str| body.trim().is_empty();
    let texts: Vec<&str> = bodies
        .iter()
        .map(String::as_str)
        .filter(|body| !is_blank(body))
        .collect();
    let mut set = setter.texts(&texts, FRAME)?.into_iter();
    let nothing = || Typeset {
        pages: Vec::new(),
        compilation: Compilation::of_nothing(),
    };
    let drawings = bodies.iter().map(|body| match is_blank(body) {
        true => nothing(),
        false => set.next().unwrap_or_else(nothing),
    });
    Ok(drawings.collect())
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

/// Returns the content of a formula without its delimiters. Content with rows or columns is put into an environment
/// that aligns them.
fn body(formula: &str) -> String {
    let formula = formula.trim();
    let outline = Outline::of(formula);
    let body = match outline.formulas.as_slice() {
        [only] if only.range == (0..formula.len()) => formula.get(only.body.clone()).unwrap_or(formula),
        _ => formula,
    };
    let tree = Tree::of(body);
    let has = |sign: &str| {
        let mut nodes = tree.nodes.iter();
        nodes.any(|node| {
            let text = body.get(node.range.clone());
            text.is_some_and(|text| text.starts_with(sign))
        })
    };
    let (rows, columns) = (has("\\\\"), has("&"));
    match (rows, columns) {
        (_, true) => format!("\\begin{{aligned}}{body}\\end{{aligned}}"),
        (true, false) => format!("\\begin{{gathered}}{body}\\end{{gathered}}"),
        (false, false) => body.to_owned(),
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
