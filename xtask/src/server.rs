//! A static file server on the loopback interface, in a separate process.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

/// A server that runs until this value is dropped.
pub(crate) struct Running {
    address: String,
    process: Child,
}

impl Running {
    /// Returns the address, in the form `http://127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Waits until the server ends.
    pub(crate) fn wait(mut self) -> Result<()> {
        self.process.wait()?;
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The server may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Serves a folder; port 0 means any free port. `isolated` adds the headers that browsers require before they allow
/// threads.
pub(crate) fn start(folder: &Path, port: u16, isolated: bool) -> Result<Running> {
    let mut command = Command::new("node");
    command.arg("xtask/serve.mjs").arg(folder).arg(port.to_string());
    if isolated {
        command.arg("isolated");
    }
    let mut process = command
        .stdout(Stdio::piped())
        .spawn()
        .context("node could not be started")?;
    let mut line = String::new();
    if let Some(output) = process.stdout.take() {
        BufReader::new(output).read_line(&mut line)?;
    }
    let running = Running {
        address: line.trim().to_owned(),
        process,
    };
    ensure!(!running.address.is_empty(), "the server did not start");
    Ok(running)
}
