//! The files of a model's folder.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;

/// The file that every model has.
const CONFIG: &str = "config.json";

/// The ending of graphs.
const GRAPH: &str = ".onnx";

/// The folder of a model that may hold its graphs.
const ONNX: &str = "onnx";

/// A file of a model: its bytes, or where they are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelFile<D = Blob> {
    /// The path in the folder, with `/` between its parts.
    pub path: String,
    /// The file.
    pub data: D,
}

/// The folder of a model among files.
#[derive(Debug, Clone, PartialEq)]
pub struct Rooted<D = Blob> {
    /// The name of the folder; empty if the files are in none.
    pub name: String,
    /// The files in the folder and in its folder `onnx`.
    pub files: Vec<ModelFile<D>>,
}

/// The reason why no folder of a model is found among files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RootProblem {
    /// There are no files.
    Empty,
    /// There are several models, in these folders.
    Several(Vec<String>),
}

/// Reports whether a file may be an archive with a model, by its name.
#[must_use]
pub fn is_archive(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".zip")
}

/// Reports whether files are those of a model, by their names: a graph is among them, and a configuration.
#[must_use]
pub fn is_model<'p>(paths: impl Iterator<Item = &'p str>) -> bool {
    let (mut has_graph, mut has_config) = (false, false);
    for path in paths {
        has_graph |= path.ends_with(GRAPH);
        has_config |= path.rsplit('/').next() == Some(CONFIG);
    }
    has_graph && has_config
}

/// Finds the folder of a model among files: the one with `config.json` that is least deep. Without any, the folder in which
/// all files are is taken, so that a check can say what it lacks.
///
/// # Errors
/// If there are no files, or several models.
pub fn rooted<D>(files: Vec<ModelFile<D>>) -> Result<Rooted<D>, RootProblem> {
    let first = files.first().ok_or(RootProblem::Empty)?;
    let folder_of = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let depth = |folder: &String| {
        if folder.is_empty() {
            0
        } else {
            folder.split('/').count()
        }
    };
    let configs = files.iter().filter(|file| file.path.rsplit('/').next() == Some(CONFIG));
    let folders: Vec<String> = configs.map(|file| folder_of(&file.path)).collect();
    let least = folders.iter().map(depth).min();
    let mut roots: Vec<String> = folders
        .into_iter()
        .filter(|folder| Some(depth(folder)) == least)
        .collect();
    let root = match roots.as_slice() {
        [] => {
            let top = first.path.split_once('/').map_or("", |(top, _)| top).to_owned();
            let is_in = |file: &ModelFile<D>| file.path.split_once('/').map_or("", |(top, _)| top) == top;
            if files.iter().all(is_in) { top } else { String::new() }
        }
        [_] => roots.remove(0),
        _ => return Err(RootProblem::Several(roots)),
    };
    let name = root.rsplit('/').next().unwrap_or_default().to_owned();
    let below = |path: &str| {
        let path = if root.is_empty() {
            path
        } else {
            path.strip_prefix(root.as_str())?.strip_prefix('/')?
        };
        let is_near = match path.split_once('/') {
            None => true,
            Some((folder, rest)) => folder == ONNX && !rest.contains('/'),
        };
        is_near.then(|| path.to_owned())
    };
    let files = files.into_iter().filter_map(|ModelFile { path, data }| {
        let path = below(&path)?;
        Some(ModelFile { path, data })
    });
    Ok(Rooted {
        files: files.collect(),
        name,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn files(paths: &[&str]) -> Vec<ModelFile<()>> {
        let file = |path: &&str| ModelFile {
            path: (*path).to_owned(),
            data: (),
        };
        paths.iter().map(file).collect()
    }

    fn found(paths: &[&str]) -> (String, Vec<String>) {
        let rooted = rooted(files(paths)).unwrap();
        (rooted.name, rooted.files.into_iter().map(|file| file.path).collect())
    }

    #[test]
    fn the_folder_with_the_configuration_is_the_models() {
        let of_model = ["config.json", "onnx/encoder_model.onnx"];
        for folder in ["", "model/", "download/main/model/"] {
            let mut paths: Vec<String> = of_model.iter().map(|path| format!("{folder}{path}")).collect();
            // Files that lie deeper are no part of it, even those of another model.
            paths.extend([
                format!("{folder}onnx/old/encoder_model.onnx"),
                format!("{folder}.git/config.json"),
            ]);
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            let name = if folder.is_empty() { "" } else { "model" };
            assert_eq!(
                found(&paths),
                (name.to_owned(), of_model.map(str::to_owned).into()),
                "{folder}"
            );
        }
    }

    #[test]
    fn without_a_configuration_the_common_folder_is_taken() {
        assert_eq!(found(&["a/x.bin", "a/y.bin"]).0, "a");
        assert_eq!(found(&["a/x.bin", "y.bin"]), (String::new(), vec!["y.bin".to_owned()]));
    }

    #[test]
    fn a_graph_beside_a_configuration_is_a_model() {
        let is_model = |paths: &[&str]| is_model(paths.iter().copied());
        assert!(is_model(&["m/config.json", "m/onnx/encoder_model.onnx"]));
        assert!(is_model(&["config.json", "encoder_model.onnx"]));
        assert!(!is_model(&["set/config.json", "set/page.png"]));
        assert!(!is_model(&["m/encoder_model.onnx", "m/my-config.json"]));
    }

    #[test]
    fn several_models_are_none() {
        let problem = rooted(files(&["m/a/config.json", "m/b/config.json"])).unwrap_err();
        assert_eq!(problem, RootProblem::Several(vec!["m/a".to_owned(), "m/b".to_owned()]));
        assert_eq!(rooted::<()>(Vec::new()).unwrap_err(), RootProblem::Empty);
        assert!(is_archive("Model.ZIP") && !is_archive("model.onnx"));
    }
}
