//! The text side: a tolerant lexer and the outline of a LaTeX page.
