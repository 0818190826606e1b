//! Folders that have or lack what a model needs, and models whose graphs a script answers.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod damage;

use std::ops::ControlFlow;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use damage::damage;
use proptest::prelude::*;
use serde_json::json;
use texlens_image_to_text::{
    Check, Data, Dtype, DtypeChoice, Element, FileEntry, FitError, Folder, Graph, Kind, Model, Port, Problem, Reading,
    ReadingError, RgbImage, Runtime, Settings, Stop, Tensor,
};

/// Runs a future to its end: the script never waits.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("something waits"),
    }
}

const WORDS: [&str; 6] = ["<s>", "</s>", "x", "+", "y", "="];
const END: u32 = 1;

fn descriptions() -> Vec<(String, Vec<u8>)> {
    let vocabulary: serde_json::Map<_, _> = (0..)
        .zip(WORDS)
        .map(|(token, word): (u32, _)| (word.to_owned(), token.into()))
        .collect();
    let special = |id: u32| {
        json!({"id": id, "content": WORDS[id as usize], "special": true, "single_word": false, "lstrip": false,
            "rstrip": false, "normalized": false})
    };
    let tokenizer = json!({"version": "1.0", "added_tokens": [special(0), special(1)],
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "x"}});
    let config = json!({
        "model_type": "vision-encoder-decoder", "encoder": {"model_type": "vit"},
        "decoder": {"model_type": "trocr", "d_model": 8, "decoder_attention_heads": 2},
    });
    let generation = json!({"decoder_start_token_id": 0, "eos_token_id": END});
    let processor = json!({"image_processor_type": "ViTImageProcessor", "size": 4});
    [
        ("config.json", config),
        ("generation_config.json", generation),
        ("preprocessor_config.json", processor),
        ("tokenizer.json", tokenizer),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_string().into_bytes()))
    .into()
}

fn folder(graphs: &[&str]) -> Folder {
    let descriptions = descriptions();
    let described = descriptions
        .iter()
        .map(|(path, content)| (path.as_str(), content.len() as u64));
    let files = described.chain(graphs.iter().map(|path| (*path, 5000)));
    let files = files.map(|(path, bytes)| FileEntry {
        path: path.to_owned(),
        bytes,
    });
    Folder {
        files: files.collect(),
        descriptions,
    }
}

const GRAPHS: [&str; 4] = [
    "onnx/encoder_model.onnx",
    "onnx/decoder_model_merged.onnx",
    "onnx/encoder_model_quantized.onnx",
    "onnx/decoder_model_merged_quantized.onnx",
];

fn model() -> Model {
    Model::open(&folder(&GRAPHS), &DtypeChoice::default()).unwrap()
}

/// Gives the scores of the token after others.
type Next = fn(&[u32]) -> Vec<f32>;

/// Answers with the scores of the next token for the tokens so far, which the cache keeps.
struct Script<F> {
    next: F,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    encoder: Vec<Port>,
    states: Vec<Port>,
}

fn port(name: &str, element: Element, shape: &[Option<usize>]) -> Port {
    Port {
        name: name.to_owned(),
        element,
        shape: shape.to_vec(),
    }
}

impl<F: Fn(&[u32]) -> Vec<f32>> Script<F> {
    fn new(next: F) -> Self {
        let cache = [None, Some(1), None, Some(1)];
        Self {
            next,
            inputs: vec![
                port("input_ids", Element::I64, &[None, None]),
                port("encoder_hidden_states", Element::F32, &[None, None, Some(8)]),
                port("encoder_attention_mask", Element::I64, &[None, None]),
                port("past_key_values.0.decoder.key", Element::F32, &cache),
                port("past_key_values.0.encoder.key", Element::F32, &cache),
                port("use_cache_branch", Element::Bool, &[Some(1)]),
            ],
            outputs: vec![
                port("logits", Element::F32, &[None, None, Some(WORDS.len())]),
                port("present.0.decoder.key", Element::F32, &cache),
                port("present.0.encoder.key", Element::F32, &cache),
            ],
            encoder: vec![port("pixel_values", Element::F32, &[None, Some(3), None, None])],
            states: vec![port("last_hidden_state", Element::F32, &[None, None, Some(8)])],
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(&'static str);

impl<F: Fn(&[u32]) -> Vec<f32>> Runtime for Script<F> {
    type Value = Tensor;
    type Error = Refused;

    fn inputs(&self, graph: Graph) -> &[Port] {
        if graph == Graph::Encoder {
            &self.encoder
        } else {
            &self.inputs
        }
    }

    fn outputs(&self, graph: Graph) -> &[Port] {
        if graph == Graph::Encoder {
            &self.states
        } else {
            &self.outputs
        }
    }

    fn put(&self, tensor: Tensor) -> Result<Tensor, Refused> {
        Ok(tensor)
    }

    async fn get(&self, value: &mut Tensor) -> Result<Tensor, Refused> {
        Ok(value.clone())
    }

    async fn run(&mut self, graph: Graph, inputs: &[(&str, &Tensor)]) -> Result<Vec<(String, Tensor)>, Refused> {
        let input = |name: &str| {
            inputs
                .iter()
                .find(|(other, _)| *other == name)
                .map(|(_, tensor)| (*tensor).clone())
        };
        if graph == Graph::Encoder {
            let pixels = input("pixel_values").ok_or(Refused("no pixels"))?;
            assert_eq!(pixels.shape, [1, 3, 4, 4]);
            let states = Tensor::numbers(&[1, 3, 8], vec![0.5; 24], Element::F32);
            return Ok(vec![("last_hidden_state".to_owned(), states)]);
        }
        let Data::I64(given) = input("input_ids").ok_or(Refused("no tokens"))?.data else {
            return Err(Refused("tokens are whole numbers"));
        };
        let rows = given.len();
        let states = input("encoder_hidden_states").ok_or(Refused("no states"))?;
        assert_eq!(states.shape, [rows, 3, 8]);
        assert_eq!(
            input("encoder_attention_mask"),
            Some(Tensor::whole(&[rows, 3], vec![1; 3 * rows]))
        );
        let past = input("past_key_values.0.decoder.key").ok_or(Refused("no cache"))?;
        let length = past.shape[2];
        assert_eq!(past.shape, [rows, 1, length, 1]);
        assert_eq!(
            input("use_cache_branch").map(|tensor| tensor.data),
            Some(Data::Bool(vec![length > 0]))
        );
        let of_image = input("past_key_values.0.encoder.key").ok_or(Refused("no cache"))?;
        assert_eq!(of_image.shape[2], if length > 0 { 3 } else { 0 });
        let past = past.into_numbers().unwrap();
        let (mut scores, mut kept) = (Vec::new(), Vec::new());
        for (row, token) in given.iter().enumerate() {
            let before = past[row * length..(row + 1) * length].iter().copied();
            let tokens: Vec<f32> = before.chain([*token as f32]).collect();
            let whole: Vec<u32> = tokens.iter().map(|token| *token as u32).collect();
            scores.extend((self.next)(&whole));
            kept.extend(tokens);
        }
        // Later runs give nothing for the image.
        let of_image = if length > 0 { 0 } else { 3 };
        let numbers = |shape: &[usize], values: Vec<f32>| Tensor::numbers(shape, values, Element::F32);
        let vocabulary = scores.len() / rows;
        Ok(vec![
            (
                "present.0.decoder.key".to_owned(),
                numbers(&[rows, 1, length + 1, 1], kept),
            ),
            (
                "present.0.encoder.key".to_owned(),
                numbers(&[rows, 1, of_image, 1], vec![0.0; rows * of_image]),
            ),
            ("logits".to_owned(), numbers(&[rows, 1, vocabulary], scores)),
        ])
    }
}

fn read(next: impl Fn(&[u32]) -> Vec<f32>, tokens: usize, beams: usize) -> Result<Reading, ReadingError<Refused>> {
    let settings = Settings {
        tokens: Some(tokens),
        beams: Some(beams),
        ..Settings::default()
    };
    let image = RgbImage::filled(9, 7, [255; 3]);
    let mut script = Script::new(next);
    let model = model();
    model.fit(&script).unwrap();
    now(model.read(&mut script, &image, settings, |_| ControlFlow::Continue(())))
}

/// Returns scores that prefer a token.
fn prefer(token: u32) -> Vec<f32> {
    (0..WORDS.len() as u32)
        .map(|other| if other == token { 5.0 } else { 0.0 })
        .collect()
}

/// Returns the logarithms of probabilities for these tokens.
fn probabilities(of: &[(u32, f32)]) -> Vec<f32> {
    let mut scores = vec![1e-6_f32.ln(); WORDS.len()];
    for (token, probability) in of {
        scores[*token as usize] = probability.ln();
    }
    scores
}

#[test]
fn tokens_follow_each_other_until_the_end() {
    let text = [2, 3, 4, END];
    for beams in [1, 3] {
        let reading = read(|tokens| prefer(text[tokens.len() - 1]), 9, beams).unwrap();
        assert_eq!((reading.text.as_str(), reading.stop), ("x + y", Stop::End));
        assert_eq!(reading.tokens, text);
        let reading = read(|tokens| prefer(text[tokens.len() - 1]), 2, beams).unwrap();
        assert_eq!((reading.text.as_str(), reading.stop), ("x +", Stop::Limit));
    }
}

#[test]
fn beams_find_a_text_that_begins_worse() {
    // `x` is the likelier first word, but `y` leads to a likelier text.
    let next = |tokens: &[u32]| match tokens {
        [0] => probabilities(&[(2, 0.6), (4, 0.4)]),
        [0, 2] => probabilities(&[(3, 0.5), (5, 0.5)]),
        [0, 4] => probabilities(&[(3, 1.0)]),
        _ => probabilities(&[(END, 1.0)]),
    };
    assert_eq!(read(next, 9, 1).unwrap().text, "x +");
    assert_eq!(read(next, 9, 2).unwrap().text, "y +");
}

#[test]
fn endless_texts_end_early() {
    for beams in [1, 2] {
        let reading = read(|_| prefer(2), 4000, beams).unwrap();
        assert_eq!((reading.stop, reading.tokens.len()), (Stop::Repeats, 256));
    }
}

#[test]
fn scores_that_are_no_numbers_are_an_error() {
    let next = |tokens: &[u32]| match tokens.len() {
        1 => prefer(2),
        _ => vec![f32::NAN; WORDS.len()],
    };
    for beams in [1, 2] {
        let error = read(next, 9, beams).unwrap_err();
        assert!(matches!(error, ReadingError::NotANumber { token: 2 }), "{error}");
    }
}

#[test]
fn tokens_of_another_tokenizer_are_an_error() {
    let model = model();
    let mut script = Script::new(|_: &[u32]| vec![0.0; 3]);
    script.outputs[0].shape[2] = Some(3);
    let error = model.fit(&script).unwrap_err();
    assert_eq!(error, FitError::OtherTokenizer { decoder: 3, largest: 5 });
    // A larger vocabulary may be padded, unless a token of it is written.
    let next = |_: &[u32]| (0..9).map(|token| if token == 7 { 1.0 } else { 0.0 }).collect();
    let error = read(next, 9, 1).unwrap_err();
    assert!(matches!(error, ReadingError::OtherTokenizer { token: 7 }), "{error}");
}

#[test]
fn reading_can_be_stopped_and_says_what_is_there() {
    let model = model();
    let mut script = Script::new(|_: &[u32]| prefer(2));
    let mut seen = Vec::new();
    let image = RgbImage::filled(9, 7, [255; 3]);
    let reading = model.read(&mut script, &image, Settings::default(), |text| {
        seen.push(text());
        if seen.len() == 3 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert!(matches!(now(reading), Err(ReadingError::Cancelled)));
    assert_eq!(seen, ["x", "x x", "x x x"]);
}

#[test]
fn graphs_that_do_not_fit_are_named() {
    let model = model();
    let next = |_: &[u32]| prefer(2);
    let fit = |change: fn(&mut Script<Next>)| {
        let mut script = Script::new(next as Next);
        change(&mut script);
        model.fit(&script).unwrap_err().to_string()
    };
    for (message, words) in [
        (
            fit(|script| script.encoder[0].name = "input_features".to_owned()),
            "input_features",
        ),
        (fit(|script| script.states.clear()), "last_hidden_state"),
        (
            fit(|script| script.inputs.push(port("speaker", Element::F32, &[]))),
            "speaker",
        ),
        (
            fit(|script| script.inputs.retain(|port| !port.name.starts_with("past"))),
            "key-value cache",
        ),
        (
            fit(|script| script.inputs[3].shape = vec![None]),
            "past_key_values.0.decoder.key",
        ),
        (
            fit(|script| script.inputs[3].element = Element::Other),
            "past_key_values.0.decoder.key",
        ),
        (fit(|script| script.outputs.truncate(1)), "present.0.decoder.key"),
        (fit(|script| script.outputs.clear()), "logits"),
    ] {
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn a_whole_folder_is_described() {
    let mut folder = folder(&GRAPHS);
    folder
        .descriptions
        .push(("README.md".to_owned(), b"---\nlicense: mit\n---\n".to_vec()));
    let check = Check::of(&folder);
    assert_eq!(check.problems, []);
    assert_eq!(check.kind, Some(Kind::VisionEncoderDecoder));
    assert_eq!(check.architecture, "vision-encoder-decoder of vit and trocr");
    assert_eq!(check.licence.as_deref(), Some("mit"));
    let offers: Vec<(Dtype, u64)> = check.offers.iter().map(|offer| (offer.dtype, offer.bytes)).collect();
    assert_eq!(offers, [(Dtype::Fp32, 10_000), (Dtype::Q8, 10_000)]);
    let dtypes = |choice: &str| Model::open(&folder, &choice.parse().unwrap()).map(|model| model.dtypes());
    assert_eq!(dtypes("q8").unwrap(), "q8");
    assert_eq!(
        dtypes("fp32,decoder_model_merged=q8").unwrap(),
        "encoder_model=fp32,decoder_model_merged=q8"
    );
    assert!(dtypes("q4").unwrap_err().to_string().contains("fp32, q8"));
}

#[test]
fn what_a_folder_lacks_is_said() {
    let without = |name: &str| {
        let mut folder = folder(&GRAPHS);
        folder.files.retain(|file| file.path != name);
        folder.descriptions.retain(|(path, _)| path != name);
        folder
    };
    let with = |name: &str, content: &str| {
        let mut folder = without(name);
        folder.files.push(FileEntry {
            path: name.to_owned(),
            bytes: content.len() as u64,
        });
        folder.descriptions.push((name.to_owned(), content.as_bytes().to_vec()));
        folder
    };
    let small = |name: &str| {
        let mut folder = folder(&GRAPHS);
        folder
            .files
            .iter_mut()
            .filter(|file| file.path == name)
            .for_each(|file| file.bytes = 130);
        folder
    };
    let cases = [
        (without("config.json"), "config.json"),
        (without("preprocessor_config.json"), "preprocessor_config.json"),
        (without("tokenizer.json"), "tokenizer.json"),
        (folder(&[]), "encoder_model.onnx"),
        (folder(&["model.safetensors"]), "optimum-cli"),
        (folder(&GRAPHS[..1]), "decoder_model_merged.onnx"),
        (
            folder(&[GRAPHS[0], "onnx/decoder_model.onnx"]),
            "onnx/decoder_model.onnx",
        ),
        (folder(&["onnx/vision_encoder.onnx"]), "image-text-to-text"),
        (small(GRAPHS[1]), "git lfs pull"),
        (with("config.json", "{"), "config.json is not valid JSON"),
        (with("config.json", "[]"), "config.json is not valid JSON"),
        (with("tokenizer.json", "{}"), "tokenizer.json cannot be used"),
        (
            with("generation_config.json", "{\"eos_token_id\": 1}"),
            "decoder_start_token_id",
        ),
        (
            with("generation_config.json", "{\"decoder_start_token_id\": 60}"),
            "another model",
        ),
        (with("generation_config.json", "{\"num_beams\": []}"), "num_beams"),
        (
            with("config.json", &" ".repeat((1 << 20) + 1)),
            "more than 1048576 bytes",
        ),
    ];
    for (folder, words) in cases {
        let check = Check::of(&folder);
        let told: Vec<String> = check.problems.iter().map(Problem::to_string).collect();
        assert!(told.iter().any(|problem| problem.contains(words)), "{words}: {told:?}");
        let error = Model::open(&folder, &DtypeChoice::default()).unwrap_err();
        assert_eq!(error.0, check.problems);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_descriptions_never_panic(file in 0usize..4, at in 0usize..600, byte: u8, cut in prop::option::of(0usize..600)) {
        let mut folder = folder(&GRAPHS);
        damage(&mut folder, file, at, byte, cut);
        let check = Check::of(&folder);
        let opened = Model::open(&folder, &DtypeChoice::default());
        prop_assert_eq!(opened.is_err(), !check.problems.is_empty());
        if let Ok(model) = opened {
            let mut script = Script::new(|tokens: &[u32]| prefer(if tokens.len() > 5 { END } else { 2 }));
            let image = RgbImage::filled(4, 4, [0; 3]);
            let settings = Settings { tokens: Some(8), ..Settings::default() };
            // The script expects an image of 4 x 4 pixels.
            if model.fit(&script).is_ok() && file != 2 {
                let _ = now(model.read(&mut script, &image, settings, |_| ControlFlow::Continue(())));
            }
        }
    }
}
