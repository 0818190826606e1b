//! Decoders for everything that a text may encode. They may decode too much, since the result is only searched: a text
//! that is not base64 becomes nonsense that does not contain a key. The crates `base64` and `hex` refuse such texts.

/// Returns the characters of the valid UTF-8 in a text, with their offsets in bytes.
pub(super) fn characters(text: &[u8]) -> impl Iterator<Item = (usize, char)> {
    let mut from = 0;
    text.utf8_chunks().flat_map(move |chunk| {
        let start = from;
        from += chunk.valid().len() + chunk.invalid().len();
        chunk.valid().char_indices().map(move |(place, c)| (start + place, c))
    })
}

/// Decodes a text in several ways: as base64 of either alphabet, from any of the first four digits; as hexadecimal
/// digits, from either of the first two; and as decimal codes of characters. Skips everything else, so that separators
/// do not matter.
pub(super) fn encodings(text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let base64 = (0..4).map(|skipped| base64(text, skipped));
    let hexadecimal = (0..2).map(|skipped| hexadecimal(text, skipped));
    base64.chain(hexadecimal).chain(std::iter::once_with(|| codes(text)))
}

fn base64(text: &[u8], skipped: usize) -> Vec<u8> {
    let digits = text.iter().filter_map(|byte| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    });
    bytes_of(digits.skip(skipped), 6, text.len())
}

fn hexadecimal(text: &[u8], skipped: usize) -> Vec<u8> {
    let is_prefix = |place: usize| text[place] == b'0' && matches!(text.get(place + 1), Some(b'x' | b'X'));
    let digits = (0..text.len()).filter(|place| !is_prefix(*place));
    let digits = digits.filter_map(|place| nibble(text[place]));
    bytes_of(digits.skip(skipped), 4, text.len())
}

/// Joins digits of `bits` bits into bytes, the highest bits first. Fills the last byte with zeros.
fn bytes_of(digits: impl Iterator<Item = u8>, bits: u32, capacity: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(capacity);
    let (mut held, mut count) = (0_u32, 0);
    for digit in digits {
        held = (held << bits) | u32::from(digit);
        count += bits;
        if count >= 8 {
            count -= 8;
            bytes.push((held >> count) as u8);
        }
    }
    if count > 0 {
        bytes.push((held << (8 - count)) as u8);
    }
    bytes
}

fn codes(text: &[u8]) -> Vec<u8> {
    let numbers = text.split(|byte| !byte.is_ascii_digit());
    let numbers = numbers.filter_map(|digits| std::str::from_utf8(digits).ok()?.parse::<u8>().ok());
    numbers.collect()
}

fn nibble(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Returns the text with its escapes undone once each: those of JSON and of programming languages, of addresses (`%73`)
/// and mail (`=73`), and HTML references. Returns `None` if there are none.
pub(super) fn unescaped(text: &[u8]) -> Option<Vec<u8>> {
    if !text.iter().any(|byte| matches!(byte, b'\\' | b'%' | b'=' | b'&')) {
        return None;
    }
    let (mut out, mut place) = (Vec::with_capacity(text.len()), 0);
    while let Some(byte) = text.get(place) {
        let rest = &text[place + 1..];
        let escape = match byte {
            b'\\' => Some(backslash(rest)),
            b'%' => of_unit(rest).or_else(|| fixed(rest, 2)),
            b'=' => fixed(rest, 2),
            b'&' => reference(rest),
            _ => None,
        };
        place += 1;
        match escape {
            Some((character, length)) => {
                place += length;
                if let Some(character) = character.and_then(char::from_u32) {
                    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
            None => out.push(*byte),
        }
    }
    (out.len() < text.len()).then_some(out)
}

/// A character and the number of bytes of its escape; `None` for a character that does not matter.
type Escape = (Option<u32>, usize);

/// Reads the escape after a backslash. The backslash is dropped, and so are letters that stand for control characters.
fn backslash(rest: &[u8]) -> Escape {
    let of_letter = match rest.first() {
        Some(b'u') => of_unit(rest),
        Some(b'U') => fixed(&rest[1..], 8).map(|(character, length)| (character, length + 1)),
        Some(b'x') => fixed(&rest[1..], 2).map(|(character, length)| (character, length + 1)),
        Some(b'0'..=b'7') => {
            let digits = rest.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
            let number = digits
                .clone()
                .fold(0, |number, digit| number * 8 + u32::from(digit - b'0'));
            Some((Some(number), digits.count()))
        }
        Some(b'b' | b'f' | b'n' | b'r' | b't' | b'v') => Some((None, 1)),
        _ => None,
    };
    of_letter.unwrap_or((None, 0))
}

/// Reads `u0073`, `u{73}` or a surrogate pair.
fn of_unit(rest: &[u8]) -> Option<Escape> {
    let digits = rest.strip_prefix(b"u")?;
    if let Some(braced) = digits.strip_prefix(b"{") {
        let length = braced.iter().take(8).position(|byte| *byte == b'}')?;
        return Some((hex(&braced[..length]), length + 3));
    }
    let (first, length) = fixed(digits, 4)?;
    let low = || {
        let rest = digits.get(4..)?.get(1..)?.strip_prefix(b"u")?;
        fixed(rest, 4)?.0
    };
    match (first, low()) {
        (Some(high @ 0xD800..0xDC00), Some(low @ 0xDC00..0xE000)) => {
            Some((Some(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)), length + 7))
        }
        (first, _) => Some((first, length + 1)),
    }
}

/// Reads a fixed number of hexadecimal digits.
fn fixed(rest: &[u8], digits: usize) -> Option<Escape> {
    let number = hex(rest.get(..digits)?)?;
    Some((Some(number), digits))
}

fn hex(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// Reads an HTML reference: numeric with or without a semicolon, named with one. Named references stand for signs,
/// which do not matter, except that of the ampersand.
fn reference(rest: &[u8]) -> Option<Escape> {
    const LONGEST: usize = 32;
    let end = |digits: usize| digits + usize::from(rest.get(digits) == Some(&b';'));
    let length = |from: usize, is: fn(&u8) -> bool| {
        from + rest.iter().skip(from).take(LONGEST).take_while(|byte| is(byte)).count()
    };
    if let Some(b"#x" | b"#X") = rest.get(..2) {
        let digits = length(2, u8::is_ascii_hexdigit);
        return Some((hex(&rest[2..digits]), end(digits))).filter(|_| digits > 2);
    }
    if rest.first() == Some(&b'#') {
        let digits = length(1, u8::is_ascii_digit);
        let number = std::str::from_utf8(&rest[1..digits]).ok()?.parse().ok();
        return Some((number, end(digits))).filter(|_| digits > 1);
    }
    let name = length(0, u8::is_ascii_alphanumeric);
    let is_whole = name > 0 && rest.get(name) == Some(&b';');
    let character = (&rest[..name] == b"amp").then_some(u32::from('&'));
    is_whole.then_some((character, name + 1))
}
