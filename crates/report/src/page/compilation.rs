use maud::{Markup, html};
use texlens_vocabulary::{Compilation, TexError};

/// Writes whether the prediction compiles, and its errors.
pub(super) fn section(compilation: &Compilation) -> Markup {
    html! {
        h3 { "Compilation" }
        p.note { (verdict(compilation)) }
        @if !compilation.errors.is_empty() {
            div.scroll tabindex="0" role="region" aria-label="Errors" {
                table.errors {
                    thead { tr {
                        th scope="col" { "Line" }
                        th scope="col" { "Error" }
                        th scope="col" { "What to do" }
                    } }
                    tbody { @for error in &compilation.errors { (row(error)) } }
                }
            }
            @let more = compilation.error_count.saturating_sub(compilation.errors.len());
            @if more > 0 { p.note { "and " (more) " more" } }
        }
    }
}

fn verdict(compilation: &Compilation) -> String {
    let pages = counted(compilation.pages as usize, "page");
    let errors = counted(compilation.error_count, "error");
    match compilation {
        Compilation { compiles: true, .. } => format!("Compiles to {pages}."),
        Compilation { fatal: true, .. } => format!("Does not compile: stops before the end, with {errors}."),
        Compilation { error_count: 0, .. } => "Does not compile: no page comes out.".to_owned(),
        _ => format!("Does not compile: {errors}; {pages} still produced."),
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn row(error: &TexError) -> Markup {
    let diagnostic = &error.diagnostic;
    html! {
        tr {
            td.number { (place(error)) }
            td {
                p { (diagnostic.message) }
                @if !error.excerpt.is_empty() { code.excerpt { (error.excerpt) } }
            }
            td { (diagnostic.advice) }
        }
    }
}

/// Returns line and column in the form that editors use.
fn place(error: &TexError) -> String {
    match (error.line, error.column) {
        (Some(line), Some(column)) => format!("{line}:{column}"),
        (Some(line), None) => line.to_string(),
        (None, _) => "–".to_owned(),
    }
}
