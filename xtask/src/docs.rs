//! Writes `docs/metrics.md` from the documentation of the metrics.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use texlens_evaluate::{Detail, Kind, Parsed, Scorer, Text, suspicions};
use texlens_metrics::{DEPARTURES, Group, Settings, Side, guide, metric_parameters, registry};

use crate::command::step;
use crate::paths;

const PREFACE: &str = "\
# Metrics

Every metric that texlens computes, as its source file documents it. This page is made from those files by `cargo xtask docs`; the app shows the
same text behind \"How it is measured\". A test calculates the value of each example again.

Text that TeX does not read scores in no metric: a branch of a conditional that is not taken, a `comment` environment, all that stands behind the
`\\end{document}` of its page. `ds`, `ctp` and those of TexOCR-Bench leave out comments after `%` as well; the similarities of texts, whose values are those of
their libraries, compare them.
";

const PROFILES: &str = "
## Profiles

A profile is where the settings start: what is set by itself stays as it is set. Every report prints the profile and each
setting. The command has `--profile`, the app has it at the top of *Settings*.

- `texlens`, the default, reads TexOCR-Bench so that a perfect prediction scores 1 or has no score, with the reason.
- `texocr-letter` reads it by the letter of its appendix A. A text can then score below 1 against itself.

`fa` and `fa_strict` follow appendix A.4 by the letter in both profiles, and so do the means that contain `fa`; their readings
that accept other ways of writing are `fa_equivalent` and `fa_equivalent_strict`. The profiles differ in these settings; what
the paper leaves open, thresholds above all, stands with each metric.

| setting | texlens | texocr-letter | appendix | why the default departs |
| --- | --- | --- | --- | --- |
";

const ATTACKS: &str = "
## Predictions that nobody read from the page

Each metric's value for predictions made from the reference of a sample page (`www/samples/halo-model.tex`), computed by this program:

- *empty*: nothing at all;
- *doubled*: the reference twice;
- *shuffled*: the words of the reference in another order;
- *spammed*: the reference, then 900 formulas and 300 citations that it does not have.

A high value here is what the metric cannot see. *Suspicions* are the signs by which texlens flags such a sample.

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
    Ok(())
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
