//! What a check finds, and what a model asks of a browser.

use serde::{Deserialize, Serialize};

/// What a check of a model's folder found. The sentences are those of `texlens-image-to-text`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ModelSummary {
    /// The names of the architecture.
    pub architecture: String,
    /// The licence that the model states.
    pub licence: Option<String>,
    /// The number formats in which all graphs are there, the most exact first.
    pub offers: Vec<ModelOffer>,
    /// What the model is asked to do unless the person asks for something else; `None` if it takes no prompt. Models that
    /// were stored before there were such models take none.
    #[serde(default)]
    pub prompt: Option<String>,
    /// Settings of the model that are not followed.
    pub unused: Vec<String>,
    /// The reasons why the model cannot be run, the most important first.
    pub problems: Vec<String>,
}

/// A number format in which all graphs are there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelOffer {
    /// The name of the number format.
    pub dtype: String,
    /// The size of the graphs, in bytes.
    pub bytes: u64,
    /// An estimate of the memory that they take, in bytes.
    pub memory: u64,
    /// What the files say of the graphs.
    #[serde(default)]
    pub graphs: Vec<ModelGraph>,
    /// The reasons why this number format cannot be run.
    #[serde(default)]
    pub problems: Vec<String>,
}

/// What a file says of a graph. The lines are those of `texlens-image-to-text`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ModelGraph {
    /// The name.
    pub name: String,
    /// A line for each input, or for several that are alike.
    pub inputs: Vec<String>,
    /// A line for each output, or for several that are alike.
    pub outputs: Vec<String>,
    /// How often each operator stands in it.
    pub operators: Vec<(String, usize)>,
}

/// Why a text ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The model ended it.
    End,
    /// It has as many tokens as are allowed.
    Limit,
    /// It repeats its last words again and again.
    Repeats,
}

/// What runs a model, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunsOn {
    /// `wasm` or `webgpu`.
    pub device: String,
    /// The reason and the number format, for people.
    pub reason: String,
}

/// What a model asks of a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Burden {
    /// Most machines can carry it.
    Light,
    /// Machines with little memory may end the worker.
    Heavy,
    /// No browser can carry it: a WebAssembly module has at most 4 GiB of memory.
    TooMuch,
}

const GIB: u64 = 1 << 30;

/// Most memory that graphs may take: that of a module, less what an image and a text take.
const MOST_MEMORY: u64 = 3 * GIB + GIB / 2;

/// From this memory on, a person is warned.
const MUCH_MEMORY: u64 = GIB;

impl ModelOffer {
    /// Returns what the number format asks of a browser.
    #[must_use]
    pub const fn burden(&self) -> Burden {
        match self.memory {
            memory if memory > MOST_MEMORY => Burden::TooMuch,
            memory if memory > MUCH_MEMORY => Burden::Heavy,
            _ => Burden::Light,
        }
    }

    /// Reports whether the number format can be run in a browser.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.problems.is_empty() && self.burden() != Burden::TooMuch
    }
}

impl ModelSummary {
    /// Reports whether the model can be run here: it has no problem, and a number format that is usable.
    #[must_use]
    pub fn can_run(&self) -> bool {
        self.problems.is_empty() && self.usual().is_some()
    }

    /// Returns the number format that is taken unless another is chosen: the most exact one that fits into a browser.
    #[must_use]
    pub fn usual(&self) -> Option<&ModelOffer> {
        self.offers.iter().find(|offer| offer.is_usable())
    }

    /// Returns the number format with a name.
    #[must_use]
    pub fn offer(&self, dtype: &str) -> Option<&ModelOffer> {
        self.offers.iter().find(|offer| offer.dtype == dtype)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_most_exact_format_that_fits_is_usual() {
        let offer = |dtype: &str, bytes: u64| ModelOffer {
            dtype: dtype.to_owned(),
            bytes,
            memory: 2 * bytes,
            graphs: Vec::new(),
            problems: Vec::new(),
        };
        let mut summary = ModelSummary {
            offers: vec![offer("fp32", 3 * GIB), offer("q8", GIB), offer("q4", GIB / 4)],
            ..ModelSummary::default()
        };
        let burdens: Vec<Burden> = summary.offers.iter().map(ModelOffer::burden).collect();
        assert_eq!(burdens, [Burden::TooMuch, Burden::Heavy, Burden::Light]);
        assert_eq!(summary.usual().unwrap().dtype, "q8");
        assert!(summary.can_run());
        summary.offers[1].problems.push("its weights are missing".to_owned());
        assert_eq!(summary.usual().unwrap().dtype, "q4");
        summary.offers.truncate(1);
        assert!(!summary.can_run());
        summary.offers.clear();
        assert!(!summary.can_run());
    }
}
