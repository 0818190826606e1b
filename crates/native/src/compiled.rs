//! Whether a text compiles.

use texlens_tex::{ArtefactError, Compilation, Form, Source};

use crate::tex_engine::TexEngine;

/// Compiles a text. Without a form, a text with a `\documentclass` is a document, and any other the body of one.
///
/// # Errors
/// If the engine cannot be used. All errors of the text are in the result.
pub fn compile(engine: &TexEngine, text: &str, form: Option<Form>) -> Result<Compilation, ArtefactError> {
    let form = form.unwrap_or_else(|| Form::of(text));
    engine.compiler(&[form.into()])?.compile(&Source { text, form })
}
