//! Writes `docs/metrics.md` from the documentation of the metrics, and the columns of `docs/tables.md`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use texlens_evaluate::{Detail, Kind, Parsed, Scorer, Text, noun, suspicions};
use texlens_metrics::{DEPARTURES, Group, Settings, Side, guide, infos, metric_parameters, registry};

use crate::command::step;
use crate::paths;

const PREFACE: &str = "\
# Metrics

This page describes every metric of texlens. `cargo xtask docs` writes it from the source files of the metrics. The app
shows the same text under *How it is measured*. A test recalculates the value of each example.

No metric scores text that TeX does not read: branches of conditionals that are not taken, `comment` environments, and
everything after the `\\end{document}` of a page. The metrics of TexOCR-Bench also ignore comments after `%`. The text
metrics compare such comments, because their values equal those of their libraries.
";

const PROFILES: &str = "
## Profiles

A profile sets the defaults of several settings at once. A setting that you change keeps its value. Every report prints
the profile and each setting. Choose the profile with `--profile`, or under *Scores* in the [settings](settings.md#scores) of the app.

- `texlens`, the default, interprets TexOCR-Bench so that a perfect prediction scores 1, or is undefined with a reason.
- `texocr-letter` follows appendix A of the paper to the letter. A text can then score below 1 against itself.

`fa` and `fa_strict` follow appendix A.4 to the letter in both profiles. `fa_equivalent` and `fa_equivalent_strict` also
accept other notations of the same formula. The table lists the settings in which the profiles differ. Choices that the
paper leaves open, mainly thresholds, are described with each metric.

| setting | texlens | texocr-letter | appendix | why the default departs |
| --- | --- | --- | --- | --- |
";

const ATTACKS: &str = "
## Predictions made to be scored

The table shows the value of each metric for predictions made from the reference of a sample page
(`www/samples/halo-model.tex`):

- *empty*: no text;
- *doubled*: the reference twice;
- *shuffled*: the words of the reference in another order;
- *spammed*: the reference, then 900 formulas and 300 citations that the reference does not have.

A high value means that the metric cannot detect such a prediction. *Suspicions* are the signs by which texlens flags
the sample.

";

/// A sample page of the app.
const SAMPLE: &str = include_str!("../../www/samples/halo-model.tex");

fn file() -> PathBuf {
    paths::root().join("docs/metrics.md")
}

/// Writes the page.
pub(crate) fn write() -> Result<()> {
    let file = file();
    fs::write(&file, page()?).with_context(|| file.display().to_string())?;
    step("docs/metrics.md is up to date");
    let file = tables();
    fs::write(&file, with_columns(&file)?).with_context(|| file.display().to_string())?;
    step("docs/tables.md is up to date");
    Ok(())
}

fn tables() -> PathBuf {
    paths::root().join("docs/tables.md")
}

/// Returns the page on tables with the columns of the metrics.
fn with_columns(file: &Path) -> Result<String> {
    const MARKS: [&str; 2] = ["<!--columns-->\n", "<!--/columns-->"];
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let (before, rest) = text
        .split_once(MARKS[0])
        .context("docs/tables.md has no mark for its columns")?;
    let (_, after) = rest
        .split_once(MARKS[1])
        .context("docs/tables.md has no mark after its columns")?;
    let mut columns = "| column | kinds | range | meaning |\n| --- | --- | --- | --- |\n".to_owned();
    for info in infos() {
        let kinds: Vec<&str> = info.kinds.iter().map(|kind| noun(*kind, 1)).collect();
        let (least, greatest) = (info.range.start(), info.range.end());
        let range = match greatest.is_finite() {
            true => format!("{least} to {greatest}"),
            false => format!("{least} and up"),
        };
        columns += &format!("| `{}` | {} | {range} | {} |\n", info.id, kinds.join(", "), info.about);
    }
    Ok(format!("{before}{}{columns}{}{after}", MARKS[0], MARKS[1]))
}

/// Fails if the page differs from the documentation in the files of the metrics.
pub(crate) fn check() -> Result<()> {
    step("checking docs/metrics.md");
    let file = file();
    let written = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    ensure!(
        written == page()?,
        "docs/metrics.md is not up to date: run cargo xtask docs"
    );
    let file = tables();
    ensure!(
        fs::read_to_string(&file)? == with_columns(&file)?,
        "docs/tables.md is not up to date: run cargo xtask docs"
    );
    Ok(())
}

/// Returns the table of the settings in which the default profile departs from the letter of TexOCR-Bench.
fn profiles() -> String {
    let mut text = PROFILES.to_owned();
    let parameters: Vec<_> = metric_parameters().collect();
    for departure in DEPARTURES {
        let default = parameters
            .iter()
            .find(|parameter| parameter.name() == departure.setting);
        text += &format!(
            "| `{}` | {} | {} | {} | {} |\n",
            departure.setting,
            default.map_or_else(String::new, |parameter| parameter.default().to_string()),
            departure.letter,
            departure.section,
            departure.why,
        );
    }
    text
}

/// Returns predictions that were made without looking at the page.
fn attacks() -> [(&'static str, String); 4] {
    let mut words: Vec<&str> = SAMPLE.split_inclusive(char::is_whitespace).collect();
    // A fixed order without a pattern: that of the values of a linear congruential generator.
    let mut keys = Vec::new();
    let mut state = 1_u32;
    for word in words.drain(..) {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        keys.push((state >> 8, word));
    }
    keys.sort_by_key(|(key, _)| *key);
    let shuffled = keys.into_iter().map(|(_, word)| word).collect();
    let formulas: String = (0..900)
        .map(|number| format!("$x_{{{number}}} + y^{{{number}}}$ "))
        .collect();
    let citations: String = (0..300).map(|number| format!("\\cite{{key{number}}} ")).collect();
    [
        ("empty", String::new()),
        ("doubled", format!("{SAMPLE}\n{SAMPLE}")),
        ("shuffled", shuffled),
        ("spammed", format!("{SAMPLE}\n{formulas}\n{citations}")),
    ]
}

fn table_of_attacks() -> Result<String> {
    let settings = Settings::default();
    let scorer = Scorer::new(Kind::Page, &settings);
    let mut predictions = vec![("reference", SAMPLE.to_owned())];
    predictions.extend(attacks());
    let reference = Text::from(SAMPLE);
    let reference = Parsed::of(Side::Reference, &reference)?;
    let mut columns = Vec::new();
    let mut signs = Vec::new();
    for (_, prediction) in &predictions {
        let prediction = Text::from(prediction);
        columns.push(scorer.assess(&reference, &prediction, None, Detail::Values)?.scores);
        let prediction = Parsed::of(Side::Prediction, &prediction)?;
        let found = suspicions(&reference, &prediction);
        let names: Vec<&str> = found.iter().map(|suspicion| suspicion.kind.name()).collect();
        signs.push(if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        });
    }
    let names: Vec<&str> = predictions.iter().map(|(name, _)| *name).collect();
    let mut table = format!(
        "| metric | {} |\n| --- |{}\n",
        names.join(" | "),
        " --- |".repeat(names.len())
    );
    for info in scorer.metrics().iter().map(|metric| metric.info()) {
        let values: Vec<_> = columns
            .iter()
            .map(|scores| {
                scores
                    .iter()
                    .find(|score| score.metric == info.id)
                    .and_then(|score| score.value())
            })
            .collect();
        if values.iter().all(Option::is_none) {
            continue;
        }
        let cells: Vec<String> = values
            .into_iter()
            .map(|value| value.map_or("not defined".to_owned(), |value| format!("{value:.3}")))
            .collect();
        table += &format!("| `{}` | {} |\n", info.id, cells.join(" | "));
    }
    table += &format!("| *suspicions* | {} |\n", signs.join(" | "));
    Ok(table)
}

fn page() -> Result<String> {
    let mut page = PREFACE.to_owned() + &profiles();
    let mut group: Option<Group> = None;
    for metric in registry() {
        let info = metric.info();
        if group.replace(info.group) != Some(info.group) {
            page += &format!("\n## {}\n", info.group.name());
        }
        page += &format!("\n### {} (`{}`)\n\n{}\n", info.name, info.id, guide(*metric).trim_end());
    }
    page += ATTACKS;
    page += &table_of_attacks()?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_up_to_date() {
        check().unwrap();
    }

    #[test]
    fn every_attack_but_the_shuffled_one_and_nothing_is_suspected() {
        let table = table_of_attacks().unwrap();
        let signs = table.lines().last().unwrap();
        assert!(
            signs.starts_with("| *suspicions* | none | none | Repeated text"),
            "{signs}"
        );
        assert!(signs.contains("Formulas in bulk"), "{signs}");
    }
}
