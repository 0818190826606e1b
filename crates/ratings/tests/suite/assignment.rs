//! Who rates what.

use proptest::prelude::*;
use texlens_ratings::{Design, DesignError, MAX_ANSWERS, MAX_PAIRS, Predicted, Scale, Subject, assign, gather};

use crate::simulated::{pairs, pairs_of_raters};

/// Returns the number of raters of each pair.
fn raters_of_pairs(assigned: &[Vec<usize>], pairs: usize) -> Vec<usize> {
    let mut counts = vec![0; pairs];
    for pair in assigned.iter().flatten() {
        counts[*pair] += 1;
    }
    counts
}

/// "Benchmarking Document Parsers", section 4.1: 250 pairs, each rated by three of thirty people, 25 by each person.
#[test]
fn the_numbers_of_the_parsers_paper() {
    for seed in 0..50 {
        let assigned = assign(250, 30, 3, seed).unwrap();
        assert!(assigned.iter().all(|own| own.len() == 25));
        assert_eq!(raters_of_pairs(&assigned, 250), vec![3; 250]);
        assert_eq!(assigned.iter().map(Vec::len).sum::<usize>(), 750);
    }
}

/// Raters are mixed: with blocks of three, each rater would meet two others only.
#[test]
fn raters_meet_many_others() {
    let assigned = assign(250, 30, 3, 1).unwrap();
    for (rater, own) in assigned.iter().enumerate() {
        let others = assigned.iter().enumerate().filter(|(other, _)| *other != rater);
        let met = others
            .filter(|(_, pairs)| pairs.iter().any(|pair| own.contains(pair)))
            .count();
        assert!(met >= 18, "rater {rater} meets {met}");
    }
}

#[test]
fn impossible_numbers_are_told() {
    assert_eq!(assign(0, 3, 1, 1), Err(DesignError::NoPairs));
    assert_eq!(assign(5, 0, 1, 1), Err(DesignError::Zero("the number of raters")));
    assert_eq!(
        assign(5, 3, 0, 1),
        Err(DesignError::Zero("the number of ratings of each pair"))
    );
    assert_eq!(
        assign(5, 3, 4, 1),
        Err(DesignError::TooFewRaters { each: 4, raters: 3 })
    );
    assert!(matches!(
        assign(MAX_PAIRS + 1, 3, 1, 1),
        Err(DesignError::TooMany { what: "pairs", .. })
    ));
    assert!(matches!(
        assign(1, 1001, 1, 1),
        Err(DesignError::TooMany { what: "raters", .. })
    ));
    let many = MAX_ANSWERS / MAX_PAIRS + 1;
    assert!(matches!(
        assign(MAX_PAIRS, many, many, 1),
        Err(DesignError::TooMany { what: "answers", .. })
    ));
    let design = |change: fn(&mut Design)| {
        let mut design = Design::new(Scale::Ten, 1);
        change(&mut design);
        design.study(pairs(3)).unwrap_err().to_string()
    };
    assert!(design(|it| it.groups = 0).contains("the number of groups is 0"));
    assert!(design(|it| it.groups = 4).contains("take a multiple of 4"));
    assert!(design(|it| it.groups = 15).contains("fewer groups"));
    assert!(design(|it| it.checks_each = 7).contains("there are 6"));
    assert!(design(|it| it.title = "t".repeat(1 << 20)).contains("the title of the study has"));
    assert!(Design::new(Scale::Ten, 1).study(Vec::new()).is_err());
}

/// The same seed gives the same bytes on every machine. The hash is part of every sheet.
#[test]
fn a_study_depends_on_its_input_alone() {
    let hash = |seed| Design::new(Scale::Ten, seed).study(pairs(250)).unwrap().hash();
    assert_eq!(
        hash(1),
        "16cbdb9c0a15f872d370f2d9fe48e337abde0cc5893feec01adc5c6f23c09748"
    );
    assert_ne!(hash(1), hash(2));
    let first = assign(7, 3, 2, 9).unwrap();
    assert_eq!(first, [vec![4, 1, 6, 2], vec![6, 5, 3, 4, 0], vec![2, 5, 3, 1, 0]]);
}

#[test]
fn every_group_rates_every_pair() {
    let mut design = Design::new(Scale::Five, 3);
    (design.raters, design.each, design.groups) = (10, 5, 2);
    let study = design.study(pairs(100)).unwrap();
    assert_eq!(study.groups[1].raters, [6, 7, 8, 9, 10]);
    for own in pairs_of_raters(&study) {
        let mut sorted = own.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
        assert_ne!(sorted, own, "everybody has another order");
    }
}

#[test]
fn checks_are_spread_and_sides_are_balanced() {
    let predicted = |system: &str, number: usize| Predicted {
        id: number.to_string(),
        system: system.to_owned(),
        reference: "x".to_owned(),
        prediction: format!("{system} {number}"),
    };
    let predictions: Vec<Predicted> = (0..100)
        .flat_map(|number| ["A", "B"].map(|name| predicted(name, number)))
        .collect();
    let gathered = gather(&predictions, Scale::Choice, None, 1).unwrap();
    let study = Design {
        checks_each: 4,
        ..Design::new(Scale::Choice, 5)
    }
    .study(gathered.pairs)
    .unwrap();
    for rater in 1..=30 {
        let tasks = study.tasks_of(rater).unwrap();
        assert_eq!(tasks.len(), 14);
        assert!(matches!(tasks[0].subject, Subject::Pair(_)));
        assert_eq!(tasks.iter().filter(|task| task.is_swapped).count(), 7);
        let mut checks: Vec<Subject> = tasks
            .iter()
            .map(|task| task.subject)
            .filter(|it| matches!(it, Subject::Check(_)))
            .collect();
        checks.dedup();
        assert_eq!(checks.len(), 4, "all different");
    }
}

#[test]
fn predictions_become_pairs() {
    let predicted = |id: &str, system: &str, prediction: &str| Predicted {
        id: id.to_owned(),
        system: system.to_owned(),
        reference: "r".to_owned(),
        prediction: prediction.to_owned(),
    };
    let list = [
        predicted("1", "A", "x"),
        predicted("1", "B", "y"),
        predicted("1", "C", " x "),
        predicted("2", "A", ""),
        predicted("2", "B", "z"),
    ];
    let rated = gather(&list, Scale::Five, None, 1).unwrap();
    assert_eq!(
        (rated.pairs.len(), rated.empty, rated.same, rated.not_drawn),
        (4, 1, 0, 0)
    );
    let chosen = gather(&list, Scale::Choice, None, 1).unwrap();
    assert_eq!((chosen.pairs.len(), chosen.empty, chosen.same), (2, 1, 1));
    let systems: Vec<&str> = chosen.pairs[1]
        .versions
        .iter()
        .map(|version| version.system.as_str())
        .collect();
    assert_eq!(systems, ["B", "C"]);
    let drawn = gather(&list, Scale::Five, Some(2), 1).unwrap();
    assert_eq!((drawn.pairs.len(), drawn.not_drawn), (2, 2));
    assert_eq!(gather(&list, Scale::Five, Some(2), 1).unwrap(), drawn);
    assert_eq!(gather(&list[3..], Scale::Choice, None, 1), Err(DesignError::OneSystem));
    assert_eq!(gather(&[], Scale::Choice, None, 1), Err(DesignError::NoPairs));
    let long = predicted("1", "A", &"x".repeat(1 << 20));
    assert!(
        gather(&[long], Scale::Ten, None, 1)
            .unwrap_err()
            .to_string()
            .contains("the prediction of 1 has 1048576")
    );
}

proptest! {
    #[test]
    fn every_assignment_is_balanced(count in 1..200_usize, raters in 1..40_usize, each in 1..10_usize, seed: u64) {
        let Ok(assigned) = assign(count, raters, each, seed) else {
            prop_assert!(each > raters);
            return Ok(());
        };
        prop_assert_eq!(raters_of_pairs(&assigned, count), vec![each; count]);
        let sizes = || assigned.iter().map(Vec::len);
        prop_assert!(sizes().max().unwrap() - sizes().min().unwrap() <= 1);
        for own in &assigned {
            let mut different = own.clone();
            different.sort_unstable();
            different.dedup();
            prop_assert_eq!(different.len(), own.len());
        }
    }

    #[test]
    fn every_sheet_has_its_pairs_and_checks(count in 1..40_usize, raters in 1..12_usize, each in 1..4_usize, checks in 0..=6_usize, seed: u64) {
        let design = Design { raters, each, checks_each: checks, ..Design::new(Scale::Ten, seed) };
        if let Ok(study) = design.study(pairs(count)) {
            let own = pairs_of_raters(&study);
            prop_assert_eq!(raters_of_pairs(&own, count), vec![each; count]);
            for (pairs, tasks) in own.iter().zip(&study.tasks) {
                prop_assert_eq!(tasks.len(), pairs.len() + checks);
            }
        }
    }
}
