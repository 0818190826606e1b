//! `texlens evaluate`: scores the predictions of several systems for a dataset.

mod arguments;
mod corpus;
mod curves;
mod error;
mod eval_results;
mod files;
mod level;
mod plan;
mod report;
mod scoring;
mod selection;
mod table;
mod threshold;
mod unit_tests;

use std::collections::BTreeSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use texlens_evaluate::{Board, Bootstrap, Breakdown, Comparison, Confidence, Kind, MetricError, Scorer, UnitTests};
use texlens_metrics::{Settings, metric};
use texlens_native::Renderer;
use texlens_report::{Content, LevelScores};

use super::arguments::{settings, threads};
use crate::brought::Brought;
use crate::failure::Failure;
use crate::terminal::{self, Form};
use crate::tex;
pub(crate) use arguments::Arguments;
use arguments::{Format, LeftOut};
use corpus::Corpus;
pub(crate) use error::EvaluationError;
use report::Results;
pub(super) use report::assets;
use threshold::Verdict;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut settings = settings(&arguments.settings)?;
    let bootstrap = Bootstrap::new(arguments.resamples, arguments.seed, Confidence::default());
    let bootstrap = bootstrap.map_err(EvaluationError::Stats)?;
    let renderer = arguments.pdf.renderer();
    let mut brought = open(arguments, &renderer)?;
    let (mut levels, mut filtered) = (Vec::new(), None);
    if let Some(filter) = &arguments.filter {
        levels = level::levels(&arguments.level, &brought)?;
        filtered = Some(selection::select(&mut brought, filter, &levels)?);
    }
    if arguments.plan {
        return plan::print(&brought.plan, arguments.format == Format::Json);
    }
    let is_lossless = !brought.tell();
    if filtered.is_none() {
        levels = level::levels(&arguments.level, &brought)?;
    }
    let (evidence, tables) = arguments.tables.evidence(&mut settings)?;
    let verdicts = tex::verdicts(arguments.tex.as_deref())?;
    let mut corpus = Corpus::load(&brought, &arguments.exclude, filtered)?;
    let threads = threads(arguments.jobs);
    let (unit_tests, are_all_tests) = unit_tests::run(&brought, &corpus.pages, &bootstrap, threads)?;
    let unit_tests = unit_tests.as_ref();
    if corpus.has_only_tests() {
        levels.clear();
    }
    let scorers = scorers(&levels, &arguments.metrics, &settings)?;
    let is_typeset = arguments.typeset || !arguments.metrics.is_empty();
    let scorers: Vec<Scorer<'_>> = scorers
        .into_iter()
        .map(|scorer| scorer.with_evidence(evidence.clone()))
        .map(|scorer| match is_typeset {
            true => scoring::typeset(scorer, &corpus, &verdicts, threads),
            false => scorer,
        })
        .collect();

    let mut results = Vec::with_capacity(scorers.len());
    let mut curves = Vec::new();
    for scorer in &scorers {
        let samples = level::samples(scorer.kind(), &corpus);
        let board = Board {
            kind: scorer.kind(),
            systems: corpus.names(),
            samples: scoring::score(scorer, &corpus, &verdicts, &samples, threads),
            dataset: None,
            left_out: None,
        };
        let board = if arguments.common { board.common() } else { board };
        let mut comparison = board.compare(scorer, &bootstrap, threads);
        let tags = known_tags(&arguments.by, &board);
        comparison.breakdowns = breakdowns(&tags, scorer, &board, &bootstrap, threads);
        if arguments.curves.is_some() {
            curves.push(curves::Curves::of(
                &tags,
                scorer,
                &board,
                &comparison,
                &bootstrap,
                threads,
            ));
        }
        results.push(LevelScores {
            comparison,
            samples: board.samples,
        });
    }
    check_tags(&arguments.by, &results)?;
    corpus.files.extend(verdicts.files());
    corpus.files.extend(tables);
    let comparisons = results.iter().map(|level| &level.comparison);
    let verdicts = threshold::judge(&arguments.thresholds, unit_tests, comparisons.clone())?;
    let tasks = eval_results::tasks(arguments.benchmark.as_ref(), &arguments.benchmark_task, comparisons)?;
    if arguments.html.is_some() || arguments.html_folder.is_some() {
        let samples = arguments.html_samples;
        let all = Results {
            scorers: &scorers,
            levels: &results,
            unit_tests,
        };
        let mut evaluation = report::evaluation(&brought, &corpus, all, samples, threads, &renderer);
        for (level, comparison) in results.iter_mut().zip(&evaluation.comparisons) {
            level.comparison.clone_from(comparison);
        }
        content(&arguments.html_without).apply(&mut evaluation);
        files::pages(arguments, &evaluation)?;
    }
    if let Some(folder) = &arguments.curves {
        curves::write(folder, &curves)?;
    }
    files::scores(arguments, &corpus, &settings, &results, unit_tests, &verdicts)?;
    if let Some(folder) = &arguments.eval_results {
        let comparisons = results.iter().map(|level| &level.comparison);
        let levels: Vec<_> = comparisons.zip(tasks).collect();
        eval_results::write(folder, &corpus.names(), &levels, corpus.filtered.as_ref())?;
    }
    print(arguments, &corpus, &settings, &results, unit_tests)?;
    threshold::tell(&verdicts);
    let is_whole = is_lossless && are_all_tests && results.iter().all(|level| level.comparison.problems.is_empty());
    Ok(exit_code(&verdicts, is_whole))
}

/// Returns the breakdowns by tags.
fn breakdowns(
    tags: &[String],
    scorer: &Scorer<'_>,
    board: &Board,
    bootstrap: &Bootstrap,
    threads: NonZeroUsize,
) -> Vec<Breakdown> {
    tags.iter()
        .map(|tag| board.breakdown(scorer, tag, bootstrap, threads))
        .collect()
}

/// Returns the tags that samples have.
fn known_tags(tags: &[String], board: &Board) -> Vec<String> {
    let is_known = |tag: &&String| board.samples.iter().any(|sample| sample.tags.contains_key(*tag));
    tags.iter().filter(is_known).cloned().collect()
}

/// Refuses a tag that no sample has, since it is probably a typing error.
fn check_tags(tags: &[String], results: &[LevelScores]) -> Result<(), EvaluationError> {
    let samples = || results.iter().flat_map(|level| &level.samples);
    let unknown = tags
        .iter()
        .find(|tag| !samples().any(|sample| sample.tags.contains_key(*tag)));
    let Some(tag) = unknown else { return Ok(()) };
    let there: BTreeSet<&str> = samples()
        .flat_map(|sample| sample.tags.keys())
        .map(String::as_str)
        .collect();
    Err(EvaluationError::NoSuchTag {
        tag: tag.clone(),
        there: match there.into_iter().collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => "they have none".to_owned(),
            names => format!("there are {names}"),
        },
    })
}

/// Opens the dataset with the named systems.
fn open(arguments: &Arguments, renderer: &Renderer) -> Result<Brought, Failure> {
    let systems = &arguments.systems;
    for (index, (name, _)) in systems.iter().enumerate() {
        if systems.iter().take(index).any(|(other, _)| other == name) {
            return Err(EvaluationError::SystemTwice(name.clone()).into());
        }
    }
    Brought::open(&arguments.dataset, systems, arguments.texts, renderer)
}

fn exit_code(verdicts: &[Verdict], is_whole: bool) -> ExitCode {
    if verdicts.iter().any(|verdict| !verdict.holds) {
        ExitCode::from(3)
    } else {
        ExitCode::from(u8::from(!is_whole))
    }
}

/// Returns a scorer for each level, with the requested metrics that are defined on it.
fn scorers<'s>(levels: &[Kind], ids: &[String], settings: &'s Settings) -> Result<Vec<Scorer<'s>>, Failure> {
    if ids.is_empty() {
        return Ok(levels.iter().map(|&level| Scorer::new(level, settings)).collect());
    }
    for id in ids {
        let info = metric(id).map(|metric| metric.info());
        let info = info.ok_or_else(|| MetricError::Unknown { id: id.clone() })?;
        if !levels.iter().any(|level| info.kinds.contains(level)) {
            let kind = levels.first().copied().unwrap_or_default();
            return Err(MetricError::OtherKind { info, kind }.into());
        }
    }
    let of_level = |level: &Kind| {
        let is_defined = |id: &&String| metric(id).is_some_and(|metric| metric.info().kinds.contains(level));
        let ids: Vec<&String> = ids.iter().filter(is_defined).collect();
        Scorer::only(*level, settings, &ids).map_err(Failure::from)
    };
    levels.iter().map(of_level).collect()
}

fn content(left_out: &[LeftOut]) -> Content {
    Content {
        images: !left_out.contains(&LeftOut::Images),
        texts: !left_out.contains(&LeftOut::Texts),
    }
}

fn print(
    arguments: &Arguments,
    corpus: &Corpus,
    settings: &Settings,
    results: &[LevelScores],
    unit_tests: Option<&UnitTests>,
) -> Result<(), Failure> {
    let mut out = terminal::output(match arguments.format {
        Format::Json => Form::Json,
        Format::Table => Form::Text,
    });
    match arguments.format {
        Format::Json => writeln!(
            out,
            "{}",
            report::json(corpus, settings, results, unit_tests, arguments.with_texts)?
        )
        .map_err(Failure::Write)?,
        Format::Table => {
            let comparisons: Vec<&Comparison> = results.iter().map(|level| &level.comparison).collect();
            table::write(
                &corpus.title(),
                corpus.filtered.as_ref(),
                unit_tests,
                &comparisons,
                &mut out,
            )
            .map_err(Failure::Write)?;
        }
    }
    out.flush().map_err(Failure::Write)
}
