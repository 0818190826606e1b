//! Sets each formula alone with pdfTeX, and draws it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use texlens_ocr::PageGlyphs;

use super::list::Candidate;
use super::mend::moved;
use crate::arguments::Arguments;
use crate::dataset::{Dataset, write};
use crate::truth::{self, Truth};

/// Resolution of the true glyphs, in dpi.
pub(super) const DPI: f32 = truth::DPI;
/// Space around a formula, in points.
const MARGIN: f32 = 4.0;
/// Points per inch.
const INCH: f32 = 72.27;
/// More formulas than are asked for are set first, since some have errors.
const SPARE: usize = 2;
/// The set-ups of fonts.
const SETUPS: &str = "xtask/ocr-eval";

/// Formulas that pdfTeX sets without an error.
pub(super) struct Crops {
    fonts: String,
    hashes: Vec<String>,
    /// The LaTeX of each formula.
    pub(super) formulas: Vec<String>,
    /// The true glyphs of each formula.
    pub(super) truth: Vec<PageGlyphs>,
}

impl Crops {
    /// Sets the first formulas that have no errors.
    pub(super) fn set(candidates: Vec<Candidate>, arguments: &Arguments, folder: &Path) -> Result<Self> {
        let preamble = preamble(&arguments.fonts)?;
        let mut kept: Vec<Candidate> = candidates
            .into_iter()
            .map(|found| Candidate {
                latex: as_part(&found.latex),
                ..found
            })
            .filter(|found| is_balanced(&found.latex))
            .take(SPARE * arguments.formulas)
            .collect();
        let place = folder.join("doc");
        let failed = failed(&tex(&place, &preamble, &kept, "pdf")?);
        let mut at = 0..;
        kept.retain(|_| !failed.contains(&at.next().unwrap_or_default()));
        kept.truncate(arguments.formulas);
        ensure!(
            kept.len() == arguments.formulas,
            "only {} formulas of the list can be set; ask for fewer with --formulas",
            kept.len()
        );
        for output in ["pdf", "dvi"] {
            let log = tex(&place, &preamble, &kept, output)?;
            ensure!(
                self::failed(&log).is_empty(),
                "a formula that could be set fails beside the others"
            );
        }
        let dvi = GzEncoder::new(fs::File::create(place.join(truth::FILE))?, Compression::fast());
        let mut dvi = std::io::BufWriter::new(dvi);
        std::io::Write::write_all(&mut dvi, &fs::read(place.join("doc.dvi"))?)?;
        dvi.into_inner().map_err(|error| error.into_error())?.finish()?;
        let crops = Self {
            fonts: arguments.fonts.clone(),
            hashes: kept.iter().map(|found| found.hash.clone()).collect(),
            formulas: kept.into_iter().map(|found| found.latex).collect(),
            truth: Vec::new(),
        };
        let drawn = crops.draw(DPI as u32, folder)?;
        fs::copy(place.join(truth::FILE), drawn.join("doc").join(truth::FILE))?;
        let dataset = Dataset::open(&drawn, &[])?;
        let truth = Truth::read(&dataset)?;
        let inch = DPI * (1.0 - MARGIN / INCH);
        let truth = dataset
            .pages
            .iter()
            .map(|page| {
                let glyphs = truth.of(page).with_context(|| format!("{}: no true glyphs", page.id))?;
                Ok(moved(glyphs, inch))
            })
            .collect::<Result<_>>()?;
        Ok(Self { truth, ..crops })
    }

    /// Draws the formulas as a dataset, whose folder is returned.
    pub(super) fn draw(&self, dpi: u32, folder: &Path) -> Result<PathBuf> {
        let drawn = folder.join(dpi.to_string());
        if drawn.exists() {
            return Ok(drawn);
        }
        let images = drawn.join("doc");
        fs::create_dir_all(&images)?;
        let mut command = Command::new("pdftocairo");
        command.args(["-png", "-gray", "-r", &dpi.to_string()]);
        let status = command
            .arg(folder.join("doc/doc.pdf"))
            .arg(images.join("page"))
            .status()
            .context("pdftocairo")?;
        ensure!(status.success(), "pdftocairo: {status}");
        let mut files: Vec<PathBuf> = fs::read_dir(&images)?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_>>()?;
        files.sort();
        ensure!(
            files.len() == self.formulas.len(),
            "{} images of {} formulas",
            files.len(),
            self.formulas.len()
        );
        let mut manifest = String::new();
        for (number, (image, (hash, latex))) in files.iter().zip(self.hashes.iter().zip(&self.formulas)).enumerate() {
            let line = serde_json::json!({
                "id": format!("{}-{dpi}-{hash}", self.fonts),
                "document": "doc",
                "page": number + 1,
                "image": image.strip_prefix(&drawn)?,
                "reference": format!("doc/{hash}.tex"),
            });
            writeln!(manifest, "{line}")?;
            write(
                &images.join(format!("{hash}.tex")),
                format!("\\[{latex}\\]\n").as_bytes(),
            )?;
        }
        write(&drawn.join("manifest.jsonl"), manifest.as_bytes())?;
        Ok(drawn)
    }
}

/// Returns the packages of a set-up of fonts that pdfTeX can set, as `anew.py` knows it.
fn preamble(fonts: &str) -> Result<String> {
    let code = "import anew, sys; program, fonts = anew.SETUPS[sys.argv[1]]; print(program, fonts)";
    let output = Command::new("python3")
        .args(["-c", code, fonts])
        .env("PYTHONPATH", SETUPS)
        .output()
        .context("python3")?;
    ensure!(
        output.status.success(),
        "{fonts}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let printed = String::from_utf8(output.stdout)?;
    match printed.trim().split_once(' ').unwrap_or((printed.trim(), "")) {
        ("pdflatex", fonts) => Ok(fonts.to_owned()),
        _ => bail!("{fonts}: no set-up of pdfTeX in {SETUPS}/anew.py"),
    }
}

/// Returns a formula as a part of a formula in text: displays become the environments that stand inside one.
fn as_part(latex: &str) -> String {
    let mut latex = latex.trim().to_owned();
    for (display, part) in [
        ("align*", "aligned"),
        ("align", "aligned"),
        ("split", "aligned"),
        ("gather*", "gathered"),
        ("gather", "gathered"),
    ] {
        for end in ["begin", "end"] {
            latex = latex.replace(&format!("\\{end}{{{display}}}"), &format!("\\{end}{{{part}}}"));
        }
    }
    latex
}

/// Reports whether braces are in pairs, so that an error of a formula stays its own.
fn is_balanced(latex: &str) -> bool {
    let mut depth = 0_i32;
    let mut is_escaped = false;
    for c in latex.chars() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// Sets the formulas, each on a page that it fills but for the margin; returns the log.
fn tex(folder: &Path, preamble: &str, formulas: &[Candidate], output: &str) -> Result<String> {
    let mut text = format!(
        "\\documentclass{{article}}\n{preamble}\n\\usepackage{{amsmath,amssymb,array}}\n\\newbox\\crop\n\\begin{{document}}\n\
         \\output={{\\setbox0\\box255 \\deadcycles=0 }}\\hoffset=0pt \\voffset=0pt \\pdfhorigin={MARGIN}pt \\pdfvorigin={MARGIN}pt\n"
    );
    for (number, formula) in formulas.iter().enumerate() {
        let twice = 2.0 * MARGIN;
        writeln!(
            text,
            "\\message{{^^J<formula {number}>^^J}}\n\\setbox\\crop\\hbox{{$\\displaystyle {}$}}\n\
             \\pdfpagewidth=\\dimexpr\\wd\\crop+{twice}pt\\relax\n\
             \\pdfpageheight=\\dimexpr\\ht\\crop+\\dp\\crop+{twice}pt\\relax\n\\shipout\\vbox{{\\box\\crop}}\\par\\noindent\\null\\par",
            formula.latex
        )?;
    }
    text.push_str("\\end{document}\n");
    write(&folder.join("doc.tex"), text.as_bytes())?;
    let output = Command::new("pdflatex")
        .args([
            "-interaction=nonstopmode",
            &format!("-output-format={output}"),
            "doc.tex",
        ])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .context("pdflatex")?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the numbers of the formulas with errors.
fn failed(log: &str) -> BTreeSet<usize> {
    let mut failed = BTreeSet::new();
    let mut current: Option<usize> = None;
    for line in log.lines() {
        let number = line.strip_prefix("<formula ").and_then(|rest| rest.strip_suffix('>'));
        current = number.and_then(|number| number.parse().ok()).or(current);
        if line.starts_with("! ") {
            failed.extend(current);
        }
    }
    failed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displays_become_parts() {
        assert_eq!(
            as_part("\\begin{align*} a &= b \\end{align*}"),
            "\\begin{aligned} a &= b \\end{aligned}"
        );
        assert_eq!(as_part(" x "), "x");
    }

    #[test]
    fn braces_are_counted_as_tex_does() {
        assert!(is_balanced("\\{ x^{2}"));
        assert!(!is_balanced("x^{2"));
        assert!(!is_balanced("}{"));
    }

    #[test]
    fn errors_belong_to_the_formula_before_them() {
        let log = "<formula 0>\n[1]\n<formula 1>\n! Undefined control sequence.\nl.9 \\x\n<formula 2>\n";
        assert_eq!(failed(log), [1].into());
    }
}
