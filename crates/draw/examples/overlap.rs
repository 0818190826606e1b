//! Measures how far drawings agree with those of pdfLaTeX and `pdftocairo`:
//!
//!     cargo run --release -p texlens-draw --features native,png --example overlap -- --pages FILE... --formulas FILE
//!
//! Both sides set the same body with the same preamble. The overlap of two images is the sum of the smaller grey values
//! of all pixels, divided by the sum of the larger ones (intersection over union); ink counts, paper does not. Needs
//! `pdflatex` and `pdftocairo`. Without the fonts of Debian's `cm-super`, pdfLaTeX draws bitmaps, which differ.
//! `docs/compilation.md` has the results.
#![allow(clippy::print_stdout, reason = "tables for people")]

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use texlens_draw::{PAPER, Setter};
use texlens_tex::{Compiler, Use};

/// The preamble.
const PREAMBLE: &str = include_str!("../../../xtask/tex/formats/preamble.tex");
/// What precedes and what follows a formula.
const DISPLAY: [&str; 2] = [
    "\\pagestyle{empty}\\fontencoding{OT1}\\selectfont\n\\begin{displaymath}\n",
    "\n\\end{displaymath}\n",
];
/// The date of the engine, in seconds since 1970.
const DATE: &str = "1700000000";
/// Links have frames in PDF files, which are annotations and no ink of TeX.
const WITHOUT_FRAMES: &str = "\\hypersetup{hidelinks}";

#[derive(Parser)]
struct Arguments {
    /// Bodies of documents
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pages: Vec<PathBuf>,
    /// File of formulas: lines of `inline` or `display`, a tab, and a formula
    #[arg(long, value_name = "FILE")]
    formulas: Option<PathBuf>,
    /// Maximum number of pages and of formulas, evenly spread over those that are given
    #[arg(long, default_value_t = 500)]
    count: usize,
    /// Resolution in dots per inch
    #[arg(long, default_value_t = 300)]
    dpi: u32,
    /// List the cases whose overlap is smaller
    #[arg(long, default_value_t = 0.98)]
    least: f64,
    /// Folder of the engine's files
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/tex"))]
    tex: PathBuf,
    /// Folder for the files of pdfLaTeX, which is emptied; the images of listed cases stay in it
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/overlap"))]
    work: PathBuf,
}

/// A text that both sides set.
struct Case {
    name: String,
    body: String,
}

/// The grey values of a page's ink, 0 for paper; rows from the top.
struct Ink {
    width: usize,
    values: Vec<u8>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let compiler = Compiler::open(&arguments.tex, &[Use::Dvi])?;
    let setter = Setter::new(&compiler);
    if arguments.work.exists() {
        fs::remove_dir_all(&arguments.work)?;
    }
    fs::create_dir_all(&arguments.work)?;
    for (kind, cases) in [("pages", pages(&arguments)?), ("formulas", formulas(&arguments)?)] {
        let mut overlaps = Vec::new();
        for (index, case) in spread(cases, arguments.count).into_iter().enumerate() {
            let Some(overlap) = measure(&case, &setter, &arguments, &format!("{kind}-{index}"))? else {
                println!("not compared: {}", case.name);
                continue;
            };
            if overlap < arguments.least {
                println!("{overlap:.4} {kind}-{index} {}", case.name);
            }
            overlaps.push(overlap);
        }
        print(kind, &mut overlaps, arguments.least);
    }
    Ok(())
}

fn print(kind: &str, overlaps: &mut [f64], least: f64) {
    overlaps.sort_by(f64::total_cmp);
    let (Some(first), count) = (overlaps.first(), overlaps.len()) else {
        return;
    };
    let mean = overlaps.iter().sum::<f64>() / count as f64;
    let enough = overlaps.iter().filter(|overlap| **overlap >= least).count();
    println!("{count} {kind}: mean {mean:.4}, lowest {first:.4}, {enough} at least {least}");
}

fn pages(arguments: &Arguments) -> Result<Vec<Case>> {
    let page = |path: &PathBuf| {
        Ok(Case {
            name: path.display().to_string(),
            body: fs::read_to_string(path).with_context(|| path.display().to_string())?,
        })
    };
    arguments.pages.iter().map(page).collect()
}

fn formulas(arguments: &Arguments) -> Result<Vec<Case>> {
    let Some(path) = &arguments.formulas else {
        return Ok(Vec::new());
    };
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let [before, after] = DISPLAY;
    let formulas = text.lines().filter_map(|line| Some(line.split_once('\t')?.1));
    Ok(formulas
        .map(|formula| Case {
            name: formula.to_owned(),
            body: [before, formula, after].concat(),
        })
        .collect())
}

/// Returns at most `count` of the cases, at equal distances.
fn spread(cases: Vec<Case>, count: usize) -> Vec<Case> {
    let all = cases.len().max(1);
    let is_chosen = |index: usize| index * count / all != (index + 1) * count / all;
    let chosen = cases
        .into_iter()
        .enumerate()
        .filter(|(index, _)| all <= count || is_chosen(*index));
    chosen.map(|(_, case)| case).collect()
}

/// Returns the overlap of both sides, or `None` if the text has errors or leaves no ink.
fn measure(case: &Case, setter: &Setter<'_>, arguments: &Arguments, stem: &str) -> Result<Option<f64>> {
    let set = setter.body(&case.body)?;
    let drawn = draw(&case.body, arguments)?;
    if !set.compilation.compiles || drawn.is_empty() {
        return Ok(None);
    }
    let mut own = Vec::with_capacity(set.pages.len());
    for page in &set.pages {
        let pixels = page.to_pixels(PAPER, arguments.dpi.into())?;
        own.push(Ink {
            width: pixels.width,
            values: pixels.rgb.iter().map(|colour| 255 - grey(*colour)).collect(),
        });
    }
    let overlap = overlap(&own, &drawn);
    if overlap.is_some_and(|overlap| overlap < arguments.least) {
        for (index, page) in set.pages.iter().enumerate() {
            let png = page.to_png(PAPER, arguments.dpi.into())?;
            fs::write(arguments.work.join(format!("{stem}-{index}-own.png")), png)?;
            if let (Some(own), Some(drawn)) = (own.get(index), drawn.get(index)) {
                write_difference(
                    own,
                    drawn,
                    &arguments.work.join(format!("{stem}-{index}-difference.png")),
                )?;
            }
        }
        fs::write(arguments.work.join(format!("{stem}.tex")), &case.body)?;
    }
    Ok(overlap)
}

/// Returns the grey value of a colour as cairo's tools and video standards weight its components.
fn grey([red, green, blue]: [u8; 3]) -> u8 {
    ((u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114 + 500) / 1000) as u8
}

/// Returns the intersection of the ink of all pages divided by its union; `None` without ink.
fn overlap(own: &[Ink], drawn: &[Ink]) -> Option<f64> {
    let (mut intersection, mut union) = (0_u64, 0_u64);
    let blank = Ink {
        width: 1,
        values: Vec::new(),
    };
    for index in 0..own.len().max(drawn.len()) {
        let (own, drawn) = (own.get(index).unwrap_or(&blank), drawn.get(index).unwrap_or(&blank));
        let mut rows = (own.values.chunks(own.width), drawn.values.chunks(drawn.width));
        loop {
            let (a, b) = (rows.0.next(), rows.1.next());
            if a.is_none() && b.is_none() {
                break;
            }
            let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
            for column in 0..a.len().max(b.len()) {
                let value = |row: &[u8]| u64::from(row.get(column).copied().unwrap_or(0));
                intersection += value(a).min(value(b));
                union += value(a).max(value(b));
            }
        }
    }
    (union > 0).then(|| intersection as f64 / union as f64)
}

/// Writes a page on which ink of ours alone is red, and ink of the other side alone is blue.
fn write_difference(own: &Ink, drawn: &Ink, path: &Path) -> Result<()> {
    if own.width != drawn.width {
        return Ok(());
    }
    let pixels = own.values.iter().zip(&drawn.values);
    let pixels: Vec<u8> = pixels
        .flat_map(|(own, drawn)| {
            let (own, drawn) = (255 - own, 255 - drawn);
            [drawn, own.min(drawn), own]
        })
        .collect();
    let rows = (pixels.len() / 3 / own.width.max(1)) as u32;
    let mut encoder = png::Encoder::new(fs::File::create(path)?, own.width as u32, rows);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}

/// Draws a body by pdfLaTeX and `pdftocairo`; no page if it does not compile.
fn draw(body: &str, arguments: &Arguments) -> Result<Vec<Ink>> {
    let work = &arguments.work;
    let old = fs::read_dir(work)?.collect::<Result<Vec<_>, _>>()?;
    for path in old.iter().map(fs::DirEntry::path) {
        if path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("body"))
        {
            fs::remove_file(path)?;
        }
    }
    let text = format!("{PREAMBLE}{WITHOUT_FRAMES}\n\\begin{{document}}\n{body}\n\\end{{document}}\n");
    fs::write(work.join("body.tex"), text)?;
    let options = ["-interaction=nonstopmode", "-no-shell-escape", "body.tex"];
    let compiles = run(Command::new("pdflatex")
        .args(options)
        .env("SOURCE_DATE_EPOCH", DATE)
        .env("FORCE_SOURCE_DATE", "1")
        .current_dir(work))?;
    // Without a page, the file is missing or empty.
    let has_pages = fs::metadata(work.join("body.pdf")).is_ok_and(|file| file.len() > 0);
    if !compiles || !has_pages {
        return Ok(Vec::new());
    }
    let dpi = arguments.dpi.to_string();
    let drawn = run(Command::new("pdftocairo")
        .args(["-png", "-gray", "-r", &dpi, "body.pdf", "body"])
        .current_dir(work))?;
    ensure!(drawn, "pdftocairo cannot draw {}/body.pdf", work.display());
    let files = fs::read_dir(work)?.collect::<Result<Vec<_>, _>>()?;
    let mut images: Vec<PathBuf> = files.iter().map(fs::DirEntry::path).collect();
    images.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("body-") && name.ends_with(".png")
    });
    images.sort();
    images.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<Ink> {
    let mut reader = png::Decoder::new(BufReader::new(fs::File::open(path)?)).read_info()?;
    let mut values = vec![0; reader.output_buffer_size().context("an image that is too large")?];
    let image = reader.next_frame(&mut values)?;
    ensure!(
        (image.color_type, image.bit_depth) == (png::ColorType::Grayscale, png::BitDepth::Eight),
        "{} is not grey",
        path.display()
    );
    values.truncate(image.buffer_size());
    for value in &mut values {
        *value = 255 - *value;
    }
    Ok(Ink {
        width: image.width as usize,
        values,
    })
}

/// Runs a program to its end and returns whether it reports success.
fn run(command: &mut Command) -> Result<bool> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    Ok(status.with_context(|| format!("{name} cannot be run"))?.success())
}
