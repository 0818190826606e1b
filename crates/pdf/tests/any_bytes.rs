//! Properties that hold for all files.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod files;
mod invariants;

use std::time::Duration;

use proptest::prelude::*;
use texlens_pdf::Document;

const CORPUS: [&[u8]; 9] = [
    include_bytes!("data/three-pages.pdf"),
    include_bytes!("data/password.pdf"),
    include_bytes!("data/printing-only.pdf"),
    include_bytes!("../fuzz/corpus/any_pdf/form"),
    include_bytes!("../fuzz/corpus/any_pdf/image"),
    include_bytes!("../fuzz/corpus/any_pdf/paths"),
    include_bytes!("../fuzz/corpus/any_pdf/shading"),
    include_bytes!("../fuzz/corpus/any_pdf/streams"),
    include_bytes!("../fuzz/corpus/any_pdf/text"),
];

fn check(bytes: Vec<u8>) {
    for check in [invariants::is_drawn, invariants::is_read] {
        assert_eq!(
            invariants::check_apart(bytes.clone(), Duration::from_secs(60), check),
            Ok(())
        );
    }
}

/// Damages a file: overwrites bytes, cuts out a piece, and cuts off the end.
fn damaged(file: &[u8], bytes: &[(usize, u8)], cut: (usize, usize), length: usize) -> Vec<u8> {
    let mut file = file.to_vec();
    for (at, byte) in bytes {
        let at = at % file.len();
        file[at] = *byte;
    }
    let start = cut.0 % file.len();
    file.drain(start..(start + cut.1).min(file.len()));
    file.truncate(file.len().saturating_sub(length));
    file
}

#[test]
fn what_fuzzing_begins_with_is_drawn() {
    for (index, file) in CORPUS.iter().enumerate() {
        let document = Document::open(file.to_vec(), invariants::LIMITS);
        // One of the files needs a password.
        let Ok(document) = document else {
            assert_eq!(index, 1);
            continue;
        };
        let png = document.render(1, 72).unwrap().png;
        let ink = image::load_from_memory(&png).unwrap().into_luma8();
        assert!(ink.pixels().any(|pixel| pixel.0[0] < 200), "file {index} is blank");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damaged_files(
        file in 0..CORPUS.len(),
        bytes in prop::collection::vec((any::<usize>(), any::<u8>()), 0..20),
        cut in (any::<usize>(), 0..200_usize),
        length in 0..400_usize,
    ) {
        check(damaged(CORPUS[file], &bytes, cut, length));
    }

    #[test]
    fn any_content(content in "[ -~\n]{0,200}") {
        check(files::pdf(&[&files::page("[0 0 100 100]", &content)]));
    }

    #[test]
    fn operators_in_any_order(words in prop::collection::vec(prop::sample::select(files::WORDS), 0..80)) {
        check(files::pdf(&[&files::page("[0 0 100 100]", &words.join(" "))]));
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check([b"%PDF-1.7\n".as_slice(), &bytes].concat());
    }
}
