//! Listings of files in memory, and plans as text.

#![allow(dead_code, reason = "each test uses some of it")]

use std::fmt::Write;
use std::rc::Rc;

use texlens_dataset::{Choices, Limits, Listing, Part, Passage, Plan, plan};

/// Returns a listing of these files, with the usual limits.
pub(crate) fn listing(files: &[(&str, &str)]) -> Listing {
    let mut listing = Listing::new(Limits::default());
    for (path, text) in files {
        listing.add(path, Rc::new(text.as_bytes().to_vec()));
    }
    listing
}

/// Returns the plan of files whose content does not matter.
pub(crate) fn plan_of(paths: &[&str]) -> Plan {
    let files: Vec<(&str, &str)> = paths.iter().map(|path| (*path, "x")).collect();
    plan(&listing(&files), &Choices::default())
}

/// Returns a plan as text for people: a line for each sample, file left over and notice.
pub(crate) fn show(plan: &Plan) -> String {
    let mut shown = String::new();
    for sample in &plan.samples {
        let _ = write!(shown, "{}:", sample.id);
        if let Some(document) = &sample.document {
            let _ = write!(shown, " page {} of {document}", sample.page.unwrap_or_default());
        }
        if let Some(image) = &sample.image {
            let _ = write!(shown, " image={}", plan.path(image.file));
        }
        if let Some(reference) = &sample.reference {
            let _ = write!(shown, " reference={}", show_passage(plan, reference));
        }
        for prediction in &sample.predictions {
            let text = show_passage(plan, &prediction.text);
            let _ = write!(shown, " {}={text}", plan.systems[prediction.system]);
        }
        shown.push('\n');
        for problem in &sample.problems {
            let _ = writeln!(shown, "  ! {problem}");
        }
    }
    for left in &plan.left_over {
        let _ = writeln!(shown, "- {}: {}", plan.path(left.file), left.why);
    }
    for notice in &plan.notices.list {
        let _ = writeln!(shown, "! {notice}");
    }
    shown
}

fn show_passage(plan: &Plan, passage: &Passage) -> String {
    let path = plan.path(passage.file);
    match &passage.part {
        Part::Whole => path.to_owned(),
        Part::Assembled { .. } => match passage.part.line() {
            Some(line) => format!("{path}:{line} put together"),
            None => format!("{path} put together"),
        },
        Part::Parsed { by, record, page } => {
            let line = record.as_ref().map_or(String::new(), |(_, line)| format!(":{line}"));
            let page = page.map_or(String::new(), |page| format!(" page {page}"));
            format!("{path}{line} ({by}{page})")
        }
        Part::Field { line, pointer, .. } => format!("{path}:{line}{pointer}"),
    }
}
