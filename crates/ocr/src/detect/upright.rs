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

/// Least gain in mean confidence for which a turned part counts as better read. Print gains 0.3 or more; writing that
/// the model does not know gains less than 0.1.
const SURER: f32 = 0.1;

/// An image whose lines are level and upright, according to its letters.
pub(super) struct Upright<'a> {
    pub(super) image: Cow<'a, GrayImage>,
    /// The ink of the image, not resampled.
    pub(super) ink: Ink,
    /// The dark pieces of the ink.
    pub(super) pieces: Vec<Component>,
    /// The clockwise angle by which the image was turned, in degrees.
    pub(super) turn: f32,
}

/// Turns an image to the orientation that its letters indicate. Other scripts may wrongly suggest quarter and half
/// turns. These are made only if the model reads the part with the most letters better when turned. Upright pages cost
/// no run of the model.
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

/// Reports whether the model knows the part with the most letters and is more confident when the part is turned.
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

/// Returns the mean confidence of the glyphs on a part of a page.
async fn sureness<B: Backend>(part: &GrayImage, model: &Model, backend: &mut B) -> Result<f32, DetectError<B::Error>> {
    let plain = part.ink(1.0);
    let scale = scale::factor(&plain, &dark_pieces(&plain));
    let found = read_ink(&part.ink(scale), model, backend, |_, _| ControlFlow::Continue(())).await?;
    Ok(trust::sureness(&found.glyphs))
}
