//! Formats of archives, recognised by the names of files.

/// A format of archives. The name determines it: inspecting each of a hundred thousand files would take long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Zip,
    Tar,
    TarGz,
    /// One compressed file.
    Gz,
    /// A Parquet or Arrow file, with records and their images.
    Columns,
}

impl Format {
    const ENDINGS: &[(&'static str, Self)] = &[
        (".zip", Self::Zip),
        (".tar", Self::Tar),
        (".tar.gz", Self::TarGz),
        (".tgz", Self::TarGz),
        (".gz", Self::Gz),
        (".parquet", Self::Columns),
        (".arrow", Self::Columns),
        (".feather", Self::Columns),
    ];

    /// Returns the format for a path, or `None` if the file is not an archive.
    pub(super) fn of(path: &str) -> Option<Self> {
        Self::split(path).map(|(kind, _)| kind)
    }

    /// Returns the format for a path, and the path without the ending of the format.
    pub(super) fn split(path: &str) -> Option<(Self, &str)> {
        Self::ENDINGS.iter().find_map(|(ending, kind)| {
            let start = path.len().checked_sub(ending.len()).filter(|&start| start > 0)?;
            let is_it = path.get(start..)?.eq_ignore_ascii_case(ending);
            is_it.then(|| Some((*kind, path.get(..start)?))).flatten()
        })
    }
}
