//! The graph of imports between the modules of a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::imports::{Child, Found, Import, find};
use crate::paths::shown;

/// Maximum length of a chain of re-exports.
const MOST_STEPS: usize = 20;

/// The path of a module from the crate's root; empty for the root.
type Name = Vec<String>;

/// The modules of a crate that have separate files, with their imports.
pub(super) struct Modules {
    files: BTreeMap<Name, (PathBuf, Vec<Import>)>,
    re_exports: BTreeMap<Name, Name>,
    globs: BTreeMap<Name, Vec<Name>>,
}

impl Modules {
    /// Reads a crate, starting at its root file.
    pub(super) fn read(root: &Path) -> Result<Self> {
        let mut modules = Self {
            files: BTreeMap::new(),
            re_exports: BTreeMap::new(),
            globs: BTreeMap::new(),
        };
        let mut open = vec![(Name::new(), root.to_owned())];
        while let Some((name, file)) = open.pop() {
            let text = fs::read_to_string(&file).with_context(|| shown(&file))?;
            let parsed = syn::parse_file(&text).with_context(|| shown(&file))?;
            let Found {
                children,
                re_exports,
                globs,
                imports,
            } = find(&parsed, &name);
            for child in children {
                for path in files_of(root, &file, &name, &child)? {
                    open.push((child.name.clone(), path));
                }
            }
            modules.re_exports.extend(re_exports);
            for (at, from) in globs {
                modules.globs.entry(at).or_default().push(from);
            }
            let known = modules.files.entry(name).or_insert((file, Vec::new()));
            known.1.extend(imports);
        }
        Ok(modules)
    }

    /// Describes the pairs of modules that import each other, with the lines of the imports.
    pub(super) fn circles(&self) -> Vec<String> {
        let mut edges: BTreeMap<(&Name, &Name), usize> = BTreeMap::new();
        for (name, (_, imports)) in &self.files {
            for import in imports {
                if let Some(to) = self.module_of(&import.path)
                    && to != name
                {
                    edges.entry((name, to)).or_insert(import.line);
                }
            }
        }
        let lines = |from: &Name, line: usize| self.files.get(from).map(|(file, _)| format!("{}:{line}", shown(file)));
        let mut seen = BTreeSet::new();
        let mut circles = Vec::new();
        for (&(from, to), &line) in &edges {
            if let Some(&back) = edges.get(&(to, from))
                && seen.insert((from.min(to), from.max(to)))
            {
                let places = [lines(from, line), lines(to, back)].into_iter().flatten();
                circles.push(places.collect::<Vec<_>>().join(" and "));
            }
        }
        circles
    }

    /// Returns the module whose file defines the item of a path. Follows re-exports.
    fn module_of(&self, path: &Name) -> Option<&Name> {
        let mut path = path.clone();
        for _ in 0..MOST_STEPS {
            let followed = (1..=path.len()).find_map(|length| {
                let (head, rest) = path.split_at(length);
                // A module and a function may have the same name, but only a module contains items.
                let is_module = self.files.contains_key(head) && !rest.is_empty();
                let from = self.re_exports.get(head).filter(|_| !is_module)?;
                Some(from.iter().chain(rest).cloned().collect::<Name>())
            });
            match followed.or_else(|| self.through_glob(&path)) {
                Some(next) if next != path => path = next,
                _ => break,
            }
        }
        (0..=path.len()).rev().find_map(|length| {
            let (name, _) = self.files.get_key_value(path.get(..length)?)?;
            Some(name)
        })
    }

    /// Returns the original path of an item that a module re-exports through `pub use …::*`.
    fn through_glob(&self, path: &Name) -> Option<Name> {
        let (item, module) = path.split_last()?;
        let froms = self.globs.get(module)?;
        if self.files.contains_key(path) {
            return None;
        }
        // With several glob re-exports, the origin is unknown.
        let [from] = froms.as_slice() else { return None };
        Some(from.iter().cloned().chain([item.clone()]).collect())
    }
}

/// Returns the files of a module, in the places where Rust looks for them.
fn files_of(root: &Path, file: &Path, name: &Name, child: &Child) -> Result<Vec<PathBuf>> {
    let folder = file.parent().unwrap_or(Path::new(""));
    if !child.files.is_empty() {
        return Ok(child.files.iter().map(|file| folder.join(file)).collect());
    }
    let is_root = file == root || file.file_name().is_some_and(|file| file == "mod.rs");
    let folder = match file.file_stem() {
        Some(stem) if !is_root => folder.join(stem),
        _ => folder.to_owned(),
    };
    // Inline modules count as folders, too.
    let within = child.name.get(name.len()..).unwrap_or_default();
    let path: PathBuf = folder.join(within.iter().collect::<PathBuf>());
    let candidates = [path.with_extension("rs"), path.join("mod.rs")];
    let found = candidates.into_iter().find(|candidate| candidate.is_file());
    let found = found.with_context(|| format!("{}: no file for the module {}", shown(file), child.name.join("::")))?;
    Ok(vec![found])
}
