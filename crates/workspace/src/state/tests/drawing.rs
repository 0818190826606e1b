//! Tests of pages of PDF files, which are drawn when they are shown or read.

use std::collections::BTreeSet;

use super::*;
use crate::keeping::{Change, Kept, Record, Written, change, gone_pdfs, new_pdfs};
use crate::messages::Heard;
use crate::messages::pdf::Drawn;
use crate::picture::{Picture, Source};

fn pdf(name: &str) -> File {
    (name.to_owned(), b"%PDF-1.5".to_vec())
}

/// Returns the state with PDF files whose pages are read from their images.
fn of_images(files: Vec<File>) -> State {
    let state = with(files);
    let documents: Vec<SampleId> = state
        .samples
        .iter()
        .filter(|sample| sample.kind == Kind::Document)
        .map(|sample| sample.id)
        .collect();
    documents.into_iter().fold(state, |state, id| {
        state.after(Action::Read(ReadAction::From(id, Material::Image)))
    })
}

fn leaf<'s>(state: &'s State, name: &str) -> &'s Rc<Sample> {
    state.samples.named(name).unwrap()
}

fn wanted(state: &State) -> Option<u32> {
    match state.errand() {
        Some(Errand::Draw(page)) => Some(page.number),
        _ => None,
    }
}

fn picture(page: &PdfPage) -> Drawn {
    let bytes = format!("page {}", page.number);
    Drawn {
        picture: Picture {
            cut_off: None,
            source: Source::Image(Blob::new(bytes.as_bytes(), "image/png")),
            ..Picture::of_page(page.clone(), (1654, 2339))
        },
        dpi: page.dpi,
        remarks: vec!["an image on the page could not be drawn".to_owned()],
    }
}

/// Draws the next page.
fn draw(state: State) -> State {
    let Some(Errand::Draw(page)) = state.errand() else {
        panic!("{:?}", state.errand());
    };
    let drawn = Ok(picture(&page));
    let state = state.after(Action::Draw(DrawAction::Started(page.clone())));
    state.after(Action::Draw(DrawAction::Drawn { page, drawn }))
}

fn refuse(state: State, why: &str) -> State {
    let Some(Errand::Draw(page)) = state.errand() else {
        panic!("{:?}", state.errand());
    };
    let drawn = Err(why.to_owned());
    state
        .after(Action::Draw(DrawAction::Started(page.clone())))
        .after(Action::Draw(DrawAction::Drawn { page, drawn }))
}

fn start_reading(state: State, job: Job) -> State {
    match state.errand() {
        Some(Errand::Read { sample, .. }) => state.after(Action::Read(ReadAction::Started { sample, job })),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_pages_of_a_pdf_are_those_of_a_document() {
    let state = with(vec![pdf("paper.pdf"), text("paper.tex", "x")]);
    let document = leaf(&state, "paper");
    assert_eq!((document.kind, &document.image), (Kind::Document, &None));
    assert!(document.reference.is_some());
    let pages: Vec<&str> = state
        .samples
        .pages(document.id)
        .map(|page| page.name.as_str())
        .collect();
    assert_eq!(pages, ["paper/1", "paper/2", "paper/3"]);
    assert_eq!(state.samples.count(Stage::ToRead), 3);
    // Samples that arrived together are removed together.
    assert!(state.after(Action::History(HistoryAction::Undo)).samples.is_empty());
}

#[test]
fn a_page_is_drawn_before_it_is_read_and_the_next_one_meanwhile() {
    let state = of_images(vec![pdf("paper.pdf")]);
    assert_eq!(wanted(&state), Some(1));
    let Some(Errand::Draw(page)) = state.errand() else {
        unreachable!()
    };
    let state = state.after(Action::Draw(DrawAction::Started(page.clone())));
    assert_eq!(state.errand(), None, "one at a time, and nothing to read yet");
    let drawn = Ok(picture(&page));
    let state = start_reading(state.after(Action::Draw(DrawAction::Drawn { page, drawn })), 1);
    assert_eq!(wanted(&state), Some(2));
    let state = draw(state);
    assert_eq!(state.errand(), None, "no further than the next one");
    let state = start_reading(state.after(recognised(1, "one")), 2);
    assert_eq!(wanted(&state), Some(3));
    let paused = state.after(Action::Queue(QueueAction::Pause(true)));
    assert_eq!(wanted(&paused), None);
    let shown = leaf(&paused, "paper/3").id;
    assert_eq!(
        wanted(&paused.after(Action::Select(SelectAction::Sample(shown)))),
        Some(3),
        "to be looked at"
    );
}

#[test]
fn what_is_shown_comes_first_and_says_what_is_missing() {
    let state = with(vec![pdf("paper.pdf")]);
    let shown = leaf(&state, "paper/3").clone();
    let picture = shown.image.clone().unwrap();
    let state = state.after(Action::Select(SelectAction::Sample(shown.id)));
    assert_eq!((wanted(&state), state.paper(&picture)), (Some(3), Paper::Coming));
    let state = draw(state);
    let remark = "An image on the page could not be drawn.".to_owned();
    let blob = Blob::new(b"page 3", "image/png");
    assert_eq!(state.paper(&picture), Paper::Here { blob, remark });
}

#[test]
fn a_page_that_cannot_be_drawn_costs_itself_alone() {
    let state = refuse(of_images(vec![pdf("paper.pdf")]), "it is damaged");
    let message = "It is damaged.".to_owned();
    assert_eq!(leaf(&state, "paper/1").reading, Reading::Failed { message });
    assert_eq!(wanted(&state), Some(2));
    let state = start_reading(draw(state), 1).after(recognised(1, "two"));
    let state = start_reading(draw(state), 2).after(recognised(2, "six"));
    let state = state.after(Action::Read(ReadAction::Retry(
        leaf(&with(vec![pdf("paper.pdf")]), "paper/1").id,
    )));
    assert_eq!(wanted(&state), Some(1), "it has another chance");
}

#[test]
fn few_pictures_are_at_hand_and_that_of_the_shown_page_among_them() {
    let files = (0..5).map(|number| pdf(&format!("{number}.pdf"))).collect();
    let state = of_images(files);
    let shown = leaf(&state, "0/2").clone();
    let mut state = state.after(Action::Select(SelectAction::Sample(shown.id)));
    for job in 1.. {
        state = match state.errand() {
            Some(Errand::Draw(_)) => draw(state),
            Some(Errand::Read { .. }) => start_reading(state, job).after(recognised(job, "x")),
            Some(Errand::Join { document, .. }) => state
                .after(Action::Read(ReadAction::Started { sample: document, job }))
                .after(Action::Read(ReadAction::Heard(Heard::Event(Event::Joined { job })))),
            Some(Errand::Look { .. }) => look(state),
            None => break,
            other => panic!("{other:?}"),
        };
    }
    let papers = state.samples.iter().filter_map(|sample| sample.image.as_ref());
    let here = papers.filter(|picture| matches!(state.paper(picture), Paper::Here { .. }));
    assert_eq!(here.count(), 8);
    let paper = state.paper(shown.image.as_ref().unwrap());
    assert!(matches!(paper, Paper::Here { .. }), "{paper:?}");
}

#[test]
fn what_a_system_says_of_a_whole_document_stays() {
    let files = vec![pdf("paper.pdf"), text("paper.tex", "x"), text("paper.md", "y")];
    let state = with(files);
    let document = leaf(&state, "paper").clone();
    assert_eq!(document.prediction.as_ref().unwrap().latex, "y");
    assert_eq!(
        (
            state.samples.pages(document.id).count(),
            state.samples.count(Stage::ToRead)
        ),
        (3, 0)
    );
    assert_eq!(document.scoring, Scoring::Queued);
    let swapped = state.after(Action::Sample(SampleAction::Swap(document.id)));
    let document = leaf(&swapped, "paper");
    assert_eq!(document.prediction.as_ref().unwrap().latex, "x");
    assert_eq!(document.reference.as_ref().unwrap().latex, "y");
}

#[test]
fn a_pdf_joins_the_reference_that_came_before() {
    let state = with(vec![text("paper.tex", "x")]).after(brought(vec![pdf("paper.pdf")]));
    let document = leaf(&state, "paper");
    assert_eq!((state.samples.len(), document.kind), (4, Kind::Document));
    assert!(document.reference.is_some());
    let state = state.after(Action::History(HistoryAction::Undo));
    assert_eq!((state.samples.len(), leaf(&state, "paper").kind), (1, Kind::Page));
}

#[test]
fn a_file_is_kept_as_long_as_pages_are_drawn_from_it() {
    let state = of_images(vec![pdf("paper.pdf")]);
    let new = new_pdfs(&BTreeSet::new(), &state.samples);
    let [Change::PutPdf(file)] = new.as_slice() else {
        panic!("{new:?}");
    };
    let written = BTreeSet::from([file.key.clone()]);
    assert_eq!(new_pdfs(&written, &state.samples), []);

    // The pages are restored with it, and queued if they were queued.
    let recalled = state.samples.iter().map(|sample| {
        let Change::Put { id, record, image, .. } = change(sample.id, &Written::new(), &state.samples) else {
            panic!("{} is there", sample.name);
        };
        assert_eq!(image, None, "no picture is kept");
        let record = Record::parse(&serde_json::to_string(&record).unwrap()).unwrap();
        let pdf = record.pdf().filter(|key| *key == file.key).map(|_| file.file.clone());
        let kept = Kept {
            id,
            record,
            image,
            pdf,
            found: None,
        };
        Rc::new(Sample::recalled(kept))
    });
    let again = State::default()
        .after(Action::Keep(KeepAction::Recalled(recalled.collect())))
        .after(Action::Keep(KeepAction::RecalledAll));
    assert_eq!(leaf(&again, "paper/2").image, leaf(&state, "paper/2").image);
    assert_eq!((again.samples.count(Stage::ToRead), wanted(&again)), (3, Some(1)));

    let page = leaf(&again, "paper/2").id;
    let again = again.after(Action::Sample(SampleAction::Remove(page)));
    assert_eq!(gone_pdfs(&written, &again.samples), []);
    let all = leaf(&again, "paper").id;
    let again = again.after(Action::Sample(SampleAction::Remove(all)));
    assert_eq!(
        gone_pdfs(&written, &again.samples),
        [Change::DeletePdf(file.key.clone())]
    );
}

#[test]
fn an_evaluation_says_at_which_resolution_pages_were_drawn() {
    let state = with(vec![pdf("paper.pdf")]);
    let settings = |state: &State| state.evaluation(String::new(), Vec::new()).provenance.settings;
    assert_eq!(settings(&state), [crate::saving::resolution(200)]);
    assert_eq!(settings(&with(vec![page("a.png")])), []);
}
