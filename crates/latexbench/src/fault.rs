//! The five faults of the contrast family: their names, how they are planted, and how they are found.
//!
//! [`plant`] knows the parts of the article that it changes; [`find`] sees the finished text alone. Neither uses the
//! other.

mod fault_type;
pub(crate) mod find;
pub(crate) mod plant;

pub use fault_type::FaultType;
