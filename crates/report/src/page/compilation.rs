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
                    tbody { @for places in compilation.repeated_errors() { (row(compilation, &places)) } }
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

/// Maximum number of places of a repeated error that are not folded.
const MAX_PLACES: usize = 3;

/// Writes an error with all of its places.
fn row(compilation: &Compilation, places: &[usize]) -> Markup {
    let errors: Vec<&TexError> = places
        .iter()
        .filter_map(|index| compilation.errors.get(*index))
        .collect();
    let listed: Vec<String> = errors.iter().map(|error| place(error)).collect();
    let Some(first) = errors.first() else { return html! {} };
    let diagnostic = &first.diagnostic;
    html! {
        tr {
            td.number {
                @if listed.len() <= MAX_PLACES {
                    (listed.join(", "))
                } @else {
                    (listed.first().map_or("", String::as_str))
                    details { summary { "all " (listed.len()) } (listed.join(", ")) }
                }
            }
            td {
                p {
                    (diagnostic.message)
                    @if errors.len() > 1 { " " span.remark { (errors.len()) " times" } }
                }
                @if !first.excerpt.is_empty() { code.excerpt { (first.excerpt) } }
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
