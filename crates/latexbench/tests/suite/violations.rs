//! At least 298 of 300 violations are caught: 100 of each family.

use texlens_latexbench::{Family, Item, Task, check, faults, items, items_of};

use crate::mutation::{self, Rule, mutants};

/// Items of several seeds, so that every rule finds a place.
pub(crate) fn pool(family: Family) -> Vec<Item> {
    [1234, 11, 12, 13]
        .into_iter()
        .flat_map(|seed| items_of(seed, family))
        .collect()
}

/// Returns the number of violations that pass, after naming them.
fn missed(rules: &[Rule], family: Family) -> usize {
    let pool = pool(family);
    let mutants = mutants(rules, &pool, Item::reference_answer, 100, 26);
    let missed: Vec<_> = mutants
        .iter()
        .filter(|mutant| check(mutant.item, &mutant.text, None).passes)
        .collect();
    for mutant in &missed {
        eprintln!("missed in {}: {}\n{}", mutant.item.id, mutant.rule, mutant.text);
    }
    missed.len()
}

/// Returns the number of planted faults that are not found with their type, after naming them.
fn missed_faults() -> usize {
    let pool = pool(Family::Contrast);
    let clean = |item: &Item| match &item.task {
        Task::Contrast(contrast) => contrast.reference.clone(),
        _ => String::new(),
    };
    let mut missed = 0;
    let mut planted = 0;
    // Twenty of each type.
    for chunk in mutation::contrast::RULES.chunk_by(|one, other| one.0 == other.0) {
        let bug_type = chunk[0].0;
        let rules: Vec<Rule> = chunk
            .iter()
            .map(|(_, rule)| Rule {
                name: rule.name,
                apply: rule.apply,
            })
            .collect();
        for mutant in mutants(&rules, &pool, clean, 20, 27) {
            planted += 1;
            let found = faults(&mutant.text);
            if found.first().is_none_or(|fault| fault.bug_type.name() != bug_type) {
                eprintln!(
                    "missed in {}: {bug_type}, {}: {found:?}\n{}",
                    mutant.item.id, mutant.rule, mutant.text
                );
                missed += 1;
            }
        }
    }
    assert_eq!(planted, 100);
    missed
}

#[test]
fn violations_are_caught() {
    let missed = [
        missed(mutation::generation::RULES, Family::Generation),
        missed(mutation::edit::RULES, Family::Edit),
        missed_faults(),
    ];
    let caught = 300 - missed.iter().sum::<usize>();
    eprintln!("{caught} of 300 violations are caught");
    assert!(caught >= 298, "missed {missed:?} of 100 each");
}

/// Every rule gives at least one mutant, so that none is dead.
#[test]
fn every_rule_applies() {
    for (rules, family) in [
        (mutation::generation::RULES, Family::Generation),
        (mutation::edit::RULES, Family::Edit),
    ] {
        let pool = pool(family);
        for rule in rules {
            let mut rng = fastrand::Rng::with_seed(1);
            let applies = pool
                .iter()
                .any(|item| (rule.apply)(item, &item.reference_answer(), &mut rng).is_some());
            assert!(applies, "{}", rule.name);
        }
    }
}

/// Every finding has a place in the text and two sentences.
#[test]
fn findings_have_place_and_advice() {
    let pool = pool(Family::Generation);
    for mutant in mutants(mutation::generation::RULES, &pool, Item::reference_answer, 100, 28) {
        for finding in check(mutant.item, &mutant.text, None).findings {
            assert!(finding.range.end <= mutant.text.len() && finding.range.start <= finding.range.end);
            assert_eq!(
                finding.line,
                1 + mutant.text[..finding.range.start].matches('\n').count()
            );
            for sentence in [&finding.message, &finding.advice] {
                assert!(!sentence.is_empty() && !sentence.ends_with('.'), "{sentence}");
            }
        }
    }
}

/// A contrast is decided by its key, and answers in a wrong form do not pass.
#[test]
fn answers_to_contrasts_are_compared_with_the_key() {
    let items = items(1234);
    let of = |bug: bool| {
        let is = |item: &&Item| matches!(&item.task, Task::Contrast(contrast) if contrast.key.bug_present == bug);
        items.iter().find(is).unwrap()
    };
    let passes = |item: &Item, answer: &str| check(item, answer, None).passes;
    let (faulty, clean) = (of(true), of(false));
    let right = faulty.reference_answer();
    assert!(passes(faulty, &right) && passes(faulty, &format!("```json\n{right}\n```")));
    assert!(passes(
        clean,
        "{\"bug_present\": false, \"bug_type\": \"\", \"notes\": \"\"}"
    ));
    for wrong in [
        "{\"bug_present\": false}",
        "{\"bug_present\": true, \"bug_type\": \"Typo\"}",
        "yes",
        "{}",
        "}{",
        "",
    ] {
        assert!(!passes(faulty, wrong), "{wrong}");
    }
    for wrong in [right.as_str(), "{\"bug_present\": \"false\"}", "no"] {
        assert!(!passes(clean, wrong), "{wrong}");
    }
}
