//! Small files that cost a renderer unlimited time or memory, for the tests of the command and of the app.
//!
//! Nothing is drawn here, since that needs a process with limits. The files are not in the fuzzing corpus, since the
//! fuzzer would spend all its time on them.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod files;

use std::fs;
use std::io::Write;
use std::path::Path;

use files::{page, pdf, write};
use flate2::Compression;
use flate2::write::ZlibEncoder;

/// With `TEXLENS_UPDATE=1`, the test writes the files.
#[test]
fn they_are_in_their_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hostile");
    for (name, file) in all() {
        let path = folder.join(name).with_extension("pdf");
        if std::env::var_os("TEXLENS_UPDATE").is_some() {
            fs::write(&path, &file).unwrap();
        }
        assert!(
            fs::read(&path).unwrap_or_default() == file,
            "{name}.pdf is another file"
        );
    }
}

/// Returns all files with their names.
fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("opening", opening()),
        ("dash", dash()),
        ("forms", forms("")),
        ("form-squares", forms("0 0 9 9 re f")),
        ("fax", fax()),
        ("content", content()),
        ("strokes", strokes(3)),
        ("nesting", nesting()),
        ("truncated", truncated()),
    ]
}

/// A long line of dashes, each far shorter than a pixel.
fn dash() -> Vec<u8> {
    pdf(&[&page("[0 0 100 100]", "[0.0000001] 0 d 0 50 m 100 50 l S")])
}

/// Forms that draw the next form eight times, ten levels deep: the last form is drawn a billion times. The second page
/// is an ordinary one.
fn forms(last: &str) -> Vec<u8> {
    let resources = |next: usize| format!("/Resources << /XObject << /X {next} 0 R >> >>");
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Contents 5 0 R {} >>",
            resources(7)
        ),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Contents 6 0 R >>".to_owned(),
        stream("", "/X Do"),
        stream("", "9 9 27 27 re f"),
    ];
    for number in 7..17 {
        let form = format!(
            "/Type /XObject /Subtype /Form /BBox [0 0 72 72] {}",
            resources(number + 1)
        );
        objects.push(stream(&form, &"/X Do ".repeat(8)));
    }
    objects.push(stream("/Type /XObject /Subtype /Form /BBox [0 0 72 72]", last));
    write(&objects)
}

/// A fax image of four billion pixels in a few bytes.
fn fax() -> Vec<u8> {
    let side = 65_000;
    let image = format!(
        "/Type /XObject /Subtype /Image /Width {side} /Height {side} /ColorSpace /DeviceGray /BitsPerComponent 1 \
         /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns {side} /Rows {side} >>"
    );
    write(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>"
            .to_owned(),
        stream("", "q 50 0 0 50 0 0 cm /Im Do Q"),
        stream(&image, "white"),
    ])
}

/// A page with a gigabyte of content.
fn content() -> Vec<u8> {
    packed(1, "0 0 9 9 re f\n", 200)
}

/// Pages of long curves, with millions of curves each.
fn strokes(pages: usize) -> Vec<u8> {
    packed(pages, "9 w 0 0 m 90 9 -90 90 72 72 c S\n", 40)
}

/// Content that opens a bracket a hundred million times and never closes one.
fn nesting() -> Vec<u8> {
    packed(1, "[", 20)
}

/// A file that ends in the middle of its page's content.
fn truncated() -> Vec<u8> {
    let mut file = pdf(&[&page("[0 0 72 72]", &"0 0 36 36 re f\n".repeat(20))]);
    file.truncate(file.len() / 2);
    file
}

/// A cross-reference table that lists more than a hundred million objects.
fn opening() -> Vec<u8> {
    // Every two bytes decode to a run of 128 bytes, and every three of those bytes are an object in use.
    let packed = twice_packed(&[0x81, 0x01].repeat(5 << 19));
    let objects = 128 * (5 << 19) / 3;
    let table = format!(
        "/Type /XRef /Size {objects} /W [1 1 1] /Index [0 {objects}] /Root 2 0 R \
         /Filter [/ASCIIHexDecode /FlateDecode /FlateDecode /RunLengthDecode]"
    );
    format!(
        "%PDF-1.5\n1 0 obj\n{}\nendobj\nstartxref\n9\n%%EOF\n",
        stream(&table, &packed)
    )
    .into_bytes()
}

/// Pages whose content repeats a text. Five megabytes of the text are compressed twice into a stream, and each page
/// uses the stream `times` times.
fn packed(pages: usize, text: &str, times: usize) -> Vec<u8> {
    let packed = twice_packed(text.repeat((5 << 20) / text.len()).as_bytes());
    let content = stream("/Filter [/ASCIIHexDecode /FlateDecode /FlateDecode]", &packed);
    let kids: Vec<String> = (0..pages).map(|page| format!("{} 0 R", page + 4)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {pages} /Kids [{}] >>", kids.join(" ")),
        content,
    ];
    let contents = "3 0 R ".repeat(times);
    let page = format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Contents [{contents}] >>");
    objects.extend(std::iter::repeat_n(page, pages));
    write(&objects)
}

/// Compresses bytes twice and returns them in hexadecimal.
fn twice_packed(bytes: &[u8]) -> String {
    hex::encode(pack(&pack(bytes))) + ">"
}

fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn stream(dictionary: &str, content: &str) -> String {
    format!(
        "<< {dictionary} /Length {} >>\nstream\n{content}\nendstream",
        content.len()
    )
}
