//! The folders with installed files.

use std::env;
use std::path::{Path, PathBuf};

/// The file in an installed folder that lists the others.
pub(crate) const MANIFEST: &str = "manifest.json";

/// Name of the folder with the TeX engine.
const ENGINE: &str = "tex";

/// The variable with the folder of the TeX engine.
const ENGINE_VARIABLE: &str = "TEXLENS_TEX";

/// The variable with the path of ONNX Runtime's library. Other programs use it, too.
const LIBRARY_VARIABLE: &str = "ORT_DYLIB_PATH";

/// File names of the library in texlens's archive, in the npm package `onnxruntime-node` and in ONNX Runtime's archives.
const LIBRARIES: &[&str] = &[
    "libonnxruntime.so.1",
    "libonnxruntime.so",
    "libonnxruntime.1.dylib",
    "libonnxruntime.dylib",
    "onnxruntime.dll",
];

/// The folders in which installed files are searched. The TeX engine and the runtime stand beside the program, never
/// inside it.
#[derive(Debug, Clone)]
pub struct Places {
    folders: Vec<PathBuf>,
    /// The folder of the TeX engine if none is installed.
    engine: PathBuf,
}

impl Places {
    /// Returns the places of a program: its own folder, and `../lib/texlens`, where the archive has the files and
    /// `cargo xtask setup` puts what the repository lacks. The engine is also used from the source tree.
    #[must_use]
    pub fn beside_program() -> Self {
        let program = env::current_exe().ok();
        let beside = program.as_deref().and_then(Path::parent);
        Self {
            folders: beside.map_or_else(Vec::new, |folder| {
                vec![folder.to_owned(), folder.join("../lib/texlens")]
            }),
            engine: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"),
        }
    }

    /// Returns a single folder as the only place.
    #[must_use]
    pub fn folder(folder: &Path) -> Self {
        Self {
            folders: vec![folder.to_owned()],
            engine: folder.join(ENGINE),
        }
    }

    /// Returns the folder of the TeX engine: the given one, else that of the variable `TEXLENS_TEX`, else the installed
    /// one. If there is none, this is a path at which it is missing.
    #[must_use]
    pub fn tex_engine(&self, given: Option<&Path>) -> PathBuf {
        let given = given.map(Path::to_owned).or_else(named_engine);
        let installed = || self.find(&[ENGINE], has_manifest);
        given.or_else(installed).unwrap_or_else(|| self.engine.clone())
    }

    /// Returns the library of ONNX Runtime: that of the variable `ORT_DYLIB_PATH`, else the installed one.
    #[must_use]
    pub fn runtime_library(&self) -> Option<PathBuf> {
        named(LIBRARY_VARIABLE).or_else(|| self.find(LIBRARIES, Path::is_file))
    }

    /// Returns the first path with one of these names that is installed.
    fn find(&self, names: &[&str], is_installed: impl Fn(&Path) -> bool) -> Option<PathBuf> {
        let all = self
            .folders
            .iter()
            .flat_map(|folder| names.iter().map(|name| folder.join(name)));
        all.into_iter().find(|path| is_installed(path))
    }
}

/// Returns the folder of the variable `TEXLENS_TEX`.
pub(crate) fn named_engine() -> Option<PathBuf> {
    named(ENGINE_VARIABLE)
}

/// Reports whether a folder lists its files in a manifest. A folder without one belongs to another program.
#[must_use]
pub fn has_manifest(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// Returns the path in an environment variable. An empty variable counts as unset.
fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_of_other_programs_do_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::folder(folder.path());
        let (tex, library) = (folder.path().join("tex"), folder.path().join("libonnxruntime.so.1"));
        // The variables come first, so that only the search itself is tested.
        let engine = || places.find(&[ENGINE], has_manifest);
        let runtime = || places.find(LIBRARIES, Path::is_file);
        fs::create_dir(&tex).unwrap();
        fs::create_dir(&library).unwrap();
        assert_eq!((engine(), runtime()), (None, None));
        fs::write(tex.join(MANIFEST), "{}").unwrap();
        fs::remove_dir(&library).unwrap();
        fs::write(&library, "").unwrap();
        assert_eq!((engine(), runtime()), (Some(tex), Some(library)));
    }

    #[test]
    fn a_given_folder_is_used_wherever_the_engine_is() {
        let given = Path::new("given");
        assert_eq!(Places::beside_program().tex_engine(Some(given)), given);
    }
}
