//! Texts that end in a loop.

/// Length of the end of a text that is looked at, in bytes.
const END: usize = 8_192;

/// Smallest length of a loop, in bytes, if its part occurs [`MANY`] times.
const SHORT: usize = 2_000;

/// Smallest number of times that a part occurs in a loop of [`SHORT`] bytes.
const MANY: usize = 10;

/// Smallest length of a loop, in bytes, if its part occurs [`FEW`] times: a paragraph, or a table.
const LONG: usize = 6_000;

/// Smallest number of times that a part occurs in a loop of [`LONG`] bytes.
const FEW: usize = 4;

/// Reports whether a text ends in a loop: one part again and again, which makes at least 2,000 bytes and 10 copies, or at
/// least 6,000 bytes and 4 copies. Models that read pages sometimes go on like this until their limit. No page of the
/// development data has such a place. Takes constant time, since only the last 8,192 bytes count.
pub(crate) fn is_endless(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut end = bytes
        .get(bytes.len().saturating_sub(END)..)
        .unwrap_or_default()
        .to_vec();
    if end.len() < SHORT {
        return false;
    }
    end.reverse();
    // The prefix function of the reversed end: a prefix of length n has the period n - borders[n - 1].
    let mut borders = vec![0_usize; end.len()];
    let mut border = 0;
    for at in 1..end.len() {
        while border > 0 && end[at] != end[border] {
            border = borders[border - 1];
        }
        border += usize::from(end[at] == end[border]);
        borders[at] = border;
        let (length, period) = (at + 1, at + 1 - border);
        let times = length / period;
        if (length >= SHORT && times >= MANY) || (length >= LONG && times >= FEW) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_page_is_a_loop_however_far_it_has_come() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/samples");
        let mut pages = 0;
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_none_or(|ending| ending != "tex") {
                continue;
            }
            let latex = std::fs::read_to_string(&path).unwrap_or_default();
            let ends = (0..latex.len()).filter(|end| latex.is_char_boundary(*end));
            for end in ends.step_by(200).chain([latex.len()]) {
                assert!(!is_endless(&latex[..end]), "{} at {end}", path.display());
            }
            pages += 1;
        }
        assert!(pages > 2, "{folder} has pages");
    }

    #[test]
    fn loops_are_told_from_texts() {
        let words = |count: usize| (0..count).map(|n| format!("word{n} ")).collect::<String>();
        assert!(!is_endless("") && !is_endless(&words(5_000)));
        for part in ["a", "\\hline\n", &words(20), "é "] {
            let times = SHORT / part.len() + MANY;
            assert!(is_endless(&(words(50) + &part.repeat(times))), "{part}");
        }
        let paragraph = words(200);
        assert!(is_endless(&paragraph.repeat(5)), "{} bytes", paragraph.len());
        assert!(!is_endless(&paragraph.repeat(3)));
        // The loop has to be the end.
        assert!(!is_endless(&("a".repeat(5_000) + &words(2_000))));
        assert!(!is_endless(&(words(100) + &" & ".repeat(300))), "a row of empty cells");
    }
}
