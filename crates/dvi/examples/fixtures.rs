//! Makes the fixtures of the typesetter's rules. The TeX engine sets every `STAGE/NAME.tex` of a folder, and the glyphs
//! of its page are written beside it as `NAME.json`, at 150 dpi. A black box, `\rule{4cm}{3cm}`, stands for a figure.
//!
//!     cargo xtask ocr-fixtures [FILE.tex...]
#![allow(clippy::print_stdout, reason = "a command line tool speaks")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use texlens_dvi::Engine;
use texlens_ocr::{BBox, PageGlyphs};

const DPI: f32 = 150.0;
/// Minimum width and height of a figure, in pixels.
const FIGURE: f32 = 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let engine = Engine::open(&root.join("www/tex"))?;
    let mut sources: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if sources.is_empty() {
        sources = all(&root.join("crates/ocr/tests/rules"))?;
    }
    for source in sources {
        let page =
            page(&engine, &fs::read_to_string(&source)?).map_err(|why| format!("{}: {why}", source.display()))?;
        fs::write(source.with_extension("json"), lines(&page)?)?;
        println!("{}: {} glyphs", source.display(), page.glyphs.len());
    }
    Ok(())
}

/// Returns the sources in the subfolders of a folder, sorted.
fn all(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut sources = Vec::new();
    for stage in fs::read_dir(folder)? {
        for file in fs::read_dir(stage?.path())? {
            let path = file?.path();
            let name = path.to_string_lossy();
            if name.ends_with(".tex") && !name.ends_with(".out.tex") {
                sources.push(path);
            }
        }
    }
    sources.sort();
    Ok(sources)
}

fn page(engine: &Engine, source: &str) -> Result<PageGlyphs, Box<dyn Error>> {
    let (document, compilation) = engine.glyphs(source, DPI)?;
    if let Some(error) = compilation.errors.first() {
        return Err(format!("line {:?}: {}", error.line, error.diagnostic.message).into());
    }
    match <[PageGlyphs; 1]>::try_from(document.pages) {
        Ok([page]) => Ok(with_figures(page)),
        Err(pages) => Err(format!("{} pages came out, not one", pages.len()).into()),
    }
}

/// Converts the black boxes of a page to figures.
fn with_figures(mut page: PageGlyphs) -> PageGlyphs {
    let is_figure = |bbox: &BBox| (bbox.x1 - bbox.x0).min(bbox.y1 - bbox.y0) >= FIGURE;
    page.figures = page.rules.iter().map(|rule| rule.bbox).filter(is_figure).collect();
    page.rules.retain(|rule| !is_figure(&rule.bbox));
    page
}

/// Writes a page as JSON, with one glyph, rule or figure per line. Lengths are rounded to 0.01 pixels.
fn lines(page: &PageGlyphs) -> Result<String, serde_json::Error> {
    let PageGlyphs { width, height, .. } = page;
    let items = |rows: Vec<String>| rows.join(",\n");
    let glyphs = page.glyphs.iter().map(|glyph| rounded(serde_json::to_value(glyph)?));
    let rules = page.rules.iter().map(|rule| rounded(serde_json::to_value(rule)?));
    let figures = page.figures.iter().map(|figure| rounded(serde_json::to_value(figure)?));
    let figures: Vec<String> = figures.collect::<Result<_, _>>()?;
    let figures = if figures.is_empty() {
        String::new()
    } else {
        format!(", \"figures\": [\n{}\n]", items(figures))
    };
    Ok(format!(
        "{{\"width\": {width}, \"height\": {height}, \"glyphs\": [\n{}\n], \"rules\": [\n{}\n]{figures}}}\n",
        items(glyphs.collect::<Result<_, _>>()?),
        items(rules.collect::<Result<_, _>>()?),
    ))
}

fn rounded(mut value: serde_json::Value) -> Result<String, serde_json::Error> {
    round(&mut value);
    serde_json::to_string(&value)
}

fn round(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(fields) => fields.values_mut().for_each(round),
        serde_json::Value::Number(number) => {
            if let Some(exact) = number.as_f64() {
                *value = serde_json::json!((exact * 100.0).round() / 100.0);
            }
        }
        _ => {}
    }
}
