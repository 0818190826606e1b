//! The reasons why a folder's model cannot be run.

use crate::dtype::Dtype;
use crate::folder::Graph;
use crate::image::ProcessorError;
use crate::json::JsonError;
use crate::onnx::OnnxError;
use crate::prompt::PromptError;
use crate::tokens::TokensError;

/// A reason why a folder's model cannot be run, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The folder is not that of a model.
    #[error(
        "there is no config.json; choose the folder of a model as transformers.js and optimum lay it out, which has config.json and the graphs, or a folder onnx with them"
    )]
    NoConfig,
    /// A description is missing.
    #[error(
        "there is no {0}; download it from where the model comes from, or save it with `save_pretrained` of the model's processor"
    )]
    Missing(&'static str),
    /// A description is larger than the limit.
    #[error("{file} has more than {limit} bytes; it is not that of a model")]
    TooLarge {
        /// Name of the file.
        file: &'static str,
        /// Most bytes.
        limit: u64,
    },
    /// A description cannot be used.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// There are weights of another library.
    #[error(
        "there are weights ({0}) but no ONNX graphs; export them with `optimum-cli export onnx --model FOLDER --task image-to-text-with-past OUT`, and choose OUT"
    )]
    OnlyWeights(String),
    /// There are no graphs.
    #[error(
        "there is neither encoder_model.onnx nor vision_encoder.onnx, in the folder or in its folder onnx; download the graphs of the model, in any number format"
    )]
    NoGraphs,
    /// A graph is missing.
    #[error("there is no {0}.onnx in any number format; download it to the folder of the other graphs")]
    NoGraph(Graph),
    /// The decoder is there in other files than the merged one.
    #[error(
        "there is {0}, but no decoder_model_merged.onnx, which has the key-value cache; download it, or export the model with `optimum-cli export onnx --task image-to-text-with-past`, which writes it"
    )]
    NotMerged(String),
    /// Models of this architecture cannot be run.
    #[error(
        "this is an image-text-to-text model of the architecture {0}, and texlens runs those of idefics3 and smolvlm; serve it by another program, and use `texlens read` or *Read with a model API* in the app"
    )]
    Architecture(String),
    /// There is no chat template.
    #[error(
        "there is no chat template: no chat_template.jinja or chat_template.json, and none in processor_config.json or tokenizer_config.json; download these files from where the model comes from"
    )]
    NoTemplate,
    /// There is no prompt.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// A graph is not there in the wanted number format.
    #[error("{graph} is not there as {dtype}; choose one of {}", names(.offered))]
    NoDtype {
        /// The graph.
        graph: Graph,
        /// The wanted format.
        dtype: Dtype,
        /// The formats that are there.
        offered: Vec<Dtype>,
    },
    /// A graph was not downloaded.
    #[error("{0} is only a pointer of Git LFS; run `git lfs pull` in the folder, or download the file itself")]
    Pointer(String),
    /// A graph's file cannot be read.
    #[error("the graph {path} is of no use: {error}")]
    Graph {
        /// The path of the graph.
        path: String,
        /// What is wrong with it.
        error: OnnxError,
    },
    /// A file with the weights of a graph is missing.
    #[error("the graph {path} has its weights in {file}, which is not in the same folder; download it as well")]
    NoWeights {
        /// The path of the graph.
        path: String,
        /// The name of the missing file.
        file: String,
    },
    /// A graph has operators that ONNX Runtime does not have.
    #[error(
        "the graph {path} uses operators of another program ({}), which ONNX Runtime does not have; export the model without them",
        listed(.operators)
    )]
    Operators {
        /// The path of the graph.
        path: String,
        /// The names of the operators.
        operators: Vec<String>,
    },
    /// Images cannot be prepared.
    #[error(transparent)]
    Processor(#[from] ProcessorError),
    /// Texts cannot be made.
    #[error(transparent)]
    Tokens(#[from] TokensError),
    /// The first token of the decoder is not known.
    #[error(
        "neither generation_config.json nor config.json has a `decoder_start_token_id`; download generation_config.json from where the model comes from"
    )]
    NoStart,
    /// A token of the configuration is not in the tokenizer.
    #[error(
        "`{key}` is {token}, but tokenizer.json ends at {largest}: it belongs to another model; download both files from the same place"
    )]
    OtherTokenizer {
        /// The key with the token.
        key: &'static str,
        /// The token.
        token: u32,
        /// The largest token of the tokenizer.
        largest: u32,
    },
}

/// Most operators that a sentence names.
const MOST_NAMES: usize = 5;

fn listed(operators: &[String]) -> String {
    let named = operators.get(..MOST_NAMES).unwrap_or(operators).join(", ");
    match operators.len().saturating_sub(MOST_NAMES) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn names(dtypes: &[Dtype]) -> String {
    let names: Vec<&str> = dtypes.iter().map(|dtype| dtype.name()).collect();
    names.join(", ")
}
