//! The engine's other output: a DVI file, in which every glyph has a position.

use texlens_tex::{Compiler, Source, Use};

/// The first byte of a DVI file; below, its version and the filler up to a multiple of four bytes.
const PRE: u8 = 247;
const VERSION: u8 = 2;
const FILLER: u8 = 223;

#[test]
fn a_text_is_set_into_a_file_that_names_its_fonts_and_pages() {
    let compiler = Compiler::open(&super::folder(), &[Use::Dvi]).unwrap();
    let (dvi, compilation) = compiler
        .dvi(&Source::fragment("Let $x$ be \\textcolor{red}{red}.\\newpage $y$"))
        .unwrap();
    assert!(compilation.compiles, "{compilation:?}");
    let dvi = dvi.unwrap();
    assert!(dvi.starts_with(&[PRE, VERSION]) && dvi.ends_with(&[FILLER; 4]));
    let has = |piece: &[u8]| dvi.windows(piece.len()).any(|window| window == piece);
    assert!(has(b"ecrm1000") && has(b"cmmi10") && has(b"color push"));
    assert_eq!((compilation.pages, pages_of(&dvi)), (2, 2));

    let (nothing, compilation) = compiler.dvi(&Source::fragment("")).unwrap();
    assert!(nothing.is_none() && !compilation.compiles);
}

/// Returns the number of pages according to the postamble: the last two bytes before the font definitions.
fn pages_of(dvi: &[u8]) -> u16 {
    let trailing = dvi.iter().rev().take_while(|byte| **byte == FILLER).count();
    // The version, and before it the offset of the postamble.
    let end = dvi.len() - trailing - 1;
    let place = u32::from_be_bytes(dvi[end - 4..end].try_into().unwrap()) as usize;
    u16::from_be_bytes(dvi[place + 27..place + 29].try_into().unwrap())
}
