//! PDF files, which another process of the same Python draws and reads.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use pyo3::prelude::*;
use texlens_native::{Launch, LimitNames, PdfLimits, Renderer, serve};

use crate::installed::module_file;

/// The program of the process. Its arguments are the file of this module and the limit of memory. An interrupt of the
/// terminal is for the process that waits for the pages.
const PROGRAM: &str = "\
import signal, sys
try:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from importlib.machinery import ExtensionFileLoader
    from importlib.util import module_from_spec, spec_from_file_location
    path, mebibytes = sys.argv[1:]
    spec = spec_from_file_location('_texlens', path, loader=ExtensionFileLoader('_texlens', path))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    module.serve_pdf(int(mebibytes))
except BaseException as error:
    sys.stderr.write(f'{type(error).__name__}: {error}')
    sys.stderr.flush()
    sys.exit(2)
";

/// The names of the limits, for errors.
const NAMES: LimitNames = LimitNames {
    time: "pdf_seconds",
    memory: "pdf_memory",
};

/// How the process is started, and its limits.
pub(crate) struct Drawing {
    launch: Launch,
    limits: PdfLimits,
}

impl Drawing {
    /// Finds the Python that runs. Without the folders and variables of the user, and without installed packages, it
    /// loads only this module.
    pub(crate) fn new(py: Python<'_>, seconds: u64, mebibytes: u64) -> PyResult<Self> {
        let sys = py.import("sys")?;
        // In a program that is frozen into one file, this is the program itself.
        let is_frozen = sys
            .getattr_opt("frozen")?
            .map(|frozen| frozen.is_truthy())
            .transpose()?;
        let python: Option<PathBuf> = sys.getattr("executable")?.extract()?;
        let python = python.filter(|_| is_frozen != Some(true));
        let options = ["-I", "-S", "-c", PROGRAM].map(OsString::from);
        Ok(Self {
            launch: Launch {
                program: python.unwrap_or_default(),
                arguments: options.into_iter().chain([module_file().into()]).collect(),
            },
            limits: PdfLimits {
                time: Duration::from_secs(seconds),
                mebibytes,
                names: NAMES,
            },
        })
    }

    /// Returns a renderer, which starts the process for the first page.
    pub(crate) fn renderer(&self) -> Renderer {
        Renderer::new(self.launch.clone(), self.limits)
    }
}

/// Draws and reads pages of PDF files for another process, until standard input ends.
#[pyfunction]
pub(crate) fn serve_pdf(py: Python<'_>, mebibytes: u64) -> PyResult<()> {
    py.detach(|| serve(mebibytes))?;
    Ok(())
}
