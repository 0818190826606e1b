use texlens_metrics::{Group, Kind, Outcome, Settings, metric};

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use texlens_metrics::Score;

use super::*;
use crate::board::{Board, SampleScores, SystemScores};
use crate::scorer::{Scored, Scorer};

/// Creates scores with these values, in the order of the registry. A metric without a value is undefined.
fn scored(scorer: &Scorer<'_>, value: impl Fn(&str, Group) -> Option<f64>) -> SystemScores {
    let score = |metric: &&'static dyn texlens_metrics::Metric| {
        let info = metric.info();
        let outcome = match value(info.id, info.group) {
            Some(value) => Outcome::Defined { value, ratio: None },
            None => Outcome::Undefined {
                reason: format!("no {}", info.id),
            },
        };
        Score {
            metric: info.id.to_owned(),
            outcome,
            summary: String::new(),
            spans: Vec::new(),
            unlisted: 0,
        }
    };
    let scores = scorer.metrics().iter().map(score).collect();
    SystemScores::of(
        0,
        Ok(Scored {
            scores,
            ..Scored::default()
        }),
    )
}

fn sample(id: &str, document: &str, systems: Vec<SystemScores>) -> SampleScores {
    SampleScores {
        id: id.to_owned(),
        document: document.to_owned(),
        content: None,
        tags: BTreeMap::new(),
        reference_compilation: None,
        systems,
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn board(scorer: &Scorer<'_>, systems: &[impl AsRef<str>], samples: &[SampleScores]) -> Board {
    Board {
        kind: scorer.kind(),
        systems: systems.iter().map(|name| name.as_ref().to_owned()).collect(),
        samples: samples.to_vec(),
        dataset: None,
        left_out: None,
    }
}

fn compared(scorer: &Scorer<'_>, systems: &[&str], samples: &[SampleScores]) -> Comparison {
    let board = board(scorer, systems, samples);
    let comparison = board.compare(scorer, &Bootstrap::default(), NonZeroUsize::MIN);
    let four = NonZeroUsize::new(4).unwrap();
    let again = board.compare(scorer, &Bootstrap::default(), four);
    assert_eq!(comparison, again, "the number of threads does not matter");
    comparison
}

#[test]
fn of_many_systems_each_two_of_the_first_are_compared() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Page, &settings, &["ds"]).unwrap();
    let systems: Vec<String> = (0..MAX_PAIRED + 2).map(|index| format!("s{index}")).collect();
    let scores = |document: &str| {
        let of_system = |_: &String| scored(&scorer, |_, _| Some(0.5));
        sample(document, document, systems.iter().map(of_system).collect())
    };
    let samples = [scores("a"), scores("b")];
    let bootstrap = Bootstrap::new(100, 1, texlens_stats::Confidence::default()).unwrap();
    let comparison = board(&scorer, &systems, &samples).compare(&scorer, &bootstrap, NonZeroUsize::MIN);
    assert_eq!(comparison.systems.len(), MAX_PAIRED + 2);
    assert_eq!(comparison.differences.len(), MAX_PAIRED * (MAX_PAIRED - 1) / 2);
}

#[test]
fn a_mean_is_over_the_samples_on_which_the_metric_is_defined() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Page, &settings, &["ds"]).unwrap();
    let mut missing = scored(&scorer, |_, _| Some(0.0));
    missing.missing = 1;
    let failed = SystemScores::of(0, Err("p5.tex is not UTF-8".to_owned()));
    let samples = [
        sample("p1", "a", vec![scored(&scorer, |_, _| Some(1.0))]),
        sample("p2", "a", vec![scored(&scorer, |_, _| Some(0.5))]),
        sample("p3", "b", vec![scored(&scorer, |_, _| None)]),
        sample("p4", "b", vec![missing]),
        sample("p5", "c", vec![failed]),
    ];
    let comparison = compared(&scorer, &["A"], &samples);
    assert_eq!((comparison.samples, comparison.documents), (5, 3));
    let system = &comparison.systems[0];
    assert_eq!((system.scored, system.missing, system.failed), (4, 1, 1));
    let ds = system.metric("ds").unwrap();
    assert_eq!((ds.mean, ds.defined), (Some(0.5), 3));
    assert_eq!(
        ds.undefined,
        [Reason {
            reason: "no ds".to_owned(),
            samples: 1
        }]
    );
    // Each draw takes two whole documents, with means 0.75 and 0, so the mean of a draw is 0.75, 0 or in between.
    let interval = ds.interval.unwrap();
    assert_eq!((interval.low, interval.high), (0.0, 0.75));
    assert_eq!(comparison.problems.len(), 1);
    assert_eq!(comparison.problems[0].message, "p5.tex is not UTF-8");
    assert!(comparison.differences.is_empty());
}

#[test]
fn one_document_has_no_interval_and_no_sample_no_mean() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Document, &settings, &["ds", "sa"]).unwrap();
    let value = |id: &str, _| (id == "ds").then_some(0.25);
    let comparison = compared(&scorer, &["A"], &[sample("d", "d", vec![scored(&scorer, value)])]);
    let system = &comparison.systems[0];
    let ds = system.metric("ds").unwrap();
    assert_eq!((ds.mean, ds.interval), (Some(0.25), None));
    assert!(ds.note.contains("too few"), "{}", ds.note);
    assert_eq!(system.metric("sa").unwrap().mean, None);
}

#[test]
fn groups_are_means_of_the_metrics_means() {
    let settings = Settings::default();
    let scorer = Scorer::new(Kind::Document, &settings);
    // Structural metrics are defined on the first document only.
    let first = |_: &str, group| Some(if group == Group::Structural { 0.2 } else { 0.8 });
    let second = |_: &str, group| (group != Group::Structural).then_some(0.4);
    let samples = [
        sample("d", "d", vec![scored(&scorer, first)]),
        sample("e", "e", vec![scored(&scorer, second)]),
    ];
    let comparison = compared(&scorer, &["A"], &samples);
    let value = |id| comparison.systems[0].group(id).unwrap().value.unwrap();
    let near = |id, expected: f64| assert!((value(id) - expected).abs() < 1e-12, "{id}: {}", value(id));
    near("structural", 0.2);
    near("usability", 0.6);
    near("fidelity", 0.6);
    // The result is not the mean of the documents' own means, (0.6 + 0.4) / 2.
    near("overall", (0.2 + 0.6 + 0.6) / 3.0);
    let overall = comparison.systems[0].group("overall").unwrap();
    let interval = overall.interval.unwrap();
    assert!(interval.contains(overall.value.unwrap()) && interval.low < interval.high);
}

#[test]
fn a_group_with_a_member_that_is_nowhere_defined_has_no_value() {
    let settings = Settings::default();
    let scorer = Scorer::new(Kind::Document, &settings);
    let value = |id: &str, group| match (id, group) {
        ("ds", _) => None,
        (_, Group::Usability) => Some(0.3),
        _ => Some(0.9),
    };
    let samples = ["d", "e"].map(|id| sample(id, id, vec![scored(&scorer, value)]));
    let comparison = compared(&scorer, &["A"], &samples);
    let group = |id| comparison.systems[0].group(id).unwrap();
    assert_eq!(group("usability").value, None);
    assert_eq!(group("usability").undefined, ["ds"]);
    assert_eq!(group("overall").value, None);
    let defined = group("overall_defined");
    let members: Vec<f64> = defined
        .members
        .iter()
        .filter_map(|id| value(id, metric(id).unwrap().info().group))
        .collect();
    assert_eq!(members.len(), defined.members.len() - 1);
    let mean = members.iter().sum::<f64>() / members.len() as f64;
    assert!((defined.value.unwrap() - mean).abs() < 1e-12);
    assert_eq!(defined.undefined, ["ds"]);
}

#[test]
fn part_of_a_group_is_no_group() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Document, &settings, &["ds", "sa"]).unwrap();
    let samples = ["d", "e"].map(|id| sample(id, id, vec![scored(&scorer, |_, _| Some(0.5))]));
    let comparison = compared(&scorer, &["A"], &samples);
    assert!(comparison.systems[0].group("usability").is_none());
    assert!(comparison.systems[0].group("overall").is_none());
}

#[test]
fn differences_are_paired_and_told_in_a_sentence() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Document, &settings, &["ds"]).unwrap();
    // The documents differ widely, but the systems always differ by 0.04.
    let levels = [0.1, 0.9, 0.5, 0.3, 0.7];
    let pair = |level: f64| {
        let first = scored(&scorer, |_, _| Some(level));
        vec![first, scored(&scorer, |_, _| Some(level + 0.04))]
    };
    let samples: Vec<_> = levels
        .iter()
        .map(|&level| sample(&level.to_string(), &level.to_string(), pair(level)))
        .collect();
    let comparison = compared(&scorer, &["A", "B"], &samples);
    let [difference] = comparison.differences.as_slice() else {
        panic!("{:?}", comparison.differences);
    };
    assert!((difference.mean + 0.04).abs() < 1e-12);
    assert_eq!(
        (difference.first_better, difference.equal, difference.second_better),
        (0, 0, 5)
    );
    assert!(difference.is_clear);
    assert_eq!(
        difference.summary,
        "B is better than A by 4.0 points in Document-level similarity (ds); the 95 % interval 4.0 to 4.0 excludes 0; \
         better on 5, equal on 0, worse on 0 of 5 documents."
    );
}

#[test]
fn differences_that_are_not_clear_are_not_claimed() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Document, &settings, &["ds"]).unwrap();
    let compare = |pairs: &[(f64, f64)]| {
        let systems = |&(a, b): &(f64, f64)| vec![scored(&scorer, |_, _| Some(a)), scored(&scorer, |_, _| Some(b))];
        let samples: Vec<_> = pairs
            .iter()
            .enumerate()
            .map(|(index, pair)| sample(&index.to_string(), &index.to_string(), systems(pair)))
            .collect();
        compared(&scorer, &["A", "B"], &samples).differences.remove(0)
    };
    let mixed = compare(&[(0.9, 0.4), (0.4, 0.9), (0.6, 0.5)]);
    assert!(!mixed.is_clear);
    assert!(
        mixed
            .summary
            .starts_with("No clear difference in Document-level similarity (ds): A is ahead of B by 3.3 points"),
        "{}",
        mixed.summary
    );
    let equal = compare(&[(0.5, 0.5), (0.25, 0.25)]);
    assert!(!equal.is_clear);
    assert_eq!(
        equal.summary,
        "A and B have equal values of Document-level similarity (ds) on all 2 documents."
    );
    let single = compare(&[(0.75, 0.5)]);
    assert_eq!((single.is_clear, single.interval), (false, None));
    assert!(
        single.summary.contains("too few documents for an interval"),
        "{}",
        single.summary
    );
}

#[test]
fn what_is_told_of_two_systems_is_sorted() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Document, &settings, &["ds", "sa", "edit_similarity", "cer"]).unwrap();
    let first = |_: &str, _| Some(0.5);
    let second = |id: &str, _| Some(if id == "sa" { 0.5 } else { 0.4 });
    let systems = || vec![scored(&scorer, first), scored(&scorer, second)];
    let samples = ["d", "e"].map(|id| sample(id, id, systems()));
    let comparison = compared(&scorer, &["A", "B"], &samples);
    let pairs: Vec<_> = comparison.pairs().collect();
    let [pair] = pairs.as_slice() else { panic!("{pairs:?}") };
    assert_eq!((pair.first, pair.second, pair.all.len()), ("A", "B", 4));
    assert_eq!(
        pair.told
            .iter()
            .map(|difference| difference.metric.as_str())
            .collect::<Vec<_>>(),
        ["ds"]
    );
    // For error rates, lower is better.
    assert_eq!(
        (&pair.first_also, &pair.second_also),
        (&vec!["edit_similarity"], &vec!["cer"])
    );
    assert_eq!(pair.unclear, ["sa"]);
}

/// Returns the sample with a tag.
fn tagged(sample: SampleScores, value: Option<&str>) -> SampleScores {
    let tag = value.map(|value| ("columns".to_owned(), value.to_owned()));
    SampleScores {
        tags: tag.into_iter().collect(),
        ..sample
    }
}

#[test]
fn a_breakdown_says_of_each_value_what_is_true_of_its_samples_alone() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Page, &settings, &["ds", "sa"]).unwrap();
    let columns = [Some("2"), Some("10"), Some("2"), None, Some("10"), Some("2")];
    let numbered = columns.iter().enumerate().map(|(index, columns)| {
        let value = index as f64 / 10.0;
        let systems = [value, 1.0 - value].map(|value| scored(&scorer, move |_, _| Some(value)));
        let document = format!("d{}", index / 2);
        tagged(sample(&format!("p{index}"), &document, systems.to_vec()), *columns)
    });
    let samples: Vec<_> = numbered.collect();
    let all = board(&scorer, &["A", "B"], &samples);
    let (bootstrap, one) = (Bootstrap::default(), NonZeroUsize::MIN);
    let by_columns = all.breakdown(&scorer, "columns", &bootstrap, one);
    let rows: Vec<_> = by_columns
        .values
        .iter()
        .map(|row| (row.value.as_deref(), row.samples, row.documents))
        .collect();
    // Numbers are in numerical order, not in the order of their digits.
    assert_eq!(rows, [(Some("2"), 3, 3), (Some("10"), 2, 2), (None, 1, 1)]);
    let twos = [0, 2, 5].map(|index: usize| samples[index].clone());
    let alone = board(&scorer, &["A", "B"], &twos).compare(&scorer, &bootstrap, one);
    assert_eq!(by_columns.values[0].systems, alone.systems);
    assert!((alone.systems[0].metric("ds").unwrap().mean.unwrap() - 0.7 / 3.0).abs() < 1e-12);
    let four = NonZeroUsize::new(4).unwrap();
    let again = all.breakdown(&scorer, "columns", &bootstrap, four);
    assert_eq!(by_columns, again);
}

#[test]
fn values_that_are_names_come_by_their_samples_and_only_so_many() {
    let samples: Vec<_> = (0..100)
        .map(|index| {
            let value = if index < 10 {
                "common".to_owned()
            } else {
                format!("rare {index}")
            };
            tagged(sample(&index.to_string(), "d", Vec::new()), Some(&value))
        })
        .collect();
    let (parts, more) = tag_parts(&samples, "columns");
    assert_eq!((parts.len(), more), (MAX_TAG_VALUES, 91 - MAX_TAG_VALUES));
    assert_eq!(parts[0].value.as_deref(), Some("common"));
    assert_eq!(parts[1].value.as_deref(), Some("rare 10"));
    assert_eq!(tag_parts(&samples, "language").0.len(), 1);
}

#[test]
fn systems_that_are_not_asked_for_have_no_differences() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Page, &settings, &["ds"]).unwrap();
    let systems = names(&["A", "B", "C"]);
    let samples: Vec<_> = [0.1, 0.5, 0.7]
        .iter()
        .map(|value: &f64| {
            let of = |more: f64| scored(&scorer, |_, _| Some(value + more));
            sample(&value.to_string(), &value.to_string(), vec![of(0.0), of(0.1), of(0.2)])
        })
        .collect();
    let bootstrap = Bootstrap::default();
    let comparing = Comparing::differences(&scorer, &systems, &samples, &bootstrap, [[0, 2]]);
    let comparison = comparing.finish((0..comparing.steps()).map(|step| comparing.step(step)).collect());
    let all = compared(&scorer, &["A", "B", "C"], &samples);
    assert_eq!(all.differences.len(), 3);
    assert_eq!(comparison.differences, [all.differences[1].clone()]);
}

#[test]
fn what_is_looked_at_first_has_values() {
    let settings = Settings::default();
    let scorer = Scorer::new(Kind::Page, &settings);
    // Without an engine, csr is undefined, and with it usability and overall.
    let value = |id: &str, _| (!matches!(id, "csr" | "usability" | "overall" | "ta")).then_some(0.5);
    let samples = ["d", "e"].map(|id| sample(id, id, vec![scored(&scorer, value)]));
    let comparison = compared(&scorer, &["A"], &samples);
    let main: Vec<String> = comparison
        .main_measures()
        .iter()
        .map(|one| one.id().to_owned())
        .collect();
    assert_eq!(
        main,
        ["overall_defined", "structural", "ds", "ctp", "fa", "edit_similarity"]
    );
    assert_eq!(comparison.measures().len(), 5 + scorer.metrics().len());
    let system = &comparison.systems[0];
    let overall = Measure::Mean("overall".to_owned());
    assert_eq!(overall.of(system).unwrap().value, None);
    assert_eq!(overall.why_undefined(system).unwrap(), "needs csr, ta");
    assert_eq!(Measure::Metric("ta".to_owned()).why_undefined(system).unwrap(), "no ta");
    assert!(Measure::Metric("cer".to_owned()).lower_is_better());
}

/// Returns samples of an experiment with known effects: 12 pages at each of three resolutions, without and with damage.
/// Pages differ by up to 0.22, 150 dpi adds 0.2 and 300 dpi 0.3, and damage takes 0.1.
fn experiment(scorer: &Scorer<'_>) -> Vec<SampleScores> {
    let mut samples = Vec::new();
    for page in 0..12_u32 {
        for (dpi, gain) in [("150", 0.2), ("72", 0.0), ("300", 0.3)] {
            for (damage, loss) in [("none", 0.0), ("blur", 0.1)] {
                let value = 0.3 + f64::from(page) / 50.0 + gain - loss;
                let scores = [value, 0.5].map(|value| scored(scorer, move |_, _| Some(value)));
                let tags = [("dpi", dpi), ("damage", damage), ("page", &page.to_string())];
                samples.push(SampleScores {
                    content: Some(page.into()),
                    tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
                    ..sample(&format!("{page}-{dpi}-{damage}"), &page.to_string(), scores.to_vec())
                });
            }
        }
    }
    samples
}

/// Returns the curve of a factor, and checks that the number of threads does not matter.
fn curve_of(scorer: &Scorer<'_>, samples: &[SampleScores], factor: &str) -> Curve {
    let factors = names(&["dpi", "damage"]);
    let board = board(scorer, &["A", "flat"], samples);
    let bootstrap = Bootstrap::default();
    let curve_by = |threads| {
        let breakdown = board.breakdown(scorer, factor, &bootstrap, threads);
        board.curve(scorer, &breakdown, &factors, &bootstrap, threads)
    };
    let curve = curve_by(NonZeroUsize::MIN);
    assert_eq!(curve, curve_by(NonZeroUsize::new(4).unwrap()));
    curve
}

fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn a_curve_gives_back_planted_effects_on_the_same_pages() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Page, &settings, &["ds"]).unwrap();
    let samples = experiment(&scorer);
    let curve = curve_of(&scorer, &samples, "dpi");
    let values: Vec<_> = curve
        .values
        .iter()
        .map(|value| (value.value.as_str(), value.number))
        .collect();
    assert_eq!(values, [("72", Some(72.0)), ("150", Some(150.0)), ("300", Some(300.0))]);
    assert!(
        curve.is_ordered
            && curve
                .values
                .iter()
                .all(|value| (value.samples, value.documents) == (24, 12))
    );
    let ds = Measure::Metric("ds".to_owned());
    let line: Vec<&Point> = curve.line(0, &ds).collect();
    // The mean page has 0.41; half of the images have damage.
    for (point, (mean, change)) in line.iter().zip([(0.36, None), (0.56, Some(0.2)), (0.66, Some(0.3))]) {
        assert!(is_close(point.value.unwrap(), mean), "{point:?}");
        assert_eq!((point.samples, point.documents), (24, 12));
        let found = point.change.as_ref().map(|change| change.mean.unwrap());
        assert_eq!(found.is_some(), change.is_some());
        assert!(
            is_close(found.unwrap_or_default(), change.unwrap_or_default()),
            "{point:?}"
        );
    }
    // Pages differ, so the means have wide intervals. All pages change alike, so the change has none to speak of.
    let (mean, change) = (line[1].interval.unwrap(), line[1].change.as_ref().unwrap());
    assert!(mean.high - mean.low > 0.05, "{mean:?}");
    assert_eq!(change.pairs, 24);
    let interval = change.interval.unwrap();
    assert!(
        is_close(interval.low, 0.2) && is_close(interval.high, 0.2),
        "{interval:?}"
    );
    let flat: Vec<_> = curve
        .line(1, &ds)
        .filter_map(|point| point.change.as_ref()?.mean)
        .collect();
    assert_eq!(flat, [0.0, 0.0]);

    // Names come in the order of the dataset, so that the first image of a page has the first value.
    let curve = curve_of(&scorer, &samples, "damage");
    let values: Vec<_> = curve
        .values
        .iter()
        .map(|value| (value.value.as_str(), value.number))
        .collect();
    assert_eq!(values, [("none", None), ("blur", None)]);
    assert!(!curve.is_ordered);
    let change = curve.line(0, &ds).last().unwrap().change.as_ref().unwrap();
    assert!(is_close(change.mean.unwrap(), -0.1), "{change:?}");
    assert_eq!(change.pairs, 36);
}

#[test]
fn the_images_of_a_page_are_drawn_together() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Page, &settings, &["ds"]).unwrap();
    let samples = experiment(&scorer);
    let curve = curve_of(&scorer, &samples, "dpi");
    let ds = Measure::Metric("ds".to_owned());
    let interval = curve.line(0, &ds).next().unwrap().interval.unwrap();
    // Each page once, with the mean of its two images, has the same interval: the second image adds no evidence.
    let with_72 = samples.iter().filter(|sample| sample.tags["dpi"] == "72");
    let mut means: BTreeMap<&str, f64> = BTreeMap::new();
    for sample in with_72 {
        *means.entry(&sample.document).or_default() += sample.systems[0].score("ds").unwrap().value().unwrap() / 2.0;
    }
    let order: Vec<f64> = (0..12).map(|page| means[page.to_string().as_str()]).collect();
    let once = Bootstrap::default()
        .mean(&texlens_stats::Units::samples(12), &order)
        .unwrap();
    let expected = once.estimate.interval;
    assert!(
        is_close(interval.low, expected.low) && is_close(interval.high, expected.high),
        "{interval:?}, {expected:?}"
    );
}

#[test]
fn only_the_same_content_is_paired_and_what_has_no_interval_says_why() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Page, &settings, &["ds", "ta"]).unwrap();
    let ds = Measure::Metric("ds".to_owned());
    let at = |id: &str, document: &str, content: u64, dpi: Option<&str>| SampleScores {
        content: Some(content),
        tags: dpi.map(|dpi| ("dpi".to_owned(), dpi.to_owned())).into_iter().collect(),
        ..sample(
            id,
            document,
            vec![scored(&scorer, |id, _| (id == "ds").then_some(0.5)); 2],
        )
    };
    // Two pages of one document are not a pair, though their values differ.
    let pages = [
        at("a1", "a", 1, Some("72")),
        at("a2", "a", 2, Some("150")),
        at("b", "b", 3, None),
    ];
    let curve = curve_of(&scorer, &pages, "dpi");
    assert_eq!((curve.without, curve.values.len()), (1, 2));
    let last = curve.line(0, &ds).last().unwrap();
    assert_eq!((last.value, last.interval, last.documents), (Some(0.5), None, 1));
    assert_eq!(last.note, "no interval: 1 document, where at least 2 are needed");
    let change = last.change.as_ref().unwrap();
    assert_eq!((change.pairs, change.mean), (0, None));
    assert_eq!(change.note, "no sample has the same content with both values");
    let ta = Measure::Metric("ta".to_owned());
    let undefined = curve.line(0, &ta).last().unwrap();
    assert_eq!((undefined.value, undefined.note.as_str()), (None, "no ta"));

    // One page at both levels has a change without an interval. A second image with one of the values leaves no pair.
    let page = [at("a-72", "a", 1, Some("72")), at("a-150", "a", 1, Some("150"))];
    let change = |samples: &[SampleScores]| {
        let curve = curve_of(&scorer, samples, "dpi");
        curve.line(0, &ds).last().unwrap().change.clone().unwrap()
    };
    let alone = change(&page);
    assert_eq!((alone.pairs, alone.mean, alone.interval), (1, Some(0.0), None));
    assert_eq!(alone.note, "no interval: 1 document, where at least 2 are needed");
    let [first, second] = page;
    assert_eq!(
        change(&[first, second, at("a-150-again", "a", 1, Some("150"))]).pairs,
        0
    );
}

#[test]
fn a_change_of_a_group_is_the_difference_of_its_values_on_the_same_pages() {
    let settings = Settings::default();
    let scorer = Scorer::new(Kind::Page, &settings);
    let mut samples = Vec::new();
    for page in 0..6_u32 {
        for (dpi, gain) in [("72", 0.0), ("150", 0.25)] {
            // Each group changes by another share of the gain.
            let value = move |_: &str, group: Group| {
                let share = match group {
                    Group::Structural => 1.0,
                    Group::Usability => -0.4,
                    _ => 0.2,
                };
                Some(0.3 + f64::from(page) / 20.0 + share * gain)
            };
            samples.push(SampleScores {
                content: Some(page.into()),
                tags: [("dpi".to_owned(), dpi.to_owned())].into(),
                ..sample(
                    &format!("{page}-{dpi}"),
                    &page.to_string(),
                    vec![scored(&scorer, value); 2],
                )
            });
        }
    }
    let curve = curve_of(&scorer, &samples, "dpi");
    // Overall is the mean of the three groups.
    for (group, expected) in [
        ("structural", 0.25),
        ("usability", -0.1),
        ("fidelity", 0.05),
        ("overall", 0.2 / 3.0),
    ] {
        let measure = Measure::Mean(group.to_owned());
        let change = curve.line(0, &measure).last().unwrap().change.as_ref().unwrap();
        assert!(is_close(change.mean.unwrap(), expected), "{group}: {change:?}");
        let interval = change.interval.unwrap();
        assert!(
            is_close(interval.low, expected) && is_close(interval.high, expected),
            "{group}: {interval:?}"
        );
    }
}

#[test]
fn values_with_a_known_order_come_in_it() {
    let values = |values: &[&str]| {
        let samples: Vec<_> = (values.iter().enumerate())
            .map(|(index, value)| tagged(sample(&index.to_string(), "d", Vec::new()), Some(value)))
            .collect();
        let (parts, _) = tag_parts(&samples, "columns");
        parts.iter().filter_map(|part| part.value.clone()).collect::<Vec<_>>()
    };
    assert_eq!(values(&["12 pt", "9 pt", "10 pt"]), ["9 pt", "10 pt", "12 pt"]);
    assert_eq!(values(&["hard", "simple", "average"]), ["simple", "average", "hard"]);
    assert_eq!(values(&["multiline", "inline"]), ["inline", "multiline"]);
    // Different units are no scale.
    assert_eq!(values(&["9 pt", "10 mm"]), ["10 mm", "9 pt"]);
}
