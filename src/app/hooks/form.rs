//! A form that a person fills in.

use std::ops::Deref;
use std::rc::Rc;

use yew::prelude::*;

/// What is filled in so far. Every edit changes what the edits before it have left, however quickly they follow each
/// other.
#[derive(PartialEq)]
pub(in crate::app) struct FormHandle<T: Clone + PartialEq + 'static>(UseReducerHandle<Filled<T>>);

#[derive(PartialEq)]
struct Filled<T>(T);

impl<T: Clone + 'static> Reducible for Filled<T> {
    type Action = Box<dyn FnOnce(&mut T)>;

    fn reduce(self: Rc<Self>, edit: Self::Action) -> Rc<Self> {
        let mut form = self.0.clone();
        edit(&mut form);
        Rc::new(Self(form))
    }
}

impl<T: Clone + PartialEq + 'static> FormHandle<T> {
    /// Returns a callback that edits the form by what it is given.
    pub(in crate::app) fn edit<I: 'static>(&self, edit: impl Fn(&mut T, I) + 'static) -> Callback<I> {
        let (edit, form) = (Rc::new(edit), self.0.dispatcher());
        Callback::from(move |input: I| {
            let edit = Rc::clone(&edit);
            form.dispatch(Box::new(move |form: &mut T| edit(form, input)));
        })
    }
}

impl<T: Clone + PartialEq + 'static> Deref for FormHandle<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.0
    }
}

/// Returns a form, which begins as `first`.
#[hook]
pub(in crate::app) fn use_form<T: Clone + PartialEq + 'static>(first: impl FnOnce() -> T) -> FormHandle<T> {
    FormHandle(use_reducer_eq(|| Filled(first())))
}
