//! Formats of archives, and which file has which.

/// Formats of archives, told by the name: to look into every file of a hundred thousand would take long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Zip,
    Tar,
    TarGz,
    /// One packed file.
    Gz,
}

impl Format {
    const ENDINGS: [(&'static str, Self); 5] = [
        (".zip", Self::Zip),
        (".tar", Self::Tar),
        (".tar.gz", Self::TarGz),
        (".tgz", Self::TarGz),
        (".gz", Self::Gz),
    ];

    /// Of a path; none if it is no archive.
    pub(super) fn of(path: &str) -> Option<Self> {
        Self::split(path).map(|(kind, _)| kind)
    }

    /// The format, and the path without its ending.
    pub(super) fn split(path: &str) -> Option<(Self, &str)> {
        Self::ENDINGS.iter().find_map(|(ending, kind)| {
            let start = path.len().checked_sub(ending.len()).filter(|&start| start > 0)?;
            let is_it = path.get(start..)?.eq_ignore_ascii_case(ending);
            is_it.then(|| Some((*kind, path.get(..start)?))).flatten()
        })
    }
}
