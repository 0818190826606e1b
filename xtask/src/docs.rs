//! `docs/metrics.md`, made from the documentation of the metrics.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use texlens_metrics::{Group, guide, registry};

use crate::command::step;
use crate::paths;

const PREFACE: &str = "\
# Metrics

Every metric that texlens computes, as its source file documents it. This page is made from those files by `cargo xtask docs`; the app shows the
same text behind \"How it is measured\".
";

fn file() -> PathBuf {
    paths::root().join("docs/metrics.md")
}

/// Writes the page.
pub(crate) fn write() -> Result<()> {
    let file = file();
    fs::write(&file, page()).with_context(|| file.display().to_string())?;
    step("docs/metrics.md is up to date");
    Ok(())
}

/// Fails if the page is not what the files of the metrics say.
pub(crate) fn check() -> Result<()> {
    step("checking docs/metrics.md");
    let file = file();
    let written = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    ensure!(
        written == page(),
        "docs/metrics.md is not up to date: run cargo xtask docs"
    );
    Ok(())
}

fn page() -> String {
    let mut page = PREFACE.to_owned();
    let mut group: Option<Group> = None;
    for metric in registry() {
        let info = metric.info();
        if group.replace(info.group) != Some(info.group) {
            page += &format!("\n## {}\n", info.group.name());
        }
        page += &format!("\n### {} (`{}`)\n\n{}\n", info.name, info.id, guide(*metric).trim_end());
    }
    page
}
