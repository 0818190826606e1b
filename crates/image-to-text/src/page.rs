//! Reads the formulas of a page whose text the built-in OCR has read.

use std::ops::ControlFlow;

use texlens_vocabulary::{BBox, Recognition};

use crate::decode::Stop;
use crate::formulas::{FormulaPlace, WhichFormulas, formula_places, with_formulas};
use crate::image::RgbImage;
use crate::model::{Model, ReadingError, Settings};
use crate::runtime::Runtime;

/// Paper around a formula, as a part of its height: models learn from images with margins.
const MARGIN: f32 = 0.15;

/// Least and most pixels of that margin.
const MARGINS: (f32, f32) = (4.0, 12.0);

/// A page whose formulas a model has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageReading {
    /// The LaTeX of the page.
    pub text: String,
    /// The number of formulas that the model read.
    pub formulas: usize,
    /// The number of formulas that stay as the built-in OCR has them, because the model did not end its text.
    pub kept: usize,
    /// The tokens of all formulas.
    pub tokens: Vec<u32>,
    /// Whether the page was turned upright before it was read. Then no formula is read: their places are not those in the
    /// image.
    pub is_turned: bool,
}

impl Model {
    /// Reads the formulas of a page, one by one, and returns the page with them. `image` is the page as the built-in OCR saw
    /// it, and `recognition` what that read. `progress` receives the number of formulas so far, the number of all, and the
    /// text of the present one after each token; it may stop the work.
    ///
    /// # Errors
    /// See [`ReadingError`].
    pub async fn read_formulas<R: Runtime>(
        &self,
        runtime: &mut R,
        image: &RgbImage,
        (recognition, which): (&Recognition, WhichFormulas),
        settings: Settings,
        mut progress: impl FnMut(usize, usize, &dyn Fn() -> String) -> ControlFlow<()>,
    ) -> Result<PageReading, ReadingError<R::Error>> {
        let is_turned = recognition.turn != 0.0;
        let places = match is_turned {
            true => Vec::new(),
            false => formula_places(recognition, which),
        };
        let mut read: Vec<(&FormulaPlace, String)> = Vec::with_capacity(places.len());
        let (mut kept, mut tokens) = (0, Vec::new());
        for (done, place) in places.iter().enumerate() {
            let Some(crop) = crop(image, &place.bbox) else {
                kept += 1;
                continue;
            };
            let seen = |text: &dyn Fn() -> String| progress(done, places.len(), text);
            let reading = self.read(runtime, &crop, settings.clone(), seen).await?;
            tokens.extend_from_slice(&reading.tokens);
            match reading.stop {
                Stop::End if !reading.text.trim().is_empty() => read.push((place, reading.text)),
                Stop::End | Stop::Limit | Stop::Repeats => kept += 1,
            }
        }
        let ranges = read.iter().map(|(place, text)| (place.range.clone(), text.as_str()));
        Ok(PageReading {
            text: with_formulas(&recognition.latex, ranges),
            formulas: read.len(),
            kept,
            tokens,
            is_turned,
        })
    }
}

/// Returns the part of the page with a formula and paper around it; `None` if the formula is not on the page.
fn crop(image: &RgbImage, bbox: &BBox) -> Option<RgbImage> {
    let margin = (MARGIN * (bbox.y1 - bbox.y0)).clamp(MARGINS.0, MARGINS.1);
    let inside = |value: f32, most: usize| {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "the value is clamped to the size of an image"
        )]
        let inside = value.clamp(0.0, most as f32).round() as usize;
        inside.min(most)
    };
    let (left, right) = (
        inside(bbox.x0 - margin, image.width()),
        inside(bbox.x1 + margin, image.width()),
    );
    let (top, bottom) = (
        inside(bbox.y0 - margin, image.height()),
        inside(bbox.y1 + margin, image.height()),
    );
    let (width, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
    (width > 0 && height > 0).then(|| image.part(left as i64, top as i64, width, height))
}
