//! What the module answers.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// A value with plain objects, where a `Map` would stand otherwise.
pub(crate) fn object<T: JsCast>(value: &impl Serialize) -> Result<T, JsError> {
    let value = value.serialize(&Serializer::new().serialize_maps_as_objects(true))?;
    Ok(value.unchecked_into())
}
