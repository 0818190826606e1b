//! The graphs in a folder, with the number formats in which each is there.

use super::files::{FileEntry, Folder};
use super::graph::{Graph, Kind};
use crate::dtype::Dtype;

/// The folder beside the descriptions in which exporters put graphs.
const ONNX: &str = "onnx/";

/// Most bytes of a file that only points to a graph in Git LFS.
const POINTER: u64 = 1024;

/// A graph in one number format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphFile {
    /// The graph.
    pub graph: Graph,
    /// The number format of its weights.
    pub dtype: Dtype,
    /// The path of its file.
    pub path: String,
    /// The size of its file and of the files with its weights, in bytes.
    pub bytes: u64,
    /// The paths of the files with its weights, if they are not in its own.
    pub external: Vec<String>,
    /// Whether the file has another suffix than the usual one of its format.
    is_unusual: bool,
}

impl GraphFile {
    /// Reports whether the file is too small for a graph, as the files are that Git LFS leaves instead of others.
    #[must_use]
    pub const fn is_pointer(&self) -> bool {
        self.bytes < POINTER
    }
}

/// The graphs of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inventory {
    /// The graphs, each format once.
    pub graphs: Vec<GraphFile>,
}

impl Inventory {
    /// Lists the graphs in the folder itself and in its folder `onnx`. If a graph is in both, that in `onnx` counts.
    #[must_use]
    pub fn of(folder: &Folder) -> Self {
        let mut graphs: Vec<GraphFile> = folder.files.iter().filter_map(|file| of_file(file, folder)).collect();
        graphs.sort_by_key(|file| (file.graph, file.dtype, file.is_unusual, !file.path.starts_with(ONNX)));
        graphs.dedup_by_key(|file| (file.graph, file.dtype));
        Self { graphs }
    }

    /// Returns the kind of the model; `None` if it has neither an encoder nor a vision encoder.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        if self.has(Graph::VisionEncoder) {
            return Some(Kind::ImageTextToText);
        }
        self.has(Graph::Encoder).then_some(Kind::VisionEncoderDecoder)
    }

    /// Reports whether a graph is there in any format.
    #[must_use]
    pub fn has(&self, graph: Graph) -> bool {
        self.offered(graph).next().is_some()
    }

    /// Returns the formats in which a graph is there, the most exact first.
    pub fn offered(&self, graph: Graph) -> impl Iterator<Item = Dtype> {
        let files = self.graphs.iter().filter(move |file| file.graph == graph);
        files.map(|file| file.dtype)
    }

    /// Returns a graph in a format.
    #[must_use]
    pub fn get(&self, graph: Graph, dtype: Dtype) -> Option<&GraphFile> {
        self.graphs
            .iter()
            .find(|file| (file.graph, file.dtype) == (graph, dtype))
    }

    /// Returns the formats in which all graphs of a kind are there, the most exact first.
    pub fn complete(&self, kind: Kind) -> impl Iterator<Item = Dtype> {
        let is_complete = move |dtype: &Dtype| kind.graphs().iter().all(|graph| self.get(*graph, *dtype).is_some());
        Dtype::ALL.into_iter().filter(is_complete)
    }
}

fn of_file(file: &FileEntry, folder: &Folder) -> Option<GraphFile> {
    let name = file.path.strip_prefix(ONNX).unwrap_or(&file.path);
    let stem = name.strip_suffix(".onnx").filter(|stem| !stem.contains('/'))?;
    let (graph, dtype, is_usual) = Graph::ALL.into_iter().find_map(|graph| {
        let (dtype, is_usual) = Dtype::of_suffix(stem.strip_prefix(graph.name())?)?;
        Some((graph, dtype, is_usual))
    })?;
    let mut bytes = file.bytes;
    let mut external = Vec::new();
    for other in &folder.files {
        let rest = other.path.strip_prefix(file.path.as_str());
        if rest.is_some_and(|rest| rest.starts_with("_data") || rest == ".data") {
            bytes = bytes.saturating_add(other.bytes);
            external.push(other.path.clone());
        }
    }
    external.sort();
    Some(GraphFile {
        graph,
        dtype,
        path: file.path.clone(),
        bytes,
        external,
        is_unusual: !is_usual,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inventory(paths: &[(&str, u64)]) -> Inventory {
        let files = paths.iter().map(|(path, bytes)| FileEntry {
            path: (*path).to_owned(),
            bytes: *bytes,
        });
        Inventory::of(&Folder {
            files: files.collect(),
            descriptions: Vec::new(),
        })
    }

    #[test]
    fn both_places_and_all_suffixes_are_known() {
        let found = inventory(&[
            ("encoder_model.onnx", 5000),
            ("onnx/encoder_model.onnx", 6000),
            ("onnx/encoder_model_q8.onnx", 7000),
            ("onnx/encoder_model_quantized.onnx", 8000),
            ("onnx/decoder_model_merged_q4f16.onnx", 100),
            ("onnx/decoder_model_merged_q4f16.onnx_data", 2000),
            ("onnx/decoder_model_merged_q4f16.onnx_data_1", 3000),
            ("onnx/decoder_model.onnx", 9000),
            ("onnx/old/encoder_model_fp16.onnx", 9000),
            ("encoder_model_fp99.onnx", 9000),
        ]);
        let seen: Vec<_> = (found.graphs.iter())
            .map(|file| (file.path.as_str(), file.dtype, file.bytes, file.external.len()))
            .collect();
        let expected = [
            ("onnx/encoder_model.onnx", Dtype::Fp32, 6000, 0),
            ("onnx/encoder_model_quantized.onnx", Dtype::Q8, 8000, 0),
            ("onnx/decoder_model_merged_q4f16.onnx", Dtype::Q4F16, 5100, 2),
        ];
        assert_eq!(seen, expected);
        assert_eq!(found.kind(), Some(Kind::VisionEncoderDecoder));
        assert_eq!(found.complete(Kind::VisionEncoderDecoder).next(), None);
    }
}
