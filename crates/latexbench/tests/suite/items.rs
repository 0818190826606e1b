//! The items of a seed: their numbers, their references, and that seeds differ.

use std::collections::{BTreeMap, BTreeSet};

use texlens_latexbench::{
    Difficulty, Expect, Family, FaultType, Item, Key, Task, check, faults, items, items_of, read_items, to_jsonl,
};

/// The seeds of the tests; the first is the paper's.
const SEEDS: [u64; 6] = [1234, 0, 1, 7, 2025, u64::MAX];

#[test]
fn the_numbers_are_those_of_the_paper() {
    for seed in SEEDS {
        let items = items(seed);
        for family in Family::ALL {
            assert_eq!(items.iter().filter(|item| item.family() == family).count(), 50);
            assert_eq!(
                items_of(seed, family),
                items
                    .iter()
                    .filter(|item| item.family() == family)
                    .cloned()
                    .collect::<Vec<_>>()
            );
        }
        let mut difficulties: BTreeMap<Difficulty, usize> = BTreeMap::new();
        let mut faults: BTreeMap<String, usize> = BTreeMap::new();
        for item in &items {
            match &item.task {
                Task::Generation(generation) => *difficulties.entry(generation.difficulty).or_default() += 1,
                Task::Contrast(contrast) => *faults.entry(contrast.key.bug_type.clone()).or_default() += 1,
                Task::Edit(_) => {}
            }
        }
        assert_eq!(difficulties.into_values().collect::<Vec<_>>(), [17, 17, 16]);
        assert_eq!(faults.remove(""), Some(20));
        assert_eq!(faults.len(), 5);
        assert!(faults.values().all(|count| *count == 6));
        let ids: BTreeSet<&str> = items.iter().map(|item| item.id.as_str()).collect();
        assert_eq!(ids.len(), 150);
        assert!(
            items
                .iter()
                .all(|item| item.source.licence.contains("MIT OR Apache-2.0"))
        );
        let quotes = |item: &&Item| item.source.licence.contains("public-domain");
        assert!(items.iter().filter(quotes).count() >= 20);
    }
}

#[test]
fn every_reference_passes() {
    for seed in SEEDS {
        let failed: Vec<String> = items(seed).iter().filter_map(failure).collect();
        assert!(failed.is_empty(), "seed {seed}: {}", failed.join("\n"));
    }
}

/// Returns why the reference of an item does not pass.
fn failure(item: &Item) -> Option<String> {
    let answer = item.reference_answer();
    let verdict = check(item, &answer, None);
    let finding = verdict.findings.first()?;
    Some(format!("{}: {finding}\n{answer}", item.id))
}

#[test]
fn a_base_is_neither_edited_nor_has_another_flaw() {
    for seed in SEEDS {
        for item in items_of(seed, Family::Edit) {
            let Task::Edit(edit) = &item.task else { unreachable!() };
            assert!(!check(&item, &edit.base, None).passes, "{}", item.id);
            assert!(faults(&edit.reference()).is_empty(), "{}", item.id);
            for change in &edit.changes {
                let before = &edit.base[change.range.clone()];
                assert_ne!(before, change.text, "{}", item.id);
                let is_text = matches!(change.expect, Expect::Text);
                assert!(!is_text || before.lines().count() <= 1, "{}: {before}", item.id);
            }
        }
    }
}

#[test]
fn the_detector_agrees_with_every_key() {
    for seed in SEEDS {
        for item in items_of(seed, Family::Contrast) {
            let Task::Contrast(contrast) = &item.task else {
                unreachable!()
            };
            let found = faults(&contrast.code);
            let found = found.first().map(|fault| fault.bug_type);
            assert_eq!(Key::from(found), contrast.key, "{}\n{}", item.id, contrast.code);
            assert!(faults(&contrast.reference).is_empty(), "{}", item.id);
            assert_eq!(contrast.code == contrast.reference, !contrast.key.bug_present);
        }
    }
}

/// A fault changes lines of its own only: none is added, and all others are the same.
#[test]
fn a_fault_changes_nothing_else() {
    for item in SEEDS.into_iter().flat_map(|seed| items_of(seed, Family::Contrast)) {
        let Task::Contrast(contrast) = &item.task else {
            unreachable!()
        };
        let code: Vec<&str> = contrast.code.lines().collect();
        let clean: Vec<&str> = contrast.reference.lines().collect();
        let changed = match FaultType::named(&contrast.key.bug_type) {
            None => 0,
            Some(FaultType::PackageMissing) if code.len() + 1 == clean.len() => {
                let line = clean.iter().position(|line| *line == "\\usepackage{graphicx}").unwrap();
                let mut without = clean.clone();
                without.remove(line);
                assert_eq!(code, without, "{}", item.id);
                continue;
            }
            Some(FaultType::WrongEnvironment) => 2,
            Some(FaultType::BooktabsDowngrade) => 3,
            Some(_) => 1,
        };
        assert_eq!(code.len(), clean.len(), "{}", item.id);
        let differences = code.iter().zip(&clean).filter(|(one, other)| one != other).count();
        assert!(
            differences <= changed && (differences > 0) == contrast.key.bug_present,
            "{}",
            item.id
        );
    }
}

#[test]
fn another_seed_gives_other_items() {
    let texts = |seed| -> BTreeSet<String> { items(seed).iter().map(item_text).collect() };
    let first = texts(1234);
    for seed in [1235, 99] {
        let common = first.intersection(&texts(seed)).count();
        assert!(common <= 10, "{common} of 150 items are the same");
    }
    // Within a seed, all tasks differ.
    assert_eq!(first.len(), 150);
}

fn item_text(item: &Item) -> String {
    match &item.task {
        Task::Generation(generation) => generation.instruction.clone(),
        Task::Edit(edit) => format!("{}\n{}", edit.instruction, edit.base),
        Task::Contrast(contrast) => contrast.code.clone(),
    }
}

#[test]
fn items_survive_their_file() {
    let items = items(1234);
    assert_eq!(read_items(&to_jsonl(&items)).unwrap(), items);
}
