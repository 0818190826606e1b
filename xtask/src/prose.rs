//! Checks the Markdown pages: every link has a target, every figure has a bench, and confusing phrases do not occur.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::command::{step, tracked};
use crate::{figures, paths};

/// Phrases to avoid, each with its replacement.
const PHRASES: [(&str, &str); 7] = [
    ("in spite of that", "name the contrast, or use \"still\""),
    ("on wish", "on request; or \"optional\""),
    ("puts right", "corrects"),
    ("put right", "corrected"),
    ("hundredths", "%"),
    ("is brought", "is added; or name the input"),
    ("what is asked of", "say who requests what"),
];

/// Fails with every broken link, every figure that no bench gives, and every phrase to avoid, with its line.
pub(crate) fn check() -> Result<()> {
    step("checking links, figures and phrases of the documentation");
    let pages: BTreeMap<PathBuf, Page> = (tracked("*.md")?.into_iter().filter(|file| !is_example(file)))
        .map(|file| Ok((file.clone(), Page::read(&file)?)))
        .collect::<Result<_>>()?;
    let faults: Vec<String> = (pages.iter())
        .flat_map(|(file, page)| page.faults(file, &pages))
        .collect();
    ensure!(
        faults.is_empty(),
        "the documentation has faults:\n{}",
        faults.join("\n")
    );
    Ok(())
}

/// Reports whether a file is an example for a test, whose links lead nowhere. A README among the examples is a page.
fn is_example(file: &Path) -> bool {
    let is_fixture = file.components().any(|part| part.as_os_str() == "fixtures");
    is_fixture && file.file_name().is_none_or(|name| name != "README.md")
}

/// The parts of a page that are checked.
#[derive(Default)]
struct Page {
    /// Targets of links and pictures, with their lines.
    links: Vec<(String, usize)>,
    /// The anchors that a link can lead to.
    anchors: BTreeSet<String>,
    /// Faults of the markers of figures.
    figures: Vec<figures::Fault>,
    /// Phrases to avoid, with their replacements and lines.
    phrases: Vec<(&'static str, &'static str, usize)>,
}

impl Page {
    fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(paths::root().join(file)).with_context(|| file.display().to_string())?;
        let mut page = Self {
            figures: figures::faults(&text)?,
            ..Self::default()
        };
        let line = |byte: usize| text.get(..byte).unwrap_or_default().lines().count().max(1);
        let mut heading: Option<String> = None;
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
        for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push((dest_url.to_string(), line(range.start)));
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => page.add_heading(&heading.take().unwrap_or_default()),
                Event::Text(words) | Event::Code(words) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&words);
                    }
                }
                _ => {}
            }
        }
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.to_lowercase();
            let found = PHRASES.iter().filter(|(phrase, _)| line.contains(phrase));
            page.phrases
                .extend(found.map(|(phrase, instead)| (*phrase, *instead, number)));
        }
        Ok(page)
    }

    /// Adds the anchor of a heading as GitHub does: later headings with the same name are numbered.
    fn add_heading(&mut self, heading: &str) {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let name: String = heading.to_lowercase().chars().filter(kept).collect();
        let name = name.replace(' ', "-");
        let numbered = (1..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone())
            .chain(numbered)
            .find(|name| !self.anchors.contains(name));
        self.anchors.extend(free);
    }

    fn faults(&self, file: &Path, pages: &BTreeMap<PathBuf, Self>) -> Vec<String> {
        let at = |line: &usize| format!("{}:{line}", file.display());
        let links = self.links.iter().filter_map(|(link, line)| {
            let why = broken(file, link, pages)?;
            Some(format!("{}: {link}: {why}", at(line)))
        });
        let figures = self.figures.iter();
        let figures = figures.map(|figures::Fault { line, what }| format!("{}: {what}", at(line)));
        let phrases = self.phrases.iter();
        let phrases =
            phrases.map(|(phrase, instead, line)| format!("{}: avoid \"{phrase}\"; write: {instead}", at(line)));
        links.chain(figures).chain(phrases).collect()
    }
}

/// Explains why a link is broken; `None` if it is valid or leaves the project.
fn broken(file: &Path, link: &str, pages: &BTreeMap<PathBuf, Page>) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match path {
        "" => file.to_owned(),
        path => paths::normal(&file.parent().unwrap_or(Path::new("")).join(path)),
    };
    if !paths::root().join(&target).exists() {
        return Some("no such file".to_owned());
    }
    let page = pages.get(&target)?;
    (!anchor.is_empty() && !page.anchors.contains(anchor)).then(|| format!("no heading #{anchor}"))
}
