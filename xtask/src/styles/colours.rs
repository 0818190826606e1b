//! Colours in the values of style sheets.

/// Functions that make a colour of numbers.
const FUNCTIONS: [&str; 11] = [
    "rgb",
    "rgba",
    "hsl",
    "hsla",
    "hwb",
    "lab",
    "lch",
    "oklab",
    "oklch",
    "color",
    "device-cmyk",
];

/// The names of CSS Color Level 4, without `transparent`, `currentcolor` and the colours of the system.
const NAMES: &str = " aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet \
    brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan \
    darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred \
    darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue \
    dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green \
    greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon \
    lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon \
    lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta \
    maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen \
    mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab \
    orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum \
    powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver \
    skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white \
    whitesmoke yellow yellowgreen ";

/// Returns the colours in a value that are written out, with their places. A function of custom properties is not one.
pub(super) fn literal(value: &str) -> Vec<(usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '#' | '-' | '_');
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = value.get(from..).and_then(|rest| rest.find(is_word)) {
        let start = from + start;
        let rest = value.get(start..).unwrap_or_default();
        let word = rest
            .find(|c| !is_word(c))
            .map_or(rest, |end| rest.get(..end).unwrap_or_default());
        from = start + word.len();
        let arguments = value.get(from..).and_then(|rest| rest.strip_prefix('('));
        match arguments {
            Some(arguments) if FUNCTIONS.contains(&word.to_ascii_lowercase().as_str()) => {
                let end = from + 1 + arguments.find(')').map_or(arguments.len(), |end| end + 1);
                if !arguments.split(')').next().unwrap_or_default().contains("var(") {
                    found.extend(value.get(start..end).map(|colour| (start, colour)));
                    from = end;
                }
            }
            Some(_) => {}
            None if is_colour(word) => found.push((start, word)),
            None => {}
        }
    }
    found
}

fn is_colour(word: &str) -> bool {
    match word.strip_prefix('#') {
        Some(digits) => matches!(digits.len(), 3 | 4 | 6 | 8) && digits.chars().all(|c| c.is_ascii_hexdigit()),
        None => NAMES.contains(&format!(" {} ", word.to_ascii_lowercase())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: &str) -> Vec<&str> {
        literal(value).into_iter().map(|(_, colour)| colour).collect()
    }

    #[test]
    fn all_notations_are_seen() {
        let value = "1px solid #1d5bb5, light-dark(rgb(20 22 26 / 16%), hsl(0, 0%, 0%)) Red, #fff8";
        assert_eq!(
            found(value),
            ["#1d5bb5", "rgb(20 22 26 / 16%)", "hsl(0, 0%, 0%)", "Red", "#fff8"]
        );
        assert_eq!(literal("  tan"), [(2, "tan")]);
    }

    #[test]
    fn custom_properties_and_keywords_are_not_colours() {
        for value in [
            "var(--red) var(--blue-tan)",
            "rgb(var(--role) / 8%)",
            "color-mix(in srgb, var(--role) 8%, transparent)",
            "currentColor",
            "Canvas",
            "url(#grid)",
            "#12345",
            "redraw 1s",
        ] {
            assert_eq!(found(value), [""; 0], "{value}");
        }
    }
}
