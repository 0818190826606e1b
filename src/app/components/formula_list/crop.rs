use std::rc::Rc;

use texlens_blob::Blob;
use texlens_ocr::BBox;
use texlens_workspace::picture::Picture;
use texlens_workspace::words::formula_list as words;
use yew::prelude::*;

use crate::app::hooks::use_object_url;

/// Margin around the formula, in pixels of the page.
const MARGIN: f32 = 8.0;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) image: Rc<Picture>,
    pub(super) blob: Blob,
    /// The place of the formula, or `None` for the whole image.
    pub(super) place: Option<BBox>,
}

/// Shows the part of the page with the formula.
#[component]
pub(super) fn Crop(props: &Props) -> Html {
    let Props { image, blob, place } = props;
    let url = use_object_url(blob);
    #[allow(clippy::cast_precision_loss)] // Images have at most some ten thousand pixels in a row.
    let whole = BBox {
        x0: 0.0,
        y0: 0.0,
        x1: image.width as f32,
        y1: image.height as f32,
    };
    let BBox { x0, y0, x1, y1 } = place.unwrap_or(whole);
    let (x, y) = (x0 - MARGIN, y0 - MARGIN);
    let (width, height) = (x1 - x0 + 2.0 * MARGIN, y1 - y0 + 2.0 * MARGIN);
    html! {
        <div class="formula-crop">
            // No pixel of the image is enlarged.
            <svg viewBox={format!("{x} {y} {width} {height}")} style={format!("--width:{width}px;--height:{height}px")} role="img" aria-label={words::CROP}>
                <image href={url.to_string()} width={image.width.to_string()} height={image.height.to_string()} />
            </svg>
        </div>
    }
}
