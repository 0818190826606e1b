//! Choices between systems.

use texlens_evaluate::ValueTable;
use texlens_ratings::{
    Attention, Design, Evidence, Expected, Filled, Merged, Pair, Predicted, Response, Results, Scale, Sheet, Side,
    Strengths, Study, Subject, gather, merge,
};
use texlens_stats::Choices;
use texlens_stats::bradley_terry::probability;

use crate::simulated::{quick, uniform};

const SYSTEMS: [(&str, f64); 4] = [("D", -0.8), ("A", 0.9), ("C", -0.3), ("B", 0.2)];

fn all_pairs(formulas: usize) -> Vec<Pair> {
    let predicted = |number: usize, system: &str| Predicted {
        id: format!("page#{number}"),
        system: system.to_owned(),
        reference: format!("x_{number}"),
        prediction: format!("x_{number} {system}"),
    };
    let predictions: Vec<Predicted> = (0..formulas)
        .flat_map(|number| SYSTEMS.map(|(system, _)| predicted(number, system)))
        .collect();
    gather(&predictions, Scale::Choice, None, 1).unwrap().pairs
}

/// Fills all sheets; `is_better` is asked about the first and the second version, and `None` is a tie.
fn merged(study: &Study, mut is_better: impl FnMut(&str, &str) -> Option<bool>) -> Merged {
    let hash = study.hash();
    let mut files = Vec::new();
    for rater in 1..=study.raters() {
        let mut sheet = Sheet::of(study, &hash, rater).unwrap();
        for (question, task) in (1..).zip(study.tasks_of(rater).unwrap()) {
            let first_is_better = match task.subject {
                Subject::Pair(pair) => {
                    let versions = &study.pairs[pair].versions;
                    is_better(&versions[0].system, &versions[1].system)
                }
                Subject::Check(check) => Some(study.checks[check].expected == Expected::Version(0)),
            };
            let side = match first_is_better {
                None => Side::Tie,
                Some(first) if first != task.is_swapped => Side::Left,
                Some(_) => Side::Right,
            };
            sheet.set(question, Response::Choice(side), None).unwrap();
        }
        files.push(("f".to_owned(), Filled::from(&sheet)));
    }
    let merged = merge(study, &files, Attention::default());
    assert!(merged.problems.is_empty(), "{:?}", merged.problems);
    merged
}

fn strengths(results: &Results) -> &Strengths {
    results.groups[0].strengths.as_ref().unwrap()
}

fn study(formulas: usize, raters: usize, each: usize) -> Study {
    let design = Design {
        raters,
        each,
        ..Design::new(Scale::Choice, 1)
    };
    design.study(all_pairs(formulas)).unwrap()
}

#[test]
fn planted_strengths_come_back() {
    let study = study(100, 12, 3);
    assert_eq!(study.pairs.len(), 600);
    let mut choices = Choices::new(4, 0);
    let strength = |system: &str| SYSTEMS.iter().find(|(name, _)| *name == system).unwrap().1;
    let merged = merged(&study, |first, second| {
        let is_better = uniform(&mut choices) < probability(strength(first) - strength(second));
        // One in ten cannot decide, whatever the strengths.
        (uniform(&mut choices) >= 0.1).then_some(is_better)
    });
    let mut table = ValueTable::new();
    for pair in &study.pairs {
        for version in &pair.versions {
            table.set_metric("true", &pair.id, &version.system, strength(&version.system));
            table.set_metric("cer", &pair.id, &version.system, strength(&version.system));
        }
    }
    let evidence = Evidence {
        table: Some(&table),
        bootstrap: quick(),
        ..Evidence::of(&study)
    };
    let results = Results::of(&study, &merged, &evidence);
    let found = strengths(&results);
    let order: Vec<&str> = found.systems.iter().map(|system| system.system.as_str()).collect();
    assert_eq!(order, ["A", "B", "C", "D"]);
    for system in &found.systems {
        // Ties draw all strengths towards each other, here by about a tenth.
        let (value, interval) = (system.strength.unwrap(), system.interval.unwrap());
        assert!((value - 0.9 * strength(&system.system)).abs() < 0.15, "{system:?}");
        assert!(
            interval.contains(value) && interval.high - interval.low < 0.5,
            "{system:?}"
        );
        assert_eq!(
            (system.choices, system.ranks),
            (900, system.rank.map(|rank| [rank, rank]))
        );
    }
    assert_eq!(found.duels.len(), 6);
    assert!(
        found
            .duels
            .iter()
            .all(|duel| duel.first < duel.second && duel.first_wins + duel.second_wins + duel.ties == 300)
    );
    assert_eq!((found.unbeaten.len(), &found.reason), (0, &None));

    let [of_true, of_cer] = [0, 1].map(|place: usize| &results.groups[0].preferences[place]);
    let (share, other) = (of_true.share.estimate().unwrap(), of_cer.share.estimate().unwrap());
    assert!(share.value > 0.65 && share.interval.low > 0.5, "{of_true:?}");
    assert!((share.value + other.value - 1.0).abs() < 1e-12, "less is better in cer");
    let names: Vec<&str> = results.groups[0]
        .agreement
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "Krippendorff's alpha, nominal",
            "Cohen's kappa, mean of pairs of raters"
        ]
    );
    assert_eq!(merged.to_csv(&study).lines().count(), 1);
}

/// Whether a system comes first or second in the input does not change the agreement.
#[test]
fn agreement_does_not_depend_on_the_order_of_versions() {
    let agreement = |is_reversed: bool| {
        let mut list = all_pairs(30);
        for pair in list.iter_mut().filter(|_| is_reversed).step_by(2) {
            pair.versions.reverse();
        }
        let design = Design {
            raters: 3,
            each: 3,
            ..Design::new(Scale::Choice, 1)
        };
        let study = design.study(list).unwrap();
        // Two of three people agree with the order of the names, and one mostly disagrees.
        let mut count = 0;
        let merged = merged(&study, |first, second| {
            count += 1;
            Some((first < second) != (count > 390))
        });
        let results = Results::of(
            &study,
            &merged,
            &Evidence {
                bootstrap: quick(),
                ..Evidence::of(&study)
            },
        );
        let value = |place: usize| results.groups[0].agreement[place].value.estimate().unwrap().value;
        [value(0), value(1)]
    };
    let [alpha, kappa] = agreement(false);
    assert!(
        (alpha + 1.0 / 9.0).abs() < 0.01 && (kappa + 1.0 / 9.0).abs() < 0.01,
        "{alpha} {kappa}"
    );
    assert_eq!(agreement(true), [alpha, kappa]);
}

#[test]
fn a_system_that_always_wins_is_named() {
    let study = study(10, 4, 2);
    let merged = merged(&study, |first, second| match (first, second) {
        ("A", _) => Some(true),
        (_, "A") => Some(false),
        _ => None,
    });
    let results = Results::of(
        &study,
        &merged,
        &Evidence {
            bootstrap: quick(),
            ..Evidence::of(&study)
        },
    );
    let found = strengths(&results);
    assert_eq!(found.unbeaten, ["A"]);
    let best = &found.systems[0];
    assert_eq!(
        (best.system.as_str(), best.wins, best.choices, best.rank),
        ("A", 60.0, 60, Some(1))
    );
    assert!(
        best.strength.unwrap() > 1.0 && best.strength.unwrap() < 10.0,
        "{best:?}"
    );
}

#[test]
fn systems_without_common_choices_are_not_ranked() {
    let mut list = all_pairs(10);
    let is_kept = |pair: &Pair| {
        let systems = [0, 1].map(|index: usize| pair.versions[index].system.as_str());
        matches!(systems, ["D", "C"] | ["A", "B"])
    };
    list.retain(is_kept);
    let design = Design {
        raters: 4,
        each: 2,
        ..Design::new(Scale::Choice, 1)
    };
    let study = design.study(list).unwrap();
    let merged = merged(&study, |_, _| None);
    let results = Results::of(&study, &merged, &Evidence::of(&study));
    let found = strengths(&results);
    let reason = found.reason.as_ref().unwrap();
    assert!(
        reason.contains("A, B | C, D") && reason.contains("let people compare"),
        "{reason}"
    );
    assert!(
        found
            .systems
            .iter()
            .all(|system| system.strength.is_none() && system.wins == 10.0)
    );
    assert_eq!(found.duels.len(), 2);
}
