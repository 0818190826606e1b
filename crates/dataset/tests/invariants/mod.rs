//! Invariants that hold for all bytes, shared by the property tests and the fuzz targets.

#![allow(dead_code, reason = "each test uses some of it")]

use std::rc::Rc;

use texlens_dataset::{
    Choices, Correction, Kind, Limits, Listing, Role, Syntax, plan, read_ratings, strip, tags, to_latex,
};

/// Returns small limits, so that the inputs reach them.
fn limits() -> Limits {
    Limits {
        files: 50,
        archive_bytes: 1 << 20,
        held_bytes: 1 << 20,
        file_bytes: 1 << 16,
        text_bytes: 1 << 14,
        table_bytes: 1 << 16,
        record_bytes: 1 << 12,
        records: 100,
        ..Limits::default()
    }
}

/// Lists, plans, reads and converts files. The plan must account for every file, and a second plan must equal the
/// first.
pub(crate) fn check_files(files: &[(String, Vec<u8>)]) {
    let list = || {
        let mut listing = Listing::new(limits());
        for (path, bytes) in files {
            listing.add(path, Rc::new(bytes.clone()));
        }
        listing
    };
    let listing = list();
    assert!(listing.files().len() <= 50);
    for file in listing.files() {
        let is_down = |part: &str| !part.is_empty() && part != "." && part != "..";
        assert!(
            file.path.split('/').all(is_down) && !file.path.contains('\\'),
            "{}",
            file.path
        );
    }
    for (path, bytes) in files {
        let text = String::from_utf8_lossy(bytes).into_owned();
        for rating in read_ratings(path, text, &["a system"], &limits()).unwrap_or_default() {
            assert!(rating.rating.is_finite());
        }
    }
    let made = plan(&listing, &Choices::default());
    assert_eq!(
        made,
        plan(&list(), &Choices::default()),
        "the same files, the same plan"
    );
    let json = serde_json::to_string(&made).unwrap_or_default();
    assert_eq!(
        serde_json::from_str(&json).ok().as_ref(),
        Some(&made),
        "a plan can be kept"
    );
    for left in &made.left_over {
        assert!(made.files.get(left.file.index()).is_some());
    }
    for sample in &made.samples {
        assert!(
            tags::words(&sample.tags)
                .keys()
                .all(|name| sample.tags.contains_key(name))
        );
        let predictions = sample.predictions.iter().map(|prediction| &prediction.text);
        for passage in sample.reference.iter().chain(predictions) {
            if let Ok(text) = listing.passage(passage) {
                drop(to_latex(&text, passage.syntax, sample.kind));
            }
        }
        for prediction in &sample.predictions {
            assert!(prediction.system < made.systems.len());
        }
        if let Some(image) = &sample.image {
            let _ = listing.picture(image);
        }
    }
    let corrections: Vec<Correction> = made
        .systems
        .iter()
        .take(1)
        .map(|system| Correction::MakeReference { system: system.clone() })
        .collect();
    let corrections: Vec<Correction> = corrections
        .into_iter()
        .chain(made.samples.first().map(|sample| Correction::Unpair {
            sample: sample.id.clone(),
            role: Role::Reference,
        }))
        .collect();
    let corrected = made.corrected(&corrections);
    assert!(corrected.is_ok(), "{corrected:?}");
}

/// Takes an answer apart. All that is left or removed is part of it, and a text without fences stays.
fn check_answer(text: &str) {
    for syntax in [Syntax::Latex, Syntax::Markdown, Syntax::Auto] {
        let answer = strip(text, syntax);
        assert!(answer.text.len() <= text.len() + text.lines().count());
        assert!(answer.removed.iter().all(|removed| text.contains(removed)));
        if !answer.is_stripped || !(text.contains("```") || text.contains("~~~")) {
            assert_eq!(answer.text, text);
        }
    }
}

/// Converts a text from every language. The length of the text must bound the length of the result.
pub(crate) fn check_text(text: &str) {
    check_answer(text);
    for syntax in [
        Syntax::Latex,
        Syntax::Markdown,
        Syntax::Mathpix,
        Syntax::Html,
        Syntax::Mathml,
        Syntax::Plain,
        Syntax::Auto,
    ] {
        for kind in [Kind::Page, Kind::Formula] {
            let latex = to_latex(text, syntax, kind);
            assert!(
                latex.len() <= 60 * text.len() + 4096,
                "{} bytes from {}",
                latex.len(),
                text.len()
            );
            let has_marks = latex.contains(['\u{e000}', '\u{e001}']);
            assert!(
                !has_marks || text.contains(['\u{e000}', '\u{e001}']),
                "a mark is left in {latex:?}"
            );
        }
    }
}
