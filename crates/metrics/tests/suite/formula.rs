use crate::{Case, check};

#[test]
fn exact() {
    let case = |why, reference, prediction, value| Case {
        why,
        reference,
        prediction,
        value: Some(value),
    };
    check(
        "exact",
        &[
            case(
                "spacing and size are not tokens",
                "\\left( a \\right)^{2}",
                "(a)^2",
                1.0,
            ),
            case("a script is", "x^2", "x_2", 0.0),
            case("two formulas without tokens", "", " % nothing", 1.0),
        ],
    );
}

#[test]
fn edit_similarity() {
    let case = |why, reference, prediction, value| Case {
        why,
        reference,
        prediction,
        value: Some(value),
    };
    check(
        "edit_similarity",
        &[
            case("one of eleven characters", "\\frac{1}{2}", "\\frac{4}{2}", 10.0 / 11.0),
            case("two empty formulas", "", "", 1.0),
            case("one empty formula", "x", "", 0.0),
        ],
    );
}
