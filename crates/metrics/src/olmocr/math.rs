//! The test `math`.

use super::error::{LoadError, RunError};
use super::fields::{Fields, non_empty};
use super::page::Page;
use super::ratio::ratio;
use super::rendered::{Match, Rendered};
use super::verdict::{Verdict, quoted};

/// A formula that must be on the page, as it looks when it is rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Math {
    /// The formula in LaTeX.
    pub math: String,
    /// Whether formulas between dollar signs are ignored.
    pub ignore_dollar_delimited: bool,
}

impl Math {
    pub(super) fn from_fields(fields: &mut Fields) -> Result<Self, LoadError> {
        Ok(Self {
            math: non_empty("math", fields.required("math")?)?,
            ignore_dollar_delimited: fields.flag("ignore_dollar_delimited", false)?,
        })
    }

    /// Passes if a formula of the page is written in the same way, or contains the formula as rendered. The most similar
    /// ones are compared first. As in the official code, any formula is enough if the formula of the test cannot be
    /// rendered.
    pub(super) fn run(&self, page: &Page<'_>) -> Result<Verdict, RunError> {
        let formulas = page.formulas(self.ignore_dollar_delimited)?;
        if formulas.is_empty() {
            return Ok(Verdict::fail("the page has no formula"));
        }
        if formulas.contains(&self.math) {
            return Ok(Verdict::pass(format!(
                "{} is on the page as it is written",
                quoted(&self.math)
            )));
        }
        let wanted = page.render(&self.math)?;
        let wanted = match wanted.as_ref() {
            Ok(wanted) => wanted,
            Err(reason) => {
                return Ok(Verdict::pass(format!(
                    "the formula of the test cannot be rendered ({reason}), so any formula is enough"
                )));
            }
        };
        self.compare(wanted, formulas, page)
    }

    fn compare(&self, wanted: &Rendered, formulas: &[String], page: &Page<'_>) -> Result<Verdict, RunError> {
        let mut by_similarity: Vec<(f64, &String)> = (formulas.iter())
            .map(|formula| (ratio(formula, &self.math), formula))
            .collect();
        by_similarity.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut problem = None;
        for (_, formula) in &by_similarity {
            let rendered = page.render(formula)?;
            let Ok(rendered) = rendered.as_ref() else {
                continue;
            };
            match rendered.contains(wanted) {
                Ok(None) => {}
                Ok(Some(Match::Markup)) => {
                    return Ok(Verdict::pass(format!(
                        "{} has the same MathML, or contains it",
                        quoted(formula)
                    )));
                }
                Ok(Some(Match::Symbols)) => {
                    return Ok(Verdict::pass(format!(
                        "{} has all symbols in the same arrangement",
                        quoted(formula)
                    )));
                }
                Err(error) => problem = Some(error),
            }
        }
        if let Some(problem) = problem {
            return Err(problem);
        }
        Ok(Verdict::fail(self.failure(&by_similarity, page)?))
    }

    /// Returns the reason for a failure, with the most similar formula of the page.
    fn failure(&self, by_similarity: &[(f64, &String)], page: &Page<'_>) -> Result<String, RunError> {
        let Some((_, nearest)) = by_similarity.first() else {
            return Ok("the page has no formula".to_owned());
        };
        let why = match page.render(nearest)?.as_ref() {
            Ok(_) => String::new(),
            Err(reason) => format!(", which cannot be rendered ({reason})"),
        };
        let (wanted, nearest) = (quoted(&self.math), quoted(nearest));
        Ok(match by_similarity.len() {
            1 => format!("{wanted} is not in the only formula of the page, {nearest}{why}"),
            count => format!(
                "{wanted} is in none of the {count} formulas of the page; the most similar one is {nearest}{why}"
            ),
        })
    }
}
