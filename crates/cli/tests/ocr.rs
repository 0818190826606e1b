//! Tests of `texlens ocr` on the bundled sample pages, from image file to LaTeX.
//!
//! They need ONNX Runtime's library (`ORT_DYLIB_PATH`, or `target/lib/texlens`, where `cargo xtask setup` puts it).

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, BinaryArray, Int64Array, RecordBatch, StringArray, StructArray};
use image::{GrayImage, Luma, imageops};
use serde_json::Value;
use texlens_columnar::{FileFormat, Input, Reader, Writer};
use texlens_latex::Outline;

/// Maximum character error rate of the running text of a sample page.
const MOST_ERRORS: f64 = 0.05;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns an empty folder for this test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn ocr(inputs: &[&Path], out: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
    command
        .arg("ocr")
        .args(inputs)
        .arg("--out")
        .arg(out)
        .args(more)
        .current_dir(root())
        .output()
        .unwrap()
}

fn characters(text: &str) -> Vec<char> {
    text.chars().collect()
}

#[test]
fn a_formula_that_was_drawn_is_read_back() {
    let place = folder("formula");
    let file = place.join("formula.tex");
    let formula = r"\sum_{k=0}^n\frac{x^{2k}}{(2k)!}\leq e^{x^2}";
    fs::write(&file, formula).unwrap();
    let mut render = Command::new(env!("CARGO_BIN_EXE_texlens"));
    render
        .args(["render", "--formula", "--format", "png", "--tex"])
        .arg(root().join("www/tex"));
    assert!(render.arg(&file).status().unwrap().success());
    let read = |network: &str| {
        let out = place.join(network);
        let run = ocr(&[&place.join("formula.png")], &out, &["--network", network, "--glyphs"]);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        ["formula.tex", "formula.json"].map(|name| fs::read_to_string(out.join(name)).unwrap())
    };
    // A formula is a small image, so that the accurate network reads it.
    let [latex, glyphs] = read("auto");
    assert_eq!(latex.trim(), format!("\\[\n{formula}\n\\]"));
    assert_eq!(read("accurate")[1], glyphs);
    assert_ne!(read("fast")[1], glyphs);
}

#[test]
fn running_text_of_the_sample_pages() {
    let samples: Vec<Value> =
        serde_json::from_str(&fs::read_to_string(root().join("www/samples/samples.json")).unwrap()).unwrap();
    assert_eq!(samples.len(), 5);
    let out = folder("samples");
    let images: Vec<PathBuf> = samples
        .iter()
        .map(|s| root().join("www/samples").join(s["image"].as_str().unwrap()))
        .collect();
    let run = ocr(
        &images.iter().map(PathBuf::as_path).collect::<Vec<_>>(),
        &out,
        &["--glyphs"],
    );
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let mut table = String::new();
    let mut worst: f64 = 0.0;
    for sample in &samples {
        let read = |path: PathBuf| Outline::of(&fs::read_to_string(path).unwrap()).running_text();
        let id = sample["id"].as_str().unwrap();
        let reference = characters(&read(
            root().join("www/samples").join(sample["reference"].as_str().unwrap()),
        ));
        let stem = Path::new(sample["image"].as_str().unwrap())
            .file_stem()
            .unwrap()
            .to_str()
            .unwrap();
        let prediction = characters(&read(out.join(format!("{stem}.tex"))));
        let errors = rapidfuzz::distance::levenshtein::distance(reference.iter().copied(), prediction.iter().copied());
        let rate = errors as f64 / reference.len() as f64;
        table.push_str(&format!(
            "{id}: {errors} errors in {} characters, {rate:.4}\n",
            reference.len()
        ));
        worst = worst.max(rate);
        let glyphs: Value = serde_json::from_slice(&fs::read(out.join(format!("{stem}.json"))).unwrap()).unwrap();
        assert!(glyphs["glyphs"].as_array().unwrap().len() > 1000);
    }
    assert!(worst <= MOST_ERRORS, "{table}");
}

#[test]
fn pages_that_are_there_are_skipped() {
    let out = folder("resumed");
    fs::write(out.join("subaddresses.tex"), "kept").unwrap();
    let image = root().join("www/samples/subaddresses.png");
    assert!(ocr(&[&image], &out, &[]).status.success());
    assert_eq!(fs::read_to_string(out.join("subaddresses.tex")).unwrap(), "kept");
    assert!(ocr(&[&image], &out, &["--force"]).status.success());
    assert!(fs::read_to_string(out.join("subaddresses.tex")).unwrap().len() > 1000);
}

#[test]
fn pages_of_one_name_are_refused_before_any_is_read() {
    let place = folder("same");
    for path in ["x/p.png", "y/p.png", "y/p.2.png", "z/p.pdf", "z/q.png"] {
        fs::create_dir_all(place.join(path).parent().unwrap()).unwrap();
        fs::copy(root().join("www/samples/subaddresses.png"), place.join(path)).unwrap();
    }
    let out = place.join("out");
    let path = |name: &str| place.join(name);
    for (inputs, more) in [
        ([path("x/p.png"), path("y/p.png")], &[][..]),
        ([path("x/p.png"), path("z/p.pdf")], &[]),
        ([path("x"), path("y/p.png")], &[]),
        // The glyphs of page 2 of the document and of the other page would go to the same file.
        ([path("z/p.pdf"), path("y/p.2.png")], &["--glyphs"]),
    ] {
        let run = ocr(&[&inputs[0], &inputs[1]], &out, more);
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(said.contains("would both be written to"), "{said}");
        let written = fs::read_dir(&out).map_or(0, Iterator::count);
        assert_eq!(written, 0, "{said}");
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_links_in_the_output_folder() {
    let place = folder("links");
    let out = place.join("out");
    fs::create_dir_all(&out).unwrap();
    let mine = place.join("mine.txt");
    fs::write(&mine, "mine").unwrap();
    for name in ["subaddresses.tex.part", "subaddresses.json", "subaddresses.json.part"] {
        std::os::unix::fs::symlink(&mine, out.join(name)).unwrap();
    }
    let image = root().join("www/samples/subaddresses.png");
    let run = ocr(&[&image], &out, &["--glyphs"]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
    assert!(fs::read_to_string(out.join("subaddresses.tex")).unwrap().len() > 1000);
    let again = ocr(&[&image], &out, &[]);
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(
        said.contains("1 of 1 are already in") && said.contains("--force"),
        "{said}"
    );
}

#[test]
fn a_page_that_is_no_image_does_not_stop_the_others() {
    let out = folder("mixed");
    let wrong = out.join("wrong.png");
    fs::write(&wrong, "\\section{Not a picture}").unwrap();
    let run = ocr(&[&wrong, &root().join("www/samples/subaddresses.png")], &out, &[]);
    assert_eq!(run.status.code(), Some(1));
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("not a PNG or JPEG image, it looks like text"), "{said}");
    assert!(out.join("subaddresses.tex").exists());
}

#[test]
fn a_dataset_keeps_its_layout() {
    let dataset = folder("dataset");
    fs::copy(root().join("www/samples/subaddresses.png"), dataset.join("page.png")).unwrap();
    let line = |id: &str| {
        format!("{{\"id\":\"{id}\",\"document\":\"a\",\"page\":1,\"image\":\"page.png\",\"reference\":\"x.tex\"}}\n")
    };
    fs::write(dataset.join("manifest.jsonl"), line("a/001")).unwrap();
    let out = folder("dataset-out");
    let run = ocr(&[&dataset], &out, &[]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(out.join("a/001.tex").exists());

    fs::write(dataset.join("manifest.jsonl"), line("../outside")).unwrap();
    let run = ocr(&[&dataset], &out, &[]);
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(
        said.contains("would leave the folder") && said.contains("no page to read"),
        "{said}"
    );
}

#[test]
fn a_document_is_read_together_and_pages_that_are_there_stay() {
    let dataset = folder("document");
    fs::copy(root().join("www/samples/subaddresses.png"), dataset.join("page.png")).unwrap();
    fs::write(dataset.join("broken.png"), "nothing").unwrap();
    let line = |page: u32, image: &str| {
        format!("{{\"id\":\"a/{page}\",\"document\":\"a\",\"page\":{page},\"image\":\"{image}\"}}\n")
    };
    let manifest = [line(3, "broken.png"), line(2, "page.png"), line(1, "page.png")].concat();
    fs::write(dataset.join("manifest.jsonl"), manifest).unwrap();
    let out = folder("document-out");
    fs::create_dir_all(out.join("a")).unwrap();
    fs::write(out.join("a/1.tex"), "kept").unwrap();
    let timings = out.join("timings.jsonl");
    let run = ocr(&[&dataset], &out, &["--timings", timings.to_str().unwrap()]);
    assert_eq!(run.status.code(), Some(1));
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let pages: Vec<&str> = said.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(pages.len(), 3, "{said}");
    assert!(pages[0] == "a/1" && pages[1] == "a/2", "in order: {said}");
    assert_eq!(fs::read_to_string(out.join("a/1.tex")).unwrap(), "kept");
    assert!(fs::read_to_string(out.join("a/2.tex")).unwrap().len() > 1000);
    assert!(!out.join("a/3.tex").exists());

    let timing: Value = serde_json::from_str(&fs::read_to_string(timings).unwrap()).unwrap();
    assert_eq!((&timing["document"], &timing["pages"]), (&"a/1".into(), &2.into()));
    for stage in ["image", "preparation", "network", "tiles", "glyphs", "typesetting"] {
        assert!(timing["milliseconds"][stage].as_f64().unwrap() > 0.0, "{timing}");
    }
}

#[test]
fn images_of_a_document_without_numbers_are_read_alone() {
    let dataset = folder("numberless");
    fs::copy(root().join("www/samples/subaddresses.png"), dataset.join("page.png")).unwrap();
    let line = |id: &str| format!("{{\"id\":\"{id}\",\"document\":\"a\",\"image\":\"page.png\"}}\n");
    fs::write(dataset.join("manifest.jsonl"), [line("a-1"), line("a-2")].concat()).unwrap();
    let out = folder("numberless-out");
    let timings = out.join("timings.jsonl");
    let run = ocr(&[&dataset], &out, &["--timings", timings.to_str().unwrap()]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let timings = fs::read_to_string(timings).unwrap();
    let pages = timings
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["pages"].clone());
    assert_eq!(pages.collect::<Vec<_>>(), [1, 1]);
    let read = |id: &str| fs::read_to_string(out.join(format!("{id}.tex"))).unwrap();
    assert_eq!(read("a-1"), read("a-2"));
}

#[test]
fn pages_of_a_pdf_are_read_together() {
    let out = folder("pdf");
    let data = |name: &str| root().join("crates/pdf/tests/data").join(name);
    let run = ocr(
        &[&data("three-pages.pdf"), &data("password.pdf")],
        &out,
        &["--dpi", "150", "--glyphs"],
    );
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    assert!(lines[2].starts_with("[1/2] three-pages page 3 of 3 "), "{said}");
    assert!(
        lines[3].contains("password.pdf: it is encrypted and needs a password"),
        "{said}"
    );

    let latex = fs::read_to_string(out.join("three-pages.tex")).unwrap();
    let words = ["height of the water", "shallow water", "pressure by"];
    let places: Vec<Option<usize>> = words.iter().map(|word| latex.find(word)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{latex}");
    let page: Value = serde_json::from_str(&fs::read_to_string(out.join("three-pages.2.json")).unwrap()).unwrap();
    assert_eq!((&page["width"], &page["height"]), (&1241.0.into(), &1754.0.into()));
    assert!(!out.join("password.tex").exists());
}

#[test]
fn a_sign_that_a_pdf_does_not_explain_is_read_from_its_image() {
    let out = folder("unknown-sign");
    let file = root().join("crates/pdf/tests/data/unknown-sign.pdf");
    let run = ocr(&[&file], &out, &["--glyphs"]);
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    assert!(
        said.contains("from the PDF's text; 1 glyph of unknown meaning was read from the image"),
        "{said}"
    );
    let latex = fs::read_to_string(out.join("unknown-sign.tex")).unwrap();
    assert!(latex.contains("$\\to$ "), "{latex}");
    let page: Value = serde_json::from_str(&fs::read_to_string(out.join("unknown-sign.json")).unwrap()).unwrap();
    let glyphs = page["glyphs"].as_array().unwrap();
    let unsure: Vec<&Value> = glyphs
        .iter()
        .filter(|glyph| glyph["confidence"].as_f64().unwrap() < 0.5)
        .collect();
    assert_eq!(unsure.len(), 1, "{unsure:?}");

    // Without a runtime, the text is there without the sign.
    let run = ocr(&[&file], &out, &["--force", "--onnxruntime", "nowhere"]);
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    assert!(
        said.contains("the image was not read") && said.contains("is left out"),
        "{said}"
    );
    let latex = fs::read_to_string(out.join("unknown-sign.tex")).unwrap();
    assert!(latex.contains("so it goes on") && !latex.contains("\\to"), "{latex}");
}

/// A name, and the function that makes the image from a page.
type Variant<'a> = (&'a str, &'a dyn Fn(&GrayImage) -> GrayImage);

/// Returns the LaTeX of the original page, and the LaTeX and the messages of its variants.
fn variants(name: &str, make: &[Variant]) -> (String, Vec<(String, String)>) {
    let out = folder(name);
    let plain = root().join("www/samples/subaddresses.png");
    let page = image::open(&plain).unwrap().into_luma8();
    let images = make.iter().map(|(name, make)| {
        let path = out.join(format!("{name}.png"));
        make(&page).save(&path).unwrap();
        path
    });
    let images: Vec<PathBuf> = std::iter::once(plain).chain(images).collect();
    let paths: Vec<&Path> = images.iter().map(PathBuf::as_path).collect();
    let run = ocr(&paths, &out, &[]);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(0), "{said}");
    let mut read = images.iter().zip(said.lines()).map(|(image, line)| {
        let stem = image.file_stem().unwrap().to_str().unwrap();
        (
            fs::read_to_string(out.join(format!("{stem}.tex"))).unwrap(),
            line.to_owned(),
        )
    });
    let (plain, _) = read.next().unwrap();
    (plain, read.collect())
}

/// Returns the share of the characters that two texts have in common, in order.
fn alike(a: &str, b: &str) -> f64 {
    let (a, b) = (characters(a), characters(b));
    let common = rapidfuzz::distance::lcs_seq::similarity(a.iter().copied(), b.iter().copied());
    common as f64 / a.len().max(b.len()) as f64
}

/// Rotates a page clockwise on a larger sheet that contains it.
fn askew(page: &GrayImage, degrees: f32) -> GrayImage {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (width, height) = (page.width() as f32, page.height() as f32);
    let (out_width, out_height) = (width * cos + height * sin.abs(), width * sin.abs() + height * cos);
    GrayImage::from_fn(out_width as u32, out_height as u32, |x, y| {
        let (x, y) = (x as f32 - out_width / 2.0, y as f32 - out_height / 2.0);
        let (x, y) = (x * cos + y * sin + width / 2.0, y * cos - x * sin + height / 2.0);
        let inside = x >= 0.0 && y >= 0.0 && x < width - 1.0 && y < height - 1.0;
        inside
            .then(|| imageops::interpolate_bilinear(page, x, y))
            .flatten()
            .unwrap_or(Luma([255]))
    })
}

#[test]
fn turned_pages_are_read_upright() {
    let (plain, read) = variants(
        "turned",
        &[
            ("right", &imageops::rotate90),
            ("over", &imageops::rotate180),
            ("left", &imageops::rotate270),
            ("askew", &|page| askew(page, 4.0)),
        ],
    );
    let wanted = [
        ("turned by 90\u{b0} to the left", 1.0),
        ("turned by 180\u{b0}", 1.0),
        ("turned by 90\u{b0} to the right", 1.0),
        ("to the left", 0.95),
    ];
    for ((latex, line), (words, least)) in read.iter().zip(wanted) {
        assert!(line.contains(words), "{line}");
        assert!(alike(&plain, latex) >= least, "{line}: {}", alike(&plain, latex));
    }
}

#[test]
fn dark_and_coloured_and_shadowed_pages_are_read() {
    let grey = |page: &GrayImage, grey: fn(f32, f32) -> f32| {
        let width = page.width() as f32;
        GrayImage::from_fn(page.width(), page.height(), |x, y| {
            let Luma([light]) = *page.get_pixel(x, y);
            Luma([(255.0 * grey(f32::from(light) / 255.0, x as f32 / width)) as u8])
        })
    };
    let (plain, read) = variants(
        "dark",
        &[
            ("inverted", &|page| grey(page, |light, _| 1.0 - light)),
            ("slide", &|page| grey(page, |light, _| 0.3 + 0.6 * (1.0 - light))),
            ("grey", &|page| grey(page, |light, _| 0.1 + 0.5 * light)),
            ("shadow", &|page| {
                grey(page, |light, across| light * (0.4 + 0.6 * across))
            }),
        ],
    );
    for (latex, line) in &read {
        assert!(alike(&plain, latex) > 0.97, "{line}: {}", alike(&plain, latex));
    }
}

/// Makes grey slopes with grain, as in a photograph.
fn photograph(page: &GrayImage) -> GrayImage {
    let mut seed = 1u32;
    GrayImage::from_fn(page.width() / 2, page.height() / 2, |x, y| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let slopes = (x as f32 / 40.0).sin() * (y as f32 / 65.0).cos() + (f32::hypot(x as f32, y as f32) / 90.0).sin();
        Luma([(128.0 + 50.0 * slopes + (seed >> 28) as f32) as u8])
    })
}

#[test]
fn what_is_no_print_gives_no_text_and_the_reason() {
    let (_, read) = variants(
        "no-print",
        &[
            ("blank", &|page| {
                GrayImage::from_pixel(page.width(), page.height(), Luma([240]))
            }),
            ("photograph", &photograph),
            ("chinese", &|_| {
                let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
                image::open(pages.join("chinese.png")).unwrap().into_luma8()
            }),
            ("dot", &|_| GrayImage::from_pixel(1, 1, Luma([0]))),
            ("strip", &|_| {
                GrayImage::from_fn(3, 2000, |_, y| Luma([if y % 9 < 4 { 0 } else { 255 }]))
            }),
        ],
    );
    let reasons = [
        "The page is blank",
        "No text was found",
        "none that the OCR knows",
        "The page is blank",
        "No text was found",
    ];
    for ((latex, line), reason) in read.iter().zip(reasons) {
        assert_eq!(latex, "", "{line}");
        assert!(line.contains(reason), "{line}");
    }
}

#[test]
fn half_a_page_is_read_and_said_to_be_cut_off() {
    let folder = folder("cut-off");
    let whole = std::fs::read(root().join("www/samples/subaddresses.png")).unwrap();
    let half = folder.join("half.png");
    std::fs::write(&half, &whole[..whole.len() / 2]).unwrap();
    let out = folder.join("out");
    let run = ocr(&[&half], &out, &[]);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(run.status.success(), "{said}");
    let percent = said
        .split("The image file is cut off: ")
        .nth(1)
        .and_then(|rest| rest.split_once(" % of its lines"));
    let percent: u32 = percent.unwrap_or_else(|| panic!("{said}")).0.parse().unwrap();
    assert!((30..70).contains(&percent), "{said}");
    let latex = std::fs::read_to_string(out.join("half.tex")).unwrap();
    assert!(latex.contains("This succeeds since"), "{latex}");
}

/// Writes a table as hubs of datasets have them.
fn write_table(path: &Path, images: &[Option<&[u8]>], history: &[Option<&str>]) {
    let bytes: ArrayRef = Arc::new(images.iter().copied().collect::<BinaryArray>());
    let paths: ArrayRef = Arc::new(StringArray::from(vec![Some("page.png"); images.len()]));
    let image: ArrayRef = Arc::new(StructArray::try_from(vec![("bytes", bytes), ("path", paths)]).unwrap());
    let numbers: ArrayRef = Arc::new((0..).take(images.len()).collect::<Int64Array>());
    let history: ArrayRef = Arc::new(StringArray::from(history.to_vec()));
    let batch =
        RecordBatch::try_from_iter([("inference_info", history), ("image", image), ("number", numbers)]).unwrap();
    let note = r#"{"info": {"features": {"image": {"_type": "Image"}}}}"#;
    let schema = batch
        .schema()
        .as_ref()
        .clone()
        .with_metadata([("huggingface".to_owned(), note.to_owned())].into());
    let schema = Arc::new(schema);
    let batch = batch.with_schema(Arc::clone(&schema)).unwrap();
    let mut writer = Writer::new(FileFormat::Parquet, fs::File::create(path).unwrap(), &schema).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
}

#[test]
fn images_of_a_table_are_read_into_a_table() {
    let place = folder("table");
    let page = root().join("www/samples/halo-model.png");
    assert!(ocr(&[&page], &place, &[]).status.success());
    let latex = fs::read_to_string(place.join("halo-model.tex")).unwrap();
    let image = fs::read(&page).unwrap();
    let (input, out) = (place.join("pages.parquet"), place.join("read.parquet"));
    let history = r#"[{"model_id": "another"}]"#;
    write_table(
        &input,
        &[Some(&image), None, Some(b"no image")],
        &[Some(history), None, None],
    );
    let run = ocr(&[&input], &out, &[]);
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
    let mut table = Reader::open(Input::of_file(fs::File::open(&out).unwrap()).unwrap(), false).unwrap();
    let names: Vec<String> = table
        .schema()
        .fields()
        .iter()
        .map(|field| field.name().clone())
        .collect();
    assert_eq!(names, ["image", "number", "text", "inference_info"]);
    let (_, note) = table
        .notes()
        .into_iter()
        .find(|(name, _)| name == "huggingface")
        .unwrap();
    let note: Value = serde_json::from_str(&note).unwrap();
    assert_eq!(note["info"]["features"]["text"]["dtype"], "string");
    assert_eq!(note["info"]["features"]["image"]["_type"], "Image");
    let columns = table.next().unwrap().unwrap().columns;
    let texts: Vec<_> = columns.column(2).as_string_view().iter().collect();
    assert_eq!(texts, [Some(latex.as_str()), None, None]);
    let kept = columns.column(0).as_struct().column(0).as_binary_view();
    assert_eq!(kept.value(0), image);
    let infos = columns.column(3).as_string_view().iter();
    let infos: Vec<Value> = infos.map(|info| serde_json::from_str(info.unwrap()).unwrap()).collect();
    assert_eq!(
        (&infos[0][0]["model_id"], &infos[0][1]["column_name"]),
        (&"another".into(), &"text".into())
    );
    assert!(infos[0][1].get("error").is_none());
    assert_eq!(
        infos[1][0]["error"],
        "the row has the path page.png instead of an image; paths are not followed"
    );
    assert!(
        infos[2][0]["error"].as_str().is_some_and(|error| !error.is_empty()),
        "{infos:?}"
    );
}

#[test]
fn tables_whose_columns_are_taken_or_missing_are_refused() {
    let place = folder("refused");
    let input = place.join("pages.parquet");
    write_table(&input, &[None], &[None]);
    let out = place.join("read.parquet");
    for (more, expected) in [
        (&["--columns", "image=number"][..], "no column \"number\" of images"),
        (&["--columns", "text=number"], "a column \"number\" already"),
        (&["--columns", "picture=image"], "no role \"picture\""),
        (&["--glyphs"], "--glyphs is not possible with a table"),
    ] {
        let run = ocr(&[&input], &out, more);
        let message = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
    }
    let run = ocr(&[&input, &input], &out, &[]);
    assert!(String::from_utf8_lossy(&run.stderr).contains("one Parquet or Arrow file"));
    let run = ocr(&[&input], &place, &["--columns", "image=image"]);
    assert!(String::from_utf8_lossy(&run.stderr).contains("--columns is for tables"));
    assert!(!out.exists());
}

/// Returns the folder of a small image-to-text model.
fn small_model() -> PathBuf {
    root().join("crates/image-to-text/tests/fixtures/model")
}

#[test]
fn a_model_of_a_folder_reads_instead_of_the_networks() {
    let place = folder("model");
    let model = small_model();
    let images = ["000.png", "001.png"].map(|name| model.join("images").join(name));
    let images: Vec<&Path> = images.iter().map(PathBuf::as_path).collect();
    let read = |out: &str, more: &[&str]| {
        let out = place.join(out);
        let more = [&["--model", model.to_str().unwrap()], more].concat();
        let run = ocr(&images, &out, &more);
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.success(), "{told}");
        let texts = ["000.tex", "001.tex"].map(|name| fs::read_to_string(out.join(name)).unwrap());
        (texts, told)
    };
    let (texts, told) = read("fp32", &[]);
    assert!(
        told.contains("vision-encoder-decoder of vit and trocr, fp32 of fp32"),
        "{told}"
    );
    assert!(
        texts.iter().all(|text| text.len() > 1 && text.ends_with('\n')),
        "{texts:?}"
    );
    assert_ne!(texts[0], texts[1]);
    let (_, told) = read("q4", &["--dtype", "encoder_model=q4", "--beams", "2"]);
    assert!(told.contains("encoder_model=q4,decoder_model_merged=fp32 of"), "{told}");
    assert!(told.contains("2 beams"), "{told}");
    let (short, told) = read("short", &["--max-tokens", "1"]);
    assert!(texts[0].starts_with(short[0].trim()), "{short:?}");
    assert!(told.contains("stopped at the limit of tokens (1)"), "{told}");
}

/// Returns the folder of a small model that takes a prompt.
fn small_language_model() -> PathBuf {
    root().join("crates/image-to-text/tests/fixtures/language-model")
}

#[test]
fn a_model_that_takes_a_prompt_is_asked() {
    let place = folder("language-model");
    let model = small_language_model();
    let image = model.join("images/000.png");
    let read = |out: &str, more: &[&str]| {
        let out = place.join(out);
        let more = [&["--model", model.to_str().unwrap()], more].concat();
        let run = ocr(&[&image], &out, &more);
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.success(), "{told}");
        (fs::read_to_string(out.join("000.tex")).unwrap(), told)
    };
    let (text, told) = read("own", &[]);
    assert!(
        told.contains("smolvlm of smolvlm_vision and llama, fp32 of fp32"),
        "{told}"
    );
    assert!(told.contains("the prompt is \"Convert this page to LaTeX.\""), "{told}");
    let (same, _) = read("same", &["--prompt", "Convert this page to LaTeX."]);
    assert_eq!(text, same);
    let (_, told) = read("other", &["--prompt", "Read.", "--dtype", "q8"]);
    assert!(told.contains("the prompt is \"Read.\""), "{told}");
    let run = ocr(
        &[&image],
        &place.join("twice"),
        &["--model", model.to_str().unwrap(), "--prompt", "<image>"],
    );
    assert_eq!(run.status.code(), Some(1));
    let told = String::from_utf8_lossy(&run.stderr);
    assert!(told.contains("the prompt has 2 times <image>"), "{told}");
}

#[test]
fn a_model_reads_the_images_of_a_table() {
    let place = folder("model-table");
    let (input, out) = (place.join("in.parquet"), place.join("out.parquet"));
    let image = fs::read(small_model().join("images/000.png")).unwrap();
    write_table(&input, &[Some(&image), Some(b"no image")], &[None, None]);
    let run = ocr(
        &[&input],
        &out,
        &["--model", small_model().to_str().unwrap(), "--dtype", "q8"],
    );
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
    let mut table = Reader::open(Input::of_file(fs::File::open(&out).unwrap()).unwrap(), false).unwrap();
    let columns = table.next().unwrap().unwrap().columns;
    let texts: Vec<_> = columns.column(2).as_string_view().iter().collect();
    assert!(
        texts[0].is_some_and(|text| !text.is_empty()) && texts[1].is_none(),
        "{texts:?}"
    );
    let info: Value = serde_json::from_str(columns.column(3).as_string_view().value(0)).unwrap();
    assert_eq!(
        (&info[0]["model_id"], &info[0]["dtype"]),
        (&"model".into(), &"q8".into())
    );
    assert_eq!((&info[0]["max_tokens"], &info[0]["beams"]), (&64.into(), &1.into()));
}

#[test]
fn a_model_that_cannot_be_used_is_refused_with_advice() {
    let place = folder("no-model");
    let image = small_model().join("images/000.png");
    let model = small_model();
    let model = model.to_str().unwrap();
    let empty = place.to_str().unwrap();
    for (more, expected) in [
        (&["--model", empty][..], "there is no config.json"),
        (&["--model", "/nowhere"], "/nowhere cannot be read"),
        (&["--model", model, "--dtype", "fp16"], "choose one of fp32, q8, q4"),
        (&["--model", model, "--dtype", "q5"], "no number format \"q5\""),
        (&["--model", model, "--beams", "17"], "17 is not in 1..=16"),
        (&["--model", model, "--network", "fast"], "cannot be used with"),
        (&["--model", model, "--glyphs"], "cannot be used with"),
        (&["--model", model, "--prompt", "Read."], "takes no prompt"),
        (&["--max-tokens", "9"], "--model"),
        (&["--prompt", "Read."], "--model"),
    ] {
        let run = ocr(&[&image], &place.join("out"), more);
        let told = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{told}");
        assert!(told.contains(expected), "{expected}: {told}");
    }
}

#[test]
fn a_model_reads_the_formulas_of_a_page() {
    let place = folder("model-formulas");
    let page = root().join("www/samples/halo-model.png");
    let read = |name: &str, more: &[&str]| {
        let out = place.join(name);
        let output = ocr(&[&page], &out, more);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{told}");
        (fs::read_to_string(out.join("halo-model.tex")).unwrap(), told)
    };
    let model = small_model();
    let model = ["--model", model.to_str().unwrap(), "--max-tokens", "48", "--reads"];
    let (built_in, _) = read("built-in", &[]);
    let (displayed, told) = read("displayed", &[&model[..], &["displayed"]].concat());
    let (all, told_of_all) = read("all", &[&model[..], &["formulas"]].concat());
    // The page without the content of its formulas, and the number of those that differ.
    let formulas = |latex: &str| {
        let outline = Outline::of(latex);
        let bodies = outline.formulas().iter().map(|formula| formula.body.clone());
        let bodies: Vec<_> = bodies.map(|body| latex[body].trim().to_owned()).collect();
        let mut text = latex.to_owned();
        for formula in outline.formulas().iter().rev() {
            text.replace_range(formula.range.clone(), "F");
        }
        (bodies, text)
    };
    let (of_built_in, text) = formulas(&built_in);
    for (latex, told, is_read) in [(displayed, told, "\n"), (all, told_of_all, "")] {
        let (bodies, with) = formulas(&latex);
        assert_eq!(with, text);
        let pairs = of_built_in.iter().zip(&bodies);
        let changed = pairs.filter(|(before, after)| before != after).count();
        assert!(
            told.contains(&format!("formulas read by the model: {changed}")),
            "{changed} in {told}"
        );
        // Those on lines of their own, or all.
        let expected = of_built_in.iter().filter(|body| body.contains(is_read)).count();
        assert_eq!(changed, expected);
    }
    let labels = |latex: &str| latex.matches("\\label{eq:").count();
    let written = fs::read_to_string(place.join("all/halo-model.tex")).unwrap();
    assert_eq!(labels(&written), labels(&built_in));
    let table = ocr(
        &[&page],
        &place.join("a.parquet"),
        &[&model[..], &["displayed"]].concat(),
    );
    assert!(String::from_utf8(table.stderr).unwrap().contains("--reads"));
}
