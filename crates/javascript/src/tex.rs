//! The compile check of predictions.

use std::collections::BTreeMap;

use texlens_tex::{Assembly, Compiler, Manifest, compile_pages};
use wasm_bindgen::prelude::*;

use crate::input;
use crate::object::object;
use crate::types::{JsBytes, JsCompilation, JsSource, JsText};

#[wasm_bindgen]
extern "C" {
    /// Names of files of the TeX engine, and their file names in the folder of its manifest.
    #[wasm_bindgen(typescript_type = "Record<string, string>")]
    pub type JsFiles;
}

/// Checks whether predictions compile. The caller fetches the files: `tex/manifest.json`, and those that `missing`
/// lists.
#[wasm_bindgen]
pub struct TexEngine {
    compiler: Compiler,
}

#[wasm_bindgen]
impl TexEngine {
    /// Creates an engine from the content of the manifest. Throws if the content is not a manifest.
    #[wasm_bindgen(constructor)]
    pub fn new(manifest: JsSource) -> Result<TexEngine, JsError> {
        let manifest = input::string("the manifest", &manifest)?;
        let compiler = Compiler::new(Manifest::parse(manifest.as_bytes())?);
        Ok(Self { compiler })
    }

    /// Returns the files that the engine still needs for a prediction. A document is given as its pages, in order.
    pub fn missing(&self, prediction: JsText) -> Result<JsFiles, JsError> {
        let text = input::text("the prediction", &prediction)?;
        let mut files = BTreeMap::new();
        for source in Assembly::of(text.latex(), text.pages()).sources() {
            let missing = self.compiler.missing(source.form.into())?;
            files.extend(
                missing
                    .into_iter()
                    .map(|(name, artefact)| (name, artefact.file.as_str())),
            );
        }
        object(&files)
    }

    /// Adds a file by its name in the manifest. Throws if the bytes are not the file that the manifest describes.
    pub fn add(&mut self, name: JsSource, bytes: JsBytes) -> Result<(), JsError> {
        let name = input::string("the name of the file", &name)?;
        let bytes = input::bytes("the file", &bytes)?;
        let content = self.compiler.manifest().artefact(&name)?.unpack(&bytes)?;
        Ok(self.compiler.add(&name, content)?)
    }

    /// Compiles a prediction and blocks until it is done. Throws if a file is missing.
    pub fn compile(&self, prediction: JsText) -> Result<JsCompilation, JsError> {
        let text = input::text("the prediction", &prediction)?;
        let compilation = compile_pages(text.latex(), text.pages(), |source| self.compiler.compile(source))?;
        object(&compilation)
    }
}
