//! Return values of the module.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// Converts a value to JavaScript, with plain objects in place of `Map`s.
pub(crate) fn object<T: JsCast>(value: &impl Serialize) -> Result<T, JsError> {
    let value = value.serialize(&Serializer::new().serialize_maps_as_objects(true))?;
    Ok(value.unchecked_into())
}
