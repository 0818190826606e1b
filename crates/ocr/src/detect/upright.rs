//! Sets an image upright before it is read.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::backend::Backend;
use super::components::{Component, dark_pieces};
use super::error::DetectError;
use super::image::{GrayImage, Ink};
use super::model::Model;
use super::orientation::Letters;
use super::read::read_ink;
use super::{scale, trust};

/// By so much mean confidence has a turned part to be read better than as it was given: print is by 0.3 and more, what the
/// model does not know by hundredths.
const SURER: f32 = 0.1;

/// An image whose lines are level and upright, as far as can be told.
pub(super) struct Upright<'a> {
    pub(super) image: Cow<'a, GrayImage>,
    /// Its ink, not resampled.
    pub(super) ink: Ink,
    /// The dark pieces of that.
    pub(super) pieces: Vec<Component>,
    /// Degrees clockwise by which it was turned.
    pub(super) turn: f32,
}

/// Turns an image as its letters ask for. Quarter and half turns, which scripts of other habits may pretend, are made only
/// if the model reads the part with the most letters better so: upright pages cost no run of the model.
pub(super) async fn upright<'a, B: Backend>(
    image: &'a GrayImage,
    model: &Model,
    backend: &mut B,
) -> Result<Upright<'a>, DetectError<B::Error>> {
    let ink = image.ink(1.0);
    let pieces = dark_pieces(&ink);
    let letters = Letters::among(&ink, &pieces);
    let turn = letters.as_ref().map_or(0.0, Letters::turn);
    let is_right = match &letters {
        Some(letters) if turn.abs() > 45.0 => is_better_turned(image, letters, turn, model, backend).await?,
        _ => turn != 0.0,
    };
    if !is_right {
        return Ok(Upright {
            image: Cow::Borrowed(image),
            ink,
            pieces,
            turn: 0.0,
        });
    }
    let image = image.turned(turn);
    let ink = image.ink(1.0);
    let pieces = dark_pieces(&ink);
    Ok(Upright {
        image,
        ink,
        pieces,
        turn,
    })
}

/// Whether the model knows the part with the most letters, and is surer of it when it is turned.
async fn is_better_turned<B: Backend>(
    image: &GrayImage,
    letters: &Letters,
    turn: f32,
    model: &Model,
    backend: &mut B,
) -> Result<bool, DetectError<B::Error>> {
    let (part, _, _) = image.part(letters.densest_part(), 0.0);
    let given = sureness(&part, model, backend).await?;
    let turned = sureness(&part.turned(turn), model, backend).await?;
    Ok(turned >= given + SURER && trust::is_known(turned))
}

/// Mean confidence of the glyphs on a part of a page.
async fn sureness<B: Backend>(part: &GrayImage, model: &Model, backend: &mut B) -> Result<f32, DetectError<B::Error>> {
    let plain = part.ink(1.0);
    let scale = scale::factor(&plain, &dark_pieces(&plain));
    let found = read_ink(&part.ink(scale), model, backend, |_, _| ControlFlow::Continue(())).await?;
    Ok(trust::sureness(&found.glyphs))
}
