//! `texlens_dataset::read_table` for JavaScript: a WebAssembly module that the app's import worker loads with the first
//! Parquet or Arrow file. The module is separate because the readers of these formats are larger than all other
//! importers together, and few users need them.
//!
//! A refusal is thrown as a string. Any other exception means that the module did not survive the file and must not be
//! used any more.

#[cfg(target_arch = "wasm32")]
pub use module::{Table, read_table};

#[cfg(target_arch = "wasm32")]
mod module {
    use std::collections::VecDeque;

    use texlens_dataset::{TableImage, TableRoom, read_table as read};
    use wasm_bindgen::prelude::*;

    /// A table that was read.
    #[wasm_bindgen]
    pub struct Table {
        lines: Vec<u8>,
        images: VecDeque<TableImage>,
        remarks: String,
    }

    /// Reads a table. `room` is a [`TableRoom`] as JSON.
    ///
    /// # Errors
    /// A [`Problem`](texlens_dataset::Problem) as JSON.
    #[wasm_bindgen]
    pub fn read_table(bytes: Vec<u8>, room: &str) -> Result<Table, String> {
        let room: TableRoom = serde_json::from_str(room).map_err(|error| error.to_string())?;
        let refused = |problem| serde_json::to_string(&problem).unwrap_or_else(|error| error.to_string());
        let table = read(bytes, &room).map_err(refused)?;
        Ok(Table {
            lines: table.lines,
            images: table.images.into(),
            remarks: serde_json::to_string(&table.remarks).map_err(|error| error.to_string())?,
        })
    }

    #[wasm_bindgen]
    impl Table {
        /// Returns the records as JSON lines, once.
        #[must_use]
        pub fn lines(&mut self) -> Vec<u8> {
            std::mem::take(&mut self.lines)
        }

        /// Returns the remarks as JSON: a list of [`TableRemark`](texlens_dataset::TableRemark).
        #[must_use]
        pub fn remarks(&self) -> String {
            self.remarks.clone()
        }

        /// Returns the name of the next image; `None` after the last one.
        #[must_use]
        pub fn image_name(&self) -> Option<String> {
            self.images.front().map(|image| image.name.clone())
        }

        /// Returns the bytes of the next image, and goes on to the one after it.
        #[must_use]
        pub fn image(&mut self) -> Vec<u8> {
            self.images.pop_front().map(|image| image.bytes).unwrap_or_default()
        }
    }
}
