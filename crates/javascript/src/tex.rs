//! The TeX engine: the compile check of predictions, and the look of formulas.

use std::collections::BTreeMap;
use std::sync::Arc;

use js_sys::Array;
use texlens_appearance::{Wanted, appearances, drawings};
use texlens_draw::Setter;
use texlens_metrics::Appearances;
use texlens_tex::{Assembly, Compiler, Manifest, Use, compile_pages};
use wasm_bindgen::prelude::*;

use crate::input;
use crate::object::object;
use crate::types::{JsBytes, JsCompilation, JsSource, JsText};

#[wasm_bindgen]
extern "C" {
    /// Names of files of the TeX engine, and their file names in the folder of its manifest.
    #[wasm_bindgen(typescript_type = "Record<string, string>")]
    pub type JsFiles;
    /// An SVG for each formula that can be drawn.
    #[wasm_bindgen(typescript_type = "(string | null)[]")]
    pub type JsDrawings;
}

/// How formulas look when TeX sets them, for `Scorer.useLooks`.
#[wasm_bindgen]
pub struct Looks {
    pub(crate) appearances: Arc<Appearances>,
}

/// Checks whether predictions compile, and typesets and draws formulas. The caller fetches the files: `tex/manifest.json`, and those that `missing`
/// and `missingForFormulas` list.
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
        let assembly = Assembly::of(text.latex(), text.pages());
        self.lacks(assembly.sources().map(|source| source.form.into()))
    }

    /// Returns the files that the engine still needs to typeset formulas.
    #[wasm_bindgen(js_name = missingForFormulas)]
    pub fn missing_for_formulas(&self) -> Result<JsFiles, JsError> {
        self.lacks([Use::Dvi])
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

    /// Typesets formulas and blocks until it is done. What TeX cannot set has no look. Throws if a file is missing.
    pub fn typeset(&self, formulas: JsText) -> Result<Looks, JsError> {
        let formulas = input::strings("the formulas", &formulas)?;
        let formulas: Vec<&str> = formulas.iter().map(String::as_str).collect();
        let wanted = Wanted {
            boxes: true,
            layouts: true,
        };
        let appearances = appearances(&Setter::new(&self.compiler), &formulas, wanted)?;
        Ok(Looks {
            appearances: Arc::new(appearances),
        })
    }

    /// Draws formulas and blocks until it is done: an SVG for each, `null` where TeX sets nothing or reports an error.
    /// Throws if a file is missing.
    pub fn draw(&self, formulas: JsText) -> Result<JsDrawings, JsError> {
        let formulas = input::strings("the formulas", &formulas)?;
        let formulas: Vec<&str> = formulas.iter().map(String::as_str).collect();
        let sets = drawings(&Setter::new(&self.compiler), &formulas)?;
        let svgs = sets.iter().enumerate().map(|(index, set)| match set.pages.as_slice() {
            [page] if set.compilation.compiles => Some(page.to_svg(page.bounds()?, &format!("g{index}-"))),
            _ => None,
        });
        let svgs: Array = svgs.map(|svg| svg.map_or(JsValue::NULL, JsValue::from)).collect();
        Ok(svgs.unchecked_into())
    }

    fn lacks(&self, uses: impl IntoIterator<Item = Use>) -> Result<JsFiles, JsError> {
        let mut files = BTreeMap::new();
        for usage in uses {
            let missing = self.compiler.missing(usage)?.into_iter();
            files.extend(missing.map(|(name, artefact)| (name, artefact.file.as_str())));
        }
        object(&files)
    }
}
