//! The arguments of the tasks.

use clap::{Parser, Subcommand, ValueEnum};

/// Builds, serves, tests and measures texlens.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) task: Option<Task>,
}

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Build the app and serve it on this machine
    Serve {
        /// Port of the server; any free one if there is none
        #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
        port: u16,
        /// Send the headers that browsers require before they allow threads
        #[arg(long)]
        isolated: bool,
    },
    /// Run everything that CI runs, or one part of it
    Test {
        #[command(subcommand)]
        part: Option<Part>,
    },
    /// Build the site for a static host into dist/
    Dist,
    /// Build the npm package into target/npm/
    Package,
    /// Build the wheel for Python into target/wheels/
    Wheel,
    /// Pack the command with all that it needs into target/archive/
    Archive,
    /// Take pictures: those of the documentation, and of every screen at five sizes, in light and dark
    Pictures {
        /// Where the pictures of the screens go
        #[arg(value_name = "DIR", default_value = "target/pictures")]
        folder: std::path::PathBuf,
    },
    /// Write docs/metrics.md from the files of the metrics
    Docs,
    /// Write the results of the benches into the documentation
    Figures,
    /// Check links, figures and phrases of the documentation
    Prose,
    /// List modules that import each other
    Circles,
    /// Check licences, sources and versions of crates
    Deny {
        /// Only this check, for example `advisories`, which needs a network
        #[arg(value_name = "CHECK")]
        checks: Vec<String>,
    },
    /// Check types and habits of the JavaScript
    Javascript,
    /// Check the Python and its format
    Python,
    /// Check colours and custom properties of the style sheets
    Styles,
    /// List sentences of the page that are not in `words`
    Words,
    /// Measure size, speed and memory against Tesseract, Python's tools, pdfTeX and the command
    Bench {
        #[command(subcommand)]
        what: Option<Bench>,
    },
    /// Look for inputs that break importers and parsers
    Fuzz {
        /// Length of the search
        seconds: u32,
        /// Only targets whose names contain one of these
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Typeset the sources of the typesetter's fixtures and write their glyphs
    OcrFixtures {
        /// Only these sources
        #[arg(value_name = "FILE.tex")]
        files: Vec<String>,
    },
    /// Typeset formulas, convert their glyphs back, typeset the result, and count those that stay the same
    #[command(disable_help_flag = true)]
    OcrRoundtrip {
        /// Optionally a FILE, then `--count N` or `--failures OUT`
        #[arg(value_name = "OPTION", trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Measure the OCR on whole documents: true glyphs, detected ones, Tesseract
    #[command(disable_help_flag = true)]
    OcrEval {
        /// Optionally a DIR, then options; `--help` lists them
        #[arg(value_name = "OPTION", trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Build pdfTeX, its formats and its files into www/tex/
    Tex {
        /// Compare with www/tex/ instead
        #[arg(long)]
        check: bool,
        /// Make the formats and packs only, with the committed engine
        #[arg(long, conflicts_with = "check")]
        packs: bool,
    },
    /// Install what the others need
    Setup,
}

#[derive(Subcommand)]
pub(crate) enum Part {
    /// Check format, modules and documentation, and run clippy for this machine and for WebAssembly
    Lint,
    /// Run all tests that need no browser
    Unit,
    /// Run each fuzz target on a fixed number of inputs
    Fuzz,
    /// Test the wheel for Python as it is installed
    Wheel,
    /// Test the wheel on Ray and Spark, with workers that are killed (not part of all tests)
    Engines,
    /// Test the wheel in harnesses: Inspect and lm-evaluation-harness (not part of all tests)
    Harnesses,
    /// Test the built site and the npm package in Chromium
    E2e {
        /// Only test files whose names contain one of these
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Test the built site in Firefox and WebKit
    Browsers {
        /// Only these browsers (`firefox`, `webkit`), and only test files whose names contain one of the others
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// Only a few journeys
        #[arg(long)]
        short: bool,
    },
}

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Recognition against Tesseract
    Recognition,
    /// The metrics against Python's tools
    Metrics,
    /// The TeX engine against pdfTeX
    Tex,
    /// CDM from LaTeX alone against pdfLaTeX, Ghostscript and numpy
    Cdm,
    /// Drawing and reading pages of PDF files, in the browser and natively, beside pdftotext and OCR
    Pdf {
        /// The files to draw and read; the sample pages if there are none
        #[arg(value_name = "FILE")]
        files: Vec<String>,
    },
    /// Rewards of completions against `texlens score`
    Reward,
    /// The wheel against the command and Python's tools
    Wheel,
    /// Many pages by Ray and Spark, with workers that are killed, and by the command (not part of all benches)
    Scale {
        /// Only these engines
        #[arg(value_name = "ENGINE")]
        engines: Vec<Engine>,
        /// Number of pages, in files of 250
        #[arg(long, value_name = "N", default_value_t = 200_000)]
        pages: u32,
    },
    /// Reading by the built-in network and a model of yours, by what runs them: the command, WebAssembly, WebGPU
    Models {
        /// The model's folder; a small one of the tests if there is none
        #[arg(value_name = "FOLDER")]
        model: Option<std::path::PathBuf>,
        /// Images that the model reads
        #[arg(value_name = "IMAGE")]
        images: Vec<std::path::PathBuf>,
    },
    /// The longest texts, natively and in the page
    Texts,
    /// The matrix with 10,000 samples of 20 systems
    Matrix,
    /// The app with many samples against the command
    Workspace,
}

/// What scores many pages: an engine that distributes the files of a dataset, or the command.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Engine {
    Ray,
    Spark,
    Command,
}
