//! Pictures as they are sent.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, GrayImage, ImageEncoder, ImageFormat, Luma};
use proptest::prelude::*;
use texlens_judge::PictureFormat;
use texlens_readers::pictures::{PrepareError, Prepared, Shown, show};
use texlens_readers::{Granularity, MAX_SIDE, reduced_size};

fn png(width: u32, height: u32, ink: u8) -> Vec<u8> {
    let image = GrayImage::from_pixel(width, height, Luma([ink]));
    let mut bytes = Vec::new();
    image.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

/// Returns the only picture of a page, or the reason why there is none.
fn one(image: Vec<u8>, longest_side: Option<u32>) -> Result<Prepared, PrepareError> {
    let Shown { mut pictures, failed } = show(vec![image], Granularity::SingleImage, longest_side);
    match failed.into_iter().next() {
        Some((0, error)) => Err(error),
        other => Ok((other.is_none().then(|| pictures.remove(0))).unwrap()),
    }
}

#[test]
fn pictures_stay_as_they_are_or_are_reduced() {
    let page = png(600, 800, 0);
    let whole = one(page.clone(), None).unwrap();
    assert_eq!(
        (whole.picture.width, whole.picture.height, &whole.bytes),
        (600, 800, &page)
    );
    assert_eq!(whole.picture.format, PictureFormat::Png);
    assert_eq!(one(page.clone(), Some(800)).unwrap(), whole);
    let small = one(page, Some(333)).unwrap();
    assert_eq!(
        (small.picture.width, small.picture.height),
        reduced_size((600, 800), 333)
    );
    assert_ne!(small.picture.sha256, whole.picture.sha256);
    assert_eq!(small.picture.bytes, small.bytes.len() as u64);
}

#[test]
fn merged_pages_stand_in_reading_order() {
    let pages: Vec<Vec<u8>> = [10, 60, 110].into_iter().map(|ink| png(100, 200, ink)).collect();
    let merge = |pages: Vec<Vec<u8>>, side| show(pages, Granularity::Merged, side);
    let shown = merge(pages.clone(), None);
    let image = image::load_from_memory(&shown.pictures[0].bytes).unwrap().into_luma8();
    assert_eq!((image.dimensions(), shown.pictures.len()), ((200, 400), 1));
    let ink = |x, y| image.get_pixel(x, y).0[0];
    assert_eq!(
        (ink(50, 100), ink(150, 100), ink(50, 300), ink(150, 300)),
        (10, 60, 110, 255)
    );
    let small = &merge(pages.clone(), Some(100)).pictures[0].picture;
    assert_eq!((small.width, small.height), (50, 100));
    // A page alone is not merged, and is reduced as any other.
    let alone = merge(vec![pages[0].clone()], Some(100));
    assert_eq!(alone.pictures, [one(pages[0].clone(), Some(100)).unwrap()]);
    assert!(merge(Vec::new(), None).pictures.is_empty());
}

#[test]
fn a_damaged_page_costs_no_other() {
    let mut damaged = png(100, 200, 60);
    let middle = damaged.len() / 2;
    damaged.truncate(middle);
    let pages = vec![png(100, 200, 10), damaged, png(100, 200, 110)];
    let shown = show(pages.clone(), Granularity::Merged, None);
    assert!(
        matches!(shown.failed[..], [(1, PrepareError::Damaged(_))]),
        "{:?}",
        shown.failed
    );
    let image = image::load_from_memory(&shown.pictures[0].bytes).unwrap().into_luma8();
    assert_eq!(image.dimensions(), (200, 200), "the others stand side by side");
    let pages = vec![pages[0].clone(), b"no picture".to_vec(), pages[2].clone()];
    let shown = show(pages, Granularity::MultiImage, None);
    assert!(matches!(shown.failed[..], [(1, PrepareError::NotAnImage)]));
    assert_eq!(shown.pictures.len(), 2);
}

#[test]
fn a_photograph_is_turned_as_the_camera_says() {
    // TIFF with one entry, Orientation (0x0112) = 6: turn by 90 degrees.
    let exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new(&mut bytes);
    encoder.set_exif_metadata(exif).unwrap();
    encoder
        .write_image(&vec![128; 400 * 300], 400, 300, ExtendedColorType::L8)
        .unwrap();
    let small = one(bytes, Some(200)).unwrap();
    assert_eq!((small.picture.width, small.picture.height), (150, 200));
}

#[test]
fn what_providers_refuse_is_refused_before() {
    let long = png(MAX_SIDE + 1, 2, 0);
    let error = one(long.clone(), None).unwrap_err();
    assert!(matches!(error, PrepareError::TooLarge { .. }), "{error}");
    assert!(error.to_string().contains("longest side"));
    assert_eq!(one(long.clone(), Some(1_000)).unwrap().picture.width, 1_000);
    let merged = show(vec![long, png(100, 100, 0)], Granularity::Merged, Some(1_000));
    assert!(merged.failed.is_empty() && merged.pictures[0].picture.width <= 1_000);
    assert_eq!(one(b"GIF89a".to_vec(), None), Err(PrepareError::NotAnImage));
    // Noise cannot be compressed: three pages of 17 MB are more than a request may have.
    let mut state = 1_u32;
    let noise = GrayImage::from_fn(4_200, 4_200, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Luma([(state >> 24) as u8])
    });
    let mut large = Vec::new();
    noise.write_to(&mut Cursor::new(&mut large), ImageFormat::Png).unwrap();
    let shown = show(vec![large; 3], Granularity::MultiImage, None);
    assert!(shown.pictures.is_empty() && shown.failed.len() == 3);
    assert!(matches!(shown.failed[2], (2, PrepareError::TooLargeTogether { .. })));
}

proptest! {
    #[test]
    fn any_bytes_are_an_error_or_a_picture(bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0_usize..120) {
        let page = png(20, 30, 0);
        let mut changed = page.clone();
        for (place, byte) in changed.iter_mut().skip(at).zip(&bytes) {
            *place = *byte;
        }
        let cut = page.get(..at).unwrap_or(&page).to_vec();
        let mut longer = page.clone();
        longer.splice(at.min(page.len())..at.min(page.len()), bytes.iter().copied());
        for granularity in Granularity::ALL {
            let images = vec![bytes.clone(), changed.clone(), cut.clone(), longer.clone()];
            let shown = show(images, granularity, Some(10));
            prop_assert!(shown.failed.iter().all(|(page, _)| *page < 4));
        }
    }
}
