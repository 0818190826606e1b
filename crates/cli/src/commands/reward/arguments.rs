//! Arguments of `texlens reward`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::commands::arguments::SettingArguments;

/// Reward the completions of pages, for training: unit tests, rewards, advantages within a page, pass@k.
///
/// Rewards follow equation 2 of TexOCR. They are written as JSON lines, page by page and in the order of the input, as
/// soon as a page is complete.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Pages as JSON lines; `-` reads standard input. A line is a page, {"id", "reference", "completions": [TEXT,
    /// ...]}, or a completion, {"id", "reference", "prediction", "completion": INDEX}. In the second form, lines of one
    /// page follow each other, and only the first needs the reference. A blank line, another page or the end of the
    /// input ends the page
    #[arg(value_name = "PAGES.jsonl", default_value = "-")]
    pub(super) pages: PathBuf,

    /// Leave out unit tests: groups (structural, usability, fidelity) or metrics (fa)
    #[arg(long, value_name = "GROUP,...", value_delimiter = ',')]
    pub(super) without: Vec<String>,

    /// Weights of unit tests, or of each test of a group: `fidelity=2,fa=4`; 1 unless given. Later ones replace earlier
    /// ones
    #[arg(long, value_name = "TEST=WEIGHT,...", value_delimiter = ',', value_parser = weight)]
    pub(super) weight: Vec<(String, f64)>,

    /// Numbers of completions for pass@k
    #[arg(long, value_name = "K,...", value_delimiter = ',', default_value = "1,4,8")]
    pub(super) k: Vec<NonZeroUsize>,

    /// Minimum reward of a completion that passes, for pass@k; at 1, it passes all unit tests of its page
    #[arg(long, value_name = "REWARD", default_value_t = 1.0, value_parser = share)]
    pub(super) pass: f64,

    /// Compile completions with the TeX engine, for the unit test of csr; without it, csr is left out
    #[arg(long, visible_alias = "compile")]
    pub(super) csr: bool,

    /// Folder with the TeX engine; default: $TEXLENS_TEX, or `tex` beside this program
    #[arg(long, value_name = "FOLDER", requires = "csr")]
    pub(super) tex: Option<PathBuf>,

    /// Number of threads; 0 means one for each core. The results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) jobs: usize,

    /// At the end, print tables of rewards and unit tests to standard error
    #[arg(long)]
    pub(super) summary: bool,

    /// At the end, write a plot as SVG: the best reward of k completions, in the form of figure 2 of TexOCR
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,

    #[command(flatten)]
    pub(super) settings: SettingArguments,
}

/// Reads a number from 0 to 1.
fn share(argument: &str) -> Result<f64, String> {
    let number = argument.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "it must be a number from 0 to 1".to_owned())
}

/// Reads a name with its weight.
fn weight(argument: &str) -> Result<(String, f64), String> {
    let (name, weight) = (argument.split_once('='))
        .ok_or_else(|| "it must be a unit test or a group with its weight, such as fa=2".to_owned())?;
    let weight = weight.trim().parse();
    Ok((
        name.trim().to_owned(),
        weight.map_err(|_| "the weight must be a number".to_owned())?,
    ))
}
