//! Files are opened and drawn, or refused with a reason.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod files;

use std::collections::BTreeSet;

use files::{page, pdf, write};
use image::{DynamicImage, GrayImage};
use texlens_pdf::{Document, Limits, Missing, OpenError, Raster, RenderError};

const THREE_PAGES: &[u8] = include_bytes!("data/three-pages.pdf");

fn open(bytes: &[u8]) -> Result<Document, OpenError> {
    Document::open(bytes.to_vec(), Limits::default())
}

fn refusal(bytes: &[u8]) -> OpenError {
    open(bytes).unwrap_err()
}

fn decode(png: &[u8]) -> DynamicImage {
    image::load_from_memory(png).unwrap()
}

/// Returns the first and the last row of the image that have ink.
fn inked(image: &GrayImage) -> Option<(u32, u32)> {
    let has_ink = |row: &u32| (0..image.width()).any(|column| image.get_pixel(column, *row).0[0] < 128);
    let mut rows = (0..image.height()).filter(has_ink);
    let first = rows.next()?;
    Some((first, rows.next_back().unwrap_or(first)))
}

#[test]
fn a_document_of_pdftex_is_drawn_page_by_page() {
    let document = open(THREE_PAGES).unwrap();
    assert_eq!(document.pages(), 3);
    let mut pictures = BTreeSet::new();
    for number in 1..=3 {
        let drawn = document.render(number, 100).unwrap();
        assert_eq!((drawn.width, drawn.height, drawn.dpi), (827, 1170, 100));
        assert_eq!(drawn.missing, BTreeSet::new());
        let DynamicImage::ImageLuma8(picture) = decode(&drawn.png) else {
            panic!("black on white has no colour");
        };
        // The text begins below LaTeX's margin and is a few lines long.
        let (first, last) = inked(&picture).unwrap();
        assert!(
            (165..190).contains(&first) && (180..280).contains(&last),
            "{number}: {first} to {last}"
        );
        pictures.insert(drawn.png);
    }
    assert_eq!(pictures.len(), 3, "each page is another picture");
}

#[test]
fn a_picture_says_its_resolution() {
    let drawn = open(THREE_PAGES).unwrap().render(1, 200).unwrap();
    let places = drawn.png.windows(4).position(|window| window == b"pHYs").unwrap();
    // 200 dots per 25.4 mm are 7874 per metre.
    assert_eq!(drawn.png[places + 4..places + 8], 7_874_u32.to_be_bytes());
}

#[test]
fn content_is_drawn_where_it_stands() {
    let square = pdf(&[&page("[0 0 72 72]", "1 0 0 rg 18 36 9 9 re f")]);
    let picture = decode(&open(&square).unwrap().render(1, 72).unwrap().png).to_rgb8();
    let red: Vec<(u32, u32)> = picture
        .enumerate_pixels()
        .filter(|(.., pixel)| pixel.0 == [255, 0, 0])
        .map(|(x, y, _)| (x, y))
        .collect();
    assert_eq!(
        (red.len(), red.first(), red.last()),
        (81, Some(&(18, 27)), Some(&(26, 35)))
    );
    assert!(picture.pixels().filter(|pixel| pixel.0 == [255; 3]).count() == 72 * 72 - 81);
}

#[test]
fn a_turned_page_is_as_it_is_shown() {
    let turned = page("[0 0 72 36]", "0 0 72 9 re f").map(|object| object.replace("/Parent", "/Rotate 90 /Parent"));
    let document = open(&pdf(&[&turned])).unwrap();
    let upright = Raster {
        width: 36,
        height: 72,
        dpi: 72,
    };
    assert_eq!(document.raster(1, 72).unwrap(), upright);
    let picture = decode(&document.render(1, 72).unwrap().png).to_luma8();
    assert_eq!((picture.get_pixel(4, 40).0, picture.get_pixel(20, 40).0), ([0], [255]));
}

#[test]
fn standard_fonts_need_not_be_embedded() {
    let text = pdf(&[&page("[0 0 100 100]", "BT /F1 20 Tf 10 40 Td (tides) Tj ET")]);
    let drawn = open(&text).unwrap().render(1, 72).unwrap();
    let (first, last) = inked(&decode(&drawn.png).to_luma8()).unwrap();
    assert!(first >= 40 && last <= 62, "{first} to {last}");
}

#[test]
fn a_large_page_is_drawn_at_a_lower_resolution() {
    let limits = Limits {
        pixels: 10_000,
        ..Limits::default()
    };
    let document = Document::open(THREE_PAGES.to_vec(), limits).unwrap();
    let drawn = document.render(1, 200).unwrap();
    assert_eq!((drawn.width, drawn.height, drawn.dpi), (83, 117, 10));
    assert_eq!(drawn.remarks(200), ["drawn at 10 dpi since it is large"]);
    assert!(drawn.remarks(10).is_empty());
    let endless = open(&pdf(&[&page("[0 0 1000000000 1000000000]", "")]))
        .unwrap()
        .render(1, 200);
    assert!(matches!(endless, Err(RenderError::TooLarge { .. })), "{endless:?}");
}

#[test]
fn pages_count_from_one() {
    let document = open(THREE_PAGES).unwrap();
    for number in [0, 4, u32::MAX] {
        let error = document.render(number, 72).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("there is no page {number}: the document has 3")
        );
    }
}

#[test]
fn encryption_without_a_password_is_undone_and_with_one_refused() {
    let printing_only = open(include_bytes!("data/printing-only.pdf")).unwrap();
    let drawn = printing_only.render(1, 72).unwrap();
    assert!(inked(&decode(&drawn.png).to_luma8()).is_some());
    assert_eq!(refusal(include_bytes!("data/password.pdf")), OpenError::NeedsPassword);
}

#[test]
fn what_cannot_be_opened_is_refused_with_a_reason() {
    assert_eq!(refusal(b""), OpenError::NotPdf);
    assert_eq!(refusal(b"\\documentclass{article}"), OpenError::NotPdf);
    assert_eq!(refusal(b"%PDF-1.7\nnothing"), OpenError::Broken);
    assert_eq!(refusal(&pdf(&[])), OpenError::Broken);
    let limits = Limits {
        bytes: 1_000,
        ..Limits::default()
    };
    let too_big = Document::open(THREE_PAGES.to_vec(), limits).unwrap_err();
    assert_eq!(too_big, OpenError::TooBig { limit: 1_000 });
    let limits = Limits {
        pages: 2,
        ..Limits::default()
    };
    let too_many = Document::open(THREE_PAGES.to_vec(), limits).unwrap_err();
    assert_eq!(too_many, OpenError::TooManyPages { pages: 3, limit: 2 });
}

#[test]
fn a_file_that_lost_its_table_is_mended() {
    let whole = pdf(&[&page("[0 0 72 72]", "0 0 36 36 re f"), &page("[0 0 72 72]", "")]);
    let end = whole.windows(4).position(|window| window == b"xref").unwrap();
    let document = open(&whole[..end]).unwrap();
    assert_eq!(document.pages(), 2);
    assert!(inked(&decode(&document.render(1, 72).unwrap().png).to_luma8()).is_some());
}

#[test]
fn what_is_missing_from_a_picture_is_told() {
    let image = "q 50 0 0 50 0 0 cm /Im Do Q";
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{image}\nendstream", image.len()),
    ];
    objects.push("<< /Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length 4 >>\nstream\nnone\nendstream".to_owned());
    let drawn = open(&write(&objects)).unwrap().render(1, 72).unwrap();
    assert_eq!(drawn.missing, BTreeSet::from([Missing::Image]));
    assert_eq!(drawn.remarks(72), ["an image on the page could not be drawn"]);
}
