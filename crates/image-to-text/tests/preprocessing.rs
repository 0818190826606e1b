//! Prepared images are equal to those of the library `transformers`, to the last bit of every value.
//!
//! `models/image-to-text-test/preprocessing.py` recorded the values.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use texlens_image_to_text::{PreprocessError, Processor, ProcessorError, RgbImage, TileProcessor};

#[derive(Deserialize)]
struct Case {
    configuration: Value,
    results: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    width: usize,
    height: usize,
    shape: Vec<usize>,
    sha256: String,
    /// Rows and columns of tiles.
    grid: Option<[usize; 2]>,
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
        for expected in case.results {
            let Expected { width, height, .. } = expected;
            let image = picture(width, height);
            let (values, shape, grid) = if expected.grid.is_some() {
                let tiles = TileProcessor::read(&case.configuration)
                    .unwrap()
                    .prepare(&image)
                    .unwrap();
                let shape = vec![tiles.count, 3, tiles.side, tiles.side];
                (tiles.values, shape, Some([tiles.rows, tiles.columns]))
            } else {
                let pixels = Processor::read(&case.configuration).unwrap().prepare(&image).unwrap();
                let shape = vec![3, pixels.height, pixels.width];
                (pixels.values, shape, None)
            };
            let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let is_same = (&shape, grid) == (&expected.shape, expected.grid);
            if !is_same || hex::encode(Sha256::digest(bytes)) != expected.sha256 {
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
    let tiles = |key: &str, value: Value| json!({"image_processor_type": "SmolVLMImageProcessor", key: value});
    for (configuration, words) in [
        (
            json!({"image_processor_type": "ViTImageProcessor"}),
            "Idefics3 and SmolVLM",
        ),
        (tiles("max_image_size", json!({"longest_edge": 0})), "1 to 8192"),
        (tiles("max_image_size", json!(32)), "longest_edge"),
        (tiles("size", json!({"shortest_edge": 32})), "longest_edge"),
        (tiles("do_image_splitting", json!(1)), "do_image_splitting"),
        (tiles("resample", json!("sharp")), "resample"),
    ] {
        let error = TileProcessor::read(&configuration).unwrap_err().to_string();
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
    let tiles = json!({"image_processor_type": "Idefics3ImageProcessor", "max_image_size": {"longest_edge": 8}});
    let processor = TileProcessor::read(&tiles).unwrap();
    let error = processor.prepare(&picture(60, 60)).unwrap_err();
    assert!(matches!(error, PreprocessError::TooManyTiles { .. }), "{error}");
    assert_eq!(processor.prepare(&picture(0, 0)), Err(PreprocessError::Empty));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_image_gives_whole_tiles(
        (width, height) in (1usize..90, 1usize..90),
        (longest, side) in (1usize..90, 10usize..60),
        is_split: bool,
        is_resized: bool,
    ) {
        let configuration = json!({
            "image_processor_type": "SmolVLMImageProcessor",
            "size": {"longest_edge": longest},
            "max_image_size": {"longest_edge": side},
            "do_image_splitting": is_split,
            "do_resize": is_resized,
        });
        let tiles = TileProcessor::read(&configuration).unwrap().prepare(&picture(width, height)).unwrap();
        prop_assert_eq!(tiles.count, tiles.rows * tiles.columns + 1);
        prop_assert_eq!(tiles.values.len(), 3 * tiles.side * tiles.side * tiles.count);
        prop_assert!(is_split || tiles.count == 1);
    }

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
