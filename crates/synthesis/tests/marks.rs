//! Tests of made pages with the engine.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::path::Path;

use texlens_draw::{DrawError, Drawing, MarkKind, Setter};
use texlens_synthesis::{Answer, Corpus, Flaw, Language, MadePage, PageMaker, SegmentKind, Settings, Supply, Trained};
use texlens_tex::{Compiler, Source, Use};

const FORMULAS: &str = "\
    a_1 + b_2 = c_3 - d_4\n\
    \\int_0^1 f(x) \\, dx = F(1) - F(0)\n\
    \\frac{a + b}{c - d} = \\sqrt{x^2 + y^2}\n\
    \\sum_{i=1}^n x_i \\le \\max_{j} y_j\n\
    \\alpha \\in \\mathbb{R}^n, \\quad \\beta \\ne 0\n\
    \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} v = \\lambda v\n\
    f \\colon A \\times B \\to \\mathcal{C}\n\
    e^{i \\pi} + 1 = 0, \\quad \\cos \\pi = -1\n\
    P(A \\mid B) = P(B \\mid A) P(A) / P(B)\n\
    \\lim_{n \\to \\infty} (1 + x/n)^n = e^x\n\
    \\| u + v \\|^2 = \\| u \\|^2 + \\| v \\|^2\n\
    x_{n+1} = x_n - f(x_n) / f'(x_n)\n\
    \\nabla \\cdot \\mathbf{E} = \\rho / \\varepsilon_0\n\
    g(x, y) = x^2 y - 3 x y^2 + 2\n\
    \\partial_t u = \\kappa \\, \\partial_x^2 u + q\n\
    (a, b) \\sim (c, d) \\iff a d = b c\n\
    0 < \\delta < \\min \\{ r, s, t \\}\n\
    H_n = 1 + 1/2 + \\cdots + 1/n\n\
    k \\equiv 3 \\pmod{7}, \\quad m = 2 k\n\
    \\hat\\theta = \\bar{x} + t_{0.95} \\cdot s\n";

fn engine() -> Compiler {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex");
    Compiler::open(&folder, &[Use::Dvi, Use::DocumentDvi]).unwrap()
}

fn corpus(text: &str) -> Corpus {
    Corpus::parse(text.as_bytes(), &Trained::default()).unwrap()
}

fn made(setter: &Setter<'_>, corpus: &Corpus, settings: &Settings, index: usize) -> MadePage {
    let supply = Supply::new(corpus);
    let maker = PageMaker::new(&supply, settings, index);
    let made = maker.make(|document| {
        let (set, log) = setter.logged(&Source::document(document))?;
        Ok::<_, DrawError>(Answer::new(set.compilation, set.pages, log))
    });
    made.unwrap().unwrap().remove(0)
}

fn glyphs(drawing: &Drawing) -> Vec<(String, u32, i64, i64)> {
    let marks = drawing.marks.iter().take(drawing.glyphs);
    let glyph = |mark: &texlens_draw::Mark| {
        let MarkKind::Glyph { name, code, .. } = &mark.kind else {
            return None;
        };
        let thousandths = |length: f64| (length * 1000.0).round() as i64;
        Some((name.to_string(), *code, thousandths(mark.x), thousandths(mark.y)))
    };
    marks.filter_map(glyph).collect()
}

/// The notes that tell where segments stand must move nothing: the document for people gives the same page.
#[test]
fn documents_for_people_give_the_same_glyphs_in_every_language() {
    let (compiler, corpus) = (engine(), corpus(FORMULAS));
    let setter = Setter::new(&compiler);
    for (index, language) in Language::ALL.into_iter().cycle().take(12).enumerate() {
        let settings = Settings {
            languages: vec![language],
            ..Settings::new(5)
        };
        let page = made(&setter, &corpus, &settings, index);
        let latex = page.latex();
        // A single run knows no citations; the engine's document states them.
        let numbers: String = (1..=4)
            .map(|entry| format!("\\bibcite{{source{entry}}}{{{entry}}}"))
            .collect();
        let start = "\\begin{document}";
        let latex = latex.replace(start, &format!("\\makeatletter {numbers}\\makeatother\n{start}"));
        let (set, _) = setter.logged(&Source::document(&latex)).unwrap();
        assert!(set.compilation.compiles, "{:?}", set.compilation.errors);
        assert_eq!(set.pages.len(), 1, "page {index}");
        assert_eq!(
            glyphs(&set.pages[0]),
            glyphs(&page.drawing),
            "page {index}, {}",
            language.name()
        );
    }
}

#[test]
fn pages_are_full_and_every_segment_has_a_place_on_the_paper() {
    let (compiler, corpus) = (engine(), corpus(FORMULAS));
    let setter = Setter::new(&compiler);
    for index in 0..12 {
        let page = made(&setter, &corpus, &Settings::new(3 + index as u64 % 2), index);
        let (width, height) = page.layout.paper.size();
        let segments = page.blocks.iter().flat_map(|block| block.segments()).count();
        assert_eq!(page.segments().len(), segments, "page {index}");
        for segment in page.segments() {
            assert!(!segment.boxes.is_empty(), "page {index}: {segment:?}");
            for [left, top, right, bottom] in &segment.boxes {
                assert!(
                    0.0 < *left && left < right && *right < width,
                    "page {index}: {segment:?}"
                );
                assert!(
                    0.0 < *top && top < bottom && *bottom < height,
                    "page {index}: {segment:?}"
                );
            }
            if segment.kind == SegmentKind::DisplayFormula {
                assert_eq!(segment.boxes.len(), 1);
            }
        }
        // The last column ends in the lowest quarter of the page.
        let lowest = page
            .segments()
            .iter()
            .flat_map(|segment| &segment.boxes)
            .map(|ink| ink[3]);
        assert!(lowest.fold(0.0, f64::max) > 0.75 * height, "page {index}");
    }
}

#[test]
fn words_are_broken_by_the_patterns_of_their_language() {
    let compiler = engine();
    let setter = Setter::new(&compiler);
    for (language, words, parts) in [
        ("ngerman", "Wahrscheinlichkeiten", "Wahr-schein-lich-kei-ten"),
        ("french", "classification", "clas-si-fi-ca-tion"),
        ("spanish", "interpretaci\\'on", "in-ter-pre-ta-ci"),
        ("english", "probabilities", "prob-a-bil-i-ties"),
    ] {
        let text = format!(
            "\\documentclass{{article}}\\usepackage[T1]{{fontenc}}\\usepackage[{language}]{{babel}}\
             \\begin{{document}}\\showhyphens{{{words}}}x\\end{{document}}"
        );
        let (_, log) = setter.logged(&Source::document(&text)).unwrap();
        assert!(log.contains(parts), "{language}: {log}");
    }
}

#[test]
fn formulas_that_do_not_compile_are_named_and_the_others_are_used() {
    let compiler = engine();
    let setter = Setter::new(&compiler);
    let bad: String = (0..10)
        .map(|n| format!("\\nosuchcommand{{{n}}} + a + b + c + d\n"))
        .collect();
    let corpus = corpus(&(FORMULAS.to_owned() + &bad + "x + \\left( y + \\right) + z^{a}^{b}\n"));
    let mut named = Vec::new();
    for index in 0..4 {
        let page = made(&setter, &corpus, &Settings::new(3), index);
        assert!(!page.reference().contains("nosuchcommand"));
        named.extend(page.tally.omitted.named.iter().map(|omission| omission.text.clone()));
        assert_eq!(
            page.tally.replaced.contains_key(&Flaw::Error),
            page.tally.omitted.total() > 0,
            "page {index}"
        );
    }
    assert!(named.iter().any(|text| text.contains("nosuchcommand")), "{named:?}");
    let is_bad = |text: &String| text.contains("nosuchcommand") || text.contains("z^{a}^{b}");
    assert!(named.iter().all(is_bad), "{named:?}");
}

#[test]
fn a_corpus_of_which_nothing_compiles_gives_pages_of_text() {
    let compiler = engine();
    let setter = Setter::new(&compiler);
    let bad: String = (0..30)
        .map(|n| format!("\\nosuchcommand{{{n}}} + a + b + c + d\n"))
        .collect();
    let page = made(&setter, &corpus(&bad), &Settings::new(1), 0);
    assert_eq!(
        page.count(SegmentKind::InlineFormula) + page.count(SegmentKind::DisplayFormula),
        0
    );
    assert!(page.count(SegmentKind::Text) > 5);
}
