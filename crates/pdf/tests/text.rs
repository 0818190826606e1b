//! The text of pages is read as it is drawn, or refused with a reason.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod files;

use files::{page, pdf, write};
use texlens_pdf::{Document, Limits, Obstacle, Reading, Visibility, Way};
use texlens_vocabulary::{BBox, ReadFrom, Style};

const THREE_PAGES: &[u8] = include_bytes!("data/three-pages.pdf");

fn open(bytes: Vec<u8>) -> Document {
    Document::open(bytes, Limits::default()).unwrap()
}

/// Reads a page of 600 by 800 points with this content at 72 dpi, so that a pixel is a point.
fn read(content: &str) -> Reading {
    open(pdf(&[&page("[0 0 600 800]", content)])).read(1, 72).unwrap()
}

fn symbols(reading: &Reading) -> String {
    reading.page.glyphs.iter().map(|glyph| glyph.symbol.as_str()).collect()
}

#[test]
fn glyphs_are_where_their_ink_is() {
    let document = open(THREE_PAGES.to_vec());
    for number in 1..=3 {
        let reading = document.read(number, 200).unwrap();
        assert_eq!(reading.way, Way::Text);
        assert_eq!(reading.counts.unknown, 0, "{:?}", reading.unknown);
        assert!(reading.counts.read > 20, "{:?}", reading.counts);
        let drawn = document.render(number, 200).unwrap();
        let ink = image::load_from_memory(&drawn.png).unwrap().into_luma8();
        assert_eq!(
            (reading.page.width, reading.page.height),
            (drawn.width as f32, drawn.height as f32)
        );
        for glyph in &reading.page.glyphs {
            let BBox { x0, y0, x1, y1 } = glyph.bbox();
            let mut columns = x0.floor() as u32..=x1.ceil() as u32;
            let has_ink =
                columns.any(|x| (y0.floor() as u32..=y1.ceil() as u32).any(|y| ink.get_pixel(x, y).0[0] < 200));
            assert!(has_ink, "page {number}: no ink at {glyph:?}");
        }
    }
}

#[test]
fn fonts_of_tex_say_symbols_and_styles() {
    let reading = open(THREE_PAGES.to_vec()).read(1, 72).unwrap();
    assert!(
        symbols(&reading).starts_with('1') || symbols(&reading).contains("the"),
        "{}",
        symbols(&reading)
    );
    assert!(reading.page.glyphs.iter().all(|glyph| glyph.confidence == 1.0));
}

#[test]
fn a_text_has_its_place_size_and_style() {
    let reading = read("BT /F1 10 Tf 100 700 Td (Af\\351) Tj ET");
    assert_eq!(reading.way, Way::Text);
    let [a, f, ..] = reading.page.glyphs.as_slice() else {
        panic!("{:?}", reading.page.glyphs);
    };
    assert_eq!((a.symbol.as_str(), a.style), ("A", Style::Sans));
    assert_eq!((a.x, a.y, a.size), (100.0, 100.0, 10.0));
    assert!((a.width - 6.67).abs() < 0.01 && (6.5..7.5).contains(&a.height), "{a:?}");
    assert!((f.x - 106.67).abs() < 0.01, "{f:?}");
}

#[test]
fn text_that_cannot_be_seen_is_not_trusted() {
    let text = "BT /F1 10 Tf 100 700 Td (Nobody sees this) Tj ET";
    let hidden = |content: &str| read(content).way;
    let all = Way::Image(Obstacle::Hidden { percent: 100 });
    assert_eq!(hidden(&format!("3 Tr {text}")), all, "it is not painted");
    assert_eq!(hidden(&format!("1 g {text}")), all, "it is white on white");
    assert_eq!(hidden(&format!("{text} 0 g 50 600 300 200 re f")), all, "it is covered");
    assert_eq!(
        hidden(&format!("0 g 50 600 300 200 re f 1 g {text}")),
        Way::Text,
        "white on black"
    );
    assert_eq!(
        hidden("BT /F1 10 Tf 700 700 Td (Away) Tj ET"),
        Way::Image(Obstacle::NoText)
    );
    assert_eq!(hidden("0 0 20 20 re W n"), Way::Image(Obstacle::NoText));
    let outside = open(pdf(&[&page("[0 0 600 800]", &format!("0 0 20 20 re W n {text}"))]))
        .content(1)
        .unwrap();
    assert!(
        outside
            .glyphs
            .iter()
            .all(|glyph| glyph.visibility == Visibility::Outside)
    );
}

#[test]
fn turned_text_is_left_out() {
    let up = "BT /F1 10 Tf 0 1 -1 0 30 300 Tm (stamp) Tj ET";
    assert_eq!(read(up).way, Way::Image(Obstacle::Turned));
    let reading = read(&format!("{up} BT /F1 10 Tf 100 700 Td (horizontal text) Tj ET"));
    assert_eq!((reading.way, reading.counts.turned), (Way::Text, 5));
    assert_eq!(symbols(&reading), "horizontaltext");
    let ReadFrom::Text {
        although: None,
        remarks,
    } = &reading.page.read_from
    else {
        panic!("{:?}", reading.page.read_from);
    };
    assert_eq!(remarks, &["5 glyphs in turned text are left out"]);
}

#[test]
fn lines_are_rules_and_curves_are_figures_unless_they_are_white() {
    let text = "BT /F1 10 Tf 100 700 Td (text) Tj ET";
    let reading = read(&format!(
        "{text} 100 600 200 0.5 re f 1 w 100 500 m 300 500 l S 0.4 w 100 300 m 150 400 250 200 300 300 c S \
         1 G 100 450 m 300 450 l S 100 50 m 150 60 250 40 300 50 c S"
    ));
    let rules: Vec<[f32; 4]> = reading
        .page
        .rules
        .iter()
        .map(|rule| [rule.bbox.x0, rule.bbox.y0, rule.bbox.x1, rule.bbox.y1])
        .collect();
    assert_eq!(rules, [[100.0, 199.5, 300.0, 200.0], [100.0, 299.5, 300.0, 300.5]]);
    let [figure] = reading.page.figures.as_slice() else {
        panic!("{:?}", reading.page.figures);
    };
    assert!(
        (figure.x0 - 100.0).abs() < 1.0 && (figure.x1 - 300.0).abs() < 1.0,
        "{figure:?}"
    );
}

/// Returns a file whose font has a map that states the letter after the one that is drawn.
fn with_wrong_map() -> Vec<u8> {
    with_map("<20> <7e> <0021>")
}

/// Returns a file whose font has a map with this range.
fn with_map(range: &str) -> Vec<u8> {
    let stream = |content: &str| format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
    let map = format!(
        "begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange {range} endbfrange endcmap"
    );
    write(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        stream("BT /F1 10 Tf 50 700 Td (the picture and the text of this page do not agree) Tj ET"),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>".to_owned(),
        stream(&map),
    ])
}

#[test]
fn letters_of_one_height_are_told_apart_by_their_holes() {
    // n is said to be a, and o to be c.
    for range in ["<6e> <6e> <0061>", "<6e> <6f> <0061>"] {
        let reading = open(with_map(range)).read(1, 72).unwrap();
        assert!(
            matches!(reading.way, Way::Image(Obstacle::Disagrees { .. })) || reading.counts.unlike > 0,
            "{:?}",
            reading.counts
        );
    }
    let right = open(with_map("<20> <7e> <0020>")).read(1, 72).unwrap();
    assert_eq!((right.way, right.counts.unlike), (Way::Text, 0));
}

#[test]
fn letters_that_are_drawn_as_others_are_not_trusted() {
    let reading = open(with_wrong_map()).read(1, 72).unwrap();
    assert!(symbols(&reading).starts_with("uif"), "{}", symbols(&reading));
    assert!(
        matches!(reading.way, Way::Image(Obstacle::Disagrees { .. })),
        "{:?}",
        reading.counts
    );
}

#[test]
fn bitmaps_are_not_trusted() {
    let stream = |content: &str| format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
    let file = write(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        stream("BT /F1 10 Tf 50 700 Td (aaaa) Tj ET"),
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> \
         /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] >>"
            .to_owned(),
        stream("1 0 0 0 1 1 d1 0 0 1 1 re f"),
    ]);
    assert_eq!(
        open(file).read(1, 72).unwrap().way,
        Way::Image(Obstacle::Bitmaps { percent: 100 })
    );
}

#[test]
fn a_page_beyond_the_limit_is_not_trusted() {
    let limits = Limits {
        content: 3,
        ..Limits::default()
    };
    let file = pdf(&[&page("[0 0 600 800]", "BT /F1 10 Tf 100 700 Td (four) Tj ET")]);
    let document = Document::open(file, limits).unwrap();
    assert_eq!(document.read(1, 72).unwrap().way, Way::Image(Obstacle::TooMuch));
    assert!(document.read(2, 72).is_err());
}

/// A page with annotations, in a file whose catalogue has these entries.
fn linked(annotations: &str, catalogue: &str, objects: &[&str]) -> Document {
    let content = "BT /F1 10 Tf 100 700 Td (see 12) Tj ET";
    let [page, stream] = page("[0 0 600 800]", content);
    let mut all = vec![
        format!("<< /Type /Catalog /Pages 2 0 R {catalogue} >>"),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        page.replace("{}", "4")
            .replacen("<< ", &format!("<< /Annots [{annotations}] "), 1),
        stream,
    ];
    all.extend(objects.iter().map(|object| (*object).to_owned()));
    open(write(&all))
}

#[test]
fn links_lead_to_named_places_and_to_addresses() {
    let link = "<< /Type /Annot /Subtype /Link /Rect [120 695 140 710] /A << /S /GoTo /D (cite.Knuth84) >> >>";
    let other = "<< /Subtype /Link /Rect [0 0 9 9] /Dest /section.1 >>";
    let away = "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org) >> >>";
    let names = "/Names << /Dests 5 0 R >> /Dests << /section.1 [3 0 R /XYZ 90 750 null] >> /Outlines 7 0 R";
    let document = linked(
        &format!("{link} {other} {away}"),
        names,
        &[
            "<< /Kids [6 0 R] >>",
            "<< /Names [(cite.Knuth84) << /D [3 0 R /XYZ 100 200 null] >> (whole) [3 0 R /Fit] (\\001) [3 0 R /XYZ 0 0 0]] >>",
            "<< /First 8 0 R >>",
            "<< /Title (Part) /First 9 0 R >>",
            "<< /Title (Tides) /Dest /section.1 >>",
        ],
    );
    let page = document.read(1, 144).unwrap().page;
    let [cite, section, away] = page.links.as_slice() else {
        panic!("{:?}", page.links);
    };
    assert_eq!(
        (cite.place(), section.place()),
        (Some("cite.Knuth84"), Some("section.1"))
    );
    assert_eq!((away.uri(), away.place()), (Some("https://example.org"), None));
    assert_eq!(
        [cite.bbox.x0, cite.bbox.y0, cite.bbox.x1, cite.bbox.y1],
        [240.0, 180.0, 280.0, 210.0]
    );
    let mut places: Vec<_> = page
        .anchors
        .iter()
        .map(|anchor| (anchor.name.as_str(), anchor.x, anchor.y, anchor.level))
        .collect();
    places.sort_by(|a, b| a.0.cmp(b.0));
    assert_eq!(
        places,
        [
            ("cite.Knuth84", 200.0, 1200.0, None),
            ("section.1", 180.0, 100.0, Some(0))
        ]
    );
}

#[test]
fn trees_of_names_that_lead_back_come_to_an_end() {
    let document = linked(
        "",
        "/Names << /Dests 5 0 R >> /Outlines 6 0 R",
        &[
            "<< /Kids [5 0 R 5 0 R] /Names [(a) [3 0 R /XYZ 1 2 0]] >>",
            "<< /First 6 0 R /Next 6 0 R /Dest (a) >>",
        ],
    );
    let anchors = document.content(1).unwrap().anchors;
    assert_eq!(anchors.len(), 1);
}

#[test]
fn running_heads_that_the_file_names_are_no_text() {
    let text = |text: &str| format!("BT /F1 10 Tf 100 700 Td ({text}) Tj ET");
    let head = format!(
        "/Artifact << /Type /Pagination /Subtype /Header >> BDC /Span BMC {} EMC EMC",
        text("head")
    );
    let rule = format!("/Artifact BMC {} EMC", text("rule"));
    let reading = read(&format!(
        "{head} {rule} /P << /MCID 3 >> BDC {} EMC EMC EMC",
        text("body")
    ));
    assert_eq!(symbols(&reading), "rulebody");
    let content = open(pdf(&[&page("[0 0 600 800]", &head)])).content(1).unwrap();
    let [artifact, span] = content.marks.as_slice() else {
        panic!("{:?}", content.marks);
    };
    assert_eq!(
        (artifact.artifact.as_deref(), span.within),
        (Some("Pagination"), Some(0))
    );
    assert!(content.glyphs.iter().all(|glyph| glyph.mark == Some(1)));
}
