//! Tests of documents with several pages.

use texlens_evaluate::Text as Joined;

use super::*;
use crate::keeping;
use crate::keeping::{Kept, Record};
use crate::state::documents::PageCount;

const TEXTS: [&str; 3] = ["one", "two", "six"];

/// The files of a document with three pages, with images unless there are predictions.
fn document(systems: &[&str]) -> Vec<File> {
    let mut files = Vec::new();
    let mut manifest = String::new();
    for (number, reference) in (1..).zip(TEXTS) {
        let id = format!("d/{number:03}");
        let image = if systems.is_empty() {
            format!("\"image\": \"{id}.png\", ")
        } else {
            String::new()
        };
        manifest += &format!(
            "{{\"id\": \"{id}\", \"document\": \"d\", \"page\": {number}, {image}\"reference\": \"{id}.tex\"}}\n"
        );
        files.push(text(&format!("data/{id}.tex"), reference));
        if systems.is_empty() {
            files.push(page(&format!("data/{id}.png")));
        }
        for system in systems {
            files.push(text(&format!("{system}/{id}.tex"), &format!("{system} {reference}")));
        }
    }
    files.push(text("data/manifest.jsonl", &manifest));
    files
}

fn joined(pages: [&str; 3]) -> String {
    Joined::document(pages).latex().to_owned()
}

fn whole(state: &State) -> &Rc<Sample> {
    state.samples.named("d").unwrap()
}

fn leaf(state: &State, number: usize) -> &Rc<Sample> {
    state.samples.pages(whole(state).id).nth(number - 1).unwrap()
}

fn prediction(sample: &Sample) -> Option<&str> {
    sample.prediction.as_ref().map(|prediction| prediction.latex.as_str())
}

/// Starts the next reading, and nothing else.
fn read_next(state: State, job: Job) -> State {
    let samples = state.samples.clone();
    match state.read_errand().unwrap() {
        Errand::Read { sample, .. } | Errand::Join { document: sample, .. } => {
            assert!(samples.get(sample).is_some());
            state.after(Action::Read(ReadAction::Started { sample, job }))
        }
        other => panic!("{other:?}"),
    }
}

fn written(job: Job, page: SampleId, latex: &str) -> Action {
    let Action::Read(ReadAction::Heard(Heard::Event(Event::Recognised { recognition, .. }))) = recognised(job, latex)
    else {
        unreachable!()
    };
    Action::Read(ReadAction::Heard(Heard::Event(Event::Written {
        job,
        page: page.0,
        recognition,
    })))
}

fn restarted(job: Job) -> Action {
    Action::Read(ReadAction::Heard(Heard::Restarted {
        message: "The worker died.".to_owned(),
        lost: vec![job],
    }))
}

/// All three pages, each read separately.
fn all_read() -> State {
    (1..=3).fold(with(document(&[])), |state, job| {
        read_next(state, job).after(recognised(job, &format!("page {job}")))
    })
}

#[test]
fn a_document_is_read_page_by_page_and_then_written_together() {
    let state = with(document(&[]));
    let id = whole(&state).id;
    assert_eq!((state.samples.len(), state.selected), (4, Some(id)));
    assert_eq!(whole(&state).kind, Kind::Document);
    assert_eq!(whole(&state).reference_latex(), Some(joined(TEXTS).as_str()));

    let state = all_read();
    assert_eq!(
        prediction(leaf(&state, 3)),
        Some("page 3"),
        "kept as soon as it is read"
    );
    assert_eq!(prediction(whole(&state)), None, "it is still to be written together");
    let Some(Errand::Join { document, pages }) = state.read_errand() else {
        panic!("{:?}", state.read_errand());
    };
    let order: Vec<u32> = (1..=3).map(|number| leaf(&state, number).id.0).collect();
    assert_eq!(
        (document, pages.iter().map(|(page, _)| *page).collect::<Vec<_>>()),
        (id, order)
    );

    let mut state = read_next(state, 4);
    for (number, text) in (1..).zip(["page 1", "second", "third"]) {
        let page = leaf(&state, number).id;
        state = state.after(written(4, page, text));
    }
    let state = state.after(Action::Read(ReadAction::Heard(Heard::Event(Event::Joined { job: 4 }))));
    assert_eq!(
        prediction(whole(&state)),
        Some(joined(["page 1", "second", "third"]).as_str())
    );
    assert_eq!((state.read_errand(), &whole(&state).scoring), (None, &Scoring::Queued));
    let pair = state.pair(id).unwrap();
    assert_eq!(pair.kind, Kind::Document);
    assert_eq!(
        Joined::with_pages(&pair.prediction, &pair.prediction_pages),
        Joined::document(["page 1", "second", "third"])
    );
    assert_eq!(
        Joined::with_pages(&pair.reference, &pair.reference_pages),
        Joined::document(TEXTS)
    );
}

#[test]
fn a_page_that_is_read_again_has_the_document_written_anew() {
    let mut state = read_next(all_read(), 4);
    for number in 1..=3 {
        let page = leaf(&state, number).id;
        state = state.after(written(4, page, "x"));
    }
    let state = state.after(Action::Read(ReadAction::Heard(Heard::Event(Event::Joined { job: 4 }))));
    let page = leaf(&state, 2).id;
    let count = state.samples.len();
    let corrected = state.clone().after(correct(page, 0, "y"));
    let shown = corrected.current().unwrap();
    let document = corrected.samples.get(shown.leaf.unwrap().document).unwrap();
    assert_eq!(prediction(document), Some("x\ny\nx"));
    assert!(
        document.system().unwrap().ends_with(", corrected"),
        "{:?}",
        document.system()
    );
    assert_eq!(corrected.read_errand(), None, "a correction is no reading");
    assert_eq!(
        prediction(whole(&corrected)),
        Some("x\nx\nx"),
        "the system keeps what it read"
    );
    let undone = corrected.clone().after(Action::History(HistoryAction::Undo));
    assert_eq!((undone.samples.len(), undone.selected), (count, Some(page)));

    let state = read_next(state.after(Action::Read(ReadAction::Read(page))), 5).after(recognised(5, "z"));
    assert!(matches!(state.read_errand(), Some(Errand::Join { .. })));
    assert_eq!(prediction(whole(&state)), Some("x\nx\nx"), "until then it stays");
}

#[test]
fn corrections_of_two_pages_are_undone_apart() {
    let mut state = read_next(all_read(), 4);
    for number in 1..=3 {
        let page = leaf(&state, number).id;
        state = state.after(written(4, page, "x"));
    }
    let state = state.after(Action::Read(ReadAction::Heard(Heard::Event(Event::Joined { job: 4 }))));
    let state = state.clone().after(correct(leaf(&state, 2).id, 0, "y"));
    let second = state.current().unwrap().clone();
    let document = second.leaf.unwrap().document;
    let third = state.samples.iter().find(|sample| {
        let leaf = sample.leaf.filter(|leaf| leaf.document == document);
        leaf.is_some_and(|leaf| leaf.number == 3)
    });
    let third = third.unwrap().id;
    let state = state.after(correct(third, 0, "z"));
    let texts = |state: &State| {
        [second.id, third].map(|id| {
            state
                .samples
                .get(id)
                .and_then(|page| prediction(page).map(str::to_owned))
        })
    };
    let owned = |texts: [&str; 2]| texts.map(|text| Some(text.to_owned()));
    assert_eq!(texts(&state), owned(["y", "z"]));
    let state = state.after(Action::Correct(CorrectAction::TakeBack(second.id)));
    assert_eq!(
        texts(&state),
        owned(["x", "z"]),
        "the last correction was of another page"
    );
    let state = state.after(Action::Correct(CorrectAction::TakeBack(third)));
    assert_eq!(
        texts(&state),
        [None, None],
        "without corrections there is no system with corrections"
    );
}

#[test]
fn a_worker_that_dies_costs_no_finished_page() {
    let state = read_next(with(document(&[])), 1).after(recognised(1, "page 1"));
    let state = read_next(state, 2).after(restarted(2));
    assert_eq!(
        (prediction(leaf(&state, 1)), &leaf(&state, 1).reading),
        (Some("page 1"), &Reading::Done)
    );
    assert_eq!(leaf(&state, 2).reading, Reading::Queued);

    // The worker dies twice while it typesets the pages together.
    let state = read_next(all_read(), 4).after(restarted(4));
    let state = read_next(state, 5).after(restarted(5));
    assert!(matches!(whole(&state).reading, Reading::Failed { .. }));
    assert_eq!(
        prediction(whole(&state)),
        Some(joined(["page 1", "page 2", "page 3"]).as_str())
    );
    let id = whole(&state).id;
    let again = state.after(Action::Read(ReadAction::Retry(id)));
    assert!(matches!(again.read_errand(), Some(Errand::Join { .. })));
}

#[test]
fn a_page_that_cannot_be_read_counts_as_empty() {
    let state = read_next(with(document(&[])), 1).after(recognised(1, "page 1"));
    let failed = Heard::Failed {
        job: Some(2),
        message: "Damaged.".to_owned(),
    };
    let state = read_next(state, 2).after(Action::Read(ReadAction::Heard(failed)));
    let state = read_next(state, 3).after(recognised(3, "page 3"));
    let (id, first) = (whole(&state).id, leaf(&state, 1).id);
    let state = read_next(state, 4).after(written(4, first, "first"));
    let state = state.after(Action::Read(ReadAction::Heard(Heard::Event(Event::Joined { job: 4 }))));
    assert_eq!(
        prediction(whole(&state)),
        Some(joined(["first", "", "page 3"]).as_str())
    );
    assert_eq!(state.read_errand(), None);
    let count = PageCount {
        total: 3,
        failed: 1,
        open: 0,
        images: 3,
        ..PageCount::default()
    };
    assert_eq!(state.samples.page_count(id), count);
}

#[test]
fn every_system_has_a_document_of_its_own_that_is_there_at_once() {
    let state = with(document(&["a", "b"]));
    let of = |system: &str| state.samples.named(&format!("d \u{b7} {system}")).unwrap();
    assert_eq!(state.samples.len(), 8);
    assert_eq!(prediction(of("a")), Some(joined(["a one", "a two", "a six"]).as_str()));
    assert_eq!(prediction(of("b")), Some(joined(["b one", "b two", "b six"]).as_str()));
    assert_eq!(of("a").prediction.as_ref().unwrap().system, "a");
    assert_eq!(state.read_errand(), None);
}

#[test]
fn a_document_goes_and_comes_back_with_its_pages() {
    let state = with(document(&["a"]));
    let id = whole(&state).id;
    let gone = state.clone().after(Action::Sample(SampleAction::Remove(id)));
    assert!(gone.samples.is_empty());
    let back = gone.after(Action::History(HistoryAction::Undo));
    assert_eq!((back.samples.len(), back.selected), (4, Some(id)));

    let second = leaf(&state, 2).id;
    let state = state
        .after(Action::Select(SelectAction::Sample(second)))
        .after(Action::Sample(SampleAction::Remove(second)));
    assert_eq!(prediction(whole(&state)), Some("a one\na six"));
    assert_eq!(whole(&state).reference_latex(), Some("one\nsix"));
    assert_eq!(state.selected, Some(leaf(&state, 2).id), "the next one is shown");
    let (first, last) = (leaf(&state, 1).id, leaf(&state, 2).id);
    let state = state
        .after(Action::Sample(SampleAction::Remove(first)))
        .after(Action::Sample(SampleAction::Remove(last)));
    assert!(state.samples.is_empty(), "without pages it is none");
    assert_eq!(state.after(Action::History(HistoryAction::Undo)).samples.len(), 2);
}

#[test]
fn pages_are_listed_below_their_document_once_it_is_unfolded() {
    let mut files = document(&["a"]);
    files.push(text("data/other/1.tex", "x"));
    let state = with(files);
    let names = |state: &State| {
        state
            .listed()
            .iter()
            .map(|id| state.samples.get(*id).unwrap().name.clone())
            .collect::<Vec<_>>()
    };
    let document = whole(&state).id;
    assert_eq!(names(&state)[0], "d");
    assert!(!names(&state).contains(&"d/001".to_owned()));
    let state = state.after(Action::Select(SelectAction::Fold {
        document,
        is_folded: false,
    }));
    assert_eq!(names(&state)[..4], ["d", "d/001", "d/002", "d/003"]);
    let state = state.after(Action::Select(SelectAction::Neighbour(Step::Next)));
    assert_eq!(state.current().unwrap().name, "d/001");
    let state = state.after(Action::Select(SelectAction::Fold {
        document,
        is_folded: true,
    }));
    assert_eq!(state.selected, Some(document));
    assert!(!names(&state).contains(&"d/001".to_owned()));
    // A shown page is always in the list.
    let page = leaf(&state, 3).id;
    assert!(names(&state.after(Action::Select(SelectAction::Sample(page)))).contains(&"d/003".to_owned()));
}

#[test]
fn pages_stay_with_their_document_when_it_is_saved_or_kept() {
    let state = with(document(&["a"]));
    let report = state.evaluation(String::new(), Vec::new()).into();
    let mut opened = State::default();
    opened.take(
        Brought {
            reports: vec![report],
            ..Brought::default()
        },
        Arriving {
            is_first: true,
            ..Arriving::default()
        },
    );
    let opened = opened.after(Action::View(ViewAction::Escape));
    assert_eq!(leaf(&opened, 2).name, "d/002");
    assert_eq!(prediction(whole(&opened)), prediction(whole(&state)));

    let nothing = keeping::Written::new();
    let changed = keeping::changed(&nothing, &state.samples).into_iter();
    let changes = changed.map(|id| keeping::change(id, &nothing, &state.samples));
    let kept = changes.map(|change| match change {
        keeping::Change::Put {
            id,
            record,
            image,
            found,
        } => Rc::new(Sample::recalled(Kept {
            id,
            record: Record::parse(&serde_json::to_string(&record).unwrap()).unwrap(),
            image,
            pdf: None,
            found,
        })),
        other => panic!("{other:?}"),
    });
    // Other samples have taken the ids meanwhile.
    let mut kept: Vec<Rc<Sample>> = kept.collect();
    let rest = kept.split_off(2);
    let recalled = many(2).after(Action::Keep(KeepAction::Recalled(kept)));
    assert_eq!(
        prediction(whole(&recalled)),
        prediction(whole(&state)),
        "not all pages are there"
    );
    let recalled = recalled
        .after(Action::Keep(KeepAction::Recalled(rest)))
        .after(Action::Keep(KeepAction::RecalledAll));
    assert_eq!(leaf(&recalled, 3).name, "d/003");
    assert_eq!(prediction(whole(&recalled)), prediction(whole(&state)));
}
