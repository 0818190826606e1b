use crate::{check, defined};

#[test]
fn exact() {
    check(
        "exact",
        &[
            defined(
                "spacing and size are not tokens",
                "\\left( a \\right)^{2}",
                "(a)^2",
                1.0,
            ),
            defined("a script is", "x^2", "x_2", 0.0),
            defined("two formulas without tokens", "", " % nothing", 1.0),
        ],
    );
}

#[test]
fn edit_similarity() {
    check(
        "edit_similarity",
        &[
            defined("one of eleven characters", "\\frac{1}{2}", "\\frac{4}{2}", 10.0 / 11.0),
            defined("two empty formulas", "", "", 1.0),
            defined("one empty formula", "x", "", 0.0),
        ],
    );
}
