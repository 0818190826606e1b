//! A model of a folder reads the same tokens as the libraries of Python.
//!
//! `models/image-to-text-test/make.py` made the model and recorded the tokens. The tests need ONNX Runtime's library
//! (`ORT_DYLIB_PATH`, or `target/lib/texlens`, where `cargo xtask setup` puts it). `TEXLENS_IMAGE_TO_TEXT` may name
//! another folder that the script made, which may have more images.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stdout, reason = "`--nocapture` shows how many images are equal")]

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};
use texlens_image_to_text::{Check, Dtype, DtypeChoice, Generation, Settings, Stop};
use texlens_native::{ImageToText, ImageToTextError, Places, read_folder};

/// Most tokens of the recorded texts.
const LIMIT: usize = 48;

/// The tokens of each image.
type Tokens = BTreeMap<String, Vec<u32>>;

#[derive(Deserialize)]
struct References {
    fp32: Ways,
    q8: Ways,
    q4: Ways,
    rules: Vec<Ruled>,
}

#[derive(Deserialize)]
struct Ways {
    greedy: Tokens,
    beams: Tokens,
}

#[derive(Deserialize)]
struct Ruled {
    rules: Map<String, Value>,
    tokens: Tokens,
}

fn folder() -> PathBuf {
    let made = std::env::var_os("TEXLENS_IMAGE_TO_TEXT").map(PathBuf::from);
    let fixture = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../image-to-text/tests/fixtures/model");
    made.unwrap_or_else(fixture)
}

fn references() -> References {
    serde_json::from_slice(&fs::read(folder().join("references.json")).unwrap()).unwrap()
}

fn open(folder: &Path, choice: &DtypeChoice) -> Result<ImageToText, ImageToTextError> {
    ImageToText::open(folder, choice, None, &Places::beside_program(), 1)
}

/// Counts the images with the same tokens, and fails with the others.
fn compare(model: &mut ImageToText, beams: usize, expected: &Tokens, what: &str) {
    let settings = Settings {
        tokens: Some(LIMIT),
        beams: Some(beams),
    };
    let mut different = Vec::new();
    for (name, tokens) in expected {
        let image = fs::read(folder().join("images").join(name)).unwrap();
        let (reading, _) = model.read(&image, settings, |_| ControlFlow::Continue(())).unwrap();
        if reading.tokens != *tokens {
            different.push(format!("{name}: {:?} instead of {tokens:?}", reading.tokens));
        }
    }
    let (all, same) = (expected.len(), expected.len() - different.len());
    println!("{what}: {same} of {all} images equal");
    assert!(
        all >= 12 && different.is_empty(),
        "{what}: {same} of {all}\n{}",
        different.join("\n")
    );
}

#[test]
fn every_token_is_that_of_python() {
    let references = references();
    let formats = [
        (Dtype::Fp32, references.fp32),
        (Dtype::Q8, references.q8),
        (Dtype::Q4, references.q4),
    ];
    for (dtype, expected) in formats {
        let mut model = open(&folder(), &dtype.into()).unwrap();
        assert_eq!(model.model().dtypes(), dtype.name());
        compare(&mut model, 1, &expected.greedy, &format!("{dtype} greedy"));
        compare(&mut model, 3, &expected.beams, &format!("{dtype} beams"));
    }
}

#[test]
fn every_token_is_that_of_python_under_rules() {
    let read = |name: &str| serde_json::from_slice::<Value>(&fs::read(folder().join(name)).unwrap()).unwrap();
    let (config, generation) = (read("config.json"), read("generation_config.json"));
    let mut model = open(&folder(), &Dtype::Fp32.into()).unwrap();
    let references = references();
    assert!(references.rules.len() >= 8);
    let mut changed = 0;
    for Ruled { rules, tokens } in references.rules {
        let mut stated = generation.as_object().unwrap().clone();
        stated.extend(rules.clone());
        let stated = Generation::read(Some(&stated.into()), &config).unwrap();
        let beams = stated.beams;
        model.model_mut().set_generation(stated);
        compare(&mut model, beams, &tokens, &Value::from(rules).to_string());
        let plain = if beams == 1 {
            &references.fp32.greedy
        } else {
            &references.fp32.beams
        };
        changed += usize::from(tokens.iter().any(|(name, tokens)| plain.get(name) != Some(tokens)));
    }
    // Otherwise the rules would not be tested.
    assert!(changed >= 8, "{changed}");
}

#[test]
fn the_folder_is_described_and_the_text_streams() {
    let check = Check::of(&read_folder(&folder()).unwrap());
    assert_eq!(check.problems, []);
    let offered: Vec<Dtype> = check.offers.iter().map(|offer| offer.dtype).collect();
    assert_eq!(offered, [Dtype::Fp32, Dtype::Q8, Dtype::Q4]);
    let mut model = open(&folder(), &DtypeChoice::default()).unwrap();
    let image = fs::read(folder().join("images/000.png")).unwrap();
    let mut seen = Vec::new();
    let reading = model.read(&image, Settings::default(), |text| {
        seen.push(text());
        ControlFlow::Continue(())
    });
    let (reading, remarks) = reading.unwrap();
    assert_eq!((reading.stop, remarks.len()), (Stop::End, 0));
    assert_eq!(seen.len() + 1, reading.tokens.len());
    assert!(reading.text.starts_with(seen[2].trim()), "{seen:?} {}", reading.text);
}

#[test]
fn damaged_graphs_and_images_are_errors() {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("onnx")).unwrap();
    for name in [
        "config.json",
        "generation_config.json",
        "preprocessor_config.json",
        "tokenizer.json",
    ] {
        fs::copy(folder().join(name), place.path().join(name)).unwrap();
    }
    let graph = |name: &str| format!("onnx/{name}.onnx");
    for name in ["encoder_model", "decoder_model_merged"] {
        fs::copy(folder().join(graph(name)), place.path().join(graph(name))).unwrap();
    }
    let choice = DtypeChoice::default();
    let mut model = open(place.path(), &choice).unwrap();
    let no_image = model.read(b"GIF89a", Settings::default(), |_| ControlFlow::Continue(()));
    assert!(matches!(no_image, Err(ImageToTextError::Image(_))));
    // The decoder takes no images.
    let decoder = fs::read(place.path().join(graph("decoder_model_merged"))).unwrap();
    fs::write(place.path().join(graph("encoder_model")), &decoder).unwrap();
    let error = open(place.path(), &choice).err().unwrap();
    assert!(matches!(error, ImageToTextError::Fit { .. }), "{error}");
    // An ONNX file whose graph has a long name and nothing else.
    let mut empty = vec![7 << 3 | 2, 0xd3, 0x0f, 2 << 3 | 2, 0xd0, 0x0f];
    empty.resize(empty.len() + 2000, b'a');
    fs::write(place.path().join(graph("encoder_model")), empty).unwrap();
    let error = open(place.path(), &choice).err().unwrap();
    assert!(matches!(error, ImageToTextError::Graph { .. }), "{error}");
    fs::write(place.path().join(graph("encoder_model")), vec![7; 5000]).unwrap();
    let error = open(place.path(), &choice).err().unwrap();
    assert!(matches!(error, ImageToTextError::Open { .. }), "{error}");
    assert!(error.to_string().contains("encoder_model.onnx is of no use"), "{error}");
    fs::remove_file(place.path().join("tokenizer.json")).unwrap();
    let error = open(place.path(), &choice).err().unwrap();
    assert!(error.to_string().contains("tokenizer.json"), "{error}");
}
