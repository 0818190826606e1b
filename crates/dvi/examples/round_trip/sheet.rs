//! Setting of formulas: many pages in one run of the engine, each in a separate box.

use texlens_dvi::{Engine, EngineError};
use texlens_ocr::{Glyph, PageGlyphs};

/// The text before a formula.
pub(crate) const BEFORE: &str = "A sentence should be known by its words, and a paragraph by its lines, which \
    reach from margin to margin as long as there are words to come. Here they do so, and thus we have that";
pub(crate) const AFTER: &str = "holds, and that we know where it stands, because the words that come behind it take the \
    whole width of a line too, as they would in each paper.";

const DPI: f32 = 150.0;
/// Number of formulas in one run.
const BATCH: usize = 100;

/// TeX settings for boxes of a given width. An inline formula gets a box so wide that no line breaks; a display is
/// centred in a page of ordinary width.
const SETTINGS: &str = "\\parindent=0pt \\hbadness=10000 \\hfuzz=\\maxdimen \\vfuzz=\\maxdimen
\\long\\def\\sheet#1#2{\\setcounter{equation}{0}\\shipout\\vbox{\\kern3in\\hsize=#1 \\linewidth=\\hsize \\textwidth=\\hsize \
\\columnwidth=\\hsize \\noindent #2\\par}}
";

/// Returns the page of each paragraph, or `None` for a paragraph with an error.
pub(crate) fn set(engine: &Engine, paragraphs: &[String]) -> Result<Vec<Option<PageGlyphs>>, EngineError> {
    let mut pages = Vec::with_capacity(paragraphs.len());
    for batch in paragraphs.chunks(BATCH) {
        pages.extend(set_batch(engine, batch)?);
    }
    Ok(pages)
}

/// Sets the paragraphs in one run. An error may spoil what follows it, so the two halves of a batch with an error are
/// set separately.
fn set_batch(engine: &Engine, paragraphs: &[String]) -> Result<Vec<Option<PageGlyphs>>, EngineError> {
    let (document, compilation) = engine.glyphs(&body(paragraphs), DPI)?;
    if compilation.compiles && document.pages.len() == paragraphs.len() {
        return Ok(document.pages.into_iter().map(Some).collect());
    }
    if paragraphs.len() <= 1 {
        return Ok(vec![None; paragraphs.len()]);
    }
    let (left, right) = paragraphs.split_at(paragraphs.len() / 2);
    let mut pages = set_batch(engine, left)?;
    pages.extend(set_batch(engine, right)?);
    Ok(pages)
}

fn body(paragraphs: &[String]) -> String {
    let mut body = SETTINGS.to_owned();
    for paragraph in paragraphs {
        let width = if is_display(paragraph) { "345pt" } else { "5000pt" };
        body.push_str(&format!("\\sheet{{{width}}}{{{}}}\n", paragraph.trim()));
    }
    body
}

fn is_display(paragraph: &str) -> bool {
    paragraph.contains("\\[") || paragraph.contains("\\begin{")
}

/// Returns the glyphs and rules of the formula alone; `None` if the text around it has changed.
pub(crate) fn formula(page: &PageGlyphs) -> Option<PageGlyphs> {
    let is_text = |glyphs: &[Glyph], text: &str| {
        let read: String = glyphs.iter().map(|glyph| glyph.symbol.as_str()).collect();
        read == text.replace(' ', "")
    };
    let letters = |text: &str| text.replace(' ', "").chars().count();
    let end = page.glyphs.len().checked_sub(letters(AFTER))?;
    let inner = page.glyphs.get(letters(BEFORE)..end)?;
    let around = is_text(page.glyphs.get(..letters(BEFORE))?, BEFORE) && is_text(page.glyphs.get(end..)?, AFTER);
    (around && !inner.is_empty()).then(|| PageGlyphs {
        glyphs: inner.to_vec(),
        rules: page.rules.clone(),
        width: page.width,
        height: page.height,
        ..PageGlyphs::default()
    })
}

/// Returns the LaTeX that was written between the texts before and after the formula.
pub(crate) fn within(written: &str) -> String {
    let inner = written.trim().trim_start_matches(BEFORE).trim_end_matches(AFTER);
    inner.trim().replace('\n', " ")
}
