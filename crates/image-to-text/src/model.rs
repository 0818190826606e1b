//! A model that reads images.

use std::ops::ControlFlow;

use crate::choice::DtypeChoice;
use crate::decode::{self, Beginning, CacheShape, DecodeFailure, Decoder, DecoderError, Limits, Stop};
use crate::dtype::Dtype;
use crate::folder::{Folder, Graph, GraphFile};
use crate::generation::Generation;
use crate::image::{PreprocessError, RgbImage};
use crate::parts::Parts;
use crate::problem::Problem;
use crate::prompt::PromptError;
use crate::runtime::Runtime;
use crate::sight::{Seen, Sight, SightError};
use crate::tokens::Vocabulary;

/// Most tokens of a text unless others are asked for.
pub const DEFAULT_TOKENS: usize = 256;

/// Most tokens that may be asked for.
pub const MOST_TOKENS: usize = 8192;

/// Most beams.
pub const MOST_BEAMS: usize = 16;

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
    /// The graph of images does not fit.
    #[error("{0}")]
    Sight(String),
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

/// The reason why an image was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadingError<E: std::error::Error> {
    /// The image cannot be prepared.
    #[error(transparent)]
    Preprocess(#[from] PreprocessError),
    /// There is no prompt.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// The prompt leaves no room for a text.
    #[error(
        "image and prompt are {prompt} tokens, and the model has places for {places}: choose a smaller `size` in preprocessor_config.json, or `do_image_splitting` false"
    )]
    NoRoom {
        /// The number of tokens of the prompt.
        prompt: usize,
        /// The number of places.
        places: usize,
    },
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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// What the model is asked to do, if it takes a prompt; `None` for [`Model::instruction`].
    pub instruction: Option<String>,
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
    /// The tokens that the decoder was given first: one, or a prompt with a token for each image feature.
    pub prompt: Vec<u32>,
    /// Why the text ends.
    pub stop: Stop,
}

/// A model that can be run.
#[derive(Debug, Clone)]
pub struct Model {
    graphs: Vec<GraphFile>,
    generation: Generation,
    sight: Sight,
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
        match (parts.generation, parts.sight, parts.vocabulary) {
            (Some(generation), Some(sight), Some(vocabulary)) if problems.is_empty() => Ok(Self {
                graphs,
                generation,
                sight,
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

    /// Returns what the model is asked to do if nothing else is given; `None` if it takes no prompt.
    #[must_use]
    pub const fn instruction(&self) -> Option<&'static str> {
        self.sight.instruction()
    }

    /// Returns the limits of texts under these settings. There are no more tokens than the decoder has places for.
    #[must_use]
    pub fn limits(&self, settings: &Settings) -> Limits {
        let tokens = settings.tokens.unwrap_or(DEFAULT_TOKENS).clamp(1, MOST_TOKENS);
        Limits {
            tokens: self.places.map_or(tokens, |places| tokens.min(places)),
            beams: settings.beams.unwrap_or(self.generation.beams).clamp(1, MOST_BEAMS),
        }
    }

    /// Replaces the rules by which the next token is chosen.
    pub fn set_generation(&mut self, generation: Generation) {
        self.sight.set_start(generation.start);
        self.generation = generation;
    }

    /// Checks whether loaded graphs fit to each other and to the descriptions.
    ///
    /// # Errors
    /// See [`FitError`].
    pub fn fit<R: Runtime>(&self, runtime: &R) -> Result<(), FitError> {
        let fits = self.sight.fit(runtime);
        fits.map_err(|error| FitError::Sight(error.to_string()))?;
        let (inputs, outputs) = (runtime.inputs(Graph::Decoder), runtime.outputs(Graph::Decoder));
        let checked = decode::check::<R::Error>(self.sight.kind(), inputs, outputs, self.cache);
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
        let mut limits = self.limits(&settings);
        let instruction = settings.instruction.as_deref();
        let seen = self.sight.see(runtime, image, instruction, &self.vocabulary).await;
        let Seen { beginning, prompt } = seen.map_err(of_sight)?;
        // The one token that starts a decoder is no part of its places.
        if let (Beginning::Embeddings(_), Some(places)) = (&beginning, self.places) {
            let prompt = prompt.len();
            let room = places.checked_sub(prompt).filter(|room| *room > 0);
            limits.tokens = limits.tokens.min(room.ok_or(ReadingError::NoRoom { prompt, places })?);
        }
        let decoder = Decoder::new(runtime, beginning, self.cache).map_err(of_decoder)?;
        let seen = |tokens: &[u32]| progress(&|| self.vocabulary.text(tokens, &[]));
        let decoded = decode::decode(decoder, &prompt, &self.generation, limits, seen).await;
        let decoded = decoded.map_err(|failure| match failure {
            DecodeFailure::Decoder(error) => of_decoder(error),
            DecodeFailure::NotANumber { token } => ReadingError::NotANumber { token },
            DecodeFailure::Cancelled => ReadingError::Cancelled,
        })?;
        if let Some(token) = decoded.tokens.iter().find(|token| !self.vocabulary.has(**token)) {
            return Err(ReadingError::OtherTokenizer { token: *token });
        }
        Ok(Reading {
            text: self.vocabulary.text(&decoded.tokens, &self.generation.end),
            tokens: decoded.tokens,
            prompt,
            stop: decoded.stop,
        })
    }
}

fn of_sight<E: std::error::Error>(error: SightError<E>) -> ReadingError<E> {
    match error {
        SightError::Preprocess(error) => error.into(),
        SightError::Prompt(error) => error.into(),
        SightError::Runtime { graph, error } => ReadingError::Runtime { graph, error },
        SightError::Decoder(error) => of_decoder(error),
        error => ReadingError::Graph(error.to_string()),
    }
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
    let kind = parts.inventory.kind().ok_or(Problem::NoGraphs)?;
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
