//! A static file server on the loopback interface.

use std::fs::File;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

const THREADS: usize = 4;

/// A server that runs until the process ends.
pub(crate) struct Running {
    address: String,
    threads: Vec<JoinHandle<()>>,
}

impl Running {
    /// `http://127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Waits as long as it runs.
    pub(crate) fn join(self) {
        for thread in self.threads {
            // A thread that panicked has ended as well.
            let _ = thread.join();
        }
    }
}

/// Serves a folder; port 0 is any free one. `isolated` adds the headers that browsers ask for before they allow threads.
///
/// No other header is sent than a simple static host would send: the app's policy must hold without.
pub(crate) fn start(folder: &Path, port: u16, isolated: bool) -> Result<Running> {
    let server = Server::http(("127.0.0.1", port)).map_err(|error| anyhow!("port {port}: {error}"))?;
    let address = format!("http://{}", server.server_addr());
    let server = Arc::new(server);
    let threads = (0..THREADS)
        .map(|_| {
            let server = Arc::clone(&server);
            let folder = folder.to_owned();
            thread::spawn(move || {
                for request in server.incoming_requests() {
                    answer(request, &folder, isolated);
                }
            })
        })
        .collect();
    Ok(Running { address, threads })
}

fn answer(request: Request, folder: &Path, isolated: bool) {
    let file = match request.method() {
        Method::Get | Method::Head => {
            locate(folder, request.url()).and_then(|path| Some((File::open(&path).ok()?, path)))
        }
        _ => None,
    };
    // The browser may have gone away in the meantime; that is not the server's problem.
    let _ = match file {
        None => request.respond(Response::from_string("not found").with_status_code(404)),
        Some((file, path)) => {
            // Whole, with a length: the app shows how far a download has got.
            let mut response = Response::from_file(file).with_chunked_threshold(usize::MAX);
            add(&mut response, "Content-Type", media_type(&path));
            add(&mut response, "Cache-Control", "no-cache");
            if isolated {
                add(&mut response, "Cross-Origin-Opener-Policy", "same-origin");
                add(&mut response, "Cross-Origin-Embedder-Policy", "require-corp");
            }
            request.respond(response)
        }
    };
}

fn add(response: &mut Response<File>, name: &str, value: &str) {
    if let Ok(header) = Header::from_bytes(name, value) {
        response.add_header(header);
    }
}

/// The file an address stands for, if it is one within the folder.
fn locate(folder: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?;
    let path = decode(path.strip_prefix('/')?)?;
    let path = Path::new(&path);
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let file = folder.join(path);
    let file = if file.is_dir() { file.join("index.html") } else { file };
    file.is_file().then_some(file)
}

/// Undoes percent encoding.
fn decode(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(if byte == b'%' {
            let digits = [bytes.next()?, bytes.next()?];
            u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(decoded).ok()
}

fn media_type(path: &Path) -> &'static str {
    match path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default()
    {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "woff2" => "font/woff2",
        "txt" | "tex" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_found() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(locate(folder, "/Cargo.toml?v=1"), Some(folder.join("Cargo.toml")));
        assert_eq!(locate(folder, "/src/m%61in.rs"), Some(folder.join("src/main.rs")));
        for outside in [
            "/../Cargo.toml",
            "/src/%2e%2e/../../Cargo.toml",
            "//etc/passwd",
            "/src",
            "/none",
            "/%",
            "Cargo.toml",
        ] {
            assert_eq!(locate(folder, outside), None, "{outside}");
        }
    }
}
