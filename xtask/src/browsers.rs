//! Tests in other browsers than Chromium.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::command::{run, step};
use crate::debian::{self, Program};
use crate::paths;

/// The file that says which tests a browser does not run, with reasons, and which the short form runs.
const LIST: &str = "tests/e2e/browsers.json";

/// A browser that runs the tests of Chromium.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Browser {
    Firefox,
    WebKit,
}

/// What the list says of a browser.
#[derive(Debug, Deserialize)]
struct Rules {
    lacking: Vec<Lacking>,
    short: Vec<Test>,
}

/// A test that the browser cannot run.
#[derive(Debug, Deserialize)]
struct Lacking {
    file: String,
    /// The name of the test; without it, no test of the file can run.
    test: Option<String>,
    reason: String,
}

/// A test of the short form.
#[derive(Debug, Deserialize)]
struct Test {
    file: String,
    test: String,
}

impl Browser {
    pub(crate) const ALL: [Self; 2] = [Self::Firefox, Self::WebKit];

    /// Returns the name in the list and in arguments.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }

    const fn programs(self) -> &'static [Program] {
        match self {
            Self::Firefox => &[debian::FIREFOX],
            Self::WebKit => &debian::WEBKIT,
        }
    }

    /// Runs tests on a served site. `node` lacks only the files.
    pub(crate) fn test(self, mut node: Command, files: &[PathBuf], is_short: bool) -> Result<()> {
        debian::ensure(self.programs())?;
        let rules = self.rules()?;
        let is_whole = |path: &&PathBuf| {
            !rules
                .lacking
                .iter()
                .any(|lacking| lacking.test.is_none() && path.ends_with(&lacking.file))
        };
        let mut files: Vec<&PathBuf> = files.iter().filter(is_whole).collect();
        if is_short {
            files.retain(|path| rules.short.iter().any(|test| path.ends_with(&test.file)));
            for test in &rules.short {
                node.arg(format!("--test-name-pattern=^{}$", pattern(&test.test)));
            }
        }
        if files.is_empty() {
            return Ok(());
        }
        step(&format!("testing in {}", self.name()));
        for (variable, program) in [("FIREFOX", debian::FIREFOX), ("WEBKIT_DRIVER", debian::WEBKIT[0])] {
            if let Some(path) = program.path() {
                node.env(variable, path);
            }
        }
        // Limits of time are those of Chromium, doubled, with the machine for one browser alone.
        run(node
            .arg("--test-concurrency=1")
            .env("TEXLENS_BROWSER", self.name())
            .args(files))
    }

    /// Reads the list, whose entries must name tests that exist.
    fn rules(self) -> Result<Rules> {
        let text = std::fs::read_to_string(paths::root().join(LIST)).context(LIST)?;
        let mut all: BTreeMap<String, Rules> = serde_json::from_str(&text).context(LIST)?;
        let rules = all
            .remove(self.name())
            .with_context(|| format!("{LIST} has no {}", self.name()))?;
        for Lacking { file, test, reason } in &rules.lacking {
            exists(file, test.as_deref())?;
            ensure!(!reason.is_empty(), "{LIST}: {file} is left out without a reason");
        }
        for Test { file, test } in &rules.short {
            exists(file, Some(test))?;
        }
        Ok(rules)
    }
}

/// Fails unless there is such a test.
fn exists(file: &str, test: Option<&str>) -> Result<()> {
    let path = paths::root().join("tests/e2e").join(file);
    let text = std::fs::read_to_string(&path).with_context(|| format!("{LIST} names {file}"))?;
    if let Some(test) = test {
        ensure!(
            text.contains(&format!("'{}'", test.replace('\'', "\\'"))),
            "{LIST} names a test that {file} does not have: {test}"
        );
    }
    Ok(())
}

/// Returns a regular expression of JavaScript for a text.
fn pattern(text: &str) -> String {
    text.chars().fold(String::new(), |mut pattern, char| {
        if ".*+?^${}()|[]\\/".contains(char) {
            pattern.push('\\');
        }
        pattern.push(char);
        pattern
    })
}
