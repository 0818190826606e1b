//! Prints the plan of the import, for a user who wants to check it before anything runs.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use texlens_dataset::{Notice, Part, Passage, Plan, Sample};

use crate::failure::Failure;
use crate::terminal::{self, Form};

/// Maximum number of samples, files and notices that are printed. The JSON contains all of them.
const SHOWN: usize = 20;

/// Prints the plan. The exit code is 1 if something could not be used.
pub(super) fn print(plan: &Plan, as_json: bool) -> Result<ExitCode, Failure> {
    let mut out = terminal::output(if as_json { Form::Json } else { Form::Text });
    let written = if as_json {
        serde_json::to_writer(&mut out, plan)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(out))
    } else {
        write(plan, &mut out)
    };
    written.and_then(|()| out.flush()).map_err(Failure::Write)?;
    Ok(ExitCode::from(u8::from(plan.is_lossy())))
}

fn write(plan: &Plan, out: &mut impl Write) -> io::Result<()> {
    for layout in &plan.layouts {
        let folder = if layout.folder.is_empty() { "." } else { &layout.folder };
        writeln!(out, "{folder}: {}, {} samples", layout.layout, layout.samples)?;
    }
    let overview = plan.overview();
    writeln!(out, "{} files, {} samples", overview.files, overview.samples)?;
    writeln!(out, "  {} with an image", overview.images)?;
    writeln!(out, "  {} with a reference", overview.references)?;
    for system in &overview.systems {
        writeln!(out, "  {} with a prediction of {}", system.predictions, system.name)?;
    }
    for table in &plan.tables {
        let columns = table
            .mapping
            .columns()
            .map(|(meaning, column)| format!("{meaning}: {column}"));
        let columns = columns.collect::<Vec<_>>().join(", ");
        writeln!(out, "{}: {} records; {columns}", plan.path(table.file), table.records)?;
    }
    list("Samples", plan.samples.iter().map(|sample| line(plan, sample)), out)?;
    write_left_over(plan, out)?;
    let of_samples = plan.samples.iter().flat_map(|sample| &sample.problems);
    let (problems, notices): (Vec<&Notice>, Vec<&Notice>) = plan
        .notices
        .list
        .iter()
        .chain(of_samples)
        .partition(|notice| notice.problem.is_loss());
    list("Notices", notices.iter().map(ToString::to_string), out)?;
    let more = match plan.notices.more {
        0 => None,
        more => Some(format!("and {more} more, which are not kept")),
    };
    list("Could not be used", problems.iter().map(ToString::to_string), out)?;
    more.map_or(Ok(()), |more| writeln!(out, "  {more}"))
}

/// Describes a sample and its parts in one line.
fn line(plan: &Plan, sample: &Sample) -> String {
    let mut line = sample.id.clone();
    if let Some(image) = &sample.image {
        line += &format!("  image {}", plan.path(image.file));
    }
    if let Some(reference) = &sample.reference {
        line += &format!("  reference {}", place(plan, reference));
    }
    for prediction in &sample.predictions {
        let system = plan.systems.get(prediction.system).map_or("", String::as_str);
        line += &format!("  {system} {}", place(plan, &prediction.text));
    }
    line
}

/// Describes the place of a text: its file, and how it is read if a parser wrote blocks.
fn place(plan: &Plan, text: &Passage) -> String {
    let path = plan.path(text.file);
    match &text.part {
        Part::Parsed { by, page: None, .. } => format!("{path} ({by})"),
        Part::Parsed {
            by, page: Some(page), ..
        } => format!("{path} ({by}, page {page})"),
        Part::Whole | Part::Field { .. } | Part::Assembled { .. } => path.to_owned(),
    }
}

/// Writes the files that are left over, grouped by the reason.
fn write_left_over(plan: &Plan, out: &mut impl Write) -> io::Result<()> {
    let mut by_reason: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for left in &plan.left_over {
        by_reason
            .entry(left.why.to_string())
            .or_default()
            .push(plan.path(left.file));
    }
    for (why, paths) in by_reason {
        list(&format!("Left over: {why}"), paths.into_iter().map(str::to_owned), out)?;
    }
    Ok(())
}

fn list(title: &str, lines: impl ExactSizeIterator<Item = String>, out: &mut impl Write) -> io::Result<()> {
    let more = lines.len().saturating_sub(SHOWN);
    if lines.len() > 0 {
        writeln!(out, "\n{title}")?;
    }
    for line in lines.take(SHOWN) {
        writeln!(out, "  {line}")?;
    }
    if more > 0 {
        writeln!(out, "  and {more} more")?;
    }
    Ok(())
}
