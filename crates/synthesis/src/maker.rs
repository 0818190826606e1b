//! Makes a page, step by step: it gives a document to compile, and gets the engine's answer.
//!
//! Section 3.2 of the paper appends one block after another, compiles after each, and replaces a block that does not fit
//! or leads to warnings. The result here is the same, with fewer runs: a draft has blocks for more than a page, and one
//! run tells about all of them. Flawed blocks are replaced until there are none. The blocks on the first page stay; then
//! further ones are tried at its end.
//!
//! A page with variants is made in the one that holds least. Its blocks are then set in the others ([`Variants`]).

use std::collections::{BTreeSet, VecDeque};

use texlens_draw::Drawing;
use texlens_stats::Choices;
use texlens_vocabulary::Compilation;

use crate::answer::{Answer, Flaw, Verdict};
use crate::block::{Block, BlockKind};
use crate::document::{Marked, marked};
use crate::formula::Unfit;
use crate::layout::Layout;
use crate::limits::MOST_RUNS;
use crate::material::{Material, Supply};
use crate::page::MadePage;
use crate::place::{Span, spans};
use crate::segment::SegmentKind;
use crate::settings::Settings;
use crate::stream::block_stream;
use crate::tally::Tally;
use crate::variants::Variants;

/// Lines of the page for each block of the first draft, and the part of a page that the draft has beyond a page.
const LINES_PER_BLOCK: usize = 4;
/// Number of drafts of which no block compiles, after which the layout is at fault and not the blocks.
const MOST_LOST_DRAFTS: usize = 1;
/// Maximum number of further blocks that are tried at the end of a page.
const TRIES: usize = 3;

/// A page being made. [`PageMaker::document`] is to be compiled; [`PageMaker::answer`] takes the result.
#[derive(Debug)]
pub struct PageMaker<'s> {
    index: usize,
    seed: u64,
    /// The layout of the document to compile.
    layout: Layout,
    variants: Variants,
    material: Material<'s>,
    bibliography: Option<Block>,
    /// The number of blocks drawn so far.
    serial: u64,
    /// The blocks of the document to compile, without the bibliography.
    blocks: Vec<Block>,
    document: Marked,
    stage: Stage,
    runs: usize,
    /// The number of drafts of which no block compiles.
    lost_drafts: usize,
    tally: Tally,
}

/// The outcome of an answer.
#[derive(Debug)]
pub enum Progress {
    /// There is another document to compile.
    Again,
    /// The page is made: once, or in each of its variants, in the order of the settings.
    Made(Vec<MadePage>),
}

/// The reason why a page cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// Too many runs of the engine were not enough.
    #[error("page {page} is not finished after {runs} runs of the engine; leave out formulas that do not compile")]
    TooManyRuns {
        /// The number of the page, from 1.
        page: usize,
        /// The number of runs.
        runs: usize,
    },
    /// The engine fails whatever the blocks are.
    #[error(
        "page {page}: the TeX engine fails with every block ({message}); check the folder of the engine with `texlens compile`"
    )]
    Layout {
        /// The number of the page, from 1.
        page: usize,
        /// The engine's first error.
        message: String,
    },
}

#[derive(Debug)]
enum Stage {
    /// Blocks for more than a page.
    Draft,
    /// Parts of a draft, to find the block in which the engine gives up.
    Probe {
        draft: Vec<Block>,
        current: Vec<usize>,
        waiting: Vec<Vec<usize>>,
        faulty: Vec<usize>,
    },
    /// The blocks of the page, and one that is tried at its end.
    End {
        base: Vec<Block>,
        options: VecDeque<Block>,
        tries: usize,
        best: Option<Best>,
    },
    /// The blocks of the page, in one variant after another.
    Variants { made: Vec<Option<Best>> },
}

#[derive(Debug)]
struct Best {
    blocks: Vec<Block>,
    document: Marked,
    drawing: Drawing,
}

impl<'s> PageMaker<'s> {
    /// Starts a page. Pages are independent of each other: `index`, from 0, is all that differs.
    #[must_use]
    pub fn new(supply: &'s Supply<'s>, settings: &Settings, index: usize) -> Self {
        let mut choices = Choices::new(settings.seed, block_stream(index, 0));
        let drawn = Layout::draw(&mut choices, &settings.languages);
        let variants = Variants::new(&drawn, settings);
        let layout = variants
            .order()
            .next()
            .and_then(|index| variants.layout(index))
            .cloned()
            .unwrap_or(drawn);
        let has_bibliography = choices.chance(1, 4) && !layout.class.has_chapters();
        let entries = if has_bibliography { choices.between(2, 4) } else { 0 };
        let material = Material {
            supply,
            language: layout.language,
            entries,
            avoided: BTreeSet::new(),
            high: BTreeSet::new(),
        };
        let bibliography = (entries > 0).then(|| Block::bibliography(&mut choices, &material));
        let mut maker = Self {
            index,
            seed: settings.seed,
            layout,
            variants,
            material,
            bibliography,
            serial: 0,
            blocks: Vec::new(),
            document: Marked::default(),
            stage: Stage::Draft,
            runs: 0,
            lost_drafts: 0,
            tally: Tally::default(),
        };
        maker.extend();
        maker.write();
        maker
    }

    /// Makes the page: compiles one document after the other with `set`, until the page is full. Returns the page in all
    /// of its variants. The inner error is that of this page alone; others can still be made.
    ///
    /// # Errors
    ///
    /// The error of `set`, which ends the run.
    pub fn make<E>(
        mut self,
        mut set: impl FnMut(&str) -> Result<Answer, E>,
    ) -> Result<Result<Vec<MadePage>, MakeError>, E> {
        loop {
            match self.answer(set(self.document())?) {
                Ok(Progress::Again) => {}
                Ok(Progress::Made(variants)) => return Ok(Ok(variants)),
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// Returns the document to compile: LaTeX with a preamble.
    #[must_use]
    pub fn document(&self) -> &str {
        &self.document.text
    }

    /// Returns the layout of the page.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Takes the engine's answer to the document.
    ///
    /// # Errors
    ///
    /// If the page cannot be made.
    pub fn answer(&mut self, answer: Answer) -> Result<Progress, MakeError> {
        self.runs += 1;
        let page = self.index + 1;
        if self.runs > MOST_RUNS * self.variants.count() {
            return Err(MakeError::TooManyRuns {
                page,
                runs: self.runs - 1,
            });
        }
        let made = match std::mem::replace(&mut self.stage, Stage::Draft) {
            Stage::Draft => {
                self.draft(&answer)?;
                None
            }
            Stage::Probe {
                draft,
                current,
                waiting,
                faulty,
            } => {
                self.probe(&answer, draft, &current, waiting, faulty);
                None
            }
            Stage::End {
                base,
                options,
                tries,
                best,
            } => self
                .end(answer, base, options, tries, best)
                .and_then(|best| self.start_variants(best)),
            Stage::Variants { made } => self.variant(answer, made)?,
        };
        Ok(match made {
            None => {
                self.write();
                Progress::Again
            }
            Some(made) => Progress::Made(self.pages(made)),
        })
    }

    /// Returns the pages, from what the engine made of each variant.
    fn pages(&mut self, made: Vec<Best>) -> Vec<MadePage> {
        self.tally.runs = self.runs;
        let named = self.variants.named().zip(made);
        let page = |((layout, name), best): ((&Layout, &str), Best)| {
            MadePage::new(
                self.index,
                name.to_owned(),
                layout.clone(),
                best.blocks,
                best.document.segments.len(),
                best.drawing,
                // All variants are made together: the first has what happened.
                std::mem::take(&mut self.tally),
            )
        };
        named.map(page).collect()
    }

    /// Draws another block.
    fn next_block(&mut self) -> Block {
        self.serial += 1;
        let mut choices = Choices::new(self.seed, block_stream(self.index, self.serial));
        let block = Block::draw(&mut choices, &mut self.material);
        self.tally.tried += block.formulas().count();
        block
    }

    /// Adds blocks for about a page and a third.
    fn extend(&mut self) {
        let count = self.layout.lines() / LINES_PER_BLOCK;
        for _ in 0..count.max(4) {
            let block = self.next_block();
            self.blocks.push(block);
        }
    }

    /// Writes the document of the current blocks.
    fn write(&mut self) {
        let mut blocks = self.blocks.clone();
        blocks.extend(self.bibliography.clone());
        self.document = marked(&self.layout, &blocks, self.material.entries);
    }

    fn verdict(&self, answer: &Answer) -> Verdict {
        let kinds: Vec<SegmentKind> = self.segment_kinds();
        Verdict::of(&self.document, &kinds, answer)
    }

    fn segment_kinds(&self) -> Vec<SegmentKind> {
        let blocks = self.blocks.iter().chain(&self.bibliography);
        blocks.flat_map(Block::segments).map(|segment| segment.kind).collect()
    }

    /// Judges a draft: replaces its flawed blocks, extends it, or goes on to the end of the page.
    fn draft(&mut self, answer: &Answer) -> Result<(), MakeError> {
        let verdict = self.verdict(answer);
        if verdict.is_unexplained && verdict.flaws.values().all(|flaw| *flaw != Flaw::Error) {
            return self.start_probe(answer);
        }
        self.learn(&verdict);
        if verdict.flaws.get(&self.blocks.len()) == Some(&Flaw::Error) {
            self.drop_bibliography();
            return Ok(());
        }
        let flaws: Vec<(usize, Flaw)> = verdict
            .flaws
            .into_iter()
            .filter(|(block, _)| *block < self.blocks.len())
            .collect();
        if !flaws.is_empty() {
            for (block, flaw) in flaws {
                self.replace(block, flaw);
            }
            return Ok(());
        }
        let spans = spans(&answer.pages, self.document.segments.len());
        let Some(first_out) = self.first_out(&spans) else {
            self.extend();
            return Ok(());
        };
        self.start_end(first_out, &spans);
        Ok(())
    }

    /// Leaves out a bibliography that does not compile in this layout, and the citations of its entries.
    fn drop_bibliography(&mut self) {
        self.bibliography = None;
        self.material.entries = 0;
        let is_citation = |block: &Block| block.kind == BlockKind::Citation;
        let citations: Vec<usize> = (0..)
            .zip(&self.blocks)
            .filter(|(_, block)| is_citation(block))
            .map(|(index, _)| index)
            .collect();
        for block in citations {
            self.replace(block, Flaw::Error);
        }
    }

    /// Returns the first block that is not whole on the first page; `None` if all are, so that there may be room.
    fn first_out(&self, spans: &[Option<Span>]) -> Option<usize> {
        let is_out = |segment: &usize| {
            spans
                .get(*segment)
                .and_then(Option::as_ref)
                .is_none_or(|span| span.page > 0 || span.last_page > 0)
        };
        let segment = (0..self.document.segments.len()).find(is_out)?;
        let block = *self.document.blocks.get(segment)?;
        (block < self.blocks.len()).then_some(block)
    }

    /// Leaves the blocks of the first page, and chooses those that may fit behind them.
    fn start_end(&mut self, first_out: usize, spans: &[Option<Span>]) {
        let later = self.blocks.split_off(first_out);
        let base = std::mem::take(&mut self.blocks);
        let extent = |block: usize| {
            let of_block =
                (0..self.document.segments.len()).filter(|segment| self.document.blocks.get(*segment) == Some(&block));
            let spans: Option<Vec<&Span>> = of_block.map(|segment| spans.get(segment)?.as_ref()).collect();
            let spans = spans?;
            let top = spans.iter().map(|span| span.top).reduce(f64::min)?;
            let bottom = spans.iter().map(|span| span.bottom).reduce(f64::max)?;
            Some((top, bottom))
        };
        let line = f64::from(self.layout.size) * 1.2 * f64::from(self.layout.spacing) / 100.0;
        let end = first_out
            .checked_sub(1)
            .and_then(extent)
            .map_or(0.0, |(_, bottom)| bottom);
        let taken = self
            .bibliography
            .as_ref()
            .map_or(0.0, |_| line * (self.material.entries as f64 + 2.0));
        let room = self.layout.lower_edge() - end - taken;
        let options = later
            .into_iter()
            .enumerate()
            .skip(1)
            .filter(|(index, _)| extent(first_out + index).is_some_and(|(top, bottom)| bottom - top + line < room));
        let options: VecDeque<Block> = options.map(|(_, block)| block).collect();
        self.try_next(base, options, 0, None);
    }

    /// Puts the next block that is tried at the end of the page.
    fn try_next(&mut self, base: Vec<Block>, mut options: VecDeque<Block>, tries: usize, best: Option<Best>) {
        self.blocks = best.as_ref().map_or(&base, |best| &best.blocks).clone();
        if tries < TRIES {
            self.blocks.extend(options.pop_front());
        } else {
            options.clear();
        }
        self.stage = Stage::End {
            base,
            options,
            tries: tries + 1,
            best,
        };
    }

    /// Judges a document that may be the page.
    fn end(
        &mut self,
        answer: Answer,
        mut base: Vec<Block>,
        options: VecDeque<Block>,
        tries: usize,
        mut best: Option<Best>,
    ) -> Option<Best> {
        let verdict = self.verdict(&answer);
        let Answer { compilation, pages, .. } = answer;
        let is_page =
            compilation.compiles && pages.len() == 1 && verdict.flaws.keys().all(|block| *block >= self.blocks.len());
        let is_base = self.blocks.len() == base.len();
        if is_page {
            let drawing = pages.into_iter().next()?;
            best = Some(Best {
                blocks: self.blocks.iter().chain(&self.bibliography).cloned().collect(),
                document: std::mem::take(&mut self.document),
                drawing,
            });
            if options.is_empty() || tries >= TRIES {
                return best;
            }
            // What follows is appended to the blocks that fit.
            base = std::mem::take(&mut self.blocks);
            self.try_next(base, options, tries, None);
            if let Stage::End { best: kept, .. } = &mut self.stage {
                *kept = best;
            }
            return None;
        }
        if best.is_some() && (options.is_empty() || tries >= TRIES) {
            return best;
        }
        if is_base {
            // Even the blocks of the draft's first page do not fit: the bibliography takes their room.
            base.pop();
        }
        match best {
            Some(kept) => {
                self.try_next(base, options, tries, None);
                if let Stage::End { best, .. } = &mut self.stage {
                    *best = Some(kept);
                }
            }
            None => self.try_next(base, options, tries, None),
        }
        None
    }

    /// Takes the page as the first of its variants, and goes on with the next. Returns all of them if there is no other.
    fn start_variants(&mut self, mut best: Best) -> Option<Vec<Best>> {
        if self.variants.count() == 1 {
            return Some(vec![best]);
        }
        self.blocks = std::mem::take(&mut best.blocks);
        if self.bibliography.is_some() {
            self.blocks.pop();
        }
        let mut made: Vec<Option<Best>> = self.variants.named().map(|_| None).collect();
        if let Some(first) = self.variants.order().next().and_then(|index| made.get_mut(index)) {
            *first = Some(best);
        }
        self.next_variant(made)
    }

    /// Goes on with the next variant that is to be made. Returns all of them if there is none.
    fn next_variant(&mut self, made: Vec<Option<Best>>) -> Option<Vec<Best>> {
        let next = self
            .variants
            .order()
            .find(|index| made.get(*index).is_some_and(Option::is_none));
        let Some(layout) = next.and_then(|index| self.variants.layout(index)) else {
            let blocks: Vec<Block> = self.blocks.iter().chain(&self.bibliography).cloned().collect();
            let whole = |best: Best| Best {
                blocks: blocks.clone(),
                ..best
            };
            return Some(made.into_iter().flatten().map(whole).collect());
        };
        self.layout = layout.clone();
        self.stage = Stage::Variants { made };
        None
    }

    /// Judges the blocks of the page in a variant. Flawed blocks are replaced, and the last one is left out if there is
    /// more than a page. All variants are then made anew, so that they have the same blocks.
    fn variant(&mut self, answer: Answer, mut made: Vec<Option<Best>>) -> Result<Option<Vec<Best>>, MakeError> {
        let verdict = self.verdict(&answer);
        self.learn(&verdict);
        let count = self.blocks.len();
        let has_faulty_bibliography = verdict.flaws.get(&count) == Some(&Flaw::Error);
        let flaws: Vec<(usize, Flaw)> = verdict.flaws.into_iter().filter(|(block, _)| *block < count).collect();
        let Answer { compilation, pages, .. } = answer;
        if flaws.is_empty() && compilation.compiles && pages.len() == 1 {
            let current = self
                .variants
                .order()
                .find(|index| made.get(*index).is_some_and(Option::is_none));
            if let (Some(place), Some(drawing)) =
                (current.and_then(|index| made.get_mut(index)), pages.into_iter().next())
            {
                *place = Some(Best {
                    blocks: Vec::new(),
                    document: std::mem::take(&mut self.document),
                    drawing,
                });
            }
            return Ok(self.next_variant(made));
        }
        if has_faulty_bibliography {
            self.drop_bibliography();
        }
        let is_explained = has_faulty_bibliography || !flaws.is_empty();
        for (block, flaw) in flaws {
            self.replace(block, flaw);
        }
        // Too many blocks, or an error that the engine blames on none: the last one goes.
        if !is_explained && self.blocks.pop().is_none() {
            return Err(self.lost(&compilation));
        }
        Ok(self.next_variant(made.iter().map(|_| None).collect()))
    }

    /// Returns the error of a page on which no block is possible.
    fn lost(&self, compilation: &Compilation) -> MakeError {
        let error = compilation.errors.first();
        MakeError::Layout {
            page: self.index + 1,
            message: error.map_or("no page", |error| &error.diagnostic.message).to_owned(),
        }
    }

    /// Divides a draft in which the engine gives up without saying where.
    fn start_probe(&mut self, answer: &Answer) -> Result<(), MakeError> {
        let draft = std::mem::take(&mut self.blocks);
        if self.lost_drafts >= MOST_LOST_DRAFTS {
            return Err(self.lost(&answer.compilation));
        }
        let waiting = halves(&(0..draft.len()).collect::<Vec<_>>());
        self.next_probe(draft, waiting, Vec::new());
        Ok(())
    }

    fn next_probe(&mut self, draft: Vec<Block>, mut waiting: Vec<Vec<usize>>, faulty: Vec<usize>) {
        match waiting.pop() {
            Some(current) => {
                self.blocks = current.iter().filter_map(|index| draft.get(*index)).cloned().collect();
                self.stage = Stage::Probe {
                    draft,
                    current,
                    waiting,
                    faulty,
                };
            }
            None => {
                self.lost_drafts += usize::from(faulty.len() == draft.len());
                self.blocks = draft;
                for block in faulty {
                    self.replace(block, Flaw::Error);
                }
                self.stage = Stage::Draft;
            }
        }
    }

    fn probe(
        &mut self,
        answer: &Answer,
        draft: Vec<Block>,
        current: &[usize],
        mut waiting: Vec<Vec<usize>>,
        mut faulty: Vec<usize>,
    ) {
        let verdict = self.verdict(answer);
        if verdict.is_unexplained {
            match current {
                [block] => {
                    let message = answer
                        .compilation
                        .errors
                        .first()
                        .map_or("the engine gives up", |error| &error.diagnostic.message);
                    self.omit_block(draft.get(*block), message);
                    faulty.push(*block);
                }
                _ => waiting.extend(halves(current)),
            }
        } else {
            self.learn(&verdict);
            let blocks = verdict.flaws.iter().filter(|(_, flaw)| **flaw == Flaw::Error);
            faulty.extend(blocks.filter_map(|(block, _)| current.get(*block)));
        }
        self.next_probe(draft, waiting, faulty);
    }

    /// Remembers which formulas are not to be tried again.
    fn learn(&mut self, verdict: &Verdict) {
        let segments: Vec<Vec<usize>> = self
            .blocks
            .iter()
            .flat_map(Block::segments)
            .map(|segment| segment.formulas.clone())
            .collect();
        for segment in &verdict.high {
            self.material.high.extend(segments.get(*segment).into_iter().flatten());
        }
        for (segment, message) in &verdict.errors {
            // Of several formulas in a display, the engine does not say which is at fault.
            if let Some([formula]) = segments.get(*segment).map(Vec::as_slice) {
                self.omit(*formula, message);
            }
        }
    }

    fn omit(&mut self, formula: usize, message: &str) {
        if let Some(formula) = self.material.supply.corpus().formulas().get(formula) {
            let message = message.chars().take(200).collect();
            self.tally
                .omitted
                .add(None, &formula.latex, Unfit::Compilation(message));
        }
    }

    fn omit_block(&mut self, block: Option<&Block>, message: &str) {
        let formulas: Vec<usize> = block.into_iter().flat_map(Block::formulas).collect();
        if let [formula] = formulas.as_slice() {
            self.omit(*formula, message);
        }
    }

    /// Replaces a block by a new one. Its formulas are not tried again on this page if it has an error; otherwise they
    /// may come in another block.
    fn replace(&mut self, block: usize, flaw: Flaw) {
        let new = self.next_block();
        *self.tally.replaced.entry(flaw).or_default() += 1;
        let Some(place) = self.blocks.get_mut(block) else {
            return;
        };
        let old = std::mem::replace(place, new);
        if flaw != Flaw::Error {
            for formula in old.formulas() {
                self.material.avoided.remove(&formula);
            }
        }
    }
}

fn halves(blocks: &[usize]) -> Vec<Vec<usize>> {
    let (first, second) = blocks.split_at(blocks.len() / 2);
    // The last is taken first.
    [second, first]
        .into_iter()
        .filter(|half| !half.is_empty())
        .map(<[usize]>::to_vec)
        .collect()
}
