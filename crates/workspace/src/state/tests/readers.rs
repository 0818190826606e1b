//! Tests of a model that reads pages.

use texlens_judge::{Account, Next, Picture, PictureFormat};
use texlens_readers::{Granularity, ReadOutcome, Unit};

use super::*;
use crate::judging::ModelForm;
use crate::readers::{PreparedUnit, ReaderForm, ReaderPlan, ReaderProblem, WhichPages};

/// A document of two pages, and a page alone with a prediction.
fn pages() -> State {
    let manifest: String = [("d/001", "d", 1), ("d/002", "d", 2)]
        .iter()
        .map(|(id, document, number)| {
            format!(
                "{{\"id\": \"{id}\", \"document\": \"{document}\", \"page\": {number}, \"image\": \"{id}.png\", \"reference\": \"{id}.tex\"}}\n"
            )
        })
        .chain(["{\"id\": \"x\", \"image\": \"x.png\", \"reference\": \"x.tex\"}\n".to_owned()])
        .collect();
    with(vec![
        text("data/manifest.jsonl", &manifest),
        page("data/d/001.png"),
        text("data/d/001.tex", "one"),
        page("data/d/002.png"),
        text("data/d/002.tex", "two"),
        page("data/x.png"),
        text("data/x.tex", "three"),
    ])
}

fn form(granularity: Granularity) -> ReaderForm {
    ReaderForm {
        model: ModelForm {
            base: "http://localhost:1/v1".to_owned(),
            model: "m".to_owned(),
            ..ModelForm::default()
        },
        which: WhichPages::All,
        granularity,
        ..ReaderForm::default()
    }
}

/// Answers each request with `latex`, in the order of the requests; returns the state after that.
fn read(state: State, form: ReaderForm, latex: &[&str]) -> State {
    let plan = ReaderPlan::new(form.clone(), state.readable(form.which)).unwrap();
    let prepared: Vec<PreparedUnit> = plan
        .units
        .iter()
        .map(|unit| {
            let data = unit.pages.join("+").into_bytes();
            let picture = Picture {
                sha256: unit.pages.join("+"),
                format: PictureFormat::Png,
                width: 1,
                height: 1,
                bytes: data.len() as u64,
            };
            PreparedUnit {
                unit: unit.clone(),
                pictures: vec![(picture, Blob::new(&data, "image/png"))],
            }
        })
        .collect();
    let (mut run, calls) = plan.run(&prepared, &[]).unwrap();
    let account = Account::new(&plan.order.settings.endpoint, None).unwrap();
    let mut answers = latex.iter();
    while let Next::Send { ticket, .. } = run.next(0) {
        let body = serde_json::json!({"choices": [{"message": {"content": answers.next().unwrap()}}]});
        run.answered(ticket, account.received(200, [], body.to_string().as_bytes()), 1);
    }
    let read = plan.read(&run, &calls, &prepared, String::new());
    assert_eq!(read.totals.count(ReadOutcome::Read), latex.len());
    state.after(Action::Readers(ReaderAction::Ended(Box::new(read), None, Vec::new())))
}

/// Returns what the model has read of the pages of the document.
fn read_document(state: &State) -> Vec<&str> {
    let document = state.samples.named("d \u{b7} m").unwrap();
    let pages = state.samples.pages(document.id);
    pages
        .filter_map(|page| page.prediction.as_ref().map(|prediction| prediction.latex.as_str()))
        .collect()
}

#[test]
fn pages_are_listed_by_document_and_once_for_each_case() {
    let state = pages();
    let ids =
        |state: &State, which| -> Vec<String> { state.readable(which).into_iter().map(|page| page.page.id).collect() };
    assert_eq!(ids(&state, WhichPages::All), ["d/001", "d/002", "x"]);
    let x = state.samples.named("x").unwrap().id;
    let state = state.after(Action::Select(SelectAction::Sample(x)));
    assert_eq!(ids(&state, WhichPages::Shown), ["x"]);
    let state = read(state, form(Granularity::SingleImage), &["1", "2", "3"]);
    assert_eq!(
        ids(&state, WhichPages::All),
        ["d/001", "d/002", "x"],
        "a page of two systems is one"
    );
    for (granularity, calls) in [
        (Granularity::SingleImage, 3),
        (Granularity::MultiImage, 2),
        (Granularity::Merged, 2),
    ] {
        let plan = ReaderPlan::new(form(granularity), state.readable(WhichPages::All)).unwrap();
        assert_eq!(
            plan.likely().unwrap().estimate().calls,
            calls,
            "each page has a picture of its own"
        );
    }
    let plan = ReaderPlan::new(form(Granularity::SingleImage), Vec::new());
    assert_eq!(plan.unwrap_err(), ReaderProblem::NoPages);
}

#[test]
fn answers_become_samples_with_the_references_of_their_pages() {
    let before = pages();
    let count = before.samples.len();
    let state = read(before, form(Granularity::SingleImage), &["```latex\n1\n```", "2", "3"]);
    let sample = state.samples.named("x \u{b7} m").unwrap();
    let prediction = sample.prediction.as_ref().unwrap();
    assert_eq!((prediction.system.as_str(), prediction.latex.as_str()), ("m", "3"));
    assert_eq!(sample.reference.as_ref().unwrap().latex, "three");
    assert!(sample.image.is_some());
    assert_eq!(read_document(&state), ["1\n", "2"]);
    assert_eq!(state.samples.len(), count + 4);
    let state = state.after(Action::Import(ImportAction::Cancelled));
    assert!(matches!(&state.readers.stage, ReaderStage::Ended(end) if end.system == "m"));
}

#[test]
fn a_model_that_reads_again_replaces_its_answers() {
    let shown = ReaderForm {
        which: WhichPages::Shown,
        ..form(Granularity::SingleImage)
    };
    let before = pages();
    let first = before.samples.named("d/001").unwrap().id;
    let before = before.after(Action::Select(SelectAction::Sample(first)));
    let count = before.samples.len();
    let replaced = |state: &State, form: &ReaderForm| {
        let plan = ReaderPlan::new(form.clone(), state.readable(WhichPages::All));
        state.replaced_by(&plan.unwrap())
    };
    assert_eq!(replaced(&before, &form(Granularity::SingleImage)), 0);
    let state = read(before, shown, &["1"]);
    assert_eq!(replaced(&state, &form(Granularity::SingleImage)), 1);
    assert_eq!((read_document(&state), state.samples.len()), (vec!["1"], count + 2));
    let state = read(state, form(Granularity::SingleImage), &["1", "2", "3"]);
    assert_eq!(
        (read_document(&state), state.samples.len()),
        (vec!["1", "2"], count + 4)
    );
    assert_eq!(state.added.len(), 2, "an answer that is the same changes nothing");
    let state = read(state, form(Granularity::SingleImage), &["one", "2", "3"]);
    assert_eq!(
        (read_document(&state), state.samples.len()),
        (vec!["one", "2"], count + 4)
    );
    let undone = state.after(Action::History(HistoryAction::Undo));
    assert_eq!(
        (read_document(&undone), undone.samples.len()),
        (vec!["1", "2"], count + 4)
    );
    let named = ReaderForm {
        system: "m, hot".to_owned(),
        ..form(Granularity::SingleImage)
    };
    assert_eq!(replaced(&undone, &named), 0);
    let state = read(undone, named, &["x", "y", "z"]);
    assert_eq!(state.samples.len(), count + 8, "another name is another system");
}

#[test]
fn an_answer_about_several_pages_is_that_of_the_first() {
    let state = read(pages(), form(Granularity::Merged), &["both", "3"]);
    assert_eq!(read_document(&state), ["both", "% Read together with d/001.\n"]);
    let units = ReaderPlan::new(form(Granularity::Merged), state.readable(WhichPages::All))
        .unwrap()
        .units;
    let pages = |pages: &[&str]| Unit {
        pages: pages.iter().map(|page| (*page).to_owned()).collect(),
    };
    assert_eq!(units, [pages(&["d/001", "d/002"]), pages(&["x"])]);
}
