//! Tests the origins of the output: the glyphs behind each character.

use texlens_ocr::Style;

use super::invariants::check_page;
use super::{EM, Sheet};

/// Returns the output, with `_` for every character that stands for no glyph, and the symbols behind the others.
fn read(sheet: &Sheet) -> (String, Vec<(String, String)>) {
    let recognition = check_page(&sheet.page);
    let is_read = |at: usize| recognition.origins.iter().any(|origin| origin.range.contains(&at));
    let chars = recognition.latex.trim_end().char_indices();
    let masked = chars.map(|(at, c)| if is_read(at) { c } else { '_' }).collect();
    let pair = |origin: &texlens_ocr::Origin| {
        let text = recognition.latex[origin.range.clone()].to_owned();
        (text, sheet.page.glyphs[origin.glyph as usize].symbol.clone())
    };
    (masked, recognition.origins.iter().map(pair).collect())
}

#[test]
fn words_name_the_glyph_of_each_letter() {
    let sheet = Sheet::new().text("a café & co", Style::Roman);
    let (masked, pairs) = read(&sheet);
    assert_eq!(masked, "a_café_\\&_co");
    assert_eq!(pairs[5], ("\\&".to_owned(), "&".to_owned()));
    assert!(
        pairs
            .iter()
            .all(|(text, symbol)| text.trim_start_matches('\\') == symbol)
    );
}

#[test]
fn references_stand_for_the_number_they_were_made_of() {
    let (masked, pairs) = read(&Sheet::new().text("see Table 12, and", Style::Roman));
    assert_eq!(masked, "see_Table~\\ref{tab:table_12},_and");
    let reference: Vec<_> = pairs.iter().filter(|(text, _)| text.contains("\\ref")).collect();
    assert_eq!(
        reference.iter().map(|(_, symbol)| symbol.as_str()).collect::<String>(),
        "12"
    );
}

#[test]
fn each_symbol_of_a_formula_names_its_glyph() {
    let sheet = Sheet::new()
        .text("so that we have ", Style::Roman)
        .math("x")
        .script(0.4, "2 a")
        .math("= \\alpha");
    let (masked, pairs) = read(&sheet);
    assert_eq!(masked, "so_that_we_have__x__2a_=\\alpha_");
    assert!(pairs.iter().all(|(text, symbol)| text == symbol));
}

#[test]
fn a_delimiter_stands_for_all_its_pieces() {
    let piece = |sheet: Sheet, symbol: &str, y: f32| {
        let x = sheet.x;
        let mut sheet = sheet.at(x, 280.0 + y).glyph(symbol, Style::Roman).at(x, 300.0);
        if let Some(glyph) = sheet.page.glyphs.last_mut() {
            (glyph.height, glyph.depth) = (0.0, 0.6 * EM);
        }
        sheet
    };
    let mut sheet = Sheet::new().text("so ", Style::Roman).math("x =");
    for (row, symbol) in ["{-top", "{-ext", "{-mid", "{-ext", "{-bot"].iter().enumerate() {
        sheet = piece(sheet, symbol, 0.6 * EM * row as f32 - EM);
    }
    let x = sheet.x + 0.5 * EM;
    let sheet = sheet.at(x, 285.0).math("a").at(x, 315.0).math("b");
    let (_, pairs) = read(&sheet);
    let brace = pairs.iter().filter(|(text, _)| text == "\\begin{cases}");
    assert_eq!(
        brace.map(|(_, symbol)| symbol.as_str()).collect::<Vec<_>>(),
        ["{-top", "{-ext", "{-mid", "{-ext", "{-bot"]
    );
}
