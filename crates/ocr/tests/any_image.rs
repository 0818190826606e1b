//! Checks that any image is read without a panic, whatever the network answers: odd sizes, noise, and random answers.
//! Also checks formats of image files; those in `images` were made for this test.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use proptest::prelude::*;
use texlens_ocr::detect::{
    Backend, ColourImage, GrayImage, ImageError, Model, ROW, Tile, read_page, read_region, shown_size,
};
use texlens_ocr::typeset::typeset;
use texlens_ocr::{BBox, PageGlyphs};

/// Runs a future to its end: the backend never waits, so no future that contains it does.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("something waits"),
    }
}

fn model() -> Model {
    Model::from_manifest(include_str!("../../../models/glyph-detector.json")).unwrap()
}

/// A backend that answers with the same rows for every tile.
struct Scripted(Vec<f32>);

impl Backend for Scripted {
    type Error = Infallible;

    async fn run(&mut self, tile: &Tile) -> Result<Vec<f32>, Infallible> {
        assert_eq!(tile.ink.len(), tile.width * tile.height);
        assert!(tile.ink.iter().all(|ink| (0.0..=1.0).contains(ink)));
        Ok(self.0.clone())
    }
}

fn read(image: &GrayImage, model: &Model, rows: Vec<f32>) -> PageGlyphs {
    let mut backend = Scripted(rows);
    let go_on = |_, _| ControlFlow::Continue(());
    let page = now(read_page(image, model, &mut backend, go_on)).unwrap();
    let places = page
        .glyphs
        .iter()
        .flat_map(|glyph| [glyph.x, glyph.y, glyph.confidence]);
    assert!(places.into_iter().all(f32::is_finite));
    assert!(page.turn > -180.0 && page.turn <= 180.0);
    let recognition = typeset(&page);
    assert_eq!((recognition.turn, recognition.doubt), (page.turn, page.doubt));
    if page.glyphs.is_empty() {
        assert!(page.doubt.is_some() && recognition.latex.is_empty());
    }
    let region = BBox {
        x0: -3.0,
        y0: 1.5,
        x1: page.width,
        y1: f32::MAX,
    };
    let again = now(read_region(image, &page, region, model, &mut backend, go_on)).unwrap();
    assert_eq!((again.width, again.turn), (page.width, page.turn));
    page
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn noise(
        width in 1usize..90,
        height in 1usize..90,
        pixels in prop::collection::vec(any::<u8>(), 90 * 90),
        rows in prop::collection::vec(-2.0f32..60.0, 0..40 * ROW),
    ) {
        let pixels = pixels[..width * height].to_vec();
        read(&GrayImage::new(width, height, pixels), &model(), rows);
    }

    #[test]
    fn numbers_that_are_none(rows in prop::collection::vec(any::<f32>(), 0..20 * ROW)) {
        let pixels = (0..60 * 60).map(|i| if i % 7 < 2 { 0 } else { 255 }).collect();
        read(&GrayImage::new(60, 60, pixels), &model(), rows);
    }

    #[test]
    fn bytes_that_are_no_image(bytes in prop::collection::vec(any::<u8>(), 0..200), is_png in any::<bool>()) {
        let magic: &[u8] = if is_png { b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" } else { b"\xff\xd8\xff" };
        prop_assert!(GrayImage::decode(&bytes).is_err());
        prop_assert!(GrayImage::decode(&[magic, &bytes].concat()).is_err());
    }
}

#[test]
fn odd_sizes_and_single_greys() {
    let model = model();
    for (width, height) in [
        (1, 1),
        (3, 2000),
        (2000, 3),
        (1, 700),
        (700, 1),
        (63, 65),
        (0, 0),
        (0, 5),
    ] {
        for grey in [0, 77, 255] {
            let pixels = vec![grey; width * height];
            let page = read(&GrayImage::new(width, height, pixels), &model, Vec::new());
            assert_eq!(
                page.doubt,
                Some(texlens_ocr::Doubt::Blank),
                "{width} x {height} of {grey}"
            );
        }
        let pixels = (0..width * height).map(|i| if i % 5 == 0 { 0 } else { 255 }).collect();
        read(&GrayImage::new(width, height, pixels), &model, Vec::new());
    }
}

/// Encodes an image as PNG and reads it back as a page image.
fn through_png(image: image::DynamicImage) -> GrayImage {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    GrayImage::decode(bytes.get_ref()).unwrap()
}

#[test]
fn deep_and_transparent_images_are_grey_ones() {
    let deep = image::ImageBuffer::from_pixel(3, 2, image::Luma([0x8040_u16]));
    assert_eq!(through_png(deep.into()).pixels, [128; 6]);
    // Transparent, half-transparent black, and black: paper shows through.
    let clear = image::RgbaImage::from_fn(3, 1, |x, _| image::Rgba([0, 0, 0, [0, 128, 255][x as usize]]));
    assert_eq!(through_png(clear.into()).pixels, [255, 127, 0]);
}

#[test]
fn colours_are_kept_and_paper_shows_through() {
    let samples = vec![200, 100, 50, 255, 200, 100, 50, 0, 0, 0, 0, 128];
    let image = image::RgbaImage::from_raw(3, 1, samples).unwrap();
    let mut png = Vec::new();
    let mut write = |image: &image::DynamicImage| {
        png.clear();
        image
            .write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png)
            .unwrap();
        ColourImage::decode(&png).unwrap()
    };
    let image = image::DynamicImage::from(image);
    let read = write(&image);
    assert_eq!((read.width, read.height, read.cut_off), (3, 1, None));
    assert_eq!(read.pixels, [[200, 100, 50], [255; 3], [127; 3]]);
    assert_eq!(write(&image.to_rgb8().into()).pixels[1], [200, 100, 50]);
    assert_eq!(
        write(&image::GrayImage::from_raw(1, 1, vec![7]).unwrap().into()).pixels,
        [[7; 3]]
    );
    assert!(matches!(ColourImage::decode(b""), Err(ImageError::Empty)));
}

#[test]
fn samples_give_the_greys_of_a_file_with_them() {
    let samples: Vec<u8> = (0..48).map(|at| at * 5).collect();
    let same = |channels: u8, image: image::DynamicImage| {
        let (width, height) = (image.width(), image.height());
        let of_samples = GrayImage::from_samples(width, height, channels, image.as_bytes().to_vec());
        assert_eq!(of_samples.unwrap().unwrap(), through_png(image), "{channels}");
    };
    same(1, image::GrayImage::from_raw(8, 6, samples.clone()).unwrap().into());
    same(3, image::RgbImage::from_raw(8, 2, samples.clone()).unwrap().into());
    same(4, image::RgbaImage::from_raw(4, 3, samples.clone()).unwrap().into());
    assert_eq!(GrayImage::from_samples(7, 7, 1, samples.clone()), Ok(None));
    assert_eq!(GrayImage::from_samples(4, 6, 2, samples.clone()), Ok(None));
    let large = GrayImage::from_samples(15_000, 15_000, 3, samples);
    assert!(matches!(large, Err(ImageError::TooLarge { .. })), "{large:?}");
}

/// Checks that an image is black only in the quarter at column `x` and row `y`.
fn is_the_quarter(image: &GrayImage, x: usize, y: usize) {
    let at = |x: usize, y: usize| image.pixels[y * image.width + x];
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let grey = at((2 * column + 1) * image.width / 4, (2 * row + 1) * image.height / 4);
        assert_eq!(grey < 60, (column, row) == (x, y), "{column} {row}: {grey}");
    }
}

#[test]
fn separations_for_print_are_grey_images() {
    let cmyk = GrayImage::decode(include_bytes!("images/cmyk.jpg")).unwrap();
    assert_eq!((cmyk.width, cmyk.height), (48, 32));
    is_the_quarter(&cmyk, 0, 0);
}

#[test]
fn pictures_are_turned_as_the_camera_was_held() {
    let bytes = include_bytes!("images/exif-6.jpg");
    let held = GrayImage::decode(bytes).unwrap();
    assert_eq!((held.width, held.height), (32, 48));
    assert_eq!(shown_size(bytes), Some((32, 48)));
    is_the_quarter(&held, 1, 0);
}

#[test]
fn too_many_pixels_are_refused_from_the_head_with_advice() {
    // The signature, then the header chunk of 15,000 by 15,000 grey pixels with its checksum.
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend([0, 0, 0x3a, 0x98, 0, 0, 0x3a, 0x98, 8, 0, 0, 0, 0]);
    bytes.extend(0xfb7f9679_u32.to_be_bytes());
    bytes.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    let error = GrayImage::decode(&bytes).unwrap_err();
    assert_eq!(
        error,
        ImageError::TooLarge {
            width: 15_000,
            height: 15_000
        }
    );
    assert!(error.to_string().contains("scale it down"), "{error}");
}
