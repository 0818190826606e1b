//! The guides to the metrics as a file of the site, in HTML, so that the app needs no Markdown parser.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use pulldown_cmark::{Parser, html};
use texlens_metrics::{guide, registry};

use crate::paths;

/// Writes the guides as JSON, from the ids of the metrics to HTML, and returns the path of the file.
pub(crate) fn write() -> Result<PathBuf> {
    let guides: BTreeMap<&str, String> = (registry().iter())
        .map(|metric| {
            let mut text = String::new();
            html::push_html(&mut text, Parser::new(&guide(*metric)));
            (metric.info().id, text)
        })
        .collect();
    let text = serde_json::to_string(&guides)?;
    let file = paths::target().join("guides.json");
    // An unchanged file keeps its time, so that nothing is copied.
    if fs::read_to_string(&file).is_ok_and(|present| present == text) {
        return Ok(file);
    }
    fs::write(&file, text).with_context(|| file.display().to_string())?;
    Ok(file)
}
