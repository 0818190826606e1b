//! What a folder has and lacks.

use crate::dtype::Dtype;
use crate::folder::{Folder, Kind};
use crate::licence::licence;
use crate::parts::Parts;
use crate::problem::Problem;

/// A number format in which all graphs of a model are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// The number format.
    pub dtype: Dtype,
    /// The size of all graphs, in bytes.
    pub bytes: u64,
}

impl Offer {
    /// Returns an estimate of the memory that the graphs take, in bytes: twice their size, because a runtime has file and
    /// weights while it loads them. An image and a text add to it.
    #[must_use]
    pub const fn memory(self) -> u64 {
        self.bytes.saturating_mul(2)
    }
}

/// What a folder has and lacks.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// The kind of the model; `None` if there is neither an encoder nor a vision encoder.
    pub kind: Option<Kind>,
    /// The names of the architecture, as in `vision-encoder-decoder of vit and trocr`.
    pub architecture: String,
    /// The licence that the model states; `None` if it states none.
    pub licence: Option<String>,
    /// The number formats in which all graphs are there, the most exact first.
    pub offers: Vec<Offer>,
    /// The settings of the model that are not followed, by their names.
    pub unused: Vec<&'static str>,
    /// The reasons why the model cannot be run, the most important first.
    pub problems: Vec<Problem>,
}

impl Check {
    /// Checks a folder without running anything.
    #[must_use]
    pub fn of(folder: &Folder) -> Self {
        let (parts, problems) = Parts::read(folder);
        let kind = parts.inventory.kind();
        let offer = |kind: Kind, dtype: Dtype| {
            let files = kind
                .graphs()
                .iter()
                .filter_map(|graph| parts.inventory.get(*graph, dtype));
            Offer {
                dtype,
                bytes: files.fold(0, |sum, file| sum.saturating_add(file.bytes)),
            }
        };
        let offers = kind.map_or_else(Vec::new, |kind| {
            let complete = parts.inventory.complete(kind);
            complete.map(|dtype| offer(kind, dtype)).collect()
        });
        Self {
            kind,
            architecture: parts.architecture(),
            licence: licence(folder.description("README.md"), &parts.config),
            offers,
            unused: parts.generation.map_or_else(Vec::new, |generation| generation.unused),
            problems,
        }
    }
}
