//! A model of a folder reads the same tokens as the libraries of Python.
//!
//! `make.py` and `language_model.py` in `models/image-to-text-test` made a model of each kind and recorded the tokens. The
//! tests need ONNX Runtime's library (`ORT_DYLIB_PATH`, or `target/lib/texlens`, where `cargo xtask setup` puts it).
//! `TEXLENS_IMAGE_TO_TEXT` and `TEXLENS_IMAGE_TEXT_TO_TEXT` may name other folders that the scripts made, which may have
//! more images.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stdout, reason = "`--nocapture` shows how many images are equal")]

use std::collections::{BTreeMap, BTreeSet};
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
    /// The tokens of prompts.
    #[serde(default)]
    prompts: Tokens,
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

/// Returns the folder of a vision encoder-decoder.
fn folder() -> PathBuf {
    made("TEXLENS_IMAGE_TO_TEXT", "model")
}

/// Returns the folder of a language model in whose prompt images stand.
fn prompted() -> PathBuf {
    made("TEXLENS_IMAGE_TEXT_TO_TEXT", "language-model")
}

fn made(variable: &str, fixture: &str) -> PathBuf {
    let made = std::env::var_os(variable).map(PathBuf::from);
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../image-to-text/tests/fixtures");
    made.unwrap_or_else(|| fixtures.join(fixture))
}

fn references(folder: &Path) -> References {
    serde_json::from_slice(&fs::read(folder.join("references.json")).unwrap()).unwrap()
}

fn open(folder: &Path, choice: &DtypeChoice) -> Result<ImageToText, ImageToTextError> {
    ImageToText::open(folder, choice, None, &Places::beside_program(), 1)
}

/// Counts the images with the same tokens, and fails with the others.
fn compare(model: &mut ImageToText, folder: &Path, beams: usize, expected: &Tokens, what: &str) {
    let settings = Settings {
        tokens: Some(LIMIT),
        beams: Some(beams),
        ..Settings::default()
    };
    let mut different = Vec::new();
    for (name, tokens) in expected {
        let image = fs::read(folder.join("images").join(name)).unwrap();
        let reading = model.read(&image, settings.clone(), |_| ControlFlow::Continue(()));
        let (reading, _) = reading.unwrap();
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

fn compare_formats(folder: &Path) {
    let references = references(folder);
    let formats = [
        (Dtype::Fp32, references.fp32),
        (Dtype::Q8, references.q8),
        (Dtype::Q4, references.q4),
    ];
    for (dtype, expected) in formats {
        let mut model = open(folder, &dtype.into()).unwrap();
        assert_eq!(model.model().dtypes(), dtype.name());
        compare(&mut model, folder, 1, &expected.greedy, &format!("{dtype} greedy"));
        compare(&mut model, folder, 3, &expected.beams, &format!("{dtype} beams"));
    }
}

fn compare_rules(folder: &Path, fewest: usize) {
    let read = |name: &str| serde_json::from_slice::<Value>(&fs::read(folder.join(name)).unwrap()).unwrap();
    let (config, generation) = (read("config.json"), read("generation_config.json"));
    let mut model = open(folder, &Dtype::Fp32.into()).unwrap();
    let references = references(folder);
    let mut changed = 0;
    for Ruled { rules, tokens } in references.rules {
        let mut stated = generation.as_object().unwrap().clone();
        stated.extend(rules.clone());
        let stated = Generation::read(Some(&stated.into()), &config).unwrap();
        let beams = stated.beams;
        model.model_mut().set_generation(stated);
        compare(&mut model, folder, beams, &tokens, &Value::from(rules).to_string());
        let plain = if beams == 1 {
            &references.fp32.greedy
        } else {
            &references.fp32.beams
        };
        changed += usize::from(tokens.iter().any(|(name, tokens)| plain.get(name) != Some(tokens)));
    }
    // Otherwise the rules would not be tested.
    assert!(changed >= fewest, "{changed}");
}

#[test]
fn every_token_is_that_of_python() {
    compare_formats(&folder());
}

#[test]
fn every_token_is_that_of_python_under_rules() {
    compare_rules(&folder(), 8);
}

#[test]
fn every_token_behind_a_prompt_is_that_of_python() {
    compare_formats(&prompted());
}

#[test]
fn every_token_behind_a_prompt_is_that_of_python_under_rules() {
    compare_rules(&prompted(), 5);
}

#[test]
fn a_prompt_has_the_tokens_of_python() {
    let mut model = open(&prompted(), &DtypeChoice::default()).unwrap();
    let references = references(&prompted());
    assert!(references.prompts.len() >= 12);
    let mut read = |name: &str, instruction: Option<&str>| {
        let settings = Settings {
            instruction: instruction.map(str::to_owned),
            tokens: Some(1),
            ..Settings::default()
        };
        let image = fs::read(prompted().join("images").join(name)).unwrap();
        let reading = model.read(&image, settings, |_| ControlFlow::Continue(()));
        reading.map(|(reading, _)| reading.prompt)
    };
    for (name, prompt) in &references.prompts {
        assert_eq!(read(name, None).unwrap(), *prompt, "{name}");
    }
    // Images of other shapes have other tiles, and the tiles count.
    let lengths: BTreeSet<usize> = references.prompts.values().map(Vec::len).collect();
    assert!(lengths.len() >= 3, "{lengths:?}");
    assert_ne!(
        read("000.png", Some("Convert.")).unwrap(),
        references.prompts["000.png"]
    );
    let error = read("000.png", Some("What is <image>?")).unwrap_err().to_string();
    assert!(error.contains("2 times <image>"), "{error}");
    let error = read("000.png", Some(&"Convert".repeat(200))).unwrap_err().to_string();
    assert!(error.contains("the model has places for 512"), "{error}");
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
