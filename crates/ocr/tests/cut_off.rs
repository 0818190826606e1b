//! Tests image files that end before their picture does.
#![allow(clippy::unwrap_used)]

use std::io::Cursor;

use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, codecs::jpeg::JpegEncoder};
use texlens_ocr::CutOff;
use texlens_ocr::detect::{GrayImage, ImageError};

const WIDTH: u32 = 320;
const HEIGHT: u32 = 480;

/// Returns a page of lines that all differ, so that a missing line shows.
fn page() -> image::GrayImage {
    image::GrayImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let is_ink = (x / 3 * 7 + y / 3 * (y / 3)) % 11 < 4;
        image::Luma([if is_ink { 10 } else { 245 }])
    })
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Returns the number of lines, from the top, in which two images are nearly equal.
fn same_lines(one: &GrayImage, other: &GrayImage) -> usize {
    let rows = |image: &GrayImage| -> Vec<Vec<u8>> { image.pixels.chunks(image.width).map(<[u8]>::to_vec).collect() };
    let near = |(a, b): &(Vec<u8>, Vec<u8>)| a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) < 40);
    rows(one).into_iter().zip(rows(other)).take_while(near).count()
}

/// Reads a file cut at every thirtieth of its length. The remaining lines must equal those of the complete file; the
/// missing ones must be reported and blank.
fn is_read_as_far_as_it_goes(whole: &[u8], step: usize) {
    let complete = GrayImage::decode(whole).unwrap();
    assert_eq!(complete.cut_off, None);
    let mut last = 100;
    let mut told = 0;
    for part in 1..30 {
        let bytes = &whole[..whole.len() * part / 30];
        let image = match GrayImage::decode(bytes) {
            Ok(image) => image,
            Err(error) => {
                assert!(
                    matches!(error, ImageError::CutOff | ImageError::Damaged { .. }),
                    "{part}: {error}"
                );
                assert!(part < 10, "{part}: {error}");
                continue;
            }
        };
        let Some(CutOff::Lines { percent }) = image.cut_off else {
            panic!("{part}: {:?}", image.cut_off);
        };
        assert_eq!((image.width, image.height), (complete.width, complete.height));
        let height = complete.height;
        let there = same_lines(&image, &complete);
        let said = height - height * usize::from(percent) / 100;
        // The reported percentage is rounded up and includes the partly decoded block.
        assert!(
            there + step >= said && said + step + height / 100 >= there,
            "{part}: {there} lines, {percent} %"
        );
        let blank = image
            .pixels
            .chunks(image.width)
            .rev()
            .take_while(|row| row.iter().all(|&grey| grey == 255));
        assert!(
            blank.count() + there + 2 * step >= height,
            "{part}: what is missing is blank"
        );
        assert!(percent <= last, "{part}: {percent} % after {last} %");
        last = percent;
        told += 1;
    }
    assert!(told > 20, "{told}");
    assert!(last < 12, "{last} % of nearly all");
}

#[test]
fn a_png_is_read_as_far_as_it_goes() {
    let page = DynamicImage::from(page());
    for image in [
        page.clone(),
        page.to_rgb8().into(),
        page.to_rgba8().into(),
        page.to_luma_alpha8().into(),
        page.to_luma16().into(),
    ] {
        is_read_as_far_as_it_goes(&encoded(&image, ImageFormat::Png), 1);
    }
}

#[test]
fn a_jpeg_is_read_as_far_as_it_goes() {
    let page = DynamicImage::from(page());
    for image in [page.clone(), page.to_rgb8().into()] {
        is_read_as_far_as_it_goes(&encoded(&image, ImageFormat::Jpeg), 32);
    }
}

#[test]
fn a_png_without_its_last_mark_is_whole() {
    let whole = encoded(&page().into(), ImageFormat::Png);
    let image = GrayImage::decode(&whole[..whole.len() - 12]).unwrap();
    assert_eq!(image, GrayImage::decode(&whole).unwrap());
}

#[test]
fn a_jpeg_without_its_last_mark_says_that_it_lacks_its_end() {
    let whole = encoded(&page().into(), ImageFormat::Jpeg);
    let image = GrayImage::decode(&whole[..whole.len() - 2]).unwrap();
    assert_eq!(image.cut_off, Some(CutOff::Lines { percent: 0 }));
    assert_eq!(image.pixels, GrayImage::decode(&whole).unwrap().pixels);
}

#[test]
fn a_jpeg_in_several_passes_lacks_detail() {
    let whole = include_bytes!("images/progressive.jpg");
    let complete = GrayImage::decode(whole).unwrap();
    assert_eq!(complete.cut_off, None);
    let half = GrayImage::decode(&whole[..whole.len() / 2]).unwrap();
    assert_eq!(half.cut_off, Some(CutOff::Detail));
    let distance: u64 = half
        .pixels
        .iter()
        .zip(&complete.pixels)
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    assert!(distance / (half.pixels.len() as u64) < 40, "it is the same page");
}

#[test]
fn a_picture_within_the_head_is_not_the_end() {
    // Cameras put a small picture, with its own end marker, before the large one.
    let mut small = Vec::new();
    JpegEncoder::new(&mut small)
        .write_image(&[7; 64], 8, 8, ExtendedColorType::L8)
        .unwrap();
    let whole = encoded(&page().into(), ImageFormat::Jpeg);
    let length = u16::try_from(small.len() + 2).unwrap().to_be_bytes();
    let with_small = [&whole[..2], &[0xff, 0xe5], &length, &small, &whole[2..]].concat();
    assert_eq!(GrayImage::decode(&with_small).unwrap().cut_off, None);
    let half = GrayImage::decode(&with_small[..with_small.len() * 2 / 3]).unwrap();
    assert!(
        matches!(half.cut_off, Some(CutOff::Lines { percent: 20..60 })),
        "{:?}",
        half.cut_off
    );
}

#[test]
fn what_is_left_of_an_image_is_refused_where_it_is_nothing() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg] {
        let whole = encoded(&page().into(), format);
        for length in 8..whole.len().min(60) {
            let error = GrayImage::decode(&whole[..length]).unwrap_err();
            let words = error.to_string();
            assert!(words.contains("cut off"), "{format:?}, {length} bytes: {words}");
        }
    }
}
