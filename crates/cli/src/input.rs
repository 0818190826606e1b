//! Opens files, and only within what the person named on the command line.
//!
//! An argument is what the person named, whatever it links to. In a folder that they named, every path is resolved first, and what lies
//! outside of it is refused: a link in a dataset that somebody else made would otherwise put any file of this machine into a report.
//! Only regular files are opened: a pipe would wait for its writer, and a device has no end.

mod error;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::Utf8Error;

use texlens_dataset::Problem;

use crate::failure::Failure;

pub(crate) use error::{NotUtf8, ReadError};

/// Most bytes of a text that is read by itself: a price table, a protocol, a style sheet.
pub(crate) const MAX_TEXT: u64 = 16 << 20;

/// A folder that the person named, out of which nothing is read.
#[derive(Debug)]
pub(crate) struct Folder {
    /// As it was named.
    named: PathBuf,
    /// Without links.
    full: PathBuf,
}

impl Folder {
    /// # Errors
    /// If it is not there.
    pub(crate) fn new(named: &Path) -> io::Result<Self> {
        Ok(Self {
            named: named.to_owned(),
            full: fs::canonicalize(named)?,
        })
    }

    /// The path of an entry without links.
    ///
    /// # Errors
    /// [`Problem::OutsideLink`] if it leads out of the folder, and if nothing is there.
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

    /// Opens a file. Where it is is looked at again: it may be another one than when the folder was listed.
    ///
    /// # Errors
    /// As [`Folder::resolve`], and if it is no regular file.
    pub(crate) fn open(&self, path: &Path) -> Result<File, ReadError> {
        open(&self.resolve(path)?)
    }

    /// All bytes of a file, if there are no more than the limit.
    ///
    /// # Errors
    /// As [`Folder::open`], and if it is longer than the limit.
    pub(crate) fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
        all(self.open(path)?, limit)
    }
}

/// Opens a file that the person named.
///
/// # Errors
/// If it is not there, or [`Problem::NotAFile`].
pub(crate) fn open(path: &Path) -> Result<File, ReadError> {
    // Looked at before: to open a device can have effects of its own. And after: it may have been replaced in between.
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
    // What has become a pipe since it was looked at is opened without waiting for its writer.
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;

        #[allow(clippy::cast_possible_wrap)] // The system's call takes them as a signed number.
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32);
    }
    options
}

/// All bytes of a file that the person named, if there are no more than the limit.
///
/// # Errors
/// As [`open`], and if it is longer than the limit.
pub(crate) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    all(open(path)?, limit)
}

/// The limit holds while the file is read: its size may be wrong, as that of the files in `/proc` is.
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

/// The text of a file that the person named.
///
/// # Errors
/// As [`read`], and if it is not UTF-8.
pub(crate) fn read_text(path: &Path, limit: u64) -> Result<String, Failure> {
    read(path, limit).and_then(text).map_err(|error| Failure::Read {
        path: path.to_owned(),
        error,
    })
}

/// Bytes as text.
pub(crate) fn text(bytes: Vec<u8>) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| not_utf8(error.as_bytes(), error.utf8_error()).into())
}

/// Bytes as text.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, error))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
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
        let folder = std::env::temp_dir().join(format!("texlens-links-{}", std::process::id()));
        let (inside, secret) = (folder.join("named"), folder.join("secret.tex"));
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
        fs::remove_dir_all(&folder).unwrap();
    }
}
