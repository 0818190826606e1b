//! Shared values that are compared by their address in memory.

use std::rc::Rc;

/// A shared value that equals only itself: comparing all scores takes too long.
#[derive(Debug)]
pub(in crate::app::components) struct Same<T>(pub(in crate::app::components) Rc<T>);

impl<T> Clone for Same<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

/// A list of shared values that are compared by their addresses.
#[derive(Debug)]
pub(in crate::app::components) struct SameEach<T>(Rc<[Rc<T>]>);

impl<T> FromIterator<Rc<T>> for SameEach<T> {
    fn from_iter<I: IntoIterator<Item = Rc<T>>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl<T> Clone for SameEach<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for SameEach<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&*other.0).all(|(a, b)| Rc::ptr_eq(a, b))
    }
}

impl<T> std::ops::Deref for SameEach<T> {
    type Target = [Rc<T>];

    fn deref(&self) -> &[Rc<T>] {
        &self.0
    }
}

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> std::ops::Deref for Same<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
