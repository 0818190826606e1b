//! A report that the page's address names, `?report=PATH`. It is opened at the start if it is on the same server.

/// The reason why an address is not followed, as a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Nothing follows `report=`.
    #[error("The address names no report: put its path after ?report=, for example ?report=reports/may.html.")]
    Empty,
    /// The value names another server, or is not a path.
    #[error(
        "The report was not opened: the address may only name a report on the server of this app. Give its path there, \
         or download the report and drop it here."
    )]
    Elsewhere,
}

/// Checks that the value of `report` is the path of a report on the app's own server: relative to the app or, with one
/// slash at its start, to the server.
///
/// Rejects everything that can name another server or that browsers may read differently: a scheme (`https:`, `data:`),
/// two slashes, any backslash, white space at the ends, control characters.
///
/// # Errors
/// Returns an error if the value is empty or not such a path.
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
