//! None of 100 harmless variants is blamed: 50 of generation, 20 of edits, 30 of documents.

use texlens_latexbench::{Family, Item, Task, check, faults};

use crate::mutation::{harmless, mutants};
use crate::violations::pool;

#[test]
fn harmless_variants_are_not_blamed() {
    let mut blamed = Vec::new();
    for (rules, family, count) in [
        (harmless::GENERATION, Family::Generation, 50),
        (harmless::EDIT, Family::Edit, 20),
    ] {
        let pool = pool(family);
        for mutant in mutants(rules, &pool, Item::reference_answer, count, 29) {
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

fn code(item: &Item) -> String {
    match &item.task {
        Task::Contrast(contrast) => contrast.code.clone(),
        _ => String::new(),
    }
}
