//! Tests of pages of PDF files that are read from their text.

use texlens_ocr::ReadFrom;

use super::*;
use crate::messages::pdf::{Drawn, PageText};
use crate::picture::{Picture, Source};

fn paper() -> State {
    with(vec![("paper.pdf".to_owned(), b"%PDF-1.5".to_vec())])
}

fn leaf<'s>(state: &'s State, name: &str) -> &'s Rc<Sample> {
    state.samples.named(name).unwrap()
}

fn text_of(page: &PdfPage, obstacle: Option<&str>) -> PageText {
    PageText {
        glyphs: Blob::new(format!("text {}", page.number).as_bytes(), "application/json"),
        obstacle: obstacle.map(str::to_owned),
        unread: 0,
        seconds: 0.02,
    }
}

/// Answers the errand to read a text.
fn read_text(state: State, number: u32, text: impl FnOnce(&PdfPage) -> Result<PageText, String>) -> State {
    let Some(Errand::ReadText(page)) = state.errand() else {
        panic!("{:?}", state.errand());
    };
    assert_eq!(page.number, number);
    let text = text(&page);
    state
        .after(Action::Draw(DrawAction::TextStarted(page.clone())))
        .after(Action::Draw(DrawAction::TextRead { page, text }))
}

fn start_typesetting(state: State, name: &str, job: Job) -> State {
    match state.errand() {
        Some(Errand::TypesetText {
            sample,
            glyphs,
            seconds,
        }) => {
            assert_eq!(state.samples.get(sample).unwrap().name, name);
            assert!(glyphs.size() > 0 && seconds > 0.0);
            state.after(Action::Read(ReadAction::Started { sample, job }))
        }
        other => panic!("{other:?}"),
    }
}

fn typeset(job: Job, latex: &str) -> Action {
    let Action::Read(ReadAction::Heard(Heard::Event(Event::Recognised {
        mut recognition, page, ..
    }))) = recognised(job, latex)
    else {
        unreachable!()
    };
    recognition.read_from = ReadFrom::Text {
        although: None,
        remarks: Vec::new(),
    };
    Action::Read(ReadAction::Heard(Heard::Event(Event::Recognised {
        job,
        recognition,
        page,
        seconds: 0.03,
        provider: None,
    })))
}

/// Reads the three pages from their text and joins them.
fn read_all(mut state: State) -> State {
    for number in 1..=3 {
        state = read_text(state, number, |page| Ok(text_of(page, None)));
        state = start_typesetting(state, &format!("paper/{number}"), number).after(typeset(number, "x"));
    }
    let Some(Errand::Join { document, pages }) = state.errand() else {
        panic!("{:?}", state.errand());
    };
    assert_eq!(pages.len(), 3);
    state
        .after(Action::Read(ReadAction::Started {
            sample: document,
            job: 9,
        }))
        .after(Action::Read(ReadAction::Heard(Heard::Event(Event::Joined { job: 9 }))))
}

#[test]
fn text_is_typeset_without_image_or_model_and_the_next_text_is_read_meanwhile() {
    let state = read_text(paper(), 1, |page| Ok(text_of(page, None)));
    let state = start_typesetting(state, "paper/1", 1);
    let state = read_text(state, 2, |page| Ok(text_of(page, None)));
    assert_eq!(state.errand(), None, "no further than the next one");
    let state = state.after(typeset(1, "one"));
    let page = leaf(&state, "paper/1");
    assert_eq!((page.system(), page.is_from_text()), (Some(PDF_TEXT), true));
    let run = page.run.clone().unwrap();
    assert_eq!((run.provider, run.model), (None, None));
    assert_eq!(state.runtime, Runtime::Unloaded);
    start_typesetting(state, "paper/2", 2);
}

#[test]
fn a_document_says_how_many_of_its_pages_come_from_the_text() {
    let state = read_all(paper());
    let id = leaf(&state, "paper").id;
    let count = state.samples.page_count(id);
    assert_eq!((count.of_pdf, count.from_text, count.total), (3, 3, 3));
    assert_eq!(leaf(&state, "paper").system(), Some(PDF_TEXT));
}

#[test]
fn text_that_cannot_be_trusted_leads_to_the_image_with_the_reason() {
    let state = read_text(paper(), 1, |page| Ok(text_of(page, Some("it is a scan"))));
    let Some(Errand::Draw(page)) = state.errand() else {
        panic!("{:?}", state.errand());
    };
    let picture = Picture {
        cut_off: None,
        source: Source::Image(Blob::new(b"image", "image/png")),
        ..Picture::of_page(page.clone(), (1654, 2339))
    };
    let drawn = Ok(Drawn {
        picture,
        dpi: 200,
        remarks: Vec::new(),
    });
    let state = state
        .after(Action::Draw(DrawAction::Started(page.clone())))
        .after(Action::Draw(DrawAction::Drawn { page, drawn }));
    let Some(Errand::Read { scope, .. }) = state.errand() else {
        panic!("{:?}", state.errand());
    };
    let because = Some("it is a scan".to_owned());
    assert_eq!(scope, Scope::Page { because });

    // Whoever asks for the text gets it.
    let id = leaf(&state, "paper/1").id;
    let state = state.after(Action::Read(ReadAction::From(id, Material::Text)));
    start_typesetting(state, "paper/1", 1);
}

#[test]
fn a_page_that_cannot_be_read_costs_itself_alone() {
    let state = read_text(paper(), 1, |_| Err("it is damaged".to_owned()));
    let id = leaf(&state, "paper/1").id;
    let asked = state.clone().after(Action::Read(ReadAction::From(id, Material::Image)));
    assert!(matches!(asked.errand(), Some(Errand::Draw(page)) if page.number == 1));
    let message = "It is damaged.".to_owned();
    assert_eq!(leaf(&state, "paper/1").reading, Reading::Failed { message });
    let state = read_text(state, 2, |page| Ok(text_of(page, None)));
    let state = state.after(Action::Read(ReadAction::Retry(id)));
    read_text(state, 1, |page| Ok(text_of(page, None)));
}

#[test]
fn both_ways_are_compared_as_two_systems() {
    let state = read_all(paper());
    let document = leaf(&state, "paper").clone();
    let both = || Action::Read(ReadAction::Both(document.id));
    let state = state.after(both());
    assert_eq!(state.samples.len(), 8);
    let other = leaf(&state, &format!("paper \u{b7} {BUILT_IN}")).clone();
    assert_eq!((&other.case, other.kind), (&document.case, Kind::Document));
    let pages: Vec<_> = state.samples.pages(other.id).cloned().collect();
    assert!(
        pages
            .iter()
            .all(|page| page.material == Material::Image && page.reading == Reading::Queued)
    );
    assert_eq!(pages[1].case, leaf(&state, "paper/2").case);
    assert!(matches!(state.errand(), Some(Errand::Draw(page)) if page.number == 1));

    // It is there already.
    let state = state.after(both());
    assert_eq!(state.samples.len(), 8);
    let state = state.after(Action::History(HistoryAction::Undo));
    assert_eq!(state.samples.len(), 4);
}

#[test]
fn a_page_alone_is_read_from_both_within_its_document() {
    let state = read_all(paper());
    let page = leaf(&state, "paper/2").clone();
    let state = state.after(Action::Read(ReadAction::Both(page.id)));
    let other = leaf(&state, &format!("paper/2 \u{b7} {BUILT_IN}"));
    assert_eq!((&other.case, other.leaf), (&page.case, None));
}

/// Reads the text of the first page, which has a glyph of unknown meaning.
fn with_an_unread_glyph() -> State {
    read_text(paper(), 1, |page| {
        Ok(PageText {
            unread: 1,
            ..text_of(page, None)
        })
    })
}

fn draw(state: State, drawn: impl FnOnce(&PdfPage) -> Result<Drawn, String>) -> State {
    let Some(Errand::Draw(page)) = state.errand() else {
        panic!("{:?}", state.errand());
    };
    let drawn = drawn(&page);
    state
        .after(Action::Draw(DrawAction::Started(page.clone())))
        .after(Action::Draw(DrawAction::Drawn { page, drawn }))
}

#[test]
fn glyphs_of_unknown_meaning_are_read_from_the_image() {
    let state = draw(with_an_unread_glyph(), |page| {
        Ok(Drawn {
            picture: Picture {
                source: Source::Image(Blob::new(b"image", "image/png")),
                ..Picture::of_page(page.clone(), (1654, 2339))
            },
            dpi: 200,
            remarks: Vec::new(),
        })
    });
    let Some(Errand::Read {
        scope: Scope::Unread { page, seconds },
        ..
    }) = state.errand()
    else {
        panic!("{:?}", state.errand());
    };
    assert!(page.size() > 0 && seconds > 0.0);
}

#[test]
fn without_an_image_a_page_loses_glyphs_of_unknown_meaning_alone() {
    let state = draw(with_an_unread_glyph(), |_| Err("the page is damaged".to_owned()));
    start_typesetting(state, "paper/1", 1);
}
