//! Finds the licence of every packed file in TeX Live's package database, as Debian distributes it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use flate2::read::GzDecoder;

use super::files::{self, Packs};
use super::folders::recipe;
use super::formats::Formats;

/// The lists of licences in Debian's packages of TeX Live.
const DATABASES: &str = "/usr/share/doc/texlive-*/Licenses.gz";
/// The folder to which other paths are relative.
const SHARE: &str = "/usr/share";
/// The folder to which paths in the databases are relative.
const TEX_LIVE: &str = "/usr/share/texlive/";
/// Licence names in the database that carry no information.
const UNTOLD: [&str; 3] = ["", "other-free", "collection"];

/// A package of TeX Live and its licence.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Package {
    name: String,
    licence: String,
}

/// Packages by the paths of their files.
pub(super) struct Licences {
    /// Single files.
    files: BTreeMap<PathBuf, Package>,
    /// Whole folders.
    folders: BTreeMap<PathBuf, Package>,
}

impl Licences {
    /// Reads the database, and `licences.txt` for files that it does not cover.
    pub(super) fn read() -> Result<Self> {
        let mut licences = Self {
            files: BTreeMap::new(),
            folders: BTreeMap::new(),
        };
        for database in glob::glob(DATABASES)? {
            let database = database?;
            let mut text = String::new();
            GzDecoder::new(File::open(&database)?)
                .read_to_string(&mut text)
                .with_context(|| database.display().to_string())?;
            licences.add(&text);
        }
        for line in files::lines("licences.txt")? {
            let words: Vec<&str> = line.splitn(4, ' ').collect();
            let [path, name, licence, _reason] = words.as_slice() else {
                bail!("licences.txt: not path, package, licence and where it says so: {line}");
            };
            licences.insert(Path::new(SHARE).join(path), name, licence);
        }
        licences.insert(recipe().join("*"), "texlens", "MIT OR Apache-2.0");
        Ok(licences)
    }

    /// Adds the entries of a database. A line `package: licence` is followed by the paths of the package's files.
    fn add(&mut self, database: &str) {
        let mut package = None;
        for line in database.lines() {
            if let Some((name, licence)) = line.split_once(": ") {
                package = Some((name, licence.trim()));
            } else if let Some((name, licence)) = package {
                self.insert(Path::new(TEX_LIVE).join(line.trim()), name, licence);
            }
        }
    }

    fn insert(&mut self, path: PathBuf, name: &str, licence: &str) {
        let package = Package {
            name: name.to_owned(),
            licence: licence.to_owned(),
        };
        match path.parent() {
            Some(folder) if path.ends_with("*") => self.folders.insert(folder.to_path_buf(), package),
            _ => self.files.insert(path, package),
        };
    }

    /// Returns the package of a file: that of the file itself, or of the nearest folder.
    fn find(&self, origin: &Path) -> Option<&Package> {
        let folder = || origin.ancestors().find_map(|folder| self.folders.get(folder));
        let package = self.files.get(origin).or_else(folder)?;
        (!UNTOLD.contains(&package.licence.as_str())).then_some(package)
    }

    /// Returns a table with a row for each file that is packed or was read for a format. Fails if a licence is unknown.
    pub(super) fn table(&self, formats: &Formats, packs: &Packs) -> Result<String> {
        let mut origins: Vec<(&str, &str, &Path)> = Vec::new();
        for (name, pack) in [
            ("core.tar", &packs.core),
            ("packages.tar", &packs.packages),
            ("outlines.tar", &packs.outlines),
            ("faces.tar", &packs.faces),
        ] {
            origins.extend(
                pack.iter()
                    .map(|(file, packed)| (name, file.as_str(), packed.origin.as_path())),
            );
        }
        for (name, format) in [
            ("document.fmt", &formats.document),
            ("fragment.fmt", &formats.fragment),
            ("dvi.fmt", &formats.dvi),
        ] {
            origins.extend(
                format
                    .read
                    .iter()
                    .map(|(file, origin)| (name, file.as_str(), origin.as_path())),
            );
        }
        let mut table = String::from("in\tfile\tpackage\tlicence\tpath in TeX Live\n");
        let mut unknown = Vec::new();
        for (holder, file, origin) in origins {
            match self.find(origin) {
                Some(Package { name, licence }) => {
                    let path = origin
                        .strip_prefix(SHARE)
                        .map_or(Path::new(file), |path| path)
                        .display();
                    writeln!(table, "{holder}\t{file}\t{name}\t{licence}\t{path}")?;
                }
                None => unknown.push(origin.display().to_string()),
            }
        }
        if !unknown.is_empty() {
            bail!("files without a known licence:\n{}", unknown.join("\n"));
        }
        Ok(table)
    }
}
