//! The pages that the arguments of a command name: images, PDF files, and datasets with either.

mod error;
mod source;
mod targets;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use texlens_dataset::holds_files;
use texlens_native::Renderer;

use crate::brought::Brought;
use crate::commands::arguments::TextArguments;
use crate::failure::Failure;
pub(crate) use error::SourceError;
pub(crate) use source::Source;
pub(crate) use targets::{check as check_targets, target};

/// The files and datasets that were named.
pub(crate) struct Inputs<'i> {
    files: Vec<&'i Path>,
    brought: Vec<Brought>,
    /// Whether anything of a dataset cannot be used.
    pub(crate) is_lossy: bool,
}

impl<'i> Inputs<'i> {
    /// Opens the datasets among the inputs, and tells what cannot be used. An input that is named twice counts once.
    ///
    /// # Errors
    /// If a dataset cannot be opened.
    pub(crate) fn open(inputs: &'i [PathBuf], renderer: &Renderer) -> Result<Self, Failure> {
        let mut named = HashSet::new();
        let is_dataset = |input: &&Path| input.is_dir() || holds_files(&input.to_string_lossy());
        let (datasets, files): (Vec<&Path>, Vec<&Path>) = inputs
            .iter()
            .map(PathBuf::as_path)
            .filter(|input| named.insert(*input))
            .partition(is_dataset);
        let brought = datasets
            .iter()
            .map(|dataset| Brought::open(dataset, &[], TextArguments::default(), renderer))
            .collect::<Result<Vec<_>, _>>()?;
        let mut is_lossy = false;
        for dataset in &brought {
            is_lossy |= dataset.tell_of_pages() || lacks_images(dataset);
        }
        Ok(Self {
            files,
            brought,
            is_lossy,
        })
    }

    /// Returns the sources of each document, in order.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn documents(&self) -> Result<Vec<Vec<Source<'_>>>, Failure> {
        let files = self.files.iter().map(|path| vec![Source::single(path)]);
        let documents: Vec<_> = files.chain(self.brought.iter().flat_map(source::sources)).collect();
        if documents.is_empty() {
            return Err(Failure::NoPages);
        }
        Ok(documents)
    }
}

/// Reports whether an image that the dataset names is missing.
fn lacks_images(dataset: &Brought) -> bool {
    let mut problems = dataset.plan.samples.iter().flat_map(|sample| &sample.problems);
    problems.any(|notice| notice.problem.is_of_image())
}
