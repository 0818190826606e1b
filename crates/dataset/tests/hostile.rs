//! Tests with files that are made to do harm, or that are merely broken. Each meets a limit and gives a message, and
//! none prevents the others from being read.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::io::Write;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use rustix::time::{ClockId, Timespec, clock_gettime};
use support::{listing, show};
use texlens_dataset::{
    ArchiveProblem, Choices, Kind, Limits, Listing, Plan, Problem, ReadError, Syntax, TextError, plan, to_latex,
};

/// Returns a zip archive of these files, deflated.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in files {
        let (mut entry, config) = archive
            .new_file(rawzip::path::EntryPath::verbatim(name.as_bytes()))
            .compression_method(CompressionMethod::DEFLATE)
            .start()
            .unwrap();
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        writer.write_all(bytes).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        // The builder refuses names that lead out of the folder.
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        archive.append(&header, *bytes).unwrap();
    }
    archive.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn with(limits: Limits, files: &[(&str, Vec<u8>)]) -> Listing {
    let mut listing = Listing::new(limits);
    for (path, bytes) in files {
        listing.add(path, Rc::new(bytes.clone()));
    }
    listing
}

fn of(files: &[(&str, Vec<u8>)]) -> Listing {
    with(Limits::default(), files)
}

fn paths(listing: &Listing) -> Vec<&str> {
    listing.files().iter().map(|file| &*file.path).collect()
}

fn problems(listing: &Listing) -> Vec<&Problem> {
    listing.notices().list.iter().map(|notice| &notice.problem).collect()
}

fn texts(listing: &Listing, plan: &Plan) -> Vec<Result<String, Problem>> {
    let passages = plan.samples.iter().flat_map(|sample| sample.reference.iter());
    passages.map(|passage| listing.passage(passage)).collect()
}

#[test]
fn archives_are_folders() {
    let inner = zip(&[("p2.tex", b"two")]);
    let outer = zip(&[
        ("a/p1.tex", b"one"),
        ("inner.zip", &inner),
        ("__MACOSX/a/._p1.tex", b""),
    ]);
    let listing = of(&[
        ("gt.zip", outer),
        ("s.tar.gz", gzip(&tar(&[("p1.tex", b"uno"), ("p2.tex", b"dos")]))),
        ("t.tar", tar(&[("p1.tex", b"eins")])),
        ("one.tex.gz", gzip(b"x")),
    ]);
    assert_eq!(
        paths(&listing),
        [
            "gt/a/p1.tex",
            "gt/inner/p2.tex",
            "s/p1.tex",
            "s/p2.tex",
            "t/p1.tex",
            "one.tex"
        ]
    );
    assert!(listing.notices().is_empty(), "{:?}", listing.notices());
    let read = |index: usize| listing.read_text(listing.iter().nth(index).unwrap().0, 100).unwrap();
    assert_eq!(
        (read(0).as_str(), read(1).as_str(), read(3).as_str(), read(4).as_str()),
        ("one", "two", "dos", "eins")
    );
}

#[test]
fn what_unpacks_to_too_much_is_left_out() {
    let bomb = vec![0; 8 << 20];
    let listing = of(&[
        ("z.zip", zip(&[("bomb.tex", &bomb), ("p.tex", b"x")])),
        ("g.tar.gz", gzip(&bomb)),
    ]);
    assert_eq!(paths(&listing), ["z/p.tex"]);
    let ratio = ArchiveProblem::Ratio { ratio: 200 };
    assert_eq!(
        problems(&listing),
        [&Problem::Archive(ratio.clone()), &Problem::Archive(ratio)]
    );

    let limits = Limits {
        archive_bytes: 10,
        held_bytes: 2000,
        ..Limits::default()
    };
    let listing = with(
        limits,
        &[
            ("z.zip", zip(&[("a.tex", b"12345678"), ("b.tex", b"12345678")])),
            ("t.tar", tar(&[("a.tex", &[b'x'; 4000])])),
        ],
    );
    assert_eq!(paths(&listing), ["z/a.tex"]);
    assert!(matches!(
        problems(&listing)[..],
        [
            Problem::Archive(ArchiveProblem::TooBig { limit: 10 }),
            Problem::Read(ReadError::NoRoom { limit: 2000 })
        ]
    ));
}

#[test]
fn a_size_that_is_a_lie_is_found_out() {
    let mut bytes = zip(&[("p.tex", &[b'x'; 5000])]);
    // The unpacked size in the directory is 24 bytes after the signature of the entry.
    let entry = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    bytes[entry + 24..entry + 28].copy_from_slice(&10_u32.to_le_bytes());
    let listing = of(&[("z.zip", bytes)]);
    let (id, file) = listing.iter().next().unwrap();
    assert_eq!(file.size(), 10);
    assert!(matches!(
        listing.read(id, 1000),
        Err(ReadError::Archive(ArchiveProblem::Damaged { .. }))
    ));
}

#[test]
fn files_that_share_their_bytes_are_left_out() {
    let mut bytes = zip(&[("a.tex", b"aaaa"), ("b.tex", b"aaaa"), ("c.tex", b"cccc")]);
    // The second entry of the directory claims to begin where the first one does.
    let entries: Vec<usize> = (0..bytes.len() - 4)
        .filter(|&at| bytes[at..].starts_with(b"PK\x01\x02"))
        .collect();
    bytes[entries[1] + 42..entries[1] + 46].copy_from_slice(&0_u32.to_le_bytes());
    let listing = of(&[("z.zip", bytes)]);
    assert_eq!(paths(&listing), ["z/c.tex"]);
    assert_eq!(problems(&listing), [&Problem::Archive(ArchiveProblem::Overlap); 2]);
}

#[test]
fn names_lead_nowhere() {
    let evil: &[(&str, &[u8])] = &[
        ("../../etc/passwd.tex", b"x"),
        ("/root.tex", b"x"),
        ("a/\u{202e}b.tex", b"x"),
        ("..", b"x"),
    ];
    for listing in [of(&[("z.zip", zip(evil))]), of(&[("z.tar", tar(evil))])] {
        assert_eq!(paths(&listing)[..2], ["z/etc/passwd.tex", "z/root.tex"]);
        assert_eq!(paths(&listing)[2], "z/a/_b.tex");
        let unsafe_names = problems(&listing)
            .iter()
            .filter(|problem| matches!(problem, Problem::UnsafeName { .. }))
            .count();
        assert!(unsafe_names >= 2, "{:?}", listing.notices());
    }
    let long = "x".repeat(2000);
    let deep = "a/".repeat(100) + "b.tex";
    let listing = of(&[
        (&long, Vec::new()),
        (&deep, Vec::new()),
        ("p.tex", Vec::new()),
        ("p.tex", Vec::new()),
    ]);
    assert_eq!(paths(&listing), ["p.tex"]);
    assert_eq!(
        problems(&listing),
        [&Problem::PathTooLong, &Problem::PathTooLong, &Problem::SamePath]
    );
}

/// Sets the mode of an entry of a zip archive. The mode is in the upper half of the attributes.
fn with_mode(mut archive: Vec<u8>, entry: usize, mode: u32) -> Vec<u8> {
    let entries: Vec<usize> = (0..archive.len() - 4)
        .filter(|&at| archive[at..].starts_with(b"PK\x01\x02"))
        .collect();
    archive[entries[entry] + 38..entries[entry] + 42].copy_from_slice(&(mode << 16).to_le_bytes());
    archive
}

#[test]
fn links_and_devices_in_archives_are_refused() {
    let archive = zip(&[
        ("link.tex", b"/etc/passwd"),
        ("pipe.tex", b""),
        ("folder", b""),
        ("p.tex", b"x"),
    ]);
    let modes = [(0, 0o120_777), (1, 0o010_644), (2, 0o040_755), (3, 0o100_644)];
    let archive = modes
        .into_iter()
        .fold(archive, |archive, (entry, mode)| with_mode(archive, entry, mode));
    let mut tar = tar::Builder::new(Vec::new());
    for (name, kind) in [
        ("symbolic.tex", tar::EntryType::Symlink),
        ("hard.tex", tar::EntryType::Link),
        ("device.tex", tar::EntryType::Char),
        ("pipe.tex", tar::EntryType::Fifo),
        ("folder", tar::EntryType::Directory),
        ("p.tex", tar::EntryType::Regular),
    ] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        if kind.is_symlink() || kind.is_hard_link() {
            header.set_link_name("/etc/passwd").unwrap();
        }
        tar.append_data(&mut header, name, [].as_slice()).unwrap();
    }
    let listing = of(&[("z.zip", archive), ("t.tar", tar.into_inner().unwrap())]);
    assert_eq!(paths(&listing), ["z/p.tex", "t/p.tex"]);
    let refused: Vec<(&str, &Problem)> = listing
        .notices()
        .list
        .iter()
        .map(|notice| (notice.path.as_str(), &notice.problem))
        .collect();
    let (link, other) = (
        Problem::Archive(ArchiveProblem::Link),
        Problem::Archive(ArchiveProblem::NotAFile),
    );
    assert_eq!(
        refused,
        [
            ("z/link.tex", &link),
            ("z/pipe.tex", &other),
            ("t/symbolic.tex", &link),
            ("t/hard.tex", &link),
            ("t/device.tex", &other),
            ("t/pipe.tex", &other),
        ]
    );
}

#[test]
fn archives_in_archives_in_archives_stay_closed() {
    let nested = zip(&[("b.zip", &zip(&[("c.zip", &zip(&[("p.tex", b"x")])), ("q.tex", b"x")]))]);
    let listing = of(&[("a.zip", nested)]);
    assert_eq!(paths(&listing), ["a/b/q.tex"]);
    assert_eq!(
        problems(&listing),
        [&Problem::Archive(ArchiveProblem::TooDeep { limit: 2 })]
    );
}

#[test]
fn archives_that_are_none_or_end_early() {
    let whole = zip(&[("a.tex", b"aaaa"), ("b.tex", b"bbbb")]);
    for length in (0..whole.len()).step_by(7) {
        let listing = of(&[("z.zip", whole[..length].to_vec()), ("p.tex", b"x".to_vec())]);
        assert_eq!(paths(&listing), ["p.tex"], "{length} bytes");
        assert_eq!(listing.notices().list.len(), 1);
    }
    let whole = gzip(&tar(&[("a.tex", b"aaaa")]));
    for length in (0..whole.len()).step_by(7) {
        let listing = of(&[("t.tgz", whole[..length].to_vec()), ("p.tex", b"x".to_vec())]);
        assert_eq!(paths(&listing), ["p.tex"], "{length} bytes");
    }
}

#[test]
fn many_small_archives_hold_no_more_than_a_large_one() {
    let limits = Limits {
        held_bytes: 5000,
        ..Limits::default()
    };
    let small = gzip(&[b'x'; 1000]);
    let names: Vec<String> = (0..100).map(|index| format!("{index:02}.tex.gz")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &*small)).collect();
    let listing = with(limits.clone(), &[("z.zip", zip(&files))]);
    assert_eq!(listing.files().len(), 5);
    assert_eq!(
        problems(&listing),
        vec![&Problem::Read(ReadError::NoRoom { limit: 5000 }); 95]
    );

    let list = format!("{{\"id\": 1, \"gt\": \"{}\"}}\n", "x".repeat(3000)).into_bytes();
    let plan = plan(
        &with(limits, &[("a.jsonl", list.clone()), ("b.jsonl", list)]),
        &Choices::default(),
    );
    assert!(show(&plan).contains("! b.jsonl: does not fit"), "{}", show(&plan));
}

/// Returns a zip archive of stored files without anything between them. It is written by hand, because a library
/// inserts other bytes.
fn tight(files: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for (name, content) in files {
        let start = u32::try_from(bytes.len()).unwrap().to_le_bytes();
        let size = u32::try_from(content.len()).unwrap().to_le_bytes();
        let mut sum = flate2::Crc::new();
        sum.update(content);
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        let sum = sum.sum().to_le_bytes();
        let common = [[20, 0].as_slice(), &[0; 8], &sum, &size, &size, &length, &[0; 2]].concat();
        bytes.extend([b"PK\x03\x04".as_slice(), &common, name, content].concat());
        directory.extend([b"PK\x01\x02".as_slice(), &[20, 0], &common, &[0; 10], &start, name].concat());
    }
    let count = u16::try_from(files.len()).unwrap().to_le_bytes();
    let start = u32::try_from(bytes.len()).unwrap().to_le_bytes();
    let size = u32::try_from(directory.len()).unwrap().to_le_bytes();
    bytes.extend(directory);
    bytes.extend(
        [
            b"PK\x05\x06".as_slice(),
            &[0; 4],
            &count,
            &count,
            &size,
            &start,
            &[0; 2],
        ]
        .concat(),
    );
    bytes
}

#[test]
fn names_in_old_encodings_take_no_room_from_the_next_file() {
    // The letter ä, as DOS and as Windows encoded it.
    let files: [(&[u8], &[u8]); 3] = [
        (b"p\x84ge.tex", b"one"),
        (b"p\xe4ge2.tex", b"two"),
        (b"c.tex", b"three"),
    ];
    let listing = of(&[("z.zip", tight(&files))]);
    assert!(listing.notices().is_empty(), "{:?}", listing.notices());
    let read = |(id, _)| listing.read_text(id, 100).unwrap();
    assert_eq!(listing.iter().map(read).collect::<Vec<_>>(), ["one", "two", "three"]);
}

#[test]
fn a_packed_size_without_measure_is_no_overflow() {
    // The second entry of the directory gives such a size in its zip64 field.
    let mut bytes = tight(&[(b"a.tex", b"x"), (b"b.tex", b"")]);
    let entry = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    bytes[entry + 20..entry + 24].fill(0xff);
    let name = entry + 46 + 5;
    bytes.splice(name..name, [&[1, 0, 8, 0], [0xff; 8].as_slice()].concat());
    bytes[entry + 30] = 12;
    let end = bytes.len() - 22;
    bytes[end + 12] += 12;
    let listing = of(&[("z.zip", bytes)]);
    assert_eq!(paths(&listing), ["z/a.tex", "z/b.tex"]);
}

#[test]
fn what_is_refused_takes_nothing_from_the_rest_of_the_archive() {
    let limits = Limits {
        archive_bytes: 2 << 20,
        ..Limits::default()
    };
    let bomb = vec![0; 8 << 20];
    let listing = with(limits, &[("z.zip", zip(&[("bomb.tex", &bomb), ("p.tex", b"x")]))]);
    assert_eq!(paths(&listing), ["z/p.tex"]);
}

#[test]
fn ids_name_files_and_stay_in_their_folder() {
    let long = "x".repeat(2000);
    let deep = "a/".repeat(100) + "b";
    for id in ["../../home/u/paper", "/etc/passwd", "C:\\x", &long, &deep, ""] {
        let record = |rest: &str| format!("{{\"id\": {id:?}, {rest}}}\n");
        for (path, text) in [
            ("a.jsonl", record("\"reference\": \"x\"")),
            ("a.jsonl", record("\"pages\": [{\"reference\": \"x\"}]")),
            ("manifest.jsonl", record("\"image\": \"p.png\"")),
        ] {
            let plan = plan(&listing(&[(path, &text)]), &Choices::default());
            let lines: Vec<_> = plan.notices.list.iter().map(|notice| notice.line).collect();
            assert!(
                plan.samples.is_empty() && lines == [Some(1)],
                "{path} {id:.20} {lines:?}"
            );
        }
    }
    let test = "{\"pdf\": \"../../x.pdf\", \"page\": 1, \"type\": \"math\"}\n";
    let page = "[{\"layout_dets\": [], \"page_info\": {\"image_path\": \"..\\\\..\\\\x.jpg\"}}]";
    for (path, text) in [("math.jsonl", test), ("o.json", page)] {
        let plan = plan(&listing(&[(path, text)]), &Choices::default());
        assert!(
            plan.samples.is_empty() && plan.notices.list.len() == 1,
            "{}",
            show(&plan)
        );
    }
}

#[test]
fn lists_name_files_below_them() {
    for path in ["../x.tex", "/x.tex", "a/../../x.tex", "C:\\x.tex"] {
        let record = format!(
            "{{\"id\": \"p\", \"reference\": {path:?}, \"image\": {:?}, \"pred\": {path:?}}}",
            format!("{path}.png")
        );
        // Files at the paths to which the path would lead if it were truncated.
        let files = [
            ("d/l.jsonl", record.as_str()),
            ("d/x.tex", "secret"),
            ("d/a/x.tex", "secret"),
            ("d/x.tex.png", ""),
        ];
        let plan = plan(&listing(&files), &Choices::default());
        let sample = plan.samples.iter().find(|sample| sample.id == "p").unwrap();
        assert!(
            sample.reference.is_none() && sample.image.is_none() && sample.predictions.is_empty(),
            "{path}: {}",
            show(&plan)
        );
        let escapes = sample.problems.iter().chain(&plan.notices.list);
        let escapes = escapes.filter(|notice| matches!(notice.problem, Problem::Escape { .. }));
        assert_eq!(escapes.count(), 3, "{path}: {}", show(&plan));
    }
}

/// Returns a zip archive of many empty files. It is written by hand, because a library takes long for it.
fn many(count: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for index in 0..count {
        let name = format!("{index:07}.tex");
        let start = u32::try_from(bytes.len()).unwrap();
        bytes.extend(
            [
                b"PK\x03\x04".as_slice(),
                &[20, 0],
                &[0; 20],
                &[11, 0, 0, 0],
                name.as_bytes(),
            ]
            .concat(),
        );
        directory.extend(
            [
                b"PK\x01\x02".as_slice(),
                &[20, 0, 20, 0],
                &[0; 20],
                &[11, 0],
                &[0; 12],
                &start.to_le_bytes(),
                name.as_bytes(),
            ]
            .concat(),
        );
    }
    let start = bytes.len() as u64;
    let size = directory.len() as u64;
    bytes.extend(directory);
    let end = bytes.len() as u64;
    let count = u64::from(count);
    // The zip64 end of the directory, its locator, and the old end that points to them.
    bytes.extend(
        [
            b"PK\x06\x06".as_slice(),
            &44_u64.to_le_bytes(),
            &[45, 0, 45, 0],
            &[0; 8],
        ]
        .concat(),
    );
    for number in [count, count, size, start] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(
        [
            b"PK\x06\x07".as_slice(),
            &[0; 4],
            &end.to_le_bytes(),
            &1_u32.to_le_bytes(),
        ]
        .concat(),
    );
    bytes.extend([b"PK\x05\x06".as_slice(), &[0; 4], &[0xff; 12], &[0; 2]].concat());
    bytes
}

#[test]
fn a_million_tiny_files_are_cut_off() {
    let bytes = many(1_000_000);
    let began = Instant::now();
    let mut listing = of(&[("z.zip", bytes)]);
    assert!(listing.is_full());
    assert_eq!(listing.files().len(), 200_000);
    assert_eq!(problems(&listing), [&Problem::TooManyFiles { limit: 200_000 }]);
    listing.add("p.tex", Rc::new(Vec::new()));
    assert_eq!(listing.files().len(), 200_000);
    let plan = plan(&listing, &Choices::default());
    assert_eq!(plan.samples.len(), 200_000);
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[test]
fn records_that_are_wrong_harm_no_others() {
    let deep = format!("{{\"id\": \"deep\", \"gt\": {}}}", "[".repeat(200_000));
    let long = format!("{{\"id\": \"long\", \"gt\": \"{}\"}}", "x".repeat(5 << 20));
    let text = format!(
        "{{\"id\": \"a\", \"gt\": \"x\", \"pred\": \"y\"}}\n{deep}\n{long}\n{{\"id\": \"b\", \"gt\": \"x\\u0000\", \"pred\": \"\\ud800\"}}\n{{\"id\": \"c\", \"gt\": \"z\"}}"
    );
    let listing = listing(&[("d/r.jsonl", &text)]);
    let plan = plan(&listing, &Choices::default());
    let ids: Vec<&str> = plan.samples.iter().map(|sample| sample.id.as_str()).collect();
    assert_eq!(ids, ["a", "c"], "{}", show(&plan));
    let lines: Vec<_> = plan.notices.list.iter().filter_map(|notice| notice.line).collect();
    assert_eq!(lines, [3, 2, 4]);
}

#[test]
fn encodings_and_sizes_of_texts() {
    let listing = of(&[
        ("a.png", Vec::new()),
        ("b.png", Vec::new()),
        ("c.png", Vec::new()),
        ("d.png", Vec::new()),
        ("a.tex", b"\xff\xfe$\0x\0$\0".to_vec()),
        ("b.tex", b"caf\xe9".to_vec()),
        ("c.tex", vec![b'x'; 600_000]),
        ("d.tex", b"a\0b".to_vec()),
    ]);
    let plan = plan(&listing, &Choices::default());
    let texts = texts(&listing, &plan);
    assert_eq!(texts[0].as_deref(), Ok("$x$"));
    assert!(matches!(
        texts[1],
        Err(Problem::Read(ReadError::Text(TextError::NotUtf8 {
            offset: 3,
            byte: 0xe9
        })))
    ));
    assert!(matches!(
        texts[2],
        Err(Problem::Read(ReadError::TooBig { limit: 524_288 }))
    ));
    assert_eq!(texts[3].as_deref(), Ok("a\u{fffd}b"));
}

#[test]
fn scripts_and_links_come_out_as_text_or_not_at_all() {
    let text = "<script>alert(1)</script>\n\n[click](javascript:alert(2)) <img src=x onerror=alert(3)> ![](data:text/html;base64,xx)\n\n<iframe src=\"https://example.org\"></iframe>";
    let latex = to_latex(text, Syntax::Markdown, Kind::Page);
    for word in ["alert", "javascript", "http", "data:", "<img", "<script", "<iframe"] {
        assert!(!latex.contains(word), "{word}: {latex}");
    }
    assert!(latex.contains("click"));
}

/// Asserts that four times the input takes about four times as long, and not sixteen times: of the processor's time, which
/// other work of the machine hardly changes. The shortest of several runs counts.
#[track_caller]
fn grows_as_its_input(name: &str, size: usize, work: impl Fn(usize)) {
    // Two measurements at the same time would disturb each other.
    static MEASURING: Mutex<()> = Mutex::new(());
    let _alone = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    let now = || {
        let Timespec { tv_sec, tv_nsec } = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(tv_sec.unsigned_abs(), u32::try_from(tv_nsec).unwrap())
    };
    let time = |size: usize| {
        let began = now();
        work(size);
        now() - began
    };
    let mut shortest = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        shortest = (shortest.0.min(time(size)), shortest.1.min(time(4 * size)));
        if shortest.1 < 9 * shortest.0 + Duration::from_millis(20) {
            return;
        }
    }
    panic!("{name}: {shortest:?}");
}

#[test]
fn texts_that_open_and_never_close_take_no_longer_than_others() {
    for (piece, end) in [
        ("<table ", ""),
        ("\\ref{", ""),
        ("\\ref{", "}"),
        ("\\begin{\\end{", ""),
        ("\\begin{\\end{", "}"),
        ("₁", ""),
        ("ₐ", ""),
    ] {
        grows_as_its_input(piece, 60_000, |size| {
            let text = piece.repeat(size / piece.len()) + end;
            drop(to_latex(&text, Syntax::Markdown, Kind::Page));
            drop(to_latex(&text, Syntax::Plain, Kind::Formula));
        });
    }
}

#[test]
fn cells_that_reach_over_many_rows_take_no_room_without_end() {
    let cell = "<tr><td colspan=256 rowspan=1024>a";
    let rows = format!(
        "<table>{}</table>\n\n",
        (cell.to_owned() + &"<tr>".repeat(1023)).repeat(100)
    );
    let tables = format!("<table>{cell}{}</table>\n\n", "<tr>".repeat(63)).repeat(1000);
    for text in [rows, tables] {
        for syntax in [Syntax::Markdown, Syntax::Html, Syntax::Plain] {
            let latex = to_latex(&text, syntax, Kind::Page);
            assert!(latex.len() < 10 * text.len(), "{} from {}", latex.len(), text.len());
        }
    }
    // An ordinary table gets all of its empty cells.
    let table = "<table><tr><td rowspan=3>a<td colspan=2>b<tr><td>c<td>d<tr><td>e<td>f</table>";
    let latex = to_latex(table, Syntax::Html, Kind::Page);
    assert!(latex.contains("\n & c & d \\\\\n & e & f \\\\\n"), "{latex}");
}

#[test]
fn markup_that_is_made_to_stall_is_converted_in_time() {
    for (piece, end) in [
        ("**a *b ", ""),
        ("a**b", "c*"),
        ("[a](<b", ""),
        ("![[]()", ""),
        ("t[^a] ", "\n\n[^a]: x[^a]"),
        ("&#", ";"),
        ("&amp;&#x41;&none;", ""),
        ("<p a=b c='d' ", ">"),
        ("<!-- a ", ""),
        ("<![CDATA[ ", ""),
        ("a <?", ""),
        ("<div>a", ""),
        ("<b><i><u>", "</b>"),
        ("~~a ~b ", ""),
        ("|a", "\n|-|\n"),
        ("1. ", "a"),
        ("> - ", "a"),
        ("$$a $", ""),
        ("\\cite[", ""),
        ("<table><tr><td>x<caption>", ""),
        ("<math><mover><mi>x</mi>", ""),
        ("<math><munder>", ""),
        ("<math><semantics>", ""),
        ("<math><mfenced separators=',,,,'>", "<mi>x"),
        ("<|ref|>", ""),
        ("<|ref|>a<|/ref|><|det|>", ""),
        ("**----- Start of picture text -----**", ""),
        ("\\[x\\] (1)\n", ""),
    ] {
        grows_as_its_input(piece, 16_000, |size| {
            let text = piece.repeat(size / piece.len()) + end;
            for syntax in [Syntax::Markdown, Syntax::Html, Syntax::Plain] {
                drop(to_latex(&text, syntax, Kind::Page));
            }
        });
    }
}

#[test]
fn doctags_that_never_close_are_converted_in_time() {
    for piece in [
        "<_",
        "<otsl><fcel><ucel><nl>",
        "<fcel><nl><ucel>",
        "<list_item><ordered_list>",
        "<text>a",
    ] {
        grows_as_its_input(piece, 16_000, |size| {
            let text = format!("<doctag><otsl>{}", piece.repeat(size / piece.len()));
            drop(to_latex(&text, Syntax::Auto, Kind::Page));
        });
    }
}

#[test]
fn pages_of_one_record_take_no_longer_than_records() {
    grows_as_its_input("pages", 500, |count| {
        let pages = vec!["{\"reference\": \"x\", \"prediction\": \"y\"}"; count].join(",");
        let listing = listing(&[("a.jsonl", &format!("{{\"id\": \"d\", \"pages\": [{pages}]}}"))]);
        let plan = plan(&listing, &Choices::default());
        assert!(texts(&listing, &plan).iter().all(|text| text.as_deref() == Ok("x")));
        assert_eq!(plan.samples.len(), count);
    });
}

#[test]
fn many_lists_take_no_longer_than_many_files() {
    let page = "[{\"layout_dets\": [], \"page_info\": {\"image_path\": \"NAME.jpg\"}}]";
    for (list, text) in [
        ("manifest.jsonl", "{\"id\": \"NAME\"}"),
        ("o.json", page),
        ("r.jsonl", "{\"id\": \"NAME\", \"gt\": \"x\"}"),
    ] {
        grows_as_its_input(list, 200, |count| {
            let files = (0..count).flat_map(|index| {
                let text = text.replace("NAME", &index.to_string());
                [
                    (format!("{index}/{list}"), text),
                    (format!("{index}/x/{index}.md"), String::new()),
                ]
            });
            let files: Vec<(String, String)> = files.collect();
            let files: Vec<(&str, &str)> = files
                .iter()
                .map(|(path, text)| (path.as_str(), text.as_str()))
                .collect();
            assert_eq!(plan(&listing(&files), &Choices::default()).samples.len(), count);
        });
    }
}

#[test]
fn systems_are_limited() {
    let record =
        |index: usize| format!("{{\"id\": \"p\", \"tool\": \"t{index}\", \"gt\": \"x\", \"output\": \"y\"}}\n");
    let list: String = (0..6).map(record).collect();
    let limits = Limits {
        systems: 5,
        ..Limits::default()
    };
    let listing = with(limits, &[("a.jsonl", list.into_bytes()), ("t7/p.md", b"z".to_vec())]);
    let plan = plan(&listing, &Choices::default());
    assert_eq!(plan.systems.len(), 5);
    assert_eq!(plan.notices.list[0].problem, Problem::TooManySystems { limit: 5 });
    assert_eq!(plan.left_over.len(), 1, "{}", show(&plan));
}

#[test]
fn systems_of_folders_that_are_left_out_are_told() {
    let limits = Limits {
        systems: 2,
        ..Limits::default()
    };
    let files: Vec<(String, Vec<u8>)> = ["reference", "a", "b", "c", "d"]
        .iter()
        .flat_map(|folder| ["p", "q"].map(|name| (format!("{folder}/{name}.tex"), b"x".to_vec())))
        .collect();
    let files: Vec<(&str, Vec<u8>)> = files.iter().map(|(path, text)| (path.as_str(), text.clone())).collect();
    let plan = plan(&with(limits, &files), &Choices::default());
    assert_eq!((plan.systems.len(), plan.left_over.len()), (2, 4), "{}", show(&plan));
    let told = plan.notices.list.iter().map(|notice| &notice.problem);
    assert_eq!(told.collect::<Vec<_>>(), [&Problem::TooManySystems { limit: 2 }]);
}

#[test]
fn samples_and_predictions_of_lists_are_limited() {
    let limits = Limits {
        samples: 3,
        predictions: 4,
        name_bytes: 20,
        ..Limits::default()
    };
    let pages = format!(
        "{{\"id\": \"d\", \"pages\": [{}]}}\n{{\"id\": \"e\", \"gt\": \"x\"}}",
        vec!["{\"reference\": \"x\"}"; 1000].join(",")
    );
    let manifest: String = (0..1000).map(|index| format!("{{\"id\": \"{index}\"}}\n")).collect();
    let rows: String = (0..1000).map(|index| format!("{index},x,y,z\n")).collect();
    for (path, text, samples, predictions) in [
        ("a.jsonl", pages, 3, 0),
        ("manifest.jsonl", manifest, 3, 0),
        ("a.csv", format!("id,gt,pred_a,pred_b\n{rows}"), 3, 4),
    ] {
        let plan = plan(&with(limits.clone(), &[(path, text.into_bytes())]), &Choices::default());
        let found: usize = plan.samples.iter().map(|sample| sample.predictions.len()).sum();
        assert_eq!((plan.samples.len(), found), (samples, predictions), "{path}");
        let over = |problem: &Problem| {
            matches!(
                problem,
                Problem::TooManySamples { limit: 3 } | Problem::TooManyPredictions { limit: 4 }
            )
        };
        let told = plan.notices.list.iter().filter(|notice| over(&notice.problem));
        // The rest of the list is not read.
        assert_eq!(told.count(), 1, "{}", show(&plan));
    }
    let long = "s".repeat(21);
    let record = format!("{{\"id\": \"p\", \"gt\": \"x\", \"system\": \"{long}\", \"output\": \"y\"}}");
    let plan = plan(&with(limits, &[("a.jsonl", record.into_bytes())]), &Choices::default());
    assert!(plan.systems.is_empty(), "{}", show(&plan));
    assert!(matches!(
        plan.notices.list[0].problem,
        Problem::NameTooLong { limit: 20, .. }
    ));
}

#[test]
fn what_lists_hold_is_quoted_in_part() {
    let long = "x".repeat(100_000);
    let record = format!("{{\"id\": \"../{long}\", \"gt\": \"x\"}}\n");
    let plan = plan(&listing(&[("a.jsonl", &record)]), &Choices::default());
    assert!(show(&plan).len() < 1000, "{}", show(&plan).len());
}

#[test]
fn columns_are_limited() {
    let names: Vec<String> = (0..2000).map(|index| format!("pred_{index:04}")).collect();
    let json: Vec<String> = names.iter().map(|name| format!("\"{name}\": \"x\"")).collect();
    for (path, text) in [
        ("a.jsonl", format!("{{\"gt\": \"x\", {}}}", json.join(","))),
        ("a.csv", format!("gt,{}\nx{}\n", names.join(","), ",x".repeat(2000))),
    ] {
        let plan = plan(&listing(&[(path, &text)]), &Choices::default());
        assert_eq!(plan.samples[0].predictions.len(), 255, "{path}");
        assert_eq!(plan.notices.list[0].problem, Problem::TooManyColumns { limit: 256 });
        assert_eq!(plan.notices.list.len(), 1);
    }
}

#[test]
fn planning_unpacks_no_more_of_a_page_than_its_head() {
    let head = "<html><head><meta name=\"generator\" content=\"texlens 0.1.0\">";
    let report = format!(
        "{head}{}",
        (0..200_000).map(|index| index.to_string()).collect::<String>()
    );
    let mut bytes = zip(&[("r.html", report.as_bytes())]);
    // A read of the whole file detects the damage.
    let middle = bytes.len() / 2;
    bytes[middle..middle + 20].fill(0xff);
    let listing = of(&[("z.zip", bytes)]);
    let plan = plan(&listing, &Choices::default());
    assert_eq!(plan.reports.len(), 1);
    assert!(listing.read(plan.reports[0], 1 << 24).is_err());
}

#[test]
fn deep_and_long_texts_are_converted_in_time() {
    let began = Instant::now();
    let size = 100_000;
    for text in [
        "{".repeat(size),
        "> ".repeat(size),
        "- ".repeat(size / 2),
        "[".repeat(size),
        "*a_ ".repeat(size / 4),
        "$".repeat(size),
        "\\begin{a}".repeat(size / 9),
        "<table><tr><td>".repeat(size / 15),
        "<math><msqrt>".repeat(size / 13),
        "<b>".repeat(size / 3),
        "`".repeat(size),
        "α ".repeat(size / 3),
        "|a".repeat(size / 2) + "\n" + &"|-".repeat(size / 2),
        "x".repeat(500_000),
    ] {
        for syntax in [
            Syntax::Markdown,
            Syntax::Html,
            Syntax::Mathml,
            Syntax::Plain,
            Syntax::Auto,
        ] {
            let latex = to_latex(&text, syntax, Kind::Page);
            assert!(
                latex.len() < 40 * text.len() + 1000,
                "{} from {:.20}",
                latex.len(),
                text
            );
        }
    }
    assert!(began.elapsed() < Duration::from_secs(120), "{:?}", began.elapsed());
}

/// Returns what becomes of a parser's output: its LaTeX, or the reason why it is left over.
fn output(json: &str) -> Result<String, String> {
    let listing = listing(&[("gt/p.tex", "x"), ("s/p.json", json)]);
    let plan = plan(&listing, &Choices::default());
    match plan.samples[0].predictions.first() {
        Some(prediction) => listing.passage(&prediction.text).map_err(|problem| problem.to_string()),
        None => Err(plan.left_over[0].why.to_string()),
    }
}

#[test]
fn outputs_of_parsers_are_read_in_time() {
    let forms = [
        ("[", r#"{"type": "text", "text": "a $x$", "page_idx": PAGE}"#, "]"),
        (
            "[",
            r#"{"type": "table", "table_body": "<table><tr><td rowspan=1024>", "page_idx": 0}"#,
            "]",
        ),
        (r#"{"parsing_res_list": ["#, r#"{"block_label": "figure_title"}"#, "]}"),
        (
            r##"{"schema_name": "DoclingDocument", "body": {"children": [{"$ref": "#/tables/0"}]}, "tables": [{"label": "table", "data": {"grid": ["##,
            r#"[{"row_span": 99999, "col_span": 99999}]"#,
            "]}}]}",
        ),
        (
            r#"{"block_type": "Document", "children": ["#,
            r#"{"block_type": "Page"}"#,
            "]}",
        ),
        (
            r#"{"page_info": {}, "blocks": ["#,
            r#"{"block_type": "Text", "html": "<p class='has-continuation'>a"}"#,
            "]}",
        ),
    ];
    // Docling names its lists by references.
    for reference in ["#/mPAGE/0", "#/texts/ZEROS"] {
        grows_as_its_input(reference, 500, |count| {
            // As many bytes as the count says, also where a reference is as long as there are references.
            let count = if reference.contains("ZEROS") {
                30 * count.isqrt()
            } else {
                20 * count
            };
            let all = |item: &str| -> String {
                let place = |page: usize| {
                    item.replace("PAGE", &page.to_string())
                        .replace("ZEROS", &"0".repeat(page + 1))
                };
                (0..count).map(place).collect::<Vec<_>>().join(",")
            };
            let references = all(&format!(r#"{{"$ref": "{reference}"}}"#));
            let lists = all(r#""mPAGE": [{"label": "text", "text": "a"}]"#);
            let text = "a ".repeat(count);
            let json = format!(
                r#"{{"schema_name": "DoclingDocument", {lists}, "texts": [{{"label": "text", "text": "{text}"}}], "body": {{"children": [{references}]}}}}"#
            );
            assert!(output(&json).is_ok());
        });
    }
    for (head, item, tail) in forms {
        grows_as_its_input(item, 1000, |count| {
            let items: Vec<String> = (0..count).map(|page| item.replace("PAGE", &page.to_string())).collect();
            assert!(output(&format!("{head}{}{tail}", items.join(","))).is_ok());
        });
    }
}

#[test]
fn outputs_that_repeat_or_nest_without_end_are_cut_off() {
    // An item of a list that contains itself.
    let circle = r##"{"schema_name": "DoclingDocument", "body": {"children": [{"$ref": "#/texts/0"}, {"$ref": "#/texts/0"}]},
        "texts": [{"label": "list_item", "text": "a", "children": [{"$ref": "#/texts/0"}, {"$ref": "#/groups/0"}]}],
        "groups": [{"label": "list", "children": [{"$ref": "#/groups/0"}, {"$ref": "#/texts/7"}, {"$ref": "x"}]}]}"##;
    assert_eq!(
        output(circle),
        Ok("\\begin{itemize}\n\\item a\n\\end{itemize}\n".to_owned())
    );
    let groups: Vec<String> = (1..=1000)
        .map(|next| format!(r##"{{"label": "list", "children": [{{"$ref": "#/groups/{next}"}}]}}"##))
        .collect();
    let deep = format!(
        r##"{{"schema_name": "DoclingDocument", "body": {{"children": [{{"$ref": "#/groups/0"}}]}}, "groups": [{}]}}"##,
        groups.join(",")
    );
    assert_eq!(output(&deep), Ok(String::new()));
    let nested = format!(
        r#"{{"block_type": "Document", "children": [{}"#,
        r#"{"block_type": "Page", "children": ["#.repeat(100_000)
    );
    assert!(output(&nested).is_err());
    // Pages that overlap would repeat the text without limit: the text is one page then.
    let spans = vec!["[0, 4, 1]"; 1000].join(",");
    let record = format!(
        r#"{{"text": "text", "metadata": {{"Source-File": "p.pdf"}}, "attributes": {{"pdf_page_numbers": [{spans}]}}}}"#
    );
    assert_eq!(output(&record), Ok("text\n".to_owned()));
    let list = format!(
        r#"[{{"type": "text", "text": "{}", "page_idx": 0}}]"#,
        "a ".repeat(300_000)
    );
    assert!(output(&list).unwrap_err().contains("524288"));
}
