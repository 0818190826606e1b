//! A model that reads images.

use std::ops::ControlFlow;

use crate::choice::DtypeChoice;
use crate::decode::{self, CacheShape, DecodeFailure, Decoder, DecoderError, Limits, Stop};
use crate::dtype::Dtype;
use crate::folder::{Folder, Graph, GraphFile, Kind};
use crate::generation::Generation;
use crate::image::{PreprocessError, Processor, RgbImage};
use crate::parts::Parts;
use crate::problem::Problem;
use crate::runtime::{Port, Runtime};
use crate::tensor::Element;
use crate::tokens::Vocabulary;

/// Most tokens of a text unless others are asked for.
pub const DEFAULT_TOKENS: usize = 256;

/// Most tokens that may be asked for.
pub const MOST_TOKENS: usize = 8192;

/// Most beams.
pub const MOST_BEAMS: usize = 16;

/// The input of an encoder.
const PIXELS: &str = "pixel_values";

/// The output of an encoder.
const STATES: &str = "last_hidden_state";

/// The reasons why a folder's model cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", sentences(.0))]
pub struct OpenError(pub Vec<Problem>);

fn sentences(problems: &[Problem]) -> String {
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    problems.join(". Also: ")
}

/// The reason why graphs do not fit to each other or to the descriptions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// The encoder takes no images.
    #[error("the encoder takes {} and not {PIXELS}: this is no model for images", names(.0))]
    NotImages(Vec<String>),
    /// The encoder gives no states.
    #[error("the encoder has no output {STATES}; export the model with optimum")]
    NoStates,
    /// The decoder cannot be run.
    #[error("{0}")]
    Decoder(String),
    /// The tokenizer has more tokens than the decoder.
    #[error(
        "the decoder has {decoder} tokens, but tokenizer.json goes up to {largest}: it belongs to another model; download both files from the same place"
    )]
    OtherTokenizer {
        /// The number of the decoder's tokens.
        decoder: usize,
        /// The largest token of the tokenizer.
        largest: u32,
    },
}

fn names(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        names => names.join(", "),
    }
}

/// The reason why an image was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadingError<E: std::error::Error> {
    /// The image cannot be prepared.
    #[error(transparent)]
    Preprocess(#[from] PreprocessError),
    /// The runtime failed.
    #[error("the {graph} could not be run: {error}")]
    Runtime {
        /// The graph.
        graph: Graph,
        /// The message of the runtime.
        error: E,
    },
    /// The graph does not give what it should.
    #[error("the model does not fit its description: {0}")]
    Graph(String),
    /// The scores are not numbers.
    #[error(
        "the scores of token {token} are not numbers: numbers of 16 bits overflow in some models; choose another number format, such as fp32 or q8"
    )]
    NotANumber {
        /// The number of the token in the text, from 1.
        token: usize,
    },
    /// A token has no text.
    #[error(
        "the model wrote token {token}, which tokenizer.json does not have: it belongs to another model; download both files from the same place"
    )]
    OtherTokenizer {
        /// The token.
        token: u32,
    },
    /// The caller asked to stop.
    #[error("reading was cancelled")]
    Cancelled,
}

/// How a model reads. The default follows the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// Most tokens of a text, from 1 to [`MOST_TOKENS`]; `None` for [`DEFAULT_TOKENS`].
    pub tokens: Option<usize>,
    /// The number of beams, from 1 to [`MOST_BEAMS`]; `None` for the model's own number.
    pub beams: Option<usize>,
}

/// What a model read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The text of the tokens.
    pub text: String,
    /// The tokens, with the one that ends the text.
    pub tokens: Vec<u32>,
    /// Why the text ends.
    pub stop: Stop,
}

/// A model that can be run.
#[derive(Debug, Clone)]
pub struct Model {
    graphs: Vec<GraphFile>,
    generation: Generation,
    start: u32,
    processor: Processor,
    vocabulary: Vocabulary,
    cache: CacheShape,
    places: Option<usize>,
}

impl Model {
    /// Reads the descriptions of a model, and chooses its graphs: those of the wanted number format, else those of the
    /// most exact one that all graphs have, else the most exact one of each.
    ///
    /// # Errors
    /// All reasons why the model cannot be run.
    pub fn open(folder: &Folder, choice: &DtypeChoice) -> Result<Self, OpenError> {
        let (parts, mut problems) = Parts::read(folder);
        let graphs = match problems.as_slice() {
            [] => chosen(&parts, choice).map_err(|problem| OpenError(vec![problem]))?,
            _ => Vec::new(),
        };
        let (cache, places) = (parts.cache_shape(), parts.places());
        let start = parts.generation.as_ref().and_then(|generation| generation.start);
        match (parts.generation, start, parts.processor, parts.vocabulary) {
            (Some(generation), Some(start), Some(processor), Some(vocabulary)) if problems.is_empty() => Ok(Self {
                graphs,
                generation,
                start,
                processor,
                vocabulary,
                cache,
                places,
            }),
            _ => {
                // Every missing part has its problem.
                if problems.is_empty() {
                    problems.push(Problem::NoConfig);
                }
                Err(OpenError(problems))
            }
        }
    }

    /// Returns the graphs that a runtime must load.
    #[must_use]
    pub fn graphs(&self) -> &[GraphFile] {
        &self.graphs
    }

    /// Returns the number formats of the graphs: one if they have the same, else one for each graph.
    #[must_use]
    pub fn dtypes(&self) -> String {
        let mut all: Vec<Dtype> = self.graphs.iter().map(|file| file.dtype).collect();
        all.dedup();
        match all.as_slice() {
            [dtype] => dtype.to_string(),
            _ => {
                let each = self.graphs.iter().map(|file| format!("{}={}", file.graph, file.dtype));
                each.collect::<Vec<_>>().join(",")
            }
        }
    }

    /// Returns the limits of texts under these settings. There are no more tokens than the decoder has places for.
    #[must_use]
    pub fn limits(&self, settings: Settings) -> Limits {
        let tokens = settings.tokens.unwrap_or(DEFAULT_TOKENS).clamp(1, MOST_TOKENS);
        Limits {
            tokens: self.places.map_or(tokens, |places| tokens.min(places)),
            beams: settings.beams.unwrap_or(self.generation.beams).clamp(1, MOST_BEAMS),
        }
    }

    /// Replaces the rules by which the next token is chosen.
    pub fn set_generation(&mut self, generation: Generation) {
        self.start = generation.start.unwrap_or(self.start);
        self.generation = generation;
    }

    /// Checks whether loaded graphs fit to each other and to the descriptions.
    ///
    /// # Errors
    /// See [`FitError`].
    pub fn fit<R: Runtime>(&self, runtime: &R) -> Result<(), FitError> {
        let encoder = runtime.inputs(Graph::Encoder);
        if !encoder.iter().any(|port| port.name == PIXELS) {
            return Err(FitError::NotImages(
                encoder.iter().map(|port| port.name.clone()).collect(),
            ));
        }
        if !runtime.outputs(Graph::Encoder).iter().any(|port| port.name == STATES) {
            return Err(FitError::NoStates);
        }
        let (inputs, outputs) = (runtime.inputs(Graph::Decoder), runtime.outputs(Graph::Decoder));
        let checked = decode::check::<R::Error>(inputs, outputs, self.cache);
        checked.map_err(|error| FitError::Decoder(error.to_string()))?;
        let scores = outputs.iter().find(|port| port.name == "logits");
        let tokens = scores.and_then(|port| port.shape.last().copied().flatten());
        let largest = self.vocabulary.largest();
        match tokens {
            Some(decoder) if decoder <= largest as usize => Err(FitError::OtherTokenizer { decoder, largest }),
            _ => Ok(()),
        }
    }

    /// Reads an image. `progress` receives the text so far after each token, and may stop the work.
    ///
    /// # Errors
    /// See [`ReadingError`].
    pub async fn read<R: Runtime>(
        &self,
        runtime: &mut R,
        image: &RgbImage,
        settings: Settings,
        mut progress: impl FnMut(&dyn Fn() -> String) -> ControlFlow<()>,
    ) -> Result<Reading, ReadingError<R::Error>> {
        let at = |graph: Graph| move |error| ReadingError::Runtime { graph, error };
        let limits = self.limits(settings);
        let port = pixels(runtime.inputs(Graph::Encoder));
        let element = port.map_or(Element::F32, |port| port.element);
        let pixels = self.processor.prepare(image)?.into_tensor(element);
        let pixels = runtime.put(pixels).map_err(at(Graph::Encoder))?;
        let inputs = [(PIXELS, &pixels)];
        let outputs = runtime.run(Graph::Encoder, &inputs).await.map_err(at(Graph::Encoder))?;
        let states = outputs.into_iter().find(|(name, _)| name == STATES);
        let (_, mut states) = states.ok_or_else(|| ReadingError::Graph(FitError::NoStates.to_string()))?;
        let states = runtime.get(&mut states).await.map_err(at(Graph::Encoder))?;
        let decoder = Decoder::new(runtime, &states, limits.beams, self.cache).map_err(of_decoder)?;
        let seen = |tokens: &[u32]| progress(&|| self.vocabulary.text(tokens));
        let decoded = decode::decode(decoder, self.start, &self.generation, limits, seen).await;
        let decoded = decoded.map_err(|failure| match failure {
            DecodeFailure::Decoder(error) => of_decoder(error),
            DecodeFailure::NotANumber { token } => ReadingError::NotANumber { token },
            DecodeFailure::Cancelled => ReadingError::Cancelled,
        })?;
        if let Some(token) = decoded.tokens.iter().find(|token| !self.vocabulary.has(**token)) {
            return Err(ReadingError::OtherTokenizer { token: *token });
        }
        Ok(Reading {
            text: self.vocabulary.text(&decoded.tokens),
            tokens: decoded.tokens,
            stop: decoded.stop,
        })
    }
}

fn pixels(inputs: &[Port]) -> Option<&Port> {
    inputs.iter().find(|port| port.name == PIXELS)
}

fn of_decoder<E: std::error::Error>(error: DecoderError<E>) -> ReadingError<E> {
    match error {
        DecoderError::Runtime(error) => ReadingError::Runtime {
            graph: Graph::Decoder,
            error,
        },
        error => ReadingError::Graph(error.to_string()),
    }
}

/// Returns the graphs to load.
fn chosen(parts: &Parts, choice: &DtypeChoice) -> Result<Vec<GraphFile>, Problem> {
    let kind = Kind::VisionEncoderDecoder;
    let common = parts.inventory.complete(kind).next();
    let graph = |graph: &Graph| {
        let offered: Vec<Dtype> = parts.inventory.offered(*graph).collect();
        let wanted = choice.of(*graph).or(common).or_else(|| offered.first().copied());
        let dtype = wanted.ok_or(Problem::NoGraph(*graph))?;
        let file = parts.inventory.get(*graph, dtype).cloned();
        file.ok_or(Problem::NoDtype {
            graph: *graph,
            dtype,
            offered,
        })
    };
    kind.graphs().iter().map(graph).collect()
}
