//! Pictures as they are sent.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::io::Cursor;

use image::{GrayImage, ImageFormat, Luma};
use proptest::prelude::*;
use texlens_judge::PictureFormat;
use texlens_readers::pictures::{MAX_SIDE, PrepareError, merge, prepare};

fn png(width: u32, height: u32, ink: u8) -> Vec<u8> {
    let image = GrayImage::from_pixel(width, height, Luma([ink]));
    let mut bytes = Vec::new();
    image.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

#[test]
fn pictures_stay_as_they_are_or_are_reduced() {
    let page = png(600, 800, 0);
    let whole = prepare(page.clone(), None).unwrap();
    assert_eq!(
        (whole.picture.width, whole.picture.height, &whole.bytes),
        (600, 800, &page)
    );
    assert_eq!(whole.picture.format, PictureFormat::Png);
    assert_eq!(prepare(page.clone(), Some(800)).unwrap(), whole);
    let small = prepare(page, Some(400)).unwrap();
    assert_eq!((small.picture.width, small.picture.height), (300, 400));
    assert_ne!(small.picture.sha256, whole.picture.sha256);
    assert_eq!(small.picture.bytes, small.bytes.len() as u64);
}

#[test]
fn merged_pages_stand_in_reading_order() {
    let pages: Vec<Vec<u8>> = [10, 60, 110].into_iter().map(|ink| png(100, 200, ink)).collect();
    let merged = merge(&pages, None).unwrap();
    let image = image::load_from_memory(&merged.bytes).unwrap().into_luma8();
    assert_eq!(image.dimensions(), (200, 400));
    let ink = |x, y| image.get_pixel(x, y).0[0];
    assert_eq!(
        (ink(50, 100), ink(150, 100), ink(50, 300), ink(150, 300)),
        (10, 60, 110, 255)
    );
    let small = merge(&pages, Some(100)).unwrap();
    assert_eq!((small.picture.width, small.picture.height), (50, 100));
    assert!(merge(&[], None).is_err());
}

#[test]
fn what_providers_refuse_is_refused_before() {
    let long = png(MAX_SIDE + 1, 2, 0);
    let error = prepare(long.clone(), None).unwrap_err();
    assert!(matches!(error, PrepareError::TooLarge { .. }), "{error}");
    assert!(error.to_string().contains("longest side"));
    assert_eq!(prepare(long, Some(1_000)).unwrap().picture.width, 1_000);
    assert!(matches!(
        prepare(b"GIF89a".to_vec(), None),
        Err(PrepareError::NotAnImage)
    ));
}

proptest! {
    #[test]
    fn any_bytes_are_an_error_or_a_picture(bytes in proptest::collection::vec(any::<u8>(), 0..200), cut in 0_usize..200) {
        let _ = prepare(bytes.clone(), Some(10));
        let _ = merge(&[bytes], None);
        let page = png(20, 30, 0);
        let _ = prepare(page.get(..cut).unwrap_or(&page).to_vec(), Some(10));
    }
}
