//! Estimates of the size of a report before it is written.

use std::io::{self, Write};

use serde::Serialize;
use texlens_evaluate::{Evaluation, SampleResult};

use crate::assets::Classes;
use crate::page::Arrangement;
use crate::{Assets, FolderFile, ReportError, ZipWriter, envelope, folder, page};

/// Number of samples that are written to estimate the size of all.
const PROBES: usize = 8;

/// Estimates the size in bytes of the page that [`to_html`](crate::to_html) would write.
///
/// The result is exact for up to 8 samples; above, it is extrapolated from 8 of them. The bytes of images count if the
/// evaluation has them; an image of `n` bytes that is added later takes `4 * ceil(n / 3)` more.
///
/// # Errors
/// [`ReportError::Assets`], and [`ReportError::Inconsistent`] if the evaluation cannot be written.
pub fn estimate(evaluation: &Evaluation, assets: &Assets) -> Result<u64, ReportError> {
    let renderer = page::renderer(assets);
    let (probes, arrangement) = (Probes::of(evaluation)?, Arrangement::of(evaluation));
    let sections = probes
        .samples
        .iter()
        .map(|(index, sample)| page::section(*index, sample, &renderer, &arrangement));
    let sections: String = sections.collect();
    let css = assets.embedded_css(&sections)?;
    let json = envelope::write(evaluation)?;
    let frame = page::one_file(evaluation, &css, &page::body(evaluation, &arrangement, &[]), &json);
    Ok(bytes(&frame) + probes.conclude(bytes(&sections)))
}

/// Estimates the size in bytes of the files of [`FolderWriter`](crate::FolderWriter) in a [`ZipWriter`], in the same
/// way as [`estimate`]. The bytes of images are not counted.
///
/// # Errors
/// The same as for [`estimate`].
pub fn estimate_zip(evaluation: &Evaluation, assets: &Assets) -> Result<u64, ReportError> {
    let renderer = page::renderer(assets);
    let (probes, arrangement) = (Probes::of(evaluation)?, Arrangement::of(evaluation));
    let (mut classes, mut samples) = (Classes::default(), ZipWriter::default());
    for (index, sample) in &probes.samples {
        let page = page::sample_page(*index, sample, evaluation, &renderer, &arrangement);
        classes.add(&page);
        samples.add(&FolderFile {
            path: page::sample_file(*index),
            bytes: page.into_bytes(),
        })?;
    }
    let mut rest = ZipWriter::default();
    for file in folder::shared_files(evaluation, &arrangement, assets, &mut classes)? {
        rest.add(&file)?;
    }
    let empty = ZipWriter::default().finish()?.len();
    let samples = samples.finish()?.len().saturating_sub(empty);
    Ok(rest.finish()?.len() as u64 + probes.conclude(samples as u64))
}

/// Samples from which the size of all is extrapolated: the output for a sample grows with its data.
struct Probes<'e> {
    samples: Vec<(usize, &'e SampleResult)>,
    /// Size of the data of these samples, in bytes.
    weight: u64,
    /// Size of the data of all samples, in bytes.
    total: u64,
}

impl<'e> Probes<'e> {
    fn of(evaluation: &'e Evaluation) -> Result<Self, ReportError> {
        let all = &evaluation.samples;
        let count = PROBES.min(all.len());
        let places = (0..count).map(|probe| probe * all.len() / count.max(1));
        let samples: Vec<(usize, &SampleResult)> = places.filter_map(|place| Some((place, all.get(place)?))).collect();
        Ok(Self {
            weight: samples
                .iter()
                .map(|(_, sample)| json_bytes(sample))
                .sum::<Result<u64, _>>()?,
            total: all.iter().map(json_bytes).sum::<Result<u64, _>>()?,
            samples,
        })
    }

    /// Extrapolates a size from the probes to all samples.
    fn conclude(&self, bytes: u64) -> u64 {
        let all = u128::from(bytes) * u128::from(self.total) / u128::from(self.weight.max(1));
        u64::try_from(all).unwrap_or(u64::MAX)
    }
}

fn bytes(text: &str) -> u64 {
    text.len() as u64
}

/// A writer that counts bytes and discards them.
#[derive(Default)]
struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the size of a value as JSON, without storing the JSON.
fn json_bytes(value: &impl Serialize) -> Result<u64, ReportError> {
    let mut counter = Counter::default();
    serde_json::to_writer(&mut counter, value).map_err(|error| ReportError::Inconsistent(error.to_string()))?;
    Ok(counter.0)
}
