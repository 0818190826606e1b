//! Opens files, but only within the paths that the user named on the command line.
//!
//! An argument may link to any place, because the user named it. In a folder that the user named, every path is
//! resolved first, and targets outside the folder are refused. Otherwise a link in somebody else's dataset could put
//! any file of this machine into a report. Only regular files are opened: a pipe would block until it has a writer, and
//! a device has no end.

mod error;
pub(crate) mod lines;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::Utf8Error;

use texlens_dataset::{Encoding, Problem, decode_as, with_line_feeds};

use crate::failure::Failure;

pub(crate) use error::{NotUtf8, ReadError};

/// Maximum size of a single text file, in bytes: a price table, a protocol or a style sheet.
pub(crate) const MAX_TEXT: u64 = 16 << 20;

/// A folder that the user named. Nothing outside it is read.
#[derive(Debug)]
pub(crate) struct Folder {
    /// The path as the user named it.
    named: PathBuf,
    /// The path without links.
    full: PathBuf,
}

impl Folder {
    /// Resolves the path of a folder.
    ///
    /// # Errors
    /// If the folder does not exist.
    pub(crate) fn new(named: &Path) -> io::Result<Self> {
        Ok(Self {
            named: named.to_owned(),
            full: fs::canonicalize(named)?,
        })
    }

    /// Returns the path of an entry without links.
    ///
    /// # Errors
    /// [`Problem::OutsideLink`] if it leads out of the folder. Also if nothing exists there.
    pub(crate) fn resolve(&self, path: &Path) -> Result<PathBuf, ReadError> {
        let full = fs::canonicalize(path)?;
        if full.starts_with(&self.full) {
            return Ok(full);
        }
        Err(ReadError::Refused(Problem::OutsideLink {
            target: full.display().to_string(),
            folder: self.named.display().to_string(),
        }))
    }

    /// Opens a file. The path is resolved again, because it may have changed since the folder was listed.
    ///
    /// # Errors
    /// See [`Folder::resolve`]. Also if it is not a regular file.
    pub(crate) fn open(&self, path: &Path) -> Result<File, ReadError> {
        open(&self.resolve(path)?)
    }

    /// Returns the bytes of a file, up to a limit.
    ///
    /// # Errors
    /// See [`Folder::open`]. Also if the file is longer than the limit.
    pub(crate) fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
        all(self.open(path)?, limit)
    }
}

/// Opens a file that the user named.
///
/// # Errors
/// If the file does not exist, or [`Problem::NotAFile`].
pub(crate) fn open(path: &Path) -> Result<File, ReadError> {
    // Checked before, because opening a device can have side effects, and after, because the file may have been
    // replaced.
    check(&fs::metadata(path)?)?;
    let file = options().open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

fn check(metadata: &fs::Metadata) -> Result<(), ReadError> {
    if metadata.is_file() {
        Ok(())
    } else if metadata.is_dir() {
        Err(io::Error::from(io::ErrorKind::IsADirectory).into())
    } else {
        Err(Problem::NotAFile.into())
    }
}

fn options() -> fs::OpenOptions {
    let mut options = File::options();
    options.read(true);
    // A file that was replaced by a pipe opens without waiting for a writer.
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;

        #[allow(clippy::cast_possible_wrap)] // The system call takes a signed number.
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32);
    }
    options
}

/// Returns the bytes of a file that the user named, up to a limit.
///
/// # Errors
/// See [`open`]. Also if the file is longer than the limit.
pub(crate) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    all(open(path)?, limit)
}

/// Returns the first bytes of a file that the user named, fewer if it is shorter.
///
/// # Errors
/// See [`open`].
pub(crate) fn head(path: &Path, length: usize) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    open(path)?.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a file. The limit is also checked while reading, because the stated size may be wrong, as in `/proc`.
fn all(file: File, limit: u64) -> Result<Vec<u8>, ReadError> {
    if file.metadata()?.len() > limit {
        return Err(ReadError::TooBig { limit });
    }
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(ReadError::TooBig { limit });
    }
    Ok(bytes)
}

/// Returns the text of a file of samples that the user named, in UTF-8, UTF-16 with a byte order mark, or the encoding.
///
/// # Errors
/// See [`read`]. Also if the file is none of these.
pub(crate) fn read_sample(path: &Path, limit: u64, encoding: Encoding) -> Result<String, Failure> {
    let text = |bytes| decode_as(bytes, encoding).map(with_line_feeds).map_err(ReadError::Text);
    read(path, limit).and_then(text).map_err(|error| Failure::Read {
        path: path.to_owned(),
        error,
    })
}

/// Returns the text of a file that the user named.
///
/// # Errors
/// See [`read`]. Also if the file is not UTF-8.
pub(crate) fn read_text(path: &Path, limit: u64) -> Result<String, Failure> {
    read(path, limit).and_then(text).map_err(|error| Failure::Read {
        path: path.to_owned(),
        error,
    })
}

/// Converts bytes to text.
pub(crate) fn text(bytes: Vec<u8>) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| not_utf8(error.as_bytes(), error.utf8_error()).into())
}

/// Borrows bytes as text.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, error))
}

fn not_utf8(bytes: &[u8], error: Utf8Error) -> NotUtf8 {
    let offset = error.valid_up_to();
    NotUtf8 {
        offset,
        byte: bytes.get(offset).copied().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_wrong_byte_is_named() {
        assert_eq!(utf8("é".as_bytes()), Ok("é"));
        assert_eq!(utf8(b"caf\xe9 \xff"), Err(NotUtf8 { offset: 3, byte: 0xe9 }));
        assert_eq!(utf8(b"caf\xc3"), Err(NotUtf8 { offset: 3, byte: 0xc3 }));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_became_a_link_after_it_was_listed_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, secret) = (folder.path().join("named"), folder.path().join("secret.tex"));
        fs::create_dir_all(&inside).unwrap();
        fs::write(&secret, "secret").unwrap();
        fs::write(inside.join("a.tex"), "text").unwrap();
        let named = Folder::new(&inside).unwrap();
        let path = inside.join("a.tex");
        assert_eq!(named.read(&path, 100).unwrap(), b"text");
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink(&secret, &path).unwrap();
        let error = named.read(&path, 100).unwrap_err();
        assert!(
            matches!(error, ReadError::Refused(Problem::OutsideLink { .. })),
            "{error}"
        );
        assert!(matches!(read(&path, 3), Err(ReadError::TooBig { limit: 3 })));
    }
}
