//! Turns scores into output: provenance, JSON, and the evaluation that becomes an HTML page.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use texlens_dataset::{Picture, ReadError};
use texlens_evaluate::{
    Detail, Evaluation, Image, Kind, Parsed, Prediction, Problem, Provenance, SampleResult, SampleScores, SampleTexts,
    Scorer, Selection, Setting, TextOf, UNIT_TESTS, UnitTests, joined, list_settings, noun, parallel, sample_texts,
};
use texlens_metrics::{Direction, Settings, Side, leading, metric};
use texlens_native::{PdfError, Renderer};
use texlens_ocr::detect::{GrayImage, ImageError};
use texlens_pdf::{DEFAULT_DPI, is_pdf};
use texlens_report::{Assets, LevelScores, ReportError};

use super::corpus::{Corpus, Predicted, System};
use super::level::{self, Sample};
use super::scoring::{prediction, reference};
use crate::brought::Brought;
use crate::date;
use crate::failure::Failure;
use crate::input::{self, Folder};
use crate::terminal::say;

/// Maximum size of all texts of a page, in bytes. The page contains them several times: for people, for copying, and as
/// data.
const MAX_TEXT: usize = 1 << 20;

/// Maximum size of all images of a page, in bytes. The image of a page counts once for each system.
const MAX_IMAGES: usize = 16 << 20;

/// Returns all scores as JSON.
pub(super) fn json(
    corpus: &Corpus,
    settings: &Settings,
    results: &[LevelScores],
    unit_tests: Option<&UnitTests>,
    with_texts: bool,
) -> Result<String, ReportError> {
    let texts = if with_texts { texts(corpus) } else { Vec::new() };
    texlens_report::to_json(
        &corpus.title(),
        &provenance(corpus, settings),
        results,
        unit_tests,
        &texts,
    )
}

/// Returns the texts that were scored: every page, document without pages and formula with a reference. A system whose
/// prediction file cannot be used is omitted from the sample.
fn texts(corpus: &Corpus) -> Vec<SampleTexts> {
    let samples = corpus.pages.iter().zip(&corpus.references).enumerate();
    sample_texts(samples.flat_map(|(index, (page, reference))| {
        let text = TextOf {
            id: &page.id,
            document: page.document.as_deref().unwrap_or(&page.id),
            kind: page.kind,
            reference: reference.as_deref().ok(),
            prediction: None,
        };
        let predictions = corpus.systems.iter().filter_map(move |system| {
            let latex = match system.predictions.get(index)? {
                Predicted::Latex(latex) => Some(latex.as_str()),
                Predicted::Missing => None,
                Predicted::Unusable(_) => return None,
            };
            let prediction = Some((system.name.as_str(), latex));
            Some(TextOf { prediction, ..text })
        });
        std::iter::once(text).chain(predictions)
    }))
}

fn provenance(corpus: &Corpus, settings: &Settings) -> Provenance {
    let excluded = corpus.excluded.iter().map(|((key, value), count)| Setting {
        name: format!("exclude {key}={value}"),
        value: format!("{count} {}", noun(Kind::Page, *count)),
    });
    Provenance {
        texlens: env!("CARGO_PKG_VERSION").to_owned(),
        created: date::now(),
        settings: list_settings(settings)
            .into_iter()
            .chain(corpus.answers.clone())
            .chain(excluded)
            .collect(),
        files: corpus.files.clone(),
        filtered: corpus.filtered.clone(),
        ..Provenance::default()
    }
}

/// Reads KaTeX's style sheet and fonts from its folder. Without a folder, returns empty assets.
pub(in crate::commands) fn assets(folder: Option<&Path>) -> Result<Assets, Failure> {
    let Some(folder) = folder else {
        return Ok(Assets::default());
    };
    let unreadable = |path: PathBuf| |error| Failure::Read { path, error };
    let named = Folder::new(folder).map_err(|error| unreadable(folder.to_owned())(error.into()))?;
    let read = |path: PathBuf| named.read(&path, input::MAX_TEXT).map_err(unreadable(path));
    let css = folder.join("katex.min.css");
    let katex_css = input::text(read(css.clone())?).map_err(unreadable(css))?;
    let mut fonts = BTreeMap::new();
    for path in Assets::font_paths(&katex_css) {
        let bytes = read(folder.join(path))?;
        fonts.insert(path.rsplit('/').next().unwrap_or(path).to_owned(), bytes);
    }
    Ok(Assets { katex_css, fonts })
}

/// The results of all levels, each with its scorer, and those of the unit tests.
#[derive(Clone, Copy)]
pub(super) struct Results<'r> {
    pub(super) scorers: &'r [Scorer<'r>],
    pub(super) levels: &'r [LevelScores],
    pub(super) unit_tests: Option<&'r UnitTests>,
}

/// Makes an evaluation of the comparison, the unit tests, and the worst samples of the first level that has texts to
/// show; without such a level, the pages with the most failures of unit tests. Images that cannot be used become
/// problems of that level, or are reported.
pub(super) fn evaluation(
    brought: &Brought,
    corpus: &Corpus,
    results: Results<'_>,
    limit: usize,
    threads: NonZeroUsize,
    renderer: &Renderer,
) -> Evaluation {
    let Results {
        scorers,
        levels,
        unit_tests,
    } = results;
    let settings = scorers.first().map(Scorer::settings).cloned().unwrap_or_default();
    let mut evaluation = Evaluation {
        title: corpus.title(),
        comparisons: levels.iter().map(|level| level.comparison.clone()).collect(),
        unit_tests: unit_tests.cloned(),
        provenance: provenance(corpus, &settings),
        ..Evaluation::default()
    };
    let shown = scorers.iter().position(|scorer| scorer.kind() != Kind::Formula);
    let level = shown.and_then(|index| Some((scorers.get(index)?, levels.get(index)?)));
    let scored = level.and_then(|(scorer, level)| Some((scorer, &level.samples, chosen_by(scorer)?)));
    let problems = if let Some((scorer, scores, chosen_by)) = scored {
        let samples = level::samples(scorer.kind(), corpus);
        // The comparison may omit some of them.
        let by_id: HashMap<&str, &Sample> = samples.iter().map(|sample| (sample.id.as_str(), sample)).collect();
        let worst = worst(chosen_by, scores)
            .into_iter()
            .filter_map(|index| scores.get(index));
        let chosen: Vec<(&Sample, &SampleScores)> = worst
            .filter_map(|scores| Some((*by_id.get(scores.id.as_str())?, scores)))
            .take(limit)
            .collect();
        let chosen = within_size(corpus, chosen, |(sample, _)| sample);
        let shown = parallel::map(&chosen, threads, |(sample, scores)| {
            show(scorer, corpus, sample, scores)
        });
        evaluation.samples = shown.into_iter().flatten().collect();
        let samples: Vec<&Sample> = chosen.into_iter().map(|(sample, _)| sample).collect();
        let images = Images::read(brought, corpus, &samples, renderer);
        images.add_to(&mut evaluation, samples.len(), scores.len(), chosen_by)
    } else if let Some(tests) = unit_tests.filter(|_| corpus.has_only_tests()) {
        let samples = level::samples(Kind::Page, corpus);
        let chosen = within_size(corpus, most_failed(tests, &samples, limit), |sample| sample);
        evaluation.samples = chosen.iter().flat_map(|sample| show_tested(corpus, sample)).collect();
        let images = Images::read(brought, corpus, &chosen, renderer);
        images.add_to(&mut evaluation, chosen.len(), samples.len(), UNIT_TESTS)
    } else {
        return evaluation;
    };
    match shown.and_then(|index| evaluation.comparisons.get_mut(index)) {
        Some(comparison) => comparison.problems.extend(problems),
        None => {
            (problems.iter()).for_each(|problem| say(format_args!("texlens: {}: {}", problem.sample, problem.message)))
        }
    }
    evaluation
}

/// Returns the pages with the most verdicts that are not passes, of all systems together.
fn most_failed<'s>(tests: &UnitTests, samples: &'s [Sample], limit: usize) -> Vec<&'s Sample> {
    let mut failed: HashMap<&str, usize> = HashMap::new();
    for page in tests.systems.iter().flat_map(|system| &system.pages) {
        let count = page.verdicts.iter().filter(|verdict| !verdict.is_passed()).count();
        *failed.entry(&page.sample).or_default() += count;
    }
    let mut order: Vec<&Sample> = samples.iter().collect();
    order.sort_by_key(|sample| Reverse(failed.get(sample.id.as_str()).copied().unwrap_or_default()));
    order.truncate(limit);
    order
}

/// Returns the predictions for a page that unit tests alone judge. The evaluation has the verdicts of all pages.
fn show_tested(corpus: &Corpus, sample: &Sample) -> Vec<SampleResult> {
    let of_system = |system: &System| {
        let (pages, _) = prediction(system, sample);
        let latex = pages.into_iter().next().flatten()?.to_owned();
        Some(SampleResult {
            id: sample.id.clone(),
            kind: Kind::Page,
            document: (sample.document != sample.id).then(|| sample.document.clone()),
            prediction: Some(Prediction::given(system.name.clone(), latex)),
            tags: sample.tags.clone(),
            ..SampleResult::default()
        })
    };
    corpus.systems.iter().filter_map(of_system).collect()
}

/// Returns the metric by which the lowest-scoring samples are chosen: the leading metric of the kind, else the first.
fn chosen_by(scorer: &Scorer<'_>) -> Option<&'static str> {
    let mut ids = scorer.metrics().iter().map(|metric| metric.info().id);
    let preferred = leading(scorer.kind()).find(|info| ids.clone().any(|known| known == info.id));
    preferred.map(|info| info.id).or_else(|| ids.next())
}

/// Returns the scored samples in the order of their worst value by any system; those without a value come last.
fn worst(id: &str, samples: &[SampleScores]) -> Vec<usize> {
    let sign = match metric(id).map(|metric| metric.info().direction) {
        Some(Direction::LowerIsBetter) => -1.0,
        _ => 1.0,
    };
    let value = |sample: &SampleScores| {
        let values = sample.systems.iter().filter_map(|scores| scores.score(id)?.value());
        values.map(|value| sign * value).fold(f64::INFINITY, f64::min)
    };
    let was_scored = |sample: &SampleScores| sample.systems.iter().any(|scores| scores.outcome.is_ok());
    let scored = samples.iter().enumerate().filter(|(_, sample)| was_scored(sample));
    let mut order: Vec<(usize, f64)> = scored.map(|(index, sample)| (index, value(sample))).collect();
    order.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    order.into_iter().map(|(index, _)| index).collect()
}

/// Returns as many samples as fit on a page, from the first one.
fn within_size<T>(corpus: &Corpus, samples: Vec<T>, sample_of: impl Fn(&T) -> &Sample) -> Vec<T> {
    let mut left = MAX_TEXT;
    let fits = |one: &T| {
        let sample = sample_of(one);
        let length = |pages: &[&str]| pages.iter().map(|page| page.len()).sum::<usize>();
        let reference = reference(corpus, sample).map_or(0, |pages| length(&pages));
        let predictions = corpus.systems.iter().map(|system| prediction(system, sample).0);
        let size: usize = predictions
            .map(|pages| length(&pages.into_iter().flatten().collect::<Vec<_>>()) + reference)
            .sum();
        let rest = left.checked_sub(size);
        left = rest.unwrap_or_default();
        rest.is_some()
    };
    samples.into_iter().take_while(fits).collect()
}

/// Returns the results of a sample for all systems, with the passages that explain the scores.
fn show(scorer: &Scorer<'_>, corpus: &Corpus, sample: &Sample, scores: &SampleScores) -> Vec<SampleResult> {
    let Ok(pages) = reference(corpus, sample) else {
        return Vec::new();
    };
    let kind = scorer.kind();
    let reference = joined(kind, &pages);
    let Ok(parsed) = Parsed::of(Side::Reference, &reference) else {
        return Vec::new();
    };
    let of_reference = &scores.reference_compilation;
    let parsed = parsed.with_compilation(of_reference.as_ref());
    let mut results = Vec::new();
    for (system, scores) in corpus.systems.iter().zip(&scores.systems) {
        let (pages, _) = prediction(system, sample);
        let pages: Vec<&str> = pages.into_iter().map(Option::unwrap_or_default).collect();
        let prediction = joined(kind, &pages);
        let compilation = scores
            .outcome
            .as_ref()
            .ok()
            .and_then(|scored| scored.compilation.clone());
        let Ok(scored) = scorer.assess(&parsed, &prediction, compilation.as_ref(), Detail::Spans) else {
            continue;
        };
        results.push(SampleResult {
            id: sample.id.clone(),
            case: None,
            kind,
            page_of: None,
            document: (sample.document != sample.id).then(|| sample.document.clone()),
            dataset: None,
            image: None,
            reference: Some(reference.latex().to_owned()),
            prediction: Some(Prediction::given(system.name.clone(), prediction.latex().to_owned())),
            scores: scored.scores,
            counts: scored.counts,
            error_types: scored.error_types,
            suspicions: scored.suspicions,
            // The evaluation has those of the whole dataset.
            unit_tests: Vec::new(),
            texts_left_out: false,
            formulas: scored.formulas,
            credit: None,
            compilation,
            reference_compilation: of_reference.clone(),
            tags: sample.tags.clone(),
            comment: String::new(),
        });
    }
    results
}

/// The page images of samples that are pages, by the id of the sample.
#[derive(Default)]
struct Images {
    by_sample: HashMap<String, Image>,
    left_out: usize,
    /// The lowest resolution at which pages of PDF files were drawn; `None` if there are none.
    dpi: Option<u16>,
    problems: Vec<Problem>,
}

/// The reason why an image is not shown.
#[derive(Debug, thiserror::Error)]
enum ImageProblem {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error(": {0}")]
    Pdf(#[from] PdfError),
    #[error("is neither PNG nor JPEG, nor a PDF")]
    Format,
}

impl Images {
    fn read(brought: &Brought, corpus: &Corpus, samples: &[&Sample], renderer: &Renderer) -> Self {
        let mut images = Self::default();
        let mut left = MAX_IMAGES;
        for sample in samples {
            let [page] = sample.pages.as_slice() else { continue };
            let Some(page) = corpus.pages.get(*page) else { continue };
            let problem = |message| Problem {
                sample: sample.id.clone(),
                system: None,
                message,
            };
            let missing = page.problems.iter().find(|problem| problem.problem.is_of_image());
            images
                .problems
                .extend(missing.map(|missing| problem(missing.to_string())));
            let Some(picture) = &page.image else { continue };
            if page.kind == Kind::Document {
                continue;
            }
            match image(brought, picture, renderer) {
                Ok((image, dpi)) if image.bytes.len() * corpus.systems.len() <= left => {
                    left -= image.bytes.len() * corpus.systems.len();
                    images.dpi = [images.dpi, dpi].into_iter().flatten().min();
                    images.by_sample.insert(sample.id.clone(), image);
                }
                Ok(_) => images.left_out += 1,
                Err(error) => {
                    let path = brought.plan.path(picture.file);
                    images.problems.push(problem(format!("image {path} {error}")));
                }
            }
        }
        images
    }

    /// Adds the images to the samples of an evaluation, with a note about its choice of samples. Returns the problems.
    fn add_to(self, evaluation: &mut Evaluation, shown: usize, total: usize, chosen_by: &str) -> Vec<Problem> {
        evaluation.selection = Some(Selection {
            shown,
            total,
            lowest: chosen_by.to_owned(),
            images_left_out: self.left_out,
        });
        evaluation.provenance.settings.extend(self.dpi.map(|dpi| Setting {
            name: "pdf.dpi".to_owned(),
            value: dpi.to_string(),
        }));
        for sample in &mut evaluation.samples {
            sample.image = self.by_sample.get(&sample.id).cloned();
        }
        self.problems
    }
}

/// Returns a page's image, and for a page of a PDF file also its resolution.
fn image(brought: &Brought, picture: &Picture, renderer: &Renderer) -> Result<(Image, Option<u16>), ImageProblem> {
    let bytes = brought.listing.picture(picture)?;
    if is_pdf(&bytes) {
        let drawn = renderer.draw(&renderer.open(bytes)?, picture.page.unwrap_or(1), DEFAULT_DPI)?;
        let image = Image {
            media_type: "image/png".to_owned(),
            bytes: drawn.png,
            width: drawn.width,
            height: drawn.height,
        };
        return Ok((image, Some(drawn.dpi)));
    }
    let media_type = match bytes.as_slice() {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xff, 0xd8, ..] => "image/jpeg",
        _ => return Err(ImageProblem::Format),
    };
    let decoded = GrayImage::decode(&bytes)?;
    let image = Image {
        media_type: media_type.to_owned(),
        width: u32::try_from(decoded.width).unwrap_or(u32::MAX),
        height: u32::try_from(decoded.height).unwrap_or(u32::MAX),
        bytes,
    };
    Ok((image, None))
}
