//! The menu that copies a table.

/// Button that opens the menu, and name of the menu.
pub const COPY_TABLE: &str = "Copy table";

/// Copies a table for a spreadsheet.
pub const TSV: &str = "Copy as TSV";

/// Copies a table for a README or an issue.
pub const MARKDOWN: &str = "Copy as Markdown";

/// Copies a table for a paper.
pub const LATEX: &str = "Copy as LaTeX";
