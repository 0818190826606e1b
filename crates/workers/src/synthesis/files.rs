//! A made page as it is sent to the page of the app.

use texlens_blob::Blob;
use texlens_synthesis::{
    Block, MadePage, PageFiles, boxes_svg, image_path, pdf_manifest_line, pdf_path, reference_path,
};
use texlens_workspace::making::LANGUAGES;
use texlens_workspace::messages::synthesis::{MadeInfo, MadePicture};
use texlens_workspace::words::making as words;

/// A page with handles on its files.
pub(super) struct Sent {
    pub(super) info: MadeInfo,
    pub(super) files: Vec<(String, Blob)>,
    pub(super) boxes: Vec<Blob>,
}

/// Gives the files of a page to the browser.
pub(super) fn sent(page: &MadePage, files: PageFiles) -> Sent {
    let pictures = files.pictures.iter().map(|picture| MadePicture {
        id: picture.id.clone(),
        title: words::picture(picture.dpi, &picture.damage.to_string()),
        path: image_path(&picture.id),
        size: picture.size,
    });
    let boxes = files.pictures.iter().map(|picture| boxes_svg(page, picture));
    let boxes = boxes.map(|svg| Blob::new(svg.as_bytes(), "image/svg+xml")).collect();
    let info = MadeInfo {
        name: files.name.clone(),
        layout: layout(page),
        pictures: pictures.collect(),
        reference: reference_path(&files.name),
        pdf: pdf_path(&files.name),
        manifest: files.manifest.clone(),
        pdf_manifest: pdf_manifest_line(page) + "\n",
    };
    let files = files.into_files().into_iter();
    Sent {
        info,
        files: files
            .map(|(path, bytes)| {
                let file = Blob::new(&bytes, media_type(&path));
                (path, file)
            })
            .collect(),
        boxes,
    }
}

fn layout(page: &MadePage) -> String {
    let layout = &page.layout;
    let names = LANGUAGES.iter().zip(words::LANGUAGE_NAMES);
    let mut language = names.filter(|(name, _)| **name == layout.language.name());
    let language = language.next().map_or(layout.language.name(), |(_, name)| name);
    let formulas = page.blocks.iter().flat_map(Block::formulas).count();
    words::layout(
        language,
        layout.class.name(),
        layout.columns.into(),
        layout.size.into(),
        formulas,
    )
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("png") => "image/png",
        Some("pdf") => "application/pdf",
        Some("json") => "application/json",
        _ => "text/plain",
    }
}
