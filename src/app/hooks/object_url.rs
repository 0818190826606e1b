use std::rc::Rc;

use gloo::file::{Blob, ObjectUrl};
use yew::prelude::*;

use crate::picture::Picture;

/// An address for the image's bytes, given back when the component goes or shows another image.
#[hook]
pub(in crate::app) fn use_object_url(image: &Rc<Picture>) -> Rc<ObjectUrl> {
    use_memo(image.clone(), |image| {
        ObjectUrl::from(Blob::from(image.blob.handle().clone()))
    })
}
