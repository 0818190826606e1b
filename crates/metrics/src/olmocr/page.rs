//! A page on which tests are run.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

use super::error::RunError;
use super::limits::MAX_FORMULAS;
use super::rendered::Rendered;
use crate::python::strip;

/// A renderer of formulas, or its reason for not rendering one.
pub trait Renderer {
    /// Renders a formula as a displayed one.
    ///
    /// # Errors
    ///
    /// The reason why the formula cannot be rendered, for readers.
    fn render(&self, latex: &str) -> Result<Rendered, String>;
}

/// The Markdown of a page. Its formulas are found and rendered when a test first needs them, then kept for the others.
pub struct Page<'p> {
    markdown: &'p str,
    renderer: Option<&'p dyn Renderer>,
    /// The formulas with and without those between dollar signs.
    formulas: [OnceCell<Result<Vec<String>, RunError>>; 2],
    rendered: RefCell<HashMap<String, Rc<Result<Rendered, String>>>>,
}

impl fmt::Debug for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("markdown", &self.markdown)
            .finish_non_exhaustive()
    }
}

impl<'p> From<&'p str> for Page<'p> {
    /// Makes a page without a renderer, for tests other than those of formulas.
    fn from(markdown: &'p str) -> Self {
        Self {
            markdown,
            renderer: None,
            formulas: Default::default(),
            rendered: RefCell::default(),
        }
    }
}

impl<'p> Page<'p> {
    /// Returns the page with a renderer of its formulas.
    #[must_use]
    pub fn with_renderer(self, renderer: &'p dyn Renderer) -> Self {
        Self {
            renderer: Some(renderer),
            ..self
        }
    }

    pub(super) const fn markdown(&self) -> &'p str {
        self.markdown
    }

    /// Returns the different formulas of the page.
    pub(super) fn formulas(&self, ignore_dollars: bool) -> Result<&[String], RunError> {
        let [all, without_dollars] = &self.formulas;
        let formulas = if ignore_dollars { without_dollars } else { all };
        let formulas = formulas.get_or_init(|| find(self.markdown, ignore_dollars));
        formulas.as_deref().map_err(|error| *error)
    }

    /// Renders a formula, or returns it as it was rendered before.
    pub(super) fn render(&self, latex: &str) -> Result<Rc<Result<Rendered, String>>, RunError> {
        let renderer = self.renderer.ok_or(RunError::NoRenderer)?;
        if let Some(rendered) = self.rendered.borrow().get(latex) {
            return Ok(Rc::clone(rendered));
        }
        let rendered = Rc::new(renderer.render(latex));
        self.rendered
            .borrow_mut()
            .insert(latex.to_owned(), Rc::clone(&rendered));
        Ok(rendered)
    }
}

/// Finds formulas between `\(` and `\)`, then `\[` and `\]`, `$$`, and `$`. Each kind is removed from the page before the
/// next is looked for. Linear time.
fn find(markdown: &str, ignore_dollars: bool) -> Result<Vec<String>, RunError> {
    let delimiters = [(r"\(", r"\)"), (r"\[", r"\]"), ("$$", "$$"), ("$", "$")];
    let delimiters = delimiters.get(..if ignore_dollars { 2 } else { 4 }).unwrap_or_default();
    let mut rest = markdown.to_owned();
    let mut formulas = Vec::new();
    let mut seen = HashSet::new();
    for (open, close) in delimiters {
        let mut kept = String::with_capacity(rest.len());
        let mut text = rest.as_str();
        while let Some((before, formula, after)) = next(text, open, close) {
            kept += before;
            let formula = strip(formula);
            if seen.insert(formula.to_owned()) {
                formulas.push(formula.to_owned());
            }
            if formulas.len() > MAX_FORMULAS {
                return Err(RunError::TooManyFormulas);
            }
            text = after;
        }
        kept += text;
        rest = kept;
    }
    Ok(formulas)
}

/// Returns the text before the next formula, the formula, and the text after it. A formula has at least one character.
fn next<'t>(text: &'t str, open: &str, close: &str) -> Option<(&'t str, &'t str, &'t str)> {
    let (before, after) = text.split_once(open)?;
    let first = after.chars().next()?.len_utf8();
    let end = first + after.get(first..)?.find(close)?;
    Some((before, after.get(..end)?, after.get(end + close.len()..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(markdown: &str, ignore_dollars: bool) -> Vec<String> {
        find(markdown, ignore_dollars).unwrap()
    }

    #[test]
    fn formulas_are_found_by_their_delimiters_in_turn() {
        let page = "$a$ \\(b\\) $$ c\n$$ \\[ d \\] \\[\\] e\\] $ f";
        assert_eq!(found(page, false), ["b", "d", "\\] e", "c", "a"]);
        assert_eq!(found(page, true), ["b", "d", "\\] e"]);
        assert_eq!(found("$a \\(b\\) c$ $$$d$$", false), ["b", "$d", "a  c"]);
        assert_eq!(found("$é$ $$ $$x", false), ["", "é"]);
        assert_eq!(found("$x$ $x$ $ x $", false), ["x"]);
        assert_eq!(found("$ \\( \\[ $$", false), ["\\( \\["]);
    }

    #[test]
    fn thousands_of_formulas_are_refused_and_open_ones_take_linear_time() {
        let many: String = (0..=MAX_FORMULAS).map(|number| format!("${number}$ ")).collect();
        assert_eq!(find(&many, false), Err(RunError::TooManyFormulas));
        for unit in ["$", "\\(", "\\[ $$", "$a", "\\(\\)"] {
            let _ = find(&unit.repeat(100_000), false);
        }
    }
}
