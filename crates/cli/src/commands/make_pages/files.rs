//! The folder of made pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use texlens_draw::to_pdf;
use texlens_synthesis::{Damages, MadePage, Settings, ground_truth, manifest_line, picture, places};

use super::error::MakePagesError;
use crate::failure::Failure;
use crate::output::{check_is_free, write_whole};

/// The folders inside.
const FOLDERS: [&str; 6] = [
    "dataset/images",
    "dataset/references",
    "pdf-parse-bench/pdfs",
    "pdf-parse-bench/ground_truth",
    "documents",
    "places",
];

/// The folder.
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Creates the folder. It must be empty unless `force` is set.
    pub(super) fn create(root: &Path, force: bool) -> Result<Self, Failure> {
        let unwritable = |error: io::Error| Failure::WriteFile {
            path: root.to_owned(),
            error,
        };
        check_is_free(root, force)?;
        for folder in FOLDERS {
            fs::create_dir_all(root.join(folder)).map_err(unwritable)?;
        }
        Ok(Self { root: root.to_owned() })
    }

    /// Writes the files of a page in all of its variants; returns its lines of the manifest.
    pub(super) fn write_pages(
        &self,
        variants: &[MadePage],
        pictures: &[(u16, Damages)],
        settings: &Settings,
    ) -> Result<String, Failure> {
        let is_alone = variants.len() * pictures.len() == 1;
        let lines = variants
            .iter()
            .map(|page| self.write_page(page, pictures, is_alone, settings));
        lines.collect()
    }

    fn write_page(
        &self,
        page: &MadePage,
        pictures: &[(u16, Damages)],
        is_alone: bool,
        settings: &Settings,
    ) -> Result<String, Failure> {
        let name = page.name();
        self.write(&format!("dataset/references/{name}.tex"), page.reference().as_bytes())?;
        self.write(&format!("documents/{name}.tex"), page.latex().as_bytes())?;
        self.write(&format!("places/{name}.json"), places(page).as_bytes())?;
        self.write(
            &format!("pdf-parse-bench/ground_truth/{name}.json"),
            ground_truth(page).as_bytes(),
        )?;
        let pdf = to_pdf(&[&page.drawing], page.paper());
        self.write(&format!("pdf-parse-bench/pdfs/{name}.pdf"), &pdf)?;
        let mut lines = String::new();
        for (dpi, damage) in pictures {
            let id = match pictures {
                [_] => name.clone(),
                _ if damage.0.is_empty() => format!("{name}-{dpi}"),
                _ => format!("{name}-{dpi}-{damage}"),
            };
            let picture = picture(page, id, *dpi, damage, settings).map_err(MakePagesError::Png)?;
            self.write(&format!("dataset/images/{}.png", picture.id), &picture.png)?;
            lines.push_str(&manifest_line(page, &picture, is_alone));
            lines.push('\n');
        }
        Ok(lines)
    }

    /// Writes a file.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.root.join(name);
        write_whole(&path, bytes).map_err(|error| Failure::WriteFile { path, error })
    }
}
