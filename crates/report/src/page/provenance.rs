use maud::{Markup, html};
use texlens_evaluate::Provenance;

use super::layout::Layout;

/// Writes how the evaluation was made.
pub(super) fn section(provenance: &Provenance, layout: Layout) -> Markup {
    html! {
        h2 #made { "How this was made" }
        dl {
            dt { "texlens" } dd { (provenance.texlens) }
            dt { "Created" } dd { (date(&provenance.created)) }
            dt { "Execution provider" } dd { (provenance.provider.as_deref().unwrap_or("none, no model was run")) }
            dt { "Model" }
            dd {
                @match &provenance.model {
                    Some(hash) => { "SHA-256 " code.hash { (hash) } },
                    None => "none",
                }
            }
        }
        @if !provenance.files.is_empty() {
            h3 { "Files" }
            dl {
                @for files in &provenance.files {
                    dt { (files.what) }
                    dd { (files.count) " " (if files.count == 1 { "file" } else { "files" }) ", SHA-256 " code.hash { (files.sha256) } }
                }
            }
        }
        @if !provenance.settings.is_empty() {
            h3 { "Settings" }
            dl {
                @for setting in &provenance.settings { dt { code { (setting.name) } } dd { (setting.value) } }
            }
        }
        p.note {
            @match layout {
                Layout::OneFile => {
                    "This page is complete in itself: it needs no network, and reads without scripts. Drop it into texlens to open the evaluation again; "
                    "its data are in the page as JSON."
                },
                Layout::Folder => "These pages need no network but the files beside them, and read without scripts.",
            }
        }
    }
}

/// Formats `2026-11-20T21:04:05Z` as `2026-11-20 21:04:05 UTC`; returns any other text unchanged.
pub(super) fn date(created: &str) -> String {
    match created.strip_suffix('Z').and_then(|time| time.split_once('T')) {
        Some((day, time)) => format!("{day} {time} UTC"),
        None => created.to_owned(),
    }
}
