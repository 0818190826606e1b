//! The number format that a person wants for each graph.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::dtype::{Dtype, UnknownDtype};
use crate::folder::Graph;

/// The wanted number formats: one for all graphs, and others for some of them. The default wants none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DtypeChoice {
    all: Option<Dtype>,
    graphs: BTreeMap<Graph, Dtype>,
}

impl DtypeChoice {
    /// Returns the format that is wanted for a graph; `None` if any may be used.
    #[must_use]
    pub fn of(&self, graph: Graph) -> Option<Dtype> {
        self.graphs.get(&graph).copied().or(self.all)
    }
}

impl From<Dtype> for DtypeChoice {
    fn from(dtype: Dtype) -> Self {
        Self {
            all: Some(dtype),
            graphs: BTreeMap::new(),
        }
    }
}

/// The error for a text that states no choice of number formats.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The format is not known.
    #[error(transparent)]
    Dtype(#[from] UnknownDtype),
    /// The graph is not known.
    #[error(
        "there is no graph \"{0}\": give a number format for all graphs, or GRAPH=FORMAT with encoder_model, decoder_model_merged, vision_encoder or embed_tokens"
    )]
    Graph(String),
}

impl FromStr for DtypeChoice {
    type Err = ChoiceError;

    /// Reads `q8`, or a list such as `fp32,decoder_model_merged=q4`.
    fn from_str(text: &str) -> Result<Self, ChoiceError> {
        let mut choice = Self::default();
        for part in text.split(',') {
            match part.split_once('=') {
                None => choice.all = Some(part.trim().parse()?),
                Some((name, dtype)) => {
                    let graph = Graph::ALL.into_iter().find(|graph| graph.name() == name.trim());
                    let graph = graph.ok_or_else(|| ChoiceError::Graph(name.trim().to_owned()))?;
                    choice.graphs.insert(graph, dtype.trim().parse()?);
                }
            }
        }
        Ok(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_may_have_its_own_format() {
        let choice: DtypeChoice = "fp16,decoder_model_merged=q4".parse().unwrap();
        assert_eq!(choice.of(Graph::Encoder), Some(Dtype::Fp16));
        assert_eq!(choice.of(Graph::Decoder), Some(Dtype::Q4));
        assert_eq!("q8".parse(), Ok(DtypeChoice::from(Dtype::Q8)));
        assert!(matches!(
            "decoder=q4".parse::<DtypeChoice>(),
            Err(ChoiceError::Graph(_))
        ));
        assert!(matches!("".parse::<DtypeChoice>(), Err(ChoiceError::Dtype(_))));
    }
}
