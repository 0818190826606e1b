//! None of 100 harmless variants is blamed: 50 of generation, 20 of edits, 30 of documents.

use texlens_latexbench::{Family, Item, Task, check, faults};

use crate::mutation::{Mutant, harmless, mutants};
use crate::violations::pool;

/// Returns the variants of the references of generation or edit items.
pub(crate) fn variants(pool: &[Item]) -> Vec<Mutant<'_>> {
    let (rules, count) = match pool[0].family() {
        Family::Generation => (harmless::GENERATION, 50),
        Family::Edit => (harmless::EDIT, 20),
        Family::Contrast => unreachable!(),
    };
    mutants(rules, pool, Item::reference_answer, count, 29)
}

#[test]
fn harmless_variants_are_not_blamed() {
    let mut blamed = Vec::new();
    for pool in [Family::Generation, Family::Edit].map(pool) {
        for mutant in variants(&pool) {
            if let Some(finding) = check(mutant.item, &mutant.text, None).findings.first() {
                blamed.push(format!(
                    "{}, {}: {finding}\n{}",
                    mutant.item.id, mutant.rule, mutant.text
                ));
            }
        }
    }
    let pool = pool(Family::Contrast);
    for mutant in mutants(harmless::CONTRAST, &pool, code, 30, 29) {
        let found = faults(&mutant.text);
        let Task::Contrast(contrast) = &mutant.item.task else {
            unreachable!()
        };
        let bug_type = found.first().map_or("", |fault| fault.bug_type.name());
        if bug_type != contrast.key.bug_type {
            blamed.push(format!(
                "{}, {}: {found:?}\n{}",
                mutant.item.id, mutant.rule, mutant.text
            ));
        }
    }
    eprintln!("{} of 100 harmless variants are blamed", blamed.len());
    assert!(blamed.is_empty(), "{}", blamed.join("\n\n"));
}

/// A hundred variants need not have one of every rule.
#[test]
fn no_rule_of_a_variant_is_blamed() {
    for (rules, family) in [
        (harmless::GENERATION, Family::Generation),
        (harmless::EDIT, Family::Edit),
    ] {
        let pool = pool(family);
        for rule in rules {
            let mut rng = fastrand::Rng::with_seed(1);
            let texts = pool.iter().filter_map(|item| {
                let text = (rule.apply)(item, &item.reference_answer(), &mut rng)?;
                Some((item, text))
            });
            let texts: Vec<_> = texts.take(4).collect();
            assert!(!texts.is_empty(), "{} does not apply", rule.name);
            for (item, text) in texts {
                let findings = check(item, &text, None).findings;
                assert!(
                    findings.is_empty(),
                    "{}, {}: {}\n{text}",
                    item.id,
                    rule.name,
                    findings[0]
                );
            }
        }
    }
}

fn code(item: &Item) -> String {
    match &item.task {
        Task::Contrast(contrast) => contrast.code.clone(),
        _ => String::new(),
    }
}
