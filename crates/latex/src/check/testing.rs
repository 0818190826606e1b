//! Helpers for the tests of the rules.

use texlens_vocabulary::ErrorClass;

use super::check;

/// Asserts that the first error of each text has the given class.
#[track_caller]
pub(super) fn finds(class: ErrorClass, texts: &[&str]) {
    for text in texts {
        let found = check(text);
        assert_eq!(found.first().map(|found| found.class), Some(class), "{text}: {found:?}");
    }
}

/// Asserts that the check finds no error in any of the texts.
#[track_caller]
pub(super) fn accepts(texts: &[&str]) {
    for text in texts {
        assert_eq!(check(text), [], "{text}");
    }
}
