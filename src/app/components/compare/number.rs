//! Numbers as they are told.

/// A mean in the digits that are told.
pub(super) fn decimal(value: f64) -> String {
    let text = format!("{value:.3}");
    if text == "-0.000" {
        "0.000".to_owned()
    } else {
        text.replace('-', "\u{2212}")
    }
}

/// With a sign, as differences have it.
pub(super) fn signed(value: f64) -> String {
    let text = format!("{value:+.3}");
    match text.as_str() {
        "+0.000" | "-0.000" => "0.000".to_owned(),
        _ => text.replace('-', "\u{2212}"),
    }
}
