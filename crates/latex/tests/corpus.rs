//! Checks on real pages, in a folder of development data outside the repository. The environment variable
//! `TEXLENS_DATA` names the folder; by default it is `../shared/data` beside the repository.

use std::fs;
use std::path::{Path, PathBuf};

use texlens_latex::Outline;

/// Returns all LaTeX files of pages and documents, or none if the data is absent.
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn pages() -> Vec<(PathBuf, String)> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("TEXLENS_DATA").map_or(beside, PathBuf::from);
    let mut folders = vec![data.join("pages"), data.join("documents")];
    let mut pages = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "tex") {
                let page = fs::read_to_string(&path).expect("a page is UTF-8");
                pages.push((path, page));
            }
        }
    }
    if pages.is_empty() {
        eprintln!("skipped: no pages; set TEXLENS_DATA to the folder that holds `pages` and `documents`");
    }
    pages
}

#[test]
fn pages_round_trip() {
    for (path, page) in pages() {
        let outline = Outline::of(&page);
        let tokens: String = outline.tokens.iter().map(|token| token.text(&page)).collect();
        assert_eq!(tokens, page, "{}", path.display());
        assert_eq!(outline.tree().to_string(), page, "{}", path.display());
    }
}

/// The outline finds the parts that a plain search for the commands finds. Pages on which comments or verbatim text may
/// make a difference are skipped.
#[test]
fn pages_have_the_parts_that_a_search_finds() {
    for (path, page) in pages() {
        let outline = Outline::of(&page);
        if page.contains('%') || page.contains("verb") || page.contains("lstlisting") {
            continue;
        }
        let count = |piece: &str| page.matches(piece).count();
        let found = |what: &str, found: usize, searched: usize| {
            assert_eq!(found, searched, "{what} in {}", path.display());
        };
        found(
            "captions",
            outline.captions().len(),
            count("\\caption{") + count("\\caption["),
        );
        found("labels", outline.labels().len(), count("\\label{"));
        found(
            "citations",
            outline.citations().len(),
            count("\\cite") + count("\\Cite"),
        );
        found("figures", outline.figures().len(), count("\\begin{figure"));
        let refs = ["\\ref{", "\\eqref{", "\\cref{", "\\Cref{"];
        found(
            "references",
            outline.references().len(),
            refs.iter().map(|r| count(r)).sum(),
        );
    }
}
