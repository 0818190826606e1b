use std::rc::Rc;

use gloo::file::ObjectUrl;
use texlens_blob::Blob;
use yew::prelude::*;

/// Returns an object URL for the bytes of an image. It is revoked when the component is removed or shows another image.
#[hook]
pub(in crate::app) fn use_object_url(image: &Blob) -> Rc<ObjectUrl> {
    use_memo(image.clone(), |image| {
        ObjectUrl::from(gloo::file::Blob::from(image.handle().clone()))
    })
}
