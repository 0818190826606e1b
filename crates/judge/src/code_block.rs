//! The only code block in a model's answer.

/// Returns the lines in the only code block of an answer: three or more backticks or tildes, lines, and the same marks
/// again. Any language may be named, and words may stand around the block. Nothing is guessed: an answer without a
/// block, with several blocks, or with a block that does not end is invalid.
///
/// # Errors
/// The error in the answer, in words for the model.
pub fn code_block(answer: &str) -> Result<&str, String> {
    match texlens_latex::fences(answer).as_slice() {
        [] => Err("it has no code block".to_owned()),
        [fence] if !fence.closed => Err("its code block does not end".to_owned()),
        [fence] => Ok(answer.get(fence.body.clone()).unwrap_or_default()),
        fences => Err(format!("it has {} code blocks", fences.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_block_is_taken_as_it_is() {
        for (answer, code) in [
            ("```latex\n\\section{A}\n\n```", "\\section{A}\n\n"),
            ("Here it is:\n~~~\n$x$\n~~~\nIt compiles.\n", "$x$\n"),
            ("````tex\n```\n````", "```\n"),
            ("```\n```", ""),
        ] {
            assert_eq!(code_block(answer), Ok(code), "{answer}");
        }
    }

    #[test]
    fn other_numbers_of_blocks_are_invalid() {
        for (answer, error) in [
            ("", "it has no code block"),
            ("\\section{A}", "it has no code block"),
            ("Use `\\section{A}`.", "it has no code block"),
            ("```latex\n\\section{A}", "its code block does not end"),
            ("```\na\n```\nor\n```\nb\n```", "it has 2 code blocks"),
        ] {
            assert_eq!(code_block(answer), Err(error.to_owned()), "{answer}");
        }
    }
}
