//! `texlens make-pages`: makes pages from a seed.

mod error;
mod files;

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum, value_parser};
use texlens_draw::Setter;
use texlens_synthesis::{
    Answer, Corpus, Damages, Difficulty, Language, MANIFEST, MAX_CORPUS, MOST_PAGES, Order, PageFiles, PageMaker,
    REPORT, Report, Settings, Supply, Trained,
};
use texlens_tex::{Compiler, Source, Use};

use crate::failure::Failure;
use crate::terminal::{self, Form};
use crate::tex;
pub(crate) use error::MakePagesError;
use files::Folder;

/// Make pages from a seed: PDFs and images with their LaTeX and the place of every formula and glyph.
///
/// Layout, text and formulas are drawn at random. The same seed gives the same bytes on every machine. With several
/// values of --size, --columns, --dpi or --damage, each page is made with each of them, and nothing else differs between
/// these. The folder gets a
/// dataset that texlens reads (`dataset`), the layout of pdf-parse-bench (`pdf-parse-bench`), documents, places, and a
/// report of what was left out. docs/make-pages.md describes the files.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Number of pages
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = pages)]
    pages: usize,

    /// Folder for the files, created if necessary
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Formulas to use in place of the supplied ones: a text file with one formula on each line, or JSONL with `latex`
    #[arg(long, value_name = "FILE")]
    formulas: Option<PathBuf>,

    /// Use formulas of these difficulties only
    #[arg(long, value_enum, value_delimiter = ',', value_name = "LIST")]
    difficulty: Vec<DifficultyArgument>,

    /// Use formulas, too, that the glyph detector of texlens may have seen in training
    #[arg(long)]
    trained: bool,

    /// Languages of the text
    #[arg(long, value_enum, value_delimiter = ',', value_name = "LIST")]
    language: Vec<LanguageArgument>,

    /// Sizes of the type, in points, in each of which every page is made: 10, 11 or 12. Default: a size drawn for each
    /// page
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = value_parser!(u8).range(10..=12))]
    size: Vec<u8>,

    /// Numbers of columns with each of which every page is made: 1 or 2. Default: a number drawn for each page
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = value_parser!(u8).range(1..=2))]
    columns: Vec<u8>,

    /// Resolutions of the images, in dots per inch
    #[arg(long, value_delimiter = ',', value_name = "LIST", default_value = "150")]
    dpi: Vec<NonZeroU16>,

    /// Damage to the images: none, skew, blur, shadow or scan, or several joined by + for one image
    #[arg(long, value_delimiter = ',', value_name = "LIST", default_value = "none")]
    damage: Vec<Damages>,

    /// Write into a folder that is not empty; its other files stay
    #[arg(long)]
    force: bool,

    /// Folder with the TeX engine; default: $TEXLENS_TEX, or `tex` beside this program
    #[arg(long, value_name = "DIR")]
    tex: Option<PathBuf>,
}

/// Reads the number of pages.
fn pages(text: &str) -> Result<usize, String> {
    let pages: usize = text.parse().map_err(|_| "name a number of pages".to_owned())?;
    match pages {
        1..=MOST_PAGES => Ok(pages),
        _ => Err(format!("name 1 to {MOST_PAGES} pages")),
    }
}

/// A language of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LanguageArgument {
    English,
    German,
    French,
    Spanish,
}

impl From<LanguageArgument> for Language {
    fn from(language: LanguageArgument) -> Self {
        match language {
            LanguageArgument::English => Self::English,
            LanguageArgument::German => Self::German,
            LanguageArgument::French => Self::French,
            LanguageArgument::Spanish => Self::Spanish,
        }
    }
}

/// A difficulty of formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DifficultyArgument {
    /// Complexity up to 20
    Simple,
    /// Complexity from 21 to 45
    Average,
    /// Complexity from 46
    Hard,
}

impl From<DifficultyArgument> for Difficulty {
    fn from(difficulty: DifficultyArgument) -> Self {
        match difficulty {
            DifficultyArgument::Simple => Self::Simple,
            DifficultyArgument::Average => Self::Average,
            DifficultyArgument::Hard => Self::Hard,
        }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let order = arguments.order();
    let read = arguments.corpus()?;
    let reading = read.omitted.clone();
    let corpus = order.choose(read);
    if corpus.formulas().is_empty() {
        return Err(MakePagesError::NothingChosen.into());
    }
    let supply = Supply::new(&corpus);
    let compiler = Compiler::open(&tex::folder(arguments.tex.as_deref()), &[Use::Dvi, Use::DocumentDvi])?;
    let setter = Setter::new(&compiler);
    let folder = Folder::create(&arguments.out, arguments.force)?;
    let mut report = Report::default();
    let mut manifest = String::new();
    for index in 0..order.pages {
        let maker = PageMaker::new(&supply, &order.settings, index);
        let made = maker.make(|document| {
            let (set, log) = setter.logged(&Source::document(document))?;
            Ok::<_, Failure>(Answer::new(set.compilation, set.pages, log))
        })?;
        match made {
            Ok(variants) => {
                for page in &variants {
                    let files = PageFiles::of(page, &order).map_err(MakePagesError::Png)?;
                    manifest.push_str(&files.manifest);
                    folder.write_page(files)?;
                    report.add(page, &supply);
                }
            }
            Err(error) => {
                terminal::say(format_args!("{error}"));
                report.add_failure(error.to_string());
            }
        }
    }
    folder.write(MANIFEST, manifest.as_bytes())?;
    folder.write(REPORT, report.to_json(&order.settings, &supply, &reading).as_bytes())?;
    let mut out = terminal::output(Form::Text);
    let left_out = reading.total() + report.omitted();
    writeln!(
        out,
        "{} pages with {} formulas written to {}. Formulas left out: {left_out}. Formulas that the detector may have seen in training: {}.",
        report.pages(),
        report.formulas(),
        arguments.out.display(),
        report.trained(),
    )
    .and_then(|()| out.flush())
    .map_err(Failure::Write)?;
    Ok(ExitCode::from(u8::from(report.has_failures())))
}

impl Arguments {
    fn order(&self) -> Order {
        let mut settings = Settings::new(self.seed);
        if !self.language.is_empty() {
            settings.languages = self.language.iter().copied().map(Language::from).collect();
        }
        settings.sizes = distinct(&self.size);
        settings.columns = distinct(&self.columns);
        let resolutions: Vec<u16> = self.dpi.iter().copied().map(NonZeroU16::get).collect();
        Order {
            settings,
            pages: self.pages,
            difficulties: self.difficulty.iter().copied().map(Difficulty::from).collect(),
            trained: self.trained,
            pictures: Order::pictures(&resolutions, &self.damage),
        }
    }

    fn corpus(&self) -> Result<Corpus, Failure> {
        Ok(match &self.formulas {
            None => Corpus::bundled().map_err(MakePagesError::Corpus)?,
            Some(path) => {
                let file = read_limited(path).map_err(|error| MakePagesError::Read {
                    path: path.clone(),
                    error,
                })?;
                Corpus::parse(&file, &Trained::bundled()).map_err(MakePagesError::Corpus)?
            }
        })
    }
}

/// Returns each value once.
fn distinct(values: &[u8]) -> Vec<u8> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(value) {
            distinct.push(*value);
        }
    }
    distinct
}

/// Reads a file up to one byte more than a corpus may have.
fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path)?;
    io::Read::read_to_end(&mut io::Read::take(file, MAX_CORPUS as u64 + 1), &mut bytes)?;
    Ok(bytes)
}
