//! Models in whose prompt images stand: folders that have or lack what they need, and graphs that a script answers.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod damage;

use std::ops::ControlFlow;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use damage::damage;
use proptest::prelude::*;
use serde_json::{Value, json};
use texlens_image_to_text::{
    Check, Data, DtypeChoice, Element, FileEntry, Folder, Graph, Kind, Model, Port, Problem, Reading, ReadingError,
    RgbImage, Runtime, Settings, Stop, Tensor,
};

/// Runs a future to its end: the script never waits.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("something waits"),
    }
}

const WORDS: [&str; 8] = ["<s>", "</s>", "<image>", "<around>", "<whole>", "Read", "x", "?"];
const END: u32 = 1;
const IMAGE: u32 = 2;

fn json(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

fn folder() -> Folder {
    let vocabulary: serde_json::Map<_, _> = (0..)
        .zip(WORDS)
        .map(|(token, word): (u32, _)| (word.to_owned(), token.into()))
        .collect();
    let special = |id: u32| {
        json!({"id": id, "content": WORDS[id as usize], "special": true, "single_word": false, "lstrip": false,
            "rstrip": false, "normalized": false})
    };
    let special = [0, 1, 2, 3, 4].map(special);
    let tokenizer = json!({"version": "1.0", "added_tokens": special,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "?"}});
    let config = json!({
        "model_type": "smolvlm", "image_token_id": IMAGE, "scale_factor": 2,
        "vision_config": {"model_type": "smolvlm_vision", "image_size": 8, "patch_size": 2},
        "text_config": {"model_type": "llama", "hidden_size": 2, "num_attention_heads": 2, "num_key_value_heads": 1,
            "max_position_embeddings": 64},
    });
    let processor = json!({"image_processor_type": "SmolVLMImageProcessor", "size": {"longest_edge": 16},
        "max_image_size": {"longest_edge": 8}});
    let tokens = json!({"bos_token": "<s>", "fake_image_token": "<around>",
        "extra_special_tokens": {"global_image_token": {"content": "<whole>"}}});
    let template = "{{ bos_token }}{% for part in messages[0].content %}{% if part.type == 'image' %}<image>{% else %} {{ part.text }}{% endif %}{% endfor %}";
    let descriptions = [
        ("config.json", json(&config)),
        ("generation_config.json", json(&json!({"eos_token_id": END}))),
        ("preprocessor_config.json", json(&processor)),
        ("processor_config.json", json(&json!({"image_seq_len": 4}))),
        ("tokenizer.json", json(&tokenizer)),
        ("tokenizer_config.json", json(&tokens)),
        ("chat_template.jinja", template.as_bytes().to_vec()),
    ];
    let descriptions = descriptions.map(|(name, content)| (name.to_owned(), content));
    let graphs = ["vision_encoder", "embed_tokens", "decoder_model_merged"].map(|name| format!("onnx/{name}.onnx"));
    let described = descriptions
        .iter()
        .map(|(path, content)| (path.clone(), content.len() as u64));
    let files = described.chain(graphs.map(|path| (path, 5000)));
    Folder {
        files: files.map(|(path, bytes)| FileEntry { path, bytes }).collect(),
        descriptions: descriptions.into(),
    }
}

fn without(name: &str) -> Folder {
    let mut folder = folder();
    folder.files.retain(|file| file.path != name);
    folder.descriptions.retain(|(path, _)| path != name);
    folder
}

fn with(name: &str, content: &[u8]) -> Folder {
    let mut folder = without(name);
    folder.files.push(FileEntry {
        path: name.to_owned(),
        bytes: content.len() as u64,
    });
    folder.descriptions.push((name.to_owned(), content.to_vec()));
    folder
}

/// Answers as a model that writes `x` so often as the prompt has image features, or another word for others.
struct Script {
    /// Features for each tile.
    features: usize,
    /// The numbers of an embedding.
    size: usize,
    ports: [(Graph, Vec<Port>, Vec<Port>); 3],
}

fn port(name: &str, element: Element, shape: &[Option<usize>]) -> Port {
    Port {
        name: name.to_owned(),
        element,
        shape: shape.to_vec(),
    }
}

impl Script {
    fn new() -> Self {
        let cache = [None, Some(1), None, Some(1)];
        Self {
            features: 4,
            size: 2,
            ports: [
                (
                    Graph::VisionEncoder,
                    vec![
                        port("pixel_values", Element::F32, &[None; 5]),
                        port("pixel_attention_mask", Element::Bool, &[None; 4]),
                    ],
                    vec![port("image_features", Element::F32, &[None, None, Some(2)])],
                ),
                (
                    Graph::EmbedTokens,
                    vec![port("input_ids", Element::I64, &[None, None])],
                    vec![port("inputs_embeds", Element::F32, &[None, None, Some(2)])],
                ),
                (
                    Graph::Decoder,
                    vec![
                        port("inputs_embeds", Element::F32, &[None, None, Some(2)]),
                        port("attention_mask", Element::I64, &[None, None]),
                        port("position_ids", Element::I64, &[None, None]),
                        port("past_key_values.0.key", Element::F32, &cache),
                    ],
                    vec![
                        port("logits", Element::F32, &[None, None, Some(WORDS.len())]),
                        port("present.0.key", Element::F32, &cache),
                    ],
                ),
            ],
        }
    }

    fn ports_mut(&mut self, graph: Graph) -> &mut (Graph, Vec<Port>, Vec<Port>) {
        self.ports.iter_mut().find(|ports| ports.0 == graph).unwrap()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(&'static str);

impl Runtime for Script {
    type Value = Tensor;
    type Error = Refused;

    fn inputs(&self, graph: Graph) -> &[Port] {
        self.ports
            .iter()
            .find(|ports| ports.0 == graph)
            .map_or(&[], |ports| &ports.1)
    }

    fn outputs(&self, graph: Graph) -> &[Port] {
        self.ports
            .iter()
            .find(|ports| ports.0 == graph)
            .map_or(&[], |ports| &ports.2)
    }

    fn put(&self, tensor: Tensor) -> Result<Tensor, Refused> {
        Ok(tensor)
    }

    async fn get(&self, value: &mut Tensor) -> Result<Tensor, Refused> {
        Ok(value.clone())
    }

    async fn run(&mut self, graph: Graph, inputs: &[(&str, &Tensor)]) -> Result<Vec<(String, Tensor)>, Refused> {
        let input = |name: &str| {
            let found = inputs.iter().find(|(other, _)| *other == name);
            found.map(|(_, tensor)| (*tensor).clone())
        };
        let numbers = |shape: &[usize], values: Vec<f32>| Tensor::numbers(shape, values, Element::F32);
        match graph {
            Graph::VisionEncoder => {
                let pixels = input("pixel_values").ok_or(Refused("no pixels"))?;
                let [1, tiles, 3, 8, 8] = pixels.shape[..] else {
                    return Err(Refused("other tiles"));
                };
                let mask = input("pixel_attention_mask").ok_or(Refused("no mask"))?;
                assert_eq!(mask.data, Data::Bool(vec![true; tiles * 64]));
                // Each feature has its number.
                let features = (0..tiles * self.features).flat_map(|number| [100.0 + number as f32, 0.0]);
                let shape = [tiles, self.features, 2];
                Ok(vec![("image_features".to_owned(), numbers(&shape, features.collect()))])
            }
            Graph::EmbedTokens => {
                let tokens = input("input_ids").ok_or(Refused("no tokens"))?;
                let Data::I64(values) = &tokens.data else {
                    return Err(Refused("tokens are whole numbers"));
                };
                let embeddings = values.iter().flat_map(|token| vec![*token as f32; self.size]);
                let shape = [tokens.shape[0], tokens.shape[1], self.size];
                Ok(vec![(
                    "inputs_embeds".to_owned(),
                    numbers(&shape, embeddings.collect()),
                )])
            }
            _ => {
                let embeddings = input("inputs_embeds").ok_or(Refused("no embeddings"))?;
                let [rows, new, 2] = embeddings.shape[..] else {
                    return Err(Refused("embeddings have another shape"));
                };
                let past = input("past_key_values.0.key").ok_or(Refused("no cache"))?;
                let length = past.shape[2];
                let all = length + new;
                let places: Vec<i64> = (length..all).map(|place| place as i64).collect();
                let expected = Tensor::whole(&[rows, new], places.repeat(rows));
                assert_eq!(input("position_ids"), Some(expected));
                assert_eq!(
                    input("attention_mask"),
                    Some(Tensor::whole(&[rows, all], vec![1; rows * all]))
                );
                let (past, given) = (past.into_numbers().unwrap(), embeddings.into_numbers().unwrap());
                let (mut scores, mut kept) = (Vec::new(), Vec::new());
                for row in 0..rows {
                    let first = given[row * new * 2..(row + 1) * new * 2].chunks(2).map(|pair| pair[0]);
                    let whole: Vec<f32> = past[row * length..(row + 1) * length]
                        .iter()
                        .copied()
                        .chain(first)
                        .collect();
                    let features = whole.iter().filter(|value| **value >= 100.0);
                    assert!(
                        features
                            .clone()
                            .copied()
                            .eq((0..features.count()).map(|number| 100.0 + number as f32))
                    );
                    let features = whole.iter().filter(|value| **value >= 100.0).count();
                    let written = whole.iter().filter(|value| **value == 6.0).count();
                    let next = if written < features { 6 } else { END };
                    for place in 0..new {
                        // Only the last place counts.
                        let next = if place + 1 == new { next } else { 7 };
                        scores.extend((0..WORDS.len() as u32).map(|token| if token == next { 5.0 } else { 0.0 }));
                    }
                    kept.extend(whole);
                }
                Ok(vec![
                    ("present.0.key".to_owned(), numbers(&[rows, 1, all, 1], kept)),
                    ("logits".to_owned(), numbers(&[rows, new, WORDS.len()], scores)),
                ])
            }
        }
    }
}

fn open(folder: &Folder) -> Model {
    Model::open(folder, &DtypeChoice::default()).unwrap()
}

fn read(
    model: &Model,
    script: &mut Script,
    (width, height): (usize, usize),
    settings: Settings,
) -> Result<Reading, ReadingError<Refused>> {
    let image = RgbImage::filled(width, height, [255; 3]);
    now(model.read(script, &image, settings, |_| ControlFlow::Continue(())))
}

#[test]
fn features_stand_in_the_places_of_image_tokens() {
    let check = Check::of(&folder());
    assert_eq!(check.problems, []);
    assert_eq!(check.kind, Some(Kind::ImageTextToText));
    assert_eq!(check.architecture, "smolvlm of smolvlm_vision and llama");
    assert_eq!(check.instruction, Some("Convert this page to LaTeX."));
    let model = open(&folder());
    model.fit(&Script::new()).unwrap();
    // The expanded image: around, place, four features; then the whole image.
    for (size, tiles, rows) in [((9, 4), 2, 1), ((4, 4), 4, 2)] {
        for beams in [1, 3] {
            let settings = Settings {
                beams: Some(beams),
                ..Settings::default()
            };
            let reading = read(&model, &mut Script::new(), size, settings).unwrap();
            assert_eq!(reading.stop, Stop::End, "{size:?}");
            assert_eq!(reading.tokens.len(), 4 * (tiles + 1) + 1);
            let of_image = reading.prompt.iter().filter(|token| **token == IMAGE).count();
            assert_eq!(of_image, 4 * (tiles + 1), "{rows} rows");
            assert_eq!(reading.prompt[..3], [0, 3, 7]);
        }
    }
    let settings = |text: &str| Settings {
        instruction: Some(text.to_owned()),
        tokens: Some(1),
        ..Settings::default()
    };
    let prompt = |text: &str| read(&model, &mut Script::new(), (9, 9), settings(text)).map(|reading| reading.prompt);
    assert!(prompt("Read Read").unwrap().ends_with(&[2, 3, 5, 5]));
    assert!(matches!(prompt("<image>"), Err(ReadingError::Prompt(_))));
    assert!(matches!(prompt(&"x".repeat(10_001)), Err(ReadingError::Prompt(_))));
    let error = prompt(&"x ".repeat(60)).unwrap_err();
    assert!(matches!(error, ReadingError::NoRoom { places: 64, .. }), "{error}");
    // The text ends where the places do.
    let reading = read(&model, &mut Script::new(), (9, 9), Settings::default()).unwrap();
    let most = 64 - reading.prompt.len();
    assert_eq!(
        (reading.tokens.len(), reading.stop),
        (most.min(21), if most < 21 { Stop::Limit } else { Stop::End })
    );
}

#[test]
fn the_template_may_stand_in_other_files() {
    let template = |name: &str, value: Value| {
        let mut folder = with(name, &json(&value));
        folder.files.retain(|file| file.path != "chat_template.jinja");
        Check::of(&folder).problems
    };
    let text = "<image>{{ messages[0].content[1].text }}";
    assert_eq!(template("chat_template.json", json!({"chat_template": text})), []);
    assert_eq!(
        template(
            "processor_config.json",
            json!({"chat_template": text, "image_seq_len": 4})
        ),
        []
    );
    let tokens = |template: Value| json!({"chat_template": template, "fake_image_token": "<around>", "global_image_token": "<whole>"});
    assert_eq!(template("tokenizer_config.json", tokens(text.into())), []);
    let several = json!([{"name": "tools", "template": "{{"}, {"name": "default", "template": text}]);
    assert_eq!(template("tokenizer_config.json", tokens(several)), []);
    // The number of features follows from the configuration of the model.
    assert_eq!(Check::of(&without("processor_config.json")).problems, []);
}

#[test]
fn a_model_that_writes_doctags_is_asked_for_them() {
    let folder = folder();
    let mut tokenizer: Value = serde_json::from_slice(folder.description("tokenizer.json").unwrap()).unwrap();
    tokenizer["model"]["vocab"]["<doctag>"] = 8.into();
    let check = Check::of(&with("tokenizer.json", &json(&tokenizer)));
    assert_eq!(check.problems, []);
    assert_eq!(check.instruction, Some("Convert this page to docling."));
}

#[test]
fn what_a_folder_lacks_is_said() {
    let change = |name: &str, key: &str, value: Value| {
        let folder = folder();
        let mut content: Value = serde_json::from_slice(folder.description(name).unwrap()).unwrap();
        content[key] = value;
        with(name, &json(&content))
    };
    let cases = [
        (without("onnx/embed_tokens.onnx"), "no embed_tokens.onnx"),
        (
            without("onnx/decoder_model_merged.onnx"),
            "no decoder_model_merged.onnx",
        ),
        (without("preprocessor_config.json"), "preprocessor_config.json"),
        (without("tokenizer.json"), "tokenizer.json"),
        (without("chat_template.jinja"), "no chat template"),
        (
            with("chat_template.jinja", b"{% for"),
            "chat template of the model cannot be used",
        ),
        (with("chat_template.jinja", b"Read"), "0 times <image>"),
        (with("chat_template.jinja", b"<image><image>"), "2 times <image>"),
        (
            with(
                "chat_template.jinja",
                b"{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}",
            ),
            "chat template of the model cannot be used",
        ),
        (with("chat_template.json", b"[]"), "chat_template.json is not valid"),
        (
            change("config.json", "model_type", "llava".into()),
            "the architecture llava",
        ),
        (change("config.json", "image_token_id", "x".into()), "image_token_id"),
        (change("config.json", "image_token_id", 6.into()), "0 image tokens"),
        (
            change("processor_config.json", "image_seq_len", 0.into()),
            "image_seq_len",
        ),
        (
            change(
                "preprocessor_config.json",
                "image_processor_type",
                "CLIPImageProcessor".into(),
            ),
            "CLIPImageProcessor",
        ),
        (
            change("generation_config.json", "eos_token_id", 99.into()),
            "another model",
        ),
    ];
    for (folder, words) in cases {
        let folder = match words {
            // The newer file counts.
            "chat_template.json is not valid" => {
                let mut folder = folder;
                folder.files.retain(|file| file.path != "chat_template.jinja");
                folder
            }
            _ => folder,
        };
        let check = Check::of(&folder);
        let told: Vec<String> = check.problems.iter().map(Problem::to_string).collect();
        assert!(told.iter().any(|problem| problem.contains(words)), "{words}: {told:?}");
        let error = Model::open(&folder, &DtypeChoice::default()).unwrap_err();
        assert_eq!(error.0, check.problems);
    }
}

#[test]
fn graphs_that_do_not_fit_are_named() {
    let model = open(&folder());
    let fit = |change: fn(&mut Script)| {
        let mut script = Script::new();
        change(&mut script);
        model.fit(&script).unwrap_err().to_string()
    };
    for (message, words) in [
        (
            fit(|script| script.ports_mut(Graph::VisionEncoder).1.clear()),
            "takes nothing",
        ),
        (
            fit(|script| script.ports_mut(Graph::VisionEncoder).1[1].name = "image_grid_thw".to_owned()),
            "image_grid_thw",
        ),
        (
            fit(|script| script.ports_mut(Graph::VisionEncoder).2.clear()),
            "image_features",
        ),
        (
            fit(|script| script.ports_mut(Graph::EmbedTokens).2.clear()),
            "embed_tokens",
        ),
        (
            fit(|script| script.ports_mut(Graph::EmbedTokens).1[0].name = "tokens".to_owned()),
            "`tokens`",
        ),
        (
            fit(|script| script.ports_mut(Graph::Decoder).1[0].name = "input_ids".to_owned()),
            "inputs_embeds",
        ),
        (
            fit(|script| script.ports_mut(Graph::Decoder).1.truncate(3)),
            "key-value cache",
        ),
    ] {
        assert!(message.contains(words), "{message}");
    }
    let read = |change: fn(&mut Script)| {
        let mut script = Script::new();
        change(&mut script);
        read(&model, &mut script, (9, 9), Settings::default())
            .unwrap_err()
            .to_string()
    };
    assert!(read(|script| script.features = 3).contains("image_seq_len"));
    assert!(read(|script| script.size = 3).contains("different models"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_descriptions_never_panic(file in 0usize..7, at in 0usize..900, byte: u8, cut in prop::option::of(0usize..900)) {
        let mut folder = folder();
        damage(&mut folder, file, at, byte, cut);
        let check = Check::of(&folder);
        let opened = Model::open(&folder, &DtypeChoice::default());
        prop_assert_eq!(opened.is_err(), !check.problems.is_empty());
        if let Ok(model) = opened {
            let mut script = Script::new();
            if model.fit(&script).is_ok() {
                let settings = Settings { tokens: Some(8), ..Settings::default() };
                let _ = read(&model, &mut script, (9, 7), settings);
            }
        }
    }
}
