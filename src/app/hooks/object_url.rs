use std::rc::Rc;

use gloo::file::{Blob, ObjectUrl};
use texlens_evaluate::Image;
use yew::prelude::*;

/// An address for the image's bytes, given back when the component goes or shows another image.
#[hook]
pub(in crate::app) fn use_object_url(image: &Rc<Image>) -> Rc<ObjectUrl> {
    use_memo(image.clone(), |image| {
        let blob = Blob::new_with_options(image.bytes.as_slice(), Some(&image.media_type));
        ObjectUrl::from(blob)
    })
}
