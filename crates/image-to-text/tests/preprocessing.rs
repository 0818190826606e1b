//! Prepared images are equal to those of the library `transformers`, to the last bit of every value.
//!
//! `models/image-to-text-test/preprocessing.py` recorded the values.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use texlens_image_to_text::{PreprocessError, Processor, ProcessorError, RgbImage};

#[derive(Deserialize)]
struct Case {
    configuration: Value,
    results: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    width: usize,
    height: usize,
    shape: [usize; 3],
    sha256: String,
}

/// Returns the image that the script calculates, too.
fn picture(width: usize, height: usize) -> RgbImage {
    let pixel = |x: usize, y: usize| {
        let is_margin = x < width / 8 || y < height / 8;
        std::array::from_fn(|channel| match is_margin {
            true => 250,
            false => ((x * 7 + y * 13 + channel * 29 + x * y * (channel + 1)) % 256) as u8,
        })
    };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| pixel(x, y)));
    RgbImage::new(width, height, pixels.collect()).unwrap()
}

#[test]
fn values_equal_those_of_the_library() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("fixtures/preprocessing.json")).unwrap();
    assert!(cases.len() > 15);
    let mut different = Vec::new();
    for case in cases {
        let processor = Processor::read(&case.configuration).unwrap();
        for expected in case.results {
            let Expected { width, height, .. } = expected;
            let pixels = processor.prepare(&picture(width, height)).unwrap();
            let bytes: Vec<u8> = pixels.values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let shape = [3, pixels.height, pixels.width];
            if shape != expected.shape || hex::encode(Sha256::digest(bytes)) != expected.sha256 {
                let configuration = &case.configuration;
                different.push(format!(
                    "{width} x {height}, {shape:?} for {:?}: {configuration}",
                    expected.shape
                ));
            }
        }
    }
    assert!(
        different.is_empty(),
        "{} differ:\n{}",
        different.len(),
        different.join("\n")
    );
}

#[test]
fn other_processors_and_values_are_refused() {
    let vit = |key: &str, value: Value| json!({"image_processor_type": "ViTImageProcessor", key: value});
    for (configuration, words) in [
        (json!({}), "image_processor_type"),
        (
            json!({"image_processor_type": "Pix2StructImageProcessor"}),
            "Pix2Struct",
        ),
        (vit("size", json!({"height": 0, "width": 5})), "1 to 8192"),
        (vit("size", json!({"height": 5})), "height and width"),
        (vit("size", json!(99999)), "1 to 8192"),
        (vit("size", json!([1, 2, 3])), "height and width"),
        (vit("resample", json!(6)), "resample"),
        (vit("image_mean", json!([0.5])), "image_mean"),
        (vit("image_std", json!(0.0)), "image_std"),
        (vit("do_resize", json!("yes")), "do_resize"),
        (vit("rescale_factor", json!("1/255")), "rescale_factor"),
    ] {
        let error = Processor::read(&configuration).unwrap_err().to_string();
        assert!(error.contains(words), "{configuration}: {error}");
    }
    let fast = json!({"image_processor_type": "ViTImageProcessorFast"});
    assert_eq!(
        Processor::read(&fast),
        Processor::read(&vit("resample", json!("bilinear")))
    );
    assert!(matches!(
        Processor::read(&json!({"image_processor_type": 3})),
        Err(ProcessorError::Unnamed)
    ));
}

#[test]
fn an_image_that_becomes_too_large_is_refused() {
    let processor = json!({"image_processor_type": "CLIPImageProcessor", "do_center_crop": false, "size": 500});
    let processor = Processor::read(&processor).unwrap();
    let error = processor.prepare(&picture(2000, 1)).unwrap_err();
    assert!(
        matches!(error, PreprocessError::TooLarge { height: 500, .. }),
        "{error}"
    );
    assert_eq!(processor.prepare(&picture(0, 0)), Err(PreprocessError::Empty));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_image_and_size_give_the_right_number_of_values(
        width in 1usize..200,
        height in 1usize..200,
        to in (1usize..90, 1usize..90),
        kind in 0usize..7,
        filter in 0u8..6,
    ) {
        let kind = ["ViT", "DeiT", "Blip", "CLIP", "Siglip", "Donut", "Nougat"][kind];
        let configuration = json!({
            "image_processor_type": format!("{kind}ImageProcessor"),
            "size": {"height": to.0, "width": to.1},
            "resample": filter,
            "do_align_long_axis": true,
        });
        let processor = Processor::read(&configuration).unwrap();
        // Thin images may become too large.
        if let Ok(pixels) = processor.prepare(&picture(width, height)) {
            prop_assert_eq!(pixels.values.len(), 3 * pixels.width * pixels.height);
            prop_assert!(pixels.values.iter().all(|value| value.is_finite()));
        }
    }
}
