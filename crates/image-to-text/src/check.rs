//! What a folder has and lacks.

use std::io::{self, Read, Seek};

use crate::dtype::Dtype;
use crate::folder::{Folder, Graph, GraphFile, Inventory, Kind};
use crate::licence::licence;
use crate::onnx::{GraphContent, OnnxError};
use crate::parts::Parts;
use crate::problem::Problem;
use crate::sight::Sight;

/// A number format in which all graphs of a model are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The number format.
    pub dtype: Dtype,
    /// The size of all graphs, in bytes.
    pub bytes: u64,
    /// What the files say of the graphs; empty before [`Check::look_into`].
    pub graphs: Vec<(Graph, GraphContent)>,
    /// The reasons why this format cannot be run.
    pub problems: Vec<Problem>,
}

impl Offer {
    /// Returns an estimate of the memory that the graphs take, in bytes: twice their size, because a runtime has file and
    /// weights while it loads them. An image and a text add to it.
    #[must_use]
    pub const fn memory(&self) -> u64 {
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
    /// What the model is asked to do unless something else is given; `None` if it takes no prompt.
    pub instruction: Option<&'static str>,
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
                graphs: Vec::new(),
                problems: Vec::new(),
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
            instruction: parts.sight.as_ref().and_then(Sight::instruction),
            unused: parts.generation.map_or_else(Vec::new, |generation| generation.unused),
            problems,
        }
    }

    /// Reads the graphs of all formats, without their weights. `open` returns the bytes of a file.
    pub fn look_into<R: Read + Seek>(&mut self, folder: &Folder, mut open: impl FnMut(&str) -> io::Result<R>) {
        let Some(kind) = self.kind else {
            return;
        };
        let inventory = Inventory::of(folder);
        for offer in &mut self.offers {
            for graph in kind.graphs() {
                let Some(file) = inventory.get(*graph, offer.dtype) else {
                    continue;
                };
                match file.content(folder, open(&file.path)) {
                    Ok(content) => offer.graphs.push((*graph, content)),
                    Err(problem) => offer.problems.push(problem),
                }
            }
        }
    }
}

impl GraphFile {
    /// Reads what the file says of the graph.
    ///
    /// # Errors
    /// If the file cannot be read, lacks the files with its weights, or has operators that no runtime has.
    pub fn content<R: Read + Seek>(&self, folder: &Folder, source: io::Result<R>) -> Result<GraphContent, Problem> {
        let path = || self.path.clone();
        let source = source.map_err(|error| OnnxError::Unreadable(error.to_string()));
        let content = source.and_then(GraphContent::read);
        let content = content.map_err(|error| Problem::Graph { path: path(), error })?;
        let beside = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_there = |file: &str| match beside {
            "" => folder.has(file),
            beside => folder.has(&format!("{beside}/{file}")),
        };
        if let Some(file) = content
            .external
            .iter()
            .find(|file| !is_there(file.trim_start_matches("./")))
        {
            return Err(Problem::NoWeights {
                path: path(),
                file: file.clone(),
            });
        }
        let unknown: Vec<String> = content.unknown_operators().map(ToString::to_string).collect();
        match unknown.is_empty() {
            true => Ok(content),
            false => Err(Problem::Operators {
                path: path(),
                operators: unknown,
            }),
        }
    }
}
