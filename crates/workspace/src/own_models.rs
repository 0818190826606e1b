//! Image-to-text models that a person brings: the files of their folders ([`rooted`]), what a check finds
//! ([`ModelSummary`]), whether they fit into a browser ([`Burden`]), where they run best
//! ([`Trial`], [`Placement`]), and the form with which they read ([`OwnForm`]).

mod files;
mod form;
mod kept;
mod placement;
mod run;
mod summary;
mod trial;

pub use files::{ModelFile, RootProblem, Rooted, is_archive, is_model, rooted};
pub use form::{OwnField, OwnForm, OwnOrder, OwnProblem, OwnReads};
pub use kept::{KeptFile, KeptModel, ModelData};
pub use placement::Placement;
pub use run::{OwnTally, PageEnd};
pub use summary::{Burden, ModelGraph, ModelOffer, ModelSummary, RunsOn, Stop};
pub use trial::{MOST_TRIAL_BYTES, Trial, Verdict};
