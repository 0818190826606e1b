//! The page of the documentation about the settings has the labels and sentences of the app.
//! `TEXLENS_UPDATE=1 cargo test -p texlens-workspace --test settings_page` writes it.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::path::Path;

use texlens_workspace::state::{Setting, State, Topic};
use texlens_workspace::words::settings as words;

const HEAD: &str = "# Settings

*Settings*, at the top of the app, shows these settings by topic. A change applies at once and can be undone. The command
sets those of the metrics with `--set ID=VALUE`. Saved evaluations list the settings of the metrics with their ids.

This page is written by a test from the labels and sentences of the app.
";

fn row(setting: &Setting) -> String {
    let (label, about) = words::of(setting.id);
    let default = words::value(setting.id, &setting.default);
    let escaped = |text: &str| text.replace('|', "\\|");
    // A command of LaTeX is code, in the page as in the app.
    let label = label.split(' ').map(|word| match word.strip_prefix('\\') {
        Some(name) => format!(
            "`\\{}`{}",
            name.trim_end_matches(','),
            if name.ends_with(',') { "," } else { "" }
        ),
        None => word.to_owned(),
    });
    let label: Vec<String> = label.collect();
    format!(
        "| {} | `{}` | {} | {} |\n",
        escaped(&label.join(" ")),
        setting.id,
        default,
        escaped(about)
    )
}

fn page() -> String {
    let settings = State::default().all_settings();
    let mut page = HEAD.to_owned();
    for topic in Topic::ALL {
        let listed: Vec<&Setting> = settings.iter().filter(|setting| setting.topic == topic).collect();
        let _ = write!(page, "\n## {}\n\n", words::topic(topic));
        if listed.is_empty() {
            page.push_str("*Storage & offline* shows what the browser stores, and deletes it. It asks before it deletes what cannot be restored.\n");
            continue;
        }
        if listed.iter().any(|setting| setting.changes_scores) {
            let _ = write!(
                page,
                "Settings with a dot and the id of a metric change scores. {}\n\n",
                words::SCORES_NOTE
            );
        }
        page.push_str("| setting | id | default | what it does, and when to change it |\n| --- | --- | --- | --- |\n");
        page.extend(listed.into_iter().map(row));
    }
    page
}

#[test]
fn the_page_has_the_settings_of_the_app() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/settings.md");
    if std::env::var_os("TEXLENS_UPDATE").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, page(), "write the page with TEXLENS_UPDATE=1");
}
