//! Image-to-text models that a person brings: the files of their folders ([`rooted`]), what a check finds
//! ([`ModelSummary`]), whether they fit into a browser ([`Burden`]), and the form with which they read ([`OwnForm`]).

mod files;
mod form;
mod kept;
mod run;
mod summary;

pub use files::{ModelFile, RootProblem, Rooted, is_archive, is_model, rooted};
pub use form::{OwnField, OwnForm, OwnOrder, OwnProblem, OwnReads};
pub use kept::{KeptFile, KeptModel, ModelData};
pub use run::{OwnTally, PageEnd};
pub use summary::{Burden, ModelGraph, ModelOffer, ModelSummary, RunsOn, Stop};
