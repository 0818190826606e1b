//! Checks that the sample pages of the app are complete, and that each names its authors and licence.
#![allow(clippy::unwrap_used, missing_docs)]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

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

/// The comparison that comes with the app.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Comparison {
    systems: Vec<System>,
    pages: Vec<Sample>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct System {
    name: String,
    folder: String,
}

/// Largest size of everything that the comparison fetches, in bytes.
const COMPARISON_BYTES: u64 = 800_000;
/// Largest size of a thumbnail in bytes.
const THUMBNAIL_BYTES: u64 = 20_000;

fn www() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/www"))
}

fn folder() -> PathBuf {
    www().join("samples")
}

fn demo() -> PathBuf {
    www().join("demo")
}

fn samples() -> Vec<Sample> {
    serde_json::from_str(&fs::read_to_string(folder().join("samples.json")).unwrap()).unwrap()
}

fn comparison() -> Comparison {
    serde_json::from_str(&fs::read_to_string(demo().join("demo.json")).unwrap()).unwrap()
}

fn names(folder: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(folder).unwrap();
    files
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
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
    assert_eq!(names(&folder()), expected);
}

#[test]
fn each_image_has_its_size() {
    for (folder, pages) in [(folder(), samples()), (demo(), comparison().pages)] {
        for sample in pages {
            let bytes = fs::read(folder.join(&sample.image)).unwrap();
            // The header of a PNG file starts with its size.
            let size = |from: usize| u32::from_be_bytes(bytes[from..from + 4].try_into().unwrap());
            assert_eq!((size(16), size(20)), (sample.width, sample.height), "{}", sample.id);
        }
    }
}

#[test]
fn each_was_read_by_both_systems() {
    for (system, ending) in SYSTEMS {
        let expected = samples().into_iter().map(|sample| format!("{}.{ending}", sample.id));
        assert_eq!(names(&folder().join(system)), expected.collect(), "{system}");
    }
}

#[test]
fn each_says_whose_it_is() {
    let third_party = fs::read_to_string(www().join("../THIRD_PARTY.md")).unwrap();
    let demo = comparison().pages.into_iter().map(|page| (demo(), page));
    for (folder, sample) in samples().into_iter().map(|sample| (folder(), sample)).chain(demo) {
        let licences = fs::read_to_string(folder.join("LICENCES.txt")).unwrap();
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

#[test]
fn each_has_a_small_thumbnail() {
    let expected = samples().into_iter().map(|sample| format!("{}.jpg", sample.id));
    let thumbnails = www().join("thumbnails");
    assert_eq!(names(&thumbnails), expected.collect());
    for name in names(&thumbnails) {
        let bytes = fs::metadata(thumbnails.join(&name)).unwrap().len();
        assert!((1_000..THUMBNAIL_BYTES).contains(&bytes), "{name}: {bytes} bytes");
    }
}

#[test]
fn the_comparison_has_ten_pages_of_three_systems_and_no_other_files() {
    let Comparison { systems, pages } = comparison();
    assert_eq!((pages.len(), systems.len()), (10, 3));
    let named: BTreeSet<&str> = systems.iter().map(|system| system.name.as_str()).collect();
    assert_eq!(named.len(), 3);
    let references: BTreeSet<String> = pages.iter().map(|page| page.reference.clone()).collect();
    let mut expected = references.clone();
    expected.extend(pages.iter().map(|page| page.image.clone()));
    expected.extend(systems.iter().map(|system| system.folder.clone()));
    expected.extend(["demo.json", "LICENCES.txt"].map(str::to_owned));
    assert_eq!(names(&demo()), expected);
    let mut bytes = 0;
    for file in names(&demo()) {
        bytes += fs::metadata(demo().join(file)).unwrap().len();
    }
    for system in &systems {
        let folder = demo().join(&system.folder);
        assert_eq!(names(&folder), references, "{}", system.name);
        for file in names(&folder) {
            let text = fs::read_to_string(folder.join(&file)).unwrap();
            assert!(text.split_whitespace().count() > 200, "{}: {file}", system.name);
            bytes += text.len() as u64;
        }
    }
    assert!(bytes < COMPARISON_BYTES, "{bytes} bytes");
}
