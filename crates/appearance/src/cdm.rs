//! The boxes of character detection matching, from LaTeX alone.
//!
//! The official tools give every visible token a colour, set the formula with pdfTeX, draw it at 200 dots per inch and
//! look for the pixels of each colour. Here, the TeX engine sets the same coloured LaTeX, and the ink of the outlines
//! gives the pixels.

use std::collections::HashMap;
use std::ops::Range;

use texlens_draw::{Bounds, DrawError, Frame, Setter, Typeset};
use texlens_dvi::Colour;
use texlens_metrics::cdm::{RenderedFormula, TokenBox, Tokens, Variant, normalise, tokens};
use texlens_tex::TexError;

use crate::tokenise::tokenise;

/// Pixels per point at 200 dots per inch.
const SCALE: f64 = 200.0 / 72.0;
/// The margin around the ink of a formula, in pixels.
const MARGIN: f64 = 8.0;
/// The pixels by which a box is larger than its ink, on each side.
const GROWTH: f64 = 1.0;
/// The share of a pixel that must be covered to count: Ghostscript takes four samples in each direction.
const LEAST_COVER: f64 = 0.125;

/// The official preamble, as far as that of texlens differs: the font size; `\boldsymbol` of amsmath, since that of `bm`
/// does not take colours; and equation numbers of amsmath, since those of `hyperref` begin with an anchor, after which a
/// space counts.
const PRELUDE: &str = "\\fontsize{12}{14.5pt}\\selectfont\n\\makeatletter\n\
    \\def\\texlens@bold#1#2{\\hbox{\\mathversion{bold}$\\m@th#1#2$}}\n\
    \\renewcommand\\boldsymbol[1]{\\binrel@{#1}\\binrel@@{\\mathpalette\\texlens@bold{#1}}}\n\
    \\let\\make@df@tag@@\\HyOrg@make@df@tag@@\n\\let\\make@df@tag@@@\\HyOrg@make@df@tag@@@\n\\makeatother\n";

/// A paper of the official tools.
struct Paper {
    /// The numbers of tokens of the formulas that are set on it.
    tokens: Range<usize>,
    /// The width and the height in pixels.
    size: [f64; 2],
}

const fn paper(tokens: Range<usize>, width_mm: f64, height_mm: f64) -> Paper {
    Paper {
        tokens,
        size: [width_mm * MILLIMETRE, height_mm * MILLIMETRE],
    }
}

/// A5, A4 and A3 in landscape format.
const PAPERS: [Paper; 3] = [
    paper(0..601, 210.0, 148.0),
    paper(601..1301, 297.0, 210.0),
    paper(1301..usize::MAX, 420.0, 297.0),
];
/// The share of the paper's width and height that the text takes.
const TEXT_SHARE: f64 = 0.98;
/// The share of the vertical margins that is above the text, as the package geometry divides them.
const TOP_SHARE: f64 = 0.4;
/// Pixels per millimetre.
const MILLIMETRE: f64 = 200.0 / 25.4;
/// The distance of the first baseline from the top of the text, `\topskip`, in pixels.
const TOP_SKIP: f64 = 12.0 * 200.0 / 72.27;

impl Paper {
    /// Returns where the text begins: its left edge and its first baseline, in pixels. The position on the grid of pixels
    /// decides which pixels a glyph covers.
    fn origin(&self) -> [f64; 2] {
        let [width, height] = self.size;
        let margins = 1.0 - TEXT_SHARE;
        // Ghostscript measures from the bottom, on a page of whole pixels.
        let bottom = height.round() - height;
        [width * margins / 2.0, height * margins * TOP_SHARE + TOP_SKIP + bottom]
    }
}

/// The reason why a formula has no boxes.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Unrendered {
    /// The formula has no tokens that can be coloured.
    #[error("its tokens cannot be told apart: {0}")]
    Tokens(String),
    /// TeX sets no page, or more than one.
    #[error("TeX sets {pages} pages of it instead of one{}", first(errors))]
    Pages {
        /// The number of pages.
        pages: usize,
        /// The engine's errors.
        errors: Vec<TexError>,
    },
    /// None of its tokens is visible.
    #[error("none of its tokens leaves ink")]
    Blank,
}

fn first(errors: &[TexError]) -> String {
    let message = errors.first().map(|error| error.diagnostic.message.as_str());
    message.map_or(String::new(), |message| format!(" ({message})"))
}

/// Returns the boxes of the tokens of formulas, as [`texlens_metrics::cdm::match_formulas`] needs them. Each coloured
/// formula is set once, however often it occurs and whichever variants have it.
///
/// # Errors
///
/// If the engine cannot be run. What is wrong with a formula is in the result.
pub fn boxes(
    setter: &Setter<'_>,
    formulas: &[(Variant, &str)],
) -> Result<Vec<Result<RenderedFormula, Unrendered>>, DrawError> {
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut distinct = Vec::new();
    let mut places = Vec::with_capacity(formulas.len());
    for (variant, formula) in formulas {
        places.push(coloured(formula, *variant).map(|tokens| {
            let next = distinct.len();
            *known.entry(tokens.coloured.clone()).or_insert_with(|| {
                distinct.push(tokens);
                next
            })
        }));
    }
    let rendered = render(setter, &distinct)?;
    let of = |place: usize| rendered.get(place).cloned().unwrap_or(Err(Unrendered::Blank));
    Ok(places.into_iter().map(|place| place.and_then(of)).collect())
}

/// Sets the formulas with these tokens and measures the tokens' ink.
fn render(setter: &Setter<'_>, tokens: &[Tokens]) -> Result<Vec<Result<RenderedFormula, Unrendered>>, DrawError> {
    let mut rendered = vec![Err(Unrendered::Blank); tokens.len()];
    for paper in PAPERS {
        let mine = tokens.iter().enumerate();
        let mine: Vec<(usize, &Tokens)> = mine
            .filter(|(_, tokens)| paper.tokens.contains(&tokens.tokens.len()))
            .collect();
        let texts: Vec<&str> = mine.iter().map(|(_, tokens)| tokens.coloured.as_str()).collect();
        let width = paper.size[0] / MILLIMETRE * TEXT_SHARE;
        // The first baseline is at the top of the text, alone as in a batch.
        let prelude = format!(
            "{PRELUDE}\\oddsidemargin=0pt\\hsize={width}mm\\textwidth=\\hsize\\columnwidth=\\hsize\\linewidth=\\hsize\n\
             \\topmargin=0pt\\headheight=0pt\\headsep=0pt\\topskip=0pt\\pagestyle{{empty}}\n"
        );
        let frame = Frame {
            prelude: &prelude,
            before: "\\begin{displaymath}\n",
            after: "\n\\end{displaymath}",
        };
        for ((at, tokens), set) in mine.iter().zip(setter.texts(&texts, frame)?) {
            if let Some(place) = rendered.get_mut(*at) {
                *place = measured(tokens, &set, &paper);
            }
        }
    }
    Ok(rendered)
}

fn coloured(formula: &str, variant: Variant) -> Result<Tokens, Unrendered> {
    let fault = |error: String| Unrendered::Tokens(error);
    let tokenised = tokenise(formula, variant);
    let normalised = normalise(&tokenised.tokens, variant).map_err(|error| fault(error.to_string()))?;
    tokens(&normalised).map_err(|error| fault(error.to_string()))
}

fn measured(tokens: &Tokens, set: &Typeset, paper: &Paper) -> Result<RenderedFormula, Unrendered> {
    let [page] = set.pages.as_slice() else {
        return Err(Unrendered::Pages {
            pages: set.pages.len(),
            errors: set.compilation.errors.clone(),
        });
    };
    let mut inks: HashMap<Colour, Bounds> = HashMap::new();
    let mut whole: Option<Bounds> = None;
    let origin = paper.origin();
    for ink in page.inks() {
        let mut pixels = pixels(ink.bounds, origin);
        // What leaves the paper is not drawn.
        (pixels.x0, pixels.x1) = (pixels.x0.max(0.0), pixels.x1.min(paper.size[0].ceil()));
        if pixels.x0 > pixels.x1 {
            continue;
        }
        whole = Some(whole.map_or(pixels, |whole| whole.union(pixels)));
        inks.entry(ink.colour)
            .and_modify(|known| *known = known.union(pixels))
            .or_insert(pixels);
    }
    let whole = whole.ok_or(Unrendered::Blank)?;
    let (left, top) = (whole.x0 - MARGIN, whole.y0 - MARGIN);
    let boxes = tokens.tokens.iter().enumerate().filter_map(|(index, token)| {
        let ink = inks.get(&Colour(Tokens::colour(index)))?;
        Some(TokenBox {
            token: token.clone(),
            bbox: [
                ink.x0 - GROWTH - left,
                ink.y0 - GROWTH - top,
                ink.x1 + GROWTH - left,
                ink.y1 + GROWTH - top,
            ],
        })
    });
    let boxes: Vec<TokenBox> = boxes.collect();
    if boxes.is_empty() {
        return Err(Unrendered::Blank);
    }
    Ok(RenderedFormula {
        boxes,
        size: [whole.x1 - whole.x0 + 2.0 * MARGIN, whole.y1 - whole.y0 + 2.0 * MARGIN],
    })
}

/// Returns the first and the last pixel of the paper that ink covers, in both directions.
fn pixels(ink: Bounds, [left, top]: [f64; 2]) -> Bounds {
    let first = |edge: f64| (edge + LEAST_COVER).floor();
    let last = |edge: f64| (edge - LEAST_COVER).ceil() - 1.0;
    let (x0, y0) = (first(left + ink.x0 * SCALE), first(top + ink.y0 * SCALE));
    Bounds {
        x0,
        y0,
        x1: last(left + ink.x1 * SCALE).max(x0),
        y1: last(top + ink.y1 * SCALE).max(y0),
    }
}
