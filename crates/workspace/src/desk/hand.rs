//! Makes samples from the plan.

use texlens_dataset::{
    Encoding, FileId, NAMELESS, Part, Passage, Picture as Planned, Problem, RatingRecord, ReadError, Sample, TextError,
    decode_as, is_html, latin1_line, read_ratings, strip, tags, to_latex, with_line_feeds,
};
use texlens_evaluate::{NotATest, PageTests, SystemVerdicts, TestLine};

use super::{Desk, Opened, files_of, is_document, start_of};
use crate::brought::{Brought, Draft, Given, Rated, Ratings, Refusal, Report, Stripped, Text, Undecoded};
use crate::desk::picture::look;
use crate::messages::pdf::Pages;
use crate::naming;
use crate::picture::{PdfPage, Picture};

/// Number of characters of a removed remark to show.
const REMOVED: usize = 400;

impl Desk {
    /// Hands over the next samples until there is `enough` or files are missing. Also returns how much was handed over
    /// so far, and how much there is in all.
    pub fn hand(&mut self, enough: impl Fn(&Brought) -> bool) -> (Brought, usize, usize) {
        let mut brought = Brought::default();
        let (reports, ratings) = (self.plan.reports.len(), self.plan.ratings.len());
        let total = reports + ratings + self.plan.samples.len();
        if self.done == 0 && self.plan.is_empty() {
            brought.refusals.extend(self.left_over());
        }
        while self.done < total && self.can_hand() && !enough(&brought) {
            // Lists are limited to far fewer items.
            let index = u32::try_from(self.done).unwrap_or(u32::MAX);
            if let Some(&file) = self.plan.reports.get(self.done) {
                match self.report(file) {
                    Ok(report) => brought.reports.push(Report { index, ..report }),
                    Err(refusal) => brought.refusals.push(refusal),
                }
            } else if let Some(&file) = self.plan.ratings.get(self.done - reports) {
                match self.ratings(file) {
                    Ok(ratings) => brought.ratings.push(ratings),
                    Err(refusal) => brought.refusals.push(refusal),
                }
            } else if let Some(sample) = self.next_sample() {
                let draft = self.draft(sample, &mut brought);
                brought.drafts.extend(Some(draft).filter(|draft| !draft.is_empty()));
            }
            self.done += 1;
        }
        (brought, self.done, total)
    }

    /// Returns the unused files with the reasons.
    fn left_over(&self) -> impl Iterator<Item = Refusal> {
        let left = self.plan.left_over.iter();
        left.map(|left| Refusal::new(&self.short(self.plan.path(left.file)), &left.why.to_string()))
    }

    fn report(&self, file: FileId) -> Result<Report, Refusal> {
        let refuse = |reason: String| Refusal::new(&self.short(self.plan.path(file)), &reason);
        let limit = texlens_report::MAX_BYTES as u64;
        let text = self
            .listing
            .read_text(file, limit)
            .map_err(|error| refuse(error.to_string()))?;
        let evaluation = if is_html(self.plan.path(file)) {
            texlens_report::from_html(&text)
        } else {
            texlens_report::from_folder(&text, |path| {
                let image = self.listing.find_beside(file, path)?;
                self.listing.read(image, limit).ok()
            })
        };
        let evaluation =
            evaluation.map_err(|error| refuse(format!("not a saved evaluation that can be opened: {error}")))?;
        Ok(evaluation.into())
    }

    /// Reads people's ratings. A rating without a system belongs to the only system. The files do not show whether
    /// there is only one, so the name stays empty here.
    fn ratings(&self, file: FileId) -> Result<Ratings, Refusal> {
        let name = self.short(self.plan.path(file));
        let limits = self.listing.limits();
        let text = self.listing.read_text(file, limits.table_bytes);
        let text = text.map_err(|error| Refusal::new(&name, &error.to_string()))?;
        let records = read_ratings(&name, text, &[""], limits);
        let records = records.map_err(|error| {
            let line = error.line.map(|line| format!("line {line}: ")).unwrap_or_default();
            Refusal::new(&name, &format!("{line}{}", error.problem))
        })?;
        let rated = |record: RatingRecord| Rated {
            id: record.id,
            system: record.system,
            rater: record.rater,
            rating: record.rating,
        };
        Ok(Ratings {
            ratings: records.into_iter().map(rated).collect(),
            name,
        })
    }

    /// Makes a sample's draft. Adds a refusal for each part that cannot be used.
    fn draft(&self, sample: &Sample, brought: &mut Brought) -> Draft {
        let mut draft = Draft {
            name: sample.id.clone(),
            index: u32::try_from(self.done).unwrap_or(u32::MAX),
            kind: sample.kind,
            document: sample.document.clone(),
            is_leaf: (sample.document.as_ref()).is_some_and(|document| self.documents.contains_key(document)),
            page: sample.page,
            tags: tags::words(&sample.tags),
            sides_by_order: sample.sides_by_order,
            is_of_dataset: self.is_of_dataset,
            ..Draft::default()
        };
        let alone = draft.clone();
        if let Some(passage) = &sample.reference {
            let of = |latex| {
                let origin = self.label(passage);
                Text { origin, latex }
            };
            match self.reference(passage, sample, brought) {
                Ok(latex) => draft.reference = Some(of(latex)),
                Err(refusal) => {
                    let with = |latex| Draft {
                        reference: Some(of(latex)),
                        ..alone.clone()
                    };
                    let latin1 = self.latin1(passage, sample, with);
                    brought.refusals.push(Refusal { latin1, ..refusal });
                }
            }
        }
        // For a single sample, the file name says more than a word that stands for no system.
        let is_single = self.plan.samples.len() == 1;
        for prediction in &sample.predictions {
            let system = self.plan.systems.get(prediction.system);
            let of = |latex| Given {
                name: self.name(sample, system),
                system: match system {
                    Some(name) if name == NAMELESS && is_single => self.label(&prediction.text),
                    name => name.cloned().unwrap_or_default(),
                },
                latex,
            };
            match self.latex(&prediction.text, sample, brought) {
                Ok(latex) => draft.predictions.push(of(latex)),
                Err(refusal) => {
                    let with = |latex| Draft {
                        predictions: vec![of(latex)],
                        ..alone.clone()
                    };
                    let latin1 = self.latin1(&prediction.text, sample, with);
                    brought.refusals.push(Refusal { latin1, ..refusal });
                }
            }
        }
        let refusals = &mut brought.refusals;
        draft.missing = self.silent(sample).cloned().collect();
        draft.predictions.extend(self.silent(sample).map(|system| Given {
            name: self.name(sample, Some(system)),
            system: system.clone(),
            latex: String::new(),
        }));
        if sample.is_tested() {
            draft.unit_tests = self.unit_tests(sample, refusals);
        }
        if let Some(picture) = &sample.image {
            match self.pictures(picture) {
                Ok(Pictures::One(picture)) => draft.image = Some(picture),
                Ok(Pictures::All(sheets)) => draft.sheets = sheets,
                Err(reason) => refusals.push(Refusal::new(&self.short(self.plan.path(picture.file)), &reason)),
            }
        }
        draft
    }

    /// Runs the unit tests of a sample on the predictions of every system.
    fn unit_tests(&self, sample: &Sample, refusals: &mut Vec<Refusal>) -> Vec<SystemVerdicts> {
        let lines = sample.tests.iter().map(|listed| TestLine {
            path: self.plan.path(listed.file),
            line: listed.line,
            text: self.listing.record(*listed).map_err(|problem| problem.to_string()),
        });
        let (mut page, wrong) = PageTests::read(&sample.id, lines, sample.baseline_of.as_deref());
        refusals.extend(wrong.into_iter().map(|NotATest { path, line, why }| {
            Refusal::new(&self.short(path), &format!("line {line} is not a test: {why}"))
        }));
        for (system, name) in self.plan.systems.iter().enumerate() {
            page.add(name, sample.repeats_of(system).map(|passage| self.text(passage)));
        }
        page.verdicts()
    }

    /// Returns the text of a passage, or the error in its file.
    fn text(&self, passage: &Passage) -> Result<String, String> {
        let text = self.listing.passage(passage);
        text.map_err(|problem| format!("{} {problem}", self.label(passage)))
    }

    /// Returns the systems that have predictions for other pages of the sample's document, but not for this page. These
    /// predictions count as missing.
    fn silent(&self, sample: &Sample) -> impl Iterator<Item = &String> {
        let document = sample.document.as_ref().and_then(|name| self.documents.get(name));
        let speaks = |system: usize| sample.predictions.iter().any(|given| given.system == system);
        let silent = document.into_iter().flatten().filter(move |system| !speaks(**system));
        silent.filter_map(|system| self.plan.systems.get(*system))
    }

    /// Returns the name of a sample with the prediction of a system.
    fn name(&self, sample: &Sample, system: Option<&String>) -> String {
        match system {
            Some(system) if self.plan.systems.len() > 1 => naming::read_by(&sample.id, system),
            _ => sample.id.clone(),
        }
    }

    fn latex(&self, passage: &Passage, sample: &Sample, brought: &mut Brought) -> Result<String, Refusal> {
        let text = self.listing.passage(passage);
        let text = text.map_err(|problem| Refusal::new(&self.label(passage), &problem.to_string()))?;
        if self.texts.whole_answers {
            return Ok(to_latex(&text, passage.syntax, sample.kind).into_owned());
        }
        let answer = strip(&text, passage.syntax);
        if answer.is_stripped {
            let shown = |removed: &&str| start_of(removed, REMOVED);
            brought.stripped.push(Stripped {
                name: self.label(passage),
                removed: answer.removed.iter().map(shown).collect(),
            });
        }
        Ok(to_latex(&answer.text, passage.syntax, sample.kind).into_owned())
    }

    /// Returns the text of a file that is not Unicode as it would be in Latin-1, in a draft.
    fn latin1(
        &self,
        passage: &Passage,
        sample: &Sample,
        draft: impl FnOnce(String) -> Draft,
    ) -> Option<Box<Undecoded>> {
        let is_undecoded =
            |problem: &Problem| matches!(problem, Problem::Read(ReadError::Text(TextError::NotUtf8 { .. })));
        if passage.part != Part::Whole
            || !self
                .listing
                .passage(passage)
                .is_err_and(|problem| is_undecoded(&problem))
        {
            return None;
        }
        let bytes = self.listing.read(passage.file, self.listing.limits().text_bytes).ok()?;
        let line = latin1_line(&bytes)?;
        let text = decode_as(bytes, Encoding::Latin1).map(with_line_feeds).ok()?;
        let text = if self.texts.whole_answers {
            text
        } else {
            strip(&text, passage.syntax).text.into_owned()
        };
        let latex = to_latex(&text, passage.syntax, sample.kind).into_owned();
        let import = Some(self.import);
        Some(Box::new(Undecoded {
            line,
            draft: draft(latex),
            import,
        }))
    }

    /// Reads a reference. Unlike a prediction, which may be empty because systems fail, a reference must not be empty.
    fn reference(&self, passage: &Passage, sample: &Sample, brought: &mut Brought) -> Result<String, Refusal> {
        let latex = self.latex(passage, sample, brought)?;
        if latex.trim().is_empty() {
            return Err(Refusal::new(
                &self.label(passage),
                "is empty; check that it was saved or downloaded completely",
            ));
        }
        Ok(latex)
    }

    /// Returns the page images of a sample.
    fn pictures(&self, planned: &Planned) -> Result<Pictures, String> {
        if !is_document(self.plan.path(planned.file)) {
            let limit = self.listing.limits().file_bytes;
            let blob = self
                .listing
                .blob(planned.file, limit)
                .map_err(|error| error.to_string())?;
            return look(blob).map(Pictures::One).map_err(|error| error.to_string());
        }
        let Opened { pdf, pages } = self.pdfs.get(&planned.file).ok_or("it was not opened; add it again")?;
        let Pages { dpi, sizes } = pages.as_ref().map_err(Clone::clone)?;
        let sheet = |number: u32| {
            let size = sizes.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
            let pdf = pdf.clone();
            let page = PdfPage { pdf, number, dpi: *dpi };
            Some(Picture::of_page(page, *size))
        };
        let Some(wanted) = planned.page else {
            let sheets = self.pages_of(planned.file).into_iter().filter_map(sheet);
            return Ok(Pictures::All(sheets.collect()));
        };
        let missing = || format!("there is no page {wanted}: the document has {}", sizes.len());
        sheet(wanted).map(Pictures::One).ok_or_else(missing)
    }

    /// Returns whether the files of the next item have arrived, so that it can be handed over.
    #[must_use]
    pub fn can_hand(&self) -> bool {
        let next_report = self.plan.reports.get(self.done);
        let mut images = next_report
            .and_then(|report| self.plan.report_images.get(report))
            .into_iter()
            .flatten();
        let awaits_image = images.any(|file| self.awaited.contains(*file));
        !awaits_image && self.next_sample().is_none_or(|sample| !self.awaits(sample))
    }

    /// Returns the next sample, if the next item is a sample.
    fn next_sample(&self) -> Option<&Sample> {
        let before = self.plan.reports.len() + self.plan.ratings.len();
        self.plan.samples.get(self.done.checked_sub(before)?)
    }

    fn awaits(&self, sample: &Sample) -> bool {
        files_of(sample).any(|file| self.awaited.contains(file))
    }
}

/// The page images of a sample.
enum Pictures {
    One(Picture),
    /// Pages of a PDF file.
    All(Vec<Picture>),
}
