//! The reader of Parquet and Arrow files, a WebAssembly module that is loaded with the first of them.

use std::cell::{Cell, RefCell};

use js_sys::{Function, Promise, Uint8Array};
use texlens_dataset::{Problem, ReadTable, TableImage, TableRoom};
use texlens_workspace::words::import::{READER_BROKEN, READER_UNAVAILABLE, TABLE_BREAKS_READER};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// The loaded module, `crates/tables-web`.
    #[derive(Clone)]
    type Module;

    #[wasm_bindgen(method, structural, catch)]
    fn read(this: &Module, bytes: &Uint8Array, room: &str) -> Result<Table, JsValue>;

    /// A table that was read: `Table` in `crates/tables-web`.
    type Table;

    #[wasm_bindgen(method, structural, catch)]
    fn lines(this: &Table) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    fn remarks(this: &Table) -> Result<String, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    fn image_name(this: &Table) -> Result<Option<String>, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    fn image(this: &Table) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    fn free(this: &Table) -> Result<(), JsValue>;
}

/// The reader of tables.
pub(crate) struct TableReader {
    /// A function without arguments that returns the promise of the module.
    loader: Function,
    /// `None` until it is loaded.
    module: RefCell<Option<Module>>,
    /// Whether a table has broken the module.
    is_broken: Cell<bool>,
}

impl TableReader {
    pub(crate) fn new(loader: Function) -> Self {
        Self {
            loader,
            module: RefCell::default(),
            is_broken: Cell::new(false),
        }
    }

    /// Reads a table.
    ///
    /// # Errors
    /// If the table is refused, or the module cannot be loaded or does not survive it.
    pub(crate) async fn read(&self, bytes: &[u8], room: &TableRoom) -> Result<ReadTable, Problem> {
        if self.is_broken.get() {
            return Err(told(READER_BROKEN));
        }
        let module = self.module().await.ok_or_else(|| told(READER_UNAVAILABLE))?;
        let room = serde_json::to_string(room).map_err(|error| told(&error.to_string()))?;
        read(&module, bytes, &room).map_err(|thrown| match thrown.as_string() {
            // The module gives the reason for a refusal.
            Some(refused) => serde_json::from_str(&refused).unwrap_or_else(|_| told(&refused)),
            None => {
                self.is_broken.set(true);
                told(TABLE_BREAKS_READER)
            }
        })
    }

    /// Returns the module, which is loaded unless it is there; `None` if it cannot be loaded.
    async fn module(&self) -> Option<Module> {
        if let Some(module) = &*self.module.borrow() {
            return Some(module.clone());
        }
        let loading: Promise = self.loader.call0(&JsValue::NULL).ok()?.unchecked_into();
        let module: Module = JsFuture::from(loading).await.ok()?.unchecked_into();
        self.module.replace(Some(module.clone()));
        Some(module)
    }
}

fn read(module: &Module, bytes: &[u8], room: &str) -> Result<ReadTable, JsValue> {
    let table = module.read(&Uint8Array::from(bytes), room)?;
    let mut images = Vec::new();
    while let Some(name) = table.image_name()? {
        let bytes = table.image()?;
        images.push(TableImage { name, bytes });
    }
    let remarks = table.remarks()?;
    let read = ReadTable {
        lines: table.lines()?,
        images,
        remarks: serde_json::from_str(&remarks).map_err(|error| error.to_string())?,
    };
    table.free()?;
    Ok(read)
}

fn told(sentence: &str) -> Problem {
    Problem::Table {
        detail: sentence.to_owned(),
    }
}
