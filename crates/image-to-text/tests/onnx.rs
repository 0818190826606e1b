//! What is read from files of graphs.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs::File;
use std::io::{self, Cursor};
use std::path::PathBuf;

use proptest::prelude::*;
use texlens_image_to_text::{Check, Dtype, FileEntry, Folder, GraphContent, OnnxError, Problem};

fn fixture(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/model/onnx");
    folder.join(name)
}

fn read(bytes: &[u8]) -> Result<GraphContent, OnnxError> {
    GraphContent::read(Cursor::new(bytes))
}

fn count(content: &GraphContent, name: &str) -> usize {
    let named = content
        .operators
        .iter()
        .filter(|(operator, _)| operator.to_string() == name);
    named.map(|(_, count)| count).sum()
}

/// The counts are those of the library `onnx` of Python.
#[test]
fn a_decoder_with_two_branches_is_read() {
    let content = GraphContent::read(File::open(fixture("decoder_model_merged.onnx")).unwrap()).unwrap();
    let expected = [
        "input_ids: int64[batch_size, decoder_sequence_length]",
        "encoder_hidden_states: float32[batch_size, encoder_sequence_length, 64]",
        "past_key_values.*.decoder.key: float32[batch_size, 2, past_decoder_sequence_length, 32]",
        "past_key_values.*.decoder.value: float32[batch_size, 2, past_decoder_sequence_length, 32]",
        "past_key_values.*.encoder.key: float32[batch_size, 2, encoder_sequence_length, 32]",
        "past_key_values.*.encoder.value: float32[batch_size, 2, encoder_sequence_length, 32]",
        "use_cache_branch: bool[1]",
    ];
    assert_eq!(content.described_inputs(), expected);
    assert_eq!(content.outputs.len(), 5);
    assert_eq!((count(&content, "If"), count(&content, "LayerNormalization")), (1, 8));
    assert_eq!(content.unknown_operators().count(), 0);
    let quantised = GraphContent::read(File::open(fixture("encoder_model_q4.onnx")).unwrap()).unwrap();
    assert_eq!(count(&quantised, "com.microsoft.MatMulNBits"), 6);
}

/// Writes a message: each field has a number, and text or other messages in it.
fn message(fields: &[(u8, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, content) in fields {
        bytes.push(number << 3 | 2);
        let mut length = content.len();
        while length >= 0x80 {
            bytes.push((length & 0x7f) as u8 | 0x80);
            length >>= 7;
        }
        bytes.push(length as u8);
        bytes.extend_from_slice(content);
    }
    bytes
}

/// A file with a graph that has one node and one weight.
fn file(domain: &str, external: Option<&str>) -> Vec<u8> {
    let node = message(&[(4, b"Swirl"), (7, domain.as_bytes())]);
    let location = message(&[(1, b"location"), (2, external.unwrap_or_default().as_bytes())]);
    // Four times five numbers of 16 bits.
    let mut tensor = vec![1 << 3, 4, 1 << 3, 5, 2 << 3, 10];
    if external.is_some() {
        tensor.extend(message(&[(13, &location)]));
    }
    let input = message(&[(1, b"w")]);
    tensor.extend(message(&[(8, b"w")]));
    message(&[(7, &message(&[(1, &node), (5, &tensor), (11, &input)]))])
}

#[test]
fn weights_are_no_inputs_and_have_sizes() {
    let content = read(&file("", None)).unwrap();
    assert_eq!((content.inputs.len(), content.largest_weight), (0, 40));
    assert_eq!(count(&content, "Swirl"), 1);
}

#[test]
fn operators_that_a_file_defines_itself_are_known() {
    let mut bytes = file("com.example", None);
    assert_eq!(read(&bytes).unwrap().unknown_operators().count(), 1);
    // Field 25, whose number takes two bytes.
    let function = message(&[(10, b"com.example")]);
    bytes.extend([25 << 3 & 0x7f | 2 | 0x80, 1, function.len() as u8]);
    bytes.extend(function);
    assert_eq!(read(&bytes).unwrap().unknown_operators().count(), 0);
}

fn checked(encoder: Vec<u8>, others: &[&str]) -> Check {
    let decoder = file("", None);
    let graphs = [
        ("onnx/encoder_model.onnx", encoder),
        ("onnx/decoder_model_merged.onnx", decoder),
    ];
    let paths = graphs.iter().map(|(path, _)| *path).chain(others.iter().copied());
    let files = paths.chain(["config.json"]).map(|path| FileEntry {
        path: path.to_owned(),
        bytes: 5000,
    });
    let folder = Folder {
        files: files.collect(),
        descriptions: vec![("config.json".to_owned(), b"{}".to_vec())],
    };
    let mut check = Check::of(&folder);
    check.look_into(&folder, |path| {
        let found = graphs.iter().find(|(known, _)| *known == path);
        found
            .map(|(_, bytes)| Cursor::new(bytes.clone()))
            .ok_or_else(|| io::Error::other("gone"))
    });
    check
}

#[test]
fn each_format_has_its_own_problems() {
    let problems = |encoder: Vec<u8>, others: &[&str]| {
        let check = checked(encoder, others);
        assert_eq!(check.offers.len(), 1);
        assert_eq!(check.offers[0].dtype, Dtype::Fp32);
        check.offers[0].problems.clone()
    };
    let path = || "onnx/encoder_model.onnx".to_owned();
    assert_eq!(problems(file("com.microsoft", None), &[]), []);
    let name = "encoder_model.onnx_data";
    let lacking = Problem::NoWeights {
        path: path(),
        file: name.to_owned(),
    };
    assert_eq!(problems(file("", Some(name)), &["encoder_model.onnx_data"]), [lacking]);
    assert_eq!(problems(file("", Some(name)), &["onnx/encoder_model.onnx_data"]), []);
    let foreign = Problem::Operators {
        path: path(),
        operators: vec!["ai.onnx.contrib.Swirl".to_owned()],
    };
    assert_eq!(problems(file("ai.onnx.contrib", None), &[]), [foreign]);
    let damaged = Problem::Graph {
        path: path(),
        error: OnnxError::NoGraph,
    };
    assert_eq!(problems(Vec::new(), &[]), [damaged]);
}

#[test]
fn graphs_in_graphs_have_a_limit() {
    let mut graph = message(&[(1, &message(&[(4, b"If")]))]);
    for level in 0..40 {
        let attribute = message(&[(6, &graph)]);
        graph = message(&[(1, &message(&[(4, b"If"), (5, &attribute)]))]);
        let expected = if level < 16 { None } else { Some(OnnxError::TooDeep(16)) };
        assert_eq!(read(&message(&[(7, &graph)])).err(), expected);
    }
}

#[test]
fn a_file_that_is_cut_off_is_damaged() {
    let bytes = std::fs::read(fixture("encoder_model.onnx")).unwrap();
    for end in (1..bytes.len()).step_by(997) {
        let error = read(&bytes[..end]).unwrap_err();
        assert!(
            matches!(error, OnnxError::Damaged(_) | OnnxError::NoGraph),
            "{end}: {error}"
        );
    }
}

proptest! {
    #[test]
    fn no_file_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        drop(read(&bytes));
    }

    #[test]
    fn no_damage_panics(places in proptest::collection::vec((0_usize..4000, any::<u8>()), 1..20)) {
        let mut bytes = file("com.microsoft", Some("a"));
        let more = std::fs::read(fixture("encoder_model_q4.onnx")).unwrap();
        bytes.extend(&more[..4000]);
        for (place, byte) in places {
            bytes[place] = byte;
        }
        drop(read(&bytes));
    }
}
