//! The interface to the runtime of the graphs. The calling program supplies the runtime.

use crate::folder::Graph;
use crate::tensor::{Element, Tensor};

/// An input or output of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// The name.
    pub name: String,
    /// The type of the elements.
    pub element: Element,
    /// The length of each dimension; `None` where it is only known when the graph runs.
    pub shape: Vec<Option<usize>>,
}

/// Runs the graphs of one model. Tensors can stay where the graphs run, so that a key-value cache does not travel between
/// two tokens.
pub trait Runtime {
    /// A tensor in the memory of the runtime.
    type Value;
    /// The error of a tensor or a run.
    type Error: std::error::Error;

    /// Returns the inputs of a graph, none if the graph is not loaded.
    fn inputs(&self, graph: Graph) -> &[Port];

    /// Returns the outputs of a graph, none if the graph is not loaded.
    fn outputs(&self, graph: Graph) -> &[Port];

    /// Gives a tensor to the runtime.
    ///
    /// # Errors
    /// If the runtime refuses it.
    fn put(&self, tensor: Tensor) -> Result<Self::Value, Self::Error>;

    /// Returns the content of a tensor.
    fn get(&self, value: &mut Self::Value) -> impl Future<Output = Result<Tensor, Self::Error>>;

    /// Runs a graph with named inputs, and returns all its outputs by their names.
    fn run(
        &mut self,
        graph: Graph,
        inputs: &[(&str, &Self::Value)],
    ) -> impl Future<Output = Result<Vec<(String, Self::Value)>, Self::Error>>;
}
