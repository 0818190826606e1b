//! Paths of the project.

use std::path::{Component, Path, PathBuf};

/// Returns the project's folder.
pub(crate) fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest)
}

/// Returns the folder of the built site.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// Returns the folder of the app's module with its JavaScript glue code.
pub(crate) fn app_module() -> PathBuf {
    target().join("app-module")
}

/// Returns the folder of the workers' module with its JavaScript glue code.
pub(crate) fn workers_module() -> PathBuf {
    target().join("workers-module")
}

/// Returns the folder of the npm package, with its module and glue code.
pub(crate) fn package() -> PathBuf {
    root().join("pkg")
}

/// Returns the folder of the module that draws PDFs.
pub(crate) fn pdf_module() -> PathBuf {
    target().join("pdf-module")
}

/// Returns the folder of the module that reads Parquet and Arrow files.
pub(crate) fn tables_module() -> PathBuf {
    target().join("tables-module")
}

/// Returns the folder of the module that reads with models that people bring, with its glue code.
pub(crate) fn image_to_text_module() -> PathBuf {
    target().join("image-to-text-module")
}

/// Returns the path of a file of an npm package.
pub(crate) fn npm(file: &str) -> PathBuf {
    root().join("node_modules").join(file)
}

/// Returns Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// Returns ONNX Runtime for this machine, from the npm package onnxruntime-node.
pub(crate) fn onnx_runtime() -> PathBuf {
    let architecture = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let file = if cfg!(target_os = "macos") {
        format!("darwin/{architecture}/libonnxruntime.1.dylib")
    } else if cfg!(windows) {
        format!("win32/{architecture}/onnxruntime.dll")
    } else {
        format!("linux/{architecture}/libonnxruntime.so.1")
    };
    npm("onnxruntime-node/bin/napi-v6").join(file)
}

/// Returns a path as a person writes it, relative to the project's folder.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// A path without `..`.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => {}
            other => normal.push(other),
        }
    }
    normal
}
