//! The decoder's graph with its key-value cache.

use crate::folder::{Graph, Kind};
use crate::runtime::{Port, Runtime};
use crate::tensor::{Data, Element, Tensor};

/// The part of the names of a graph's inputs from its cache.
const PAST: &str = "past_key_values";

/// The part of the names of a graph's outputs for its cache.
const PRESENT: &str = "present";

/// The part of the names of cached tensors that depend on the image alone.
const OF_ENCODER: &str = ".encoder.";

/// The input of a decoder for embeddings instead of tokens, and the output of the graph that makes them.
const EMBEDDINGS: &str = "inputs_embeds";

/// The input of the graph that makes embeddings of tokens.
const TOKENS: &str = "input_ids";

/// The reason why the decoder's graph cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum DecoderError<E> {
    /// The runtime failed.
    #[error("{0}")]
    Runtime(E),
    /// The graph needs something that is not known.
    #[error("the decoder needs the input `{0}`, which texlens does not know; export the model with a newer optimum")]
    Input(String),
    /// The graph lacks something.
    #[error(
        "the decoder has no input `{0}`: it belongs to a model of another kind; download all graphs from the same place"
    )]
    Lacks(&'static str),
    /// The graph has no cache.
    #[error(
        "the decoder has no key-value cache, without which every token takes longer than the last; export the model with the task image-to-text-with-past"
    )]
    NoCache,
    /// An input of the cache has a shape that is not known.
    #[error("the shape of the decoder's input `{0}` is not known; export the model with a newer optimum")]
    Shape(String),
    /// The graph lacks an output.
    #[error("the decoder has no output `{0}`; export the model with a newer optimum")]
    Output(String),
    /// The graph of embeddings gives none.
    #[error(
        "the graph embed_tokens has no output inputs_embeds of the shape [rows, tokens, size]; export the model again"
    )]
    NoEmbeddings,
    /// The scores are not those of tokens.
    #[error("the decoder's scores have the shape {0:?}, which is none of tokens")]
    Scores(Vec<usize>),
}

/// The shape of a key or value if the graph does not state it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheShape {
    /// The number of attention heads.
    pub heads: Option<usize>,
    /// The length of a key or value of one head.
    pub size: Option<usize>,
}

/// The role of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Tokens,
    Embeddings,
    States,
    StatesMask,
    Mask,
    Positions,
    UsesCache,
    LogitsToKeep,
    Cache,
}

impl Role {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "input_ids" | "decoder_input_ids" => Self::Tokens,
            EMBEDDINGS => Self::Embeddings,
            "encoder_hidden_states" => Self::States,
            "encoder_attention_mask" => Self::StatesMask,
            "attention_mask" | "decoder_attention_mask" => Self::Mask,
            "position_ids" => Self::Positions,
            "use_cache_branch" => Self::UsesCache,
            "num_logits_to_keep" | "logits_to_keep" => Self::LogitsToKeep,
            name if name.starts_with(PAST) => Self::Cache,
            _ => return None,
        })
    }
}

/// Checks whether the graph's inputs and outputs are known and those of a model of this kind.
pub(crate) fn check<E>(
    kind: Kind,
    inputs: &[Port],
    outputs: &[Port],
    shape: CacheShape,
) -> Result<(), DecoderError<E>> {
    if !outputs.iter().any(|port| port.name == "logits") {
        return Err(DecoderError::Output("logits".to_owned()));
    }
    let mut has_cache = false;
    for port in inputs {
        let role = Role::of(&port.name).ok_or_else(|| DecoderError::Input(port.name.clone()))?;
        if role != Role::Cache {
            continue;
        }
        has_cache = true;
        empty(port, 1, shape)?;
        let present = present(&port.name);
        if !outputs.iter().any(|port| port.name == present) {
            return Err(DecoderError::Output(present));
        }
    }
    // What a text begins with: an input of each name, and none of the other kind's.
    let of_states: [(Role, &'static str); 2] = [(Role::Tokens, TOKENS), (Role::States, "encoder_hidden_states")];
    let of_prompt: [(Role, &'static str); 1] = [(Role::Embeddings, EMBEDDINGS)];
    let (needed, refused): (&[_], &[_]) = match kind {
        Kind::VisionEncoderDecoder => (&of_states, &of_prompt),
        Kind::ImageTextToText => (&of_prompt, &of_states),
    };
    let find = |role: Role| inputs.iter().find(|port| Role::of(&port.name) == Some(role));
    if let Some((_, name)) = needed.iter().find(|(role, _)| find(*role).is_none()) {
        return Err(DecoderError::Lacks(name));
    }
    if let Some(port) = refused.iter().find_map(|(role, _)| find(*role)) {
        return Err(DecoderError::Input(port.name.clone()));
    }
    if has_cache { Ok(()) } else { Err(DecoderError::NoCache) }
}

/// Returns the output that becomes an input of the cache.
fn present(past: &str) -> String {
    past.replacen(PAST, PRESENT, 1)
}

/// Returns a cache of no tokens.
fn empty<E>(port: &Port, rows: usize, shape: CacheShape) -> Result<Tensor, DecoderError<E>> {
    let unknown = || DecoderError::Shape(port.name.clone());
    let [_, heads, _, size] = port.shape.as_slice() else {
        return Err(unknown());
    };
    if !matches!(port.element, Element::F32 | Element::F16) {
        return Err(unknown());
    }
    let heads = heads.or(shape.heads).ok_or_else(unknown)?;
    let size = size.or(shape.size).ok_or_else(unknown)?;
    Ok(Tensor::numbers(&[rows, heads, 0, size], Vec::new(), port.element))
}

/// What a text begins with, beside the tokens of its prompt.
pub(crate) enum Beginning {
    /// The states of an image, `[1, length, size]`, to which all tokens attend.
    States(Tensor),
    /// The embeddings of the prompt, `[1, length, size]`, in which image features stand.
    Embeddings(Tensor),
}

/// Tensors of a runtime, by the names of a graph's inputs.
type Named<R> = Vec<(String, <R as Runtime>::Value)>;

/// A decoder of several texts at once, the rows.
pub(crate) struct Decoder<'r, R: Runtime> {
    runtime: &'r mut R,
    inputs: Vec<Port>,
    rows: usize,
    /// The states or the embeddings of the prompt, until all rows have them.
    beginning: Option<Beginning>,
    /// The inputs that are the same for every token.
    fixed: Named<R>,
    cache: Named<R>,
    /// The number of tokens in the cache.
    past: usize,
    /// Whether all rows have the same tokens, so that their order does not matter.
    are_alike: bool,
}

impl<'r, R: Runtime> Decoder<'r, R> {
    /// Prepares the decoder for the texts of an image.
    pub(crate) fn new(
        runtime: &'r mut R,
        beginning: Beginning,
        shape: CacheShape,
    ) -> Result<Self, DecoderError<R::Error>> {
        let inputs = runtime.inputs(Graph::Decoder).to_vec();
        let mut cache = Vec::new();
        for port in &inputs {
            match Role::of(&port.name) {
                Some(Role::Cache) => {
                    let value = runtime.put(empty(port, 1, shape)?).map_err(DecoderError::Runtime)?;
                    cache.push((port.name.clone(), value));
                }
                Some(_) => {}
                None => return Err(DecoderError::Input(port.name.clone())),
            }
        }
        Ok(Self {
            runtime,
            inputs,
            rows: 1,
            beginning: Some(beginning),
            fixed: Vec::new(),
            cache,
            past: 0,
            are_alike: true,
        })
    }

    /// Gives the prompt, and continues with so many rows, all of which begin with it. Returns the scores of all tokens that
    /// may follow it.
    pub(crate) async fn begin(&mut self, prompt: &[u32], rows: usize) -> Result<Vec<f32>, DecoderError<R::Error>> {
        self.fixed = self.fixed_inputs(1)?;
        let scores = self.run(prompt).await?.pop().unwrap_or_default();
        if rows != 1 {
            self.fixed = self.fixed_inputs(rows)?;
            self.pick(&vec![0; rows], true).await?;
            self.rows = rows;
        }
        self.beginning = None;
        Ok(scores)
    }

    /// Makes the inputs that are the same for every token.
    fn fixed_inputs(&self, rows: usize) -> Result<Named<R>, DecoderError<R::Error>> {
        let states = match &self.beginning {
            Some(Beginning::States(states)) => Some(states),
            _ => None,
        };
        let length = states
            .and_then(|states| states.shape.get(1).copied())
            .unwrap_or_default();
        let mut fixed = Vec::new();
        for port in &self.inputs {
            let tensor = match (Role::of(&port.name), states) {
                (Some(Role::States), Some(states)) => as_port(states.rows(&vec![0; rows]), port)?,
                (Some(Role::StatesMask), _) => Tensor::whole(&[rows, length], vec![1; rows * length]),
                (Some(Role::LogitsToKeep), _) => Tensor::whole(&[], vec![1]),
                _ => continue,
            };
            let value = self.runtime.put(tensor).map_err(DecoderError::Runtime)?;
            fixed.push((port.name.clone(), value));
        }
        Ok(fixed)
    }

    /// Gives the next token of each row. Returns the scores of all tokens that may follow, row by row.
    pub(crate) async fn step(&mut self, tokens: &[u32]) -> Result<Vec<Vec<f32>>, DecoderError<R::Error>> {
        self.are_alike = false;
        self.run(tokens).await
    }

    /// Gives tokens, the same number for each row.
    async fn run(&mut self, tokens: &[u32]) -> Result<Vec<Vec<f32>>, DecoderError<R::Error>> {
        let rows = self.rows;
        let new = tokens.len() / rows.max(1);
        let all = self.past + new;
        let mut given = Vec::new();
        for port in self.inputs.clone() {
            let tensor = match Role::of(&port.name) {
                Some(Role::Tokens) => whole(rows, tokens),
                Some(Role::Embeddings) => {
                    let value = match self.beginning.take() {
                        Some(Beginning::Embeddings(prompt)) => {
                            let prompt = as_port(prompt, &port)?;
                            self.runtime.put(prompt).map_err(DecoderError::Runtime)?
                        }
                        _ => embedded(self.runtime, whole(rows, tokens), &port).await?,
                    };
                    given.push((port.name, value));
                    continue;
                }
                Some(Role::Mask) => Tensor::whole(&[rows, all], vec![1; rows * all]),
                Some(Role::Positions) => {
                    let places = (self.past..all).map(|place| place as i64).collect::<Vec<_>>();
                    Tensor::whole(&[rows, new], places.repeat(rows))
                }
                Some(Role::UsesCache) => Tensor {
                    shape: vec![1],
                    data: Data::Bool(vec![self.past > 0]),
                },
                _ => continue,
            };
            given.push((port.name, self.runtime.put(tensor).map_err(DecoderError::Runtime)?));
        }
        let kept = given.iter().chain(&self.fixed).chain(&self.cache);
        let inputs: Vec<(&str, &R::Value)> = kept.map(|(name, value)| (name.as_str(), value)).collect();
        let outputs = self.runtime.run(Graph::Decoder, &inputs).await;
        let mut scores = None;
        for (name, mut value) in outputs.map_err(DecoderError::Runtime)? {
            if name == "logits" {
                scores = Some(self.runtime.get(&mut value).await.map_err(DecoderError::Runtime)?);
                continue;
            }
            // Later runs do not calculate what depends on the image alone.
            if self.past > 0 && name.contains(OF_ENCODER) {
                continue;
            }
            if let Some((_, before)) = self.cache.iter_mut().find(|(past, _)| present(past) == name) {
                *before = value;
            }
        }
        self.past = all;
        let scores = scores.ok_or_else(|| DecoderError::Output("logits".to_owned()))?;
        last_scores(scores, rows)
    }

    /// Continues with other rows: row number `i` becomes what row number `from[i]` was.
    pub(crate) async fn reorder(&mut self, from: &[usize]) -> Result<(), DecoderError<R::Error>> {
        // A tensor that was put is not asked for before it was replaced: the browser's runtime may have lost it.
        if self.are_alike || from.iter().copied().eq(0..self.rows) {
            return Ok(());
        }
        // All rows attend to the same image.
        self.pick(from, false).await
    }

    /// Replaces the rows of the cache by others; those of what depends on the image alone, too, if `of_image` says so.
    async fn pick(&mut self, from: &[usize], of_image: bool) -> Result<(), DecoderError<R::Error>> {
        for (name, value) in &mut self.cache {
            if !of_image && name.contains(OF_ENCODER) {
                continue;
            }
            let tensor = self.runtime.get(value).await.map_err(DecoderError::Runtime)?;
            *value = self.runtime.put(tensor.rows(from)).map_err(DecoderError::Runtime)?;
        }
        Ok(())
    }
}

/// Returns tokens as graphs take them, row by row.
fn whole(rows: usize, tokens: &[u32]) -> Tensor {
    let values = tokens.iter().map(|token| i64::from(*token)).collect();
    Tensor::whole(&[rows, tokens.len() / rows.max(1)], values)
}

/// Returns a tensor of numbers in the format of an input.
fn as_port<E>(tensor: Tensor, port: &Port) -> Result<Tensor, DecoderError<E>> {
    let shape = tensor.shape.clone();
    let numbers = tensor.into_numbers();
    let numbers = numbers.ok_or_else(|| DecoderError::Shape(port.name.clone()))?;
    Ok(Tensor::numbers(&shape, numbers, port.element))
}

/// Returns the embeddings of tokens for an input of the decoder.
async fn embedded<R: Runtime>(runtime: &mut R, tokens: Tensor, to: &Port) -> Result<R::Value, DecoderError<R::Error>> {
    let mut value = embeddings(runtime, tokens).await?;
    let outputs = runtime.outputs(Graph::EmbedTokens);
    if outputs
        .iter()
        .any(|port| port.name == EMBEDDINGS && port.element == to.element)
    {
        return Ok(value);
    }
    let tensor = runtime.get(&mut value).await.map_err(DecoderError::Runtime)?;
    runtime.put(as_port(tensor, to)?).map_err(DecoderError::Runtime)
}

/// Runs the graph that makes embeddings of tokens, which are `[rows, tokens]`.
async fn embeddings<R: Runtime>(runtime: &mut R, tokens: Tensor) -> Result<R::Value, DecoderError<R::Error>> {
    let tokens = runtime.put(tokens).map_err(DecoderError::Runtime)?;
    let outputs = runtime.run(Graph::EmbedTokens, &[(TOKENS, &tokens)]).await;
    let outputs = outputs.map_err(DecoderError::Runtime)?;
    let found = outputs.into_iter().find(|(name, _)| name == EMBEDDINGS);
    found.map(|(_, value)| value).ok_or(DecoderError::NoEmbeddings)
}

/// Returns the embeddings of a prompt, `[1, length, size]`.
pub(crate) async fn embed<R: Runtime>(runtime: &mut R, prompt: &[u32]) -> Result<Tensor, DecoderError<R::Error>> {
    let mut value = embeddings(runtime, whole(1, prompt)).await?;
    let tensor = runtime.get(&mut value).await.map_err(DecoderError::Runtime)?;
    match tensor.shape[..] {
        [1, length, _] if length == prompt.len() => Ok(tensor),
        _ => Err(DecoderError::NoEmbeddings),
    }
}

/// Checks whether the graph that makes embeddings has the right input and output.
pub(crate) fn check_embeddings<E>(inputs: &[Port], outputs: &[Port]) -> Result<(), DecoderError<E>> {
    if let Some(other) = inputs.iter().find(|port| port.name != TOKENS) {
        return Err(DecoderError::Input(other.name.clone()));
    }
    let has_output = outputs.iter().any(|port| port.name == EMBEDDINGS);
    has_output.then_some(()).ok_or(DecoderError::NoEmbeddings)
}

/// Returns the scores of the last place of each row.
fn last_scores<E>(scores: Tensor, rows: usize) -> Result<Vec<Vec<f32>>, DecoderError<E>> {
    let shape = scores.shape.clone();
    let [found, places, tokens] = shape[..] else {
        return Err(DecoderError::Scores(shape));
    };
    let numbers = scores.into_numbers().unwrap_or_default();
    let row = places.saturating_mul(tokens);
    if found != rows || row == 0 || numbers.len() != rows.saturating_mul(row) {
        return Err(DecoderError::Scores(shape));
    }
    let last = |row: &[f32]| row.get(row.len() - tokens..).unwrap_or_default().to_vec();
    Ok(numbers.chunks(row).map(last).collect())
}
