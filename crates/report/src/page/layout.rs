//! Where the parts of a report are.

/// In how many files a report is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// In one page.
    OneFile,
    /// In files of a folder.
    Folder,
}

impl Layout {
    /// Address of a sample, seen from the list.
    pub(super) fn sample(self, index: usize) -> String {
        match self {
            Self::OneFile => format!("#{}", anchor(index)),
            Self::Folder => sample_file(index),
        }
    }
}

/// Path of a sample's page in the folder: by number, since names come from anywhere.
pub(crate) fn sample_file(index: usize) -> String {
    format!("samples/{:05}.html", index + 1)
}

/// Path of a page image in the folder.
pub(crate) fn image_file(index: usize, media_type: &str) -> String {
    let ending = if media_type == "image/png" { "png" } else { "jpg" };
    format!("images/{:05}.{ending}", index + 1)
}

/// Id of the element with a sample.
pub(super) fn anchor(sample: usize) -> String {
    format!("sample-{}", sample + 1)
}
