//! PDF files: the limits on their pages, and the process of this program that draws and reads them.

use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, value_parser};
use texlens_native::{Launch, LimitNames, PdfLimits, Renderer, serve};

use crate::failure::Failure;

/// The name of the subcommand that draws and reads.
const DRAW: &str = "draw-pdf";

/// The names of the limits, for errors.
const NAMES: LimitNames = LimitNames {
    time: "--pdf-seconds",
    memory: "--pdf-memory",
};

/// The limits on drawing a page.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct PdfArguments {
    /// Seconds to open a PDF file, and to draw each of its pages
    #[arg(long = "pdf-seconds", value_name = "N", default_value_t = 60, value_parser = value_parser!(u64).range(1..=3600))]
    seconds: u64,

    /// MiB of memory for the process that draws pages of PDF files (not on macOS and Windows)
    #[arg(long = "pdf-memory", value_name = "N", default_value_t = 1024, value_parser = value_parser!(u64).range(256..=65536))]
    mebibytes: u64,
}

impl PdfArguments {
    /// Returns a renderer with these limits, which starts this program again for the first page.
    pub(crate) fn renderer(self) -> Renderer {
        let limits = PdfLimits {
            time: Duration::from_secs(self.seconds),
            mebibytes: self.mebibytes,
            names: NAMES,
        };
        Renderer::new(Launch::this_program([DRAW, "--memory"]), limits)
    }
}

/// Draw and read pages of PDF files for another process of this program.
#[derive(Args)]
pub(crate) struct DrawArguments {
    /// MiB of memory for this process
    #[arg(long, value_name = "N")]
    memory: u64,
}

/// Answers requests on standard input, and exits when the input ends, even at work.
pub(crate) fn draw(arguments: &DrawArguments) -> Result<ExitCode, Failure> {
    serve(arguments.memory).map_err(Failure::Serve)?;
    Ok(ExitCode::SUCCESS)
}
