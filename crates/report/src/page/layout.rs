//! Addresses of the parts of a report.

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One page.
    OneFile,
    /// Files of a folder.
    Folder,
}

/// Returns the path of a sample's page in the folder. It contains the number of the sample, since names may be
/// arbitrary.
pub(crate) fn sample_file(index: usize) -> String {
    format!("samples/{:05}.html", index + 1)
}

/// Returns the path of a page image in the folder.
pub(crate) fn image_file(index: usize, media_type: &str) -> String {
    let ending = if media_type == "image/png" { "png" } else { "jpg" };
    format!("images/{:05}.{ending}", index + 1)
}
