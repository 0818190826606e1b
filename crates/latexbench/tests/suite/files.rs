//! The files of a seed: the same bytes everywhere, and a page that needs nothing else.

use sha2::{Digest, Sha256};
use texlens_latexbench::{items, to_jsonl, to_page, to_workbook};

fn hash(bytes: impl AsRef<[u8]>) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// A changed item, template, style sheet or library changes these hashes. `TEXLENS_UPDATE=1` prints the new ones. The
/// crate built for wasm32-unknown-unknown and run by Node gives the same.
#[test]
fn the_files_of_the_papers_seed_have_known_bytes() {
    let items = items(1234);
    let hashes = [
        hash(to_jsonl(&items)),
        hash(to_workbook(&items).unwrap()),
        hash(to_page(&items, Some(1234))),
    ];
    if std::env::var_os("TEXLENS_UPDATE").is_some() {
        eprintln!("{hashes:#?}");
        return;
    }
    assert_eq!(
        hashes,
        [
            "85a61e0670272be36b076222208ca92f9b87764b862299af878e00aa85e1988d",
            "74e5d8aab48274ba87ce8a88d731bea3702802d69f6fe035369423c5e7baa02c",
            "4a853f3f9e5a76acdc25876476435c73dec15539b916338119bed37da9e84d95",
        ]
    );
}

#[test]
fn the_page_needs_nothing_else() {
    let page = to_page(&items(1234), Some(1234));
    for outside in ["<script", "src=", "href=\"http", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("<details").count(), 150);
    assert!(page.contains("light-dark("));
}

#[test]
fn the_workbook_is_an_archive_with_a_sheet_for_each_family() {
    let workbook = to_workbook(&items(1234)).unwrap();
    assert!(workbook.starts_with(b"PK"));
    for sheet in 1..=3 {
        let name = format!("xl/worksheets/sheet{sheet}.xml");
        assert!(
            workbook.windows(name.len()).any(|window| window == name.as_bytes()),
            "{name}"
        );
    }
    eprintln!("the workbook has {} bytes", workbook.len());
}
