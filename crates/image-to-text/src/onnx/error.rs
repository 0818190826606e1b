//! The reasons why a graph's file cannot be read.

/// The reason why a graph's file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OnnxError {
    /// The file has another format, or its end is missing.
    #[error("at byte {0}, it is no ONNX file, or it is cut off; download it again")]
    Damaged(u64),
    /// The file says nothing of a graph.
    #[error("it has no graph; download it again, or export the model anew")]
    NoGraph,
    /// Graphs contain each other too deeply.
    #[error("its graphs contain each other more than {0} levels deep")]
    TooDeep(usize),
    /// The graph has too many parts.
    #[error("it has more than {0} parts")]
    TooLarge(u64),
    /// The system does not give the bytes.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
}
