//! From an image to what a decoder begins with.

use crate::decode::{self, Beginning, DecoderError};
use crate::folder::{Graph, Kind};
use crate::image::{PreprocessError, Processor, RgbImage, TileProcessor};
use crate::prompt::{PromptError, Prompter};
use crate::runtime::{Port, Runtime};
use crate::tensor::{Element, Tensor};
use crate::tokens::Vocabulary;

/// The input of an encoder for images.
const PIXELS: &str = "pixel_values";

/// The input of an encoder for the mask of pixels.
const MASK: &str = "pixel_attention_mask";

/// The output of an encoder to which a decoder attends.
const STATES: &str = "last_hidden_state";

/// The output of an encoder for the places of image tokens.
const FEATURES: &str = "image_features";

/// The reason why an image gives a decoder nothing to begin with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SightError<E> {
    /// The image cannot be prepared.
    #[error(transparent)]
    Preprocess(#[from] PreprocessError),
    /// There is no prompt.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// The runtime failed.
    #[error("{error}")]
    Runtime { graph: Graph, error: E },
    /// The embeddings cannot be made.
    #[error("{0}")]
    Decoder(DecoderError<E>),
    /// The graph takes no images.
    #[error("the {graph} takes {} and not {PIXELS}: this is no model for images", names(.inputs))]
    NotImages { graph: Graph, inputs: Vec<String> },
    /// The graph needs something that is not known.
    #[error("the {graph} needs the input `{input}`, which texlens does not know: this is a model of another kind")]
    Input { graph: Graph, input: String },
    /// The graph gives nothing that is known.
    #[error("the {graph} has no output {output}; export the model with optimum, or download it from another place")]
    NoOutput { graph: Graph, output: &'static str },
    /// Image features and image tokens do not fit.
    #[error(
        "the vision_encoder gives image features for {features} places, and the prompt has {tokens}: `image_seq_len` in processor_config.json, or `max_image_size` in preprocessor_config.json, is that of another model; download both files from the same place as the graphs"
    )]
    Features { features: usize, tokens: usize },
    /// Image features have another size than embeddings.
    #[error(
        "image features have {features} numbers, and embeddings of tokens {embeddings}: the graphs are of different models; download all from the same place"
    )]
    Size { features: usize, embeddings: usize },
}

fn names(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        names => names.join(", "),
    }
}

/// What a decoder begins with.
pub(crate) struct Seen {
    pub(crate) beginning: Beginning,
    /// The tokens before the text.
    pub(crate) prompt: Vec<u32>,
}

/// How a model sees images.
#[derive(Debug, Clone)]
pub(crate) enum Sight {
    /// A decoder attends to the states of the image.
    States {
        processor: Processor,
        /// The token that the decoder is given first.
        start: u32,
    },
    /// The features of the image stand in the prompt.
    Prompt {
        processor: TileProcessor,
        prompter: Prompter,
    },
}

impl Sight {
    /// Returns the kind of the model.
    pub(crate) const fn kind(&self) -> Kind {
        match self {
            Self::States { .. } => Kind::VisionEncoderDecoder,
            Self::Prompt { .. } => Kind::ImageTextToText,
        }
    }

    /// Returns what the model is asked to do if nothing else is given; `None` if it takes no prompt.
    pub(crate) const fn instruction(&self) -> Option<&'static str> {
        match self {
            Self::States { .. } => None,
            Self::Prompt { prompter, .. } => Some(prompter.instruction()),
        }
    }

    /// Replaces the token that a decoder is given first.
    pub(crate) fn set_start(&mut self, token: Option<u32>) {
        if let Self::States { start, .. } = self {
            *start = token.unwrap_or(*start);
        }
    }

    const fn graph(&self) -> Graph {
        match self {
            Self::States { .. } => Graph::Encoder,
            Self::Prompt { .. } => Graph::VisionEncoder,
        }
    }

    const fn output(&self) -> &'static str {
        match self {
            Self::States { .. } => STATES,
            Self::Prompt { .. } => FEATURES,
        }
    }

    /// Checks whether the graphs of images and embeddings have the right inputs and outputs.
    pub(crate) fn fit<R: Runtime>(&self, runtime: &R) -> Result<(), SightError<R::Error>> {
        let (graph, output) = (self.graph(), self.output());
        let inputs = runtime.inputs(graph);
        if port(inputs, PIXELS).is_none() {
            let inputs = inputs.iter().map(|port| port.name.clone()).collect();
            return Err(SightError::NotImages { graph, inputs });
        }
        if port(runtime.outputs(graph), output).is_none() {
            return Err(SightError::NoOutput { graph, output });
        }
        if let Self::Prompt { .. } = self {
            if let Some(other) = inputs.iter().find(|port| ![PIXELS, MASK].contains(&port.name.as_str())) {
                let input = other.name.clone();
                return Err(SightError::Input { graph, input });
            }
            let (inputs, outputs) = (runtime.inputs(Graph::EmbedTokens), runtime.outputs(Graph::EmbedTokens));
            decode::check_embeddings(inputs, outputs).map_err(SightError::Decoder)?;
        }
        Ok(())
    }

    /// Prepares an image, and runs the graph of images. `instruction` is what the model is asked to do, if it takes a
    /// prompt.
    pub(crate) async fn see<R: Runtime>(
        &self,
        runtime: &mut R,
        image: &RgbImage,
        instruction: Option<&str>,
        vocabulary: &Vocabulary,
    ) -> Result<Seen, SightError<R::Error>> {
        let element = |runtime: &R, name: &str| port(runtime.inputs(self.graph()), name).map(|port| port.element);
        let pixels = element(runtime, PIXELS).unwrap_or(Element::F32);
        match self {
            Self::States { processor, start } => {
                let pixels = processor.prepare(image)?.into_tensor(pixels);
                let states = self.run(runtime, pixels, None).await?;
                Ok(Seen {
                    beginning: Beginning::States(states),
                    prompt: vec![*start],
                })
            }
            Self::Prompt { processor, prompter } => {
                let tiles = processor.prepare(image)?;
                let instruction = instruction.unwrap_or_else(|| prompter.instruction());
                // Before the graph runs, which takes long.
                let prompt = prompter.tokens(instruction, tiles.rows, tiles.columns, vocabulary)?;
                let mask = element(runtime, MASK).map(|element| tiles.mask(element));
                let features = self.run(runtime, tiles.into_tensor(pixels), mask).await?;
                let embeddings = decode::embed(runtime, &prompt).await.map_err(SightError::Decoder)?;
                let merged = merged(embeddings, features, &prompt, prompter.image_token())?;
                Ok(Seen {
                    beginning: Beginning::Embeddings(merged),
                    prompt,
                })
            }
        }
    }

    async fn run<R: Runtime>(
        &self,
        runtime: &mut R,
        pixels: Tensor,
        mask: Option<Tensor>,
    ) -> Result<Tensor, SightError<R::Error>> {
        let (graph, output) = (self.graph(), self.output());
        let failed = |error| SightError::Runtime { graph, error };
        let pixels = runtime.put(pixels).map_err(failed)?;
        let mask = mask.map(|mask| runtime.put(mask)).transpose().map_err(failed)?;
        let mut inputs = vec![(PIXELS, &pixels)];
        inputs.extend(mask.as_ref().map(|mask| (MASK, mask)));
        let outputs = runtime.run(graph, &inputs).await.map_err(failed)?;
        let found = outputs.into_iter().find(|(name, _)| name == output);
        let (_, mut value) = found.ok_or(SightError::NoOutput { graph, output })?;
        runtime.get(&mut value).await.map_err(failed)
    }
}

fn port<'p>(ports: &'p [Port], name: &str) -> Option<&'p Port> {
    ports.iter().find(|port| port.name == name)
}

/// Puts image features in the places of image tokens, in order.
fn merged<E>(embeddings: Tensor, features: Tensor, prompt: &[u32], image: u32) -> Result<Tensor, SightError<E>> {
    let shape = embeddings.shape.clone();
    let size = shape.last().copied().unwrap_or_default();
    let of_features = features.shape.last().copied().unwrap_or_default();
    if size == 0 || of_features != size {
        return Err(SightError::Size {
            features: of_features,
            embeddings: size,
        });
    }
    let mut numbers = embeddings.into_numbers().unwrap_or_default();
    let features = features.into_numbers().unwrap_or_default();
    let tokens = prompt.iter().filter(|token| **token == image).count();
    if tokens * size != features.len() {
        return Err(SightError::Features {
            features: features.len() / size,
            tokens,
        });
    }
    let places = numbers
        .chunks_mut(size)
        .zip(prompt)
        .filter(|(_, token)| **token == image);
    for ((place, _), feature) in places.zip(features.chunks(size)) {
        place.copy_from_slice(feature);
    }
    Ok(Tensor::numbers(&shape, numbers, Element::F32))
}
