//! Checks that the sample pages of the app are complete, and that each names its authors and licence.
#![allow(clippy::unwrap_used, missing_docs)]

use std::{collections::BTreeSet, fs, path::Path};

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    id: String,
    title: String,
    page: u32,
    image: String,
    width: u32,
    height: u32,
    reference: String,
    licence: String,
    licence_url: String,
    origin: String,
    source_url: String,
    commit: String,
    authors: String,
    changes: String,
}

/// The systems whose output is stored beside the pages, with the ending of their files.
const SYSTEMS: [(&str, &str); 2] = [("texlens", "tex"), ("tesseract", "txt")];

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/www/samples"))
}

fn samples() -> Vec<Sample> {
    serde_json::from_str(&fs::read_to_string(folder().join("samples.json")).unwrap()).unwrap()
}

#[test]
fn there_are_five_and_no_other_files() {
    let mut expected: BTreeSet<String> = samples()
        .into_iter()
        .flat_map(|sample| [sample.image, sample.reference])
        .collect();
    assert_eq!(expected.len(), 10);
    expected.extend(["samples.json", "LICENCES.txt"].map(str::to_owned));
    expected.extend(SYSTEMS.map(|(system, _)| system.to_owned()));
    let files = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.collect::<BTreeSet<_>>(), expected);
}

#[test]
fn each_image_has_its_size() {
    for sample in samples() {
        let bytes = fs::read(folder().join(&sample.image)).unwrap();
        // The header of a PNG file starts with its size.
        let size = |from: usize| u32::from_be_bytes(bytes[from..from + 4].try_into().unwrap());
        assert_eq!((size(16), size(20)), (sample.width, sample.height), "{}", sample.id);
    }
}

#[test]
fn each_was_read_by_both_systems() {
    for (system, ending) in SYSTEMS {
        let files = fs::read_dir(folder().join(system)).unwrap();
        let files: BTreeSet<String> = files
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let expected = samples().into_iter().map(|sample| format!("{}.{ending}", sample.id));
        assert_eq!(files, expected.collect(), "{system}");
    }
}

#[test]
fn each_says_whose_it_is() {
    let licences = fs::read_to_string(folder().join("LICENCES.txt")).unwrap();
    let third_party = fs::read_to_string(folder().join("../../THIRD_PARTY.md")).unwrap();
    for sample in samples() {
        for text in [&sample.title, &sample.authors, &sample.changes] {
            assert!(!text.trim().is_empty(), "{}", sample.id);
        }
        assert!(sample.page > 0, "{}", sample.id);
        assert!(
            ["MIT", "BSD-3-Clause"].contains(&sample.licence.as_str()),
            "{}: texts of other licences are not bundled",
            sample.id
        );
        assert!(
            sample.commit.len() == 40 && sample.commit.chars().all(|c| c.is_ascii_hexdigit()),
            "{}",
            sample.id
        );
        for url in [&sample.licence_url, &sample.source_url] {
            let at = format!("https://github.com/{}/blob/{}/", sample.origin, sample.commit);
            assert!(url.starts_with(&at), "{}: {url}", sample.id);
        }
        assert!(
            licences.contains(&format!("{}: {}", sample.id, sample.licence)),
            "{} in LICENCES.txt",
            sample.id
        );
        assert!(
            third_party.contains(&format!("| `{}` | *{}*, {} |", sample.id, sample.title, sample.page)),
            "{} in THIRD_PARTY.md",
            sample.id
        );
    }
}

#[test]
fn each_has_an_eight_bit_grey_page_and_a_reference() {
    for sample in samples() {
        let png = fs::read(folder().join(&sample.image)).unwrap();
        assert_eq!(png.get(..8), Some(b"\x89PNG\r\n\x1a\n".as_slice()), "{}", sample.id);
        assert_eq!(
            png.get(24..26),
            Some([8, 0].as_slice()),
            "{}: bit depth and colour type",
            sample.id
        );
        let reference = fs::read_to_string(folder().join(&sample.reference)).unwrap();
        assert!(reference.split_whitespace().count() > 200, "{}", sample.id);
    }
}
