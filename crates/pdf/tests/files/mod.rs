//! Small PDF files, generated from strings.

#![allow(dead_code, reason = "each test uses some of it")]

use std::fmt::Write;

/// Operators and operands of content streams.
pub(crate) const WORDS: &[&str] = &[
    "0", "1", "-1", "20", "100", "1e9", "0.5", "/F1", "/None", "(text)", "<41>", "[1 2]", "q", "Q", "cm", "w", "J",
    "d", "m", "l", "c", "h", "re", "S", "f", "B", "W", "n", "BT", "ET", "Tf", "Td", "Tj", "TJ", "Tr", "rg", "k", "cs",
    "scn", "sh", "Do", "gs", "BI", "ID", "EI", "BMC", "EMC",
];

/// Returns a page as two objects: the page itself, with `{}` for the number of the second object, and its content
/// stream.
pub(crate) fn page(media_box: &str, content: &str) -> [String; 2] {
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox {media_box} /Contents {{}} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
    );
    let stream = format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
    [page, stream]
}

/// Returns a file with these pages and a cross-reference table.
pub(crate) fn pdf(pages: &[&[String; 2]]) -> Vec<u8> {
    let first = 3;
    let kids: Vec<String> = (0..pages.len())
        .map(|index| format!("{} 0 R", first + 2 * index))
        .collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {} /Kids [{}] >>", pages.len(), kids.join(" ")),
    ];
    for (index, [page, content]) in pages.iter().enumerate() {
        objects.push(page.replace("{}", &(first + 2 * index + 1).to_string()));
        objects.push(content.clone());
    }
    write(&objects)
}

/// Returns a file with these objects, the first of which is the catalogue.
pub(crate) fn write(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = String::new();
    for (index, object) in objects.iter().enumerate() {
        let _ = writeln!(places, "{:010} 00000 n ", file.len());
        let _ = writeln!(file, "{} 0 obj\n{object}\nendobj", index + 1);
    }
    let size = objects.len() + 1;
    let table = file.len();
    let _ = write!(
        file,
        "xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"
    );
    file.into_bytes()
}
