//! The folder of a run: its files and their names.

use texlens_draw::{PngError, to_pdf};

use super::dataset::manifest_line;
use super::pdf_parse_bench::ground_truth;
use super::places::places;
use crate::order::Order;
use crate::page::MadePage;
use crate::picture::{Picture, picture};

/// The folders inside of the folder of a run.
pub const FOLDERS: [&str; 6] = [
    "dataset/images",
    "dataset/references",
    "pdf-parse-bench/pdfs",
    "pdf-parse-bench/ground_truth",
    "documents",
    "places",
];
/// The file with the lines of all images.
pub const MANIFEST: &str = "dataset/manifest.jsonl";
/// The file with the report of the run.
pub const REPORT: &str = "report.json";

/// The files of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageFiles {
    /// The name of the page.
    pub name: String,
    /// The images.
    pub pictures: Vec<Picture>,
    /// The lines of the manifest, each with a line break.
    pub manifest: String,
    /// The other files, by their paths in the folder.
    others: Vec<(String, Vec<u8>)>,
}

impl PageFiles {
    /// Writes the files of a page.
    ///
    /// # Errors
    ///
    /// If an image would be too large.
    pub fn of(page: &MadePage, order: &Order) -> Result<Self, PngError> {
        let name = page.name();
        let others = vec![
            (reference_path(&name), page.reference().into_bytes()),
            (format!("documents/{name}.tex"), page.latex().into_bytes()),
            (format!("places/{name}.json"), places(page).into_bytes()),
            (
                format!("pdf-parse-bench/ground_truth/{name}.json"),
                ground_truth(page).into_bytes(),
            ),
            (pdf_path(&name), to_pdf(&[&page.drawing], page.paper())),
        ];
        let is_alone = page.variant.is_empty() && order.pictures.len() == 1;
        let (mut pictures, mut manifest) = (Vec::new(), String::new());
        for (dpi, damage) in &order.pictures {
            let id = match order.pictures.as_slice() {
                [_] => name.clone(),
                _ if damage.0.is_empty() => format!("{name}-{dpi}"),
                _ => format!("{name}-{dpi}-{damage}"),
            };
            let picture = picture(page, id, *dpi, damage, &order.settings)?;
            manifest.push_str(&manifest_line(page, &picture, is_alone));
            manifest.push('\n');
            pictures.push(picture);
        }
        Ok(Self {
            name,
            pictures,
            manifest,
            others,
        })
    }

    /// Returns the path and the bytes of each file.
    #[must_use]
    pub fn into_files(self) -> Vec<(String, Vec<u8>)> {
        let pictures = self.pictures.into_iter();
        let images = pictures.map(|picture| (image_path(&picture.id), picture.png));
        self.others.into_iter().chain(images).collect()
    }
}

/// Returns the path of an image in the folder of a run.
#[must_use]
pub fn image_path(id: &str) -> String {
    format!("dataset/images/{id}.png")
}

/// Returns the path of the reference of a page in the folder of a run.
#[must_use]
pub fn reference_path(name: &str) -> String {
    format!("dataset/references/{name}.tex")
}

/// Returns the path of the PDF of a page in the folder of a run.
#[must_use]
pub fn pdf_path(name: &str) -> String {
    format!("pdf-parse-bench/pdfs/{name}.pdf")
}
