//! The decoder's graph with its key-value cache.

use crate::folder::Graph;
use crate::runtime::{Port, Runtime};
use crate::tensor::{Data, Element, Tensor};

/// The part of the names of a graph's inputs from its cache.
const PAST: &str = "past_key_values";

/// The part of the names of a graph's outputs for its cache.
const PRESENT: &str = "present";

/// The part of the names of cached tensors that depend on the image alone.
const OF_ENCODER: &str = ".encoder.";

/// The reason why the decoder's graph cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum DecoderError<E> {
    /// The runtime failed.
    #[error("{0}")]
    Runtime(E),
    /// The graph needs something that is not known.
    #[error("the decoder needs the input `{0}`, which texlens does not know; export the model with a newer optimum")]
    Input(String),
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
            "encoder_hidden_states" => Self::States,
            "encoder_attention_mask" => Self::StatesMask,
            "attention_mask" | "decoder_attention_mask" => Self::Mask,
            "position_ids" => Self::Positions,
            "use_cache_branch" => Self::UsesCache,
            "num_logits_to_keep" => Self::LogitsToKeep,
            name if name.starts_with(PAST) => Self::Cache,
            _ => return None,
        })
    }
}

/// Checks whether the graph's inputs and outputs are known.
pub(crate) fn check<E>(inputs: &[Port], outputs: &[Port], shape: CacheShape) -> Result<(), DecoderError<E>> {
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
    for (role, name) in [(Role::Tokens, "input_ids"), (Role::States, "encoder_hidden_states")] {
        if !inputs.iter().any(|port| Role::of(&port.name) == Some(role)) {
            return Err(DecoderError::Input(format!("{name}, which it lacks")));
        }
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

/// A decoder of several texts at once, the rows.
pub(crate) struct Decoder<'r, R: Runtime> {
    runtime: &'r mut R,
    inputs: Vec<Port>,
    rows: usize,
    /// The inputs that are the same for every token.
    fixed: Vec<(String, R::Value)>,
    cache: Vec<(String, R::Value)>,
    /// The number of tokens in the cache.
    past: usize,
}

impl<'r, R: Runtime> Decoder<'r, R> {
    /// Begins texts with the states of an image, `[1, length, size]`.
    pub(crate) fn new(
        runtime: &'r mut R,
        states: &Tensor,
        rows: usize,
        shape: CacheShape,
    ) -> Result<Self, DecoderError<R::Error>> {
        let inputs = runtime.inputs(Graph::Decoder).to_vec();
        let length = states.shape.get(1).copied().unwrap_or_default();
        let (mut fixed, mut cache) = (Vec::new(), Vec::new());
        for port in &inputs {
            let tensor = match Role::of(&port.name) {
                Some(Role::States) => {
                    let states = states.rows(&vec![0; rows]);
                    let shape = states.shape.clone();
                    let numbers = states
                        .into_numbers()
                        .ok_or_else(|| DecoderError::Shape(port.name.clone()))?;
                    (true, Tensor::numbers(&shape, numbers, port.element))
                }
                Some(Role::StatesMask) => (true, Tensor::whole(&[rows, length], vec![1; rows * length])),
                Some(Role::LogitsToKeep) => (true, Tensor::whole(&[], vec![1])),
                Some(Role::Cache) => (false, empty(port, rows, shape)?),
                Some(_) => continue,
                None => return Err(DecoderError::Input(port.name.clone())),
            };
            let (is_fixed, tensor) = tensor;
            let value = runtime.put(tensor).map_err(DecoderError::Runtime)?;
            let into = if is_fixed { &mut fixed } else { &mut cache };
            into.push((port.name.clone(), value));
        }
        Ok(Self {
            runtime,
            inputs,
            rows,
            fixed,
            cache,
            past: 0,
        })
    }

    /// Gives the next token of each row. Returns the scores of all tokens that may follow, row by row.
    pub(crate) async fn step(&mut self, tokens: &[u32]) -> Result<Vec<Vec<f32>>, DecoderError<R::Error>> {
        let rows = self.rows;
        let mut given = Vec::new();
        for port in &self.inputs {
            let tensor = match Role::of(&port.name) {
                Some(Role::Tokens) => Tensor::whole(&[rows, 1], tokens.iter().map(|token| i64::from(*token)).collect()),
                Some(Role::Mask) => Tensor::whole(&[rows, self.past + 1], vec![1; rows * (self.past + 1)]),
                Some(Role::Positions) => Tensor::whole(&[rows, 1], vec![self.past as i64; rows]),
                Some(Role::UsesCache) => Tensor {
                    shape: vec![1],
                    data: Data::Bool(vec![self.past > 0]),
                },
                _ => continue,
            };
            given.push((
                port.name.as_str(),
                self.runtime.put(tensor).map_err(DecoderError::Runtime)?,
            ));
        }
        let all = given.iter().map(|(name, value)| (*name, value));
        let kept = self
            .fixed
            .iter()
            .chain(&self.cache)
            .map(|(name, value)| (name.as_str(), value));
        let inputs: Vec<(&str, &R::Value)> = all.chain(kept).collect();
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
        self.past += 1;
        let scores = scores.ok_or_else(|| DecoderError::Output("logits".to_owned()))?;
        last_scores(scores, rows)
    }

    /// Continues with other rows: row number `i` becomes what row number `from[i]` was.
    pub(crate) async fn reorder(&mut self, from: &[usize]) -> Result<(), DecoderError<R::Error>> {
        if from.iter().copied().eq(0..self.rows) {
            return Ok(());
        }
        for (name, value) in &mut self.cache {
            // All rows attend to the same image.
            if name.contains(OF_ENCODER) {
                continue;
            }
            let tensor = self.runtime.get(value).await.map_err(DecoderError::Runtime)?;
            *value = self.runtime.put(tensor.rows(from)).map_err(DecoderError::Runtime)?;
        }
        Ok(())
    }
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
