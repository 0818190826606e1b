//! Properties that hold for all files and texts.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod invariants;

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use invariants::{check_files, check_text};
use proptest::prelude::*;

/// Files that importers recognise; the tests damage them.
const CORPUS: [(&str, &str); 21] = [
    (
        "manifest.jsonl",
        "{\"id\": \"a/1\", \"document\": \"a\", \"page\": 1, \"image\": \"a/1.png\", \"reference\": \"a/1.tex\"}\n{\"id\": \"b\"}\n",
    ),
    ("a/1.tex", "\\section{A} $x$"),
    ("s/a/1.md", "# A\n\n$x$ and | a |\n|---|\n"),
    (
        "pairs.jsonl",
        "{\"id\": \"p\", \"kind\": \"formula\", \"reference\": \"x\", \"prediction\": \"y\"}\n{\"id\": \"d\", \"pages\": [{\"reference\": \"x\"}]}\n",
    ),
    ("table.csv", "id,gt,pred_a\n1,\"x\ny\",z\n2,u,v\n"),
    ("map.json", "{\"1\": \"x\", \"2\": {\"text\": \"y\"}}"),
    (
        "ground_truth/000.json",
        "[{\"type\": \"text\", \"data\": \"a\"}, {\"type\": \"display-formula\", \"data\": \"$$x$$\"}]",
    ),
    ("r/p/000/parsed.md", "a $$x$$"),
    (
        "OmniDocBench.json",
        "[{\"layout_dets\": [{\"category_type\": \"title\", \"order\": 1, \"anno_id\": 1, \"text\": \"T\"}], \"page_info\": {\"image_path\": \"i/q.png\"}, \"extra\": {\"relation\": [{\"relation_type\": \"truncated\", \"source_anno_id\": 1, \"target_anno_id\": 2}]}}]",
    ),
    (
        "math.jsonl",
        "{\"pdf\": \"a.pdf\", \"page\": 1, \"id\": \"t\", \"type\": \"math\", \"math\": \"x\"}\n",
    ),
    ("c/a_pg1_repeat1.md", "x"),
    (
        "r.html",
        "<!DOCTYPE html><html><head><meta name=\"generator\" content=\"texlens 1\"></head></html>",
    ),
    (
        "mineru/1_content_list.json",
        "[{\"type\": \"text\", \"text\": \"1. $x$\", \"text_level\": 1, \"page_idx\": 0}, {\"type\": \"list\", \"list_items\": [\"- a\"], \"page_idx\": 1}, {\"type\": \"table\", \"table_body\": \"<table><tr><td>a\", \"table_caption\": [\"Table 1: b\"], \"page_idx\": 1}]",
    ),
    (
        "v2/1.json",
        "[[{\"type\": \"paragraph\", \"content\": {\"paragraph_content\": [{\"type\": \"text\", \"content\": \"a\"}, {\"type\": \"equation_inline\", \"content\": \"x\"}]}}]]",
    ),
    (
        "middle/1.json",
        "{\"pdf_info\": [{\"page_idx\": 0, \"para_blocks\": [{\"type\": \"text\", \"lines\": [{\"spans\": [{\"type\": \"text\", \"content\": \"a-\"}]}, {\"spans\": [{\"type\": \"text\", \"content\": \"b\"}]}]}]}]}",
    ),
    (
        "marker/1.json",
        "{\"block_type\": \"Document\", \"children\": [{\"block_type\": \"Page\", \"id\": \"/page/0/Page/1\", \"children\": [{\"block_type\": \"Text\", \"html\": \"<p>a <math>x</math>\"}]}]}",
    ),
    (
        "docling/1.json",
        "{\"schema_name\": \"DoclingDocument\", \"body\": {\"children\": [{\"$ref\": \"#/texts/0\"}, {\"$ref\": \"#/tables/0\"}]}, \"texts\": [{\"label\": \"list_item\", \"text\": \"a\", \"children\": [{\"$ref\": \"#/texts/0\"}]}], \"tables\": [{\"label\": \"table\", \"data\": {\"grid\": [[{\"text\": \"a\", \"row_span\": 9, \"col_span\": 9}]]}}]}",
    ),
    (
        "olmocr/output.jsonl",
        "{\"text\": \"a\u{e9}b\", \"metadata\": {\"Source-File\": \"x/1.pdf\"}, \"attributes\": {\"pdf_page_numbers\": [[0, 2, 1], [2, 3, 2]]}}\n",
    ),
    (
        "paddle/1_res.json",
        "{\"page_index\": 0, \"parsing_res_list\": [{\"block_label\": \"paragraph_title\", \"block_content\": \"1.2 a\"}, {\"block_label\": \"display_formula\", \"block_content\": \"$$ x $$\"}]}",
    ),
    (
        "dots/1.json",
        "[{\"bbox\": [0, 0, 1, 1], \"category\": \"Caption\", \"text\": \"Figure 1: a\"}, {\"bbox\": [0, 0, 1, 1], \"category\": \"Picture\"}]",
    ),
    ("marker/_page_0_Figure_1.png", ""),
];

/// Pieces that open, close and cut off the constructs that converters know.
const PIECES: [&str; 72] = [
    "# ",
    "\n",
    "\n\n",
    "**",
    "*",
    "_",
    "`",
    "```\n",
    "```latex\n",
    "|",
    "|---|\n",
    "- ",
    "1. ",
    "> ",
    "    ",
    "[^1]",
    "[^1]: ",
    "[a](b)",
    "![a](b)",
    "$",
    "$$",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "\\\\(",
    "\\begin{align}",
    "\\end{align}",
    "\\begin{tabular}{l}",
    "\\end{tabular}",
    "\\cite{a_b}",
    "~",
    "%",
    "<table>",
    "<tr>",
    "<td colspan=3 rowspan=2>",
    "</td>",
    "</table>",
    "<b>",
    "</b>",
    "<math>",
    "<mfrac>",
    "<mi>",
    "</mi>",
    "</math>",
    "<script>",
    "&lt;",
    "α",
    "x²",
    "∑",
    "≤ ",
    "\u{e000}1\u{e001}",
    "---\n",
    "key: value\n",
    "```markdown\n",
    "{0}------------\n",
    "<|ref|>image<|/ref|>",
    "<|det|>",
    "<|/det|>",
    "[MISSING_PAGE_FAIL:1]\n",
    "**----- Start of picture text -----**<br>\n",
    "**----- End of picture text -----**<br>\n",
    "**==> picture [1 x 1] intentionally omitted <==**\n",
    "\\] (1)\n",
    "<doctag>",
    "<otsl><fcel>a<lcel><nl><ucel>",
    "<picture><caption>",
    "</otsl>",
    "<list_item>",
    "<section_header_level_1>",
    "word ",
    "\\",
];

/// Returns a text with some bytes changed, inserted or removed.
fn damaged(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), any::<u8>(), 0..3_u8);
    prop::collection::vec(edit, 0..4).prop_map(move |edits| {
        let mut bytes = text.as_bytes().to_vec();
        for (place, byte, what) in edits {
            if bytes.is_empty() {
                break;
            }
            let place = place.index(bytes.len());
            match what {
                0 => bytes[place] = byte,
                1 => bytes.insert(place, byte),
                _ => bytes.truncate(place),
            }
        }
        bytes
    })
}

fn files() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    let file =
        prop::sample::select(CORPUS.to_vec()).prop_flat_map(|(path, text)| (Just(path.to_owned()), damaged(text)));
    prop::collection::vec(file, 1..8)
}

/// Returns a gzipped tar archive of the files.
fn archive(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (path, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, path, bytes.as_slice()).unwrap();
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&archive.into_inner().unwrap()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn the_corpus_is_read() {
    let files: Vec<(String, Vec<u8>)> = CORPUS
        .iter()
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect();
    check_files(&files);
    check_files(&[("all.tar.gz".to_owned(), archive(&files))]);
    for (_, text) in CORPUS {
        check_text(text);
    }
}

/// Inputs that once failed in the fuzzer, or that increased its coverage. They are also tested without the fuzzer.
#[test]
fn kept_texts_are_converted() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/any_text");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        // The fuzzer uses only the bytes before the first byte that is not valid UTF-8.
        let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        check_text(valid);
        count += 1;
    }
    assert!(count > 10);
}

#[test]
fn marks_are_replaced_wherever_html_has_them() {
    for text in [
        "<figure> $$\\frac{a}{bb}$}c$",
        "<pre>$x$ \\cite{a}</pre>",
        "<div><pre>\\cite{a}</pre></div>",
        "<script type=\"math/tex\">\\cite{a}</script>",
        "<p>$ a \\cite{b} c$ $x$ $",
    ] {
        check_text(text);
    }
}

proptest! {
    #[test]
    fn damaged_files(files in files()) {
        check_files(&files);
    }

    #[test]
    fn damaged_archives(files in files(), place in any::<prop::sample::Index>(), byte in any::<u8>(), name in prop::sample::select(vec!["a.tar.gz", "a.zip", "a.tar", "a.gz"])) {
        let mut bytes = archive(&files);
        let place = place.index(bytes.len());
        bytes[place] = byte;
        check_files(&[(name.to_owned(), bytes)]);
    }

    #[test]
    fn any_path(paths in prop::collection::vec("[./\\\\a-c:_\u{202e} ]{0,12}(\\.png|\\.tex|\\.md)?", 0..12)) {
        let files: Vec<_> = paths.into_iter().map(|path| (path, b"x".to_vec())).collect();
        check_files(&files);
    }

    #[test]
    fn any_text(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40)) {
        check_text(&pieces.concat());
    }

    #[test]
    fn any_characters(text in "\\PC{0,60}") {
        check_text(&text);
    }
}
