//! The plan of an import in sentences.

use texlens_dataset::{Layout, Overview, Recognised};

use super::count;
use crate::messages::import::Summary;

/// The reader of Parquet and Arrow files is not there.
pub const READER_UNAVAILABLE: &str = "is not read, since the part of the app that reads tables could not be loaded; check \
                                      the network, and that the app is still being served, and import it again";

/// A table has broken the reader.
pub const TABLE_BREAKS_READER: &str = "is damaged in a way that the reader does not survive, or takes too much memory; \
                                       write it again, or split it";

/// The reader is broken.
pub const READER_BROKEN: &str = "is not read, since another table has broken the reader; import it alone";

/// Returns the numbers of samples by kind.
#[must_use]
pub fn samples(summary: &Summary) -> String {
    let Summary { overview, pdfs, .. } = summary;
    let pages = overview.samples - overview.formulas - pdfs.documents;
    let mut parts = Vec::new();
    if pdfs.documents > 0 {
        let (documents, pages) = (count(pdfs.documents, "PDF"), count(pdfs.pages, "page"));
        parts.push(format!("{documents} of {pages}"));
    }
    if pages > 0 {
        let of = match overview.documents {
            0 => String::new(),
            documents => format!(" of {}", count(documents, "document")),
        };
        parts.push(format!("{}{of}", count(pages, "page")));
    }
    if overview.formulas > 0 {
        parts.push(count(overview.formulas, "formula"));
    }
    if overview.reports > 0 {
        parts.push(count(overview.reports, "saved evaluation"));
    }
    match parts.as_slice() {
        [] => "Nothing that can be scored".to_owned(),
        parts => parts.join(", "),
    }
}

/// Returns the numbers of references, predictions and pairs to score.
#[must_use]
pub fn texts(overview: &Overview) -> String {
    let mut parts = vec![count(overview.references, "reference")];
    match overview.systems.as_slice() {
        [] => {}
        [system] => parts.push(count(system.predictions, "prediction")),
        systems => {
            let of = systems
                .iter()
                .map(|system| format!("{} {}", system.name, system.predictions));
            let of = of.collect::<Vec<_>>().join(", ");
            parts.push(format!("predictions of {} ({of})", count(systems.len(), "system")));
        }
    }
    format!("{}: {} to score", parts.join(", "), count(overview.pairs, "pair"))
}

/// Returns a sentence about the pages without a prediction.
#[must_use]
pub fn to_read(summary: &Summary) -> Option<String> {
    let verb = if summary.to_read == 1 { "is" } else { "are" };
    let pages = count(summary.to_read, "page");
    (summary.to_read > 0).then(|| format!("{pages} without a prediction {verb} read by texlens."))
}

/// Returns a layout, its folder, and the number of its samples.
#[must_use]
pub fn layout(recognised: &Recognised, root: &str) -> String {
    let Recognised {
        layout,
        folder,
        lists,
        samples,
    } = recognised;
    let folder = folder.strip_prefix(root).unwrap_or(folder).trim_start_matches('/');
    let place = if folder.is_empty() {
        String::new()
    } else {
        format!(" in {folder}")
    };
    match layout {
        Layout::Report => count(lists.len(), "saved evaluation"),
        layout => format!("{layout}{place}: {}", count(*samples, "sample")),
    }
}

#[cfg(test)]
mod tests {
    use texlens_dataset::SystemCount;

    use crate::messages::import::PdfCount;

    use super::*;

    #[test]
    fn numbers_have_their_nouns() {
        assert_eq!(count(1, "page"), "1 page");
        assert_eq!(count(1000, "page"), "1000 pages");
        assert_eq!(count(100_000, "pair"), "100,000 pairs");
    }

    #[test]
    fn a_plan_is_said_in_a_few_words() {
        let system = |name: &str, predictions| SystemCount {
            name: name.to_owned(),
            predictions,
        };
        let overview = Overview {
            samples: 26,
            formulas: 2,
            documents: 3,
            references: 25,
            pairs: 47,
            systems: vec![system("nougat", 24), system("texify", 23)],
            ..Overview::default()
        };
        let of = |overview: &Overview, pdfs: PdfCount| Summary {
            overview: overview.clone(),
            pdfs,
            ..Summary::default()
        };
        let summary = of(&overview, PdfCount::default());
        assert_eq!(samples(&summary), "24 pages of 3 documents, 2 formulas");
        let pdfs = PdfCount {
            documents: 2,
            pages: 30,
        };
        let alone = Overview {
            samples: 2,
            ..Overview::default()
        };
        assert_eq!(samples(&of(&alone, pdfs)), "2 PDFs of 30 pages");
        assert_eq!(
            texts(&overview),
            "25 references, predictions of 2 systems (nougat 24, texify 23): 47 pairs to score"
        );
        assert_eq!(samples(&Summary::default()), "Nothing that can be scored");
    }
}
