//! Helpers for tests.

#![allow(clippy::unwrap_used)]

use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use texlens_blob::Blob;
use texlens_ratings::{Predicted, Predictions, Sheet, StudyPlan, files};

use super::state::{Action, ImportAction, State};
use crate::brought::ImportId;
use crate::desk::Desk;
use crate::messages::Heard;
use crate::messages::import::{Event, TextChoices};
use crate::messages::pdf::Pages;
use crate::rating::HeldStudy;

/// Returns a white image.
pub(super) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels = vec![255; (width * height) as usize];
    let encoder = PngEncoder::new(&mut bytes);
    let written = encoder.write_image(&pixels, width, height, ExtendedColorType::L8);
    assert!(written.is_ok());
    bytes
}

/// Returns the action for files whose import needs no confirmation.
pub(super) fn handed(files: &[(&str, &[u8])]) -> Action {
    handed_by(Desk::default(), files)
}

/// Returns the state after a further import.
pub(super) fn joined(state: State, import: ImportId, files: &[(&str, &[u8])]) -> State {
    let mut desk = Desk::new(import, Vec::new(), TextChoices::default());
    desk.know(state.samples.known());
    state.after(handed_by(desk, files))
}

fn handed_by(mut desk: Desk, files: &[(&str, &[u8])]) -> Action {
    for (path, bytes) in files {
        desk.add(path, Blob::new(bytes, ""));
    }
    desk.plan();
    // Every PDF file has three A4 pages, whatever it contains.
    while let Some((file, pdf)) = desk.next_pdf() {
        let pages = Pages {
            dpi: 200,
            sizes: vec![(1654, 2339); 3],
        };
        desk.opened(file, pdf, Ok(pages));
    }
    let (brought, done, total) = desk.hand(|_| false);
    Action::Import(ImportAction::Heard(Box::new(Heard::Event(Event::Handed {
        job: 1,
        import: desk.import(),
        brought,
        done,
        total,
    }))))
}

/// Returns a study of four predictions of one system for two raters, and the first sheet.
pub(super) fn study(seed: u64) -> (HeldStudy, Sheet) {
    let predicted = |id: usize| Predicted {
        id: format!("page#{id}"),
        system: "A".to_owned(),
        reference: format!("x_{id}"),
        prediction: format!("x^{id}"),
    };
    let predictions = Predictions {
        list: (1..=4).map(predicted).collect(),
        excluded: 0,
    };
    let plan = StudyPlan {
        raters: 2,
        each: 1,
        checks: 0,
        seed,
        ..StudyPlan::default()
    };
    let planned = plan.study(predictions).unwrap();
    let (_, sheet) = files(&planned.study).nth(1).unwrap();
    let sheet = Sheet::read(&sheet).unwrap();
    (HeldStudy::of(&planned.study, Some(planned.left_out)), sheet)
}
