//! `texlens_pdf` for JavaScript: a WebAssembly module that the app's PDF worker loads with the first PDF. It draws pages
//! and reads their text. The module is separate because it is larger than the rest of the app, and few users need it.
//!
//! A refusal is thrown as a string, with the same message as in the command. Any other exception means that the
//! renderer did not survive the file: the module must not be used any more.

#[cfg(target_arch = "wasm32")]
pub use module::{Drawn, Pdf, Text, footprint};

#[cfg(target_arch = "wasm32")]
mod module {
    use core::arch::wasm32::memory_size;

    use texlens_pdf::{Document, Limits, PageImage};
    use wasm_bindgen::prelude::*;

    /// Size of a page of WebAssembly memory, in bytes.
    const PAGE: f64 = 65_536.0;

    /// An open PDF file.
    #[wasm_bindgen]
    pub struct Pdf(Document);

    #[wasm_bindgen]
    impl Pdf {
        /// Opens a file.
        ///
        /// # Errors
        /// See [`texlens_pdf::OpenError`].
        pub fn open(bytes: Vec<u8>) -> Result<Self, String> {
            let opened = Document::open(bytes, Limits::default());
            opened.map(Self).map_err(|error| error.to_string())
        }

        /// Returns the width and height of every page in pixels at a resolution, one after the other. Both are 0 for a
        /// page that cannot be drawn.
        #[must_use]
        pub fn sizes(&self, dpi: u16) -> Vec<u16> {
            let size = |page| {
                self.0
                    .raster(page, dpi)
                    .map_or([0, 0], |raster| [raster.width, raster.height])
            };
            (1..=self.0.pages()).flat_map(size).collect()
        }

        /// Draws a page, counted from 1.
        ///
        /// # Errors
        /// See [`texlens_pdf::RenderError`].
        pub fn draw(&self, page: u32, dpi: u16) -> Result<Drawn, String> {
            let image = self.0.render(page, dpi).map_err(|error| error.to_string())?;
            Ok(Drawn {
                remarks: image.remarks(dpi),
                image,
            })
        }

        /// Reads the text of a page, counted from 1, in pixels of the image at this resolution.
        ///
        /// # Errors
        /// See [`texlens_pdf::RenderError`].
        pub fn read(&self, page: u32, dpi: u16) -> Result<Text, String> {
            let reading = self.0.read(page, dpi).map_err(|error| error.to_string())?;
            let glyphs = serde_json::to_vec(&reading.page).map_err(|error| error.to_string())?;
            Ok(Text {
                glyphs,
                obstacle: reading.page.read_from.although().map(str::to_owned),
                unread: u32::try_from(reading.page.unread.len()).unwrap_or(u32::MAX),
            })
        }
    }

    /// The text of a page.
    #[wasm_bindgen]
    pub struct Text {
        glyphs: Vec<u8>,
        obstacle: Option<String>,
        unread: u32,
    }

    #[wasm_bindgen]
    impl Text {
        /// Returns the reason not to trust the text, as part of a sentence.
        #[wasm_bindgen(getter)]
        #[must_use]
        pub fn obstacle(&self) -> Option<String> {
            self.obstacle.clone()
        }

        /// Returns the number of glyphs whose meaning the file does not state.
        #[wasm_bindgen(getter)]
        #[must_use]
        pub fn unread(&self) -> u32 {
            self.unread
        }

        /// Returns the glyphs of the page as JSON ([`PageGlyphs`](texlens_pdf::PageGlyphs)) and consumes the text.
        #[must_use]
        pub fn glyphs(self) -> Vec<u8> {
            self.glyphs
        }
    }

    /// A page as an image.
    #[wasm_bindgen]
    pub struct Drawn {
        image: PageImage,
        remarks: Vec<String>,
    }

    #[wasm_bindgen]
    impl Drawn {
        /// Returns the width in pixels.
        #[wasm_bindgen(getter)]
        #[must_use]
        pub fn width(&self) -> u32 {
            self.image.width
        }

        /// Returns the height in pixels.
        #[wasm_bindgen(getter)]
        #[must_use]
        pub fn height(&self) -> u32 {
            self.image.height
        }

        /// Returns the resolution in dots per inch: as requested, or lower if the page is too large.
        #[wasm_bindgen(getter)]
        #[must_use]
        pub fn dpi(&self) -> u16 {
            self.image.dpi
        }

        /// Returns remarks on the image for a person.
        #[must_use]
        pub fn remarks(&self) -> Vec<String> {
            self.remarks.clone()
        }

        /// Returns the PNG and consumes the image.
        #[must_use]
        pub fn png(self) -> Vec<u8> {
            self.image.png
        }
    }

    /// Returns the size of the module's memory in bytes. It never shrinks.
    #[wasm_bindgen]
    #[must_use]
    pub fn footprint() -> f64 {
        memory_size::<0>() as f64 * PAGE
    }
}
