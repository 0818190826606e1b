//! Parquet and Arrow files as datasets.

#![cfg(feature = "tables")]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::rc::Rc;
use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, Int64Array, RecordBatch, StringArray, StructArray};
use support::show;
use texlens_columnar::{FileFormat, Writer};
use texlens_dataset::{Choices, Encoding, Limits, Listing, plan};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

fn texts(texts: &[Option<&str>]) -> ArrayRef {
    Arc::new(StringArray::from(texts.to_vec()))
}

fn file(format: FileFormat, columns: Vec<(&str, ArrayRef)>) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer = Writer::new(format, Vec::new(), &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap()
}

fn images(images: &[(Option<&[u8]>, Option<&str>)]) -> ArrayRef {
    let bytes: ArrayRef = Arc::new(images.iter().map(|(bytes, _)| *bytes).collect::<BinaryArray>());
    let paths: ArrayRef = Arc::new(images.iter().map(|(_, path)| *path).collect::<StringArray>());
    Arc::new(StructArray::try_from(vec![("bytes", bytes), ("path", paths)]).unwrap())
}

#[test]
fn a_table_of_a_hub_gives_samples_with_images() {
    let columns = || {
        vec![
            ("id", Arc::new(Int64Array::from(vec![7, 8, 9])) as ArrayRef),
            (
                "image",
                images(&[(Some(PNG), Some("p.png")), (None, Some("q.png")), (None, None)]),
            ),
            ("text", texts(&[Some("$x$"), Some("$y$"), None])),
            ("markdown", texts(&[Some("$x$"), None, Some("$z$")])),
            ("inference_info", texts(&[Some("[]"); 3])),
        ]
    };
    for (format, name) in [
        (FileFormat::Parquet, "d/nougat.parquet"),
        (FileFormat::Arrow, "d/nougat.arrow"),
    ] {
        let mut listing = Listing::new(Limits::default());
        listing.add(name, Rc::new(file(format, columns())));
        listing.add("d/q.png", Rc::new(PNG.to_vec()));
        listing.read_tables();
        let plan = plan(&listing, &Choices::default());
        assert_eq!(
            show(&plan),
            format!(
                "7: image=d/nougat/000000.png reference={name}:1/text nougat={name}:1/markdown\n\
                 8: image=d/q.png reference={name}:2/text\n\
                 9: nougat={name}:3/markdown\n"
            )
        );
        let sample = &plan.samples[0];
        assert_eq!(listing.passage(sample.reference.as_ref().unwrap()).unwrap(), "$x$");
        assert_eq!(listing.picture(sample.image.as_ref().unwrap()).unwrap(), PNG);
    }
}

#[test]
fn a_text_that_is_not_utf8_is_left_out_with_its_row() {
    let latin: ArrayRef = Arc::new(BinaryArray::from(vec![&b"x"[..], b"caf\xe9"]));
    let bytes = file(
        FileFormat::Parquet,
        vec![("reference", texts(&[Some("x"); 2])), ("prediction", latin)],
    );
    let mut listing = Listing::new(Limits::default());
    listing.add("run.parquet", Rc::new(bytes.clone()));
    listing.read_tables();
    let shown = show(&plan(&listing, &Choices::default()));
    assert!(
        listing.notices().list[0]
            .to_string()
            .starts_with("run.parquet line 2: the column prediction is not UTF-8 at byte 3")
    );
    assert!(shown.contains("run#2: reference=run.parquet:2/reference\n"), "{shown}");
    let mut listing = Listing::new(Limits::default());
    listing.set_encoding(Encoding::Latin1, []);
    listing.add("run.parquet", Rc::new(bytes));
    listing.read_tables();
    let plan = plan(&listing, &Choices::default());
    assert_eq!(
        listing.passage(&plan.samples[1].predictions[0].text).unwrap(),
        "caf\u{e9}"
    );
}

#[test]
fn no_row_is_read_after_the_limit() {
    let mut predictions = vec![&b"x"[..]; 2000];
    predictions[1999] = b"caf\xe9";
    let bytes = file(
        FileFormat::Parquet,
        vec![
            ("reference", texts(&[Some("a long text"); 2000])),
            ("prediction", Arc::new(BinaryArray::from(predictions))),
        ],
    );
    let mut listing = Listing::new(Limits {
        table_bytes: 10_000,
        ..Limits::default()
    });
    listing.add("run.parquet", Rc::new(bytes));
    listing.read_tables();
    let notices = &listing.notices().list;
    assert_eq!(notices.len(), 1);
    assert!(notices[0].to_string().contains("has more than 10000 bytes"));
}

#[test]
fn limits_and_damage_are_told() {
    let bytes = file(
        FileFormat::Parquet,
        vec![("reference", texts(&[Some("a long text"); 2000]))],
    );
    let told = |limits: Limits, bytes: &[u8]| {
        let mut listing = Listing::new(limits);
        listing.add("run.parquet", Rc::new(bytes.to_vec()));
        listing.read_tables();
        assert!(listing.files().is_empty());
        listing.notices().list[0].to_string()
    };
    let limits = Limits {
        table_bytes: 10_000,
        ..Limits::default()
    };
    assert!(told(limits, &bytes).contains("has more than 10000 bytes"));
    let limits = Limits {
        held_bytes: 100,
        ..Limits::default()
    };
    assert!(told(limits, &bytes).contains("does not fit"));
    assert!(told(Limits::default(), &bytes[..bytes.len() - 4]).contains("not copied as a whole"));
    assert!(told(Limits::default(), b"{}").contains("neither a Parquet nor an Arrow file"));
    let mut listing = Listing::new(Limits::default());
    let mut damaged = bytes;
    damaged[4..40].fill(0xff);
    listing.add("run.parquet", Rc::new(damaged));
    listing.read_tables();
    let notice = listing.notices().list[0].to_string();
    assert!(
        notice.starts_with("run.parquet line 1: row group 0 cannot be read (rows 0 to 1999, from 0)"),
        "{notice}"
    );
    assert!(listing.files().is_empty());
    let empty = file(FileFormat::Parquet, vec![("reference", texts(&[]))]);
    assert!(told(Limits::default(), &empty).contains("holds no records: the table has no rows"));
}
