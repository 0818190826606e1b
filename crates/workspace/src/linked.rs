//! A report that the page's own address names, `?report=PATH`: opened at the start, if it lies on the same server.

/// Why an address is not followed, as a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Nothing after `report=`.
    #[error("The address names no report: write its path behind ?report=, for example ?report=reports/may.html.")]
    Empty,
    /// Another server, or something that is no path.
    #[error(
        "The report was not asked for: only reports on the server that this app comes from are opened from the address. Give its path there, \
         or download the report and drop it here."
    )]
    Elsewhere,
}

/// The path of a report on the app's own server, if the value of `report` is one: relative to the app, or to the server with one slash at its start.
///
/// Whatever could name another server, or leave the choice to how a browser reads it, is refused: a scheme (`https:`, `data:`), two slashes or any backslash, white space at its ends,
/// control characters.
///
/// # Errors
/// If it is empty or no such path.
pub fn path(value: &str) -> Result<&str, AddressError> {
    if value.is_empty() {
        return Err(AddressError::Empty);
    }
    let path = value.split(['?', '#']).next().unwrap_or_default();
    let first = path.split('/').next().unwrap_or_default();
    let is_elsewhere = path.starts_with("//") || first.contains(':');
    let is_unclear = value.trim() != value || value.contains('\\') || value.chars().any(char::is_control);
    if is_elsewhere || is_unclear || path.is_empty() {
        return Err(AddressError::Elsewhere);
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_own_server_are_followed() {
        for own in [
            "report.html",
            "reports/may 2026.html",
            "../r.html",
            "/r.html",
            "./a:b.html",
            "r.html?v=2",
        ] {
            assert_eq!(path(own), Ok(own));
        }
    }

    #[test]
    fn nothing_else_is() {
        for other in [
            "https://example.org/r.html",
            "//example.org/r.html",
            "\\\\example.org\\r.html",
            "/\\example.org/r.html",
            "data:text/html,x",
            "javascript:alert(1)",
            "blob:https://example.org/1",
            "file:///etc/passwd",
            " //example.org",
            "\t//example.org",
            "ht\ntps://example.org",
            "?a",
            "#a",
        ] {
            assert_eq!(path(other), Err(AddressError::Elsewhere), "{other:?}");
        }
        assert_eq!(path(""), Err(AddressError::Empty));
    }
}
