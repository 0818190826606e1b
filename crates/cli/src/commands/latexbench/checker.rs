//! Checks answers by rules, on request with the TeX engine.

use std::path::PathBuf;

use clap::Args;
use texlens_latexbench::{Item, Task, Verdict, check, latex_of};
use texlens_native::{TexEngine, compile};

use crate::failure::Failure;
use crate::{terminal, tex};

/// Whether and how answers are compiled.
#[derive(Args)]
pub(super) struct CompileArguments {
    /// Compile the LaTeX of all answers with the TeX engine
    #[arg(long)]
    pub(super) compile: bool,

    /// Folder with the TeX engine; default: $TEXLENS_TEX, or `tex` beside this program
    #[arg(long, value_name = "DIR", requires = "compile")]
    tex: Option<PathBuf>,
}

/// Rules, with the TeX engine if answers are compiled.
pub(super) struct Checker {
    engine: Option<TexEngine>,
}

impl Checker {
    /// Starts the engine if answers are compiled.
    pub(super) fn new(arguments: &CompileArguments) -> Result<Self, Failure> {
        let engine = (arguments.compile).then(|| TexEngine::new(tex::folder(arguments.tex.as_deref())));
        if let Some(engine) = &engine {
            engine.compiler(&[])?;
        }
        Ok(Self { engine })
    }

    /// Checks the answers to items, which are in the same order. Without an answer there is no verdict.
    pub(super) fn check_all<'a>(
        &self,
        items: &'a [Item],
        answer: impl Fn(usize, &'a Item) -> Option<&'a str>,
    ) -> Result<Vec<Option<Verdict>>, Failure> {
        let progress = terminal::progress(items.len(), "{pos} of {len} answers");
        let mut verdicts = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let verdict = answer(index, item).map(|answer| self.check(item, answer));
            verdicts.push(verdict.transpose()?);
            progress.inc(1);
        }
        Ok(verdicts)
    }

    fn check(&self, item: &Item, answer: &str) -> Result<Verdict, Failure> {
        let compilation = match (&self.engine, &item.task) {
            (Some(engine), Task::Generation(_) | Task::Edit(_)) => Some(compile(engine, &latex_of(answer), None)?),
            _ => None,
        };
        Ok(check(item, answer, compilation.as_ref()))
    }
}
