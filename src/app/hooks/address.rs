use gloo::utils::document;

/// Returns the address of the folder that serves the app, with a slash at its end.
pub(in crate::app) fn base() -> Option<String> {
    let address = document().base_uri().ok().flatten()?;
    let path = address.split(['?', '#']).next()?;
    let slash = path.rfind('/')?;
    path.get(..=slash).map(str::to_owned)
}
