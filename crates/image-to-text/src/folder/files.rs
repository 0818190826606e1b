//! The files of a folder, and the content of those that describe a model.

/// A file of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    /// The path in the folder, with `/` between its parts.
    pub path: String,
    /// The size in bytes.
    pub bytes: u64,
}

/// The files of small content that describe a model, each with the most bytes that are read of it.
pub const DESCRIPTIONS: [(&str, u64); 9] = [
    ("config.json", MIB),
    ("generation_config.json", MIB),
    ("preprocessor_config.json", MIB),
    ("processor_config.json", MIB),
    ("tokenizer.json", 64 * MIB),
    ("tokenizer_config.json", 4 * MIB),
    ("chat_template.jinja", MIB),
    ("chat_template.json", MIB),
    ("README.md", MIB),
];

const MIB: u64 = 1 << 20;

/// A model's folder: the list of its files, and the content of its [`DESCRIPTIONS`].
#[derive(Debug, Clone, Default)]
pub struct Folder {
    /// All files.
    pub files: Vec<FileEntry>,
    /// The content of the descriptions that are there, by their paths.
    pub descriptions: Vec<(String, Vec<u8>)>,
}

impl Folder {
    /// Returns the content of a description; `None` if it is not there.
    #[must_use]
    pub fn description(&self, path: &str) -> Option<&[u8]> {
        let found = self.descriptions.iter().find(|(name, _)| name == path);
        found.map(|(_, content)| content.as_slice())
    }

    /// Reports whether there is a file with this path.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.files.iter().any(|file| file.path == path)
    }
}
