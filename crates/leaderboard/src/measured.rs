//! Leaderboards of saved evaluations.

use std::collections::{BTreeMap, HashMap, HashSet};

use texlens_evaluate::{
    Bootstrap, Comparison, Evaluation, JudgeRun, Judged, JudgedGroup, JudgedItem, JudgedPart, Kind, Measure,
    Provenance, SampleTexts, SystemSummary, Tool, is_of_judge, noun, settings_of, texts,
};
use texlens_judge::judging::{NOT_SENT, PARAMETERS, PROGRAM, SUM};
use texlens_judge::{Protocol as JudgeProtocol, Task};
use texlens_metrics::info;
use texlens_report::{SavedScores, from_html, missing_words, read_saved_scores};
use texlens_stats::{Interval, describe};

use crate::board::{Better, Column, Leaderboard, Measurement, Origin, Row, Value};
use crate::error::LeaderboardError;
use crate::fingerprint::{Fingerprint, fingerprint};
use crate::protocol::{Judge, Pages, Protocol};
use crate::released::{CDM, RESULT_FILES};

/// Decimals of metrics, as in all reports.
const DECIMALS: usize = 3;

/// Decimals of judges' scores from 0 to 10, as in the tables of pdf-parse-bench.
const JUDGE_DECIMALS: usize = 2;

/// The released matching of pdf-parse-bench.
const MATCHED_BY_MODEL: &str = "by a model (pdf_parse_bench_extraction)";

/// Start of the names of protocols whose released tables have means of pages.
const BY_PAGE: &str = "pdf_parse_bench_2025";

/// Reads a saved evaluation in any form: JSON for programs, or a report as HTML. `name` is the name of the file.
///
/// # Errors
/// If the text is no saved evaluation, or has no scores.
pub fn read(name: &str, text: &str) -> Result<Vec<Leaderboard>, LeaderboardError> {
    if text.trim_start().starts_with('{') {
        from_json(name, text)
    } else {
        from_evaluation(name, &from_html(text)?)
    }
}

/// Returns the leaderboards of JSON that `texlens evaluate` or the app has written: one for each level, and one for each
/// judge. `name` is the name of the file.
///
/// # Errors
/// If the JSON is no such file, or has no scores.
pub fn from_json(name: &str, json: &str) -> Result<Vec<Leaderboard>, LeaderboardError> {
    of_saved(name, read_saved_scores(json)?, &HashMap::new())
}

/// Returns the leaderboards of an evaluation. Comparisons that it does not hold are calculated, in time linear in the
/// number of samples, systems and draws of the bootstrap. `name` is the name of the file.
///
/// # Errors
/// If the evaluation has no scores.
pub fn from_evaluation(name: &str, evaluation: &Evaluation) -> Result<Vec<Leaderboard>, LeaderboardError> {
    let mut saved = SavedScores::from(evaluation);
    if saved.comparisons.is_empty() && !has_released_scores(&saved.judge) {
        saved.comparisons = comparisons(evaluation);
    }
    // A selection of the samples has only some of the references.
    if evaluation.selection.is_none() && !evaluation.texts_left_out {
        saved.texts = texts(evaluation);
    }
    of_saved(name, saved, &released_cdm(evaluation))
}

/// Returns the leaderboards of several evaluations, as [`from_evaluation`] does.
///
/// # Errors
/// If an evaluation has no scores, or there is none.
pub fn from_evaluations(name: &str, evaluations: &[Evaluation]) -> Result<Vec<Leaderboard>, LeaderboardError> {
    let mut boards = Vec::new();
    for evaluation in evaluations {
        boards.extend(from_evaluation(name, evaluation)?);
    }
    match boards.is_empty() {
        true => Err(LeaderboardError::NoScores),
        false => Ok(boards),
    }
}

/// Reports whether scores of a report were released by others: the report then has verdicts of result files. Samples do
/// not say which of their scores are released.
fn has_released_scores(judge: &[JudgeRun]) -> bool {
    judge.iter().any(|run| run.provider == RESULT_FILES)
}

fn comparisons(evaluation: &Evaluation) -> Vec<Comparison> {
    let bootstrap = Bootstrap::default();
    let compared = |packed: &texlens_evaluate::PackedBoard| {
        let settings = settings_of(&packed.settings).unwrap_or_default();
        let scorer = packed.scorer(&settings);
        let board = packed.unpack(&scorer);
        let comparing = board.comparing(&scorer, &bootstrap);
        let steps = (0..comparing.steps()).map(|step| comparing.step(step)).collect();
        comparing.finish(steps)
    };
    let boards = evaluation.boards();
    boards
        .iter()
        .filter(|board| !board.systems.is_empty())
        .map(compared)
        .collect()
}

/// The released CDM of the formulas of each system, by page.
type ReleasedCdm<'e> = HashMap<&'e str, BTreeMap<&'e str, Vec<f64>>>;

fn released_cdm(evaluation: &Evaluation) -> ReleasedCdm<'_> {
    let mut released: ReleasedCdm<'_> = HashMap::new();
    // Samples of another origin can have a CDM that texlens calculated.
    if !evaluation.judge.iter().all(|run| run.provider == RESULT_FILES) {
        return released;
    }
    for sample in &evaluation.samples {
        let cdm = sample.scores.iter().find(|score| score.metric == CDM);
        if let (Some(system), Some(value)) = (sample.system(), cdm.and_then(|score| score.value())) {
            let page = sample.document.as_deref().unwrap_or_default();
            released.entry(system).or_default().entry(page).or_default().push(value);
        }
    }
    released
}

fn of_saved(name: &str, mut saved: SavedScores, cdm: &ReleasedCdm<'_>) -> Result<Vec<Leaderboard>, LeaderboardError> {
    if has_released_scores(&saved.judge) {
        saved.comparisons.clear();
    }
    // A level does not say which judge gave its scores. Each judge has a leaderboard of its own.
    for level in &mut saved.comparisons {
        for system in &mut level.systems {
            system.metrics.retain(|metric| !is_of_judge(&metric.metric));
        }
    }
    let levels = saved.comparisons.iter();
    let mut boards: Vec<Leaderboard> = levels.filter_map(|level| of_level(name, &saved, level)).collect();
    for run in &saved.judge {
        for task in [Task::Formula, Task::Table] {
            boards.extend(of_judge(name, &saved, run, task, cdm));
        }
    }
    if boards.is_empty() {
        return Err(LeaderboardError::NoScores);
    }
    Ok(boards)
}

/// Returns the leaderboard of a level; `None` if no system has a value.
fn of_level(name: &str, saved: &SavedScores, level: &Comparison) -> Option<Leaderboard> {
    let measures = level.main_measures();
    let main = measures.first()?.id().to_owned();
    let row = |system: &SystemSummary| Row {
        system: system.system.clone(),
        values: (measures.iter())
            .map(|measure| {
                let measured = measure.of(system)?;
                Value::measured(measured.value?, DECIMALS, measured.interval, Some(measured.samples))
            })
            .collect(),
        remark: missing_words(system).unwrap_or_default(),
        ..Row::default()
    };
    let size = format!("{} {}", level.samples, noun(level.level, level.samples));
    Some(Leaderboard {
        id: format!("{name}: {}", unit(level.level)),
        title: format!("{}, {size}", saved.title),
        origin: Origin::Measured(measurement(name, &saved.provenance.created)),
        protocol: Protocol {
            pages: pages(saved, level, size),
            unit: unit(level.level).to_owned(),
            scorer: format!("texlens {}", saved.provenance.texlens),
            settings: settings(name, &saved.provenance, level),
            ..Protocol::default()
        },
        main,
        columns: measures.iter().map(column).collect(),
        rows: level.systems.iter().map(row).collect(),
        notes: level.coverage().into_iter().collect(),
    })
}

fn column(measure: &Measure) -> Column {
    let range = measure.range();
    let unit = match (*range.start(), *range.end()) {
        (0.0, 1.0) => "0 to 1",
        (0.0, 100.0) => "0 to 100",
        _ => "",
    };
    Column {
        id: measure.id().to_owned(),
        name: measure.label().to_owned(),
        group: None,
        unit: unit.to_owned(),
        better: match measure.lower_is_better() {
            true => Better::Lower,
            false => Better::Higher,
        },
    }
}

fn measurement(name: &str, created: &str) -> Measurement {
    Measurement {
        file: name.to_owned(),
        created: created.to_owned(),
    }
}

fn unit(kind: Kind) -> &'static str {
    match kind {
        Kind::Formula => "formula",
        Kind::Page => "page",
        Kind::Document => "document",
    }
}

/// Everything that changes the values of a level: settings of its metrics, settings that are not about a metric, tools
/// of its metrics, and samples that were left out. `name` is the name of the file.
fn settings(name: &str, provenance: &Provenance, level: &Comparison) -> BTreeMap<String, String> {
    let is_of_level = |name: &str| {
        let metric = name.split('.').next().unwrap_or(name);
        info(metric).is_none() || level.systems.iter().any(|system| system.metric(metric).is_some())
    };
    let is_used = |tool: Tool| {
        let mut metrics = level.systems.iter().flat_map(|system| &system.metrics);
        metrics.any(|metric| tool.is_used_by(&metric.metric))
    };
    let settings = provenance.settings.iter().filter(|setting| is_of_level(&setting.name));
    let mut settings: BTreeMap<String, String> = settings
        .map(|setting| (setting.name.clone(), setting.value.clone()))
        .collect();
    settings.extend(provenance.files.iter().filter_map(|files| {
        let tool = files.tool().filter(|tool| is_used(*tool))?;
        Some((tool.name().to_owned(), files.sha256.clone()))
    }));
    settings.extend(level.left_out.map(|left_out| {
        let only = "only samples with a prediction of every system".to_owned();
        let which = match &level.left_out_sha256 {
            Some(sum) => format!("with the ids {sum}"),
            // Reports of earlier versions do not say it, so the samples count as others than those of any other file.
            None => format!("which ones is not stated in {name}"),
        };
        (only, format!("{left_out} left out, {which}"))
    }));
    settings
}

fn pages(saved: &SavedScores, level: &Comparison, size: String) -> Pages {
    let dataset = level.dataset.as_deref();
    let mut fingerprints = BTreeMap::new();
    // A dataset among several has only some of the references.
    if dataset.is_none() {
        let print = fingerprint(references(&saved.texts, level.level));
        fingerprints.extend(print.map(|hash| (Fingerprint::References, hash)));
        let files = saved.provenance.files.iter().find(|files| files.what == "references");
        fingerprints.extend(files.map(|files| (Fingerprint::Files, files.sha256.clone())));
    }
    Pages {
        name: dataset.map_or_else(|| saved.title.clone(), str::to_owned),
        size,
        is_published: false,
        fingerprints,
    }
}

/// Returns the references behind a level: pages with the documents that have no pages among the texts, and for formulas,
/// also the formulas, since a level of formulas has those of pages, too. The app saves documents beside their pages, the
/// command does not.
fn references(texts: &[SampleTexts], level: Kind) -> impl Iterator<Item = &str> {
    let pages = texts.iter().filter(|text| text.kind == Kind::Page);
    let with_pages: HashSet<&str> = pages.map(|text| text.document.as_str()).collect();
    let is_of_level = move |text: &&SampleTexts| match (level, text.kind) {
        (level, Kind::Formula) => level == Kind::Formula,
        (_, Kind::Page) => true,
        (_, Kind::Document) => !with_pages.contains(text.id.as_str()),
    };
    texts.iter().filter(is_of_level).map(|text| text.reference.as_str())
}

/// Returns the means of a judge, from 0 to 10, on formulas or on tables.
fn of_judge(name: &str, saved: &SavedScores, run: &JudgeRun, task: Task, cdm: &ReleasedCdm<'_>) -> Option<Leaderboard> {
    let parts: &[(JudgedPart, &str, &str)] = match task {
        Task::Table => &[(JudgedPart::Tables, "judge_tables", "Tables")],
        _ => &[
            (JudgedPart::Formulas, "judge", "Formulas"),
            (JudgedPart::Inline, "judge_inline", "Inline"),
            (JudgedPart::Display, "judge_display", "Display"),
        ],
    };
    let is_of_task = |group: &&JudgedGroup| parts.iter().any(|(part, ..)| *part == group.part);
    let mut systems: Vec<&str> = Vec::new();
    for group in run.groups.iter().filter(is_of_task) {
        if !systems.contains(&group.system.as_str()) {
            systems.push(&group.system);
        }
    }
    systems.first()?;
    let is_judged = |item: &&JudgedItem| (item.what == Judged::Table) == (task == Task::Table);
    let items: Vec<&JudgedItem> = run.items.iter().filter(is_judged).collect();
    let protocol = protocol_of(run, task);
    let settings = match (run.provider == RESULT_FILES, &protocol) {
        (true, Some(protocol)) => settings_of_known(protocol),
        _ => settings_of_judge(run, task),
    };
    let is_by_page = task == Task::Formula && protocol.as_deref().is_some_and(|name| name.starts_with(BY_PAGE));
    let mut columns: Vec<Column> = parts.iter().map(|(_, id, name)| judge_column(id, name)).collect();
    if is_by_page {
        let names = [
            ("judge_by_page", "Mean of pages"),
            ("judge_inline_by_page", "Inline, mean of pages"),
            ("judge_display_by_page", "Display, mean of pages"),
        ];
        columns.splice(..0, names.map(|(id, name)| judge_column(id, name)));
    }
    let has_cdm = task == Task::Formula && !cdm.is_empty();
    if has_cdm {
        columns.push(Column {
            id: "cdm_by_page".to_owned(),
            name: "CDM, mean of pages".to_owned(),
            group: None,
            unit: "0 to 1".to_owned(),
            better: Better::Higher,
        });
    }
    let row = |system: &&str| {
        let own: Vec<&JudgedItem> = items.iter().filter(|item| item.system == **system).copied().collect();
        let group = |part: JudgedPart| {
            run.groups
                .iter()
                .find(|group| group.system == **system && group.part == part)
        };
        let mut values = Vec::with_capacity(columns.len());
        if is_by_page {
            values.extend(
                [JudgedPart::Formulas, JudgedPart::Inline, JudgedPart::Display].map(|part| {
                    let mean = judged_by_page(&own, part)?;
                    Value::measured(mean, JUDGE_DECIMALS, None, None)
                }),
            );
        }
        values.extend(parts.iter().map(|(part, ..)| {
            let group = group(*part)?;
            Value::measured(
                10.0 * group.mean?,
                JUDGE_DECIMALS,
                group.interval.map(tenfold),
                Some(group.scored),
            )
        }));
        if has_cdm {
            let pages = cdm.get(*system).into_iter().flat_map(BTreeMap::values);
            let means: Vec<f64> = pages.filter_map(|page| describe::mean(page).ok()).collect();
            values.push(
                describe::mean(&means)
                    .ok()
                    .and_then(|mean| Value::measured(mean, JUDGE_DECIMALS, None, None)),
            );
        }
        Row {
            system: (*system).to_owned(),
            values,
            remark: parts
                .first()
                .and_then(|(part, ..)| group(*part))
                .map(JudgedGroup::remarks)
                .unwrap_or_default(),
            ..Row::default()
        }
    };
    let rows = systems.iter().map(row).collect();
    let (kind, unit) = match task {
        Task::Table => (Fingerprint::Tables, "table"),
        _ => (Fingerprint::Formulas, "formula"),
    };
    let of_first = items.iter().filter(|item| item.system == systems[0]);
    let print = fingerprint(of_first.map(|item| item.reference.as_str()));
    let origin = measurement(name, &run.created);
    Some(Leaderboard {
        id: format!("{name}: {unit}s judged by {}", run.model),
        title: format!("{}, {unit}s judged by {}", saved.title, run.model),
        origin: match run.provider == RESULT_FILES {
            true => Origin::Calculated(origin),
            false => Origin::Measured(origin),
        },
        protocol: Protocol {
            pages: Pages {
                name: saved.title.clone(),
                size: size(&run.groups, systems[0], task),
                is_published: false,
                fingerprints: print.map(|print| (kind, print)).into_iter().collect(),
            },
            unit: unit.to_owned(),
            judge: Some(Judge {
                model: Some(run.model.clone()),
                protocol,
                matching: Some(match run.has_own_pairs() {
                    true => MATCHED_BY_MODEL.to_owned(),
                    false => format!("by rules of texlens {}", version(run, saved)),
                }),
            }),
            settings,
            ..Protocol::default()
        },
        main: columns.first().map(|column| column.id.clone()).unwrap_or_default(),
        columns,
        rows,
        notes: Vec::new(),
    })
}

fn judge_column(id: &str, name: &str) -> Column {
    Column {
        id: id.to_owned(),
        name: name.to_owned(),
        group: None,
        unit: "0 to 10".to_owned(),
        better: Better::Higher,
    }
}

/// Reports whether a run uses the protocol of this name for a task.
fn is_of_task(run: &JudgeRun, name: &str, task: Task) -> bool {
    match JudgeProtocol::named(name) {
        Some(known) => known.task() == task,
        // A protocol of the user: only one is used for a task.
        None => run.protocols.len() == 1 || name.contains("table") == (task == Task::Table),
    }
}

/// Returns the name of the protocol for a task; `None` if the run names none.
fn protocol_of(run: &JudgeRun, task: Task) -> Option<String> {
    let mut names = run.protocols.iter().map(|protocol| &protocol.name);
    names.find(|name| is_of_task(run, name, task)).cloned()
}

/// Returns everything about a judge that changes its verdicts on a task, beside its model and the name of the protocol:
/// words and parameters of the protocol, and parameters that the provider did not get.
fn settings_of_judge(run: &JudgeRun, task: Task) -> BTreeMap<String, String> {
    let counts = |name: &str| {
        let protocol = [PARAMETERS, SUM].into_iter().find_map(|start| name.strip_prefix(start));
        name == NOT_SENT || protocol.is_some_and(|name| is_of_task(run, name, task))
    };
    let settings = run.settings.iter().filter(|setting| counts(&setting.name));
    settings
        .map(|setting| (setting.name.clone(), setting.value.clone()))
        .collect()
}

/// Returns the same settings for a protocol that comes with texlens. Publications and result files name no more than the
/// protocol: they used it with its own words and parameters.
pub(crate) fn settings_of_known(name: &str) -> BTreeMap<String, String> {
    let Some(protocol) = JudgeProtocol::named(name) else {
        return BTreeMap::new();
    };
    let parameters = serde_json::to_string(protocol.parameters()).unwrap_or_default();
    [
        (format!("{PARAMETERS}{name}"), parameters),
        (format!("{SUM}{name}"), protocol.sha256()),
    ]
    .into()
}

/// Returns the version of texlens that matched the formulas of a run. Runs of earlier versions do not name it; the report
/// then does.
fn version<'r>(run: &'r JudgeRun, saved: &'r SavedScores) -> &'r str {
    let of_run = run.settings.iter().find(|setting| setting.name == PROGRAM);
    of_run.map_or(&saved.provenance.texlens, |setting| &setting.value)
}

/// Returns how many items a judge has, for a person.
fn size(groups: &[JudgedGroup], system: &str, task: Task) -> String {
    let items = |part: JudgedPart| {
        let mut groups = groups.iter();
        groups
            .find(|group| group.system == system && group.part == part)
            .map_or(0, |group| group.items)
    };
    match task {
        Task::Table => format!("{} tables", items(JudgedPart::Tables)),
        _ => format!(
            "{} inline and {} display formulas",
            items(JudgedPart::Inline),
            items(JudgedPart::Display)
        ),
    }
}

fn tenfold(interval: Interval) -> Interval {
    Interval {
        low: 10.0 * interval.low,
        high: 10.0 * interval.high,
        ..interval
    }
}

/// Returns the mean of the means of pages, from 0 to 10, as the code of pdf-parse-bench calculated it until January
/// 2026. A page without an item of the part counts as 0, although it has nothing to score. This is how the tables of
/// 2025 were made; texlens' own means are over items.
fn judged_by_page(items: &[&JudgedItem], part: JudgedPart) -> Option<f64> {
    let mut pages: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for item in items {
        if let Some(score) = item.verdict.score() {
            let page = pages.entry(&item.document).or_default();
            page.extend(part.has(item.what).then_some(score));
        }
    }
    let means: Vec<f64> = pages
        .values()
        .map(|scores| describe::mean(scores).unwrap_or_default())
        .collect();
    describe::mean(&means).ok()
}
