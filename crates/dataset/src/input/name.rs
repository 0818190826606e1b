//! Names of files: making them harmless, and splitting them into parts.

use std::borrow::Cow;

/// A path that cannot lead out of its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neutral {
    /// The path, with `/` between its parts. No part is empty, `.` or `..`.
    pub path: String,
    /// Whether anything other than slashes and dots without meaning was changed.
    pub is_changed: bool,
}

/// Makes a path harmless: removes the root, the drive and `..`, and replaces control characters. Backslashes become
/// slashes.
#[must_use]
pub fn neutral(given: &str) -> Neutral {
    let mut is_changed = given.starts_with(['/', '\\']);
    let mut path = String::with_capacity(given.len());
    for (index, part) in given.split(['/', '\\']).enumerate() {
        if part.is_empty() || part == "." {
            continue;
        }
        if part == ".." || (index == 0 && part.len() == 2 && begins_with_drive(part)) {
            is_changed = true;
            continue;
        }
        if !path.is_empty() {
            path.push('/');
        }
        let has_drive = begins_with_drive(part);
        is_changed |= has_drive || part.contains(is_unprintable);
        let harmless = |(index, c)| match c {
            ':' if has_drive && index == 1 => '_',
            c if is_unprintable(c) => '_',
            c => c,
        };
        path.extend(part.char_indices().map(harmless));
    }
    Neutral { path, is_changed }
}

/// Reports whether a part begins with a drive: `C:`, and also `C:name`, which is a file on that drive.
fn begins_with_drive(part: &str) -> bool {
    matches!(part.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// Reports whether a character is a control character, or a mark that changes the direction of writing and can hide an
/// ending.
fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Reports whether a path is hidden, or a file that an operating system leaves in folders and archives.
pub(super) fn is_rubbish(path: &str) -> bool {
    let mut parts = path.split(['/', '\\']);
    let is_hidden = |part: &str| part.starts_with('.') && part.chars().any(|c| c != '.');
    parts.any(|part| is_hidden(part) || part == "__MACOSX" || part == "Thumbs.db" || part == "desktop.ini")
}

/// Returns the last part of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Returns the folder of a path, without a final slash; empty at the top level.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the folders that contain a path, from the innermost to the top.
pub(crate) fn folders(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(parent(path)), |&folder| {
        (!folder.is_empty()).then(|| parent(folder))
    })
}

/// Returns the path within a folder, or `None` if it is elsewhere.
pub(crate) fn inside<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(folder)?;
    if folder.is_empty() {
        Some(rest)
    } else {
        rest.strip_prefix('/')
    }
}

/// Reports whether a path is within a folder.
pub(crate) fn is_inside(path: &str, folder: &str) -> bool {
    inside(path, folder).is_some()
}

/// Returns the path without the ending of its name.
pub(crate) fn stem(path: &str) -> &str {
    match path.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains('/') && !stem.is_empty() && !stem.ends_with('/') => stem,
        _ => path,
    }
}

/// Returns the text after the last dot of the name, in lower case; empty without a dot.
pub(crate) fn ending(path: &str) -> String {
    path.get(stem(path).len() + 1..).unwrap_or_default().to_lowercase()
}

/// Folders for ways of parsing, which MinerU makes in the folder of each document.
const METHODS: [&str; 8] = [
    "auto",
    "ocr",
    "txt",
    "vlm",
    "pipeline",
    "hybrid_auto",
    "hybrid_ocr",
    "hybrid_txt",
];

/// Returns a path without its ending, and without the folder that a parser makes for each document: `out/p1/p1` and
/// `out/p1/auto/p1` are `out/p1`, and `out/p1/p1_page_3` is `out/p1_page_3`.
pub(crate) fn document_path(path: &str) -> Cow<'_, str> {
    let (folder, name) = (parent(path), file_name(path));
    let document = if METHODS.contains(&file_name(folder)) {
        parent(folder)
    } else {
        folder
    };
    let of = file_name(document);
    let rest = name.strip_prefix(of).filter(|_| !of.is_empty());
    match rest {
        Some("") => Cow::Borrowed(document),
        Some(rest) if rest.starts_with("_page_") => match parent(document) {
            "" => Cow::Borrowed(name),
            around => Cow::Owned(format!("{around}/{name}")),
        },
        _ => Cow::Borrowed(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_its_folder() {
        for (given, path, is_changed) in [
            ("a/b.tex", "a/b.tex", false),
            ("./a//b.tex", "a/b.tex", false),
            ("a\\b.tex", "a/b.tex", false),
            ("../../etc/passwd", "etc/passwd", true),
            ("a/../../b", "a/b", true),
            ("/etc/passwd", "etc/passwd", true),
            ("C:\\x\\y.tex", "x/y.tex", true),
            ("a/p:1.tex", "a/p_1.tex", true),
            ("a\0b\n.tex", "a_b_.tex", true),
            ("a\u{202e}xet.png", "a_xet.png", true),
            ("..", "", true),
        ] {
            let expected = Neutral {
                path: path.to_owned(),
                is_changed,
            };
            assert_eq!(neutral(given), expected, "{given:?}");
        }
    }

    #[test]
    fn the_folder_of_a_document_is_left_out() {
        for (path, document) in [
            ("out/p1/p1", "out/p1"),
            ("p1/p1", "p1"),
            ("out/p1/auto/p1", "out/p1"),
            ("out/p1/p1_page_3", "out/p1_page_3"),
            ("p1/p1_page_3", "p1_page_3"),
            ("out/p1/p2", "out/p1/p2"),
            ("out/p1/x/p1", "out/p1/x/p1"),
            ("out/auto", "out/auto"),
            ("auto/p1", "auto/p1"),
            ("p1", "p1"),
            ("", ""),
        ] {
            assert_eq!(document_path(path), document, "{path}");
        }
    }

    #[test]
    fn parts_of_a_path() {
        assert_eq!((stem("a/b.c.tex"), ending("a/b.c.TEX").as_str()), ("a/b.c", "tex"));
        assert_eq!((stem("a.b/c"), ending("a.b/c").as_str()), ("a.b/c", ""));
        assert_eq!((stem("a/.tex"), ending("a/.tex").as_str()), ("a/.tex", ""));
        assert_eq!((parent("a/b/c"), file_name("a/b/c")), ("a/b", "c"));
        assert_eq!((parent("c"), file_name("c")), ("", "c"));
        assert!(is_rubbish("a/.DS_Store") && is_rubbish("__MACOSX/a.tex"));
        assert!(!is_rubbish("../a.tex") && !is_rubbish("./a.tex"));
    }
}
